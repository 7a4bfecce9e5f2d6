//! The one way in which a value is written: keys in the order of their bytes, no spaces, whole
//! numbers only.
//!
//! It is what gets hashed. Strings are escaped as `serde_json` does it; the bytes are kept, so
//! nobody ever has to write a value again to check a hash.

use ledger::{Move, Transfer, TransferId};
use serde::Serialize;
use serde_json::{Map, Value};

/// How deep a body may nest: readers of JSON stop at 128, and the entry around the body needs some
/// of that.
const DEEPEST: usize = 100;

/// Why a value has no place in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueFault {
    /// Numbers with a fraction look different to different readers.
    #[error("a record holds whole numbers only")]
    Fraction,
    /// Too deep for a reader.
    #[error("a record nests at most {DEEPEST} levels")]
    TooDeep,
}

pub(crate) fn write(value: &Value, out: &mut Vec<u8>) -> Result<(), ValueFault> {
    write_at(value, DEEPEST, out)
}

/// Writes something whose fields are declared in the order of their names.
pub(crate) fn write_sorted(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("a plain value is written to a vector");
}

pub(crate) fn write_transfers(transfers: &[Transfer], out: &mut Vec<u8>) {
    out.push(b'[');
    for (transfer, place) in transfers.iter().zip(0..) {
        comma(place, out);
        write_transfer(transfer, out);
    }
    out.push(b']');
}

fn write_at(value: &Value, levels: usize, out: &mut Vec<u8>) -> Result<(), ValueFault> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => write_sorted(value, out),
        Value::Number(number) if number.is_i64() || number.is_u64() => write_sorted(number, out),
        Value::Number(_) => return Err(ValueFault::Fraction),
        Value::Array(items) => {
            let levels = levels.checked_sub(1).ok_or(ValueFault::TooDeep)?;
            out.push(b'[');
            for (item, place) in items.iter().zip(0..) {
                comma(place, out);
                write_at(item, levels, out)?;
            }
            out.push(b']');
        }
        Value::Object(members) => {
            let levels = levels.checked_sub(1).ok_or(ValueFault::TooDeep)?;
            write_members(members, levels, out)?;
        }
    }
    Ok(())
}

fn write_members(
    members: &Map<String, Value>,
    levels: usize,
    out: &mut Vec<u8>,
) -> Result<(), ValueFault> {
    let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
    // A map of serde_json is sorted, unless somebody in the build asks for another order: then this
    // sorts it.
    sorted.sort_unstable_by_key(|(key, _)| *key);
    out.push(b'{');
    for ((key, value), place) in sorted.into_iter().zip(0..) {
        comma(place, out);
        write_sorted(key, out);
        out.push(b':');
        write_at(value, levels, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn comma(place: usize, out: &mut Vec<u8>) {
    if place > 0 {
        out.push(b',');
    }
}

fn write_transfer(transfer: &Transfer, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"clause":"#);
    write_sorted(&transfer.clause, out);
    out.extend_from_slice(br#","does":"#);
    write_move(&transfer.does, out);
    out.extend_from_slice(br#","id":"#);
    write_id(transfer.id, out);
    out.extend_from_slice(br#","purpose":"#);
    write_sorted(&transfer.purpose, out);
    out.push(b'}');
}

fn write_move(does: &Move, out: &mut Vec<u8>) {
    let mut field = |name: &str, value: &dyn Fn(&mut Vec<u8>)| {
        out.extend_from_slice(name.as_bytes());
        value(out);
    };
    match *does {
        Move::Pay { from, to, amount } => {
            field(r#"{"pay":{"amount":"#, &|out| write_sorted(&amount, out));
            field(r#","from":"#, &|out| write_sorted(&from, out));
            field(r#","to":"#, &|out| write_sorted(&to, out));
        }
        Move::Reclaim { from, to, amount } => {
            field(r#"{"reclaim":{"amount":"#, &|out| {
                write_sorted(&amount, out)
            });
            field(r#","from":"#, &|out| write_sorted(&from, out));
            field(r#","to":"#, &|out| write_sorted(&to, out));
        }
        Move::Hold {
            from,
            held,
            to,
            amount,
        } => {
            field(r#"{"hold":{"amount":"#, &|out| write_sorted(&amount, out));
            field(r#","from":"#, &|out| write_sorted(&from, out));
            field(r#","held":"#, &|out| write_sorted(&held, out));
            field(r#","to":"#, &|out| write_sorted(&to, out));
        }
        Move::Post { hold, amount } => {
            field(r#"{"post":{"amount":"#, &|out| write_sorted(&amount, out));
            field(r#","hold":"#, &|out| write_id(hold, out));
        }
        Move::Void { hold } => field(r#"{"void":{"hold":"#, &|out| write_id(hold, out)),
    }
    out.extend_from_slice(b"}}");
}

fn write_id(id: TransferId, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"no":"#);
    write_sorted(&id.no, out);
    out.extend_from_slice(br#","series":"#);
    write_sorted(&id.series, out);
    out.push(b'}');
}
