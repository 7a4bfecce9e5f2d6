//! Values in stored and sent records: money in whole cents, odds and clauses as they are written.

use crate::clause::Citation;
use crate::{BoxNo, Clause, Money, Net, Odds};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The largest amount a record may hold: whole numbers up to here survive every reader of JSON.
const MOST_CENTS: u64 = (1 << 53) - 1;

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(self.cents())
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let cents = u64::deserialize(from)?;
        if cents > MOST_CENTS {
            return Err(D::Error::custom(format_args!(
                "an amount has at most {MOST_CENTS} cents"
            )));
        }
        Ok(Self::from_cents(cents))
    }
}

impl Serialize for Net {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(self.cents())
    }
}

impl<'de> Deserialize<'de> for Net {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let cents = i64::deserialize(from)?;
        if cents.unsigned_abs() > MOST_CENTS {
            return Err(D::Error::custom(format_args!(
                "an amount has at most {MOST_CENTS} cents"
            )));
        }
        Ok(Self::from_cents(cents))
    }
}

impl Serialize for BoxNo {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for BoxNo {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::new(u8::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl Serialize for Odds {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Odds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(from)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// How a reading and a silent book are written; anything else is a printed number.
const READING: &str = "reading ";
const SILENT: &str = "not stated";

impl Serialize for Clause {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.citation() {
            Citation::Printed(name) => to.serialize_str(name),
            Citation::Reading(name) => to.collect_str(&format_args!("{READING}{name}")),
            Citation::Silent => to.serialize_str(SILENT),
        }
    }
}

impl<'de> Deserialize<'de> for Clause {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        if text == SILENT {
            return Ok(Self::SILENT);
        }
        let clause = text
            .strip_prefix(READING)
            .map_or_else(|| Self::printed(&text), Self::reading);
        clause.map_err(D::Error::custom)
    }
}
