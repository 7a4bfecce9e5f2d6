//! What is going to happen, and when. Time moves only from one thing to the next.

use std::collections::BTreeMap;
use table::{Span, Time};

/// Everything that is going to happen, the earliest first; what was put down first comes first
/// among equals.
#[derive(Debug)]
pub(crate) struct Agenda<E> {
    now: Time,
    put_down: u64,
    due: BTreeMap<(Time, u64), E>,
}

impl<E> Agenda<E> {
    /// An empty agenda.
    pub(crate) fn new(now: Time) -> Self {
        Self {
            now,
            put_down: 0,
            due: BTreeMap::new(),
        }
    }

    /// The time of the last thing that happened.
    pub(crate) fn now(&self) -> Time {
        self.now
    }

    /// Something will happen after so long.
    pub(crate) fn after(&mut self, span: Span, event: E) {
        self.put_down += 1;
        self.due
            .insert((self.now.after(span), self.put_down), event);
    }

    /// The next thing that happens, if it does so before `end`. The time is its time then.
    pub(crate) fn next_before(&mut self, end: Time) -> Option<E> {
        let first = self.due.first_entry().filter(|entry| entry.key().0 < end)?;
        let ((at, _), event) = first.remove_entry();
        self.now = at;
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_is_next_and_equals_keep_their_order() {
        let mut agenda = Agenda::new(Time(10));
        agenda.after(Span(5), "late");
        agenda.after(Span(1), "first");
        agenda.after(Span(1), "second");
        let mut said = Vec::new();
        while let Some(event) = agenda.next_before(Time(15)) {
            said.push((agenda.now().0, event));
        }
        assert_eq!(said, [(11, "first"), (11, "second")]);
        assert_eq!(agenda.next_before(Time(16)), Some("late"));
        assert_eq!(agenda.now(), Time(15));
    }
}
