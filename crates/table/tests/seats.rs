//! Who comes, who sits where, and who must make room.

use crate::common::{House, boxed, come, dollars, player, usual};
use rules::BOOK_IDS;
use table::{Command, Config, LatePolicy, Lay, Reason, SeatLost, What, Withdrawn};

const SEVEN: [&str; 7] = ["ann", "bob", "cho", "dee", "eve", "fay", "gus"];

/// Seven people at seven boxes, and an eighth who looks on.
fn full(book: &str) -> House {
    let mut house = House::open(book);
    house.seat_all(&SEVEN);
    house.arrive(8, "hal");
    house.cut_by_house();
    house
}

fn vacate(box_no: u8) -> Command {
    Command::Vacate {
        box_no: boxed(box_no),
    }
}

#[test]
fn people_come_to_an_open_table_each_once_and_by_a_name_of_their_own() {
    let mut house = House::new("sydney", 1);
    let arrive = come;
    refused!(house.by(1, arrive("ann")), Reason::Closed, "not stated");
    house.staff(Command::Open).unwrap();
    refused!(house.by(1, arrive("Ann!")), Reason::Name(_), "not stated");
    says!(
        house.by(1, arrive("ann")).unwrap(),
        What::Arrived { .. },
        "not stated"
    );
    refused!(
        house.by(1, arrive("bob")),
        Reason::AlreadyAtTable,
        "not stated"
    );
    refused!(house.by(2, arrive("ann")), Reason::NameTaken, "not stated");
    refused!(
        house.by(2, Command::Depart),
        Reason::NotAtTable,
        "not stated"
    );
    for no in 2..=40 {
        house.arrive(no, &format!("p{no}"));
    }
    refused!(
        house.by(41, arrive("zoe")),
        Reason::TableFull { most: 40 },
        "not stated"
    );
}

#[test]
fn a_box_has_one_seat_and_the_layout_so_many_boxes() {
    let seated = [
        ("adelaide", "78"),
        ("canberra", "4.5a"),
        ("singapore", "3.11"),
        ("sydney", "6.6.1"),
        ("tasmania", "reading control"),
    ];
    for (book, clause) in seated {
        let mut house = House::open_with(Config {
            set: vec![("boxes.most".to_owned(), "5".to_owned())],
            ..usual(book)
        });
        house.arrive(1, "ann");
        house.arrive(2, "bob");
        refused!(
            house.sit(1, 6),
            Reason::NoSuchBox { most: 5 },
            house.table.book().boxes.most.clause.to_string()
        );
        says!(house.sit(1, 5).unwrap(), What::Seated { player: who, .. } if *who == player(1), clause);
        refused!(house.sit(2, 5), Reason::SeatTaken, clause);
        refused!(
            house.by(2, Command::GiveUp { box_no: boxed(5) }),
            Reason::NotYourSeat,
            "not stated"
        );
        says!(
            house.by(1, Command::GiveUp { box_no: boxed(5) }).unwrap(),
            What::SeatLost {
                why: SeatLost::GivenUp,
                ..
            },
            clause
        );
        house.sit(2, 5).unwrap();
    }
}

#[test]
fn whoever_sits_controls_the_box_and_nobody_else_can_say_so() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.stack_with("9s 8h 9c 9d 8d");
    // Bob has the larger wager on box 1 and stands there.
    house.lay(2, 1, 50).unwrap();
    house.begin(&[1, 2]);
    let (_, round) = house.table.round().unwrap();
    assert_eq!(
        round
            .controller(boxed(1))
            .map(|place| house.table.round_players_now()[place.index()]),
        Some(player(1))
    );
}

#[test]
fn three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() {
    for (book, clause) in [
        ("sydney", "20.10"),
        ("adelaide", "114"),
        ("canberra", "17.6"),
    ] {
        let mut house = full(book);
        for _ in 0..3 {
            refused!(
                house.staff(vacate(7)),
                Reason::NotIdle { rounds: 3 },
                clause
            );
            refused!(
                house.sit(8, 7),
                Reason::SeatTaken,
                house.table.book().boxes.seated.clause.to_string()
            );
            house.round_of(&[1, 2, 3, 4, 5, 6]);
        }
        refused!(
            house.staff(vacate(6)),
            Reason::NotIdle { rounds: 3 },
            clause
        );
        // The floor may ask for the seat, or somebody who wants it takes it.
        let mut asked = house.staff(vacate(7)).unwrap();
        says!(asked, What::SeatLost { player: who, why: SeatLost::Idle, .. } if *who == player(7), clause);
        refused!(house.staff(vacate(7)), Reason::SeatEmpty, "not stated");
        house.sit(7, 7).unwrap();
        for _ in 0..3 {
            house.round_of(&[1, 2, 3, 4, 5, 6]);
        }
        asked = house.sit(8, 7).unwrap();
        says!(asked, What::SeatLost { player: who, why: SeatLost::Idle, .. } if *who == player(7), clause);
        says!(asked, What::Seated { player: who, .. } if *who == player(8), house.table.book().boxes.seated.clause.to_string());
    }
}

#[test]
fn a_seat_is_not_taken_in_mid_round_nor_from_somebody_who_has_laid_a_wager() {
    let mut house = full("sydney");
    for _ in 0..3 {
        house.round_of(&[1, 2, 3, 4, 5, 6]);
    }
    house.lay(7, 7, 5).unwrap();
    refused!(house.sit(8, 7), Reason::SeatTaken, "6.6.1");
    refused!(house.staff(vacate(7)), Reason::NotIdle { .. }, "20.10");
    house.by(7, Command::Withdraw { box_no: boxed(7) }).unwrap();
    house.stack_with("9s 9h 9d 9c 8s 8h 9s 9h 9d 9c 8d 8c 8s");
    house.begin(&[1, 2, 3, 4, 5, 6]);
    refused!(house.sit(8, 7), Reason::SeatTaken, "6.6.1");
    refused!(house.staff(vacate(7)), Reason::RoundUnderWay, "not stated");
    house.play_out();
    house.sit(8, 7).unwrap();
}

#[test]
fn rounds_let_pass_while_seats_were_free_do_not_count() {
    let mut house = House::open("sydney");
    house.seat_all(&SEVEN[..6]);
    for _ in 0..5 {
        house.round_of(&[1, 2, 3, 4, 5]);
    }
    // Fay has let five rounds pass, and now the table is full.
    house.arrive(7, "gus");
    house.sit(7, 7).unwrap();
    house.arrive(8, "hal");
    refused!(
        house.staff(vacate(6)),
        Reason::NotIdle { rounds: 3 },
        "20.10"
    );
    for _ in 0..2 {
        house.round_of(&[1, 2, 3, 4, 5, 7]);
        refused!(house.sit(8, 6), Reason::SeatTaken, "6.6.1");
    }
    house.round_of(&[1, 2, 3, 4, 5, 7]);
    house.sit(8, 6).unwrap();
}

#[test]
fn rounds_somebody_looked_on_do_not_count_against_a_seat_taken_later() {
    let mut house = full("sydney");
    for _ in 0..4 {
        house.round_of(&[1, 2, 3, 4, 5, 6, 7]);
    }
    house.depart(7);
    house.sit(8, 7).unwrap();
    house.arrive(9, "ivy");
    refused!(house.staff(vacate(7)), Reason::NotIdle { .. }, "20.10");
}

#[test]
fn while_another_seat_is_free_none_is_taken() {
    let mut house = full("sydney");
    for _ in 0..3 {
        house.round_of(&[1, 2, 3, 4, 5, 6]);
    }
    house.by(1, Command::GiveUp { box_no: boxed(1) }).unwrap();
    refused!(house.staff(vacate(7)), Reason::SeatsFree, "20.10");
    refused!(house.sit(8, 7), Reason::SeatTaken, "6.6.1");
}

#[test]
fn where_the_book_does_not_say_so_nobody_loses_a_seat_by_letting_rounds_pass() {
    for book in ["singapore", "tasmania"] {
        let mut house = full(book);
        for _ in 0..4 {
            house.round_of(&[1, 2, 3, 4, 5, 6]);
        }
        refused!(
            house.staff(vacate(7)),
            Reason::IdleNotProvided,
            "not stated"
        );
        refused!(
            house.sit(8, 7),
            Reason::SeatTaken,
            house.table.book().boxes.seated.clause.to_string()
        );
    }
}

#[test]
fn in_adelaide_whoever_is_restricted_for_sitting_out_and_keeps_sitting_out_may_lose_the_seat_when_others_are_taken()
 {
    let mut house = House::open_with(Config {
        late: LatePolicy::Held,
        ..usual("adelaide")
    });
    house.seat_all(&SEVEN[..6]);
    // Fay lets the first two rounds of the shoe pass, is restricted from the third on, and lets
    // that pass too.
    for _ in 0..3 {
        house.round_of(&[1, 2, 3, 4, 5]);
    }
    house.arrive(7, "gus");
    house.sit(7, 7).unwrap();
    house.arrive(8, "hal");
    refused!(house.sit(8, 6), Reason::SeatTaken, "78");
    // The fourth: she keeps sitting out, and all seats are taken now.
    house.round_of(&[1, 2, 3, 4, 5, 7]);
    let events = house.sit(8, 6).unwrap();
    says!(events, What::SeatLost { player: who, why: SeatLost::Idle, .. } if *who == player(6), "22bis");
    // Without a restriction the same is not enough.
    let mut house = House::open("adelaide");
    house.seat_all(&SEVEN[..6]);
    for _ in 0..3 {
        house.round_of(&[1, 2, 3, 4, 5]);
    }
    house.arrive(7, "gus");
    house.sit(7, 7).unwrap();
    house.arrive(8, "hal");
    house.round_of(&[1, 2, 3, 4, 5, 7]);
    refused!(house.sit(8, 6), Reason::SeatTaken, "78");
}

#[test]
fn how_long_is_persistently_is_a_reading() {
    let mut house = House::open_with(Config {
        late: LatePolicy::Held,
        set: vec![("persistent-sitting-out".to_owned(), "3".to_owned())],
        ..usual("adelaide")
    });
    house.seat_all(&SEVEN[..6]);
    for _ in 0..3 {
        house.round_of(&[1, 2, 3, 4, 5]);
    }
    house.arrive(7, "gus");
    house.sit(7, 7).unwrap();
    house.arrive(8, "hal");
    // Two rounds without a wager since fay was restricted are not three.
    house.round_of(&[1, 2, 3, 4, 5, 7]);
    refused!(house.sit(8, 6), Reason::SeatTaken, "78");
    house.round_of(&[1, 2, 3, 4, 5, 7]);
    let events = house.sit(8, 6).unwrap();
    says!(events, What::SeatLost { player: who, why: SeatLost::Idle, .. } if *who == player(6), "22bis");
}

/// Six people, of whom the first has boxes 1 and 7, and a seventh without a seat.
fn crowded(book: &str) -> House {
    let mut house = House::open(book);
    house.seat_all(&SEVEN[..6]);
    house.sit(1, 7).unwrap();
    house.arrive(8, "hal");
    house.cut_by_house();
    house
}

#[test]
fn a_player_of_several_boxes_makes_room_for_somebody_who_has_none() {
    let clauses = [
        ("adelaide", "83"),
        ("canberra", "4.4"),
        ("singapore", "3.8"),
        ("sydney", "6.9"),
        ("tasmania", "reading several-boxes"),
    ];
    for (book, clause) in clauses {
        let mut house = crowded(book);
        let taken = house.table.book().boxes.seated.clause.to_string();
        refused!(house.sit(8, 1), Reason::SeatTaken, taken);
        refused!(house.sit(8, 2), Reason::SeatTaken, taken);
        refused!(house.sit(2, 7), Reason::SeatTaken, taken);
        let events = house.sit(8, 7).unwrap();
        says!(events, What::SeatLost { player: who, box_no, why: SeatLost::Wanted } if (*who, *box_no) == (player(1), boxed(7)), clause);
        // The seat taken first is kept, and whoever has one box keeps it.
        house.arrive(9, "ivy");
        refused!(house.sit(9, 1), Reason::SeatTaken, taken);
        refused!(house.sit(9, 7), Reason::SeatTaken, taken);
    }
}

#[test]
fn a_wager_on_a_box_that_is_given_up_goes_back_and_where_only_control_is_it_stays() {
    for book in BOOK_IDS {
        let mut house = crowded(book);
        // Ann lays at once; that does not keep the box from whoever has none.
        house.lay(1, 1, 25).unwrap();
        house.lay(1, 7, 25).unwrap();
        let events = house.sit(8, 7).unwrap();
        if ["adelaide", "canberra", "singapore"].contains(&book) {
            never!(events, What::WagersWithdrawn { .. });
            assert_eq!(house.table.at_stake(), dollars(50), "{book}");
            house.lay(8, 7, 5).unwrap();
            house.close_wagers();
            let controls = house
                .table
                .round()
                .and_then(|(_, round)| round.controller(boxed(7)));
            let controls = controls.map(|place| house.table.round_players_now()[place.index()]);
            assert!(
                controls.is_none_or(|controls| controls == player(8)),
                "{book}: hal sits there now"
            );
        } else {
            let clause = house.table.book().seats.several.clause.to_string();
            says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::BoxGivenUp, .. } if *who == player(1), clause);
            assert_eq!(house.table.at_stake(), dollars(25), "{book}");
        }
    }
}

#[test]
fn nobody_makes_room_in_mid_round_or_while_a_seat_is_free() {
    let mut house = crowded("sydney");
    house.stack_with("9s 9h 9d 8s 9s 9h");
    house.begin(&[2, 3]);
    refused!(house.sit(8, 7), Reason::SeatTaken, "6.6.1");
    house.play_out();
    house.by(6, Command::GiveUp { box_no: boxed(6) }).unwrap();
    refused!(house.sit(8, 7), Reason::SeatTaken, "6.6.1");
    house.sit(8, 6).unwrap();
}

#[test]
fn the_house_may_refuse_a_player_more_than_one_box() {
    for (book, clause) in [
        ("adelaide", "84"),
        ("canberra", "4.4"),
        ("singapore", "3.9"),
        ("sydney", "6.9"),
    ] {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        house.sit(1, 5).unwrap();
        house.lay(1, 1, 25).unwrap();
        house.lay(1, 5, 25).unwrap();
        let events = house
            .staff(Command::RefuseSeveral {
                player: player(1),
                refused: true,
            })
            .unwrap();
        says!(events, What::SeveralRefused { refused: true, .. }, clause);
        // The seat taken first and the wager laid first stay.
        says!(events, What::SeatLost { box_no, why: SeatLost::Restricted, .. } if *box_no == boxed(5), clause);
        says!(events, What::WagersWithdrawn { box_no, why: Withdrawn::NotInPlay, .. } if *box_no == boxed(5), clause);
        assert_eq!(house.table.at_stake(), dollars(25));
        refused!(house.sit(1, 5), Reason::SeveralRefused, clause);
        refused!(house.lay(1, 5, 25), Reason::SeveralRefused, clause);
        // It holds when they come back, until it is lifted.
        house.depart(1);
        house.arrive(1, "ann");
        house.lay(1, 3, 100).unwrap();
        refused!(house.lay(1, 5, 25), Reason::SeveralRefused, clause);
        house
            .staff(Command::RefuseSeveral {
                player: player(1),
                refused: false,
            })
            .unwrap();
        house.lay(1, 5, 25).unwrap();
    }
    let mut house = House::open("tasmania");
    house.seat_all(&["ann"]);
    let refuse = Command::RefuseSeveral {
        player: player(1),
        refused: true,
    };
    refused!(
        house.staff(refuse),
        Reason::CannotRefuseSeveral,
        "not stated"
    );
}

fn reserve(box_no: u8, no: Option<u32>) -> Command {
    Command::Reserve {
        box_no: boxed(box_no),
        player: no.map(player),
    }
}

#[test]
fn in_sydney_boxes_may_be_kept_for_one_player() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.lay(2, 3, 25).unwrap();
    refused!(house.staff(reserve(2, Some(1))), Reason::SeatTaken, "6.14");
    refused!(
        house.staff(reserve(3, Some(9))),
        Reason::NotAtTable,
        "not stated"
    );
    let events = house.staff(reserve(3, Some(1))).unwrap();
    says!(events, What::Reserved { .. }, "6.14");
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::ByHouse, .. } if *who == player(2), "6.14");
    refused!(house.sit(2, 3), Reason::BoxReserved, "6.14");
    refused!(house.lay(2, 3, 25), Reason::BoxReserved, "6.14");
    house.lay(1, 3, 25).unwrap();
    refused!(
        house.side(2, 3, game::Side::Pairs, 5),
        Reason::BoxReserved,
        "6.14"
    );
    house.sit(1, 3).unwrap();
    // Whoever gives up the seat keeps the box; whoever leaves does not.
    house.by(1, Command::GiveUp { box_no: boxed(3) }).unwrap();
    refused!(house.sit(2, 3), Reason::BoxReserved, "6.14");
    let events = house.depart(1);
    says!(events, What::Reserved { player: None, .. }, "6.14");
    house.sit(2, 3).unwrap();
    for book in BOOK_IDS.iter().filter(|book| **book != "sydney") {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        refused!(
            house.staff(reserve(3, Some(1))),
            Reason::NoReserving,
            "not stated"
        );
    }
}

#[test]
fn a_reserved_box_is_not_taken_from_its_player_though_others_want_it() {
    let mut house = crowded("sydney");
    house.staff(reserve(7, Some(1))).unwrap();
    refused!(house.sit(8, 7), Reason::BoxReserved, "6.14");
    house.staff(reserve(7, None)).unwrap();
    house.sit(8, 7).unwrap();
}

#[test]
fn whoever_leaves_gives_up_seats_wagers_and_the_place_at_the_table() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.lay(1, 1, 25).unwrap();
    house.lay(1, 4, 25).unwrap();
    house.side(2, 4, game::Side::Pairs, 5).unwrap();
    let events = house.depart(1);
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::Departed, .. } if *who == player(1), "6.3");
    says!(
        events,
        What::SeatLost {
            why: SeatLost::GivenUp,
            ..
        },
        "6.6.1"
    );
    // Bob's wager on pairs lay on a box that has no wager now.
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::NotInPlay, .. } if *who == player(2), "16.5");
    assert_eq!(
        (house.table.at_stake(), house.won(1), house.won(2)),
        (rules::Money::ZERO, 0, 0)
    );
    assert_eq!(
        house.table.next_time(),
        None,
        "no time runs for wagers that are gone"
    );
    assert!(!house.table.has_person(player(1)));
}

#[test]
fn whoever_leaves_in_mid_round_is_gone_when_it_is_over() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.stack_with("9s 9h 9d 9c 8s 8d");
    house.begin(&[1, 2]);
    house.depart(1);
    assert!(house.table.has_person(player(1)));
    refused!(house.by(1, come("ann")), Reason::Leaving, "not stated");
    refused!(house.sit(1, 1), Reason::Leaving, "not stated");
    refused!(house.by(1, Command::Depart), Reason::Leaving, "not stated");
    house.play_out();
    assert!(!house.table.has_person(player(1)));
    house.arrive(1, "ann");
}

#[test]
fn whoever_declined_control_and_then_sits_down_has_it() {
    let mut house = House::open("adelaide");
    house.seat_all(&["ann", "bob"]);
    house.lay(1, 4, 25).unwrap();
    house
        .by(
            1,
            Command::Lay {
                lay: Lay::DeclineControl { box_no: boxed(4) },
            },
        )
        .unwrap();
    let events = house.sit(1, 4).unwrap();
    never!(events, What::WagersWithdrawn { .. });
    house.stack_with("9s 9d 9h 9c");
    house.close_wagers();
    assert!(
        house
            .table
            .round()
            .unwrap()
            .1
            .controller(boxed(4))
            .is_some()
    );
}
