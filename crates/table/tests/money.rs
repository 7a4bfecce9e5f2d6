//! The money of every kind of wager, to the cent: what is held, what is posted, what goes back, and
//! by which clause.

use crate::common::{FLOAT, HELD, House, boxed, by_hand, dollars, hand, usual};
use game::{Choice, Side};
use ledger::{Account, Move, Pool, Purpose, TableId};
use rules::{Money, Net, Sign};
use table::{Command, Config, What};

const PAIRS: Account = Account::Pool(TableId(1), Pool::Pairs);
const JACKPOT: Account = Account::Pool(TableId(1), Pool::Jackpot);

/// Ann, bob and cho at boxes 1 to 3, the cards cut.
fn table_of(book: &str) -> House {
    with_people(usual(book))
}

fn with_people(config: Config) -> House {
    let mut house = House::open_with(config);
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    house
}

/// One transfer as a line: what it does, how much, why, and the clause.
fn lines(house: &House, from: usize) -> Vec<String> {
    let line = |transfer: &ledger::Transfer| {
        let does = match transfer.does {
            Move::Pay { from, to, amount } => format!("{from} pays {to} {amount}"),
            Move::Reclaim { from, to, amount } => format!("{from} gives {to} back {amount}"),
            Move::Hold {
                from, to, amount, ..
            } => format!("{from} lays {amount} against {to}"),
            Move::Post { amount, .. } => format!("{amount} taken"),
            Move::Void { .. } => "given back".to_owned(),
        };
        format!("{does}: {:?} [{}]", transfer.purpose, transfer.clause)
    };
    house.moved[from..].iter().map(line).collect()
}

/// What the float has won, in cents.
fn float_won(house: &House) -> i64 {
    house.ledger.balance(FLOAT).cents() - 10_000_000
}

/// Begins with these cards.
fn deal(house: &mut House, cards: &str) {
    house.stack_with(cards);
    house.close_wagers();
}

#[test]
fn a_wager_is_held_when_it_is_laid_and_posted_when_it_is_lost() {
    let mut house = table_of("sydney");
    let from = house.moved.len();
    house.lay(1, 1, 25).unwrap();
    assert_eq!(
        (house.won(1), house.ledger.balance(HELD)),
        (-2500, Net::won(dollars(25)))
    );
    deal(&mut house, "9s 9d 8h Kd");
    house.stand(1, 1);
    assert_eq!(
        lines(&house, from),
        [
            "player 1 lays 25 against float of table 1: Wager [6.3]",
            "25 taken: Lost [17.1.9]"
        ]
    );
    assert_eq!((house.won(1), float_won(&house)), (-2500, 2500));
}

#[test]
fn a_win_gives_the_wager_back_and_is_paid_from_the_float() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let from = house.moved.len();
    deal(&mut house, "9s 8d Kh 9h");
    house.stand(1, 1);
    assert_eq!(
        lines(&house, from),
        [
            "given back: Won [17.1.5]",
            "float of table 1 pays player 1 25: Won [17.1.5]"
        ]
    );
    assert_eq!((house.won(1), float_won(&house)), (2500, -2500));
}

#[test]
fn a_stand_off_gives_the_wager_back() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let from = house.moved.len();
    deal(&mut house, "9s 9d 8h 8d");
    house.stand(1, 1);
    assert_eq!(lines(&house, from), ["given back: StandOff [17.1.10]"]);
    assert_eq!((house.won(1), float_won(&house)), (0, 0));
}

#[test]
fn a_pontoon_is_paid_3_to_2_up_to_what_chips_can_pay() {
    let mut config = usual("sydney");
    config.sign = Sign {
        chip: Money::from_cents(250),
        ..config.sign
    };
    let mut house = House::open_with(config);
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.by(1, lay_cents(1, 750)).unwrap();
    deal(&mut house, "As 9d Kh");
    // 7.50 at 3 to 2 is 11.25, and the smallest chip is 2.50.
    assert_eq!(house.won(1), 1250);
}

fn lay_cents(box_no: u8, cents: u64) -> Command {
    Command::Lay {
        lay: table::Lay::Wager {
            box_no: boxed(box_no),
            amount: Money::from_cents(cents),
        },
    }
}

#[test]
fn a_surrender_takes_half_to_the_cent() {
    let mut house = table_of("sydney");
    house.by(1, lay_cents(1, 2525)).unwrap();
    let from = house.moved.len();
    deal(&mut house, "9s Kd 7h 9h");
    house
        .choose(1, Choice::Surrender { box_no: boxed(1) })
        .unwrap();
    // Half of 25.25 is 12.62 and a half; the half cent stays with the player.
    assert_eq!(lines(&house, from), ["12.62 taken: Surrendered [10.7]"]);
    assert_eq!((house.won(1), float_won(&house)), (-1262, 1262));
    assert_eq!(house.ledger.balance(HELD), Net::ZERO);
}

#[test]
fn a_surrender_against_a_pontoon_takes_all() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    deal(&mut house, "9s Kd 7h As");
    house
        .choose(1, Choice::Surrender { box_no: boxed(1) })
        .unwrap();
    assert_eq!(house.won(1), -2500);
}

#[test]
fn a_double_is_held_too_and_won_lost_or_forfeited() {
    // 11, doubled for 10 of 25, 20 against 17.
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let from = house.moved.len();
    deal(&mut house, "6s 9d 5h 9h 8d");
    house
        .choose(
            1,
            Choice::Double {
                hand: hand(1, 0),
                amount: dollars(10),
            },
        )
        .unwrap();
    assert_eq!(house.table.at_stake(), dollars(35));
    house
        .choose(1, Choice::NoForfeit { hand: hand(1, 0) })
        .unwrap();
    assert_eq!(
        lines(&house, from),
        [
            "player 1 lays 10 against float of table 1: Double [13.1]",
            "given back: Won [13.2]",
            "float of table 1 pays player 1 25: Won [13.2]",
            "given back: Won [13.2]",
            "float of table 1 pays player 1 10: Won [13.2]",
        ]
    );
    assert_eq!(house.won(1), 3500);

    // 11 and a 2: ann gives up the 25 and takes the 10 back.
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    deal(&mut house, "6s 9d 5h 2h");
    house
        .choose(
            1,
            Choice::Double {
                hand: hand(1, 0),
                amount: dollars(10),
            },
        )
        .unwrap();
    let from = house.moved.len();
    house
        .choose(1, Choice::Forfeit { hand: hand(1, 0) })
        .unwrap();
    assert_eq!(
        lines(&house, from),
        ["25 taken: Forfeited [13.6]", "given back: Returned [13.6]"]
    );
    assert_eq!((house.won(1), float_won(&house)), (-2500, 2500));

    // Lost with its double.
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    deal(&mut house, "6s 9d 5h 2h 9c");
    house
        .choose(
            1,
            Choice::Double {
                hand: hand(1, 0),
                amount: dollars(25),
            },
        )
        .unwrap();
    house
        .choose(1, Choice::NoForfeit { hand: hand(1, 0) })
        .unwrap();
    assert_eq!((house.won(1), float_won(&house)), (-5000, 5000));
}

#[test]
fn a_split_lays_the_wager_once_more_and_each_hand_is_settled_alone() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let from = house.moved.len();
    deal(&mut house, "8s 9d 8h 9c 2c Kc 9h");
    house.choose(1, Choice::Split { hand: hand(1, 0) }).unwrap();
    assert_eq!(house.table.at_stake(), dollars(50));
    // 17 against 18 loses; 8, 2 and a King is 20 and wins.
    house.stand(1, 1);
    house.choose(1, Choice::Draw { hand: hand(1, 1) }).unwrap();
    house.choose(1, Choice::Stand { hand: hand(1, 1) }).unwrap();
    assert_eq!(
        lines(&house, from),
        [
            "player 1 lays 25 against float of table 1: Split [14.1]",
            "25 taken: Lost [17.1.9]",
            "given back: Won [17.1.5]",
            "float of table 1 pays player 1 25: Won [17.1.5]",
        ]
    );
    assert_eq!(house.won(1), 0);
}

#[test]
fn after_a_split_a_dealers_pontoon_takes_one_wager() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    deal(&mut house, "8s Kd 8h 9c 9h As");
    house
        .choose(1, Choice::NoSurrender { box_no: boxed(1) })
        .unwrap();
    house.choose(1, Choice::Split { hand: hand(1, 0) }).unwrap();
    house.stand(1, 1);
    house.choose(1, Choice::Stand { hand: hand(1, 1) }).unwrap();
    assert_eq!(house.won(1), -2500);
}

#[test]
fn insurance_is_held_and_paid_2_to_1_or_lost_at_the_second_card() {
    for (second, won) in [("Kd", -2500 + 2000), ("9d", -2500 - 1000)] {
        let mut house = table_of("sydney");
        house.lay(1, 1, 25).unwrap();
        deal(&mut house, &format!("9s Ad 8h {second}"));
        let from = house.moved.len();
        house
            .choose(
                1,
                Choice::Insure {
                    box_no: boxed(1),
                    amount: dollars(10),
                },
            )
            .unwrap();
        assert_eq!(
            lines(&house, from),
            ["player 1 lays 10 against float of table 1: Insurance [9.1]"]
        );
        house
            .choose(1, Choice::NoSurrender { box_no: boxed(1) })
            .unwrap();
        house.stand(1, 1);
        assert_eq!((house.won(1), float_won(&house)), (won, -won), "{second}");
        let last = if second == "Kd" {
            "float of table 1 pays player 1 20: Won [17.1.6]"
        } else {
            "10 taken: Lost [15.2]"
        };
        assert!(
            lines(&house, from).contains(&last.to_owned()),
            "{:?}",
            lines(&house, from)
        );
    }
}

#[test]
fn in_singapore_others_lay_their_own_money_on_insurance_that_was_declined_and_who_does_not_get_it_has_it_back()
 {
    let mut house = table_of("singapore");
    house.lay(1, 1, 20).unwrap();
    house.lay(2, 2, 20).unwrap();
    deal(&mut house, "9s 9h Ad 8h 8d Kd");
    for no in [1, 2] {
        house
            .choose(
                no,
                Choice::NoInsurance {
                    box_no: boxed(u8::try_from(no).unwrap()),
                },
            )
            .unwrap();
    }
    let of = game::Player::at(0).unwrap();
    let take = |amount| Choice::TakeInsurance {
        box_no: boxed(1),
        of,
        amount: dollars(amount),
    };
    let from = house.moved.len();
    house.choose(2, take(10)).unwrap();
    house.choose(3, take(5)).unwrap();
    assert_eq!(house.table.at_stake(), dollars(55));
    for no in [1, 2, 3] {
        house.choose(no, Choice::NoMoreInsurance).unwrap();
    }
    // Bob has a wager on the round and cho has none.
    assert_eq!(
        lines(&house, from),
        [
            "player 2 lays 10 against float of table 1: Insurance [3.26.3]",
            "player 3 lays 5 against float of table 1: Insurance [3.26.3]",
            "given back: Returned [3.26.4]",
        ]
    );
    assert_eq!(house.table.at_stake(), dollars(50));
    house.play_out();
    // Both hands lose to the Pontoon; the insurance wins 20.
    assert_eq!([1, 2, 3].map(|no| house.won(no)), [-2000, 0, 0]);
}

#[test]
fn side_wagers_go_into_their_pools_and_are_paid_from_them() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    let from = house.moved.len();
    house.side(1, 1, Side::Pairs, 5).unwrap();
    house.side(2, 1, Side::Pairs, 10).unwrap();
    deal(&mut house, "8s 9d 9h");
    assert_eq!(
        lines(&house, from),
        [
            "player 1 lays 5 against pairs pool of table 1: SideWager [16.2]",
            "player 2 lays 10 against pairs pool of table 1: SideWager [16.2]",
            "5 taken: Lost [16.9]",
            "10 taken: Lost [16.9]",
        ]
    );
    assert_eq!(house.ledger.balance(PAIRS), Net::won(dollars(15)));
    house.play_out();
    house.lay(1, 1, 25).unwrap();
    house.side(1, 1, Side::Pairs, 5).unwrap();
    let from = house.moved.len();
    deal(&mut house, "8s 9d 8s");
    assert_eq!(
        lines(&house, from)[..2],
        [
            "given back: Won [16.8.3]",
            "pairs pool of table 1 pays player 1 125: Won [16.8.3]"
        ]
    );
    // The pool may owe, and is made good when the table closes.
    assert_eq!(house.ledger.balance(PAIRS), Net::lost(dollars(110)));
    house.play_out();
    house
        .staff(Command::AnnounceClosing { last_rounds: false })
        .unwrap();
    let from = house.moved.len();
    house.wait(20 * 60);
    assert!(
        lines(&house, from)
            .contains(&"house pays pairs pool of table 1 110: Fill [20.9]".to_owned())
    );
}

#[test]
fn pandemonium_wagers_go_into_the_jackpot_and_win_what_the_meter_shows() {
    let mut house = table_of("singapore");
    house.lay(1, 1, 20).unwrap();
    house.lay(2, 2, 20).unwrap();
    house.side(1, 1, Side::Pandemonium, 5).unwrap();
    house.side(2, 2, Side::Pandemonium, 5).unwrap();
    house.meter = Some(100);
    deal(&mut house, "As 9h 9d Kd 8h");
    let from = house.moved.len();
    house.choose(1, Choice::Press { box_no: boxed(1) }).unwrap();
    assert_eq!(
        lines(&house, from),
        [
            "given back: Won [4.2]",
            "jackpot pool of table 1 pays player 1 500: Won [4.2]",
            "5 taken: Lost [1.1.12]"
        ]
    );
    assert_eq!(
        (house.won(1), house.ledger.balance(JACKPOT)),
        (3000 + 50_000, Net::lost(dollars(495)))
    );
}

#[test]
fn what_lies_above_the_maximum_goes_back_before_the_first_card() {
    for (book, clause) in [
        ("adelaide", "119"),
        ("canberra", "3.5"),
        ("singapore", "5.27"),
        ("sydney", "7.3"),
    ] {
        let mut house = with_people(by_hand(book));
        house.lay(1, 1, 1500).unwrap();
        assert_eq!(house.table.at_stake(), dollars(1500));
        let from = house.moved.len();
        deal(&mut house, "9s 8d Kh 9h");
        assert_eq!(
            lines(&house, from)[0],
            format!("given back: Returned [{clause}]"),
            "{book}"
        );
        assert_eq!(
            lines(&house, from)[1],
            format!("player 1 lays 1000 against float of table 1: Wager [{clause}]")
        );
        assert_eq!(house.table.at_stake(), dollars(1000));
        house.play_out();
        assert_eq!(house.won(1), 100_000, "{book}: paid to the maximum");
    }
    let mut house = with_people(by_hand("tasmania"));
    let refusal = house.lay(1, 1, 1500).unwrap_err();
    assert_eq!(
        crate::common::by_the_round(&refusal),
        Some(game::Reason::AboveMaximum {
            maximum: dollars(1000)
        })
    );
}

#[test]
fn in_sydney_the_maximum_of_a_shared_box_counts_in_turn() {
    // Who sits there has the first option, also where nobody may lay more than the others left.
    for config in [by_hand("sydney"), usual("sydney")] {
        let mut house = with_people(config);
        house.lay(2, 1, 700).unwrap();
        house.lay(3, 1, 100).unwrap();
        house.lay(1, 1, 600).unwrap();
        deal(&mut house, "9s 8d Kh 9h");
        // Ann sits there and counts first with 600, then bob with 400 of 700; for cho nothing is
        // left.
        assert_eq!([1, 2, 3].map(|no| house.won(no)), [-60_000, -40_000, 0]);
        says!(house.log, What::Round(event) if matches!(event.what, game::What::AboveMaximum { .. }), "7.3.1");
        house.stand(1, 1);
        assert_eq!([1, 2, 3].map(|no| house.won(no)), [60_000, 40_000, 0]);
    }
}

#[test]
fn a_wager_above_the_maximum_is_split_doubled_and_insured_from_what_counts() {
    let mut house = with_people(by_hand("sydney"));
    house.lay(1, 1, 1500).unwrap();
    deal(&mut house, "8s 9d 8h 9c 9h 9c");
    house.choose(1, Choice::Split { hand: hand(1, 0) }).unwrap();
    assert_eq!(house.table.at_stake(), dollars(2000));
    // Or, where the reading says so, from what was laid.
    let config = Config {
        set: vec![("over-maximum-base".to_owned(), "laid".to_owned())],
        ..by_hand("sydney")
    };
    let mut house = House::open_with(config);
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.lay(1, 1, 1500).unwrap();
    deal(&mut house, "8s 9d 8h 9c 9h 9c");
    house.choose(1, Choice::Split { hand: hand(1, 0) }).unwrap();
    assert_eq!(house.table.at_stake(), dollars(2500));
    house.play_out();
    assert_eq!(house.won(1), -250_000, "17 and 17 against 18");
}

#[test]
fn a_super_bonus_is_paid_on_top_and_everybody_else_gets_theirs() {
    let mut house = table_of("sydney");
    house.lay(1, 1, 25).unwrap();
    house.lay(2, 2, 5).unwrap();
    house.lay(3, 3, 5).unwrap();
    deal(&mut house, "7s 9h 9c 7d 7s 8h 8c 7s Kd");
    let from = house.moved.len();
    house.choose(1, Choice::Draw { hand: hand(1, 0) }).unwrap();
    assert_eq!(
        lines(&house, from),
        [
            "given back: Won [11.5]",
            "float of table 1 pays player 1 75: Won [11.5]",
            "float of table 1 pays player 1 5000: Won [11.5]",
            "float of table 1 pays player 2 50: Won [17.1.3]",
            "float of table 1 pays player 3 50: Won [17.1.3]",
        ]
    );
    house.stand(2, 2);
    house.stand(3, 3);
    // Seven and a King: 17 against 17 stands off, and each of the others has 50.
    assert_eq!([1, 2, 3].map(|no| house.won(no)), [507_500, 5000, 5000]);
}

#[test]
fn every_transfer_of_a_table_has_the_next_number_and_a_clause_or_silence() {
    let mut house = table_of("sydney");
    for _ in 0..20 {
        house.round_of(&[1, 2, 3]);
    }
    for (transfer, no) in house.moved.iter().zip(1..) {
        assert_eq!(transfer.id.no, no);
    }
    assert!(
        house
            .moved
            .iter()
            .all(|transfer| transfer.purpose == Purpose::Fill
                || transfer.clause.to_string() != "not stated")
    );
}
