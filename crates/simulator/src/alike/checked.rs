//! What the fast lanes say, against the engine: every round that they deal is dealt again by a dealer, and comes to the same.

use super::bookkeeper::Bookkeeper;
use super::splits::Splits;
use super::{Alike, MAIN, SPARE, USES};
use crate::code::Code;
use crate::compile::Play;
use crate::dealing::Dealing;
use crate::engine::EngineRound;
use crate::lanes::LANES;
use crate::record::{Bonus, Record, Spread, Won};
use crate::rows::Rows;
use crate::seats::Table;
use crate::shoe::Drawer;
use crate::simulation::Simulation;
use crate::support::{Whim, alone, sevens, table, wager};
use crate::tally::Tally;
use crate::words::Words;
use cards::{Card, Rank};
use rules::{BOOK_IDS, Money, SplitSuperBonus, builtin};
use solver::{Action, From, Terms, full_shoe};

/// A round that was entered.
pub(super) enum Watched {
    /// By rows: its cards as a dealer deals them.
    ByRows(Vec<Code>),
    /// By the engine.
    ByEngine(EngineRound),
}

impl Bookkeeper<'_, '_, '_> {
    pub(super) fn watch(&mut self, cards: &[Code], special: bool) {
        if !special {
            self.watched.push(Watched::ByRows(self.alike.in_order(cards, &Splits::default())));
        } else if !self.splits.rare {
            self.watched.push(Watched::ByRows(self.alike.in_order(cards, &self.splits)));
        }
    }
}

/// What rounds came to by the engine.
#[derive(Default)]
struct Expected {
    tally: Tally,
    bonuses: [Won; Bonus::ALL.len()],
    rounds: Spread,
}

impl Expected {
    fn enter(&mut self, played: &EngineRound) {
        let (mut net, mut initial) = (0, 0);
        for result in played.results.iter().flatten() {
            self.tally.add(played.upcard, result.main, 1);
            (net, initial) = (net + result.main.net, initial + result.main.initial);
        }
        played.bonuses.iter().for_each(|&(_, _, bonus, cents)| self.bonuses[bonus.index()].add(1, cents));
        self.rounds.add(net, initial);
    }

    fn is(&self, record: &Record, name: &str) {
        let seat = &record.seats[0];
        assert_eq!(seat.bettors[0].tally, self.tally, "{name}");
        assert_eq!(seat.bettors[0].bonuses, self.bonuses, "{name}");
        assert_eq!((seat.rounds, seat.shoes, record.table), (self.rounds, self.rounds, self.rounds), "{name}");
        assert_eq!((seat.boxes, seat.bettors[0].shoes), (self.tally.spread(), self.rounds), "{name}");
        assert_eq!((record.rounds, record.shuffles), (self.rounds.times, self.rounds.times), "{name}");
    }
}

/// What was watched, by the engine; how many pairs were split, and how many of them won the Super Bonus.
fn expect(simulation: &Simulation<'_>, watched: &[Watched], expected: &mut Expected) -> (u64, u64) {
    let (mut splits, mut bonuses) = (0, 0);
    let alike = Alike::new(simulation.table, &simulation.ready[0], &simulation.engine);
    for round in watched {
        let played = match round {
            // It needs no other cards, save for a dealer whose hand decides nothing.
            Watched::ByRows(cards) => alike.replay(cards, &mut Drawer::new(Words::new(0, 0))),
            Watched::ByEngine(played) => played.clone(),
        };
        let is_super = |bonus: &Bonus| *bonus == Bonus::SuperBonus;
        splits += u64::from(played.split);
        bonuses += u64::from(played.split && played.bonuses.iter().any(|(_, _, bonus, _)| is_super(bonus)));
        expected.enter(&played);
    }
    (splits, bonuses)
}

/// A whim of somebody who splits sevens against a seven and then hopes for the Super Bonus.
struct Hopeful<'a>(Whim<'a>);

impl Play for Hopeful<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        match (cards, from) {
            _ if !cards.iter().chain([&upcard]).all(|card| card.rank == Rank::Seven) => self.0.action(upcard, cards, from),
            ([one, other], From::Dealt) if one.suit != other.suit => Some(Action::Split),
            _ => Some(Action::Draw),
        }
    }

    fn splits_again(&self, _: Card, _: [Card; 2]) -> bool {
        false
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        self.0.forfeits(upcard, cards, from)
    }
}

/// Whether a hand of a split can win the Super Bonus.
fn pays_split_hands(table: &Table<'_>) -> bool {
    let bonus = Terms::of(table.book, Money::from_dollars(100)).super_bonus;
    bonus.is_some_and(|bonus| bonus.split == SplitSuperBonus::UnlessSuitedSplit)
}

/// Each book with a whim, so many boxes and both shoes.
fn with_each_book(boxes: usize, each: impl Fn(&Table<'_>, &str)) {
    for (id, seed) in BOOK_IDS.into_iter().zip(20..) {
        let book = builtin(id).unwrap();
        let terms = Terms::of(&book, wager());
        let (whim, hopeful) = (Whim { terms: &terms, seed }, Hopeful(Whim { terms: &terms, seed }));
        let full = full_shoe(&book, 8).unwrap();
        let plays: [(_, _, &dyn Play); 2] = [(full, "full", &whim), (sevens(), "sevens", &hopeful)];
        for (shoe, name, play) in plays {
            let table = table(&book, shoe, Dealing::Fresh, vec![alone(play)], vec![0; boxes]);
            each(&table, &format!("{id}, {boxes} boxes, {name}"));
        }
    }
}

/// Plays several boxes on the lanes, and every round again by the engine.
fn several_boxes(boxes: usize, rounds: u32) {
    with_each_book(boxes, |table, name| {
        let simulation = Simulation::new(table).unwrap();
        assert!(simulation.is_alike(), "{name}");
        let alike = Alike::new(table, &simulation.ready[0], &simulation.engine);
        let mut played = alike.play(8, 3, rounds);
        let watched = std::mem::take(&mut played.watched);
        let mut expected = Expected::default();
        let (splits, bonuses) = expect(&simulation, &watched, &mut expected);
        assert!(splits > u64::from(rounds) / 40, "{name}: {splits}");
        assert!(bonuses > 0 || !name.ends_with("sevens") || !pays_split_hands(table), "{name}");
        expected.is(&played.close(), name);
        assert_eq!(simulation.block(8, 3, rounds).seats[0].bettors[0].tally, expected.tally, "{name}");
    });
}

#[test]
fn two_boxes_on_the_lanes_come_to_what_the_engine_says() {
    several_boxes(2, 12_000);
}

#[test]
fn seven_boxes_on_the_lanes_come_to_what_the_engine_says() {
    several_boxes(7, 3_000);
}

/// The rounds of a single box, one lane and one card at a time: what the lanes do all at once.
struct Slow<'a> {
    rows: &'a Rows,
    shoe: Vec<Code>,
    row: u16,
    dealt: Vec<Code>,
    rounds: u32,
}

impl Slow<'_> {
    /// Deals the card at a place among those left; the cards of the round where that ends it.
    fn deal(&mut self, place: usize) -> Option<Vec<Code>> {
        let dealt = self.dealt.len();
        self.shoe.swap(dealt, dealt + place);
        let card = self.shoe[dealt];
        self.dealt.push(card);
        self.row = self.rows.first().after(self.row, card);
        if self.row < self.rows.split {
            return None;
        }
        (self.row, self.rounds) = (self.rows.start, self.rounds + 1);
        Some(std::mem::take(&mut self.dealt))
    }

    fn left(&self) -> u32 {
        u32::try_from(self.shoe.len() - self.dealt.len()).unwrap()
    }
}

/// The cards of each round of one box in a block.
fn slowly(alike: &Alike<'_, '_>, seed: u64, block: u64, rounds: u32) -> Vec<Vec<Code>> {
    const STEPS: usize = 256;
    let (lanes, rows) = (u32::try_from(LANES).unwrap(), &alike.ready.rows);
    let slow = || Slow { rows, shoe: alike.shoe.cards().to_vec(), row: rows.start, dealt: Vec::new(), rounds: 0 };
    let mut each: Vec<(Slow<'_>, u32)> =
        (0..lanes).map(|lane| (slow(), rounds / lanes + u32::from(lane < rounds % lanes))).collect();
    let words = |of: u64| Words::new(seed, USES * block + of);
    let (mut main, mut spare) = (words(MAIN), Drawer::new(words(SPARE)));
    let mut done = Vec::new();
    // A round takes three cards or more.
    while each.iter().all(|(slow, share)| slow.rounds + 86 <= *share) {
        let mut buffer = vec![[0_u32; LANES]; STEPS];
        main.fill(&mut buffer);
        for words in buffer {
            for ((slow, _), word) in each.iter_mut().zip(words) {
                let product = u64::from(word) * u64::from(slow.left());
                done.extend(slow.deal(usize::try_from(product >> 32).unwrap()));
            }
        }
    }
    for (slow, share) in &mut each {
        while slow.rounds < *share {
            let place = spare.below(u64::from(slow.left()));
            done.extend(slow.deal(usize::try_from(place).unwrap()));
        }
    }
    done
}

#[test]
fn one_box_on_the_lanes_comes_to_what_the_engine_says() {
    with_each_book(1, |table, name| {
        let simulation = Simulation::new(table).unwrap();
        assert!(simulation.is_alike(), "{name}");
        let alike = Alike::new(table, &simulation.ready[0], &simulation.engine);
        let rounds = 25_007;
        let mut played = alike.play(6, 2, rounds);
        let mut expected = Expected::default();
        let watched = std::mem::take(&mut played.watched);
        let (splits, bonuses) = expect(&simulation, &watched, &mut expected);
        assert!(splits > 300, "{name}: {splits}");
        assert!(bonuses > 0 || !name.ends_with("sevens") || !pays_split_hands(table), "{name}");
        let rows = &alike.ready.rows;
        let special = |cards: &[Code]| {
            let last = cards.iter().fold(rows.start, |row, &card| rows.first().after(row, card));
            (rows.split..rows.over).contains(&last) || (rows.super_bonus..rows.outcomes).contains(&last)
        };
        // Splits are played on with other cards, the same in number.
        let (split, plain): (Vec<Vec<Code>>, Vec<Vec<Code>>) =
            slowly(&alike, 6, 2, rounds).into_iter().partition(|cards| special(cards));
        assert_eq!(split.len(), watched.len(), "{name}");
        for cards in plain {
            let dealt = alike.in_order(&cards, &Splits::default());
            expected.enter(&alike.replay(&dealt, &mut Drawer::new(Words::new(0, 0))));
        }
        expected.is(&played.close(), name);
        assert_eq!(simulation.block(6, 2, rounds).seats[0].bettors[0].tally, expected.tally, "{name}");
    });
}
