//! Whatever people, dealer and clock do, in whatever order: no panic, no money made or lost, and
//! the events tell all.

use crate::common::{House, boxed, come, dollars, player};
use game::{Choice, Dealing, Draw, Faces, HandRef, Held, Side, WagersChecked};
use ledger::{Account, PlayerId};
use rules::{BOOK_IDS, BoxNo, Citation, LastCut, Money, Net, builtin, builtin_prose};
use std::collections::BTreeMap;
use table::{
    Able, Actor, Command, Config, LastCutBy, LatePolicy, Lay, PlayerCards, Seal, Span, Table, What,
};

const NAMES: [&str; 9] = [
    "ann", "bob", "cho", "dee", "eve", "fay", "gus", "hal", "ivy",
];

/// How the dealer of a random table deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dealer {
    /// Everything at once.
    Prompt,
    /// One thing now and then, while others go on.
    Slow,
    /// So too, and sometimes what was not asked for.
    Careless,
}

/// Something somebody might do, sensible or not.
fn anything(house: &mut House) -> (Actor, Command) {
    let no = house.below(9) + 1;
    let actor = Actor::Player(player(no));
    let box_no = boxed(u8::try_from(house.below(7) + 1).unwrap());
    let amount =
        dollars([1, 5, 5, 10, 25, 25, 100, 1000, 3000][usize::try_from(house.below(9)).unwrap()]);
    let other = player(house.below(9) + 1);
    let side = if house.below(3) == 0 {
        Side::Pandemonium
    } else {
        Side::Pairs
    };
    let hand = HandRef {
        box_no,
        hand: u8::try_from(house.below(3)).unwrap(),
    };
    match house.below(64) {
        0..3 => (actor, come(NAMES[usize::try_from(no - 1).unwrap()])),
        3 => (actor, Command::Depart),
        4..8 => (actor, Command::Sit { box_no }),
        8 => (actor, Command::GiveUp { box_no }),
        9..18 => (
            actor,
            Command::Lay {
                lay: Lay::Wager { box_no, amount },
            },
        ),
        18..20 => (
            actor,
            Command::Lay {
                lay: Lay::Side {
                    box_no,
                    side,
                    amount,
                },
            },
        ),
        20 => (
            actor,
            Command::Lay {
                lay: Lay::DeclineControl { box_no },
            },
        ),
        21 => (actor, Command::Withdraw { box_no }),
        22..26 => (actor, Command::Ready),
        26 => (
            actor,
            Command::Cut {
                place: house.below(400),
            },
        ),
        27 => (actor, Command::RefuseCut),
        28 => (
            actor,
            Command::Choose {
                choice: Choice::Double { hand, amount },
            },
        ),
        29..36 => floor(house, box_no, other),
        36..41 => {
            house.now = house.now.after(Span::seconds(house.below(40).into()));
            (Actor::Clock, Command::Tick)
        }
        41 => (Actor::Clock, Command::Restarted),
        42..44 => (actor, Command::WithdrawFromRound),
        44 => nonsense(house),
        _ => decision(house).unwrap_or((actor, Command::Ready)),
    }
}

/// Something the floor might do.
fn floor(house: &mut House, box_no: BoxNo, other: PlayerId) -> (Actor, Command) {
    let even = house.below(2) == 0;
    let command = match house.below(19) {
        0 => Command::Open,
        1 if house.below(2) == 0 => Command::AnnounceClosing { last_rounds: even },
        2 => Command::Close,
        3 | 4 => {
            let mut sign = house.table.sign().clone();
            sign.minimum = dollars([1, 5, 10, 20][usize::try_from(house.below(4)).unwrap()]);
            Command::SetSign {
                sign,
                newcomers: even,
            }
        }
        5 if house.below(2) == 0 => Command::SetMaximum {
            box_no,
            maximum: even.then(|| dollars(2000)),
        },
        5 => Command::RaiseLimits {
            player: other,
            limits: even.then(|| game::RaisedLimits {
                minimum: dollars(50),
                maximum: dollars(2000),
            }),
        },
        6 => Command::Reserve {
            box_no,
            player: even.then_some(other),
        },
        7 | 8 => {
            let held =
                [Held::Free, Held::Late, Held::ByOrder][usize::try_from(house.below(3)).unwrap()];
            Command::Restrict {
                player: other,
                held,
            }
        }
        9 => Command::RefuseSeveral {
            player: other,
            refused: even,
        },
        10 => Command::RefuseWager {
            player: other,
            box_no,
        },
        11 => Command::Vacate { box_no },
        12 => Command::OrderShuffle,
        13 if house.below(4) == 0 => Command::VoidRound {
            why: "a test".to_owned(),
        },
        14 => Command::FindCard {
            player: other,
            valid: house.below(4) > 0,
        },
        15 => Command::NoteTouched { player: other },
        16 => Command::RefuseFuture {
            player: other,
            refused: even,
        },
        17 => Command::CutBySupervisor {
            place: house.below(400),
        },
        _ => Command::Vacate { box_no },
    };
    (crate::common::staff(), command)
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

/// What nobody should ask.
fn nonsense(house: &mut House) -> (Actor, Command) {
    let stranger = Actor::Player(player(30));
    let box_no = boxed(7);
    let mut sign = house.table.sign().clone();
    match house.below(16) {
        0 => (stranger, Command::Ready),
        1 => (
            stranger,
            Command::Choose {
                choice: Choice::Press { box_no },
            },
        ),
        2 => (stranger, come("Not A Name")),
        3 => (
            stranger,
            Command::Arrive {
                name: "ann".to_owned(),
                card: Some(true),
            },
        ),
        4 => (stranger, Command::WithdrawFromRound),
        5 => (Actor::Dealer, Command::Depart),
        6 => (
            Actor::Clock,
            Command::Lay {
                lay: Lay::Wager {
                    box_no,
                    amount: dollars(5),
                },
            },
        ),
        7 => (
            crate::common::staff(),
            Command::VoidRound { why: String::new() },
        ),
        8 => (
            crate::common::staff(),
            Command::Reserve {
                box_no,
                player: Some(player(30)),
            },
        ),
        9 => (
            crate::common::staff(),
            Command::Restrict {
                player: player(30),
                held: Held::ByOrder,
            },
        ),
        10 => (
            crate::common::staff(),
            Command::SetMaximum {
                box_no,
                maximum: Some(Money::from_cents(u64::MAX)),
            },
        ),
        11 => (
            crate::common::staff(),
            Command::RefuseSeveral {
                player: player(30),
                refused: true,
            },
        ),
        12 => {
            sign.maximum = Money::ZERO;
            (
                crate::common::staff(),
                Command::SetSign {
                    sign,
                    newcomers: true,
                },
            )
        }
        13 => {
            sign.chip = Money::ZERO;
            (
                crate::common::staff(),
                Command::SetSign {
                    sign,
                    newcomers: false,
                },
            )
        }
        14 => (
            Actor::Player(player(1)),
            Command::Lay {
                lay: Lay::Wager {
                    box_no,
                    amount: Money::from_cents(u64::MAX),
                },
            },
        ),
        _ => (
            Actor::Dealer,
            Command::Deal {
                draw: Draw::Shuffle,
            },
        ),
    }
}

/// Something a dealer should not bring, or not now.
fn slip(house: &mut House) -> (Actor, Command) {
    let cards = ["As", "7s", "Kd", "2c", "Tc"];
    let card = cards[usize::try_from(house.below(5)).unwrap()]
        .parse()
        .unwrap();
    let command = match house.below(9) {
        0 => Command::Shuffled {
            seal: Seal("again".to_owned()),
        },
        1 => Command::CutByHouse {
            place: house.below(400),
        },
        2..4 => Command::Deal {
            draw: Draw::Card(card),
        },
        4 => Command::Deal { draw: Draw::Burned },
        5 => Command::Deal {
            draw: Draw::CuttingCard,
        },
        6 => Command::Deal { draw: Draw::Joker },
        7 => Command::Deal {
            draw: Draw::Multiplier(u16::try_from(house.below(101)).unwrap()),
        },
        _ => Command::Deal {
            draw: Draw::Shuffle,
        },
    };
    (Actor::Dealer, command)
}

/// What happens next at a random table; nothing where the dealer brings what is due.
fn step(house: &mut House, dealer: Dealer) -> Option<(Actor, Command)> {
    match dealer {
        Dealer::Prompt => house.deal(),
        Dealer::Slow | Dealer::Careless => {
            if house.below(2) == 0 && house.deal_one() {
                return None;
            }
            if dealer == Dealer::Careless && house.below(8) == 0 {
                return Some(slip(house));
            }
        }
    }
    Some(anything(house))
}

fn play(config: Config, dealer: Dealer, seed: u64, steps: u32) -> House {
    let mut house = House::with(config, seed);
    house.careless = dealer == Dealer::Careless;
    let _ = house.give(&crate::common::staff(), &Command::Open);
    for _ in 0..steps {
        let Some((by, command)) = step(&mut house, dealer) else {
            continue;
        };
        let before = house.table.clone();
        match house.table.decide(&by, house.now, &command) {
            // Somebody who has not the money is turned away by the ledger, and nothing happened.
            Ok(decision) if house.ledger.clone().apply(&decision.transfers).is_err() => {}
            Ok(_) => house.one(&by, &command).unwrap(),
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
        let book = builtin(id).unwrap();
        let usual = Config::for_play_money(&book);
        let last_cut = match book.cut.nobody.is {
            LastCut::Dealer => LastCutBy::Software,
            LastCut::Supervisor => LastCutBy::Supervisor,
        };
        let few = (1..=8)
            .map(|decks| Config {
                decks,
                cutting_card: 72,
                ..usual.clone()
            })
            .find(|config| config.check().is_ok());
        let few = few.unwrap();
        let set = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
        all.extend([
            Config {
                late: LatePolicy::Held,
                last_cut,
                ..usual.clone()
            },
            Config {
                dealing: Dealing::Device,
                player_cards: PlayerCards::Asked,
                ..usual.clone()
            },
            // No card behind the cutting card: shoes run out.
            Config {
                cutting_card: 0,
                ..few.clone()
            },
            // Half of them: the cutting card comes often, and first.
            Config {
                late: LatePolicy::Held,
                set: set("house.interrupted", "may-withdraw"),
                ..few
            },
            Config {
                set: set("boxes.most", "5"),
                ..usual.clone()
            },
            Config {
                set: set("double.forfeit-time", "before-dealer"),
                faces: Faces::Down,
                ..usual
            },
        ]);
    }
    // Each with software, and as a person deals it, who finds out about wagers later.
    let by_hand = all.iter().map(|config| Config {
        wagers_checked: WagersChecked::WhenClosed,
        ..config.clone()
    });
    all.extend(by_hand.collect::<Vec<_>>());
    all.retain(|config| config.check().is_ok());
    all
}

/// Every table with every kind of dealer.
fn tables(first: u64, steps: u32) -> impl Iterator<Item = House> {
    let kinds = [Dealer::Prompt, Dealer::Slow, Dealer::Careless];
    let all = configs()
        .into_iter()
        .flat_map(move |config| kinds.map(|dealer| (config.clone(), dealer)));
    (first..)
        .zip(all)
        .map(move |(seed, (config, dealer))| play(config, dealer, seed, steps))
}

#[test]
fn the_events_tell_everything() {
    for house in tables(1, 2000) {
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
fn every_clause_that_is_cited_exists_and_is_enforced() {
    for house in tables(300, 1500) {
        let book = house.table.book();
        let prose = builtin_prose(&book.id.name).unwrap();
        for event in &house.log {
            match event.clause.citation() {
                Citation::Printed(clause) => {
                    let entry = prose.entry(clause);
                    assert!(
                        entry.is_some_and(|entry| entry.by.is_some()),
                        "{} {clause}: {event:?}",
                        book.id.name
                    );
                }
                Citation::Reading(reading) => assert!(
                    book.readings.iter().any(|each| each.id == reading),
                    "{reading}"
                ),
                Citation::Silent => {}
            }
        }
    }
}

#[test]
fn every_kind_of_event_happens_somewhere() {
    let mut seen = std::collections::BTreeSet::new();
    let mut rounds = 0;
    for house in tables(100, 2000) {
        for event in &house.log {
            let text = format!("{:?}", event.what);
            seen.insert(text.split([' ', '(', '{']).next().unwrap().to_owned());
        }
        rounds += house.table.rounds();
    }
    assert!(rounds > 500, "only {rounds} rounds were played");
    let all = [
        "Arrived",
        "CardFound",
        "Chosen",
        "Closed",
        "ClosingAnnounced",
        "Cut",
        "CutOffered",
        "CutRefused",
        "CuttingCardAside",
        "CuttingCardPlaced",
        "DecisionUntil",
        "Departed",
        "FoundAbsent",
        "FutureRefused",
        "Interrupted",
        "Laid",
        "LimitsRaised",
        "MarkerPlaced",
        "MarkerRemoved",
        "MaximumSet",
        "Opened",
        "Ready",
        "Reserved",
        "Restricted",
        "Resumed",
        "Round",
        "RoundBegan",
        "RoundOver",
        "RoundVoid",
        "SeatLost",
        "Seated",
        "SeedGiven",
        "SeveralRefused",
        "ShuffleDue",
        "ShuffleOrdered",
        "Shuffled",
        "SignAnnounced",
        "SignChanged",
        "SupervisorAwaited",
        "SupervisorMissed",
        "WagersTouched",
        "WagersUntil",
        "WagersWithdrawn",
        "WithdrewFromRound",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

/// What comes of a wager: refused by the table, or not. Who has not the money is not asked for it
/// here.
fn takes(house: &House, who: PlayerId, lay: Lay) -> bool {
    house
        .table
        .decide(&Actor::Player(who), house.now, &Command::Lay { lay })
        .is_ok()
}

#[test]
fn what_a_player_can_lay_is_taken_from_the_least_to_the_most_and_not_beyond() {
    let mut seen = 0;
    for house in tables(400, 400).chain(tables(600, 700)) {
        let chip = house.table.sign().chip;
        for who in (1..=9).map(player) {
            for can in house.table.can(who) {
                let (Able::Lay { lay }, Some(least)) = (can.what, can.least) else {
                    continue;
                };
                let Some(most) = amount_of(lay) else { continue };
                let beyond = [most + chip, least.saturating_sub(chip)];
                assert!(
                    [least, most]
                        .iter()
                        .all(|amount| takes(&house, who, with(lay, *amount))),
                    "{lay:?} from {least}"
                );
                assert!(
                    beyond
                        .iter()
                        .all(|amount| !takes(&house, who, with(lay, *amount))),
                    "{lay:?} from {least}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "only {seen} wagers");
}

/// The command that does what somebody may do.
fn doing(what: Able) -> Command {
    match what {
        Able::Arrive => come("zoe"),
        Able::Depart => Command::Depart,
        Able::Sit { box_no } => Command::Sit { box_no },
        Able::GiveUp { box_no } => Command::GiveUp { box_no },
        Able::Lay { lay } => Command::Lay { lay },
        Able::Withdraw { box_no } => Command::Withdraw { box_no },
        Able::Ready => Command::Ready,
        Able::GiveSeed => Command::GiveSeed {
            seed: "5eed".to_owned(),
        },
        Able::Cut { least, .. } => Command::Cut { place: least },
        Able::RefuseCut => Command::RefuseCut,
        Able::WithdrawFromRound => Command::WithdrawFromRound,
        Able::Choose { choice } => Command::Choose { choice },
    }
}

#[test]
fn whatever_a_player_can_do_is_taken() {
    let mut seen = BTreeMap::new();
    for mut house in tables(400, 400)
        .chain(tables(600, 700))
        .chain(tables(800, 150))
    {
        // As it is, and as it is after a failure.
        for _ in 0..2 {
            for who in (1..=9).map(player) {
                for can in house.table.can(who) {
                    let what = format!("{:?}", can.what);
                    let done = house
                        .table
                        .decide(&Actor::Player(who), house.now, &doing(can.what));
                    assert!(done.is_ok(), "{what} by {who}: {done:?}");
                    *seen
                        .entry(what.split(' ').next().unwrap().to_owned())
                        .or_insert(0) += 1;
                }
            }
            let _ = house.give(&Actor::Clock, &Command::Restarted);
        }
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}

/// The amount of a wager.
fn amount_of(lay: Lay) -> Option<Money> {
    match lay {
        Lay::Wager { amount, .. } | Lay::Side { amount, .. } => Some(amount),
        Lay::DeclineControl { .. } => None,
    }
}

/// The same with another amount.
fn with(lay: Lay, amount: Money) -> Lay {
    match lay {
        Lay::Wager { box_no, .. } => Lay::Wager { box_no, amount },
        Lay::Side { box_no, side, .. } => Lay::Side {
            box_no,
            side,
            amount,
        },
        Lay::DeclineControl { .. } => lay,
    }
}

#[test]
fn a_closed_table_holds_no_money() {
    for mut house in tables(200, 1000) {
        let floor = crate::common::staff();
        let _ = house.one(
            &floor,
            &Command::VoidRound {
                why: "closing".to_owned(),
            },
        );
        let _ = house.one(&floor, &Command::AnnounceClosing { last_rounds: false });
        house.now = house.now.after(Span::minutes(120));
        let _ = house.one(&Actor::Clock, &Command::Tick);
        assert!(!house.table.is_open());
        assert!(house.log.iter().any(|event| event.what == What::Closed));
        for (account, balance) in house.ledger.balances() {
            if !matches!(account, Account::Player(_) | Account::House) {
                assert_eq!(balance, Net::ZERO, "{account}");
            }
        }
    }
}
