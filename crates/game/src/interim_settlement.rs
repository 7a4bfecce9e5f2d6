//! Pontoons are paid at once, whatever the dealer shows.

use crate::choice::HandRef;
use crate::event::{Ending, What};
use crate::round::Round;
use crate::state::Play;
use crate::total::is_pontoon;
use rules::PontoonPaid;

impl Round {
    fn pontoons(&self) -> Vec<HandRef> {
        if self.book().settlement.pontoon.is == PontoonPaid::As21 {
            return Vec::new();
        }
        let dealt = self.state.hands().filter(|(_, each, hand)| each.is_unsplit() && hand.play == Play::Open);
        dealt.filter(|(_, _, hand)| is_pontoon(&hand.cards)).map(|(at, ..)| at).collect()
    }

    pub(crate) fn has_pontoon(&self) -> bool {
        !self.pontoons().is_empty()
    }

    pub(crate) fn pay_pontoons(&mut self) {
        let (pays, clause) = (self.book().pays.pontoon.is, self.book().settlement.pontoon.clause);
        for at in self.pontoons() {
            for place in 0..self.state.box_at(at.box_no).bettors.len() {
                self.win(at, place, pays, clause);
            }
            self.emit(What::HandEnded { hand: at, how: Ending::Pontoon }, clause);
        }
    }
}
