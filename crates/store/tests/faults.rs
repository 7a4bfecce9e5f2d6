//! The disk fails at every call in turn, before and after the call is done, and the house comes to
//! the same end.

use crate::support::*;
use proptest::prelude::*;
use rules::Net;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::audit::{Span, export, verify_database};
use store::{
    Backend, Batch, CommandId, Failure, FakeDisk, FaultKind, Health, Journal, JournalOptions,
    Memory, Outcome, Read, Refusal,
};

const NOW: u64 = 1_700_000_000_999;

/// What happens after a fault.
#[derive(Clone, Copy, Debug)]
enum After {
    /// The same journal goes on.
    GoOn,
    /// The power goes, and a new journal is opened.
    Crash,
}

/// Groups of commands: entries, documents, refused ones, ones that come again.
fn script() -> Vec<Vec<Batch>> {
    let mut batches = small_history();
    let note = Batch {
        command: Some(command("bob", "n", "no")),
        answer: json!("no"),
        ..Batch::default()
    };
    let repeated = batches[2].clone();
    let too_much = wager("much", 2, 3, 2, 4_000);
    let mut with_documents = said(table(2), "documents", "a");
    with_documents.puts = vec![
        put("people", "ann", Some("1")),
        put("people", "bob", None),
        put("people", "bob", Some("2")),
    ];
    batches.insert(5, note.clone());
    batches.insert(9, repeated);
    batches.insert(11, note);
    batches.push(too_much);
    batches.push(with_documents);
    let mut sizes = [1, 3, 2, 5, 1, 4].iter().cycle();
    let mut groups = Vec::new();
    while !batches.is_empty() {
        let size = (*sizes.next().unwrap()).min(batches.len());
        groups.push(batches.drain(..size).collect());
    }
    groups
}

fn open(disk: &FakeDisk) -> Journal<Memory> {
    let options = JournalOptions {
        checkpoint_every: 4,
        project_every: 6,
    };
    // A call of the opening may be the one that fails.
    (0..50)
        .find_map(|_| Journal::open_with(Memory::on(disk), key(), ORIGIN, options).ok())
        .unwrap()
}

/// What is left after a run: the log as exported, the documents, and what each command was told.
#[derive(PartialEq, Debug)]
struct End {
    export: String,
    documents: Vec<(String, Vec<u8>)>,
    told: BTreeMap<CommandId, Value>,
}

/// Runs the script; every command that meets a fault is sent again until it meets none.
fn run(disk: &FakeDisk, after: After) -> End {
    let mut journal = open(disk);
    let mut told = BTreeMap::new();
    let mut acknowledged = BTreeMap::new();
    for group in script() {
        let mut left = group;
        for attempt in 0.. {
            assert!(attempt < 6, "it never ends");
            let outcomes = journal.commit(left.clone(), NOW);
            let mut again = Vec::new();
            for (batch, outcome) in left.into_iter().zip(outcomes) {
                let id = batch.command.as_ref().map(|command| command.id.clone());
                let answer = match outcome {
                    Outcome::Fault(_) => {
                        again.push(batch);
                        continue;
                    }
                    Outcome::Done { position, .. } => {
                        assert!(
                            acknowledged.insert(position, id.clone()).is_none(),
                            "{position} was given twice"
                        );
                        batch.answer
                    }
                    Outcome::Noted => batch.answer,
                    Outcome::Repeated(answer) => answer,
                    // Without a name it cannot be known again: the stream's number says that it was
                    // written.
                    Outcome::Refused(refusal) => json!(refusal.to_string()),
                };
                told.extend(id.map(|id| (id, answer)));
            }
            if again.is_empty() {
                break;
            }
            left = again;
            if let After::Crash = after {
                disk.crash();
                journal = open(disk);
            }
        }
    }
    disk.crash();
    let mut journal = open(disk);
    assert!((0..5).any(|_| journal.close(NOW).is_ok()));
    assert_eq!(
        journal
            .ledger()
            .balances()
            .map(|(_, balance)| balance)
            .sum::<Net>(),
        Net::ZERO
    );
    disk.fail_no_more();
    end(&mut journal, told, &acknowledged)
}

fn end(
    journal: &mut Journal<Memory>,
    told: BTreeMap<CommandId, Value>,
    acknowledged: &BTreeMap<u64, Option<CommandId>>,
) -> End {
    let mut reader = journal.backend().reader().unwrap();
    let verified = verify_database(&mut reader, Some(key().public())).unwrap();
    let log = reader.log(1, usize::MAX).unwrap();
    assert_eq!(verified.head.size, u64::try_from(log.len()).unwrap());
    let mut commands = BTreeMap::new();
    for raw in log {
        let logged = raw.logged().unwrap();
        if let Some(acknowledged) = acknowledged.get(&logged.position) {
            assert_eq!(
                &logged.entry.command, acknowledged,
                "what was acknowledged is there"
            );
        }
        let twice = logged
            .entry
            .command
            .and_then(|id| commands.insert(id, raw.position));
        assert_eq!(twice, None, "no command is there twice");
    }
    assert!(
        acknowledged
            .keys()
            .all(|&position| position <= verified.head.size),
        "nothing acknowledged is lost"
    );
    let mut file = Vec::new();
    export(&mut reader, &key(), Span::default(), NOW, &mut file).unwrap();
    let documents = reader
        .documents("people")
        .unwrap()
        .into_iter()
        .map(|document| (document.key, document.value));
    End {
        export: String::from_utf8(file).unwrap(),
        documents: documents.collect(),
        told,
    }
}

/// The batch that the house writes by itself has no name. Its stream's number makes it safe to send
/// again.
#[test]
fn a_batch_without_a_command_is_safe_to_send_again_by_its_number() {
    let disk = FakeDisk::new();
    let mut journal = open(&disk);
    let batch = Batch {
        command: None,
        expected: Some(0),
        ..said(table(1), "x", "a")
    };
    // begin, one row, and the commit that fails after it is done.
    disk.fail(3, Failure::After);
    assert!(matches!(
        journal.commit(vec![batch.clone()], NOW)[..],
        [Outcome::Fault(_)]
    ));
    let conflict = Refusal::Conflict {
        stream: table(1),
        expected: 0,
        found: 1,
    };
    assert_eq!(
        journal.commit(vec![batch], NOW),
        [Outcome::Refused(conflict)]
    );
}

fn clean() -> (End, u64) {
    let disk = FakeDisk::new();
    let end = run(&disk, After::GoOn);
    (end, disk.calls())
}

#[test]
fn the_disk_fails_at_every_call_and_the_end_is_the_same() {
    let (clean, calls) = clean();
    assert!(calls > 60, "only {calls} calls");
    // 14 of the small history and the one with documents; a header, a trailer and checkpoints
    // beside them.
    assert_eq!(
        clean
            .export
            .lines()
            .filter(|line| line.starts_with(r#"{"entry""#))
            .count(),
        15
    );
    assert_eq!(clean.told.len(), 13 + 3);
    for call in 1..=calls {
        for how in [Failure::Before, Failure::After, Failure::Full] {
            for after in [After::GoOn, After::Crash] {
                let disk = FakeDisk::new();
                disk.fail(call, how);
                let end = run(&disk, after);
                assert!(end == clean, "call {call} fails {how:?}, then {after:?}");
            }
        }
    }
}

#[test]
fn two_failures_come_to_the_same_end() {
    let (clean, calls) = clean();
    for first in (1..=calls).step_by(3) {
        for second in [1, 2, 3, 5, 8] {
            for how in [
                (Failure::After, Failure::Before),
                (Failure::After, Failure::After),
                (Failure::Before, Failure::Full),
            ] {
                let disk = FakeDisk::new();
                disk.fail(first, how.0);
                disk.fail(first + second, how.1);
                assert!(
                    run(&disk, After::GoOn) == clean,
                    "calls {first} and {} fail {how:?}",
                    first + second
                );
            }
        }
    }
}

#[test]
fn a_full_disk_is_said_and_the_journal_goes_on_by_itself_when_there_is_room() {
    let disk = FakeDisk::new();
    let mut journal = open(&disk);
    journal.commit(vec![said(table(1), "1", "a")], NOW);
    disk.fill();
    for _ in 0..3 {
        let outcomes = journal.commit(
            vec![said(table(1), "2", "b"), said(table(1), "1", "a")],
            NOW,
        );
        let [Outcome::Fault(fault), Outcome::Repeated(_)] = &outcomes[..] else {
            panic!("{outcomes:?}")
        };
        assert_eq!(fault.kind, FaultKind::Full);
    }
    disk.make_room();
    let outcomes = journal.commit(vec![said(table(1), "2", "b")], NOW);
    assert!(
        matches!(
            outcomes[..],
            [Outcome::Done {
                position: 2,
                seq: 2,
                ..
            }]
        ),
        "{outcomes:?}"
    );
}

#[test]
fn a_journal_that_cannot_read_after_an_unknown_commit_is_broken_until_it_can() {
    let disk = FakeDisk::new();
    let mut journal = open(&disk);
    // begin, answer, row, commit (done, and nobody knows), then two failing attempts to read the
    // disk again.
    disk.fail(4, Failure::After);
    disk.fail(5, Failure::Before);
    disk.fail(6, Failure::Before);
    let one = said(table(1), "1", "a");
    assert!(matches!(
        journal.commit(vec![one.clone()], NOW)[..],
        [Outcome::Fault(_)]
    ));
    assert!(matches!(journal.health(), Health::Broken(_)));
    assert!(matches!(
        journal.commit(vec![one.clone()], NOW)[..],
        [Outcome::Fault(_)]
    ));
    assert_eq!(
        journal.commit(vec![one], NOW),
        [Outcome::Repeated(json!({ "heard": "a" }))]
    );
    assert_eq!((journal.health(), journal.head().size), (&Health::Well, 1));
}

#[test]
fn what_depends_on_a_group_that_failed_is_not_answered_by_it() {
    let disk = FakeDisk::new();
    let mut journal = open(&disk);
    journal.commit(vec![credit("1", 1, 1, 100)], NOW);
    let before = journal.ledger().clone();
    // The second is refused only because of the first, the third repeats it; none of it ever was.
    let group = vec![
        wager("2", 1, 1, 1, 80),
        wager("3", 1, 2, 1, 80),
        wager("2", 1, 1, 1, 80),
    ];
    disk.fail(5, Failure::Before);
    let outcomes = journal.commit(group, NOW);
    assert!(
        outcomes
            .iter()
            .all(|outcome| matches!(outcome, Outcome::Fault(_))),
        "{outcomes:?}"
    );
    assert_eq!(
        (journal.ledger(), journal.head().size, journal.seq(table(1))),
        (&before, 1, 0)
    );
    assert!(matches!(
        journal.commit(vec![wager("3", 1, 1, 1, 80)], NOW)[..],
        [Outcome::Done { position: 2, .. }]
    ));
}

#[test]
fn an_account_that_only_a_failed_group_used_was_never_used() {
    let disk = FakeDisk::new();
    let mut journal = open(&disk);
    // begin, answer, row: the row fails.
    disk.fail(3, Failure::Before);
    assert!(matches!(
        journal.commit(vec![credit("1", 1, 1, 100)], NOW)[..],
        [Outcome::Fault(_)]
    ));
    journal.commit(vec![said(table(1), "2", "a")], NOW);
    journal.close(NOW).unwrap();
    assert_eq!(journal.ledger().balances().count(), 0);
    assert!(verify_database(&mut journal.backend().reader().unwrap(), None).is_ok());
}

/// Something that happens to the journal.
#[derive(Clone, Debug)]
enum Action {
    /// Commands from a small pool, so that they come again, with other content, or at a wrong
    /// number.
    Commit(Vec<(u8, u8, Option<u64>)>),
    Fail(u64, Failure),
    Crash,
    Close,
}

fn any_action() -> impl Strategy<Value = Action> {
    let command = (0..30_u8, 0..4_u8, prop::option::weighted(0.2, 0..6_u64));
    let how = prop_oneof![
        Just(Failure::Before),
        Just(Failure::After),
        Just(Failure::Full)
    ];
    prop_oneof![
        6 => prop::collection::vec(command, 1..6).prop_map(Action::Commit),
        2 => (1..12_u64, how).prop_map(|(nth, how)| Action::Fail(nth, how)),
        1 => Just(Action::Crash),
        1 => Just(Action::Close),
    ]
}

/// A command of the pool: even ones log something, some of them money; odd ones only leave their
/// answer.
fn pooled(journal: &Journal<Memory>, (id, content, expected): (u8, u8, Option<u64>)) -> Batch {
    let words = format!("{id} {content}");
    let mut batch = match id % 4 {
        0 => credit(
            &id.to_string(),
            journal.ledger().next_no(ledger::Series::Cashier),
            1,
            u32::from(content) + 1,
        ),
        1 => Batch {
            entry: None,
            ..said(table(1), &id.to_string(), &words)
        },
        2 => said(table(u32::from(id % 3)), &id.to_string(), &words),
        _ => wager(
            &id.to_string(),
            1,
            journal
                .ledger()
                .next_no(ledger::Series::Table(ledger::TableId(1))),
            1,
            2,
        ),
    };
    batch.command = Some(command("ann", &id.to_string(), &words));
    batch.answer = json!(words);
    batch.expected = expected;
    batch
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_fails_groups_are_all_or_nothing_and_answers_stay(actions in prop::collection::vec(any_action(), 1..40)) {
        let disk = FakeDisk::new();
        let mut journal = open(&disk);
        // What each command was first told, by its content.
        let mut told: BTreeMap<u8, (u8, Value)> = BTreeMap::new();
        for action in actions {
            match action {
                Action::Fail(nth, how) => disk.fail(nth, how),
                Action::Crash => {
                    disk.crash();
                    journal = open(&disk);
                }
                Action::Close => drop(journal.close(NOW)),
                Action::Commit(commands) => {
                    let well = *journal.health() == Health::Well;
                    let before = journal.head().size;
                    let batches: Vec<Batch> = commands.iter().map(|&command| pooled(&journal, command)).collect();
                    let outcomes = journal.commit(batches, NOW);
                    let mut done = 0;
                    for ((id, content, _), outcome) in commands.iter().zip(&outcomes) {
                        let answer = json!(format!("{id} {content}"));
                        match outcome {
                            Outcome::Done { position, .. } => {
                                done += 1;
                                // A journal that was broken learns where the log ends only now.
                                prop_assert!(!well || *position == before + done);
                                prop_assert_eq!(told.insert(*id, (*content, answer)), None);
                            }
                            Outcome::Noted => {
                                prop_assert_eq!(told.insert(*id, (*content, answer)), None);
                            }
                            Outcome::Repeated(answer) => {
                                // A command whose first answer was a fault may turn out to have
                                // been written.
                                let first = told.entry(*id).or_insert((*content, answer.clone()));
                                prop_assert_eq!((first.0, &first.1), (*content, answer));
                            }
                            Outcome::Refused(Refusal::IdReused) => {
                                prop_assert!(told.get(id).is_none_or(|(first, _)| first != content));
                            }
                            Outcome::Refused(_) => {}
                            Outcome::Fault(_) => prop_assert_eq!(done, 0),
                        }
                    }
                    if well && *journal.health() == Health::Well && done > 0 {
                        prop_assert_eq!(journal.head().size, before + done);
                    }
                }
            }
            prop_assert_eq!(journal.ledger().balances().map(|(_, balance)| balance).sum::<Net>(), Net::ZERO);
        }
        disk.fail_no_more();
        disk.crash();
        let mut journal = open(&disk);
        let verified = verify_database(&mut journal.backend().reader().unwrap(), Some(key().public())).unwrap();
        prop_assert_eq!(verified.head, journal.head());
        // Everything that was answered is answered so again.
        for (id, (content, answer)) in told {
            let again = pooled(&journal, (id, content, None));
            prop_assert_eq!(journal.commit(vec![again], NOW), [Outcome::Repeated(answer)]);
        }
    }
}
