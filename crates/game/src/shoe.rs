//! The shoe as a round meets it: burning, the cutting card, running out, and the rack that goes
//! back into a device.
//!
//! Shuffling, cutting and placing the cutting card happen between rounds and are not here.

use crate::choice::{Draw, Need, To, Turn};
use crate::event::{Face, Stage, What};
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::setup::{Dealing, ShoeAge};
use rules::{AfterRanOut, Clause, Joker, PackSize, RackReturn, RunsOut};

impl Round {
    pub(crate) fn burns(&self) -> u8 {
        let shoe = &self.book().shoe;
        match (self.setup.age, self.setup.dealing) {
            (ShoeAge::New, Dealing::Shoe) => shoe.burn.is.get(),
            (ShoeAge::New, Dealing::Device) => shoe.device_burn.is.get(),
            (ShoeAge::Running, Dealing::Shoe | Dealing::Device) => 0,
        }
    }

    pub(crate) fn burn_clause(&self) -> Clause {
        let shoe = &self.book().shoe;
        match self.setup.dealing {
            Dealing::Shoe => shoe.burn.clause,
            Dealing::Device => shoe.device_burn.clause,
        }
    }

    /// A card is due: or, where the shoe is empty, a shuffle.
    pub(crate) fn card_to(&self, to: To) -> Need {
        if self.state.shoe_is_empty() {
            Need::Shuffle
        } else {
            Need::Card(to)
        }
    }

    pub(crate) fn draw_from_shoe(&mut self, draw: Draw) -> Result<(), Refusal> {
        let book = self.book();
        let Turn::Deal(need) = self.turn() else {
            return Err(Refusal::new(
                Reason::NotTimeToDeal,
                book.draw.initial_deal.clause,
            ));
        };
        let why = match need {
            Need::Burn => self.burn_clause(),
            Need::Shuffle => self.runs_out().1,
            Need::Card(to) => self.deal_clause(to),
            Need::Multiplier => book.pandemonium.multipliers.clause,
        };
        let misfit = Err(Refusal::new(Reason::NotNeeded { need }, why));
        match (draw, need) {
            (Draw::Card(card), Need::Card(to)) => {
                if self.state.unseen.count(card) == 0 {
                    let ever = self.setup.full().count(card) > 0;
                    let reason = if ever {
                        Reason::CardNotInShoe { card }
                    } else {
                        Reason::CardNotInPack { card }
                    };
                    let clause = if ever {
                        book.cards.decks.clause
                    } else {
                        book.cards.pack.clause
                    };
                    return Err(Refusal::new(reason, clause));
                }
                let face = if self.deals_face_down(to) {
                    Face::Down
                } else {
                    Face::Up
                };
                self.emit(What::Dealt { to, card, face }, self.deal_clause(to));
            }
            (Draw::Burned, Need::Burn) => self.emit(What::Burned, self.burn_clause()),
            (Draw::CuttingCard, Need::Card(_) | Need::Burn) => self.meet_cutting_card()?,
            (Draw::Joker, Need::Card(_)) => {
                let rule = book.cards.joker;
                if rule.is == Joker::None {
                    return Err(Refusal::new(Reason::NoJokerHere, rule.clause));
                }
                self.emit(What::JokerReplaced, rule.clause);
            }
            (Draw::Shuffle, Need::Shuffle) => self.shuffle_rack()?,
            (Draw::Shuffle, Need::Card(_) | Need::Burn | Need::Multiplier) => {
                return Err(Refusal::new(Reason::ShoeNotEmpty, self.runs_out().1));
            }
            (Draw::Multiplier(multiplier), Need::Multiplier) => self.show_multiplier(multiplier)?,
            (Draw::Card(_), Need::Burn | Need::Shuffle | Need::Multiplier)
            | (Draw::Burned, Need::Card(_) | Need::Shuffle | Need::Multiplier)
            | (Draw::CuttingCard, Need::Shuffle | Need::Multiplier)
            | (Draw::Joker, Need::Burn | Need::Shuffle | Need::Multiplier)
            | (Draw::Multiplier(_), Need::Burn | Need::Card(_) | Need::Shuffle) => return misfit,
        }
        Ok(())
    }

    fn meet_cutting_card(&mut self) -> Result<(), Refusal> {
        let shoe = &self.book().shoe;
        if self.setup.dealing == Dealing::Device {
            return Err(Refusal::new(Reason::NoCuttingCardHere, shoe.device.clause));
        }
        let after = self.book().shuffle.after_ran_out;
        if self.state.rack_shuffled && after.is == AfterRanOut::AllCards {
            return Err(Refusal::new(Reason::NoCuttingCardHere, after.clause));
        }
        let first = !self.state.shoe_touched;
        if self.state.cutting_card_seen || first && self.state.cutting_card_came_first {
            return Err(Refusal::new(
                Reason::NoCuttingCardHere,
                shoe.cutting_card.clause,
            ));
        }
        if !first {
            self.emit(What::CuttingCardSeen, shoe.cutting_card.clause);
            return Ok(());
        }
        let (clause, burns, burn_clause) = (
            shoe.cutting_card_first.clause,
            shoe.burn.is.get(),
            shoe.burn.clause,
        );
        self.emit(What::CuttingCardFirst, clause);
        if burns > 0 {
            self.emit(What::Began(Stage::Burning), burn_clause);
        }
        Ok(())
    }

    fn runs_out(&self) -> (RunsOut, Clause) {
        let shoe = &self.book().shoe;
        let rule = match self.setup.dealing {
            Dealing::Shoe => shoe.runs_out,
            Dealing::Device => shoe.device_runs_out,
        };
        (rule.is, rule.clause)
    }

    fn shuffle_rack(&mut self) -> Result<(), Refusal> {
        let (rule, clause) = self.runs_out();
        match rule {
            RunsOut::NotProvided => Err(Refusal::new(Reason::NoRuleForEmptyShoe, clause)),
            RunsOut::ShuffleRack | RunsOut::RiffleRack if self.layout() == self.setup.full() => {
                Err(Refusal::new(Reason::NothingToShuffle, clause))
            }
            RunsOut::ShuffleRack | RunsOut::RiffleRack => {
                self.emit(What::RackShuffled, clause);
                Ok(())
            }
        }
    }

    /// Where the book says so, about one deck in the rack goes back into the device.
    pub(crate) fn return_full_rack(&mut self) {
        let rule = self.book().shoe.rack_return;
        let deck = match self.book().cards.pack.is {
            PackSize::FortyEight => 48,
            PackSize::FiftyTwo => 52,
        };
        let full = self.state.rack.len() + u32::from(self.state.burned) >= deck;
        if self.setup.dealing == Dealing::Device
            && rule.is == RackReturn::OneDeck
            && full
            && self.state.stage != Stage::Over
        {
            self.emit(What::RackReturned, rule.clause);
        }
    }

    pub(crate) fn round_end_clause(&self) -> Clause {
        let shoe = &self.book().shoe;
        match self.setup.dealing {
            Dealing::Shoe if self.state.cutting_card_seen => shoe.cutting_card.clause,
            Dealing::Device if shoe.rack_return.is == RackReturn::RoundEnd => {
                shoe.rack_return.clause
            }
            Dealing::Shoe | Dealing::Device => shoe.round_over.clause,
        }
    }
}
