//! The number of a box on the layout.

use std::fmt;
use std::str::FromStr;

/// A box, counted from 1 at the dealer's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct BoxNo(u8);

impl BoxNo {
    /// The most boxes any layout has.
    pub const MOST: u8 = 7;

    /// Box `number`, from 1 to 7.
    ///
    /// # Errors
    ///
    /// For any other number.
    pub const fn new(number: u8) -> Result<Self, BoxNoError> {
        if number >= 1 && number <= Self::MOST {
            Ok(Self(number))
        } else {
            Err(BoxNoError)
        }
    }

    /// Every box, from the dealer's left.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MOST).map(Self)
    }

    /// The number, from 1 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many places lie between two boxes.
    pub const fn distance(self, other: Self) -> u8 {
        self.0.abs_diff(other.0)
    }
}

impl fmt::Display for BoxNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// Why a number is not a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxNoError;

impl fmt::Display for BoxNoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a box has a number from 1 to {}", BoxNo::MOST)
    }
}

impl std::error::Error for BoxNoError {}

impl FromStr for BoxNo {
    type Err = BoxNoError;

    fn from_str(text: &str) -> Result<Self, BoxNoError> {
        text.parse().map_err(|_| BoxNoError).and_then(Self::new)
    }
}
