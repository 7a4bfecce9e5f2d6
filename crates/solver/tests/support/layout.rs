//! What lies on the table of one box and what became of it, read from the events alone.

use cards::{Card, Rank};
use game::{Ending, Event, To, What};

/// The dealer's cards and the hands of the box.
#[derive(Default)]
pub(crate) struct Layout {
    pub(crate) dealer: Vec<Card>,
    pub(crate) hands: Vec<HandLayout>,
    /// Whether sevens of one suit were split.
    pub(crate) suited_sevens: bool,
}

/// One hand, in the order of its cards.
#[derive(Default)]
pub(crate) struct HandLayout {
    pub(crate) cards: Vec<Card>,
    pub(crate) doubled: bool,
    pub(crate) ended: Option<Ending>,
}

impl Layout {
    pub(crate) fn of(events: &[Event]) -> Self {
        let mut layout = Self::start();
        events.iter().for_each(|event| layout.follow(&event.what));
        layout
    }

    /// No cards yet.
    pub(crate) fn start() -> Self {
        Self {
            hands: vec![HandLayout::default()],
            ..Self::default()
        }
    }

    pub(crate) fn is_split(&self) -> bool {
        self.hands.len() > 1
    }

    pub(crate) fn hand(&self, number: u8) -> &HandLayout {
        &self.hands[usize::from(number)]
    }

    /// One more event.
    pub(crate) fn follow(&mut self, what: &What) {
        if let What::Dealt { to, card, .. } = what {
            match to {
                To::Dealer => self.dealer.push(*card),
                To::Hand(at) => self.hands[usize::from(at.hand)].cards.push(*card),
            }
        } else if let What::HandSplit { hand } = what {
            let place = usize::from(hand.hand);
            let kept = &mut self.hands[place].cards;
            let card = kept.pop().unwrap();
            self.suited_sevens |= card.rank == Rank::Seven && kept[..] == [card];
            self.hands.insert(
                place + 1,
                HandLayout {
                    cards: vec![card],
                    ..HandLayout::default()
                },
            );
        } else if let What::Doubled { hand, .. } = what {
            self.hands[usize::from(hand.hand)].doubled = true;
        } else if let What::HandEnded { hand, how } = what {
            self.hands[usize::from(hand.hand)].ended = Some(*how);
        }
    }
}
