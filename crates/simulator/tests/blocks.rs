//! Blocks of rounds: as many as were asked for, the same for the same seed, worth what the solver
//! says, and sums that fit together.
#![allow(clippy::as_conversions, reason = "counts of rounds are small")]
#![allow(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a test; figures are doubles"
)]

mod support;

use rules::{BOOK_IDS, Money, builtin};
use simulator::{
    BLOCK, Bets, Counting, Cut, DECK, Dealing, Follows, Mind, Record, Seat, Simulation, Spread,
    Step, Summary, Table, Unit,
};
use solver::{Best, Pile, Strategy, Terms, full_shoe, solve};
use support::{Whim, alone, sevens, shared, table, wager};

const SHOE: Dealing = Dealing::Shoe(Cut {
    least: DECK,
    most: DECK,
});

/// More rounds than are dealt from a shoe of eight decks to a cutting card with a deck behind it.
const ROUNDS_OF_A_SHOE: u64 = 100;

/// Best play of a book with eight decks and a wager of 25: what the solver says it is worth, and
/// what `each` makes of it.
fn with_best_play<T>(
    id: &str,
    boxes: usize,
    dealing: Dealing,
    each: impl FnOnce(&Simulation<'_>) -> T,
) -> (f64, T) {
    let book = builtin(id).unwrap();
    let wager = Money::from_dollars(25);
    let (terms, shoe) = (Terms::of(&book, wager), full_shoe(&book, 8).unwrap());
    let pile = Pile::of(&shoe);
    let solved = solve::<f64>(&terms, &pile, &Best);
    let strategy = Strategy::new(&terms, &pile, &solved, &Best);
    let seat = Seat {
        mind: Mind {
            plays: vec![&strategy],
            counting: None,
        },
        bettors: vec![Bets::of(wager)],
    };
    let table = table(&book, shoe, dealing, vec![seat], vec![0; boxes]);
    (
        solved.expectation().worth,
        each(&Simulation::new(&table).unwrap()),
    )
}

/// A table of boxes that are played on a whim.
fn with_whim<T>(boxes: usize, dealing: Dealing, each: impl FnOnce(&Simulation<'_>) -> T) -> T {
    let book = builtin("sydney").unwrap();
    let terms = Terms::of(&book, wager());
    let whim = Whim {
        terms: &terms,
        seed: 2,
    };
    let table = table(
        &book,
        full_shoe(&book, 8).unwrap(),
        dealing,
        vec![alone(&whim)],
        vec![0; boxes],
    );
    each(&Simulation::new(&table).unwrap())
}

fn blocks(simulation: &Simulation<'_>, seed: u64, blocks: u64, rounds: u32) -> Record {
    let mut record = Record::default();
    (0..blocks).for_each(|block| record.merge(&simulation.block(seed, block, rounds)));
    record
}

fn summary(record: &Record) -> Summary {
    Summary::of_bettor(&record.seats[0].bettors[0]).unwrap()
}

fn is_within_three_errors(name: &str, summary: &Summary, worth: f64) {
    let off = (summary.mean - worth) / summary.error;
    assert!(
        off.abs() < 3.0,
        "{name}: {} is {off} standard errors from {worth}",
        summary.mean
    );
}

#[test]
fn the_mean_is_what_the_solver_says() {
    for id in BOOK_IDS {
        let (worth, record) = with_best_play(id, 1, Dealing::Fresh, |simulation| {
            blocks(simulation, 2, 24, BLOCK)
        });
        let summary = summary(&record);
        assert_eq!(summary.rounds, 24 * u64::from(BLOCK));
        assert!(summary.error < 0.000_6, "{id}: {summary:?}");
        is_within_three_errors(id, &summary, worth);
    }
}

/// Adelaide has no Super Bonus: what one box wins does not depend on how many there are.
#[test]
fn seven_boxes_are_worth_what_one_is() {
    let (worth, record) = with_best_play("adelaide", 7, Dealing::Fresh, |simulation| {
        blocks(simulation, 2, 6, BLOCK)
    });
    let of_bettor = summary(&record);
    assert_eq!(
        (record.rounds, of_bettor.rounds),
        (6 * u64::from(BLOCK), 42 * u64::from(BLOCK))
    );
    is_within_three_errors("seven boxes", &of_bettor, worth);
    // The dealer's hand is that of all boxes: what they win together varies more than if each had
    // its own.
    let seat = &record.seats[0];
    let (rounds, boxes) = (
        seat.rounds.deviation().unwrap(),
        seat.boxes.deviation().unwrap(),
    );
    assert!(
        rounds > 1.2 * 7.0_f64.sqrt() * boxes,
        "{rounds} and {boxes}"
    );
    assert!(rounds < 7.0 * boxes, "{rounds} and {boxes}");
}

#[test]
fn the_engine_alone_comes_to_the_same_mean() {
    let (worth, [fast, slow]) = with_best_play("adelaide", 2, Dealing::Fresh, |simulation| {
        [
            blocks(simulation, 5, 1, 100_000),
            simulation.block_by_engine(5, 0, 100_000),
        ]
    });
    assert_eq!((slow.rounds, slow.by_engine), (100_000, 100_000));
    is_within_three_errors("engine", &summary(&slow), worth);
    is_within_three_errors("rows", &summary(&fast), worth);
    let mut both = fast.clone();
    both.merge(&slow);
    is_within_three_errors("both", &summary(&both), worth);
    assert_eq!(both.by_engine, fast.by_engine + 100_000);
}

/// In a shoe, by rows and by the engine, with the same words: the same record to the last number.
#[test]
fn the_record_of_a_shoe_is_that_of_the_engine() {
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        let terms = Terms::of(&book, wager());
        let whims = [3, 4].map(|seed| Whim {
            terms: &terms,
            seed,
        });
        let follows = [Follows::Everything, Follows::DoublesOnly];
        let mut seats = vec![alone(&whims[0]), shared(&book, &whims[1], follows)];
        // Which multiplier a wager shows is drawn one by one.
        seats[1]
            .bettors
            .iter_mut()
            .for_each(|bets| bets.pandemonium = None);
        // Somebody counts every card, also of rounds that the engine plays, and wagers by the
        // count.
        let mut counting = Counting::new([-100, 0, 100, 100, 100, 100, 0, 0, 0, -100]);
        counting.ramp = [(-200, 5), (100, 50)]
            .map(|(from, dollars)| Step {
                from,
                wager: Money::from_dollars(dollars),
            })
            .to_vec();
        counting.thresholds = vec![0];
        let mind = Mind {
            plays: vec![&whims[0], &whims[1]],
            counting: Some(&counting),
        };
        seats.push(Seat {
            mind,
            bettors: vec![Bets::of(wager())],
        });
        for shoe in [full_shoe(&book, 8).unwrap(), sevens()] {
            let table = table(&book, shoe, SHOE, seats.clone(), vec![0, 1, 2]);
            let simulation = Simulation::new(&table).unwrap();
            let (mut mine, mut theirs) = (
                simulation.block(7, 1, 4_000),
                simulation.block_by_engine(7, 1, 4_000),
            );
            assert!(
                theirs.rounds >= 4_000 && theirs.by_engine == theirs.rounds,
                "{id}"
            );
            assert!(mine.by_engine < mine.rounds, "{id}");
            (mine.by_engine, theirs.by_engine) = (0, 0);
            assert_eq!(mine, theirs, "{id}");
        }
    }
}

#[test]
fn a_block_has_as_many_rounds_as_were_asked_for() {
    for (boxes, dealing) in [
        (1, Dealing::Fresh),
        (2, Dealing::Fresh),
        (7, Dealing::Fresh),
        (1, SHOE),
        (7, SHOE),
    ] {
        with_whim(boxes, dealing, |simulation| {
            for rounds in [0, 1, 15, 16, 17, 1_000, 100_003] {
                // In a shoe each round is dealt one by one: fewer will do.
                let rounds = if dealing == SHOE {
                    rounds.min(2_003)
                } else {
                    rounds
                };
                let record = simulation.block(3, 0, rounds);
                let name = format!("{rounds} rounds of {boxes} boxes, {dealing:?}");
                // Shoes are dealt to their ends.
                let more = match simulation.unit() {
                    Unit::Rounds => 0,
                    Unit::Shoes => ROUNDS_OF_A_SHOE,
                };
                let asked = u64::from(rounds);
                assert!(
                    (asked..=asked + more).contains(&record.rounds),
                    "{name}: {}",
                    record.rounds
                );
                assert_eq!(record.table.times, record.rounds, "{name}");
                let each = record.rounds * u64::try_from(boxes).unwrap();
                let seat = &record.seats[0];
                assert_eq!(
                    (seat.boxes.times, seat.bettors[0].tally.rounds()),
                    (each, each),
                    "{name}"
                );
            }
        });
    }
}

#[test]
fn a_block_is_the_same_for_the_same_seed_only() {
    for (boxes, dealing) in [(1, Dealing::Fresh), (2, Dealing::Fresh), (2, SHOE)] {
        let [one, same, other_block, other_seed] = with_whim(boxes, dealing, |simulation| {
            [(5, 1), (5, 1), (5, 2), (6, 1)]
                .map(|(seed, block)| simulation.block(seed, block, 5_000))
        });
        assert_eq!(one, same);
        assert_ne!(one, other_block);
        assert_ne!(one, other_seed);
    }
}

#[test]
fn the_order_in_which_blocks_are_added_does_not_matter() {
    let book = builtin("singapore").unwrap();
    let terms = Terms::of(&book, wager());
    let whims = [3, 4].map(|seed| Whim {
        terms: &terms,
        seed,
    });
    let seats = vec![
        shared(&book, &whims[0], [Follows::Everything; 2]),
        alone(&whims[1]),
    ];
    let table = table(&book, full_shoe(&book, 8).unwrap(), SHOE, seats, vec![0, 1]);
    let simulation = Simulation::new(&table).unwrap();
    let parts: Vec<Record> = (0..4)
        .map(|block| simulation.block(1, block, 1_000))
        .collect();
    let sum = |order: &[usize]| {
        let mut sum = Record::default();
        order.iter().for_each(|&block| sum.merge(&parts[block]));
        sum
    };
    let all = sum(&[0, 1, 2, 3]);
    assert_eq!(all, sum(&[3, 1, 0, 2]));
    let mut halves = sum(&[2, 0]);
    halves.merge(&sum(&[3, 1]));
    assert_eq!(all, halves);
    assert_ne!(all, sum(&[0, 1, 2, 2]));
    assert!(all.rounds >= 4_000);
}

/// Several seats and bettors: every sum is that of its parts.
#[test]
fn sums_fit_together() {
    let book = builtin("sydney").unwrap();
    let terms = Terms::of(&book, wager());
    let whims = [3, 4].map(|seed| Whim {
        terms: &terms,
        seed,
    });
    let seats = vec![
        shared(&book, &whims[0], [Follows::Everything; 2]),
        alone(&whims[1]),
    ];
    for dealing in [Dealing::Fresh, SHOE, Dealing::Device] {
        let table = table(
            &book,
            full_shoe(&book, 8).unwrap(),
            dealing,
            seats.clone(),
            vec![0, 1, 0, 1, 1],
        );
        let record = Simulation::new(&table).unwrap().first_rounds(4, 0, 3_000);
        let mut beside = 0;
        for (seat, boxes) in record.seats.iter().zip([2, 3]) {
            assert_eq!(
                (seat.rounds.times, seat.boxes.times),
                (3_000, 3_000 * boxes)
            );
            let sum = |of: fn(&Spread) -> i128| {
                seat.bettors
                    .iter()
                    .map(|bettor| of(&bettor.tally.spread()))
                    .sum::<i128>()
            };
            let (net, initial) = (sum(|spread| spread.net), sum(|spread| spread.initial));
            for spread in [seat.rounds, seat.boxes, seat.shoes] {
                assert_eq!((spread.net, spread.initial), (net, initial), "{dealing:?}");
            }
            for bettor in &seat.bettors {
                let spread = bettor.tally.spread();
                assert_eq!(
                    (bettor.shoes.net, bettor.shoes.initial),
                    (spread.net, spread.initial)
                );
                assert_eq!(bettor.tally.rounds(), 3_000 * boxes);
                for side in [&bettor.pairs, &bettor.pandemonium] {
                    beside += side
                        .results
                        .iter()
                        .map(|(net, times)| i128::from(*net) * i128::from(*times))
                        .sum::<i128>();
                }
            }
        }
        let [one, other] = &record.seats[..] else {
            panic!("there are two seats")
        };
        assert_eq!(
            record.table.net,
            one.rounds.net + other.rounds.net + beside,
            "{dealing:?}"
        );
        assert_eq!(
            record.table.initial,
            one.rounds.initial + other.rounds.initial
        );
        assert!(one.bettors[0].pairs.times() == 6_000 && other.bettors[0].pairs.times() == 0);
        // Both lose when the dealer has a good hand: what they win goes together.
        let products = record.products[&(0, 1)];
        assert!(
            products * 3_000 > one.rounds.net * other.rounds.net,
            "{dealing:?}"
        );
        assert_eq!(
            record.shuffles == 3_000,
            dealing == Dealing::Fresh,
            "{dealing:?}: {}",
            record.shuffles
        );
    }
}

/// What a path tells after each round is what the block of its words wins.
#[test]
fn a_path_is_told_round_by_round() {
    let book = builtin("sydney").unwrap();
    let terms = Terms::of(&book, wager());
    let whims = [3, 4].map(|seed| Whim {
        terms: &terms,
        seed,
    });
    let seats = vec![
        shared(&book, &whims[0], [Follows::Everything; 2]),
        alone(&whims[1]),
    ];
    let table: Table<'_> = table(
        &book,
        full_shoe(&book, 8).unwrap(),
        SHOE,
        seats,
        vec![0, 1, 0],
    );
    let simulation = Simulation::new(&table).unwrap();
    let path = |seed: u64, no: u64, seat: usize| {
        let mut nets = Vec::new();
        simulation.path(seed, no, seat, 500, |net| nets.push(net));
        nets
    };
    let one = path(1, 0, 0);
    assert_eq!(one.len(), 500);
    assert_eq!(one, path(1, 0, 0));
    assert!(one != path(1, 1, 0) && one != path(2, 0, 0) && one != path(1, 0, 1));
    // Blocks as far up have the same words.
    let record = simulation.first_rounds(1, 1 << 48, 500);
    let all: i128 = path(1, 0, 0)
        .iter()
        .chain(&path(1, 0, 1))
        .map(|&net| i128::from(net))
        .sum();
    assert_eq!(all, record.table.net);
}

/// Who comes in at a count begins every shoe outside, and one who never leaves plays on to its end.
#[test]
fn who_sits_out_does_so_at_the_beginning_of_every_shoe() {
    let book = builtin("sydney").unwrap();
    let terms = Terms::of(&book, wager());
    let whim = Whim {
        terms: &terms,
        seed: 1,
    };
    let tags = [-100, 0, 100, 100, 100, 100, 0, 0, 0, -100];
    let counting = Counting {
        enter: Some(200),
        ..Counting::new(tags)
    };
    let wonger = Seat {
        mind: Mind {
            plays: vec![&whim],
            counting: Some(&counting),
        },
        ..alone(&whim)
    };
    let table = table(
        &book,
        full_shoe(&book, 8).unwrap(),
        SHOE,
        vec![wonger, alone(&whim)],
        vec![0, 1],
    );
    let record = Simulation::new(&table).unwrap().block(4, 0, 20_000);
    let share = record.seats[0].boxes.times as f64 / record.rounds as f64;
    // A true count of 2 comes in some shoes only, and late: were it enough to enter once, nearly
    // all rounds would be played.
    assert!(share > 0.05 && share < 0.6, "{share}");
    assert!(
        record.seats[0].by_count.keys().any(|&count| count < 200),
        "nobody leaves"
    );
}

/// A wager of a cent has no half: nobody insures, and no card is dealt for it.
#[test]
fn what_cannot_be_insured_is_not() {
    let book = builtin("singapore").unwrap();
    let terms = Terms::of(&book, wager());
    let whim = Whim {
        terms: &terms,
        seed: 2,
    };
    let counting = Counting {
        insurance: Some(-100_000),
        ..Counting::new([0; 10])
    };
    let mut seat = Seat {
        mind: Mind {
            plays: vec![&whim],
            counting: Some(&counting),
        },
        ..alone(&whim)
    };
    seat.bettors[0].wager = Money::from_cents(1);
    let mut table = table(
        &book,
        full_shoe(&book, 8).unwrap(),
        SHOE,
        vec![seat],
        vec![0],
    );
    table.sign.minimum = Money::from_cents(1);
    let simulation = Simulation::new(&table).unwrap();
    simulation.compare(5, 0, 5_000).unwrap();
    assert_eq!(
        simulation.block(5, 0, 5_000).seats[0].bettors[0]
            .insurance
            .times(),
        0
    );
    table.seats[0].bettors[0].wager = Money::from_dollars(1);
    let insured = Simulation::new(&table).unwrap().block(5, 0, 5_000);
    assert!(insured.seats[0].bettors[0].insurance.times() > 300);
}

/// Boxes of a round share the dealer: taken as independent, their errors would be too small.
#[test]
fn errors_take_the_boxes_of_a_round_together() {
    for dealing in [Dealing::Fresh, SHOE] {
        with_whim(7, dealing, |simulation| {
            let seat = &simulation.block(6, 0, 20_000).seats[0];
            let alone = seat.bettors[0].tally.by_upcard();
            for (together, alone) in seat.by_upcard.iter().zip(&alone) {
                assert_eq!(
                    (together.net, together.initial),
                    (alone.net, alone.initial),
                    "the same money"
                );
                let ratio = together.error().unwrap() / alone.error().unwrap();
                assert!(
                    ratio > 1.1 && ratio < 7.0_f64.sqrt(),
                    "{dealing:?}: {ratio}"
                );
            }
        });
    }
}

/// What is won beside the hands is in the purse, and insurance of all boxes is decided by one card.
#[test]
fn side_wagers_are_in_the_purse_and_go_by_the_round() {
    let book = builtin("singapore").unwrap();
    let terms = Terms::of(&book, wager());
    let whim = Whim {
        terms: &terms,
        seed: 3,
    };
    let counting = Counting {
        insurance: Some(-100_000),
        ..Counting::new([0; 10])
    };
    let mut seat = Seat {
        mind: Mind {
            plays: vec![&whim],
            counting: Some(&counting),
        },
        ..alone(&whim)
    };
    seat.bettors[0].pairs = Some(Money::from_dollars(3));
    let table = table(
        &book,
        full_shoe(&book, 8).unwrap(),
        SHOE,
        vec![seat],
        vec![0; 7],
    );
    let record = Simulation::new(&table).unwrap().block(8, 0, 10_000);
    let seat = &record.seats[0];
    let pairs = &seat.bettors[0].pairs.rounds;
    assert!(pairs.net != 0 && pairs.times == record.rounds, "{pairs:?}");
    assert_eq!(seat.purse.net, seat.shoes.net + pairs.net);
    assert_eq!(record.table.net, seat.purse.net);
    let insurance = &seat.bettors[0].insurance;
    // About one round in twelve shows an Ace, and each has seven wagers that win or lose together.
    assert!(
        insurance.rounds.times < 1_000 && insurance.times() > 5 * insurance.rounds.times,
        "{:?}",
        insurance.rounds
    );
}
