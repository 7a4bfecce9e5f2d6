//! The house while it runs: the desk, the tables, the journal.

use crate::analysis::Analyses;
use crate::at_desk::to_the_end;
use crate::config::Config;
use crate::floor::fits_stakes;
use crate::opening::Readers;
use crate::passwords::Reckoning;
use crate::private_table::PrivateTables;
use crate::refused::{Refused, StartFault};
use crate::simulation::Simulations;
use crate::sockets::Sockets;
use crate::table_task::{TableHandle, TableTask};
use crate::turns::Turns;
use crate::waits::Waits;
use crate::world::{Chance, Clock, World};
use desk::{By, Deed, Desk, Place, SessionNo, TableKind};
use fair::Signer;
use house::{CardOnFile, Host};
use ledger::{Account, Ledger, PlayerId, TableId};
use rules::Net;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use store::{
    Backend, Batch, Fault, FaultKind, HouseKey, Outcome, PublicKey, Read, Refusal, Submitter,
    Writer, Written,
};
use table::Time;
use tokio::sync::{oneshot, watch};

/// The house while it runs.
pub struct Running {
    /// How it was told to run.
    pub config: Config,
    world: World,
    desk: RwLock<Desk>,
    /// One desk command at a time: each is decided on what the one before it left.
    pub(crate) desk_turn: tokio::sync::Mutex<()>,
    /// Set when nobody knows whether the desk's last entry was written: then it is read again
    /// before it decides.
    pub(crate) desk_unsure: AtomicBool,
    /// One thing at a time for each person. It is taken before the desk's turn.
    turns: Arc<Turns>,
    tables: RwLock<BTreeMap<TableId, TableHandle>>,
    private_tables: PrivateTables,
    submitter: Submitter,
    /// Whether the last batch could not be written.
    faulty: AtomicBool,
    writer: Mutex<Option<Box<dyn StopWriter>>>,
    readers: Readers,
    reader: Mutex<Box<dyn Read + Send>>,
    key: HouseKey,
    signer: Arc<Signer>,
    sockets: Arc<Sockets>,
    reckoning: Reckoning,
    waits: Waits,
    analyses: Arc<Analyses>,
    simulations: Simulations,
    stop: watch::Sender<bool>,
}

/// What a house is put together from.
pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) world: World,
    pub(crate) desk: Desk,
    pub(crate) readers: Readers,
    pub(crate) key: HouseKey,
    pub(crate) signer: Arc<Signer>,
}

/// A journal's thread, whatever it writes to.
pub(crate) trait StopWriter: Send {
    /// Writes what is queued, signs the end of the log and stops.
    fn stop(self: Box<Self>) -> Result<(), Fault>;
}

impl<B: Backend + Send + 'static> StopWriter for Writer<B> {
    fn stop(self: Box<Self>) -> Result<(), Fault> {
        (*self).stop().map(drop)
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Running {
    pub(crate) fn new<B: Backend + Send + 'static>(
        parts: Parts,
        writer: Writer<B>,
    ) -> Result<Self, StartFault> {
        let Parts {
            config,
            world,
            desk,
            readers,
            key,
            signer,
        } = parts;
        Ok(Self {
            sockets: Arc::new(Sockets::new(config.sockets)),
            config,
            world,
            desk: RwLock::new(desk),
            desk_turn: tokio::sync::Mutex::new(()),
            desk_unsure: AtomicBool::new(false),
            turns: Arc::default(),
            tables: RwLock::new(BTreeMap::new()),
            private_tables: PrivateTables::default(),
            submitter: writer.submitter(),
            faulty: AtomicBool::new(false),
            writer: Mutex::new(Some(Box::new(writer))),
            reader: Mutex::new(readers()?),
            readers,
            key,
            signer,
            reckoning: Reckoning::default(),
            waits: Waits::default(),
            analyses: Arc::default(),
            simulations: Simulations::default(),
            stop: watch::Sender::new(false),
        })
    }

    /// The time.
    pub fn now(&self) -> Time {
        self.world.clock.now()
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.world.clock
    }

    pub(crate) fn chance(&self) -> &Chance {
        &self.world.chance
    }

    /// The desk, to look at.
    pub fn desk(&self) -> RwLockReadGuard<'_, Desk> {
        self.desk.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn desk_mut(&self) -> RwLockWriteGuard<'_, Desk> {
        self.desk.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn turns(&self) -> Arc<Turns> {
        Arc::clone(&self.turns)
    }

    pub(crate) fn signer(&self) -> Arc<Signer> {
        Arc::clone(&self.signer)
    }

    /// The key that signs in the house's name.
    pub(crate) fn key(&self) -> HouseKey {
        self.key.clone()
    }

    /// The key that checks what the house signs, in hexadecimal digits.
    pub fn public_key(&self) -> String {
        PublicKey(self.key.public()).to_string()
    }

    pub(crate) fn sockets(&self) -> &Arc<Sockets> {
        &self.sockets
    }

    pub(crate) fn waits(&self) -> &Waits {
        &self.waits
    }

    pub(crate) fn reckoning(&self) -> &Reckoning {
        &self.reckoning
    }

    pub(crate) fn analyses(&self) -> &Arc<Analyses> {
        &self.analyses
    }

    pub(crate) fn private_tables(&self) -> &PrivateTables {
        &self.private_tables
    }

    pub(crate) fn simulations(&self) -> &Simulations {
        &self.simulations
    }

    /// Says when the house stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Reads from the journal, on a connection that is shared: for what is quick.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&mut dyn Read) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Refused> {
        let running = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || question(&mut **running.reader())).await;
        answer
            .map_err(|_| Refused::Bug)?
            .map_err(|fault| Refused::Unreadable(fault.to_string()))
    }

    pub(crate) fn reader(&self) -> MutexGuard<'_, Box<dyn Read + Send>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reader of one's own, for what takes long.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub(crate) fn own_reader(&self) -> Result<Box<dyn Read + Send>, Refused> {
        (self.readers)().map_err(|fault| Refused::Unreadable(fault.to_string()))
    }

    /// Hands a batch to the journal and waits until it is on disk.
    pub(crate) async fn commit(&self, batch: Batch) -> Result<Outcome, Refused> {
        let (send, done) = oneshot::channel();
        let submitted = self.submitter.submit(batch, move |outcome| {
            let _ = send.send(outcome);
        });
        submitted?;
        let outcome = done.await.map_err(|_| Refused::Stopping)?;
        self.faulty
            .store(matches!(outcome, Outcome::Fault(_)), Ordering::Release);
        Ok(outcome)
    }

    /// Whether the last thing that was to be written down was.
    pub(crate) fn writes_go_through(&self) -> bool {
        !self.faulty.load(Ordering::Acquire)
    }

    /// What the journal has written since it was opened.
    pub(crate) fn written(&self) -> Written {
        self.submitter.written()
    }

    /// Asks the ledger, between two groups of entries.
    pub(crate) async fn ask_ledger<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Ledger) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (send, done) = oneshot::channel();
        let asked = self.submitter.ask(move |ledger| {
            let _ = send.send(question(ledger));
        });
        asked?;
        done.await.map_err(|_| Refused::Stopping)
    }

    /// A balance, as the journal has it.
    ///
    /// # Errors
    ///
    /// When the house is stopping or too busy.
    pub async fn balance(&self, account: Account) -> Result<Net, Refused> {
        self.ask_ledger(move |ledger| ledger.balance(account)).await
    }

    /// Tells players what they have now.
    pub(crate) fn tell_balances(&self, balances: &[(Account, Net)]) {
        for (account, balance) in balances {
            if let Account::Player(player) = account {
                self.sockets.tell_balance(*player, *balance);
            }
        }
    }

    /// Notes that a session is in use. That it was seen is written down now and then, and nobody
    /// waits for it.
    pub(crate) fn seen(&self, session: SessionNo) {
        let put = self.desk_mut().touch(session, self.now());
        if let Some(put) = put {
            let batch = Batch {
                puts: vec![put],
                ..Batch::default()
            };
            let _ = self.submitter.submit(batch, |_| ());
        }
    }

    /// Whether somebody may do something in the house.
    ///
    /// # Errors
    ///
    /// When the roles do not allow it.
    pub fn permit(&self, by: By, deed: Deed) -> Result<(), Refused> {
        Ok(self.desk().permit(by, deed, Place::House)?)
    }

    /// The name of a person, if the house knows one.
    pub(crate) fn handle_of(&self, person: PlayerId) -> Option<String> {
        self.desk()
            .person(person)
            .map(|person| person.handle.clone())
    }

    /// Sets up a table, closed.
    ///
    /// # Errors
    ///
    /// When whoever asks may not, it cannot be set up so, or not be written down.
    pub async fn found_table(
        self: &Arc<Self>,
        by: By,
        config: table::Config,
    ) -> Result<TableId, Refused> {
        self.permit(by, Deed::FoundTable)?;
        let running = Arc::clone(self);
        to_the_end(async move { running.found(by, config).await }).await
    }

    /// Whether the account of whoever asks has a valid player card.
    pub(crate) fn card_on_file(&self, by: By) -> CardOnFile {
        match by {
            By::Person(person) if self.desk().holds_card(person) => CardOnFile::Valid,
            By::Person(_) | By::House | By::Visitor => CardOnFile::None,
        }
    }

    /// The same; whether whoever asks may is the caller's business.
    pub(crate) async fn found(
        self: &Arc<Self>,
        by: By,
        config: table::Config,
    ) -> Result<TableId, Refused> {
        fits_stakes(&config, self.table_kind())?;
        let _turn = self.desk_turn.lock().await;
        let name = self.desk().name_of(by);
        let last = self
            .tables()
            .keys()
            .last()
            .copied()
            .max(self.private_tables.last_closed());
        let mut id = last.map_or(1, |last| last.0 + 1);
        loop {
            let founded = Host::found(TableId(id), config.clone(), &name, self.now());
            let (host, batch) = founded.map_err(|fault| Refused::Config(fault.to_string()))?;
            match self.commit(batch).await? {
                Outcome::Done { .. } | Outcome::Noted | Outcome::Repeated(_) => {
                    self.run_table(host);
                    return Ok(TableId(id));
                }
                // A table that was founded when a fault came is there at the next start; its number
                // is taken.
                Outcome::Refused(Refusal::Conflict { .. }) => id += 1,
                Outcome::Refused(refusal) => return Err(refusal.into()),
                Outcome::Fault(fault) => return Err(Refused::Fault(fault.to_string())),
            }
        }
    }

    pub(crate) fn run_table(self: &Arc<Self>, host: Host) {
        let id = host.table().id();
        let handle = TableTask::spawn(Arc::clone(self), host);
        self.tables
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, handle);
    }

    /// Lets go of a table at which nothing can happen any more.
    pub(crate) fn forget_table(&self, id: TableId) {
        self.tables
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&id);
    }

    /// Every table.
    pub fn tables(&self) -> BTreeMap<TableId, TableHandle> {
        self.tables
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// One table.
    ///
    /// # Errors
    ///
    /// When there is none of that number.
    pub fn table(&self, id: TableId) -> Result<TableHandle, Refused> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&id).cloned().ok_or(Refused::NoTable(id))
    }

    /// What kind of table every table of this house is so far: play money, dealt by the software.
    pub(crate) const fn table_kind(&self) -> TableKind {
        TableKind::TRIAL
    }

    /// Tells everybody that the house stops.
    pub fn say_stop(&self) {
        let _ = self.stop.send(true);
    }

    /// Stops: tables take no more requests, what is queued is written, the end of the log is
    /// signed.
    ///
    /// # Errors
    ///
    /// When the journal could not be closed in order; nothing acknowledged is lost even then.
    pub async fn stop(&self) -> Result<(), Fault> {
        self.say_stop();
        for handle in self.tables().into_values() {
            handle.closed().await;
        }
        let writer = self
            .writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(writer) = writer {
            let stopped = tokio::task::spawn_blocking(move || writer.stop()).await;
            return stopped.unwrap_or_else(|_| {
                Err(Fault::new(
                    FaultKind::Io,
                    "the journal's thread failed".to_owned(),
                ))
            });
        }
        Ok(())
    }
}

/// Waits until the house stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
