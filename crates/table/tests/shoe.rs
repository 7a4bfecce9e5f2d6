//! The life of a shoe: when cards are shuffled, what happens when they run out, and what the last
//! rounds change.

use crate::common::{House, boxed, staff, usual};
use cards::Composition;
use game::{Choice, Dealing, Draw};
use rules::{BOOK_IDS, builtin};
use table::{Actor, Command, Config, Needs, Phase, Reason, Seal, ShuffleWhy, What};

fn set(key: &str, value: &str) -> Vec<(String, String)> {
    vec![(key.to_owned(), value.to_owned())]
}

#[test]
fn cards_are_shuffled_before_play_starts() {
    let clauses = [
        "35a",
        "5.1",
        "reading first-shuffle",
        "5.1.1",
        "reading first-shuffle",
    ];
    for (book, clause) in ["adelaide", "canberra", "singapore", "sydney", "tasmania"]
        .into_iter()
        .zip(clauses)
    {
        let house = House::open(book);
        says!(
            house.log,
            What::ShuffleDue {
                why: ShuffleWhy::Start
            },
            clause
        );
        says!(house.log, What::Shuffled { shoe: 1, .. }, clause);
    }
}

#[test]
fn the_dealer_brings_what_is_due_and_nothing_else() {
    let mut house = House::new("sydney", 1);
    let shuffled = Command::Shuffled {
        seal: Seal("root".to_owned()),
    };
    let card = |text: &str| Command::Deal {
        draw: Draw::Card(text.parse().unwrap()),
    };
    refused!(
        house.give(&Actor::Dealer, &shuffled),
        Reason::NoShuffleDue,
        "5.1.1"
    );
    house.one(&staff(), &Command::Open).unwrap();
    assert_eq!(
        house.table.needs(),
        Needs::Shuffle(Composition::decks_of_48(8))
    );
    house.one(&Actor::Dealer, &shuffled).unwrap();
    refused!(
        house.give(&Actor::Dealer, &shuffled),
        Reason::NoShuffleDue,
        "5.1.1"
    );
    refused!(
        house.give(&Actor::Dealer, &card("8s")),
        Reason::NoRoundUnderWay,
        "not stated"
    );
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 25).unwrap();
    house
        .one(&Actor::Player(crate::common::player(1)), &Command::Ready)
        .unwrap();
    // Sydney burns the first card.
    let burns = Reason::Game(game::Reason::NotNeeded {
        need: game::Need::Burn,
    });
    assert_eq!(
        house.give(&Actor::Dealer, &card("8s")).unwrap_err().reason,
        burns
    );
    house
        .one(&Actor::Dealer, &Command::Deal { draw: Draw::Burned })
        .unwrap();
    refused!(
        house.give(&Actor::Dealer, &card("Ts")),
        Reason::Game(game::Reason::CardNotInPack { .. }),
        "4.1"
    );
    refused!(
        house.give(
            &Actor::Dealer,
            &Command::Deal {
                draw: Draw::Shuffle
            }
        ),
        Reason::NotDealt,
        "5.1.1"
    );
    for text in ["8s", "7d", "9h"] {
        house.one(&Actor::Dealer, &card(text)).unwrap();
    }
    refused!(
        house.give(&Actor::Dealer, &card("2c")),
        Reason::NotDealt,
        "8.1"
    );
}

#[test]
fn wagers_do_not_close_while_cards_are_shuffled() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 25).unwrap();
    // A shuffle is ordered while the time for wagers runs; the dealer takes a minute for it.
    house.one(&staff(), &Command::OrderShuffle).unwrap();
    house.now = house.now.after(table::Span::seconds(60));
    house.one(&Actor::Clock, &Command::Tick).unwrap();
    assert!(house.table.round().is_none());
    assert_eq!(house.table.phase(), Phase::Shuffle);
    house.deal();
    house.cut_by_house();
    // After the cut the time for wagers starts anew.
    never!(house.wait(14), What::RoundBegan { .. });
    says!(house.wait(1), What::RoundBegan { .. }, "6.4");
}

#[test]
fn a_shuffle_by_order_comes_at_once_between_rounds_and_else_after_the_round() {
    for (book, clause, cut) in [
        ("sydney", "5.1.4", "reading replaced-cut"),
        ("adelaide", "35c", "reading replaced-cut"),
    ] {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        house.round_of(&[1, 2]);
        let events = house.staff(Command::OrderShuffle).unwrap();
        says!(
            events,
            What::ShuffleDue {
                why: ShuffleWhy::Order
            },
            clause
        );
        says!(events, What::Shuffled { shoe: 2, .. }, clause);
        assert_eq!(
            (house.offered(), house.offer_clause()),
            (Some(2), cut.to_owned()),
            "{book}: the player farthest right"
        );
        house.cut_by_house();

        house.stack_with("9s 9d Kc 9h 8d");
        house.begin(&[1, 2]);
        let events = house.staff(Command::OrderShuffle).unwrap();
        says!(events, What::ShuffleOrdered, clause);
        never!(events, What::ShuffleDue { .. });
        refused!(
            house.staff(Command::OrderShuffle),
            Reason::ShuffleDueAlready,
            clause
        );
        let events = house.play_out();
        says!(
            events,
            What::ShuffleDue {
                why: ShuffleWhy::Order
            },
            clause
        );
        assert_eq!(house.offered(), Some(2));
        refused!(
            house.staff(Command::OrderShuffle),
            Reason::ShuffleDueAlready,
            clause
        );
    }
    for book in ["canberra", "singapore", "tasmania"] {
        let mut house = House::open(book);
        refused!(
            house.staff(Command::OrderShuffle),
            Reason::NoShuffleByOrder,
            "not stated"
        );
    }
}

#[test]
fn a_shuffle_ordered_before_a_first_cutting_card_is_made_with_it() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.round_of(&[1]);
    house.lay(1, 1, 5).unwrap();
    house
        .one(&Actor::Player(crate::common::player(1)), &Command::Ready)
        .unwrap();
    // Wagers are closed and no card is out.
    house.one(&staff(), &Command::OrderShuffle).unwrap();
    house.cutting_card_in = Some(0);
    house.deal();
    says!(house.log, What::Shuffled { shoe: 2, .. }, "5.1.2");
    house.cut_by_house();
    never!(house.play_out(), What::ShuffleDue { .. });
}

#[test]
fn a_reading_gives_the_cut_after_a_shuffle_by_order_to_whoever_cuts_first() {
    let mut house = House::open_with(Config {
        set: set("replaced-cut", "as-first"),
        ..usual("adelaide")
    });
    house.seat_all(&["ann", "bob"]);
    house.round_of(&[1, 2]);
    house.staff(Command::OrderShuffle).unwrap();
    assert_eq!(
        (house.offered(), house.offer_clause()),
        (Some(1), "reading replaced-cut".to_owned())
    );
}

#[test]
fn the_cards_of_a_table_that_everybody_left_are_shuffled_in_adelaide_and_stay_elsewhere() {
    for book in BOOK_IDS {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        house.round_of(&[1, 2]);
        never!(house.depart(1), What::ShuffleDue { .. });
        let events = house.depart(2);
        if book != "adelaide" {
            never!(events, What::ShuffleDue { .. });
            assert_eq!(
                house.table.phase(),
                Phase::Wagers,
                "{book}: the next player finds the shoe as it is"
            );
            continue;
        }
        says!(
            events,
            What::ShuffleDue {
                why: ShuffleWhy::EmptyTable
            },
            "35d"
        );
        // It waits, shuffled and not cut, for whoever comes; that player may ask for a new shuffle.
        house.arrive(3, "cho");
        house.sit(3, 5).unwrap();
        assert_eq!(
            (house.offered(), house.offer_clause()),
            (Some(3), "36a".to_owned())
        );
        let events = house.staff(Command::OrderShuffle).unwrap();
        says!(
            events,
            What::ShuffleDue {
                why: ShuffleWhy::EmptyTable
            },
            "35d"
        );
        says!(events, What::Shuffled { shoe: 3, .. }, "35d");
        assert_eq!(house.offered(), Some(3));
    }
}

#[test]
fn an_empty_table_shuffles_nothing_that_is_fresh_or_in_a_device() {
    let mut house = House::open("adelaide");
    house.arrive(1, "ann");
    never!(house.depart(1), What::ShuffleDue { .. });
    let mut house = House::open_with(Config {
        dealing: Dealing::Device,
        ..usual("adelaide")
    });
    house.seat_all(&["ann"]);
    house.round_of(&[1]);
    never!(house.depart(1), What::ShuffleDue { .. });
}

#[test]
fn everybody_who_leaves_in_mid_round_leaves_an_empty_table_after_it() {
    let mut house = House::open("adelaide");
    house.seat_all(&["ann"]);
    house.stack_with("9s 9d 9h");
    house.begin(&[1]);
    let events = house.depart(1);
    says!(events, What::RoundOver { .. }, "53a");
    says!(
        events,
        What::ShuffleDue {
            why: ShuffleWhy::EmptyTable
        },
        "35d"
    );
}

/// The fewest decks of a book, with the cutting card at the very back: the shoe runs out.
fn scarce(book: &str) -> Config {
    let all = (1..=8).map(|decks| Config {
        decks,
        cutting_card: 0,
        ..usual(book)
    });
    let mut without_pairs = all.map(|mut config| {
        config.sign.pairs = None;
        // Canberra wants the cutting card a deck from the back: there only the dealer's slowness
        // empties a shoe.
        config.cutting_card = if book == "canberra" { 48 } else { 0 };
        config
    });
    without_pairs.find(|config| config.check().is_ok()).unwrap()
}

fn run_out(book: &str) -> House {
    run_out_with(&scarce(book))
}

/// Three players play until the shoe is empty in the middle of box 2, whose player always draws.
fn run_out_with(config: &Config) -> House {
    for seed in 1..200 {
        let mut house = House::with(config.clone(), seed);
        house.cutting_card_in = Some(u32::MAX);
        house.staff(Command::Open).unwrap();
        house.seat_all(&["ann", "bob", "cho"]);
        while !out(&house) {
            for no in [1, 2, 3] {
                house.lay(no, u8::try_from(no).unwrap(), 5).unwrap();
            }
            house.close_wagers();
            while !out(&house) && house.table.round().is_some() {
                let draws = house
                    .choose(
                        2,
                        Choice::Draw {
                            hand: crate::common::hand(2, 0),
                        },
                    )
                    .is_ok();
                assert!(draws || house.decide_one());
            }
        }
        let due = house
            .log
            .iter()
            .position(|event| {
                event.what
                    == What::ShuffleDue {
                        why: ShuffleWhy::RanOut,
                    }
            })
            .unwrap();
        if matches!(house.log[due - 1].what, What::Round(event) if matches!(event.what, game::What::CardAsked { hand, .. } if hand.box_no == boxed(2)))
        {
            return house;
        }
    }
    panic!("no shoe of {} ran out on box 2", config.book);
}

fn out(house: &House) -> bool {
    house.log.iter().any(|event| {
        event.what
            == What::ShuffleDue {
                why: ShuffleWhy::RanOut,
            }
    })
}

/// The clause on running out, who is offered the cut, the clause of that, and the clause that
/// shuffles all cards after it.
const RUNS_OUT: [(&str, &str, u32, &str, &str); 5] = [
    ("adelaide", "110", 1, "110", "110"),
    ("canberra", "15.6", 1, "15.6", "15.6"),
    ("singapore", "5.19", 2, "5.19", "5.19.1"),
    ("sydney", "18.9", 1, "18.9", "18.9"),
    (
        "tasmania",
        "reading runs-out",
        1,
        "reading rack-cut",
        "reading after-ran-out",
    ),
];

#[test]
fn a_shoe_that_runs_out_is_filled_from_the_rack_and_cut_and_the_round_goes_on() {
    for (book, clause, cutter, cut, after) in RUNS_OUT {
        let mut house = run_out(book);
        says!(
            house.log,
            What::ShuffleDue {
                why: ShuffleWhy::RanOut
            },
            clause
        );
        assert_eq!(
            (house.table.phase(), house.offered()),
            (Phase::Cut, Some(cutter)),
            "{book}"
        );
        assert_eq!(house.offer_clause(), cut, "{book}");
        // What lies on the layout is not shuffled.
        let layout = house.table.round().unwrap().1.layout();
        let all = u32::from(house.table.config().decks) * 48;
        assert_eq!(
            u32::try_from(house.stack.len()).unwrap(),
            all - layout.len(),
            "{book}"
        );
        // What was gone is in the shoe again; the floor goes about its business.
        assert!(house.table.gone().is_empty(), "{book}");
        let sign = house.table.sign().clone();
        house
            .staff(Command::SetSign {
                sign,
                newcomers: false,
            })
            .unwrap();
        // No choice goes on before the cut, and no card.
        assert!(
            house
                .choose(
                    2,
                    Choice::Stand {
                        hand: crate::common::hand(2, 0)
                    }
                )
                .is_err()
        );
        let any = Command::Deal {
            draw: Draw::Card(house.stack[0]),
        };
        refused!(
            house.give(&Actor::Dealer, &any),
            Reason::NotDealt,
            house.table.book().shuffle.start.clause.to_string()
        );

        let events = house.by(cutter, Command::Cut { place: 60 }).unwrap();
        if book == "adelaide" {
            // Dealing goes on with the rack: a test of its own says how.
            says!(events, What::Round(event) if event.what == game::What::RackShuffled, clause);
            continue;
        }
        never!(events, What::CuttingCardPlaced { .. });
        says!(events, What::Round(event) if event.what == game::What::RackShuffled, clause);
        let events = house.play_out();
        says!(
            events,
            What::RoundOver { .. },
            house.table.book().shoe.round_over.clause.to_string()
        );
        // And then all cards are shuffled, and cut by whoever cuts first.
        says!(
            events,
            What::ShuffleDue {
                why: ShuffleWhy::AfterRanOut
            },
            after
        );
        assert_eq!(u32::try_from(house.stack.len()).unwrap(), all, "{book}");
        assert_eq!(house.offered(), Some(1), "{book}");
        house.cut_by_house();
        house.round_of(&[1, 2, 3]);
    }
}

#[test]
fn in_adelaide_a_rack_has_its_own_cutting_card_and_is_dealt_from_until_it_comes() {
    let mut house = run_out_with(&Config {
        cutting_card: 60,
        ..scarce("adelaide")
    });
    house.cutting_card_in = None;
    let shuffle = house.table.shoe_no();
    let events = house.by(1, Command::Cut { place: 60 }).unwrap();
    says!(events, What::CuttingCardPlaced { from_back: 60 }, "38a");
    says!(events, What::Round(event) if event.what == game::What::RackShuffled, "110");
    never!(house.play_out(), What::ShuffleDue { .. });
    // The cards of the round that ran out wait for the next shuffle.
    assert!(!house.table.gone().is_empty());
    let mut last = Vec::new();
    while house.table.shoe_no() == shuffle {
        assert!(house.table.rounds() < 100, "no cutting card came");
        last = house.round_of(&[1, 2, 3]);
    }
    says!(
        last,
        What::ShuffleDue {
            why: ShuffleWhy::CuttingCard
        },
        "54"
    );
    assert_eq!(house.table.shoe_place().0, None, "the cards wait for a cut");
}

#[test]
fn the_cutting_card_of_a_rack_lies_at_most_half_way_from_its_back() {
    let mut house = run_out_with(&Config {
        cutting_card: 72,
        ..scarce("adelaide")
    });
    let rack = u32::try_from(house.stack.len()).unwrap();
    assert!(rack < 144, "some cards lie on the layout");
    let events = house.by(1, Command::Cut { place: 60 }).unwrap();
    says!(events, What::CuttingCardPlaced { from_back } if *from_back == rack / 2, "38a");
}

#[test]
fn where_a_reading_says_so_all_cards_are_shuffled_after_a_round_that_ran_out() {
    let mut house = run_out_with(&Config {
        set: set("after-ran-out", "all-cards"),
        ..scarce("adelaide")
    });
    let events = house.by(1, Command::Cut { place: 60 }).unwrap();
    never!(events, What::CuttingCardPlaced { .. });
    says!(
        house.play_out(),
        What::ShuffleDue {
            why: ShuffleWhy::AfterRanOut
        },
        "110"
    );
}

#[test]
fn readings_leave_the_rack_uncut_or_to_the_next_to_act() {
    for (value, cutter) in [("next-to-act", Some(2)), ("not-cut", None)] {
        let mut house = run_out_with(&Config {
            set: set("rack-cut", value),
            ..scarce("tasmania")
        });
        assert_eq!(house.offered(), cutter, "{value}");
        house.cut_by_house();
        says!(house.log, What::Round(event) if event.what == game::What::RackShuffled, "reading runs-out");
        house.play_out();
    }
}

#[test]
fn the_cutting_card_names_who_cuts_the_rack_where_the_cut_is_as_usual() {
    // The cutting card came on box 3 in the very round in which the shoe ran out.
    let mut house = House::with(scarce("sydney"), 3);
    house.cutting_card_in = Some(u32::MAX);
    house.staff(Command::Open).unwrap();
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    while house.left() > 12 {
        house.round_of(&[1]);
    }
    let all = [1, 2, 3];
    house.cutting_card_in = Some(2);
    house.begin(&all);
    while !out(&house) && house.table.round().is_some() {
        let (_, round) = house.table.round().unwrap();
        let draw = round
            .legal()
            .into_iter()
            .find(|legal| matches!(legal.choice, Choice::Draw { .. }));
        match draw {
            Some(legal) => {
                let no = house.table.round_players_now()[legal.player.index()].0;
                house.choose(no, legal.choice).unwrap();
            }
            None => assert!(house.decide_one()),
        }
    }
    assert!(out(&house), "the shoe did not run out");
    assert_eq!(
        (house.offered(), house.offer_clause()),
        (Some(3), "18.9".to_owned())
    );
    house.cut_by_house();
    house.play_out();
    assert_eq!(
        (house.offered(), house.offer_clause()),
        (Some(3), "5.3.2".to_owned())
    );
}

#[test]
fn a_round_voided_while_its_rack_is_shuffled_or_cut_leaves_all_cards_to_be_shuffled() {
    let void = Command::VoidRound {
        why: "the cards fell down".to_owned(),
    };
    for dealt in [false, true] {
        let mut house = run_out("sydney");
        if !dealt {
            // Back to where the shuffle was due and nobody had shuffled.
            let due = house
                .log
                .iter()
                .position(|event| {
                    event.what
                        == What::ShuffleDue {
                            why: ShuffleWhy::RanOut,
                        }
                })
                .unwrap();
            let mut table = house.founded.clone();
            let mut transfers = Vec::new();
            for event in &house.log[..=due] {
                transfers.extend(table.evolve(event));
            }
            assert_eq!(transfers, house.moved);
            house.table = table;
            house.log.truncate(due + 1);
            assert!(matches!(house.table.needs(), Needs::Shuffle(_)));
        }
        let events = house.staff(void.clone()).unwrap();
        says!(events, What::RoundVoid { .. }, "18.8");
        says!(
            events,
            What::ShuffleDue {
                why: ShuffleWhy::AfterRanOut
            },
            "18.9"
        );
        assert_eq!(house.stack.len(), 6 * 48, "all cards");
        house.cut_by_house();
        says!(house.log, What::CuttingCardPlaced { .. }, "5.6");
        house.round_of(&[1, 2, 3]);
    }
}

#[test]
fn in_the_last_rounds_the_cutting_card_is_put_aside_and_dealing_goes_on() {
    for (book, clause) in [("adelaide", "54"), ("canberra", "5.5")] {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        house.round_of(&[1, 2]);
        house
            .staff(Command::AnnounceClosing { last_rounds: true })
            .unwrap();
        house.cutting_card_in = Some(1);
        let events = house.round_of(&[1, 2]);
        says!(events, What::CuttingCardAside, clause);
        never!(events, What::ShuffleDue { .. } | What::CutOffered { .. });
        assert!(!events.iter().any(|event| matches!(
            event.what,
            What::Round(event) if event.what == game::What::CuttingCardSeen,
        ),));
        house.round_of(&[1, 2]);
        // There is one cutting card, and it is gone.
        house.lay(1, 1, 5).unwrap();
        house.lay(2, 2, 5).unwrap();
        for no in [1, 2] {
            house
                .one(&Actor::Player(crate::common::player(no)), &Command::Ready)
                .unwrap();
        }
        assert_eq!(house.table.shoe_place().1, None);
        let again = Command::Deal {
            draw: Draw::CuttingCard,
        };
        refused!(
            house.give(&Actor::Dealer, &again),
            Reason::Game(game::Reason::NoCuttingCardHere),
            house.table.book().shoe.cutting_card.clause.to_string()
        );
    }
}

#[test]
fn in_the_last_rounds_a_cutting_card_that_comes_first_is_put_aside_too() {
    for (book, clause) in [("adelaide", "54"), ("canberra", "5.5")] {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        house.round_of(&[1]);
        house
            .staff(Command::AnnounceClosing { last_rounds: true })
            .unwrap();
        house.cutting_card_in = Some(0);
        let events = house.round_of(&[1]);
        says!(events, What::CuttingCardAside, clause);
        never!(events, What::Shuffled { .. });
    }
}

#[test]
fn the_round_in_which_the_last_rounds_are_declared_is_none_of_them() {
    let mut house = House::open("canberra");
    house.seat_all(&["ann"]);
    house.round_of(&[1]);
    house.stack_with("9s Kd 3h 2c");
    house.begin(&[1]);
    house
        .staff(Command::AnnounceClosing { last_rounds: true })
        .unwrap();
    house.cutting_card_in = Some(0);
    let events = house
        .choose(1, Choice::NoSurrender { box_no: boxed(1) })
        .unwrap();
    never!(events, What::CuttingCardAside);
    let events = house
        .choose(
            1,
            Choice::Draw {
                hand: crate::common::hand(1, 0),
            },
        )
        .unwrap();
    assert!(events.iter().any(|event| matches!(event.what, What::Round(event) if event.what == game::What::CuttingCardSeen)));
    let events = house.play_out();
    says!(
        events,
        What::ShuffleDue {
            why: ShuffleWhy::CuttingCard
        },
        "5.4b"
    );
}

#[test]
fn a_table_that_closes_by_the_clock_shuffles_as_always() {
    let mut house = House::open("canberra");
    house.seat_all(&["ann"]);
    house.round_of(&[1]);
    house
        .staff(Command::AnnounceClosing { last_rounds: false })
        .unwrap();
    house.cutting_card_in = Some(1);
    let events = house.round_of(&[1]);
    says!(
        events,
        What::ShuffleDue {
            why: ShuffleWhy::CuttingCard
        },
        "5.4b"
    );
}

#[test]
fn a_cutting_card_lies_where_the_book_wants_it() {
    for book in BOOK_IDS {
        let config = |cutting_card| Config {
            cutting_card,
            ..usual(book)
        };
        assert!(config(193).check().is_err(), "{book}: more than half way");
        assert!(config(192).check().is_ok(), "{book}");
        assert_eq!(
            config(47).check().is_ok(),
            book != "canberra",
            "{book}: less than a deck from the back"
        );
        assert!(builtin(book).is_ok());
    }
}
