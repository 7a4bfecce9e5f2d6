//! Where the cards of a table come from, round after round.

use crate::shoe::Drawer;
use cards::Composition;
use rules::{CuttingCardPlace, RackReturn, RuleBook};

/// Cards of one deck, by which places are measured.
pub const DECK: u32 = 48;

/// How the cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// All cards are shuffled before every round.
    Fresh,
    /// A shoe with a cutting card: shuffled after the round in which it comes out, or at once where it comes first.
    Shoe(Cut),
    /// A continuous shuffling device, into which the cards go back when the book says.
    Device,
}

/// Where the cutting card is placed: so many cards lie behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The fewest.
    pub least: u32,
    /// The most; the same as the fewest where the place is fixed, else each place between is as likely as any other.
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

/// The cards of a table. Those that are out stand in front, in the order in which they came.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Cards as places in [`cards::Card::all`].
    cards: Vec<u8>,
    /// How many are out: those of earlier rounds, then those of this one.
    out: usize,
    /// Where this round's cards begin.
    start: usize,
    /// Those burned stand last and are not dealt.
    burned: usize,
    /// So many may be out before the cutting card comes.
    cut: usize,
    burns: usize,
    back: Return,
}

impl Source {
    /// The cards of a table that deals so, before its first round.
    pub(crate) fn new(book: &RuleBook, cards: &Composition, dealing: Dealing) -> Self {
        let (back, burns) = match dealing {
            Dealing::Fresh => (Return::EachRound, 0),
            Dealing::Shoe(cut) => (Return::AtTheCut(cut), book.shoe.burn.is.get()),
            Dealing::Device => {
                let back = match book.shoe.rack_return.is {
                    RackReturn::RoundEnd => Return::EachRound,
                    RackReturn::AfterInitialDeal => Return::AfterInitialDeal,
                    RackReturn::OneDeck => Return::OneDeck,
                };
                // Cards burned when a device was filled go back with the rack: they are long in it again.
                (back, 0)
            }
        };
        let cards: Vec<u8> = cards.cards().filter_map(|card| u8::try_from(card.index()).ok()).collect();
        let out = match back {
            Return::AtTheCut(_) => cards.len(),
            Return::EachRound | Return::AfterInitialDeal | Return::OneDeck => 0,
        };
        Self { cards, out, start: 0, burned: 0, cut: 0, burns: usize::from(burns), back }
    }

    /// Before a round: whether all cards went back.
    #[inline]
    pub(crate) fn begin(&mut self, words: &mut Drawer) -> bool {
        let shuffled = match self.back {
            Return::EachRound => true,
            Return::AtTheCut(_) => self.out >= self.cut,
            Return::AfterInitialDeal | Return::OneDeck => false,
        };
        match self.back {
            Return::EachRound => self.out = 0,
            Return::AtTheCut(cut) if shuffled => self.shuffle(cut, words),
            Return::AtTheCut(_) | Return::AfterInitialDeal | Return::OneDeck => {}
        }
        self.start = self.out;
        shuffled
    }

    fn shuffle(&mut self, cut: Cut, words: &mut Drawer) {
        (self.out, self.burned) = (0, 0);
        while self.burned < self.burns && self.left() > 1 {
            // A burned card is any of those left, put behind the others.
            let place = below(words, self.left());
            let last = self.left() - 1;
            self.cards.swap(place, last);
            self.burned += 1;
        }
        let behind = cut.least + u32::try_from(below(words, index(cut.most - cut.least) + 1)).unwrap_or(0);
        self.cut = (self.cards.len() - self.burned).saturating_sub(index(behind)).max(1);
    }

    /// How many cards can be dealt.
    pub(crate) fn left(&self) -> usize {
        self.cards.len() - self.burned - self.out
    }

    /// The next card; none where there are no more.
    #[inline(always)]
    pub(crate) fn draw(&mut self, words: &mut Drawer) -> Option<u8> {
        let left = self.left();
        if left == 0 {
            return None;
        }
        let place = self.out + below(words, left);
        self.cards.swap(self.out, place);
        self.out += 1;
        Some(self.cards[self.out - 1])
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

    /// Everything but these cards goes back in mid-round, because no other cards are left or the rack is full.
    pub(crate) fn refill(&mut self, layout: &Composition) {
        let mut on_layout = layout.clone();
        let all = cards::Card::all().collect::<Vec<_>>();
        // Each card is asked about once: the layout holds so many of it.
        let (out, back): (Vec<u8>, Vec<u8>) = self.cards.iter().partition(|&&card| on_layout.take(all[usize::from(card)]));
        self.cards = [out, back].concat();
        (self.out, self.start, self.burned) = (index(layout.len()), 0, 0);
        // All cards are shuffled after this round.
        self.cut = 0;
    }

    /// This round's cards, in the order in which they came.
    pub(crate) fn of_round(&self) -> &[u8] {
        &self.cards[self.start..self.out]
    }

    /// The cards of earlier rounds that are out.
    pub(crate) fn of_earlier_rounds(&self) -> &[u8] {
        &self.cards[..self.start]
    }

    /// How many cards nobody has seen.
    pub(crate) fn unseen(&self) -> usize {
        self.cards.len() - self.out
    }

    /// Whether cards may go back in mid-round, hand by hand: only the engine knows when.
    pub(crate) fn is_for_the_engine(&self) -> bool {
        self.back == Return::OneDeck
    }
}

#[inline(always)]
fn below(words: &mut Drawer, n: usize) -> usize {
    words.place_below(n)
}

fn index(n: u32) -> usize {
    usize::try_from(n).expect("a shoe has some hundred cards")
}
