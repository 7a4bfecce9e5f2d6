//! What somebody's present decision at a table is worth, choice by choice, and what the card
//! strategy of the book says.
//!
//! It knows the cards that this person could know, and no others.

use crate::analysis::Question;
use crate::caller::Caller;
use crate::decision::{Decision, Valued, best_of, see, unvalued, valued};
use crate::door::Keyed;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Params, Segments};
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use desk::Deed;
use game::notation::choice_words;
use game::{Choice, HandRef, Player, Round};
use house::CardStrategy;
use ledger::{PlayerId, TableId};
use serde::Serialize;
use solver::Action;
use std::sync::Arc;
use table::Table;
use utoipa::ToSchema;

/// What one may choose now, and what each choice is worth.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AdvicePage {
    /// The table.
    pub(crate) table: u32,
    /// The round.
    pub(crate) round: u64,
    /// The version of the table that this is about.
    pub(crate) version: u64,
    /// The hand that one is asked about first; `best` and `card` are about it.
    #[schema(value_type = Option<Object>)]
    pub(crate) hand: Option<HandRef>,
    /// How many cards one cannot know: those in the shoe, those burned, and those that lie face
    /// down.
    pub(crate) cards_unknown: u32,
    /// Every choice there is now.
    pub(crate) choices: Vec<AdviceLine>,
    /// The best of them by the cards that are left, by its place from 0.
    pub(crate) best: Option<usize>,
    /// What the card strategy of the book says, by its place from 0.
    pub(crate) card: Option<usize>,
    /// Whether the worth is exact; a hand of a split is reckoned as if it were the only one of its
    /// box.
    pub(crate) exact: bool,
    /// Why there is no worth, where there is none.
    pub(crate) note: Option<String>,
}

/// One choice.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AdviceLine {
    /// What, in words.
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

fn nothing(what: &str) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "refused", what)
}

/// Whether the software advises players at this table; its refusal names the clause.
fn may_advise(table: &Table) -> Result<(), ApiError> {
    table
        .may_advise()
        .map_err(|refusal| ApiError::new(StatusCode::CONFLICT, "advice_off", &refusal.to_string()))
}

/// The round at a table, and which of its players somebody is.
fn place(table: &Table, person: PlayerId) -> Result<(u64, &Round, Player), ApiError> {
    let (no, round) = table
        .round()
        .ok_or_else(|| nothing("no round is being played at this table"))?;
    let place = table
        .round_players_now()
        .iter()
        .position(|player| *player == person)
        .and_then(Player::at);
    let place = place.ok_or_else(|| nothing("you are not in the round at this table"))?;
    if unvalued(round, place).choices.is_empty() {
        return Err(nothing("nothing is yours to decide at this table now"));
    }
    Ok((no, round, place))
}

/// The action behind a choice, where it is one of those that a card strategy knows.
const fn action(choice: Choice) -> Option<Action> {
    match choice {
        Choice::Stand { .. } => Some(Action::Stand),
        Choice::Draw { .. } => Some(Action::Draw),
        Choice::Double { .. } => Some(Action::Double),
        Choice::Split { .. } => Some(Action::Split),
        Choice::Surrender { .. } => Some(Action::Surrender),
        Choice::Wager { .. }
        | Choice::SideWager { .. }
        | Choice::DeclineControl { .. }
        | Choice::Insure { .. }
        | Choice::NoInsurance { .. }
        | Choice::TakeInsurance { .. }
        | Choice::NoMoreInsurance
        | Choice::Press { .. }
        | Choice::Nominate { .. }
        | Choice::NoSurrender { .. }
        | Choice::NoDouble { .. }
        | Choice::StayOnFirst { .. }
        | Choice::Forfeit { .. }
        | Choice::NoForfeit { .. } => None,
    }
}

/// What the card says, by its place among the choices.
fn by_card(round: &Round, me: Player, decision: &Decision, card: &CardStrategy) -> Option<usize> {
    let seen = see(round, me, decision.hand?)?;
    let about_it = |valued: &Valued| valued.hand.is_none() || valued.hand == decision.hand;
    let find = |wanted: &dyn Fn(Choice) -> bool| {
        decision
            .choices
            .iter()
            .position(|valued| about_it(valued) && wanted(valued.legal.choice))
    };
    if let Some(keep) = find(&|choice| matches!(choice, Choice::NoForfeit { .. })) {
        let view = round.view(game::Viewer::Player(me));
        let hand = decision.hand?;
        let total = view
            .boxes
            .iter()
            .find(|each| each.no == hand.box_no)?
            .hands
            .get(usize::from(hand.hand))?
            .total?;
        let gives_up = card.forfeits(seen.upcard, total.points);
        return if gives_up {
            find(&|choice| matches!(choice, Choice::Forfeit { .. }))
        } else {
            Some(keep)
        };
    }
    // Insurance is no wager of the card's.
    if let Some(none) =
        find(&|choice| matches!(choice, Choice::NoInsurance { .. } | Choice::NoMoreInsurance))
    {
        return Some(none);
    }
    // Where one action is asked about by itself, the card is asked with everything there is.
    let declines = |choice| {
        matches!(
            choice,
            Choice::NoSurrender { .. } | Choice::NoDouble { .. } | Choice::StayOnFirst { .. }
        )
    };
    let declined = find(&declines);
    let allowed: Vec<Action> = match declined {
        Some(_) => Action::ALL.to_vec(),
        None => decision
            .choices
            .iter()
            .filter_map(|valued| action(valued.legal.choice))
            .collect(),
    };
    let best = card.action(seen.upcard, &seen.cards, &allowed)?;
    find(&|choice| action(choice) == Some(best)).or(declined)
}

/// The best of the choices about the hand that is asked about first.
fn best(decision: &Decision) -> Option<usize> {
    let about_it = |valued: &Valued| valued.hand.is_some() && valued.hand == decision.hand;
    let own = decision
        .choices
        .iter()
        .enumerate()
        .filter(|(_, valued)| about_it(valued));
    best_of(own.map(|(place, valued)| (place, valued.worth)))
}

fn line(round: &Round, Valued { legal, hand, worth }: &Valued) -> AdviceLine {
    AdviceLine {
        words: choice_words(round, legal),
        choice: legal.choice,
        hand: *hand,
        least: legal.least.map(|least| least.cents()),
        clause: legal.clause.to_string(),
        worth: *worth,
    }
}

/// What one's own present decision is worth: every choice for the cards that are left as far as one
/// could know them, and what the card strategy of the book says.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/advice",
    tag = "tables",
    params(("table" = u32, Path), Keyed),
    responses(
        (status = 200, body = AdvicePage),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn advice(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Segments(table): Segments<u32>,
    Params(Keyed { key }): Params<Keyed>,
) -> Result<Json<AdvicePage>, ApiError> {
    running.permit(caller.by, Deed::Watch)?;
    let person = caller.person()?;
    let latest = running
        .table_for(caller.by, TableId(table), key.as_deref())?
        .latest();
    may_advise(latest.host.table())?;
    place(latest.host.table(), person)?;
    let card = running
        .analyses()
        .card_strategy(Question::of_table(latest.host.table().config()))
        .await?;
    let work = move || {
        let (no, round, me) = place(latest.host.table(), person)?;
        let decision = valued(round, me);
        Ok(AdvicePage {
            table,
            round: no,
            version: latest.host.version(),
            hand: decision.hand,
            cards_unknown: decision.left,
            choices: decision
                .choices
                .iter()
                .map(|choice| line(round, choice))
                .collect(),
            best: best(&decision),
            card: by_card(round, me, &decision, &card),
            exact: decision.exact,
            note: decision.why_not,
        })
    };
    running.analyses().quick.work(work).await?.map(Json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::notation::{Script, play_so_far};
    use rules::builtin;

    /// What the card says to bob, whom ann has left the question whether he doubles too.
    fn says_to_bob(deal: &str) -> Choice {
        let books = |name: &str| builtin(name).map_err(|unknown| unknown.to_string());
        let text = format!("book sydney\nbox 1  ann* 20, bob 20\n{deal}\n1  double ann 20");
        let round = play_so_far(&Script::parse(&text).unwrap(), &books)
            .unwrap()
            .round;
        let bob = round.setup().player("bob").unwrap();
        let decision = unvalued(&round, bob);
        let card = CardStrategy::of(round.book(), 8).unwrap();
        decision.choices[by_card(&round, bob, &decision, &card).unwrap()]
            .legal
            .choice
    }

    #[test]
    fn a_co_bettor_is_told_to_double_only_where_the_card_doubles() {
        // The card doubles 11 against a 6, and draws on 9 against a king.
        assert!(matches!(
            says_to_bob("deal  5s | 6d | 6c"),
            Choice::Double { .. }
        ));
        assert!(matches!(
            says_to_bob("deal  5s | Kd | 4c"),
            Choice::NoDouble { .. }
        ));
    }
}
