//! Rounds of several boxes, some side by side.
//!
//! All boxes are dealt at once, each with more cards than most hands need, and so is the dealer:
//! from a fresh shuffle it does not matter which card is whose. A hand that has ended stays where
//! it is when another card is looked at, so nothing is asked while the cards of most rounds are
//! followed. What needs more cards, which is rare, gets them one by one.

use super::bookkeeper::Bookkeeper;
use super::deal::{DECKS, Deal, Source};
use super::page::{At, LOST, Page, outcome};
use super::place::mask;
use super::splits::{self, Pair};
use crate::code::Code;
use crate::rows::Rows;
use crate::shoe::Drawer;
use crate::split::Prize;
use solver::Outcome;

/// How many cards each box is dealt at once, and the dealer beside the upcard.
const HAND: usize = 5;
const DEALER: usize = 3;

/// The mark of a round in which a hand needs more cards.
const OPEN: u16 = 1 << 15;

/// How many cards are dealt at once to so many boxes.
pub(super) const fn at_once(boxes: usize) -> usize {
    HAND * boxes + DEALER
}

/// How many cards may be dealt to so many boxes that nobody looks at: all but the first two of each
/// box, and those of the second hand of a split pair.
pub(super) const fn unused(boxes: usize) -> usize {
    at_once(boxes) - 2 * boxes + splits::DRAWN * boxes
}

/// The boxes of a table: `BOXES` of them, which are dealt `AT_ONCE` cards at once.
pub(super) struct Boxes<const BOXES: usize, const AT_ONCE: usize> {
    deal: Deal<AT_ONCE>,
    /// Where each box of each round stands, and the dealer.
    pub(super) ends: [[At; DECKS]; BOXES],
    pub(super) last: [At; DECKS],
    /// What is not as in most rounds: [`OPEN`] where a hand needs more cards, and a bit for each
    /// box with a pair that is split or a Super Bonus.
    odd: [u16; DECKS],
    /// The cards of the round that is looked at that were dealt one by one, and to whom: the dealer
    /// comes after the boxes.
    more: Vec<(usize, Code)>,
}

impl<const BOXES: usize, const AT_ONCE: usize> Boxes<BOXES, AT_ONCE> {
    /// Boxes dealt from so many cards.
    pub(super) fn new(cards: usize) -> Self {
        const { assert!(AT_ONCE == at_once(BOXES), "every hand has its cards") };
        Self {
            deal: Deal::new(cards),
            ends: [[LOST; DECKS]; BOXES],
            last: [LOST; DECKS],
            odd: [0; DECKS],
            more: Vec::new(),
        }
    }

    /// Plays so many rounds, and has each written down.
    pub(super) fn play(
        &mut self,
        page: &Page,
        rounds: u32,
        source: &mut Source,
        book: &mut Bookkeeper<'_, '_, '_>,
    ) {
        self.deal.take(&page.rest);
        let mut left = usize::try_from(rounds).expect("a block is small");
        while left > 0 {
            self.deal.shuffle(source);
            pulp::Arch::new().dispatch(Follow { boxes: self, page });
            for deck in 0..left.min(DECKS) {
                self.more.clear();
                let mut odd = self.odd[deck];
                if odd & OPEN != 0 {
                    odd = self.finish(deck, page, book.rows(), &mut source.spare);
                }
                if odd == 0 {
                    #[cfg(test)]
                    book.watch_boxes(page.upcard, self.hands(deck, page, book.rows()));
                    book.enter(self, deck, 0);
                } else {
                    self.play_odd(deck, odd, page, &mut source.spare, book);
                }
            }
            left -= left.min(DECKS);
        }
    }

    /// Deals to every hand, and follows its cards.
    #[inline(always)]
    fn follow(&mut self, page: &Page) {
        for place in 0..BOXES {
            let (one, other) = (
                self.deal.next(HAND * place),
                self.deal.next(HAND * place + 1),
            );
            let mut at: [At; DECKS] = std::array::from_fn(|deck| page.two(one[deck], other[deck]));
            for number in 2..HAND {
                let card = self.deal.next(HAND * place + number);
                at = std::array::from_fn(|deck| page.after(at[deck], card[deck]));
            }
            self.ends[place] = at;
        }
        self.last = [page.dealer; DECKS];
        for number in 0..DEALER {
            let card = self.deal.next(HAND * BOXES + number);
            self.last = std::array::from_fn(|deck| page.after(self.last[deck], card[deck]));
        }
    }

    /// Looks where the hands stand.
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "what is done for all decks at once reads best by their numbers"
    )]
    fn look(&mut self, page: &Page) {
        let mut least = [At::MAX; DECKS];
        self.odd = [0; DECKS];
        for (place, ends) in self.ends.iter().enumerate() {
            for deck in 0..DECKS {
                least[deck] = ends[deck].min(least[deck]);
                self.odd[deck] |= mask(ends[deck] >= page.split) & 1 << place;
            }
        }
        for deck in 0..DECKS {
            let waits = mask(least[deck] < page.over) | mask(self.odd[deck] != 0);
            let open = mask(least[deck] < page.ended) | waits & mask(self.last[deck] >= LOST);
            self.odd[deck] |= open & OPEN;
            // Where no box waits, every outcome that can come comes to the same: the first can.
            self.last[deck] &= waits;
        }
    }

    fn first_two(&self, deck: usize, place: usize) -> [Code; 2] {
        self.deal.cards(deck, HAND * place)
    }

    /// Plays on the hands of a round that need more cards: a bit for each box with a pair that is
    /// split or a Super Bonus.
    #[cold]
    fn finish(&mut self, deck: usize, page: &Page, rows: &Rows, spare: &mut Drawer) -> u16 {
        let (mut waits, mut odd) = (false, 0);
        for place in 0..BOXES {
            let mut end = self.ends[place][deck];
            while end < page.ended && end != LOST {
                end = page.after(end, self.one_more_to(place, deck, spare).byte());
            }
            if end == LOST {
                end = self.find(place, deck, page, rows, spare);
            }
            self.ends[place][deck] = end;
            waits |= end < page.over || end >= page.split;
            odd |= u16::from(end >= page.split) << place;
        }
        while waits && self.last[deck] >= LOST {
            self.last[deck] =
                page.after(self.last[deck], self.one_more_to(BOXES, deck, spare).byte());
        }
        if !waits {
            // The first outcome, as for any round in which none matters.
            self.last[deck] = 0;
        }
        odd
    }

    /// Plays a box from its beginning whose hand is not in the page: where it ends.
    fn find(
        &mut self,
        place: usize,
        deck: usize,
        page: &Page,
        rows: &Rows,
        spare: &mut Drawer,
    ) -> At {
        let more: Vec<Code> = self.more_of(place).collect();
        let mut cards = self.at_once(deck, place).into_iter().chain(more);
        let mut row = rows.upcard(page.upcard);
        while row < rows.ended {
            let card = cards
                .next()
                .unwrap_or_else(|| self.one_more_to(place, deck, spare));
            row = rows.first().after(row, card);
        }
        page.at(rows, row)
    }

    fn more_of(&self, place: usize) -> impl Iterator<Item = Code> + '_ {
        self.more
            .iter()
            .filter(move |(to, _)| *to == place)
            .map(|(_, code)| *code)
    }

    fn one_more_to(&mut self, place: usize, deck: usize, spare: &mut Drawer) -> Code {
        let card = self.one_more(deck, spare);
        self.more.push((place, card));
        card
    }

    /// One card more.
    fn one_more(&mut self, deck: usize, spare: &mut Drawer) -> Code {
        self.deal
            .one_more(deck, spare)
            .expect("the shoe is not used up: it was checked")
    }

    /// The cards that a box or the dealer was dealt at once.
    fn at_once(&self, deck: usize, place: usize) -> Vec<Code> {
        if place == BOXES {
            return self.deal.cards::<DEALER>(deck, HAND * BOXES).to_vec();
        }
        self.deal.cards::<HAND>(deck, HAND * place).to_vec()
    }

    /// Plays a round to its end with pairs that are split, or a Super Bonus, on some boxes: a bit
    /// for each.
    fn play_odd(
        &mut self,
        deck: usize,
        mut places: u16,
        page: &Page,
        spare: &mut Drawer,
        book: &mut Bookkeeper<'_, '_, '_>,
    ) {
        book.splits.clear();
        let mut rare = false;
        while places != 0 {
            let place = usize::try_from(places.trailing_zeros()).expect("a place among sixteen");
            places &= places - 1;
            if self.ends[place][deck] >= page.super_bonus {
                rare = true;
                continue;
            }
            let pair = self.pair(deck, place, page, spare);
            rare |= book.splits.play(pair, || Some(self.one_more(deck, spare))) != Prize::None;
        }
        if rare {
            let (hands, dealer) = self.split_hands(deck, page, book);
            book.enter_by_engine(page.upcard, &hands, &dealer, spare);
            return;
        }
        #[cfg(test)]
        book.watch_boxes(page.upcard, self.split_hands(deck, page, book));
        let won = book.splits.count(
            page.value,
            Outcome::ALL[usize::from(outcome(self.last[deck]))],
        );
        book.enter(self, deck, won);
    }

    /// The cards of each box, with those of split hands, and those of the dealer.
    fn split_hands(
        &self,
        deck: usize,
        page: &Page,
        book: &Bookkeeper<'_, '_, '_>,
    ) -> (Vec<Vec<Code>>, Vec<Code>) {
        let (mut hands, dealer) = self.hands(deck, page, book.rows());
        hands
            .iter_mut()
            .enumerate()
            .for_each(|(place, hand)| hand.extend(book.splits.drawn(place)));
        (hands, dealer)
    }

    /// The pair of a box that is split. The cards that the box might have drawn are for its first
    /// hand.
    #[inline(always)]
    fn pair(&mut self, deck: usize, place: usize, page: &Page, spare: &mut Drawer) -> Pair {
        const {
            assert!(
                splits::DRAWN == HAND - 2,
                "a box's cards do for a hand of a split"
            )
        };
        let [first, second] = self.first_two(deck, place);
        let others = self
            .deal
            .some_more(deck, spare)
            .expect("the shoe is not used up: it was checked");
        let (starts, dealt) = (
            page.starts(first, second),
            [self.deal.cards(deck, HAND * place + 2), others],
        );
        Pair {
            place,
            upcard: page.upcard,
            cards: (first, second),
            starts,
            dealt,
        }
    }

    /// The cards of each box and those of the dealer, as far as they were looked at; of split pairs
    /// the first two.
    fn hands(&self, deck: usize, page: &Page, rows: &Rows) -> (Vec<Vec<Code>>, Vec<Code>) {
        let start = rows.upcard(page.upcard);
        let hands = (0..BOXES)
            .map(|place| self.hand(deck, place, start, rows.ended, rows))
            .collect();
        (
            hands,
            self.hand(
                deck,
                BOXES,
                rows.dealer_start(page.upcard),
                rows.outcomes,
                rows,
            ),
        )
    }

    fn hand(&self, deck: usize, place: usize, mut row: u16, end: u16, rows: &Rows) -> Vec<Code> {
        let mut hand = Vec::new();
        for code in self.at_once(deck, place) {
            if row < end {
                row = rows.first().after(row, code);
                hand.push(code);
            }
        }
        hand.extend(self.more_of(place));
        hand
    }
}

/// Deals some rounds and follows their cards.
struct Follow<'a, const BOXES: usize, const AT_ONCE: usize> {
    boxes: &'a mut Boxes<BOXES, AT_ONCE>,
    page: &'a Page,
}

impl<const BOXES: usize, const AT_ONCE: usize> pulp::WithSimd for Follow<'_, BOXES, AT_ONCE> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { boxes, page } = self;
        boxes.follow(page);
        boxes.look(page);
    }
}
