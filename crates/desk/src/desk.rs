//! Everybody the house knows, in memory: the sum of the desk's events, and of what the tables told.

use crate::calendar::Calendar;
use crate::command::By;
use crate::decision::{DeskDecision, Secret};
use crate::document::{Document, DocumentFault};
use crate::event::{DeskEvent, MoneyWhy};
use crate::password::{Challenge, Phc};
use crate::person::{FAILURES_MOST, Kind, Lock, Person};
use crate::play::Play;
use crate::play_book::{PlayBook, Told};
use crate::refusal::DeskRefusal;
use crate::session::{Idle, Seen, Session, SessionNo, Sessions};
use crate::top_up::TopUp;
use crate::tries::{AccountTries, Tries};
use ledger::{PlayerId, TableId, Transfer};
use rules::Money;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use store::Put;
use table::Time;

/// What newcomers are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Play money for a guest.
    pub guest: Money,
    /// Money for a new member: nothing in a house where members bring their own.
    pub member: Money,
    /// Play money for a house player.
    pub house_player: Money,
}

impl Default for Terms {
    fn default() -> Self {
        let all = Money::from_dollars(1000);
        Self {
            guest: all,
            member: all,
            house_player: all,
        }
    }
}

/// Everybody the house knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Desk {
    pub(crate) terms: Terms,
    people: BTreeMap<PlayerId, Person>,
    handles: BTreeMap<String, PlayerId>,
    sessions: Sessions,
    plays: PlayBook,
    top_ups: BTreeMap<PlayerId, TopUp>,
    tries: BTreeMap<PlayerId, AccountTries>,
    pub(crate) last: Counters,
}

/// The last number of everything that is numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counters {
    pub(crate) person: u32,
    pub(crate) session: u64,
    pub(crate) incident: u64,
    /// Of the cashier's series.
    pub(crate) transfer: u64,
}

/// Whole numbers up to here survive every reader of JSON.
const COUNT_MOST: u64 = 1 << 53;

impl Document for Counters {
    const SPACE: &'static str = "desk";
    const VERSION: u16 = 1;

    fn key(&self) -> String {
        "counters".to_owned()
    }

    fn check(&self) -> Result<(), String> {
        let fits = [self.session, self.incident, self.transfer]
            .into_iter()
            .all(|last| last < COUNT_MOST);
        if fits {
            Ok(())
        } else {
            Err(format!("nobody counts to {COUNT_MOST}"))
        }
    }
}

/// The kinds of documents that [`Desk::restore`] reads.
pub const SPACES: [&str; 8] = [
    Counters::SPACE,
    Person::SPACE,
    Session::SPACE,
    Seen::SPACE,
    Play::SPACE,
    TopUp::SPACE,
    AccountTries::SPACE,
    Calendar::SPACE,
];

impl Desk {
    /// A house that knows nobody.
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            ..Self::default()
        }
    }

    /// The desk as it was written down: all documents of the [`SPACES`], each with its space, key
    /// and content.
    ///
    /// # Errors
    ///
    /// The first document that cannot be read.
    pub fn restore<'a>(
        terms: Terms,
        documents: impl IntoIterator<Item = (&'a str, &'a str, &'a [u8])>,
    ) -> Result<Self, DocumentFault> {
        let mut desk = Self::new(terms);
        let mut seen = Vec::new();
        for (space, key, value) in documents {
            match space {
                Counters::SPACE => desk.last = Counters::read(key, value)?,
                Person::SPACE => desk.insert(Person::read(key, value)?),
                Session::SPACE => desk.sessions.restore(Session::read(key, value)?),
                Seen::SPACE => seen.push(Seen::read(key, value)?),
                Play::SPACE => desk.plays.insert(Play::read(key, value)?),
                TopUp::SPACE => desk.insert_top_up(TopUp::read(key, value)?),
                AccountTries::SPACE => desk.insert_tries(AccountTries::read(key, value)?),
                Calendar::SPACE => *desk.plays.days_mut() = Calendar::read(key, value)?,
                // What others keep is no business of the desk.
                _ => {}
            }
        }
        for seen in seen {
            desk.sessions.restore_seen(seen);
        }
        Ok(desk)
    }

    /// A person.
    pub fn person(&self, id: PlayerId) -> Option<&Person> {
        self.people.get(&id)
    }

    /// A person by name.
    pub fn by_handle(&self, handle: &str) -> Option<&Person> {
        self.handles.get(handle).and_then(|id| self.people.get(id))
    }

    /// Everybody.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.people.values()
    }

    /// Who is signed in.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// A sign of life in a session: what is to be written of it, at most once a minute.
    pub fn touch(&mut self, session: SessionNo, at: Time) -> Option<Put> {
        self.sessions.touch(session, at)
    }

    /// What the tables told.
    pub fn plays(&self) -> &PlayBook {
        &self.plays
    }

    /// The days of the house.
    pub fn days(&self) -> &Calendar {
        self.plays.days()
    }

    /// Whether anything was counted by days so far.
    pub(crate) fn has_counted(&self) -> bool {
        !self.plays.all().is_empty() || !self.top_ups.is_empty()
    }

    /// A person's last top-up.
    pub fn last_top_up(&self, id: PlayerId) -> Option<&TopUp> {
        self.top_ups.get(&id)
    }

    /// The wrong passwords that were given for an account since the last right one.
    pub fn tries(&self, id: PlayerId) -> Option<Tries> {
        self.tries.get(&id).map(|of| of.tries)
    }

    /// The documents of all wrong passwords that are not followed by a right one.
    pub fn tries_puts(&self) -> impl Iterator<Item = Put> {
        self.tries.values().map(Document::put)
    }

    /// Until when no password is judged for this name, where that is later than now.
    pub fn sign_in_wait(&self, handle: &str, at: Time) -> Option<Time> {
        let person = self.by_handle(handle)?;
        self.tries(person.id)?.wait(at)
    }

    /// What a given password must be compared with; as much work for a name that nobody has.
    pub fn challenge(&self, handle: &str) -> Challenge {
        let person = self.by_handle(handle);
        match person.and_then(|person| Some((person.id, person.password.as_ref()?))) {
            Some((id, password)) => Challenge {
                person: Some(id),
                phc: password.phc.clone(),
            },
            None => Challenge {
                person: None,
                phc: Phc::nobody(),
            },
        }
    }

    /// Guests who have no session left, are at no table and have nothing on one: their accounts can
    /// be closed.
    pub fn guests_gone(&self) -> impl Iterator<Item = PlayerId> {
        self.people
            .values()
            .filter(|person| person.kind == Kind::Guest)
            .map(|person| person.id)
            .filter(|id| self.is_gone(*id))
    }

    pub(crate) fn is_gone(&self, id: PlayerId) -> bool {
        self.sessions.of(id).next().is_none()
            && self
                .plays
                .of(id)
                .all(|play| !play.is_there() && play.open().is_zero())
    }

    /// What happened at a table, as the desk must know it. Commit its puts together with the
    /// table's own, then [`Desk::take_told`].
    pub fn told(
        &self,
        table: TableId,
        at: Time,
        events: &[table::Event],
        transfers: &[Transfer],
    ) -> Told {
        self.plays.told(table, at, events, transfers)
    }

    /// A table goes on after the house was away: the time in between does not count as played.
    pub fn told_restarted(&self, table: TableId, at: Time) -> Told {
        self.plays.restarted(table, at)
    }

    /// The same for a player's command, if the player may lay the wagers in it; they count at once
    /// at other tables.
    ///
    /// Then commit, and [`Desk::take_told`] or [`Desk::drop_told`]. A table has one command under
    /// way at a time.
    ///
    /// # Errors
    ///
    /// As [`Desk::may_move`].
    pub fn stage_told(
        &mut self,
        player: PlayerId,
        table: TableId,
        at: Time,
        events: &[table::Event],
        transfers: &[Transfer],
    ) -> Result<Told, DeskRefusal> {
        self.plays.unstage(table);
        self.may_move(player, at, transfers)?;
        let told = self.told(table, at, events, transfers);
        self.plays.stage(&told);
        Ok(told)
    }

    /// What a table told is not going to be on disk.
    pub fn drop_told(&mut self, table: TableId) {
        self.plays.unstage(table);
    }

    /// What a table told is on disk.
    pub fn take_told(&mut self, told: Told) {
        self.plays.unstage(told.table);
        for play in told.plays {
            self.plays.insert(play);
        }
    }

    /// A decision is on disk.
    pub fn take(&mut self, decision: &DeskDecision) {
        self.apply(decision.at, &decision.events, &decision.secrets);
    }

    /// Takes an event in. Passwords and tokens are in no event: a desk made from events alone lets
    /// nobody sign in.
    pub fn evolve(&mut self, at: Time, event: &DeskEvent) {
        match event {
            DeskEvent::Registered {
                person,
                handle,
                kind,
                roles,
            } => {
                self.last.person = self.last.person.max(person.0);
                self.insert(Person::new(
                    *person,
                    handle.clone(),
                    *kind,
                    roles.clone(),
                    at,
                ));
            }
            DeskEvent::GuestClosed { person } => self.remove(*person),
            DeskEvent::SignedIn { person, session } => self.begin(*person, *session, at),
            DeskEvent::Reauthenticated { person, session } => {
                self.sessions.wake(*session, at);
                self.forgive(*person);
            }
            DeskEvent::WrongPassword { person, tries } => self.insert_tries(AccountTries {
                person: *person,
                tries: *tries,
            }),
            DeskEvent::SessionEnded { session, .. } => self.sessions.end(*session),
            DeskEvent::Moved { person, why, .. } => {
                self.last.transfer += 1;
                if *why == MoneyWhy::TopUp {
                    self.insert_top_up(TopUp {
                        person: *person,
                        at,
                    });
                }
            }
            DeskEvent::IncidentNoted { no, .. } => self.last.incident = *no,
            DeskEvent::DaysSet { zone, from } => {
                self.plays.days_mut().turn(zone.clone(), *from, at);
            }
            DeskEvent::Done { .. } => {}
            DeskEvent::SignInFailed { person, .. }
            | DeskEvent::PasswordChanged { person }
            | DeskEvent::PasswordReset { person }
            | DeskEvent::Locked { person, .. }
            | DeskEvent::Unlocked { person }
            | DeskEvent::RoleGiven { person, .. }
            | DeskEvent::RoleTaken { person, .. }
            | DeskEvent::CardIssued { person, .. }
            | DeskEvent::CardCancelled { person, .. }
            | DeskEvent::LimitSet { person, .. }
            | DeskEvent::RealityAcknowledged { person, .. }
            | DeskEvent::Excluded { person, .. } => {
                if event.forgives() {
                    self.tries.remove(person);
                }
                self.change(*person, |person| person.evolve(at, event))
            }
        }
    }

    /// The documents that change, by letting it happen on a small copy.
    pub(crate) fn puts(&self, at: Time, events: &[DeskEvent], secrets: &[Secret]) -> Vec<Put> {
        let touched: BTreeSet<PlayerId> = events.iter().filter_map(DeskEvent::person).collect();
        let before = self.extract(&touched);
        let mut after = before.clone();
        after.apply(at, events, secrets);
        let mut puts = changes(&before.people, &after.people);
        puts.extend(changes(before.sessions.all(), after.sessions.all()));
        let ended = before
            .sessions
            .all()
            .keys()
            .filter(|no| after.sessions.get(**no).is_none());
        puts.extend(ended.map(|no| Seen { no: *no, at }.removal()));
        puts.extend(changes(before.plays.all(), after.plays.all()));
        puts.extend(changes(&before.top_ups, &after.top_ups));
        puts.extend(changes(&before.tries, &after.tries));
        if after.days() != before.days() {
            puts.push(after.days().put());
        }
        if after.last != before.last {
            puts.push(after.last.put());
        }
        puts
    }

    fn extract(&self, touched: &BTreeSet<PlayerId>) -> Self {
        let mut some = Self {
            terms: self.terms,
            last: self.last,
            ..Self::default()
        };
        *some.plays.days_mut() = self.days().clone();
        for id in touched {
            if let Some(person) = self.people.get(id) {
                some.insert(person.clone());
            }
            self.sessions
                .of(*id)
                .for_each(|session| some.sessions.restore(session.clone()));
            self.plays
                .of(*id)
                .for_each(|play| some.plays.insert(play.clone()));
            self.last_top_up(*id)
                .into_iter()
                .for_each(|last| some.insert_top_up(last.clone()));
            self.tries
                .get(id)
                .into_iter()
                .for_each(|tries| some.insert_tries(*tries));
        }
        some
    }

    fn apply(&mut self, at: Time, events: &[DeskEvent], secrets: &[Secret]) {
        for event in events {
            self.evolve(at, event);
        }
        for secret in secrets {
            match secret {
                Secret::Password { person, password } => {
                    self.change(*person, |person| person.password = Some(password.clone()));
                }
                Secret::Session { no, key } => self.sessions.set_key(*no, *key),
            }
        }
    }

    fn insert(&mut self, person: Person) {
        self.handles.insert(person.handle.clone(), person.id);
        self.people.insert(person.id, person);
    }

    fn insert_top_up(&mut self, top_up: TopUp) {
        self.top_ups.insert(top_up.person, top_up);
    }

    fn insert_tries(&mut self, tries: AccountTries) {
        self.tries.insert(tries.person, tries);
    }

    /// A right password was given: the wrong ones before count no more.
    fn forgive(&mut self, id: PlayerId) {
        self.tries.remove(&id);
        self.change(id, |person| {
            person.failures = 0;
            person.lock = person.lock.take().filter(|lock| *lock != Lock::Failures);
        });
    }

    fn remove(&mut self, id: PlayerId) {
        self.plays.forget(id);
        self.top_ups.remove(&id);
        self.tries.remove(&id);
        if let Some(person) = self.people.remove(&id) {
            self.handles.remove(&person.handle);
        }
    }

    fn begin(&mut self, id: PlayerId, no: SessionNo, at: Time) {
        self.last.session = self.last.session.max(no.0);
        let idle = match self.people.get(&id).map(|person| person.kind) {
            Some(Kind::Member | Kind::Staff) => Idle::AsksPassword,
            Some(Kind::Guest | Kind::HousePlayer) | None => Idle::Ends,
        };
        self.sessions.begin(no, id, idle, at);
        self.forgive(id);
        self.change(id, |person| {
            person.last_sign_in = Some(at);
            person.sign_ins = person.sign_ins.saturating_add(1);
        });
    }

    fn change(&mut self, id: PlayerId, how: impl FnOnce(&mut Person)) {
        if let Some(person) = self.people.get_mut(&id) {
            how(person);
        }
    }

    /// The handle of whoever asks, for records.
    pub fn name_of(&self, by: By) -> String {
        match by {
            By::House => "house".to_owned(),
            By::Visitor => "visitor".to_owned(),
            By::Person(id) => self
                .people
                .get(&id)
                .map_or_else(|| by.to_string(), |person| person.handle.clone()),
        }
    }
}

impl Person {
    fn evolve(&mut self, at: Time, event: &DeskEvent) {
        match event {
            // As it was when it was written down, so that an old log still leaves the documents of
            // its day. The lock keeps nobody out any more.
            DeskEvent::SignInFailed { failures, .. } => {
                self.failures = *failures;
                if *failures >= FAILURES_MOST {
                    self.lock = Some(Lock::Failures);
                }
            }
            DeskEvent::PasswordChanged { .. } => self.failures = 0,
            DeskEvent::PasswordReset { .. } => {
                self.failures = 0;
                self.lock = self.lock.take().filter(|lock| *lock != Lock::Failures);
            }
            DeskEvent::Locked { why, .. } => self.lock = Some(Lock::ByStaff { why: why.clone() }),
            DeskEvent::Unlocked { .. } => {
                self.failures = 0;
                self.lock = None;
            }
            DeskEvent::RoleGiven { role, .. } => drop(self.roles.insert(*role)),
            DeskEvent::RoleTaken { role, .. } => drop(self.roles.remove(role)),
            DeskEvent::CardIssued { number, .. } => self.card = Some(number.clone()),
            DeskEvent::CardCancelled { .. } => self.card = None,
            DeskEvent::LimitSet { change, from, .. } => self.limits.set(*change, *from, at),
            DeskEvent::RealityAcknowledged { seen, .. } => self.reality.seen = *seen,
            DeskEvent::Excluded { until, .. } => self.excluded = Some(*until),
            DeskEvent::Registered { .. }
            | DeskEvent::GuestClosed { .. }
            | DeskEvent::SignedIn { .. }
            | DeskEvent::Reauthenticated { .. }
            | DeskEvent::WrongPassword { .. }
            | DeskEvent::SessionEnded { .. }
            | DeskEvent::Moved { .. }
            | DeskEvent::IncidentNoted { .. }
            | DeskEvent::DaysSet { .. }
            | DeskEvent::Done { .. } => {}
        }
    }
}

/// What is to be written so that the documents `before` become those `after`.
fn changes<K: Ord, D: Document + PartialEq>(
    before: &BTreeMap<K, D>,
    after: &BTreeMap<K, D>,
) -> Vec<Put> {
    let gone = before
        .iter()
        .filter(|(key, _)| !after.contains_key(*key))
        .map(|(_, document)| document.removal());
    let new = after
        .iter()
        .filter(|(key, document)| before.get(*key) != Some(*document))
        .map(|(_, document)| document.put());
    gone.chain(new).collect()
}
