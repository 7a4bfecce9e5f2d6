//! Pontoons are paid at once, whatever the dealer shows.

use crate::choice::HandRef;
use crate::event::{Ending, What};
use crate::round::Round;
use crate::total::is_pontoon;
use rules::{Odds, PontoonPaid};

impl Round {
    fn pontoons(&self) -> Vec<HandRef> {
        match self.book().settlement.pontoon.is {
            PontoonPaid::AtOnce => self
                .state
                .hands()
                .filter(|(_, _, hand)| is_pontoon(&hand.cards))
                .map(|(at, ..)| at)
                .collect(),
            // What is compared with the dealer's hand is not played here: no such round is opened.
            PontoonPaid::As21 | PontoonPaid::Compared => Vec::new(),
        }
    }

    pub(crate) fn has_pontoon(&self) -> bool {
        !self.pontoons().is_empty()
    }

    pub(crate) fn pay_pontoons(&mut self) {
        let (pays, usual) = (
            self.book().pays.pontoon,
            self.book().settlement.pontoon.clause,
        );
        // A house that pays other odds for Pontoon has a clause for that.
        let clause = if pays.is == Odds::PONTOON {
            usual
        } else {
            pays.clause
        };
        for at in self.pontoons() {
            for place in 0..self.state.box_at(at.box_no).bettors.len() {
                self.win(at, place, pays.is, clause);
            }
            self.emit(
                What::HandEnded {
                    hand: at,
                    how: Ending::Pontoon,
                },
                clause,
            );
        }
    }
}
