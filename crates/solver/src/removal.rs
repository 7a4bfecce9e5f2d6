//! Effects of removal: what one card fewer in the shoe is worth to a bettor, by the value of the
//! card.
//!
//! Nothing is counted here: what a counter makes of the effects stands in `tags.rs`.

use crate::number::Fraction;
use crate::pile::Pile;
use crate::price::Question;
use crate::side_wagers::{SideWagerError, insurance};
use crate::split::Bounded;
use crate::value::{CardValue, VALUES};
use crate::worth::{ShoeError, full_shoe};
use cards::Suit;
use num_traits::Zero;
use rules::{Money, RuleBook};

/// A full shoe, and every shoe that lacks one card of it.
#[derive(Clone, Debug)]
pub struct Removal {
    /// The full shoe.
    pub full: Question,
    /// How many decks it is made of.
    pub decks: u8,
    /// The shoes that lack a card, by its value.
    pub without: Vec<Without>,
}

/// A shoe that lacks one card.
#[derive(Clone, Debug)]
pub struct Without {
    /// The value of the card that is gone.
    pub value: CardValue,
    /// How many cards of the full shoe would leave an equal shoe behind.
    pub cards: u16,
    /// What is left.
    pub question: Question,
}

/// What one card fewer is worth.
#[derive(Clone, Debug)]
pub struct Effects {
    /// The expectation of the full shoe at best play.
    pub expectation: Bounded<f64>,
    /// What one card of each value fewer adds to it.
    pub by_value: [f64; VALUES],
    /// By how much each of these may be wrong.
    pub slack: f64,
    /// The cards they were reckoned for.
    pub cards: Cards,
}

/// How many cards of each value a shoe holds, and how many a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cards {
    /// Of each value in the shoe.
    pub counts: [u16; VALUES],
    /// In a deck.
    pub deck: u16,
}

impl Removal {
    /// A book's full shoe for a bettor who wagers so much.
    ///
    /// # Errors
    ///
    /// When the book does not allow so many decks.
    pub fn of(book: &RuleBook, decks: u8, wager: Money) -> Result<Self, ShoeError> {
        full_shoe(book, decks)?;
        Ok(Self::new(Question::of(book, decks, wager), decks))
    }

    fn new(full: Question, decks: u8) -> Self {
        let mut without: Vec<Without> = Vec::new();
        for value in CardValue::all() {
            let mut known: Vec<([u16; 4], usize)> = Vec::new();
            for (suit, count) in full.shoe.suits(value) {
                let alike = alike(&full.shoe, value, suit);
                if let Some(&(_, place)) = known.iter().find(|(other, _)| *other == alike) {
                    without[place].cards += count;
                } else if let Some(shoe) = full.shoe.without(value, suit) {
                    known.push((alike, without.len()));
                    without.push(Without {
                        value,
                        cards: count,
                        question: Question {
                            shoe,
                            terms: full.terms.clone(),
                        },
                    });
                }
            }
        }
        Self {
            full,
            decks,
            without,
        }
    }

    /// Every shoe to solve: the full one, then those that lack a card.
    pub fn questions(&self) -> Vec<&Question> {
        [&self.full]
            .into_iter()
            .chain(self.without.iter().map(|without| &without.question))
            .collect()
    }

    /// The cards of the full shoe.
    pub fn cards(&self) -> Cards {
        Cards {
            counts: *self.full.shoe.values(),
            deck: self.full.shoe.len() / u16::from(self.decks.max(1)),
        }
    }

    /// The effects, from the expectation of each of the [questions](Self::questions) in their
    /// order.
    ///
    /// # Panics
    ///
    /// When there is not an answer to each question.
    pub fn effects(&self, answers: &[Bounded<f64>]) -> Effects {
        assert_eq!(
            answers.len(),
            self.without.len() + 1,
            "an answer to each question"
        );
        let worths: Vec<f64> = answers.iter().map(|answer| answer.worth).collect();
        let widest = answers[1..]
            .iter()
            .map(|answer| answer.slack)
            .fold(0.0, f64::max);
        Effects {
            expectation: answers[0],
            by_value: self.changes(&worths),
            slack: answers[0].slack + widest,
            cards: self.cards(),
        }
    }

    /// By how much something changes with one card of each value fewer, from what it is in each of
    /// the [questions](Self::questions): the mean over the suits of a value, each as often as it is
    /// there.
    pub(crate) fn changes(&self, answers: &[f64]) -> [f64; VALUES] {
        let mut changes = [0.0; VALUES];
        let Some((full, rest)) = answers.split_first() else {
            return changes;
        };
        for (without, answer) in self.without.iter().zip(rest) {
            let share = f64::from(without.cards) / f64::from(self.full.shoe.count(without.value));
            changes[without.value.index()] += (answer - full) * share;
        }
        changes
    }
}

/// What a card of a suit is known by: cards known by the same leave shoes behind that are worth the
/// same.
fn alike(shoe: &Pile, value: CardValue, suit: Suit) -> [u16; 4] {
    let bonus = [CardValue::SIX, CardValue::SEVEN, CardValue::EIGHT];
    if !bonus.contains(&value) {
        return [0; 4];
    }
    // Of the suits, spades alone have odds of their own.
    let [six, seven, eight] = bonus.map(|value| shoe.suited(value, suit));
    [u16::from(suit == Suit::Spades), six, seven, eight]
}

impl Effects {
    /// The effects of a book, one shoe after the other.
    ///
    /// # Errors
    ///
    /// When the book does not allow so many decks, or a shoe may run out in mid-round.
    pub fn of(book: &RuleBook, decks: u8, wager: Money) -> Result<Self, ShoeError> {
        let removal = Removal::of(book, decks, wager)?;
        let answers = removal
            .questions()
            .into_iter()
            .map(Question::expectation)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(removal.effects(&answers))
    }

    /// The effect of one card of each deck, if every card has the same effect as the first.
    pub fn a_deck(&self, value: CardValue) -> f64 {
        self.by_value[value.index()] * f64::from(self.cards.len() - 1)
            / f64::from(self.cards.deck - 1)
    }

    /// The mean effect of a card that is taken at random: what it is worth to see one card that is
    /// not played.
    ///
    /// Whoever plays on as before gains nothing by it, whatever the card; who plays the better for
    /// it, a very little.
    pub fn mean(&self) -> f64 {
        self.cards.weighted(|value| self.by_value[value.index()]) / f64::from(self.cards.len())
    }
}

impl Cards {
    /// How many cards there are.
    pub fn len(&self) -> u16 {
        self.counts.iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sum over every card of something that depends on its value.
    pub(crate) fn weighted(&self, of: impl Fn(CardValue) -> f64) -> f64 {
        CardValue::all()
            .map(|value| f64::from(self.counts[value.index()]) * of(value))
            .sum()
    }
}

/// What one more card of each value seen adds to insurance for each unit insured, when the dealer's
/// Ace is all that was seen; with how many cards of the value are unseen.
///
/// # Errors
///
/// When fewer than two cards are unseen.
pub fn insurance_effects(
    book: &RuleBook,
    decks: u8,
) -> Result<[(u16, Fraction); VALUES], SideWagerError> {
    let unseen = insurance::ace_seen(book, decks);
    let before = insurance::side_wager(book, &unseen)?.expectation;
    let mut effects = [(0, Fraction::zero()); VALUES];
    for (card, count) in unseen.kinds() {
        let after = insurance::side_wager(book, &insurance::unseen(&unseen, &[card])?)?.expectation;
        let (unseen, effect) = &mut effects[CardValue::of(card.rank).index()];
        *unseen += count;
        *effect = after - before;
    }
    Ok(effects)
}
