//! The shuffle and the cut.

use crate::command::Seal;
use crate::config::DECK;
use crate::decide::Trial;
use crate::event::{CutRefused, Cutter, ShuffleWhy, What};
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Named, Table};
use game::{Dealing, Turn};
use ledger::PlayerId;
use rules::{BoxNo, Clause, CutAfterFirst, CutAfterReplaced, FirstCut, LastCut, RackCut};
use std::ops::RangeInclusive;

/// The longest seed a player may give, in bytes.
const SEED_MOST: usize = 64;

/// Whom the cut is offered to first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    FarLeft,
    FarRight,
    Earliest,
    At(BoxNo),
}

impl Table {
    /// Where the stack may be cut: so many cards are taken from the front. A small stack is cut in the middle.
    pub(crate) fn cuts(&self) -> RangeInclusive<u32> {
        let all = self.shoe.all;
        let edge = (u32::from(self.book.cut.depth.is.get()) * DECK).min(all / 2);
        edge..=all - edge
    }

    /// Who may be offered the cut, clockwise from the dealer's left: those who sit, and those who stand at a box they
    /// have wagered on.
    fn around(&self) -> Vec<(BoxNo, PlayerId)> {
        let mut found: Vec<(BoxNo, PlayerId)> = Vec::new();
        let seats = self.boxes().filter_map(|box_no| self.seat(box_no).map(|seat| (box_no, seat.player)));
        let laid = self.laid.iter().map(|laid| (laid.lay.box_no(), laid.player));
        let live = self.live.iter().flat_map(|live| {
            let boxes = live.round.view(game::Viewer::Onlooker).boxes;
            let at = boxes.into_iter().filter_map(|each| each.controller.map(|player| (each.no, live.players[player.index()])));
            at.collect::<Vec<_>>()
        });
        for (box_no, player) in seats.chain(laid).chain(live) {
            let known = found.iter().any(|&(_, other)| other == player);
            if !known && self.person(player).is_some_and(|person| !person.leaving) {
                found.push((box_no, player));
            }
        }
        found.sort_unstable();
        found
    }

    /// The first to be offered the cut, by the book, with the clause.
    fn first_cut(&self, why: ShuffleWhy) -> (First, Clause) {
        let cut = &self.book.cut;
        let start = match cut.first.is {
            FirstCut::FarLeft => (First::FarLeft, cut.first.clause),
            FirstCut::FirstToArrive => (First::Earliest, cut.first.clause),
        };
        let named = match self.shoe.named {
            Some(Named::Box(box_no)) => Some((First::At(box_no), cut.by_box.clause)),
            Some(Named::Dealer) => Some((First::FarRight, cut.on_dealer.clause)),
            None => None,
        };
        match why {
            ShuffleWhy::Start | ShuffleWhy::EmptyTable | ShuffleWhy::NewSeeds => start,
            ShuffleWhy::CuttingCard | ShuffleWhy::AfterRanOut => named.unwrap_or(start),
            ShuffleWhy::CuttingCardFirst => match self.book.shoe.cut_after_first.is {
                CutAfterFirst::FarRight => (First::FarRight, self.book.shoe.cut_after_first.clause),
                CutAfterFirst::AsAtStart => (start.0, self.book.shoe.cut_after_first.clause),
            },
            ShuffleWhy::Order => match cut.replaced.is {
                CutAfterReplaced::FarRight => (First::FarRight, cut.replaced.clause),
                CutAfterReplaced::AsFirst => (start.0, cut.replaced.clause),
            },
            ShuffleWhy::RanOut => match cut.rack.is {
                RackCut::AsUsual => (named.unwrap_or(start).0, cut.rack.clause),
                RackCut::NextToAct | RackCut::NotCut => (self.next_to_act(), cut.rack.clause),
            },
        }
    }

    /// The box whose hand is the next to act; the dealer's is beyond the last.
    fn next_to_act(&self) -> First {
        let turn = self.live.as_ref().map(|live| live.round.turn());
        match turn {
            Some(Turn::Decide(hand, _)) => First::At(hand.box_no),
            _ => self.waiting_box().map_or(First::FarRight, First::At),
        }
    }

    /// The first box with a hand that is not complete.
    fn waiting_box(&self) -> Option<BoxNo> {
        self.live.as_ref()?.round.next_box()
    }

    /// Everybody who may cut, in the order of asking.
    fn cutters(&self, why: ShuffleWhy) -> (Vec<PlayerId>, Clause) {
        let around = self.around();
        let (first, clause) = self.first_cut(why);
        let start = match first {
            First::FarLeft => 0,
            First::FarRight => around.len().saturating_sub(1),
            First::Earliest => {
                let arrived = |&(_, player): &(BoxNo, PlayerId)| self.person(player).map_or(u64::MAX, |person| person.arrived);
                let earliest = around.iter().map(arrived).min();
                around.iter().position(|each| Some(arrived(each)) == earliest).unwrap_or(0)
            }
            First::At(box_no) => around.iter().position(|&(at, _)| at >= box_no).unwrap_or(0),
        };
        let order = (0..around.len()).map(|step| around[(start + step) % around.len()].1);
        (order.collect(), clause)
    }

    /// Who stands in for the players.
    fn last_cutter(&self) -> Cutter {
        match self.book.cut.nobody.is {
            LastCut::Dealer => Cutter::Dealer,
            LastCut::Supervisor => Cutter::Supervisor,
        }
    }

    /// Whether only the house is left to cut.
    pub(crate) fn house_must_cut(&self) -> bool {
        let CutState::Due(why, refused) = &self.shoe.cut else { return false };
        let nobody = self.cutters(*why).0.iter().all(|player| refused.contains(player));
        // Cards that are shuffled for an empty table wait for its first player.
        nobody && (self.live.is_some() || !refused.is_empty() || !self.people.is_empty() && !self.laid.is_empty())
    }
}

impl Trial {
    pub(crate) fn shuffled(&mut self, seal: &Seal) -> Result<(), Refusal> {
        let shuffle = &self.table.book.shuffle;
        let Some(why) = self.table.shoe.shuffle else {
            return Err(Refusal::new(Reason::NoShuffleDue, shuffle.start.clause));
        };
        let device = self.table.config.dealing == Dealing::Device;
        let clause = if device { self.table.book.cut.device.clause } else { self.table.shuffle_clause(why) };
        let shoe = self.table.shoe.no + 1;
        self.emit(What::Shuffled { shoe, seal: seal.clone() }, clause);
        Ok(())
    }

    /// A player's own seed, while the device has dealt nothing under its own.
    pub(crate) fn give_seed(&mut self, player: PlayerId, seed: &str) -> Result<(), Refusal> {
        self.here(player)?;
        let clause = self.table.book.cut.device.clause;
        let shoe = &self.table.shoe;
        if self.table.config.dealing == Dealing::Shoe {
            return Err(Refusal::new(Reason::NoSeedsHere, clause));
        }
        if shoe.drawn > 0 || !shoe.is_ready() || shoe.seeds.iter().any(|(by, _)| *by == Cutter::Player(player)) {
            return Err(Refusal::new(Reason::SeedTooLate, clause));
        }
        self.add_seed(Cutter::Player(player), seed, clause)
    }

    fn add_seed(&mut self, by: Cutter, seed: &str, clause: Clause) -> Result<(), Refusal> {
        if seed.is_empty() || seed.len() > SEED_MOST || seed.chars().any(char::is_control) {
            return Err(Refusal::new(Reason::BadSeed { most: SEED_MOST }, clause));
        }
        self.emit(What::SeedGiven { by, seed: seed.to_owned() }, clause);
        Ok(())
    }

    /// The house's seed, where no player gave one.
    pub(crate) fn seed_by_house(&mut self, seed: &str) -> Result<(), Refusal> {
        let clause = self.table.book.cut.device.clause;
        if !self.table.seed_is_due() {
            return Err(Refusal::new(Reason::SeedTooLate, clause));
        }
        self.add_seed(self.table.last_cutter(), seed, clause)
    }

    /// Offers the cut to the next who has not refused it.
    pub(crate) fn follow_cut(&mut self) -> bool {
        let CutState::Due(why, refused) = &self.table.shoe.cut else { return false };
        let (cutters, clause) = self.table.cutters(*why);
        let clause = if refused.is_empty() { clause } else { self.table.book.cut.refused.clause };
        let Some(&to) = cutters.iter().find(|player| !refused.contains(player)) else { return false };
        let until = self.at.after(self.table.config.times.cut);
        self.emit(What::CutOffered { to, until }, clause);
        true
    }

    fn cut_at(&mut self, by: Cutter, place: u32, clause: Clause) -> Result<(), Refusal> {
        let cuts = self.table.cuts();
        if !cuts.contains(&place) {
            let depth = self.table.book.cut.depth.clause;
            return Err(Refusal::new(Reason::CutOutOfRange { least: *cuts.start(), most: *cuts.end() }, depth));
        }
        let whole = self.table.shoe.all == self.table.all_cards();
        self.emit(What::Cut { by, place }, clause);
        // A rack shuffled in mid-round gets no cutting card: all cards are shuffled when the round is over.
        if whole {
            let from_back = self.table.config.cutting_card;
            self.emit(What::CuttingCardPlaced { from_back }, self.table.book.shoe.cutting_card_place.clause);
        }
        Ok(())
    }

    pub(crate) fn cut(&mut self, player: PlayerId, place: u32) -> Result<(), Refusal> {
        self.offered_to(player)?;
        self.cut_at(Cutter::Player(player), place, self.table.book.cut.depth.clause)
    }

    fn offered_to(&self, player: PlayerId) -> Result<(), Refusal> {
        self.here(player)?;
        let rules = &self.table.book.cut;
        match &self.table.shoe.cut {
            CutState::NotDue => Err(Refusal::new(Reason::NoCutDue, rules.first.clause)),
            CutState::Offered(_, _, to) if *to == player => Ok(()),
            CutState::Due(..) | CutState::Offered(..) => Err(Refusal::new(Reason::CutNotOffered, rules.refused.clause)),
        }
    }

    pub(crate) fn refuse_cut(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.offered_to(player)?;
        self.emit(What::CutRefused { by: player, how: CutRefused::Declined }, self.table.book.cut.refused.clause);
        Ok(())
    }

    /// Nobody answered in time.
    pub(crate) fn pass_the_cut(&mut self) {
        if let CutState::Offered(_, _, to) = self.table.shoe.cut {
            self.emit(What::CutRefused { by: to, how: CutRefused::NoAnswer }, self.table.book.cut.refused.clause);
        }
    }

    pub(crate) fn cut_by_house(&mut self, place: u32) -> Result<(), Refusal> {
        let last = self.table.book.cut.nobody;
        if matches!(self.table.shoe.cut, CutState::NotDue) {
            return Err(Refusal::new(Reason::NoCutDue, last.clause));
        }
        if !self.table.house_must_cut() {
            return Err(Refusal::new(Reason::HouseCutsLast, last.clause));
        }
        self.cut_at(self.table.last_cutter(), place, last.clause)
    }
}
