//! The rounds that an upcard can open: their rows, numbered anew so that following them takes next
//! to nothing.

use crate::by_rows::OUTCOMES;
use crate::code::{CODES, COLUMNS, Code};
use crate::rows::{RoundEnd, Row, Rows};
use crate::shoe::without;
use crate::split::SplitPlay;
use solver::CardValue;
use std::collections::BTreeSet;

/// Room for every number of 16 bits, so that none need be checked.
const ROOM: usize = 1 << 16;
/// And for one with a number of 8 bits added.
const NEXT_ROOM: usize = ROOM + (1 << 8);
/// Room for places in a shoe, a power of two, so that a place can be cut to fit instead of checked.
pub(crate) const PLACES: usize = 512;
/// The most cards a shoe may have: the last place is that of no card.
pub(crate) const MOST_CARDS: usize = PLACES - 1;
/// How many rows fit into a page.
const MOST_ROWS: usize = ROOM / COLUMNS;
/// Room for the cells in which the ends of a page's rounds are counted: eight for each row, for no
/// dealer has more outcomes, and whatever else a number of 16 bits may say.
pub(super) const CELLS: usize = ROOM;
/// Room for the outcomes, a power of two.
pub(super) const OUTCOME_ROOM: usize = 8;
const _: () = assert!(
    OUTCOMES <= OUTCOME_ROOM && CODES <= COLUMNS,
    "an outcome and a code fit into their room"
);
/// Room for pairs of columns, whatever these are.
const PAIRS: usize = (COLUMNS + 1) << 8;

/// Where a row begins in its page: the card's column is added, and there stands the row that
/// follows. The dealer's outcomes come first, then [`LOST`], the hands, the boxes that have ended
/// and those that end the round.
pub(super) type At = u16;

/// A row that is not in the page.
pub(super) const LOST: At = at(OUTCOMES);

#[expect(
    clippy::as_conversions,
    reason = "there is no other way to say it in a constant; rows are fewer than 2048"
)]
const fn at(row: usize) -> At {
    (row * COLUMNS) as At
}

/// The rows after an upcard.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) upcard: Code,
    pub(super) value: CardValue,
    /// The rest of the shoe, and the column of each of its places.
    pub(super) rest: Vec<Code>,
    columns: Box<[u8; ROOM]>,
    /// Where a box stands with its first two cards.
    two: Box<[At; PAIRS]>,
    /// Where the hands of such a pair start when it is split, by their rows.
    starts: Box<[[u16; 2]; PAIRS]>,
    /// What follows.
    next: Box<[At; NEXT_ROOM]>,
    /// The row of each.
    rows: Vec<u16>,
    /// Where the dealer's hand stands with the upcard.
    pub(super) dealer: At,
    /// Where boxes begin that have ended, that wait for nothing, that are split, and that win the
    /// Super Bonus.
    pub(super) ended: At,
    pub(super) over: At,
    pub(super) split: At,
    pub(super) super_bonus: At,
}

/// What follows the end of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// The dealer draws: there is only one box.
    Dealer,
    /// Another box, so nothing does.
    Boxes,
}

impl Page {
    /// The page of each upcard that a shoe has.
    pub(super) fn all(play: &SplitPlay<'_>, shoe: &[Code], then: Then) -> Vec<Self> {
        Code::all()
            .filter(|upcard| shoe.contains(upcard))
            .map(|upcard| Self::new(play, shoe, upcard, then))
            .collect()
    }

    fn new(play: &SplitPlay<'_>, shoe: &[Code], upcard: Code, then: Then) -> Self {
        let rows = play.rows;
        let rest = without(shoe, &[upcard]);
        let mut columns = boxed();
        columns
            .iter_mut()
            .zip(&rest)
            .for_each(|(column, code)| *column = code.byte());
        let mut page = Self {
            upcard,
            value: upcard.value(),
            rest,
            columns,
            two: boxed(),
            starts: boxed(),
            next: boxed(),
            rows: find(rows, upcard, then),
            dealer: LOST,
            ended: LOST,
            over: LOST,
            split: LOST,
            super_bonus: LOST,
        };
        let first = |row: u16| at(page.rows.partition_point(|&one| one < row) + OUTCOMES + 1);
        (page.ended, page.over) = (first(rows.ended), first(rows.over));
        (page.split, page.super_bonus) = (first(rows.split), first(rows.super_bonus));
        page.dealer = page.at(rows, rows.dealer_start(upcard));
        page.fill(play, then);
        page
    }

    fn fill(&mut self, play: &SplitPlay<'_>, then: Then) {
        let rows = play.rows;
        let band = rows.first();
        let (outcomes, found) = (rows.outcomes.., self.rows.clone());
        for (place, row) in outcomes
            .take(OUTCOMES)
            .map(Some)
            .chain([None])
            .chain(found.into_iter().map(Some))
            .enumerate()
        {
            let here = at(place);
            for code in Code::all() {
                let followed = row.filter(|&row| row < then.until(rows));
                self.next[usize::from(here) + code.column()] =
                    followed.map_or(here, |row| self.at(rows, band.after(row, code)));
            }
        }
        for (one, other) in pairs() {
            let place = one.column() * COLUMNS + other.column();
            let row = two_cards(rows, self.upcard, one, other);
            self.two[place] = self.at(rows, row);
            if let Row::Over(RoundEnd::Split(..)) = rows.row(row) {
                self.starts[place] = play
                    .starts(self.upcard, (one, other))
                    .expect("the pair is split");
            }
        }
    }

    /// Where a row begins.
    pub(super) fn at(&self, rows: &Rows, row: u16) -> At {
        match row.checked_sub(rows.outcomes) {
            Some(outcome) => at(usize::from(outcome)),
            None => self
                .rows
                .binary_search(&row)
                .map_or(LOST, |place| at(place + OUTCOMES + 1)),
        }
    }

    /// Where a box stands with its first two cards, by their columns.
    #[inline(always)]
    pub(super) fn two(&self, one: u8, other: u8) -> At {
        self.two[usize::from(one) * COLUMNS + usize::from(other)]
    }

    /// Where the hands of a pair start that is split, by their rows.
    #[inline(always)]
    pub(super) fn starts(&self, one: Code, other: Code) -> [u16; 2] {
        self.starts[usize::from(one.byte()) * COLUMNS + usize::from(other.byte())]
    }

    /// What follows when a card of this column comes.
    #[inline(always)]
    pub(super) fn after(&self, at: At, column: u8) -> At {
        self.next[usize::from(at) + usize::from(column)]
    }

    /// The column of the card at a place in the rest of the shoe.
    #[inline(always)]
    pub(super) fn column(&self, place: u16) -> u8 {
        self.columns[usize::from(place)]
    }

    /// The rows with which a box can end, and where they begin.
    pub(super) fn ends(&self) -> impl Iterator<Item = (u16, At)> + '_ {
        let before = usize::from(self.ended) / COLUMNS - OUTCOMES - 1;
        (0..)
            .zip(&self.rows)
            .skip(before)
            .map(|(place, &row): (usize, _)| (row, at(place + OUTCOMES + 1)))
    }
}

impl Then {
    /// The first row that nothing follows.
    const fn until(self, rows: &Rows) -> u16 {
        match self {
            Self::Dealer => rows.over,
            Self::Boxes => rows.ended,
        }
    }
}

/// So many of them, in one box.
pub(super) fn boxed<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(boxed) => boxed,
        Err(_) => Box::new([T::default(); N]),
    }
}

/// The cell in which a box is counted that ended here and saw such an outcome.
#[inline(always)]
pub(super) const fn cell(end: At, outcome: u16) -> u16 {
    (end >> (COLUMNS / OUTCOME_ROOM).ilog2()).wrapping_add(outcome)
}

/// The dealer's outcome that stands here.
#[inline(always)]
pub(super) const fn outcome(at: At) -> u16 {
    at >> COLUMNS.ilog2()
}

fn pairs() -> impl Iterator<Item = (Code, Code)> {
    Code::all().flat_map(|one| Code::all().map(move |other| (one, other)))
}

fn two_cards(rows: &Rows, upcard: Code, one: Code, other: Code) -> u16 {
    [upcard, one, other]
        .into_iter()
        .fold(rows.start, |row, code| rows.first().after(row, code))
}

/// The rows of a page in their order: every end of a box and every hand of the dealer, and of the
/// boxes' hands those that are met first, as many as fit.
fn find(rows: &Rows, upcard: Code, then: Then) -> Vec<u16> {
    let mut found: Vec<u16> = pairs()
        .map(|(one, other)| two_cards(rows, upcard, one, other))
        .collect();
    found.push(rows.dealer_start(upcard));
    let mut known = BTreeSet::new();
    found.retain(|row| known.insert(*row));
    let mut place = 0;
    while let Some(&row) = found.get(place) {
        if row < then.until(rows) {
            let next = Code::all().map(|code| rows.first().after(row, code));
            found.extend(next.filter(|row| *row < rows.outcomes && known.insert(*row)));
        }
        place += 1;
    }
    let is_hand = |row: u16| matches!(rows.row(row), Row::Hand { .. });
    let (hands, mut kept): (Vec<u16>, Vec<u16>) = found.into_iter().partition(|row| is_hand(*row));
    // One is left out, so that the place after the last row has a number too.
    kept.extend(
        hands
            .into_iter()
            .take(MOST_ROWS.saturating_sub(OUTCOMES + 2 + kept.len())),
    );
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealing::Dealing;
    use crate::simulation::Simulation;
    use crate::support::{Whim, alone, table, wager};
    use rules::builtin;
    use solver::{Terms, full_shoe};

    #[test]
    fn a_page_says_what_the_rows_say() {
        let book = builtin("sydney").unwrap();
        let terms = Terms::of(&book, wager());
        let whim = Whim {
            terms: &terms,
            seed: 3,
        };
        let table = table(
            &book,
            full_shoe(&book, 8).unwrap(),
            Dealing::Fresh,
            vec![alone(&whim)],
            vec![0],
        );
        let simulation = Simulation::new(&table).unwrap();
        let (rows, shoe) = (&simulation.ready[0].rows, Code::all().collect::<Vec<_>>());
        let play = SplitPlay {
            rows,
            terms: &terms,
        };
        for then in [Then::Dealer, Then::Boxes] {
            let mut followed = 0;
            for page in Page::all(&play, &shoe, then) {
                assert_eq!(page.rest.len(), shoe.len() - 1);
                assert_ne!(page.dealer, LOST);
                for &row in &page.rows {
                    let at = page.at(rows, row);
                    for code in Code::all() {
                        let next = if row < then.until(rows) {
                            rows.first().after(row, code)
                        } else {
                            row
                        };
                        assert_eq!(
                            page.after(at, code.byte()),
                            page.at(rows, next),
                            "{:?}",
                            rows.row(row)
                        );
                        followed += 1;
                    }
                }
                for (one, other) in pairs() {
                    let row = two_cards(rows, page.upcard, one, other);
                    assert_eq!(page.two(one.byte(), other.byte()), page.at(rows, row));
                }
            }
            assert!(followed > 19 * 19 * 100, "{followed}");
        }
    }

    #[test]
    fn outcomes_come_first_and_ends_last() {
        assert_eq!(
            (0..7).map(|place| outcome(at(place))).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5, 6]
        );
        assert_eq!(cell(at(9), 3), 75);
    }
}
