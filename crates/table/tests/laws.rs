//! Whatever people, dealer and clock do, in whatever order: no panic, no money made or lost, and the events tell all.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::{House, boxed, dollars, player};
use game::{Choice, Dealing, Draw, HandRef, Held, Side};
use ledger::Account;
use rules::{BOOK_IDS, Net, builtin};
use table::{Actor, Command, Config, LatePolicy, Lay, Span, Table, What};

const NAMES: [&str; 9] = ["ann", "bob", "cho", "dee", "eve", "fay", "gus", "hal", "ivy"];

/// Something somebody might do, sensible or not.
fn anything(house: &mut House) -> (Actor, Command) {
    let no = house.below(9) + 1;
    let actor = Actor::Player(player(no));
    let box_no = boxed(u8::try_from(house.below(7) + 1).unwrap());
    let amount = dollars([1, 5, 5, 10, 25, 25, 100, 1000, 3000][usize::try_from(house.below(9)).unwrap()]);
    let other = player(house.below(9) + 1);
    let side = if house.below(3) == 0 { Side::Pandemonium } else { Side::Pairs };
    let hand = HandRef { box_no, hand: u8::try_from(house.below(3)).unwrap() };
    let staff = Actor::Staff("sue".to_owned());
    match house.below(60) {
        0..3 => (actor, Command::Arrive { name: NAMES[usize::try_from(no - 1).unwrap()].to_owned(), card: true }),
        3 => (actor, Command::Depart),
        4..8 => (actor, Command::Sit { box_no }),
        8 => (actor, Command::GiveUp { box_no }),
        9..18 => (actor, Command::Lay { lay: Lay::Wager { box_no, amount } }),
        18..20 => (actor, Command::Lay { lay: Lay::Side { box_no, side, amount } }),
        20 => (actor, Command::Lay { lay: Lay::DeclineControl { box_no } }),
        21 => (actor, Command::Withdraw { box_no }),
        22..26 => (actor, Command::Ready),
        26 => (actor, Command::Cut { place: house.below(400) }),
        27 => (actor, Command::RefuseCut),
        28 => (actor, Command::Choose { choice: Choice::Double { hand, amount } }),
        29 => (staff, Command::Open),
        30 if house.below(4) == 0 => (staff, Command::AnnounceClosing { last_rounds: house.below(2) == 0 }),
        31 => (staff, Command::Close),
        32 => {
            let mut sign = house.table.sign().clone();
            sign.minimum = dollars([1, 5, 10, 20][usize::try_from(house.below(4)).unwrap()]);
            (staff, Command::SetSign { sign, newcomers: house.below(2) == 0 })
        }
        33 => (staff, Command::SetMaximum { box_no, maximum: (house.below(2) == 0).then(|| dollars(2000)) }),
        34 => (staff, Command::Reserve { box_no, player: (house.below(2) == 0).then_some(other) }),
        35 => {
            let held = [Held::Free, Held::Late, Held::ByOrder][usize::try_from(house.below(3)).unwrap()];
            (staff, Command::Restrict { player: other, held })
        }
        36 => (staff, Command::RefuseWager { player: other, box_no }),
        37 => (staff, Command::Vacate { box_no }),
        38 => (staff, Command::OrderShuffle),
        39 if house.below(4) == 0 => (staff, Command::VoidRound { why: "a test".to_owned() }),
        40 => (Actor::Dealer, Command::Deal { draw: Draw::Shuffle }),
        41 => (Actor::Clock, Command::Restarted),
        42..46 => {
            house.now = house.now.after(Span::seconds(house.below(40).into()));
            (Actor::Clock, Command::Tick)
        }
        _ => decision(house).unwrap_or((actor, Command::Ready)),
    }
}

/// One of the legal choices of the round that is being played.
fn decision(house: &mut House) -> Option<(Actor, Command)> {
    let legal = house.table.round()?.1.legal();
    let count = u32::try_from(legal.len()).ok().filter(|&count| count > 0)?;
    let chosen = legal[usize::try_from(house.below(count)).unwrap()];
    let by = house.table.round_players_now()[chosen.player.index()];
    let choice = match (chosen.least, house.below(2)) {
        (Some(least), 0) => chosen.choice.with_amount(least),
        _ => chosen.choice,
    };
    Some((Actor::Player(by), Command::Choose { choice }))
}

fn play(config: Config, seed: u64, steps: u32) -> House {
    let mut house = House::with(config, seed);
    let _ = house.give(&Actor::Staff("sue".to_owned()), &Command::Open);
    for _ in 0..steps {
        let (by, command) = anything(&mut house);
        let before = house.table.clone();
        let decided = house.table.decide(&by, house.now, &command);
        match decided {
            // Somebody who has not the money is turned away by the ledger, and nothing happened.
            Ok(decision) if house.ledger.clone().apply(&decision.transfers).is_err() => {}
            Ok(_) => {
                house.give(&by, &command).unwrap();
            }
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                assert_eq!(house.table, before);
            }
        }
    }
    house
}

fn configs() -> Vec<Config> {
    let mut all = Vec::new();
    for id in BOOK_IDS {
        let usual = Config::usual(&builtin(id).unwrap());
        all.push(Config { late: LatePolicy::Held, ..usual.clone() });
        let device = Config { dealing: Dealing::Device, ..usual.clone() };
        if device.check().is_ok() {
            all.push(device);
        }
        // The fewest decks and no card behind the cutting card: shoes run out.
        let few = (1..=8).map(|decks| Config { decks, cutting_card: 0, ..usual.clone() }).find(|config| config.check().is_ok());
        all.extend(few);
    }
    all
}

#[test]
fn the_events_tell_everything() {
    for (seed, config) in (1..).zip(configs()) {
        let house = play(config, seed, 3000);
        let mut again: Table = house.founded.clone();
        let mut moved = Vec::new();
        for event in &house.log {
            moved.extend(again.evolve(event));
        }
        assert_eq!(again, house.table, "{}", house.table.config().book);
        assert_eq!(moved, house.moved);
    }
}

#[test]
fn every_kind_of_event_happens_somewhere() {
    let mut seen = std::collections::BTreeSet::new();
    let mut rounds = 0;
    for (seed, config) in (100..).zip(configs()) {
        let house = play(config, seed, 4000);
        for event in &house.log {
            let text = format!("{:?}", event.what);
            seen.insert(text.split([' ', '(', '{']).next().unwrap().to_owned());
        }
        rounds += house.table.rounds();
    }
    assert!(rounds > 500, "only {rounds} rounds were played");
    let all = [
        "Arrived",
        "Chosen",
        "Closed",
        "ClosingAnnounced",
        "Cut",
        "CutOffered",
        "CutRefused",
        "CuttingCardPlaced",
        "DecisionUntil",
        "Departed",
        "Laid",
        "MarkerPlaced",
        "MarkerRemoved",
        "MaximumSet",
        "Opened",
        "Ready",
        "Reserved",
        "Restricted",
        "Round",
        "RoundBegan",
        "RoundOver",
        "RoundVoid",
        "SeatLost",
        "Seated",
        "SeedGiven",
        "ShuffleDue",
        "Shuffled",
        "SignAnnounced",
        "SignChanged",
        "WagersUntil",
        "WagersWithdrawn",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn a_closed_table_holds_no_money() {
    for (seed, config) in (200..).zip(configs()) {
        let mut house = play(config, seed, 1500);
        let floor = Actor::Staff("sue".to_owned());
        let _ = house.give(&floor, &Command::VoidRound { why: "closing".to_owned() });
        let _ = house.give(&floor, &Command::AnnounceClosing { last_rounds: false });
        house.now = house.now.after(Span::minutes(120));
        let _ = house.give(&Actor::Clock, &Command::Tick);
        assert!(!house.table.is_open());
        assert!(house.log.iter().any(|event| event.what == What::Closed));
        for (account, balance) in house.ledger.balances() {
            if !matches!(account, Account::Player(_) | Account::House) {
                assert_eq!(balance, Net::ZERO, "{account}");
            }
        }
    }
}
