//! A house on a journal in memory: one table, nine people, and a clock that they move.

use super::TABLE;
use ::house::{
    CardOnFile, Host, METER, Opened, Replayed, Request, SEALED, SHOE, SNAPSHOT, TableDocuments,
    Tools, read_document,
};
use cards::index_below;
use fair::{Known, Seeded, Signer, Verdict, Words};
use game::Dealing;
use ledger::{Account, Move, PlayerId, Purpose, Series, Transfer, TransferId};
use rules::{BoxNo, Clause, Money, Net};
use serde_json::json;
use std::collections::BTreeMap;
use store::{Batch, Draft, Entry, HouseKey, Journal, Memory, Outcome, Read, Stream};
use table::{Actor, Command, Config, Lay, Span, Time};

/// A house with one table, whose people do anything.
pub struct House {
    pub journal: Journal<Memory>,
    pub host: Host,
    pub entropy: Seeded,
    people: Seeded,
    pub signer: Signer,
    pub now: Time,
}

impl House {
    pub fn new(config: Config, seed: u64) -> Self {
        let mut journal =
            Journal::open(Memory::new(), HouseKey::from_entropy([7; 32]), "test").unwrap();
        let (host, batch) = Host::found(TABLE, config, "sue", Time(1)).unwrap();
        let done = journal.commit(vec![credits(), batch], 1);
        assert!(
            done.iter()
                .all(|outcome| matches!(outcome, Outcome::Done { .. }))
        );
        let (entropy, people) = (Seeded::of_number(seed), Seeded::of_number(seed + 1_000_000));
        Self {
            journal,
            host,
            entropy,
            people,
            signer: Signer::new(&[9; 32]),
            now: Time(1_000_000),
        }
    }

    pub fn below(&mut self, n: u32) -> u32 {
        index_below(n, &mut Words::new(&mut self.people))
    }

    pub fn ask(&mut self, by: Actor, id: Option<String>, command: Command) -> Outcome {
        let request = Request {
            by,
            sender: "someone".to_owned(),
            id,
            at: self.now,
            command,
            card: CardOnFile::None,
        };
        let mut tools = Tools {
            entropy: &mut self.entropy,
            signer: &self.signer,
        };
        let staged = self.host.stage(&request, &mut tools).unwrap();
        let outcome = self
            .journal
            .commit(vec![staged.batch], self.now.0)
            .remove(0);
        if let Outcome::Done { .. } = outcome {
            self.host = staged.host;
        }
        outcome
    }

    /// Everything in memory is lost; the table is told again from the journal.
    pub fn restart(&mut self) {
        let host = self.open_again(|sealed| sealed);
        assert_eq!(host.meter(), self.host.meter());
        assert_eq!(host.table(), self.host.table());
        assert_eq!(host.version(), self.host.version());
        assert_eq!(
            host.dealer().so_far(host.table()),
            self.host.dealer().so_far(self.host.table())
        );
        self.host = host;
    }

    /// The table as the journal tells it, with its secret document as `sealed` makes it.
    pub fn open_again(&mut self, sealed: impl FnOnce(Option<Vec<u8>>) -> Option<Vec<u8>>) -> Host {
        let snapshot = self
            .journal
            .backend()
            .document(SNAPSHOT, &TABLE.to_string())
            .unwrap();
        let mut opened = Opened::begin(TABLE, snapshot.as_deref()).unwrap();
        let raw = self
            .journal
            .backend()
            .stream(Stream::Table(TABLE), opened.after() + 1, usize::MAX)
            .unwrap();
        for raw in raw {
            let entry = Entry::decode(&raw.bytes).unwrap();
            opened
                .tell(entry.seq, &entry.kind, entry.version, &entry.body)
                .unwrap();
        }
        let sealed = sealed(
            self.journal
                .backend()
                .document(SEALED, &TABLE.to_string())
                .unwrap(),
        );
        let mut host = opened.finish(sealed.as_deref()).unwrap();
        if let Some(meter) = self
            .journal
            .backend()
            .document(METER, &TABLE.to_string())
            .unwrap()
        {
            host.remember_meter(&meter).unwrap();
        }
        host
    }

    /// The round ends at once, and then the table.
    pub fn close(&mut self) {
        let floor = Actor::Staff("sue".to_owned());
        self.ask(
            floor.clone(),
            None,
            Command::VoidRound {
                why: "the end".to_owned(),
            },
        );
        self.ask(floor, None, Command::AnnounceClosing { last_rounds: false });
        self.now = self.now.after(Span::minutes(60));
        self.ask(Actor::Clock, None, Command::Tick);
        assert!(!self.host.table().is_open());
    }

    /// Every entry of the log, in its order.
    pub fn entries(&mut self) -> Vec<Entry> {
        let log = self.journal.backend().log(1, usize::MAX).unwrap();
        log.iter()
            .map(|raw| Entry::decode(&raw.bytes).unwrap())
            .collect()
    }

    /// How many shoes anybody may read.
    pub fn n_opened(&mut self) -> u64 {
        u64::try_from(self.journal.backend().documents(SHOE).unwrap().len()).unwrap()
    }
}

/// Nine players with 10,000 each.
pub fn credits() -> Batch {
    let transfers = (1..=9).map(|no| Transfer {
        id: TransferId {
            series: Series::Cashier,
            no: no.into(),
        },
        does: Move::Pay {
            from: Account::House,
            to: Account::Player(PlayerId(no)),
            amount: Money::from_dollars(10_000),
        },
        purpose: Purpose::PlayMoney,
        clause: Clause::SILENT,
    });
    let moved = |no: u32| json!({ "moved": { "person": no, "net": 1_000_000, "why": "newcomer" } });
    let entry = Draft {
        stream: Stream::House,
        at: 1,
        by: "sue".to_owned(),
        kind: "desk".to_owned(),
        version: 1,
        body: json!({ "events": (1..=9).map(moved).collect::<Vec<_>>() }),
        transfers: transfers.collect(),
    };
    Batch {
        entry: Some(entry),
        ..Batch::default()
    }
}

/// Something a player does, mostly with sense.
pub fn anything(house: &mut House) -> (Actor, Command) {
    let no = house.below(5) + 1;
    let actor = Actor::Player(PlayerId(no));
    let box_no = BoxNo::new(u8::try_from(house.below(7) + 1).unwrap()).unwrap();
    let names = ["ann", "bob", "cho", "dee", "eve"];
    match house.below(20) {
        0 => (
            actor,
            Command::Arrive {
                name: names[usize::try_from(no - 1).unwrap()].to_owned(),
                card: None,
            },
        ),
        1 if house.below(5) == 0 => (actor, Command::Depart),
        2 => (actor, Command::Sit { box_no }),
        3..6 => (
            actor,
            Command::Lay {
                lay: Lay::Wager {
                    box_no,
                    amount: Money::from_dollars(25),
                },
            },
        ),
        6..9 => (actor, Command::Ready),
        9 => (
            actor,
            Command::Cut {
                place: 60 + house.below(100),
            },
        ),
        10 => (
            actor,
            Command::GiveSeed {
                seed: format!("seed {no}"),
            },
        ),
        11 => {
            house.now = house.now.after(Span::seconds(30));
            (Actor::Clock, Command::Tick)
        }
        12 if house.below(10) == 0 => (Actor::Staff("sue".to_owned()), Command::OrderShuffle),
        _ => {
            let legal = house
                .host
                .table()
                .round()
                .map(|(_, round)| round.legal())
                .unwrap_or_default();
            let Some(chosen) = legal.first().copied() else {
                return (actor, Command::Ready);
            };
            let place = usize::try_from(house.below(u32::try_from(legal.len()).unwrap())).unwrap();
            let chosen = legal.get(place).copied().unwrap_or(chosen);
            let by = house.host.table().round_players_now()[chosen.player.index()];
            (
                Actor::Player(by),
                Command::Choose {
                    choice: chosen.choice,
                },
            )
        }
    }
}

/// Every shoe that was sealed was opened, and every card in it is the one that was committed to.
pub fn check_shoes(house: &mut House) {
    assert_eq!(
        house
            .journal
            .backend()
            .document(SEALED, &TABLE.to_string())
            .unwrap(),
        None
    );
    let shoes = house.journal.backend().documents(SHOE).unwrap();
    assert_eq!(
        u64::try_from(shoes.len()).unwrap(),
        house.host.table().shoe_no()
    );
    let known = Known {
        key: Some(house.signer.public_key()),
        ..Known::default()
    };
    for shoe in shoes {
        let report = match house.host.table().config().dealing {
            Dealing::Shoe => serde_json::from_slice::<fair::ShoeRecord>(&shoe.value)
                .unwrap()
                .verify(&known),
            Dealing::Device => serde_json::from_slice::<fair::DeviceRecord>(&shoe.value)
                .unwrap()
                .verify(&known),
        };
        assert_eq!(
            report.verdict(),
            Verdict::Holds,
            "{} {:?}",
            shoe.key,
            report.first_fault()
        );
    }
}

/// The log alone gives the same balances.
pub fn check_replay(house: &mut House) {
    let mut replayed = Replayed::default();
    for (position, entry) in (1..).zip(house.entries()) {
        replayed.tell(position, &entry).unwrap();
    }
    let held: Vec<(Account, Net)> = replayed.balances().collect();
    assert_eq!(held, house.journal.ledger().balances().collect::<Vec<_>>());
    assert_eq!(replayed.rounds, house.host.table().rounds());
    assert!(replayed.rounds > 0);
    check_documents(house);
}

/// The log, and the cards that it sealed, give the same documents.
fn check_documents(house: &mut House) {
    let mut tables = TableDocuments::default();
    let mut right = BTreeMap::new();
    for entry in house.entries() {
        let left = tables.of_entry(&entry, house.journal.backend()).unwrap();
        assert_eq!(left.lost, [], "entry {} of {}", entry.seq, entry.stream);
        right.extend(
            left.puts
                .into_iter()
                .map(|put| ((put.space, put.key), put.value)),
        );
    }
    right.retain(|_, value| value.is_some());
    let found = house
        .journal
        .backend()
        .documents_after("", "", usize::MAX)
        .unwrap();
    let found: BTreeMap<_, _> = found
        .into_iter()
        .map(|(space, of)| ((space, of.key), Some(of.value)))
        .collect();
    for ((space, key), value) in &found {
        assert_eq!(
            read_document(space, key, value.as_ref().unwrap()),
            Some(Ok(())),
            "{space}/{key}"
        );
    }
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        right.keys().collect::<Vec<_>>()
    );
    assert!(found == right, "a document is not what the log says");
}
