//! The card of every book: what it says of a hand, how house players play it, and what that comes
//! to.
#![allow(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "the average of a few thousand rounds is no money"
)]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test looks for one thing among many"
)]

use crate::support::{Cloth, book, cards, house_players};
use cards::Card;
use game::{CardView, Choice, Kind};
use house::{CardStrategy, HousePlayer};
use rules::{BOOK_IDS, Money, RuleBook};
use solver::{Action, CardValue, Chart, From, Question, Strategy, SuitClass, Worth};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::{Command, Config, Event, Lay, Table, What};

/// Rounds for the average result of a book.
const ROUNDS: u64 = 5000;

/// The hands that are looked at, with the upcard and where they stand on the card.
fn known_hands() -> Vec<(&'static str, &'static str, solver::Kind)> {
    use solver::Kind::{Hard, Pair, Soft, Straight};
    let value = |text: &str| CardValue::of(cards(text)[0].rank);
    let (six, seven, eight, ten, ace) = (
        value("6s"),
        value("7s"),
        value("8s"),
        value("Ks"),
        value("As"),
    );
    vec![
        ("Kd 6s", "Kh", Hard(16, 2)),
        ("9d 7s", "Ah", Hard(16, 2)),
        ("9d 7s", "9h", Hard(16, 2)),
        ("Kd 7s", "Ah", Hard(17, 2)),
        ("Kd 3s", "2h", Hard(13, 2)),
        ("Kd 3s", "6h", Hard(13, 2)),
        ("6d 5s", "6h", Hard(11, 2)),
        ("6d 5s", "Kh", Hard(11, 2)),
        ("6d 4s", "7h", Hard(10, 2)),
        ("5d 4s", "3h", Hard(9, 2)),
        ("Ad 7s", "9h", Soft(18, 2)),
        ("Ad 7s", "6h", Soft(18, 2)),
        ("Ad 5s", "6h", Soft(16, 2)),
        ("8s 8d", "6h", Pair(eight, SuitClass::Mixed)),
        ("8s 8d", "Ah", Pair(eight, SuitClass::Mixed)),
        ("Kd Qs", "6h", Pair(ten, SuitClass::Mixed)),
        ("Ad As", "7h", Pair(ace, SuitClass::Mixed)),
        ("7d 7d", "7h", Pair(seven, SuitClass::Suited)),
        ("7s 7s", "2h", Pair(seven, SuitClass::Spades)),
        ("7s 6s", "2h", Straight(six, seven, SuitClass::Spades)),
        ("6d 7d", "2h", Straight(six, seven, SuitClass::Suited)),
        ("6d 7s", "2h", Straight(six, seven, SuitClass::Mixed)),
        ("8d 6d", "6h", Straight(six, eight, SuitClass::Suited)),
        ("6d 5s 5c", "Kh", Hard(16, 3)),
        ("4d 3s 5c 4c", "9h", Hard(16, 4)),
        ("4d 3s 2c 3c 2d", "9h", Hard(14, 5)),
        ("3d 2s 2c Ac 2d 2h 3c", "9h", Hard(15, 7)),
        ("Ad 3s 4c", "4h", Soft(18, 3)),
    ]
}

#[test]
fn the_card_says_of_every_hand_what_the_chart_of_the_solver_says() {
    for name in BOOK_IDS {
        let (_, strategy) = book(name);
        for (hand, upcard, kind) in known_hands() {
            let upcard = cards(upcard)[0];
            let advice = strategy
                .chart()
                .advice(CardValue::of(upcard.rank), kind)
                .unwrap();
            let said = strategy.action(upcard, &cards(hand), &Action::ALL);
            assert_eq!(said, advice.best(), "{name} {hand} against {upcard}");
            // Where the best is not allowed, the next best is.
            let rest: Vec<Action> = advice.ranked[1..]
                .iter()
                .map(|(action, _)| *action)
                .collect();
            assert_eq!(
                strategy.action(upcard, &cards(hand), &rest),
                rest.first().copied(),
                "{name} {hand} against {upcard}"
            );
        }
    }
}

#[test]
fn some_hands_are_played_alike_in_every_book() {
    use Action::{Double, Draw, Split, Stand};
    let plain = [
        ("Kd Qs", "6h", Stand),
        ("Kd 8s", "7h", Stand),
        ("Kd 7s", "6h", Stand),
        ("5d 3s", "Kh", Draw),
        ("Kd 2s", "9h", Draw),
        ("Ad 2s", "9h", Draw),
        ("6d 5s", "6h", Double),
        ("Ad As", "6h", Split),
        ("8d 8s", "6h", Split),
    ];
    for name in BOOK_IDS {
        let (_, strategy) = book(name);
        for (hand, upcard, action) in plain {
            assert_eq!(
                strategy.action(cards(upcard)[0], &cards(hand), &Action::ALL),
                Some(action),
                "{name} {hand} v {upcard}"
            );
        }
        // Under 12 nobody may stand where the book says so; whatever is listed, something of it is
        // said.
        assert_eq!(
            strategy.action(cards("6h")[0], &cards("5d 4s"), &[Draw]),
            Some(Draw)
        );
        assert_eq!(strategy.action(cards("6h")[0], &cards("5d 4s"), &[]), None);
    }
}

/// One house player, alone at a table, who has laid a wager: box, amount.
fn alone(
    book: &RuleBook,
    strategy: &Arc<CardStrategy>,
    stacked: &str,
) -> (Cloth, Vec<HousePlayer>) {
    let mut cloth = Cloth::new(Config::for_play_money(book), 3);
    let players = house_players(1, 3, strategy);
    cloth.stacked = cards(stacked);
    (cloth, players)
}

#[test]
fn a_hand_at_the_table_is_played_as_the_card_says() {
    for name in BOOK_IDS {
        let (book, strategy) = book(name);
        for (hand, upcard, kind) in known_hands() {
            let &[one, other] = &cards(hand)[..] else {
                continue;
            };
            let advice = strategy
                .chart()
                .advice(CardValue::of(cards(upcard)[0].rank), kind)
                .unwrap();
            let (mut cloth, mut players) =
                alone(&book, &strategy, &format!("{one} {upcard} {other}"));
            cloth.play(&mut players, 1);
            let answers = |choice: &Choice| {
                matches!(
                    choice,
                    Choice::NoInsurance { .. } | Choice::NoSurrender { .. }
                )
            };
            let first = cloth
                .choices()
                .into_iter()
                .map(|(_, choice)| choice)
                .find(|choice| !answers(choice))
                .unwrap();
            assert_eq!(
                Some(action_of(first)),
                advice.best(),
                "{name} {hand} against {upcard}"
            );
        }
    }
}

fn action_of(choice: Choice) -> Action {
    match choice {
        Choice::Stand { .. } => Action::Stand,
        Choice::Draw { .. } => Action::Draw,
        Choice::Double { .. } => Action::Double,
        Choice::Split { .. } => Action::Split,
        Choice::Surrender { .. } => Action::Surrender,
        other => panic!("{other:?} is no action"),
    }
}

#[test]
fn a_doubled_hand_is_given_up_where_the_card_says_so() {
    let (book, strategy) = book("sydney");
    let mut said = BTreeSet::new();
    // Eleven against a six is doubled; then so much is drawn.
    for (drawn, points) in [("2c", 13), ("5c", 16), ("6c", 17), ("Kc", 21)] {
        let (mut cloth, mut players) = alone(&book, &strategy, &format!("6d 8h 5s {drawn}"));
        cloth.play(&mut players, 1);
        let chosen: Vec<Choice> = cloth
            .choices()
            .into_iter()
            .map(|(_, choice)| choice)
            .collect();
        assert!(matches!(chosen[0], Choice::Double { .. }), "{chosen:?}");
        let forfeits = chosen
            .iter()
            .any(|choice| matches!(choice, Choice::Forfeit { .. }));
        assert_eq!(
            forfeits,
            strategy
                .chart()
                .gives_up(CardValue::of(cards("8h")[0].rank), points),
            "{points}"
        );
        said.insert(forfeits);
    }
    assert_eq!(said.len(), 2, "both happen");
}

#[test]
fn a_hand_is_surrendered_where_the_card_says_so() {
    // Where a win pays only half the wager, half a wager is much for sixteen against an Ace.
    let set = vec![("pays.other".to_owned(), "1 to 2".to_owned())];
    let config = Config {
        set,
        ..Config::for_play_money(&book("sydney").0)
    };
    let changed = config.rule_book().unwrap();
    let strategy = CardStrategy::of(&changed, config.decks).unwrap();
    let chosen = |upcard: &str| {
        let (mut cloth, mut players) = (
            Cloth::new(config.clone(), 3),
            house_players(1, 3, &strategy),
        );
        cloth.stacked = cards(&format!("Kd {upcard} 6s"));
        cloth.play(&mut players, 1);
        cloth
            .choices()
            .into_iter()
            .map(|(_, choice)| choice)
            .collect::<Vec<_>>()
    };
    let [Choice::NoInsurance { .. }, Choice::Surrender { .. }] = chosen("Ah")[..] else {
        panic!("{:?}", chosen("Ah"))
    };
    // Against a six it is not offered.
    assert!(chosen("6h").iter().all(|choice| !matches!(
        choice,
        Choice::Surrender { .. } | Choice::NoSurrender { .. }
    )));
}

#[test]
fn every_decision_is_the_solvers_and_the_average_result_too() {
    let found: Vec<(f64, f64)> = std::thread::scope(|scope| {
        let all = BOOK_IDS.map(|name| scope.spawn(move || average(name)));
        all.map(|each| each.join().unwrap()).to_vec()
    });
    // All books together: a fault that is the same in each of them shows here first.
    let (sum, squares) = found
        .iter()
        .fold((0.0, 0.0), |(sum, squares), (excess, error)| {
            (sum + excess, squares + error * error)
        });
    assert!(sum.abs() < 4.0 * squares.sqrt(), "{found:?}");
}

/// By how much a house player did better at a shoe than the solver says, per initial wager, and the
/// standard error.
fn average(name: &str) -> (f64, f64) {
    let (book, card) = book(name);
    let Question { terms, shoe } = Question::of(&book, book.decks(), Money::from_dollars(25));
    let worth = Worth::played(&terms, shoe, card.chart()).unwrap();
    let solver = Strategy::new(&terms, &worth.shoe, &worth.solved, card.chart());
    let mut cloth = Cloth::new(Config::for_play_money(&book), 20);
    let mut players = house_players(1, 20, &card);
    let mut results = Results::default();
    while cloth.table.rounds() < ROUNDS || cloth.table.round().is_some() {
        let before = cloth.table.clone();
        let (_, command) = cloth.step(&mut players).unwrap();
        if let Command::Choose { choice } = command {
            check_choice(&solver, &before, choice);
        }
        cloth.log.drain(..).for_each(|event| results.tell(&event));
    }
    let (mean, error) = results.mean_and_error();
    let excess = mean - worth.without_super_bonus;
    assert!(error < 0.02, "{name}: {error}");
    assert!(
        excess.abs() < 4.0 * error,
        "{name}: {mean} is not {} within 4 times {error}",
        worth.without_super_bonus
    );
    (excess, error)
}

/// A choice about an unsplit hand is the one with which the solver reckoned the worth of the card.
fn check_choice(solver: &Strategy<'_, f64, Chart>, table: &Table, choice: Choice) {
    let view = table.view().round.unwrap();
    let [hand] = &view.boxes[0].hands[..] else {
        return;
    };
    let face = |card: &CardView| {
        if let CardView::Up(card) = card {
            Some(*card)
        } else {
            None
        }
    };
    let (upcard, cards): (Card, Vec<Card>) =
        (view.dealer[0], hand.cards.iter().filter_map(face).collect());
    let say = || format!("{choice:?} with {cards:?} against {upcard}");
    match choice {
        Choice::Forfeit { .. } => assert_eq!(
            solver.forfeits(upcard, &cards, From::Dealt),
            Some(true),
            "{}",
            say()
        ),
        Choice::NoForfeit { .. } => assert_eq!(
            solver.forfeits(upcard, &cards, From::Dealt),
            Some(false),
            "{}",
            say()
        ),
        Choice::NoSurrender { .. } => assert_ne!(
            solver.action(upcard, &cards, From::Dealt),
            Some(Action::Surrender)
        ),
        Choice::NoInsurance { .. } | Choice::NoMoreInsurance | Choice::Press { .. } => {}
        choice => assert_eq!(
            solver.action(upcard, &cards, From::Dealt),
            Some(action_of(choice)),
            "{}",
            say()
        ),
    }
}

/// What came of the wagers on the hands of one player, in initial wagers.
#[derive(Default)]
struct Results {
    wager: f64,
    net: f64,
    rounds: f64,
    sum: f64,
    squares: f64,
}

impl Results {
    fn tell(&mut self, event: &Event) {
        match &event.what {
            What::Laid {
                lay: Lay::Wager { amount, .. },
                ..
            } => self.wager = amount.cents() as f64,
            What::RoundBegan { .. } => self.net = 0.0,
            What::Round(game::Event {
                what: game::What::Settled(settled),
                ..
            }) => match settled.kind {
                Kind::Wager | Kind::Double => self.net += settled.net.cents() as f64 / self.wager,
                // Nobody insures; the rest is beside the hand, or is no multiple of the wager.
                Kind::Insurance | Kind::Side(_) | Kind::SuperBonus | Kind::OthersBonus => {}
            },
            What::RoundOver { .. } => {
                (self.rounds, self.sum) = (self.rounds + 1.0, self.sum + self.net);
                self.squares += self.net * self.net;
            }
            _ => {}
        }
    }

    fn mean_and_error(&self) -> (f64, f64) {
        let mean = self.sum / self.rounds;
        (
            mean,
            ((self.squares / self.rounds - mean * mean) / (self.rounds - 1.0)).sqrt(),
        )
    }
}
