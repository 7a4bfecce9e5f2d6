//! Amounts of money in whole cents.
//!
//! Arithmetic is checked: a sum that does not fit stops the program instead of paying a wrong
//! amount, and [`Money::MOST`] is so low that no round of play can reach that point.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// An amount of money in cents, never negative.
///
/// ```
/// use rules::Money;
/// let wager: Money = "12.50".parse()?;
/// assert_eq!(wager, Money::from_cents(1250));
/// assert_eq!(wager.to_string(), "12.50");
/// # Ok::<(), rules::MoneyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Money(u64);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The most that one wager or limit may be: ten million dollars.
    pub const MOST: Self = Self(1_000_000_000);

    /// An amount of whole cents.
    pub const fn from_cents(cents: u64) -> Self {
        Self(cents)
    }

    /// An amount of whole dollars.
    pub const fn from_dollars(dollars: u32) -> Self {
        #[expect(
            clippy::as_conversions,
            reason = "u64::from is not const; widening loses nothing"
        )]
        Self(dollars as u64 * 100)
    }

    /// The amount in cents.
    pub const fn cents(self) -> u64 {
        self.0
    }

    /// Whether this is nothing.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The difference, or nothing when `other` is more.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The largest multiple of `unit` that is not more than this. A unit of nothing changes
    /// nothing.
    #[must_use]
    pub const fn down_to_multiple_of(self, unit: Self) -> Self {
        if unit.0 == 0 {
            self
        } else {
            Self(self.0 - self.0 % unit.0)
        }
    }

    /// The smallest multiple of `unit` that is not less than this. A unit of nothing changes
    /// nothing.
    #[must_use]
    pub const fn up_to_multiple_of(self, unit: Self) -> Self {
        if self.is_multiple_of(unit) {
            self
        } else {
            Self(self.0 - self.0 % unit.0 + unit.0)
        }
    }

    /// Whether this is a whole number of `unit`s. Everything is a multiple of nothing.
    pub const fn is_multiple_of(self, unit: Self) -> bool {
        unit.0 == 0 || self.0.is_multiple_of(unit.0)
    }
}

impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(
            self.0
                .checked_add(other.0)
                .expect("amounts are far below the largest number"),
        )
    }
}

impl Sub for Money {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(
            self.0
                .checked_sub(other.0)
                .expect("no more is taken than there is"),
        )
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dollars, cents) = (self.0 / 100, self.0 % 100);
        if cents == 0 {
            f.pad(&dollars.to_string())
        } else {
            f.pad(&format!("{dollars}.{cents:02}"))
        }
    }
}

/// Why a text is not an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MoneyError {
    NotANumber,
    Negative,
    PartOfACent,
    TooMuch,
}

impl fmt::Display for MoneyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str(
                "not an amount of money: write dollars and, if need be, cents, for \
                    example 25 or 12.50",
            ),
            Self::Negative => f.write_str("an amount of money cannot be negative"),
            Self::PartOfACent => f.write_str(
                "an amount of money has whole cents: write at most \
                two digits after the point",
            ),
            Self::TooMuch => write!(f, "more than {} is not accepted", Money::MOST),
        }
    }
}

impl std::error::Error for MoneyError {}

impl FromStr for Money {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        read(text, Self::MOST)
    }
}

/// Reads an amount of at most `most`.
fn read(text: &str, most: Money) -> Result<Money, MoneyError> {
    let text = text.strip_prefix('$').unwrap_or(text);
    if text.starts_with('-') {
        return Err(MoneyError::Negative);
    }
    let (dollars, cents) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if dollars.is_empty()
        || !digits(dollars)
        || !digits(cents)
        || (text.contains('.') && cents.is_empty())
    {
        return Err(MoneyError::NotANumber);
    }
    if cents.len() > 2 && cents[2..].bytes().any(|byte| byte != b'0') {
        return Err(MoneyError::PartOfACent);
    }
    let cents: u64 = format!("{cents:0<2}")[..2]
        .parse()
        .map_err(|_| MoneyError::NotANumber)?;
    let dollars: u64 = dollars.parse().map_err(|_| MoneyError::TooMuch)?;
    let total = dollars
        .checked_mul(100)
        .and_then(|total| total.checked_add(cents))
        .ok_or(MoneyError::TooMuch)?;
    if total > most.0 {
        Err(MoneyError::TooMuch)
    } else {
        Ok(Money(total))
    }
}

/// What somebody has won (positive) or lost (negative), in cents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Net(i64);

impl Net {
    /// Neither won nor lost.
    pub const ZERO: Self = Self(0);
    /// The most that is read from a text: what every wager of a round could win together, and more.
    const MOST: Money = Money(1_000_000_000_000_000);

    /// So much won.
    pub fn won(amount: Money) -> Self {
        Self(i64::try_from(amount.0).expect("amounts are far below the largest number"))
    }

    /// So much lost.
    pub fn lost(amount: Money) -> Self {
        -Self::won(amount)
    }

    /// A result in whole cents.
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents)
    }

    /// The result in cents.
    pub const fn cents(self) -> i64 {
        self.0
    }
}

impl Add for Net {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(
            self.0
                .checked_add(other.0)
                .expect("amounts are far below the largest number"),
        )
    }
}

impl Neg for Net {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Net {
    fn sum<I: Iterator<Item = Self>>(results: I) -> Self {
        results.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            ..0 => "-",
            0 => "",
            1.. => "+",
        };
        f.pad(&format!("{sign}{}", Money(self.0.unsigned_abs())))
    }
}

impl FromStr for Net {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        match text.strip_prefix('-') {
            Some(amount) => read(amount, Self::MOST).map(Self::lost),
            None => read(text.strip_prefix('+').unwrap_or(text), Self::MOST).map(Self::won),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        for (text, cents) in [
            ("25", 2500),
            ("12.5", 1250),
            ("12.50", 1250),
            ("$0.05", 5),
            ("12.500", 1250),
            ("10000000", 1_000_000_000),
        ] {
            assert_eq!(text.parse(), Ok(Money(cents)), "{text}");
        }
        assert_eq!(Money(1205).to_string(), "12.05");
        assert_eq!(Net(-1250).to_string(), "-12.50");
        assert_eq!("+7".parse(), Ok(Net(700)));
        assert_eq!("-0.50".parse(), Ok(Net(-50)));
    }

    #[test]
    fn half_a_cent_and_other_nonsense_is_refused() {
        assert_eq!("0.005".parse::<Money>(), Err(MoneyError::PartOfACent));
        assert_eq!("-5".parse::<Money>(), Err(MoneyError::Negative));
        assert_eq!("10000000.01".parse::<Money>(), Err(MoneyError::TooMuch));
        assert_eq!(
            "99999999999999999999999".parse::<Money>(),
            Err(MoneyError::TooMuch)
        );
        for text in ["", ".", "5.", ".5", "five", "1e3", "٣", "+5"] {
            assert_eq!(text.parse::<Money>(), Err(MoneyError::NotANumber), "{text}");
        }
    }
}
