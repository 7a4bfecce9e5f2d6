//! One full round of each book, once for every call to the disk and every way in which that call
//! can fail: it comes to the same in the end.

use desk::{Cost, DeskCommand, HashMemory, Phc, Token, hash_password};
use game::{Choice, Dealing};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Money, builtin};
use serde_json::Value;
use soak::{
    Ask, Chance, Ended, Evidence, Heard, Now, Out, Route, Running, Said, Sender, To, Trouble, Wish,
    judge,
};
use store::{Backend, Failure, FakeDisk, Memory, Read};
use table::{Able, Command, Config, Lay, Time};

const TABLE: TableId = TableId(1);
const SECRET: [u8; 32] = [5; 32];
const NAMES: [&str; 2] = ["ann", "bob"];

/// What happens at the call that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    GoesOn,
    Crash,
}

/// A house with one table and two bettors, who ask until they are answered.
struct House {
    disk: FakeDisk,
    running: Option<Running>,
    seed: u64,
    /// The power goes when the disk has had so many calls.
    doomed: Option<u64>,
    step: u64,
    heard: Vec<Heard>,
    away: Vec<soak::Away>,
}

fn phc() -> Phc {
    static ONCE: std::sync::OnceLock<Phc> = std::sync::OnceLock::new();
    ONCE.get_or_init(|| {
        hash_password(
            "soak",
            "four plain small words",
            [7; 16],
            Cost::LEAST,
            &mut HashMemory::default(),
        )
        .unwrap()
    })
    .clone()
}

fn token(who: usize) -> Token {
    Token::new([u8::try_from(who).unwrap() + 1; 32])
}

impl House {
    fn new(config: &Config, seed: u64) -> Self {
        let disk = FakeDisk::new();
        let mut running = Running::open(Memory::on(&disk), SECRET).unwrap();
        running
            .found(TABLE, config.clone(), Time(1_800_000_000_000))
            .unwrap();
        Self {
            disk,
            running: Some(running),
            seed,
            doomed: None,
            step: 0,
            heard: Vec::new(),
            away: Vec::new(),
        }
    }

    /// The time of a step is the same however often it is tried.
    fn at(&self) -> Time {
        Time(1_800_000_000_000 + self.step * 100)
    }

    /// Lets the house do something. Chance is the same for the same step.
    fn house(&mut self, does: impl FnOnce(&mut Running, &mut Now<'_, Chance>)) -> Vec<Out> {
        let at = self.at();
        let mut chance = Chance::of(self.seed, &format!("step {}", self.step));
        let running = self.running.as_mut().unwrap();
        does(
            running,
            &mut Now {
                at,
                entropy: &mut chance,
            },
        );
        let out = running.take_out();
        if self.doomed.is_some_and(|call| self.disk.calls() >= call) {
            self.doomed = None;
            self.disk.crash();
            self.running = None;
            self.reopen();
            return Vec::new();
        }
        for out in &out {
            match out {
                Out::Broken(what) => panic!("{what}"),
                Out::Away(table) => {
                    let size = self.running.as_ref().unwrap().size();
                    self.away.push(soak::Away {
                        size,
                        table: table.0.into(),
                        at: at.0,
                    });
                }
                Out::Said(..) | Out::Frame(_) => {}
            }
        }
        out
    }

    fn reopen(&mut self) {
        loop {
            match Running::open(Memory::on(&self.disk), SECRET) {
                Ok(running) => {
                    self.running = Some(running);
                    break;
                }
                Err(Trouble::Disk(_)) => {}
                Err(Trouble::Broken(what)) => panic!("{what}"),
            }
        }
        self.house(|running, now| {
            running.back(TABLE, now);
            running.flush(now);
            running.flush(now);
        });
    }

    /// Asks, as the next step, until there is an answer.
    fn ask(&mut self, sender: &Sender, by: &str, wish: &Wish) -> Value {
        self.step += 1;
        self.ask_as(format!("step-{}", self.step), sender, by, wish)
    }

    fn ask_as(&mut self, id: String, sender: &Sender, by: &str, wish: &Wish) -> Value {
        let route = Route {
            client: 0,
            connection: 0,
            no: self.step,
        };
        for _ in 0..20 {
            let (sender, name) = (sender.clone(), Some(id.clone()));
            let ask = Ask {
                sender,
                id: name,
                wish: wish.clone(),
                to: To::Client(route),
            };
            let out = self.house(|running, now| {
                running.ask(ask, now);
                running.flush(now);
                running.flush(now);
            });
            for out in out {
                if let Out::Said(To::Client(_), Said::Answer(answer)) = out {
                    self.note(id, by, wish, &answer);
                    return answer;
                }
            }
        }
        panic!("{wish:?} is never answered");
    }

    fn note(&mut self, id: String, by: &str, wish: &Wish, answer: &Value) {
        let (table, command) = match wish {
            Wish::Table(table, command) => {
                (Some(table.0.into()), serde_json::to_value(command).ok())
            }
            Wish::Back(_) | Wish::Desk(_) | Wish::SignIn { .. } => (None, None),
        };
        let (first, heard) = (self.step * 2, self.step * 2 + 1);
        self.heard.push(Heard {
            client: 0,
            sender: by.to_owned(),
            id,
            table,
            command,
            answer: answer.clone(),
            first,
            heard,
        });
    }

    /// A player asks the table; the answer must be yes. A round that a crash interrupted goes on
    /// first, where the book lets people withdraw from it.
    fn does(&mut self, who: usize, command: Command) {
        self.step += 1;
        let wish = Wish::Table(TABLE, command);
        let mut answer = self.player_asks(who, format!("step-{}", self.step), &wish);
        if answer["refused"]["reason"] == "interrupted" {
            self.go_on();
            answer = self.player_asks(who, format!("step-{} again", self.step), &wish);
        }
        assert!(answer["done"].is_object(), "{wish:?}: {answer}");
    }

    fn player_asks(&mut self, who: usize, id: String, wish: &Wish) -> Value {
        self.ask_as(
            id,
            &Sender::Token(token(who)),
            &format!("person/{}", who + 1),
            wish,
        )
    }

    /// Nobody withdraws from the round.
    fn go_on(&mut self) {
        for who in 0..NAMES.len() {
            let player = PlayerId(u32::try_from(who).unwrap() + 1);
            if self
                .table()
                .can(player)
                .iter()
                .any(|can| can.what == Able::WithdrawFromRound)
            {
                self.player_asks(
                    who,
                    format!("step-{} goes on", self.step),
                    &Wish::Table(TABLE, Command::Ready),
                );
            }
        }
    }

    /// Both come in, the table opens, they lay wagers and play until the round is over.
    fn play(&mut self) {
        for (who, name) in NAMES.iter().enumerate() {
            let command = DeskCommand::Register {
                handle: (*name).to_owned(),
                phc: phc(),
                key: token(who).key(),
            };
            let answer = self.ask(&Sender::Visitor, "visitor", &Wish::Desk(command));
            assert_eq!(answer["signed_in"]["person"], who + 1, "{answer}");
        }
        self.ask(&Sender::House, "house", &Wish::Table(TABLE, Command::Open));
        for (who, name) in NAMES.iter().enumerate() {
            let box_no = BoxNo::new(u8::try_from(who).unwrap() * 2 + 1).unwrap();
            self.does(
                who,
                Command::Arrive {
                    name: (*name).to_owned(),
                    card: None,
                },
            );
            self.does(who, Command::Sit { box_no });
        }
        match self.table().config().dealing {
            Dealing::Shoe => self.does(0, Command::Cut { place: 100 }),
            Dealing::Device => self.does(
                0,
                Command::GiveSeed {
                    seed: "a seed of ann's".to_owned(),
                },
            ),
        }
        for who in 0..NAMES.len() {
            let box_no = BoxNo::new(u8::try_from(who).unwrap() * 2 + 1).unwrap();
            self.does(
                who,
                Command::Lay {
                    lay: Lay::Wager {
                        box_no,
                        amount: Money::from_dollars(25),
                    },
                },
            );
        }
        for who in 0..NAMES.len() {
            self.does(who, Command::Ready);
        }
        loop {
            if self.table().interrupted().is_some() {
                self.go_on();
            }
            let Some((who, choice)) = self.choice() else {
                break;
            };
            self.does(who, Command::Choose { choice });
        }
        assert!(self.table().round().is_none() && self.table().rounds() == 1);
    }

    fn table(&self) -> &table::Table {
        self.running.as_ref().unwrap().table(TABLE).unwrap()
    }

    /// What is chosen next: something that costs money where there is such a thing, as long as the
    /// round is young.
    fn choice(&self) -> Option<(usize, Choice)> {
        let all = (0..NAMES.len()).flat_map(|who| {
            let player = PlayerId(u32::try_from(who).unwrap() + 1);
            let can = self.table().can(player).into_iter();
            can.filter_map(move |can| {
                if let Able::Choose { choice } = can.what {
                    Some((who, choice))
                } else {
                    None
                }
            })
        });
        let all: Vec<(usize, Choice)> = all.collect();
        let dear = all.iter().find(|(_, choice)| {
            matches!(
                choice,
                Choice::Split { .. }
                    | Choice::Double { .. }
                    | Choice::Insure { .. }
                    | Choice::Draw { .. }
            )
        });
        dear.filter(|_| self.step < 20).or(all.last()).copied()
    }

    /// What is left when the round is over.
    fn end(&self) -> (Vec<String>, Value, Value) {
        let mut read = Memory::on(&self.disk).reader().unwrap();
        let evidence = Evidence::on_disk(&self.disk, SECRET, Ended::Anyhow).unwrap();
        let balances = evidence
            .balances
            .iter()
            .map(|(account, cents)| format!("{account} {cents}"))
            .collect();
        let round = read
            .document(house::ROUND, &house::round_key(TABLE, 1))
            .unwrap()
            .unwrap();
        let round: Value = serde_json::from_slice(&round).unwrap();
        (balances, round["text"].clone(), round["wagers"].clone())
    }

    fn judge(&self) {
        let evidence = Evidence::on_disk(&self.disk, SECRET, Ended::Anyhow).unwrap();
        let heard = self
            .heard
            .iter()
            .filter(|heard| heard.sender != "house")
            .cloned()
            .collect();
        judge(&Evidence {
            heard,
            away: self.away.clone(),
            ..evidence
        })
        .unwrap();
    }
}

/// Plays the round with the nth call failing, and gives what is left.
fn with_failure(config: &Config, seed: u64, nth: u64, how: Failure, then: Then) -> House {
    let mut house = House::new(config, seed);
    house.disk.fail(nth, how);
    if then == Then::Crash {
        house.doomed = Some(house.disk.calls() + nth);
    }
    house.play();
    house
}

#[track_caller]
fn check(config: &Config, seed: u64) {
    let mut clean = House::new(config, seed);
    let before = clean.disk.calls();
    clean.play();
    let calls = clean.disk.calls() - before;
    clean.judge();
    let end = clean.end();
    // Every step begins, looks for its name, writes and commits.
    assert!(
        calls >= 4 * clean.step,
        "only {calls} calls for {} steps",
        clean.step
    );
    for nth in 1..=calls {
        for how in [Failure::Before, Failure::After] {
            for then in [Then::GoesOn, Then::Crash] {
                let house = with_failure(config, seed, nth, how, then);
                assert_eq!(
                    house.end(),
                    end,
                    "{} call {nth} fails {how:?}, then {then:?}",
                    config.book
                );
                if nth % 8 == 0 {
                    house.judge();
                }
            }
        }
    }
}

fn usual(book: &str) -> Config {
    Config::for_play_money(&builtin(book).unwrap())
}

#[test]
fn a_round_of_adelaide_comes_to_the_same_whichever_call_fails() {
    check(&usual("adelaide"), 1);
}

#[test]
fn a_round_of_canberra_comes_to_the_same_whichever_call_fails() {
    check(&usual("canberra"), 2);
}

#[test]
fn a_round_of_singapore_comes_to_the_same_whichever_call_fails() {
    check(&usual("singapore"), 3);
}

#[test]
fn a_round_of_tasmania_comes_to_the_same_whichever_call_fails() {
    check(&usual("tasmania"), 4);
}

#[test]
fn a_round_of_sydney_comes_to_the_same_whichever_call_fails() {
    check(&usual("sydney"), 5);
}

#[test]
fn a_round_from_a_device_comes_to_the_same_whichever_call_fails() {
    check(
        &Config {
            dealing: Dealing::Device,
            ..usual("sydney")
        },
        6,
    );
}
