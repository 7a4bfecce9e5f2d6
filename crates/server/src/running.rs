//! The house while it runs: the desk, the tables, the journal.

use crate::config::Config;
use crate::table_task::{TableHandle, TableTask};
use crate::world::{Os, now};
use desk::{By, Deed, Desk, DeskCommand, DeskRefusal, Place, SPACES, SessionNo, TableKind, Terms};
use fair::{NoEntropy, Signer};
use house::{Host, OpenFault, Opened, SEALED, SNAPSHOT};
use ledger::{Account, TableId};
use rules::Net;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use store::{
    Batch, Entry, Fault, Folder, FolderFault, HouseKey, Journal, KeyFault, Outcome, Read, Refusal, Sqlite, SqliteReader, Stream,
    Writer, WriterOptions,
};
use tokio::sync::{oneshot, watch};

/// The house while it runs.
#[derive(Debug)]
pub struct Running {
    /// How it was told to run.
    pub config: Config,
    desk: RwLock<Desk>,
    /// One desk command at a time: each is decided on what the one before it left.
    desk_turn: tokio::sync::Mutex<()>,
    tables: RwLock<BTreeMap<TableId, TableHandle>>,
    submitter: store::Submitter,
    writer: Mutex<Option<Writer<Sqlite>>>,
    reader: Mutex<SqliteReader>,
    signer: Arc<Signer>,
    stop: watch::Sender<bool>,
}

/// Why the house cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartFault {
    /// The data folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderFault),
    /// The house's key cannot be used.
    #[error(transparent)]
    Key(#[from] KeyFault),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] store::OpenFault),
    /// The journal cannot be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// An entry cannot be read.
    #[error(transparent)]
    Entry(#[from] store::EntryFault),
    /// A document of the desk cannot be read.
    #[error(transparent)]
    Desk(#[from] desk::DocumentFault),
    /// A table cannot be opened.
    #[error(transparent)]
    Table(#[from] OpenFault),
    /// No thread for the journal.
    #[error("no thread for the journal: {0}")]
    Thread(#[from] std::io::Error),
    /// No random bytes.
    #[error("the operating system has no random bytes")]
    NoEntropy,
}

impl From<NoEntropy> for StartFault {
    fn from(_: NoEntropy) -> Self {
        Self::NoEntropy
    }
}

/// Why something was not done.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refused {
    /// The desk refuses it.
    #[error(transparent)]
    Desk(#[from] DeskRefusal),
    /// The journal refuses it.
    #[error(transparent)]
    Journal(#[from] Refusal),
    /// It could not be written down; nothing happened, and it may be tried again.
    #[error("it cannot be written down now, and nothing happened: {0}")]
    Fault(String),
    /// No such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// The house is stopping.
    #[error("the house is stopping: try again in a moment")]
    Stopping,
    /// No random bytes.
    #[error("the operating system has no random bytes: nothing is dealt until it has")]
    NoEntropy,
}

impl Running {
    /// Opens the data folder and tells every table again what happened at it.
    ///
    /// # Errors
    ///
    /// When the folder is not ours, is in use, or cannot be read.
    pub fn start(config: Config) -> Result<Arc<Self>, StartFault> {
        let folder = Folder::at(&config.data);
        let backend = Sqlite::open(&folder)?;
        let key = HouseKey::load_or_create(&folder.key(), Os::bytes()?)?;
        let signer = Arc::new(Signer::new(&key.secret()));
        let mut journal = Journal::open(backend, key, "pontoon")?;
        let terms = Terms { guest: config.play_money(), member: config.play_money(), house_player: config.play_money() };
        let desk = read_desk(&mut journal, terms)?;
        let hosts = read_tables(&mut journal)?;
        let writer = Writer::start(journal, WriterOptions::default(), || now().0)?;
        let running = Arc::new(Self {
            config,
            desk: RwLock::new(desk),
            desk_turn: tokio::sync::Mutex::new(()),
            tables: RwLock::new(BTreeMap::new()),
            submitter: writer.submitter(),
            writer: Mutex::new(Some(writer)),
            reader: Mutex::new(SqliteReader::open(&folder)?),
            signer,
            stop: watch::Sender::new(false),
        });
        for host in hosts {
            running.run_table(host);
        }
        Ok(running)
    }

    /// The desk, to look at.
    pub fn desk(&self) -> RwLockReadGuard<'_, Desk> {
        self.desk.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn desk_mut(&self) -> RwLockWriteGuard<'_, Desk> {
        self.desk.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn signer(&self) -> Arc<Signer> {
        Arc::clone(&self.signer)
    }

    /// Says when the house stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Reads from the journal, on a connection of its own.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&mut SqliteReader) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Refused> {
        let running = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || question(&mut running.reader())).await;
        answer.map_err(|_| Refused::Stopping)?.map_err(|fault| Refused::Fault(fault.to_string()))
    }

    fn reader(&self) -> MutexGuard<'_, SqliteReader> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a batch to the journal and waits until it is on disk.
    pub(crate) async fn commit(&self, batch: Batch) -> Result<Outcome, Refused> {
        let (send, done) = oneshot::channel();
        let submitted = self.submitter.submit(batch, move |outcome| {
            let _ = send.send(outcome);
        });
        submitted.map_err(|fault| Refused::Fault(fault.to_string()))?;
        done.await.map_err(|_| Refused::Stopping)
    }

    /// A balance, as the journal has it.
    ///
    /// # Errors
    ///
    /// When the house is stopping or too busy.
    pub async fn balance(&self, account: Account) -> Result<Net, Refused> {
        let (send, done) = oneshot::channel();
        let asked = self.submitter.ask(move |ledger| {
            let _ = send.send(ledger.balance(account));
        });
        asked.map_err(|fault| Refused::Fault(fault.to_string()))?;
        done.await.map_err(|_| Refused::Stopping)
    }

    /// Does something at the desk, durably.
    ///
    /// # Errors
    ///
    /// When the desk or the journal refuses it, or it cannot be written down.
    pub async fn at_desk(&self, by: By, command: DeskCommand) -> Result<desk::Answer, Refused> {
        let _turn = self.desk_turn.lock().await;
        let decision = self.desk().decide(by, now(), &command)?;
        let answer = decision.answer.clone();
        match self.commit(decision.clone().into_batch(None, None)).await? {
            Outcome::Done { .. } | Outcome::Noted => {
                self.desk_mut().take(&decision);
                Ok(answer)
            }
            Outcome::Repeated(_) => Ok(answer),
            Outcome::Refused(refusal) => Err(refusal.into()),
            Outcome::Fault(fault) => Err(Refused::Fault(fault.to_string())),
        }
    }

    /// Notes that a session is in use. That it was seen is written down now and then, and nobody waits for it.
    pub(crate) fn seen(&self, session: SessionNo) {
        let put = self.desk_mut().touch(session, now());
        if let Some(put) = put {
            let batch = Batch { puts: vec![put], ..Batch::default() };
            let _ = self.submitter.submit(batch, |_| ());
        }
    }

    /// Whether a session can be used; if so, it is in use.
    pub(crate) fn session_goes_on(&self, session: SessionNo) -> bool {
        let goes_on = self.desk().sessions().get(session).is_some_and(|session| session.goes_on(now()));
        if goes_on {
            self.seen(session);
        }
        goes_on
    }

    /// Whether somebody may do something in the house.
    ///
    /// # Errors
    ///
    /// When the roles do not allow it.
    pub fn permit(&self, by: By, deed: Deed) -> Result<(), Refused> {
        Ok(self.desk().permit(by, deed, Place::House)?)
    }

    /// Sets up a table, closed.
    ///
    /// # Errors
    ///
    /// When it cannot be set up so, or not be written down.
    pub async fn found_table(self: &Arc<Self>, by: By, config: table::Config) -> Result<TableId, Refused> {
        let _turn = self.desk_turn.lock().await;
        let id = TableId(self.tables().keys().last().map_or(1, |last| last.0 + 1));
        let name = self.desk().name_of(by);
        let founded = Host::found(id, config, &name, now());
        let (host, batch) = founded.map_err(|fault| Refused::Fault(fault.to_string()))?;
        match self.commit(batch).await? {
            Outcome::Done { .. } | Outcome::Noted | Outcome::Repeated(_) => {
                self.run_table(host);
                Ok(id)
            }
            Outcome::Refused(refusal) => Err(refusal.into()),
            Outcome::Fault(fault) => Err(Refused::Fault(fault.to_string())),
        }
    }

    fn run_table(self: &Arc<Self>, host: Host) {
        let id = host.table().id();
        let handle = TableTask::spawn(Arc::clone(self), host);
        self.tables.write().unwrap_or_else(PoisonError::into_inner).insert(id, handle);
    }

    /// Every table.
    pub fn tables(&self) -> BTreeMap<TableId, TableHandle> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).clone()
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

    /// What kind of table the demo tables are: play money, dealt by the software.
    pub(crate) const fn table_kind(&self) -> TableKind {
        TableKind::TRIAL
    }

    /// Tells everybody that the house stops.
    pub(crate) fn say_stop(&self) {
        let _ = self.stop.send(true);
    }

    /// Stops: tables take no more requests, what is queued is written, the end of the log is signed.
    ///
    /// # Errors
    ///
    /// When the journal could not be closed in order; nothing acknowledged is lost even then.
    pub async fn stop(&self) -> Result<(), Fault> {
        self.say_stop();
        for handle in self.tables().into_values() {
            handle.closed().await;
        }
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let stopped = tokio::task::spawn_blocking(move || writer.stop().map(drop)).await;
            return stopped.unwrap_or(Ok(()));
        }
        Ok(())
    }
}

/// Waits until the house stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

fn read_desk(journal: &mut Journal<Sqlite>, terms: Terms) -> Result<Desk, StartFault> {
    let mut documents = Vec::new();
    for space in SPACES {
        documents.extend(journal.backend().documents(space)?.into_iter().map(|document| (space, document)));
    }
    let each = documents.iter().map(|(space, document)| (*space, document.key.as_str(), document.value.as_slice()));
    Ok(Desk::restore(terms, each)?)
}

fn read_tables(journal: &mut Journal<Sqlite>) -> Result<Vec<Host>, StartFault> {
    let streams: Vec<Stream> = journal.streams().map(|(stream, _)| stream).collect();
    let mut hosts = Vec::new();
    for stream in streams {
        if let Stream::Table(id) = stream {
            hosts.push(read_table(journal, id)?);
        }
    }
    Ok(hosts)
}

/// How many entries are read at a time.
const READ_AT_ONCE: usize = 1000;

fn read_table(journal: &mut Journal<Sqlite>, id: TableId) -> Result<Host, StartFault> {
    let snapshot = journal.backend().document(SNAPSHOT, &id.to_string())?;
    let mut opened = Opened::begin(id, snapshot.as_deref())?;
    let mut from = opened.after() + 1;
    loop {
        let raw = journal.backend().stream(Stream::Table(id), from, READ_AT_ONCE)?;
        let Some(last) = raw.last() else { break };
        from = last.seq + 1;
        for raw in &raw {
            let entry = Entry::decode(&raw.bytes)?;
            opened.tell(entry.seq, &entry.kind, entry.version, &entry.body)?;
        }
    }
    let sealed = journal.backend().document(SEALED, &id.to_string())?;
    Ok(opened.finish(sealed.as_deref())?)
}
