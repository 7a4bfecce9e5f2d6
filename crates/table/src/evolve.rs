//! How an event changes a table. It never decides and never refuses.

use crate::command::Lay;
use crate::config::{cards_in, full_pack};
use crate::event::{Event, ShuffleWhy, What};
use crate::state::{
    CutState, Laid, Live, Named, Openness, Person, Seat, ShoeState, Standing, Table,
};
use cards::Composition;
use game::{Dealing, Held, Need, Round, ShoeAge, To, Turn};
use ledger::{PlayerId, Transfer};
use rules::{AfterRanOut, RackCut, RackReturn};

impl Table {
    /// Takes in one event that this very table decided, and says what money it moves.
    ///
    /// # Panics
    ///
    /// When the event is none that this table, as it is, could have decided.
    pub fn evolve(&mut self, event: &Event) -> Vec<Transfer> {
        let transfers = self.pay(event);
        match &event.what {
            What::Opened => {
                self.open = Openness::Open;
                self.sign = self.config.sign.clone();
                self.shoe.named = None;
            }
            What::ClosingAnnounced { at, rounds } => {
                self.open = match (at, rounds) {
                    (_, Some(rounds)) => Openness::Rounds(*rounds),
                    (Some(at), None) => Openness::Until(*at),
                    (None, None) => self.open,
                };
            }
            What::Closed => self.close(),
            What::SignAnnounced { sign, from } => self.coming_sign = Some((sign.clone(), *from)),
            What::SignChanged { sign } => {
                self.coming_sign = None;
                self.sign = sign.clone();
                self.raised.retain(|&(_, maximum)| maximum > sign.maximum);
                for person in self.people.values_mut() {
                    person.raised = person.raised.filter(|limits| limits.raise(sign));
                }
            }
            What::MarkerPlaced { player, minimum } => {
                self.person_mut(*player).marker = Some(*minimum)
            }
            What::MarkerRemoved { player } => self.person_mut(*player).marker = None,
            What::MaximumSet { box_no, maximum } => {
                self.raised.retain(|(no, _)| no != box_no);
                self.raised
                    .extend(maximum.map(|maximum| (*box_no, maximum)));
            }
            What::LimitsRaised { player, limits } => self.person_mut(*player).raised = *limits,
            What::Reserved { box_no, player } => {
                self.reserved.retain(|(no, _)| no != box_no);
                self.reserved.extend(player.map(|player| (*box_no, player)));
            }
            What::Restricted { player, held } => self.person_mut(*player).standing.held = *held,
            What::SeveralRefused { player, refused } => {
                self.person_mut(*player).standing.one_box = *refused
            }
            What::WagersTouched { player, instances } => {
                self.person_mut(*player).standing.touched = *instances
            }
            What::FutureRefused { player, refused } => {
                self.person_mut(*player).standing.future_refused = *refused
            }
            What::Arrived { player, name } => self.arrive(*player, name),
            What::CardFound { player, valid } => self.person_mut(*player).card = *valid,
            What::Departed { player } => self.depart(*player),
            What::Seated { player, box_no } => {
                self.order += 1;
                *self.seat_mut(*box_no) = Some(Seat {
                    player: *player,
                    taken: self.order,
                });
                // Whoever sits down at a box takes its control.
                let declined = Laid {
                    player: *player,
                    lay: Lay::DeclineControl { box_no: *box_no },
                };
                self.laid.retain(|laid| *laid != declined);
            }
            What::SeatLost { player, box_no, .. } => {
                *self.seat_mut(*box_no) = None;
                if self.seats_of(*player).is_empty() {
                    let person = self.person_mut(*player);
                    (person.idle_at_full, person.idle_while_late) = (0, 0);
                }
            }
            What::ShuffleOrdered => self.shoe.ends = Some(ShuffleWhy::Order),
            What::ShuffleDue { why } => {
                self.shoe.shuffle = Some(*why);
                self.shoe.ends = None;
                self.shoe.cut = CutState::NotDue;
                self.until = None;
            }
            What::Shuffled { shoe, seal } => {
                self.shoe.no = *shoe;
                self.shoe.seal = seal.clone();
                self.shuffled();
            }
            What::SeedGiven { by, seed } => self.shoe.seeds.push((*by, seed.clone())),
            What::CutOffered { to, until } => {
                if let CutState::Due(why, refused) = &self.shoe.cut {
                    let place = self
                        .cutters(*why, refused)
                        .0
                        .into_iter()
                        .find(|(_, player)| player == to);
                    self.shoe.cut = CutState::Offered(
                        *why,
                        refused.clone(),
                        place.expect("who is offered the cut is at a box"),
                    );
                }
                self.until = Some(*until);
            }
            What::CutRefused { .. } => {
                if let CutState::Offered(why, mut refused, place) =
                    std::mem::replace(&mut self.shoe.cut, CutState::NotDue)
                {
                    refused.push(place);
                    self.shoe.cut = CutState::Due(why, refused);
                }
                self.until = None;
            }
            What::SupervisorAwaited { until } => {
                self.shoe.cut = CutState::Awaited;
                self.until = Some(*until);
            }
            What::SupervisorMissed => {
                self.shoe.cut = CutState::Missed;
                self.until = None;
            }
            What::Cut { place, .. } => {
                self.shoe.cut = CutState::NotDue;
                self.shoe.cut_at = Some(*place);
                self.until = None;
            }
            What::CuttingCardPlaced { from_back } => self.shoe.from_back = Some(*from_back),
            What::CuttingCardAside => self.shoe.from_back = None,
            What::WagersUntil { until } | What::DecisionUntil { until } => {
                self.until = Some(*until)
            }
            What::Laid { player, lay } => {
                self.laid.push(Laid {
                    player: *player,
                    lay: *lay,
                });
                self.person_mut(*player).ready = false;
            }
            What::WagersWithdrawn { player, box_no, .. } => {
                self.laid
                    .retain(|laid| laid.player != *player || laid.lay.box_no() != *box_no);
                if self.laid.is_empty() && self.shoe.is_ready() {
                    self.until = None;
                }
            }
            What::Ready { player } => self.person_mut(*player).ready = true,
            What::RoundBegan { no, players } => self.begin_round(*no, players),
            What::Chosen { .. } | What::FoundAbsent { .. } | What::WithdrewFromRound { .. } => {}
            What::Interrupted { until } => {
                self.interrupted = Some(*until);
                self.until = None;
                self.people
                    .values_mut()
                    .for_each(|person| person.ready = false);
            }
            What::Resumed => self.interrupted = None,
            What::Round(event) => self.take_in(*event),
            What::RoundOver { .. } => self.end_round(),
            What::RoundVoid { .. } => {
                // Nothing came of it, so it was none of the last rounds.
                let last = self.is_last_round();
                if let Openness::Rounds(left) = &mut self.open {
                    *left += u8::from(last);
                }
                self.end_round();
            }
        }
        transfers
    }

    pub(crate) fn person_mut(&mut self, player: PlayerId) -> &mut Person {
        self.people
            .get_mut(&player)
            .expect("the player is at the table")
    }

    fn arrive(&mut self, player: PlayerId, name: &str) {
        self.order += 1;
        let (in_shoe, in_first_two) = self.shoe.left.remove(&player).unwrap_or_default();
        let person = Person {
            name: name.to_owned(),
            arrived: self.order,
            card: false,
            standing: self.known.remove(&player).unwrap_or(Standing::CLEAR),
            marker: None,
            raised: None,
            idle_at_full: 0,
            idle_while_late: 0,
            in_shoe,
            in_first_two,
            ready: false,
            leaving: false,
        };
        self.people.insert(player, person);
    }

    fn depart(&mut self, player: PlayerId) {
        let plays = self
            .live
            .as_ref()
            .is_some_and(|live| live.players.contains(&player));
        if plays {
            self.person_mut(player).leaving = true;
        } else {
            self.forget(player);
        }
    }

    /// The player is gone; what is held against them, and in which rounds of the shoe they
    /// wagered, is not.
    fn forget(&mut self, player: PlayerId) {
        let Some(person) = self.people.remove(&player) else {
            return;
        };
        if person.standing != Standing::CLEAR {
            self.known.insert(player, person.standing);
        }
        if person.in_shoe > 0 {
            let rounds = (person.in_shoe, person.in_first_two);
            self.shoe.left.insert(player, rounds);
        }
    }

    fn close(&mut self) {
        self.open = Openness::Closed;
        let present = std::mem::take(&mut self.people);
        let standings = present
            .into_iter()
            .map(|(player, person)| (player, person.standing));
        self.known.extend(standings);
        self.known.retain(|_, standing| {
            *standing = standing.lasting();
            *standing != Standing::CLEAR
        });
        self.coming_sign = None;
        self.raised.clear();
        self.reserved.clear();
        self.until = None;
        let no = self.shoe.no;
        self.shoe = ShoeState {
            no,
            ..ShoeState::empty(self.all_cards())
        };
    }

    pub(crate) fn all_cards(&self) -> u32 {
        cards_in(&self.book, self.config.decks)
    }

    /// The cards that were due are shuffled: what they are, and whether they are cut.
    fn shuffled(&mut self) {
        let why = self.shoe.shuffle.take().unwrap_or(ShuffleWhy::Order);
        let device = self.config.dealing == Dealing::Device;
        self.shoe.drawn = 0;
        self.shoe.seeds.clear();
        self.shoe.cut_at = None;
        self.shoe.from_back = None;
        self.shoe.gone.clear();
        let cut = match why {
            ShuffleWhy::RanOut => {
                self.shoe.all = self.rack_to_shuffle().len();
                let cut = !device && self.book.cut.rack.is != RackCut::NotCut;
                match self.book.shuffle.after_ran_out.is {
                    // A rack that nobody cuts, and a device, have no cutting card to come.
                    AfterRanOut::NextCuttingCard if cut => {
                        self.shoe.ends = self.shoe.ends.filter(|why| *why == ShuffleWhy::Order);
                    }
                    AfterRanOut::NextCuttingCard | AfterRanOut::AllCards => {
                        self.shoe.ends = Some(ShuffleWhy::AfterRanOut);
                    }
                }
                cut
            }
            // Everything goes back in, the rack too; nothing is burned anew.
            ShuffleWhy::NewSeeds => {
                self.shoe.seeded = self.shoe.rounds;
                false
            }
            ShuffleWhy::Start
            | ShuffleWhy::CuttingCard
            | ShuffleWhy::CuttingCardFirst
            | ShuffleWhy::Order
            | ShuffleWhy::EmptyTable
            | ShuffleWhy::AfterRanOut => {
                self.shoe.all = self.all_cards();
                self.shoe.age = ShoeAge::New;
                self.shoe.ends = None;
                self.begin_shoe();
                !device
            }
        };
        self.shoe.cut = if cut {
            CutState::Due(why, Vec::new())
        } else {
            CutState::NotDue
        };
    }

    /// Nobody has sat out a round of a new shoe. A round for which the cards were shuffled once
    /// more is its first.
    fn begin_shoe(&mut self) {
        self.shoe.rounds = u32::from(self.live.is_some());
        self.shoe.seeded = 0;
        self.shoe.left.clear();
        for (player, person) in &mut self.people {
            let plays = self
                .live
                .as_ref()
                .is_some_and(|live| live.has_wager_of(*player));
            person.in_shoe = u32::from(plays);
            person.in_first_two = u8::from(plays);
        }
        for standing in self
            .people
            .values_mut()
            .map(|person| &mut person.standing)
            .chain(self.known.values_mut())
        {
            if standing.held == Held::Late {
                standing.held = Held::Free;
            }
        }
    }

    /// What is shuffled when the shoe has run out: everything that does not lie on the layout.
    pub(crate) fn rack_to_shuffle(&self) -> Composition {
        let mut rest = full_pack(&self.book, self.config.decks);
        if let Some(live) = &self.live {
            for card in live.round.layout().cards() {
                let _ = rest.take(card);
            }
        }
        rest
    }

    fn begin_round(&mut self, no: u64, players: &[PlayerId]) {
        let setup = self.setup(players);
        let round = Round::open(setup).expect("the table was checked before wagers were laid");
        self.rounds = no;
        self.live = Some(Live {
            no,
            players: players.to_vec(),
            round,
        });
        self.until = None;
        let late: Vec<PlayerId> = self
            .people
            .keys()
            .copied()
            .filter(|player| self.held(*player) == Held::Late)
            .collect();
        self.shoe.rounds += 1;
        self.shoe.named = None;
        self.note_wagers(&late);
        self.laid.clear();
        if let Openness::Rounds(left) = &mut self.open {
            *left = left.saturating_sub(1);
        }
    }

    /// Who wagers on this round, and who lets it pass; these were restricted for sitting out before
    /// it.
    fn note_wagers(&mut self, late: &[PlayerId]) {
        let early = self.shoe.rounds <= 2;
        let full = self.seats_are_full();
        for (player, person) in &mut self.people {
            if self.laid.iter().any(|laid| laid.player == *player) {
                (person.idle_at_full, person.idle_while_late) = (0, 0);
                person.in_shoe += 1;
                person.in_first_two += u8::from(early);
            } else if self
                .seats
                .iter()
                .flatten()
                .any(|seat| seat.player == *player)
            {
                person.idle_at_full = if full {
                    person.idle_at_full.saturating_add(1)
                } else {
                    0
                };
                person.idle_while_late = if late.contains(player) {
                    person.idle_while_late.saturating_add(1)
                } else {
                    0
                };
            }
            person.ready = false;
        }
    }

    fn take_in(&mut self, event: game::Event) {
        self.until = None;
        let live = self.live.as_mut().expect("a round is under way");
        match event.what {
            game::What::CuttingCardSeen => {
                let on = if let Turn::Deal(Need::Card(To::Hand(hand))) = live.round.turn() {
                    Named::Box(hand.box_no, live.controller(hand.box_no))
                } else {
                    Named::Dealer
                };
                self.shoe.named = Some(on);
                self.shoe.ends = Some(ShuffleWhy::CuttingCard);
            }
            game::What::CuttingCardFirst => {
                self.shoe.named = None;
                self.shoe.shuffle = Some(ShuffleWhy::CuttingCardFirst);
            }
            game::What::Dealt { .. } | game::What::Burned => {
                self.shoe.drawn += 1;
                self.shoe.age = ShoeAge::Running;
            }
            game::What::BelowMinimum { player, .. } => {
                let player = live.players[player.index()];
                if let Some(person) = self.people.get_mut(&player) {
                    person.standing.warned = true;
                }
            }
            game::What::WagerPlaced { .. }
            | game::What::SidePlaced { .. }
            | game::What::AboveMaximum { .. }
            | game::What::ControlDeclined { .. }
            | game::What::ControlGiven { .. }
            | game::What::WagerMoved { .. }
            | game::What::Began(_)
            | game::What::JokerReplaced
            | game::What::RackShuffled
            | game::What::RackReturned
            | game::What::Exposed { .. }
            | game::What::InsuranceTaken { .. }
            | game::What::InsuranceDeclined { .. }
            | game::What::InsuranceClaimed { .. }
            | game::What::ClaimRefused { .. }
            | game::What::ClaimsEnded { .. }
            | game::What::Pressed { .. }
            | game::What::MultiplierShown { .. }
            | game::What::Surrendered { .. }
            | game::What::SurrenderDeclined { .. }
            | game::What::Absent { .. }
            | game::What::Withdrawn { .. }
            | game::What::CardAsked { .. }
            | game::What::Doubled { .. }
            | game::What::DoubleDeclined { .. }
            | game::What::SplitMatched { .. }
            | game::What::StayedOnFirst { .. }
            | game::What::HandSplit { .. }
            | game::What::Forfeited { .. }
            | game::What::ForfeitDeclined { .. }
            | game::What::HandEnded { .. }
            | game::What::SuperBonusWon { .. }
            | game::What::Settled(_) => {}
        }
        live.round.happen(event);
    }

    fn end_round(&mut self) {
        self.until = None;
        self.interrupted = None;
        let live = self.live.take().expect("a round is under way");
        self.shoe.gone = match self.config.dealing {
            Dealing::Shoe => {
                let mut seen = full_pack(&self.book, self.config.decks);
                for card in live.round.unseen().cards() {
                    let _ = seen.take(card);
                }
                seen.cards().collect()
            }
            Dealing::Device if self.book.shoe.rack_return.is == RackReturn::RoundEnd => Vec::new(),
            Dealing::Device => {
                let layout = live.round.layout();
                live.round.rack().cards().chain(layout.cards()).collect()
            }
        };
        let gone: Vec<PlayerId> = self
            .people
            .iter()
            .filter(|(_, person)| person.leaving)
            .map(|(player, _)| *player)
            .collect();
        for player in gone {
            self.forget(player);
        }
    }
}
