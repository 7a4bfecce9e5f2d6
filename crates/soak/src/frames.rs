//! The last versions of a table, for those who watch it and lost their connection.

use crate::message::Frame;
use house::Host;
use std::collections::VecDeque;
use std::rc::Rc;
use table::Event;

/// How many are kept.
const KEPT: usize = 64;

/// The last frames of a table. They are lost when the house stops.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    kept: VecDeque<Frame>,
}

impl Frames {
    /// Adds what happened; `host` is the table after it.
    pub(crate) fn add(&mut self, host: &Host, events: &[Event]) -> Frame {
        let table = host.table();
        let seen: Vec<&Event> = events
            .iter()
            .filter(|event| table.seen(event).is_some())
            .collect();
        let text = serde_json::to_string(&seen).expect("events are plain data");
        let frame = Frame {
            table: table.id(),
            version: host.version(),
            events: Rc::from(text),
        };
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(frame.clone());
        frame
    }

    /// The frames after a version, if all of them are still here.
    pub(crate) fn after(&self, version: u64) -> Option<Vec<Frame>> {
        let (first, last) = (self.kept.front()?.version, self.kept.back()?.version);
        if version > last || version + 1 < first {
            return None;
        }
        Some(
            self.kept
                .iter()
                .filter(|frame| frame.version > version)
                .cloned()
                .collect(),
        )
    }
}
