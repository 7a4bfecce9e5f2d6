//! What the floor does: opening and closing, the sign, markers, restrictions, voiding a round.

use crate::clock::Span;
use crate::decide::Trial;
use crate::event::{SeatLost, ShuffleWhy, What, Withdrawn};
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Laid, Openness, Person};
use game::{Held, RaisedLimits};
use ledger::PlayerId;
use rules::{
    Allowed, BoxNo, Clause, LateLimit, LimitsChange, Money, OrderLimit, RaisedMaximum, RefuseWager,
    Sign,
};

/// The longest reason that is written down.
const WHY_MOST: usize = 200;

impl Trial {
    pub(crate) fn open(&mut self) -> Result<(), Refusal> {
        if self.table.is_open() {
            return Err(Refusal::plain(Reason::AlreadyOpen));
        }
        self.emit(What::Opened, Clause::SILENT);
        self.emit(
            What::ShuffleDue {
                why: ShuffleWhy::Start,
            },
            self.table.book.shuffle.start.clause,
        );
        Ok(())
    }

    pub(crate) fn announce_closing(&mut self, last_rounds: bool) -> Result<(), Refusal> {
        self.is_open()?;
        let house = &self.table.book.house;
        let (notice, rounds) = (house.closing_notice, house.closing_rounds);
        // Last rounds that nobody wagers on would never end: a time may be set instead.
        let again = match self.table.open {
            Openness::Until(_) => true,
            Openness::Rounds(_) => last_rounds,
            Openness::Open | Openness::Closed => false,
        };
        if again {
            return Err(Refusal::new(Reason::AlreadyClosing, notice.clause));
        }
        if !last_rounds {
            let at = self.at.after(Span::minutes(u64::from(notice.is.get())));
            self.emit(
                What::ClosingAnnounced {
                    at: Some(at),
                    rounds: None,
                },
                notice.clause,
            );
            return Ok(());
        }
        if rounds.is.get() == 0 {
            return Err(Refusal::new(Reason::NoLastRounds, rounds.clause));
        }
        self.emit(
            What::ClosingAnnounced {
                at: None,
                rounds: Some(rounds.is.get()),
            },
            rounds.clause,
        );
        Ok(())
    }

    /// At once, where nobody would be sent away without notice.
    pub(crate) fn close_by_order(&mut self) -> Result<(), Refusal> {
        self.is_open()?;
        self.between_rounds()?;
        let notice = self.table.book.house.closing_notice;
        if !self.table.people.is_empty() && !self.closing_has_come() {
            return Err(Refusal::new(
                Reason::ClosingNeedsNotice {
                    minutes: notice.is.get(),
                },
                notice.clause,
            ));
        }
        self.close(notice.clause);
        Ok(())
    }

    pub(crate) fn closing_has_come(&self) -> bool {
        match self.table.open {
            Openness::Until(time) => self.at >= time,
            Openness::Rounds(left) => left == 0,
            Openness::Open | Openness::Closed => false,
        }
    }

    fn close(&mut self, clause: Clause) {
        let laid: Vec<(PlayerId, BoxNo)> = self.table.laid_boxes(|_| true);
        for (player, box_no) in laid {
            self.emit(
                What::WagersWithdrawn {
                    player,
                    box_no,
                    why: Withdrawn::Closed,
                },
                clause,
            );
        }
        for box_no in self.table.boxes().collect::<Vec<_>>() {
            if let Some(seat) = self.table.seat(box_no) {
                self.emit(
                    What::SeatLost {
                        player: seat.player,
                        box_no,
                        why: SeatLost::Closed,
                    },
                    clause,
                );
            }
        }
        self.emit(What::Closed, clause);
    }

    /// A table whose time has come closes; a sign whose time has come is changed.
    pub(crate) fn follow_floor(&mut self) -> bool {
        if self.table.live.is_some() || !self.table.is_open() {
            return false;
        }
        if self.closing_has_come() {
            let house = &self.table.book.house;
            let clause = match self.table.open {
                Openness::Rounds(_) => house.closing_rounds.clause,
                Openness::Until(_) | Openness::Open | Openness::Closed => {
                    house.closing_notice.clause
                }
            };
            self.close(clause);
            return true;
        }
        // What lies on the table was laid under the old sign, and the round goes by it.
        let come = self
            .table
            .coming_sign
            .as_ref()
            .filter(|(_, from)| self.at >= *from && self.table.laid.is_empty());
        if let Some((sign, _)) = come.cloned() {
            self.change_sign(sign);
            return true;
        }
        false
    }

    pub(crate) fn set_sign(&mut self, sign: &Sign, newcomers: bool) -> Result<(), Refusal> {
        self.is_open()?;
        self.table.check_sign(sign)?;
        if newcomers {
            return self.raise_for_newcomers(sign);
        }
        let house = &self.table.book.house;
        let waits = self.waits(sign) && !self.table.people.is_empty();
        let (minutes, clause) = if waits {
            (house.raise_notice.is.get(), house.raise_notice.clause)
        } else {
            (0, house.limits_change.clause)
        };
        let from = self.at.after(Span::minutes(u64::from(minutes)));
        self.emit(
            What::SignAnnounced {
                sign: sign.clone(),
                from,
            },
            clause,
        );
        Ok(())
    }

    /// Whether a change of the sign waits for the notice that players are given.
    fn waits(&self, sign: &Sign) -> bool {
        let before = &self.table.sign;
        match self.table.book.house.limits_change.is {
            // Canberra 3.1: any change of the limits.
            LimitsChange::EveryChangeWaits => sign != before || self.raises(sign),
            LimitsChange::RaiseWaits => self.raises(sign) || raises_besides(before, sign),
        }
    }

    /// Whether a sign raises somebody's minimum: the table's, or, where it is the sign that hangs
    /// there already, what markers show.
    fn raises(&self, sign: &Sign) -> bool {
        let markers = self
            .table
            .people
            .values()
            .any(|person| person.marker.is_some());
        sign.minimum > self.table.sign.minimum || *sign == self.table.sign && markers
    }

    /// A new sign. One that was announced as a higher minimum is for everybody; otherwise whoever
    /// keeps a lower minimum goes on keeping it.
    fn change_sign(&mut self, sign: Sign) {
        let house = &self.table.book.house;
        let raises = self.raises(&sign);
        let clause = if self.waits(&sign) {
            house.raise_notice.clause
        } else {
            house.limits_change.clause
        };
        let kept = |marker: Money| !raises && marker < sign.minimum;
        let gone = |person: &Person| person.marker.is_some_and(|marker| !kept(marker));
        let markers: Vec<PlayerId> = self
            .table
            .people
            .iter()
            .filter(|(_, person)| gone(person))
            .map(|(player, _)| *player)
            .collect();
        self.emit(What::SignChanged { sign }, clause);
        for player in markers {
            self.emit(What::MarkerRemoved { player }, clause);
        }
    }

    /// A higher minimum at once, for newcomers only: everybody who is here keeps the old one.
    fn raise_for_newcomers(&mut self, sign: &Sign) -> Result<(), Refusal> {
        let house = &self.table.book.house;
        let (rule, notice) = (house.raise_newcomers, house.raise_notice);
        let minutes = notice.is.get();
        // Sydney 7.5.1: a marker keeps a player's minimum, and nothing besides.
        let besides = !self.table.people.is_empty() && raises_besides(&self.table.sign, sign);
        if rule.is == Allowed::MayNot || besides {
            return Err(Refusal::new(Reason::NoticeFirst { minutes }, notice.clause));
        }
        if sign.minimum <= self.table.sign.minimum {
            return Err(Refusal::new(Reason::NotHigher, rule.clause));
        }
        self.between_rounds()?;
        let before = self.table.sign.minimum;
        let keep: Vec<PlayerId> = self
            .table
            .people
            .iter()
            .filter(|(_, person)| person.marker.is_none())
            .map(|(player, _)| *player)
            .collect();
        self.emit(What::SignChanged { sign: sign.clone() }, rule.clause);
        for player in keep {
            self.emit(
                What::MarkerPlaced {
                    player,
                    minimum: before,
                },
                rule.clause,
            );
        }
        self.drop_misfits();
        Ok(())
    }

    pub(crate) fn set_maximum(
        &mut self,
        box_no: BoxNo,
        maximum: Option<Money>,
    ) -> Result<(), Refusal> {
        self.is_open()?;
        self.between_rounds()?;
        self.table.check_box(box_no)?;
        let rule = self.table.book.limits.raised;
        match rule.is {
            RaisedMaximum::Box => {}
            RaisedMaximum::MayNot | RaisedMaximum::Player => {
                return Err(Refusal::new(Reason::NoOwnMaximum, rule.clause));
            }
        }
        if maximum
            .is_some_and(|maximum| maximum <= self.table.sign.maximum || maximum > Money::MOST)
        {
            return Err(Refusal::new(Reason::MaximumTooLow, rule.clause));
        }
        self.emit(What::MaximumSet { box_no, maximum }, rule.clause);
        self.drop_misfits();
        Ok(())
    }

    /// Lets a player wager above the sign's maximum, on whatever box.
    pub(crate) fn raise_limits(
        &mut self,
        player: PlayerId,
        limits: Option<RaisedLimits>,
    ) -> Result<(), Refusal> {
        self.here(player)?;
        self.between_rounds()?;
        let rule = self.table.book.limits.raised;
        match rule.is {
            RaisedMaximum::Player => {}
            RaisedMaximum::MayNot | RaisedMaximum::Box => {
                return Err(Refusal::new(Reason::NoRaisedLimits, rule.clause));
            }
        }
        if limits.is_some_and(|limits| !limits.raise(&self.table.sign)) {
            return Err(Refusal::new(Reason::LimitsNotRaised, rule.clause));
        }
        self.emit(What::LimitsRaised { player, limits }, rule.clause);
        self.drop_misfits();
        Ok(())
    }

    pub(crate) fn reserve(
        &mut self,
        box_no: BoxNo,
        player: Option<PlayerId>,
    ) -> Result<(), Refusal> {
        self.is_open()?;
        self.table.check_box(box_no)?;
        let rule = self.table.book.seats.reserve;
        if rule.is == Allowed::MayNot {
            return Err(Refusal::new(Reason::NoReserving, rule.clause));
        }
        let taken = self
            .table
            .seat(box_no)
            .is_some_and(|seat| Some(seat.player) != player);
        if taken && player.is_some() {
            return Err(Refusal::new(Reason::SeatTaken, rule.clause));
        }
        if let Some(player) = player {
            self.here(player)?;
        }
        self.emit(What::Reserved { box_no, player }, rule.clause);
        let barred = |laid: &Laid| {
            laid.lay.box_no() == box_no && self.table.is_reserved_from(box_no, laid.player)
        };
        for (player, box_no) in self.table.laid_boxes(barred) {
            self.emit(
                What::WagersWithdrawn {
                    player,
                    box_no,
                    why: Withdrawn::ByHouse,
                },
                rule.clause,
            );
        }
        self.drop_misfits();
        Ok(())
    }

    pub(crate) fn restrict(&mut self, player: PlayerId, held: Held) -> Result<(), Refusal> {
        self.here(player)?;
        self.between_rounds()?;
        let limits = &self.table.book.limits;
        let late = self.table.late_limit();
        let (provided, clause) = match held {
            Held::Free => (true, limits.order.clause),
            Held::Late => (late.is != LateLimit::NotProvided, late.clause),
            Held::ByOrder => (
                limits.order.is != OrderLimit::NotProvided,
                limits.order.clause,
            ),
        };
        if !provided {
            return Err(Refusal::new(Reason::CannotRestrict, clause));
        }
        // Whoever sat out is free again with the next shoe: that must not lift an order.
        let ordered = self
            .table
            .person(player)
            .is_some_and(|person| person.standing.held == Held::ByOrder);
        if held == Held::Late && ordered {
            return Err(Refusal::new(Reason::HeldByOrder, limits.order.clause));
        }
        // Adelaide 21 and 22, Canberra 4.7, Sydney 6.11: whoever sat out, and nobody else.
        let sat_out = self
            .table
            .person(player)
            .is_some_and(|person| self.table.sat_out(person));
        if held == Held::Late && !sat_out {
            return Err(Refusal::new(Reason::NotSatOut, late.clause));
        }
        self.emit(What::Restricted { player, held }, clause);
        self.leave_one_seat(player);
        self.drop_misfits();
        Ok(())
    }

    pub(crate) fn refuse_wager(&mut self, player: PlayerId, box_no: BoxNo) -> Result<(), Refusal> {
        self.is_open()?;
        let rule = self.table.book.house.refuse_wager;
        if rule.is == RefuseWager::MayNot {
            return Err(Refusal::new(Reason::CannotRefuse, rule.clause));
        }
        let on_box = self.table.laid_boxes(|laid| laid.lay.box_no() == box_no);
        if !on_box.contains(&(player, box_no)) {
            return Err(Refusal::new(Reason::NothingLaidHere, rule.clause));
        }
        // Adelaide 85: more than one wager on a box, where their players are partners.
        if rule.is == RefuseWager::Partners && on_box.len() < 2 {
            return Err(Refusal::new(Reason::NoPartner, rule.clause));
        }
        self.emit(
            What::WagersWithdrawn {
                player,
                box_no,
                why: Withdrawn::ByHouse,
            },
            rule.clause,
        );
        self.drop_misfits();
        Ok(())
    }

    /// Notes that a player touched wagers in play.
    pub(crate) fn note_touched(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.is_open()?;
        let rule = self.table.book.house.refuse_future;
        if rule.is.get() == 0 {
            return Err(Refusal::new(Reason::NothingNoted, rule.clause));
        }
        let Some(person) = self.table.person(player) else {
            return Err(Refusal::plain(Reason::NotAtTable));
        };
        // Adelaide 117: until the wagers are settled, so nothing can be touched between rounds.
        if self.table.live.is_none() {
            return Err(Refusal::new(Reason::NoRoundUnderWay, rule.clause));
        }
        let instances = person.standing.touched.saturating_add(1);
        self.emit(What::WagersTouched { player, instances }, rule.clause);
        Ok(())
    }

    /// Refuses a player's further wagers after repeated instances, or takes them again.
    pub(crate) fn refuse_future(&mut self, player: PlayerId, refused: bool) -> Result<(), Refusal> {
        self.here(player)?;
        let rule = self.table.book.house.refuse_future;
        let needed = rule.is.get();
        if needed == 0 {
            return Err(Refusal::new(Reason::NothingNoted, rule.clause));
        }
        let noted = self
            .table
            .person(player)
            .map_or(0, |person| person.standing.touched);
        if refused && noted < needed {
            let reason = Reason::TooFewInstances { noted, needed };
            return Err(Refusal::new(reason, rule.clause));
        }
        self.emit(What::FutureRefused { player, refused }, rule.clause);
        let laid = self.table.laid_boxes(|laid| laid.player == player);
        for (player, box_no) in laid.into_iter().filter(|_| refused) {
            self.emit(
                What::WagersWithdrawn {
                    player,
                    box_no,
                    why: Withdrawn::ByHouse,
                },
                rule.clause,
            );
        }
        self.drop_misfits();
        Ok(())
    }

    pub(crate) fn order_shuffle(&mut self) -> Result<(), Refusal> {
        self.is_open()?;
        let rule = self.table.book.shuffle.by_order;
        if rule.is == Allowed::MayNot {
            return Err(Refusal::new(Reason::NoShuffleByOrder, rule.clause));
        }
        let shoe = &self.table.shoe;
        if let CutState::Due(why @ ShuffleWhy::EmptyTable, _)
        | CutState::Offered(why @ ShuffleWhy::EmptyTable, ..) = shoe.cut
        {
            // Adelaide 35e: whoever comes to cards that were shuffled for an empty table may ask
            // for a new shuffle.
            self.emit(What::ShuffleDue { why }, self.table.shuffle_clause(why));
            return Ok(());
        }
        if !shoe.is_ready() || shoe.ends.is_some() {
            return Err(Refusal::new(Reason::ShuffleDueAlready, rule.clause));
        }
        match self.table.live {
            Some(_) => self.emit(What::ShuffleOrdered, rule.clause),
            None => self.emit(
                What::ShuffleDue {
                    why: ShuffleWhy::Order,
                },
                rule.clause,
            ),
        }
        Ok(())
    }

    pub(crate) fn void_round(&mut self, why: &str) -> Result<(), Refusal> {
        let rule = &self.table.book.house.void;
        if why.is_empty() || why.chars().count() > WHY_MOST || why.chars().any(char::is_control) {
            return Err(Refusal::new(Reason::WhyTooLong, rule.clause));
        }
        let Some(live) = &self.table.live else {
            return Err(Refusal::new(Reason::NoRoundUnderWay, rule.clause));
        };
        let no = live.no;
        self.emit(
            What::RoundVoid {
                no,
                why: why.to_owned(),
            },
            rule.clause,
        );
        self.after_round();
        Ok(())
    }
}

/// Whether a sign raises the least that can be wagered in another way than by the table's minimum:
/// a larger chip, multiples of the minimum, a higher minimum of a side wager, or a side wager that
/// becomes a condition of play.
fn raises_besides(before: &Sign, after: &Sign) -> bool {
    let higher = |before: Option<(Money, Money)>, after: Option<(Money, Money)>| {
        before
            .zip(after)
            .is_some_and(|(before, after)| after.0 > before.0)
    };
    after.chip > before.chip
        || after.multiples && !before.multiples
        || after.pairs_compulsory && !before.pairs_compulsory
        || higher(before.pairs, after.pairs)
        || higher(before.pandemonium, after.pandemonium)
}
