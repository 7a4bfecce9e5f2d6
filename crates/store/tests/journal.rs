//! What the journal promises, on a fake disk and in SQLite alike.

use crate::support::*;
use ledger::{Account, LedgerRefusal, Move, Series, TableId};
use rules::{Money, Net};
use serde_json::json;
use store::{
    Backend, BalancePut, Batch, FakeDisk, Folder, Journal, Memory, Outcome, Read, Refusal, Sqlite,
    Stream, Writer, WriterOptions,
};

/// Runs a test on every backend.
fn on_each(test: impl Fn(&mut dyn FnMut(Vec<Batch>) -> Vec<Outcome>)) {
    let mut memory = Journal::open(Memory::new(), key(), ORIGIN).unwrap();
    test(&mut |batches| memory.commit(batches, 5));
    let folder = tempfile::tempdir().unwrap();
    let mut sqlite = Journal::open(
        Sqlite::open(&Folder::at(folder.path())).unwrap(),
        key(),
        ORIGIN,
    )
    .unwrap();
    test(&mut |batches| sqlite.commit(batches, 5));
}

fn done(position: u64, seq: u64) -> Outcome {
    Outcome::Done {
        position,
        seq,
        balances: Vec::new(),
    }
}

#[test]
fn entries_are_numbered_in_the_log_and_in_their_stream() {
    on_each(|commit| {
        let outcomes = commit(vec![
            said(table(1), "1", "a"),
            said(table(2), "2", "b"),
            said(table(1), "3", "c"),
        ]);
        assert_eq!(outcomes, [done(1, 1), done(2, 1), done(3, 2)]);
        assert_eq!(commit(vec![said(table(2), "4", "d")]), [done(4, 2)]);
    });
}

#[test]
fn a_command_that_comes_again_gets_its_first_answer_and_does_nothing() {
    on_each(|commit| {
        let first = said(table(1), "1", "a");
        let outcomes = commit(vec![first.clone(), first.clone()]);
        assert_eq!(
            outcomes,
            [done(1, 1), Outcome::Repeated(json!({ "heard": "a" }))]
        );
        assert_eq!(
            commit(vec![first]),
            [Outcome::Repeated(json!({ "heard": "a" }))]
        );
        let other = said(table(1), "1", "another");
        assert_eq!(
            commit(vec![other, said(table(1), "2", "b")]),
            [Outcome::Refused(Refusal::IdReused), done(2, 2)]
        );
    });
}

#[test]
fn who_does_not_know_the_last_entry_is_refused() {
    on_each(|commit| {
        let batch = |id: &str, expected| Batch {
            expected: Some(expected),
            ..said(table(1), id, "a")
        };
        let conflict = Outcome::Refused(Refusal::Conflict {
            stream: table(1),
            expected: 0,
            found: 1,
        });
        assert_eq!(
            commit(vec![batch("1", 0), batch("2", 0), batch("3", 1)]),
            [done(1, 1), conflict, done(2, 2)]
        );
    });
}

#[test]
fn money_moves_with_its_entry_or_not_at_all() {
    on_each(|commit| {
        let outcomes = commit(vec![credit("1", 1, 1, 100), wager("2", 1, 1, 1, 25)]);
        let held = vec![
            (ANN, Net::from_cents(7_500)),
            (Account::Held(TableId(1)), Net::from_cents(2_500)),
        ];
        assert_eq!(
            outcomes[1],
            Outcome::Done {
                position: 2,
                seq: 1,
                balances: held
            }
        );
        let too_much = commit(vec![wager("3", 1, 2, 1, 76)]);
        assert!(
            matches!(
                too_much[..],
                [Outcome::Refused(Refusal::Ledger(
                    LedgerRefusal::NotEnough { .. }
                ))]
            ),
            "{too_much:?}"
        );
        let [
            Outcome::Done {
                position: 3,
                seq: 2,
                ..
            },
        ] = commit(vec![wager("3", 1, 2, 1, 75)])[..]
        else {
            panic!()
        };
    });
}

#[test]
fn a_refused_command_leaves_its_answer_and_nothing_else() {
    on_each(|commit| {
        let refused = Batch {
            command: Some(command("ann", "1", "x")),
            answer: json!("no"),
            ..Batch::default()
        };
        assert_eq!(commit(vec![refused.clone()]), [Outcome::Noted]);
        assert_eq!(
            commit(vec![refused, said(Stream::House, "2", "a")]),
            [Outcome::Repeated(json!("no")), done(1, 1)]
        );
    });
}

#[test]
fn documents_are_written_with_their_batch() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(
        Sqlite::open(&Folder::at(folder.path())).unwrap(),
        key(),
        ORIGIN,
    )
    .unwrap();
    let puts = vec![
        put("people", "ann", Some("1")),
        put("people", "bob", Some("2")),
        put("shoes", "1", Some("sealed")),
    ];
    journal.commit(
        vec![Batch {
            puts,
            ..said(Stream::House, "1", "a")
        }],
        5,
    );
    let puts = vec![put("people", "ann", None), put("people", "cho", Some("3"))];
    journal.commit(
        vec![Batch {
            puts,
            ..Batch::default()
        }],
        5,
    );
    let backend = journal.backend();
    let keys = |documents: Vec<store::Document>| {
        documents
            .into_iter()
            .map(|document| document.key)
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(backend.documents("people").unwrap()), ["bob", "cho"]);
    assert_eq!(keys(backend.last_documents("people", 1).unwrap()), ["cho"]);
    assert_eq!(
        backend.document("shoes", "1").unwrap().as_deref(),
        Some(b"sealed".as_slice())
    );
    assert_eq!(
        backend.reader().unwrap().document("people", "ann").unwrap(),
        None
    );
}

#[test]
fn a_writer_answers_all_and_gives_the_journal_back() {
    let journal = Journal::open(Memory::new(), key(), ORIGIN).unwrap();
    let writer = Writer::start(journal, WriterOptions::default(), || 9).unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    for no in 0..1000_u32 {
        let send = send.clone();
        writer
            .submitter()
            .submit(said(table(no % 7), &no.to_string(), "a"), move |outcome| {
                send.send(outcome).unwrap()
            })
            .unwrap();
    }
    drop(send);
    let journal = writer.stop().unwrap();
    let positions: Vec<u64> = receive
        .iter()
        .map(|outcome| {
            if let Outcome::Done { position, .. } = outcome {
                position
            } else {
                panic!("{outcome:?}")
            }
        })
        .collect();
    assert_eq!(positions, (1..=1000).collect::<Vec<_>>());
    assert_eq!(journal.head().size, 1000);
}

#[test]
fn a_balance_is_written_down_as_it_is_right_after_its_own_batch() {
    let disk = FakeDisk::new();
    let mut journal = Journal::open(Memory::on(&disk), key(), ORIGIN).unwrap();
    let pays = |no: u64| {
        let does = Move::Pay {
            from: Account::House,
            to: ANN,
            amount: Money::from_dollars(1),
        };
        let mut batch = said(Stream::House, &format!("pay-{no}"), "one more");
        batch.entry.as_mut().unwrap().transfers = vec![transfer(Series::Cashier, no, does)];
        batch.balances = vec![BalancePut {
            space: "after".to_owned(),
            key: no.to_string(),
            account: ANN,
        }];
        batch
    };
    // Both in one group: the first must not be told what the second did.
    let outcomes = journal.commit(vec![pays(1), pays(2)], 9);
    assert!(
        outcomes
            .iter()
            .all(|outcome| matches!(outcome, Outcome::Done { .. })),
        "{outcomes:?}"
    );
    let mut after = |no: &str| journal.backend().document("after", no).unwrap().unwrap();
    assert_eq!((after("1"), after("2")), (b"100".to_vec(), b"200".to_vec()));
}
