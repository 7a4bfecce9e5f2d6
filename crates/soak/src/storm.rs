//! Faults as they strike the world, and the house that is started again.

use crate::fault::{Fault, Menace, Then};
use crate::plan::Weather;
use crate::reading::Trouble;
use crate::running::Running;
use crate::world::{Due, Spirit, World};
use ledger::TableId;
use store::Memory;
use table::{Span, Table};

impl World {
    /// Some fault strikes now, and another one later.
    pub(crate) fn menace(&mut self) {
        if self.spirit == Spirit::Quiet {
            return;
        }
        let mean = u32::try_from(self.plan.between_faults.0).unwrap_or(u32::MAX / 2);
        let after = Span(u64::from(self.faults.between(1, mean * 2)));
        self.agenda.after(after, Due::Menace);
        let menaces: Vec<Menace> = self.plan.menaces.clone();
        if let Some(&menace) = self.faults.pick(&menaces) {
            let fault = Fault::of(menace, &mut self.faults);
            self.strike(fault);
        }
    }

    pub(crate) fn strike(&mut self, fault: Fault) {
        self.counts.faults += 1;
        match fault {
            Fault::Crash => self.crash(),
            Fault::Call { nth, how, then } => {
                self.disk.fail(nth, how);
                if then == Then::Crash {
                    self.doomed = Some(self.disk.calls() + nth);
                }
            }
            Fault::DiskFull(span) => {
                self.full += 1;
                self.disk.fill();
                self.agenda.after(span, Due::Over(fault));
            }
            Fault::NoEntropy(span) => {
                self.cards.dry += 1;
                self.agenda.after(span, Due::Over(fault));
            }
            Fault::ClockAhead(span) => self.ahead += i64::try_from(span.0).unwrap_or(0),
            Fault::ClockBack(span) => {
                // Not over midnight: what a day's limit then means is nobody's rule.
                let at = self.at();
                if at.since(self.days.start_of_day(at)) > span {
                    self.ahead -= i64::try_from(span.0).unwrap_or(0);
                }
            }
            Fault::Disconnected => {
                for place in 0..self.clients.len() {
                    if self.faults.once_in(3) {
                        self.disconnect(place);
                    }
                }
            }
            Fault::SlowDisk(span) => self.slow_until = self.agenda.now().after(span),
        }
    }

    pub(crate) fn relent(&mut self, fault: Fault) {
        match fault {
            Fault::DiskFull(_) => {
                self.full = self.full.saturating_sub(1);
                if self.full == 0 {
                    self.disk.make_room();
                }
            }
            Fault::NoEntropy(_) => self.cards.dry = self.cards.dry.saturating_sub(1),
            Fault::Crash
            | Fault::Call { .. }
            | Fault::ClockAhead(_)
            | Fault::ClockBack(_)
            | Fault::Disconnected
            | Fault::SlowDisk(_) => {}
        }
    }

    /// The power goes: everything in memory is gone, and every connection with it.
    pub(crate) fn crash(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        self.counts.crashes += 1;
        self.before = running
            .tables()
            .filter(|(table, _)| running.is_sure(table.id()))
            .map(|(table, version)| (table.clone(), version))
            .collect();
        self.counts.interrupted += self
            .before
            .iter()
            .map(|(table, _)| u64::from(table.round().is_some()))
            .sum::<u64>();
        self.desk_before = running.is_sure_of_desk().then(|| running.desk().clone());
        self.doomed = None;
        self.disk.crash();
        self.stop_clocks();
        for place in 0..self.clients.len() {
            self.disconnect(place);
        }
        let after = Span(u64::from(self.faults.between(200, 20_000)));
        self.agenda.after(after, Due::Reopen);
    }

    /// The house is started again from its disk.
    pub(crate) fn reopen(&mut self) {
        if self.running.is_some() {
            return;
        }
        match Running::open(Memory::on(&self.disk), self.secret) {
            Ok(running) => {
                if let Some(what) = self.differs(&running) {
                    self.broken = Some(what);
                    return;
                }
                let open: Vec<TableId> = running
                    .tables()
                    .filter(|(table, _)| table.is_open())
                    .map(|(table, _)| table.id())
                    .collect();
                self.running = Some(running);
                self.starts += 1;
                for table in open {
                    self.house(|running, now| running.back(table, now));
                }
            }
            Err(Trouble::Disk(_)) => {
                // The power may have been meant to go while the house was being opened: it is off
                // anyway.
                self.doomed = None;
                self.agenda.after(Span::seconds(1), Due::Reopen);
            }
            Err(Trouble::Broken(what)) => {
                self.broken = Some(format!("the house cannot be opened again: {what}"))
            }
        }
    }

    /// What is not as it was, of all that was known to be on the disk.
    fn differs(&mut self, running: &Running) -> Option<String> {
        for (before, version) in std::mem::take(&mut self.before) {
            let now: Option<(&Table, u64)> = running
                .tables()
                .find(|(table, _)| table.id() == before.id());
            if now != Some((&before, version)) {
                return Some(format!(
                    "table {} was at {version} and is not as it was",
                    before.id()
                ));
            }
        }
        let before = self.desk_before.take()?;
        if !before.people().eq(running.desk().people()) {
            return Some("the desk does not know the same people".to_owned());
        }
        let plays = |desk: &desk::Desk| -> Vec<desk::Play> {
            desk.people()
                .flat_map(|person| desk.plays().of(person.id).cloned().collect::<Vec<_>>())
                .collect()
        };
        (plays(&before) != plays(running.desk()))
            .then(|| "the desk does not know the same play".to_owned())
    }

    /// All faults heal.
    pub(crate) fn heal(&mut self) {
        self.disk.fail_no_more();
        self.disk.make_room();
        self.full = 0;
        self.cards.dry = 0;
        self.doomed = None;
        self.slow_until = self.agenda.now();
        self.weather = Weather::CALM;
        self.spirit = Spirit::Quiet;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use crate::plan::Plan;
    use crate::running::PASSWORD;
    use desk::{Cost, HashMemory, hash_password};
    use store::{Backend, Failure, Read, Stream};

    /// A house with one table, at which people wait for something, and where nothing fails by
    /// itself.
    fn waiting() -> World {
        let plan = Plan::of(2);
        let plan = Plan {
            tables: plan.tables[..1].to_vec(),
            menaces: Vec::new(),
            weather: Weather::CALM,
            ..plan
        };
        let mut world = World::assemble(
            plan,
            hash_password(
                "soak",
                PASSWORD,
                [7; 16],
                Cost::LEAST,
                &mut HashMemory::default(),
            )
            .unwrap(),
        );
        world.found_house().unwrap();
        pass_until(&mut world, |world| {
            world
                .running
                .iter()
                .flat_map(Running::tables)
                .any(|(table, _)| table.next_time().is_some())
        });
        world
    }

    /// Lets time pass, a millisecond at a time, until something is so.
    fn pass_until(world: &mut World, so: impl Fn(&World) -> bool) {
        let began = world.agenda.now();
        let millis = (0..600_000).take_while(|millis| {
            world.pass(began.after(Span(*millis)));
            assert_eq!(world.broken, None);
            !so(world)
        });
        assert!(millis.count() < 600_000, "it is never so");
    }

    /// How often the table was told that the house was away.
    fn restarts(world: &World) -> usize {
        let mut read = Memory::on(&world.disk).reader().unwrap();
        let entries = read
            .stream(Stream::Table(TableId(1)), 1, usize::MAX)
            .unwrap();
        let restarted =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).contains(r#""command":"restarted""#);
        entries.iter().filter(|raw| restarted(&raw.bytes)).count()
    }

    #[test]
    fn a_table_that_could_not_be_told_that_the_house_was_away_is_told_again() {
        let mut world = waiting();
        world.crash();
        world.reopen();
        pass_until(&mut world, |world| !world.away.is_empty());
        // The time is left out; what the disk fails at now is that the table is told.
        world.disk.fail(1, Failure::Before);
        let asked = world.agenda.now();
        world.pass(asked.after(Span(500)));
        assert_eq!(restarts(&world), 0);
        world.pass(asked.after(Span::seconds(10)));
        assert_eq!(world.broken, None);
        assert_eq!(restarts(&world), 1);
        assert_eq!(world.away.len(), 1, "the time is left out once");
    }
}
