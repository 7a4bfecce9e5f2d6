//! From odds to money: the one place where an amount is rounded to what can be paid.

use crate::choices::{MultiplePaid, OffMultiple, Rounding, RoundingScope};
use crate::{Limits, Money, Odds, Sign};

/// What a table can pay.
#[derive(Clone, Copy, Debug)]
pub struct Payable<'a> {
    /// The book's limits, where its rounding stands.
    pub limits: &'a Limits,
    /// The sign, where the smallest chip stands.
    pub sign: &'a Sign,
}

impl Payable<'_> {
    /// What a winning `wager` is paid at `odds`, beside the wager itself.
    pub fn pay(self, wager: Money, odds: Odds) -> Money {
        let chip = match self.limits.rounding.is {
            Rounding::Up => self.sign.chip,
            Rounding::Exact => Money::from_cents(1),
        };
        let odd = self.sign.multiples && !exact(wager, odds, self.sign.chip);
        let lower = odd.then(|| self.pay_where_multiples_are_demanded(wager, odds, chip));
        lower.flatten().unwrap_or_else(|| up(wager, odds, chip))
    }

    /// What a win is paid that chips cannot pay, where multiples of the minimum are demanded;
    /// nothing where it is paid like any other.
    fn pay_where_multiples_are_demanded(
        self,
        wager: Money,
        odds: Odds,
        chip: Money,
    ) -> Option<Money> {
        let minimum = self.sign.minimum;
        let lower = wager.down_to_multiple_of(minimum);
        if lower == wager {
            return match self.limits.multiple_paid.is {
                MultiplePaid::Up => None,
                MultiplePaid::Down => Some(down(wager, odds, chip)),
            };
        }
        if lower.is_zero() {
            return None;
        }
        // Adelaide 120: a wager that is no multiple counts as the next lower one.
        match self.limits.off_multiple.is {
            OffMultiple::Refused => None,
            OffMultiple::PaidLower => Some(down(lower, odds, self.sign.chip)),
            OffMultiple::PaymentLower => Some(down(wager, odds, chip).down_to_multiple_of(minimum)),
        }
    }

    /// What a surrender takes of `wager`: half, an odd cent in the player's favour.
    pub fn surrendered(self, wager: Money) -> Money {
        match (self.limits.rounding_scope.is, self.limits.rounding.is) {
            (RoundingScope::Halves, Rounding::Up) => {
                wager - up(wager, HALF_TO_KEEP, self.sign.chip).min(wager)
            }
            (RoundingScope::Halves, Rounding::Exact)
            | (RoundingScope::Payments, Rounding::Up | Rounding::Exact) => half(wager),
        }
    }
}

const HALF_TO_KEEP: (u64, u64) = (1, 2);

/// Half of an amount, an odd cent left out.
pub fn half(amount: Money) -> Money {
    Money::from_cents(amount.cents() / 2)
}

trait Ratio {
    fn ratio(self) -> (u64, u64);
}

impl Ratio for Odds {
    fn ratio(self) -> (u64, u64) {
        (u64::from(self.paid()), u64::from(self.wagered()))
    }
}

impl Ratio for (u64, u64) {
    fn ratio(self) -> (u64, u64) {
        self
    }
}

fn exact(wager: Money, odds: impl Ratio, chip: Money) -> bool {
    let (paid, wagered) = odds.ratio();
    (wager.cents() * paid).is_multiple_of(wagered * chip.cents())
}

fn up(wager: Money, odds: impl Ratio, chip: Money) -> Money {
    let (paid, wagered) = odds.ratio();
    Money::from_cents((wager.cents() * paid).div_ceil(wagered * chip.cents()) * chip.cents())
}

fn down(wager: Money, odds: impl Ratio, chip: Money) -> Money {
    let (paid, wagered) = odds.ratio();
    Money::from_cents(wager.cents() * paid / (wagered * chip.cents()) * chip.cents())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[track_caller]
    fn check(book: &str, chip: &str, multiples: bool, wager: &str, odds: &str, paid: &str) {
        let book = builtin(book).unwrap();
        let mut sign = Sign::usual(&book);
        sign.minimum = money("10");
        sign.chip = money(chip);
        sign.multiples = multiples;
        let payable = Payable {
            limits: &book.limits,
            sign: &sign,
        };
        assert_eq!(
            payable.pay(money(wager), odds.parse().unwrap()),
            money(paid)
        );
    }

    #[test]
    fn exact_amounts_are_paid_exactly() {
        check("sydney", "0.50", false, "25", "3 to 2", "37.50");
        check("canberra", "0.01", false, "25", "3 to 2", "37.50");
    }

    #[test]
    fn sydney_pays_up_to_the_next_chip() {
        check("sydney", "5", false, "25", "3 to 2", "40");
        check("sydney", "0.01", false, "0.05", "3 to 2", "0.08");
    }

    #[test]
    fn adelaide_pays_up_without_a_notice_and_as_the_lower_multiple_with_one() {
        check("adelaide", "5", false, "25", "3 to 2", "40");
        check("adelaide", "5", true, "25", "3 to 2", "30");
        // A multiple of the minimum is paid up even where the notice stands.
        check("adelaide", "10", true, "30", "3 to 2", "50");
        // What chips can pay is paid in full.
        check("adelaide", "5", true, "15", "1 to 1", "15");
    }

    #[test]
    fn a_book_without_a_rounding_rule_pays_to_the_cent() {
        check("canberra", "5", false, "25", "3 to 2", "37.50");
    }

    #[test]
    fn half_of_an_odd_cent_is_in_the_players_favour() {
        let book = builtin("sydney").unwrap();
        let mut sign = Sign::usual(&book);
        assert_eq!(
            Payable {
                limits: &book.limits,
                sign: &sign
            }
            .surrendered(money("0.05")),
            money("0.02")
        );
        sign.chip = money("5");
        assert_eq!(
            Payable {
                limits: &book.limits,
                sign: &sign
            }
            .surrendered(money("25")),
            money("12.50")
        );
        let mut halves = book.limits.clone();
        halves.rounding_scope.is = RoundingScope::Halves;
        assert_eq!(
            Payable {
                limits: &halves,
                sign: &sign
            }
            .surrendered(money("25")),
            money("10")
        );
    }
}
