//! The shuffle that is tested, and shuffles that are wrong in ways that shuffles have been wrong.

use cards::{WordSource, index_below, shuffle};
use fair::{Seeded, Words};

/// Cards of one deck, as numbers.
pub(crate) const DECK: u8 = 48;

/// One way to put cards in an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    /// Ours.
    Fair,
    /// Each place is exchanged with any place at all, not only with those still open.
    SwapWithAny,
    /// An index is the rest of a byte, without rejection.
    EightBits,
    /// Each place is exchanged with an earlier one, never with itself.
    OffByOne,
    /// A fresh pack in which a few cards are exchanged.
    TooFew,
    /// The last shoe is taken as it lies, and a few cards are exchanged.
    Stale,
    /// All shoes come from one of 4096 seeds.
    FewSeeds,
}

impl Shuffle {
    pub(crate) const WRONG: [Self; 6] = [
        Self::SwapWithAny,
        Self::EightBits,
        Self::OffByOne,
        Self::TooFew,
        Self::Stale,
        Self::FewSeeds,
    ];

    /// The next shoe, in place: `cards` hold the one before.
    pub(crate) fn next(self, cards: &mut [u8], words: &mut Words<Seeded>) {
        let n = u32::try_from(cards.len()).unwrap();
        if self != Self::Stale {
            fresh(cards);
        }
        match self {
            Self::Fair => shuffle(cards, words),
            Self::SwapWithAny => {
                (0..cards.len()).for_each(|place| cards.swap(place, below(n, words)))
            }
            Self::EightBits => {
                for place in (1..cards.len()).rev() {
                    let byte = usize::try_from(words.next_word() & 0xff).unwrap();
                    cards.swap(place, byte % (place + 1));
                }
            }
            Self::OffByOne => {
                for place in (1..cards.len()).rev() {
                    cards.swap(place, below(u32::try_from(place).unwrap(), words));
                }
            }
            Self::TooFew | Self::Stale => {
                (0..24).for_each(|_| cards.swap(below(n, words), below(n, words)))
            }
            Self::FewSeeds => {
                let seed = u64::from(words.next_word() % 4096);
                shuffle(cards, &mut Words::new(Seeded::of_number(seed)));
            }
        }
    }
}

/// A pack in order: whole decks, or fewer cards than one.
pub(crate) fn fresh(cards: &mut [u8]) {
    let decks = (cards.len() / usize::from(DECK)).max(1);
    cards
        .iter_mut()
        .enumerate()
        .for_each(|(place, card)| *card = u8::try_from(place / decks).unwrap());
}

/// So many shoes of one deck, one after the other.
pub(crate) fn shoes(kind: Shuffle, seed: u64, n: usize) -> Vec<[u8; 48]> {
    let mut words = Words::new(Seeded::of_number(seed));
    let mut cards = [0; 48];
    fresh(&mut cards);
    let next = |_| {
        kind.next(&mut cards, &mut words);
        cards
    };
    (0..n).map(next).collect()
}

fn below(n: u32, words: &mut Words<Seeded>) -> usize {
    usize::try_from(index_below(n, words)).unwrap()
}
