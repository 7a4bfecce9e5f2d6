//! Tables on a journal: stopped and opened again at any moment, nothing differs; every shoe can be
//! checked afterwards.

use crate::support::TABLE;
use crate::support::house::{House, anything, check_replay, check_shoes};
use cards::Composition;
use fair::{Entropy, Id, SealedShoe};
use game::{Choice, Dealing, Faces, Kind, Side};
use house::{Answer, CardOnFile, Request, SHOE, StageFault, Tools, recall, shoe_key};
use ledger::{Account, PlayerId, Pool};
use rules::{BOOK_IDS, BoxNo, Money, Net, builtin};
use std::collections::BTreeSet;
use store::{Outcome, Read};
use table::{Actor, Command, Config, Lay, Phase, Span, Time, What};

fn configs() -> Vec<Config> {
    let mut all = Vec::new();
    for id in BOOK_IDS {
        let usual = Config::for_play_money(&builtin(id).unwrap());
        let device = Config {
            dealing: Dealing::Device,
            ..usual.clone()
        };
        if device.check().is_ok() {
            all.push(device);
        }
        let few = (1..=8)
            .map(|decks| Config {
                decks,
                cutting_card: 0,
                ..usual.clone()
            })
            .find(|config| config.check().is_ok());
        all.extend(few);
        all.push(usual);
    }
    all
}

#[test]
fn a_table_stopped_at_any_moment_goes_on_as_it_was() {
    for (seed, config) in (1..).zip(configs()) {
        let mut house = House::new(config, seed);
        house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
        for _ in 0..600 {
            let (by, command) = anything(&mut house);
            house.ask(by, None, command);
            if house.below(25) == 0 {
                house.restart();
            }
        }
        house.close();
        check_shoes(&mut house);
        check_replay(&mut house);
    }
}

#[test]
fn the_same_request_twice_is_done_once() {
    let mut house = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 1);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    house.ask(
        ann.clone(),
        None,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    let lay = |dollars| Command::Lay {
        lay: Lay::Wager {
            box_no: BoxNo::new(1).unwrap(),
            amount: Money::from_dollars(dollars),
        },
    };
    let first = house.ask(ann.clone(), Some("1".to_owned()), lay(25));
    let Outcome::Done { seq, .. } = first else {
        panic!("{first:?}")
    };
    let again = house.ask(ann.clone(), Some("1".to_owned()), lay(25));
    let done = serde_json::to_value(Answer::Done { version: seq }).unwrap();
    assert_eq!(again, Outcome::Repeated(done));
    let other = house.ask(ann, Some("1".to_owned()), lay(30));
    assert_eq!(other, Outcome::Refused(store::Refusal::IdReused));
    assert_eq!(house.host.table().at_stake(), Money::from_dollars(25));
}

#[test]
fn a_round_is_recalled_by_those_who_wagered() {
    let mut house = House::new(Config::for_play_money(&builtin("canberra").unwrap()), 5);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    house.ask(
        ann.clone(),
        None,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    let box_no = BoxNo::new(1).unwrap();
    house.ask(ann.clone(), None, Command::Sit { box_no });
    house.ask(ann.clone(), None, Command::Cut { place: 100 });
    house.ask(
        ann.clone(),
        None,
        Command::Lay {
            lay: Lay::Wager {
                box_no,
                amount: Money::from_dollars(25),
            },
        },
    );
    house.ask(ann, None, Command::Ready);
    while house.host.table().round().is_some() {
        house.now = house.now.after(Span::seconds(30));
        house.ask(Actor::Clock, None, Command::Tick);
    }
    let last = house
        .journal
        .backend()
        .documents(&recall(PlayerId(1)))
        .unwrap();
    assert_eq!(last.len(), 1);
    let key = String::from_utf8(last[0].value.clone()).unwrap();
    let round = house
        .journal
        .backend()
        .document(house::ROUND, &key)
        .unwrap()
        .unwrap();
    let round: house::RoundRecord = serde_json::from_slice(&round).unwrap();
    assert_eq!(
        (round.no, round.book.as_str(), round.void),
        (1, "canberra", None)
    );
    let net: Net = round.wagers.iter().map(|wager| wager.net).sum();
    let balance = house.journal.ledger().balance(Account::Player(PlayerId(1)));
    assert_eq!(balance, Net::won(Money::from_dollars(10_000)) + net);
    // The text replays to the same cent.
    let script = game::notation::Script::parse(&round.text).unwrap();
    let played = game::notation::play(&script, &|name| {
        builtin(name).map_err(|fault| fault.to_string())
    })
    .unwrap();
    assert_eq!(
        played
            .round
            .settled()
            .map(|(settled, _)| settled.net)
            .sum::<Net>(),
        net
    );
}

#[test]
fn a_round_is_recalled_by_whoever_took_anothers_insurance_and_had_no_wager() {
    let mut house = House::new(Config::for_play_money(&builtin("singapore").unwrap()), 3);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let [ann, bob] = [1, 2].map(|no| Actor::Player(PlayerId(no)));
    for (who, name) in [(&ann, "ann"), (&bob, "bob")] {
        house.ask(
            who.clone(),
            None,
            Command::Arrive {
                name: name.to_owned(),
                card: None,
            },
        );
    }
    let box_no = BoxNo::new(1).unwrap();
    house.ask(ann.clone(), None, Command::Sit { box_no });
    house.ask(
        bob.clone(),
        None,
        Command::Sit {
            box_no: BoxNo::new(2).unwrap(),
        },
    );
    let (amount, of) = (Money::from_dollars(5), game::Player::at(0).unwrap());
    let mut taken = 0;
    for _ in 0..100 {
        house.ask(
            ann.clone(),
            None,
            Command::Lay {
                lay: Lay::Wager {
                    box_no,
                    amount: Money::from_dollars(10),
                },
            },
        );
        house.ask(ann.clone(), None, Command::Ready);
        // Bob has a seat and no wager: there is a last call.
        house.now = house.now.after(Span::seconds(30));
        house.ask(Actor::Clock, None, Command::Tick);
        while house.host.table().round().is_some() || house.host.table().phase() == Phase::Cut {
            house.ask(
                ann.clone(),
                None,
                Command::Choose {
                    choice: Choice::NoInsurance { box_no },
                },
            );
            let take = Choice::TakeInsurance { box_no, of, amount };
            if let Outcome::Done { .. } =
                house.ask(bob.clone(), None, Command::Choose { choice: take })
            {
                taken += 1;
            }
            house.now = house.now.after(Span::seconds(30));
            house.ask(Actor::Clock, None, Command::Tick);
        }
    }
    assert!(taken > 0, "the dealer had an Ace in a hundred rounds");
    let recalled = house
        .journal
        .backend()
        .documents(&recall(PlayerId(2)))
        .unwrap();
    assert_eq!(recalled.len(), taken);
    let won = recalled.iter().flat_map(|line| {
        let key = String::from_utf8(line.value.clone()).unwrap();
        let round = house
            .journal
            .backend()
            .document(house::ROUND, &key)
            .unwrap()
            .unwrap();
        let round: house::RoundRecord = serde_json::from_slice(&round).unwrap();
        round
            .wagers
            .into_iter()
            .filter(|wager| wager.player == PlayerId(2))
            .map(|wager| wager.net)
    });
    let won: Net = won.sum();
    let balance = house.journal.ledger().balance(Account::Player(PlayerId(2)));
    assert_eq!(balance, Net::won(Money::from_dollars(10_000)) + won);
}

#[test]
fn the_jackpot_meter_is_what_the_pool_and_the_rounds_say() {
    let mut house = House::new(Config::for_play_money(&builtin("singapore").unwrap()), 11);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    let ann = Actor::Player(PlayerId(1));
    house.ask(
        ann.clone(),
        None,
        Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        },
    );
    let box_no = BoxNo::new(1).unwrap();
    house.ask(ann.clone(), None, Command::Sit { box_no });
    for round in 1..=200 {
        let lays = [
            Lay::Wager {
                box_no,
                amount: Money::from_dollars(5),
            },
            Lay::Side {
                box_no,
                side: Side::Pandemonium,
                amount: Money::from_dollars(1 + round % 3),
            },
        ];
        for lay in lays {
            house.ask(ann.clone(), None, Command::Lay { lay });
        }
        house.ask(ann.clone(), None, Command::Ready);
        // A round that is declared void gives its wagers back: they never came to the meter.
        if round % 10 == 0 && house.host.table().round().is_some() {
            let before = house.host.meter().clone();
            house.ask(
                Actor::Staff("sue".to_owned()),
                None,
                Command::VoidRound {
                    why: "a test".to_owned(),
                },
            );
            assert_eq!(*house.host.meter(), before);
        }
        while house.host.table().round().is_some()
            || house.host.table().phase() == table::Phase::Cut
        {
            house.now = house.now.after(Span::seconds(30));
            house.ask(Actor::Clock, None, Command::Tick);
        }
        if round % 50 == 0 {
            house.restart();
        }
    }
    let meter = house.host.meter().clone();
    let cents = |amount: Money| i64::try_from(amount.cents()).unwrap();
    let pool = house
        .journal
        .ledger()
        .balance(Account::Pool(TABLE, Pool::Jackpot));
    assert_eq!(pool.cents(), cents(meter.lost) - cents(meter.paid));
    let records = house.journal.backend().documents(house::ROUND).unwrap();
    let records = records
        .iter()
        .map(|document| serde_json::from_slice::<house::RoundRecord>(&document.value).unwrap());
    let wagers: Vec<house::WagerRecord> = records
        .filter(|round| round.void.is_none())
        .flat_map(|round| round.wagers)
        .collect();
    let decided = |wager: &&house::WagerRecord| {
        wager.kind == Kind::Side(Side::Pandemonium) && wager.outcome != game::Outcome::Returned
    };
    let own: Vec<_> = wagers.iter().filter(decided).collect();
    assert_eq!(meter.wagers, u64::try_from(own.len()).unwrap());
    assert_eq!(meter.wagered, own.iter().map(|wager| wager.stake).sum());
    let won: Vec<i64> = own
        .iter()
        .map(|wager| wager.net.cents())
        .filter(|net| *net > 0)
        .collect();
    assert!(won.len() >= 3, "some Pontoons came in 200 rounds: {won:?}");
    assert_eq!(cents(meter.paid), won.iter().sum::<i64>());
    assert_eq!(
        meter.highest.map(|highest| cents(highest.amount)),
        won.iter().max().copied()
    );
    assert_eq!(
        meter.hits.values().sum::<u64>(),
        u64::try_from(won.len()).unwrap(),
        "a prize for each multiplier shown"
    );
}

#[test]
fn without_entropy_nothing_is_dealt() {
    struct Dry;
    impl Entropy for Dry {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), fair::NoEntropy> {
            Err(fair::NoEntropy)
        }
    }
    let house = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 1);
    let by = Actor::Staff("sue".to_owned());
    let request = Request {
        by,
        sender: "sue".to_owned(),
        id: None,
        at: Time(5),
        command: Command::Open,
        card: CardOnFile::None,
    };
    let mut tools = Tools {
        entropy: &mut Dry,
        signer: &house.signer,
    };
    assert_eq!(
        house.host.stage(&request, &mut tools).err(),
        Some(StageFault::NoEntropy)
    );
}

/// What a table is asked by the player of this number.
fn by_player(no: u32, command: Command) -> Request {
    Request {
        by: Actor::Player(PlayerId(no)),
        sender: "someone".to_owned(),
        id: None,
        at: Time(1_000_000),
        command,
        card: CardOnFile::None,
    }
}

#[test]
fn whoever_has_a_card_in_the_account_is_found_to_hold_it_where_the_table_asks() {
    let sydney = builtin("sydney").unwrap();
    for (config, on_file, found) in [
        (Config::usual(&sydney), CardOnFile::Valid, true),
        (Config::usual(&sydney), CardOnFile::None, false),
        (Config::for_play_money(&sydney), CardOnFile::Valid, false),
    ] {
        let mut house = House::new(config, 1);
        house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
        let arrive = Command::Arrive {
            name: "ann".to_owned(),
            card: None,
        };
        let request = Request {
            card: on_file,
            ..by_player(1, arrive)
        };
        let mut tools = Tools {
            entropy: &mut house.entropy,
            signer: &house.signer,
        };
        let staged = house.host.stage(&request, &mut tools).unwrap();
        assert_eq!(
            staged.host.table().view().people[0].card,
            found,
            "{on_file:?}"
        );
        let finds =
            |event: &table::Event| matches!(event.what, What::CardFound { valid: true, .. });
        assert_eq!(staged.events.iter().any(finds), found);
    }
}

#[test]
fn a_dealer_whose_cards_the_table_refuses_is_a_fault_and_deals_nothing() {
    let mut house = House::new(Config::for_play_money(&builtin("sydney").unwrap()), 1);
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    for no in 1..=7 {
        let ann = Actor::Player(PlayerId(no));
        let box_no = BoxNo::new(u8::try_from(no).unwrap()).unwrap();
        house.ask(
            ann.clone(),
            None,
            Command::Arrive {
                name: format!("ann{no}"),
                card: None,
            },
        );
        house.ask(ann.clone(), None, Command::Sit { box_no });
        house.ask(ann.clone(), None, Command::Cut { place: 100 });
        house.ask(
            ann,
            None,
            Command::Lay {
                lay: Lay::Wager {
                    box_no,
                    amount: Money::from_dollars(25),
                },
            },
        );
    }
    // Somebody exchanged the sealed cards: all are aces of spades now, and no pack has so many.
    let aces: Composition = std::iter::repeat_n("As".parse().unwrap(), 300).collect();
    let (sealed, _) = SealedShoe::draw(Id::new([1; 16]), &aces, &mut house.entropy).unwrap();
    house.host = house.open_again(|_| Some([vec![1], sealed.to_bytes()].concat()));
    for no in 1..7 {
        assert!(matches!(
            house.ask(Actor::Player(PlayerId(no)), None, Command::Ready),
            Outcome::Done { .. }
        ));
    }
    let before = house.host.table().clone();
    let request = by_player(7, Command::Ready);
    let mut tools = Tools {
        entropy: &mut house.entropy,
        signer: &house.signer,
    };
    let fault = house.host.stage(&request, &mut tools).unwrap_err();
    let StageFault::Refused(why) = &fault else {
        panic!("{fault:?}")
    };
    assert!(why.contains("As"), "{why}");
    assert!(fault.to_string().contains(why), "{fault}");
    assert_eq!(*house.host.table(), before);
}

/// Seven people at seven boxes, who always wager.
fn seat_all(house: &mut House) {
    house.ask(Actor::Staff("sue".to_owned()), None, Command::Open);
    for no in 1..=7 {
        house.ask(
            Actor::Player(PlayerId(no)),
            None,
            Command::Arrive {
                name: format!("ann{no}"),
                card: None,
            },
        );
        let box_no = BoxNo::new(u8::try_from(no).unwrap()).unwrap();
        house.ask(Actor::Player(PlayerId(no)), None, Command::Sit { box_no });
    }
}

/// The next thing that makes a round go on.
fn next(house: &mut House, step: u32) -> (Actor, Command) {
    let legal = house
        .host
        .table()
        .round()
        .map(|(_, round)| round.legal())
        .unwrap_or_default();
    if !legal.is_empty() && house.host.table().phase() == Phase::Round {
        let place = usize::try_from(house.below(u32::try_from(legal.len()).unwrap())).unwrap();
        let by = house.host.table().round_players_now()[legal[place].player.index()];
        return (
            Actor::Player(by),
            Command::Choose {
                choice: legal[place].choice,
            },
        );
    }
    let no = step % 8;
    if no == 7 || house.host.table().phase() != Phase::Wagers {
        house.now = house.now.after(Span::seconds(30));
        return (Actor::Clock, Command::Tick);
    }
    let box_no = BoxNo::new(u8::try_from(no + 1).unwrap()).unwrap();
    let lay = Lay::Wager {
        box_no,
        amount: Money::from_dollars(25),
    };
    (Actor::Player(PlayerId(no + 1)), Command::Lay { lay })
}

#[test]
fn a_shoe_that_runs_out_in_mid_round_is_not_shown_while_its_cards_lie_face_down() {
    for (seed, book) in (1..).zip(["adelaide", "sydney"]) {
        let usual = Config {
            faces: Faces::Down,
            cutting_card: 0,
            ..Config::for_play_money(&builtin(book).unwrap())
        };
        let scarce = (1..=8)
            .map(|decks| Config {
                decks,
                ..usual.clone()
            })
            .find(|config| config.check().is_ok())
            .unwrap();
        let mut house = House::new(scarce, seed);
        seat_all(&mut house);
        let mut waited = BTreeSet::new();
        for step in 0..1200 {
            let before = (
                house.host.table().round().map(|(no, _)| no),
                house.n_opened(),
            );
            let (by, command) = next(&mut house, step);
            house.ask(by, None, command);
            let table = house.host.table();
            let (round, shoe) = (table.round().map(|(no, _)| no), table.shoe_no());
            let opened = house.n_opened();
            assert!(
                round.is_none() || round != before.0 || opened == before.1,
                "{book}: a shoe is shown in round {round:?}"
            );
            assert!(
                round.is_some() || opened + 1 == shoe,
                "{book}: a shoe is held back and no round is played"
            );
            if round.is_some() && opened + 1 < shoe {
                // Nor does the new shoe say which cards it was made without.
                assert_eq!(house.host.dealer().so_far(house.host.table()), None);
                waited.insert(round);
                house.restart();
            }
        }
        assert!(
            waited.len() >= 3,
            "{book}: the cards ran out in the rounds {waited:?} only"
        );
        house.close();
        check_shoes(&mut house);
        check_replay(&mut house);
    }
}

#[test]
fn a_shoe_that_waits_is_shown_when_its_round_is_void() {
    let usual = Config {
        faces: Faces::Down,
        cutting_card: 0,
        ..Config::for_play_money(&builtin("sydney").unwrap())
    };
    let mut house = House::new(Config { decks: 6, ..usual }, 2);
    seat_all(&mut house);
    for step in 0..2000 {
        let (by, command) = next(&mut house, step);
        house.ask(by, None, command);
        if house.n_opened() + 1 < house.host.table().shoe_no() {
            break;
        }
    }
    assert!(
        house.host.table().round().is_some(),
        "the cards run out in mid-round"
    );
    let waiting = house.host.table().shoe_no() - 1;
    house.restart();
    house.ask(
        Actor::Staff("sue".to_owned()),
        None,
        Command::VoidRound {
            why: "a test".to_owned(),
        },
    );
    assert!(
        house
            .journal
            .backend()
            .document(SHOE, &shoe_key(TABLE, waiting))
            .unwrap()
            .is_some()
    );
    house.close();
    check_shoes(&mut house);
}
