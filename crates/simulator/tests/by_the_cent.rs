//! The same cards and decisions by rows and by the engine come to the same cents, wager by wager: a
//! million random rounds of each book, at tables of every kind.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use rules::{Money, RuleBook, builtin};
use simulator::{
    Bets, Compared, Counting, Cut, DECK, Dealing, Follows, Late, Method, Mind, Play, Record, Seat,
    Simulation, Step,
};
use solver::{Terms, full_shoe};
use support::{Tidy, Whim, alone, compare, sevens, shared, table, wager};

#[test]
fn adelaide_by_the_cent() {
    a_million_rounds("adelaide");
}

#[test]
fn canberra_by_the_cent() {
    a_million_rounds("canberra");
}

#[test]
fn singapore_by_the_cent() {
    a_million_rounds("singapore");
}

#[test]
fn sydney_by_the_cent() {
    a_million_rounds("sydney");
}

#[test]
fn tasmania_by_the_cent() {
    a_million_rounds("tasmania");
}

/// A million rounds of a book, or as many as `make differential` asks for, each million played in
/// other ways.
fn a_million_rounds(id: &str) {
    let book = builtin(id).unwrap();
    let terms = Terms::of(&book, wager());
    let asked = std::env::var("DIFFERENTIAL_ROUNDS")
        .map_or(1_000_000, |rounds| rounds.parse::<u64>().unwrap());
    let mut all = Compared::default();
    for turn in 0..asked.div_ceil(1_000_000) {
        let whims: Vec<Whim<'_>> = (0..8)
            .map(|seed| Whim {
                terms: &terms,
                seed: 8 * turn + seed,
            })
            .collect();
        for part in [
            one_box(&book, &whims),
            boxes(&book, &whims),
            cutting_card(&book, &whims),
            counters(&book, &whims),
            shoes_side_by_side(&book, &terms, turn),
        ] {
            all.merge(&part);
        }
    }
    all.merge(&device(id));
    assert!(all.both >= asked, "{id}: {all:?}");
}

/// One box, from a fresh shuffle: the most of the rounds.
fn one_box(book: &RuleBook, whims: &[Whim<'_>]) -> Compared {
    let mut all = Compared::default();
    for (whim, shoe) in whims
        .iter()
        .zip([full_shoe(book, 8).unwrap(), sevens()].iter().cycle())
    {
        let table = table(
            book,
            shoe.clone(),
            Dealing::Fresh,
            vec![alone(whim)],
            vec![0],
        );
        all.merge(&compare(
            &format!("one box, whim {}", whim.seed),
            &table,
            whim.seed,
            119_000,
        ));
    }
    assert!(all.splits > 50_000 && all.bonuses > 30_000, "{all:?}");
    all
}

/// Two to seven boxes with up to three bettors, who follow or do not, and wagers beside the hand.
fn boxes(book: &RuleBook, whims: &[Whim<'_>]) -> Compared {
    let seats = [
        shared(book, &whims[0], [Follows::Everything, Follows::Everything]),
        alone(&whims[1]),
        shared(book, &whims[2], [Follows::SplitsOnly, Follows::Everything]),
        shared(book, &whims[3], [Follows::Everything, Follows::DoublesOnly]),
        shared(book, &whims[4], [Follows::Nothing, Follows::Nothing]),
    ];
    let mut all = Compared::default();
    let tables = [
        &[0, 1][..],
        &[1, 2, 0],
        &[3, 1, 0, 1],
        &[1, 0, 0, 4, 1],
        &[0, 0, 1, 0, 1, 0],
        &[1, 0, 1, 1, 2, 0, 3],
    ];
    for (boxes, shoe) in tables
        .into_iter()
        .zip([sevens(), full_shoe(book, 8).unwrap()].iter().cycle())
    {
        // Seats that nobody takes would be compiled all the same.
        let mut taken: Vec<usize> = boxes.to_vec();
        taken.sort_unstable();
        taken.dedup();
        let place = |seat: &usize| taken.iter().position(|one| one == seat).unwrap();
        let seats = taken.iter().map(|&seat| seats[seat].clone()).collect();
        let mut table = table(
            book,
            shoe.clone(),
            Dealing::Fresh,
            seats,
            boxes.iter().map(place).collect(),
        );
        // One multiplier, so that both ways show the same.
        table.multipliers.truncate(1);
        let compared = compare(&format!("boxes {boxes:?}"), &table, 7, 5_000);
        assert!(compared.both > 200, "{boxes:?}: {compared:?}");
        all.merge(&compared);
    }
    assert!(all.engine_only > 1_000 && all.splits > 2_000, "{all:?}");
    all
}

/// A shoe with a cutting card anywhere it may be, and with nothing behind it.
fn cutting_card(book: &RuleBook, whims: &[Whim<'_>]) -> Compared {
    let shoe = full_shoe(book, 8).unwrap();
    let allowed = Cut::allowed(book, shoe.len());
    let mut all = Compared::default();
    for (cut, boxes, rounds) in [
        (allowed, 1, 20_000),
        (allowed, 7, 2_000),
        (
            Cut {
                most: allowed.least,
                ..allowed
            },
            7,
            2_000,
        ),
        (
            Cut {
                least: DECK,
                most: DECK,
            },
            3,
            4_000,
        ),
    ] {
        let table = table(
            book,
            shoe.clone(),
            Dealing::Shoe(cut),
            vec![alone(&whims[5])],
            vec![0; boxes],
        );
        let compared = compare(&format!("{boxes} boxes, {cut:?}"), &table, 3, rounds);
        // With nothing behind the cutting card, the cards run out in mid-round.
        assert_eq!(
            compared.engine_only > 30,
            cut.most == 0,
            "{cut:?}: {compared:?}"
        );
        all.merge(&compared);
    }
    all
}

/// Shoes that are dealt side by side: the same record as round by round, and as by the engine
/// alone, to the last number.
fn shoes_side_by_side(book: &RuleBook, terms: &Terms, turn: u64) -> Compared {
    let mut all = Compared::default();
    for (seed, shoe, behind) in [
        (0, full_shoe(book, 6).unwrap(), DECK),
        (1, sevens(), 60),
        (2, full_shoe(book, 8).unwrap(), 2 * DECK),
    ] {
        let tidy = Tidy(Whim {
            terms,
            seed: 3 * turn + seed,
        });
        let cut = Cut {
            least: behind,
            most: behind,
        };
        let table = table(book, shoe, Dealing::Shoe(cut), vec![alone(&tidy)], vec![0]);
        let simulation = Simulation::new(&table).unwrap();
        assert_eq!(simulation.method(), Method::ShoesSideBySide);
        let same = |record: Record| Record {
            by_engine: 0,
            left_lanes: 0,
            ..record
        };
        let lanes = simulation.block(seed, turn, 100_000);
        let by_rows = simulation.block_by_rows(seed, turn, 100_000);
        assert_eq!(same(lanes), same(by_rows), "seed {seed}");
        let lanes = simulation.block(seed, turn, 20_000);
        let by_engine = simulation.block_by_engine(seed, turn, 20_000);
        all.engine_only += lanes.by_engine;
        all.both += lanes.rounds - lanes.by_engine;
        assert_eq!(same(lanes), same(by_engine), "seed {seed}");
    }
    all
}

/// A device that takes the cards back in each of the ways that books know.
fn device(id: &str) -> Compared {
    let mut all = Compared::default();
    for back in ["round-end", "one-deck", "after-initial-deal"] {
        let mut book = (*builtin(id).unwrap()).clone();
        book.set("shoe.rack-return", back).unwrap();
        let terms = Terms::of(&book, wager());
        let whim = Whim {
            terms: &terms,
            seed: 6,
        };
        for boxes in [1, 3] {
            let table = table(
                &book,
                full_shoe(&book, 6).unwrap(),
                Dealing::Device,
                vec![alone(&whim)],
                vec![0; boxes],
            );
            let compared = compare(&format!("{back}, {boxes} boxes"), &table, 4, 5_000);
            // Hand by hand, only the engine knows when the rack is full.
            assert_eq!(
                compared.both,
                if back == "one-deck" { 0 } else { 5_000 },
                "{back}: {compared:?}"
            );
            all.merge(&compared);
        }
    }
    all
}

/// Counters whose play changes with the count, who sit out, come back, wager by a ramp and insure.
fn counters(book: &RuleBook, whims: &[Whim<'_>]) -> Compared {
    let mut counting = Counting::new([-100, 100, 100, 150, 150, 100, 0, 0, 0, -150]);
    counting.thresholds = vec![-50, 100];
    counting.insurance = Some(100);
    counting.ramp = [(-100, 5), (100, 24), (200, 25), (300, 250)]
        .map(|(from, dollars)| Step {
            from,
            wager: Money::from_dollars(dollars),
        })
        .to_vec();
    let mut wonging = counting.clone();
    (wonging.enter, wonging.leave, wonging.late) = (Some(100), Some(-100), Late::Held);
    let plays: Vec<&dyn Play> = vec![&whims[6], &whims[7], &whims[6]];
    let counter = |counting, bettors| Seat {
        mind: Mind {
            plays: plays.clone(),
            counting: Some(counting),
        },
        bettors,
    };
    let alone_too = vec![Bets::of(wager())];
    let with_another = vec![Bets::of(wager()), Bets::of(Money::from_dollars(12))];
    let seats = vec![
        counter(&counting, with_another),
        counter(&wonging, alone_too),
        alone(&whims[0]),
    ];
    let mut all = Compared::default();
    for dealing in [
        Dealing::Shoe(Cut {
            least: DECK,
            most: 2 * DECK,
        }),
        Dealing::Device,
        Dealing::Fresh,
    ] {
        let table = table(
            book,
            full_shoe(book, 6).unwrap(),
            dealing,
            seats.clone(),
            vec![0, 2, 1, 1],
        );
        let compared = compare(&format!("counters, {dealing:?}"), &table, 9, 3_000);
        all.merge(&compared);
    }
    assert!(all.both > 5_500 && all.insured > 50, "{all:?}");
    all
}
