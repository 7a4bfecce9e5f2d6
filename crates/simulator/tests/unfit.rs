//! Tables that cannot be simulated, and what is said about each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::{Card, Composition};
use rules::{Money, RuleBook, builtin, reference};
use simulator::{Bets, Counting, Cut, Dealing, Mind, Play, Seat, Simulation, Table, Unfit};
use solver::{Terms, full_shoe};
use support::{Whim, alone, table, wager};

/// What is wrong with a table of a book, after `change` of one that is fit.
fn refused(book: &RuleBook, change: impl FnOnce(&mut Table<'_>)) -> Unfit {
    let terms = Terms::of(book, wager());
    let whim = Whim {
        terms: &terms,
        seed: 1,
    };
    let mut table = table(
        book,
        full_shoe(book, 8).unwrap(),
        Dealing::Fresh,
        vec![alone(&whim)],
        vec![0],
    );
    change(&mut table);
    Simulation::new(&table).unwrap_err()
}

fn sydney(change: impl FnOnce(&mut Table<'_>)) -> Unfit {
    refused(&builtin("sydney").unwrap(), change)
}

#[test]
fn a_table_has_one_to_seven_boxes() {
    let none = sydney(|table| table.boxes.clear());
    assert_eq!(none, Unfit::Boxes { boxes: 0, most: 7 });
    let eight = sydney(|table| table.boxes = vec![0; 8]);
    assert_eq!(eight, Unfit::Boxes { boxes: 8, most: 7 });
    assert_eq!(
        eight.to_string(),
        "a table of 8 boxes is not dealt: this book has 1 to 7"
    );
    let mut small = (*builtin("canberra").unwrap()).clone();
    small.set("boxes", "5").unwrap();
    assert_eq!(
        refused(&small, |table| table.boxes = vec![0; 6]),
        Unfit::Boxes { boxes: 6, most: 5 }
    );
}

#[test]
fn a_box_has_one_to_three_bettors() {
    let four = sydney(|table| table.seats[0].bettors = vec![Bets::of(wager()); 4]);
    assert_eq!(
        four,
        Unfit::Bettors {
            bettors: 4,
            most: 3
        }
    );
    assert_eq!(
        four.to_string(),
        "4 bettors on a box: this book allows 1 to 3"
    );
    assert_eq!(
        sydney(|table| table.seats[0].bettors.clear()),
        Unfit::Bettors {
            bettors: 0,
            most: 3
        }
    );
}

#[test]
fn somebody_stays_at_the_table() {
    for (enter, leave) in [(Some(100), None), (None, Some(-100))] {
        let counting = Counting {
            enter,
            leave,
            ..Counting::new([0; 10])
        };
        let book = builtin("sydney").unwrap();
        let terms = Terms::of(&book, wager());
        let whim = Whim {
            terms: &terms,
            seed: 1,
        };
        let counter = Seat {
            mind: Mind {
                plays: vec![&whim],
                counting: Some(&counting),
            },
            ..alone(&whim)
        };
        let shoe = full_shoe(&book, 8).unwrap();
        let mut table = table(
            &book,
            shoe,
            Dealing::Fresh,
            vec![counter, alone(&whim)],
            vec![0, 0],
        );
        let unfit = Simulation::new(&table).unwrap_err();
        assert_eq!(unfit, Unfit::NobodyStays);
        assert_eq!(
            unfit.to_string(),
            "every box sits out at some count, and then no cards would be dealt: add a box that \
            always plays"
        );
        table.boxes = vec![0, 1];
        assert!(Simulation::new(&table).is_ok());
    }
}

#[test]
fn the_cutting_card_is_where_the_book_wants_it() {
    let book = builtin("canberra").unwrap();
    let at = |least, most| {
        refused(&book, |table| {
            table.dealing = Dealing::Shoe(Cut { least, most })
        })
    };
    let allowed = Cut {
        least: 48,
        most: 192,
    };
    for (least, most) in [(47, 100), (48, 193), (90, 80)] {
        assert_eq!(
            at(least, most),
            Unfit::Cut {
                cut: Cut { least, most },
                allowed
            }
        );
    }
    let message = "a cutting card with 47 to 100 cards behind it is not allowed: 48 to 192 are";
    assert_eq!(at(47, 100).to_string(), message);
}

#[test]
fn a_shoe_is_large_enough_for_a_round_and_small_enough_for_its_room() {
    let few = |table: &mut Table<'_>| {
        table.shoe = "As Kd 5h 5s 9c"
            .split(' ')
            .map(|card| card.parse::<Card>().unwrap())
            .collect();
    };
    let unfit = sydney(few);
    assert!(matches!(unfit, Unfit::Shoe(_)));
    assert!(
        unfit
            .to_string()
            .starts_with("5 cards are left, but a round may need "),
        "{unfit}"
    );
    let unfit = sydney(|table| table.shoe = Composition::decks_of_48(11));
    assert_eq!(unfit, Unfit::TooManyCards { cards: 528 });
    assert_eq!(
        unfit.to_string(),
        "a shoe of 528 cards is not simulated: 511 are the most"
    );
}

#[test]
fn a_strategy_does_not_tell_too_many_hands_apart() {
    let book = builtin("sydney").unwrap();
    let terms = Terms::of(&book, wager());
    let whims: Vec<Whim<'_>> = (0..9)
        .map(|seed| Whim {
            terms: &terms,
            seed,
        })
        .collect();
    let counting = Counting {
        thresholds: (0..8).map(|band| 100 * band).collect(),
        ..Counting::new([0; 10])
    };
    let plays: Vec<&dyn Play> = whims.iter().map(|whim| -> &dyn Play { whim }).collect();
    let seat = Seat {
        mind: Mind {
            plays,
            counting: Some(&counting),
        },
        ..alone(&whims[0])
    };
    let table = table(
        &book,
        full_shoe(&book, 8).unwrap(),
        Dealing::Fresh,
        vec![seat],
        vec![0],
    );
    let unfit = Simulation::new(&table).unwrap_err();
    assert_eq!(unfit, Unfit::TooManyHands);
    assert_eq!(
        unfit.to_string(),
        "this strategy draws to more different hands than can be simulated"
    );
}

#[test]
fn a_game_that_the_engine_does_not_play_is_not_simulated() {
    let unfit = refused(&reference("blackjack").unwrap(), |table| {
        table.boxes = vec![0]
    });
    assert!(matches!(unfit, Unfit::Setup(_)), "{unfit}");
    let crossed = sydney(|table| table.sign.minimum = Money::from_dollars(20_000));
    assert!(matches!(crossed, Unfit::Setup(_)), "{crossed}");
}

#[test]
fn every_box_has_a_seat_and_every_seat_its_ways_to_play() {
    assert_eq!(sydney(|table| table.boxes = vec![0, 5]), Unfit::Seats);
    assert_eq!(
        sydney(|table| table.seats[0].mind.plays.clear()),
        Unfit::Seats
    );
}
