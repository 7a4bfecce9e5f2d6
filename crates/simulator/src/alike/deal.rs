//! Cards that are dealt a number at once, round after round, each time from all of them.
#![expect(
    clippy::as_conversions,
    reason = "the inner loop: places in a shoe are small numbers"
)]

use super::page::{PLACES, boxed};
use super::place::{bias, mask, place};
use crate::code::Code;
use crate::shoe::Drawer;
use crate::words::{QUARTERS, Words};

/// Places are drawn for so many rounds together.
const ROUNDS: usize = QUARTERS;

/// Where cards come from: words for many at once, and for single ones.
pub(super) struct Source {
    pub(super) words: Words,
    pub(super) spare: Drawer,
}

/// How many rounds are dealt side by side, each from a deck of its own: a card of one need not wait
/// for the last of another.
pub(super) const DECKS: usize = 4;

/// Cards that are dealt, `AT_ONCE` of them at once.
pub(super) struct Deal<const AT_ONCE: usize> {
    /// The decks one after the other, each card by its byte, those of the round first. There is
    /// room for every place of 16 bits, so that none need be checked.
    decks: Box<[u8; 1 << 16]>,
    /// How many cards a deck has, and how many of each are dealt.
    all: usize,
    dealt: [usize; DECKS],
    /// For each card of a round its place in its deck, for some rounds; and how many of these are
    /// dealt.
    places: Box<[[u16; ROUNDS]; AT_ONCE]>,
    rounds: usize,
    /// Which place of a round must be drawn again, counted from one: none, one, or [`SEVERAL`].
    again: [u16; ROUNDS],
}

/// A place that must be drawn again.
const AGAIN: u16 = u16::MAX;
/// More than one of these.
const SEVERAL: u16 = u16::MAX;

impl<const AT_ONCE: usize> Deal<AT_ONCE> {
    /// Deals from so many cards.
    pub(super) fn new(all: usize) -> Self {
        Self {
            decks: boxed(),
            all,
            dealt: [0; DECKS],
            places: Box::new([[0; ROUNDS]; AT_ONCE]),
            rounds: ROUNDS,
            again: [0; ROUNDS],
        }
    }

    /// Takes other cards, the same in number.
    pub(super) fn take(&mut self, cards: &[Code]) {
        assert_eq!(cards.len(), self.all, "as many cards as before");
        for deck in self.decks.chunks_exact_mut(PLACES).take(DECKS) {
            deck.iter_mut()
                .zip(cards)
                .for_each(|(card, code)| *card = code.byte());
        }
    }

    /// All cards go back, and the places of the next round of each deck are drawn.
    pub(super) fn shuffle(&mut self, source: &mut Source) {
        self.rounds += DECKS;
        if self.rounds >= ROUNDS {
            pulp::Arch::new().dispatch(Draw {
                deal: self,
                words: &mut source.words,
            });
            self.rounds = 0;
        }
        for deck in 0..DECKS {
            if self.again[self.rounds + deck] != 0 {
                self.draw_again(self.rounds + deck, &mut source.spare);
            }
        }
        self.dealt = [AT_ONCE; DECKS];
    }

    /// The next card of every deck, which is that of this number: it changes places with one of
    /// those from it on (Fisher and Yates).
    #[inline(always)]
    pub(super) fn next(&mut self, number: usize) -> [u8; DECKS] {
        let places =
            &self.places[number].as_chunks::<DECKS>().0[self.rounds / DECKS % (ROUNDS / DECKS)];
        std::array::from_fn(|deck| {
            let (place, number) = (usize::from(places[deck]), deck * PLACES + number % PLACES);
            let card = self.decks[place];
            self.decks[place] = self.decks[number];
            self.decks[number] = card;
            card
        })
    }

    #[cold]
    fn draw_again(&mut self, round: usize, spare: &mut Drawer) {
        let mut draw = |number: usize, place: &mut u16| {
            *place =
                (round % DECKS * PLACES + number + spare.place_below(self.all - number)) as u16;
        };
        match self.again[round] {
            SEVERAL => {
                let places = self
                    .places
                    .iter_mut()
                    .map(|places| &mut places[round])
                    .enumerate();
                places
                    .filter(|(_, place)| **place == AGAIN)
                    .for_each(|(number, place)| draw(number, place));
            }
            one => {
                let number = usize::from(one) - 1;
                draw(number, &mut self.places[number][round]);
            }
        }
    }

    /// Deals some cards more. None where not so many are left.
    #[inline(always)]
    pub(super) fn some_more<const N: usize>(
        &mut self,
        deck: usize,
        spare: &mut Drawer,
    ) -> Option<[Code; N]> {
        let dealt = self.dealt[deck];
        if dealt + N > self.all {
            return None;
        }
        let first = deck * PLACES + dealt;
        for (number, place) in spare
            .places_below::<N>(self.all - dealt)
            .into_iter()
            .enumerate()
        {
            self.decks.swap(first + number, first + number + place);
        }
        self.dealt[deck] += N;
        Some(self.cards(deck, dealt))
    }

    /// Deals one card more. None where no card is left.
    pub(super) fn one_more(&mut self, deck: usize, spare: &mut Drawer) -> Option<Code> {
        let dealt = self.dealt[deck];
        if dealt == self.all {
            return None;
        }
        let place = deck * PLACES + dealt;
        self.decks
            .swap(place, place + spare.place_below(self.all - dealt));
        self.dealt[deck] += 1;
        Some(self.card(deck, dealt))
    }

    /// A card that lies dealt.
    #[inline(always)]
    fn card(&self, deck: usize, number: usize) -> Code {
        Code::from_byte(self.decks[deck % DECKS * PLACES + number % PLACES])
    }

    /// Some cards that lie dealt.
    #[inline(always)]
    pub(super) fn cards<const N: usize>(&self, deck: usize, from: usize) -> [Code; N] {
        std::array::from_fn(|number| self.card(deck, from + number))
    }
}

/// Draws the places of some rounds.
struct Draw<'a, const AT_ONCE: usize> {
    deal: &'a mut Deal<AT_ONCE>,
    words: &'a mut Words,
}

impl<const AT_ONCE: usize> pulp::WithSimd for Draw<'_, AT_ONCE> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self {
            deal: Deal {
                places, again, all, ..
            },
            words,
        } = self;
        *again = [0; ROUNDS];
        // Where each round's deck begins.
        let decks: [u16; ROUNDS] = std::array::from_fn(|round| (round % DECKS * PLACES) as u16);
        for (number, places) in places.iter_mut().enumerate() {
            words.draw_quarters(places);
            let left = (*all - number) as u16;
            let bias = bias(left);
            for round in 0..ROUNDS {
                let (drawn, rest) = place(places[round], left);
                let is_biased = mask(rest < bias);
                places[round] =
                    drawn.wrapping_add(number as u16).wrapping_add(decks[round]) | is_biased;
                let is_several = mask(again[round] != 0);
                again[round] |= is_biased & ((number as u16 + 1) | is_several);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each order of four cards comes, of which `AT_ONCE` are dealt at once and the
    /// others as is said.
    fn orders<const AT_ONCE: usize>(others: impl Fn(&mut Deal<AT_ONCE>, usize, &mut Drawer)) {
        let (mut deal, cards) = (
            Deal::<AT_ONCE>::new(4),
            Code::all().take(4).collect::<Vec<_>>(),
        );
        let mut source = Source {
            words: Words::new(7, 0),
            spare: Drawer::new(Words::new(7, 1)),
        };
        let mut counts = std::collections::BTreeMap::new();
        let each = 10_000_i64;
        for _ in 0..24 * each / i64::try_from(DECKS).unwrap() {
            // From cards in order, else what is left of the last deal would hide how this one goes.
            deal.take(&cards);
            deal.shuffle(&mut source);
            let next: [_; AT_ONCE] = std::array::from_fn(|number| deal.next(number));
            for deck in 0..DECKS {
                assert_eq!(
                    deal.cards(deck, 0).map(Code::byte),
                    next.map(|cards| cards[deck])
                );
                others(&mut deal, deck, &mut source.spare);
                assert_eq!(deal.one_more(deck, &mut source.spare), None);
                *counts.entry(deal.cards::<4>(deck, 0)).or_insert(0_i64) += 1;
            }
        }
        // 24 orders: chi-squared with 23 degrees of freedom is below 49.7 but for one time in a
        // thousand.
        assert_eq!(counts.len(), 24);
        let squares: i64 = counts.values().map(|times| (times - each).pow(2)).sum();
        assert!(squares < 497 * each / 10, "{squares}");
    }

    #[test]
    fn every_order_is_as_likely_as_any_other() {
        orders::<3>(|deal, deck, spare| _ = deal.one_more(deck, spare).unwrap());
        orders::<1>(|deal, deck, spare| {
            (0..3).for_each(|_| _ = deal.one_more(deck, spare).unwrap())
        });
        orders::<1>(|deal, deck, spare| _ = deal.some_more::<3>(deck, spare).unwrap());
    }

    #[test]
    fn a_place_that_is_drawn_again_is_one_of_those_from_its_card_on() {
        let mut deal = Deal::<5>::new(8);
        let mut source = Source {
            words: Words::new(7, 0),
            spare: Drawer::new(Words::new(7, 1)),
        };
        deal.take(&Code::all().take(8).collect::<Vec<_>>());
        deal.shuffle(&mut source);
        let (round, base) = (2, 2 * PLACES);
        let mut seen = [[0; 8]; 5];
        for (times, again) in (0..3_000).flat_map(|times| [(times, 4), (times, SEVERAL)]) {
            let all: Vec<u16> = (0..5).map(|number| deal.places[number][round]).collect();
            deal.again[round] = again;
            let numbers = if again == SEVERAL {
                vec![1, times % 5]
            } else {
                vec![3]
            };
            numbers
                .iter()
                .for_each(|&number| deal.places[number][round] = AGAIN);
            deal.draw_again(round, &mut source.spare);
            for number in 0..5 {
                let place = usize::from(deal.places[number][round]) - base;
                assert!((number..8).contains(&place), "{number}: {place}");
                assert!(numbers.contains(&number) || deal.places[number][round] == all[number]);
                seen[number][place] += u32::from(numbers.contains(&number));
            }
        }
        for (number, seen) in seen.iter().enumerate() {
            assert!(
                seen[number..].iter().all(|&times| times > 40),
                "{number}: {seen:?}"
            );
        }
    }

    #[test]
    fn what_is_dealt_at_once_and_more_are_all_cards() {
        let cards: Vec<Code> = Code::all().collect();
        let mut deal = Deal::<5>::new(cards.len());
        let mut source = Source {
            words: Words::new(8, 0),
            spare: Drawer::new(Words::new(8, 1)),
        };
        deal.take(&cards);
        deal.shuffle(&mut source);
        (0..5).for_each(|number| _ = deal.next(number));
        let mut dealt = deal.cards::<5>(1, 0).to_vec();
        for _ in 0..4 {
            dealt.extend(deal.some_more::<3>(1, &mut source.spare).unwrap());
        }
        assert_eq!(
            deal.some_more::<3>(1, &mut source.spare),
            None,
            "two are left"
        );
        dealt.extend((0..2).filter_map(|_| deal.one_more(1, &mut source.spare)));
        assert_eq!(deal.one_more(1, &mut source.spare), None);
        dealt.sort_unstable();
        assert_eq!(dealt, cards);
    }
}
