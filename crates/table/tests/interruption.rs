//! The house starts again after a failure: in each phase, and in the middle of a round.

use crate::common::{Answer, House, boxed, dollars, hand, player};
use game::{Choice, Draw, Side, Turn};
use ledger::Purpose;
use rules::{BOOK_IDS, Money};
use table::{Actor, Command, CutRefused, Needs, Phase, Reason, Seal, Span, What};

/// So many seconds go by before the house starts again.
fn restart(house: &mut House, seconds: u64) -> Vec<table::Event> {
    house.now = house.now.after(Span::seconds(seconds));
    house.give(&Actor::Clock, &Command::Restarted).unwrap()
}

fn withdraw(house: &mut House, no: u32) -> Answer {
    house.by(no, Command::WithdrawFromRound)
}

/// Ann on box 1, bob and cho on box 2, against a 7; nothing is decided, and ann is to decide.
fn undecided(book: &str) -> House {
    let mut house = House::open(book);
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    house.stack_with("9s 9h 7c 8d 3h 8c");
    house.lay(1, 1, 25).unwrap();
    house.lay(2, 2, 20).unwrap();
    house.lay(3, 2, 10).unwrap();
    house.close_wagers();
    house
}

#[test]
fn where_the_book_says_nothing_a_round_goes_on_and_who_is_waited_for_has_the_time_anew() {
    for book in BOOK_IDS.iter().filter(|book| **book != "singapore") {
        let mut house = undecided(book);
        let events = restart(&mut house, 3600);
        let until = house.now.after(Span::seconds(20));
        says!(events, What::DecisionUntil { until: time } if *time == until, "not stated");
        never!(events, What::Interrupted { .. });
        refused!(
            withdraw(&mut house, 1),
            Reason::NotInterrupted,
            "not stated"
        );
        never!(house.wait(19), What::FoundAbsent { .. });
        house.stand(1, 1);
    }
}

#[test]
fn in_singapore_play_stops_until_those_who_may_withdraw_have_answered() {
    let mut house = undecided("singapore");
    refused!(withdraw(&mut house, 1), Reason::NotInterrupted, "5.29.1");
    let events = restart(&mut house, 3600);
    let until = house.now.after(Span::seconds(20));
    says!(events, What::Interrupted { until: time } if *time == until, "5.29.1");
    assert_eq!(
        (house.table.interrupted(), house.table.next_time()),
        (Some(until), Some(until))
    );
    assert_eq!(
        (house.table.phase(), house.table.needs()),
        (Phase::Round, Needs::Nothing)
    );
    refused!(
        house.choose(1, Choice::Stand { hand: hand(1, 0) }),
        Reason::Interrupted,
        "5.29.1"
    );
    // Two say that they play on; bob says nothing, and his time runs out.
    says!(house.ready(1), What::Ready { .. }, "5.29.1");
    never!(house.ready(3), What::Resumed);
    never!(house.wait(19), What::Resumed);
    let events = house.wait(1);
    says!(events, What::Resumed, "5.29.1");
    never!(
        events,
        What::FoundAbsent { .. } | What::WithdrewFromRound { .. }
    );
    assert_eq!(house.table.interrupted(), None);
    refused!(withdraw(&mut house, 2), Reason::NotInterrupted, "5.29.1");
    house.stand(1, 1);
}

#[test]
fn when_everybody_has_answered_play_goes_on_at_once() {
    let mut house = undecided("singapore");
    restart(&mut house, 1);
    for no in [1, 2] {
        house.ready(no);
    }
    says!(house.ready(3), What::Resumed, "5.29.1");
    assert!(
        matches!(house.table.round().unwrap().1.turn(), Turn::Decide(at, _) if at == hand(1, 0))
    );
    // Whoever leaves is not waited for.
    restart(&mut house, 1);
    house.ready(1);
    house.ready(2);
    says!(house.depart(3), What::Resumed, "5.29.1");
}

#[test]
fn whoever_withdraws_gets_everything_back_and_the_round_goes_on_for_the_others() {
    let mut house = undecided("singapore");
    restart(&mut house, 1);
    let from = house.moved.len();
    let events = withdraw(&mut house, 2).unwrap();
    says!(events, What::WithdrewFromRound { player: who } if *who == player(2), "5.29.1");
    assert_eq!(house.won(2), 0);
    assert!(
        house.moved[from..]
            .iter()
            .all(|transfer| transfer.purpose == Purpose::Returned
                && transfer.clause.to_string() == "5.29.1")
    );
    // Control passes as if bob were absent.
    says!(events, What::Round(event) if matches!(event.what, game::What::ControlGiven { .. }), "5.22.1");
    refused!(
        withdraw(&mut house, 2),
        Reason::Game(game::Reason::NothingToWithdraw),
        "5.29.1"
    );
    // Ann withdraws too: her box gets no more cards, and with cho ready the round goes on.
    never!(withdraw(&mut house, 1).unwrap(), What::Resumed);
    assert_eq!(house.won(1), 0);
    says!(house.ready(3), What::Resumed, "5.29.1");
    assert!(
        matches!(house.table.round().unwrap().1.turn(), Turn::Decide(at, _) if at == hand(2, 0))
    );
    house.stack_with("9d Kd");
    // 12 and a 9 is 21.
    house.choose(3, Choice::Draw { hand: hand(2, 0) }).unwrap();
    assert_eq!([1, 2, 3].map(|no| house.won(no)), [0, 0, 1000]);
}

#[test]
fn a_round_from_which_everybody_withdraws_is_void() {
    let mut house = undecided("singapore");
    restart(&mut house, 1);
    withdraw(&mut house, 1).unwrap();
    withdraw(&mut house, 2).unwrap();
    let events = withdraw(&mut house, 3).unwrap();
    says!(events, What::RoundVoid { no: 1, why } if why == "every player withdrew", "5.29.1");
    never!(events, What::Resumed);
    assert_eq!([1, 2, 3].map(|no| house.won(no)), [0, 0, 0]);
    assert_eq!(
        (house.table.phase(), house.table.at_stake()),
        (Phase::Wagers, Money::ZERO)
    );
    assert_eq!(house.table.interrupted(), None);
    house.round_of(&[1, 2]);
}

#[test]
fn a_player_withdraws_with_all_wagers_also_those_beside_the_hand_and_insurance() {
    // Before the first card nothing of what lies beside a hand is decided; the dealer is slow.
    let mut house = House::open("singapore");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.lay(1, 1, 25).unwrap();
    house.lay(2, 2, 25).unwrap();
    house.side(1, 1, Side::Pairs, 5).unwrap();
    house.side(1, 2, Side::Pandemonium, 5).unwrap();
    house.side(2, 1, Side::Pairs, 5).unwrap();
    for no in [1, 2] {
        house
            .one(&Actor::Player(player(no)), &Command::Ready)
            .unwrap();
    }
    assert_eq!(house.table.needs(), Needs::Draw(game::Need::Burn));
    house.one(&Actor::Clock, &Command::Restarted).unwrap();
    assert_eq!(house.table.needs(), Needs::Nothing, "the card waits too");
    refused!(
        house.give(&Actor::Dealer, &Command::Deal { draw: Draw::Burned }),
        Reason::Interrupted,
        "5.29.1"
    );
    house
        .one(&Actor::Player(player(1)), &Command::WithdrawFromRound)
        .unwrap();
    // Bob's wager on the pair of box 1 has no hand any more.
    assert_eq!(
        (house.won(1), house.won(2), house.table.at_stake()),
        (0, -2500, dollars(25))
    );
    says!(house.log, What::Round(event) if matches!(event.what, game::What::Settled(settled) if settled.outcome == game::Outcome::Returned && settled.player == game::Player::at(1).unwrap()), "3.15.3");
    house.stack_with("9s 7c 8d Kd");
    house.ready(2);
    house.play_out();

    // Bob has insured, and takes that back too.
    let mut house = House::open("singapore");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.lay(1, 1, 20).unwrap();
    house.lay(2, 2, 20).unwrap();
    house.stack_with("9s 9h Ac 8d 8h");
    house.close_wagers();
    house
        .choose(
            2,
            Choice::Insure {
                box_no: boxed(2),
                amount: dollars(10),
            },
        )
        .unwrap();
    restart(&mut house, 1);
    withdraw(&mut house, 2).unwrap();
    assert_eq!((house.won(2), house.table.at_stake()), (0, dollars(20)));
}

#[test]
fn once_anything_is_decided_the_round_goes_on() {
    // Bob has a Pontoon.
    let mut house = House::open("singapore");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.stack_with("9s Ah 7c 8d Kh");
    house.begin(&[1, 2]);
    let events = restart(&mut house, 60);
    never!(events, What::Interrupted { .. });
    says!(events, What::DecisionUntil { .. }, "5.29.2");
    refused!(withdraw(&mut house, 1), Reason::NotInterrupted, "5.29.1");
}

#[test]
fn a_failure_while_players_may_withdraw_gives_them_the_time_anew() {
    let mut house = undecided("singapore");
    restart(&mut house, 1);
    house.ready(1);
    let events = restart(&mut house, 19);
    says!(events, What::Interrupted { .. }, "5.29.1");
    house.ready(2);
    // Whoever said they play on is asked again: the light went out once more.
    never!(house.ready(3), What::Resumed);
    says!(house.wait(20), What::Resumed, "5.29.1");
}

#[test]
fn only_players_with_a_wager_withdraw_and_only_from_a_round() {
    let mut house = undecided("singapore");
    house.arrive(4, "dee");
    restart(&mut house, 1);
    refused!(withdraw(&mut house, 4), Reason::NothingLaid, "5.29.1");
    refused!(withdraw(&mut house, 9), Reason::NotAtTable, "not stated");
    refused!(house.by(4, Command::Ready), Reason::NothingLaid, "3.14");
    refused!(
        house.give(&crate::common::staff(), &Command::WithdrawFromRound),
        Reason::ForPlayersOnly,
        "not stated"
    );
    house
        .staff(Command::VoidRound {
            why: "the lights stay out".to_owned(),
        })
        .unwrap();
    assert_eq!(house.table.interrupted(), None);
    refused!(withdraw(&mut house, 1), Reason::NoRoundUnderWay, "5.29.1");
}

#[test]
fn a_cut_that_is_offered_is_offered_anew() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    assert_eq!(house.offered(), Some(1));
    let events = restart(&mut house, 3600);
    let until = house.now.after(Span::seconds(10));
    says!(events, What::CutOffered { to, until: time } if (*to, *time) == (player(1), until), "5.3.1");
    never!(house.wait(9), What::CutRefused { .. });
    says!(
        house.wait(1),
        What::CutRefused {
            how: CutRefused::NoAnswer,
            ..
        },
        "5.4"
    );
}

#[test]
fn the_time_for_wagers_starts_anew() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 25).unwrap();
    let events = restart(&mut house, 3600);
    says!(events, What::WagersUntil { until } if *until == house.now.after(Span::seconds(15)), "6.4");
    never!(house.wait(14), What::RoundBegan { .. });
    says!(house.wait(1), What::RoundBegan { .. }, "6.4");
}

#[test]
fn where_nobody_is_waited_for_nothing_happens() {
    let mut house = House::new("sydney", 1);
    house.one(&crate::common::staff(), &Command::Open).unwrap();
    // Cards are being shuffled, and then nobody is there to cut.
    for _ in 0..2 {
        let before = house.table.clone();
        house.one(&Actor::Clock, &Command::Restarted).unwrap();
        assert_eq!(house.table, before);
        house.deal();
    }
    house.seat_all(&["ann"]);
    house.cut_by_house();
    assert_eq!(restart(&mut house, 1), []);
    // In the middle of a deal nothing is lost either: the dealer brings the next card.
    house.lay(1, 1, 25).unwrap();
    house
        .one(&Actor::Player(player(1)), &Command::Ready)
        .unwrap();
    house.deal_one();
    let before = house.table.clone();
    house.one(&Actor::Clock, &Command::Restarted).unwrap();
    assert_eq!(house.table, before);
}

#[test]
fn a_failure_while_the_cut_is_offered_in_mid_round_keeps_both() {
    let mut house = House::open("singapore");
    house.seat_all(&["ann", "bob"]);
    house.round_of(&[1, 2]);
    house.cutting_card_in = Some(0);
    house.begin_without_cut(&[1, 2]);
    assert_eq!(house.offered(), Some(2));
    // No card is out: ann withdraws, and then the cut goes on where it was.
    restart(&mut house, 3600);
    refused!(
        house.by(2, Command::Cut { place: 60 }),
        Reason::Interrupted,
        "5.29.1"
    );
    refused!(
        house.by(2, Command::RefuseCut),
        Reason::Interrupted,
        "5.29.1"
    );
    refused!(
        house.give(
            &Actor::Dealer,
            &Command::Shuffled {
                seal: Seal::default()
            }
        ),
        Reason::Interrupted,
        "5.29.1"
    );
    refused!(
        house.give(&Actor::Dealer, &Command::CutByHouse { place: 60 }),
        Reason::Interrupted,
        "5.29.1"
    );
    withdraw(&mut house, 1).unwrap();
    let events = house.ready(2);
    says!(events, What::Resumed, "5.29.1");
    says!(events, What::CutOffered { to, .. } if *to == player(2), "not stated");
    assert_eq!(
        house.table.next_time(),
        Some(house.now.after(Span::seconds(10)))
    );
    house.by(2, Command::Cut { place: 60 }).unwrap();
    house.play_out();
    assert_eq!(house.table.at_stake(), Money::ZERO);
}
