//! Whole tables: the same cards and decisions by rows and by the engine come to the same cents, wager by wager.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::{Card, Composition};
use rules::{BOOK_IDS, Money, RuleBook, Sign, builtin};
use simulator::{Bets, Compared, Counting, Cut, DECK, Dealing, Follows, Mind, Play, Seat, Simulation, Step, Table};
use solver::{Terms, alternatives, full_shoe, is_of_side_wager};
use support::Whim;

/// A wager whose half and odds are no whole dollars.
fn wager() -> Money {
    "27.35".parse().unwrap()
}

/// A sign that takes every wager of these tests.
fn sign(book: &RuleBook) -> Sign {
    let mut sign = Sign::usual(book);
    sign.minimum = Money::from_dollars(1);
    sign.maximum = Money::from_dollars(10_000);
    sign
}

/// A shoe in which pairs, 6-7-8, 7-7-7 of one suit and a dealer's Pontoon are common.
fn sevens() -> Composition {
    let cards = "As*12 Ah*4 2s*6 3h*4 4s*4 5d*4 6s*12 7s*40 7h*12 7d*2 8s*14 8h*6 9c*4 Ks*16 Qd*8";
    let each = cards.split(' ').map(|word| word.split_once('*').unwrap());
    each.flat_map(|(card, times)| std::iter::repeat_n(card.parse::<Card>().unwrap(), times.parse().unwrap())).collect()
}

fn compare(name: &str, table: &Table<'_>, seed: u64, rounds: u32) -> Compared {
    let simulation = Simulation::new(table).unwrap_or_else(|unfit| panic!("{name}: {unfit}"));
    simulation.compare(seed, 0, rounds).unwrap_or_else(|difference| panic!("{name}: {difference:#?}"))
}

fn alone<'a>(play: &'a dyn Play) -> Seat<'a> {
    Seat { mind: Mind { plays: vec![play], counting: None }, bettors: vec![Bets::of(wager())] }
}

fn table<'a>(book: &'a RuleBook, shoe: Composition, dealing: Dealing, seats: Vec<Seat<'a>>, boxes: Vec<usize>) -> Table<'a> {
    let multipliers = book.pandemonium.multipliers.is.all().iter().map(|&multiplier| (multiplier, 1)).collect();
    Table { book, sign: sign(book), shoe, dealing, seats, boxes, multipliers }
}

#[test]
fn one_box_of_every_book() {
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        let terms = Terms::of(&book, wager());
        for seed in 0..3 {
            let whim = Whim { terms: &terms, seed };
            let table = table(&book, sevens(), Dealing::Fresh, vec![alone(&whim)], vec![0]);
            let compared = compare(id, &table, seed, 2_000);
            assert!(compared.splits > 50 && compared.bonuses > 20, "{id}: {compared:?}");
        }
    }
}

/// Three bettors on a box, some of whom do not follow, and wagers beside the hand where the book has them.
fn shared<'a>(book: &RuleBook, play: &'a dyn Play, follows: [Follows; 2]) -> Seat<'a> {
    let side = |dollars: u32| Some(Money::from_dollars(dollars));
    let sign = Sign::usual(book);
    let [one, other] = follows;
    let bets = |cents: u64, follows, at: u32| Bets {
        wager: Money::from_cents(cents),
        follows,
        pairs: sign.pairs.and(side(at)),
        pandemonium: sign.pandemonium.and(side(2 * at)),
    };
    Seat {
        mind: Mind { plays: vec![play], counting: None },
        bettors: vec![bets(2_735, Follows::Everything, 3), bets(1_015, one, 5), bets(30_000, other, 7)],
    }
}

#[test]
fn seven_boxes_with_three_bettors_each_and_side_wagers() {
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        let terms = Terms::of(&book, wager());
        for seed in 0..2 {
            let whims = [0, 1, 2].map(|more| Whim { terms: &terms, seed: 10 * seed + more });
            let seats = vec![
                shared(&book, &whims[0], [Follows::Everything, Follows::Everything]),
                alone(&whims[1]),
                shared(&book, &whims[2], [Follows::SplitsOnly, Follows::DoublesOnly]),
            ];
            for shoe in [sevens(), full_shoe(&book, 8).unwrap()] {
                let table = table(&book, shoe, Dealing::Fresh, seats.clone(), vec![0, 1, 1, 2, 0, 0, 1]);
                let compared = compare(id, &table, seed, 1_500);
                assert!(compared.both > 100 && compared.engine_only > 20, "{id}: {compared:?}");
            }
        }
    }
}

#[test]
fn a_shoe_is_dealt_to_the_cutting_card_and_beyond() {
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        let terms = Terms::of(&book, wager());
        let whim = Whim { terms: &terms, seed: 5 };
        let shoe = full_shoe(&book, 8).unwrap();
        let allowed = Cut::allowed(&book, shoe.len());
        for cut in [allowed, Cut { least: allowed.least, most: allowed.least }, Cut { least: DECK, most: DECK }] {
            let table = table(&book, shoe.clone(), Dealing::Shoe(cut), vec![alone(&whim)], vec![0; 7]);
            let compared = compare(id, &table, 3, 1_000);
            assert!(compared.both > 900, "{id}: {compared:?}");
            // With nothing behind the cutting card, the cards run out in mid-round.
            assert_eq!(compared.engine_only > 30, cut.most == 0, "{id}, {cut:?}: {compared:?}");
        }
    }
}

#[test]
fn a_device_takes_the_cards_back_when_the_book_says() {
    for id in BOOK_IDS {
        for back in ["round-end", "one-deck", "after-initial-deal"] {
            let mut book = (*builtin(id).unwrap()).clone();
            book.set("shoe.rack-return", back).unwrap();
            let terms = Terms::of(&book, wager());
            let whim = Whim { terms: &terms, seed: 6 };
            let shoe = full_shoe(&book, 6).unwrap();
            let table = table(&book, shoe, Dealing::Device, vec![alone(&whim)], vec![0; 3]);
            let name = format!("{id}, {back}");
            assert_eq!(compare(&name, &table, 4, 500).both, 500, "{name}");
        }
    }
}

/// Counters whose play changes with every count, who sit out, come back, wager by a ramp and insure.
#[test]
fn counters_play_by_the_count_of_the_moment() {
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        let terms = Terms::of(&book, wager());
        let whims: Vec<Whim<'_>> = (0..5).map(|seed| Whim { terms: &terms, seed }).collect();
        let mut counting = Counting::new([-100, 100, 100, 150, 150, 100, 0, 0, 0, -150]);
        counting.thresholds = vec![-200, -50, 100, 250];
        counting.insurance = Some(100);
        counting.ramp = [(-100, 5), (100, 24), (200, 25), (300, 250)]
            .map(|(from, dollars)| Step { from, wager: Money::from_dollars(dollars) })
            .to_vec();
        let mut wonging = counting.clone();
        (wonging.enter, wonging.leave) = (Some(100), Some(-100));
        let plays: Vec<&dyn Play> = whims.iter().map(|whim| -> &dyn Play { whim }).collect();
        let counter =
            |counting| Seat { mind: Mind { plays: plays.clone(), counting: Some(counting) }, bettors: vec![Bets::of(wager())] };
        let seats = vec![counter(&counting), counter(&wonging), alone(&whims[0])];
        for dealing in [Dealing::Shoe(Cut { least: DECK, most: 2 * DECK }), Dealing::Device] {
            let table = table(&book, full_shoe(&book, 6).unwrap(), dealing, seats.clone(), vec![0, 2, 1, 1]);
            let compared = compare(id, &table, 9, 3_000);
            assert!(compared.both > 2_800, "{id}: {compared:?}");
        }
    }
}

/// Every setting with every other value it can have.
#[test]
fn every_setting_at_a_table_of_three_boxes() {
    let mut differing = 0;
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        for alternative in alternatives(&book).iter().filter(|one| !one.is_reference_only() && !is_of_side_wager(&one.key)) {
            let changed = alternative.of(&book);
            let name = format!("{id} with {}={}", alternative.key, alternative.value);
            let terms = Terms::of(&changed, wager());
            let whims = [0, 1].map(|seed| Whim { terms: &terms, seed });
            let seats = vec![alone(&whims[0]), shared(&changed, &whims[1], [Follows::Everything, Follows::DoublesOnly])];
            let dealing = Dealing::Shoe(Cut { least: 48, most: 60 });
            let table = table(&changed, sevens(), dealing, seats, vec![0, 1, 0]);
            match Simulation::new(&table) {
                Ok(simulation) => {
                    differing += 1;
                    simulation.compare(1, 0, 150).unwrap_or_else(|difference| panic!("{name}: {difference:#?}"));
                }
                Err(unfit) => assert!(
                    matches!(
                        unfit,
                        simulator::Unfit::Bettors { .. } | simulator::Unfit::Boxes { .. } | simulator::Unfit::Cut { .. }
                    ),
                    "{name}: {unfit}"
                ),
            }
        }
    }
    assert!(differing > 300, "{differing} alternatives were played");
}
