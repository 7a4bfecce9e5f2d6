//! Numbers as commands print them: shares of a wager, chances, amounts.
//!
//! Nothing is reckoned here. A share is no money, so it may be a floating-point number.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::round_command::dollars;
use report::Asked;
use rules::Money;
use serde_json::{Map, Value, json};

/// The smallest share that four places of a per cent can show.
const SHOWN: f64 = 0.000_000_5;

/// A bound from here on stands beside its share; smaller ones are told below the table.
const LARGE: f64 = 0.000_01;

/// A chance below this has less than three digits among four places of a per cent.
const SELDOM: f64 = 0.000_1;

/// What is smaller is no share: sums of floating-point numbers differ by so much.
const NOISE: f64 = 1e-13;

/// A share in per cent, with its sign: `-0.4038 %`.
pub(crate) fn signed(share: f64) -> String {
    let percent = share * 100.0;
    if is_nothing(share) {
        "0.0000 %".to_owned()
    } else if share.abs() < SHOWN {
        format!("{percent:+.0e} %")
    } else {
        format!("{percent:+.4} %")
    }
}

/// Whether a share is nothing but for the last digits of its sum.
pub(crate) fn is_nothing(share: f64) -> bool {
    share.abs() < NOISE
}

/// The same for a table whose header says that it is per cent.
pub(crate) fn bare(percent: &str) -> String {
    percent.replace(" %", "")
}

/// A share in per cent, with a sign where it is below nothing: `0.4038 %`.
pub(crate) fn percent(share: f64) -> String {
    signed(share).trim_start_matches('+').to_owned()
}

/// A chance in per cent, a small one with three digits that mean something: `6.80e-5 %`.
pub(crate) fn chance(share: f64) -> String {
    if share > 0.0 && share < SELDOM {
        format!("{:.2e} %", share * 100.0)
    } else {
        percent(share)
    }
}

/// A number of wagers, with its sign: `-0.512345`.
pub(crate) fn wagers(worth: f64) -> String {
    if worth == 0.0 {
        "0.000000".to_owned()
    } else {
        format!("{worth:+.6}")
    }
}

/// A share that may be wrong by so much, if that is much: `+0.2883 % ± 0.0077 %`.
pub(crate) fn signed_within(share: f64, slack: f64) -> String {
    within(signed(share), slack)
}

/// The same for a share that is written already.
pub(crate) fn within(share: String, slack: f64) -> String {
    if slack < LARGE {
        share
    } else {
        format!("{share} ± {}", percent(slack))
    }
}

/// How wrong shares may be that are printed without their bound; nothing where they are exact.
pub(crate) fn bound_note(slacks: impl Iterator<Item = f64>) -> Option<String> {
    let slack = slacks.filter(|&slack| slack < LARGE).fold(0.0, f64::max);
    (slack > 0.0).then(|| format!("right within {:.0e} % of the initial wager", slack * 100.0))
}

/// An amount as a JSON number.
pub(crate) fn money(amount: Money) -> Value {
    dollars(&amount.to_string())
}

/// The settings in which a book differs from what it is, as a JSON object.
pub(crate) fn settings(asked: &Asked) -> Value {
    Value::Object(
        asked
            .book
            .changes_from(&asked.usual)
            .into_iter()
            .map(|(key, value)| (key, json!(value)))
            .collect::<Map<_, _>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_small_for_four_places_keeps_its_sign_and_size() {
        assert_eq!(signed(-0.004_038_36), "-0.4038 %");
        assert_eq!(signed(0.0), "0.0000 %");
        assert_eq!(signed(-2.0e-8), "-2e-6 %");
        assert_eq!(signed(-2.0e-17), "0.0000 %");
        assert_eq!(percent(0.25), "25.0000 %");
        assert_eq!(percent(-0.25), "-25.0000 %");
        assert_eq!(
            [0.25, 0.000_1, 6.8e-7, 0.0].map(chance),
            ["25.0000 %", "0.0100 %", "6.80e-5 %", "0.0000 %"]
        );
    }

    #[test]
    fn a_bound_is_printed_beside_the_share_or_below_the_table() {
        assert_eq!(signed_within(0.002_883, 0.000_077), "+0.2883 % ± 0.0077 %");
        assert_eq!(signed_within(0.002_883, 9e-8), "+0.2883 %");
        assert_eq!(
            bound_note([0.0, 9e-8, 0.000_077].into_iter()).unwrap(),
            "right within 9e-6 % of the initial wager"
        );
        assert_eq!(bound_note([0.0].into_iter()), None);
    }
}
