//! What an end of a hand is worth, in wagers, given the dealer's chances.
//!
//! Every end has two worlds: the dealer makes Pontoon, or does not. Without a hole card a hand
//! plays in both, and the book says what Pontoon takes. With a hole card the dealer has looked: a
//! hand plays in the second world only, and the first is settled once, before anybody acts. So
//! every end is reckoned as its worth in the world without Pontoon times that world's chance, plus
//! what Pontoon takes of it times Pontoon's chance.

use crate::dealer::{Chances, Outcome};
use crate::hands::Hand;
use crate::number::Number;
use crate::terms::Terms;
use crate::value::CardValue;
use rules::{
    CountBonus, DealerPontoon, DoubleAces, DoubledBust, ForfeitWhen, HoleCard, Odds, Tie, TwentyOne,
};

/// Whose hand: what a dealer's Pontoon takes depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The box's only hand.
    Alone,
    /// The first hand of a split.
    FirstOfSplit,
    /// Any other hand of a split.
    OtherOfSplit,
}

/// What ends are worth under some terms.
#[derive(Clone, Debug)]
pub struct Payoff<N> {
    place: Place,
    terms: Terms,
    win: N,
    double_win: N,
    /// What Pontoon takes of a hand that stands, and of one that was doubled.
    stood: N,
    doubled: N,
    doubled_bust: N,
    /// One where a hand plays on against Pontoon, zero where the dealer has looked.
    plays_on: N,
}

/// Odds as a number.
pub(crate) fn odds<N: Number>(odds: Odds) -> N {
    N::ratio(i32::from(odds.paid()), i32::from(odds.wagered()))
}

impl<N: Number> Payoff<N> {
    /// The payoffs of a hand in its place.
    pub fn new(terms: &Terms, place: Place) -> Self {
        let takes = |wagers: i32| N::whole(-wagers);
        let (stood, doubled) = match (terms.hole, place, terms.dealer_pontoon) {
            (HoleCard::Peeks, ..) => (takes(0), takes(0)),
            (HoleCard::None, _, DealerPontoon::EveryWager) => (takes(1), takes(2)),
            (HoleCard::None, Place::Alone, _)
            | (HoleCard::None, _, DealerPontoon::EachOriginal) => (takes(1), takes(1)),
            (HoleCard::None, Place::FirstOfSplit, DealerPontoon::FirstHandOnly) => {
                (takes(1), takes(1))
            }
            (HoleCard::None, Place::OtherOfSplit, DealerPontoon::FirstHandOnly) => {
                (takes(0), takes(0))
            }
            // The one original wager is reckoned for all hands together.
            (HoleCard::None, _, DealerPontoon::BustedAndOne | DealerPontoon::OneInAll) => {
                (takes(0), takes(0))
            }
        };
        let doubled_bust = match (terms.hole, place, terms.doubled_bust) {
            (HoleCard::Peeks, ..) => takes(0),
            (HoleCard::None, Place::Alone, DoubledBust::OriginalOnly) => takes(1),
            (HoleCard::None, ..) => takes(2),
        };
        let plays_on = match terms.hole {
            HoleCard::None => N::one(),
            HoleCard::Peeks => N::zero(),
        };
        Self {
            place,
            terms: terms.clone(),
            win: odds(terms.pays.other),
            double_win: odds(terms.pays.doubled),
            stood,
            doubled,
            doubled_bust,
            plays_on,
        }
    }

    /// The payoffs by which a hand of a split is played where a dealer's Pontoon takes one wager
    /// for all hands: it takes this hand's only when no other is left, which happens with the
    /// chance `last`.
    pub(crate) fn one_of_several(terms: &Terms, last: N) -> Self {
        Self {
            stood: -last,
            doubled: -last,
            ..Self::new(terms, Place::OtherOfSplit)
        }
    }

    /// Whose hand.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The worth of an end that the dealer's hand does not change, where it is the same in both
    /// worlds.
    pub fn certain(&self, worth: N, pontoon: N) -> N {
        worth * (N::one() - pontoon) + worth * self.plays_on * pontoon
    }

    /// A hand over 21.
    pub fn bust(&self, pontoon: N) -> N {
        self.certain(-N::one(), pontoon)
    }

    /// A doubled hand over 21.
    pub fn doubled_bust(&self, pontoon: N) -> N {
        N::whole(-2) * (N::one() - pontoon) + self.doubled_bust * pontoon
    }

    /// A doubled hand given up: the original wager is lost.
    pub fn forfeited(&self, pontoon: N) -> N {
        self.certain(-N::one(), pontoon)
    }

    /// A surrendered hand: half, and all of it to Pontoon.
    pub fn surrendered(&self, pontoon: N) -> N {
        N::ratio(-1, 2) * (N::one() - pontoon) - self.plays_on * pontoon
    }

    /// A hand of `points` below 21 that stands with so many cards.
    pub fn stood(&self, points: u8, cards: u8, chances: &Chances<N>) -> N {
        let win = match self.terms.pays.card_count {
            CountBonus::TwentyOne => self.win,
            CountBonus::AnyWin => self.count_odds(cards).unwrap_or(self.win),
        };
        self.compared(points, win, N::one(), chances)
            + self.stood * chances[Outcome::Pontoon.index()]
    }

    /// A doubled hand of `points` below 21 that is kept.
    pub fn doubled(&self, points: u8, chances: &Chances<N>) -> N {
        let two = N::whole(2);
        self.compared(points, self.double_win * two, two, chances)
            + self.doubled * chances[Outcome::Pontoon.index()]
    }

    fn compared(&self, points: u8, win: N, stake: N, chances: &Chances<N>) -> N {
        let mut worth = chances[Outcome::Bust.index()] * win;
        for outcome in [
            Outcome::Seventeen,
            Outcome::Eighteen,
            Outcome::Nineteen,
            Outcome::Twenty,
            Outcome::TwentyOne,
        ] {
            let chance = chances[outcome.index()];
            let dealer = outcome.points().unwrap_or(0);
            if points > dealer {
                worth += chance * win;
            } else if points < dealer || self.terms.tie == Tie::DealerWins {
                worth = worth - chance * stake;
            }
        }
        worth
    }

    /// A hand of 21 (not Pontoon) at these odds.
    pub fn twenty_one(&self, at: N, chances: &Chances<N>) -> N {
        self.of_21(at, N::one(), self.stood, chances)
    }

    /// A doubled hand of 21.
    pub fn doubled_21(&self, chances: &Chances<N>) -> N {
        self.of_21(
            self.double_win * N::whole(2),
            N::whole(2),
            self.doubled,
            chances,
        )
    }

    fn of_21(&self, win: N, stake: N, taken: N, chances: &Chances<N>) -> N {
        let pontoon = chances[Outcome::Pontoon.index()];
        match self.terms.twenty_one {
            TwentyOne::AlwaysWins => self.certain(win, pontoon),
            TwentyOne::LosesToPontoon => win * (N::one() - pontoon) + taken * pontoon,
            TwentyOne::Compared => self.compared(21, win, stake, chances) + taken * pontoon,
        }
    }

    /// How much of the worth of a 21 changes when its odds change by one.
    pub fn certainty_of_21(&self, chances: &Chances<N>) -> N {
        let pontoon = chances[Outcome::Pontoon.index()];
        match self.terms.twenty_one {
            TwentyOne::AlwaysWins => self.certain(N::one(), pontoon),
            TwentyOne::LosesToPontoon => N::one() - pontoon,
            TwentyOne::Compared => N::one() - pontoon - chances[Outcome::TwentyOne.index()],
        }
    }

    /// The odds of a 21 of these cards, a 6-7-8 and a 7-7-7 taken as of mixed suits.
    pub fn odds_of_21(&self, hand: &Hand) -> N {
        let pays = &self.terms.pays;
        let has = |value: CardValue| hand.count(value);
        match hand.cards {
            3 if has(CardValue::SEVEN) == 3 => odds(pays.sevens.mixed),
            3 if has(CardValue::SIX) == 1
                && has(CardValue::SEVEN) == 1
                && has(CardValue::EIGHT) == 1 =>
            {
                odds(pays.six_seven_eight.mixed)
            }
            cards => self.count_odds(cards).unwrap_or(self.win),
        }
    }

    fn count_odds(&self, cards: u8) -> Option<N> {
        let pays = &self.terms.pays;
        match cards {
            0..5 => None,
            5 => Some(odds(pays.five_cards)),
            6 => Some(odds(pays.six_cards)),
            7.. => Some(odds(pays.seven_cards)),
        }
    }

    /// What a doubled hand counts when a card of `value` has come to `hand`; none over 21.
    pub fn doubled_points(&self, hand: &Hand, value: CardValue) -> Option<u8> {
        let hard = hand.hard + value.points();
        let free = match self.terms.double.aces {
            DoubleAces::Free => hand.count(CardValue::ACE) > 0,
            DoubleAces::FirstTwo => hand.later_ace,
            DoubleAces::Held => false,
        };
        let free = free || value == CardValue::ACE;
        (hard <= 21).then_some(if free && hard <= 11 { hard + 10 } else { hard })
    }

    /// Whether a doubled hand may be forfeited with so many points.
    pub fn may_forfeit(&self, points: u8) -> bool {
        match self.terms.double.forfeit {
            ForfeitWhen::Never => false,
            ForfeitWhen::Under21 => points < 21,
            ForfeitWhen::NotOver21 => points <= 21,
        }
    }
}
