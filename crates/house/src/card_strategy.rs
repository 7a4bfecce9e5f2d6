//! The strategy that fits on a card, for one book and number of decks: totals, numbers of cards,
//! pairs and 6-7-8s.
//!
//! It goes by the cards on the layout and by what is allowed, and by nothing else: it does not
//! count, and it does not know what lies in the shoe.

use cards::Card;
use rules::{Money, RuleBook};
use solver::{
    Action, CardValue, Chart, Detail, Hands, Options, Plan, Question, ShoeError, SuitClass,
};
use std::sync::Arc;

/// The wager for which the card is made, as `pontoon strategy` makes it. Only sevens against a
/// seven ask for it: it decides what Super Bonus may be won.
const WAGER: Money = Money::from_dollars(25);

/// A card with the strategy of a book.
#[derive(Clone, Debug)]
pub struct CardStrategy {
    chart: Chart,
}

impl CardStrategy {
    /// Solves a book for so many decks and writes the card. This takes a good part of a second:
    /// once a book is enough.
    ///
    /// # Errors
    ///
    /// When so few cards may run out in mid-round, or the odds have no common unit: then there is
    /// no exact worth.
    pub fn of(book: &RuleBook, decks: u8) -> Result<Arc<Self>, ShoeError> {
        let question = Question::of(book, decks, WAGER);
        let solved = question.solved()?;
        Ok(Arc::new(Self {
            chart: Chart::new(&question.terms, &solved, Detail::ByCards),
        }))
    }

    /// The chart on the card.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// What the card says of a hand against an upcard: the best of what is allowed. Nothing only
    /// where nothing is allowed, or where the cards make no hand below 21.
    pub fn action(&self, upcard: Card, cards: &[Card], allowed: &[Action]) -> Option<Action> {
        let hands = Hands::list();
        let hand = hands.of(cards.iter().map(|card| CardValue::of(card.rank)))?;
        let suits = match cards {
            [one, other] => SuitClass::of(one.suit, other.suit),
            [] | [_] | [_, _, _, ..] => SuitClass::Mixed,
        };
        // The card ranks what may be done; the worth beside each action is not looked at.
        let open = |action| allowed.contains(&action).then_some(0.0);
        let options: Options<f64> = Options {
            stand: open(Action::Stand),
            draw: open(Action::Draw),
            double: open(Action::Double),
            split: open(Action::Split),
            surrender: open(Action::Surrender),
        };
        self.chart
            .choose(CardValue::of(upcard.rank), hands.get(hand), suits, &options)
            .map(|(action, _)| action)
    }

    /// Whether a doubled hand of so many points is given up.
    pub fn forfeits(&self, upcard: Card, points: u8) -> bool {
        self.chart.gives_up(CardValue::of(upcard.rank), points)
    }
}
