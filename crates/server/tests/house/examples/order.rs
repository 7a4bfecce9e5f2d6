//! Chance of which a part was chosen beforehand: the words with which a shuffle comes to a wanted
//! order. Everything else comes from a seed.

use cards::{Card, Composition};
use fair::{Entropy, Seeded};
use rules::Multipliers;
use server::Chance;
use solver::side_wagers::pandemonium::Chances;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// Words that chance will bring before any other.
#[derive(Clone, Default)]
pub(crate) struct Chosen(Arc<Mutex<VecDeque<u32>>>);

impl Chosen {
    /// Chance that brings these words first. A word is what is asked for in four bytes; names and
    /// salts are longer and stay random.
    pub(crate) fn chance(&self, seed: u64) -> Chance {
        let chosen = Arc::clone(&self.0);
        let seeded = Mutex::new(Seeded::of_number(seed));
        Chance::new(move |bytes| {
            if let Ok(word) = <&mut [u8; 4]>::try_from(&mut *bytes)
                && let Some(next) = chosen.lock().unwrap().pop_front()
            {
                *word = next.to_le_bytes();
                return Ok(());
            }
            seeded.lock().unwrap().fill(bytes)
        })
    }

    pub(crate) fn bring(&self, words: Vec<u32>) {
        self.0.lock().unwrap().extend(words);
    }

    /// Drops what nobody has asked for.
    pub(crate) fn forget(&self) {
        self.0.lock().unwrap().clear();
    }
}

/// The words that shuffle a pile so that these cards come out first when it is cut at `cut`, after
/// so many burned ones. Nothing where the pile does not hold them.
pub(crate) fn words(
    pile: &Composition,
    burned: usize,
    first: &[Card],
    cut: u32,
) -> Option<Vec<u32>> {
    let mut rest = pile.clone();
    if !first.iter().all(|card| rest.take(*card)) {
        return None;
    }
    let mut others = rest.cards();
    let mut out: Vec<Card> = others.by_ref().take(burned).collect();
    out.extend(first);
    out.extend(others);
    // The card at the cut comes out first.
    let cut = usize::try_from(cut).unwrap();
    out.rotate_right(cut);
    Some(words_to(pile.cards().collect(), &out))
}

/// The words by which `cards::shuffle` brings one order into another: for each place from the last
/// on, where among the cards not yet placed the wanted one lies.
fn words_to(mut from: Vec<Card>, to: &[Card]) -> Vec<u32> {
    let mut words = Vec::new();
    for place in (1..from.len()).rev() {
        let other = (0..=place).find(|&at| from[at] == to[place]).unwrap();
        words.push(u32::try_from(other).unwrap());
        from.swap(place, other);
    }
    words
}

/// The word for which the jackpot meter shows this.
pub(crate) fn word_of(multipliers: &Multipliers, shown: u16) -> Option<u32> {
    let chances = Chances::usual(multipliers)?;
    (0..1000).find(|&word| chances.draw(&mut || word) == shown)
}

#[test]
fn chosen_words_shuffle_to_the_wanted_order() {
    let pile = Composition::decks_of_48(2);
    let first: Vec<Card> = ["As", "As", "Kd", "2c"]
        .map(|card| card.parse().unwrap())
        .into();
    let mut words = words(&pile, 1, &first, 30).unwrap().into_iter();
    let mut cards: Vec<Card> = pile.cards().collect();
    cards::shuffle(&mut cards, &mut || words.next().unwrap());
    cards.rotate_left(30);
    assert_eq!(cards[1..5], first);
    assert_eq!(words.next(), None);
    let spades = ["As"; 3].map(|card| card.parse().unwrap());
    assert_eq!(
        self::words(&pile, 0, &spades, 0),
        None,
        "two decks hold two"
    );
}
