//! The whole round as one table, each row kept once: rows from which the same cards lead to the
//! same are the same row.
//!
//! The rows of a book and a strategy tell more apart than what follows needs: the cards of a hand
//! where only its points matter, the suits of an upcard. Since every card brings a round nearer to
//! its end, rows are compared from the end on: those whose successors are the same rows are put
//! together. The two hands of a split pair and the dealer's hand are in the table. What is rare is
//! not: there the round leaves its lane.

use super::cells::{Against, Cells};
use super::split_hands::{SplitHands, Then, against};
use super::ways::Ways;
use crate::by_rows::{Ready, Waits};
use crate::code::{CODES, Code};
use crate::rows::{RoundEnd, Row, Rows, Splits};
use crate::split::most_hands;
use cards::Card;
use rules::{DealerIdle, RuleBook};
use rustc_hash::FxHashMap;
use solver::{CardValue, Outcome, VALUES};

/// Entries of a row for one way to play.
pub(super) const COLUMNS: u32 = 20;
/// The most rows: more would leave the machine's cache, and a lane would wait for memory.
pub(crate) const MOST_ROWS: u32 = 1 << 15;
/// Room for all entries, a power of two, so that a place can be cut to fit instead of checked.
pub(super) const ROOM: usize = 1 << 20;
const _: () = assert!(
    (MOST_ROWS * COLUMNS) < (1 << 20) && CODES < 20,
    "rows and codes fit into their room"
);

/// The row in which a round begins: entering it, the round before is over.
pub(super) const START: u32 = 0;
/// The row of a round that leaves its lane.
pub(super) const RARE: u32 = 1;
/// The row of a lane that waits: every card leads to it again.
pub(super) const WAIT: u32 = 2;
const FIRST: u32 = 3;

/// The row that an entry leads to.
pub(super) const ROW: u32 = 0x7fff;
/// Whether in that row the ways to play differ.
pub(super) const DIFFERS: u32 = 0x8000;
/// What the entry adds to the sum stands above.
pub(super) const ADDED: u32 = 16;

/// Why a round comes to the row [`RARE`]: what is added to its sum then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// It leaves its lane.
    Leave,
    /// A pair has come again.
    Again(Insured),
    /// Of a pair that came again, the dealer's hand has ended.
    Outcome(Outcome),
    /// Of a pair that came again, a hand has ended.
    Ended(usize),
}

/// Whether a box is insured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Insured {
    No,
    Yes,
}

impl Insured {
    const fn of(against: Against) -> Self {
        match against {
            Against::Upcard(_) => Self::No,
            Against::InsuredAce => Self::Yes,
        }
    }
}

const AGAIN: usize = 1;
const AGAIN_INSURED: usize = 2;
const OUTCOME: usize = 3;
const ENDED: usize = OUTCOME + Outcome::ALL.len();

impl Call {
    fn number(self) -> u16 {
        sum(match self {
            Self::Leave => 0,
            Self::Again(Insured::No) => AGAIN,
            Self::Again(Insured::Yes) => AGAIN_INSURED,
            Self::Outcome(outcome) => OUTCOME + outcome.index(),
            Self::Ended(end) => ENDED + end,
        })
    }

    /// The call that was added to a sum of nothing.
    pub(super) fn of(number: usize) -> Self {
        match number {
            0 => Self::Leave,
            AGAIN => Self::Again(Insured::No),
            AGAIN_INSURED => Self::Again(Insured::Yes),
            OUTCOME..ENDED => Self::Outcome(Outcome::ALL[number - OUTCOME]),
            ENDED.. => Self::Ended(number - ENDED),
        }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Transitions {
    /// For each row its entries, as often as there are ways to play where these differ.
    pub(super) next: Box<[u32; ROOM]>,
    /// Where hands of pairs that came again start, by the rows of the book's table.
    alone: FxHashMap<u16, u32>,
    /// Where the dealer's hand starts after them, by upcard: the second card alone, the whole hand.
    dealers: [[u32; 2]; VALUES],
}

impl Transitions {
    /// How many rows there are, each as often as its ways to play.
    #[cfg(test)]
    pub(super) fn rows(&self) -> u32 {
        let last = self.next.iter().map(|entry| entry & ROW).max();
        last.unwrap_or(0) + 1
    }

    /// The entry to a hand of a pair that came again, which starts at a row of the book's table.
    pub(super) fn alone(&self, row: u16) -> Option<u32> {
        self.alone.get(&row).copied()
    }

    /// The entry to the dealer's hand after such hands; none where nothing waits for it.
    pub(super) fn dealer(&self, upcard: CardValue, waits: Waits) -> Option<u32> {
        let [second, whole] = self.dealers[upcard.index()];
        match waits {
            Waits::Nothing => None,
            Waits::SecondCard => Some(second),
            Waits::WholeHand => Some(whole),
        }
    }
}

/// More rows than fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooManyRows;

/// An entry while the table is made: the row that follows, and what is added to the sum.
type Entry = (u32, u16);

struct Maker<'r, 'a> {
    book: &'r RuleBook,
    ready: &'r Ready<'a>,
    ways: &'r Ways<'a>,
    cells: &'r Cells,
    splits: SplitHands<'r, 'a>,
    /// The entries of each row after the first ones; one way to play where all are alike.
    made: Vec<Box<[Entry]>>,
    known: FxHashMap<Box<[Entry]>, u32>,
    hands: FxHashMap<(u16, Against), u32>,
    dealers: FxHashMap<u16, u32>,
    seconds: FxHashMap<(u32, Against, Waits), u32>,
    firsts: FxHashMap<(u32, u32, Against), u32>,
    alone: FxHashMap<u32, u32>,
    dealers_alone: FxHashMap<u16, u32>,
}

impl Transitions {
    /// The table of one box that is played in some ways.
    pub(super) fn new(
        book: &RuleBook,
        ready: &Ready<'_>,
        ways: &Ways<'_>,
        cells: &Cells,
    ) -> Result<Self, TooManyRows> {
        let mut maker = Maker {
            book,
            ready,
            ways,
            cells,
            splits: SplitHands::new(book, ready, cells),
            made: Vec::new(),
            known: FxHashMap::default(),
            hands: FxHashMap::default(),
            dealers: FxHashMap::default(),
            seconds: FxHashMap::default(),
            firsts: FxHashMap::default(),
            alone: FxHashMap::default(),
            dealers_alone: FxHashMap::default(),
        };
        let start: Vec<Entry> = Code::all()
            .map(|first| (maker.first_card(first), 0))
            .collect();
        let (hands, dealers) = maker.after_again();
        maker.lay(&start, hands, dealers)
    }
}

impl Maker<'_, '_> {
    /// The row with these entries, for each way to play and each code.
    fn keep(&mut self, mut entries: Vec<Entry>) -> u32 {
        let (first, others) = entries.split_at(CODES);
        if others.chunks_exact(CODES).all(|other| other == first) {
            entries.truncate(CODES);
        }
        let next = FIRST + u32::try_from(self.made.len()).expect("rows are counted");
        let entries = entries.into_boxed_slice();
        let row = *self.known.entry(entries.clone()).or_insert(next);
        if row == next {
            self.made.push(entries);
        }
        row
    }

    /// The row with what follows by each way to play and each code.
    fn keep_each(&mut self, mut then: impl FnMut(&mut Self, usize, Code) -> Entry) -> u32 {
        let mut entries = Vec::with_capacity(self.ways.len() * CODES);
        for way in 0..self.ways.len() {
            for code in Code::all() {
                entries.push(then(self, way, code));
            }
        }
        self.keep(entries)
    }

    /// The first card of the box lies.
    fn first_card(&mut self, first: Code) -> u32 {
        let rows = Code::all()
            .map(|upcard| (self.upcard(first, upcard), 0))
            .collect();
        self.keep(rows)
    }

    /// And the upcard: the next card is the second of the box.
    fn upcard(&mut self, first: Code, upcard: Code) -> u32 {
        self.keep_each(|maker, way, second| maker.two_cards(way, upcard, [first, second]))
    }

    fn two_cards(&mut self, way: usize, upcard: Code, two: [Code; 2]) -> Entry {
        let rows = &self.ready.rows;
        let band = &rows.bands[self.ways.play(way)];
        let row = [upcard, two[0], two[1]]
            .into_iter()
            .fold(rows.start, |row, code| band.after(row, code));
        let cards = two.map(Code::card);
        let against = match self.insures(way, upcard.card(), cards) {
            true => Against::InsuredAce,
            false => Against::Upcard(upcard.value()),
        };
        self.enter(row, way, against)
    }

    fn insures(&self, way: usize, upcard: Card, two: [Card; 2]) -> bool {
        self.ready.insures()
            && CardValue::of(upcard.rank) == CardValue::ACE
            && self.ways.insures(self.book, way, upcard, two)
    }

    /// What follows when a box comes to a row of the book's table.
    fn enter(&mut self, row: u16, way: usize, against: Against) -> Entry {
        let rows = &self.ready.rows;
        match rows.row(row) {
            Row::Hand { .. } => (self.hand(row, against), 0),
            Row::Ended(..) | Row::Over(RoundEnd::Box(..)) => {
                let end = usize::from(rows.end_of[usize::from(row)]);
                let waits = self.ready.waits(end, against.upcard());
                self.dealer(self.cells.hand(against, end), against, waits)
            }
            Row::Over(RoundEnd::Split(upcard, first, second)) => {
                let splits = Splits {
                    may_again: most_hands(self.ready.terms(), first.value()) > 2,
                    again: rows.bands[self.ways.play(way)].again(upcard, (first, second)),
                    suited_sevens: first == second && first.value() == CardValue::SEVEN,
                };
                let starts = [first, second].map(|code| rows.split_start(upcard, code, splits));
                let [Some(first), Some(second)] = starts else {
                    return (RARE, 0);
                };
                let [first, second] = [first, second].map(|row| self.splits.kind(row));
                (self.first_hand(first, second, against), 0)
            }
            Row::Start
            | Row::Upcard(_)
            | Row::First(..)
            | Row::SplitFirst { .. }
            | Row::DealerFirst(_)
            | Row::Dealer { .. }
            | Row::Over(RoundEnd::SuperBonus(_))
            | Row::Outcome(_)
            | Row::SplitDone(_) => (RARE, 0),
        }
    }

    /// A hand of the box that draws.
    fn hand(&mut self, row: u16, against: Against) -> u32 {
        if let Some(&known) = self.hands.get(&(row, against)) {
            return known;
        }
        let made = self.keep_each(|maker, way, code| {
            let then = maker.ready.rows.bands[maker.ways.play(way)].after(row, code);
            maker.enter(then, way, against)
        });
        self.hands.insert((row, against), made);
        made
    }

    /// The first hand of a split pair; the second one waits.
    fn first_hand(&mut self, hand: u32, other: u32, against: Against) -> u32 {
        if let Some(&known) = self.firsts.get(&(hand, other, against)) {
            return known;
        }
        let again = Call::Again(Insured::of(against)).number();
        let made = self.keep_each(|maker, way, code| {
            match maker.splits.then(hand, maker.ways.play(way), code) {
                Then::Hand(hand) => (maker.first_hand(hand, other, against), 0),
                Then::Ended(end, waits) => {
                    let waits = self::against(waits, against.upcard());
                    let added = maker.cells.first_hand(against, end);
                    (maker.second_hand(other, against, waits), sum(added))
                }
                Then::Again => (RARE, again),
                Then::Rare => (RARE, Call::Leave.number()),
            }
        });
        self.firsts.insert((hand, other, against), made);
        made
    }

    /// The second hand; the first one waits for so much of the dealer's.
    fn second_hand(&mut self, hand: u32, against: Against, first: Waits) -> u32 {
        if let Some(&known) = self.seconds.get(&(hand, against, first)) {
            return known;
        }
        let again = Call::Again(Insured::of(against)).number();
        let made = self.keep_each(|maker, way, code| {
            match maker.splits.then(hand, maker.ways.play(way), code) {
                Then::Hand(hand) => (maker.second_hand(hand, against, first), 0),
                Then::Ended(end, waits) => {
                    let waits = self::against(waits, against.upcard()).max(first);
                    maker.dealer(Cells::second_hand(end), against, waits)
                }
                Then::Again => (RARE, again),
                Then::Rare => (RARE, Call::Leave.number()),
            }
        });
        self.seconds.insert((hand, against, first), made);
        made
    }

    /// Where the hands of pairs that came again start, by their rows, and the dealer's hand after
    /// them, by upcard: every end is a call.
    fn after_again(&mut self) -> (Vec<(u16, u32)>, [[u32; 2]; VALUES]) {
        let (rows, mut dealers) = (&self.ready.rows, [[START; 2]; VALUES]);
        if !self.splits.has_again() {
            return (Vec::new(), dealers);
        }
        for value in CardValue::all() {
            let start = rows.dealer_start(Code::of_value(value));
            let second = Code::all().map(|code| {
                let outcome = outcome(rows, rows.first().after(start, code));
                (
                    RARE,
                    Call::Outcome(outcome.unwrap_or(Outcome::Bust)).number(),
                )
            });
            let second = second.collect();
            dealers[value.index()] = [self.keep(second), self.dealer_alone(start)];
        }
        let starts = rows.split_starts.iter().flatten().map(|&row| {
            let kind = self.splits.kind(row);
            (row, self.hand_alone(kind))
        });
        (starts.collect(), dealers)
    }

    fn hand_alone(&mut self, hand: u32) -> u32 {
        if let Some(&known) = self.alone.get(&hand) {
            return known;
        }
        let again = Call::Again(Insured::No).number();
        let made = self.keep_each(|maker, way, code| {
            match maker.splits.then(hand, maker.ways.play(way), code) {
                Then::Hand(hand) => (maker.hand_alone(hand), 0),
                Then::Ended(end, _) => (RARE, Call::Ended(end).number()),
                Then::Again => (RARE, again),
                Then::Rare => (RARE, Call::Leave.number()),
            }
        });
        self.alone.insert(hand, made);
        made
    }

    fn dealer_alone(&mut self, row: u16) -> u32 {
        if let Some(&known) = self.dealers_alone.get(&row) {
            return known;
        }
        let rows = &self.ready.rows;
        let entries = Code::all().map(|code| {
            let then = rows.first().after(row, code);
            match outcome(rows, then) {
                Some(outcome) => (RARE, Call::Outcome(outcome).number()),
                None => (self.dealer_alone(then), 0),
            }
        });
        let entries = entries.collect();
        let made = self.keep(entries);
        self.dealers_alone.insert(row, made);
        made
    }

    /// The box is done, and the dealer's hand comes next, if anything waits for it.
    fn dealer(&mut self, added: usize, against: Against, waits: Waits) -> Entry {
        let start = self
            .ready
            .rows
            .dealer_start(Code::of_value(against.upcard()));
        match dealt(self.book, against, waits) {
            Waits::Nothing => (START, sum(added + Outcome::Bust.index())),
            Waits::SecondCard => (self.dealer_second(start), sum(added)),
            Waits::WholeHand => (self.dealer_hand(start), sum(added)),
        }
    }

    /// The dealer's second card alone.
    fn dealer_second(&mut self, row: u16) -> u32 {
        let rows = &self.ready.rows;
        let entries = Code::all().map(|code| {
            // Where it is not Pontoon, nothing else is waited for.
            let outcome = outcome(rows, rows.first().after(row, code));
            (START, sum(outcome.unwrap_or(Outcome::Bust).index()))
        });
        let entries = entries.collect();
        self.keep(entries)
    }

    /// The dealer's hand.
    fn dealer_hand(&mut self, row: u16) -> u32 {
        if let Some(&known) = self.dealers.get(&row) {
            return known;
        }
        let rows = &self.ready.rows;
        let entries = Code::all().map(|code| {
            let then = rows.first().after(row, code);
            match outcome(rows, then) {
                Some(outcome) => (START, sum(outcome.index())),
                None => (self.dealer_hand(then), 0),
            }
        });
        let entries = entries.collect();
        let made = self.keep(entries);
        self.dealers.insert(row, made);
        made
    }

    /// Lays the rows in the order in which rounds come to them.
    fn lay(
        &self,
        start: &[Entry],
        hands: Vec<(u16, u32)>,
        dealers: [[u32; 2]; VALUES],
    ) -> Result<Transitions, TooManyRows> {
        let entries = |row: u32| match row.checked_sub(FIRST) {
            Some(place) => &self.made[usize::try_from(place).expect("a place in a list")][..],
            None => start,
        };
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        places.extend([(START, START), (RARE, RARE), (WAIT, WAIT)]);
        let (mut rows, mut order) = (FIRST, vec![START]);
        let mut looked = 0;
        let mut others = hands
            .iter()
            .map(|&(_, hand)| hand)
            .chain(dealers.into_iter().flatten());
        loop {
            // First what a round comes to by itself, then what a call leads to.
            let found: Vec<u32> = match order.get(looked) {
                Some(&row) => entries(row).iter().map(|&(then, _)| then).collect(),
                None => match others.next() {
                    Some(other) => vec![other],
                    None => break,
                },
            };
            looked = order.len().min(looked + 1);
            for then in found {
                if let std::collections::hash_map::Entry::Vacant(place) = places.entry(then) {
                    place.insert(rows);
                    order.push(then);
                    let ways = entries(then).len() / CODES;
                    rows += u32::try_from(ways).expect("there are few ways to play");
                    if rows > MOST_ROWS {
                        return Err(TooManyRows);
                    }
                }
            }
        }
        let to = |row: u32| {
            let differs = match entries(row).len() {
                CODES => 0,
                _ => DIFFERS,
            };
            places[&row] | differs
        };
        let mut next: Box<[u32; ROOM]> = vec![0; ROOM]
            .into_boxed_slice()
            .try_into()
            .expect("as many as there is room for");
        let waits = usize::try_from(WAIT * COLUMNS).expect("a place in a list");
        next[waits..waits + CODES].fill(WAIT);
        for &row in &order {
            let at = usize::try_from(places[&row] * COLUMNS).expect("a place in a list");
            let all = next[at..].chunks_exact_mut(20);
            for (laid, way) in all.zip(entries(row).chunks_exact(CODES)) {
                for (laid, &(then, added)) in laid.iter_mut().zip(way) {
                    *laid = to(then) | u32::from(added) << ADDED;
                }
            }
        }
        Ok(Transitions {
            alone: hands.iter().map(|&(row, hand)| (row, to(hand))).collect(),
            dealers: dealers.map(|both| both.map(to)),
            next,
        })
    }
}

/// How much of the dealer's hand is dealt where a box waits for so much of it.
pub(super) fn dealt(book: &RuleBook, against: Against, waits: Waits) -> Waits {
    match (book.dealer.idle.is, against) {
        (DealerIdle::Draws, _) => Waits::WholeHand,
        (DealerIdle::DoesNotDraw, Against::InsuredAce) => waits.max(Waits::for_pontoon(book)),
        (DealerIdle::DoesNotDraw, Against::Upcard(_)) => waits,
    }
}

/// The outcome that a row stands for, if it is one.
fn outcome(rows: &Rows, row: u16) -> Option<Outcome> {
    if let Row::Outcome(outcome) = rows.row(row) {
        Some(outcome)
    } else {
        None
    }
}

/// What is added to a sum.
fn sum(added: usize) -> u16 {
    u16::try_from(added).expect("cells were counted")
}
