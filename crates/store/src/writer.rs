//! The writer: the journal on a thread of its own, many commands to one fsync.
//!
//! While one group is being written the next one queues, so nobody waits for the sake of waiting.

use crate::backend::Backend;
use crate::batch::{Batch, Outcome, Prepared, Refusal};
use crate::fault::{Fault, FaultKind};
use crate::journal::{Journal, Spent};
use ledger::Ledger;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

/// How a writer works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriterOptions {
    /// The most batches in one group.
    pub group: usize,
    /// The most batches that may wait.
    pub queue: usize,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self {
            group: 512,
            queue: 4096,
        }
    }
}

/// How many groups that are written may wait to be told.
const UNTOLD: usize = 4;

/// What a writer has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Groups, each with one fsync.
    pub groups: u64,
    /// Batches in them.
    pub batches: u64,
}

#[derive(Debug, Default)]
struct Counters {
    groups: AtomicU64,
    batches: AtomicU64,
}

/// Who is told what became of a batch. Called once, on a thread of the writer: it should hand over
/// and return.
pub type Done = Box<dyn FnOnce(Outcome) + Send>;

/// The thread that owns a journal.
#[derive(Debug)]
pub struct Writer<B> {
    submitter: Submitter,
    thread: JoinHandle<(Journal<B>, Result<(), Fault>)>,
}

/// Hands batches to a writer; there may be many.
#[derive(Clone, Debug)]
pub struct Submitter {
    jobs: SyncSender<Job>,
    counters: Arc<Counters>,
}

/// Why a batch was not taken. Nobody is told of it but the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTaken {
    /// Too many batches wait already.
    #[error("too many commands are waiting to be written: try again in a moment")]
    Busy,
    /// The writer has stopped.
    #[error("the journal has stopped")]
    Stopped,
}

enum Job {
    Write(Box<Waiting>),
    Ask(Box<dyn FnOnce(&Ledger) + Send>),
    Stop,
}

/// A batch and who waits for it. Whoever waits is told, even if the writer ends before its turn.
struct Waiting {
    batch: Option<Prepared>,
    done: Option<Done>,
}

impl Waiting {
    fn tell(mut self, outcome: Outcome) {
        call(self.done.take(), outcome);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        call(
            self.done.take(),
            Outcome::Fault(Fault::new(
                FaultKind::Stopped,
                "the writer ended before the batch was known to be written",
            )),
        );
    }
}

/// A caller that panics when told must not take the house's journal along.
fn call(done: Option<Done>, outcome: Outcome) {
    if let Some(done) = done {
        let _ = catch_unwind(AssertUnwindSafe(|| done(outcome)));
    }
}

impl<B: Backend + Send + 'static> Writer<B> {
    /// Starts the thread. The clock gives milliseconds since 1970; checkpoints carry its time.
    ///
    /// # Errors
    ///
    /// When there is no thread to be had.
    pub fn start(
        journal: Journal<B>,
        options: WriterOptions,
        clock: impl Fn() -> u64 + Send + 'static,
    ) -> std::io::Result<Self> {
        let (jobs, queue) = sync_channel(options.queue);
        let counters = Arc::new(Counters::default());
        let submitter = Submitter {
            jobs,
            counters: Arc::clone(&counters),
        };
        let most = options.group;
        // A few groups may wait to be told; behind them the journal waits too, and the queue pushes
        // back.
        let (teller, told) = sync_channel(UNTOLD);
        let tell = thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || tell(&told))?;
        let run = move || {
            let journal = run(journal, &queue, most, clock, &counters, &teller);
            drop((queue, teller));
            // Whoever stops the writer may count on everybody having been told.
            let _ = tell.join();
            journal
        };
        let thread = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(run)?;
        Ok(Self { submitter, thread })
    }

    /// A handle to hand batches over with.
    pub fn submitter(&self) -> Submitter {
        self.submitter.clone()
    }

    /// Finishes what is queued, signs the end of the log and gives the journal back. Batches that
    /// come later are not taken.
    ///
    /// # Errors
    ///
    /// When the writer's thread panicked, or the end of the log could not be signed; nothing
    /// acknowledged is lost even then.
    pub fn stop(self) -> Result<Journal<B>, Fault> {
        // Where the thread is gone already, joining says why.
        let _ = self.submitter.jobs.send(Job::Stop);
        let joined = self
            .thread
            .join()
            .map_err(|_| Fault::new(FaultKind::Stopped, "the journal's thread panicked"));
        let (journal, closed) = joined?;
        closed.map(|()| journal)
    }
}

impl Submitter {
    /// Hands over a batch; `done` is called once, when it is on disk or is not going to be.
    ///
    /// # Errors
    ///
    /// When the batch is not taken; `done` is then dropped without being called.
    pub fn submit(
        &self,
        batch: Batch,
        done: impl FnOnce(Outcome) + Send + 'static,
    ) -> Result<(), NotTaken> {
        let batch = match batch.prepare() {
            Ok(batch) => batch,
            Err(unfit) => {
                done(Outcome::Refused(Refusal::Unfit(unfit)));
                return Ok(());
            }
        };
        self.send(Job::Write(Box::new(Waiting {
            batch: Some(batch),
            done: Some(Box::new(done)),
        })))
    }

    /// Looks at the ledger between two groups. The question is dropped unasked if the writer stops
    /// first.
    ///
    /// # Errors
    ///
    /// When the question is not taken.
    pub fn ask(&self, question: impl FnOnce(&Ledger) + Send + 'static) -> Result<(), NotTaken> {
        self.send(Job::Ask(Box::new(question)))
    }

    /// What the writer has done so far.
    pub fn written(&self) -> Written {
        let [groups, batches] = [&self.counters.groups, &self.counters.batches]
            .map(|counter| counter.load(Ordering::Relaxed));
        Written { groups, batches }
    }

    fn send(&self, job: Job) -> Result<(), NotTaken> {
        let (job, why) = match self.jobs.try_send(job) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(job)) => (job, NotTaken::Busy),
            Err(TrySendError::Disconnected(job)) => (job, NotTaken::Stopped),
        };
        if let Job::Write(mut waiting) = job {
            waiting.done = None;
        }
        Err(why)
    }
}

fn run<B: Backend>(
    mut journal: Journal<B>,
    queue: &Receiver<Job>,
    most: usize,
    clock: impl Fn() -> u64,
    counters: &Counters,
    teller: &SyncSender<Told>,
) -> (Journal<B>, Result<(), Fault>) {
    loop {
        let Some((group, then)) = next_group(queue, most) else {
            break;
        };
        if !group.is_empty() {
            counters.groups.fetch_add(1, Ordering::Relaxed);
            counters
                .batches
                .fetch_add(group.iter().map(|_| 1).sum(), Ordering::Relaxed);
        }
        // Where the teller is gone, those who wait are told by the drop.
        let _ = teller.send(write(&mut journal, group, clock()));
        match then {
            Then::Go => {}
            Then::Answer(question) => drop(catch_unwind(AssertUnwindSafe(|| {
                question(journal.ledger())
            }))),
            Then::Stop => break,
        }
    }
    // Where it cannot be written now, the next opening reads more.
    let closed = journal.close(clock());
    (journal, closed)
}

/// What follows a group.
enum Then {
    Go,
    Answer(Box<dyn FnOnce(&Ledger) + Send>),
    Stop,
}

/// Waits for a job and takes what is queued behind it; nothing when all who could send are gone.
fn next_group(queue: &Receiver<Job>, most: usize) -> Option<(Vec<Waiting>, Then)> {
    let mut group = Vec::new();
    let mut job = queue.recv().ok()?;
    loop {
        match job {
            Job::Write(waiting) => group.push(*waiting),
            Job::Ask(question) => return Some((group, Then::Answer(question))),
            Job::Stop => return Some((group, Then::Stop)),
        }
        if group.len() >= most {
            return Some((group, Then::Go));
        }
        job = match queue.try_recv() {
            Ok(job) => job,
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {
                return Some((group, Then::Go));
            }
        };
    }
}

fn write<B: Backend>(journal: &mut Journal<B>, mut group: Vec<Waiting>, now: u64) -> Told {
    let batches = group
        .iter_mut()
        .filter_map(|waiting| waiting.batch.take())
        .map(Ok)
        .collect();
    let (outcomes, spent) = journal.commit_prepared(batches, now);
    Told {
        group,
        outcomes,
        spent,
    }
}

/// A group that is written, and what became of its batches.
struct Told {
    group: Vec<Waiting>,
    outcomes: Vec<Outcome>,
    spent: Spent,
}

/// Tells those who wait, while the next group is being written.
fn tell(told: &Receiver<Told>) {
    for Told {
        group,
        outcomes,
        spent,
    } in told
    {
        for (waiting, outcome) in group.into_iter().zip(outcomes) {
            waiting.tell(outcome);
        }
        drop(spent);
    }
}
