//! Numbers as commands print them: shares of a wager, chances, amounts.
//!
//! Nothing is reckoned here. A share is no money, so it may be a floating-point number.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::round_command::dollars;
use rules::{Money, RuleBook};
use serde_json::{Map, Value, json};

/// A share in per cent, with its sign: `-0.4038 %`.
pub(crate) fn signed(share: f64) -> String {
    let percent = share * 100.0;
    if share == 0.0 {
        "0.0000 %".to_owned()
    } else if percent.abs() < 0.000_05 {
        format!("{percent:+.0e} %")
    } else {
        format!("{percent:+.4} %")
    }
}

/// A share in per cent, with a sign where it is below nothing: `0.4038 %`.
pub(crate) fn percent(share: f64) -> String {
    signed(share).trim_start_matches('+').to_owned()
}

/// A number of wagers, with its sign: `-0.512345`.
pub(crate) fn wagers(worth: f64) -> String {
    if worth == 0.0 { "0.000000".to_owned() } else { format!("{worth:+.6}") }
}

/// How wrong a share may be: `within 3e-7 %`.
pub(crate) fn bound(slack: f64) -> String {
    format!("within {:.0e} %", slack * 100.0)
}

/// An amount as a JSON number.
pub(crate) fn money(amount: Money) -> Value {
    dollars(&amount.to_string())
}

/// The settings in which a book differs from what it was, as a JSON object.
pub(crate) fn settings(book: &RuleBook, usual: &RuleBook) -> Value {
    Value::Object(book.changes_from(usual).into_iter().map(|(key, value)| (key, json!(value))).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_small_for_four_places_keeps_its_sign_and_size() {
        assert_eq!(signed(-0.004_038_36), "-0.4038 %");
        assert_eq!(signed(0.0), "0.0000 %");
        assert_eq!(signed(-2.0e-8), "-2e-6 %");
        assert_eq!(percent(0.25), "25.0000 %");
        assert_eq!(percent(-0.25), "-25.0000 %");
    }
}
