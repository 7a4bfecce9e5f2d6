//! What is laid before the first card, and how a round begins.
//!
//! Wagers lie on the table, not in the round: until "no more bets" they can be taken back. Each is
//! checked by laying all of them in a round of its own, so that what is accepted here is accepted
//! there.

use crate::clock::Span;
use crate::command::Lay;
use crate::decide::Trial;
use crate::event::{What, Withdrawn};
use crate::refusal::{Reason, Refusal};
use crate::state::{Laid, Person, Table};
use game::{Choice, Dealing, Held, Pack, Patron, Player, Round, Settled, Setup, Turn};
use ledger::PlayerId;
use rules::{AnothersInsurance, BoxNo, Cited, Clause, LateFrom, LateLimit, Sign};
use std::sync::Arc;

/// How long whoever has a seat may still wager when all bettors are ready.
const LAST_CALL: Span = Span::seconds(5);

impl Table {
    pub(crate) fn late_limit(&self) -> Cited<LateLimit> {
        match self.config.dealing {
            Dealing::Shoe => self.book.limits.late,
            Dealing::Device => self.book.limits.late_device,
        }
    }

    /// How a player is held in the next round.
    pub(crate) fn held(&self, player: PlayerId) -> Held {
        let Some(person) = self.person(player) else {
            return Held::Free;
        };
        if person.standing.held != Held::Free {
            return person.standing.held;
        }
        let policy = self.config.late == crate::config::LatePolicy::Held;
        if !policy || self.late_limit().is == LateLimit::NotProvided {
            return Held::Free;
        }
        if self.sat_out(person) {
            Held::Late
        } else {
            Held::Free
        }
    }

    /// Whether somebody let a round of this shoe pass for which the book lets the house restrict
    /// them, by the table's own record.
    pub(crate) fn sat_out(&self, person: &Person) -> bool {
        let (rounds, first_two) = (self.shoe.rounds, u32::from(person.in_first_two));
        match self.book.seats.late_from.is {
            LateFrom::NotProvided => false,
            LateFrom::FirstRound => person.in_shoe < rounds,
            LateFrom::FirstTwoRounds => {
                rounds >= 2 && (first_two == 0 || person.in_shoe - first_two < rounds - 2)
            }
        }
    }

    /// Why a player's wagers are not taken any more, where it is so.
    pub(crate) fn future_refused(&self, player: PlayerId) -> Option<Refusal> {
        let refused = self.person(player)?.standing.future_refused;
        let clause = self.book.house.refuse_future.clause;
        refused.then(|| Refusal::new(Reason::FutureRefused, clause))
    }

    /// The setup of the next round with these players.
    pub(crate) fn setup(&self, players: &[PlayerId]) -> Setup {
        let patrons = players.iter().map(|player| {
            let person = self.person(*player).expect("players are at the table");
            Patron {
                name: person.name.clone(),
                held: self.held(*player),
                warned: person.standing.warned,
                // Where nobody is asked for a card, nobody is turned away for want of one.
                card: person.card || !self.asks_for_cards(),
                minimum: person.kept_minimum(&self.sign),
                raised: person.raised,
            }
        });
        Setup {
            book: Arc::clone(&self.book),
            pack: Pack::Decks(self.config.decks),
            sign: self.sign.clone(),
            dealing: self.config.dealing,
            age: self.shoe.age,
            faces: self.config.faces,
            gone: self.shoe.gone.clone(),
            left: match self.config.dealing {
                Dealing::Shoe => Some(self.shoe.all - self.shoe.drawn),
                Dealing::Device => None,
            },
            patrons: patrons.collect(),
            raised: self.raised.clone(),
            wagers_checked: self.config.wagers_checked,
        }
    }

    pub(crate) fn check_sign(&self, sign: &Sign) -> Result<(), Refusal> {
        let setup = Setup {
            sign: sign.clone(),
            raised: Vec::new(),
            ..self.setup(&[])
        };
        Round::open(setup)?;
        Ok(())
    }

    /// Whether a round may have something for people who neither sit nor wager.
    fn concerns_onlookers(&self) -> bool {
        // Singapore 3.26.4.5, 3.19.2: whoever is at the table may take insurance that others
        // declined, and press the button for them.
        match self.book.insurance.anothers.is {
            AnothersInsurance::ByPreference => true,
            AnothersInsurance::MayNot => self.sign.pandemonium.is_some(),
        }
    }

    /// Everybody who would be in the round: those who sit, those who have laid something, whoever
    /// asks, and where the book has something for them all others who are here.
    pub(crate) fn round_players(&self, asks: Option<PlayerId>) -> Vec<PlayerId> {
        let all = self.concerns_onlookers();
        let plays = |player: &PlayerId| {
            all || Some(*player) == asks
                || self.laid.iter().any(|laid| laid.player == *player)
                || self
                    .seats
                    .iter()
                    .flatten()
                    .any(|seat| seat.player == *player)
        };
        self.people
            .iter()
            .filter(|(_, person)| !person.leaving)
            .map(|(player, _)| *player)
            .filter(plays)
            .collect()
    }

    /// A round with everything laid so far, to see what else may be.
    pub(crate) fn with_laid(&self, players: &[PlayerId], laid: &[Laid]) -> Result<Round, Refusal> {
        let mut round = Round::open(self.setup(players))?;
        for each in laid {
            let player = index(players, each.player).ok_or(Refusal::plain(Reason::NotAtTable))?;
            let elsewhere = |other: &Laid| {
                other.player == each.player && other.lay.box_no() != each.lay.box_no()
            };
            if let Some(refusal) = self
                .one_box(each.player)
                .filter(|_| laid.iter().any(elsewhere))
            {
                return Err(refusal);
            }
            round.choose(player, self.as_choice(each.player, each.lay))?;
        }
        Ok(round)
    }

    /// A wager is a seated player's where that player sits; nobody can claim a seat by saying so.
    fn as_choice(&self, player: PlayerId, lay: Lay) -> Choice {
        match lay {
            Lay::Wager { box_no, amount } => {
                let seated = self.seat(box_no).is_some_and(|seat| seat.player == player);
                Choice::Wager {
                    box_no,
                    amount,
                    seated,
                }
            }
            Lay::Side {
                box_no,
                side,
                amount,
            } => Choice::SideWager {
                box_no,
                side,
                amount,
            },
            Lay::DeclineControl { box_no } => Choice::DeclineControl { box_no },
        }
    }

    /// A choice of the wagering stage as it is laid here; none for the seat the player does not
    /// have.
    pub(crate) fn as_lay(&self, player: PlayerId, choice: Choice) -> Option<Lay> {
        if let Choice::Wager {
            box_no,
            amount,
            seated,
        } = choice
        {
            let sits = self.seat(box_no).is_some_and(|seat| seat.player == player);
            return (sits == seated).then_some(Lay::Wager { box_no, amount });
        }
        if let Choice::SideWager {
            box_no,
            side,
            amount,
        } = choice
        {
            return Some(Lay::Side {
                box_no,
                side,
                amount,
            });
        }
        if let Choice::DeclineControl { box_no } = choice {
            return Some(Lay::DeclineControl { box_no });
        }
        None
    }

    /// Who has laid what fits, and where.
    pub(crate) fn laid_boxes(&self, fits: impl Fn(&Laid) -> bool) -> Vec<(PlayerId, BoxNo)> {
        let mut found: Vec<(PlayerId, BoxNo)> = Vec::new();
        for laid in self.laid.iter().filter(|laid| fits(laid)) {
            let place = (laid.player, laid.lay.box_no());
            if !found.contains(&place) {
                found.push(place);
            }
        }
        found
    }
}

/// The place of a player in a round.
pub(crate) fn index(players: &[PlayerId], player: PlayerId) -> Option<Player> {
    players
        .iter()
        .position(|other| *other == player)
        .and_then(Player::at)
}

impl Trial {
    fn wagers_open(&self) -> Result<(), Refusal> {
        if self.table.live.is_some() {
            let clause = self.table.book.limits.closing.clause;
            return Err(Refusal::new(
                Reason::Game(game::Reason::WagersClosed),
                clause,
            ));
        }
        Ok(())
    }

    /// A round that is being played refuses what comes late, by the clause for that kind of wager.
    fn closed_to(&self, player: PlayerId, lay: Lay) -> Result<(), Refusal> {
        let Some(live) = &self.table.live else {
            return Ok(());
        };
        let Some(place) = index(&live.players, player) else {
            return Ok(());
        };
        let choice = self.table.as_choice(player, lay);
        live.round.clone().choose(place, choice)?;
        Ok(())
    }

    pub(crate) fn lay(&mut self, player: PlayerId, lay: Lay) -> Result<(), Refusal> {
        self.here(player)?;
        self.closed_to(player, lay)?;
        self.wagers_open()?;
        let book = &self.table.book;
        if let Some(refusal) = self.table.future_refused(player) {
            return Err(refusal);
        }
        if self.table.is_reserved_from(lay.box_no(), player) {
            return Err(Refusal::new(Reason::BoxReserved, book.seats.reserve.clause));
        }
        let clause = match lay {
            Lay::Wager { .. } => book.limits.placing.clause,
            Lay::Side { .. } => book.pairs.time.clause,
            Lay::DeclineControl { .. } => book.boxes.declined.clause,
        };
        let players = self.table.round_players(Some(player));
        let mut laid = self.table.laid.clone();
        laid.push(Laid { player, lay });
        self.table.with_laid(&players, &laid)?;
        self.emit(What::Laid { player, lay }, clause);
        Ok(())
    }

    pub(crate) fn withdraw(&mut self, player: PlayerId, box_no: BoxNo) -> Result<(), Refusal> {
        self.here(player)?;
        self.wagers_open()?;
        let clause = self.table.book.limits.closing.clause;
        if self
            .table
            .laid_boxes(|laid| laid.player == player && laid.lay.box_no() == box_no)
            .is_empty()
        {
            return Err(Refusal::new(Reason::NothingLaidHere, clause));
        }
        self.emit(
            What::WagersWithdrawn {
                player,
                box_no,
                why: Withdrawn::ByPlayer,
            },
            clause,
        );
        self.drop_misfits();
        Ok(())
    }

    /// What no longer fits, because something else was taken back or changed, goes back too.
    pub(crate) fn drop_misfits(&mut self) {
        if self.table.live.is_some() {
            return;
        }
        let players = self.table.round_players(None);
        while let Some((misfit, clause)) = self.first_misfit(&players) {
            let box_no = misfit.lay.box_no();
            self.emit(
                What::WagersWithdrawn {
                    player: misfit.player,
                    box_no,
                    why: Withdrawn::NotInPlay,
                },
                clause,
            );
        }
    }

    /// The first thing laid that does not fit what was laid before it, and the clause that says so.
    fn first_misfit(&self, players: &[PlayerId]) -> Option<(Laid, Clause)> {
        let laid = &self.table.laid;
        (1..=laid.len()).find_map(|upto| {
            let refusal = self.table.with_laid(players, &laid[..upto]).err()?;
            Some((laid[upto - 1], refusal.clause))
        })
    }

    pub(crate) fn ready(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.here(player)?;
        let interrupted = self.table.interrupted.is_some();
        if !interrupted {
            self.wagers_open()?;
        }
        let plays = match &self.table.live {
            Some(live) => live.has_wager_of(player),
            None => self.table.laid.iter().any(|laid| laid.player == player),
        };
        if !plays {
            return Err(Refusal::new(
                Reason::NothingLaid,
                self.table.book.limits.placing.clause,
            ));
        }
        let book = &self.table.book;
        let clause = if interrupted {
            book.house.interrupted.clause
        } else {
            book.limits.closing.clause
        };
        if self
            .table
            .person(player)
            .is_some_and(|person| !person.ready)
        {
            self.emit(What::Ready { player }, clause);
        }
        Ok(())
    }

    /// Starts the countdown with the first wager. When every bettor is ready wagers close: at once,
    /// or after a last call where somebody has a seat and no wager yet.
    pub(crate) fn follow_wagers(&mut self) -> bool {
        let table = &self.table;
        if table.live.is_some()
            || !table.is_open()
            || table.laid.is_empty()
            || !table.shoe.is_ready()
        {
            return false;
        }
        let wagers = |player: PlayerId| table.laid.iter().any(|laid| laid.player == player);
        let is_ready = table
            .people
            .iter()
            .all(|(player, person)| person.ready || !wagers(*player));
        if is_ready && table.seats.iter().flatten().all(|seat| wagers(seat.player)) {
            self.begin_round();
            return true;
        }
        let longest = table.config.times.wagers;
        let until = self.at.after(if is_ready {
            LAST_CALL.min(longest)
        } else {
            longest
        });
        if table
            .until
            .is_none_or(|already| is_ready && until < already)
        {
            self.emit(
                What::WagersUntil { until },
                self.table.book.limits.closing.clause,
            );
        }
        false
    }

    /// What makes no round goes back.
    fn return_all(&mut self, clause_of: impl Fn(PlayerId, BoxNo) -> Clause) {
        for (player, box_no) in self.table.laid_boxes(|_| true) {
            self.emit(
                What::WagersWithdrawn {
                    player,
                    box_no,
                    why: Withdrawn::NotInPlay,
                },
                clause_of(player, box_no),
            );
        }
    }

    /// "No more bets": the round begins with what was laid.
    pub(crate) fn begin_round(&mut self) {
        self.drop_misfits();
        let players = self.table.round_players(None);
        let closed = self
            .table
            .with_laid(&players, &self.table.laid)
            .and_then(|mut round| {
                round.close_wagers()?;
                Ok(round)
            });
        let round = match closed {
            Ok(round) => round,
            // Wagers beside a hand that nobody wagered on are no round.
            Err(refusal) => return self.return_all(|_, _| refusal.clause),
        };
        if round.turn() == Turn::Over {
            // Nor are wagers that may all not stay: each goes back by its own clause.
            let placing = self.table.book.limits.placing.clause;
            return self.return_all(|player, box_no| {
                let its = |settled: &Settled| {
                    Some(settled.player) == index(&players, player) && settled.box_no == box_no
                };
                round
                    .settled()
                    .find(|(settled, _)| its(settled))
                    .map_or(placing, |(_, clause)| clause)
            });
        }
        let no = self.table.rounds + 1;
        let events = round.events().to_vec();
        self.emit(
            What::RoundBegan { no, players },
            self.table.book.limits.closing.clause,
        );
        for event in events {
            self.emit(What::Round(event), event.clause);
        }
    }
}
