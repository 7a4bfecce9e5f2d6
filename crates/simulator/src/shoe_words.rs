//! The random words of one shoe: xoshiro128++ of Blackman and Vigna, whose state is one block of
//! Philox4x32-10 of Salmon and others.
//!
//! The block comes from the run's seed, the number of the shoe and what the words are for. So a
//! shoe is the same whoever deals it, and needs none of those before it. All words have 32 bits,
//! so that a graphics card reckons them as well.
#![expect(
    clippy::as_conversions,
    reason = "words are cut to their halves, and places are among some hundred cards"
)]

use crate::simulation::SHOES;

/// What the words of a shoe are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Where the cutting card is placed, and which cards come.
    Cards,
    /// Which multiplier a side wager shows.
    Multipliers,
}

impl Purpose {
    const fn number(self) -> u32 {
        match self {
            Self::Cards => 0,
            Self::Multipliers => 1,
        }
    }
}

/// A shoe of a run: the same cards in the same order, whoever deals them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShoeId {
    /// The seed of the run.
    pub(crate) seed: u64,
    /// The number of the shoe in the run.
    pub(crate) number: u64,
}

impl ShoeId {
    /// The first shoe of a block.
    pub(crate) const fn first(seed: u64, block: u64) -> Self {
        let number = block.wrapping_mul(SHOES as u64);
        Self { seed, number }
    }

    /// The shoe after so many others.
    pub(crate) const fn plus(self, shoes: usize) -> Self {
        let number = self.number.wrapping_add(shoes as u64);
        Self { number, ..self }
    }

    /// The state with which its words begin; never all nothing, since the generator would stay
    /// there.
    #[inline(always)]
    pub(crate) const fn state(self, purpose: Purpose) -> [u32; 4] {
        let Self { seed, number } = self;
        let counter = [purpose.number(), number as u32, (number >> 32) as u32, 0];
        let [one, two, three, four] = philox(counter, [seed as u32, (seed >> 32) as u32]);
        [one | 1, two, three, four]
    }
}

/// Philox4x32 with ten rounds.
#[inline(always)]
const fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let ([mut one, mut two, mut three, mut four], [mut key_one, mut key_two]) = (counter, key);
    let mut round = 0;
    while round < 10 {
        let (first, second) = (one as u64 * 0xd251_1f53, three as u64 * 0xcd9e_8d57);
        (one, two, three, four) = (
            (second >> 32) as u32 ^ two ^ key_one,
            second as u32,
            (first >> 32) as u32 ^ four ^ key_two,
            first as u32,
        );
        key_one = key_one.wrapping_add(0x9e37_79b9);
        key_two = key_two.wrapping_add(0xbb67_ae85);
        round += 1;
    }
    [one, two, three, four]
}

/// The next word of a state.
#[inline(always)]
pub(crate) const fn next(state: &mut [u32; 4]) -> u32 {
    let [one, two, three, four] = state;
    let word = one.wrapping_add(*four).rotate_left(7).wrapping_add(*one);
    let shifted = *two << 9;
    *three ^= *one;
    *four ^= *two;
    *two ^= *three;
    *one ^= *four;
    *three ^= shifted;
    *four = four.rotate_left(11);
    word
}

/// Two places of one word, the first below `first` and the second below `second`, each pair as
/// likely as any other where [`is_fair`] says so of what is left (the method of Brackett-Rozinsky
/// and Lemire).
#[inline(always)]
pub(crate) const fn two_places(word: u32, first: u32, second: u32) -> ([u32; 2], u32) {
    let one = word as u64 * first as u64;
    let two = (one as u32) as u64 * second as u64;
    ([(one >> 32) as u32, (two >> 32) as u32], two as u32)
}

/// Whether a word with such a rest may be taken, where there are so many pairs of places: what
/// would make some pairs likelier is thrown away, and the next word of the shoe taken instead.
#[inline(always)]
pub(crate) const fn is_fair(rest: u32, pairs: u32) -> bool {
    rest >= pairs || rest >= pairs.wrapping_neg() % pairs
}

/// The words of one shoe, one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShoeWords {
    state: [u32; 4],
}

impl ShoeWords {
    pub(crate) const fn new(shoe: ShoeId, purpose: Purpose) -> Self {
        Self {
            state: shoe.state(purpose),
        }
    }

    /// The state with which the next words begin.
    pub(crate) const fn state(&self) -> [u32; 4] {
        self.state
    }

    /// Two places, the first below one number and the second below another.
    #[inline]
    pub(crate) const fn two_below(&mut self, first: u32, second: u32) -> [u32; 2] {
        loop {
            let (places, rest) = two_places(next(&mut self.state), first, second);
            if is_fair(rest, first * second) {
                return places;
            }
        }
    }

    /// A number below `n`, each as likely as any other, of two words.
    pub(crate) const fn below(&mut self, n: u64) -> u64 {
        loop {
            let high = next(&mut self.state) as u64;
            let product = (high << 32 | next(&mut self.state) as u64) as u128 * n as u128;
            let rest = product as u64;
            if rest >= n || rest >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_is_the_published_one() {
        // The known answers of the authors' library Random123.
        for (counter, key, block) in [
            (
                [0; 4],
                [0; 2],
                [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8],
            ),
            (
                [u32::MAX; 4],
                [u32::MAX; 2],
                [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd],
            ),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ] {
            assert_eq!(philox(counter, key), block);
        }
    }

    #[test]
    fn xoshiro_is_the_published_one() {
        // The reference program's first words for the state 1, 2, 3, 4.
        let mut state = [1, 2, 3, 4];
        let words = [
            641,
            1_573_767,
            3_222_811_527,
            3_517_856_514,
            836_907_274,
            4_247_214_768,
        ];
        assert_eq!(words.map(|_| next(&mut state)), words);
    }

    #[test]
    fn shoes_seeds_and_purposes_have_words_of_their_own() {
        let first = |seed, number, purpose| {
            let mut words = ShoeWords::new(ShoeId { seed, number }, purpose);
            [0; 4].map(|_| words.below(1 << 40))
        };
        let all = [
            first(1, 0, Purpose::Cards),
            first(1, 0, Purpose::Multipliers),
            first(1, 1, Purpose::Cards),
            first(1, 1 << 32, Purpose::Cards),
            first(0, 1, Purpose::Cards),
            first(1 << 32, 0, Purpose::Cards),
        ];
        assert!((1..all.len()).all(|place| !all[..place].contains(&all[place])));
        assert_eq!(first(1, 0, Purpose::Cards), all[0]);
    }

    #[test]
    fn pairs_of_places_are_as_likely_as_any_others() {
        for (first, second) in [(288, 287), (7, 6), (2, 1), (1, 1)] {
            let pairs = first * second;
            let unfair = (0..pairs).filter(|rest| !is_fair(*rest, pairs)).count();
            // As many words are thrown away as are too many to be shared out evenly.
            assert_eq!(unfair as u64, (1_u64 << 32) % u64::from(pairs));
        }
        let mut words = ShoeWords::new(ShoeId { seed: 5, number: 6 }, Purpose::Cards);
        let mut counts = [[0_i64; 6]; 7];
        for _ in 0..420_000 {
            let [one, two] = words.two_below(7, 6);
            counts[one as usize][two as usize] += 1;
        }
        // 42 ways: chi-squared with 41 degrees of freedom is below 74.8 but for one time in a
        // thousand.
        let squares: i64 = counts
            .as_flattened()
            .iter()
            .map(|times| (times - 10_000).pow(2))
            .sum();
        assert!(squares < 748_000, "{squares}");
    }
}
