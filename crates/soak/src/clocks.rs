//! The clocks of the tables: each rings when something is due there, by the machine's time.

use crate::message::{Ask, Sender, To, Wish};
use crate::world::{Due, Wake, World};
use ledger::TableId;
use table::{Command, Span, Table, Time};

impl World {
    /// Sets every table's clock to ring when something is due there.
    pub(crate) fn set_clocks(&mut self) {
        let Some(running) = self.running.as_ref() else {
            return;
        };
        let due: Vec<(TableId, Time)> = running
            .tables()
            .filter_map(|(table, _)| Some((table.id(), table.next_time()?)))
            .collect();
        for (table, due) in due {
            if !self.ringing.contains_key(&table)
                && self.wakes.get(&table).is_none_or(|wake| wake.due != due)
            {
                let after = due.since(self.at());
                self.set_clock(table, due, after);
            }
        }
    }

    pub(crate) fn set_clock(&mut self, table: TableId, due: Time, after: Span) {
        let no = self.wakes.get(&table).map_or(0, |wake| wake.no) + 1;
        self.wakes.insert(table, Wake { due, no });
        self.agenda.after(after, Due::Wake(table, no));
    }

    pub(crate) fn wake_after(&mut self, table: TableId, after: Span) {
        let due = self
            .running
            .as_ref()
            .and_then(|running| running.table(table))
            .and_then(Table::next_time);
        if let Some(due) = due {
            self.set_clock(table, due, after);
        }
    }

    /// All clocks are forgotten: the machine is off.
    pub(crate) fn stop_clocks(&mut self) {
        for wake in self.wakes.values_mut() {
            *wake = Wake {
                due: Time(u64::MAX),
                no: wake.no + 1,
            };
        }
        self.ringing.clear();
        self.flushing = false;
    }

    pub(crate) fn wake(&mut self, table: TableId, no: u64) {
        if self.wakes.get(&table).is_none_or(|wake| wake.no != no) {
            return;
        }
        // Whatever is due afterwards is set anew, the same time too.
        self.wakes.insert(
            table,
            Wake {
                due: Time(u64::MAX),
                no,
            },
        );
        let version = self
            .running
            .as_ref()
            .and_then(|running| running.version(table))
            .unwrap_or(0);
        self.ringing.insert(table, version);
        let ask = Ask {
            sender: Sender::House,
            id: None,
            wish: Wish::Table(table, Command::Tick),
            to: To::Clock(table),
        };
        self.house(|running, now| running.ask(ask, now));
    }

    /// A clock that rang in time and changed nothing would ring for ever.
    pub(crate) fn ticked(&mut self, table: TableId) {
        let Some(rang) = self.ringing.remove(&table) else {
            return;
        };
        let Some(running) = self.running.as_ref() else {
            return;
        };
        let due = running.table(table).and_then(Table::next_time);
        if running.version(table) == Some(rang) && due.is_some_and(|due| due <= self.at()) {
            self.broken = Some(format!("the clock cannot move table {table}"));
        }
    }
}
