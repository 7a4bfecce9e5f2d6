//! What people may see of a table, and what one player may do there.

use crate::clock::Time;
use crate::command::{Lay, Seal};
use crate::config::{Advice, HouseClause};
use crate::event::{Cutter, Event, What};
use crate::needs::Phase;
use crate::state::{CutState, Openness, Table};
use crate::wagers::index;
use game::{
    BoxView, CardView, Choice, Dealing, HandRef, Held, RaisedLimits, SeenEvent, Stage, Total,
    Viewer,
};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Clause, Money, Sign};

/// A table as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct TableView {
    pub id: TableId,
    pub book: String,
    pub phase: Phase,
    pub open: Openness,
    pub sign: Sign,
    /// The clauses of the house's own by which this table goes where its book says otherwise.
    pub house_clauses: Vec<HouseClause>,
    /// Whether whoever wagers here must hold a valid player card.
    pub cards_asked: bool,
    /// Whether the house's software advises players here.
    pub advice: Advice,
    /// The sign that comes, and when.
    pub coming: Option<(Sign, Time)>,
    pub people: Vec<PersonView>,
    pub boxes: Vec<BoxPlace>,
    pub shoe: ShoeView,
    pub round: Option<RoundView>,
    pub rounds: u64,
    /// Until when somebody is waited for.
    pub until: Option<Time>,
}

/// A person at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct PersonView {
    pub player: PlayerId,
    pub name: String,
    pub held: Held,
    /// Whether the house found a valid player card.
    pub card: bool,
    /// How often it was noted that the player touched wagers in play.
    pub touched: u8,
    /// Further wagers are refused for it.
    pub future_refused: bool,
    pub marker: Option<Money>,
    pub raised: Option<RaisedLimits>,
    pub ready: bool,
    pub leaving: bool,
}

/// A box, and who has what to do with it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct BoxPlace {
    pub no: BoxNo,
    pub seated: Option<PlayerId>,
    pub reserved: Option<PlayerId>,
    pub maximum: Option<Money>,
    /// What lies on it before the round.
    pub laid: Vec<(PlayerId, Lay)>,
}

/// The shoe or device.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct ShoeView {
    pub no: u64,
    pub dealing: Dealing,
    pub seal: Seal,
    pub all: u32,
    pub drawn: u32,
    pub cut_at: Option<u32>,
    pub cutting_card: Option<u32>,
    pub offered_to: Option<PlayerId>,
    /// No player wants to cut, and a supervisor is waited for.
    pub supervisor_awaited: bool,
}

/// The round, as somebody sees it. Its players are numbered as in `players`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct RoundView {
    pub no: u64,
    pub players: Vec<PlayerId>,
    pub stage: Stage,
    pub boxes: Vec<BoxView>,
    pub dealer: Vec<cards::Card>,
    /// What they count, once there are any.
    pub dealer_total: Option<Total>,
    /// Whether they are a Pontoon, which beats every other 21.
    pub dealer_pontoon: bool,
    /// The hand that is in turn, where it is one alone.
    pub in_turn: Option<HandRef>,
    pub waiting_for: Vec<PlayerId>,
}

/// Something a player may do now.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Can {
    /// What; an amount in it is the most there may be.
    pub what: Able,
    /// The least amount, where there is one.
    pub least: Option<Money>,
    /// The clause that allows it.
    pub clause: Clause,
}

/// The kinds of things a player may do.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Able {
    Arrive,
    Depart,
    Sit { box_no: BoxNo },
    GiveUp { box_no: BoxNo },
    Lay { lay: Lay },
    Withdraw { box_no: BoxNo },
    Ready,
    GiveSeed,
    Cut { least: u32, most: u32 },
    RefuseCut,
    WithdrawFromRound,
    Choose { choice: Choice },
}

/// What only one player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PrivateView {
    /// What the player may do.
    pub can: Vec<Can>,
    /// Cards of the player's own boxes that lie face down for everybody else.
    pub own: Vec<BoxView>,
}

impl Table {
    /// The table as everybody sees it.
    pub fn view(&self) -> TableView {
        TableView {
            id: self.id,
            book: self.config.book.clone(),
            phase: self.phase(),
            open: self.open,
            sign: self.sign.clone(),
            house_clauses: self.config.house_clauses(&self.book),
            cards_asked: self.asks_for_cards(),
            advice: self.config.advice,
            coming: self.coming_sign.clone(),
            people: self
                .people
                .iter()
                .map(|(player, person)| PersonView {
                    player: *player,
                    name: person.name.clone(),
                    held: self.held(*player),
                    card: person.card,
                    touched: person.standing.touched,
                    future_refused: person.standing.future_refused,
                    marker: person.marker,
                    raised: person.raised,
                    ready: person.ready,
                    leaving: person.leaving,
                })
                .collect(),
            boxes: self.boxes().map(|no| self.box_place(no)).collect(),
            shoe: self.shoe_view(),
            round: self.round_view(),
            rounds: self.rounds,
            until: self.until.or(self.interrupted),
        }
    }

    fn box_place(&self, no: BoxNo) -> BoxPlace {
        let laid = self.laid.iter().filter(|laid| laid.lay.box_no() == no);
        BoxPlace {
            no,
            seated: self.seat(no).map(|seat| seat.player),
            reserved: self
                .reserved
                .iter()
                .find(|(box_no, _)| *box_no == no)
                .map(|(_, player)| *player),
            maximum: self
                .raised
                .iter()
                .find(|(box_no, _)| *box_no == no)
                .map(|(_, maximum)| *maximum),
            laid: laid.map(|laid| (laid.player, laid.lay)).collect(),
        }
    }

    fn shoe_view(&self) -> ShoeView {
        let offered_to = match self.shoe.cut {
            CutState::Offered(_, _, (_, to)) => Some(to),
            CutState::Due(..) | CutState::NotDue | CutState::Awaited | CutState::Missed => None,
        };
        ShoeView {
            no: self.shoe.no,
            dealing: self.config.dealing,
            seal: self.shoe.seal.clone(),
            all: self.shoe.all,
            drawn: self.shoe.drawn,
            cut_at: self.shoe.cut_at,
            cutting_card: self.shoe.from_back,
            offered_to,
            supervisor_awaited: self.shoe.cut == CutState::Awaited,
        }
    }

    fn round_view(&self) -> Option<RoundView> {
        let live = self.live.as_ref()?;
        let view = live.round.view(Viewer::Onlooker);
        Some(RoundView {
            no: live.no,
            players: live.players.clone(),
            stage: view.stage,
            boxes: view.boxes,
            dealer: view.dealer,
            dealer_total: view.dealer_total,
            dealer_pontoon: view.dealer_pontoon,
            in_turn: view.in_turn,
            waiting_for: view
                .waiting_for
                .iter()
                .map(|player| live.players[player.index()])
                .collect(),
        })
    }

    /// What everybody may know of what happened in the round that is being played.
    pub fn told_of_round(&self) -> Vec<game::Event> {
        let Some(live) = &self.live else {
            return Vec::new();
        };
        let open = |seen| match seen {
            SeenEvent::Open(event) => Some(event),
            SeenEvent::FaceDown { .. } => None,
        };
        live.round
            .view(Viewer::Onlooker)
            .events
            .into_iter()
            .filter_map(open)
            .collect()
    }

    /// The round that these events bring to its end, as it was when nothing more was to happen in
    /// it. Afterwards nobody can tell: its cards are in the rack, and the view of the table has
    /// none.
    pub fn ended_round(&self, events: &[Event]) -> Option<RoundView> {
        let ends =
            |event: &Event| matches!(event.what, What::RoundOver { .. } | What::RoundVoid { .. });
        let end = events.iter().rposition(ends)?;
        let mut table = self.clone();
        for event in &events[..end] {
            table.evolve(event);
        }
        table.round_view()
    }

    /// An event as everybody sees it: the face of a card that lies face down is not in it.
    pub fn seen(&self, event: &Event) -> Option<Event> {
        let What::Round(inner) = &event.what else {
            return Some(event.clone());
        };
        match &self.live {
            Some(live) => match live.round.seen_by(inner, Viewer::Onlooker) {
                SeenEvent::Open(_) => Some(event.clone()),
                SeenEvent::FaceDown { .. } => None,
            },
            None => Some(event.clone()),
        }
    }

    /// What only this player sees.
    pub fn private_view(&self, player: PlayerId) -> PrivateView {
        let own = self
            .live
            .as_ref()
            .and_then(|live| Some((live, index(&live.players, player)?)))
            .map(|(live, place)| {
                let hidden = |each: &BoxView| {
                    each.hands
                        .iter()
                        .any(|hand| hand.cards.contains(&CardView::Down))
                };
                let all = live
                    .round
                    .view(Viewer::Onlooker)
                    .boxes
                    .into_iter()
                    .zip(live.round.view(Viewer::Player(place)).boxes);
                all.filter(|(open, own)| hidden(open) && !hidden(own))
                    .map(|(_, own)| own)
                    .collect()
            });
        PrivateView {
            can: self.can(player),
            own: own.unwrap_or_default(),
        }
    }

    /// What a player may do now.
    pub fn can(&self, player: PlayerId) -> Vec<Can> {
        if !self.is_open() {
            return Vec::new();
        }
        let plain = |what| Can {
            what,
            least: None,
            clause: Clause::SILENT,
        };
        let Some(person) = self.person(player) else {
            return vec![plain(Able::Arrive)];
        };
        if person.leaving {
            return Vec::new();
        }
        // Nothing goes on while players may withdraw from an interrupted round.
        let goes_on = self.interrupted.is_none();
        let mut can = if goes_on {
            self.can_choose(player)
        } else {
            Vec::new()
        };
        if goes_on && matches!(self.shoe.cut, CutState::Offered(_, _, (_, to)) if to == player) {
            let cuts = self.cuts();
            let cut = Able::Cut {
                least: *cuts.start(),
                most: *cuts.end(),
            };
            can.push(Can {
                what: cut,
                least: None,
                clause: self.book.cut.depth.clause,
            });
            can.push(Can {
                what: Able::RefuseCut,
                least: None,
                clause: self.book.cut.refused.clause,
            });
        }
        can.extend(self.can_withdraw_from_round(player));
        let seeds =
            self.config.dealing == Dealing::Device && self.shoe.drawn == 0 && self.shoe.is_ready();
        if seeds
            && !self
                .shoe
                .seeds
                .iter()
                .any(|(by, _)| *by == Cutter::Player(player))
        {
            can.push(Can {
                what: Able::GiveSeed,
                least: None,
                clause: self.book.cut.device.clause,
            });
        }
        if self.live.is_none() {
            can.extend(self.can_lay(player));
        }
        for no in self.boxes() {
            can.extend(self.can_sit(player, no));
        }
        can.push(plain(Able::Depart));
        can
    }

    fn can_choose(&self, player: PlayerId) -> Vec<Can> {
        let Some(live) = &self.live else {
            return Vec::new();
        };
        let Some(place) = index(&live.players, player) else {
            return Vec::new();
        };
        let own = live
            .round
            .legal()
            .into_iter()
            .filter(|legal| legal.player == place);
        own.map(|legal| Can {
            what: Able::Choose {
                choice: legal.choice,
            },
            least: legal.least,
            clause: legal.clause,
        })
        .collect()
    }

    /// After a failure, where the book lets players out: to withdraw, or to say that one plays on.
    fn can_withdraw_from_round(&self, player: PlayerId) -> Vec<Can> {
        let may = self.interrupted.is_some() && self.may_withdraw(player);
        if !may || self.person(player).is_some_and(|person| person.ready) {
            return Vec::new();
        }
        let clause = self.book.house.interrupted.clause;
        [Able::WithdrawFromRound, Able::Ready]
            .map(|what| Can {
                what,
                least: None,
                clause,
            })
            .to_vec()
    }

    fn can_lay(&self, player: PlayerId) -> Vec<Can> {
        let players = self.round_players(Some(player));
        let Ok(round) = self.with_laid(&players, &self.laid) else {
            return Vec::new();
        };
        let Some(place) = index(&players, player) else {
            return Vec::new();
        };
        let one_box = self.one_box(player).is_some();
        let elsewhere = |box_no| {
            self.laid
                .iter()
                .any(|laid| laid.player == player && laid.lay.box_no() != box_no)
        };
        let mut can = Vec::new();
        if self.future_refused(player).is_some() {
            return can;
        }
        for legal in round
            .legal()
            .into_iter()
            .filter(|legal| legal.player == place)
        {
            let Some(lay) = self.as_lay(player, legal.choice) else {
                continue;
            };
            let barred =
                self.is_reserved_from(lay.box_no(), player) || one_box && elsewhere(lay.box_no());
            if !barred {
                can.push(Can {
                    what: Able::Lay { lay },
                    least: legal.least,
                    clause: legal.clause,
                });
            }
        }
        let closing = self.book.limits.closing.clause;
        for (_, box_no) in self.laid_boxes(|laid| laid.player == player) {
            can.push(Can {
                what: Able::Withdraw { box_no },
                least: None,
                clause: closing,
            });
        }
        let ready = self.person(player).is_some_and(|person| person.ready);
        if !ready && self.laid.iter().any(|laid| laid.player == player) {
            can.push(Can {
                what: Able::Ready,
                least: None,
                clause: closing,
            });
        }
        can
    }

    fn can_sit(&self, player: PlayerId, box_no: BoxNo) -> Option<Can> {
        let clause = self.book.boxes.seated.clause;
        if self.seat(box_no).is_some_and(|seat| seat.player == player) {
            return Some(Can {
                what: Able::GiveUp { box_no },
                least: None,
                clause,
            });
        }
        let may = self.may_sit(player, box_no).is_ok();
        may.then_some(Can {
            what: Able::Sit { box_no },
            least: None,
            clause,
        })
    }
}
