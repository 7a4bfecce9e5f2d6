//! What a winning hand pays, and how one wager on a hand is settled.

use crate::choice::HandRef;
use crate::event::{Ending, Kind, Outcome, Settled, What};
use crate::round::Round;
use crate::state::{Hand, Origin, Stake};
use crate::total::is_pontoon;
use cards::{Card, Rank, Suit};
use rules::{
    Cited, Clause, CoDouble, CountBonus, DoubleScope, Net, Odds, OnTop, Payable, TwentyOne,
    TwentyOnePaid,
};

/// The suits of a bonus hand.
enum Suits {
    Mixed,
    One,
    Spades,
}

impl Round {
    pub(crate) fn payable(&self) -> Payable<'_> {
        Payable {
            limits: &self.setup.book.limits,
            sign: &self.setup.sign,
        }
    }

    /// Settles one bettor's wager or double on one hand.
    pub(crate) fn settle_stake(
        &mut self,
        at: HandRef,
        place: usize,
        kind: Kind,
        outcome: Outcome,
        net: Net,
        clause: Clause,
    ) {
        self.settle_stake_at(at, place, kind, outcome, net, None, clause);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "each is one column of the settlement"
    )]
    pub(crate) fn settle_stake_at(
        &mut self,
        at: HandRef,
        place: usize,
        kind: Kind,
        outcome: Outcome,
        net: Net,
        odds: Option<Odds>,
        clause: Clause,
    ) {
        let each = self.state.box_at(at.box_no);
        let player = each.bettors[place].player;
        let stake = each.hands[usize::from(at.hand)].stakes[place];
        let amount = if kind == Kind::Double {
            stake.double
        } else {
            stake.wager
        };
        let settled = Settled {
            box_no: at.box_no,
            hand: Some(at.hand),
            player,
            kind,
            outcome,
            odds,
            stake: amount,
            net,
        };
        self.emit(What::Settled(settled), clause);
    }

    /// Whether a 21 is paid at the final settlement only.
    pub(crate) fn twenty_one_waits(&self) -> bool {
        let rules = &self.book().settlement;
        rules.twenty_one.is != TwentyOne::AlwaysWins
            || rules.twenty_one_paid.is == TwentyOnePaid::AtTheEnd
    }

    /// A hand makes 21: it is paid at once, unless the book or the table lets it wait.
    pub(crate) fn twenty_one(&mut self, at: HandRef) {
        self.expose(at.box_no);
        let clause = self.book().settlement.twenty_one_paid.clause;
        if !self.twenty_one_waits() {
            self.pay_twenty_one(at);
        }
        self.emit(
            What::HandEnded {
                hand: at,
                how: Ending::TwentyOne,
            },
            clause,
        );
    }

    /// Pays every wager on a hand of 21, with the Super Bonus where it is due.
    pub(crate) fn pay_twenty_one(&mut self, at: HandRef) {
        let bonus = self.is_super_bonus(at);
        let instead = bonus && self.book().super_bonus.on_top.is == OnTop::Instead;
        for place in 0..self.state.box_at(at.box_no).bettors.len() {
            if instead && self.super_bonus_prize(at, place).is_some() {
                let clause = self.book().super_bonus.on_top.clause;
                self.settle_stake(at, place, Kind::Wager, Outcome::Returned, Net::ZERO, clause);
            } else {
                let clause = self.book().settlement.twenty_one.clause;
                self.win_with(at, place, clause);
            }
        }
        if bonus {
            self.pay_super_bonus(at);
        }
    }

    /// Pays a winning wager, and the double with it, by the table of payouts; `clause` says why it
    /// wins.
    pub(crate) fn win_with(&mut self, at: HandRef, place: usize, clause: Clause) {
        let hand = self.state.hand(at);
        let stake = hand.stakes[place];
        let (odds, clause) = self.odds_of_win(at, hand, &stake, clause);
        self.win(at, place, odds, clause);
    }

    pub(crate) fn win(&mut self, at: HandRef, place: usize, odds: Odds, clause: Clause) {
        let stake = self.state.hand(at).stakes[place];
        if !stake.is_live() {
            return;
        }
        let net = Net::won(self.payable().pay(stake.wager, odds));
        self.settle_stake_at(
            at,
            place,
            Kind::Wager,
            Outcome::Won,
            net,
            Some(odds),
            clause,
        );
        if stake.double_open {
            let pays = self.book().double.pays;
            let net = Net::won(self.payable().pay(stake.double, pays.is));
            self.settle_stake_at(
                at,
                place,
                Kind::Double,
                Outcome::Won,
                net,
                Some(pays.is),
                pays.clause,
            );
        }
    }

    fn odds_of_win(&self, at: HandRef, hand: &Hand, stake: &Stake, why: Clause) -> (Odds, Clause) {
        let book = self.book();
        let double = &book.double;
        if stake.double_open {
            return (double.pays.is, double.pays.clause);
        }
        if hand.doubled && double.co_pays.is == CoDouble::EvenMoney {
            return (Odds::EVEN, double.co_pays.clause);
        }
        let other_doubled = || {
            self.state
                .box_at(at.box_no)
                .hands
                .iter()
                .any(|other| other.doubled)
        };
        if double.scope.is == DoubleScope::Box && other_doubled() {
            return (Odds::EVEN, double.scope.clause);
        }
        match self.bonus(&hand.cards, self.hand_total(hand).points) {
            Some(bonus) => (bonus.is, bonus.clause),
            // A house that pays other odds for a plain win has a clause for that.
            None if book.pays.other.is != Odds::EVEN => {
                (book.pays.other.is, book.pays.other.clause)
            }
            None if is_split_pontoon(hand) => (book.pays.other.is, book.split.no_pontoon.clause),
            None => (book.pays.other.is, why),
        }
    }

    /// The bonus odds of a winning hand, if it has any.
    fn bonus(&self, cards: &[Card], points: u8) -> Option<Cited<Odds>> {
        let pays = &self.book().pays;
        let counts = points == 21 || pays.card_count.is == CountBonus::AnyWin;
        match cards.len() {
            3 => match bonus_ranks(cards)? {
                (BonusRanks::Sevens, Suits::Mixed) => Some(pays.sevens_mixed),
                (BonusRanks::Sevens, Suits::One) => Some(pays.sevens_suited),
                (BonusRanks::Sevens, Suits::Spades) => Some(pays.sevens_spades),
                (BonusRanks::SixSevenEight, Suits::Mixed) => Some(pays.six_seven_eight_mixed),
                (BonusRanks::SixSevenEight, Suits::One) => Some(pays.six_seven_eight_suited),
                (BonusRanks::SixSevenEight, Suits::Spades) => Some(pays.six_seven_eight_spades),
            },
            5 if counts => Some(pays.five_cards),
            6 if counts => Some(pays.six_cards),
            7.. if counts => Some(pays.seven_cards),
            _ => None,
        }
    }
}

/// An Ace and a ten on a split hand: 21, and no Pontoon.
fn is_split_pontoon(hand: &Hand) -> bool {
    hand.origin == Origin::Split && is_pontoon(&hand.cards)
}

enum BonusRanks {
    Sevens,
    SixSevenEight,
}

fn bonus_ranks(cards: &[Card]) -> Option<(BonusRanks, Suits)> {
    let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank).collect();
    ranks.sort_unstable();
    let ranks = match ranks.as_slice() {
        [Rank::Seven, Rank::Seven, Rank::Seven] => BonusRanks::Sevens,
        [Rank::Six, Rank::Seven, Rank::Eight] => BonusRanks::SixSevenEight,
        _ => return None,
    };
    let suit = cards[0].suit;
    let suits = match (cards.iter().all(|card| card.suit == suit), suit) {
        (false, _) => Suits::Mixed,
        (true, Suit::Spades) => Suits::Spades,
        (true, Suit::Clubs | Suit::Diamonds | Suit::Hearts) => Suits::One,
    };
    Some((ranks, suits))
}

/// Whether three cards are sevens of one suit.
pub(crate) fn is_suited_sevens(cards: &[Card]) -> bool {
    cards.len() == 3
        && matches!(
            bonus_ranks(cards),
            Some((BonusRanks::Sevens, Suits::One | Suits::Spades))
        )
}
