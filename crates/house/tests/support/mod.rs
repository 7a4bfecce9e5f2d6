//! Tables with house players and a clock that jumps to whatever comes next.
#![allow(
    unreachable_pub,
    clippy::wildcard_enum_match_arm,
    reason = "a module of tests alone"
)]

pub mod house;

use ::house::{CardStrategy, HousePlayer};
use cards::{Card, shuffle};
use fair::{Seeded, Words};
use game::{Choice, Draw, Need};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Money, RuleBook, builtin};
use std::sync::Arc;
use table::{
    Able, Actor, Can, Command, Config, CutRefused, Decider, Event, Lay, Needs, Seal, Table, Time,
    What,
};

pub const TABLE: TableId = TableId(7);
const NAMES: [&str; 7] = [
    "house-ann",
    "house-bob",
    "house-cho",
    "house-dee",
    "house-eve",
    "house-fay",
    "house-gus",
];

pub fn boxed(number: u8) -> BoxNo {
    BoxNo::new(number).unwrap()
}

pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace()
        .map(|card| card.parse().unwrap())
        .collect()
}

/// A book and its card.
pub fn book(name: &str) -> (Arc<RuleBook>, Arc<CardStrategy>) {
    let book = builtin(name).unwrap();
    let strategy = CardStrategy::of(&book, book.decks()).unwrap();
    (book, strategy)
}

/// House players 1, 2, 3 and so on.
pub fn house_players(count: u32, seed: u64, strategy: &Arc<CardStrategy>) -> Vec<HousePlayer> {
    let one = |(no, name): (u32, &&str)| {
        HousePlayer::new(
            PlayerId(no),
            name,
            seed + u64::from(no),
            Arc::clone(strategy),
        )
        .unwrap()
    };
    (1..=count).zip(&NAMES).map(one).collect()
}

/// Whether a command is one of the things that a player can do, with an amount between the least
/// and the most.
pub fn is_listed(can: &[Can], command: &Command) -> bool {
    let within = |each: &Can, amount: Money, most: Money| {
        each.least.is_none_or(|least| amount >= least) && amount <= most
    };
    can.iter().any(|each| match (&each.what, command) {
        (Able::Arrive, Command::Arrive { .. })
        | (Able::Depart, Command::Depart)
        | (Able::Ready, Command::Ready)
        | (Able::GiveSeed, Command::GiveSeed { .. })
        | (Able::RefuseCut, Command::RefuseCut) => true,
        (Able::Sit { box_no: open }, Command::Sit { box_no })
        | (Able::GiveUp { box_no: open }, Command::GiveUp { box_no }) => open == box_no,
        (Able::Cut { least, most }, Command::Cut { place }) => (least..=most).contains(&place),
        (
            Able::Lay {
                lay:
                    Lay::Wager {
                        box_no: at,
                        amount: most,
                    },
            },
            Command::Lay {
                lay: Lay::Wager { box_no, amount },
            },
        ) => at == box_no && within(each, *amount, *most),
        (
            Able::Lay {
                lay:
                    Lay::Side {
                        box_no: at,
                        side: open,
                        amount: most,
                    },
            },
            Command::Lay {
                lay:
                    Lay::Side {
                        box_no,
                        side,
                        amount,
                    },
            },
        ) => at == box_no && open == side && within(each, *amount, *most),
        (Able::Choose { choice: open }, Command::Choose { choice }) => {
            match (open.amount(), choice.amount()) {
                (Some(most), Some(amount)) => {
                    open.with_amount(amount) == *choice && within(each, amount, most)
                }
                (None, None) => open == choice,
                (Some(_), None) | (None, Some(_)) => false,
            }
        }
        _ => false,
    })
}

/// Nobody was waited for in vain: neither the clock nor an absence decided anything.
pub fn nobody_was_late(event: &Event) -> bool {
    match &event.what {
        What::CutRefused { how, .. } => *how == CutRefused::Declined,
        What::Chosen { by, .. } => *by == Decider::Player,
        What::RoundVoid { .. } => false,
        What::Round(event) => !matches!(event.what, game::What::Absent { .. }),
        _ => true,
    }
}

/// The next thing one of them wants, and when it comes to it.
pub fn soonest(
    players: &mut [HousePlayer],
    table: &Table,
    now: Time,
) -> Option<(Time, PlayerId, Command)> {
    let wishes = players.iter_mut().filter_map(|each| {
        each.next(table, now)
            .map(|(time, command)| (time, each.player(), command))
    });
    let (time, player, command) = wishes.min_by_key(|(time, ..)| *time)?;
    Some((time.max(now), player, command))
}

/// A table with a dealer who has real cards, some of them stacked.
pub struct Cloth {
    pub table: Table,
    pub now: Time,
    /// Cards that come first, whatever was shuffled.
    pub stacked: Vec<Card>,
    pub log: Vec<Event>,
    stack: Vec<Card>,
    random: Words<Seeded>,
}

impl Cloth {
    pub fn new(config: Config, seed: u64) -> Self {
        let table = Table::new(TABLE, config).unwrap();
        let random = Words::new(Seeded::of_number(seed));
        let mut cloth = Self {
            table,
            now: Time(1_000_000),
            stacked: Vec::new(),
            log: Vec::new(),
            stack: Vec::new(),
            random,
        };
        cloth.give(&Actor::Staff("sue".to_owned()), &Command::Open);
        cloth
    }

    /// Gives a command, which must be done, and deals whatever is due. What happened is kept until
    /// somebody looks.
    pub fn give(&mut self, by: &Actor, command: &Command) {
        self.one(by, command);
        loop {
            let command = match self.table.needs() {
                Needs::Nothing => return,
                Needs::Shuffle(cards) => {
                    self.stack = cards.cards().collect();
                    shuffle(&mut self.stack, &mut self.random);
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
            self.one(&Actor::Software, &command);
        }
    }

    fn one(&mut self, by: &Actor, command: &Command) {
        let decision = self.table.decide(by, self.now, command);
        let decision = decision.unwrap_or_else(|refusal| panic!("{by:?} {command:?}: {refusal}"));
        self.table = decision.table;
        self.log.extend(decision.events);
    }

    fn draw(&mut self, need: Need) -> Draw {
        if need == Need::Multiplier {
            return Draw::Multiplier(self.table.book().pandemonium.multipliers.is.all()[0]);
        }
        if self.table.cutting_card_is_next() {
            return Draw::CuttingCard;
        }
        let (cut, _, drawn) = self.table.shoe_place();
        let place = (cut.unwrap_or(0) + drawn) % u32::try_from(self.stack.len()).unwrap();
        let place = usize::try_from(place).unwrap();
        if need != Need::Burn && !self.stacked.is_empty() {
            // The stacked card changes places with the one that would have come.
            let wanted = self.stacked.remove(0);
            let cut = usize::try_from(cut.unwrap_or(0)).unwrap();
            let left = (usize::try_from(drawn).unwrap()..self.stack.len())
                .map(|at| (cut + at) % self.stack.len());
            let found = left
                .into_iter()
                .find(|&at| self.stack[at] == wanted)
                .unwrap();
            self.stack.swap(place, found);
        }
        if need == Need::Burn {
            Draw::Burned
        } else {
            Draw::Card(self.stack[place])
        }
    }

    /// Lets the house players do the next thing; what they want must be listed, and in time.
    pub fn step(&mut self, players: &mut [HousePlayer]) -> Option<(PlayerId, Command)> {
        let (time, player, command) = soonest(players, &self.table, self.now)?;
        if let Some(until) = self.table.next_time() {
            assert!(
                time < until,
                "{command:?} at {time:?} comes after {until:?}"
            );
        }
        assert!(
            is_listed(&self.table.can(player), &command),
            "{player:?} cannot {command:?}"
        );
        self.now = time;
        self.give(&Actor::Player(player), &command);
        Some((player, command))
    }

    /// Lets them go on until so many rounds are over.
    pub fn play(&mut self, players: &mut [HousePlayer], rounds: u64) {
        while self.table.rounds() < rounds || self.table.round().is_some() {
            self.step(players).expect("somebody wants to go on");
        }
    }

    /// The choices made since the last look, by whom.
    pub fn choices(&mut self) -> Vec<(PlayerId, Choice)> {
        let chosen = self.log.drain(..).filter_map(|event| match event.what {
            What::Chosen { player, choice, .. } => Some((player, choice)),
            _ => None,
        });
        chosen.collect()
    }
}
