//! What people see of a table.

use crate::common::{House, usual};
use game::{Faces, Stage, What as RoundWhat};
use table::Config;

#[test]
fn a_round_that_ends_is_seen_once_more_as_it_was_at_its_end() {
    let mut house = in_a_round(usual("sydney"));
    let before = house.table.clone();
    assert_eq!(
        before.view().round.unwrap().in_turn,
        Some(crate::common::hand(1, 0))
    );
    let events = house.stand(1, 1);
    assert_eq!(house.table.view().round, None, "the cards are in the rack");
    let over = before.ended_round(&events).unwrap();
    assert_eq!((over.no, over.stage, over.in_turn), (1, Stage::Over, None));
    assert_eq!(over.dealer_total.unwrap().to_string(), "21");
    assert!(!over.dealer_pontoon, "three cards are none");
    assert_eq!(over.boxes[0].hands[0].total.unwrap().to_string(), "17");
    assert_eq!(
        before.ended_round(&events[..1]),
        None,
        "nothing ends with the first of them"
    );
}

#[test]
fn what_happened_in_a_round_can_be_told_again_until_it_is_over() {
    assert_eq!(
        House::open("sydney").table.told_of_round(),
        [],
        "there is no round"
    );
    let mut house = in_a_round(usual("sydney"));
    assert_eq!(cards_told(&house), ["9s", "6d", "8h"]);
    house.stand(1, 1);
    assert_eq!(house.table.told_of_round(), [], "it is over");
}

#[test]
fn cards_that_lie_face_down_are_not_told() {
    let house = in_a_round(Config {
        faces: Faces::Down,
        ..usual("sydney")
    });
    assert_eq!(cards_told(&house), ["6d"]);
}

/// Ann has wagered at box 1 and is to decide: 9s and 8h against 6d, and the dealer's next cards are
/// Kd and 5c.
fn in_a_round(config: Config) -> House {
    let mut house = House::open_with(config);
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 10).unwrap();
    house.stack_with("9s 6d 8h Kd 5c");
    house.close_wagers();
    house
}

/// The cards of which everybody is told.
fn cards_told(house: &House) -> Vec<String> {
    let events = house.table.told_of_round();
    let card = |event: &game::Event| {
        if let RoundWhat::Dealt { card, .. } = event.what {
            Some(card.to_string())
        } else {
            None
        }
    };
    events.iter().filter_map(card).collect()
}

#[test]
fn a_dealers_pontoon_is_told_from_any_other_21() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 10).unwrap();
    house.stack_with("9s Ad 8h Kd");
    house.close_wagers();
    let before = house.table.clone();
    assert!(
        !before.view().round.unwrap().dealer_pontoon,
        "one card is none"
    );
    let events = house.play_out();
    assert!(before.ended_round(&events).unwrap().dealer_pontoon);
}
