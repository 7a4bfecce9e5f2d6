//! How many rounds of a block open with each upcard.
//!
//! The upcard is drawn first, so rounds may be played sorted by it: that they come in another order
//! changes no sum, and the rows that one upcard needs stay at hand.

use super::deal::Source;
use super::lanes::{LANES, Lane};
use super::page::PLACES;
use super::place::{NO_PLACE, bias, mask, place};
use crate::code::{CODES, Code};
use crate::words::Words;

/// For each code the number of rounds.
pub(super) fn draw(
    shoe: &[Code],
    rounds: u32,
    Source { words, spare }: &mut Source,
) -> [u32; CODES] {
    let mut draw = Draw {
        cards: [u16::try_from(shoe.len()).expect("a shoe is small"); LANES],
        counts: [0; PLACES],
    };
    let mut left = usize::try_from(rounds).expect("a block is small");
    while left >= LANES {
        left -= pulp::Arch::new().dispatch(Step {
            draw: &mut draw,
            words,
        });
    }
    let mut upcards = [0; CODES];
    (0..left).for_each(|_| upcards[shoe[spare.place_below(shoe.len())].column()] += 1);
    shoe.iter()
        .zip(&draw.counts)
        .for_each(|(code, count)| upcards[code.column()] += count);
    upcards
}

/// How often each place of the shoe was drawn.
struct Draw {
    cards: Lane,
    counts: [u32; PLACES],
}

/// A place for each lane.
struct Step<'a> {
    draw: &'a mut Draw,
    words: &'a mut Words,
}

impl pulp::WithSimd for Step<'_> {
    type Output = usize;

    /// How many were drawn.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> usize {
        let Self {
            draw: Draw { cards, counts },
            words,
        } = self;
        let bias = bias(cards[0]);
        let mut places: Lane = [0; LANES];
        words.draw_quarters(&mut places);
        let mut drawn = 0_u16;
        for lane in 0..LANES {
            let (place, rest) = place(places[lane], cards[lane]);
            let is_biased = mask(rest < bias);
            places[lane] = place | is_biased & NO_PLACE;
            drawn = drawn.wrapping_add(!is_biased & 1);
        }
        for place in places {
            let count = &mut counts[usize::from(place) % PLACES];
            *count = count.wrapping_add(1);
        }
        usize::from(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shoe::Drawer;

    fn source() -> Source {
        Source {
            words: Words::new(1, 0),
            spare: Drawer::new(Words::new(1, 1)),
        }
    }

    #[test]
    fn every_round_has_an_upcard() {
        let shoe: Vec<Code> = Code::all().cycle().take(511).collect();
        for rounds in [0, 1, 127, 128, 129, 70_000] {
            assert_eq!(
                draw(&shoe, rounds, &mut source()).iter().sum::<u32>(),
                rounds
            );
        }
    }

    #[test]
    fn places_with_more_words_are_drawn_no_more_often() {
        // As many cards as a shoe may have: 128 of their places have a word more than the others.
        let mut words = [0_u32; 511];
        (0..=u16::MAX).for_each(|word| words[usize::from(place(word, 511).0)] += 1);
        let (common, other) = (Code::all().next().unwrap(), Code::all().nth(1).unwrap());
        let shoe: Vec<Code> = words
            .iter()
            .map(|&words| if words > 128 { common } else { other })
            .collect();
        assert_eq!(shoe.iter().filter(|code| **code == common).count(), 128);
        let upcards = draw(&shoe, 6_132_000, &mut source());
        // 128 of 511 are 1,536,000, with a standard deviation of 1,073; by their words they would
        // be 8,976 more.
        assert!(
            upcards[common.column()].abs_diff(1_536_000) < 4_300,
            "{upcards:?}"
        );
    }
}
