//! A published record from a file.

use crate::books::read_up_to;
use crate::output::printable;
use anyhow::{Result, anyhow, bail};
use fair::{DeviceRecord, Known, Report, ShoeRecord};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// The largest record: a device's longest day is far shorter.
const LARGEST: u64 = 64 << 20;

/// A record of either kind.
pub(super) enum Record {
    Shoe(Box<ShoeRecord>),
    Device(DeviceRecord),
}

impl Record {
    pub(super) fn verify(&self, known: &Known) -> Report {
        match self {
            Self::Shoe(shoe) => shoe.verify(known),
            Self::Device(device) => device.verify(known),
        }
    }
}

/// What every record begins with, whatever else it holds.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Reads a record, of the kind that it says it is.
pub(super) fn record(path: &Path) -> Result<Record> {
    let text = read_up_to(path, LARGEST, "no record")?;
    let Head { format } = parse(path, &text)?;
    match format.as_str() {
        "pontoon-shoe-1" => parse(path, &text).map(|shoe| Record::Shoe(Box::new(shoe))),
        "pontoon-device-1" => parse(path, &text).map(Record::Device),
        other => bail!(
            "{}: format `{}` is not known here: this program reads pontoon-shoe-1 and \
            pontoon-device-1",
            path.display(),
            other.escape_debug()
        ),
    }
}

fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        let whole = error.to_string();
        let what = whole
            .rsplit_once(" at line ")
            .map_or(whole.as_str(), |(what, _)| what);
        anyhow!(
            "{}:{}:{}: {}",
            path.display(),
            error.line(),
            error.column(),
            printable(what)
        )
    })
}
