//! A small house for tests: two players, two tables, and commands that come in any number.
#![allow(dead_code, reason = "each test uses a part of it")]

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
    Transfer { id: TransferId { series, no }, does, purpose: Purpose::Wager, clause: Clause::printed("14.8").unwrap() }
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
    Batch { entry: Some(entry), command: Some(command("ann", id, words)), answer: json!({ "heard": words }), ..Batch::default() }
}

/// The cashier gives a player money: the nth transfer of the desk.
pub(crate) fn credit(id: &str, no: u64, player: u32, dollars: u32) -> Batch {
    let amount = Money::from_dollars(dollars);
    let pay = Move::Pay { from: Account::House, to: Account::Player(PlayerId(player)), amount };
    with(said(Stream::House, id, "credit"), vec![transfer(Series::Cashier, no, pay)])
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
    with(said(table(table_no), id, "wager"), vec![transfer(Series::Table(at), no, hold)])
}

/// A wager is lost: the hold under this number is posted.
pub(crate) fn lost(id: &str, table_no: u32, no: u64, hold: u64, dollars: u32) -> Batch {
    let series = Series::Table(TableId(table_no));
    let post = Move::Post { hold: TransferId { series, no: hold }, amount: Money::from_dollars(dollars) };
    with(said(table(table_no), id, "lost"), vec![transfer(series, no, post)])
}

pub(crate) fn with(mut batch: Batch, transfers: Vec<Transfer>) -> Batch {
    if let Some(entry) = &mut batch.entry {
        entry.transfers = transfers;
    }
    batch
}

pub(crate) fn put(space: &str, key: &str, value: Option<&str>) -> Put {
    Put { space: space.to_owned(), key: key.to_owned(), value: value.map(|value| value.as_bytes().to_vec()) }
}
