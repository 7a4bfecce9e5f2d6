//! The results a hand can come to, one by one: what [`Payoff`](crate::Payoff) adds up, told apart.

use crate::dealer::{Chances, Outcome};
use crate::hands::Hand;
use crate::number::Number;
use crate::payoff::{Payoff, Place};
use crate::plan::SuitClass;
use crate::terms::Terms;
use crate::value::CardValue;
use num_integer::Integer;
use rules::{
    CountBonus, DealerPontoon, DoubledBust, ForfeitedHand, HoleCard, Odds, Tie, TwentyOne,
};

/// A result, as a sheet of probabilities lists it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the labels say it")]
pub enum Row {
    Pontoon,
    SuperBonus,
    SevensSpades,
    SevensSuited,
    SevensMixed,
    SixSevenEightSpades,
    SixSevenEightSuited,
    SixSevenEightMixed,
    SevenCards,
    SixCards,
    FiveCards,
    Other21,
    Won,
    StandOff,
    Lost,
    Bust,
    LostToPontoon,
    DoubledWon,
    DoubledStandOff,
    DoubledLost,
    DoubledBust,
    DoubledLostToPontoon,
    Forfeited,
    Surrendered,
    SurrenderLost,
    Split,
}

impl Row {
    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pontoon => "Pontoon",
            Self::SuperBonus => "Super Bonus",
            Self::SevensSpades => "7-7-7 of spades",
            Self::SevensSuited => "7-7-7 of one suit",
            Self::SevensMixed => "7-7-7 of mixed suits",
            Self::SixSevenEightSpades => "6-7-8 of spades",
            Self::SixSevenEightSuited => "6-7-8 of one suit",
            Self::SixSevenEightMixed => "6-7-8 of mixed suits",
            Self::SevenCards => "21 with seven or more cards",
            Self::SixCards => "21 with six cards",
            Self::FiveCards => "21 with five cards",
            Self::Other21 => "any other 21",
            Self::Won => "won",
            Self::StandOff => "stand off",
            Self::Lost => "lost",
            Self::Bust => "over 21",
            Self::LostToPontoon => "lost to the dealer's Pontoon",
            Self::DoubledWon => "doubled and won",
            Self::DoubledStandOff => "doubled, stand off",
            Self::DoubledLost => "doubled and lost",
            Self::DoubledBust => "doubled, over 21",
            Self::DoubledLostToPontoon => "doubled, lost to the dealer's Pontoon",
            Self::Forfeited => "doubled and forfeited",
            Self::Surrendered => "surrendered",
            Self::SurrenderLost => "surrendered, all lost to the dealer's Pontoon",
            Self::Split => "split",
        }
    }

    /// Whether the result is a 21 that earns bonus odds.
    pub const fn is_bonus(self) -> bool {
        matches!(
            self,
            Self::SevensSpades
                | Self::SevensSuited
                | Self::SevensMixed
                | Self::SixSevenEightSpades
                | Self::SixSevenEightSuited
                | Self::SixSevenEightMixed
                | Self::SevenCards
                | Self::SixCards
                | Self::FiveCards
        )
    }
}

/// One result of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Result {
    pub(crate) row: Row,
    /// What the hand has won, in units: see [`Results::unit`].
    pub(crate) net: i64,
    /// The dealer's outcome, where the result depends on it.
    pub(crate) dealer: Option<Outcome>,
    /// What it means for the one wager that a dealer's Pontoon takes for all hands together.
    pub(crate) tie: TieTo,
}

/// What a hand means for the one wager that a dealer's Pontoon takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TieTo {
    /// Nothing.
    Nothing,
    /// Its wager can be the one.
    Live,
    /// Its wager, lost already, is the one.
    Paid,
}

/// Tells the results of hands apart, under some terms.
pub(crate) struct Results<'a, N> {
    pub(crate) terms: &'a Terms,
    pub(crate) payoff: &'a Payoff<N>,
    /// How many units a wager has: so many that every result is a whole number of them.
    pub(crate) unit: i64,
}

/// How many units a wager has under some terms: two for a surrendered half, and what the odds ask
/// for.
///
/// # Errors
///
/// None where the odds have no common unit that is small enough to count in.
pub(crate) fn common_unit(terms: &Terms) -> Option<i64> {
    let pays = &terms.pays;
    let suited = [pays.six_seven_eight, pays.sevens]
        .into_iter()
        .flat_map(|by| [by.mixed, by.suited, by.spades]);
    let counted = [
        pays.pontoon,
        pays.other,
        pays.doubled,
        pays.five_cards,
        pays.six_cards,
        pays.seven_cards,
    ];
    suited.chain(counted).try_fold(2_i64, |unit, odds| {
        let wagered = i64::from(odds.wagered());
        (unit / unit.gcd(&wagered))
            .checked_mul(wagered)
            .filter(|unit| *unit <= MOST_UNITS)
    })
}

/// So many units that a thousand wagers of them can be counted without a thought.
const MOST_UNITS: i64 = 1_000_000_000_000;

/// The same; `check_shoe` has refused odds that have none.
pub(crate) fn unit(terms: &Terms) -> i64 {
    common_unit(terms).unwrap_or(MOST_UNITS)
}

impl<'a, N: Number> Results<'a, N> {
    pub(crate) fn new(terms: &'a Terms, payoff: &'a Payoff<N>) -> Self {
        Self {
            terms,
            payoff,
            unit: unit(terms),
        }
    }

    /// What odds win, in units.
    pub(crate) fn units(&self, odds: Odds) -> i64 {
        self.unit / i64::from(odds.wagered()) * i64::from(odds.paid())
    }

    /// The same whatever the dealer makes; with a hole card only where the dealer has no Pontoon.
    fn certain(&self, row: Row, net: i64, weight: N, pontoon: N, each: &mut impl FnMut(Result, N)) {
        let chance = match self.terms.hole {
            HoleCard::None => weight,
            HoleCard::Peeks => weight * (N::one() - pontoon),
        };
        let tie = self.settled(row);
        each(
            Result {
                row,
                net,
                dealer: None,
                tie,
            },
            chance,
        );
    }

    /// Whether a hand that is lost already is the one that a dealer's Pontoon takes.
    fn settled(&self, row: Row) -> TieTo {
        let forfeited = row == Row::Forfeited;
        let bust = row == Row::Bust || row == Row::DoubledBust;
        match (self.terms.dealer_pontoon, self.terms.forfeited_hand) {
            (DealerPontoon::OneInAll, _) if bust || forfeited => TieTo::Paid,
            (DealerPontoon::BustedAndOne, ForfeitedHand::IsTheOne) if forfeited => TieTo::Paid,
            (
                DealerPontoon::OneInAll
                | DealerPontoon::BustedAndOne
                | DealerPontoon::EveryWager
                | DealerPontoon::EachOriginal
                | DealerPontoon::FirstHandOnly,
                ForfeitedHand::Gone | ForfeitedHand::IsTheOne,
            ) => TieTo::Nothing,
        }
    }

    /// What a dealer's Pontoon makes of a hand that waits for it.
    fn against_pontoon(
        &self,
        row: Row,
        doubled: bool,
        weight: N,
        each: &mut impl FnMut(Result, N),
    ) {
        let place = self.payoff.place();
        let (net, tie) = match (self.terms.hole, place, self.terms.dealer_pontoon) {
            (HoleCard::Peeks, ..) => return,
            (_, _, DealerPontoon::EveryWager) if doubled => (-2 * self.unit, TieTo::Nothing),
            (_, Place::Alone, _)
            | (_, _, DealerPontoon::EveryWager | DealerPontoon::EachOriginal) => {
                (-self.unit, TieTo::Nothing)
            }
            (_, Place::FirstOfSplit, DealerPontoon::FirstHandOnly) => (-self.unit, TieTo::Nothing),
            (_, Place::OtherOfSplit, DealerPontoon::FirstHandOnly) => (0, TieTo::Nothing),
            (_, _, DealerPontoon::BustedAndOne | DealerPontoon::OneInAll) => (0, TieTo::Live),
        };
        each(
            Result {
                row,
                net,
                dealer: Some(Outcome::Pontoon),
                tie,
            },
            weight,
        );
    }

    fn compared(
        &self,
        points: u8,
        [won, tied, lost]: [(Row, i64); 3],
        weight: N,
        chances: &Chances<N>,
        each: &mut impl FnMut(Result, N),
    ) {
        for outcome in Outcome::ALL
            .into_iter()
            .filter(|outcome| *outcome != Outcome::Pontoon)
        {
            let dealer = outcome.points().unwrap_or(0);
            let (row, net) = match points.cmp(&dealer) {
                std::cmp::Ordering::Greater => won,
                std::cmp::Ordering::Less => lost,
                std::cmp::Ordering::Equal => match self.terms.tie {
                    Tie::StandOff => tied,
                    Tie::DealerWins => lost,
                },
            };
            each(
                Result {
                    row,
                    net,
                    dealer: Some(outcome),
                    tie: TieTo::Nothing,
                },
                weight * chances[outcome.index()],
            );
        }
    }

    pub(crate) fn bust(&self, weight: N, pontoon: N, each: &mut impl FnMut(Result, N)) {
        self.certain(Row::Bust, -self.unit, weight, pontoon, each);
    }

    pub(crate) fn forfeited(&self, weight: N, pontoon: N, each: &mut impl FnMut(Result, N)) {
        self.certain(Row::Forfeited, -self.unit, weight, pontoon, each);
    }

    pub(crate) fn doubled_bust(&self, weight: N, pontoon: N, each: &mut impl FnMut(Result, N)) {
        let waits = self.terms.doubled_bust == DoubledBust::OriginalOnly
            && self.payoff.place() == Place::Alone;
        if waits && self.terms.hole == HoleCard::None {
            let some = |net| Result {
                row: Row::DoubledBust,
                net,
                dealer: None,
                tie: TieTo::Nothing,
            };
            each(some(-self.unit), weight * pontoon);
            each(some(-2 * self.unit), weight * (N::one() - pontoon));
        } else {
            self.certain(Row::DoubledBust, -2 * self.unit, weight, pontoon, each);
        }
    }

    pub(crate) fn surrendered(&self, weight: N, pontoon: N, each: &mut impl FnMut(Result, N)) {
        let some = |row, net| Result {
            row,
            net,
            dealer: None,
            tie: TieTo::Nothing,
        };
        each(
            some(Row::Surrendered, -self.unit / 2),
            weight * (N::one() - pontoon),
        );
        if self.terms.hole == HoleCard::None {
            each(some(Row::SurrenderLost, -self.unit), weight * pontoon);
        }
    }

    pub(crate) fn stood(
        &self,
        points: u8,
        cards: u8,
        weight: N,
        chances: &Chances<N>,
        each: &mut impl FnMut(Result, N),
    ) {
        let pays = &self.terms.pays;
        let win = match pays.card_count {
            CountBonus::TwentyOne => pays.other,
            CountBonus::AnyWin => self.count_row(cards).map_or(pays.other, |(_, odds)| odds),
        };
        let rows = [
            (Row::Won, self.units(win)),
            (Row::StandOff, 0),
            (Row::Lost, -self.unit),
        ];
        self.compared(points, rows, weight, chances, each);
        self.against_pontoon(
            Row::LostToPontoon,
            false,
            weight * chances[Outcome::Pontoon.index()],
            each,
        );
    }

    pub(crate) fn doubled(
        &self,
        points: u8,
        weight: N,
        chances: &Chances<N>,
        each: &mut impl FnMut(Result, N),
    ) {
        let win = 2 * self.units(self.terms.pays.doubled);
        let rows = [
            (Row::DoubledWon, win),
            (Row::DoubledStandOff, 0),
            (Row::DoubledLost, -2 * self.unit),
        ];
        let pontoon = chances[Outcome::Pontoon.index()];
        match (points, self.terms.twenty_one) {
            (21, TwentyOne::AlwaysWins) => {
                return self.certain(Row::DoubledWon, win, weight, pontoon, each);
            }
            (21, TwentyOne::LosesToPontoon) => {
                each(
                    Result {
                        row: Row::DoubledWon,
                        net: win,
                        dealer: None,
                        tie: TieTo::Nothing,
                    },
                    weight * (N::one() - pontoon),
                );
            }
            (21, TwentyOne::Compared) | (_, _) => {
                self.compared(points, rows, weight, chances, each)
            }
        }
        self.against_pontoon(Row::DoubledLostToPontoon, true, weight * pontoon, each);
    }

    /// A hand of 21; its suits are those of `class` where they matter.
    pub(crate) fn twenty_one(
        &self,
        hand: &Hand,
        class: SuitClass,
        weight: N,
        chances: &Chances<N>,
        each: &mut impl FnMut(Result, N),
    ) {
        let (row, odds) = self.row_of_21(hand, class);
        self.of_21(row, self.units(odds), weight, chances, each);
    }

    pub(crate) fn of_21(
        &self,
        row: Row,
        net: i64,
        weight: N,
        chances: &Chances<N>,
        each: &mut impl FnMut(Result, N),
    ) {
        let pontoon = chances[Outcome::Pontoon.index()];
        match self.terms.twenty_one {
            TwentyOne::AlwaysWins => return self.certain(row, net, weight, pontoon, each),
            TwentyOne::LosesToPontoon => {
                each(
                    Result {
                        row,
                        net,
                        dealer: None,
                        tie: TieTo::Nothing,
                    },
                    weight * (N::one() - pontoon),
                );
            }
            TwentyOne::Compared => {
                let rows = [(row, net), (Row::StandOff, 0), (Row::Lost, -self.unit)];
                self.compared(21, rows, weight, chances, each);
            }
        }
        self.against_pontoon(Row::LostToPontoon, false, weight * pontoon, each);
    }

    pub(crate) fn row_of_21(&self, hand: &Hand, class: SuitClass) -> (Row, Odds) {
        let pays = &self.terms.pays;
        let has = |value: CardValue| hand.count(value);
        let sevens = hand.cards == 3 && has(CardValue::SEVEN) == 3;
        let straight = hand.cards == 3
            && [CardValue::SIX, CardValue::SEVEN, CardValue::EIGHT]
                .into_iter()
                .all(|value| has(value) == 1);
        match (sevens, straight, class) {
            (true, _, SuitClass::Mixed) => (Row::SevensMixed, pays.sevens.mixed),
            (true, _, SuitClass::Suited) => (Row::SevensSuited, pays.sevens.suited),
            (true, _, SuitClass::Spades) => (Row::SevensSpades, pays.sevens.spades),
            (_, true, SuitClass::Mixed) => (Row::SixSevenEightMixed, pays.six_seven_eight.mixed),
            (_, true, SuitClass::Suited) => (Row::SixSevenEightSuited, pays.six_seven_eight.suited),
            (_, true, SuitClass::Spades) => (Row::SixSevenEightSpades, pays.six_seven_eight.spades),
            (false, false, _) => self
                .count_row(hand.cards)
                .unwrap_or((Row::Other21, pays.other)),
        }
    }

    fn count_row(&self, cards: u8) -> Option<(Row, Odds)> {
        let pays = &self.terms.pays;
        match cards {
            0..5 => None,
            5 => Some((Row::FiveCards, pays.five_cards)),
            6 => Some((Row::SixCards, pays.six_cards)),
            7.. => Some((Row::SevenCards, pays.seven_cards)),
        }
    }
}
