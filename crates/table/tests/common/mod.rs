//! A table with a dealer who has real cards, and the ledger that must agree with it.
#![allow(
    dead_code,
    unreachable_pub,
    unused_macros,
    clippy::unwrap_used,
    reason = "each test file uses its part, and one that cannot go on has failed"
)]

use cards::{Card, index_below, shuffle};
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use game::{Choice, Draw, HandRef, Need, Side, WagersChecked};
use ledger::{Account, Ledger, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{BoxNo, Clause, Money, Net, builtin};
use table::{
    Actor, Command, Config, Event, Lay, Needs, Reason, Refusal, Seal, Span, Table, Time, What,
};

/// Demands that one of the events is this, and that it cites this clause.
macro_rules! says {
    ($events:expr, $what:pat $(if $guard:expr)?, $clause:expr) => {{
        let events: &[table::Event] = &$events;
        let found = events.iter().find(|event| matches!(&event.what, $what $(if $guard)?));
        let Some(event) = found else { panic!("no {} among {events:#?}", stringify!($what)) };
        assert_eq!(event.clause.to_string(), $clause, "{event:?}");
    }};
}

/// Demands that none of the events is this.
macro_rules! never {
    ($events:expr, $what:pat $(if $guard:expr)?) => {{
        let events: &[table::Event] = &$events;
        let found = events.iter().find(|event| matches!(&event.what, $what $(if $guard)?));
        assert!(found.is_none(), "{found:?}");
    }};
}

/// Demands that a command is refused for this reason, and by this clause.
macro_rules! refused {
    ($answer:expr, $reason:pat, $clause:expr) => {{
        let refusal: table::Refusal = $answer.unwrap_err();
        assert!(matches!(refusal.reason, $reason), "{refusal:?}");
        assert_eq!(refusal.clause.to_string(), $clause, "{refusal:?}");
    }};
}

pub type Answer = Result<Vec<Event>, Refusal>;

pub const FLOAT: Account = Account::Float(TableId(1));
pub const HELD: Account = Account::Held(TableId(1));
/// What everybody has at the beginning, in cents.
pub const PURSE: i64 = 1_000_000;

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
    /// The cutting card comes when so many more cards are out, wherever it was placed.
    pub cutting_card_in: Option<u32>,
    /// Cards that come first, whatever was shuffled.
    pub next: Vec<Card>,
    /// What the jackpot meter shows next.
    pub meter: Option<u16>,
    /// Deals any card that is not out, whatever the order of the stack.
    pub careless: bool,
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

pub fn staff() -> Actor {
    Actor::Staff("sue".to_owned())
}

pub fn hand(box_no: u8, hand: u8) -> HandRef {
    HandRef {
        box_no: boxed(box_no),
        hand,
    }
}

pub fn usual(book: &str) -> Config {
    Config::usual(&builtin(book).unwrap())
}

/// The usual table of a book, dealt by a person: what lies outside the sign is found when wagers
/// are closed.
pub fn by_hand(book: &str) -> Config {
    Config {
        wagers_checked: WagersChecked::WhenClosed,
        ..usual(book)
    }
}

impl House {
    /// A closed table of this book.
    pub fn new(book: &str, seed: u64) -> Self {
        Self::with(usual(book), seed)
    }

    /// An open table of this book, its cards shuffled.
    pub fn open(book: &str) -> Self {
        Self::open_with(usual(book))
    }

    pub fn open_with(config: Config) -> Self {
        let mut house = Self::with(config, 7);
        house.staff(Command::Open).unwrap();
        house
    }

    pub fn with(config: Config, seed: u64) -> Self {
        let table = Table::new(TableId(1), config).unwrap();
        let mut ledger = Ledger::new();
        for no in 1..=40 {
            let id = TransferId {
                series: Series::Cashier,
                no: no.into(),
            };
            let purse = Money::from_cents(PURSE.unsigned_abs());
            let does = Move::Pay {
                from: Account::House,
                to: Account::Player(PlayerId(no)),
                amount: purse,
            };
            let _ = ledger
                .apply(&[Transfer {
                    id,
                    does,
                    purpose: Purpose::PlayMoney,
                    clause: Clause::SILENT,
                }])
                .unwrap();
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
            cutting_card_in: None,
            next: Vec::new(),
            meter: None,
            careless: false,
        }
    }

    /// Gives a command, lets the money move, and deals whatever is due.
    pub fn give(&mut self, by: &Actor, command: &Command) -> Answer {
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

    /// The ledger, the table and the engine agree about what lies on the layout, and the table
    /// waits for somebody.
    pub fn check(&self) {
        let held = self.ledger.balance(HELD);
        assert_eq!(held, Net::won(self.table.at_stake()));
        assert_eq!(
            self.ledger
                .balances()
                .map(|(_, balance)| balance)
                .sum::<Net>(),
            Net::ZERO
        );
        if matches!(
            self.log.last().map(|event| &event.what),
            Some(What::RoundOver { .. } | What::RoundVoid { .. })
        ) {
            assert_eq!(held, Net::ZERO, "a wager outlived its round");
        }
        if self.table.round().is_some() {
            assert!(
                self.table.needs() != Needs::Nothing || self.table.next_time().is_some(),
                "the round waits for nothing"
            );
        }
    }

    /// The dealer brings whatever is due.
    pub fn deal(&mut self) {
        while self.deal_one() {}
    }

    /// The dealer brings one thing; false when nothing is due.
    pub fn deal_one(&mut self) -> bool {
        let command = match self.table.needs() {
            Needs::Nothing => return false,
            Needs::Shuffle(cards) => {
                let mut stack: Vec<Card> = cards.cards().collect();
                let rng = &mut self.rng;
                shuffle(&mut stack, &mut || rng.next_u32());
                self.stack = stack;
                self.cutting_card_out = false;
                Command::Shuffled {
                    seal: Seal("test".to_owned()),
                }
            }
            Needs::Seed => Command::SeedByHouse {
                seed: "the house".to_owned(),
            },
            Needs::Cut(range) => Command::CutByHouse {
                place: *range.start(),
            },
            Needs::Draw(need) => Command::Deal {
                draw: self.draw(need),
            },
        };
        let brought = self.one(&Actor::Software, &command);
        assert!(brought.is_ok() || self.careless, "{command:?}: {brought:?}");
        true
    }

    fn draw(&mut self, need: Need) -> Draw {
        match need {
            Need::Multiplier => {
                let all = self.table.book().pandemonium.multipliers.is.all().to_vec();
                let any = usize::try_from(self.below(u32::try_from(all.len()).unwrap())).unwrap();
                Draw::Multiplier(self.meter.take().unwrap_or(all[any]))
            }
            Need::Burn | Need::Card(_) if self.cutting_card_comes() => Draw::CuttingCard,
            Need::Burn => Draw::Burned,
            Need::Card(_) if !self.next.is_empty() => Draw::Card(self.next.remove(0)),
            Need::Card(_) => Draw::Card(self.next_card()),
            Need::Shuffle => unreachable!("the table sees to the rack itself"),
        }
    }

    fn cutting_card_comes(&mut self) -> bool {
        let (_, from_back, drawn) = self.table.shoe_place();
        let all = u32::try_from(self.stack.len()).unwrap();
        let reached = match self.cutting_card_in {
            Some(more) => {
                self.cutting_card_in = more.checked_sub(1);
                more == 0
            }
            None => from_back.is_some_and(|back| drawn >= all - back),
        };
        let comes = reached && !self.cutting_card_out;
        self.cutting_card_out |= comes;
        comes
    }

    fn next_card(&mut self) -> Card {
        if self.careless || self.table.config().dealing == game::Dealing::Device {
            let cards: Vec<Card> = self.table.round().unwrap().1.unseen().cards().collect();
            return cards
                [usize::try_from(self.below(u32::try_from(cards.len()).unwrap())).unwrap()];
        }
        let (cut, _, drawn) = self.table.shoe_place();
        let all = u32::try_from(self.stack.len()).unwrap();
        self.stack[usize::try_from((cut.unwrap_or(0) + drawn) % all).unwrap()]
    }

    /// The cards that come next; a stacked deck, so only for small scenes.
    pub fn stack_with(&mut self, text: &str) {
        self.next = text
            .split_whitespace()
            .map(|card| card.parse().unwrap())
            .collect();
    }

    pub fn below(&mut self, n: u32) -> u32 {
        let rng = &mut self.rng;
        index_below(n, &mut || rng.next_u32())
    }

    pub fn balance(&self, no: u32) -> i64 {
        self.ledger.balance(Account::Player(player(no))).cents()
    }

    /// What a player has won or lost since the beginning, in cents.
    pub fn won(&self, no: u32) -> i64 {
        self.balance(no) - PURSE
    }

    // People.

    pub fn staff(&mut self, command: Command) -> Answer {
        self.give(&staff(), &command)
    }

    pub fn by(&mut self, no: u32, command: Command) -> Answer {
        self.give(&Actor::Player(player(no)), &command)
    }

    /// So many seconds pass.
    pub fn wait(&mut self, seconds: u64) -> Vec<Event> {
        self.now = self.now.after(Span::seconds(seconds));
        self.give(&Actor::Clock, &Command::Tick).unwrap()
    }

    /// Somebody comes, and a member of staff looks at their card where the table asks for one.
    pub fn arrive(&mut self, no: u32, name: &str) -> Vec<Event> {
        let mut events = self.by(no, come(name)).unwrap();
        if self.table.asks_for_cards() {
            events.extend(self.staff(card_of(no, true)).unwrap());
        }
        events
    }

    /// People come and sit down, the first at box 1.
    pub fn seat_all(&mut self, names: &[&str]) {
        for (no, name) in (1_u8..).zip(names) {
            self.arrive(no.into(), name);
            self.sit(no.into(), no).unwrap();
        }
    }

    pub fn sit(&mut self, no: u32, box_no: u8) -> Answer {
        self.by(
            no,
            Command::Sit {
                box_no: boxed(box_no),
            },
        )
    }

    pub fn depart(&mut self, no: u32) -> Vec<Event> {
        self.by(no, Command::Depart).unwrap()
    }

    pub fn lay(&mut self, no: u32, box_no: u8, amount: u32) -> Answer {
        self.by(
            no,
            Command::Lay {
                lay: Lay::Wager {
                    box_no: boxed(box_no),
                    amount: dollars(amount),
                },
            },
        )
    }

    pub fn side(&mut self, no: u32, box_no: u8, side: Side, amount: u32) -> Answer {
        self.by(
            no,
            Command::Lay {
                lay: Lay::Side {
                    box_no: boxed(box_no),
                    side,
                    amount: dollars(amount),
                },
            },
        )
    }

    pub fn ready(&mut self, no: u32) -> Vec<Event> {
        self.by(no, Command::Ready).unwrap()
    }

    pub fn choose(&mut self, no: u32, choice: Choice) -> Answer {
        self.by(no, Command::Choose { choice })
    }

    pub fn stand(&mut self, no: u32, box_no: u8) -> Vec<Event> {
        self.choose(
            no,
            Choice::Stand {
                hand: hand(box_no, 0),
            },
        )
        .unwrap()
    }

    /// Everybody who is offered the cut refuses it, and the house cuts.
    pub fn cut_by_house(&mut self) {
        while let Some(to) = self.offered() {
            self.by(to, Command::RefuseCut).unwrap();
        }
    }

    /// Who is offered the cut, by the record.
    pub fn offered(&self) -> Option<u32> {
        let last = self.log.iter().rev().find(|event| {
            matches!(
                event.what,
                What::CutOffered { .. }
                    | What::CutRefused { .. }
                    | What::Cut { .. }
                    | What::ShuffleDue { .. }
                    | What::Closed
            )
        });
        if let What::CutOffered { to, .. } = last?.what {
            Some(to.0)
        } else {
            None
        }
    }

    /// The clause of the last offer of a cut.
    pub fn offer_clause(&self) -> String {
        let last = self
            .log
            .iter()
            .rev()
            .find(|event| matches!(event.what, What::CutOffered { .. }));
        last.unwrap().clause.to_string()
    }

    /// Somebody who is asked declines or stands, or draws where the book demands it; false when
    /// nobody is asked.
    pub fn decide_one(&mut self) -> bool {
        let Some((_, round)) = self.table.round() else {
            return false;
        };
        let wanted = |choice: &Choice| {
            let insures = matches!(choice, Choice::Insure { .. } | Choice::TakeInsurance { .. });
            let wagers = matches!(choice, Choice::Double { .. } | Choice::Split { .. });
            let gives_up = matches!(choice, Choice::Surrender { .. } | Choice::Forfeit { .. });
            !insures && !wagers && !gives_up && !matches!(choice, Choice::Nominate { .. })
        };
        let Some(legal) = round
            .legal()
            .into_iter()
            .find(|legal| wanted(&legal.choice))
        else {
            return false;
        };
        let no = self.table.round_players_now()[legal.player.index()].0;
        self.choose(no, legal.choice).unwrap();
        true
    }

    /// Ends the round in this way.
    pub fn play_out(&mut self) -> Vec<Event> {
        let from = self.log.len();
        while self.decide_one() {
            if self.table.round().is_some() {
                self.cut_by_house();
            }
        }
        self.log[from..].to_vec()
    }

    /// A round of 5 dollars on each of these boxes, each by the player of its number.
    pub fn round_of(&mut self, boxes: &[u8]) -> Vec<Event> {
        let from = self.log.len();
        self.begin(boxes);
        self.play_out();
        self.log[from..].to_vec()
    }

    /// The same, begun and not played out.
    pub fn begin(&mut self, boxes: &[u8]) -> Vec<Event> {
        let from = self.log.len();
        for &box_no in boxes {
            self.lay(box_no.into(), box_no, 5).unwrap();
        }
        self.close_wagers();
        self.log[from..].to_vec()
    }

    /// The same where the shoe is in use: the cut that a cutting card brings is left open.
    pub fn begin_without_cut(&mut self, boxes: &[u8]) -> Vec<Event> {
        let from = self.log.len();
        for &box_no in boxes {
            self.lay(box_no.into(), box_no, 5).unwrap();
        }
        let before = self.table.rounds();
        for &box_no in boxes {
            self.by(box_no.into(), Command::Ready).unwrap();
        }
        self.last_call(before);
        self.log[from..].to_vec()
    }

    /// How many cards the shoe holds.
    pub fn left(&self) -> u32 {
        u32::try_from(self.stack.len()).unwrap() - self.table.shoe_place().2
    }

    /// Everybody with a wager is ready, the cards having been cut: a round begins, and may be over
    /// at once.
    pub fn close_wagers(&mut self) -> Vec<Event> {
        let (from, before) = (self.log.len(), self.table.rounds());
        self.cut_by_house();
        for no in 1..=40 {
            if self.table.rounds() == before {
                let _ = self.by(no, Command::Ready);
            }
        }
        self.last_call(before);
        assert!(self.table.rounds() > before, "no round began");
        self.log[from..].to_vec()
    }

    /// Where somebody has a seat and no wager, a round begins a little later.
    fn last_call(&mut self, before: u64) {
        if self.table.rounds() == before {
            self.wait(5);
        }
    }
}

/// Coming to the table.
pub fn come(name: &str) -> Command {
    Command::Arrive {
        name: name.to_owned(),
        card: None,
    }
}

/// What the house finds of a player's card.
pub fn card_of(no: u32, valid: bool) -> Command {
    Command::FindCard {
        player: player(no),
        valid,
    }
}

/// A reason that the round gives.
pub fn by_the_round(refusal: &Refusal) -> Option<game::Reason> {
    if let Reason::Game(reason) = refusal.reason {
        Some(reason)
    } else {
        None
    }
}
