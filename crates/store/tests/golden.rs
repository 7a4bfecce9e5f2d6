//! Records of version 1, as the first program wrote them: they are read for ever.

use crate::support::*;
use ledger::{
    Account, Move, PlayerId, Pool, Purpose, Series, TableId, TournamentId, Transfer, TransferId,
};
use rules::{Clause, Money};
use serde_json::json;
use store::audit::{Line, Span, export, verify_export};
use store::{Backend, Batch, Checkpoint, Entry, Journal, JournalOptions, Memory, Outcome, Stream};

const LOG: &str = include_str!("golden/log-1.jsonl");

const PURPOSES: [Purpose; 21] = [
    Purpose::Wager,
    Purpose::Double,
    Purpose::Split,
    Purpose::Insurance,
    Purpose::SideWager,
    Purpose::Won,
    Purpose::Lost,
    Purpose::StandOff,
    Purpose::Surrendered,
    Purpose::Forfeited,
    Purpose::Returned,
    Purpose::Withdrawn,
    Purpose::RoundVoid,
    Purpose::Fill,
    Purpose::Credit,
    Purpose::PlayMoney,
    Purpose::Tokens,
    Purpose::CashOut,
    Purpose::Correction,
    Purpose::Entry,
    Purpose::Prize,
];

/// Every kind of account, movement, purpose, clause and stream at least once.
fn history() -> Vec<Batch> {
    let (player, table_id) = (PlayerId(7), TableId(3));
    let desk = |no| TransferId {
        series: Series::Cashier,
        no,
    };
    let at_table = |no| TransferId {
        series: Series::Table(table_id),
        no,
    };
    let clauses = [
        Clause::SILENT,
        Clause::printed("14.10.2").unwrap(),
        Clause::reading("tie").unwrap(),
    ];
    let accounts = [
        Account::Player(player),
        Account::Tokens(player),
        Account::Float(table_id),
        Account::Pool(table_id, Pool::Pairs),
        Account::Pool(table_id, Pool::Jackpot),
        Account::Tournament(TournamentId(2)),
    ];
    let paid = PURPOSES
        .iter()
        .zip(accounts.iter().cycle())
        .zip(clauses.iter().cycle())
        .zip(1..);
    let pays: Vec<Transfer> = paid
        .map(|(((&purpose, &to), &clause), no)| {
            let does = Move::Pay {
                from: Account::House,
                to,
                amount: Money::from_cents(no * 1_000),
            };
            Transfer {
                id: desk(no),
                does,
                purpose,
                clause,
            }
        })
        .collect();
    let (from, held, to) = (
        Account::Player(player),
        Account::Held(table_id),
        Account::Float(table_id),
    );
    let hold = |amount| Move::Hold {
        from,
        held,
        to,
        amount: Money::from_cents(amount),
    };
    let moves = [
        hold(2_500),
        hold(1),
        Move::Post {
            hold: at_table(1),
            amount: Money::from_cents(1_250),
        },
        Move::Void { hold: at_table(2) },
    ];
    let moved = moves
        .into_iter()
        .zip(1..)
        .map(|(does, no)| transfer(Series::Table(table_id), no, does))
        .collect();
    let strange = json!({
        "": null, "a": [], "b": {}, "é": "\u{1F0A1} \"quoted\" \\ \u{8}\u{1f}\u{7f}\u{2028}", "nested": [[1, -2], { "z": true, "y": false }],
        "largest": u64::MAX, "smallest": i64::MIN,
    });
    let mut tournament = said(Stream::Tournament(store_tournament()), "t 1", "entered");
    tournament.entry.as_mut().unwrap().body = strange;
    let mut quiet = said(Stream::House, "x", "by itself");
    quiet.command = None;
    vec![
        with(said(Stream::House, "desk", "pays"), pays),
        with(said(table(3), "~!", "moves"), moved),
        tournament,
        quiet,
    ]
}

fn store_tournament() -> TournamentId {
    TournamentId(u32::MAX)
}

fn written_today() -> String {
    let options = JournalOptions {
        checkpoint_every: 2,
        project_every: 3,
    };
    let mut journal = Journal::open_with(Memory::new(), key(), ORIGIN, options).unwrap();
    for batch in history() {
        let outcomes = journal.commit(vec![batch], 1_700_000_000_123);
        assert!(
            matches!(outcomes[..], [Outcome::Done { .. }]),
            "{outcomes:?}"
        );
    }
    let mut file = Vec::new();
    export(
        &mut journal.backend().reader().unwrap(),
        &key(),
        Span::default(),
        1_700_000_000_456,
        &mut file,
    )
    .unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn the_first_log_is_still_verified() {
    let verified = verify_export(&mut LOG.as_bytes(), Some(key().public())).unwrap();
    assert_eq!(
        (verified.from, verified.head.size, verified.checkpoints),
        (1, 4, 2)
    );
    assert_eq!(
        verified.head.hash.to_string(),
        "59bdee63cdd79274d444243d9bff9b477c1bc06ac6e9b07433e5e3e3ef2de107"
    );
}

#[test]
fn the_first_entries_are_still_read_as_what_they_were() {
    let mut batches = history().into_iter();
    for line in LOG.lines() {
        let Line::Entry { bytes, .. } = Line::parse(line).unwrap() else {
            continue;
        };
        let entry = Entry::decode_exact(bytes.as_bytes()).unwrap();
        let batch = batches.next().unwrap();
        let draft = batch.entry.unwrap();
        assert_eq!(
            (entry.stream, entry.at, entry.by, entry.kind),
            (draft.stream, draft.at, draft.by, draft.kind)
        );
        assert_eq!(
            (entry.version, entry.body, entry.transfers),
            (draft.version, draft.body, draft.transfers)
        );
        assert_eq!(
            (entry.command, entry.seq),
            (
                batch.command.map(|command| command.id),
                if entry.seq == 2 { 2 } else { 1 }
            )
        );
    }
    assert_eq!(batches.next(), None);
}

#[test]
fn the_first_checkpoints_still_hold() {
    let mut sizes = Vec::new();
    for line in LOG.lines() {
        let Line::Checkpoint { text, .. } = Line::parse(line).unwrap() else {
            continue;
        };
        let checkpoint = Checkpoint::parse(&text).unwrap();
        assert_eq!(
            checkpoint.check(&store::Identity {
                origin: ORIGIN.to_owned(),
                key: key().public()
            }),
            Ok(())
        );
        assert_eq!(checkpoint.time, 1_700_000_000_123);
        sizes.push(checkpoint.head.size);
    }
    assert_eq!(sizes, [2, 4]);
}

#[test]
fn the_same_history_is_written_as_it_was() {
    assert_eq!(written_today(), LOG);
}
