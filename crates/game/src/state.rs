//! The state of a round: what its events have come to.
//!
//! Nothing here decides anything. Only [`evolve`](crate::evolve) changes a state, one event at a
//! time.

use crate::choice::{HandRef, Side, To};
use crate::event::{Ending, Stage};
use crate::player::Player;
use crate::setup::{Pack, Setup, ShoeAge};
use crate::total::Total;
use cards::{Card, Composition};
use rules::{BoxNo, DoubleAces, Money, OverBase};

/// A round at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) stage: Stage,
    /// Every box that anybody has wagered on, from the dealer's left.
    pub(crate) boxes: Vec<BoxState>,
    pub(crate) dealer: Vec<Card>,
    /// The cards that nobody has seen yet.
    pub(crate) unseen: Composition,
    /// The cards known to lie in the discard rack.
    pub(crate) rack: Composition,
    /// How many cards the shoe holds, where that is known.
    pub(crate) left: Option<u32>,
    pub(crate) to_burn: u8,
    pub(crate) shoe_touched: bool,
    pub(crate) cutting_card_seen: bool,
    /// The rack was shuffled into an empty shoe.
    pub(crate) rack_shuffled: bool,
    /// The cards were shuffled before the round because the cutting card came first.
    pub(crate) cutting_card_came_first: bool,
    /// Cards burned unseen in this round that lie in the rack.
    pub(crate) burned: u8,
    pub(crate) claims: Vec<Claim>,
    pub(crate) claims_ended: Vec<Player>,
    /// The jackpot button has been pressed for this wager and the meter has not stopped.
    pub(crate) pressed: Option<(BoxNo, Player)>,
    pub(crate) super_bonus_hands: Vec<HandRef>,
    pub(crate) super_bonus_winners: Vec<(BoxNo, Player)>,
    /// Who was paid for another's Super Bonus, and on which box; one entry for each payment.
    pub(crate) others_paid: Vec<(BoxNo, Player)>,
}

/// Somebody wants the insurance another declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) box_no: BoxNo,
    pub(crate) of: Player,
    pub(crate) by: Player,
    pub(crate) amount: Money,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BoxState {
    pub(crate) no: BoxNo,
    /// The bettors, the one nearest the dealer first.
    pub(crate) bettors: Vec<Bettor>,
    /// Wagers beside the hand, in the order they were placed.
    pub(crate) sides: Vec<SideState>,
    pub(crate) hands: Vec<Hand>,
    pub(crate) controller: Option<Player>,
    pub(crate) split_declined: bool,
    pub(crate) suited_sevens_split: bool,
    pub(crate) exposed: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bettor {
    pub(crate) player: Player,
    pub(crate) seated: bool,
    pub(crate) laid: Money,
    /// What of it is in play.
    pub(crate) counted: Money,
    pub(crate) declined_control: bool,
    pub(crate) absent: bool,
    pub(crate) insurance: InsuranceState,
    /// What they answered at the first split of their box.
    pub(crate) first_split: Answer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    NotGiven,
    Yes,
    No,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InsuranceState {
    NotAnswered,
    Declined,
    Taken { by: Player, amount: Money },
    Settled,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SideState {
    pub(crate) player: Player,
    pub(crate) side: Side,
    pub(crate) amount: Money,
    pub(crate) open: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: Vec<Card>,
    /// One for each bettor of the box, in their order.
    pub(crate) stakes: Vec<Stake>,
    pub(crate) play: Play,
    pub(crate) doubled: bool,
    pub(crate) origin: Origin,
    /// What whoever controlled the box then said to surrender. It stands when control passes on.
    pub(crate) led: Answer,
    pub(crate) collected: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Dealt,
    Split,
}

/// Where a hand stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Play {
    /// Its controlling player decides, or, once doubled, its bettors forfeit or not.
    Open,
    CardDue,
    DoubleAsked,
    SplitAsked,
    Done(Ending),
}

/// One bettor's money on one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stake {
    pub(crate) wager: Money,
    pub(crate) double: Money,
    pub(crate) wager_open: bool,
    pub(crate) double_open: bool,
    pub(crate) surrender: Answer,
    pub(crate) gone: Gone,
    /// Whether this bettor has answered the question at hand: double, split or forfeit.
    pub(crate) answered: bool,
    /// At a split: whether the bettor puts up another wager.
    pub(crate) matched: bool,
}

/// Whether a stake was lost before the dealer's hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gone {
    No,
    Bust,
    Forfeited,
}

impl Bettor {
    /// Whether a wager of theirs is or was on the box: whoever withdraws has none.
    pub(crate) fn has_wager(&self) -> bool {
        !self.counted.is_zero()
    }

    /// The amount from which the options of the wager are reckoned.
    pub(crate) const fn base(&self, from: OverBase) -> Money {
        match from {
            OverBase::Capped => self.counted,
            OverBase::Laid => self.laid,
        }
    }
}

impl Stake {
    pub(crate) const NONE: Self = Self {
        wager: Money::ZERO,
        double: Money::ZERO,
        wager_open: false,
        double_open: false,
        surrender: Answer::NotGiven,
        gone: Gone::No,
        answered: false,
        matched: false,
    };

    pub(crate) const fn of(wager: Money) -> Self {
        Self {
            wager,
            wager_open: true,
            ..Self::NONE
        }
    }

    /// Whether the wager still depends on the hand.
    pub(crate) const fn is_live(&self) -> bool {
        self.wager_open && !self.is_surrendered()
    }

    /// Whether half of the wager was given up.
    pub(crate) const fn is_surrendered(&self) -> bool {
        matches!(self.surrender, Answer::Yes)
    }
}

impl State {
    pub(crate) fn new(setup: &Setup) -> Self {
        let mut unseen = setup.full();
        let rack: Composition = setup.gone.iter().copied().collect();
        for &card in &setup.gone {
            assert!(unseen.take(card), "the setup was checked");
        }
        let left = match (&setup.pack, setup.age) {
            (Pack::Decks(_), ShoeAge::Running) => setup.left,
            (Pack::Cards(_), _) | (Pack::Decks(_), ShoeAge::New) => {
                setup.left.or(Some(unseen.len()))
            }
        };
        Self {
            stage: Stage::Wagering,
            boxes: Vec::with_capacity(1),
            dealer: Vec::with_capacity(4),
            unseen,
            rack,
            left,
            to_burn: 0,
            shoe_touched: false,
            cutting_card_seen: false,
            rack_shuffled: false,
            cutting_card_came_first: false,
            burned: 0,
            claims: Vec::new(),
            claims_ended: Vec::new(),
            pressed: None,
            super_bonus_hands: Vec::new(),
            super_bonus_winners: Vec::new(),
            others_paid: Vec::new(),
        }
    }

    pub(crate) fn find_box(&self, no: BoxNo) -> Option<&BoxState> {
        self.boxes.iter().find(|each| each.no == no)
    }

    pub(crate) fn box_at(&self, no: BoxNo) -> &BoxState {
        self.find_box(no).expect("the box has a wager")
    }

    pub(crate) fn box_mut(&mut self, no: BoxNo) -> &mut BoxState {
        self.boxes
            .iter_mut()
            .find(|each| each.no == no)
            .expect("the box has a wager")
    }

    pub(crate) fn hand(&self, at: HandRef) -> &Hand {
        &self.box_at(at.box_no).hands[usize::from(at.hand)]
    }

    pub(crate) fn hand_mut(&mut self, at: HandRef) -> &mut Hand {
        &mut self.box_mut(at.box_no).hands[usize::from(at.hand)]
    }

    /// Every hand on the layout, in the order of play.
    pub(crate) fn hands(&self) -> impl Iterator<Item = (HandRef, &BoxState, &Hand)> {
        self.boxes.iter().flat_map(|each| {
            each.hands.iter().zip(0_u8..).map(move |(hand, number)| {
                (
                    HandRef {
                        box_no: each.no,
                        hand: number,
                    },
                    each,
                    hand,
                )
            })
        })
    }

    /// The hand whose turn it is: the first that is not done.
    pub(crate) fn current(&self) -> Option<HandRef> {
        self.hands()
            .find(|(_, _, hand)| !matches!(hand.play, Play::Done(_)))
            .map(|(at, ..)| at)
    }

    pub(crate) fn upcard(&self) -> Option<Card> {
        self.dealer.first().copied()
    }

    /// Whether any card lies in the rack, seen or unseen.
    pub(crate) fn rack_holds_cards(&self) -> bool {
        !self.rack.is_empty() || self.burned > 0
    }

    /// Whether the shoe is known to be empty.
    pub(crate) fn shoe_is_empty(&self) -> bool {
        self.unseen.is_empty() || self.left == Some(0)
    }

    pub(crate) fn cards_mut(&mut self, to: To) -> &mut Vec<Card> {
        match to {
            To::Hand(at) => &mut self.hand_mut(at).cards,
            To::Dealer => &mut self.dealer,
        }
    }
}

impl BoxState {
    pub(crate) fn new(no: BoxNo) -> Self {
        Self {
            no,
            bettors: Vec::with_capacity(1),
            sides: Vec::new(),
            hands: Vec::with_capacity(1),
            controller: None,
            split_declined: false,
            suited_sevens_split: false,
            exposed: false,
        }
    }

    pub(crate) fn place(&self, player: Player) -> Option<usize> {
        self.bettors
            .iter()
            .position(|bettor| bettor.player == player)
    }

    pub(crate) fn bettor(&self, player: Player) -> Option<&Bettor> {
        self.bettors.iter().find(|bettor| bettor.player == player)
    }

    pub(crate) fn bettor_mut(&mut self, player: Player) -> &mut Bettor {
        self.bettors
            .iter_mut()
            .find(|bettor| bettor.player == player)
            .expect("the player has a wager on the box")
    }

    pub(crate) fn side(&self, player: Player, side: Side) -> Option<&SideState> {
        self.sides
            .iter()
            .find(|each| each.player == player && each.side == side)
    }

    pub(crate) fn total_laid(&self) -> Money {
        self.bettors.iter().map(|bettor| bettor.laid).sum()
    }

    /// Whether the box still has the hand it was dealt.
    pub(crate) fn is_unsplit(&self) -> bool {
        self.hands.len() == 1
    }
}

impl Hand {
    pub(crate) fn total(&self, aces: DoubleAces) -> Total {
        if self.doubled {
            Total::of_doubled(&self.cards, aces)
        } else {
            Total::of(&self.cards)
        }
    }

    pub(crate) fn stake_mut(&mut self, place: usize) -> &mut Stake {
        &mut self.stakes[place]
    }
}
