//! The initial deal: one card to each box, one to the dealer, a second to each box.

use crate::choice::{HandRef, To};
use crate::event::{Stage, What};
use crate::round::Round;
use crate::setup::{Dealing, Faces};
use crate::state::{Hand, Play};
use crate::total::is_pontoon;
use rules::{BoxNo, RackReturn};

impl Round {
    /// Where the next card of the initial deal goes.
    pub(crate) fn initial_target(&self) -> Option<To> {
        let boxes = &self.state.boxes;
        // Nobody is left on a hand that is done already.
        let open = |hand: &Hand| !matches!(hand.play, Play::Done(_));
        let lacking = |n: usize| {
            boxes
                .iter()
                .find(|each| open(&each.hands[0]) && each.hands[0].cards.len() < n)
        };
        let to = |no: BoxNo| {
            To::Hand(HandRef {
                box_no: no,
                hand: 0,
            })
        };
        if let Some(each) = lacking(1) {
            return Some(to(each.no));
        }
        if self.state.dealer.is_empty() {
            return Some(To::Dealer);
        }
        lacking(2).map(|each| to(each.no))
    }

    /// Whether a card due now lies face down.
    pub(crate) fn deals_face_down(&self, to: To) -> bool {
        self.setup.faces == Faces::Down
            && self.state.stage == Stage::InitialDeal
            && to != To::Dealer
    }

    /// What follows the last card of the initial deal.
    pub(crate) fn complete_initial_deal(&mut self) {
        let rule = self.book().shoe.rack_return;
        if self.setup.dealing == Dealing::Device
            && rule.is == RackReturn::AfterInitialDeal
            && self.state.rack_holds_cards()
        {
            self.emit(What::RackReturned, rule.clause);
        }
        // A Pontoon is shown at once: it is paid before anybody draws.
        let pontoons = self
            .state
            .boxes
            .iter()
            .filter(|each| is_pontoon(&each.hands[0].cards));
        let pontoons: Vec<BoxNo> = pontoons.map(|each| each.no).collect();
        for box_no in pontoons {
            self.expose(box_no);
        }
    }

    /// Turns up the first two cards of a box that were dealt face down.
    pub(crate) fn expose(&mut self, box_no: BoxNo) {
        if self.setup.faces == Faces::Down && !self.state.box_at(box_no).exposed {
            self.emit(What::Exposed { box_no }, self.book().cards.face_down.clause);
        }
    }
}
