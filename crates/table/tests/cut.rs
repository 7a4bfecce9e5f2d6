//! Who is offered the cut, who cuts last, and where.

use crate::common::{House, boxed, card_of, come, dollars, player, usual};
use game::Dealing;
use table::{Actor, Command, Config, CutRefused, Cutter, LastCutBy, Phase, Reason, What};

/// What each book says of the cut: first cut, box, dealer, refused, last, depth; where the cutting
/// card is placed, and what it brings.
const CLAUSES: [(&str, [&str; 8]); 5] = [
    (
        "adelaide",
        ["36a", "36b", "36c", "39", "39", "37", "38a", "54"],
    ),
    (
        "canberra",
        ["5.2a", "5.2b", "5.2c", "5.2d", "5.2", "5.3", "5.3", "5.4b"],
    ),
    (
        "singapore",
        [
            FIRST,
            BOX,
            DEALER,
            REFUSED,
            LAST,
            DEPTH,
            "not stated",
            "5.20",
        ],
    ),
    (
        "sydney",
        [
            "5.3.1", "5.3.2", "5.3.3", "5.4", "5.4", "5.5", "5.6", "5.1.3",
        ],
    ),
    (
        "tasmania",
        [
            FIRST,
            BOX,
            DEALER,
            REFUSED,
            LAST,
            DEPTH,
            "not stated",
            "not stated",
        ],
    ),
];
const FIRST: &str = "reading first-cut";
const BOX: &str = "reading box-cut";
const DEALER: &str = "reading dealer-cut";
const REFUSED: &str = "reading refused-cut";
const LAST: &str = "reading last-cut";
const DEPTH: &str = "reading cut-depth";

/// Three people at boxes 2, 4 and 6, whoever came first in the middle; they came while the cards
/// were shuffled.
fn three_at(book: &str) -> House {
    let mut house = House::new(book, 7);
    house.one(&crate::common::staff(), &Command::Open).unwrap();
    for (no, name, box_no) in [(4, "dee", 4), (2, "bob", 2), (6, "fay", 6)] {
        house
            .one(&table::Actor::Player(player(no)), &come(name))
            .unwrap();
        if house.table.asks_for_cards() {
            house
                .one(&crate::common::staff(), &card_of(no, true))
                .unwrap();
        }
        house
            .one(
                &table::Actor::Player(player(no)),
                &Command::Sit {
                    box_no: boxed(box_no),
                },
            )
            .unwrap();
    }
    house.deal();
    house
}

/// The same with a shoe in use.
fn playing_at(book: &str) -> House {
    let mut house = three_at(book);
    house.cut_by_house();
    house
}

#[test]
fn the_first_cut_belongs_to_whoever_came_first_or_in_adelaide_sits_farthest_left() {
    for (book, clauses) in CLAUSES {
        let house = three_at(book);
        let first = if book == "adelaide" { 2 } else { 4 };
        assert_eq!(house.offered(), Some(first), "{book}");
        assert_eq!(house.offer_clause(), clauses[0], "{book}");
    }
}

#[test]
fn a_refused_cut_goes_round_clockwise_and_comes_to_the_house_last() {
    for (book, clauses) in CLAUSES {
        let mut house = three_at(book);
        let first = house.offered().unwrap();
        let mut asked = vec![first];
        let mut last = Vec::new();
        while let Some(to) = house.offered() {
            last = house.by(to, Command::RefuseCut).unwrap();
            says!(
                last,
                What::CutRefused {
                    how: CutRefused::Declined,
                    ..
                },
                clauses[3]
            );
            if let Some(next) = house.offered() {
                assert_eq!(house.offer_clause(), clauses[3], "{book}");
                asked.push(next);
            }
        }
        let clockwise = if book == "adelaide" {
            [2, 4, 6]
        } else {
            [4, 6, 2]
        };
        assert_eq!(asked, clockwise, "{book}");
        // The software cuts, and the record says so, whomever the book names.
        says!(
            last,
            What::Cut {
                by: Cutter::Software,
                ..
            },
            clauses[4]
        );
    }
}

#[test]
fn whoever_does_not_answer_in_time_refuses() {
    let mut house = three_at("sydney");
    let events = house.wait(9);
    never!(events, What::CutRefused { .. });
    let events = house.wait(1);
    says!(events, What::CutRefused { by, how: CutRefused::NoAnswer } if *by == player(4), "5.4");
    assert_eq!(house.offered(), Some(6));
    // However late the clock comes, each gets the whole time.
    house.wait(3600);
    assert_eq!(house.offered(), Some(2));
    let events = house.wait(10);
    says!(
        events,
        What::Cut {
            by: Cutter::Software,
            ..
        },
        "5.4"
    );
}

#[test]
fn a_cut_lies_a_deck_or_more_from_either_end() {
    for (book, clauses) in CLAUSES {
        let mut house = three_at(book);
        let to = house.offered().unwrap();
        for place in [0, 47, 337, 384, u32::MAX] {
            refused!(
                house.by(to, Command::Cut { place }),
                Reason::CutOutOfRange {
                    least: 48,
                    most: 336
                },
                clauses[5]
            );
        }
        let events = house.by(to, Command::Cut { place: 48 }).unwrap();
        says!(events, What::Cut { by: Cutter::Player(by), place: 48 } if *by == player(to), clauses[5]);
        says!(
            events,
            What::CuttingCardPlaced { from_back: 48 },
            clauses[6]
        );
    }
}

#[test]
fn only_whom_it_is_offered_to_cuts_and_the_house_not_before_the_last() {
    let mut house = three_at("sydney");
    refused!(
        house.by(2, Command::Cut { place: 100 }),
        Reason::CutNotOffered,
        "5.4"
    );
    refused!(
        house.by(2, Command::RefuseCut),
        Reason::CutNotOffered,
        "5.4"
    );
    refused!(
        house.by(9, Command::Cut { place: 100 }),
        Reason::NotAtTable,
        "not stated"
    );
    refused!(
        house.give(&table::Actor::Software, &Command::CutByHouse { place: 100 }),
        Reason::HouseCutsLast,
        "5.4"
    );
    house.by(4, Command::Cut { place: 100 }).unwrap();
    refused!(
        house.by(4, Command::Cut { place: 100 }),
        Reason::NoCutDue,
        "5.3.1"
    );
    refused!(
        house.give(&table::Actor::Software, &Command::CutByHouse { place: 100 }),
        Reason::NoCutDue,
        "5.4"
    );
}

#[test]
fn cards_wait_for_the_first_player_and_are_not_cut_before() {
    let mut house = House::open("sydney");
    assert_eq!(house.table.phase(), Phase::Cut);
    house.wait(100_000);
    // Somebody who only looks on is no player yet.
    house.arrive(1, "ann");
    assert_eq!(house.offered(), None);
    house.sit(1, 3).unwrap();
    assert_eq!(house.offered(), Some(1));
}

#[test]
fn somebody_who_stands_at_a_box_with_a_wager_may_cut_too() {
    let mut house = House::open("sydney");
    house.arrive(1, "ann");
    house.lay(1, 5, 25).unwrap();
    assert_eq!(house.offered(), Some(1));
    // The offer stands even if the wager is taken back: ann is still at the table.
    house.by(1, Command::Withdraw { box_no: boxed(5) }).unwrap();
    house.by(1, Command::Cut { place: 48 }).unwrap();
    assert_eq!(house.table.phase(), Phase::Wagers);
}

#[test]
fn the_cutting_card_on_a_box_names_its_player() {
    for (book, clauses) in CLAUSES {
        let mut house = playing_at(book);
        house.cutting_card_in = Some(1 + burned(&house));
        house.round_of(&[2, 4, 6]);
        assert_eq!(house.offered(), Some(4), "{book}");
        assert_eq!(house.offer_clause(), clauses[1], "{book}");
        says!(
            house.log,
            What::ShuffleDue {
                why: table::ShuffleWhy::CuttingCard
            },
            clauses[7]
        );
    }
}

/// How many cards are burned before the next round.
fn burned(house: &House) -> u32 {
    u32::from(house.table.book().shoe.burn.is.get())
}

#[test]
fn the_cutting_card_on_the_dealers_hand_names_the_player_farthest_right() {
    for (book, clauses) in CLAUSES {
        let mut house = playing_at(book);
        house.cutting_card_in = Some(3 + burned(&house));
        house.round_of(&[2, 4, 6]);
        assert_eq!(house.offered(), Some(6), "{book}");
        assert_eq!(house.offer_clause(), clauses[2], "{book}");
    }
}

#[test]
fn the_cutting_card_names_the_controlling_player_also_one_who_stands() {
    let mut house = playing_at("sydney");
    house.arrive(9, "ivy");
    house.lay(9, 5, 25).unwrap();
    house.cutting_card_in = Some(2 + burned(&house));
    house.begin(&[2, 4, 6]);
    house.play_out();
    // Boxes 2, 4, 5 and 6 are dealt to: the third card goes to ivy, who has no seat and, the round
    // being over, no wager.
    assert_eq!(house.offered(), Some(9));
    assert_eq!(house.offer_clause(), "5.3.2");
    house.by(9, Command::RefuseCut).unwrap();
    assert_eq!(house.offered(), Some(6), "clockwise from box 5");
}

#[test]
fn who_controls_the_box_comes_before_who_only_sits_there_and_who_sits_before_who_stands() {
    // Dee sits at box 4 and lets the round pass; ivy stands there with a wager, and the cutting
    // card comes.
    let mut house = playing_at("sydney");
    house.arrive(9, "ivy");
    house.lay(9, 4, 25).unwrap();
    house.cutting_card_in = Some(1 + burned(&house));
    house.begin(&[2, 6]);
    house.play_out();
    assert_eq!(house.offered(), Some(9));
    // Ann stands at box 6 with a wager, and fay sits there: the player farthest right is fay.
    let mut house = playing_at("sydney");
    house.arrive(1, "ann");
    house.lay(1, 6, 25).unwrap();
    house.staff(Command::OrderShuffle).unwrap();
    assert_eq!(house.offered(), Some(6));
    house.by(6, Command::RefuseCut).unwrap();
    assert_eq!(house.offered(), Some(1));
}

#[test]
fn the_cutting_card_names_a_player_of_several_boxes_on_any_of_them() {
    let mut house = playing_at("sydney");
    house.sit(2, 7).unwrap();
    house.lay(2, 7, 25).unwrap();
    house.cutting_card_in = Some(3 + burned(&house));
    house.begin(&[2, 4, 6]);
    house.play_out();
    assert_eq!(house.offered(), Some(2));
    house.by(2, Command::RefuseCut).unwrap();
    assert_eq!(
        house.offered(),
        Some(4),
        "bob was asked already: the next clockwise from box 7, past box 2, is box 4"
    );
}

#[test]
fn a_player_named_who_has_left_is_passed_over() {
    let mut house = playing_at("sydney");
    house.cutting_card_in = Some(1 + burned(&house));
    house.begin(&[2, 4, 6]);
    house.depart(4);
    house.play_out();
    assert_eq!(house.offered(), Some(6));
    assert_eq!(house.offer_clause(), "5.3.2");
}

#[test]
fn whoever_leaves_while_the_cut_is_offered_passes_it_on() {
    let mut house = three_at("sydney");
    let events = house.depart(4);
    says!(events, What::CutRefused { by, how: CutRefused::Departed } if *by == player(4), "5.4");
    assert_eq!(house.offered(), Some(6));
    // Giving up the seat is not leaving: the offer stands.
    house.by(6, Command::GiveUp { box_no: boxed(6) }).unwrap();
    assert_eq!(house.offered(), Some(6));
    house.by(6, Command::Cut { place: 60 }).unwrap();
}

#[test]
fn what_the_cutting_card_named_counts_for_the_next_cut_only() {
    let mut house = playing_at("sydney");
    house.arrive(9, "ivy");
    house.lay(9, 7, 25).unwrap();
    house.cutting_card_in = Some(3 + burned(&house));
    house.begin(&[2, 4, 6]);
    house.play_out();
    assert_eq!(
        (house.offered(), house.offer_clause()),
        (Some(9), "5.3.2".to_owned())
    );
    house.cut_by_house();
    // Ivy looks on while the others play, and is no player when cards are shuffled by order.
    house.round_of(&[2, 4, 6]);
    house.staff(Command::OrderShuffle).unwrap();
    assert_eq!(
        (house.offered(), house.offer_clause()),
        (Some(6), "reading replaced-cut".to_owned())
    );
}

#[test]
fn a_cutting_card_that_comes_first_is_followed_by_shuffle_and_cut_in_the_same_round() {
    let clauses = [
        ("adelaide", "55", "reading first-card-cut"),
        ("canberra", "5.4a", "reading first-card-cut"),
        ("singapore", "not stated", "not stated"),
        ("sydney", "5.1.2", "5.3.4"),
        ("tasmania", "not stated", "not stated"),
    ];
    for (book, shuffle, cut) in clauses {
        let mut house = playing_at(book);
        house.round_of(&[2, 4, 6]);
        house.cutting_card_in = Some(0);
        let events = house.begin_without_cut(&[2, 4, 6]);
        says!(events, What::Round(event) if event.what == game::What::CuttingCardFirst, shuffle);
        says!(events, What::Shuffled { .. }, shuffle);
        assert_eq!(
            (house.table.phase(), house.table.round().is_some()),
            (Phase::Cut, true),
            "{book}"
        );
        assert_eq!(
            (house.offered(), house.offer_clause()),
            (Some(6), cut.to_owned()),
            "{book}"
        );
        // Wagers are closed: the round goes on with what was laid.
        refused!(
            house.lay(2, 1, 5),
            Reason::Game(game::Reason::WagersClosed),
            house.table.book().limits.closing.clause.to_string()
        );
        house.by(6, Command::Cut { place: 60 }).unwrap();
        assert_eq!(house.table.phase(), Phase::Round);
        let over = house.play_out();
        says!(
            over,
            What::RoundOver { no: 2 },
            house.table.book().shoe.round_over.clause.to_string()
        );
        assert_eq!(
            house.table.phase(),
            Phase::Wagers,
            "{book}: no second shuffle is due"
        );
    }
}

#[test]
fn a_reading_gives_the_cut_after_a_first_cutting_card_to_whoever_cuts_first() {
    for book in ["adelaide", "canberra"] {
        let set = vec![("first-card-cut".to_owned(), "as-at-start".to_owned())];
        let mut house = House::open_with(Config { set, ..usual(book) });
        house.seat_all(&["ann", "bob"]);
        house.round_of(&[1, 2]);
        house.cutting_card_in = Some(0);
        house.begin_without_cut(&[1, 2]);
        assert_eq!(
            (house.offered(), house.offer_clause()),
            (Some(1), "reading first-card-cut".to_owned()),
            "{book}"
        );
    }
}

#[test]
fn the_cards_of_a_device_are_not_cut() {
    let clauses = [
        ("adelaide", "41"),
        ("canberra", "19.1"),
        ("singapore", "reading device-cut"),
        ("sydney", "5.7"),
        ("tasmania", "reading device-cut"),
    ];
    for (book, clause) in clauses {
        let mut house = House::open_with(Config {
            dealing: Dealing::Device,
            ..usual(book)
        });
        says!(house.log, What::Shuffled { shoe: 1, .. }, clause);
        house.seat_all(&["ann", "bob"]);
        never!(house.log, What::CutOffered { .. });
        let events = house.round_of(&[1, 2]);
        never!(
            events,
            What::CutOffered { .. } | What::ShuffleDue { .. } | What::CuttingCardPlaced { .. }
        );
        assert_eq!(house.table.phase(), Phase::Wagers, "{book}");
    }
}

#[test]
fn wagers_may_be_laid_before_the_cut_and_their_time_starts_after_it() {
    let mut house = three_at("sydney");
    house.lay(2, 2, 25).unwrap();
    house.by(2, Command::Ready).unwrap();
    never!(
        house.log,
        What::WagersUntil { .. } | What::RoundBegan { .. }
    );
    let events = house.by(4, Command::Cut { place: 48 }).unwrap();
    says!(events, What::WagersUntil { .. }, "6.4");
    says!(house.wait(5), What::RoundBegan { no: 1, .. }, "6.4");
    assert_eq!(house.table.at_stake(), dollars(25));
}

#[test]
fn an_offer_in_mid_round_keeps_its_time_whatever_else_happens() {
    let mut house = playing_at("sydney");
    house.round_of(&[2, 4, 6]);
    house.cutting_card_in = Some(0);
    house.begin_without_cut(&[2, 4, 6]);
    assert_eq!(house.offered(), Some(6));
    // The other two leave, and the round is declared void: fay still has the offer, and the clock
    // still runs.
    house.depart(2);
    house.depart(4);
    house
        .staff(Command::VoidRound {
            why: "a fire alarm".to_owned(),
        })
        .unwrap();
    assert_eq!(
        (house.offered(), house.table.phase()),
        (Some(6), Phase::Cut)
    );
    assert!(house.table.next_time().is_some());
    let events = house.wait(10);
    says!(
        events,
        What::Cut {
            by: Cutter::Software,
            ..
        },
        "5.4"
    );
}

/// Three people at a table at which a supervisor is waited for, all of whom refuse.
fn left_to_the_supervisor(book: &str) -> House {
    let mut house = House::open_with(Config {
        last_cut: LastCutBy::Supervisor,
        ..usual(book)
    });
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    house
}

fn cut_by_supervisor(place: u32) -> Command {
    Command::CutBySupervisor { place }
}

#[test]
fn where_no_player_cuts_a_supervisor_can() {
    let clauses = [
        ("canberra", "5.2"),
        ("sydney", "5.4"),
        ("singapore", "reading last-cut"),
        ("tasmania", "reading last-cut"),
    ];
    for (book, clause) in clauses {
        let mut house = left_to_the_supervisor(book);
        let until = house.now.after(table::Span::seconds(10));
        says!(house.log, What::SupervisorAwaited { until: at } if *at == until, clause);
        assert!(house.table.view().shoe.supervisor_awaited);
        assert_eq!(house.table.next_time(), Some(until));
        // Nobody else, and not outside the range.
        refused!(
            house.by(1, Command::Cut { place: 60 }),
            Reason::CutNotOffered,
            house.table.book().cut.refused.clause.to_string()
        );
        for by in [Actor::Player(player(1)), Actor::Software, Actor::Dealer] {
            refused!(
                house.give(&by, &cut_by_supervisor(60)),
                Reason::SupervisorCuts,
                clause
            );
        }
        refused!(
            house.give(&Actor::Software, &Command::CutByHouse { place: 60 }),
            Reason::SupervisorCuts,
            clause
        );
        refused!(
            house.staff(cut_by_supervisor(1)),
            Reason::CutOutOfRange { .. },
            house.table.book().cut.depth.clause.to_string()
        );
        let events = house.staff(cut_by_supervisor(60)).unwrap();
        says!(
            events,
            What::Cut {
                by: Cutter::Supervisor,
                place: 60
            },
            clause
        );
        assert!(!house.table.view().shoe.supervisor_awaited);
        refused!(house.staff(cut_by_supervisor(60)), Reason::NoCutDue, clause);
        house.lay(1, 1, 25).unwrap();
    }
}

#[test]
fn where_no_supervisor_comes_the_software_cuts_and_the_record_says_so() {
    let mut house = left_to_the_supervisor("sydney");
    never!(house.wait(9), What::SupervisorMissed);
    let events = house.wait(1);
    says!(events, What::SupervisorMissed, "5.4");
    says!(
        events,
        What::Cut {
            by: Cutter::Software,
            ..
        },
        "5.4"
    );
    // After a failure the supervisor gets the time anew.
    let mut house = left_to_the_supervisor("sydney");
    house.now = house.now.after(table::Span::seconds(9));
    house.give(&Actor::Clock, &Command::Restarted).unwrap();
    never!(house.wait(9), What::SupervisorMissed);
    says!(house.wait(1), What::SupervisorMissed, "5.4");
}

#[test]
fn a_supervisor_cuts_after_the_players_and_where_the_book_says_so() {
    let mut house = three_at("sydney");
    refused!(
        house.staff(cut_by_supervisor(60)),
        Reason::HouseCutsLast,
        "5.4"
    );
    let mut house = three_at("adelaide");
    refused!(house.staff(cut_by_supervisor(60)), Reason::DealerCuts, "39");
    let config = Config {
        last_cut: LastCutBy::Supervisor,
        ..usual("adelaide")
    };
    let fault = config.check().unwrap_err().to_string();
    assert!(
        fault.contains("(39)") && fault.contains("`software`"),
        "{fault}"
    );
}

#[test]
fn a_dealer_with_real_cards_cuts_where_the_book_says_the_dealer_does() {
    for (book, clause) in [("adelaide", "39"), ("sydney", "5.4")] {
        let mut house = three_at(book);
        let cut = Command::CutByHouse { place: 60 };
        while let Some(to) = house.offered() {
            house
                .one(&Actor::Player(player(to)), &Command::RefuseCut)
                .unwrap();
        }
        if book == "adelaide" {
            let events = house.give(&Actor::Dealer, &cut).unwrap();
            says!(
                events,
                What::Cut {
                    by: Cutter::Dealer,
                    ..
                },
                clause
            );
        } else {
            refused!(
                house.give(&Actor::Dealer, &cut),
                Reason::SupervisorCuts,
                clause
            );
            let events = house.staff(cut_by_supervisor(60)).unwrap();
            says!(
                events,
                What::Cut {
                    by: Cutter::Supervisor,
                    ..
                },
                clause
            );
        }
    }
}
