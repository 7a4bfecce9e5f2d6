//! Hands to practise on, without a table: drawn from the shoe, with what every action is worth.

use crate::analysis::{About, Asked, Question};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::hand::{ActionLine, Lie, hand_page, ranked};
use crate::input::Body;
use crate::refused::Refused;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use cards::{Card, WordSource, index_below};
use desk::Deed;
use fair::{Entropy as _, Seeded};
use game::Total;
use report::position_words;
use rules::{ForfeitWhen, Money};
use serde::{Deserialize, Serialize};
use solver::{CardValue, Hands, Terms, doubled_position, full_shoe};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// So often cards are drawn until they make a hand of the drill: even the rarest comes once in a
/// few hundred.
const DRAWN_MOST: usize = 100_000;
/// Seeds of our own are numbers that every reader of JSON reads exactly.
const SEED_BITS: u32 = 53;

/// What is practised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum Drill {
    /// Any first two cards but Pontoon.
    #[default]
    Any,
    /// Two cards of a 6-7-8, or two sevens.
    Special,
    /// A hard 9, 10 or 11 that was doubled and came below 21: keep or forfeit.
    Forfeit,
    /// Two cards of one value.
    Pairs,
    /// An Ace and another card, but Pontoon.
    Soft,
}

/// A hand is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct DealWanted {
    /// The id of the book.
    pub(crate) book: String,
    /// How many decks; the usual number unless told.
    pub(crate) decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told.
    #[schema(value_type = Option<u64>)]
    pub(crate) wager: Option<Money>,
    /// Settings that are changed, by key or reading.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub(crate) set: BTreeMap<String, String>,
    /// What is practised.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Drill>", optional))]
    pub(crate) drill: Drill,
    /// The same seed gives the same hand; one of the house's own unless told.
    pub(crate) seed: Option<u64>,
}

/// A hand to practise on.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Dealt {
    /// Which book.
    pub(crate) about: About,
    /// What is practised.
    pub(crate) drill: Drill,
    /// The seed that gives this hand.
    pub(crate) seed: u64,
    /// The cards of the hand.
    pub(crate) hand: Vec<String>,
    /// What the hand counts.
    #[schema(value_type = Object)]
    pub(crate) total: Total,
    /// The dealer's card.
    pub(crate) upcard: String,
    /// Whether the hand was doubled; its last card came for that.
    pub(crate) doubled: bool,
    /// What may be done, the best first.
    pub(crate) actions: Vec<ActionLine>,
    /// By how much the best is better than the next.
    pub(crate) margin: Option<f64>,
}

/// Words from a seed.
struct SeedWords(Seeded);

impl WordSource for SeedWords {
    fn next_word(&mut self) -> u32 {
        let mut bytes = [0; 4];
        // A stream from a seed does not run dry.
        let _ = self.0.fill(&mut bytes);
        u32::from_le_bytes(bytes)
    }
}

/// Whether cards are a hand of the drill.
fn fits(drill: Drill, cards: &[Card]) -> bool {
    let values: Vec<CardValue> = cards.iter().map(|card| CardValue::of(card.rank)).collect();
    let Some(hand) = Hands::list()
        .of(values.iter().copied())
        .map(|no| Hands::list().get(no))
    else {
        return false;
    };
    if hand.points() == 21 {
        return false;
    }
    let &[one, other, ..] = values.as_slice() else {
        return false;
    };
    match drill {
        Drill::Any => true,
        Drill::Special => {
            let of_678 = [CardValue::SIX, CardValue::SEVEN, CardValue::EIGHT];
            let two = of_678.contains(&one) && of_678.contains(&other);
            two && (one != other || one == CardValue::SEVEN)
        }
        Drill::Forfeit => {
            let soft = one == CardValue::ACE || other == CardValue::ACE;
            !soft && (9..=11).contains(&(one.points() + other.points()))
        }
        Drill::Pairs => one == other,
        Drill::Soft => one == CardValue::ACE || other == CardValue::ACE,
    }
}

/// Draws a hand of the drill and an upcard. Every way in which such cards can come out of the shoe
/// is as likely as another:
/// whatever makes no hand of the drill is put back, and everything is drawn again.
fn draw(shoe: &[Card], drill: Drill, words: &mut impl WordSource) -> Option<(Vec<Card>, Card)> {
    let held = if drill == Drill::Forfeit { 3 } else { 2 };
    for _ in 0..DRAWN_MOST {
        let mut left = shoe.to_vec();
        let mut drawn = Vec::new();
        for _ in 0..=held {
            let count = u32::try_from(left.len()).ok().filter(|count| *count > 0)?;
            drawn.push(left.swap_remove(usize::try_from(index_below(count, words)).ok()?));
        }
        let upcard = drawn.remove(0);
        if fits(drill, &drawn) {
            return Some((drawn, upcard));
        }
    }
    None
}

fn dealt(asked: &Asked, drill: Drill, seed: u64) -> Result<Dealt, String> {
    let terms = Terms::of(&asked.book, asked.key.wager);
    if drill == Drill::Forfeit && terms.double.forfeit == ForfeitWhen::Never {
        return Err(format!(
            "{} lets nobody forfeit a doubled hand",
            asked.key.book
        ));
    }
    let shoe = full_shoe(&asked.book, asked.key.decks).map_err(|error| error.to_string())?;
    let cards: Vec<Card> = shoe.cards().collect();
    let drawn = draw(&cards, drill, &mut SeedWords(Seeded::of_number(seed)));
    let (hand, upcard) = drawn.ok_or_else(|| "this shoe has no hand of the drill".to_owned())?;
    let lie = Lie {
        hand,
        upcard,
        removed: Vec::new(),
    };
    let actions = if drill == Drill::Forfeit {
        let found = doubled_position(&terms, &shoe, &[], &lie.hand, upcard);
        let found = found.map_err(|error| position_words(&asked.book, &error))?;
        ranked(
            [("keep", found.keep)]
                .into_iter()
                .chain(found.forfeit.map(|worth| ("forfeit", worth))),
        )
    } else {
        hand_page(asked, &lie)?.actions
    };
    let total = match drill {
        Drill::Forfeit => Total::of_doubled(&lie.hand, terms.double.aces),
        Drill::Any | Drill::Special | Drill::Pairs | Drill::Soft => Total::of(&lie.hand),
    };
    Ok(Dealt {
        about: asked.about(),
        drill,
        seed,
        total,
        hand: lie.hand.iter().map(Card::to_string).collect(),
        upcard: upcard.to_string(),
        doubled: drill == Drill::Forfeit,
        margin: actions.get(1).map(|second| second.behind),
        actions,
    })
}

/// A random hand of a drill against a random card of the dealer, with what every action is worth.
#[utoipa::path(post, path = "/api/trainer/deal", tag = "analysis", request_body = DealWanted,
    responses(
        (status = 200, body = Dealt),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn deal(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(wanted): Body<DealWanted>,
) -> Result<Json<Dealt>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let DealWanted {
        book,
        decks,
        wager,
        set,
        drill,
        seed,
    } = wanted;
    let asked = Question {
        book,
        decks,
        wager,
        set,
    }
    .asked()?;
    let chance = || {
        running
            .chance()
            .bytes::<8>()
            .map(|bytes| u64::from_le_bytes(bytes) >> (u64::BITS - SEED_BITS))
    };
    let seed = seed
        .map_or_else(chance, Ok)
        .map_err(|_| Refused::NoEntropy)?;
    let dealt = running
        .analyses()
        .quick
        .work(move || dealt(&asked, drill, seed))
        .await?;
    dealt.map(Json).map_err(|what| ApiError::bad("form", &what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn a_drill_has_its_hands_and_no_others() {
        let fitting = |text: &str| {
            let drills = [Drill::Any, Drill::Special, Drill::Pairs, Drill::Soft];
            drills
                .into_iter()
                .filter(|drill| fits(*drill, &cards(text)))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            fitting("As Kh"),
            [],
            "Pontoon is paid, and nothing is to be decided"
        );
        assert_eq!(fitting("6s 8h"), [Drill::Any, Drill::Special]);
        assert_eq!(fitting("7s 7h"), [Drill::Any, Drill::Special, Drill::Pairs]);
        assert_eq!(fitting("8s 8h"), [Drill::Any, Drill::Pairs]);
        assert_eq!(fitting("Ks Jh"), [Drill::Any, Drill::Pairs]);
        assert_eq!(fitting("2s Ah"), [Drill::Any, Drill::Soft]);
        let doubled = |text: &str| fits(Drill::Forfeit, &cards(text));
        assert!(doubled("6s 5h 2d") && doubled("4s 5h Kd"));
        assert!(!doubled("6s 5h Kd"), "21 is not given up");
        assert!(!doubled("Ks 5h 2d") && !doubled("As 8h 2d"));
    }

    #[test]
    fn hands_of_a_drill_come_as_often_as_the_shoe_has_them() {
        // Three sevens and two eights: of the pairs, three are of sevens and one of eights, before
        // an upcard is drawn.
        // With the upcard: sevens 3·2 orders times 3 cards, eights 2 orders times 3: three to one.
        let shoe = cards("7c 7d 7h 8c 8d");
        let mut words = SeedWords(Seeded::of_number(7));
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..4000 {
            let (hand, _) = draw(&shoe, Drill::Pairs, &mut words).unwrap();
            *counts
                .entry(hand[0].to_string().chars().take(1).collect())
                .or_default() += 1;
        }
        // 3000 expected, with a standard deviation of 27.
        assert!((2860..3140).contains(&counts["7"]), "{counts:?}");
        assert_eq!(draw(&cards("2c 3c 4c"), Drill::Pairs, &mut words), None);
    }
}
