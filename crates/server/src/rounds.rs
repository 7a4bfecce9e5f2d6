//! Written rounds, played step by step: what happened, how the table looked, what could be done there and what that was
//! worth.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::caller::Caller;
use crate::decision::{Decision, Valued, best_of, deciders, unvalued, valued};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use desk::Deed;
use game::notation::{Done, NotationError, Played, Script, choice_words, describe, play_so_far, question_words};
use game::{BoxView, Choice, Draw, HandRef, Need, Round, Stage, Total, Turn, View, Viewer};
use rules::{Clause, Net, RuleBook, builtin};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// So many decisions of one round are valued.
const VALUED_MOST: usize = 100;
/// So many moves may follow a text.
const THEN_MOST: usize = 100;

/// A round to be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct RoundQuestion {
    /// The round in the notation. It may end before the round does.
    pub(crate) text: String,
    /// Whether every choice is valued.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub(crate) values: bool,
    /// Only so many of its steps are played; all unless told.
    pub(crate) after: Option<usize>,
    /// What is done after them instead.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<ThenDo>>", optional))]
    pub(crate) then: Vec<ThenDo>,
}

/// One more thing that is done.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum ThenDo {
    /// Somebody chooses: a choice as a step's `legal` has it.
    Choose {
        /// Who, by name.
        player: String,
        /// What.
        #[schema(value_type = Object)]
        choice: Choice,
    },
    /// Chance answers: `{"card": "8s"}`, `"burned"`, `"cutting_card"`, `"shuffle"` or `{"multiplier": 25}`.
    Deal {
        /// With what.
        #[schema(value_type = Object)]
        draw: Draw,
    },
    /// The dealer closes wagers.
    Close,
}

/// A round that was read.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RoundPage {
    /// The book, with its version.
    pub(crate) book: String,
    /// Its title.
    pub(crate) title: String,
    /// The settings that differ from the book's own.
    pub(crate) changed: BTreeMap<String, String>,
    /// The people at the table; views and choices name them by their place in this list, from 0.
    pub(crate) players: Vec<String>,
    /// Every step, in order.
    pub(crate) steps: Vec<StepLine>,
    /// Whether the round is over.
    pub(crate) finished: bool,
    /// What the round waits for at its end; nothing when it is over.
    pub(crate) needs: Option<NeedLine>,
    /// What became of each wager.
    pub(crate) results: Vec<ResultLine>,
    /// What each player has won or lost, in cents.
    pub(crate) nets: Vec<NetLine>,
    /// What was refused, as the text demanded.
    pub(crate) refused: Vec<WordsLine>,
    /// How many statements of the text hold.
    pub(crate) statements: usize,
    /// The round as it stands, in the notation.
    pub(crate) text: String,
}

/// One step of a round.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct StepLine {
    /// Its number, from 1: `after` takes it.
    pub(crate) step: usize,
    /// The line of the text that says so, or from which it follows; nothing for what was added.
    pub(crate) line: Option<usize>,
    /// What was done.
    pub(crate) did: DidLine,
    /// Everything that happened then, with the clause of each.
    pub(crate) happened: Vec<WordsLine>,
    /// The table after it.
    pub(crate) view: StepView,
    /// What the round waits for after it; nothing when it is over.
    pub(crate) needs: Option<NeedLine>,
    /// What may be chosen after it. Wagers are not listed.
    pub(crate) legal: Vec<LegalLine>,
    /// By how much the worth of these choices may mislead: why there is none, or that a hand of a split is reckoned alone.
    pub(crate) note: Option<String>,
    /// The choice that was made in this step, among what the step before it lists as legal.
    pub(crate) chose: Option<ChoseLine>,
}

/// Who did what.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct DidLine {
    /// `choose`, `deal`, `close`, `absent` or `withdraw`.
    pub(crate) kind: &'static str,
    /// Who, where it was a player.
    pub(crate) player: Option<String>,
}

/// Something in words, with its clause.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct WordsLine {
    /// What.
    pub(crate) what: String,
    /// By which clause.
    pub(crate) clause: String,
}

/// The table, in the form in which tables show a round.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct StepView {
    /// The stage.
    #[schema(value_type = String)]
    pub(crate) stage: Stage,
    /// The boxes, as everybody at the table sees them.
    #[schema(value_type = Vec<Object>)]
    pub(crate) boxes: Vec<BoxView>,
    /// The dealer's cards.
    #[schema(value_type = Vec<String>)]
    pub(crate) dealer: Vec<cards::Card>,
    /// What they count, once there are any.
    #[schema(value_type = Option<Object>)]
    pub(crate) dealer_total: Option<Total>,
    /// The hand that is in turn, where it is one alone.
    #[schema(value_type = Option<Object>)]
    pub(crate) in_turn: Option<HandRef>,
    /// Who must act, by their places in `players`.
    #[schema(value_type = Vec<u8>)]
    pub(crate) waiting_for: Vec<game::Player>,
}

/// What a round waits for.
#[derive(Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NeedLine {
    /// `wagers`, `choice`, `card`, `burn`, `shuffle` or `multiplier`.
    pub(crate) kind: &'static str,
    /// The same in words.
    pub(crate) words: String,
    /// Whose choice it is, by name.
    pub(crate) of: Vec<String>,
}

/// Something that may be chosen.
#[derive(Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LegalLine {
    /// Who.
    pub(crate) player: String,
    /// What, in the words of the notation.
    pub(crate) words: String,
    /// What, ready to be sent; an amount in it is the most there may be.
    #[schema(value_type = Object)]
    pub(crate) choice: Choice,
    /// The hand it is about, where it is about one.
    #[schema(value_type = Option<Object>)]
    pub(crate) hand: Option<HandRef>,
    /// The least amount in cents, where there is one.
    pub(crate) least: Option<u64>,
    /// The clause that allows it.
    pub(crate) clause: String,
    /// What it is worth, in initial wagers.
    pub(crate) worth: Option<f64>,
}

/// A choice that was made.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ChoseLine {
    /// Its place in the `legal` of the step before, from 0.
    pub(crate) legal: usize,
    /// What it was worth.
    pub(crate) worth: Option<f64>,
    /// The best of the same player's choices about the same hand, by its place.
    pub(crate) best: Option<usize>,
    /// What the choice cost against the best, in initial wagers.
    pub(crate) cost: Option<f64>,
}

/// What became of a wager.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ResultLine {
    /// Whose.
    pub(crate) bettor: String,
    /// On which box.
    pub(crate) box_no: u8,
    /// On which hand of it, from 1, where it lay on one.
    pub(crate) hand: Option<u8>,
    /// `wager`, `double`, `pairs`, `pandemonium`, `insurance`, `super-bonus` or `others-bonus`.
    pub(crate) kind: &'static str,
    /// `won`, `lost`, `stand-off`, `surrendered`, `forfeited` or `returned`.
    pub(crate) result: &'static str,
    /// What was at stake, in cents.
    pub(crate) stake: u64,
    /// The odds it was paid at.
    pub(crate) odds: Option<String>,
    /// What was won or lost, in cents.
    pub(crate) net: i64,
    /// By which clause.
    pub(crate) clause: String,
}

/// What a player has won or lost.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NetLine {
    /// Who.
    pub(crate) player: String,
    /// How much, in cents.
    pub(crate) net: i64,
}

/// Why a round cannot be read, and where.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NotationFault {
    /// Always `notation`.
    pub(crate) code: &'static str,
    /// The words of the notation's own error.
    pub(crate) error: String,
    /// The line of the text, from 1; nothing where it is about what follows the text.
    pub(crate) line: Option<usize>,
    /// The column, from 1.
    pub(crate) column: Option<usize>,
}

impl NotationFault {
    fn at(error: NotationError) -> Self {
        Self { code: "notation", error: error.what, line: Some(error.line), column: Some(error.column) }
    }

    fn after(place: usize, what: &str) -> Self {
        Self { code: "notation", error: format!("then, entry {}: {what}", place + 1), line: None, column: None }
    }
}

/// A state of the round, and what was done to come to it.
struct Reached {
    round: Round,
    line: Option<usize>,
    did: Done,
}

/// Everything that was done, each with the round after it.
struct Course {
    first: Round,
    states: Vec<Reached>,
}

impl Course {
    /// Plays a text, or the beginning of it, and what follows instead.
    fn of(question: &RoundQuestion) -> Result<(Self, Played), NotationFault> {
        let books = |name: &str| builtin(name).map_err(|unknown| unknown.to_string());
        let script = Script::parse(&question.text).map_err(NotationFault::at)?;
        let played = play_so_far(&script, &books).map_err(NotationFault::at)?;
        let kept = question.after.unwrap_or(usize::MAX).min(played.moves.len());
        let state = |(place, done): (usize, &game::notation::Move)| Reached {
            round: played.after(place + 1),
            line: Some(done.line),
            did: done.what,
        };
        let states = played.moves.iter().take(kept).enumerate().map(state).collect();
        let mut course = Self { first: played.after(0), states };
        if question.then.len() > THEN_MOST {
            return Err(NotationFault::after(THEN_MOST, &format!("at most {THEN_MOST} things may follow a text")));
        }
        for (place, then) in question.then.iter().enumerate() {
            course.go_on(then).map_err(|what| NotationFault::after(place, &what))?;
        }
        Ok((course, played))
    }

    fn last(&self) -> &Round {
        self.states.last().map_or(&self.first, |state| &state.round)
    }

    fn go_on(&mut self, then: &ThenDo) -> Result<(), String> {
        let mut round = self.last().clone();
        let did = match then {
            ThenDo::Choose { player, choice } => {
                let player = round.setup().player(player).ok_or_else(|| format!("nobody called {player} is at the table"))?;
                round.choose(player, *choice).map_err(|refusal| refusal.to_string())?;
                Done::Chose(player, *choice)
            }
            ThenDo::Deal { draw } => {
                round.deal(*draw).map_err(|refusal| refusal.to_string())?;
                Done::Dealt(*draw)
            }
            ThenDo::Close => {
                round.close_wagers().map_err(|refusal| refusal.to_string())?;
                Done::Closed
            }
        };
        self.states.push(Reached { round, line: None, did });
        Ok(())
    }
}

/// What may be chosen now, by everybody, with its worth where that is wanted and can be told.
fn decisions(round: &Round, values: bool) -> Vec<Decision> {
    if round.stage() == Stage::Wagering {
        return Vec::new();
    }
    let of = |player| if values { valued(round, player) } else { unvalued(round, player) };
    deciders(&round.legal()).into_iter().map(of).collect()
}

fn legal_lines(round: &Round, decisions: &[Decision]) -> Vec<LegalLine> {
    let line = |Valued { legal, hand, worth }: &Valued| LegalLine {
        player: round.setup().name(legal.player).to_owned(),
        words: choice_words(round, legal),
        choice: legal.choice,
        hand: *hand,
        least: legal.least.map(|least| least.cents()),
        clause: legal.clause.to_string(),
        worth: *worth,
    };
    decisions.iter().flat_map(|decision| &decision.choices).map(line).collect()
}

fn note(decisions: &[Decision], values: bool) -> Option<String> {
    let why = decisions.iter().find_map(|decision| decision.why_not.clone());
    let alone = decisions.iter().any(|decision| !decision.exact && decision.choices.iter().any(|valued| valued.worth.is_some()));
    let words = || "a hand of a split is reckoned as if it were the only one of its box".to_owned();
    why.or_else(|| (values && alone).then(words))
}

/// The choice that was made, among those that there were.
fn chose(did: &Done, before: &[LegalLine], names: &Round) -> Option<ChoseLine> {
    let Done::Chose(player, choice) = did else { return None };
    let name = names.setup().name(*player);
    // An amount may be smaller than the most there may be.
    let same = |line: &LegalLine| line.choice.amount().map_or(*choice, |most| choice.with_amount(most)) == line.choice;
    let legal = before.iter().position(|line| line.player == name && same(line))?;
    let made = before.get(legal)?;
    let about_it = |line: &LegalLine| line.player == name && line.hand == made.hand;
    let own = before.iter().enumerate().filter(|(_, line)| about_it(line));
    let best = best_of(own.map(|(place, line)| (place, line.worth)));
    let cost = best.and_then(|best| Some(before.get(best)?.worth? - made.worth?));
    Some(ChoseLine { legal, worth: made.worth, best, cost })
}

fn needs(round: &Round) -> Option<NeedLine> {
    let name = |player: game::Player| round.setup().name(player).to_owned();
    let need = |kind, words: String, of| Some(NeedLine { kind, words, of });
    match round.turn() {
        Turn::Over => None,
        Turn::Wagers => need("wagers", "wagers are open".to_owned(), Vec::new()),
        Turn::Deal(due) => {
            let kind = match due {
                Need::Card(_) => "card",
                Need::Burn => "burn",
                Need::Shuffle => "shuffle",
                Need::Multiplier => "multiplier",
            };
            need(kind, due.to_string(), Vec::new())
        }
        Turn::Decide(at, player) => {
            let words = format!("{} decides on hand {} of box {}", name(player), at.hand + 1, at.box_no);
            need("choice", words, vec![name(player)])
        }
        Turn::Answer(question, asked) => {
            let mut of: Vec<String> = asked.iter().map(|asked| name(asked.player)).collect();
            of.dedup();
            need("choice", question_words(question).to_owned(), of)
        }
    }
}

fn did_line(round: &Round, did: &Done) -> DidLine {
    let (kind, player) = match did {
        Done::Chose(player, _) => ("choose", Some(*player)),
        Done::Dealt(_) => ("deal", None),
        Done::Closed => ("close", None),
        Done::Absent(player, _) => ("absent", Some(*player)),
        Done::Withdrew(player) => ("withdraw", Some(*player)),
    };
    DidLine { kind, player: player.map(|player| round.setup().name(player).to_owned()) }
}

fn words_line(what: String, clause: Clause) -> WordsLine {
    WordsLine { what, clause: clause.to_string() }
}

fn steps(course: &Course, values: bool) -> Vec<StepLine> {
    let mut steps: Vec<StepLine> = Vec::new();
    let (mut events, mut left) = (0, VALUED_MOST);
    for (place, state) in course.states.iter().enumerate() {
        let round = &state.round;
        let decisions = decisions(round, values && left > 0);
        left = left.saturating_sub(decisions.len());
        let before = steps.last().map_or(&[][..], |step| step.legal.as_slice());
        let View { stage, boxes, dealer, dealer_total, in_turn, waiting_for, .. } = round.view(Viewer::Onlooker);
        let happened =
            (events..round.events().len()).map(|place| words_line(describe(round, place), round.events()[place].clause));
        let step = StepLine {
            step: place + 1,
            line: state.line,
            did: did_line(round, &state.did),
            happened: happened.collect(),
            view: StepView { stage, boxes, dealer, dealer_total, in_turn, waiting_for },
            needs: needs(round),
            legal: legal_lines(round, &decisions),
            note: note(&decisions, values),
            chose: chose(&state.did, before, round),
        };
        events = round.events().len();
        steps.push(step);
    }
    steps
}

fn results(round: &Round) -> Vec<ResultLine> {
    let line = |(settled, clause): (&game::Settled, Clause)| ResultLine {
        bettor: round.setup().name(settled.player).to_owned(),
        box_no: settled.box_no.number(),
        hand: settled.hand.map(|hand| hand + 1),
        kind: settled.kind.word(),
        result: settled.outcome.word(),
        stake: settled.stake.cents(),
        odds: settled.odds.map(|odds| odds.to_string()),
        net: settled.net.cents(),
        clause: clause.to_string(),
    };
    round.settled().map(line).collect()
}

fn page(question: &RoundQuestion) -> Result<RoundPage, NotationFault> {
    let (course, played) = Course::of(question)?;
    let round = course.last();
    let usual = builtin(&round.book().id.name).unwrap_or_else(|_| Arc::new(RuleBook::clone(round.book())));
    let finished = round.stage() == Stage::Over;
    let script = if finished { Script::with_results(round, &usual) } else { Script::of(round, &usual) };
    let net = |player: game::Player| -> Net { round.net(player) };
    let nets =
        round.setup().players().map(|player| NetLine { player: round.setup().name(player).to_owned(), net: net(player).cents() });
    Ok(RoundPage {
        book: round.book().id.to_string(),
        title: round.book().title.clone(),
        changed: round.book().changes_from(&usual).into_iter().collect(),
        players: round.setup().patrons.iter().map(|patron| patron.name.clone()).collect(),
        steps: steps(&course, question.values),
        finished,
        needs: needs(round),
        results: results(round),
        nets: nets.collect(),
        refused: played.refusals.iter().map(|(_, refusal)| words_line(refusal.reason.to_string(), refusal.clause)).collect(),
        statements: played.checks,
        text: script.to_string(),
    })
}

/// Reads a round in the notation and plays it: every step with the table after it, what could be done there and, where that
/// is wanted, what each choice was worth by the cards that the decider could know. `after` and `then` ask what would have
/// been: so many steps of the text, and other things after them.
#[utoipa::path(post, path = "/api/rounds/read", tag = "rounds", request_body = RoundQuestion,
    responses((status = 200, body = RoundPage), (status = 400, body = NotationFault), (status = 503, body = ErrorBody)))]
pub(crate) async fn read(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<RoundQuestion>,
) -> Result<Response, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let page = running.analyses().quick.work(move || page(&question)).await?;
    Ok(match page {
        Ok(page) => Json(page).into_response(),
        Err(fault) => (StatusCode::BAD_REQUEST, Json(fault)).into_response(),
    })
}
