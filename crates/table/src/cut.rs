//! The shuffle and the cut.

use crate::command::{Actor, Seal};
use crate::config::{DECK, LastCutBy};
use crate::decide::Trial;
use crate::event::{CutRefused, Cutter, ShuffleWhy, What};
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Named, Place, Table};
use game::Dealing;
use ledger::PlayerId;
use rules::{
    AfterRanOut, BoxNo, Clause, CutAfterFirst, CutAfterReplaced, FirstCut, LastCut, RackCut,
};
use std::ops::RangeInclusive;

/// The longest seed a player may give, in bytes.
const SEED_MOST: usize = 64;

/// Whom the cut is offered to first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    FarLeft,
    FarRight,
    Earliest,
    /// This player at this box; else whoever is next, clockwise.
    At(BoxNo, Option<PlayerId>),
}

impl Table {
    /// Where the stack may be cut: so many cards are taken from the front. A small stack is cut in
    /// the middle.
    pub(crate) fn cuts(&self) -> RangeInclusive<u32> {
        let all = self.shoe.all;
        let edge = (u32::from(self.book.cut.depth.is.get()) * DECK).min(all / 2);
        edge..=all - edge
    }

    /// How far from the back the cutting card is placed. A rack shuffled in mid-round gets none
    /// where all cards are shuffled when the round is over; Adelaide 110: else its own, at most half
    /// way.
    fn cutting_card_goes(&self) -> Option<u32> {
        let usual = self.config.cutting_card;
        if self.shoe.all == self.all_cards() {
            return Some(usual);
        }
        match self.book.shuffle.after_ran_out.is {
            AfterRanOut::AllCards => None,
            AfterRanOut::NextCuttingCard => Some(usual.min(self.shoe.all / 2)),
        }
    }

    /// Every place at which somebody may be offered the cut, clockwise from the dealer's left:
    /// seats, and boxes at which somebody stands with a wager, or stood when the cutting card came.
    fn around(&self) -> Vec<Place> {
        let seats = self
            .boxes()
            .filter_map(|box_no| self.seat(box_no).map(|seat| (box_no, seat.player)));
        let live = self.live.iter().flat_map(|live| {
            self.boxes()
                .filter_map(|box_no| Some((box_no, live.controller(box_no)?)))
        });
        let laid = self
            .laid
            .iter()
            .map(|laid| (laid.lay.box_no(), laid.player));
        let named = match self.shoe.named {
            Some(Named::Box(box_no, player)) => player.map(|player| (box_no, player)),
            Some(Named::Dealer) | None => None,
        };
        let here = |(_, player): &Place| self.person(*player).is_some_and(|person| !person.leaving);
        let mut found: Vec<Place> = seats
            .chain(live)
            .chain(laid)
            .chain(named)
            .filter(here)
            .collect();
        // The sort keeps whoever sits at a box before those who stand at it.
        found.sort_by_key(|&(box_no, _)| box_no);
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
            Some(Named::Box(box_no, player)) => {
                Some((First::At(box_no, player), cut.by_box.clause))
            }
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
        let next = self.live.as_ref().and_then(|live| {
            live.round
                .next_box()
                .map(|box_no| (box_no, live.controller(box_no)))
        });
        next.map_or(First::FarRight, |(box_no, player)| {
            First::At(box_no, player)
        })
    }

    /// Everybody who may still cut, in the order of asking: the first by the book, and after a
    /// refusal clockwise.
    pub(crate) fn cutters(&self, why: ShuffleWhy, refused: &[Place]) -> (Vec<Place>, Clause) {
        let around = self.around();
        let (first, clause) = match refused.last() {
            None => self.first_cut(why),
            Some((box_no, _)) => (First::At(*box_no, None), self.book.cut.refused.clause),
        };
        let start = match first {
            First::FarLeft => 0,
            First::FarRight => around
                .iter()
                .position(|&(at, _)| Some(at) == around.last().map(|last| last.0))
                .unwrap_or(0),
            First::Earliest => {
                let arrived = |&(_, player): &Place| {
                    self.person(player)
                        .map_or(u64::MAX, |person| person.arrived)
                };
                let earliest = around.iter().map(arrived).min();
                around
                    .iter()
                    .position(|each| Some(arrived(each)) == earliest)
                    .unwrap_or(0)
            }
            First::At(box_no, player) => {
                let exact = around
                    .iter()
                    .position(|&(at, who)| at == box_no && Some(who) == player);
                exact
                    .or_else(|| around.iter().position(|&(at, _)| at >= box_no))
                    .unwrap_or(0)
            }
        };
        let mut order: Vec<Place> = Vec::new();
        for &(box_no, player) in around[start..].iter().chain(&around[..start]) {
            if !order
                .iter()
                .chain(refused)
                .any(|(_, other)| *other == player)
            {
                order.push((box_no, player));
            }
        }
        (order, clause)
    }

    /// Whether no player is left to cut.
    fn no_player_cuts(&self) -> bool {
        match &self.shoe.cut {
            CutState::Due(why, refused) => {
                let nobody = self.cutters(*why, refused).0.is_empty();
                // Cards that are shuffled for an empty table wait for its first player.
                nobody && (self.live.is_some() || !refused.is_empty())
            }
            CutState::Awaited | CutState::Missed => true,
            CutState::NotDue | CutState::Offered(..) => false,
        }
    }

    /// Whether a supervisor is waited for before whoever deals cuts.
    fn supervisor_first(&self) -> bool {
        match self.config.last_cut {
            LastCutBy::Software => false,
            LastCutBy::Supervisor => self.shoe.cut != CutState::Missed,
        }
    }

    /// Whether only whoever deals is left to cut.
    pub(crate) fn house_must_cut(&self) -> bool {
        self.no_player_cuts() && !self.supervisor_first()
    }
}

impl Trial {
    pub(crate) fn shuffled(&mut self, seal: &Seal) -> Result<(), Refusal> {
        self.goes_on()?;
        let shuffle = &self.table.book.shuffle;
        let Some(why) = self.table.shoe.shuffle else {
            return Err(Refusal::new(Reason::NoShuffleDue, shuffle.start.clause));
        };
        let device = self.table.config.dealing == Dealing::Device;
        let clause = if device {
            self.table.book.cut.device.clause
        } else {
            self.table.shuffle_clause(why)
        };
        let shoe = self.table.shoe.no + 1;
        self.emit(
            What::Shuffled {
                shoe,
                seal: seal.clone(),
            },
            clause,
        );
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
        if shoe.drawn > 0
            || !shoe.is_ready()
            || shoe
                .seeds
                .iter()
                .any(|(by, _)| *by == Cutter::Player(player))
        {
            return Err(Refusal::new(Reason::SeedTooLate, clause));
        }
        self.add_seed(Cutter::Player(player), seed, clause)
    }

    fn add_seed(&mut self, by: Cutter, seed: &str, clause: Clause) -> Result<(), Refusal> {
        if seed.is_empty() || seed.len() > SEED_MOST || seed.chars().any(char::is_control) {
            return Err(Refusal::new(Reason::BadSeed { most: SEED_MOST }, clause));
        }
        self.emit(
            What::SeedGiven {
                by,
                seed: seed.to_owned(),
            },
            clause,
        );
        Ok(())
    }

    /// The house's seed, where no player gave one.
    pub(crate) fn seed_by_house(&mut self, by: &Actor, seed: &str) -> Result<(), Refusal> {
        let clause = self.table.book.cut.device.clause;
        if !self.table.seed_is_due() {
            return Err(Refusal::new(Reason::SeedTooLate, clause));
        }
        self.add_seed(dealing(by)?, seed, clause)
    }

    /// A cut that is due is offered. An offer whose time was stopped by something else gets it
    /// anew.
    pub(crate) fn follow_cut(&mut self) -> bool {
        self.table.until.is_none() && self.offer_cut()
    }

    /// Offers the cut to the next who has not refused it, or once more to whom it is offered
    /// already.
    pub(crate) fn offer_cut(&mut self) -> bool {
        let (why, refused, offered) = match &self.table.shoe.cut {
            CutState::NotDue | CutState::Awaited | CutState::Missed => return false,
            CutState::Due(..) if self.table.no_player_cuts() => return self.await_supervisor(),
            CutState::Due(why, refused) => (*why, refused, None),
            CutState::Offered(why, refused, place) => (*why, refused, Some(*place)),
        };
        let (cutters, clause) = self.table.cutters(why, refused);
        let Some((_, to)) = offered.or(cutters.first().copied()) else {
            return false;
        };
        let until = self.at.after(self.table.config.times.cut);
        self.emit(What::CutOffered { to, until }, clause);
        true
    }

    /// Waits for a supervisor, where the table does.
    pub(crate) fn await_supervisor(&mut self) -> bool {
        let waits = self.table.supervisor_first();
        if waits {
            let until = self.at.after(self.table.config.times.cut);
            let clause = self.table.book.cut.nobody.clause;
            self.emit(What::SupervisorAwaited { until }, clause);
        }
        waits
    }

    fn cut_at(&mut self, by: Cutter, place: u32, clause: Clause) -> Result<(), Refusal> {
        let cuts = self.table.cuts();
        if !cuts.contains(&place) {
            let depth = self.table.book.cut.depth.clause;
            return Err(Refusal::new(
                Reason::CutOutOfRange {
                    least: *cuts.start(),
                    most: *cuts.end(),
                },
                depth,
            ));
        }
        self.emit(What::Cut { by, place }, clause);
        if let Some(from_back) = self.table.cutting_card_goes() {
            self.emit(
                What::CuttingCardPlaced { from_back },
                self.table.book.shoe.cutting_card_place.clause,
            );
        }
        Ok(())
    }

    pub(crate) fn cut(&mut self, player: PlayerId, place: u32) -> Result<(), Refusal> {
        self.offered_to(player)?;
        self.cut_at(
            Cutter::Player(player),
            place,
            self.table.book.cut.depth.clause,
        )
    }

    fn offered_to(&self, player: PlayerId) -> Result<(), Refusal> {
        self.here(player)?;
        self.goes_on()?;
        let rules = &self.table.book.cut;
        match &self.table.shoe.cut {
            CutState::NotDue => Err(Refusal::new(Reason::NoCutDue, rules.first.clause)),
            CutState::Offered(_, _, (_, to)) if *to == player => Ok(()),
            CutState::Due(..) | CutState::Offered(..) | CutState::Awaited | CutState::Missed => {
                Err(Refusal::new(Reason::CutNotOffered, rules.refused.clause))
            }
        }
    }

    pub(crate) fn refuse_cut(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.offered_to(player)?;
        self.emit(
            What::CutRefused {
                by: player,
                how: CutRefused::Declined,
            },
            self.table.book.cut.refused.clause,
        );
        Ok(())
    }

    /// Nobody answered in time.
    pub(crate) fn pass_the_cut(&mut self) {
        if let CutState::Offered(_, _, (_, to)) = self.table.shoe.cut {
            self.emit(
                What::CutRefused {
                    by: to,
                    how: CutRefused::NoAnswer,
                },
                self.table.book.cut.refused.clause,
            );
        } else if self.table.shoe.cut == CutState::Awaited {
            self.emit(What::SupervisorMissed, self.table.book.cut.nobody.clause);
        }
    }

    /// Whoever deals cuts. What the software does is its own, whoever the book names; a dealer with
    /// real cards does nothing in a supervisor's place.
    pub(crate) fn cut_by_house(&mut self, by: &Actor, place: u32) -> Result<(), Refusal> {
        self.goes_on()?;
        let last = self.table.book.cut.nobody;
        let by = dealing(by)?;
        if by == Cutter::Dealer && last.is == LastCut::Supervisor {
            return Err(Refusal::new(Reason::SupervisorCuts, last.clause));
        }
        self.cuts_last(last.clause)?;
        if !self.table.house_must_cut() {
            return Err(Refusal::new(Reason::SupervisorCuts, last.clause));
        }
        self.cut_at(by, place, last.clause)
    }

    /// A supervisor cuts.
    pub(crate) fn cut_by_supervisor(&mut self, by: &Actor, place: u32) -> Result<(), Refusal> {
        self.is_open()?;
        self.goes_on()?;
        let last = self.table.book.cut.nobody;
        match by {
            Actor::Staff(_) => {}
            Actor::Player(_) | Actor::Software | Actor::Dealer | Actor::Clock => {
                return Err(Refusal::new(Reason::SupervisorCuts, last.clause));
            }
        }
        if last.is == LastCut::Dealer {
            return Err(Refusal::new(Reason::DealerCuts, last.clause));
        }
        self.cuts_last(last.clause)?;
        self.cut_at(Cutter::Supervisor, place, last.clause)
    }

    /// Somebody of the house cuts only when no player wants to.
    fn cuts_last(&self, clause: Clause) -> Result<(), Refusal> {
        if self.table.shoe.cut == CutState::NotDue {
            return Err(Refusal::new(Reason::NoCutDue, clause));
        }
        if !self.table.no_player_cuts() {
            return Err(Refusal::new(Reason::HouseCutsLast, clause));
        }
        Ok(())
    }
}

/// Whoever deals, as the record names them.
fn dealing(by: &Actor) -> Result<Cutter, Refusal> {
    match by {
        Actor::Software => Ok(Cutter::Software),
        Actor::Dealer => Ok(Cutter::Dealer),
        Actor::Player(_) | Actor::Staff(_) | Actor::Clock => {
            Err(Refusal::plain(Reason::ForDealerOnly))
        }
    }
}
