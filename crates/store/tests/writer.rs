//! The writer: many commands to one fsync, everybody told once, nobody made to wait for a reader.

use crate::support::*;
use ledger::Account;
use rules::Net;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use store::{
    Failure, FakeDisk, FaultKind, Journal, Memory, NotTaken, Outcome, Refusal, Submitter, Unfit,
    Writer, WriterOptions, Written,
};

fn start(disk: &FakeDisk, options: WriterOptions) -> Writer<Memory> {
    Writer::start(
        Journal::open(Memory::on(disk), key(), ORIGIN).unwrap(),
        options,
        || 9,
    )
    .unwrap()
}

/// Holds the writer between two groups until the sender is dropped; waits until it is held.
fn hold(submitter: &Submitter) -> std::sync::mpsc::SyncSender<()> {
    let (release, held) = sync_channel(0);
    let (here, arrived) = channel();
    submitter
        .ask(move |_| {
            here.send(()).unwrap();
            let _: Result<(), _> = held.recv();
        })
        .unwrap();
    arrived.recv().unwrap();
    release
}

fn submit(submitter: &Submitter, id: &str) -> Receiver<Outcome> {
    let (send, receive) = channel();
    submitter
        .submit(said(table(1), id, "a"), move |outcome| {
            send.send(outcome).unwrap()
        })
        .unwrap();
    receive
}

#[test]
fn what_queues_while_a_group_is_written_is_one_group() {
    let disk = FakeDisk::new();
    let writer = start(
        &disk,
        WriterOptions {
            group: 100,
            queue: 1000,
        },
    );
    let submitter = writer.submitter();
    let held = hold(&submitter);
    let told: Vec<_> = (0..250)
        .map(|no| submit(&submitter, &no.to_string()))
        .collect();
    drop(held);
    for (receive, no) in told.iter().zip(1..) {
        assert!(
            matches!(receive.recv().unwrap(), Outcome::Done { position, .. } if position == no)
        );
    }
    assert_eq!(
        submitter.written(),
        Written {
            groups: 3,
            batches: 250
        }
    );
    assert_eq!(writer.stop().unwrap().head().size, 250);
}

#[test]
fn a_full_queue_pushes_back_and_calls_nobody() {
    let disk = FakeDisk::new();
    let writer = start(
        &disk,
        WriterOptions {
            group: 10,
            queue: 3,
        },
    );
    let submitter = writer.submitter();
    let held = hold(&submitter);
    let told: Vec<_> = (0..3)
        .map(|no| submit(&submitter, &no.to_string()))
        .collect();
    let (send, receive) = channel::<Outcome>();
    let busy = submitter.submit(said(table(1), "more", "a"), move |outcome| {
        send.send(outcome).unwrap()
    });
    assert_eq!(busy, Err(NotTaken::Busy));
    assert!(receive.recv().is_err(), "the caller knows already");
    assert_eq!(submitter.ask(|_| {}), Err(NotTaken::Busy));
    drop(held);
    assert!(
        told.iter()
            .all(|receive| matches!(receive.recv().unwrap(), Outcome::Done { .. }))
    );
    assert!(matches!(
        submit(&submitter, "more").recv().unwrap(),
        Outcome::Done { position: 4, .. }
    ));
}

#[test]
fn a_stop_finishes_what_is_queued_and_signs_the_end() {
    let disk = FakeDisk::new();
    let writer = start(&disk, WriterOptions::default());
    let submitter = writer.submitter();
    let held = hold(&submitter);
    let told: Vec<_> = (0..10)
        .map(|no| submit(&submitter, &no.to_string()))
        .collect();
    drop(held);
    let mut journal = writer.stop().unwrap();
    // Everybody has been told when the journal is back.
    assert!(
        told.iter()
            .all(|receive| matches!(receive.try_recv().unwrap(), Outcome::Done { .. }))
    );
    let late = submitter.submit(said(table(1), "late", "a"), |_| panic!("it was not taken"));
    assert_eq!(late, Err(NotTaken::Stopped));
    let genesis = journal.identity().genesis();
    let loaded = store::Read::load(journal.backend(), genesis).unwrap();
    assert_eq!(
        (loaded.checkpoint.unwrap().head, loaded.projected),
        (journal.head(), journal.head())
    );
}

#[test]
fn a_writer_that_is_dropped_still_writes_what_it_took() {
    let disk = FakeDisk::new();
    let writer = start(&disk, WriterOptions::default());
    let told = submit(&writer.submitter(), "1");
    drop(writer);
    assert!(matches!(told.recv().unwrap(), Outcome::Done { .. }));
}

#[test]
fn whoever_panics_when_told_takes_nobody_along() {
    let disk = FakeDisk::new();
    let writer = start(&disk, WriterOptions::default());
    let submitter = writer.submitter();
    submitter
        .submit(said(table(1), "1", "a"), |_| {
            std::panic::resume_unwind(Box::new("told"))
        })
        .unwrap();
    submitter
        .ask(|_| std::panic::resume_unwind(Box::new("asked")))
        .unwrap();
    assert!(matches!(
        submit(&submitter, "2").recv().unwrap(),
        Outcome::Done { position: 2, .. }
    ));
    assert_eq!(writer.stop().unwrap().head().size, 2);
}

#[test]
fn the_ledger_can_be_asked_between_groups() {
    let disk = FakeDisk::new();
    let writer = start(&disk, WriterOptions::default());
    let submitter = writer.submitter();
    submitter.submit(credit("1", 1, 1, 100), |_| {}).unwrap();
    let (send, receive) = channel();
    submitter
        .ask(move |ledger| {
            send.send((ledger.balance(ANN), ledger.balance(Account::House)))
                .unwrap()
        })
        .unwrap();
    assert_eq!(
        receive.recv().unwrap(),
        (Net::from_cents(10_000), Net::from_cents(-10_000))
    );
}

#[test]
fn what_does_not_fit_is_refused_at_once() {
    let disk = FakeDisk::new();
    let writer = start(&disk, WriterOptions::default());
    let mut batch = said(table(1), "1", "a");
    batch.entry.as_mut().unwrap().by = "a\nb".to_owned();
    let (send, receive) = channel();
    writer
        .submitter()
        .submit(batch, move |outcome| send.send(outcome).unwrap())
        .unwrap();
    let Outcome::Refused(Refusal::Unfit(Unfit::Entry(fault))) = receive.recv().unwrap() else {
        panic!()
    };
    assert_eq!(
        fault.to_string(),
        "who did it is told in 1 to 128 bytes of text without control characters"
    );
}

#[test]
fn a_fault_reaches_all_of_its_group_and_the_writer_goes_on() {
    let disk = FakeDisk::new();
    let writer = start(&disk, WriterOptions::default());
    let submitter = writer.submitter();
    let held = hold(&submitter);
    // begin, three answers, the first row.
    disk.fail(5, Failure::Full);
    let told: Vec<_> = (0..3)
        .map(|no| submit(&submitter, &no.to_string()))
        .collect();
    drop(held);
    for receive in told {
        let Outcome::Fault(fault) = receive.recv().unwrap() else {
            panic!()
        };
        assert_eq!(fault.kind, FaultKind::Full);
    }
    for no in 0..3 {
        assert!(matches!(
            submit(&submitter, &no.to_string()).recv().unwrap(),
            Outcome::Done { .. }
        ));
    }
    assert_eq!(writer.stop().unwrap().head().size, 3);
}
