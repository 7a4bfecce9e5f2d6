//! A table with a dealer who has real cards, and the ledger that must agree with it.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its part, and one that cannot go on has failed"
)]

use cards::{Card, index_below, shuffle};
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use game::{Draw, Need};
use ledger::{Account, Ledger, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{BoxNo, Clause, Money, Net, builtin};
use table::{Actor, Command, Config, Event, Needs, Refusal, Seal, Table, Time, What};

pub struct House {
    pub table: Table,
    pub founded: Table,
    pub ledger: Ledger,
    pub log: Vec<Event>,
    pub moved: Vec<Transfer>,
    pub now: Time,
    pub rng: ChaCha20Rng,
    /// The stack as it was shuffled, not cut.
    pub stack: Vec<Card>,
    pub cutting_card_out: bool,
    /// Cards that come first, whatever was shuffled.
    pub next: Vec<Card>,
}

pub fn dollars(dollars: u32) -> Money {
    Money::from_dollars(dollars)
}

pub fn boxed(number: u8) -> BoxNo {
    BoxNo::new(number).unwrap()
}

pub fn player(no: u32) -> PlayerId {
    PlayerId(no)
}

impl House {
    pub fn new(book: &str, seed: u64) -> Self {
        Self::with(Config::usual(&builtin(book).unwrap()), seed)
    }

    pub fn with(config: Config, seed: u64) -> Self {
        let table = Table::new(TableId(1), config).unwrap();
        let mut ledger = Ledger::new();
        for no in 1..=40 {
            let id = TransferId { series: Series::Cashier, no: no.into() };
            let does = Move::Pay { from: Account::House, to: Account::Player(PlayerId(no)), amount: dollars(10_000) };
            let _ = ledger.apply(&[Transfer { id, does, purpose: Purpose::PlayMoney, clause: Clause::SILENT }]).unwrap();
        }
        Self {
            founded: table.clone(),
            table,
            ledger,
            log: Vec::new(),
            moved: Vec::new(),
            now: Time(1_000_000),
            rng: ChaCha20Rng::seed_from_u64(seed),
            stack: Vec::new(),
            cutting_card_out: false,
            next: Vec::new(),
        }
    }

    /// Gives a command, lets the money move, and deals whatever is due.
    pub fn give(&mut self, by: &Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let from = self.log.len();
        self.one(by, command)?;
        self.deal();
        Ok(self.log[from..].to_vec())
    }

    pub fn one(&mut self, by: &Actor, command: &Command) -> Result<(), Refusal> {
        let decision = self.table.decide(by, self.now, command)?;
        let _ = self.ledger.apply(&decision.transfers).unwrap();
        self.table = decision.table;
        self.log.extend(decision.events);
        self.moved.extend(decision.transfers);
        self.check();
        Ok(())
    }

    /// The ledger, the table and the engine agree about what lies on the layout.
    pub fn check(&self) {
        let held = self.ledger.balance(Account::Held(TableId(1)));
        assert_eq!(held, Net::won(self.table.at_stake()));
        assert_eq!(self.ledger.balances().map(|(_, balance)| balance).sum::<Net>(), Net::ZERO);
        if matches!(self.log.last().map(|event| &event.what), Some(What::RoundOver { .. } | What::RoundVoid { .. })) {
            assert_eq!(held, Net::ZERO, "a wager outlived its round");
        }
    }

    /// The dealer brings whatever is due.
    pub fn deal(&mut self) {
        loop {
            let command = match self.table.needs() {
                Needs::Nothing => return,
                Needs::Shuffle(cards) => {
                    let mut stack: Vec<Card> = cards.cards().collect();
                    let rng = &mut self.rng;
                    shuffle(&mut stack, &mut || rng.next_u32());
                    self.stack = stack;
                    self.cutting_card_out = false;
                    Command::Shuffled { seal: Seal("test".to_owned()) }
                }
                Needs::Seed => Command::SeedByHouse { seed: "the house".to_owned() },
                Needs::Cut(range) => Command::CutByHouse { place: *range.start() },
                Needs::Draw(need) => Command::Deal { draw: self.draw(need) },
            };
            self.one(&Actor::Dealer, &command).unwrap();
        }
    }

    fn draw(&mut self, need: Need) -> Draw {
        if need == Need::Multiplier {
            let all = self.table.book().pandemonium.multipliers.is.all().to_vec();
            return Draw::Multiplier(all[usize::try_from(self.rng.next_u32()).unwrap() % all.len()]);
        }
        let card = match self.table.config().dealing {
            game::Dealing::Device => {
                let cards: Vec<Card> = self.table.in_device().cards().collect();
                let rng = &mut self.rng;
                cards[usize::try_from(index_below(u32::try_from(cards.len()).unwrap(), &mut || rng.next_u32())).unwrap()]
            }
            game::Dealing::Shoe => {
                let (cut, from_back, drawn) = self.table.shoe_place();
                let all = u32::try_from(self.stack.len()).unwrap();
                if from_back.is_some_and(|back| drawn >= all - back) && !self.cutting_card_out {
                    self.cutting_card_out = true;
                    if !self.table.deals_on() {
                        return Draw::CuttingCard;
                    }
                }
                self.stack[usize::try_from((cut.unwrap_or(0) + drawn) % all).unwrap()]
            }
        };
        match need {
            Need::Burn => Draw::Burned,
            Need::Card(_) if !self.next.is_empty() => Draw::Card(self.next.remove(0)),
            Need::Card(_) => Draw::Card(card),
            Need::Shuffle | Need::Multiplier => unreachable!("the table sees to the rack itself"),
        }
    }

    /// The cards that come next; a stacked deck, so only for small scenes.
    pub fn stack_with(&mut self, text: &str) {
        self.next = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
    }

    pub fn arrive(&mut self, no: u32, name: &str) {
        self.give(&Actor::Player(player(no)), &Command::Arrive { name: name.to_owned(), card: true }).unwrap();
    }

    pub fn below(&mut self, n: u32) -> u32 {
        let rng = &mut self.rng;
        index_below(n, &mut || rng.next_u32())
    }

    pub fn balance(&self, no: u32) -> i64 {
        self.ledger.balance(Account::Player(player(no))).cents()
    }
}
