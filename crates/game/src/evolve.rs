//! How an event changes the state of a round. It never fails and never decides.

use crate::choice::{HandRef, To};
use crate::event::{Ending, Kind, Outcome, Settled, Stage, What};
use crate::player::Player;
use crate::setup::{Dealing, Setup};
use crate::state::{
    Answer, Bettor, BoxState, Claim, Gone, Hand, InsuranceState, Origin, Play, SideState, Stake,
    State,
};
use cards::{Card, Composition, Rank};
use rules::{AfterRanOut, BoxNo, SplitDeclined};

impl State {
    /// Takes in one event.
    pub(crate) fn evolve(&mut self, setup: &Setup, what: &What) {
        match *what {
            What::WagerPlaced {
                box_no,
                player,
                amount,
                seated,
            } => {
                let bettor = Bettor {
                    player,
                    seated,
                    laid: amount,
                    counted: amount,
                    declined_control: false,
                    absent: false,
                    insurance: InsuranceState::NotAnswered,
                    first_split: Answer::NotGiven,
                };
                self.box_or_new(box_no).bettors.push(bettor);
            }
            What::SidePlaced {
                box_no,
                player,
                side,
                amount,
            } => {
                self.box_or_new(box_no).sides.push(SideState {
                    player,
                    side,
                    amount,
                    open: true,
                });
            }
            What::BelowMinimum { .. }
            | What::JokerReplaced
            | What::MultiplierShown { .. }
            | What::ClaimRefused { .. } => {}
            What::AboveMaximum {
                box_no,
                player,
                counted,
                ..
            } => self.box_mut(box_no).bettor_mut(player).counted = counted,
            What::ControlDeclined { box_no, player } => {
                self.box_mut(box_no).bettor_mut(player).declined_control = true
            }
            What::ControlGiven { box_no, player } => self.box_mut(box_no).controller = Some(player),
            What::WagerMoved { box_no, player } => {
                let each = self.box_mut(box_no);
                let place = each
                    .place(player)
                    .expect("the controlling player has a wager");
                each.bettors[..=place].rotate_right(1);
            }
            What::Began(stage) => self.begin(setup, stage),
            What::Burned => {
                self.to_burn -= 1;
                self.burned += 1;
                self.touch_shoe();
            }
            What::CuttingCardSeen => self.cutting_card_seen = true,
            What::CuttingCardFirst | What::RackShuffled | What::RackReturned => {
                self.refill(setup, what)
            }
            What::Dealt { to, card, .. } => self.deal(to, card),
            What::Exposed { box_no } => self.box_mut(box_no).exposed = true,
            What::InsuranceTaken {
                box_no,
                of,
                by,
                amount,
            } => {
                self.box_mut(box_no).bettor_mut(of).insurance =
                    InsuranceState::Taken { by, amount };
            }
            What::InsuranceDeclined { box_no, player } => {
                self.box_mut(box_no).bettor_mut(player).insurance = InsuranceState::Declined;
            }
            What::InsuranceClaimed {
                box_no,
                of,
                by,
                amount,
            } => self.claims.push(Claim {
                box_no,
                of,
                by,
                amount,
            }),
            What::ClaimsEnded { player } => self.claims_ended.push(player),
            What::Pressed { box_no, player, .. } => self.pressed = Some((box_no, player)),
            What::Surrendered { hand, player } => self.answer_surrender(hand, player, Answer::Yes),
            What::SurrenderDeclined { hand, player } => {
                self.answer_surrender(hand, player, Answer::No)
            }
            What::Absent { box_no, player } => self.make_absent(box_no, player),
            What::Withdrawn { player } => self.withdraw(player),
            What::CardAsked { hand, .. } => {
                self.note_declined_split(setup, hand);
                self.hand_mut(hand).play = Play::CardDue;
            }
            What::Doubled {
                hand,
                player,
                amount,
            } => {
                self.note_declined_split(setup, hand);
                self.double(hand, player, amount);
            }
            What::DoubleDeclined { hand, player }
            | What::ForfeitDeclined { hand, player }
            | What::Forfeited { hand, player } => {
                self.stake_mut(hand, player).answered = true;
            }
            What::SplitMatched { hand, player } => self.answer_split(hand, player, Answer::Yes),
            What::StayedOnFirst { hand, player } => self.answer_split(hand, player, Answer::No),
            What::HandSplit { hand } => self.split(setup, hand),
            What::HandEnded { hand, how } => {
                if how == Ending::Stood {
                    self.note_declined_split(setup, hand);
                }
                self.end_hand(hand, how);
            }
            What::SuperBonusWon { hand } => self.super_bonus_hands.push(hand),
            What::Settled(settled) => self.settle(&settled),
        }
    }

    fn box_or_new(&mut self, no: BoxNo) -> &mut BoxState {
        let place = self.boxes.partition_point(|each| each.no < no);
        if self.boxes.get(place).is_none_or(|each| each.no != no) {
            self.boxes.insert(place, BoxState::new(no));
        }
        &mut self.boxes[place]
    }

    fn stake_mut(&mut self, at: HandRef, player: Player) -> &mut Stake {
        let each = self.box_mut(at.box_no);
        let place = each
            .place(player)
            .expect("the player has a wager on the box");
        each.hands[usize::from(at.hand)].stake_mut(place)
    }

    fn begin(&mut self, setup: &Setup, stage: Stage) {
        self.stage = stage;
        match stage {
            Stage::Burning => {
                let shoe = &setup.book.shoe;
                self.to_burn = match setup.dealing {
                    Dealing::Shoe => shoe.burn.is.get(),
                    Dealing::Device => shoe.device_burn.is.get(),
                };
            }
            Stage::InitialDeal => {
                self.boxes.retain(|each| !each.bettors.is_empty());
                // A shuffle before the first card comes back here: the hands are there already.
                for each in self.boxes.iter_mut().filter(|each| each.hands.is_empty()) {
                    each.hands.push(Hand {
                        cards: Vec::with_capacity(4),
                        stakes: each
                            .bettors
                            .iter()
                            .map(|bettor| Stake::of(bettor.counted))
                            .collect(),
                        play: Play::Open,
                        doubled: false,
                        origin: Origin::Dealt,
                        led: Answer::NotGiven,
                        collected: false,
                    });
                }
            }
            Stage::Over => {
                let State {
                    boxes,
                    rack,
                    dealer,
                    ..
                } = self;
                for hand in boxes
                    .iter_mut()
                    .flat_map(|each| &mut each.hands)
                    .filter(|hand| !hand.collected)
                {
                    hand.collected = true;
                    collect(&hand.cards, rack);
                }
                collect(dealer, rack);
            }
            Stage::Wagering
            | Stage::SideSettlement
            | Stage::Insurance
            | Stage::AnothersInsurance
            | Stage::InterimSettlement
            | Stage::Jackpot
            | Stage::Surrender
            | Stage::SubsequentDeal
            | Stage::Forfeits
            | Stage::DealersHand
            | Stage::FinalSettlement => {}
        }
    }

    fn touch_shoe(&mut self) {
        self.shoe_touched = true;
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    fn refill(&mut self, setup: &Setup, what: &What) {
        // Everything that does not lie on the layout is in the shoe again.
        let mut all = setup.full();
        let layout = self
            .boxes
            .iter()
            .flat_map(|each| &each.hands)
            .filter(|hand| !hand.collected)
            .flat_map(|hand| &hand.cards);
        for &card in layout.chain(&self.dealer) {
            assert!(all.take(card), "the layout holds cards of the pack");
        }
        self.left = self.left.map(|_| all.len());
        self.unseen = all;
        self.rack = Composition::default();
        self.burned = 0;
        if matches!(what, What::CuttingCardFirst) {
            self.shoe_touched = false;
            self.cutting_card_came_first = true;
        }
        if matches!(what, What::RackShuffled) {
            self.rack_shuffled = true;
            // The rack has a cutting card of its own: that of the shoe counts no more.
            self.cutting_card_seen &= setup.book.shuffle.after_ran_out.is == AfterRanOut::AllCards;
        }
    }

    fn deal(&mut self, to: To, card: Card) {
        assert!(
            self.unseen.take(card),
            "the card was checked against the shoe"
        );
        self.touch_shoe();
        self.cards_mut(to).push(card);
        if let To::Hand(at) = to {
            let hand = self.hand_mut(at);
            hand.play = Play::Open;
            for stake in &mut hand.stakes {
                stake.answered = false;
            }
        }
    }

    fn make_absent(&mut self, box_no: BoxNo, player: Player) {
        let each = self.box_mut(box_no);
        each.bettor_mut(player).absent = true;
        if each.controller == Some(player) {
            each.controller = None;
        }
    }

    /// Everything of the player's is gone from the layout. The place on a box stays, for another
    /// may have taken its insurance.
    fn withdraw(&mut self, player: Player) {
        for each in &mut self.boxes {
            each.sides.retain(|wager| wager.player != player);
            for bettor in &mut each.bettors {
                if matches!(bettor.insurance, InsuranceState::Taken { by, .. } if by == player) {
                    bettor.insurance = InsuranceState::Settled;
                }
            }
            let Some(place) = each.place(player) else {
                continue;
            };
            if each.controller == Some(player) {
                each.controller = None;
            }
            if each.hands.is_empty() {
                each.bettors.remove(place);
                continue;
            }
            for hand in &mut each.hands {
                hand.stakes[place] = Stake::NONE;
            }
            let bettor = &mut each.bettors[place];
            (bettor.laid, bettor.counted, bettor.absent) =
                (rules::Money::ZERO, rules::Money::ZERO, true);
            if matches!(
                bettor.insurance,
                InsuranceState::NotAnswered | InsuranceState::Declined
            ) {
                bettor.insurance = InsuranceState::Settled;
            }
        }
        self.claims
            .retain(|claim| claim.by != player && claim.of != player);
        self.claims_ended.push(player);
    }

    /// Where the book says so, playing a pair on ends splitting for the box.
    fn note_declined_split(&mut self, setup: &Setup, at: HandRef) {
        let ends = setup.book.split.declined.is == SplitDeclined::EndsForBox;
        let each = self.box_mut(at.box_no);
        if let [first, second] = each.hands[usize::from(at.hand)].cards[..] {
            each.split_declined |= ends && first.rank.points() == second.rank.points();
        }
    }

    fn double(&mut self, at: HandRef, player: Player, amount: rules::Money) {
        let hand = self.hand_mut(at);
        hand.doubled = true;
        hand.play = Play::DoubleAsked;
        let stake = self.stake_mut(at, player);
        stake.double = amount;
        stake.double_open = true;
        stake.answered = true;
    }

    fn answer_surrender(&mut self, at: HandRef, player: Player, answer: Answer) {
        self.stake_mut(at, player).surrender = answer;
        let each = self.box_mut(at.box_no);
        let controls = each.controller == Some(player);
        let hand = &mut each.hands[usize::from(at.hand)];
        // A surrender for the box is not taken back by whoever controls it next.
        if controls && hand.led != Answer::Yes {
            hand.led = answer;
        }
    }

    fn answer_split(&mut self, at: HandRef, player: Player, answer: Answer) {
        self.hand_mut(at).play = Play::SplitAsked;
        let bettor = self.box_mut(at.box_no).bettor_mut(player);
        if bettor.first_split == Answer::NotGiven {
            bettor.first_split = answer;
        }
        let stake = self.stake_mut(at, player);
        stake.answered = true;
        stake.matched = answer == Answer::Yes;
    }

    fn split(&mut self, setup: &Setup, at: HandRef) {
        let each = self.box_mut(at.box_no);
        let hand = &mut each.hands[usize::from(at.hand)];
        let second = hand.cards.pop().expect("a pair has two cards");
        let first = hand.cards[0];
        each.suited_sevens_split |= first == second && first.rank == Rank::Seven;
        hand.play = Play::Open;
        hand.origin = Origin::Split;
        hand.led = Answer::NotGiven;
        let from = setup.book.limits.over_base.is;
        let stakes = hand
            .stakes
            .iter()
            .zip(&each.bettors)
            .map(|(stake, bettor)| match stake.matched {
                true => Stake::of(bettor.base(from)),
                false => Stake::NONE,
            });
        let stakes = stakes.collect();
        for stake in &mut hand.stakes {
            stake.answered = false;
            stake.matched = false;
            // A split hand is a new one: where it may be surrendered, it is asked anew.
            if stake.surrender == Answer::No {
                stake.surrender = Answer::NotGiven;
            }
        }
        let new = Hand {
            cards: vec![second],
            stakes,
            play: Play::Open,
            doubled: false,
            origin: Origin::Split,
            led: Answer::NotGiven,
            collected: false,
        };
        each.hands.insert(usize::from(at.hand) + 1, new);
    }

    fn end_hand(&mut self, at: HandRef, how: Ending) {
        let hand = self.hand_mut(at);
        hand.play = Play::Done(how);
        let paid = hand
            .stakes
            .iter()
            .all(|stake| !stake.wager_open && !stake.double_open);
        // Canberra 10.2b: a Super Bonus hand stays on the layout until the round is over.
        let stays = self.super_bonus_hands.contains(&at);
        let hand = self.hand_mut(at);
        let at_once = !stays
            && matches!(
                how,
                Ending::Pontoon | Ending::TwentyOne | Ending::Bust | Ending::Forfeited
            );
        if at_once && paid {
            hand.collected = true;
            let cards = std::mem::take(&mut hand.cards);
            collect(&cards, &mut self.rack);
            self.hand_mut(at).cards = cards;
        }
    }

    fn settle(&mut self, settled: &Settled) {
        let Settled {
            box_no,
            hand,
            player,
            kind,
            outcome,
            ..
        } = *settled;
        match (kind, hand) {
            (Kind::Wager, None) => self
                .box_mut(box_no)
                .bettors
                .retain(|bettor| bettor.player != player),
            (Kind::Wager, Some(hand)) => {
                let before_dealer = self.stage < Stage::DealersHand;
                let stake = self.stake_mut(HandRef { box_no, hand }, player);
                stake.wager_open = false;
                match outcome {
                    Outcome::Lost if before_dealer => stake.gone = Gone::Bust,
                    Outcome::Forfeited => stake.gone = Gone::Forfeited,
                    Outcome::Lost
                    | Outcome::Won
                    | Outcome::StandOff
                    | Outcome::Surrendered
                    | Outcome::Returned => {}
                }
            }
            (Kind::Double, hand) => {
                let hand = hand.expect("a double lies on a hand");
                self.stake_mut(HandRef { box_no, hand }, player).double_open = false;
            }
            (Kind::Side(side), _) => {
                let wagering = self.stage == Stage::Wagering;
                let each = self.box_mut(box_no);
                if wagering {
                    each.sides
                        .retain(|other| other.player != player || other.side != side);
                } else if let Some(wager) = each
                    .sides
                    .iter_mut()
                    .find(|other| other.player == player && other.side == side)
                {
                    wager.open = false;
                }
                self.pressed = None;
            }
            (Kind::Insurance, _) => {
                let open = |bettor: &&mut Bettor| matches!(bettor.insurance, InsuranceState::Taken { by, .. } if by == player);
                if let Some(bettor) = self.box_mut(box_no).bettors.iter_mut().find(open) {
                    bettor.insurance = InsuranceState::Settled;
                }
            }
            (Kind::SuperBonus, _) => self.super_bonus_winners.push((box_no, player)),
            (Kind::OthersBonus, _) => self.others_paid.push((box_no, player)),
        }
    }
}

fn collect(cards: &[Card], rack: &mut Composition) {
    for &card in cards {
        rack.put(card);
    }
}
