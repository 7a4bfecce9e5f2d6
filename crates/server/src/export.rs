//! The log as a file: JSON Lines or CSV. The bytes of every entry are those that were hashed.

use serde::Deserialize;
use store::{Fault, Raw, Read, Stream};
use utoipa::ToSchema;

/// How many entries are read at a time.
const AT_ONCE: usize = 500;

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    /// One JSON object on a line: the house and its key first, then the entries, then the last checkpoint.
    Jsonl,
    /// A table with one line for each entry.
    Csv,
}

impl Format {
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Jsonl => "application/jsonl",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

const HEAD: &str = "position,hash,stream,seq,at,by,kind,version,transfers,entry\n";

/// Writes the log, part by part, until it ends or nobody wants more.
pub(crate) fn export_lines(
    read: &mut dyn Read,
    format: Format,
    of: Option<Stream>,
    mut send: impl FnMut(Vec<u8>) -> bool,
) -> Result<(), Fault> {
    read.hold_still()?;
    if !send(first_line(read, format)?) {
        return Ok(());
    }
    let mut from = 1;
    loop {
        let entries = match of {
            Some(stream) => read.stream(stream, from, AT_ONCE)?,
            None => read.log(from, AT_ONCE)?,
        };
        let Some(last) = entries.last() else { break };
        from = if of.is_some() { last.seq } else { last.position } + 1;
        let part: Vec<u8> = entries.iter().flat_map(|raw| line(raw, format)).collect();
        if !send(part) {
            return Ok(());
        }
    }
    if format == Format::Jsonl {
        send(last_line(read)?);
    }
    read.let_go()
}

fn first_line(read: &mut dyn Read, format: Format) -> Result<Vec<u8>, Fault> {
    let line = match (format, read.identity()?) {
        (Format::Csv, _) => HEAD.to_owned(),
        (Format::Jsonl, Some(house)) => {
            let key: String = house.key.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{}\n", serde_json::json!({ "origin": house.origin, "key": key }))
        }
        (Format::Jsonl, None) => String::new(),
    };
    Ok(line.into_bytes())
}

fn last_line(read: &mut dyn Read) -> Result<Vec<u8>, Fault> {
    let mut last = None;
    loop {
        let from = last.as_ref().map_or(0, |(size, _)| size + 1);
        let found = read.checkpoints(from, AT_ONCE)?;
        let Some(text) = found.last() else { break };
        let Ok(checkpoint) = store::Checkpoint::parse(text) else { break };
        last = Some((checkpoint.head.size, text.clone()));
    }
    let line = last.map(|(_, text)| format!("{}\n", serde_json::json!({ "checkpoint": text })));
    Ok(line.unwrap_or_default().into_bytes())
}

fn line(raw: &Raw, format: Format) -> Vec<u8> {
    match format {
        Format::Jsonl => {
            let mut line = format!("{{\"position\":{},\"hash\":\"{}\",\"entry\":", raw.position, raw.hash).into_bytes();
            line.extend_from_slice(&raw.bytes);
            line.extend_from_slice(b"}\n");
            line
        }
        Format::Csv => csv_line(raw).into_bytes(),
    }
}

fn csv_line(raw: &Raw) -> String {
    let whole = String::from_utf8_lossy(&raw.bytes).into_owned();
    let (at, by, kind, version, transfers) = match raw.logged() {
        Ok(logged) => {
            let entry = logged.entry;
            (entry.at.to_string(), entry.by, entry.kind, entry.version.to_string(), entry.transfers.len().to_string())
        }
        Err(_) => Default::default(),
    };
    let (position, hash) = (raw.position.to_string(), raw.hash.to_string());
    let (stream, seq) = (raw.stream.to_string(), raw.seq.to_string());
    let fields = [position, hash, stream, seq, at, by, kind, version, transfers, whole];
    fields.map(|field| quoted(&field)).join(",") + "\n"
}

/// A field as CSV writes it: in quotes where it has to be.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("table/1"), "table/1");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"no\""), "\"say \"\"no\"\"\"");
    }
}
