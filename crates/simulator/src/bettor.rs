//! What a bettor's wager comes to, in cents, by the book and its rounding.

use crate::ended::{Ended, ThreeCards};
use crate::tally::BoxResult;
use rules::{
    CountBonus, DealerPontoon, DoubleScope, DoubledBust, ForfeitedHand, Money, Odds, Payable,
    PontoonPaid, RuleBook, Sign, Tie, TwentyOne, TwentyOnePaid,
};
use solver::Outcome;

/// One bettor's wager at a table of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bettor<'a> {
    book: &'a RuleBook,
    sign: &'a Sign,
    wager: Money,
    /// What a plain win pays, and a doubled one both wagers together: looked up often.
    win: i64,
    doubled_win: i64,
}

impl<'a> Bettor<'a> {
    /// A wager by a book under a sign.
    pub(crate) fn new(book: &'a RuleBook, sign: &'a Sign, wager: Money) -> Self {
        let mut bettor = Self {
            book,
            sign,
            wager,
            win: 0,
            doubled_win: 0,
        };
        let pays = book.double.pays.is;
        bettor.win = bettor.pay(wager, book.pays.other.is);
        bettor.doubled_win = bettor.pay(wager, pays) + bettor.pay(bettor.double(), pays);
        bettor
    }
}

impl Bettor<'_> {
    fn pay(&self, amount: Money, odds: Odds) -> i64 {
        cents(
            Payable {
                limits: &self.book.limits,
                sign: self.sign,
            }
            .pay(amount, odds),
        )
    }

    /// What is added when a hand is doubled: the wager in chips.
    fn double(&self) -> Money {
        self.wager.down_to_multiple_of(self.sign.chip)
    }

    /// What an unsplit hand comes to, in cents, when the dealer's hand ends so.
    pub(crate) fn net(&self, ended: Ended, dealer: Outcome) -> i64 {
        let (wager, double) = (cents(self.wager), cents(self.double()));
        let pontoon = dealer == Outcome::Pontoon;
        match ended {
            Ended::Pontoon => match self.book.settlement.pontoon.is {
                PontoonPaid::AtOnce => self.pay(self.wager, self.book.pays.pontoon.is),
                PontoonPaid::As21 | PontoonPaid::Compared => {
                    self.of_21(self.book.pays.other.is, dealer)
                }
            },
            Ended::TwentyOne { cards, three } => self.of_21(self.odds_of_21(cards, three), dealer),
            Ended::Stood { points, cards } if !pontoon => {
                let odds = match self.book.pays.card_count.is {
                    CountBonus::TwentyOne => None,
                    CountBonus::AnyWin => self.count_odds(cards),
                };
                let win = odds.map_or(self.win, |odds| self.pay(self.wager, odds));
                self.compared(points, dealer, win, wager)
            }
            Ended::Stood { .. } => -wager,
            Ended::Doubled { points: 21 } => match self.book.settlement.twenty_one.is {
                TwentyOne::AlwaysWins => self.doubled_win,
                TwentyOne::LosesToPontoon if !pontoon => self.doubled_win,
                TwentyOne::Compared if !pontoon => {
                    self.compared(21, dealer, self.doubled_win, wager + double)
                }
                TwentyOne::LosesToPontoon | TwentyOne::Compared => self.doubled_pontoon(),
            },
            Ended::Doubled { points } if !pontoon => {
                self.compared(points, dealer, self.doubled_win, wager + double)
            }
            Ended::Doubled { .. } => self.doubled_pontoon(),
            Ended::DoubledBust => match self.book.dealer.doubled_bust.is {
                DoubledBust::OriginalOnly if pontoon => -wager,
                DoubledBust::OriginalOnly | DoubledBust::All => -wager - double,
            },
            Ended::Forfeited | Ended::Bust => -wager,
            Ended::Surrendered if pontoon => -wager,
            Ended::Surrendered => -cents(
                Payable {
                    limits: &self.book.limits,
                    sign: self.sign,
                }
                .surrendered(self.wager),
            ),
        }
    }

    fn of_21(&self, odds: Odds, dealer: Outcome) -> i64 {
        let win = self.pay(self.wager, odds);
        match self.book.settlement.twenty_one.is {
            TwentyOne::AlwaysWins => win,
            TwentyOne::LosesToPontoon | TwentyOne::Compared if dealer == Outcome::Pontoon => {
                -cents(self.wager)
            }
            TwentyOne::LosesToPontoon => win,
            TwentyOne::Compared => self.compared(21, dealer, win, cents(self.wager)),
        }
    }

    fn doubled_pontoon(&self) -> i64 {
        match self.book.dealer.pontoon.is {
            DealerPontoon::EveryWager => -cents(self.wager) - cents(self.double()),
            DealerPontoon::EachOriginal
            | DealerPontoon::FirstHandOnly
            | DealerPontoon::BustedAndOne
            | DealerPontoon::OneInAll => -cents(self.wager),
        }
    }

    fn compared(&self, points: u8, dealer: Outcome, win: i64, stake: i64) -> i64 {
        match dealer.points() {
            None => win,
            Some(dealer) if points > dealer => win,
            Some(dealer) if points < dealer => -stake,
            Some(_) => match self.book.settlement.tie.is {
                Tie::StandOff => 0,
                Tie::DealerWins => -stake,
            },
        }
    }

    fn odds_of_21(&self, cards: u8, three: Option<ThreeCards>) -> Odds {
        let pays = &self.book.pays;
        match three {
            Some(ThreeCards::SixSevenEightMixed) => pays.six_seven_eight_mixed.is,
            Some(ThreeCards::SixSevenEightSuited) => pays.six_seven_eight_suited.is,
            Some(ThreeCards::SixSevenEightSpades) => pays.six_seven_eight_spades.is,
            Some(ThreeCards::SevensMixed) => pays.sevens_mixed.is,
            Some(ThreeCards::SevensSuited) => pays.sevens_suited.is,
            Some(ThreeCards::SevensSpades) => pays.sevens_spades.is,
            None => self.count_odds(cards).unwrap_or(pays.other.is),
        }
    }

    fn count_odds(&self, cards: u8) -> Option<Odds> {
        let pays = &self.book.pays;
        match cards {
            0..5 => None,
            5 => Some(pays.five_cards.is),
            6 => Some(pays.six_cards.is),
            7.. => Some(pays.seven_cards.is),
        }
    }
}

impl Bettor<'_> {
    /// The result of an unsplit hand.
    pub(crate) fn result(&self, ended: Ended, dealer: Outcome) -> BoxResult {
        let wagered = cents(self.wager)
            + if ended.is_doubled() {
                cents(self.double())
            } else {
                0
            };
        BoxResult {
            initial: cents(self.wager),
            net: self.net(ended, dealer),
            wagered,
            super_bonus: 0,
        }
    }

    /// The same end of a hand of a split, told only as far as it is paid.
    pub(crate) fn as_split(&self, ended: Ended) -> Ended {
        match (ended, self.book.pays.card_count.is) {
            // No dealer stands below 17.
            (Ended::Stood { points, .. }, CountBonus::TwentyOne) => Ended::Stood {
                points: points.max(16),
                cards: 2,
            },
            (Ended::Stood { points, cards }, CountBonus::AnyWin) => Ended::Stood {
                points: points.max(16),
                cards,
            },
            (Ended::Doubled { points }, CountBonus::TwentyOne | CountBonus::AnyWin) => {
                Ended::Doubled {
                    points: points.max(16),
                }
            }
            (ended, CountBonus::TwentyOne | CountBonus::AnyWin) => ended,
        }
    }

    /// The result of a box that was split.
    pub(crate) fn result_of_split(&self, hands: &[Ended], dealer: Outcome) -> BoxResult {
        let each = hands
            .iter()
            .map(|&ended| self.result(ended, dealer).wagered);
        BoxResult {
            initial: cents(self.wager),
            net: self.net_of_split(hands, dealer),
            wagered: each.sum(),
            super_bonus: 0,
        }
    }
}

impl Bettor<'_> {
    /// What the hands of a split come to together, in cents, when the dealer's hand ends so.
    fn net_of_split(&self, hands: &[Ended], dealer: Outcome) -> i64 {
        let mut total = 0;
        let mut owed = self.one_is_owed(hands);
        for (place, &ended) in hands.iter().enumerate() {
            total += match ended {
                // Paid or lost before the dealer draws, or whatever the dealer has.
                Ended::Bust | Ended::Forfeited => -cents(self.wager),
                Ended::DoubledBust => -cents(self.wager) - cents(self.double()),
                Ended::Doubled { points: 21 } if self.always_wins() => self.doubled_win,
                Ended::Pontoon | Ended::TwentyOne { .. } if self.always_wins() => {
                    self.paid_21(hands, place)
                }
                Ended::Surrendered => self.net(Ended::Surrendered, dealer),
                Ended::Pontoon
                | Ended::TwentyOne { .. }
                | Ended::Stood { .. }
                | Ended::Doubled { .. } => {
                    if dealer == Outcome::Pontoon {
                        let takes = match self.book.dealer.pontoon.is {
                            DealerPontoon::EveryWager | DealerPontoon::EachOriginal => true,
                            DealerPontoon::BustedAndOne | DealerPontoon::OneInAll => {
                                std::mem::take(&mut owed)
                            }
                            DealerPontoon::FirstHandOnly => place == 0,
                        };
                        self.taken_by_pontoon(ended, takes)
                    } else {
                        self.without_pontoon(hands, place, dealer)
                    }
                }
            };
        }
        total
    }

    fn always_wins(&self) -> bool {
        self.book.settlement.twenty_one.is == TwentyOne::AlwaysWins
    }

    /// Whether the one original wager that a dealer's Pontoon takes of all hands is still owed.
    fn one_is_owed(&self, hands: &[Ended]) -> bool {
        let bust = hands
            .iter()
            .any(|ended| matches!(ended, Ended::Bust | Ended::DoubledBust));
        let forfeited = hands.contains(&Ended::Forfeited);
        match self.book.dealer.pontoon.is {
            DealerPontoon::OneInAll => !bust && !forfeited,
            DealerPontoon::BustedAndOne => {
                !(forfeited && self.book.dealer.forfeited_hand.is == ForfeitedHand::IsTheOne)
            }
            DealerPontoon::EveryWager
            | DealerPontoon::EachOriginal
            | DealerPontoon::FirstHandOnly => true,
        }
    }

    fn taken_by_pontoon(&self, ended: Ended, takes: bool) -> i64 {
        let every = self.book.dealer.pontoon.is == DealerPontoon::EveryWager;
        let doubled = matches!(ended, Ended::Doubled { .. });
        let original = if takes { cents(self.wager) } else { 0 };
        -original
            - if doubled && every {
                cents(self.double())
            } else {
                0
            }
    }

    fn without_pontoon(&self, hands: &[Ended], place: usize, dealer: Outcome) -> i64 {
        let stands_alone = !self.another_doubled(hands);
        match hands[place] {
            Ended::Stood { points, .. } if !stands_alone => self.compared(
                points,
                dealer,
                self.pay(self.wager, Odds::EVEN),
                cents(self.wager),
            ),
            Ended::Pontoon | Ended::TwentyOne { .. } => match self.book.settlement.twenty_one.is {
                TwentyOne::AlwaysWins | TwentyOne::LosesToPontoon => self.paid_21(hands, place),
                TwentyOne::Compared => {
                    self.compared(21, dealer, self.paid_21(hands, place), cents(self.wager))
                }
            },
            ended @ (Ended::Stood { .. }
            | Ended::Doubled { .. }
            | Ended::DoubledBust
            | Ended::Forfeited
            | Ended::Bust
            | Ended::Surrendered) => self.net(ended, dealer),
        }
    }

    /// What a 21 among the hands of a split wins, if it does when the dealer's hand ends so.
    pub(crate) fn won_21(&self, hands: &[Ended], place: usize, dealer: Outcome) -> Option<i64> {
        (self.of_21(Odds::EVEN, dealer) > 0).then(|| self.paid_21(hands, place))
    }

    /// What a 21 is paid. A round with a Super Bonus is the engine's.
    fn paid_21(&self, hands: &[Ended], place: usize) -> i64 {
        let Ended::TwentyOne { cards, three } = hands[place] else {
            return self.win;
        };
        // Paid at once, a 21 has its odds before a later hand is doubled.
        let settlement = &self.book.settlement;
        let waits = settlement.twenty_one.is != TwentyOne::AlwaysWins
            || settlement.twenty_one_paid.is == TwentyOnePaid::AtTheEnd;
        let before = if waits { hands } else { &hands[..place] };
        let odds = if self.another_doubled(before) {
            Odds::EVEN
        } else {
            self.odds_of_21(cards, three)
        };
        self.pay(self.wager, odds)
    }

    /// Whether a double on the box takes the bonus odds of other hands too.
    fn another_doubled(&self, hands: &[Ended]) -> bool {
        self.book.double.scope.is == DoubleScope::Box
            && hands.iter().any(|ended| ended.is_doubled())
    }
}

/// An amount in cents, to reckon with losses too.
pub(crate) fn cents(amount: Money) -> i64 {
    i64::try_from(amount.cents()).expect("the most money there is, is far below")
}
