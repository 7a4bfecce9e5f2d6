//! The money an event moves.
//!
//! A wager is held when it is laid; what the round says of it posts the hold or gives it back. What
//! a wager wins comes out of the float, and what a wager beside the hand wins out of its pool.

use crate::command::Lay;
use crate::event::{Event, What};
use crate::state::{HeldWager, Table};
use game::{Kind, Player, Settled, Side};
use ledger::{Account, Move, PlayerId, Pool, Purpose, Series, Transfer, TransferId};
use rules::{BoxNo, Clause, Money, VoidSettled};

/// The transfers of one event, as they are drawn up.
struct Slip<'a> {
    table: &'a mut Table,
    clause: Clause,
    transfers: Vec<Transfer>,
}

impl Table {
    /// The transfers of an event, numbered; holds are noted and struck off.
    pub(crate) fn pay(&mut self, event: &Event) -> Vec<Transfer> {
        let mut slip = Slip {
            table: self,
            clause: event.clause,
            transfers: Vec::new(),
        };
        match &event.what {
            What::Opened => slip.fill(),
            What::Closed => slip.empty(),
            What::Laid { player, lay } => slip.lay(*player, *lay),
            What::WagersWithdrawn { player, box_no, .. } => slip.withdraw(*player, *box_no),
            What::Round(event) => slip.round(&event.what),
            What::RoundVoid { .. } => slip.void_round(),
            What::ClosingAnnounced { .. }
            | What::SignAnnounced { .. }
            | What::SignChanged { .. }
            | What::MarkerPlaced { .. }
            | What::MarkerRemoved { .. }
            | What::MaximumSet { .. }
            | What::LimitsRaised { .. }
            | What::Reserved { .. }
            | What::Restricted { .. }
            | What::WagersTouched { .. }
            | What::FutureRefused { .. }
            | What::CardFound { .. }
            | What::SupervisorAwaited { .. }
            | What::SupervisorMissed
            | What::SeveralRefused { .. }
            | What::Arrived { .. }
            | What::Departed { .. }
            | What::Seated { .. }
            | What::SeatLost { .. }
            | What::ShuffleOrdered
            | What::ShuffleDue { .. }
            | What::Shuffled { .. }
            | What::SeedGiven { .. }
            | What::CutOffered { .. }
            | What::CutRefused { .. }
            | What::Cut { .. }
            | What::CuttingCardPlaced { .. }
            | What::CuttingCardAside
            | What::WagersUntil { .. }
            | What::Ready { .. }
            | What::RoundBegan { .. }
            | What::Chosen { .. }
            | What::FoundAbsent { .. }
            | What::DecisionUntil { .. }
            | What::Interrupted { .. }
            | What::WithdrewFromRound { .. }
            | What::Resumed
            | What::RoundOver { .. } => {}
        }
        slip.transfers
    }
}

impl Slip<'_> {
    fn push(&mut self, does: Move, purpose: Purpose) -> TransferId {
        let till = &mut self.table.money;
        till.last += 1;
        let id = TransferId {
            series: Series::Table(self.table.id),
            no: till.last,
        };
        self.transfers.push(Transfer {
            id,
            does,
            purpose,
            clause: self.clause,
        });
        id
    }

    /// Pays out of (or into) an account of the table.
    fn pay(&mut self, from: Account, to: Account, amount: Money, purpose: Purpose) {
        if amount.is_zero() {
            return;
        }
        let cents = i64::try_from(amount.cents()).unwrap_or(i64::MAX);
        self.count(from, -cents);
        self.count(to, cents);
        self.push(Move::Pay { from, to, amount }, purpose);
    }

    fn count(&mut self, account: Account, cents: i64) {
        let till = &mut self.table.money;
        match account {
            Account::Float(_) => till.float += cents,
            Account::Pool(_, Pool::Pairs) => till.pairs += cents,
            Account::Pool(_, Pool::Jackpot) => till.jackpot += cents,
            Account::House
            | Account::Player(_)
            | Account::Tokens(_)
            | Account::Held(_)
            | Account::Tournament(_) => {}
        }
    }

    fn fill(&mut self) {
        let (float, amount) = (Account::Float(self.table.id), self.table.config.float);
        self.pay(Account::House, float, amount, Purpose::Fill);
    }

    /// The house takes what float and pools hold, or makes good what they owe.
    fn empty(&mut self) {
        let id = self.table.id;
        let till = &self.table.money;
        let accounts = [
            (Account::Float(id), till.float),
            (Account::Pool(id, Pool::Pairs), till.pairs),
            (Account::Pool(id, Pool::Jackpot), till.jackpot),
        ];
        for (account, cents) in accounts {
            let amount = Money::from_cents(cents.unsigned_abs());
            if cents > 0 {
                self.pay(account, Account::House, amount, Purpose::Credit);
            } else {
                self.pay(Account::House, account, amount, Purpose::Fill);
            }
        }
    }

    /// Where lost wagers of a kind go, and winnings come from.
    const fn side(&self, kind: Kind) -> Account {
        match kind {
            Kind::Wager | Kind::Double | Kind::Insurance | Kind::SuperBonus | Kind::OthersBonus => {
                Account::Float(self.table.id)
            }
            Kind::Side(Side::Pairs) => Account::Pool(self.table.id, Pool::Pairs),
            Kind::Side(Side::Pandemonium) => Account::Pool(self.table.id, Pool::Jackpot),
        }
    }

    fn hold(
        &mut self,
        player: PlayerId,
        box_no: BoxNo,
        kind: Kind,
        amount: Money,
        of: Option<PlayerId>,
        purpose: Purpose,
    ) {
        let (held, to) = (Account::Held(self.table.id), self.side(kind));
        let id = self.push(
            Move::Hold {
                from: Account::Player(player),
                held,
                to,
                amount,
            },
            purpose,
        );
        self.table.money.holds.push(HeldWager {
            id,
            player,
            box_no,
            kind,
            amount,
            of,
        });
    }

    fn lay(&mut self, player: PlayerId, lay: Lay) {
        match lay {
            Lay::Wager { box_no, amount } => {
                self.hold(player, box_no, Kind::Wager, amount, None, Purpose::Wager)
            }
            Lay::Side {
                box_no,
                side,
                amount,
            } => {
                self.hold(
                    player,
                    box_no,
                    Kind::Side(side),
                    amount,
                    None,
                    Purpose::SideWager,
                );
            }
            Lay::DeclineControl { .. } => {}
        }
    }

    fn withdraw(&mut self, player: PlayerId, box_no: BoxNo) {
        let holds = std::mem::take(&mut self.table.money.holds);
        let (back, rest): (Vec<_>, Vec<_>) = holds
            .into_iter()
            .partition(|hold| hold.player == player && hold.box_no == box_no);
        self.table.money.holds = rest;
        for hold in back {
            self.push(Move::Void { hold: hold.id }, Purpose::Withdrawn);
        }
    }

    fn id_of(&self, player: Player) -> PlayerId {
        self.table
            .live
            .as_ref()
            .expect("a round is under way")
            .players[player.index()]
    }

    /// Strikes off the hold that fits; wagers of one kind and amount on one box are alike.
    fn take_hold(&mut self, fits: impl Fn(&HeldWager) -> bool) -> HeldWager {
        let holds = &mut self.table.money.holds;
        let place = holds
            .iter()
            .position(fits)
            .expect("every wager on the layout is held");
        holds.remove(place)
    }

    fn round(&mut self, what: &game::What) {
        match *what {
            game::What::AboveMaximum {
                box_no,
                player,
                counted,
                ..
            } => {
                let player = self.id_of(player);
                let hold = self.take_hold(|hold| {
                    hold.player == player && hold.box_no == box_no && hold.kind == Kind::Wager
                });
                self.push(Move::Void { hold: hold.id }, Purpose::Returned);
                self.hold(player, box_no, Kind::Wager, counted, None, Purpose::Wager);
            }
            game::What::InsuranceTaken {
                box_no,
                of,
                by,
                amount,
            } if of == by => {
                let player = self.id_of(by);
                self.hold(
                    player,
                    box_no,
                    Kind::Insurance,
                    amount,
                    Some(player),
                    Purpose::Insurance,
                );
            }
            game::What::InsuranceClaimed {
                box_no,
                of,
                by,
                amount,
            } => {
                let (of, by) = (self.id_of(of), self.id_of(by));
                self.hold(
                    by,
                    box_no,
                    Kind::Insurance,
                    amount,
                    Some(of),
                    Purpose::Insurance,
                );
            }
            game::What::ClaimRefused { box_no, of, by } => {
                let (of, by) = (self.id_of(of), self.id_of(by));
                let hold = self.take_hold(|hold| {
                    hold.player == by
                        && hold.box_no == box_no
                        && hold.kind == Kind::Insurance
                        && hold.of == Some(of)
                });
                self.push(Move::Void { hold: hold.id }, Purpose::Returned);
            }
            game::What::Doubled {
                hand,
                player,
                amount,
            } => {
                let player = self.id_of(player);
                self.hold(
                    player,
                    hand.box_no,
                    Kind::Double,
                    amount,
                    None,
                    Purpose::Double,
                );
            }
            game::What::SplitMatched { hand, player } => {
                let live = self.table.live.as_ref().expect("a round is under way");
                let amount = live
                    .round
                    .split_amount(hand.box_no, player)
                    .expect("a bettor of the box matches");
                let player = self.id_of(player);
                self.hold(
                    player,
                    hand.box_no,
                    Kind::Wager,
                    amount,
                    None,
                    Purpose::Split,
                );
            }
            game::What::Settled(settled) => self.settle(&settled),
            // A claim that is granted was held when it was made.
            game::What::WagerPlaced { .. }
            | game::What::SidePlaced { .. }
            | game::What::BelowMinimum { .. }
            | game::What::ControlDeclined { .. }
            | game::What::ControlGiven { .. }
            | game::What::WagerMoved { .. }
            | game::What::Began(_)
            | game::What::Burned
            | game::What::CuttingCardSeen
            | game::What::CuttingCardFirst
            | game::What::JokerReplaced
            | game::What::RackShuffled
            | game::What::RackReturned
            | game::What::Dealt { .. }
            | game::What::Exposed { .. }
            | game::What::InsuranceTaken { .. }
            | game::What::InsuranceDeclined { .. }
            | game::What::ClaimsEnded { .. }
            | game::What::Pressed { .. }
            | game::What::MultiplierShown { .. }
            | game::What::Surrendered { .. }
            | game::What::SurrenderDeclined { .. }
            | game::What::Absent { .. }
            | game::What::Withdrawn { .. }
            | game::What::CardAsked { .. }
            | game::What::DoubleDeclined { .. }
            | game::What::StayedOnFirst { .. }
            | game::What::HandSplit { .. }
            | game::What::Forfeited { .. }
            | game::What::ForfeitDeclined { .. }
            | game::What::HandEnded { .. }
            | game::What::SuperBonusWon { .. } => {}
        }
    }

    fn settle(&mut self, settled: &Settled) {
        let player = self.id_of(settled.player);
        let cents = settled.net.cents();
        let amount = Money::from_cents(cents.unsigned_abs());
        let purpose = purpose(settled);
        if !settled.stake.is_zero() {
            let hold = self.take_hold(|hold| {
                hold.player == player
                    && hold.box_no == settled.box_no
                    && hold.kind == settled.kind
                    && hold.amount == settled.stake
            });
            if cents < 0 {
                self.push(
                    Move::Post {
                        hold: hold.id,
                        amount,
                    },
                    purpose,
                );
                self.count(self.side(settled.kind), -cents);
            } else {
                self.push(Move::Void { hold: hold.id }, purpose);
            }
        }
        if cents > 0 {
            self.pay(
                self.side(settled.kind),
                Account::Player(player),
                amount,
                Purpose::Won,
            );
        }
    }

    /// Everything that lies on the layout goes back, and what was lost in the round too. What was
    /// paid stands or is paid back, as the book says.
    fn void_round(&mut self) {
        for hold in std::mem::take(&mut self.table.money.holds) {
            self.push(Move::Void { hold: hold.id }, Purpose::RoundVoid);
        }
        let Some(live) = self.table.live.as_ref() else {
            return;
        };
        let settled: Vec<Settled> = live.round.settled().map(|(settled, _)| *settled).collect();
        let stands = self.table.book.house.void_settled.is == VoidSettled::Stands;
        // What goes back to a player goes first, so that what must be paid back can be.
        let (lost, won): (Vec<_>, Vec<_>) =
            settled.into_iter().partition(|each| each.net.cents() < 0);
        for each in lost.into_iter().chain(won) {
            let (player, account) = (
                Account::Player(self.id_of(each.player)),
                self.side(each.kind),
            );
            let amount = Money::from_cents(each.net.cents().unsigned_abs());
            if each.net.cents() < 0 {
                self.pay(account, player, amount, Purpose::RoundVoid);
            } else if !stands && !amount.is_zero() {
                // Whoever spent it meanwhile does not keep the round from being void.
                self.count(account, each.net.cents());
                self.push(
                    Move::Reclaim {
                        from: player,
                        to: account,
                        amount,
                    },
                    Purpose::RoundVoid,
                );
            }
        }
    }
}

const fn purpose(settled: &Settled) -> Purpose {
    match settled.outcome {
        game::Outcome::Won => Purpose::Won,
        game::Outcome::Lost => Purpose::Lost,
        game::Outcome::StandOff => Purpose::StandOff,
        game::Outcome::Surrendered => Purpose::Surrendered,
        game::Outcome::Forfeited => Purpose::Forfeited,
        game::Outcome::Returned => Purpose::Returned,
    }
}
