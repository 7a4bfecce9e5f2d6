//! The sign at the table: raising and lowering it, markers, and boxes with a maximum of their own.

use crate::common::{House, boxed, by_hand, dollars, player, usual};
use rules::{BOOK_IDS, Money, Sign};
use table::{Command, Config, Reason, What};

/// The sign of the table with another minimum.
fn minimum(house: &House, amount: u32) -> Sign {
    Sign {
        minimum: dollars(amount),
        ..house.table.sign().clone()
    }
}

fn for_all(sign: Sign) -> Command {
    Command::SetSign {
        sign,
        newcomers: false,
    }
}

fn for_newcomers(sign: Sign) -> Command {
    Command::SetSign {
        sign,
        newcomers: true,
    }
}

/// The minimum each player of the round has.
fn minimums(house: &House) -> Vec<(String, Money)> {
    let (_, round) = house.table.round().unwrap();
    let setup = round.setup();
    setup
        .patrons
        .iter()
        .map(|patron| {
            (
                patron.name.clone(),
                patron.minimum.unwrap_or(setup.sign.minimum),
            )
        })
        .collect()
}

/// A round in which nothing ends before somebody decides.
fn quiet_round(house: &mut House, boxes: &[u8]) {
    let cards = ["9s", "9h", "9d", "9c"];
    let all: Vec<&str> = (0..boxes.len() * 2 + 1)
        .map(|place| cards[place % 4])
        .collect();
    house.stack_with(&all.join(" "));
    for &box_no in boxes {
        house.lay(box_no.into(), box_no, 20).unwrap();
    }
    house.close_wagers();
}

#[test]
fn a_higher_minimum_is_announced_twenty_minutes_ahead() {
    let clauses = [
        ("adelaide", "reading raise-notice"),
        ("canberra", "3.1"),
        ("singapore", "reading raise-notice"),
        ("sydney", "7.5"),
        ("tasmania", "reading raise-notice"),
    ];
    for (book, clause) in clauses {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        house.cut_by_house();
        let events = house.staff(for_all(minimum(&house, 20))).unwrap();
        let from = house.now.after(table::Span::minutes(20));
        says!(events, What::SignAnnounced { from: at, .. } if *at == from, clause);
        assert_eq!(house.table.next_time(), Some(from));
        never!(house.wait(20 * 60 - 1), What::SignChanged { .. });
        says!(house.wait(1), What::SignChanged { sign } if sign.minimum == dollars(20), clause);
        assert_eq!(house.table.sign().minimum, dollars(20), "{book}");
    }
}

#[test]
fn limits_are_lowered_and_maxima_changed_at_once_where_no_notice_is_due() {
    let clauses = [
        ("adelaide", "not stated"),
        ("singapore", "not stated"),
        ("sydney", "7.5"),
        ("tasmania", "not stated"),
    ];
    for (book, clause) in clauses {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        let events = house.staff(for_all(minimum(&house, 2))).unwrap();
        says!(events, What::SignChanged { sign } if sign.minimum == dollars(2), clause);
        let sign = Sign {
            maximum: dollars(500),
            ..house.table.sign().clone()
        };
        says!(house.staff(for_all(sign)).unwrap(), What::SignChanged { sign } if sign.maximum == dollars(500), clause);
    }
}

#[test]
fn nobody_need_be_told_at_an_empty_table_nor_where_the_reading_says_so() {
    let mut house = House::open("sydney");
    says!(
        house.staff(for_all(minimum(&house, 20))).unwrap(),
        What::SignChanged { .. },
        "7.5"
    );
    let set = vec![("raise-notice".to_owned(), "0".to_owned())];
    let mut house = House::open_with(Config {
        set,
        ..usual("adelaide")
    });
    house.seat_all(&["ann"]);
    says!(
        house.staff(for_all(minimum(&house, 20))).unwrap(),
        What::SignChanged { .. },
        "reading raise-notice"
    );
}

#[test]
fn what_was_laid_under_the_old_sign_is_played_under_it() {
    let mut house = House::open("adelaide");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.staff(for_all(minimum(&house, 20))).unwrap();
    house.now = house.now.after(table::Span::minutes(19));
    house.lay(1, 1, 5).unwrap();
    // The time for the change comes between laying and closing, and the round begins with the old
    // sign.
    house.stack_with("9s 9h 9d");
    house.now = house.now.after(table::Span::minutes(1));
    let mut events = house.ready(1);
    events.extend(house.wait(5));
    says!(events, What::RoundBegan { .. }, "15");
    never!(
        events,
        What::SignChanged { .. } | What::WagersWithdrawn { .. }
    );
    assert!(!events.iter().any(|event| matches!(
        event.what,
        What::Round(event) if matches!(event.what, game::What::BelowMinimum { .. }),
    ),));
    // When the round is over the sign changes, before anybody can lay anew.
    let events = house.play_out();
    says!(events, What::SignChanged { .. }, "reading raise-notice");
}

#[test]
fn a_change_in_mid_round_waits_for_its_end() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    quiet_round(&mut house, &[1]);
    let events = house.staff(for_all(minimum(&house, 2))).unwrap();
    never!(events, What::SignChanged { .. });
    says!(house.play_out(), What::SignChanged { .. }, "7.5");
    // And one while wagers lie waits for their round.
    house.lay(1, 1, 20).unwrap();
    never!(
        house.staff(for_all(minimum(&house, 1))).unwrap(),
        What::SignChanged { .. }
    );
    assert_eq!(
        house.table.next_time(),
        Some(house.now.after(table::Span::seconds(15))),
        "the time for wagers comes first"
    );
    house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
    assert_eq!(house.table.sign().minimum, dollars(1));
}

#[test]
fn a_sign_must_fit_the_book() {
    let mut house = House::open("sydney");
    let sign = Sign {
        maximum: dollars(1),
        ..house.table.sign().clone()
    };
    let refusal = house.staff(for_all(sign)).unwrap_err();
    assert!(matches!(refusal.reason, Reason::Sign(_)), "{refusal:?}");
    let sign = Sign {
        pandemonium: Some((dollars(1), dollars(5))),
        ..house.table.sign().clone()
    };
    assert!(matches!(
        house.staff(for_all(sign)).unwrap_err().reason,
        Reason::Sign(_)
    ));
}

#[test]
fn in_sydney_a_minimum_may_be_raised_at_once_for_newcomers_while_others_keep_theirs_under_a_marker()
{
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.lay(1, 1, 5).unwrap();
    let events = house.staff(for_newcomers(minimum(&house, 20))).unwrap();
    says!(events, What::SignChanged { sign } if sign.minimum == dollars(20), "7.5.1");
    for no in [1, 2] {
        says!(events, What::MarkerPlaced { player: who, minimum } if (*who, *minimum) == (player(no), dollars(5)), "7.5.1");
    }
    never!(events, What::WagersWithdrawn { .. });
    house.arrive(3, "cho");
    house.sit(3, 3).unwrap();
    house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
    quiet_round(&mut house, &[1, 2, 3]);
    let expected = [("ann", 5), ("bob", 5), ("cho", 20)]
        .map(|(name, amount)| (name.to_owned(), dollars(amount)));
    assert_eq!(minimums(&house), expected);
    refused!(
        house.staff(for_newcomers(minimum(&house, 50))),
        Reason::RoundUnderWay,
        "not stated"
    );
    house.play_out();
    refused!(
        house.staff(for_newcomers(minimum(&house, 20))),
        Reason::NotHigher,
        "7.5.1"
    );
    // A second raise leaves each what they had.
    house.staff(for_newcomers(minimum(&house, 50))).unwrap();
    quiet_round(&mut house, &[1, 2, 3]);
    let expected = [("ann", 5), ("bob", 5), ("cho", 20)]
        .map(|(name, amount)| (name.to_owned(), dollars(amount)));
    assert_eq!(minimums(&house), expected);
}

#[test]
fn in_the_other_books_a_minimum_for_newcomers_is_a_change_without_notice() {
    for book in BOOK_IDS.iter().filter(|book| **book != "sydney") {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        let before = house.table.clone();
        let clause = if *book == "canberra" {
            "3.1"
        } else {
            "reading raise-notice"
        };
        let refusal = house.staff(for_newcomers(minimum(&house, 20))).unwrap_err();
        assert_eq!(refusal.reason, Reason::NoticeFirst { minutes: 20 });
        assert_eq!(refusal.clause.to_string(), clause);
        let says = refusal.reason.to_string();
        assert!(
            says.ends_with("announce it to everybody, 20 minutes ahead"),
            "{says}"
        );
        assert_eq!(house.table, before);
    }
}

/// Canberra 3.1: the players are told of any change.
#[test]
fn in_canberra_every_change_of_the_limits_waits_for_notice() {
    let usual = usual("canberra").sign;
    let changes = [
        Sign {
            minimum: dollars(2),
            ..usual.clone()
        },
        Sign {
            maximum: dollars(20),
            ..usual.clone()
        },
        Sign {
            multiples: true,
            ..usual.clone()
        },
        Sign {
            pairs: Some((dollars(1), dollars(50))),
            ..usual.clone()
        },
    ];
    for sign in changes {
        let mut house = House::open("canberra");
        house.seat_all(&["ann"]);
        house.cut_by_house();
        let from = house.now.after(table::Span::minutes(20));
        let events = house.staff(for_all(sign.clone())).unwrap();
        says!(events, What::SignAnnounced { from: at, .. } if *at == from, "3.1");
        never!(events, What::SignChanged { .. });
        house.lay(1, 1, 25).unwrap();
        house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
        says!(house.wait(20 * 60), What::SignChanged { sign: now } if *now == sign, "3.1");
    }
}

/// Sydney 7.5 speaks of a minimum wager: of every one there is.
#[test]
fn whatever_raises_the_least_that_can_be_wagered_is_announced_ahead() {
    let usual = usual("sydney").sign;
    let changes = [
        Sign {
            chip: dollars(25),
            ..usual.clone()
        },
        Sign {
            multiples: true,
            ..usual.clone()
        },
        Sign {
            pairs: Some((dollars(50), dollars(200))),
            ..usual.clone()
        },
    ];
    for sign in changes {
        let mut house = House::open("sydney");
        house.seat_all(&["ann"]);
        house.cut_by_house();
        let events = house.staff(for_all(sign.clone())).unwrap();
        says!(events, What::SignAnnounced { .. }, "7.5");
        never!(events, What::SignChanged { .. });
        house.lay(1, 1, 7).unwrap();
        house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
        // At once for newcomers neither: a marker keeps the table's minimum and nothing besides.
        let raised = Sign {
            minimum: dollars(50),
            maximum: dollars(1000),
            ..sign.clone()
        };
        refused!(
            house.staff(for_newcomers(raised)),
            Reason::NoticeFirst { minutes: 20 },
            "7.5"
        );
        never!(house.wait(20 * 60 - 1), What::SignChanged { .. });
        says!(house.wait(1), What::SignChanged { sign: now } if *now == sign, "7.5");
    }
    // Less of all that comes at once.
    let mut house = House::open("sydney");
    house
        .staff(for_all(Sign {
            chip: dollars(5),
            ..usual.clone()
        }))
        .unwrap();
    house.seat_all(&["ann"]);
    says!(
        house.staff(for_all(usual)).unwrap(),
        What::SignChanged { .. },
        "7.5"
    );
}

#[test]
fn pairs_as_a_condition_of_play_are_announced_ahead() {
    let mut house = House::open("adelaide");
    house.seat_all(&["ann"]);
    let sign = Sign {
        pairs_compulsory: true,
        ..house.table.sign().clone()
    };
    let events = house.staff(for_all(sign)).unwrap();
    says!(events, What::SignAnnounced { .. }, "reading raise-notice");
    never!(events, What::SignChanged { .. });
}

/// Ann and bob under markers of 5, cho without one, at a minimum of 20.
fn marked() -> House {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.staff(for_newcomers(minimum(&house, 20))).unwrap();
    house.arrive(3, "cho");
    house.sit(3, 3).unwrap();
    house
}

#[test]
fn the_least_wager_of_a_player_is_the_signs_or_the_one_a_marker_keeps() {
    let mut house = marked();
    let least = |house: &House| [1, 2, 3, 9].map(|no| house.table.minimum_of(player(no)));
    assert_eq!(least(&house), [5, 5, 20, 20].map(dollars));
    house.depart(1);
    assert_eq!(least(&house), [20, 5, 20, 20].map(dollars));
}

#[test]
fn a_marker_goes_when_its_player_leaves() {
    let mut house = marked();
    let events = house.depart(1);
    says!(events, What::MarkerRemoved { player: who } if *who == player(1), "7.5.1");
    house.arrive(1, "ann");
    house.sit(1, 1).unwrap();
    quiet_round(&mut house, &[1, 2]);
    assert_eq!(
        minimums(&house)[..2],
        [
            ("ann".to_owned(), dollars(20)),
            ("bob".to_owned(), dollars(5))
        ]
    );
}

#[test]
fn a_minimum_kept_under_a_marker_is_raised_with_twenty_minutes_notice_only() {
    let mut house = marked();
    // The sign that hangs there, for everybody.
    let events = house.staff(for_all(minimum(&house, 20))).unwrap();
    says!(events, What::SignAnnounced { .. }, "7.5");
    never!(events, What::MarkerRemoved { .. });
    never!(house.wait(20 * 60 - 1), What::MarkerRemoved { .. });
    let events = house.wait(1);
    for no in [1, 2] {
        says!(events, What::MarkerRemoved { player: who } if *who == player(no), "7.5");
    }
}

#[test]
fn a_lower_sign_leaves_markers_that_still_show_less() {
    let mut house = marked();
    let events = house.staff(for_all(minimum(&house, 10))).unwrap();
    says!(events, What::SignChanged { .. }, "7.5");
    never!(events, What::MarkerRemoved { .. });
    let events = house.staff(for_all(minimum(&house, 5))).unwrap();
    says!(events, What::MarkerRemoved { .. }, "7.5");
    // A change of the maximum alone does not touch them either.
    let mut house = marked();
    let sign = Sign {
        maximum: dollars(2000),
        ..house.table.sign().clone()
    };
    never!(
        house.staff(for_all(sign)).unwrap(),
        What::MarkerRemoved { .. }
    );
}

#[test]
fn a_restricted_player_is_held_to_the_minimum_of_the_marker() {
    let mut house = marked();
    for (no, minimum) in [(1, 5), (3, 20)] {
        house
            .staff(Command::Restrict {
                player: player(no),
                held: game::Held::ByOrder,
            })
            .unwrap();
        let refusal = house.lay(no, u8::try_from(no).unwrap(), 25).unwrap_err();
        assert_eq!(
            crate::common::by_the_round(&refusal),
            Some(game::Reason::HeldToMinimum {
                minimum: dollars(minimum)
            })
        );
    }
}

fn maximum(box_no: u8, amount: Option<u32>) -> Command {
    Command::SetMaximum {
        box_no: boxed(box_no),
        maximum: amount.map(dollars),
    }
}

#[test]
fn a_box_may_have_a_higher_maximum_of_its_own() {
    let (book, clause) = ("canberra", "3.2");
    let mut house = House::open_with(by_hand(book));
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    refused!(
        house.staff(maximum(1, Some(1000))),
        Reason::MaximumTooLow,
        clause
    );
    says!(
        house.staff(maximum(1, Some(3000))).unwrap(),
        What::MaximumSet { .. },
        clause
    );
    house.stack_with("9s 9h 9d 9c 8s");
    house.lay(1, 1, 2500).unwrap();
    house.lay(2, 2, 2500).unwrap();
    house.close_wagers();
    // Box 2 is capped, box 1 is not.
    assert_eq!(house.table.at_stake(), dollars(3500), "{book}");
    refused!(
        house.staff(maximum(1, None)),
        Reason::RoundUnderWay,
        "not stated"
    );
    house.play_out();
    house.staff(maximum(1, None)).unwrap();
    house.stack_with("9s 9h 9d");
    house.lay(1, 1, 2500).unwrap();
    house.close_wagers();
    assert_eq!(house.table.at_stake(), dollars(1000));
    let silent = "not stated";
    let never = [
        ("adelaide", silent),
        ("singapore", silent),
        ("tasmania", silent),
    ];
    for (book, clause) in never.into_iter().chain([("sydney", "7.6")]) {
        let mut house = House::open(book);
        refused!(
            house.staff(maximum(1, Some(3000))),
            Reason::NoOwnMaximum,
            clause
        );
    }
    let mut house = House::open_with(Config {
        set: vec![("boxes.most".to_owned(), "5".to_owned())],
        ..usual("canberra")
    });
    refused!(
        house.staff(maximum(6, Some(3000))),
        Reason::NoSuchBox { most: 5 },
        house.table.book().boxes.most.clause.to_string()
    );
}

#[test]
fn a_maximum_of_a_boxs_own_goes_when_the_sign_reaches_it() {
    let mut house = House::open_with(by_hand("canberra"));
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.staff(maximum(1, Some(3000))).unwrap();
    let high = Sign {
        maximum: dollars(4000),
        ..house.table.sign().clone()
    };
    // Canberra 3.1: every change of the limits needs notice.
    house.staff(for_all(high)).unwrap();
    house.wait(20 * 60);
    let low = Sign {
        maximum: dollars(1000),
        ..house.table.sign().clone()
    };
    house.staff(for_all(low)).unwrap();
    house.wait(20 * 60);
    house.stack_with("9s 9h 9d");
    house.lay(1, 1, 2500).unwrap();
    house.close_wagers();
    assert_eq!(house.table.at_stake(), dollars(1000));
}
