//! One seed from beginning to end: the storm, what follows it, and the judgement.

use crate::audit::{Objection, judge};
use crate::client::Part;
use crate::counts::Counts;
use crate::evidence::{Ended, Evidence};
use crate::message::{Ask, Sender, To, Wish};
use crate::plan::{Mode, Plan, Temper};
use crate::running::{Now, PASSWORD, Running};
use crate::world::{Due, World};
use desk::{Cost, DeskCommand, HashMemory, Role, Zone, hash_password};
use ledger::TableId;
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use store::{Hash, Memory};
use table::{Command, Lay, Span};

/// Within this time after all faults have healed every round must have ended and everybody must
/// have an answer.
const QUIET: Span = Span::minutes(45);
/// Within this time after their closing was announced all tables must be closed.
const CLOSING: Span = Span::minutes(90);

/// What came of a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The hash of the whole log.
    pub head: Hash,
    /// How much happened.
    pub counts: Counts,
}

/// A seed that must never be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What went wrong.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {}", self.seed, self.what)?;
        write!(
            f,
            "to run it again: SOAK_SEED={} cargo run --release -p soak",
            self.seed
        )
    }
}

impl std::error::Error for Failure {}

/// Runs a seed and judges it.
///
/// # Errors
///
/// When anything happened that must never happen.
pub fn run(seed: u64) -> Result<Report, Failure> {
    run_plan(Plan::of(seed))
}

/// Runs a plan and judges it.
///
/// # Errors
///
/// When anything happened that must never happen.
pub fn run_plan(plan: Plan) -> Result<Report, Failure> {
    let seed = plan.seed;
    let fail = |what: String| Failure { seed, what };
    // A panic of the house is a failure like any other: it must not hide its seed.
    let played = catch_unwind(AssertUnwindSafe(|| play(plan)));
    let played = played.unwrap_or_else(|panic| Err(format!("a panic: {}", said(panic.as_ref()))));
    let (evidence, mut counts) = played.map_err(fail)?;
    let found = judge(&evidence).map_err(|objection: Objection| fail(objection.to_string()))?;
    counts += &found;
    let head = evidence
        .log
        .last()
        .map_or(Hash([0; 32]), |line| Hash(line.hash));
    Ok(Report { head, counts })
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

/// Plays a plan and gives what it may be judged by.
///
/// # Errors
///
/// When it was not played to its end: something broke, or did not end in time.
pub fn play(plan: Plan) -> Result<(Evidence, Counts), String> {
    let phc = hash_password(
        "soak",
        PASSWORD,
        [7; 16],
        Cost::LEAST,
        &mut HashMemory::default(),
    )
    .map_err(|fault| fault.to_string())?;
    let mut world = World::assemble(plan, phc);
    world.found_house()?;
    let began = world.agenda.now();
    let end = began.after(world.plan.storm);
    world.pass(end);
    world.check()?;
    let ended = match world.plan.mode {
        Mode::Safety => world.stop_anyhow()?,
        Mode::Liveness => world.stop_in_order()?,
    };
    world.counts.seeds = 1;
    world.counts.millis = world.agenda.now().since(began).0;
    let counts = std::mem::take(&mut world.counts);
    Ok((world.evidence(ended)?, counts))
}

impl World {
    /// The house is built: staff, tables, and people who are going to come. Nothing fails yet.
    pub(crate) fn found_house(&mut self) -> Result<(), String> {
        let running = Running::open(Memory::on(&self.disk), self.secret)
            .map_err(|trouble| format!("{trouble:?}"))?;
        self.running = Some(running);
        self.set_days()?;
        self.hire("sue", Role::Supervisor, Part::Supervisor);
        self.hire("mia", Role::GamingManager, Part::Manager);
        let at = self.at();
        let configs = self.plan.tables.clone();
        if let Some(running) = self.running.as_mut() {
            for (id, config) in self.tables.iter().zip(configs) {
                running.found(*id, config, at)?;
            }
        }
        for table in self.tables.clone() {
            self.by_house(Wish::Table(table, Command::Open));
        }
        for (no, temper) in (0..).zip(self.plan.bettors.clone()) {
            let handle = format!("bettor{no}");
            self.add_client(handle.clone(), Part::Bettor(temper));
            if temper == Temper::Double {
                self.add_client(handle, Part::SecondDevice);
            }
        }
        self.agenda.after(Span::minutes(1), Due::HouseKeeping);
        self.agenda.after(Span::seconds(5), Due::Menace);
        self.check()
    }

    /// The days follow the zone of the plan.
    fn set_days(&mut self) -> Result<(), String> {
        let name = self.plan.zone;
        let zone = zones::zone(name).ok_or_else(|| format!("there is no zone `{name}`"))?;
        if zone != Zone::utc() {
            self.by_house(Wish::Desk(DeskCommand::SetDays { zone }));
        }
        if let Some(running) = &self.running {
            self.days = running.desk().days().clone();
        }
        Ok(())
    }

    fn hire(&mut self, handle: &str, role: Role, part: Part) {
        let (handle, phc) = (handle.to_owned(), self.phc.clone());
        let command = DeskCommand::Staff {
            handle: handle.clone(),
            phc,
            roles: BTreeSet::from([role]),
        };
        self.by_house(Wish::Desk(command));
        self.add_client(handle, part);
    }

    /// The house does something at once.
    fn by_house(&mut self, wish: Wish) {
        let ask = Ask {
            sender: Sender::House,
            id: None,
            wish,
            to: To::Nobody,
        };
        self.house(|running, now: &mut Now<'_, _>| {
            running.ask(ask, now);
            running.flush(now);
        });
    }

    fn check(&mut self) -> Result<(), String> {
        self.broken.take().map_or(Ok(()), Err)
    }

    /// The power goes, and what is on the disk must hold by itself.
    fn stop_anyhow(&mut self) -> Result<Ended, String> {
        self.crash();
        self.heal();
        self.reopen();
        self.check()?;
        if self.running.is_none() {
            return Err("the house cannot be opened from a disk that works".to_owned());
        }
        Ok(Ended::Anyhow)
    }

    /// All faults heal: rounds end, everybody is answered, tables close.
    fn stop_in_order(&mut self) -> Result<Ended, String> {
        self.heal();
        self.reopen();
        self.pass(self.agenda.now().after(QUIET));
        self.check()?;
        if let Some(client) = self.clients.iter().find(|client| client.is_waiting()) {
            return Err(format!(
                "{} waits for an answer to {:?} for ever",
                client.handle,
                client.request()
            ));
        }
        for (table, _) in self.running.iter().flat_map(Running::tables) {
            if let Some((no, round)) = table.round() {
                return Err(format!(
                    "round {no} of table {} does not end: {:?}",
                    table.id(),
                    round.turn()
                ));
            }
            // Wagers beside a hand wait for one on a hand: without it there is no round to begin.
            let boxes = table.view().boxes;
            if let Some((_, lay)) = boxes
                .iter()
                .flat_map(|each| &each.laid)
                .find(|(_, lay)| matches!(lay, Lay::Wager { .. }))
            {
                return Err(format!("{lay:?} lies on table {} for ever", table.id()));
            }
        }
        for table in self.tables.clone() {
            self.by_house(Wish::Table(
                table,
                Command::AnnounceClosing { last_rounds: false },
            ));
        }
        self.pass(self.agenda.now().after(CLOSING));
        self.check()?;
        let open: Vec<TableId> = self
            .running
            .iter()
            .flat_map(Running::tables)
            .filter(|(table, _)| table.is_open())
            .map(|(table, _)| table.id())
            .collect();
        if !open.is_empty() {
            return Err(format!("these tables do not close: {open:?}"));
        }
        Ok(Ended::Closed)
    }

    /// Everything there is to judge the run by.
    fn evidence(self, ended: Ended) -> Result<Evidence, String> {
        let found = Evidence::on_disk(&self.disk, self.secret, ended)
            .map_err(|trouble| format!("{trouble:?}"))?;
        Ok(Evidence {
            heard: self.heard,
            frames: self.frames,
            away: self.away,
            ..found
        })
    }
}
