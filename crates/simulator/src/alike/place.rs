//! Places in a shoe by words of 16 bits.
#![expect(
    clippy::as_conversions,
    reason = "the inner loop: a product is cut to its halves"
)]

use super::page::PLACES;

/// A place that no card has.
pub(super) const NO_PLACE: u16 = (PLACES - 1) as u16;

/// The place that a word gives among so many cards, and the lower half of the product.
#[inline(always)]
pub(super) fn place(word: u16, cards: u16) -> (u16, u16) {
    (
        (u32::from(word).wrapping_mul(u32::from(cards)) >> 16) as u16,
        word.wrapping_mul(cards),
    )
}

/// A word whose product's lower half is below this would make some places likelier than others, and
/// is not taken (Lemire's method).
#[inline(always)]
pub(super) fn bias(cards: u16) -> u16 {
    cards.wrapping_neg() % cards
}

/// All ones where it holds.
#[inline(always)]
pub(super) fn mask(holds: bool) -> u16 {
    0_u16.wrapping_sub(u16::from(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_as_many_words_as_any_other() {
        for cards in [1, 2, 48, 207, 383, 384, 416, 511] {
            let mut words = vec![0; usize::from(cards)];
            for word in 0..=u16::MAX {
                let (place, rest) = place(word, cards);
                words[usize::from(place)] += u32::from(rest >= bias(cards));
            }
            assert!(
                words.iter().all(|&each| each == 65_536 / u32::from(cards)),
                "{cards}: {words:?}"
            );
        }
    }
}
