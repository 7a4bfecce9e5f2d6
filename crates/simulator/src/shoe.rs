//! One shoe from which cards are drawn at random, card by card.

use crate::code::Code;
use crate::words::Words;

/// Words one by one.
#[derive(Clone, Debug)]
pub struct Drawer {
    words: Words,
    buffer: [u64; 8],
    used: usize,
}

impl Drawer {
    /// Takes the words of a block.
    pub fn new(words: Words) -> Self {
        Self { words, buffer: [0; 8], used: 8 }
    }

    #[inline]
    fn word(&mut self) -> u64 {
        if self.used == self.buffer.len() {
            self.buffer = self.words.draw();
            self.used = 0;
        }
        self.used += 1;
        self.buffer[self.used - 1]
    }

    /// A number below `n`, each as likely as any other (Lemire's method: what would be too likely is drawn again).
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.word()) * u128::from(n);
            let (number, rest) = halves(product);
            if rest >= n || rest >= n.wrapping_neg() % n {
                return number;
            }
        }
    }
}

#[expect(clippy::as_conversions, reason = "the halves of a double word")]
const fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

/// So many cards are searched at once.
const CHUNK: usize = 32;

/// A shoe: those dealt stand in front.
#[derive(Clone, Debug)]
pub(crate) struct Shoe {
    /// The codes of the cards, as bytes: these are searched fast.
    cards: Vec<u8>,
    dealt: usize,
}

impl Shoe {
    /// A shoe of these cards.
    pub(crate) fn new(cards: &[Code]) -> Self {
        Self { cards: cards.iter().map(|card| card.byte()).collect(), dealt: 0 }
    }

    /// All cards go back.
    pub(crate) fn shuffle(&mut self) {
        self.dealt = 0;
    }

    /// Draws one of the cards that are left.
    #[inline]
    pub(crate) fn draw(&mut self, words: &mut Drawer) -> Option<Code> {
        let left = self.cards.len() - self.dealt;
        if left == 0 {
            return None;
        }
        let place = self.dealt + usize::try_from(words.below(u64::try_from(left).ok()?)).ok()?;
        self.cards.swap(self.dealt, place);
        self.dealt += 1;
        Some(Code::from_byte(self.cards[self.dealt - 1]))
    }

    /// Takes out a certain card.
    pub(crate) fn take(&mut self, code: Code) -> bool {
        let left = &self.cards[self.dealt..];
        let chunk = left.chunks(CHUNK).position(|chunk| chunk.contains(&code.byte()));
        let found = chunk.and_then(|chunk| {
            let within = left[chunk * CHUNK..].iter().position(|&card| card == code.byte())?;
            Some(chunk * CHUNK + within)
        });
        if let Some(place) = found {
            self.cards.swap(self.dealt, self.dealt + place);
            self.dealt += 1;
        }
        found.is_some()
    }
}
