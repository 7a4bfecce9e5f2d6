//! A small house for tests: two players, two tables, and commands that come in any number.

use ledger::{Account, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{Clause, Money};
use serde_json::json;
use store::{Batch, Command, CommandId, Draft, HouseKey, Put, Stream};

pub(crate) const ORIGIN: &str = "pontoon.test/house";
pub(crate) const ANN: Account = Account::Player(PlayerId(1));

pub(crate) fn key() -> HouseKey {
    HouseKey::from_entropy([7; 32])
}

pub(crate) fn table(no: u32) -> Stream {
    Stream::Table(TableId(no))
}

pub(crate) fn transfer(series: Series, no: u64, does: Move) -> Transfer {
    Transfer {
        id: TransferId { series, no },
        does,
        purpose: Purpose::Wager,
        clause: Clause::printed("14.8").unwrap(),
    }
}

pub(crate) fn command(sender: &str, id: &str, content: &str) -> Command {
    Command::new(CommandId::new(sender, id).unwrap(), content.as_bytes())
}

/// A command with nothing but words in it.
pub(crate) fn said(stream: Stream, id: &str, words: &str) -> Batch {
    let entry = Draft {
        stream,
        at: 1_700_000_000_000,
        by: "ann".to_owned(),
        kind: "said".to_owned(),
        version: 1,
        body: json!({ "words": words }),
        transfers: Vec::new(),
    };
    Batch {
        entry: Some(entry),
        command: Some(command("ann", id, words)),
        answer: json!({ "heard": words }),
        ..Batch::default()
    }
}

/// The cashier gives a player money: the nth transfer of the desk.
pub(crate) fn credit(id: &str, no: u64, player: u32, dollars: u32) -> Batch {
    let amount = Money::from_dollars(dollars);
    let pay = Move::Pay {
        from: Account::House,
        to: Account::Player(PlayerId(player)),
        amount,
    };
    with(
        said(Stream::House, id, "credit"),
        vec![transfer(Series::Cashier, no, pay)],
    )
}

/// A player wagers at a table: the nth transfer of the table.
pub(crate) fn wager(id: &str, table_no: u32, no: u64, player: u32, dollars: u32) -> Batch {
    let at = TableId(table_no);
    let hold = Move::Hold {
        from: Account::Player(PlayerId(player)),
        held: Account::Held(at),
        to: Account::Float(at),
        amount: Money::from_dollars(dollars),
    };
    with(
        said(table(table_no), id, "wager"),
        vec![transfer(Series::Table(at), no, hold)],
    )
}

/// A wager is lost: the hold under this number is posted.
pub(crate) fn lost(id: &str, table_no: u32, no: u64, hold: u64, dollars: u32) -> Batch {
    let series = Series::Table(TableId(table_no));
    let post = Move::Post {
        hold: TransferId { series, no: hold },
        amount: Money::from_dollars(dollars),
    };
    with(
        said(table(table_no), id, "lost"),
        vec![transfer(series, no, post)],
    )
}

pub(crate) fn with(mut batch: Batch, transfers: Vec<Transfer>) -> Batch {
    if let Some(entry) = &mut batch.entry {
        entry.transfers = transfers;
    }
    batch
}

pub(crate) fn put(space: &str, key: &str, value: Option<&str>) -> Put {
    Put {
        space: space.to_owned(),
        key: key.to_owned(),
        value: value.map(|value| value.as_bytes().to_vec()),
    }
}

/// A small house with every kind of movement in its log: 14 entries at two tables and the desk.
pub(crate) fn small_history() -> Vec<Batch> {
    let series = Series::Table(TableId(1));
    let hold = |no| TransferId { series, no };
    let half = Move::Post {
        hold: hold(3),
        amount: Money::from_cents(1_250),
    };
    let void = Move::Void { hold: hold(5) };
    let mut quiet = said(Stream::House, "x", "the house acts by itself");
    quiet.command = None;
    quiet.expected = Some(2);
    vec![
        credit("1", 1, 1, 100),
        credit("2", 2, 2, 50),
        wager("3", 1, 1, 1, 25),
        lost("4", 1, 2, 1, 25),
        wager("5", 1, 3, 1, 25),
        with(
            said(table(1), "6", "surrender, \"half\" back"),
            vec![transfer(series, 4, half)],
        ),
        quiet,
        wager("7", 1, 5, 2, 10),
        with(said(table(1), "8", "void"), vec![transfer(series, 6, void)]),
        wager("9", 2, 1, 2, 5),
        said(table(2), "=10", "words, and a \u{1F0A1}"),
        wager("11", 2, 2, 1, 5),
        said(Stream::House, "12", "closing"),
        said(table(1), "13", "closed"),
    ]
}
