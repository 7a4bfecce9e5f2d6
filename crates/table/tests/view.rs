//! What people see of a table.

use crate::common::House;
use game::Stage;

#[test]
fn a_round_that_ends_is_seen_once_more_as_it_was_at_its_end() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 10).unwrap();
    house.stack_with("9s 6d 8h Kd 5c");
    house.close_wagers();
    let before = house.table.clone();
    assert_eq!(before.view().round.unwrap().in_turn, Some(crate::common::hand(1, 0)));
    let events = house.stand(1, 1);
    assert_eq!(house.table.view().round, None, "the cards are in the rack");
    let over = before.ended_round(&events).unwrap();
    assert_eq!((over.no, over.stage, over.in_turn), (1, Stage::Over, None));
    assert_eq!(over.dealer_total.unwrap().to_string(), "21");
    assert_eq!(over.boxes[0].hands[0].total.unwrap().to_string(), "17");
    assert_eq!(before.ended_round(&events[..1]), None, "nothing ends with the first of them");
}
