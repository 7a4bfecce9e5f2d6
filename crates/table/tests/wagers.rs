//! Laying wagers, taking them back, and how a round begins.

use crate::common::{House, boxed, by_hand, by_the_round, come, dollars, player, usual};
use game::{Choice, Side};
use rules::{BOOK_IDS, Money};
use table::{Command, Config, Lay, Reason, What, Withdrawn};

/// Ann and bob at boxes 1 and 2, the cards cut.
fn table_of(book: &str) -> House {
    let mut house = House::open(book);
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house
}

/// Placing and closing, by book.
const WAGERS: [(&str, &str, &str); 5] = [
    ("adelaide", "8", "15"),
    ("canberra", "4.1", "4.3"),
    ("singapore", "3.14", "5.3"),
    ("sydney", "6.3", "6.4"),
    ("tasmania", "How to play 5", "not stated"),
];

#[test]
fn the_time_for_wagers_runs_from_the_first_one_and_then_the_round_begins() {
    for (book, placing, closing) in WAGERS {
        let mut house = table_of(book);
        house.wait(3600);
        let events = house.lay(1, 1, 25).unwrap();
        says!(events, What::Laid { .. }, placing);
        let until = house.now.after(table::Span::seconds(15));
        says!(events, What::WagersUntil { until: time } if *time == until, closing);
        never!(house.lay(2, 2, 25).unwrap(), What::WagersUntil { .. });
        never!(house.wait(14), What::RoundBegan { .. });
        says!(house.wait(1), What::RoundBegan { no: 1, players } if *players == [player(1), player(2)], closing);
        house.play_out();
    }
}

#[test]
fn a_round_begins_as_soon_as_every_bettor_is_ready() {
    let mut house = table_of("sydney");
    refused!(house.by(1, Command::Ready), Reason::NothingLaid, "6.3");
    house.lay(1, 1, 25).unwrap();
    house.lay(2, 2, 25).unwrap();
    says!(house.ready(1), What::Ready { .. }, "6.4");
    assert_eq!(house.ready(1), [], "once is enough");
    // Whoever lays more is not ready any more.
    house.lay(1, 3, 25).unwrap();
    never!(house.ready(2), What::RoundBegan { .. });
    // When the last one who was waited for leaves, the others begin.
    house.lay(2, 4, 25).unwrap();
    house.ready(1);
    says!(house.depart(2), What::RoundBegan { .. }, "6.4");
}

#[test]
fn whoever_has_a_seat_and_no_wager_yet_hears_a_last_call() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let events = house.ready(1);
    let until = house.now.after(table::Span::seconds(5));
    says!(events, What::WagersUntil { until: time } if *time == until, "6.4");
    never!(house.wait(3), What::RoundBegan { .. });
    // The call is made once: nobody can draw it out.
    never!(house.ready(1), What::WagersUntil { .. });
    house.lay(2, 2, 25).unwrap();
    assert_eq!(
        house.table.next_time(),
        Some(until),
        "and no wager makes it longer"
    );
    says!(house.ready(2), What::RoundBegan { players, .. } if *players == [player(1), player(2)], "6.4");
    house.play_out();
    // Whoever lets it pass is not in the round.
    house.stack_with("9s 9h 9d");
    house.lay(1, 1, 25).unwrap();
    house.ready(1);
    says!(house.wait(5), What::RoundBegan { no: 2, .. }, "6.4");
    assert_eq!(house.table.at_stake(), dollars(25));
}

#[test]
fn a_last_call_is_no_longer_than_the_time_for_wagers() {
    let mut config = usual("sydney");
    config.times.wagers = table::Span::seconds(2);
    let mut house = House::open_with(config);
    house.seat_all(&["ann", "bob"]);
    // Ready before the cut: no time has run yet when the call is made.
    house.lay(1, 1, 25).unwrap();
    house.ready(1);
    house.cut_by_house();
    assert_eq!(
        house.table.next_time(),
        Some(house.now.after(table::Span::seconds(2)))
    );
}

#[test]
fn wagers_are_taken_back_until_they_are_closed_and_not_after() {
    for (book, _, closing) in WAGERS {
        let mut house = table_of(book);
        house.lay(1, 1, 25).unwrap();
        refused!(
            house.by(1, Command::Withdraw { box_no: boxed(2) }),
            Reason::NothingLaidHere,
            closing
        );
        refused!(
            house.by(2, Command::Withdraw { box_no: boxed(1) }),
            Reason::NothingLaidHere,
            closing
        );
        let events = house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
        says!(
            events,
            What::WagersWithdrawn {
                why: Withdrawn::ByPlayer,
                ..
            },
            closing
        );
        assert_eq!(
            (house.won(1), house.table.next_time()),
            (0, None),
            "{book}: nothing lies, and no time runs"
        );
        house.stack_with("9s 9h 9d");
        house.lay(1, 1, 25).unwrap();
        house.close_wagers();
        refused!(
            house.by(1, Command::Withdraw { box_no: boxed(1) }),
            Reason::Game(game::Reason::WagersClosed),
            closing
        );
        refused!(
            house.lay(2, 2, 25),
            Reason::Game(game::Reason::WagersClosed),
            closing
        );
        refused!(
            house.by(1, Command::Ready),
            Reason::Game(game::Reason::WagersClosed),
            closing
        );
    }
}

#[test]
fn when_the_last_wager_is_taken_back_the_time_stops() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    house.wait(10);
    house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
    assert_eq!(house.wait(3600), []);
    house.lay(1, 1, 25).unwrap();
    never!(house.wait(14), What::RoundBegan { .. });
}

#[test]
fn the_house_may_refuse_a_wager_before_the_first_card_where_the_book_says_so() {
    let refuse = |no: u32| Command::RefuseWager {
        player: player(no),
        box_no: boxed(1),
    };
    for (book, clause) in [("adelaide", "85"), ("sydney", "20.12")] {
        let mut house = table_of(book);
        house.lay(1, 1, 25).unwrap();
        if book == "adelaide" {
            // One of two partners; whoever is alone on a box is nobody's.
            refused!(house.staff(refuse(1)), Reason::NoPartner, clause);
        }
        house.side(2, 1, Side::Pairs, 5).unwrap();
        refused!(house.staff(refuse(9)), Reason::NothingLaidHere, clause);
        let events = house.staff(refuse(1)).unwrap();
        says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::ByHouse, .. } if *who == player(1), clause);
        // Bob's wager on pairs has no hand now.
        says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::NotInPlay, .. } if *who == player(2), house.table.book().pairs.box_needed.clause.to_string());
        assert_eq!(house.table.at_stake(), Money::ZERO);
        house.stack_with("9s 9h 9d");
        house.lay(1, 1, 25).unwrap();
        house.close_wagers();
        refused!(house.staff(refuse(1)), Reason::NothingLaidHere, clause);
    }
    for book in ["canberra", "singapore", "tasmania"] {
        let mut house = table_of(book);
        house.lay(1, 1, 25).unwrap();
        refused!(house.staff(refuse(1)), Reason::CannotRefuse, "not stated");
    }
}

#[test]
fn what_the_round_would_refuse_is_refused_when_it_is_laid() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let refusal = house.lay(1, 1, 25).unwrap_err();
    assert_eq!(
        (by_the_round(&refusal), refusal.clause.to_string().as_str()),
        (Some(game::Reason::AlreadyWagered), "6.5")
    );
    let refusal = house.side(2, 3, Side::Pairs, 5).unwrap_err();
    assert_eq!(
        (by_the_round(&refusal), refusal.clause.to_string().as_str()),
        (Some(game::Reason::SideNeedsBoxWager), "16.5")
    );
    house.by(3, come("cho")).unwrap();
    let refusal = house.lay(3, 3, 25).unwrap_err();
    assert_eq!(
        (by_the_round(&refusal), refusal.clause.to_string().as_str()),
        (Some(game::Reason::NoPlayerCard), "6.1")
    );
    house.arrive(4, "dee");
    house.arrive(5, "eve");
    house.lay(2, 1, 25).unwrap();
    house.lay(4, 1, 25).unwrap();
    let refusal = house.lay(5, 1, 25).unwrap_err();
    assert_eq!(
        (by_the_round(&refusal), refusal.clause.to_string().as_str()),
        (Some(game::Reason::BoxFull { most: 3 }), "6.5")
    );
    refused!(house.lay(9, 1, 25), Reason::NotAtTable, "not stated");
    let lay = Lay::Wager {
        box_no: boxed(5),
        amount: dollars(5),
    };
    refused!(
        house.give(&crate::common::staff(), &Command::Lay { lay }),
        Reason::ForPlayersOnly,
        "not stated"
    );
}

#[test]
fn in_adelaide_a_player_alone_at_the_table_has_one_box() {
    let mut house = table_of("adelaide");
    house.lay(1, 1, 25).unwrap();
    house.lay(1, 3, 25).unwrap();
    // Bob, who sits there without a wager, leaves: ann is alone.
    let events = house.depart(2);
    says!(events, What::WagersWithdrawn { box_no, why: Withdrawn::NotInPlay, .. } if *box_no == boxed(3), "19");
    let refusal = house.lay(1, 3, 25).unwrap_err();
    assert_eq!(
        (by_the_round(&refusal), refusal.clause.to_string().as_str()),
        (Some(game::Reason::AloneOnOneBox), "19")
    );
}

#[test]
fn wagers_of_a_box_whose_control_nobody_takes_make_no_round() {
    let mut house = table_of("adelaide");
    house
        .staff(Command::AnnounceClosing { last_rounds: true })
        .unwrap();
    house.lay(1, 4, 25).unwrap();
    house
        .by(
            1,
            Command::Lay {
                lay: Lay::DeclineControl { box_no: boxed(4) },
            },
        )
        .unwrap();
    house.ready(1);
    let events = house.wait(5);
    says!(
        events,
        What::WagersWithdrawn {
            why: Withdrawn::NotInPlay,
            ..
        },
        "78"
    );
    never!(events, What::RoundBegan { .. });
    assert_eq!((house.table.rounds(), house.won(1)), (0, 0));
    assert_eq!(
        house.table.openness(),
        table::Openness::Rounds(3),
        "it was none of the last rounds"
    );
}

#[test]
fn wagers_beside_a_hand_alone_make_no_round() {
    // Canberra takes a pairs wager without a Pontoon wager and calls it void.
    let mut house = table_of("canberra");
    let events = house.side(1, 1, Side::Pairs, 5).unwrap();
    says!(events, What::WagersUntil { .. }, "4.3");
    let events = house.wait(15);
    says!(
        events,
        What::WagersWithdrawn {
            why: Withdrawn::NotInPlay,
            ..
        },
        "4.1"
    );
    assert_eq!((house.table.rounds(), house.won(1)), (0, 0));
}

#[test]
fn a_box_of_tasmania_whose_wagers_stay_below_the_minimum_makes_no_round() {
    let mut house = House::open_with(by_hand("tasmania"));
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.lay(1, 1, 2).unwrap();
    let events = house.wait(15);
    says!(
        events,
        What::WagersWithdrawn {
            why: Withdrawn::NotInPlay,
            ..
        },
        "How to play 5"
    );
    never!(events, What::RoundBegan { .. });
}

#[test]
fn people_without_a_wager_are_in_the_round_where_they_sit() {
    for book in BOOK_IDS.iter().filter(|book| **book != "singapore") {
        let mut house = table_of(book);
        house.arrive(3, "cho");
        house.stack_with("9s 9h 9d");
        house.begin(&[1]);
        assert_eq!(
            house.table.round_players_now(),
            [player(1), player(2)],
            "{book}: bob sits there, cho only looks on"
        );
    }
}

#[test]
fn in_singapore_whoever_stands_at_the_table_may_take_insurance_that_another_declined() {
    let mut house = House::open("singapore");
    house.seat_all(&["ann"]);
    house.arrive(2, "bob");
    house.cut_by_house();
    house.stack_with("9s Ad 8h Kd");
    house.begin(&[1]);
    assert_eq!(house.table.round_players_now(), [player(1), player(2)]);
    house
        .choose(1, Choice::NoInsurance { box_no: boxed(1) })
        .unwrap();
    let of = game::Player::at(0).unwrap();
    let take = Choice::TakeInsurance {
        box_no: boxed(1),
        of,
        amount: Money::from_cents(250),
    };
    house.choose(2, take).unwrap();
    house.play_out();
    // Ann's wager of 5 loses to the Pontoon, bob's insurance of 2.50 pays 2 to 1.
    assert_eq!((house.won(1), house.won(2)), (-500, 500));
}

#[test]
fn in_singapore_whoever_stands_at_the_table_may_be_named_to_press_the_button() {
    let mut house = House::open("singapore");
    house.seat_all(&["ann"]);
    house.arrive(2, "bob");
    house.cut_by_house();
    house.lay(1, 1, 5).unwrap();
    house.side(1, 1, Side::Pandemonium, 5).unwrap();
    house.stack_with("As 9d Kh");
    house.meter = Some(25);
    house.close_wagers();
    let nominee = game::Player::at(1).unwrap();
    let events = house
        .choose(
            1,
            Choice::Nominate {
                box_no: boxed(1),
                nominee,
            },
        )
        .unwrap();
    says!(events, What::Round(event) if matches!(event.what, game::What::Pressed { by, .. } if by == nominee), "3.19.2");
}

#[test]
fn whoever_comes_in_mid_round_may_sit_and_wagers_on_the_next() {
    for book in BOOK_IDS {
        let mut house = table_of(book);
        house.stack_with("9s 9h 9d");
        house.begin(&[1]);
        house.arrive(3, "cho");
        house.sit(3, 3).unwrap();
        assert!(house.lay(3, 3, 25).is_err());
        house.play_out();
        house.lay(3, 3, 25).unwrap();
    }
}

#[test]
fn times_are_as_the_table_has_them() {
    let mut config = usual("sydney");
    for (span, fits) in [
        (49, false),
        (50, true),
        (3_600_000, true),
        (3_600_001, false),
    ] {
        config.times.wagers = table::Span(span);
        assert_eq!(config.check().is_ok(), fits, "{span}");
    }
    config.times.wagers = table::Span(50);
    let mut house = House::open_with(Config { ..config });
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 25).unwrap();
    house.now = house.now.after(table::Span(50));
    says!(house.wait(0), What::RoundBegan { .. }, "6.4");
}
