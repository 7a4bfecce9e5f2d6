//! Random words: xoshiro256++ of Blackman and Vigna, 32 streams side by side.
//!
//! A block of rounds has streams of its own, whose states come from the run's seed and the block's
//! number by `SplitMix64`:
//! the same block is the same rounds, whoever plays it and when.

/// How many streams run side by side.
pub(crate) const STREAMS: usize = 32;
/// How many words of 16 bits the streams give at once.
pub(crate) const QUARTERS: usize = 4 * STREAMS;

/// Random words of one block: laid where a line of the machine's cache begins.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Words {
    /// The four words of state, each for all streams.
    state: [[u64; STREAMS]; 4],
}

impl Words {
    /// The words of a block of a run.
    pub(crate) fn new(seed: u64, block: u64) -> Self {
        // The seed is mixed before the block's number is added, so that neighbouring seeds share no
        // blocks.
        let mut mix = SplitMix {
            state: SplitMix { state: seed }
                .word()
                .wrapping_add(block.wrapping_mul(0xd134_2543_de82_ef95)),
        };
        let mut state = [[0; STREAMS]; 4];
        for stream in 0..STREAMS {
            for word in &mut state {
                word[stream] = mix.word();
            }
        }
        Self { state }
    }

    /// The next word of each stream.
    #[inline(always)]
    pub(crate) fn draw(&mut self, words: &mut [u64; STREAMS]) {
        let [one, two, three, four] = &mut self.state;
        for stream in 0..STREAMS {
            words[stream] = one[stream]
                .wrapping_add(four[stream])
                .rotate_left(23)
                .wrapping_add(one[stream]);
            let shifted = two[stream] << 17;
            three[stream] ^= one[stream];
            four[stream] ^= two[stream];
            two[stream] ^= three[stream];
            one[stream] ^= four[stream];
            three[stream] ^= shifted;
            four[stream] = four[stream].rotate_left(45);
        }
    }

    /// The next word of each stream in quarters, the lowest first.
    #[inline(always)]
    pub(crate) fn draw_quarters(&mut self, quarters: &mut [u16; QUARTERS]) {
        let mut words = [0; STREAMS];
        self.draw(&mut words);
        // The same on machines that keep the highest byte first.
        let laid: [u16; QUARTERS] = bytemuck::cast(words.map(u64::to_le));
        *quarters = laid.map(u16::from_le);
    }
}

/// `SplitMix64`, to spread a seed over many words.
struct SplitMix {
    state: u64,
}

impl SplitMix {
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_is_the_published_one() {
        // The reference program's first words for the seed 1234567.
        let mut mix = SplitMix { state: 1_234_567 };
        let words = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(words.map(|_| mix.word()), words);
    }

    #[test]
    fn xoshiro_is_the_published_one() {
        // The reference program's first words for the state 1, 2, 3, 4.
        let mut words = Words {
            state: [[1; STREAMS], [2; STREAMS], [3; STREAMS], [4; STREAMS]],
        };
        let expected = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
        ];
        for word in expected {
            let mut drawn = [0; STREAMS];
            words.draw(&mut drawn);
            assert_eq!(drawn, [word; STREAMS]);
        }
    }

    #[test]
    fn quarters_are_those_of_the_words() {
        let (mut words, mut drawn, mut quarters) = (Words::new(3, 4), [0; STREAMS], [0; QUARTERS]);
        words.clone().draw(&mut drawn);
        words.draw_quarters(&mut quarters);
        for (word, quarters) in drawn.into_iter().zip(quarters.as_chunks::<4>().0) {
            assert_eq!(
                word,
                quarters
                    .iter()
                    .rev()
                    .fold(0, |word, &quarter| word << 16 | u64::from(quarter))
            );
        }
    }

    #[test]
    fn blocks_and_seeds_differ() {
        let first = |seed, block| {
            let mut drawn = [0; STREAMS];
            Words::new(seed, block).draw(&mut drawn);
            drawn
        };
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 1), first(2, 0));
        assert_eq!(first(7, 9), first(7, 9));
    }
}
