//! Tables on a journal: stopped and opened again at any moment, nothing differs; every shoe can be checked afterwards.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cards::index_below;
use fair::{Entropy, Known, Seeded, Signer, Verdict, Words};
use game::{Dealing, Kind, Side};
use house::{Answer, Host, METER, Opened, Replayed, Request, SEALED, SHOE, SNAPSHOT, Tools, recall};
use ledger::{Account, Move, PlayerId, Pool, Purpose, Series, TableId, Transfer, TransferId};
use rules::{BOOK_IDS, BoxNo, Clause, Money, Net, builtin};
use store::{Batch, Draft, Entry, HouseKey, Journal, Memory, Outcome, Read, Stream};
use table::{Actor, Command, Config, Lay, Span, Time};

const TABLE: TableId = TableId(7);

struct House {
    journal: Journal<Memory>,
    host: Host,
    entropy: Seeded,
    people: Seeded,
    signer: Signer,
    now: Time,
}

impl House {
    fn new(config: Config, seed: u64) -> Self {
        let mut journal = Journal::open(Memory::new(), HouseKey::from_entropy([7; 32]), "test").unwrap();
        let (host, batch) = Host::found(TABLE, config, "sue", Time(1)).unwrap();
        let done = journal.commit(vec![credits(), batch], 1);
        assert!(done.iter().all(|outcome| matches!(outcome, Outcome::Done { .. })));
        let (entropy, people) = (Seeded::of_number(seed), Seeded::of_number(seed + 1_000_000));
        Self { journal, host, entropy, people, signer: Signer::new(&[9; 32]), now: Time(1_000_000) }
    }

    fn below(&mut self, n: u32) -> u32 {
        index_below(n, &mut Words::new(&mut self.people))
    }

    fn ask(&mut self, by: Actor, id: Option<String>, command: Command) -> Outcome {
        let request = Request { by, sender: "someone".to_owned(), id, at: self.now, command };
        let mut tools = Tools { entropy: &mut self.entropy, signer: &self.signer };
        let staged = self.host.stage(&request, &mut tools).unwrap();
        let outcome = self.journal.commit(vec![staged.batch], self.now.0).remove(0);
        if let Outcome::Done { .. } = outcome {
            self.host = staged.host;
        }
        outcome
    }

    /// Everything in memory is lost; the table is told again from the journal.
    fn restart(&mut self) {
        let snapshot = self.journal.backend().document(SNAPSHOT, &TABLE.to_string()).unwrap();
        let mut opened = Opened::begin(TABLE, snapshot.as_deref()).unwrap();
        let raw = self.journal.backend().stream(Stream::Table(TABLE), opened.after() + 1, usize::MAX).unwrap();
        for raw in raw {
            let entry = Entry::decode(&raw.bytes).unwrap();
            opened.tell(entry.seq, &entry.kind, entry.version, &entry.body).unwrap();
        }
        let sealed = self.journal.backend().document(SEALED, &TABLE.to_string()).unwrap();
        let mut host = opened.finish(sealed.as_deref()).unwrap();
        if let Some(meter) = self.journal.backend().document(METER, &TABLE.to_string()).unwrap() {
            host.remember_meter(&meter).unwrap();
        }
        assert_eq!(host.meter(), self.host.meter());
        assert_eq!(host.table(), self.host.table());
        assert_eq!(host.version(), self.host.version());
        assert_eq!(host.dealer().so_far(host.table()), self.host.dealer().so_far(self.host.table()));
        self.host = host;
    }
}

/// Nine players with 10,000 each.
fn credits() -> Batch {
    let transfers = (1..=9).map(|no| Transfer {
        id: TransferId { series: Series::Cashier, no: no.into() },
        does: Move::Pay { from: Account::House, to: Account::Player(PlayerId(no)), amount: Money::from_dollars(10_000) },
        purpose: Purpose::PlayMoney,
        clause: Clause::SILENT,
    });
    let entry = Draft {
        stream: Stream::House,
        at: 1,
        by: "sue".to_owned(),
        kind: "desk".to_owned(),
        version: 1,
        body: serde_json::Value::Null,
        transfers: transfers.collect(),
    };
    Batch { entry: Some(entry), ..Batch::default() }
}

/// Something a player does, mostly with sense.
fn anything(house: &mut House) -> (Actor, Command) {
    let no = house.below(5) + 1;
    let actor = Actor::Player(PlayerId(no));
    let box_no = BoxNo::new(u8::try_from(house.below(7) + 1).unwrap()).unwrap();
    let names = ["ann", "bob", "cho", "dee", "eve"];
    match house.below(20) {
        0 => (actor, Command::Arrive { name: names[usize::try_from(no - 1).unwrap()].to_owned(), card: true }),
        1 if house.below(5) == 0 => (actor, Command::Depart),
        2 => (actor, Command::Sit { box_no }),
        3..6 => (actor, Command::Lay { lay: Lay::Wager { box_no, amount: Money::from_dollars(25) } }),
        6..9 => (actor, Command::Ready),
        9 => (actor, Command::Cut { place: 60 + house.below(100) }),
        10 => (actor, Command::GiveSeed { seed: format!("seed {no}") }),
        11 => {
            house.now = house.now.after(Span::seconds(30));
            (Actor::Clock, Command::Tick)
        }
        12 if house.below(10) == 0 => (Actor::Staff("sue".to_owned()), Command::OrderShuffle),
        _ => {
            let legal = house.host.table().round().map(|(_, round)| round.legal()).unwrap_or_default();
            let Some(chosen) = legal.first().copied() else { return (actor, Command::Ready) };
            let place = usize::try_from(house.below(u32::try_from(legal.len()).unwrap())).unwrap();
            let chosen = legal.get(place).copied().unwrap_or(chosen);
            let by = house.host.table().round_players_now()[chosen.player.index()];
            (Actor::Player(by), Command::Choose { choice: chosen.choice })
        }
    }
}

fn configs() -> Vec<Config> {
    let mut all = Vec::new();
    for id in BOOK_IDS {
        let usual = Config::usual(&builtin(id).unwrap());
        let device = Config { dealing: Dealing::Device, ..usual.clone() };
        if device.check().is_ok() {
            all.push(device);
        }
        let few = (1..=8).map(|decks| Config { decks, cutting_card: 0, ..usual.clone() }).find(|config| config.check().is_ok());
        all.extend(few);
        all.push(usual);
    }
    all
}

#[test]
fn a_table_stopped_at_any_moment_goes_on_as_it_was() {
    for (seed, config) in (1..).zip(configs()) {
        let mut house = House::new(config, seed);
        house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
        for _ in 0..600 {
            let (by, command) = anything(&mut house);
            house.ask(by, None, command);
            if house.below(25) == 0 {
                house.restart();
            }
        }
        let floor = Actor::Staff("sue".to_owned());
        house.ask(floor.clone(), None, Command::VoidRound { why: "the end".to_owned() });
        house.ask(floor, None, Command::AnnounceClosing { last_rounds: false });
        house.now = house.now.after(Span::minutes(60));
        house.ask(Actor::Clock, None, Command::Tick);
        assert!(!house.host.table().is_open());
        check_shoes(&mut house);
        check_replay(&mut house);
    }
}

/// Every shoe that was sealed was opened, and every card in it is the one that was committed to.
fn check_shoes(house: &mut House) {
    assert_eq!(house.journal.backend().document(SEALED, &TABLE.to_string()).unwrap(), None);
    let shoes = house.journal.backend().documents(SHOE).unwrap();
    assert_eq!(u64::try_from(shoes.len()).unwrap(), house.host.table().shoe_no());
    let known = Known { key: Some(house.signer.public_key()), ..Known::default() };
    for shoe in shoes {
        let report = match house.host.table().config().dealing {
            Dealing::Shoe => serde_json::from_slice::<fair::ShoeRecord>(&shoe.value).unwrap().verify(&known),
            Dealing::Device => serde_json::from_slice::<fair::DeviceRecord>(&shoe.value).unwrap().verify(&known),
        };
        assert_eq!(report.verdict(), Verdict::Holds, "{} {:?}", shoe.key, report.first_fault());
    }
}

/// The log alone gives the same balances.
fn check_replay(house: &mut House) {
    let mut replayed = Replayed::default();
    for raw in house.journal.backend().log(1, usize::MAX).unwrap() {
        replayed.tell(raw.position, &Entry::decode(&raw.bytes).unwrap()).unwrap();
    }
    let held: Vec<(Account, Net)> = replayed.balances().collect();
    assert_eq!(held, house.journal.ledger().balances().collect::<Vec<_>>());
    assert_eq!(replayed.rounds, house.host.table().rounds());
    assert!(replayed.rounds > 0);
}

#[test]
fn the_same_request_twice_is_done_once() {
    let mut house = House::new(Config::usual(&builtin("sydney").unwrap()), 1);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    house.ask(ann.clone(), None, Command::Arrive { name: "ann".to_owned(), card: true });
    let lay = |dollars| Command::Lay { lay: Lay::Wager { box_no: BoxNo::new(1).unwrap(), amount: Money::from_dollars(dollars) } };
    let first = house.ask(ann.clone(), Some("1".to_owned()), lay(25));
    let Outcome::Done { seq, .. } = first else { panic!("{first:?}") };
    let again = house.ask(ann.clone(), Some("1".to_owned()), lay(25));
    let done = serde_json::to_value(Answer::Done { version: seq }).unwrap();
    assert_eq!(again, Outcome::Repeated(done));
    let other = house.ask(ann, Some("1".to_owned()), lay(30));
    assert_eq!(other, Outcome::Refused(store::Refusal::IdReused));
    assert_eq!(house.host.table().at_stake(), Money::from_dollars(25));
}

#[test]
fn a_round_is_recalled_by_those_who_wagered() {
    let mut house = House::new(Config::usual(&builtin("canberra").unwrap()), 5);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    house.ask(ann.clone(), None, Command::Arrive { name: "ann".to_owned(), card: true });
    let box_no = BoxNo::new(1).unwrap();
    house.ask(ann.clone(), None, Command::Sit { box_no });
    house.ask(ann.clone(), None, Command::Cut { place: 100 });
    house.ask(ann.clone(), None, Command::Lay { lay: Lay::Wager { box_no, amount: Money::from_dollars(25) } });
    house.ask(ann, None, Command::Ready);
    while house.host.table().round().is_some() {
        house.now = house.now.after(Span::seconds(30));
        house.ask(Actor::Clock, None, Command::Tick);
    }
    let last = house.journal.backend().documents(&recall(PlayerId(1))).unwrap();
    assert_eq!(last.len(), 1);
    let key = String::from_utf8(last[0].value.clone()).unwrap();
    let round = house.journal.backend().document(house::ROUND, &key).unwrap().unwrap();
    let round: house::RoundRecord = serde_json::from_slice(&round).unwrap();
    assert_eq!((round.no, round.book.as_str(), round.void), (1, "canberra", None));
    let net: Net = round.wagers.iter().map(|wager| wager.net).sum();
    let balance = house.journal.ledger().balance(Account::Player(PlayerId(1)));
    assert_eq!(balance, Net::won(Money::from_dollars(10_000)) + net);
    // The text replays to the same cent.
    let script = game::notation::Script::parse(&round.text).unwrap();
    let played = game::notation::play(&script, &|name| builtin(name).map_err(|fault| fault.to_string())).unwrap();
    assert_eq!(played.round.settled().map(|(settled, _)| settled.net).sum::<Net>(), net);
}

#[test]
fn the_jackpot_meter_is_what_the_pool_and_the_rounds_say() {
    let mut house = House::new(Config::usual(&builtin("singapore").unwrap()), 11);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    house.ask(ann.clone(), None, Command::Arrive { name: "ann".to_owned(), card: true });
    let box_no = BoxNo::new(1).unwrap();
    house.ask(ann.clone(), None, Command::Sit { box_no });
    for round in 1..=200 {
        let lays = [
            Lay::Wager { box_no, amount: Money::from_dollars(5) },
            Lay::Side { box_no, side: Side::Pandemonium, amount: Money::from_dollars(1 + round % 3) },
        ];
        for lay in lays {
            house.ask(ann.clone(), None, Command::Lay { lay });
        }
        house.ask(ann.clone(), None, Command::Ready);
        // A round that is declared void gives its wagers back: they never came to the meter.
        if round % 10 == 0 && house.host.table().round().is_some() {
            let before = house.host.meter().clone();
            house.ask(Actor::Staff("sue".to_owned()), None, Command::VoidRound { why: "a test".to_owned() });
            assert_eq!(*house.host.meter(), before);
        }
        while house.host.table().round().is_some() || house.host.table().phase() == table::Phase::Cut {
            house.now = house.now.after(Span::seconds(30));
            house.ask(Actor::Clock, None, Command::Tick);
        }
        if round % 50 == 0 {
            house.restart();
        }
    }
    let meter = house.host.meter().clone();
    let cents = |amount: Money| i64::try_from(amount.cents()).unwrap();
    let pool = house.journal.ledger().balance(Account::Pool(TABLE, Pool::Jackpot));
    assert_eq!(pool.cents(), cents(meter.lost) - cents(meter.paid));
    let records = house.journal.backend().documents(house::ROUND).unwrap();
    let records = records.iter().map(|document| serde_json::from_slice::<house::RoundRecord>(&document.value).unwrap());
    let wagers: Vec<house::WagerRecord> = records.filter(|round| round.void.is_none()).flat_map(|round| round.wagers).collect();
    let own: Vec<_> = wagers.iter().filter(|wager| wager.kind == Kind::Side(Side::Pandemonium)).collect();
    assert_eq!(meter.wagers, u64::try_from(own.len()).unwrap());
    assert_eq!(meter.wagered, own.iter().map(|wager| wager.stake).sum());
    let won: Vec<i64> = own.iter().map(|wager| wager.net.cents()).filter(|net| *net > 0).collect();
    assert!(won.len() >= 3, "some Pontoons came in 200 rounds: {won:?}");
    assert_eq!(cents(meter.paid), won.iter().sum::<i64>());
    assert_eq!(meter.highest.map(|highest| cents(highest.amount)), won.iter().max().copied());
    assert_eq!(meter.hits.values().sum::<u64>(), u64::try_from(won.len()).unwrap(), "a prize for each multiplier shown");
}

#[test]
fn without_entropy_nothing_is_dealt() {
    struct Dry;
    impl Entropy for Dry {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), fair::NoEntropy> {
            Err(fair::NoEntropy)
        }
    }
    let house = House::new(Config::usual(&builtin("sydney").unwrap()), 1);
    let by = Actor::Staff("sue".to_owned());
    let request = Request { by, sender: "sue".to_owned(), id: None, at: Time(5), command: Command::Open };
    let mut tools = Tools { entropy: &mut Dry, signer: &house.signer };
    assert!(house.host.stage(&request, &mut tools).is_err());
}
