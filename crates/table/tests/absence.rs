//! Players who do not answer in time, or leave in mid-round: what is decided for them, and that the
//! record says who did.

use crate::common::{House, boxed, dollars, hand, player};
use game::{Choice, Ending, Question, Side, Turn};
use rules::BOOK_IDS;
use table::{Command, Decider, Event, Reason, What};

/// The clause on absent players, and the cards that a hard 5 and then 9 receives.
const ABSENT: [(&str, &str, usize); 5] = [
    ("adelaide", "50a(i)", 4),
    ("canberra", "15.7", 4),
    ("singapore", "5.22", 4),
    ("sydney", "18.10", 2),
    ("tasmania", "reading absent", 4),
];

/// Ann with a hard 5 on box 1, bob with 17 on box 2, against a 6.
fn deciding(book: &str) -> House {
    let mut house = House::open(book);
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.stack_with("2s 9h 6c 3d 8h 4c 5d");
    house.begin(&[1, 2]);
    assert_eq!(
        house.table.round().unwrap().1.turn(),
        Turn::Decide(hand(1, 0), game::Player::at(0).unwrap())
    );
    house
}

fn cards_on(house: &House, box_no: u8) -> usize {
    let view = house.table.round().unwrap().1.view(game::Viewer::Onlooker);
    view.boxes
        .iter()
        .find(|each| each.no == boxed(box_no))
        .unwrap()
        .hands[0]
        .cards
        .len()
}

/// Demands that the hand on box 1 was ended for an absent player.
#[track_caller]
fn ended_for_absent(events: &[Event], clause: &str) {
    let ended = game::What::HandEnded {
        hand: hand(1, 0),
        how: Ending::Absent,
    };
    says!(events, What::Round(event) if event.what == ended, clause);
}

#[test]
fn whoever_does_not_decide_in_time_is_absent_and_the_book_plays_the_hand() {
    for (book, clause, cards) in ABSENT {
        let mut house = deciding(book);
        says!(house.log, What::DecisionUntil { until } if *until == house.now.after(table::Span::seconds(20)), clause);
        never!(house.wait(19), What::FoundAbsent { .. });
        let events = house.wait(1);
        let by_clock = What::FoundAbsent {
            player: player(1),
            box_no: boxed(1),
            by: Decider::Clock,
        };
        says!(events, what if *what == by_clock, clause);
        ended_for_absent(&events, clause);
        assert_eq!(cards_on(&house, 1), cards, "{book}");
        // Bob has the whole time from now on.
        assert_eq!(
            house.table.next_time(),
            Some(house.now.after(table::Span::seconds(20)))
        );
        house.stand(2, 2);
        // And ann is there again in the next round.
        house.stack_with("9s 9h 6c 9d 8h");
        house.begin(&[1, 2]);
        house.stand(1, 1);
    }
}

#[test]
fn whoever_leaves_in_mid_round_is_absent_at_once_and_the_record_tells_it_from_the_clock() {
    for (book, clause, cards) in ABSENT {
        let mut house = deciding(book);
        let events = house.depart(1);
        let by_leaving = What::FoundAbsent {
            player: player(1),
            box_no: boxed(1),
            by: Decider::Absence,
        };
        says!(events, what if *what == by_leaving, clause);
        ended_for_absent(&events, clause);
        assert_eq!(cards_on(&house, 1), cards, "{book}");
    }
}

#[test]
fn whoever_left_is_found_absent_when_their_turn_comes() {
    let mut house = deciding("sydney");
    let events = house.depart(2);
    never!(events, What::FoundAbsent { .. });
    let events = house.stand(1, 1);
    says!(events, What::FoundAbsent { player: who, by: Decider::Absence, .. } if *who == player(2), "18.10");
    says!(events, What::RoundOver { .. }, "17.3");
}

#[test]
fn in_singapore_an_absent_players_soft_hand_is_drawn_to_17() {
    let mut house = House::open("singapore");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.stack_with("As 9h 6c 3d 8h 2c Ad");
    house.begin(&[1, 2]);
    // Soft 14, soft 16, soft 17.
    ended_for_absent(&house.wait(20), "5.22");
    assert_eq!(cards_on(&house, 1), 4);
}

#[test]
fn the_control_of_an_absent_players_box_passes_where_the_book_says_so() {
    for book in BOOK_IDS {
        let mut house = House::open(book);
        house.seat_all(&["ann", "bob", "cho"]);
        house.cut_by_house();
        house.lay(3, 1, 5).unwrap();
        house.lay(2, 1, 10).unwrap();
        house.stack_with("2s 6c 3d 9h 9d");
        house.begin(&[1]);
        let events = house.wait(20);
        says!(events, What::FoundAbsent { player: who, .. } if *who == player(1), house.table.book().draw.absent.clause.to_string());
        let turn = house.table.round().map(|(_, round)| round.turn());
        let decider = match turn {
            Some(Turn::Decide(at, place)) if at == hand(1, 0) => {
                Some(house.table.round_players_now()[place.index()].0)
            }
            _ => None,
        };
        // Sydney goes by the order of control (the highest wager), Singapore by who is nearest the
        // dealer.
        let expected = match book {
            "sydney" => Some((2, "18.10")),
            "singapore" => Some((3, "5.22.1")),
            _ => None,
        };
        assert_eq!(decider, expected.map(|(no, _)| no), "{book}");
        if let Some((no, clause)) = expected {
            says!(events, What::Round(event) if matches!(event.what, game::What::ControlGiven { .. }), clause);
            house.stand(no, 1);
        }
    }
}

/// A table of three where the third shares the second's box.
fn shared(book: &str, cards: &str) -> House {
    let mut house = House::open(book);
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    house.lay(2, 2, 20).unwrap();
    house.lay(3, 2, 10).unwrap();
    house.stack_with(cards);
    house.lay(1, 1, 20).unwrap();
    house.close_wagers();
    house
}

/// What was chosen, for whom and by whom.
fn chosen(events: &[Event]) -> Vec<(u32, Choice, Decider)> {
    let chosen = events.iter().filter_map(|event| {
        if let What::Chosen { player, choice, by } = event.what {
            Some((player.0, choice, by))
        } else {
            None
        }
    });
    chosen.collect()
}

#[test]
fn the_clock_declines_for_whoever_does_not_answer_and_says_so() {
    // Insurance and surrender against an Ace.
    let mut house = shared("sydney", "9s 9h Ac 9d 8h");
    let insured = house
        .choose(
            2,
            Choice::Insure {
                box_no: boxed(2),
                amount: dollars(10),
            },
        )
        .unwrap();
    assert_eq!(
        chosen(&insured),
        [(
            2,
            Choice::Insure {
                box_no: boxed(2),
                amount: dollars(10)
            },
            Decider::Player
        )]
    );
    let events = house.wait(20);
    let no = |no, box_no| {
        (
            no,
            Choice::NoInsurance {
                box_no: boxed(box_no),
            },
            Decider::Clock,
        )
    };
    assert_eq!(chosen(&events), [no(1, 1), no(3, 2)]);
    says!(
        events,
        What::Chosen {
            by: Decider::Clock,
            ..
        },
        "9.1"
    );
    let events = house.wait(20);
    let no = |no, box_no| {
        (
            no,
            Choice::NoSurrender {
                box_no: boxed(box_no),
            },
            Decider::Clock,
        )
    };
    assert_eq!(chosen(&events), [no(1, 1), no(2, 2)]);
}

#[test]
fn a_co_bettor_who_does_not_answer_does_not_double_and_stays_on_the_first_hand() {
    let mut house = shared("sydney", "9s 6h 7c 9d 5h 9c");
    house.stand(1, 1);
    house
        .choose(
            2,
            Choice::Double {
                hand: hand(2, 0),
                amount: dollars(20),
            },
        )
        .unwrap();
    let events = house.wait(20);
    assert_eq!(
        chosen(&events),
        [(3, Choice::NoDouble { hand: hand(2, 0) }, Decider::Clock)]
    );
    let events = house.wait(20);
    assert_eq!(
        chosen(&events),
        [(2, Choice::NoForfeit { hand: hand(2, 0) }, Decider::Clock)]
    );

    let mut house = shared("sydney", "9s 8h 7c 9d 8d 9c 9d");
    house.stand(1, 1);
    house.choose(2, Choice::Split { hand: hand(2, 0) }).unwrap();
    let events = house.wait(20);
    assert_eq!(
        chosen(&events),
        [(3, Choice::StayOnFirst { hand: hand(2, 0) }, Decider::Clock)]
    );
}

#[test]
fn an_answer_is_given_at_once_for_whoever_left() {
    let mut house = shared("sydney", "9s 9h Ac 9d 8h");
    let events = house.depart(3);
    assert_eq!(
        chosen(&events),
        [(
            3,
            Choice::NoInsurance { box_no: boxed(2) },
            Decider::Absence
        )]
    );
}

#[test]
fn a_jackpot_button_that_nobody_presses_is_pressed_by_the_house() {
    let mut house = House::open("singapore");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 20).unwrap();
    house.side(1, 1, Side::Pandemonium, 5).unwrap();
    house.stack_with("As 9h Kd");
    house.meter = Some(25);
    house.close_wagers();
    assert!(matches!(
        house.table.round().unwrap().1.turn(),
        Turn::Answer(Question::Press, _)
    ));
    let events = house.wait(20);
    assert_eq!(
        chosen(&events),
        [(1, Choice::Press { box_no: boxed(1) }, Decider::Clock)]
    );
    // 30 for the Pontoon and 25 to 1.
    assert_eq!(house.won(1), 3000 + 12_500);
}

#[test]
fn others_insurance_that_nobody_asks_for_is_declined_by_the_clock() {
    let mut house = House::open("singapore");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.stack_with("9s 9h Ac 9d 8h");
    house.begin(&[1, 2]);
    house.wait(20);
    let events = house.wait(20);
    assert_eq!(
        chosen(&events),
        [1, 2].map(|no| (no, Choice::NoMoreInsurance, Decider::Clock))
    );
}

#[test]
fn nobody_chooses_who_has_left_is_not_at_the_table_or_not_asked() {
    let mut house = deciding("sydney");
    let stand = |box_no| Choice::Stand {
        hand: hand(box_no, 0),
    };
    refused!(
        house.choose(2, stand(1)),
        Reason::Game(game::Reason::NotYourTurn),
        "12.1"
    );
    refused!(house.choose(9, stand(1)), Reason::NotAtTable, "not stated");
    house.arrive(3, "cho");
    refused!(house.choose(3, stand(1)), Reason::NotAtTable, "not stated");
    house.depart(2);
    refused!(house.choose(2, stand(2)), Reason::Leaving, "not stated");
    refused!(
        house.give(&table::Actor::Dealer, &Command::Choose { choice: stand(1) }),
        Reason::ForPlayersOnly,
        "not stated"
    );
    house.stand(1, 1);
    refused!(
        house.choose(1, stand(1)),
        Reason::NoRoundUnderWay,
        "not stated"
    );
}

#[test]
fn a_clock_that_comes_too_early_or_for_nobody_changes_nothing() {
    let mut house = deciding("sydney");
    let before = house.table.clone();
    assert_eq!(house.wait(0), []);
    assert_eq!(house.wait(19), []);
    assert_eq!(house.table, before);
}

#[test]
fn however_late_the_clock_comes_each_who_is_waited_for_gets_the_whole_time() {
    let mut house = deciding("sydney");
    // An hour passes: ann is absent, bob is not.
    let events = house.wait(3600);
    says!(events, What::FoundAbsent { player: who, .. } if *who == player(1), "18.10");
    never!(events, What::FoundAbsent { player: who, .. } if *who == player(2));
    house.stand(2, 2);
}
