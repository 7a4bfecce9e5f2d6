//! The steps of a written round: what happened, how the table looked, what could be done there and
//! what that was worth.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::course::Course;
use crate::decision::{Decision, Valued, best_of, deciders, in_wagers, unvalued, valued};
use game::notation::{Done, choice_words, describe, question_words};
use game::{BoxView, Choice, Event, HandRef, Need, Round, Stage, Total, Turn, View, Viewer, What};
use rules::Clause;
use serde::Serialize;
use utoipa::ToSchema;

/// So many hands of one round are valued, each as often as something is decided about it.
const VALUED_MOST: usize = 100;
const NOT_VALUED: &str = "only the first 100 decisions about a hand are valued in one round";

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
    pub(crate) happened: Vec<HappenedLine>,
    /// The table after it.
    pub(crate) view: StepView,
    /// What the round waits for after it; nothing when it is over.
    pub(crate) needs: Option<NeedLine>,
    /// What may be chosen after it. Wagers are not listed.
    pub(crate) legal: Vec<LegalLine>,
    /// By how much the worth of these choices may mislead: why there is none, or that a hand of a
    /// split is reckoned alone.
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

/// Something that happened.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct HappenedLine {
    /// What, in the words of the notation.
    pub(crate) words: String,
    /// The same for programs, as tables tell it. Players are told by their places in `players`.
    #[schema(value_type = Object)]
    pub(crate) what: What,
    /// By which clause.
    pub(crate) clause: String,
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
    /// Whether they are a Pontoon, which beats every other 21.
    pub(crate) dealer_pontoon: bool,
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

/// What may be chosen now, by everybody, with its worth where that is wanted and can be told.
fn decisions(round: &Round, values: bool) -> Vec<Decision> {
    if round.stage() == Stage::Wagering {
        return Vec::new();
    }
    let of = |player| {
        if values {
            valued(round, player)
        } else {
            unvalued(round, player)
        }
    };
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
    decisions
        .iter()
        .flat_map(|decision| &decision.choices)
        .map(line)
        .collect()
}

fn note(decisions: &[Decision], values: bool) -> Option<String> {
    let why = decisions
        .iter()
        .find_map(|decision| decision.why_not.clone());
    let alone = decisions.iter().any(|decision| {
        !decision.exact && decision.choices.iter().any(|valued| valued.worth.is_some())
    });
    let words = || "a hand of a split is reckoned as if it were the only one of its box".to_owned();
    why.or_else(|| (values && alone).then(words))
}

/// The choice that was made, among those that there were.
fn chose(did: &Done, before: &[LegalLine], names: &Round) -> Option<ChoseLine> {
    let Done::Chose(player, choice) = did else {
        return None;
    };
    let name = names.setup().name(*player);
    // An amount may be smaller than the most there may be.
    let same = |line: &LegalLine| {
        line.choice
            .amount()
            .map_or(*choice, |most| choice.with_amount(most))
            == line.choice
    };
    let legal = before
        .iter()
        .position(|line| line.player == name && same(line))?;
    let made = before.get(legal)?;
    let about_it = |line: &LegalLine| line.player == name && line.hand == made.hand;
    let own = before.iter().enumerate().filter(|(_, line)| about_it(line));
    let best = best_of(own.map(|(place, line)| (place, line.worth)));
    let worth = worth_of(*choice, made);
    let cost = best.and_then(|best| Some(before.get(best)?.worth? - worth?));
    Some(ChoseLine {
        legal,
        worth,
        best,
        cost,
    })
}

/// What a choice was worth with the amount that was chosen, which may be less than the most there
/// may be.
fn worth_of(choice: Choice, made: &LegalLine) -> Option<f64> {
    let worth = made.worth?;
    match (choice.amount(), made.choice.amount()) {
        (Some(amount), Some(most)) if amount < most => {
            // A part of the insurance is worth its part. Doubling for less is worth more than its
            // part, and the solver knows whole doubles only.
            matches!(choice, Choice::Insure { .. }).then(|| worth * in_wagers(amount, most))
        }
        (Some(_) | None, _) => Some(worth),
    }
}

pub(crate) fn needs(round: &Round) -> Option<NeedLine> {
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
            let words = format!(
                "{} decides on hand {} of box {}",
                name(player),
                at.hand + 1,
                at.box_no
            );
            need("choice", words, vec![name(player)])
        }
        Turn::Answer(question, asked) => {
            let mut of: Vec<String> = Vec::new();
            for player in asked.iter().map(|asked| name(asked.player)) {
                if !of.contains(&player) {
                    of.push(player);
                }
            }
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
    DidLine {
        kind,
        player: player.map(|player| round.setup().name(player).to_owned()),
    }
}

pub(crate) fn words_line(what: String, clause: Clause) -> WordsLine {
    WordsLine {
        what,
        clause: clause.to_string(),
    }
}

/// Every step of a course, each choice with its worth where that is wanted.
pub(crate) fn steps(course: &Course, values: bool) -> Vec<StepLine> {
    let mut steps: Vec<StepLine> = Vec::new();
    let (mut events, mut left) = (0, VALUED_MOST);
    for (place, state) in course.states.iter().enumerate() {
        let round = &state.round;
        let decisions = decisions(round, values && left > 0);
        let note = note(&decisions, values && left > 0)
            .or_else(|| (values && left == 0).then(|| NOT_VALUED.to_owned()));
        left = left.saturating_sub(decisions.iter().map(Decision::hands).sum());
        let before = steps.last().map_or(&[][..], |step| step.legal.as_slice());
        let View {
            stage,
            boxes,
            dealer,
            dealer_total,
            dealer_pontoon,
            in_turn,
            waiting_for,
            ..
        } = round.view(Viewer::Onlooker);
        let happened = (events..round.events().len()).map(|place| {
            let Event { what, clause } = round.events()[place];
            HappenedLine {
                words: describe(round, place),
                what,
                clause: clause.to_string(),
            }
        });
        let step = StepLine {
            step: place + 1,
            line: state.line,
            did: did_line(round, &state.did),
            happened: happened.collect(),
            view: StepView {
                stage,
                boxes,
                dealer,
                dealer_total,
                dealer_pontoon,
                in_turn,
                waiting_for,
            },
            needs: needs(round),
            legal: legal_lines(round, &decisions),
            note,
            chose: chose(&state.did, before, round),
        };
        events = round.events().len();
        steps.push(step);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::notation::{Script, play_so_far};
    use rules::{Money, builtin};

    fn round(text: &str) -> Round {
        let books = |name: &str| builtin(name).map_err(|unknown| unknown.to_string());
        play_so_far(&Script::parse(text).unwrap(), &books)
            .unwrap()
            .round
    }

    #[test]
    fn whoever_is_asked_about_two_boxes_is_named_once() {
        let round = round(
            "book sydney\nbox 1  ann* 20\nbox 2  bob* 20\nbox 3  ann 10\ndeal  Ks 5h 9d | Ad | 9c \
            Kd 8d",
        );
        assert_eq!(needs(&round).unwrap().of, ["ann", "bob"]);
    }

    #[test]
    fn a_smaller_insurance_is_worth_its_part_and_a_smaller_double_is_not_known() {
        let asked = round("book sydney\nbox 1  ann* 20\ndeal  Ks | Ad | 9c");
        let lines = legal_lines(&asked, &decisions(&asked, true));
        let insure = lines
            .iter()
            .find(|line| matches!(line.choice, Choice::Insure { .. }))
            .unwrap();
        let whole = insure.worth.unwrap();
        let half = worth_of(insure.choice.with_amount(Money::from_dollars(5)), insure).unwrap();
        assert!(
            (half - whole / 2.0).abs() < 1e-12,
            "5 of the 10 that may be insured: {half} of {whole}"
        );
        assert_eq!(worth_of(insure.choice, insure), Some(whole));
        let decides = round("book sydney\nbox 1  ann* 20\ndeal  5s | 6d | 6c");
        let lines = legal_lines(&decides, &decisions(&decides, true));
        let double = lines
            .iter()
            .find(|line| matches!(line.choice, Choice::Double { .. }))
            .unwrap();
        assert!(double.worth.is_some());
        assert_eq!(
            worth_of(double.choice.with_amount(Money::from_dollars(5)), double),
            None
        );
    }
}
