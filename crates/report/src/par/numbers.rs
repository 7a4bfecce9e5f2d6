//! Numbers on a par sheet: six places for a per cent, eight for a probability, and the number
//! itself for other programs.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::markup::escape;

/// What is smaller is nothing: sums of floating-point numbers differ by so much.
const NOISE: f64 = 1e-14;

/// A share in per cent with its sign.
pub(crate) fn signed(share: f64) -> String {
    if share.abs() < NOISE {
        "0.000000 %".to_owned()
    } else {
        format!("{:+.6} %", share * 100.0)
    }
}

/// A share in per cent, with a sign where it is below nothing.
pub(crate) fn percent(share: f64) -> String {
    signed(share).trim_start_matches('+').to_owned()
}

/// A probability.
pub(crate) fn probability(chance: f64) -> String {
    if chance > 0.0 && chance < 5e-9 {
        format!("{chance:.1e}")
    } else {
        format!("{chance:.8}")
    }
}

/// How rare something is: once in so many.
pub(crate) fn once_in(chance: f64) -> String {
    if chance <= 0.0 {
        return "never".to_owned();
    }
    let times = 1.0 / chance;
    if times < 100.0 {
        format!("{times:.2}")
    } else if times < 1e12 {
        grouped(&format!("{times:.0}"))
    } else {
        format!("{times:.1e}")
    }
}

/// A cell with a number: as it is read, and as it is.
pub(crate) fn cell(shown: &str, number: f64) -> String {
    format!("<td><data value=\"{number}\">{}</data></td>", escape(shown))
}

/// A whole number in groups of three.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_honest_digits() {
        assert_eq!(signed(-0.004_038_36), "-0.403836 %");
        assert_eq!(percent(0.25), "25.000000 %");
        assert_eq!(signed(-1e-17), "0.000000 %");
        assert_eq!(probability(0.25), "0.25000000");
        assert_eq!(probability(1.2e-10), "1.2e-10");
        assert_eq!(once_in(0.25), "4.00");
        assert_eq!(once_in(1.0 / 1_234_567.0), "1,234,567");
        assert_eq!(once_in(0.0), "never");
    }
}
