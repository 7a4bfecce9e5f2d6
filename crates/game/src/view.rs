//! What one person may see. The truth never leaves the round except through here.

use crate::choice::{HandRef, Legal, Need, To, Turn};
use crate::event::{Event, Face, Stage, What};
use crate::player::Player;
use crate::round::Round;
use crate::setup::Faces;
use crate::state::{BoxState, Hand};
use crate::total::{Total, is_pontoon};
use cards::Card;
use rules::{BoxNo, Clause, Money};

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A person at the table: sees the face-down cards of boxes that carry their wager.
    Player(Player),
    /// The dealer or anybody else: sees what lies face up.
    Onlooker,
}

/// A card as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum CardView {
    /// Its face.
    Up(Card),
    /// Its back.
    Down,
}

/// A round as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[expect(missing_docs, reason = "the names say it")]
pub struct View {
    pub stage: Stage,
    pub boxes: Vec<BoxView>,
    pub dealer: Vec<Card>,
    /// What they count, once there are any.
    pub dealer_total: Option<Total>,
    /// Whether they are a Pontoon, which beats every other 21.
    pub dealer_pontoon: bool,
    pub events: Vec<SeenEvent>,
    /// The hand that is in turn, where it is one alone.
    pub in_turn: Option<HandRef>,
    /// Who must act.
    pub waiting_for: Vec<Player>,
    /// What the viewer may do.
    pub legal: Vec<Legal>,
}

/// A box as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct BoxView {
    pub no: BoxNo,
    pub controller: Option<Player>,
    pub hands: Vec<HandView>,
}

/// A hand as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct HandView {
    pub cards: Vec<CardView>,
    /// The total, if every card is seen.
    pub total: Option<Total>,
    pub doubled: bool,
    pub stakes: Vec<StakeView>,
}

/// Somebody's money on a hand. Wagers lie open on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub struct StakeView {
    pub player: Player,
    pub wager: Money,
    pub double: Money,
    pub open: bool,
    pub surrendered: bool,
}

/// An event as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SeenEvent {
    Open(Event),
    /// A card was dealt, and its face is not to be seen.
    FaceDown {
        to: To,
        clause: Clause,
    },
}

impl Round {
    /// The round as `viewer` may see it.
    pub fn view(&self, viewer: Viewer) -> View {
        let waiting_for = match self.turn() {
            Turn::Wagers | Turn::Deal(_) | Turn::Over => Vec::new(),
            Turn::Decide(_, player) => vec![player],
            Turn::Answer(_, asked) => asked.iter().map(|asked| asked.player).collect(),
        };
        let legal = match viewer {
            Viewer::Player(player) => self
                .legal()
                .into_iter()
                .filter(|legal| legal.player == player)
                .collect(),
            Viewer::Onlooker => Vec::new(),
        };
        View {
            stage: self.state.stage,
            boxes: self
                .state
                .boxes
                .iter()
                .map(|each| self.box_view(each, viewer))
                .collect(),
            dealer: self.state.dealer.clone(),
            dealer_total: (!self.state.dealer.is_empty()).then(|| Total::of(&self.state.dealer)),
            dealer_pontoon: is_pontoon(&self.state.dealer),
            events: self
                .events
                .iter()
                .map(|event| self.seen_by(event, viewer))
                .collect(),
            in_turn: self.in_turn(),
            waiting_for,
            legal,
        }
    }

    /// The one hand that somebody decides on, or that a card is due to. Insurance is about boxes,
    /// not hands.
    fn in_turn(&self) -> Option<HandRef> {
        match self.turn() {
            Turn::Decide(hand, _) | Turn::Deal(Need::Card(To::Hand(hand))) => Some(hand),
            Turn::Answer(_, asked) => {
                let first = asked.first()?.hand;
                first.filter(|_| asked.iter().all(|each| each.hand == first))
            }
            Turn::Wagers
            | Turn::Deal(Need::Card(To::Dealer) | Need::Burn | Need::Shuffle | Need::Multiplier)
            | Turn::Over => None,
        }
    }

    fn sees_first_two(&self, each: &BoxState, viewer: Viewer) -> bool {
        let own = match viewer {
            Viewer::Player(player) => each.place(player).is_some(),
            Viewer::Onlooker => false,
        };
        self.setup.faces == Faces::Up || each.exposed || own
    }

    fn box_view(&self, each: &BoxState, viewer: Viewer) -> BoxView {
        let sees = self.sees_first_two(each, viewer);
        let hands = each
            .hands
            .iter()
            .map(|hand| self.hand_view(each, hand, sees))
            .collect();
        BoxView {
            no: each.no,
            controller: each.controller,
            hands,
        }
    }

    fn hand_view(&self, each: &BoxState, hand: &Hand, sees: bool) -> HandView {
        let card = |&card: &Card| {
            if sees {
                CardView::Up(card)
            } else {
                CardView::Down
            }
        };
        let stakes = each
            .bettors
            .iter()
            .zip(&hand.stakes)
            .map(|(bettor, stake)| StakeView {
                player: bettor.player,
                wager: stake.wager,
                double: stake.double,
                open: stake.wager_open || stake.double_open,
                surrendered: stake.is_surrendered(),
            });
        HandView {
            cards: hand.cards.iter().map(card).collect(),
            total: sees.then(|| self.hand_total(hand)),
            doubled: hand.doubled,
            stakes: stakes.collect(),
        }
    }

    /// An event of this round as `viewer` may see it.
    pub fn seen_by(&self, event: &Event, viewer: Viewer) -> SeenEvent {
        if let What::Dealt {
            to: to @ To::Hand(HandRef { box_no, .. }),
            face: Face::Down,
            ..
        } = event.what
            && !self.sees_first_two(self.state.box_at(box_no), viewer)
        {
            return SeenEvent::FaceDown {
                to,
                clause: event.clause,
            };
        }
        SeenEvent::Open(*event)
    }
}
