//! House players at tables of every book: what they want is always allowed and in time, and they
//! play by the card.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test looks for one thing among many"
)]

use crate::support::house::credits;
use crate::support::{
    Cloth, TABLE, book, boxed, cards, house_players, is_listed, nobody_was_late, soonest,
};
use fair::{Seeded, Signer};
use game::{Choice, Dealing, Faces, HandRef};
use house::{CardOnFile, CardStrategy, Host, HouseNameFault, HousePlayer, Request, Tools};
use ledger::{Account, PlayerId};
use rules::{BOOK_IDS, Money, RuleBook};
use std::collections::BTreeSet;
use std::sync::Arc;
use store::{HouseKey, Journal, Memory, Outcome};
use table::{Actor, Command, Config, LatePolicy, Lay, Span, Table, Time, Times, What};

/// Rounds of each table on the journal.
const ROUNDS: u64 = 250;

/// A house on a journal, with three house players at one table.
struct House {
    journal: Journal<Memory>,
    host: Host,
    players: Vec<HousePlayer>,
    entropy: Seeded,
    signer: Signer,
    now: Time,
}

impl House {
    fn new(config: Config, strategy: &Arc<CardStrategy>) -> Self {
        let mut journal =
            Journal::open(Memory::new(), HouseKey::from_entropy([7; 32]), "test").unwrap();
        let (host, batch) = Host::found(TABLE, config, "sue", Time(1)).unwrap();
        let done = journal.commit(vec![credits(), batch], 1);
        assert!(
            done.iter()
                .all(|outcome| matches!(outcome, Outcome::Done { .. }))
        );
        let (players, entropy) = (house_players(3, 11, strategy), Seeded::of_number(5));
        let mut house = Self {
            journal,
            host,
            players,
            entropy,
            signer: Signer::new(&[9; 32]),
            now: Time(1_000_000),
        };
        house.ask(Actor::Staff("sue".to_owned()), Command::Open);
        house
    }

    fn table(&self) -> &Table {
        self.host.table()
    }

    /// Asks for something that must be done, and in which nobody is late.
    fn ask(&mut self, by: Actor, command: Command) {
        let request = Request {
            by,
            sender: "someone".to_owned(),
            id: None,
            at: self.now,
            command,
            card: CardOnFile::None,
        };
        let mut tools = Tools {
            entropy: &mut self.entropy,
            signer: &self.signer,
        };
        let staged = self.host.stage(&request, &mut tools).unwrap();
        let late: Vec<_> = staged
            .events
            .iter()
            .filter(|event| !nobody_was_late(event))
            .collect();
        assert!(late.is_empty(), "{late:?}");
        let outcome = self
            .journal
            .commit(vec![staged.batch], self.now.0)
            .remove(0);
        assert!(
            matches!(outcome, Outcome::Done { .. }),
            "{request:?}: {:?}",
            staged.answer
        );
        self.host = staged.host;
    }

    /// The next thing anybody wants: before the clock would have to step in, and listed.
    fn step(&mut self) -> Command {
        for player in &mut self.players {
            let balance = self
                .journal
                .ledger()
                .balance(Account::Player(player.player()));
            player.set_balance(Money::from_cents(u64::try_from(balance.cents()).unwrap()));
        }
        let (time, player, command) =
            soonest(&mut self.players, self.host.table(), self.now).expect("somebody goes on");
        assert!(
            self.table().next_time().is_none_or(|until| time < until),
            "{command:?} at {time:?} is too late"
        );
        assert!(
            is_listed(&self.table().can(player), &command),
            "{player:?} cannot {command:?}"
        );
        self.now = time;
        self.ask(Actor::Player(player), command.clone());
        command
    }
}

/// A word for what a command does, without its amounts and places.
fn word(command: &Command) -> String {
    let all = match command {
        Command::Choose { choice } => format!("{choice:?}"),
        Command::Lay {
            lay: Lay::Side { side, .. },
        } => format!("{side:?}"),
        command => format!("{command:?}"),
    };
    all.split_whitespace().next().unwrap().to_owned()
}

fn whatever_is_wanted_is_done(dealing: Dealing) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for name in BOOK_IDS {
        let (book, strategy) = book(name);
        let config = Config {
            dealing,
            ..Config::for_play_money(&book)
        };
        if config.check().is_err() {
            continue;
        }
        let mut house = House::new(config, &strategy);
        while house.table().rounds() < ROUNDS || house.table().round().is_some() {
            words.insert(word(&house.step()));
        }
    }
    words
}

#[test]
fn at_a_shoe_nothing_is_refused_and_nobody_is_waited_for_in_vain() {
    let words = whatever_is_wanted_is_done(Dealing::Shoe);
    // The cards of the five books surrender no hand and insure none.
    let all = "Arrive Sit Lay Ready Cut RefuseCut Pairs Pandemonium NoInsurance NoMoreInsurance \
        Press NoSurrender \
               Stand Draw Double Split Forfeit NoForfeit";
    assert_eq!(words, all.split_whitespace().map(str::to_owned).collect());
}

#[test]
fn at_a_device_nothing_is_refused_and_nobody_is_waited_for_in_vain() {
    let words = whatever_is_wanted_is_done(Dealing::Device);
    assert!(words.contains("GiveSeed"));
    assert!(!words.contains("Cut"));
}

/// Tables that differ from the usual one of a book.
fn unusual(book: &RuleBook) -> Vec<Config> {
    let usual = Config::for_play_money(book);
    let moment = Span(50);
    let dollars = Money::from_dollars;
    let mut chips = usual.clone();
    (chips.sign.minimum, chips.sign.chip, chips.sign.multiples) = (dollars(10), dollars(5), true);
    let mut pairs = usual.clone();
    pairs.sign.pairs_compulsory = true;
    let mut narrow = usual.clone();
    (narrow.sign.minimum, narrow.sign.maximum) = (dollars(7), dollars(8));
    let mut configs = vec![
        Config {
            times: Times {
                wagers: moment,
                decision: moment,
                cut: moment,
            },
            ..usual.clone()
        },
        Config {
            faces: Faces::Down,
            ..usual.clone()
        },
        Config {
            late: LatePolicy::Held,
            ..usual.clone()
        },
        Config {
            decks: 4,
            ..usual.clone()
        },
        Config {
            decks: 6,
            cutting_card: 100,
            ..usual.clone()
        },
        chips,
        pairs,
        narrow,
    ];
    for reading in &book.readings {
        let turned = reading.or.iter().map(|answer| Config {
            set: vec![(reading.key.clone(), answer.clone())],
            ..usual.clone()
        });
        configs.extend(turned);
    }
    configs.retain(|config| config.check().is_ok());
    configs
}

#[test]
fn at_unusual_tables_and_by_every_reading_they_go_on_all_the_same() {
    for name in BOOK_IDS {
        let (book, strategy) = book(name);
        let configs = unusual(&book);
        assert!(configs.len() > 10, "{name}");
        for (seed, config) in (1..).zip(configs) {
            let mut cloth = Cloth::new(config, seed);
            cloth.play(&mut house_players(3, seed, &strategy), 12);
            assert!(cloth.log.iter().all(nobody_was_late));
        }
    }
}

/// A person who is no house player.
const ANN: PlayerId = PlayerId(50);

fn person(cloth: &mut Cloth, player: PlayerId, command: Command) {
    cloth.give(&Actor::Player(player), &command);
}

fn lay(box_no: u8, dollars: u32) -> Command {
    Command::Lay {
        lay: Lay::Wager {
            box_no: boxed(box_no),
            amount: Money::from_dollars(dollars),
        },
    }
}

/// What a house player answers when ann, on whose box it has wagered, does something with the first
/// two cards.
fn follows(stacked: &str, ann: impl Fn(HandRef) -> Choice) -> Choice {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 3),
        house_players(1, 3, &strategy),
    );
    cloth.stacked = cards(stacked);
    let bob = players[0].player();
    person(
        &mut cloth,
        ANN,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    person(
        &mut cloth,
        bob,
        Command::Arrive {
            name: "house-ann".to_owned(),
            card: None,
        },
    );
    person(&mut cloth, ANN, Command::Sit { box_no: boxed(1) });
    person(&mut cloth, ANN, Command::Cut { place: 100 });
    person(&mut cloth, ANN, lay(1, 50));
    person(&mut cloth, bob, lay(1, 20));
    person(&mut cloth, ANN, Command::Ready);
    person(&mut cloth, bob, Command::Ready);
    person(
        &mut cloth,
        ANN,
        Command::Choose {
            choice: ann(HandRef {
                box_no: boxed(1),
                hand: 0,
            }),
        },
    );
    cloth.log.clear();
    cloth.step(&mut players).unwrap();
    let (by, choice) = cloth.choices()[0];
    assert_eq!(by, bob);
    choice
}

#[test]
fn on_anothers_box_it_doubles_and_splits_where_the_card_would() {
    let hand = HandRef {
        box_no: boxed(1),
        hand: 0,
    };
    let double = |hand| Choice::Double {
        hand,
        amount: Money::from_dollars(50),
    };
    let split = |hand| Choice::Split { hand };
    assert_eq!(
        follows("6d 6h 5s", double),
        Choice::Double {
            hand,
            amount: Money::from_dollars(20)
        }
    );
    assert_eq!(follows("Kd 6h 4s", double), Choice::NoDouble { hand });
    assert_eq!(follows("8d 6h 8s", split), Choice::Split { hand });
    assert_eq!(follows("Kd 6h Ks", split), Choice::StayOnFirst { hand });
}

/// Everything that three house players do in twenty rounds, and when.
fn deeds(seed: u64) -> Vec<(Time, PlayerId, Command)> {
    let (book, strategy) = book("canberra");
    let mut cloth = Cloth::new(Config::for_play_money(&book), 8);
    let mut players = house_players(3, seed, &strategy);
    let mut deeds = Vec::new();
    while cloth.table.rounds() < 20 {
        let (player, command) = cloth.step(&mut players).unwrap();
        deeds.push((cloth.now, player, command));
    }
    deeds
}

#[test]
fn the_same_seed_does_the_same_things_at_the_same_times() {
    assert_eq!(deeds(1), deeds(1));
    assert_ne!(deeds(1), deeds(2));
}

#[test]
fn it_takes_its_time_like_a_person() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(1, 4, &strategy),
    );
    let mut times = BTreeSet::new();
    while cloth.table.rounds() < 40 {
        let before = cloth.now;
        let (_, command) = cloth.step(&mut players).unwrap();
        let took = cloth.now.since(before).0;
        let slow = matches!(
            command,
            Command::Arrive { .. }
                | Command::Sit { .. }
                | Command::Lay {
                    lay: Lay::Wager { .. }
                }
        );
        let range = if slow { 1000..4000 } else { 600..2000 };
        assert!(range.contains(&took), "{command:?} after {took} ms");
        times.insert(took);
    }
    assert!(
        times.len() > 80,
        "it does not tick like a clock: {}",
        times.len()
    );
}

#[test]
fn what_is_not_done_is_not_asked_for_again_at_once() {
    let (book, strategy) = book("sydney");
    let (cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(1, 4, &strategy),
    );
    let ann = &mut players[0];
    let (time, command) = ann.next(&cloth.table, cloth.now).unwrap();
    // Asking meanwhile changes nothing.
    assert_eq!(
        ann.next(&cloth.table, cloth.now.after(Span(500))),
        Some((time, command.clone()))
    );
    // Its time has come, and the table does not change: somebody refused it.
    assert_eq!(ann.next(&cloth.table, time), Some((time, command.clone())));
    let (again, _) = ann.next(&cloth.table, time).unwrap();
    assert_eq!(again.since(time), Span(500));
    assert_eq!(ann.next(&cloth.table, again), Some((again, command)));
    let (third, _) = ann.next(&cloth.table, again).unwrap();
    assert_eq!(third.since(again), Span::seconds(1));
    // And so on, but not for ever longer.
    let mut now = third;
    for _ in 0..50 {
        assert_eq!(ann.next(&cloth.table, now).unwrap().0, now);
        now = ann.next(&cloth.table, now).unwrap().0;
    }
    assert_eq!(ann.next(&cloth.table, now).unwrap().0, now);
    assert_eq!(
        ann.next(&cloth.table, now).unwrap().0.since(now),
        Span::minutes(1)
    );
}

/// The house players who sit.
fn seated(table: &Table) -> usize {
    table
        .view()
        .boxes
        .iter()
        .filter(|each| each.seated.is_some_and(|player| player < ANN))
        .count()
}

/// Goes on, by the clock where nobody wants anything; a round that is begun is played out.
fn go_on(cloth: &mut Cloth, players: &mut [HousePlayer], rounds: u64) {
    let until = cloth.table.rounds() + rounds;
    for steps in 0.. {
        assert!(steps < 1000, "this goes on for ever");
        if cloth.table.rounds() >= until && cloth.table.round().is_none() {
            return;
        }
        if cloth.step(players).is_none() {
            cloth.now = cloth
                .table
                .next_time()
                .expect("the table waits for somebody");
            cloth.give(&Actor::Clock, &Command::Tick);
        }
    }
}

#[test]
fn two_boxes_are_left_to_people_and_a_third_is_given_up() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(7, 4, &strategy),
    );
    go_on(&mut cloth, &mut players, 3);
    assert_eq!(seated(&cloth.table), 5);
    let come = |cloth: &mut Cloth, no: u32, name: &str| {
        let player = PlayerId(ANN.0 + no);
        person(
            cloth,
            player,
            Command::Arrive {
                name: name.to_owned(),
                card: None,
            },
        );
        let free = cloth
            .table
            .view()
            .boxes
            .iter()
            .find(|each| each.seated.is_none())
            .map(|each| each.no);
        free.map(|box_no| person(cloth, player, Command::Sit { box_no }))
    };
    assert!(come(&mut cloth, 0, "ann").is_some());
    assert!(come(&mut cloth, 1, "bob").is_some());
    go_on(&mut cloth, &mut players, 3);
    assert_eq!(
        seated(&cloth.table),
        5,
        "nobody stands: nobody gives up a box"
    );
    assert!(come(&mut cloth, 2, "cho").is_none(), "the table is full");
    go_on(&mut cloth, &mut players, 2);
    assert_eq!(seated(&cloth.table), 4, "one box is enough for one person");
    let free = cloth
        .table
        .view()
        .boxes
        .iter()
        .find(|each| each.seated.is_none())
        .map(|each| each.no);
    person(
        &mut cloth,
        PlayerId(52),
        Command::Sit {
            box_no: free.unwrap(),
        },
    );
    go_on(&mut cloth, &mut players, 3);
    assert_eq!(seated(&cloth.table), 4);
    for no in 0..3 {
        person(&mut cloth, PlayerId(ANN.0 + no), Command::Depart);
    }
    go_on(&mut cloth, &mut players, 3);
    assert_eq!(seated(&cloth.table), 5, "there is room again");
}

#[test]
fn wagers_are_not_closed_over_a_person_who_sits_there() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(2, 4, &strategy),
    );
    person(
        &mut cloth,
        ANN,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    person(&mut cloth, ANN, Command::Sit { box_no: boxed(7) });
    person(&mut cloth, ANN, Command::RefuseCut);
    let is_ready = |event: &table::Event| matches!(event.what, What::Ready { .. });
    while let Some((_, command)) = cloth.step(&mut players) {
        assert_ne!(command, Command::Ready);
    }
    assert_eq!(
        cloth
            .log
            .iter()
            .filter(|event| matches!(
                event.what,
                What::Laid {
                    lay: Lay::Wager { .. },
                    ..
                }
            ))
            .count(),
        2
    );
    person(&mut cloth, ANN, lay(7, 25));
    person(&mut cloth, ANN, Command::Ready);
    while cloth.table.round().is_none() {
        assert_eq!(cloth.step(&mut players).unwrap().1, Command::Ready);
    }
    assert_eq!(cloth.log.iter().filter(|event| is_ready(event)).count(), 3);
}

#[test]
fn after_a_failure_it_plays_on() {
    // Singapore lets players withdraw from a round that a failure interrupted.
    let (book, strategy) = book("singapore");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(2, 4, &strategy),
    );
    while cloth.table.round().is_none() {
        let _ = cloth.step(&mut players).unwrap();
    }
    cloth.give(&Actor::Clock, &Command::Restarted);
    assert!(cloth.table.interrupted().is_some());
    while cloth.table.interrupted().is_some() {
        assert_eq!(cloth.step(&mut players).unwrap().1, Command::Ready);
    }
    cloth.play(&mut players, 1);
    assert!(cloth.log.iter().all(nobody_was_late));
}

#[test]
fn what_cannot_be_paid_for_is_not_wanted() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(1, 4, &strategy),
    );
    players[0].set_balance(Money::from_cents(499));
    assert_eq!(
        players[0].next(&cloth.table, cloth.now),
        None,
        "the minimum is 5"
    );
    players[0].set_balance(Money::from_dollars(5));
    cloth.stacked = cards("6d 6h 5s");
    let amount = loop {
        let (_, command) = cloth.step(&mut players).unwrap();
        if let Command::Lay {
            lay: Lay::Wager { amount, .. },
        } = command
        {
            break amount;
        }
    };
    assert_eq!(amount, Money::from_dollars(5));
    players[0].set_balance(Money::ZERO);
    go_on(&mut cloth, &mut players, 1);
    let chosen = cloth.choices();
    assert!(
        matches!(chosen[0].1, Choice::Draw { .. }),
        "eleven against a six would be doubled: {chosen:?}"
    );
    // Without money it does not keep a box from others.
    assert_eq!(cloth.step(&mut players).unwrap().1, Command::Depart);
    assert_eq!(cloth.step(&mut players), None);
}

#[test]
fn what_cannot_be_split_for_want_of_money_is_played_on() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(1, 4, &strategy),
    );
    cloth.stacked = cards("8d 6h 8s");
    while cloth.table.round().is_none() {
        let _ = cloth.step(&mut players).unwrap();
    }
    // The card splits eights against a six; of the rest it likes standing on sixteen best.
    players[0].set_balance(Money::from_dollars(1));
    let (_, command) = cloth.step(&mut players).unwrap();
    assert!(
        matches!(
            command,
            Command::Choose {
                choice: Choice::Stand { .. }
            }
        ),
        "{command:?}"
    );
}

#[test]
fn a_reserved_box_is_not_one_that_is_left_to_people() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(7, 4, &strategy),
    );
    person(
        &mut cloth,
        ANN,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    for no in [1, 2] {
        cloth.give(
            &Actor::Staff("sue".to_owned()),
            &Command::Reserve {
                box_no: boxed(no),
                player: Some(ANN),
            },
        );
    }
    go_on(&mut cloth, &mut players, 3);
    assert_eq!(
        seated(&cloth.table),
        3,
        "of seven boxes, two are ann's and two are left free"
    );
}

#[test]
fn a_double_for_less_is_better_than_none() {
    let (book, strategy) = book("sydney");
    let (mut cloth, mut players) = (
        Cloth::new(Config::for_play_money(&book), 4),
        house_players(1, 4, &strategy),
    );
    players[0].set_balance(Money::from_dollars(500));
    cloth.stacked = cards("6d 6h 5s");
    while cloth.table.round().is_none() {
        let _ = cloth.step(&mut players).unwrap();
    }
    let wager = cloth.table.at_stake();
    assert!(wager > Money::from_dollars(6), "{wager}");
    players[0].set_balance(Money::from_dollars(6));
    let hand = HandRef {
        box_no: cloth.table.view().round.unwrap().boxes[0].no,
        hand: 0,
    };
    let (_, command) = cloth.step(&mut players).unwrap();
    assert_eq!(
        command,
        Command::Choose {
            choice: Choice::Double {
                hand,
                amount: Money::from_dollars(6)
            }
        }
    );
}

#[test]
fn a_house_player_is_known_by_its_name() {
    let (_, strategy) = book("sydney");
    let named = |name: &str| {
        HousePlayer::new(PlayerId(1), name, 1, Arc::clone(&strategy))
            .map(|player| player.name().to_owned())
    };
    assert_eq!(named("house-ann"), Ok("house-ann".to_owned()));
    assert_eq!(
        named("ann"),
        Err(HouseNameFault::NotMarked("ann".to_owned()))
    );
    assert_eq!(
        named("house"),
        Err(HouseNameFault::NotMarked("house".to_owned()))
    );
    assert!(matches!(named("house-Ann"), Err(HouseNameFault::Name(_))));
    assert!(matches!(
        named("house-with-a-very-long-name"),
        Err(HouseNameFault::Name(_))
    ));
}
