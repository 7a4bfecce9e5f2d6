//! What is sent to those who watch a table: encoded once, shared by all.

use axum::extract::ws::Utf8Bytes;
use house::Host;
use ledger::{PlayerId, TableId};
use serde::Serialize;
use std::collections::VecDeque;
use table::{Event, PrivateView, RoundView, TableView, Time};

/// How many frames a table keeps for those who lost their connection.
const KEPT: usize = 24;

/// One version of a table, as everybody sees it.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Frame<'a> {
    table: TableId,
    version: u64,
    at: Time,
    view: TableView,
    /// The round that ended within this version, as it was at its end; `view` has no cards of it
    /// any more.
    over: Option<RoundView>,
    /// What happened before in the round that is being played. Only those who come to it are told;
    /// everybody else was told already.
    earlier: Vec<game::Event>,
    events: Vec<&'a Event>,
}

/// What those who watch a table are sent.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum Sent<'a> {
    Frame(&'a Frame<'a>),
    Private {
        table: TableId,
        version: u64,
        view: PrivateView,
    },
}

/// The last frames of a table.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    kept: VecDeque<(u64, Utf8Bytes)>,
}

impl Frames {
    /// Adds the frame of a new version, which came of these events after `before`.
    pub(crate) fn add(
        &mut self,
        before: &Host,
        host: &Host,
        at: Time,
        events: &[Event],
    ) -> Utf8Bytes {
        let text = public(host, at, before.table().ended_round(events), events);
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((host.version(), text.clone()));
        text
    }

    /// The frames after a version, if all of them are still here.
    pub(crate) fn after(&self, version: u64) -> Option<Vec<Utf8Bytes>> {
        let last = self.kept.back()?.0;
        let first = self.kept.front()?.0;
        if version > last || version + 1 < first {
            return None;
        }
        Some(
            self.kept
                .iter()
                .filter(|(no, _)| *no > version)
                .map(|(_, text)| text.clone())
                .collect(),
        )
    }
}

/// The table as everybody sees it, for somebody who comes to it.
pub(crate) fn now(host: &Host, at: Time) -> Utf8Bytes {
    encoded(host, at, None, host.table().told_of_round(), Vec::new())
}

/// The table as everybody sees it, with what just happened.
fn public(host: &Host, at: Time, over: Option<RoundView>, events: &[Event]) -> Utf8Bytes {
    let seen = events
        .iter()
        .filter(|event| host.table().seen(event).is_some())
        .collect();
    encoded(host, at, over, Vec::new(), seen)
}

fn encoded(
    host: &Host,
    at: Time,
    over: Option<RoundView>,
    earlier: Vec<game::Event>,
    events: Vec<&Event>,
) -> Utf8Bytes {
    let table = host.table();
    let frame = Frame {
        table: table.id(),
        version: host.version(),
        at,
        view: table.view(),
        over,
        earlier,
        events,
    };
    text(&Sent::Frame(&frame))
}

/// What only one player sees.
pub(crate) fn private(host: &Host, player: PlayerId) -> Utf8Bytes {
    let table = host.table();
    text(&Sent::Private {
        table: table.id(),
        version: host.version(),
        view: table.private_view(player),
    })
}

fn text<T: Serialize>(value: &T) -> Utf8Bytes {
    serde_json::to_string(value).unwrap_or_default().into()
}
