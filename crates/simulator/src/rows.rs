//! A round as one flat table: what is known of it so far, and for each next card the row that
//! follows.

use crate::code::{CODES, COLUMNS, Code};
use crate::ended::Ended;
use cards::Suit;
use solver::{CardValue, HandNo, Outcome};

/// Whose hand a row is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Whose {
    /// A box's own two cards.
    Dealt,
    /// A hand of a split that starts with a card of this value.
    Split(CardValue),
}

/// What has been split on a box so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Splits {
    /// Whether another split is allowed.
    pub(crate) may_again: bool,
    /// Whether the strategy splits again a pair that comes again.
    pub(crate) again: bool,
    /// Whether sevens of one suit were split.
    pub(crate) suited_sevens: bool,
}

/// What a row stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Row {
    /// No card yet: the next is the dealer's.
    Start,
    /// The upcard lies.
    Upcard(Code),
    /// And the first card of the box.
    First(Code, Code),
    /// The first card of a hand of a split.
    SplitFirst {
        /// The upcard.
        upcard: Code,
        /// The card.
        first: Code,
        /// What has been split.
        splits: Splits,
    },
    /// A hand to which a card is drawn.
    Hand {
        /// The upcard: told by suit only while that matters.
        upcard: Code,
        /// The hand.
        hand: HandNo,
        /// Whose it is.
        whose: Whose,
        /// The suit of two cards that can become a 6-7-8 or 7-7-7, and whether 7-7-7 would win the
        /// Super Bonus.
        suit: Option<(Suit, bool)>,
        /// Whether the card is drawn to a double.
        doubled: bool,
    },
    /// The dealer's upcard, when the boxes are done.
    DealerFirst(Code),
    /// The dealer's hand: points with Aces as 1, whether an Ace is among them.
    Dealer {
        /// The points.
        hard: u8,
        /// Whether there is an Ace.
        ace: bool,
    },
    /// The box has ended: the dealer's hand decides.
    Ended(CardValue, Ended),
    /// Nothing more is asked of the table.
    Over(RoundEnd),
    /// The dealer's hand has ended.
    Outcome(Outcome),
    /// A hand of a split is done.
    SplitDone(HandEnd),
}

/// How a round leaves the table before the dealer draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum RoundEnd {
    /// The box has ended against such an upcard, and comes to the same whatever the dealer has.
    Box(CardValue, Ended),
    /// The dealer's upcard and a pair that is split.
    Split(Code, Code, Code),
    /// Three sevens of one suit that win the Super Bonus.
    SuperBonus(Suit),
}

/// What becomes of a hand of a split.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum HandEnd {
    /// It has ended.
    Ended(Ended),
    /// It has won the Super Bonus.
    SuperBonus(Suit),
    /// It is split again: its second card.
    Again(Code),
}

/// The rows that follow a row, by code: as long as a line of the machine's cache, and laid where
/// one begins.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Cells(pub(crate) [u16; COLUMNS]);

/// One way to play.
#[derive(Clone, Default, Debug)]
pub(crate) struct Band {
    /// For each row and code the row that follows.
    pub(crate) next: Vec<Cells>,
    /// Whether a pair that comes again is split again, by upcard and the cards of the first pair.
    pub(crate) again: Vec<bool>,
}

impl Band {
    /// Whether a pair that comes again is split again when this one was.
    pub(crate) fn again(&self, upcard: Code, pair: (Code, Code)) -> bool {
        self.again[pair_place(upcard, pair)]
    }

    /// The row that follows when a card comes.
    #[inline(always)]
    pub(crate) fn after(&self, place: u16, code: Code) -> u16 {
        self.next[usize::from(place)].0[code.column() % COLUMNS]
    }
}

/// The table.
#[derive(Clone, Default, Debug)]
pub(crate) struct Rows {
    /// What each row stands for. Hands first, then boxes that have ended and wait for the dealer,
    /// those that wait for nothing, those that are split, those that win the Super Bonus, the
    /// dealer's outcomes in their own order, and what becomes of split hands.
    pub(crate) rows: Vec<Row>,
    /// The ways to play: one, or for a counter one for each band of the true count.
    pub(crate) bands: Vec<Band>,
    /// How a hand can end, and which of these a row of an ended box stands for.
    pub(crate) ends: Vec<Ended>,
    pub(crate) end_of: Vec<u16>,
    /// Where the hands of splits start, by upcard, first card and what was split.
    pub(crate) split_starts: Vec<Option<u16>>,
    /// Where the dealer's hand starts, by upcard.
    pub(crate) dealer_starts: [u16; CODES],
    pub(crate) start: u16,
    pub(crate) ended: u16,
    pub(crate) over: u16,
    pub(crate) split: u16,
    pub(crate) super_bonus: u16,
    pub(crate) outcomes: u16,
}

impl Rows {
    /// Where a hand of a split starts; none where no such pair is split.
    pub(crate) fn split_start(&self, upcard: Code, first: Code, splits: Splits) -> Option<u16> {
        self.split_starts[split_place(upcard, first, splits)]
    }

    /// Where the dealer's hand starts.
    pub(crate) fn dealer_start(&self, upcard: Code) -> u16 {
        self.dealer_starts[upcard.column()]
    }

    /// The first way to play: the only one, where nobody counts.
    pub(crate) fn first(&self) -> &Band {
        &self.bands[0]
    }

    /// How a hand of a split has ended at a row, if one has and there is nothing to win beside its
    /// odds.
    pub(crate) fn split_end(&self, place: u16) -> Option<Ended> {
        if let Row::SplitDone(HandEnd::Ended(ended)) = self.row(place) {
            Some(ended)
        } else {
            None
        }
    }

    /// The row of an upcard alone.
    pub(crate) fn upcard(&self, upcard: Code) -> u16 {
        self.first().after(self.start, upcard)
    }

    /// What a row stands for.
    pub(crate) fn row(&self, place: u16) -> Row {
        self.rows[usize::from(place)]
    }
}

/// A row at which no hand has ended.
pub(crate) const NO_END: u16 = u16::MAX;

/// How many places there are for starts of split hands.
pub(crate) const SPLIT_PLACES: usize = CODES * CODES * 8;

pub(crate) fn split_place(upcard: Code, first: Code, splits: Splits) -> usize {
    let Splits {
        may_again,
        again,
        suited_sevens,
    } = splits;
    let split = 4 * usize::from(may_again) + 2 * usize::from(again) + usize::from(suited_sevens);
    (upcard.column() * CODES + first.column()) * 8 + split
}

/// How many places there are for pairs against upcards.
pub(crate) const PAIR_PLACES: usize = CODES * CODES * CODES;

pub(crate) fn pair_place(upcard: Code, pair: (Code, Code)) -> usize {
    (upcard.column() * CODES + pair.0.column()) * CODES + pair.1.column()
}
