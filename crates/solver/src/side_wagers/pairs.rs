//! The wager on a pair: how often the first two cards of a box match, and what that is worth.
//!
//! It asks for rank, suit and colour only. What a hand of two equal cards is worth to play is no
//! matter here.

use super::{Fraction, SideResult, SideWager, SideWagerError, at_least, new_shoe};
use cards::{Card, Composition, Suit};
use rules::{Cited, Clause, Odds, PairWager, RuleBook};

/// How two cards of one rank match. A King and a Queen do not, although they count the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairKind {
    /// Of two colours.
    Mixed,
    /// Of one colour and two suits.
    Coloured,
    /// Of one suit.
    Perfect,
}

impl PairKind {
    /// How two cards match, if they do.
    pub fn of(one: Card, other: Card) -> Option<Self> {
        if one.rank != other.rank {
            None
        } else if one.suit == other.suit {
            Some(Self::Perfect)
        } else if one.suit.colour() == other.suit.colour() {
            Some(Self::Coloured)
        } else {
            Some(Self::Mixed)
        }
    }
}

/// One value for each kind of pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ByPair<T> {
    pub mixed: T,
    pub coloured: T,
    pub perfect: T,
}

/// How many cards of a pile match `card`, which is not one of the pile.
pub fn matches(card: Card, pile: &Composition) -> ByPair<u32> {
    let mut found = ByPair {
        mixed: 0,
        coloured: 0,
        perfect: 0,
    };
    for suit in Suit::ALL {
        let other = Card {
            rank: card.rank,
            suit,
        };
        match PairKind::of(card, other) {
            Some(PairKind::Mixed) => found.mixed += u32::from(pile.count(other)),
            Some(PairKind::Coloured) => found.coloured += u32::from(pile.count(other)),
            Some(PairKind::Perfect) => found.perfect += u32::from(pile.count(other)),
            None => {}
        }
    }
    found
}

/// How often the first two cards from a shoe are a pair of each kind.
///
/// # Errors
///
/// When the shoe does not hold two cards.
pub fn probabilities(shoe: &Composition) -> Result<ByPair<Fraction>, SideWagerError> {
    let cards = at_least(2, shoe)?;
    let mut ordered = ByPair {
        mixed: 0_i128,
        coloured: 0_i128,
        perfect: 0_i128,
    };
    for (card, count) in shoe.kinds() {
        let mut rest = shoe.clone();
        assert!(rest.take(card), "the shoe names only cards it holds");
        let second = matches(card, &rest);
        ordered.mixed += i128::from(count) * i128::from(second.mixed);
        ordered.coloured += i128::from(count) * i128::from(second.coloured);
        ordered.perfect += i128::from(count) * i128::from(second.perfect);
    }
    let part = |pairs: i128| Fraction::new(pairs, cards * (cards - 1));
    Ok(ByPair {
        mixed: part(ordered.mixed),
        coloured: part(ordered.coloured),
        perfect: part(ordered.perfect),
    })
}

/// What a wager on a pair pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PayTable {
    /// Perfect Pairs: each kind has its odds.
    PerfectPairs {
        /// The odds of each kind.
        pays: ByPair<Cited<Odds>>,
        /// Where the book says that no pair loses.
        lost: Clause,
    },
    /// The Pair wager: every kind pays the same.
    Pair {
        /// The odds.
        pays: Cited<Odds>,
        /// Where the book says that no pair loses.
        lost: Clause,
    },
}

impl PayTable {
    /// The pay tables that the five books print between them, here without a clause.
    pub const PRINTED: [Self; 3] = [
        Self::perfect_pairs(5, 10, 25),
        Self::perfect_pairs(6, 12, 25),
        Self::pair(11),
    ];

    /// Perfect Pairs at so much to 1, in no book.
    pub const fn perfect_pairs(mixed: u16, coloured: u16, perfect: u16) -> Self {
        let pays = ByPair {
            mixed: uncited(mixed),
            coloured: uncited(coloured),
            perfect: uncited(perfect),
        };
        Self::PerfectPairs {
            pays,
            lost: Clause::SILENT,
        }
    }

    /// The Pair wager at so much to 1, in no book.
    pub const fn pair(paid: u16) -> Self {
        Self::Pair {
            pays: uncited(paid),
            lost: Clause::SILENT,
        }
    }

    /// The pay table of a book, if it offers a wager on a pair.
    pub fn of(book: &RuleBook) -> Option<Self> {
        let rule = &book.pairs;
        let lost = rule.lost.clause;
        match rule.wager.is {
            PairWager::None => None,
            PairWager::PerfectPairs => {
                let pays = ByPair {
                    mixed: rule.mixed,
                    coloured: rule.coloured,
                    perfect: rule.perfect,
                };
                Some(Self::PerfectPairs { pays, lost })
            }
            PairWager::Pair => Some(Self::Pair {
                pays: rule.pair,
                lost,
            }),
        }
    }

    /// The wager with its odds: `Perfect Pairs 5/10/25`, `Pair 11`.
    pub fn name(&self) -> String {
        match self {
            Self::PerfectPairs { pays, .. } => {
                format!(
                    "Perfect Pairs {}/{}/{}",
                    short(pays.mixed.is),
                    short(pays.coloured.is),
                    short(pays.perfect.is)
                )
            }
            Self::Pair { pays, .. } => format!("Pair {}", short(pays.is)),
        }
    }
}

/// The wager on a pair as a book pays it, on the first two cards of a box from any shoe, new or
/// partly dealt.
///
/// # Errors
///
/// When the book offers no such wager, or the shoe does not hold two cards.
pub fn side_wager(book: &RuleBook, shoe: &Composition) -> Result<SideWager, SideWagerError> {
    let not_offered = || SideWagerError::NotOffered {
        book: book.id.clone(),
        wager: "pair",
    };
    side_wager_at(&PayTable::of(book).ok_or_else(not_offered)?, shoe)
}

/// The wager on a pair at any pay table.
///
/// # Errors
///
/// When the shoe does not hold two cards.
pub fn side_wager_at(table: &PayTable, shoe: &Composition) -> Result<SideWager, SideWagerError> {
    let how_often = probabilities(shoe)?;
    let won = |name: &str, pays: Cited<Odds>, probability| {
        SideResult::new(name, Some(pays.is), pays.clause, probability)
    };
    let (won, lost) = match *table {
        PayTable::PerfectPairs { pays, lost } => {
            let results = vec![
                won("mixed pair", pays.mixed, how_often.mixed),
                won("coloured pair", pays.coloured, how_often.coloured),
                won("perfect pair", pays.perfect, how_often.perfect),
            ];
            (results, lost)
        }
        PayTable::Pair { pays, lost } => (
            vec![won(
                "pair",
                pays,
                how_often.mixed + how_often.coloured + how_often.perfect,
            )],
            lost,
        ),
    };
    Ok(SideWager::new(table.name(), won, ("no pair", lost)))
}

/// The wager on a pair from so many new decks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckRow {
    /// The number of decks.
    pub decks: u8,
    /// As the book pays it, if it offers the wager.
    pub own: Option<SideWager>,
    /// At each of [`PayTable::PRINTED`], for comparison.
    pub printed: Vec<SideWager>,
}

/// The wager on a pair for each number of decks a book allows with it, smallest first.
pub fn by_decks(book: &RuleBook) -> Vec<DeckRow> {
    let row = |decks| {
        let shoe = new_shoe(book, decks);
        let at = |table: &PayTable| side_wager_at(table, &shoe).expect("a deck holds two cards");
        DeckRow {
            decks,
            own: PayTable::of(book).as_ref().map(at),
            printed: PayTable::PRINTED.iter().map(at).collect(),
        }
    };
    book.cards.decks_with_pairs.is.counts().map(row).collect()
}

const fn uncited(paid: u16) -> Cited<Odds> {
    Cited {
        is: Odds::to_one(paid),
        clause: Clause::SILENT,
    }
}

/// Odds to 1 by their first number, as players name a pay table.
fn short(odds: Odds) -> String {
    if odds.wagered() == 1 {
        odds.paid().to_string()
    } else {
        odds.to_string()
    }
}
