//! The numbers the solver reckons with: fast ones for people, exact ones to prove the fast ones
//! right.

use num_rational::Ratio;
use num_traits::ToPrimitive;
use rules::Money;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// An exact fraction.
pub type Fraction = Ratio<i128>;

/// What the solver needs of a number. The same code runs in double precision and in exact
/// fractions.
pub trait Number:
    Copy
    + PartialOrd
    + Debug
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Whether many are reckoned side by side.
    const SIDE_BY_SIDE: bool;

    /// A whole number.
    fn whole(number: i32) -> Self;

    /// A large whole number.
    fn large(number: i64) -> Self;

    /// An amount of money in cents.
    fn cents(amount: Money) -> Self;

    /// The nearest double.
    fn to_double(self) -> f64;

    /// Nothing.
    fn zero() -> Self {
        Self::whole(0)
    }

    /// One.
    fn one() -> Self {
        Self::whole(1)
    }

    /// A fraction of two whole numbers.
    fn ratio(above: i32, below: i32) -> Self {
        Self::whole(above) / Self::whole(below)
    }

    /// The larger of two.
    fn larger(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Number for f64 {
    const SIDE_BY_SIDE: bool = true;

    fn whole(number: i32) -> Self {
        Self::from(number)
    }

    fn large(number: i64) -> Self {
        number.to_f64().unwrap_or(Self::NAN)
    }

    fn cents(amount: Money) -> Self {
        amount.cents().to_f64().unwrap_or(Self::INFINITY)
    }

    fn to_double(self) -> f64 {
        self
    }
}

impl Number for Fraction {
    const SIDE_BY_SIDE: bool = false;

    fn whole(number: i32) -> Self {
        Self::from_integer(i128::from(number))
    }

    fn large(number: i64) -> Self {
        Self::from_integer(i128::from(number))
    }

    fn cents(amount: Money) -> Self {
        Self::from_integer(i128::from(amount.cents()))
    }

    fn to_double(self) -> f64 {
        let double = |number: &i128| number.to_f64().unwrap_or(f64::NAN);
        double(self.numer()) / double(self.denom())
    }
}
