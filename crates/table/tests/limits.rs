//! The limits on the sign: where software deals, what lies outside them is refused as it is laid;
//! where a person deals, it is found when wagers are closed.

use crate::common::{Answer, House, boxed, by_hand, by_the_round, dollars, player, usual};
use game::{Held, RaisedLimits, Side};
use rules::{BOOK_IDS, Money, Sign};
use table::{Able, Command, Config, Lay, Reason, What, Withdrawn};

/// The clause that puts the limits on the sign, by book.
const SIGN: [(&str, &str); 5] = [
    ("adelaide", "13"),
    ("canberra", "3.1"),
    ("singapore", "3.6"),
    ("sydney", "7.1"),
    ("tasmania", "How to play 5"),
];

/// Ann, bob and cho at boxes 1 to 3, the cards cut.
fn with_people(config: Config) -> House {
    let mut house = House::open_with(config);
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    house
}

/// A sign from 10 to 95 that demands multiples of the minimum.
fn in_tens(config: Config) -> Config {
    let sign = Sign {
        minimum: dollars(10),
        maximum: dollars(95),
        multiples: true,
        ..config.sign.clone()
    };
    Config { sign, ..config }
}

fn cents(cents: u64) -> Money {
    Money::from_cents(cents)
}

fn lay(house: &mut House, no: u32, box_no: u8, amount: Money) -> Answer {
    house.by(
        no,
        Command::Lay {
            lay: Lay::Wager {
                box_no: boxed(box_no),
                amount,
            },
        },
    )
}

fn side(house: &mut House, no: u32, box_no: u8, side: Side, amount: Money) -> Answer {
    house.by(
        no,
        Command::Lay {
            lay: Lay::Side {
                box_no: boxed(box_no),
                side,
                amount,
            },
        },
    )
}

/// The least and the most that a player can lay on a box, as the table tells it.
fn range(house: &House, no: u32, box_no: u8) -> Option<(Money, Money)> {
    house.table.can(player(no)).into_iter().find_map(|can| {
        let Able::Lay {
            lay: Lay::Wager { box_no: at, amount },
        } = can.what
        else {
            return None;
        };
        (at == boxed(box_no)).then(|| (can.least.unwrap(), amount))
    })
}

fn side_range(house: &House, no: u32, box_no: u8, wanted: Side) -> Option<(Money, Money)> {
    house.table.can(player(no)).into_iter().find_map(|can| {
        let Able::Lay {
            lay:
                Lay::Side {
                    box_no: at,
                    side,
                    amount,
                },
        } = can.what
        else {
            return None;
        };
        (at == boxed(box_no) && side == wanted).then(|| (can.least.unwrap(), amount))
    })
}

/// Demands that a round would not have it, for this reason and by this clause.
#[track_caller]
fn not_taken(answer: Answer, reason: game::Reason, clause: &str) {
    let refusal = answer.unwrap_err();
    assert_eq!(
        (by_the_round(&refusal), refusal.clause.to_string().as_str()),
        (Some(reason), clause),
        "{refusal:?}"
    );
}

#[test]
fn a_wager_below_the_minimum_is_refused_and_one_of_the_minimum_is_not() {
    for (book, clause) in SIGN {
        let mut house = with_people(usual(book));
        let below = game::Reason::BelowMinimum {
            minimum: dollars(5),
        };
        not_taken(lay(&mut house, 1, 1, cents(1)), below, clause);
        not_taken(lay(&mut house, 1, 1, cents(499)), below, clause);
        house.stack_with("9s 9h 9d");
        lay(&mut house, 1, 1, dollars(5)).unwrap();
        let events = house.close_wagers();
        never!(events, What::Round(event) if matches!(event.what, game::What::BelowMinimum { .. }));
        assert_eq!(house.table.at_stake(), dollars(5), "{book}");
    }
}

#[test]
fn a_wager_above_the_maximum_is_refused_and_one_of_the_maximum_is_not() {
    for (book, clause) in SIGN {
        let mut house = with_people(usual(book));
        let above = game::Reason::AboveMaximum {
            maximum: dollars(1000),
        };
        not_taken(lay(&mut house, 1, 1, cents(100_001)), above, clause);
        not_taken(lay(&mut house, 1, 4, dollars(1001)), above, clause);
        house.stack_with("9s 9h 9d");
        lay(&mut house, 1, 1, dollars(1000)).unwrap();
        house.close_wagers();
        assert_eq!(house.table.at_stake(), dollars(1000), "{book}");
    }
}

#[test]
fn a_wager_off_the_multiple_is_refused_where_the_sign_demands_multiples() {
    let clauses = [
        ("adelaide", "13"),
        ("canberra", "3.3"),
        ("singapore", "not stated"),
        ("sydney", "7.1"),
        ("tasmania", "not stated"),
    ];
    for (book, clause) in clauses {
        let mut house = with_people(in_tens(usual(book)));
        let off = game::Reason::NotAMultiple { of: dollars(10) };
        not_taken(lay(&mut house, 1, 1, dollars(15)), off, clause);
        not_taken(lay(&mut house, 1, 1, dollars(95)), off, clause);
        assert_eq!(
            range(&house, 1, 1),
            Some((dollars(10), dollars(90))),
            "{book}"
        );
        lay(&mut house, 1, 1, dollars(90)).unwrap();
        lay(&mut house, 2, 2, dollars(10)).unwrap();
    }
}

#[test]
fn a_side_wager_outside_its_limits_is_refused_and_one_at_them_is_not() {
    let offered = [
        ("adelaide", Side::Pairs, "94"),
        ("canberra", Side::Pairs, "18.9"),
        ("singapore", Side::Pairs, "3.6"),
        ("singapore", Side::Pandemonium, "3.6"),
        ("sydney", Side::Pairs, "16.3"),
    ];
    for (book, which, clause) in offered {
        let mut house = with_people(usual(book));
        lay(&mut house, 1, 1, dollars(5)).unwrap();
        lay(&mut house, 2, 2, dollars(5)).unwrap();
        assert_eq!(
            side_range(&house, 1, 1, which),
            Some((dollars(1), dollars(200))),
            "{book}"
        );
        let outside = game::Reason::SideOutsideLimits {
            least: dollars(1),
            most: dollars(200),
        };
        not_taken(side(&mut house, 1, 1, which, cents(99)), outside, clause);
        not_taken(
            side(&mut house, 1, 1, which, cents(20_001)),
            outside,
            clause,
        );
        side(&mut house, 1, 1, which, dollars(1)).unwrap();
        side(&mut house, 2, 2, which, dollars(200)).unwrap();
    }
}

#[test]
fn a_player_is_told_the_least_and_the_most_of_the_sign() {
    for book in BOOK_IDS {
        let sign = Sign {
            minimum: dollars(15),
            maximum: dollars(400),
            ..usual(book).sign
        };
        let house = with_people(Config {
            sign,
            ..usual(book)
        });
        for no in [1, 2] {
            assert_eq!(
                range(&house, no, 1),
                Some((dollars(15), dollars(400))),
                "{book}"
            );
        }
    }
}

#[test]
fn where_a_person_deals_the_books_say_what_becomes_of_a_wager_outside_the_sign() {
    for book in ["adelaide", "canberra", "singapore", "sydney"] {
        let mut house = with_people(by_hand(book));
        assert_eq!(range(&house, 1, 1), Some((cents(1), Money::MOST)), "{book}");
        house.stack_with("9s 9h 9d 9c 8s");
        lay(&mut house, 1, 1, cents(1)).unwrap();
        lay(&mut house, 2, 2, dollars(1500)).unwrap();
        let events = house.close_wagers();
        // A cent is played for, once at least; of what lies above the maximum, the maximum.
        assert_eq!(house.table.at_stake(), dollars(1000) + cents(1), "{book}");
        let told = events
            .iter()
            .filter(|event| matches!(&event.what, What::Round(event) if matches!(event.what, game::What::BelowMinimum { .. })));
        assert_eq!(
            told.count(),
            usize::from(book != "sydney"),
            "{book}: in sydney nobody is told anything"
        );
    }
    // Adelaide 120 pays what chips can; it refuses nothing.
    let mut house = with_people(in_tens(by_hand("adelaide")));
    lay(&mut house, 1, 1, dollars(15)).unwrap();
    // In Tasmania others may still bring a box to its minimum.
    let mut house = with_people(by_hand("tasmania"));
    assert_eq!(range(&house, 1, 1), Some((cents(1), dollars(1000))));
    house.stack_with("9s 9h 9d");
    house.lay(1, 1, 2).unwrap();
    house.lay(2, 1, 3).unwrap();
    house.close_wagers();
    assert_eq!(house.table.at_stake(), dollars(5));
}

#[test]
fn a_marker_shows_the_least_of_its_player() {
    for multiples in [false, true] {
        let mut config = usual("sydney");
        config.sign.multiples = multiples;
        let mut house = with_people(config);
        let sign = Sign {
            minimum: dollars(12),
            ..house.table.sign().clone()
        };
        house
            .staff(Command::SetSign {
                sign,
                newcomers: true,
            })
            .unwrap();
        house.arrive(4, "dee");
        // Multiples are those of the minimum one has: 996 is 83 times 12.
        let most = if multiples {
            dollars(996)
        } else {
            dollars(1000)
        };
        assert_eq!(range(&house, 1, 1), Some((dollars(5), dollars(1000))));
        assert_eq!(range(&house, 4, 4), Some((dollars(12), most)));
        not_taken(
            lay(&mut house, 1, 1, cents(499)),
            game::Reason::BelowMinimum {
                minimum: dollars(5),
            },
            "7.1",
        );
        not_taken(
            house.lay(4, 4, 5),
            game::Reason::BelowMinimum {
                minimum: dollars(12),
            },
            "7.1",
        );
        house.lay(1, 1, 5).unwrap();
        house.lay(4, 4, 12).unwrap();
    }
}

#[test]
fn a_marker_that_chips_cannot_make_shows_no_multiple() {
    let mut config = usual("sydney");
    config.sign.minimum = cents(550);
    let mut house = with_people(config);
    let higher = Sign {
        minimum: dollars(10),
        ..house.table.sign().clone()
    };
    let coarser = Sign {
        chip: dollars(1),
        multiples: true,
        ..higher.clone()
    };
    for (sign, newcomers) in [(higher, true), (coarser, false)] {
        house.staff(Command::SetSign { sign, newcomers }).unwrap();
    }
    house.wait(20 * 60);
    assert_eq!(range(&house, 1, 1), Some((dollars(10), dollars(1000))));
    not_taken(
        house.lay(1, 1, 11),
        game::Reason::NotAMultiple { of: dollars(10) },
        "7.1",
    );
}

#[test]
fn limits_for_each_wager_hold_for_each_bettor_on_a_box() {
    for (book, clause) in &SIGN[..3] {
        let mut house = with_people(usual(book));
        house.lay(1, 1, 1000).unwrap();
        assert_eq!(
            range(&house, 2, 1),
            Some((dollars(5), dollars(1000))),
            "{book}"
        );
        not_taken(
            house.lay(2, 1, 4),
            game::Reason::BelowMinimum {
                minimum: dollars(5),
            },
            clause,
        );
        house.lay(2, 1, 1000).unwrap();
    }
}

#[test]
fn in_sydney_others_have_what_is_left_of_the_maximum_and_who_sits_there_the_first_option() {
    let above = game::Reason::AboveMaximum {
        maximum: dollars(1000),
    };
    let mut house = with_people(usual("sydney"));
    house.lay(2, 1, 600).unwrap();
    assert_eq!(range(&house, 3, 1), Some((dollars(5), dollars(400))));
    assert_eq!(range(&house, 1, 1), Some((dollars(5), dollars(1000))));
    not_taken(house.lay(3, 1, 401), above, "7.1");
    house.lay(1, 1, 700).unwrap();
    assert_eq!(range(&house, 3, 1), None, "nothing is left");
    not_taken(house.lay(3, 1, 5), above, "7.1");
    // Ann gives her seat up, and with it the first option: the box holds no more than the maximum.
    let events = house.by(1, Command::GiveUp { box_no: boxed(1) }).unwrap();
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::NotInPlay, .. } if *who == player(1), "7.1");
    assert_eq!(house.table.at_stake(), dollars(600));
    house.lay(1, 1, 400).unwrap();
}

#[test]
fn in_tasmania_all_wagers_on_a_box_together_keep_within_the_sign() {
    let mut house = with_people(usual("tasmania"));
    let clause = "How to play 5";
    not_taken(
        house.lay(2, 1, 4),
        game::Reason::BelowMinimum {
            minimum: dollars(5),
        },
        clause,
    );
    house.lay(1, 1, 5).unwrap();
    assert_eq!(
        range(&house, 2, 1),
        Some((cents(1), dollars(995))),
        "the box has its minimum"
    );
    not_taken(
        house.lay(2, 1, 996),
        game::Reason::AboveMaximum {
            maximum: dollars(1000),
        },
        clause,
    );
    house.lay(2, 1, 2).unwrap();
    // Without ann's wager bob's is below the minimum of the box.
    let events = house.by(1, Command::Withdraw { box_no: boxed(1) }).unwrap();
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::NotInPlay, .. } if *who == player(2), clause);
    assert_eq!(house.table.at_stake(), Money::ZERO);
}

#[test]
fn a_box_with_a_maximum_of_its_own_takes_no_more_than_that() {
    let above = game::Reason::AboveMaximum {
        maximum: dollars(3000),
    };
    let mut house = with_people(usual("canberra"));
    house
        .staff(Command::SetMaximum {
            box_no: boxed(1),
            maximum: Some(dollars(3000)),
        })
        .unwrap();
    assert_eq!(range(&house, 1, 1), Some((dollars(5), dollars(3000))));
    not_taken(house.lay(1, 1, 3001), above, "3.2");
    house.lay(1, 1, 2500).unwrap();
    not_taken(house.lay(2, 1, 501), above, "4.6");
    assert_eq!(range(&house, 2, 1), Some((dollars(5), dollars(500))));
    house.lay(2, 1, 500).unwrap();
    // When the box loses it, what no longer fits goes back.
    let events = house
        .staff(Command::SetMaximum {
            box_no: boxed(1),
            maximum: None,
        })
        .unwrap();
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::NotInPlay, .. } if *who == player(1), "3.1");
    assert_eq!(house.table.at_stake(), dollars(500));
}

#[test]
fn a_player_with_limits_of_their_own_shares_them_with_nobody() {
    let limits = |limits| Command::RaiseLimits {
        player: player(1),
        limits,
    };
    let of = |minimum, maximum| {
        Some(RaisedLimits {
            minimum: dollars(minimum),
            maximum: dollars(maximum),
        })
    };
    let mut house = with_people(usual("sydney"));
    for wrong in [of(5, 1000), of(1, 3000), of(4000, 3000)] {
        refused!(house.staff(limits(wrong)), Reason::LimitsNotRaised, "7.6");
    }
    says!(
        house.staff(limits(of(50, 3000))).unwrap(),
        What::LimitsRaised { .. },
        "7.6"
    );
    // Hers on every box, and nobody else's on hers.
    for box_no in [1, 2] {
        assert_eq!(range(&house, 1, box_no), Some((dollars(50), dollars(3000))));
    }
    not_taken(
        house.lay(1, 1, 49),
        game::Reason::BelowMinimum {
            minimum: dollars(50),
        },
        "7.1",
    );
    house.lay(1, 1, 2500).unwrap();
    assert_eq!(range(&house, 2, 1), None);
    assert_eq!(range(&house, 2, 2), Some((dollars(5), dollars(1000))));
    // When she loses them, what no longer fits goes back.
    let events = house.staff(limits(None)).unwrap();
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::NotInPlay, .. } if *who == player(1), "7.1");
    house.staff(limits(of(50, 3000))).unwrap();
    house.by(1, Command::Depart).unwrap();
    house.arrive(1, "ann");
    assert_eq!(range(&house, 1, 1), Some((dollars(5), dollars(1000))));
    for (book, clause) in [("adelaide", "not stated"), ("canberra", "3.2")] {
        let mut house = with_people(usual(book));
        refused!(
            house.staff(limits(of(50, 3000))),
            Reason::NoRaisedLimits,
            clause
        );
    }
}

#[test]
fn a_restricted_player_has_the_minimum_alone_and_only_where_a_box_has_room_for_it() {
    for (book, order) in [("adelaide", "13a"), ("canberra", "4.8"), ("sydney", "6.13")] {
        let mut house = with_people(usual(book));
        house
            .staff(Command::Restrict {
                player: player(2),
                held: Held::ByOrder,
            })
            .unwrap();
        assert_eq!(
            range(&house, 2, 2),
            Some((dollars(5), dollars(5))),
            "{book}"
        );
        not_taken(
            house.lay(2, 2, 6),
            game::Reason::HeldToMinimum {
                minimum: dollars(5),
            },
            order,
        );
        let clause = SIGN.iter().find(|(id, _)| *id == book).unwrap().1;
        not_taken(
            house.lay(2, 2, 4),
            game::Reason::BelowMinimum {
                minimum: dollars(5),
            },
            clause,
        );
        house.by(2, Command::GiveUp { box_no: boxed(2) }).unwrap();
        house.lay(1, 1, 996).unwrap();
        let room = (book != "sydney").then_some((dollars(5), dollars(5)));
        assert_eq!(range(&house, 2, 1), room, "{book}");
    }
    let mut house = with_people(usual("sydney"));
    house
        .staff(Command::Restrict {
            player: player(2),
            held: Held::ByOrder,
        })
        .unwrap();
    house.by(2, Command::GiveUp { box_no: boxed(2) }).unwrap();
    house.lay(1, 1, 996).unwrap();
    not_taken(
        house.lay(2, 1, 5),
        game::Reason::AboveMaximum {
            maximum: dollars(1000),
        },
        "7.1",
    );
}
