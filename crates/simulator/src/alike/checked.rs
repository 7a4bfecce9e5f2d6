//! What the fast way says, against the engine: every round that it deals is dealt again by a
//! dealer, and comes to the same.

use super::Alike;
use super::bookkeeper::{Bookkeeper, in_order};
use super::page::{LOST, Page};
use crate::code::Code;
use crate::compile::Play;
use crate::dealing::Dealing;
use crate::engine::EngineRound;
use crate::record::{Bonus, Record, Spread, Won};
use crate::seats::Table;
use crate::shoe::Drawer;
use crate::simulation::{Fast, Simulation};
use crate::support::{Whim, alone, sevens, table, wager};
use crate::tally::Tally;
use crate::words::Words;
use cards::{Card, Composition, Rank};
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
    pub(super) fn watch(&mut self, upcard: Code, hands: &[Vec<Code>], dealer: &[Code]) {
        self.watched
            .push(Watched::ByRows(in_order(upcard, hands, dealer)));
    }

    pub(super) fn watch_boxes(
        &mut self,
        upcard: Code,
        (hands, dealer): (Vec<Vec<Code>>, Vec<Code>),
    ) {
        self.watch(upcard, &hands, &dealer);
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
        played
            .bonuses
            .iter()
            .for_each(|&(_, _, bonus, cents)| self.bonuses[bonus.index()].add(1, cents));
        self.rounds.add(net, initial);
    }

    fn is(&self, record: &Record, name: &str) {
        let seat = &record.seats[0];
        assert_eq!(seat.bettors[0].tally, self.tally, "{name}");
        assert_eq!(seat.bettors[0].bonuses, self.bonuses, "{name}");
        assert_eq!(
            (seat.rounds, seat.shoes, record.table),
            (self.rounds, self.rounds, self.rounds),
            "{name}"
        );
        assert_eq!(
            (seat.boxes, seat.bettors[0].shoes),
            (self.tally.spread(), self.rounds),
            "{name}"
        );
        assert_eq!(
            (record.rounds, record.shuffles),
            (self.rounds.times, self.rounds.times),
            "{name}"
        );
    }
}

fn alike<'s, 'a>(simulation: &'s Simulation<'a>) -> Alike<'s, 'a> {
    let Fast::Fresh(prepared) = &simulation.fast else {
        panic!("all boxes are played alike")
    };
    Alike::new(
        simulation.table,
        &simulation.ready[0],
        &simulation.engine,
        prepared,
    )
}

/// What was watched, by the engine; how many pairs were split, and how many of them won the Super
/// Bonus.
fn expect(simulation: &Simulation<'_>, watched: &[Watched], expected: &mut Expected) -> (u64, u64) {
    let (mut splits, mut bonuses) = (0, 0);
    let alike = alike(simulation);
    for round in watched {
        let played = match round {
            // It needs no other cards, save for a dealer whose hand decides nothing.
            Watched::ByRows(cards) => alike.replay(cards, &mut Drawer::new(Words::new(0, 0))),
            Watched::ByEngine(played) => {
                assert!(
                    played
                        .bonuses
                        .iter()
                        .any(|(_, _, bonus, _)| *bonus == Bonus::SuperBonus),
                    "rows tell this round"
                );
                played.clone()
            }
        };
        let is_super = |bonus: &Bonus| *bonus == Bonus::SuperBonus;
        splits += u64::from(played.split);
        bonuses += u64::from(
            played.split
                && played
                    .bonuses
                    .iter()
                    .any(|(_, _, bonus, _)| is_super(bonus)),
        );
        expected.enter(&played);
    }
    (splits, bonuses)
}

/// A whim of somebody who splits sevens against a seven and then hopes for the Super Bonus.
struct Hopeful<'a>(Whim<'a>);

impl Play for Hopeful<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        match (cards, from) {
            _ if !cards
                .iter()
                .chain([&upcard])
                .all(|card| card.rank == Rank::Seven) =>
            {
                self.0.action(upcard, cards, from)
            }
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
        let (whim, hopeful) = (
            Whim {
                terms: &terms,
                seed,
            },
            Hopeful(Whim {
                terms: &terms,
                seed,
            }),
        );
        let full = full_shoe(&book, 8).unwrap();
        // Many boxes need twice as many cards.
        let sevens = if boxes > 2 {
            sevens().cards().chain(sevens().cards()).collect()
        } else {
            sevens()
        };
        let plays: [(_, _, &dyn Play); 2] = [(full, "full", &whim), (sevens, "sevens", &hopeful)];
        for (shoe, name, play) in plays {
            let table = table(
                &book,
                shoe,
                Dealing::Fresh,
                vec![alone(play)],
                vec![0; boxes],
            );
            each(&table, &format!("{id}, {boxes} boxes, {name}"));
        }
    }
}

/// Plays several boxes, and every round again by the engine.
fn several_boxes(boxes: usize, rounds: u32) {
    with_each_book(boxes, |table, name| {
        let simulation = Simulation::new(table).unwrap();
        let alike = alike(&simulation);
        let mut played = alike.play(8, 3, rounds);
        let watched = std::mem::take(&mut played.watched);
        let mut expected = Expected::default();
        let (splits, bonuses) = expect(&simulation, &watched, &mut expected);
        assert!(splits > u64::from(rounds) / 40, "{name}: {splits}");
        assert!(
            bonuses > 0 || !name.ends_with("sevens") || !pays_split_hands(table),
            "{name}"
        );
        expected.is(&played.close(), name);
        assert_eq!(
            simulation.block(8, 3, rounds).seats[0].bettors[0].tally,
            expected.tally,
            "{name}"
        );
    });
}

#[test]
fn two_boxes_come_to_what_the_engine_says() {
    several_boxes(2, 12_000);
}

#[test]
fn three_to_six_boxes_come_to_what_the_engine_says() {
    (3..=6).for_each(|boxes| several_boxes(boxes, 800));
}

/// Somebody who draws to everything, which makes more hands than a page has room for.
struct Greedy;

impl Play for Greedy {
    fn action(&self, _: Card, _: &[Card], _: From) -> Option<Action> {
        Some(Action::Draw)
    }

    fn splits_again(&self, _: Card, _: [Card; 2]) -> bool {
        false
    }

    fn forfeits(&self, _: Card, _: &[Card], _: From) -> bool {
        false
    }
}

/// How many rounds met a hand that is not in the page of their upcard.
fn lost(alike: &Alike<'_, '_>, rounds: &[Vec<Code>]) -> usize {
    let rows = &alike.ready.rows;
    let meets = |hand: &[Code], page: &Page| {
        let mut row = rows.upcard(page.upcard);
        hand.iter().any(|&code| {
            row = rows.first().after(row, code);
            page.at(rows, row) == LOST
        })
    };
    let page = |upcard: Code| {
        alike
            .pages
            .iter()
            .find(|page| page.upcard == upcard)
            .unwrap()
    };
    rounds
        .iter()
        .filter(|cards| meets(&cards[1..], page(cards[0])))
        .count()
}

#[test]
fn hands_that_are_not_in_a_page_come_to_what_the_engine_says() {
    let book = builtin("sydney").unwrap();
    let cards = "As*90 2s*90 3h*50 4s*30 5d*20 6s*10 7h*10 8s*10 9c*10 Ks*20";
    let each = cards.split(' ').map(|word| word.split_once('*').unwrap());
    let shoe: Composition = each
        .flat_map(|(card, times)| {
            std::iter::repeat_n(card.parse::<Card>().unwrap(), times.parse().unwrap())
        })
        .collect();
    for (boxes, rounds) in [(1, 30_000), (2, 6_000), (7, 2_000)] {
        let table = table(
            &book,
            shoe.clone(),
            Dealing::Fresh,
            vec![alone(&Greedy)],
            vec![0; boxes],
        );
        let simulation = Simulation::new(&table).unwrap();
        let alike = alike(&simulation);
        let mut played = alike.play(4, 1, rounds);
        let (watched, lanes) = (
            std::mem::take(&mut played.watched),
            std::mem::take(&mut played.lanes),
        );
        let mut expected = Expected::default();
        expect(&simulation, &watched, &mut expected);
        for cards in &lanes {
            let dealt = of_one_box(&alike, cards);
            expected.enter(&alike.replay(&dealt, &mut Drawer::new(Words::new(0, 0))));
        }
        assert!(
            boxes > 1 || lost(&alike, &lanes) > 20,
            "{}",
            lost(&alike, &lanes)
        );
        expected.is(&played.close(), &format!("{boxes} boxes"));
    }
}

#[test]
fn seven_boxes_come_to_what_the_engine_says() {
    several_boxes(7, 3_000);
}

/// The cards of a round of one box, dealt to the end of the box and then to the dealer, as a dealer
/// deals them.
fn of_one_box(alike: &Alike<'_, '_>, cards: &[Code]) -> Vec<Code> {
    let rows = &alike.ready.rows;
    let mut row = rows.upcard(cards[0]);
    let mut hand = Vec::new();
    while row < rows.ended {
        let code = cards[1 + hand.len()];
        row = rows.first().after(row, code);
        hand.push(code);
    }
    let dealer = &cards[1 + hand.len()..];
    in_order(cards[0], &[hand], dealer)
}

#[test]
fn one_box_on_the_lanes_comes_to_what_the_engine_says() {
    with_each_book(1, |table, name| {
        let simulation = Simulation::new(table).unwrap();
        let alike = alike(&simulation);
        let rounds = 25_007;
        let mut played = alike.play(6, 2, rounds);
        let mut expected = Expected::default();
        let (watched, lanes) = (
            std::mem::take(&mut played.watched),
            std::mem::take(&mut played.lanes),
        );
        assert_eq!(lanes.len(), usize::try_from(rounds).unwrap());
        let (splits, bonuses) = expect(&simulation, &watched, &mut expected);
        assert!(splits > 300, "{name}: {splits}");
        assert!(
            bonuses > 0 || !name.ends_with("sevens") || !pays_split_hands(table),
            "{name}"
        );
        let rows = &alike.ready.rows;
        let is_special = |cards: &[Code]| {
            let last = cards
                .iter()
                .fold(rows.start, |row, &card| rows.first().after(row, card));
            (rows.split..rows.outcomes).contains(&last)
        };
        // A pair is played on with other cards, and so is a Super Bonus.
        let (special, plain): (Vec<Vec<Code>>, Vec<Vec<Code>>) =
            lanes.into_iter().partition(|cards| is_special(cards));
        assert_eq!(special.len(), watched.len(), "{name}");
        for cards in plain {
            let dealt = of_one_box(&alike, &cards);
            expected.enter(&alike.replay(&dealt, &mut Drawer::new(Words::new(0, 0))));
        }
        expected.is(&played.close(), name);
        assert_eq!(
            simulation.block(6, 2, rounds).seats[0].bettors[0].tally,
            expected.tally,
            "{name}"
        );
    });
}
