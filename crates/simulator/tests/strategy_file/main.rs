//! Strategy files: what is written is what is played, and what is wrong is said where it stands.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod faults;
mod strange;
mod table_of_hands;

use cards::Card;
use rules::{BOOK_IDS, Money, RuleBook, Sign, builtin};
use simulator::{
    Base, Bets, Charts, Dealing, DeckEye, FileFault, Late, Mind, Play, Rounding, Seat, Simulation,
    Step, StrategyFile, Table,
};
use solver::{Action, Best, Chart, Detail, From, Pile, Solved, Strategy, Terms, full_shoe, solve};
use std::sync::Arc;
use table_of_hands::{differing, hands_of};

const COUNTER: &str = include_str!("../../../../examples/strategies/sydney-counter.strategy");
const CAREFUL: &str = include_str!("../../../../examples/strategies/never-bust.strategy");
const SYDNEY: &str = include_str!("../../../../examples/strategies/sydney.strategy");

fn book(id: &str) -> Arc<RuleBook> {
    builtin(id).unwrap()
}

fn terms(id: &str) -> Terms {
    Terms::of(&book(id), Money::from_dollars(25))
}

fn read(text: &str) -> StrategyFile {
    StrategyFile::parse(text).unwrap_or_else(|faults| panic!("{}\n{text}", lines(&faults)))
}

fn lines(faults: &[FileFault]) -> String {
    faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// What is wrong with a text, by itself or by a book.
fn faults(text: &str, id: &str) -> Vec<String> {
    let found = match StrategyFile::parse(text) {
        Ok(file) => file.check(&book(id), &Sign::usual(&book(id))),
        Err(faults) => faults,
    };
    found.iter().map(ToString::to_string).collect()
}

/// A base that says so when it is asked.
struct Asked;

impl Play for Asked {
    fn action(&self, _: Card, cards: &[Card], _: From) -> Option<Action> {
        Some(if cards.len() == 2 {
            Action::Surrender
        } else {
            Action::Double
        })
    }

    fn splits_again(&self, _: Card, _: [Card; 2]) -> bool {
        true
    }

    fn forfeits(&self, _: Card, _: &[Card], _: From) -> bool {
        true
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

const SPLIT: From = From::Split {
    may_again: false,
    again: true,
    suited_sevens: false,
};
const SPLIT_AGAIN: From = From::Split {
    may_again: true,
    again: true,
    suited_sevens: false,
};

/// What a file does with a hand: the letter of the action.
fn does(file: &StrategyFile, band: usize, id: &str, upcard: &str, hand: &str, from: From) -> char {
    let terms = terms(id);
    let action = file
        .play(band, &terms, &Asked)
        .action(upcard.parse().unwrap(), &cards(hand), from)
        .unwrap();
    match action {
        Action::Stand => 'S',
        Action::Draw => 'H',
        Action::Double => 'D',
        Action::Split => 'P',
        Action::Surrender => 'R',
    }
}

/// Charts that draw up to 16, with other cells where they are given: the row's label and the cells
/// from 2 to Ace.
fn charts(changes: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let row = |section: &str, label: &str, usual: &str| {
        let key = format!("{section} {label}");
        let cells = changes
            .iter()
            .find(|(row, _)| *row == key)
            .map_or_else(|| [usual; 10].join(" "), |(_, cells)| (*cells).to_owned());
        format!("{label} {cells}\n")
    };
    let columns = "2 3 4 5 6 7 8 9 T A\n";
    text += &format!("hard\n{columns}");
    (5..=20).for_each(|total: u8| {
        text += &row(
            "hard",
            &total.to_string(),
            if total < 17 { "H" } else { "S" },
        )
    });
    text += &format!("\nsoft\n{columns}");
    (13..=20).for_each(|total: u8| {
        text += &row(
            "soft",
            &total.to_string(),
            if total < 18 { "H" } else { "S" },
        )
    });
    text += &format!("\npairs\n{columns}");
    for pair in [
        "2-2", "3-3", "4-4", "5-5", "6-6", "7-7", "8-8", "9-9", "T-T", "A-A",
    ] {
        text += &row(
            "pair",
            pair,
            if ["9-9", "T-T"].contains(&pair) {
                "S"
            } else {
                "H"
            },
        );
    }
    text
}

#[test]
fn a_cell_is_played_as_it_is_written() {
    let file = read(&charts(&[
        ("hard 11", "D4 D D Dh D D D D D D"),
        ("hard 15", "H H H H H H H H H D/S4/H6"),
        ("hard 14", "H H S4* S5' S5\" H H H H H*R'S\"D"),
        ("hard 16", "S5 S S S S H H H Rh Rs5"),
        ("soft 18", "Ds5 S S S S S4 S H H H"),
        ("pair 7-7", "P P P P P P$ P'S H H H"),
        ("pair 8-8", "P P P P P P P P Ps P1"),
    ]));
    let dealt = [
        ("2c", "5c 6d", 'D'),
        ("2c", "2c 3c 6d", 'D'),
        ("2c", "2c 3c 4c 2d", 'H'),
        ("5c", "5c 6d", 'D'),
        ("5c", "2c 3c 6d", 'H'),
        ("Ac", "2c 3c Kd", 'D'),
        ("Ac", "2c 3c 4c 6d", 'S'),
        ("Ac", "2c 3c 4h 4d 2s", 'S'),
        ("Ac", "2c 3c 2h 2d 3d 3h", 'H'),
        ("Ac", "2c 2d 2h 2s 2c Ac Ac 3d", 'H'),
        ("4c", "Kc 4c", 'S'),
        ("4c", "6c 8d", 'H'),
        ("4c", "2c 3c 9c", 'S'),
        ("4c", "2c 3c 4c 5c", 'H'),
        ("5c", "6c 8d", 'S'),
        ("5c", "8c 6c", 'H'),
        ("5c", "8s 6s", 'H'),
        ("6c", "8c 6c", 'S'),
        ("6c", "8s 6s", 'H'),
        ("Ac", "Kc 4c", 'H'),
        ("Ac", "6c 8d", 'R'),
        ("Ac", "6c 8c", 'S'),
        ("Ac", "6s 8s", 'D'),
        ("Kc", "Kc 6c", 'R'),
        ("Kc", "2c 4c Kc", 'H'),
        ("Ac", "2c 4c Kc", 'S'),
        ("Ac", "2c 4c 7c 3c Ad", 'S'),
        ("2c", "Ac 7c", 'D'),
        ("2c", "Ac 2c 5c", 'S'),
        ("2c", "Ac 2c 2d 2h Ad", 'H'),
        ("7c", "7d 7c", 'P'),
        ("7c", "7d 7d", 'H'),
        ("8c", "7d 7c", 'P'),
        ("8c", "7d 7d", 'S'),
        ("9c", "7d 7d", 'H'),
        ("Kc", "8d 8c", 'P'),
        ("Kc", "Kd Qc", 'S'),
        ("Ac", "Ad Ac", 'H'),
    ];
    for (upcard, hand, wanted) in dealt {
        assert_eq!(
            does(&file, 0, "sydney", upcard, hand, From::Dealt),
            wanted,
            "{hand} v {upcard}"
        );
    }
}

#[test]
fn what_is_not_allowed_after_a_split_is_replaced() {
    let file = read(&charts(&[
        ("hard 16", "S5 S S S S H H H R Rs5"),
        ("hard 17", "S S S S S S S S R S"),
        ("pair 7-7", "P P P P P P$ P H H H"),
        ("pair 8-8", "P P P P P P P P Ps P1"),
        ("pair 2-2", "P P P P P P P P P P"),
        ("pair A-A", "P P P P P P P P P P"),
    ]));
    let split = [
        (
            "a pair that may be split again is",
            "canberra",
            "2c",
            "8d 8c",
            SPLIT_AGAIN,
            'P',
        ),
        (
            "one that may not is played as its total",
            "canberra",
            "2c",
            "8d 8c",
            SPLIT,
            'S',
        ),
        (
            "or as the small letter says",
            "canberra",
            "Kc",
            "8d 8c",
            SPLIT,
            'S',
        ),
        ("two twos draw", "canberra", "Kc", "2d 2c", SPLIT, 'H'),
        (
            "a split Ace has its one card",
            "canberra",
            "Kc",
            "Ad 5c",
            SPLIT,
            'S',
        ),
        (
            "and no more where it may not be split again",
            "canberra",
            "Kc",
            "Ad Ac",
            SPLIT,
            'S',
        ),
        (
            "a surrender that is not offered draws to 16",
            "canberra",
            "Kc",
            "8d 2c 6c",
            SPLIT,
            'H',
        ),
        ("and stands on 17", "canberra", "Kc", "8d 9c", SPLIT, 'S'),
        (
            "sevens that can win the Super Bonus are kept",
            "canberra",
            "7c",
            "7d 7d",
            SPLIT_AGAIN,
            'H',
        ),
        (
            "those that cannot are split again",
            "singapore",
            "7c",
            "7d 7d",
            SPLIT_AGAIN,
            'P',
        ),
    ];
    for (why, id, upcard, hand, from, wanted) in split {
        assert_eq!(does(&file, 0, id, upcard, hand, from), wanted, "{why}");
    }
    let terms = terms("canberra");
    let play = file.play(0, &terms, &Asked);
    let again = |upcard: &str, pair: &str| {
        let [one, other] = cards(pair)[..] else {
            panic!("{pair}")
        };
        play.splits_again(upcard.parse().unwrap(), [one, other])
    };
    assert!(again("2c", "8d 8c"));
    assert!(!again("Ac", "8d 8c"), "P1 splits once");
    assert!(
        !again("8c", "6d 6c"),
        "what is not split is not split again"
    );
}

#[test]
fn a_later_ace_has_its_own_chart_or_the_one_of_all_soft_totals() {
    let text = charts(&[("soft 18", "S S S S S S S S S S")]);
    let later = "later soft\n2 3 4 5 6 7 8 9 T A\n13-17 H H H H H H H H H H\n18 D D D D D D D D D \
        H\n19 S S S S S S S S S S\n";
    let (without, with) = (read(&text), read(&(text + later)));
    for (hand, plain, told_apart) in [("Ac 2c 5c", 'S', 'S'), ("2c 5c Ac", 'S', 'D')] {
        assert_eq!(
            does(&without, 0, "canberra", "6c", hand, From::Dealt),
            plain,
            "{hand}"
        );
        assert_eq!(
            does(&with, 0, "canberra", "6c", hand, From::Dealt),
            told_apart,
            "{hand}"
        );
    }
}

#[test]
fn doubled_hands_are_given_up_as_it_is_written() {
    let section = "Doubled hands: a remark\nA T 9 8 7 6 5 4 3 2\nto 16 F F - - - - - - - -\n17-20 \
        F - - - - - - - - -\n";
    let file = read(&(charts(&[]) + section));
    let terms = terms("sydney");
    let forfeits = |upcard: &str, hand: &str| {
        file.play(0, &terms, &Asked)
            .forfeits(upcard.parse().unwrap(), &cards(hand), From::Dealt)
    };
    assert!(forfeits("Ac", "5c 6c 5d"));
    assert!(forfeits("Kc", "5c 6c 5d"));
    assert!(!forfeits("9c", "5c 6c 5d"));
    assert!(forfeits("Ac", "5c 6c 6d"));
    assert!(!forfeits("Kc", "5c 6c 6d"));
    assert!(!forfeits("Ac", "5c 6c Kd"), "21 may not be given up");
    assert!(!read(&charts(&[])).play(0, &terms, &Asked).forfeits(
        "Ac".parse().unwrap(),
        &cards("5c 6c 5d"),
        From::Dealt
    ));
}

#[test]
fn index_plays_hold_in_their_bands_and_the_base_elsewhere() {
    let tags = "count\ntags A -1 2 1 3 1 4 1 5 1 6 1 7 0 8 0 9 0 T -1\n";
    let index = "index\nhard 16 v T: S5 from 2\nhard 16 v T: H below -1.5\npair 8-8 v T: H below \
        -1.5\nsoft 18 v 9: S from 0.5 below 2\n";
    let file = read(&format!("base card\n{tags}{index}insurance from 3\n"));
    let counting = file.counting.clone().unwrap();
    assert_eq!(counting.thresholds, [-150, 50, 200]);
    assert_eq!((counting.insurance, file.bands()), (Some(300), 4));
    let in_bands = |upcard: &str, hand: &str, from| -> String {
        (0..4)
            .map(|band| does(&file, band, "sydney", upcard, hand, from))
            .collect()
    };
    // The base surrenders two cards and doubles more of them.
    assert_eq!(in_bands("Kc", "Kc 6c", From::Dealt), "HRRS");
    assert_eq!(in_bands("Kc", "2c 4c Kd", From::Dealt), "HDDS");
    assert_eq!(in_bands("Kc", "2c 4c 2d 6d 2h", From::Dealt), "HDDH");
    assert_eq!(in_bands("Kc", "8c 8d", From::Dealt), "HRRR");
    assert_eq!(
        in_bands("Kc", "8c 8d", SPLIT),
        "HRRS",
        "a pair that cannot be split is its total"
    );
    assert_eq!(in_bands("9c", "Ac 7c", From::Dealt), "RRSR");
    assert_eq!(in_bands("8c", "Ac 7c", From::Dealt), "RRRR");
    let terms = terms("sydney");
    let pair = [cards("8c")[0], cards("8d")[0]];
    let again = |band| {
        file.play(band, &terms, &Asked)
            .splits_again("Kc".parse().unwrap(), pair)
    };
    assert_eq!([0, 1].map(again), [false, true]);
    assert!(
        file.play(0, &terms, &Asked).forfeits(
            "Kc".parse().unwrap(),
            &cards("5c 6c 5d"),
            From::Dealt
        ),
        "the base is asked"
    );
}

#[test]
fn an_index_play_stands_before_the_charts() {
    let tags = "count\ntags A -1 2 1 3 1 4 1 5 1 6 1 7 0 8 0 9 0 T -1\n";
    let file = read(&format!(
        "{}{tags}index\nhard 12 v 2: S from 3\n",
        charts(&[])
    ));
    let in_bands: String = (0..2)
        .map(|band| does(&file, band, "sydney", "2c", "Kc 2c", From::Dealt))
        .collect();
    assert_eq!(in_bands, "HS");
    assert_eq!(does(&file, 1, "sydney", "3c", "Kc 2c", From::Dealt), 'H');
}

#[test]
fn counting_is_read_as_it_is_written() {
    let counting = read(
        "base best\ncount\ntags A -1.5  2 +1 3 1 4 1 5 1 6 1 7 0.25 8 0 9 0 10 −1\nstart -4\ntrue \
        nearest\ndecks halves\n\
         ramp\nbelow 1: 5\n1: 10\n2.5: 25.50\nwonging\nenter 1\nleave -1\nlate held\n",
    )
    .counting
    .unwrap();
    assert_eq!(
        counting.tags,
        [-150, 100, 100, 100, 100, 100, 25, 0, 0, -100]
    );
    assert_eq!(
        (counting.start, counting.rounding, counting.decks),
        (-400, Rounding::Nearest, DeckEye::Halves)
    );
    assert_eq!(
        (counting.enter, counting.leave, counting.late),
        (Some(100), Some(-100), Late::Held)
    );
    let step = |from, cents| Step {
        from,
        wager: Money::from_cents(cents),
    };
    assert_eq!(
        counting.ramp,
        [step(0, 500), step(100, 1_000), step(250, 2_550)]
    );
    assert_eq!(
        [-900, 99, 100, 249, 250].map(|count| counting.step(count)),
        [0, 0, 1, 1, 2]
    );
}

#[test]
fn the_examples_hold_for_their_books() {
    for id in BOOK_IDS {
        assert_eq!(faults(CAREFUL, id), Vec::<String>::new(), "{id}");
    }
    for text in [COUNTER, SYDNEY] {
        assert_eq!(faults(text, "sydney"), Vec::<String>::new());
        assert!(faults(text, "canberra")[0].ends_with("written for sydney, asked for canberra"));
    }
    let counter = read(COUNTER);
    assert_eq!(counter.base, Base::Card);
    assert!(counter.bands() > 3 && counter.counting.unwrap().insurance.is_some());
}

/// The chart of a book, and the book solved for it.
fn chart_of(id: &str, detail: Detail) -> (Terms, Pile, Chart, Solved<f64>) {
    let (book, terms) = (book(id), terms(id));
    let pile = Pile::of(&full_shoe(&book, book.decks()).unwrap());
    let chart = Chart::new(&terms, &solve::<f64>(&terms, &pile, &Best), detail);
    let played = solve::<f64>(&terms, &pile, &chart);
    (terms, pile, chart, played)
}

#[test]
fn the_chart_of_every_book_is_played_as_it_was_written_down() {
    for id in BOOK_IDS {
        for detail in [Detail::ByCards, Detail::Totals] {
            let (terms, pile, chart, played) = chart_of(id, detail);
            let written = StrategyFile::of_charts(
                id,
                Some(id.to_owned()),
                Charts::of(&terms, &chart, &played),
            );
            let text = written.to_string();
            let file = read(&text);
            assert_eq!(file.to_string(), text);
            assert_eq!(faults(&text, id), Vec::<String>::new());
            let strategy = Strategy::new(&terms, &pile, &played, &chart);
            let play = file.play(0, &terms, &Asked);
            let (asked, differing) = differing(&strategy, &play, &terms);
            assert!(asked > 50_000, "{asked}");
            assert_eq!(differing, Vec::<String>::new(), "{id} {detail:?}\n{text}");
        }
    }
}

#[test]
fn a_cell_that_is_changed_is_found() {
    // The comparison above could not fail if this did not.
    let (terms, pile, chart, played) = chart_of("sydney", Detail::ByCards);
    let text = StrategyFile::of_charts("", None, Charts::of(&terms, &chart, &played)).to_string();
    let strategy = Strategy::new(&terms, &pile, &played, &chart);
    for (from, to) in [
        ("S5\" ", "S5  "),
        ("P$", "P "),
        ("8-8 P", "8-8 H"),
        ("to 16 -", "to 16 F"),
        ("D5 ", "D6 "),
    ] {
        assert!(text.contains(from), "{from}");
        let file = read(&text.replacen(from, to, 1));
        let (_, found) = differing(&strategy, &file.play(0, &terms, &Asked), &terms);
        assert!(!found.is_empty(), "{from} to {to}");
    }
}

#[test]
fn whatever_is_written_no_round_is_played_against_the_book() {
    let all = |cell: &str| [cell; 10].join(" ");
    for id in BOOK_IDS {
        let (book, terms) = (book(id), terms(id));
        let shoe = full_shoe(&book, book.decks()).unwrap();
        for letter in ["S", "H", "D", "R", "Rdh", "Ds"] {
            let (cells, pairs) = (all(letter), all("P"));
            // Who draws to 18 and more comes to more hands than a table of rows holds.
            let high = if letter.to_lowercase().ends_with('h') {
                all("S")
            } else {
                cells.clone()
            };
            let totals = format!("2 3 4 5 6 7 8 9 T A\nfrom 18 {high}\n");
            let forfeits = format!("forfeit\n2 3 4 5 6 7 8 9 T A\nto 21 {}\n", all("F"));
            let rows: String = (2..=9)
                .map(|pair| format!("{pair}-{pair} {pairs}\n"))
                .collect();
            let file = read(&format!(
                "hard\n{totals}to 17 {cells}\nsoft\n{totals}to 17 {cells}\npairs\n2 3 4 5 6 7 8 9 \
                T A\n{rows}T-T {pairs}\nA-A {pairs}\n{forfeits}"
            ));
            let play = file.play(0, &terms, &Asked);
            let seat = Seat {
                mind: Mind {
                    plays: vec![&play],
                    counting: None,
                },
                bettors: vec![Bets::of(Money::from_dollars(25))],
            };
            let (sign, shoe) = (Sign::usual(&book), shoe.clone());
            let table = Table {
                book: &book,
                sign,
                shoe,
                dealing: Dealing::Fresh,
                seats: vec![seat],
                boxes: vec![0],
                multipliers: Vec::new(),
            };
            // The engine stops the test where it is asked for what the book does not allow.
            let compared = Simulation::new(&table)
                .unwrap()
                .compare(3, 0, 1_000)
                .unwrap();
            assert!(compared.splits > 0, "{id} {letter}: {compared:?}");
        }
    }
}

#[test]
fn every_hand_is_asked_about() {
    assert!(hands_of(3).any(|hand| hand.len() == 8) && hands_of(2).count() > 200);
}
