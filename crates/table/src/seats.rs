//! Who is at the table and where they sit.

use crate::config::NO_CARDS;
use crate::decide::Trial;
use crate::event::{CutRefused, SeatLost, ShuffleWhy, What, Withdrawn};
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Seat, Table};
use game::{Dealing, Held};
use ledger::PlayerId;
use rules::{Allowed, BoxNo, Clause, EmptyTable, PlayerCard, SeveralBoxes};

/// The most people at a table: three to each of seven boxes, and some who wait.
pub const PEOPLE_MOST: usize = 40;
/// The names of house players begin so, and those of nobody else: everybody can see who is one.
pub const HOUSE_PLAYER: &str = "house-";

impl Table {
    pub(crate) fn check_box(&self, box_no: BoxNo) -> Result<(), Refusal> {
        let most = &self.book.boxes.most;
        if box_no.number() > most.is.get() {
            return Err(Refusal::new(
                Reason::NoSuchBox {
                    most: most.is.get(),
                },
                most.clause,
            ));
        }
        Ok(())
    }

    pub(crate) fn is_reserved_from(&self, box_no: BoxNo, player: PlayerId) -> bool {
        self.reserved
            .iter()
            .any(|&(no, whose)| no == box_no && whose != player)
    }

    /// Why a player has one box and no more, where it is so: by order, or because several are
    /// refused.
    pub(crate) fn one_box(&self, player: PlayerId) -> Option<Refusal> {
        let standing = self.person(player)?.standing;
        let clause = match standing.held {
            Held::ByOrder => self.book.limits.order.clause,
            Held::Free | Held::Late if standing.one_box => self.book.seats.several_refused.clause,
            Held::Free | Held::Late => return None,
        };
        Some(Refusal::new(Reason::SeveralRefused, clause))
    }

    /// Whether a player may take a seat, and from whom.
    pub(crate) fn may_sit(
        &self,
        player: PlayerId,
        box_no: BoxNo,
    ) -> Result<Option<(PlayerId, SeatLost, Clause)>, Refusal> {
        self.check_box(box_no)?;
        if self.is_reserved_from(box_no, player) {
            return Err(Refusal::new(
                Reason::BoxReserved,
                self.book.seats.reserve.clause,
            ));
        }
        if let Some(refusal) = self
            .one_box(player)
            .filter(|_| !self.seats_of(player).is_empty())
        {
            return Err(refusal);
        }
        let Some(seat) = self.seat(box_no) else {
            return Ok(None);
        };
        let (why, clause) = self.may_take(player, box_no, seat)?;
        Ok(Some((seat.player, why, clause)))
    }

    /// Whether a seat passes from one player to another who wants it: only at a full table, between
    /// rounds, and to somebody who has none.
    fn may_take(
        &self,
        wants: PlayerId,
        box_no: BoxNo,
        seat: Seat,
    ) -> Result<(SeatLost, Clause), Refusal> {
        let rules = &self.book.seats;
        let taken = Refusal::new(Reason::SeatTaken, self.book.boxes.seated.clause);
        let has_seat = !self.seats_of(wants).is_empty();
        if has_seat || self.live.is_some() || !self.seats_are_full() {
            return Err(taken);
        }
        let all = self.seats_of(seat.player);
        if all.len() > 1 && all.first() != Some(&box_no) {
            return Ok((SeatLost::Wanted, rules.several.clause));
        }
        self.idle_clause(seat.player)
            .map(|clause| (SeatLost::Idle, clause))
            .ok_or(taken)
    }

    /// The clause by which a player who lets rounds pass may lose the seat. Whoever has laid a
    /// wager lets none pass.
    fn idle_clause(&self, player: PlayerId) -> Option<Clause> {
        let person = self.person(player)?;
        let rules = &self.book.seats;
        let rounds = rules.idle_rounds.is.get();
        if self.laid.iter().any(|laid| laid.player == player) {
            return None;
        }
        if rounds > 0 && person.idle_at_full >= rounds {
            return Some(rules.idle_rounds.clause);
        }
        // Adelaide 22bis does not say how long is persistently: the book's file does.
        let persistent = rules.sitting_out.is.get();
        (persistent > 0 && person.idle_while_late >= persistent).then_some(rules.sitting_out.clause)
    }
}

impl Trial {
    pub(crate) fn arrive(
        &mut self,
        player: PlayerId,
        name: &str,
        claimed: Option<bool>,
    ) -> Result<(), Refusal> {
        self.is_open()?;
        if claimed.is_some() {
            let clause = self.table.book.limits.player_card.clause;
            return Err(Refusal::new(Reason::CardClaimed, clause));
        }
        if let Some(person) = self.table.person(player) {
            return Err(Refusal::plain(if person.leaving {
                Reason::Leaving
            } else {
                Reason::AlreadyAtTable
            }));
        }
        if self.table.people.len() >= PEOPLE_MOST {
            return Err(Refusal::plain(Reason::TableFull { most: PEOPLE_MOST }));
        }
        game::notation::check_name(name).map_err(|why| Refusal::plain(Reason::Name(why)))?;
        if self.table.people.values().any(|person| person.name == name) {
            return Err(Refusal::plain(Reason::NameTaken));
        }
        self.emit(
            What::Arrived {
                player,
                name: name.to_owned(),
            },
            Clause::SILENT,
        );
        Ok(())
    }

    /// What the house finds of a player's card. Without a valid one what lies on the table goes
    /// back; a round that is being played goes on.
    pub(crate) fn find_card(&mut self, player: PlayerId, valid: bool) -> Result<(), Refusal> {
        self.here(player)?;
        let rule = self.table.book.limits.player_card;
        if !self.table.asks_for_cards() {
            let clause = if rule.is == PlayerCard::Needed {
                Clause::printed(NO_CARDS.0).expect("the number of a clause is short")
            } else {
                rule.clause
            };
            return Err(Refusal::new(Reason::NoCardAsked, clause));
        }
        self.emit(What::CardFound { player, valid }, rule.clause);
        self.drop_misfits();
        Ok(())
    }

    pub(crate) fn depart(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.here(player)?;
        for (player, box_no) in self.table.laid_boxes(|laid| laid.player == player) {
            self.emit(
                What::WagersWithdrawn {
                    player,
                    box_no,
                    why: Withdrawn::Departed,
                },
                self.table.book.limits.placing.clause,
            );
        }
        for box_no in self.table.seats_of(player) {
            self.emit(
                What::SeatLost {
                    player,
                    box_no,
                    why: SeatLost::GivenUp,
                },
                self.table.book.boxes.seated.clause,
            );
        }
        for (box_no, _) in self
            .table
            .reserved
            .clone()
            .into_iter()
            .filter(|&(_, whose)| whose == player)
        {
            self.emit(
                What::Reserved {
                    box_no,
                    player: None,
                },
                self.table.book.seats.reserve.clause,
            );
        }
        if matches!(self.table.shoe.cut, CutState::Offered(_, _, (_, to)) if to == player) {
            self.emit(
                What::CutRefused {
                    by: player,
                    how: CutRefused::Departed,
                },
                self.table.book.cut.refused.clause,
            );
        }
        if self
            .table
            .person(player)
            .is_some_and(|person| person.marker.is_some())
        {
            self.emit(
                What::MarkerRemoved { player },
                self.table.book.house.raise_newcomers.clause,
            );
        }
        self.emit(What::Departed { player }, Clause::SILENT);
        self.drop_misfits();
        self.shuffle_if_empty();
        Ok(())
    }

    /// Where the book says so, the cards of a table that everybody left are shuffled.
    pub(crate) fn shuffle_if_empty(&mut self) {
        let rule = self.table.book.shuffle.empty_table;
        let used = self.table.shoe.rounds > 0
            && self.table.shoe.is_ready()
            && self.table.config.dealing == Dealing::Shoe;
        if rule.is == EmptyTable::Shuffled
            && self.table.people.is_empty()
            && self.table.live.is_none()
            && used
        {
            self.emit(
                What::ShuffleDue {
                    why: ShuffleWhy::EmptyTable,
                },
                rule.clause,
            );
        }
    }

    pub(crate) fn sit(&mut self, player: PlayerId, box_no: BoxNo) -> Result<(), Refusal> {
        self.here(player)?;
        if let Some((from, why, clause)) = self.table.may_sit(player, box_no)? {
            self.emit(
                What::SeatLost {
                    player: from,
                    box_no,
                    why,
                },
                clause,
            );
            if why == SeatLost::Wanted {
                self.give_up_wagers(from, box_no);
            }
        }
        self.emit(
            What::Seated { player, box_no },
            self.table.book.boxes.seated.clause,
        );
        self.drop_misfits();
        Ok(())
    }

    /// A box that is given up goes with the wagers on it; where only its control is, they stay.
    fn give_up_wagers(&mut self, player: PlayerId, box_no: BoxNo) {
        let rule = self.table.book.seats.several;
        let laid = !self
            .table
            .laid_boxes(|laid| laid.player == player && laid.lay.box_no() == box_no)
            .is_empty();
        if rule.is == SeveralBoxes::GivesUp && laid {
            self.emit(
                What::WagersWithdrawn {
                    player,
                    box_no,
                    why: Withdrawn::BoxGivenUp,
                },
                rule.clause,
            );
        }
    }

    pub(crate) fn vacate(&mut self, box_no: BoxNo) -> Result<(), Refusal> {
        self.is_open()?;
        self.table.check_box(box_no)?;
        self.between_rounds()?;
        let rule = self.table.book.seats.idle_rounds;
        let Some(seat) = self.table.seat(box_no) else {
            return Err(Refusal::plain(Reason::SeatEmpty));
        };
        if rule.is.get() == 0 {
            return Err(Refusal::new(Reason::IdleNotProvided, rule.clause));
        }
        if !self.table.seats_are_full() {
            return Err(Refusal::new(Reason::SeatsFree, rule.clause));
        }
        let Some(clause) = self.table.idle_clause(seat.player) else {
            return Err(Refusal::new(
                Reason::NotIdle {
                    rounds: rule.is.get(),
                },
                rule.clause,
            ));
        };
        self.emit(
            What::SeatLost {
                player: seat.player,
                box_no,
                why: SeatLost::Idle,
            },
            clause,
        );
        Ok(())
    }

    /// Refuses a player more than one box, or allows it again.
    pub(crate) fn refuse_several(
        &mut self,
        player: PlayerId,
        refused: bool,
    ) -> Result<(), Refusal> {
        self.here(player)?;
        self.between_rounds()?;
        let rule = self.table.book.seats.several_refused;
        if rule.is == Allowed::MayNot {
            return Err(Refusal::new(Reason::CannotRefuseSeveral, rule.clause));
        }
        self.emit(What::SeveralRefused { player, refused }, rule.clause);
        self.leave_one_seat(player);
        self.drop_misfits();
        Ok(())
    }

    /// Whoever is held to one box keeps the seat taken first.
    pub(crate) fn leave_one_seat(&mut self, player: PlayerId) {
        let Some(refusal) = self.table.one_box(player) else {
            return;
        };
        for box_no in self.table.seats_of(player).into_iter().skip(1) {
            self.emit(
                What::SeatLost {
                    player,
                    box_no,
                    why: SeatLost::Restricted,
                },
                refusal.clause,
            );
        }
    }

    pub(crate) fn give_up(&mut self, player: PlayerId, box_no: BoxNo) -> Result<(), Refusal> {
        self.here(player)?;
        if self
            .table
            .seat(box_no)
            .is_none_or(|seat| seat.player != player)
        {
            return Err(Refusal::plain(Reason::NotYourSeat));
        }
        self.emit(
            What::SeatLost {
                player,
                box_no,
                why: SeatLost::GivenUp,
            },
            self.table.book.boxes.seated.clause,
        );
        self.drop_misfits();
        Ok(())
    }
}
