//! The world around the house: time, the network, the disk, and everybody in it. One seed makes all
//! of it.

use crate::agenda::Agenda;
use crate::bettor::{Look, elsewhere};
use crate::chance::Chance;
use crate::client::{Client, Part};
use crate::counts::Counts;
use crate::evidence::{Away, Heard};
use crate::fault::Fault;
use crate::floor;
use crate::message::{Ask, Frame, Out, Route, Said, Sender, To, Wish};
use crate::plan::{Plan, Temper, Weather};
use crate::running::{Now, Running};
use desk::{Calendar, Desk, DeskCommand, Phc, Token};
use fair::{Entropy, NoEntropy};
use ledger::TableId;
use std::collections::BTreeMap;
use std::rc::Rc;
use store::FakeDisk;
use table::{Span, Table, Time};

/// The world in which a house runs.
pub struct World {
    pub(crate) plan: Plan,
    pub(crate) agenda: Agenda<Due>,
    /// How far the machine's clock is ahead of the true one, in milliseconds.
    pub(crate) ahead: i64,
    pub(crate) disk: FakeDisk,
    pub(crate) secret: [u8; 32],
    pub(crate) running: Option<Running>,
    /// How often the house was started: what was due in an earlier one is not tried again in the
    /// next.
    pub(crate) starts: u64,
    /// The days of the house.
    pub(crate) days: Calendar,
    /// The tables as they were when the power went.
    pub(crate) before: Vec<(Table, u64)>,
    pub(crate) desk_before: Option<Desk>,
    pub(crate) tables: Vec<TableId>,
    pub(crate) clients: Vec<Client>,
    pub(crate) thinking: Vec<u64>,
    pub(crate) phc: Phc,
    pub(crate) people: Chance,
    pub(crate) network: Chance,
    pub(crate) faults: Chance,
    pub(crate) cards: Source,
    pub(crate) weather: Weather,
    pub(crate) spirit: Spirit,
    /// The power goes when the disk has had so many calls.
    pub(crate) doomed: Option<u64>,
    pub(crate) slow_until: Time,
    pub(crate) full: u64,
    pub(crate) flushing: bool,
    pub(crate) wakes: BTreeMap<TableId, Wake>,
    /// Tables whose clock rang and was not heard yet, with their version.
    pub(crate) ringing: BTreeMap<TableId, u64>,
    pub(crate) connections: u64,
    pub(crate) heard: Vec<Heard>,
    pub(crate) frames: BTreeMap<(u64, u64), Rc<str>>,
    pub(crate) away: Vec<Away>,
    pub(crate) counts: Counts,
    pub(crate) broken: Option<String>,
}

/// Whether people start anything new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spirit {
    /// They do.
    Busy,
    /// They wait for their answers and do nothing else.
    Quiet,
}

/// Where the house's cards come from.
pub(crate) struct Source {
    pub(crate) chance: Chance,
    /// How many reasons there are that nothing comes.
    pub(crate) dry: u32,
}

impl Entropy for Source {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        if self.dry > 0 {
            Err(NoEntropy)
        } else {
            self.chance.fill(bytes)
        }
    }
}

/// When the clock of a table rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wake {
    /// By the machine's clock.
    pub(crate) due: Time,
    pub(crate) no: u64,
}

/// What is going to happen.
#[derive(Debug)]
pub(crate) enum Due {
    /// A request reaches the house.
    Arrives(Ask),
    /// An answer reaches a client.
    Answered(Route, Said),
    /// A frame reaches a client.
    Framed(usize, u64, Frame),
    /// A client asks what it missed.
    Watch(usize, u64),
    /// A client learns the version of its table, and what it missed is gone.
    Whole(usize, u64, TableId, u64),
    /// A client waited long enough for an answer.
    Retry(usize, u64),
    /// Somebody makes up their mind.
    Think(usize, u64),
    Connect(usize),
    Wake(TableId, u64),
    /// A table goes on after the house was away: it is tried again, unless the house was started
    /// again meanwhile.
    Back(TableId, u64),
    /// The same for a table that must still be told.
    Restarted(TableId, u64),
    Flush,
    HouseKeeping,
    /// The next fault.
    Menace,
    /// A fault is over.
    Over(Fault),
    /// The house is started again.
    Reopen,
}

impl World {
    pub(crate) fn assemble(plan: Plan, phc: Phc) -> Self {
        let seed = plan.seed;
        let mut start = Chance::of(seed, "start");
        let began = plan.began.after(Span::seconds(start.below(86_400).into()));
        let n_tables = u32::try_from(plan.tables.len()).unwrap_or(1);
        Self {
            weather: plan.weather,
            plan,
            agenda: Agenda::new(began),
            ahead: 0,
            disk: FakeDisk::new(),
            secret: start.bytes(),
            running: None,
            starts: 0,
            days: Calendar::default(),
            before: Vec::new(),
            desk_before: None,
            tables: (1..=n_tables).map(TableId).collect(),
            clients: Vec::new(),
            thinking: Vec::new(),
            phc,
            people: Chance::of(seed, "people"),
            network: Chance::of(seed, "network"),
            faults: Chance::of(seed, "faults"),
            cards: Source {
                chance: Chance::of(seed, "cards"),
                dry: 0,
            },
            spirit: Spirit::Busy,
            doomed: None,
            slow_until: began,
            full: 0,
            flushing: false,
            wakes: BTreeMap::new(),
            ringing: BTreeMap::new(),
            connections: 0,
            heard: Vec::new(),
            frames: BTreeMap::new(),
            away: Vec::new(),
            counts: Counts::default(),
            broken: None,
        }
    }

    /// The time on the machine's clock.
    pub(crate) fn at(&self) -> Time {
        Time(self.agenda.now().0.saturating_add_signed(self.ahead))
    }

    pub(crate) fn add_client(&mut self, handle: String, part: Part) {
        let place = self.clients.len();
        let table = self
            .people
            .pick(&self.tables)
            .copied()
            .unwrap_or(TableId(1));
        self.clients.push(Client::new(place, handle, part, table));
        self.thinking.push(0);
        let when = Span(u64::from(self.people.below(5000)));
        self.agenda.after(when, Due::Connect(place));
    }

    /// Lets everything happen that is due before `end`, unless something breaks.
    pub(crate) fn pass(&mut self, end: Time) {
        while self.broken.is_none() {
            let Some(due) = self.agenda.next_before(end) else {
                return;
            };
            self.happen(due);
        }
    }

    fn happen(&mut self, due: Due) {
        match due {
            Due::Arrives(ask) => self.house(|running, now| running.ask(ask, now)),
            Due::Answered(route, said) => self.answered(route, said),
            Due::Framed(client, connection, frame) => self.framed(client, connection, &frame),
            Due::Watch(client, connection) => self.watch(client, connection),
            Due::Whole(client, connection, table, version) => {
                self.whole(client, connection, table, version)
            }
            Due::Retry(client, no) => self.retry(client, no),
            Due::Think(client, no) => {
                if self.thinking.get(client) == Some(&no) {
                    self.think(client);
                }
            }
            Due::Connect(client) => self.connect(client),
            Due::Wake(table, no) => self.wake(table, no),
            Due::Back(table, start) => {
                if start == self.starts {
                    self.house(|running, now| running.back(table, now));
                }
            }
            Due::Restarted(table, start) => {
                if start == self.starts {
                    self.house(|running, now| running.restarted(table, now));
                }
            }
            Due::Flush => {
                self.flushing = false;
                self.house(|running, now| running.flush(now));
            }
            Due::HouseKeeping => self.keep_house(),
            Due::Menace => self.menace(),
            Due::Over(fault) => self.relent(fault),
            Due::Reopen => self.reopen(),
        }
    }

    /// Lets the house do something, and carries out what leaves it.
    pub(crate) fn house(&mut self, does: impl FnOnce(&mut Running, &mut Now<'_, Source>)) {
        let at = self.at();
        let Some(running) = self.running.as_mut() else {
            return;
        };
        does(
            running,
            &mut Now {
                at,
                entropy: &mut self.cards,
            },
        );
        if self.doomed.is_some_and(|call| self.disk.calls() >= call) {
            // The power went at that call: nothing that followed it ever left the house.
            return self.crash();
        }
        let out = running.take_out();
        for out in out {
            self.carry(out);
        }
        self.after_house();
    }

    fn after_house(&mut self) {
        let Some(running) = self.running.as_ref() else {
            return;
        };
        if running.has_queued() && !self.flushing {
            self.flushing = true;
            let slow = self.agenda.now() < self.slow_until;
            let takes = if slow {
                self.faults.between(500, 4000)
            } else {
                self.faults.between(1, 20)
            };
            self.agenda.after(Span(takes.into()), Due::Flush);
        }
        self.set_clocks();
    }

    fn carry(&mut self, out: Out) {
        match out {
            Out::Said(To::Client(route), said) => {
                for after in self.travel() {
                    self.agenda.after(after, Due::Answered(route, said.clone()));
                }
            }
            Out::Said(To::Clock(table), Said::Fault(_) | Said::NotSignedIn) => {
                self.counts.faulted += 1;
                self.ringing.remove(&table);
                self.wake_after(table, Span::seconds(1));
            }
            Out::Said(To::Clock(table), Said::Answer(_)) => self.ticked(table),
            Out::Said(To::Back(table), Said::Fault(_) | Said::NotSignedIn) => {
                self.agenda
                    .after(Span::seconds(1), Due::Back(table, self.starts));
            }
            Out::Said(To::Restarted(table), Said::Fault(_) | Said::NotSignedIn) => {
                self.agenda
                    .after(Span::seconds(1), Due::Restarted(table, self.starts));
            }
            Out::Said(To::Back(_) | To::Restarted(_), Said::Answer(_))
            | Out::Said(To::Nobody, _) => {}
            Out::Frame(frame) => self.broadcast(&frame),
            Out::Away(table) => {
                let size = self.running.as_ref().map_or(0, Running::size);
                self.away.push(Away {
                    size,
                    table: table.0.into(),
                    at: self.at().0,
                });
            }
            Out::Broken(what) => self.broken = Some(what),
        }
    }

    pub(crate) fn think_later(&mut self, place: usize) {
        let (least, most) = match self.clients[place].part {
            Part::Bettor(Temper::Quick | Temper::Greedy | Temper::Double) | Part::SecondDevice => {
                (150, 1500)
            }
            Part::Bettor(Temper::Slow) => (2000, 15_000),
            Part::Bettor(
                Temper::Absent
                | Temper::Leaver
                | Temper::Muddled
                | Temper::Several
                | Temper::Follower
                | Temper::Careful
                | Temper::Guest,
            ) => (300, 4000),
            Part::Supervisor | Part::Manager => (4000, 25_000),
        };
        let after = self.people.between(least, most);
        self.think_after(place, after);
    }

    fn think_after(&mut self, place: usize, millis: u32) {
        self.thinking[place] += 1;
        self.agenda
            .after(Span(millis.into()), Due::Think(place, self.thinking[place]));
    }

    fn think(&mut self, place: usize) {
        let client = &self.clients[place];
        if client.is_waiting() || client.connection.is_none() || self.spirit == Spirit::Quiet {
            return;
        }
        if !client.is_signed_in() {
            return self.sign_in(place);
        }
        match self.wish(place) {
            Some(wish) => {
                let now = self.agenda.now();
                let no = self.clients[place].ask(wish, now);
                if self.clients[place].part == Part::Bettor(Temper::Muddled)
                    && no > 5
                    && self.people.once_in(25)
                {
                    self.clients[place].misname(no - 2);
                }
                self.send(place);
            }
            None => {
                let after = self.people.between(3000, 9000);
                self.think_after(place, after);
            }
        }
    }

    fn wish(&mut self, place: usize) -> Option<Wish> {
        let at = self.at();
        let running = self.running.as_ref()?;
        let client = &mut self.clients[place];
        let chance = &mut self.people;
        let temper = match client.part {
            Part::Supervisor => return floor::supervisor(running, &self.tables, chance),
            Part::Manager => return floor::manager(running, &self.tables, chance),
            Part::SecondDevice => Temper::Double,
            Part::Bettor(temper) => temper,
        };
        let player = client.person?;
        let table = running.table(client.table)?;
        if !table.has_person(player) && (!table.is_open() || chance.once_in(4)) {
            client.table = elsewhere(client.table, &self.tables, chance);
        }
        let table = running.table(client.table)?;
        Look {
            running,
            at,
            player,
            handle: &client.handle,
            table,
            temper,
        }
        .wish(chance)
    }

    /// Signs in, or comes in for the first time.
    pub(crate) fn sign_in(&mut self, place: usize) {
        let token = Token::new(self.people.bytes());
        let (key, phc, now) = (token.key(), self.phc.clone(), self.agenda.now());
        let client = &mut self.clients[place];
        let wish = match client.part {
            Part::Bettor(Temper::Guest) => {
                client.forget();
                client.handle = format!("guest{}", self.people.below(1_000_000));
                Wish::Desk(DeskCommand::EnterAsGuest {
                    handle: client.handle.clone(),
                    key,
                })
            }
            Part::Bettor(_) if client.person.is_none() => Wish::Desk(DeskCommand::Register {
                handle: client.handle.clone(),
                phc,
                key,
            }),
            Part::Bettor(_) | Part::SecondDevice | Part::Supervisor | Part::Manager => {
                Wish::SignIn {
                    handle: client.handle.clone(),
                    key,
                }
            }
        };
        client.ask_for_session(wish, token, now);
        self.send(place);
    }

    fn keep_house(&mut self) {
        self.agenda.after(Span::minutes(1), Due::HouseKeeping);
        let nobody = |wish| Ask {
            sender: Sender::House,
            id: None,
            wish,
            to: To::Nobody,
        };
        self.house(|running, now| {
            running.ask(nobody(Wish::Desk(DeskCommand::EndOldSessions)), now);
            let gone: Vec<_> = running.desk().guests_gone().collect();
            for guest in gone {
                let left = running.balance(guest);
                running.ask(
                    nobody(Wish::Desk(DeskCommand::CloseGuest { guest, left })),
                    now,
                );
            }
        });
    }
}
