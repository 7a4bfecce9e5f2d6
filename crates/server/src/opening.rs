//! Opening the house: its folder, its key, its people and its tables, as the journal has them.

use crate::config::Config;
use crate::refused::StartFault;
use crate::running::{Parts, Running};
use crate::world::World;
use desk::{By, Desk, DeskCommand, SPACES, Terms};
use fair::Signer;
use house::{Host, METER, OpenFault, Opened, SEALED, SNAPSHOT};
use ledger::TableId;
use std::fmt;
use std::sync::Arc;
use store::{
    Backend, Entry, Fault, FaultKind, Folder, FolderFault, HouseKey, Journal, Read, SqliteReader,
    Stream, Writer, WriterOptions,
};

/// The name of the house's log.
pub const ORIGIN: &str = "pontoon";
/// How many entries are read at a time.
const READ_AT_ONCE: usize = 1000;

/// The house's journal, and how to read beside it.
pub struct Disk<B> {
    /// The journal.
    pub journal: Journal<B>,
    /// The key it was opened with.
    pub key: HouseKey,
    /// Opens one more reader.
    pub readers: Readers,
}

/// Opens a reader.
pub type Readers = Box<dyn Fn() -> Result<Box<dyn Read + Send>, Fault> + Send + Sync>;

impl<B> fmt::Debug for Disk<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl Running {
    /// Opens the data folder and tells every table again what happened at it.
    ///
    /// # Errors
    ///
    /// When the folder is not ours, is in use, or cannot be read.
    pub fn start(config: Config, world: World) -> Result<Arc<Self>, StartFault> {
        let folder = Folder::at(&config.data);
        let journal = Journal::open_folder(&folder, ORIGIN, world.chance.bytes()?)?;
        let key = HouseKey::load(&folder.key())?;
        let readers: Readers = Box::new(move || match SqliteReader::open(&folder) {
            Ok(reader) => Ok(Box::new(reader)),
            Err(FolderFault::Fault(fault)) => Err(fault),
            Err(other) => Err(Fault::new(FaultKind::Io, other.to_string())),
        });
        Self::start_on(
            Disk {
                journal,
                key,
                readers,
            },
            config,
            world,
        )
    }

    /// The same on any disk: a fake one in tests.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn start_on<B: Backend + Send + 'static>(
        disk: Disk<B>,
        config: Config,
        world: World,
    ) -> Result<Arc<Self>, StartFault> {
        let Disk {
            mut journal,
            key,
            readers,
        } = disk;
        let signer = Arc::new(Signer::new(&key.secret()));
        let desk = read_desk(journal.backend(), terms(&config))?;
        let tables = read_tables(&mut journal)?;
        let clock = world.clock.clone();
        let writer = Writer::start(journal, WriterOptions::default(), move || clock.now().0)?;
        let running = Arc::new(Self::new(
            Parts {
                config,
                world,
                desk,
                readers,
                key,
                signer,
            },
            writer,
        )?);
        for (id, opened) in tables {
            match opened {
                Ok(host) => running.open_again(host),
                Err(fault) => running.leave_closed(id, &fault),
            }
        }
        Ok(running)
    }

    fn open_again(self: &Arc<Self>, host: Host) {
        let (id, access) = (host.table().id(), host.table().config().access);
        if access.is_public() || host.table().is_open() {
            self.run_table(host);
        } else {
            // A private table is not opened again.
            self.private_tables().close(id, access);
        }
    }

    /// A table that cannot be opened, for one whose sealed cards are lost, stops no other. It is
    /// noted once.
    fn leave_closed(self: &Arc<Self>, id: TableId, fault: &OpenFault) {
        tracing::error!(table = %id, %fault, "a table cannot be opened: the house starts without \
            it");
        let mut what = format!("the table cannot be opened: {fault}");
        what.truncate(what.floor_char_boundary(desk::TEXT_MOST));
        let incident = DeskCommand::Incident {
            table: Some(id),
            what: what.clone(),
        };
        let running = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(refused) = running
                .at_desk_once(By::House, &format!("unopened-{id}"), &what, incident)
                .await
            {
                tracing::error!(table = %id, %refused, "the incident cannot be noted");
            }
        });
    }
}

/// What newcomers are given.
pub(crate) fn terms(config: &Config) -> Terms {
    let all = config.play_money();
    Terms {
        guest: all,
        member: all,
        house_player: all,
    }
}

/// The desk as it was written down.
pub(crate) fn read_desk(read: &mut dyn Read, terms: Terms) -> Result<Desk, StartFault> {
    let mut documents = Vec::new();
    for space in SPACES {
        documents.extend(
            read.documents(space)?
                .into_iter()
                .map(|document| (space, document)),
        );
    }
    let each = documents
        .iter()
        .map(|(space, document)| (*space, document.key.as_str(), document.value.as_slice()));
    Ok(Desk::restore(terms, each)?)
}

/// Every table, or why it cannot be opened.
type Tables = Vec<(TableId, Result<Host, OpenFault>)>;

fn read_tables<B: Backend>(journal: &mut Journal<B>) -> Result<Tables, StartFault> {
    let streams: Vec<Stream> = journal.streams().map(|(stream, _)| stream).collect();
    let mut tables = Vec::new();
    for stream in streams {
        if let Stream::Table(id) = stream {
            let opened = match read_table(journal.backend(), id) {
                Ok(host) => Ok(host),
                Err(StartFault::Table(fault)) => Err(fault),
                Err(fault) => return Err(fault),
            };
            tables.push((id, opened));
        }
    }
    Ok(tables)
}

/// A table as it was written down.
pub(crate) fn read_table(read: &mut dyn Read, id: TableId) -> Result<Host, StartFault> {
    let key = id.to_string();
    let snapshot = read.document(SNAPSHOT, &key)?;
    let mut opened = Opened::begin(id, snapshot.as_deref())?;
    let mut from = opened.after() + 1;
    loop {
        let raw = read.stream(Stream::Table(id), from, READ_AT_ONCE)?;
        let Some(last) = raw.last() else { break };
        from = last.seq + 1;
        for raw in &raw {
            let entry = Entry::decode(&raw.bytes)?;
            opened.tell(entry.seq, &entry.kind, entry.version, &entry.body)?;
        }
    }
    let sealed = read.document(SEALED, &key)?;
    let mut host = opened.finish(sealed.as_deref())?;
    if let Some(meter) = read.document(METER, &key)? {
        host.remember_meter(&meter)?;
    }
    Ok(host)
}
