//! Payout odds, as a layout prints them: 3 to 2.

use std::fmt;
use std::str::FromStr;

/// So much paid for so much wagered: `3 to 2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Odds {
    paid: u16,
    wagered: u16,
}

impl Odds {
    /// Even money.
    pub const EVEN: Self = Self {
        paid: 1,
        wagered: 1,
    };

    /// What a Pontoon pays in every book.
    pub const PONTOON: Self = Self {
        paid: 3,
        wagered: 2,
    };

    /// `paid` to 1.
    pub const fn to_one(paid: u16) -> Self {
        Self { paid, wagered: 1 }
    }

    /// The first number.
    pub const fn paid(self) -> u16 {
        self.paid
    }

    /// The second number, never 0.
    pub const fn wagered(self) -> u16 {
        self.wagered
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} to {}", self.paid, self.wagered))
    }
}

/// Why a text is not odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsError;

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("odds are two whole numbers from 1 to 1000, for example `3 to 2`")
    }
}

impl std::error::Error for OddsError {}

impl FromStr for Odds {
    type Err = OddsError;

    fn from_str(text: &str) -> Result<Self, OddsError> {
        let number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|number| (1..=1000).contains(number))
                .ok_or(OddsError)
        };
        let (paid, wagered) = text.split_once(" to ").ok_or(OddsError)?;
        Ok(Self {
            paid: number(paid)?,
            wagered: number(wagered)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_read_and_written() {
        assert_eq!(
            "3 to 2".parse(),
            Ok(Odds {
                paid: 3,
                wagered: 2
            })
        );
        assert_eq!(Odds::to_one(25).to_string(), "25 to 1");
        for text in ["", "3:2", "0 to 1", "1 to 0", "1001 to 1", "3 to two"] {
            assert_eq!(text.parse::<Odds>(), Err(OddsError), "{text}");
        }
    }
}
