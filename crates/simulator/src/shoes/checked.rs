//! Shoes side by side against the same shoes round by round: the same record to the last number,
//! however many lanes there are.

use super::Shoes;
use crate::compile::Play;
use crate::counting::{Counting, Step};
use crate::dealing::{Cut, DECK, Dealing};
use crate::record::Record;
use crate::seats::{Bets, Mind, Seat, Table};
use crate::shoe_words::ShoeId;
use crate::simulation::{Fast, Simulation};
use crate::support::{Tidy, Whim, alone, sevens, table, wager};
use cards::{Card, Composition, Rank};
use rules::{BOOK_IDS, Money, RuleBook, builtin};
use solver::{Action, Best, CardValue, From, Pile, Strategy, Terms, full_shoe, solve};

fn shoes<'s>(simulation: &'s Simulation<'_>) -> &'s Shoes {
    let Fast::Shoes(shoes) = &simulation.fast else {
        panic!("shoes are dealt side by side: {}", simulation.method())
    };
    shoes
}

/// A cutting card with so many cards behind it.
fn behind(least: u32, most: u32) -> Dealing {
    Dealing::Shoe(Cut { least, most })
}

/// Plays the same rounds with 32, 64 and 128 lanes, and round by round.
fn compare(name: &str, table: &Table<'_>, rounds: u32) -> Record {
    let simulation = Simulation::new(table).unwrap();
    let (shoes, first) = (shoes(&simulation), ShoeId::first(3, 5));
    let mut lanes = shoes.play::<128>(&simulation, first, rounds);
    let found = lanes.clone();
    assert_eq!(
        lanes,
        shoes.play::<64>(&simulation, first, rounds),
        "{name}"
    );
    assert_eq!(
        lanes,
        shoes.play::<32>(&simulation, first, rounds),
        "{name}"
    );
    let alone = simulation.block_by_rows(3, 5, rounds);
    lanes.left_lanes = 0;
    assert_eq!(lanes, alone, "{name}");
    found
}

fn with_whim(
    book: &RuleBook,
    seed: u64,
    shoe: Composition,
    dealing: Dealing,
    name: &str,
) -> Record {
    let terms = Terms::of(book, wager());
    let hopeful = Hopeful(Tidy(Whim {
        terms: &terms,
        seed,
    }));
    let table = table(book, shoe, dealing, vec![alone(&hopeful)], vec![0]);
    compare(name, &table, 10_000)
}

/// Draws to two sevens against a seven, for a Super Bonus.
struct Hopeful<'a>(Tidy<'a>);

impl Play for Hopeful<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let mut all = cards.iter().chain([&upcard]);
        match from {
            From::Dealt if all.all(|card| card.rank == Rank::Seven) => Some(Action::Draw),
            From::Dealt | From::Split { .. } => self.0.action(upcard, cards, from),
        }
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        self.0.splits_again(upcard, pair)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        self.0.forfeits(upcard, cards, from)
    }
}

#[test]
fn lanes_come_to_what_rounds_come_to_one_by_one() {
    let mut left = 0;
    for (seed, id) in (1..).zip(BOOK_IDS) {
        let book = builtin(id).unwrap();
        let full = full_shoe(&book, 6).unwrap();
        let record = with_whim(&book, seed, full, behind(DECK, DECK), id);
        assert!(
            record.left_lanes < record.rounds / 1_000,
            "{id}: {}",
            record.left_lanes
        );
        let name = format!("{id}, sevens");
        let record = with_whim(&book, seed, sevens(), behind(DECK, DECK), &name);
        left += record.left_lanes;
    }
    // Super Bonuses, which such a shoe has many of.
    assert!(left > 10, "{left}");
}

/// Best play with both hands of every split pair, the dealer's and the next round.
#[test]
fn the_whole_round_of_sydney_is_a_small_table() {
    let book = builtin("sydney").unwrap();
    let (terms, full) = (Terms::of(&book, wager()), full_shoe(&book, 6).unwrap());
    let pile = Pile::of(&full);
    let solved = solve::<f64>(&terms, &pile, &Best);
    let best = Strategy::new(&terms, &pile, &solved, &Best);
    let dealing = behind(DECK, DECK);
    let table = table(&book, full, dealing, vec![alone(&best)], vec![0]);
    let simulation = Simulation::new(&table).unwrap();
    let before = simulation.ready[0].rows.rows.len();
    let after = shoes(&simulation).common.next.rows();
    assert!((10_000..20_000).contains(&before), "{before}");
    assert!((3_000..5_000).contains(&after), "{after}");
}

/// With the cutting card behind all cards they run out in mid-round, and where it is drawn each
/// shoe has another end.
#[test]
fn shoes_end_where_their_cutting_cards_are() {
    let mut book = (*builtin("sydney").unwrap()).clone();
    for (burn, least, most) in [("0", 0, 0), ("1", 0, 40), ("3", 10, 72), ("2", 72, 72)] {
        book.set("shoe.burn", burn).unwrap();
        let full = full_shoe(&book, 6).unwrap();
        let name = format!("{burn} burned, {least} to {most} behind");
        let record = with_whim(&book, 4, full, behind(least, most), &name);
        assert_eq!(
            record.by_engine > 30,
            most == 0,
            "{name}: {}",
            record.by_engine
        );
    }
}

#[test]
fn a_run_of_shoes_has_the_fewest_that_have_so_many_rounds() {
    let book = builtin("tasmania").unwrap();
    let terms = Terms::of(&book, wager());
    let tidy = Tidy(Whim {
        terms: &terms,
        seed: 6,
    });
    let full = full_shoe(&book, 4).unwrap();
    let table = table(&book, full, behind(DECK, DECK), vec![alone(&tidy)], vec![0]);
    for rounds in [0, 1, 2, 40, 2_000] {
        let record = compare(&format!("{rounds} rounds"), &table, rounds);
        assert!(record.rounds >= u64::from(rounds));
        let simulation = Simulation::new(&table).unwrap();
        if let Some(fewer) = u32::try_from(record.rounds).unwrap().checked_sub(1) {
            let again = simulation.block(3, 5, fewer);
            assert_eq!(again, record, "{rounds}: no shoe fewer has them");
            let more = simulation.block(3, 5, fewer + 2);
            assert_eq!(more.shuffles, record.shuffles + 1, "{rounds}");
        }
    }
}

/// Plays stiff hands in another way, and all others in the same.
struct Turned<'a> {
    one: &'a Tidy<'a>,
    other: &'a Tidy<'a>,
}

impl Play for Turned<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let values = cards.iter().map(|card| CardValue::of(card.rank).points());
        let stiff = (12..17).contains(&values.sum::<u8>());
        match from {
            From::Dealt if stiff => self.other.action(upcard, cards, from),
            From::Dealt | From::Split { .. } => self.one.action(upcard, cards, from),
        }
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        self.one.splits_again(upcard, pair)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        self.one.forfeits(upcard, cards, from)
    }
}

/// Counters whose play, wagers and insurance go by the count.
#[test]
fn counters_in_lanes_come_to_what_they_come_to_one_by_one() {
    for (seed, id) in (1..).zip(BOOK_IDS) {
        let mut book = (*builtin(id).unwrap()).clone();
        book.set("shoe.burn", "2").unwrap();
        let terms = Terms::of(&book, wager());
        let [one, other] = [seed, seed + 10].map(|seed| {
            Tidy(Whim {
                terms: &terms,
                seed,
            })
        });
        let two = Turned {
            one: &one,
            other: &other,
        };
        let mut counting = Counting::new([-150, 0, 100, 100, 100, 150, 0, 0, -50, -100]);
        counting.start = 200;
        counting.thresholds = vec![-150, 100];
        counting.insurance = Some(0);
        counting.ramp = [(-300, 5), (0, 24), (150, 25), (300, 250)]
            .map(|(from, dollars)| Step {
                from,
                wager: Money::from_dollars(dollars),
            })
            .to_vec();
        let seat = Seat {
            mind: Mind {
                plays: vec![&one, &two, &one],
                counting: Some(&counting),
            },
            bettors: vec![Bets::of(wager())],
        };
        let full = full_shoe(&book, 6).unwrap();
        let table = table(&book, full, behind(50, 60), vec![seat], vec![0]);
        let record = compare(id, &table, 10_000);
        let seat = &record.seats[0];
        assert!(seat.bettors[0].insurance.times() > 100, "{id}");
        assert!(seat.by_count.len() > 6, "{id}: {:?}", seat.by_count.keys());
    }
}
