//! Rounds of a single box, many side by side.
//!
//! Every lane is dealt seven cards at once, more than most rounds need, and follows them to the
//! end: a round that is over stays where it is. So no step asks what became of a round, and there
//! is nothing to guess wrong for the machine. A lane whose cards are not all different is dealt
//! anew; a round that needs more cards is finished by itself.
#![expect(
    clippy::as_conversions,
    reason = "the inner loop: words are cut to their halves"
)]

use super::deal::Source;
use super::page::{At, CELLS, LOST, Page, cell, outcome};
use super::place::{bias, mask, place};
#[cfg(test)]
use crate::code::Code;
use crate::rows::Rows;
use crate::shoe::Drawer;
use crate::words::{QUARTERS, Words};

/// How many rounds are played side by side.
pub(super) const LANES: usize = QUARTERS;
/// How many cards each is dealt beside the upcard.
const CARDS: usize = 7;
/// How many of them are drawn to the first two.
const DRAWN: usize = CARDS - 2;

/// Something of each lane.
pub(super) type Lane = [u16; LANES];

/// The lanes: laid where a line of the machine's cache begins.
#[repr(align(64))]
pub(super) struct Lanes {
    /// How many cards there are beside the upcard: for each lane, so that the machine multiplies
    /// words of 16 bits by it.
    cards: Lane,
    /// The places of its cards among these.
    places: [Lane; CARDS],
    /// Where it stands after the first two cards and after each drawn.
    steps: [Lane; DRAWN + 1],
    /// Where its box ended, if it did.
    ends: Lane,
    /// All ones where its cards are different, and each as likely as any other.
    fair: Lane,
    /// The cell in which it is counted.
    cells: Lane,
    /// All ones where it needs more cards.
    open: Lane,
    /// The cards of each round that was played.
    #[cfg(test)]
    pub(super) watched: Vec<Vec<Code>>,
}

impl Lanes {
    /// Lanes for a shoe of so many cards beside the upcard.
    pub(super) fn new(cards: usize) -> Self {
        let none = [0; LANES];
        Self {
            cards: [cards as u16; LANES],
            places: [none; CARDS],
            steps: [none; DRAWN + 1],
            ends: none,
            fair: none,
            cells: none,
            open: none,
            #[cfg(test)]
            watched: Vec::new(),
        }
    }

    /// Plays so many rounds, and counts how they ended.
    pub(super) fn play(
        &mut self,
        page: &Page,
        rows: &Rows,
        rounds: u32,
        Source { words, spare }: &mut Source,
        counts: &mut [u32; CELLS],
    ) {
        let mut left = usize::try_from(rounds).expect("a block is small");
        let mut round = Round {
            page,
            rows,
            dealt: Vec::new(),
        };
        while left > 0 {
            left -= pulp::Arch::new().dispatch(Play {
                lanes: self,
                page,
                words,
                counts,
                most: left,
            });
            #[cfg(test)]
            self.watch(page, rows);
            for lane in (0..LANES).filter(|&lane| self.open[lane] != 0) {
                round.dealt.clear();
                round
                    .dealt
                    .extend(self.places.iter().map(|places| places[lane]));
                let cell = match self.steps[DRAWN][lane] {
                    LOST => round.play(spare),
                    at => round.finish(at, self.ends[lane], spare),
                };
                counts[usize::from(cell)] += 1;
                left -= 1;
                #[cfg(test)]
                self.watched.push(round.cards());
            }
        }
    }
}

/// A round that is played by itself.
struct Round<'a> {
    page: &'a Page,
    rows: &'a Rows,
    /// The places of the cards that are dealt.
    dealt: Vec<u16>,
}

impl Round<'_> {
    /// Plays the round from its beginning, with the cards that are dealt and with more: the cell in
    /// which it is counted.
    fn play(&mut self, spare: &mut Drawer) -> u16 {
        let Self { page, rows, dealt } = self;
        let (mut row, mut end) = (rows.upcard(page.upcard), None);
        let mut cards = dealt.clone().into_iter();
        while row < rows.over {
            let place = cards
                .next()
                .unwrap_or_else(|| draw(page.rest.len(), dealt, spare));
            row = rows.first().after(row, page.rest[usize::from(place)]);
            end = end.or(Some(row).filter(|&row| row >= rows.ended));
        }
        cell(
            page.at(rows, end.unwrap_or(row)),
            row.saturating_sub(rows.outcomes),
        )
    }

    /// Plays on from where the round stands, when its box ended here or has not ended.
    fn finish(&mut self, mut at: At, mut end: At, spare: &mut Drawer) -> u16 {
        let Self { page, dealt, .. } = self;
        while at >= LOST && at < page.over {
            let place = draw(page.rest.len(), dealt, spare);
            at = page.after(at, page.column(place));
            if at == LOST {
                return self.play(spare);
            }
            end = end.max(at);
        }
        cell(end, if at < LOST { outcome(at) } else { 0 })
    }

    #[cfg(test)]
    fn cards(&self) -> Vec<Code> {
        let rest = self
            .dealt
            .iter()
            .map(|&place| self.page.rest[usize::from(place)]);
        [self.page.upcard].into_iter().chain(rest).collect()
    }
}

/// Deals one more of so many cards: any, until it is none of those that are dealt.
fn draw(cards: usize, dealt: &mut Vec<u16>, spare: &mut Drawer) -> u16 {
    loop {
        let place = spare.place_below(cards) as u16;
        if !dealt.contains(&place) {
            dealt.push(place);
            return place;
        }
    }
}

/// All lanes play a round.
struct Play<'a> {
    lanes: &'a mut Lanes,
    page: &'a Page,
    words: &'a mut Words,
    counts: &'a mut [u32; CELLS],
    /// How many rounds there may be.
    most: usize,
}

impl pulp::WithSimd for Play<'_> {
    type Output = usize;

    /// How many rounds are over.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> usize {
        let Self {
            lanes,
            page,
            words,
            counts,
            most,
        } = self;
        lanes.deal(words);
        if most < LANES {
            lanes.limit(most);
        }
        lanes.follow(page);
        let over = lanes.end(page);
        // What is not over is counted in a cell that nobody reads.
        for cell in lanes.cells {
            let count = &mut counts[usize::from(cell)];
            *count = count.wrapping_add(1);
        }
        over
    }
}

impl Lanes {
    /// Deals to all lanes.
    #[inline(always)]
    fn deal(&mut self, words: &mut Words) {
        let Self {
            cards,
            places,
            fair,
            ..
        } = self;
        places
            .iter_mut()
            .for_each(|places| words.draw_quarters(places));
        let bias = bias(cards[0]);
        for lane in 0..LANES {
            let mut least = u16::MAX;
            for places in places.iter_mut() {
                let (drawn, rest) = place(places[lane], cards[lane]);
                (places[lane], least) = (drawn, least.min(rest));
            }
            fair[lane] = mask(least >= bias);
        }
        for lane in 0..LANES {
            let mut same = 0;
            for card in 0..CARDS {
                for other in 0..card {
                    same |= mask(places[card][lane] == places[other][lane]);
                }
            }
            fair[lane] &= !same;
        }
    }

    /// Leaves out lanes that are too many.
    fn limit(&mut self, most: usize) {
        self.fair
            .iter_mut()
            .filter(|fair| **fair != 0)
            .skip(most)
            .for_each(|fair| *fair = 0);
    }

    /// Follows the cards of all lanes.
    #[inline(always)]
    fn follow(&mut self, page: &Page) {
        let Self {
            places: [one, other, drawn @ ..],
            steps: [first, steps @ ..],
            ..
        } = self;
        for lane in 0..LANES {
            first[lane] = page.two(page.column(one[lane]), page.column(other[lane]));
        }
        let mut before: &Lane = first;
        for (places, after) in drawn.iter().zip(steps) {
            for lane in 0..LANES {
                after[lane] = page.after(before[lane], page.column(places[lane]));
            }
            before = after;
        }
    }

    /// Finds the cell of each lane; how many rounds are over.
    #[inline(always)]
    fn end(&mut self, page: &Page) -> usize {
        let Self {
            steps,
            ends,
            fair,
            cells,
            open,
            ..
        } = self;
        // Of all rows of a round, that of the ended box stands last in the page.
        *ends = [0; LANES];
        for step in &*steps {
            for lane in 0..LANES {
                ends[lane] = step[lane].max(ends[lane]);
            }
        }
        let mut over = 0_u16;
        for lane in 0..LANES {
            let last = steps[DRAWN][lane];
            let is_outcome = mask(last < LOST);
            let is_over = is_outcome | mask(last >= page.over);
            cells[lane] = cell(ends[lane], is_outcome & outcome(last)) & is_over & fair[lane];
            open[lane] = !is_over & fair[lane];
            over = over.wrapping_add(is_over & fair[lane] & 1);
        }
        usize::from(over)
    }
}

#[cfg(test)]
impl Lanes {
    fn watch(&mut self, page: &Page, rows: &Rows) {
        for lane in (0..LANES).filter(|&lane| self.fair[lane] != 0 && self.open[lane] == 0) {
            let mut cards = vec![page.upcard];
            let mut row = rows.upcard(page.upcard);
            for code in self
                .places
                .map(|places| page.rest[usize::from(places[lane])])
            {
                if row < rows.over {
                    row = rows.first().after(row, code);
                    cards.push(code);
                }
            }
            self.watched.push(cards);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_fair_whose_cards_are_different() {
        let (mut lanes, mut words) = (Lanes::new(383), Words::new(1, 2));
        let (mut fair, mut unfair) = (0, 0);
        for _ in 0..100 {
            let mut drawn = words.clone();
            lanes.deal(&mut words);
            let mut raw = [[0; LANES]; CARDS];
            raw.iter_mut().for_each(|some| drawn.draw_quarters(some));
            for lane in 0..LANES {
                let places = lanes.places.map(|places| places[lane]);
                let different = places
                    .iter()
                    .collect::<std::collections::BTreeSet<_>>()
                    .len()
                    == CARDS;
                // 65,536 leaves 43 when divided by 383.
                let likely = raw
                    .iter()
                    .all(|words| u32::from(words[lane]) * 383 % 65_536 >= 43);
                assert_eq!(lanes.fair[lane] != 0, different && likely, "{places:?}");
                (fair, unfair) = (
                    fair + u32::from(different && likely),
                    unfair + u32::from(!different),
                );
            }
        }
        assert!(fair > 11_000 && unfair > 500, "{fair}, {unfair}");
    }

    #[test]
    fn no_card_is_dealt_twice() {
        let mut spare = Drawer::new(Words::new(1, 3));
        let mut dealt = vec![4, 0, 9];
        (0..17).for_each(|_| _ = draw(20, &mut dealt, &mut spare));
        assert_eq!(dealt[..3], [4, 0, 9]);
        dealt.sort_unstable();
        assert_eq!(dealt, (0..20).collect::<Vec<u16>>());
    }

    #[test]
    fn lanes_that_are_too_many_are_left_out() {
        let mut lanes = Lanes::new(383);
        lanes.deal(&mut Words::new(1, 2));
        let fair = |lanes: &Lanes| lanes.fair.iter().filter(|fair| **fair != 0).count();
        let all = lanes.fair;
        assert!(fair(&lanes) > 100);
        lanes.limit(9);
        assert_eq!(fair(&lanes), 9);
        assert!(
            lanes
                .fair
                .iter()
                .zip(&all)
                .all(|(fair, before)| *fair == 0 || fair == before)
        );
    }
}
