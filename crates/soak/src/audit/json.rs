//! Reading JSON that was written by others.

use super::objection::{Law, Objection};
use serde_json::Value;

fn lacks(value: &Value, key: &str) -> Objection {
    Objection::new(Law::Log, format!("there is no `{key}` in {value}"))
}

/// The whole number under a key.
pub(crate) fn number(value: &Value, key: &str) -> Result<u64, Objection> {
    value[key].as_u64().ok_or_else(|| lacks(value, key))
}

/// The amount of money under a key, in cents.
pub(crate) fn cents(value: &Value, key: &str) -> Result<i64, Objection> {
    value[key].as_i64().ok_or_else(|| lacks(value, key))
}

/// The text under a key.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, Objection> {
    value[key].as_str().ok_or_else(|| lacks(value, key))
}

/// The list under a key.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], Objection> {
    value[key]
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| lacks(value, key))
}

/// A value with its kind: `"opened"`, or `{"laid": …}`.
pub(crate) fn tagged(value: &Value) -> Result<(&str, &Value), Objection> {
    if let Some(word) = value.as_str() {
        return Ok((word, &Value::Null));
    }
    let one = value
        .as_object()
        .filter(|members| members.len() == 1)
        .and_then(|members| members.iter().next());
    one.map(|(kind, inner)| (kind.as_str(), inner))
        .ok_or_else(|| Objection::new(Law::Log, format!("{value} has no kind")))
}
