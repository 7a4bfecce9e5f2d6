//! The log, for those who may read it: page by page, verified, or exported whole.

use crate::audit::{Audit, verify};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::export::{Format, export_to};
use crate::input::{Body, HowMany, Params};
use crate::refused::Refused;
use crate::running::Running;
use axum::Json;
use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use desk::{Deed, DeskCommand};
use futures_util::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use store::audit::Span;
use store::{Raw, Stream};
use tokio::sync::mpsc;
use utoipa::{IntoParams, ToSchema};

/// How many entries a page has unless told.
const PAGE: usize = 100;
/// How many it may have.
const PAGE_MOST: usize = 1000;
/// How many parts of an export may wait for a slow reader.
const PARTS_WAITING: usize = 4;

/// Which entries are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Entries {
    /// Only one stream: `house`, `table/3`, `tournament/1`.
    #[param(value_type = Option<String>)]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>"))]
    pub(crate) stream: Option<Stream>,
    /// From this position on, or from this number of the stream; 1 is the first.
    pub(crate) from: Option<u64>,
    /// How many at most.
    pub(crate) most: Option<usize>,
}

/// A page of the log.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Page {
    /// The entries, in their order.
    pub(crate) entries: Vec<LogLine>,
    /// Where the next page begins; nothing at the end.
    pub(crate) next: Option<u64>,
    /// How many entries the whole log has, of all streams.
    pub(crate) length: u64,
}

/// An entry with its place.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LogLine {
    /// Its position among all entries, from 1.
    pub(crate) position: u64,
    /// Its hash, which binds it to all entries before it.
    pub(crate) hash: String,
    /// The entry.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "ts", ts(as = "LogEntry"))]
    pub(crate) entry: Value,
}

/// What an entry says. It is sent as the log has it, so that its hash can be reckoned from it;
/// nobody reads it on the way.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[expect(dead_code, reason = "only its type is asked for")]
struct LogEntry {
    /// When it happened, in milliseconds since 1970.
    at: u64,
    /// What happened.
    body: LogBody,
    /// Who did it: `house`, `visitor` or `person/7`.
    by: String,
    /// The command that asked for it; none where the house acted by itself.
    command: Option<LogCommand>,
    /// `table` or `desk`.
    kind: String,
    /// Its number in its stream, from 1.
    seq: u64,
    /// `house`, `table/3`, `tournament/1`.
    stream: String,
    /// The money that moved.
    transfers: Vec<ledger::Transfer>,
    /// The version of the kind.
    version: u16,
}

/// What happened, by the kind of the entry.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[ts(untagged)]
#[expect(dead_code, reason = "only its type is asked for")]
enum LogBody {
    Table(house::Record),
    Desk { events: Vec<desk::DeskEvent> },
}

/// Who sent a command, and the sender's own name for it.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[expect(dead_code, reason = "only its type is asked for")]
struct LogCommand {
    id: String,
    sender: String,
}

fn line(raw: &Raw) -> LogLine {
    let entry = serde_json::from_slice(&raw.bytes).unwrap_or_default();
    LogLine {
        position: raw.position,
        hash: raw.hash.to_string(),
        entry,
    }
}

/// The log, page by page. Reading a page is not written into the log: it would lengthen the very
/// thing that is read.
#[utoipa::path(get, path = "/api/log", tag = "log", params(Entries),
    responses((status = 200, body = Page), (status = 403, body = ErrorBody)))]
pub(crate) async fn entries(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Params(Entries { stream, from, most }): Params<Entries>,
) -> Result<Json<Page>, ApiError> {
    running.permit(caller.by, Deed::ReadLog)?;
    let most = HowMany { most }.of(PAGE, PAGE_MOST)?;
    let from = from.unwrap_or(1).max(1);
    let read = running.read(move |read| {
        let raw = match stream {
            Some(stream) => read.stream(stream, from, most)?,
            None => read.log(from, most)?,
        };
        Ok((raw, read.size()?))
    });
    let (raw, length) = read.await?;
    let last = raw.last().filter(|_| raw.len() == most);
    let next = last.map(|raw| {
        if stream.is_some() {
            raw.seq + 1
        } else {
            raw.position + 1
        }
    });
    Ok(Json(Page {
        entries: raw.iter().map(line).collect(),
        next,
        length,
    }))
}

/// How the log is to be verified.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Verification {
    /// Whether every round is also played again and every cent reckoned anew. It takes longer.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub(crate) replay: bool,
}

/// Verifies the log: hashes, numbers, signatures and money, from the first entry to the last. That
/// it was done is put on record.
#[utoipa::path(post, path = "/api/log/verify", tag = "log", request_body = Verification,
    responses((status = 200, body = Audit), (status = 403, body = ErrorBody)))]
pub(crate) async fn verification(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(Verification { replay }): Body<Verification>,
) -> Result<Json<Audit>, ApiError> {
    let what = if replay {
        "every round played again"
    } else {
        "hashes, signatures and money"
    }
    .to_owned();
    running
        .at_desk(
            caller.by,
            DeskCommand::Record {
                deed: Deed::VerifyLog,
                what,
            },
        )
        .await?;
    let mut reader = running.own_reader()?;
    let audit = tokio::task::spawn_blocking(move || verify(&mut *reader, replay))
        .await
        .map_err(|_| Refused::Bug)?;
    Ok(Json(
        audit.map_err(|fault| Refused::Unreadable(fault.to_string()))?,
    ))
}

/// What is to be exported.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Export {
    /// `jsonl`: one JSON object on a line, signed. `entries` and `transfers`: tables as CSV, not
    /// signed.
    pub(crate) format: Option<Format>,
    /// From this position on; from the first unless told.
    pub(crate) from: Option<u64>,
    /// To this position; to the last unless told.
    pub(crate) to: Option<u64>,
}

/// The log as a file, as it is at this moment. That it was done is put on record.
#[utoipa::path(get, path = "/api/log/export", tag = "log", params(Export),
    responses(
        (status = 200, content_type = "application/jsonl", body = String),
        (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody),
    ))]
pub(crate) async fn export(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Params(Export { format, from, to }): Params<Export>,
) -> Result<Response, ApiError> {
    running.permit(caller.by, Deed::ExportLog)?;
    let (format, span) = (format.unwrap_or(Format::Jsonl), Span { from, to });
    // Before it is put on record: what cannot be had is not exported.
    span.within(running.read(|read| read.size()).await?)
        .map_err(|fault| ApiError::bad("form", &fault.to_string()))?;
    let what = format!("the log as {}", format.name());
    running
        .at_desk(
            caller.by,
            DeskCommand::Record {
                deed: Deed::ExportLog,
                what,
            },
        )
        .await?;
    let (mut reader, key, time) = (running.own_reader()?, running.key(), running.now().0);
    let (send, parts) = mpsc::channel(PARTS_WAITING);
    tokio::task::spawn_blocking(move || export_to(&send, &mut *reader, &key, format, span, time));
    // Whoever packs it asks once more after the end.
    let parts = stream::unfold(parts, async |mut parts| {
        parts.recv().await.map(|part| (part, parts))
    })
    .fuse();
    let name = format!("attachment; filename=\"{}\"", format.name());
    let headers = [
        (CONTENT_TYPE, format.media_type().to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, HttpBody::from_stream(parts)).into_response())
}
