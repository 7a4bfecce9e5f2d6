//! Insurance: how often the dealer's second card makes Pontoon, given the cards that have been
//! seen.
//!
//! The insured hand is not here. Insurance is a wager of its own, and its worth depends on the
//! cards alone.

use super::{Fraction, SideResult, SideWager, SideWagerError, at_least, new_shoe, tens};
use cards::{Card, Composition, Rank, Suit};
use num_traits::Zero;
use rules::RuleBook;

/// What is unseen of a shoe once these cards are seen: the dealer's Ace, one's own two cards, those
/// of other boxes.
///
/// Cards that were burned face down are unseen: they stay in.
///
/// # Errors
///
/// When a card was seen more often than the shoe holds it.
pub fn unseen(shoe: &Composition, seen: &[Card]) -> Result<Composition, SideWagerError> {
    let mut unseen = shoe.clone();
    for &card in seen {
        if !unseen.take(card) {
            return Err(SideWagerError::NotInShoe(card));
        }
    }
    Ok(unseen)
}

/// Insurance for each unit insured, when the dealer shows an Ace and `unseen` is every card that
/// was not seen.
///
/// The dealer's second card comes after the boxes have drawn. That changes nothing: whatever they
/// draw, each unseen card is as likely as any other to be next.
///
/// # Errors
///
/// When no card is unseen.
pub fn side_wager(book: &RuleBook, unseen: &Composition) -> Result<SideWager, SideWagerError> {
    Ok(of_counts(book, tens(unseen), at_least(1, unseen)?))
}

/// The share of ten-point cards among the unseen at which insurance is fair: one third where it
/// pays 2 to 1.
pub fn break_even(book: &RuleBook) -> Fraction {
    let odds = book.insurance.pays.is;
    Fraction::new(
        odds.wagered().into(),
        i128::from(odds.paid()) + i128::from(odds.wagered()),
    )
}

/// Insurance for each number of new decks the book allows, with nothing seen but the dealer's Ace.
pub fn by_decks(book: &RuleBook) -> Vec<(u8, SideWager)> {
    let row = |decks| {
        (
            decks,
            side_wager(book, &ace_seen(book, decks)).expect("a deck is more than an Ace"),
        )
    };
    book.cards.decks.is.counts().map(row).collect()
}

/// So many new decks after the dealer's Ace has been seen; its suit does not matter.
///
/// # Panics
///
/// When there is no deck.
pub fn ace_seen(book: &RuleBook, decks: u8) -> Composition {
    let ace = Card {
        rank: Rank::Ace,
        suit: Suit::Spades,
    };
    unseen(&new_shoe(book, decks), &[ace]).expect("every deck has an Ace of spades")
}

/// Insurance for a box that holds so many cards that count ten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandRow {
    /// How many of the box's two cards count ten.
    pub own_tens: u8,
    /// How often a box holds so many.
    pub probability: Fraction,
    /// Insurance when only the Ace and these two cards are seen.
    pub bet: SideWager,
}

/// Insurance by what the box holds itself: none, one or two cards that count ten.
///
/// `unseen` is everything but the dealer's Ace and what else was seen; the two cards of the box are
/// still in it. Nothing more about them matters. A number of tens that the cards cannot give has no
/// row.
///
/// # Errors
///
/// When fewer than three cards are unseen: two for the box, one for the dealer.
pub fn by_hand(book: &RuleBook, unseen: &Composition) -> Result<Vec<HandRow>, SideWagerError> {
    let cards = at_least(3, unseen)?;
    let tens = tens(unseen);
    let others = cards - tens;
    let ways = [
        (0, others * (others - 1)),
        (1, 2 * tens * others),
        (2, tens * (tens - 1)),
    ];
    let row = |(own_tens, ways): (u8, i128)| HandRow {
        own_tens,
        probability: Fraction::new(ways, cards * (cards - 1)),
        bet: of_counts(book, tens - i128::from(own_tens), cards - 2),
    };
    // Rows are made after the choice: tens that are not there cannot be taken away.
    Ok(ways
        .into_iter()
        .filter(|(_, ways)| !ways.is_zero())
        .map(row)
        .collect())
}

fn of_counts(book: &RuleBook, tens: i128, cards: i128) -> SideWager {
    let pays = book.insurance.pays;
    let won = SideResult::new(
        "dealer's Pontoon",
        Some(pays.is),
        pays.clause,
        Fraction::new(tens, cards),
    );
    SideWager::new(
        "insurance",
        vec![won],
        ("no Pontoon", book.insurance.lost.clause),
    )
}
