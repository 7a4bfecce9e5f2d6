//! Where the cards of a table come from, round after round.

use crate::shoe::Drawer;
use crate::shoe_words::{Purpose, ShoeId, ShoeWords};
use cards::Composition;
use rules::{AfterRanOut, CuttingCardPlace, RackReturn, RuleBook};

/// Cards of one deck, by which places are measured.
pub const DECK: u32 = 48;

/// How the cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// All cards are shuffled before every round.
    Fresh,
    /// A shoe with a cutting card: shuffled after the round in which it comes out, or at once where
    /// it comes first.
    Shoe(Cut),
    /// A continuous shuffling device, into which the cards go back when the book says.
    Device,
}

impl Dealing {
    /// Whether all cards are back before every round.
    pub fn is_fresh(self, book: &RuleBook) -> bool {
        match self {
            Self::Fresh => true,
            Self::Device => book.shoe.rack_return.is == RackReturn::RoundEnd,
            Self::Shoe(_) => false,
        }
    }
}

/// Where the cutting card is placed: so many cards lie behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The fewest.
    pub least: u32,
    /// The most; the same as the fewest where the place is fixed, else each place between is as
    /// likely as any other.
    pub most: u32,
}

impl Cut {
    /// The places that a book allows with so many cards.
    pub fn allowed(book: &RuleBook, cards: u32) -> Self {
        let most = cards / 2;
        let least = match book.shoe.cutting_card_place.is {
            CuttingCardPlace::UpToHalf | CuttingCardPlace::NotStated => 0,
            CuttingCardPlace::OneDeckToHalf => DECK.min(most),
        };
        Self { least, most }
    }

    /// How many cards lie behind the cutting card of a shoe: the shoe's first word says so, where
    /// the place is not fixed.
    pub(crate) fn place(self, words: &mut ShoeWords) -> u32 {
        if self.least == self.most {
            return self.least;
        }
        let [more, _] = words.two_below(self.most - self.least + 1, 1);
        self.least + more
    }

    /// Whether all these places are among others.
    pub const fn is_within(self, other: Self) -> bool {
        self.least >= other.least && self.most <= other.most && self.least <= self.most
    }
}

/// How a source goes on from round to round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Return {
    /// Everything goes back after each round.
    EachRound,
    /// After the round in which the cutting card came out.
    AtTheCut(Cut),
    /// The cards of a round go back when the next round's initial deal is complete.
    AfterInitialDeal,
    /// When about one deck has gathered.
    OneDeck,
}

/// The shoe that is dealt: which one, and its words.
#[derive(Clone, Debug)]
struct Shoe {
    /// The next one.
    next: ShoeId,
    /// The cards in the order in which every shoe begins.
    full: Vec<u8>,
    cards: ShoeWords,
    multipliers: ShoeWords,
    /// One word gives two places: the second one, while it waits.
    second: Option<usize>,
}

/// The cards of a table. Those that are out stand in front, in the order in which they came: first
/// the burned ones, then those of earlier rounds, then those of this one.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Cards as places in [`cards::Card::all`].
    cards: Vec<u8>,
    /// How many are out, burned ones included.
    out: usize,
    /// Where this round's cards begin.
    start: usize,
    /// How many are burned.
    burned: usize,
    /// So many may be out before the cutting card comes.
    cut: usize,
    /// Whether the cards ran out and the rack was shuffled.
    is_refilled: bool,
    after_ran_out: AfterRanOut,
    burns: usize,
    back: Return,
    /// With a cutting card, cards do not come from a block's words but from the shoe's own.
    shoe: Option<Shoe>,
}

impl Source {
    /// The cards of a table that deals so, before its first round; where a shoe is dealt, this is
    /// the first one.
    pub(crate) fn new(
        book: &RuleBook,
        cards: &Composition,
        dealing: Dealing,
        first: ShoeId,
    ) -> Self {
        let (back, burns) = match dealing {
            Dealing::Fresh => (Return::EachRound, 0),
            Dealing::Shoe(cut) => (Return::AtTheCut(cut), book.shoe.burn.is.get()),
            Dealing::Device => {
                let back = match book.shoe.rack_return.is {
                    RackReturn::RoundEnd => Return::EachRound,
                    RackReturn::AfterInitialDeal => Return::AfterInitialDeal,
                    RackReturn::OneDeck => Return::OneDeck,
                };
                // Cards burned when a device was filled go back with the rack: they are long in it
                // again.
                (back, 0)
            }
        };
        let cards: Vec<u8> = cards
            .cards()
            .filter_map(|card| u8::try_from(card.index()).ok())
            .collect();
        let words = |purpose| ShoeWords::new(first, purpose);
        let (out, shoe) = match back {
            Return::AtTheCut(_) => (
                cards.len(),
                Some(Shoe {
                    next: first,
                    full: cards.clone(),
                    cards: words(Purpose::Cards),
                    multipliers: words(Purpose::Multipliers),
                    second: None,
                }),
            ),
            Return::EachRound | Return::AfterInitialDeal | Return::OneDeck => (0, None),
        };
        Self {
            cards,
            out,
            start: 0,
            burned: 0,
            cut: 0,
            is_refilled: false,
            after_ran_out: book.shuffle.after_ran_out.is,
            burns: usize::from(burns),
            back,
            shoe,
        }
    }

    /// Before a round: whether all cards went back.
    #[inline]
    pub(crate) fn begin(&mut self) -> bool {
        let shuffled = match self.back {
            Return::EachRound => true,
            Return::AtTheCut(_) => self.is_at_the_cut(),
            Return::AfterInitialDeal | Return::OneDeck => false,
        };
        match self.back {
            Return::EachRound => self.out = 0,
            Return::AtTheCut(cut) if shuffled => self.shuffle(cut),
            Return::AtTheCut(_) | Return::AfterInitialDeal | Return::OneDeck => {}
        }
        self.start = self.out;
        shuffled
    }

    /// Whether the cutting card is out, or would come next: no more rounds are dealt from this
    /// shoe.
    pub(crate) const fn is_at_the_cut(&self) -> bool {
        self.out >= self.cut
    }

    /// Whether this shoe ran out, and the rack is dealt from.
    pub(crate) const fn is_refilled(&self) -> bool {
        self.is_refilled
    }

    /// Goes to the round of a shoe before which so many cards are out, burned ones included.
    pub(crate) fn seek(&mut self, number: u64, out: usize) {
        let (Return::AtTheCut(cut), Some(shoe)) = (self.back, &mut self.shoe) else {
            return;
        };
        shoe.next.number = number;
        self.shuffle(cut);
        while self.out < out && self.draw_of_shoe().is_some() {}
        self.start = self.out;
    }

    fn shuffle(&mut self, cut: Cut) {
        let Some(shoe) = &mut self.shoe else { return };
        let id = shoe.next;
        shoe.next.number = id.number.wrapping_add(1);
        shoe.cards = ShoeWords::new(id, Purpose::Cards);
        shoe.multipliers = ShoeWords::new(id, Purpose::Multipliers);
        shoe.second = None;
        let behind = cut.place(&mut shoe.cards);
        self.cards.copy_from_slice(&shoe.full);
        (self.out, self.burned, self.is_refilled) = (0, 0, false);
        // A burned card is the shoe's next one, which nobody sees.
        while self.burned < self.burns && self.left() > 1 && self.draw_of_shoe().is_some() {
            self.burned += 1;
        }
        self.cut = cut_after(self.cards.len(), self.burned, behind);
    }

    /// How many cards can be dealt.
    pub(crate) const fn left(&self) -> usize {
        self.cards.len() - self.out
    }

    /// The next card; none where there are no more.
    #[inline(always)]
    pub(crate) fn draw(&mut self, words: &mut Drawer) -> Option<u8> {
        if self.shoe.is_some() {
            return self.draw_of_shoe();
        }
        let left = self.left();
        if left == 0 {
            return None;
        }
        Some(self.take(words.place_below(left)))
    }

    #[inline(always)]
    fn draw_of_shoe(&mut self) -> Option<u8> {
        let left = self.left();
        let shoe = self.shoe.as_mut().filter(|_| left > 0)?;
        let place = match shoe.second.take() {
            Some(place) => place,
            None => {
                let left = u32::try_from(left).expect("a shoe has some hundred cards");
                let [first, second] = shoe.cards.two_below(left, (left - 1).max(1));
                shoe.second = Some(index(second));
                index(first)
            }
        };
        Some(self.take(place))
    }

    /// Takes the card at a place among those that are left.
    #[inline(always)]
    fn take(&mut self, place: usize) -> u8 {
        self.cards.swap(self.out, self.out + place);
        self.out += 1;
        self.cards[self.out - 1]
    }

    /// A number below `n` for a side wager: of the shoe's own words, where there is a shoe.
    pub(crate) fn below(&mut self, n: u64, words: &mut Drawer) -> u64 {
        match &mut self.shoe {
            Some(shoe) => shoe.multipliers.below(n),
            None => words.below(n),
        }
    }

    /// The initial deal is complete: whether cards went back into the device.
    #[inline]
    pub(crate) fn after_initial_deal(&mut self) -> bool {
        let goes_back = self.back == Return::AfterInitialDeal && self.start > 0;
        if goes_back {
            self.cards[..self.out].rotate_left(self.start);
            self.out -= self.start;
            self.start = 0;
        }
        goes_back
    }

    /// Everything but these cards goes back in mid-round, because no other cards are left or the
    /// rack is full.
    pub(crate) fn refill(&mut self, layout: &Composition) {
        let mut on_layout = layout.clone();
        let all = cards::Card::all().collect::<Vec<_>>();
        // Each card is asked about once: the layout holds so many of it.
        let (out, back): (Vec<u8>, Vec<u8>) = self
            .cards
            .iter()
            .partition(|&&card| on_layout.take(all[usize::from(card)]));
        self.cards = [out, back].concat();
        (self.out, self.start, self.burned) = (index(layout.len()), 0, 0);
        self.is_refilled = true;
        self.cut = 0;
        let left = self.left();
        if let Some(shoe) = &mut self.shoe {
            // It was a place among other cards.
            shoe.second = None;
            self.cut = match (self.back, self.after_ran_out) {
                // Adelaide 38a: the rack has a cutting card of its own, at most half way from the
                // back.
                (Return::AtTheCut(cut), AfterRanOut::NextCuttingCard) => {
                    self.cards.len() - index(cut.place(&mut shoe.cards)).min(left / 2)
                }
                // All cards are shuffled after this round.
                (Return::AtTheCut(_), AfterRanOut::AllCards)
                | (Return::EachRound | Return::AfterInitialDeal | Return::OneDeck, _) => 0,
            };
        }
    }

    /// This round's cards, in the order in which they came.
    pub(crate) fn of_round(&self) -> &[u8] {
        &self.cards[self.start..self.out]
    }

    /// The cards of earlier rounds that are out.
    pub(crate) fn of_earlier_rounds(&self) -> &[u8] {
        &self.cards[self.burned..self.start]
    }

    /// All cards that are out and were seen.
    pub(crate) fn all_out(&self) -> &[u8] {
        &self.cards[self.burned..self.out]
    }

    /// All cards that are out, burned ones included.
    pub(crate) fn cards_out(&self) -> &[u8] {
        &self.cards[..self.out]
    }

    /// How many cards are out, burned ones included.
    pub(crate) const fn out(&self) -> usize {
        self.out
    }

    /// How many cards nobody has seen.
    pub(crate) const fn unseen(&self) -> usize {
        self.cards.len() - (self.out - self.burned)
    }

    /// Whether all cards are ever together between two rounds.
    pub(crate) const fn comes_together(&self) -> bool {
        match self.back {
            Return::EachRound | Return::AtTheCut(_) => true,
            Return::AfterInitialDeal | Return::OneDeck => false,
        }
    }

    /// Whether cards may go back in mid-round, hand by hand: only the engine knows when.
    pub(crate) fn is_for_the_engine(&self) -> bool {
        self.back == Return::OneDeck
    }
}

/// How many cards may be out, so many of them burned, before the cutting card comes with so many
/// behind it.
pub(crate) fn cut_after(cards: usize, burned: usize, behind: u32) -> usize {
    burned + (cards - burned).saturating_sub(index(behind)).max(1)
}

fn index(n: u32) -> usize {
    usize::try_from(n).expect("a shoe has some hundred cards")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;
    use cards::Card;
    use rules::builtin;

    fn book(burn: &str, rack_return: &str) -> RuleBook {
        let mut book = (*builtin("sydney").unwrap()).clone();
        book.set("shoe.burn", burn).unwrap();
        book.set("shoe.rack-return", rack_return).unwrap();
        book
    }

    /// So many different cards.
    fn different(n: usize) -> Composition {
        Card::all().take(n).collect()
    }

    const FIRST: ShoeId = ShoeId { seed: 3, number: 4 };

    fn words() -> Drawer {
        Drawer::new(Words::new(3, 4))
    }

    fn draw(source: &mut Source, n: usize, words: &mut Drawer) -> Vec<u8> {
        (0..n).map(|_| source.draw(words).unwrap()).collect()
    }

    fn sorted(cards: impl IntoIterator<Item = u8>) -> Vec<u8> {
        let mut cards: Vec<u8> = cards.into_iter().collect();
        cards.sort_unstable();
        cards
    }

    /// How far counts that should be equal are off, as a sum of squares: its mean is one less than
    /// there are counts.
    #[expect(
        clippy::float_arithmetic,
        clippy::as_conversions,
        reason = "a figure of a test"
    )]
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum()
    }

    #[test]
    fn a_shoe_is_shuffled_after_the_round_in_which_the_cutting_card_comes_or_before_one_that_it_would_begin()
     {
        let cards = Composition::decks_of_48(2);
        for (burn, behind) in [("0", 0), ("0", 30), ("1", 30), ("5", 48), ("3", 1)] {
            let dealing = Dealing::Shoe(Cut {
                least: behind,
                most: behind,
            });
            let mut source = Source::new(&book(burn, "round-end"), &cards, dealing, FIRST);
            let before_the_cut = 96 - index(behind) - burn.parse::<usize>().unwrap();
            let (mut words, mut out, mut first) = (words(), 0, true);
            for round in 0..500 {
                let shuffled = source.begin();
                // That many cards lie before the cutting card: it comes with the next one, or has
                // come.
                assert_eq!(
                    shuffled,
                    first || out >= before_the_cut,
                    "burned {burn}, {behind} behind, {out} out"
                );
                if shuffled {
                    (out, first) = (0, false);
                }
                assert_eq!(source.unseen(), 96 - out);
                assert_eq!(source.of_earlier_rounds().len(), out);
                let wanted = 1 + round * 7 % 9;
                let dealt = (0..wanted).map_while(|_| source.draw(&mut words)).count();
                assert_eq!(source.of_round().len(), dealt);
                out += dealt;
            }
        }
    }

    #[test]
    fn every_card_but_the_burned_is_dealt_once() {
        let dealing = Dealing::Shoe(Cut { least: 0, most: 0 });
        let mut source = Source::new(&book("2", "round-end"), &different(12), dealing, FIRST);
        let mut words = words();
        let mut burned = [0; 12];
        for _ in 0..12_000 {
            assert!(source.begin());
            assert_eq!((source.left(), source.unseen()), (10, 12));
            let dealt = draw(&mut source, 10, &mut words);
            assert_eq!(source.draw(&mut words), None);
            let missing: Vec<usize> = (0..12)
                .filter(|&card| !dealt.contains(&u8::try_from(card).unwrap()))
                .collect();
            assert_eq!(missing.len(), 2);
            missing.into_iter().for_each(|card| burned[card] += 1);
        }
        // Eleven numbers are free; one such sum in a thousand is above 31.
        assert!(chi_square(&burned) < 31.0, "{burned:?}");
    }

    #[test]
    fn every_place_of_the_cutting_card_is_as_likely_as_any_other() {
        let dealing = Dealing::Shoe(Cut { least: 5, most: 9 });
        let mut source = Source::new(&book("1", "round-end"), &different(20), dealing, FIRST);
        let mut words = words();
        let (mut behind, mut out) = ([0; 21], 0);
        source.begin();
        for _ in 0..60_000 {
            draw(&mut source, 1, &mut words);
            out += 1;
            if source.begin() {
                behind[19 - out] += 1;
                out = 0;
            }
        }
        assert_eq!(
            behind[..5].iter().chain(&behind[10..]).sum::<u32>(),
            0,
            "{behind:?}"
        );
        // Four numbers are free; one such sum in a thousand is above 18.5.
        assert!(chi_square(&behind[5..10]) < 18.5, "{behind:?}");
    }

    #[test]
    fn a_device_keeps_the_cards_of_a_round_out_until_the_next_initial_deal_is_complete() {
        let mut source = Source::new(
            &book("1", "after-initial-deal"),
            &different(52),
            Dealing::Device,
            FIRST,
        );
        let mut words = words();
        assert!(!source.begin());
        let first = draw(&mut source, 4, &mut words);
        assert!(!source.after_initial_deal(), "there was no round before");
        let first = [first, draw(&mut source, 6, &mut words)].concat();
        assert_eq!(source.of_round(), first);
        for _ in 0..100 {
            assert!(!source.begin());
            assert_eq!(
                (
                    source.left(),
                    source.unseen(),
                    source.of_earlier_rounds().len()
                ),
                (42, 42, 10)
            );
            let kept = source.of_earlier_rounds().to_vec();
            // An initial deal as long as there are cards: none of the round before is among them.
            let initial = draw(&mut source, 42, &mut words);
            assert_eq!(source.draw(&mut words), None);
            assert_eq!(
                sorted([kept.clone(), initial.clone()].concat()),
                (0..52).collect::<Vec<u8>>()
            );
            assert!(source.after_initial_deal());
            assert_eq!(
                source.of_round(),
                initial,
                "in the order in which they came"
            );
            let again = draw(&mut source, 10, &mut words);
            assert_eq!(sorted(again), sorted(kept));
            assert!(!source.after_initial_deal(), "they go back once");
            // The rounds that are counted on are short.
            source.refill(&Composition::default());
            draw(&mut source, 10, &mut words);
        }
    }

    #[test]
    fn a_device_that_takes_all_cards_back_is_full_before_every_round() {
        let mut source = Source::new(
            &book("1", "round-end"),
            &different(20),
            Dealing::Device,
            FIRST,
        );
        let mut words = words();
        for _ in 0..50 {
            assert!(source.begin());
            assert_eq!(
                sorted(draw(&mut source, 20, &mut words)),
                (0..20).collect::<Vec<u8>>()
            );
            assert!(!source.after_initial_deal());
        }
        assert!(!source.is_for_the_engine());
    }

    #[test]
    fn a_rack_that_goes_back_hand_by_hand_is_for_the_engine() {
        let mut source = Source::new(
            &book("1", "one-deck"),
            &different(20),
            Dealing::Device,
            FIRST,
        );
        let mut words = words();
        assert!(source.is_for_the_engine() && !source.begin());
        let first = draw(&mut source, 5, &mut words);
        assert!(!source.begin());
        assert_eq!(source.of_earlier_rounds(), first);
    }

    /// Of four cards of a kind, those on the layout stay out and the others go back.
    #[test]
    fn what_goes_back_in_mid_round_is_all_but_the_layout() {
        let layout: Composition = ["7s", "7s", "7s", "Kh"]
            .map(|card| card.parse::<Card>().unwrap())
            .into_iter()
            .collect();
        let shoe: Composition = different(52).cards().flat_map(|card| [card; 4]).collect();
        let dealing = Dealing::Shoe(Cut { least: 0, most: 0 });
        let mut source = Source::new(&book("3", "round-end"), &shoe, dealing, FIRST);
        let mut words = words();
        source.begin();
        draw(&mut source, 205, &mut words);
        assert_eq!(source.left(), 0);
        source.refill(&layout);
        assert_eq!(
            (source.left(), source.unseen()),
            (204, 204),
            "those burned come back too"
        );
        let all: Vec<Card> = Card::all().collect();
        let mut left = shoe.clone();
        assert!(layout.cards().all(|card| left.take(card)));
        let drawn: Composition = draw(&mut source, 204, &mut words)
            .into_iter()
            .map(|card| all[usize::from(card)])
            .collect();
        assert_eq!(drawn, left);
        assert!(source.begin(), "all cards are shuffled after such a round");
        assert_eq!(source.left(), 205);
    }

    #[test]
    fn a_rack_with_a_cutting_card_of_its_own_is_dealt_from_until_that_comes() {
        let mut book = book("0", "round-end");
        book.set("after-ran-out", "next-cutting-card").unwrap();
        let layout: Composition = different(2);
        for (behind, most) in [(6, 14), (40, 11)] {
            let cut = Cut {
                least: behind,
                most: behind,
            };
            let mut source = Source::new(&book, &different(20), Dealing::Shoe(cut), FIRST);
            let mut words = words();
            source.begin();
            draw(&mut source, 20, &mut words);
            source.refill(&layout);
            assert_eq!(source.left(), 18);
            // The rounds go on until so many are out, those of the layout among them.
            let mut out = 2;
            while !source.begin() {
                assert!(out < most, "{out} are out");
                draw(&mut source, 3, &mut words);
                out += 3;
            }
            assert!(out >= most, "only {out} are out");
        }
    }

    #[test]
    fn every_card_is_as_likely_in_every_place() {
        const CARDS: usize = 6;
        for dealing in [Dealing::Fresh, Dealing::Shoe(Cut { least: 0, most: 0 })] {
            let mut source =
                Source::new(&book("0", "round-end"), &different(CARDS), dealing, FIRST);
            let mut words = words();
            let mut counts = [[0; CARDS]; CARDS];
            let mut orders = std::collections::BTreeMap::new();
            for _ in 0..50_000 {
                source.begin();
                let dealt = draw(&mut source, CARDS, &mut words);
                dealt
                    .iter()
                    .enumerate()
                    .for_each(|(place, &card)| counts[place][usize::from(card)] += 1);
                *orders.entry(dealt).or_insert(0_u32) += 1;
            }
            // Five numbers are free in each; one such sum in ten thousand is above 26.
            assert!(
                counts.iter().all(|place| chi_square(place) < 26.0),
                "{dealing:?}: {counts:?}"
            );
            // All 720 orders: the mean of this sum is 719, its deviation 38.
            let orders: Vec<u32> = orders.into_values().collect();
            assert_eq!(orders.len(), 720);
            assert!(
                chi_square(&orders) < 850.0,
                "{dealing:?}: {}",
                chi_square(&orders)
            );
        }
    }

    #[test]
    fn the_cutting_card_goes_where_the_book_says() {
        let allowed = |id: &str, cards: u32| Cut::allowed(&builtin(id).unwrap(), cards);
        // Canberra 5.3: at least one deck from the end, at most half the cards.
        assert_eq!(
            allowed("canberra", 384),
            Cut {
                least: 48,
                most: 192
            }
        );
        assert_eq!(
            allowed("canberra", 60),
            Cut {
                least: 30,
                most: 30
            },
            "half of a small shoe is less than a deck"
        );
        assert_eq!(
            allowed("sydney", 384),
            Cut {
                least: 0,
                most: 192
            }
        );
        assert_eq!(
            allowed("singapore", 384),
            Cut {
                least: 0,
                most: 192
            }
        );
        let other = Cut {
            least: 10,
            most: 20,
        };
        let within = |least: u32, most: u32| Cut { least, most }.is_within(other);
        assert!(within(10, 20) && within(15, 15));
        assert!(!within(9, 20) && !within(10, 21) && !within(16, 15));
    }
}
