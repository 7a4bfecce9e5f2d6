//! An ordered stack of cards with a cutting card somewhere in it.
//!
//! The shoe deals what it holds. When to shuffle, who cuts and where the cutting card goes are the
//! table's business.

use crate::Card;

/// What came out of a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// A playing card.
    Card(Card),
    /// The cutting card; the next thing drawn is a card again.
    CuttingCard,
}

/// A stack of cards, dealt from the front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shoe {
    cards: Vec<Card>,
    dealt: usize,
    cutting_card: Option<usize>,
}

impl Shoe {
    /// A shoe that deals `cards` in their order, without a cutting card.
    pub fn new(cards: Vec<Card>) -> Self {
        Self {
            cards,
            dealt: 0,
            cutting_card: None,
        }
    }

    /// Moves the `front` first cards behind the others, as a player's cut does. A cut at or past
    /// the end changes nothing.
    #[must_use]
    pub fn cut(mut self, front: usize) -> Self {
        if front < self.cards.len() {
            self.cards.rotate_left(front);
        }
        self
    }

    /// Puts the cutting card in front of the last `from_back` cards.
    #[must_use]
    pub fn with_cutting_card(mut self, from_back: usize) -> Self {
        self.cutting_card = Some(self.cards.len().saturating_sub(from_back));
        self
    }

    /// The next thing out of the shoe; none when it is empty.
    pub fn draw(&mut self) -> Option<Drawn> {
        if self.cutting_card.is_some_and(|place| place <= self.dealt) {
            self.cutting_card = None;
            return Some(Drawn::CuttingCard);
        }
        let card = *self.cards.get(self.dealt)?;
        self.dealt += 1;
        Some(Drawn::Card(card))
    }

    /// How many cards are left.
    pub fn left(&self) -> usize {
        self.cards.len() - self.dealt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace()
            .map(|card| card.parse().unwrap())
            .collect()
    }

    #[test]
    fn cards_come_in_order_and_the_cutting_card_once() {
        let mut shoe = Shoe::new(cards("As 2s 3s")).with_cutting_card(2);
        let mut drawn = Vec::new();
        while let Some(next) = shoe.draw() {
            drawn.push(match next {
                Drawn::Card(card) => card.to_string(),
                Drawn::CuttingCard => "cut".to_owned(),
            });
        }
        assert_eq!(drawn, ["As", "cut", "2s", "3s"]);
        assert_eq!(shoe.left(), 0);
    }

    #[test]
    fn a_cut_moves_the_front_to_the_back() {
        assert_eq!(
            Shoe::new(cards("As 2s 3s")).cut(1),
            Shoe::new(cards("2s 3s As"))
        );
        assert_eq!(
            Shoe::new(cards("As 2s 3s")).cut(3),
            Shoe::new(cards("As 2s 3s"))
        );
    }
}
