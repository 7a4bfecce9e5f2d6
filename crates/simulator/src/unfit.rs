//! Why a table cannot be simulated.

use crate::alike::MOST_CARDS;
use crate::by_rows::BOXES;
use crate::dealing::{Cut, Dealing};
use crate::seats::{Seat, Table};
use game::SetupFault;
use solver::{Pile, ShoeError, Terms, check_shoe};
use std::fmt;

/// Why a table cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// A round may need more cards than there are.
    Shoe(ShoeError),
    /// The shoe has more cards than there is room for.
    TooManyCards {
        /// So many.
        cards: usize,
    },
    /// The strategy tells more hands apart than can be numbered.
    TooManyHands,
    /// The engine does not open such a table.
    Setup(Box<SetupFault>),
    /// More boxes, or fewer, than the book has.
    Boxes {
        /// So many.
        boxes: usize,
        /// The book has these at most.
        most: u8,
    },
    /// More bettors on a box, or fewer, than the book allows.
    Bettors {
        /// So many.
        bettors: usize,
        /// The book allows these at most.
        most: u8,
    },
    /// A box names no seat, or a seat has not as many ways to play as its counts ask for.
    Seats,
    /// Every box may sit out, and then nobody would be dealt a card.
    NobodyStays,
    /// The cutting card is not where the book wants it.
    Cut {
        /// Where it is.
        cut: Cut,
        /// Where it may be.
        allowed: Cut,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe(error) => error.fmt(f),
            Self::TooManyCards { cards } => write!(
                f,
                "a shoe of {cards} cards is not simulated: \
                {MOST_CARDS} are the most"
            ),
            Self::TooManyHands => f.write_str(
                "this strategy draws to more different hands than \
                can be simulated",
            ),
            Self::Setup(fault) => fault.fmt(f),
            Self::Boxes { boxes, most } => write!(
                f,
                "a table of {boxes} boxes is not dealt: this \
                book has 1 to {most}"
            ),
            Self::Bettors { bettors, most } => write!(
                f,
                "{bettors} bettors on a box: this book \
                allows 1 to {most}"
            ),
            Self::Seats => f.write_str(
                "each box needs a seat, and each seat one way to play for \
                each band of its true count",
            ),
            Self::NobodyStays => f.write_str(
                "every box sits out at some count, and then no cards would be dealt: \
                    add a box that always plays",
            ),
            Self::Cut { cut, allowed } => write!(
                f,
                "a cutting card with {} to {} cards behind it is not allowed: {} to {} are",
                cut.least, cut.most, allowed.least, allowed.most
            ),
        }
    }
}

impl std::error::Error for Unfit {}

impl Table<'_> {
    /// Whether the table can be simulated at all.
    pub(crate) fn check(&self) -> Result<(), Unfit> {
        let most = self.book.boxes.most.is.get();
        if self.boxes.is_empty() || self.boxes.len() > usize::from(most).min(BOXES) {
            return Err(Unfit::Boxes {
                boxes: self.boxes.len(),
                most,
            });
        }
        let bands = |seat: &Seat<'_>| {
            seat.mind
                .counting
                .map_or(0, |counting| counting.thresholds.len())
                + 1
        };
        let misfit = self
            .seats
            .iter()
            .any(|seat| seat.mind.plays.len() != bands(seat));
        if misfit
            || self.seats.len() > BOXES
            || self.boxes.iter().any(|&seat| seat >= self.seats.len())
        {
            return Err(Unfit::Seats);
        }
        let most = self.book.boxes.bettors.is.get();
        if let Some(seat) = self
            .seats
            .iter()
            .find(|seat| !(1..=usize::from(most)).contains(&seat.bettors.len()))
        {
            return Err(Unfit::Bettors {
                bettors: seat.bettors.len(),
                most,
            });
        }
        if self
            .boxes
            .iter()
            .all(|&seat| self.seats[seat].may_sit_out())
        {
            return Err(Unfit::NobodyStays);
        }
        for bets in self.seats.iter().flat_map(|seat| &seat.bettors) {
            check_shoe(&Terms::of(self.book, bets.wager), &Pile::of(&self.shoe))
                .map_err(Unfit::Shoe)?;
        }
        let cards = self.shoe.cards().count();
        if cards > MOST_CARDS {
            return Err(Unfit::TooManyCards { cards });
        }
        match self.dealing {
            Dealing::Shoe(cut) => {
                let allowed = Cut::allowed(self.book, self.shoe.len());
                if cut.is_within(allowed) {
                    Ok(())
                } else {
                    Err(Unfit::Cut { cut, allowed })
                }
            }
            Dealing::Fresh | Dealing::Device => Ok(()),
        }
    }
}
