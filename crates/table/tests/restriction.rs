//! Players who are restricted: by order, for sitting out, and those who wagered too little.

use crate::common::{House, by_hand, by_the_round, dollars, player, usual};
use game::{Dealing, Held};
use rules::BOOK_IDS;
use table::{Command, Config, LatePolicy, Reason, SeatLost, ShuffleWhy, What, Withdrawn};

fn restrict(no: u32, held: Held) -> Command {
    Command::Restrict {
        player: player(no),
        held,
    }
}

/// Demands that a wager is refused because its player is held to the minimum.
#[track_caller]
fn held_to_minimum(answer: crate::common::Answer, minimum: u32, clause: &str) {
    let refusal = answer.unwrap_err();
    assert_eq!(
        by_the_round(&refusal),
        Some(game::Reason::HeldToMinimum {
            minimum: dollars(minimum)
        }),
        "{refusal:?}"
    );
    assert_eq!(refusal.clause.to_string(), clause);
}

#[test]
fn by_order_a_player_has_one_box_at_the_minimum() {
    for (book, clause) in [("adelaide", "13a"), ("canberra", "4.8"), ("sydney", "6.13")] {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        house.sit(1, 4).unwrap();
        house.lay(1, 1, 5).unwrap();
        house.lay(1, 4, 5).unwrap();
        house.lay(1, 5, 100).unwrap();
        let events = house.staff(restrict(1, Held::ByOrder)).unwrap();
        says!(
            events,
            What::Restricted {
                held: Held::ByOrder,
                ..
            },
            clause
        );
        says!(
            events,
            What::SeatLost {
                why: SeatLost::Restricted,
                ..
            },
            clause
        );
        // Of three wagers the first stays.
        says!(
            events,
            What::WagersWithdrawn {
                why: Withdrawn::NotInPlay,
                ..
            },
            clause
        );
        assert_eq!(house.table.at_stake(), dollars(5), "{book}");
        refused!(house.lay(1, 4, 5), Reason::SeveralRefused, clause);
        refused!(house.sit(1, 4), Reason::SeveralRefused, clause);
        house
            .by(
                1,
                Command::Withdraw {
                    box_no: crate::common::boxed(1),
                },
            )
            .unwrap();
        held_to_minimum(house.lay(1, 1, 25), 5, clause);
        house.lay(1, 1, 5).unwrap();
        // Leaving does not lift it, the house does.
        house.depart(1);
        house.arrive(1, "ann");
        held_to_minimum(house.lay(1, 1, 25), 5, clause);
        // Sitting out ends with the shoe, an order does not: the one does not take the other's
        // place.
        if house.table.book().limits.late.is != rules::LateLimit::NotProvided {
            refused!(
                house.staff(restrict(1, Held::Late)),
                Reason::HeldByOrder,
                clause
            );
        }
        says!(
            house.staff(restrict(1, Held::Free)).unwrap(),
            What::Restricted {
                held: Held::Free,
                ..
            },
            clause
        );
        house.lay(1, 1, 25).unwrap();
    }
}

#[test]
fn where_the_book_does_not_provide_for_it_nobody_is_restricted() {
    for book in ["singapore", "tasmania"] {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        for held in [Held::ByOrder, Held::Late] {
            refused!(
                house.staff(restrict(1, held)),
                Reason::CannotRestrict,
                "not stated"
            );
        }
    }
    let mut house = House::open_with(Config {
        dealing: Dealing::Device,
        ..usual("sydney")
    });
    house.seat_all(&["ann"]);
    refused!(
        house.staff(restrict(1, Held::Late)),
        Reason::CannotRestrict,
        "6.11"
    );
    refused!(
        house.staff(restrict(9, Held::ByOrder)),
        Reason::NotAtTable,
        "not stated"
    );
}

#[test]
fn a_player_is_restricted_between_rounds() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.stack_with("9s 9d 9h");
    house.begin(&[1]);
    refused!(
        house.staff(restrict(1, Held::ByOrder)),
        Reason::RoundUnderWay,
        "not stated"
    );
}

#[test]
fn a_restriction_for_sitting_out_ends_with_the_shoe() {
    for (book, clause) in [("adelaide", "21"), ("canberra", "4.7"), ("sydney", "6.11")] {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        // Ann wagers on the first round of the shoe and sits the next two out.
        house.round_of(&[1, 2]);
        house.round_of(&[2]);
        house.round_of(&[2]);
        says!(
            house.staff(restrict(1, Held::Late)).unwrap(),
            What::Restricted {
                held: Held::Late,
                ..
            },
            clause
        );
        held_to_minimum(house.lay(1, 1, 25), 5, clause);
        house.cutting_card_in = Some(2);
        house.round_of(&[1, 2]);
        house.cut_by_house();
        house.lay(1, 1, 25).unwrap();
    }
}

/// Adelaide 21 and 22, Canberra 4.7, Sydney 6.11 name who may be held: by the table's own record.
#[test]
fn nobody_is_held_for_sitting_out_who_did_not() {
    for (book, clause) in [("adelaide", "21"), ("canberra", "4.7"), ("sydney", "6.11")] {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob"]);
        let hold = restrict(1, Held::Late);
        refused!(house.staff(hold.clone()), Reason::NotSatOut, clause);
        house.round_of(&[1, 2]);
        house.round_of(&[1, 2]);
        let before = house.table.clone();
        let refusal = house.staff(hold.clone()).unwrap_err();
        assert_eq!(
            (&refusal.reason, &*refusal.clause.to_string()),
            (&Reason::NotSatOut, clause)
        );
        assert!(
            refusal.to_string().contains("only somebody who did"),
            "{refusal}"
        );
        assert_eq!(house.table, before);
        // Going away and coming back between two rounds is no sitting out.
        house.depart(1);
        house.arrive(1, "ann");
        refused!(house.staff(hold.clone()), Reason::NotSatOut, clause);
        house.lay(1, 1, 25).unwrap();
        house.close_wagers();
        house.play_out();
        // Being away for a round is.
        house.depart(1);
        house.round_of(&[2]);
        house.arrive(1, "ann");
        says!(house.staff(hold).unwrap(), What::Restricted { .. }, clause);
        held_to_minimum(house.lay(1, 1, 25), 5, clause);
    }
}

/// A table that restricts everybody whom the book lets the house restrict for sitting out, in the
/// middle of a shoe.
fn strict(book: &str, dealing: Dealing) -> House {
    strict_with(Config {
        dealing,
        ..usual(book)
    })
}

fn strict_with(config: Config) -> House {
    let mut house = House::open_with(Config {
        late: LatePolicy::Held,
        ..config
    });
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    house
}

/// A device in Adelaide under the other answer to its reading.
fn restricting_device() -> House {
    let answer = (
        "late-at-a-device".to_owned(),
        "minimum-two-boxes".to_owned(),
    );
    strict_with(Config {
        dealing: Dealing::Device,
        set: vec![answer],
        ..usual("adelaide")
    })
}

#[test]
fn in_sydney_and_canberra_whoever_misses_any_round_of_the_shoe_is_held_to_the_minimum() {
    for (book, clause) in [("canberra", "4.7"), ("sydney", "6.11")] {
        let mut house = strict(book, Dealing::Shoe);
        // Nobody has missed anything before the first round.
        house.lay(1, 1, 25).unwrap();
        house
            .by(
                1,
                Command::Withdraw {
                    box_no: crate::common::boxed(1),
                },
            )
            .unwrap();
        house.round_of(&[1, 2]);
        held_to_minimum(house.lay(3, 3, 25), 5, clause);
        // On as many boxes as they like, though.
        house.lay(3, 3, 5).unwrap();
        house.lay(3, 4, 5).unwrap();
        house.lay(1, 1, 25).unwrap();
        house.close_wagers();
        house.play_out();
        // Bob missed the second round, cho has missed one for good, ann none; whoever comes now
        // missed them all.
        held_to_minimum(house.lay(2, 2, 25), 5, clause);
        held_to_minimum(house.lay(3, 3, 25), 5, clause);
        house.arrive(4, "dee");
        held_to_minimum(house.lay(4, 4, 25), 5, clause);
        house.lay(1, 1, 25).unwrap();
        // A new shoe frees everybody.
        house.cutting_card_in = Some(2);
        house.close_wagers();
        house.play_out();
        house.cut_by_house();
        for no in [2, 3, 4] {
            house.lay(no, u8::try_from(no).unwrap(), 25).unwrap();
        }
    }
}

#[test]
fn in_adelaide_both_of_the_first_two_rounds_may_be_missed_but_one_and_no_later_one() {
    let mut house = strict("adelaide", Dealing::Shoe);
    house.round_of(&[1, 2]);
    house.lay(3, 3, 25).unwrap();
    house
        .by(
            3,
            Command::Withdraw {
                box_no: crate::common::boxed(3),
            },
        )
        .unwrap();
    house.round_of(&[1, 2]);
    // Cho has missed both.
    held_to_minimum(house.lay(3, 3, 25), 5, "21");
    house.lay(3, 3, 5).unwrap();
    house.lay(3, 4, 5).unwrap();
    let refusal = house.lay(3, 5, 5).unwrap_err();
    assert_eq!(
        by_the_round(&refusal),
        Some(game::Reason::HeldToBoxes { boxes: 2 })
    );
    assert_eq!(refusal.clause.to_string(), "21");
    house.lay(1, 1, 25).unwrap();
    house.close_wagers();
    house.play_out();
    // Bob has missed the third; ann none; cho is held until the shoe is over.
    held_to_minimum(house.lay(2, 2, 25), 5, "21");
    held_to_minimum(house.lay(3, 3, 25), 5, "21");
    house.lay(1, 1, 25).unwrap();
}

#[test]
fn in_adelaide_whoever_played_one_of_the_first_two_rounds_is_free_in_the_third() {
    let mut house = strict("adelaide", Dealing::Shoe);
    house.round_of(&[1, 2]);
    house.round_of(&[1, 3]);
    house.lay(2, 2, 25).unwrap();
    house.lay(3, 3, 25).unwrap();
}

#[test]
fn at_a_device_nobody_is_restricted_for_sitting_out_but_by_the_other_answer_in_adelaide() {
    for book in BOOK_IDS {
        let mut house = strict(book, Dealing::Device);
        for _ in 0..3 {
            house.round_of(&[1, 2]);
        }
        assert!(house.lay(3, 3, 25).is_ok(), "{book}");
    }
    let mut house = restricting_device();
    for _ in 0..3 {
        house.round_of(&[1, 2]);
    }
    held_to_minimum(house.lay(3, 3, 25), 5, "21");
}

/// New seeds are no new shoe: who sat out before them sat out, and who plays on is not counted from
/// the start again.
#[test]
fn new_seeds_of_a_device_change_nothing_for_those_who_sat_out() {
    let mut house = restricting_device();
    for _ in 0..99 {
        house.round_of(&[1, 2]);
    }
    never!(
        house.log,
        What::ShuffleDue {
            why: ShuffleWhy::NewSeeds
        }
    );
    house.round_of(&[1, 2]);
    says!(
        house.log,
        What::ShuffleDue {
            why: ShuffleWhy::NewSeeds
        },
        "41"
    );
    held_to_minimum(house.lay(3, 3, 25), 5, "21");
    house.round_of(&[1]);
    held_to_minimum(house.lay(2, 2, 25), 5, "21");
    house.lay(1, 1, 25).unwrap();
    house
        .by(
            1,
            Command::Withdraw {
                box_no: crate::common::boxed(1),
            },
        )
        .unwrap();
    for _ in 0..99 {
        house.round_of(&[1]);
    }
    let renewed = house.log.iter().filter(|event| {
        matches!(
            event.what,
            What::ShuffleDue {
                why: ShuffleWhy::NewSeeds
            }
        )
    });
    assert_eq!(renewed.count(), 2);
}

#[test]
fn the_books_without_such_a_rule_restrict_nobody_for_sitting_out() {
    for book in ["singapore", "tasmania"] {
        let mut house = strict(book, Dealing::Shoe);
        for _ in 0..3 {
            house.round_of(&[1, 2]);
        }
        house.lay(3, 3, 25).unwrap();
    }
}

#[test]
fn a_house_that_does_not_care_restricts_nobody_for_sitting_out() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.round_of(&[1]);
    house.round_of(&[1]);
    house.lay(2, 2, 25).unwrap();
}

#[test]
fn a_round_for_which_the_cards_were_shuffled_again_is_the_first_of_the_new_shoe() {
    let mut house = strict("sydney", Dealing::Shoe);
    house.round_of(&[1, 2, 3]);
    house.cutting_card_in = Some(0);
    house.begin_without_cut(&[1, 2]);
    house.cut_by_house();
    house.play_out();
    held_to_minimum(house.lay(3, 3, 25), 5, "6.11");
    house.lay(1, 1, 25).unwrap();
}

#[test]
fn a_wager_below_the_minimum_is_paid_once_and_then_refused_also_after_a_departure() {
    for (book, clause) in [
        ("adelaide", "118"),
        ("canberra", "3.4"),
        ("singapore", "5.26"),
    ] {
        let mut house = House::open_with(by_hand(book));
        house.seat_all(&["ann", "bob"]);
        house.lay(1, 1, 1).unwrap();
        house.lay(2, 2, 5).unwrap();
        let events = house.close_wagers();
        says!(events, What::Round(event) if matches!(event.what, game::What::BelowMinimum { .. }), clause);
        house.play_out();
        house.depart(1);
        house.arrive(1, "ann");
        let refusal = house.lay(1, 1, 1).unwrap_err();
        assert_eq!(
            by_the_round(&refusal),
            Some(game::Reason::BelowMinimum {
                minimum: dollars(5)
            }),
            "{book}"
        );
        assert_eq!(refusal.clause.to_string(), clause);
        // Another day is another day.
        house
            .staff(Command::AnnounceClosing { last_rounds: false })
            .unwrap();
        house.wait(3600);
        house.staff(Command::Open).unwrap();
        house.seat_all(&["ann", "bob"]);
        house.lay(1, 1, 1).unwrap();
    }
}

fn note(no: u32) -> Command {
    Command::NoteTouched { player: player(no) }
}

fn refuse_future(no: u32, refused: bool) -> Command {
    Command::RefuseFuture {
        player: player(no),
        refused,
    }
}

/// Adelaide 117: repeated instances, and then every further wager.
#[test]
fn whoever_repeatedly_touches_wagers_in_play_is_refused_further_ones() {
    let mut house = House::open("adelaide");
    house.seat_all(&["ann", "bob"]);
    refused!(house.staff(note(1)), Reason::NoRoundUnderWay, "117");
    for instances in 1..=2 {
        let noted = Reason::TooFewInstances {
            noted: instances - 1,
            needed: 2,
        };
        let refusal = house.staff(refuse_future(1, true)).unwrap_err();
        assert_eq!(refusal.reason, noted);
        assert_eq!(refusal.clause.to_string(), "117");
        house.stack_with("9s 9h 9d 9c 8s 8d");
        house.begin(&[1, 2]);
        refused!(house.staff(note(9)), Reason::NotAtTable, "not stated");
        says!(house.staff(note(1)).unwrap(), What::WagersTouched { instances: so_many, .. } if *so_many == instances, "117");
        house.play_out();
    }
    house.lay(1, 1, 25).unwrap();
    house.lay(2, 2, 25).unwrap();
    let events = house.staff(refuse_future(1, true)).unwrap();
    says!(events, What::FutureRefused { refused: true, .. }, "117");
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::ByHouse, .. } if *who == player(1), "117");
    assert_eq!(house.table.at_stake(), dollars(25));
    // Not one wager once, but whatever is laid, also after going away and on another day.
    let can_lay = |house: &House| {
        let can = house.table.can(player(1));
        can.iter()
            .any(|can| matches!(can.what, table::Able::Lay { .. }))
    };
    for _ in 0..2 {
        refused!(house.lay(1, 1, 25), Reason::FutureRefused, "117");
        refused!(
            house.side(1, 2, game::Side::Pairs, 5),
            Reason::FutureRefused,
            "117"
        );
        assert!(!can_lay(&house));
        house.depart(1);
        house.arrive(1, "ann");
        refused!(house.lay(1, 1, 25), Reason::FutureRefused, "117");
        house
            .staff(Command::AnnounceClosing { last_rounds: false })
            .unwrap();
        house.wait(3600);
        house.staff(Command::Open).unwrap();
        house.seat_all(&["ann", "bob"]);
    }
    // Bob's wagers are taken as ever, and ann's when the floor takes them again.
    house.lay(2, 2, 25).unwrap();
    house.staff(refuse_future(1, false)).unwrap();
    assert!(can_lay(&house));
    house.lay(1, 1, 25).unwrap();
}

#[test]
fn how_many_instances_are_repeated_ones_is_a_reading() {
    let mut house = House::open_with(Config {
        set: vec![("repeated-instances".to_owned(), "3".to_owned())],
        ..usual("adelaide")
    });
    house.seat_all(&["ann"]);
    for _ in 0..2 {
        house.stack_with("9s 9h 9d 9c");
        house.begin(&[1]);
        house.staff(note(1)).unwrap();
        house.play_out();
    }
    let needed = Reason::TooFewInstances {
        noted: 2,
        needed: 3,
    };
    assert_eq!(
        house.staff(refuse_future(1, true)).unwrap_err().reason,
        needed
    );
    for book in BOOK_IDS.iter().filter(|book| **book != "adelaide") {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        house.stack_with("9s 9h 9d 9c");
        house.begin(&[1]);
        refused!(house.staff(note(1)), Reason::NothingNoted, "not stated");
        refused!(
            house.staff(refuse_future(1, true)),
            Reason::NothingNoted,
            "not stated"
        );
    }
}
