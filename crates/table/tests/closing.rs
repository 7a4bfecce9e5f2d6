//! Opening and closing a table.

use crate::common::{FLOAT, House, by_the_round, dollars, player, usual};
use ledger::Account;
use rules::{BOOK_IDS, Net};
use table::{Command, Config, Openness, Phase, Reason, SeatLost, What, Withdrawn};

const BY_TIME: Command = Command::AnnounceClosing { last_rounds: false };
const BY_ROUNDS: Command = Command::AnnounceClosing { last_rounds: true };

/// The notice in minutes and its clause.
const NOTICE: [(&str, u8, &str); 5] = [
    ("adelaide", 15, "121"),
    ("canberra", 20, "16.2"),
    ("singapore", 20, "reading closing-notice"),
    ("sydney", 20, "20.9"),
    ("tasmania", 20, "reading closing-notice"),
];

#[test]
fn a_table_opens_once_with_its_float() {
    let mut house = House::new("sydney", 1);
    assert_eq!(house.table.phase(), Phase::Closed);
    says!(
        house.staff(Command::Open).unwrap(),
        What::Opened,
        "not stated"
    );
    assert_eq!(house.ledger.balance(FLOAT), Net::won(dollars(100_000)));
    refused!(
        house.staff(Command::Open),
        Reason::AlreadyOpen,
        "not stated"
    );
}

#[test]
fn a_table_with_players_closes_after_notice_only() {
    for (book, minutes, clause) in NOTICE {
        let mut house = House::open(book);
        house.arrive(1, "ann");
        let refusal = house.staff(Command::Close).unwrap_err();
        assert_eq!(
            (refusal.reason, refusal.clause.to_string().as_str()),
            (Reason::ClosingNeedsNotice { minutes }, clause)
        );
        let events = house.staff(BY_TIME).unwrap();
        let at = house.now.after(table::Span::minutes(minutes.into()));
        says!(events, What::ClosingAnnounced { at: Some(time), rounds: None } if *time == at, clause);
        assert_eq!(
            (house.table.openness(), house.table.next_time()),
            (Openness::Until(at), Some(at)),
            "{book}"
        );
        refused!(house.staff(BY_TIME), Reason::AlreadyClosing, clause);
        refused!(house.staff(BY_ROUNDS), Reason::AlreadyClosing, clause);
        never!(house.wait(u64::from(minutes) * 60 - 1), What::Closed);
        says!(house.wait(1), What::Closed, clause);
        refused!(house.staff(BY_TIME), Reason::Closed, "not stated");
    }
}

#[test]
fn a_table_without_players_closes_at_once() {
    for (book, _, clause) in NOTICE {
        let mut house = House::open(book);
        says!(house.staff(Command::Close).unwrap(), What::Closed, clause);
    }
}

#[test]
fn where_the_reading_says_so_players_are_told_and_sent_away() {
    let mut house = House::open_with(Config {
        set: vec![("closing-notice".to_owned(), "0".to_owned())],
        ..usual("tasmania")
    });
    house.arrive(1, "ann");
    says!(
        house.staff(BY_TIME).unwrap(),
        What::Closed,
        "reading closing-notice"
    );
}

#[test]
fn closing_gives_back_what_was_laid_and_takes_the_float_back() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.round_of(&[1, 2]);
    let won = house.won(1) + house.won(2);
    house.staff(BY_TIME).unwrap();
    house.now = house.now.after(table::Span::minutes(20));
    house.now = table::Time(house.now.0 - 1);
    house.lay(1, 1, 25).unwrap();
    house.side(1, 1, game::Side::Pairs, 5).unwrap();
    house.lay(2, 2, 25).unwrap();
    house.now = table::Time(house.now.0 + 1);
    // Not even those who are ready begin a round now.
    let events = house.by(1, Command::Ready).unwrap();
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::Closed, .. } if *who == player(1), "20.9");
    says!(events, What::WagersWithdrawn { player: who, why: Withdrawn::Closed, .. } if *who == player(2), "20.9");
    says!(
        events,
        What::SeatLost {
            why: SeatLost::Closed,
            ..
        },
        "20.9"
    );
    says!(events, What::Closed, "20.9");
    assert_eq!(house.won(1) + house.won(2), won);
    for (account, balance) in house.ledger.balances() {
        if !matches!(account, Account::Player(_) | Account::House) {
            assert_eq!(balance, Net::ZERO, "{account}");
        }
    }
    assert!(!house.table.has_person(player(1)));
}

#[test]
fn a_round_is_played_to_its_end_though_the_time_has_come() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.cut_by_house();
    house.staff(BY_TIME).unwrap();
    house.now = house.now.after(table::Span::minutes(19));
    house.stack_with("9s 9h 9d");
    house.begin(&[1]);
    house.now = house.now.after(table::Span::minutes(2));
    assert!(house.table.is_open());
    refused!(
        house.staff(Command::Close),
        Reason::RoundUnderWay,
        "not stated"
    );
    let events = house.stand(1, 1);
    let over = events
        .iter()
        .position(|event| matches!(event.what, What::RoundOver { .. }))
        .unwrap();
    let closed = events
        .iter()
        .position(|event| event.what == What::Closed)
        .unwrap();
    assert!(over < closed);
    never!(events, What::WagersWithdrawn { .. });
}

#[test]
fn a_cutting_card_that_comes_first_and_a_closing_that_is_announced_get_along() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.round_of(&[1]);
    house.staff(BY_TIME).unwrap();
    house.cutting_card_in = Some(0);
    house.begin_without_cut(&[1]);
    assert_eq!(
        (house.table.phase(), house.offered()),
        (Phase::Cut, Some(1))
    );
    // The time comes while the cut is offered: the round is played all the same.
    let events = house.wait(20 * 60);
    says!(events, What::Cut { .. }, "5.4");
    assert!(house.table.is_open());
    let events = house.play_out();
    says!(events, What::Closed, "20.9");
}

#[test]
fn the_last_three_rounds_may_be_declared_where_the_book_has_such() {
    for (book, clause) in [("adelaide", "121"), ("canberra", "5.5")] {
        let mut house = House::open(book);
        house.seat_all(&["ann"]);
        house.round_of(&[1]);
        says!(
            house.staff(BY_ROUNDS).unwrap(),
            What::ClosingAnnounced {
                at: None,
                rounds: Some(3)
            },
            clause
        );
        refused!(
            house.staff(BY_ROUNDS),
            Reason::AlreadyClosing,
            house.table.book().house.closing_notice.clause.to_string()
        );
        never!(house.round_of(&[1]), What::Closed);
        never!(house.round_of(&[1]), What::Closed);
        says!(house.round_of(&[1]), What::Closed, clause);
    }
    for book in ["singapore", "sydney", "tasmania"] {
        let mut house = House::open(book);
        refused!(house.staff(BY_ROUNDS), Reason::NoLastRounds, "not stated");
    }
}

#[test]
fn a_round_that_is_void_is_none_of_the_last() {
    let mut house = House::open("canberra");
    house.seat_all(&["ann"]);
    house.round_of(&[1]);
    // The round in which they are declared is none of them either, void or not.
    house.stack_with("9s 9h 9d");
    house.begin(&[1]);
    house.staff(BY_ROUNDS).unwrap();
    house
        .staff(Command::VoidRound {
            why: "a fire alarm".to_owned(),
        })
        .unwrap();
    assert_eq!(house.table.openness(), Openness::Rounds(3));
    house.round_of(&[1]);
    house.round_of(&[1]);
    house.stack_with("9s 9h 9d");
    house.begin(&[1]);
    assert_eq!(house.table.openness(), Openness::Rounds(0));
    house
        .staff(Command::VoidRound {
            why: "a fire alarm".to_owned(),
        })
        .unwrap();
    assert_eq!(house.table.openness(), Openness::Rounds(1));
    says!(house.round_of(&[1]), What::Closed, "5.5");
}

#[test]
fn last_rounds_on_which_nobody_wagers_are_ended_by_the_clock() {
    let mut house = House::open("adelaide");
    house.seat_all(&["ann"]);
    house.staff(BY_ROUNDS).unwrap();
    house.wait(24 * 3600);
    assert!(house.table.is_open());
    says!(
        house.staff(BY_TIME).unwrap(),
        What::ClosingAnnounced {
            at: Some(_),
            rounds: None
        },
        "121"
    );
    says!(house.wait(15 * 60), What::Closed, "121");
}

#[test]
fn a_table_that_opens_again_starts_afresh() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    let mut sign = house.table.sign().clone();
    sign.minimum = dollars(20);
    house
        .staff(Command::SetSign {
            sign,
            newcomers: true,
        })
        .unwrap();
    house
        .staff(Command::RaiseLimits {
            player: player(1),
            limits: Some(game::RaisedLimits {
                minimum: dollars(20),
                maximum: dollars(3000),
            }),
        })
        .unwrap();
    house
        .staff(Command::Restrict {
            player: player(1),
            held: game::Held::ByOrder,
        })
        .unwrap();
    house.staff(BY_TIME).unwrap();
    house.wait(20 * 60);
    let events = house.staff(Command::Open).unwrap();
    says!(
        events,
        What::ShuffleDue {
            why: table::ShuffleWhy::Start
        },
        "5.1.1"
    );
    says!(events, What::Shuffled { shoe: 2, .. }, "5.1.1");
    assert_eq!(house.table.sign(), &usual("sydney").sign);
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.stack_with("9s 9h 9d");
    let refusal = house.lay(1, 1, 2500).unwrap_err();
    assert_eq!(
        by_the_round(&refusal),
        Some(game::Reason::AboveMaximum {
            maximum: dollars(1000)
        }),
        "no maximum of box 1's own"
    );
    house.lay(1, 1, 1000).unwrap();
    house.close_wagers();
    assert_eq!(house.table.at_stake(), dollars(1000), "no restriction");
}

#[test]
fn a_closed_table_takes_no_commands() {
    for book in BOOK_IDS {
        let mut house = House::new(book, 1);
        let commands = [
            Command::Close,
            Command::OrderShuffle,
            Command::Vacate {
                box_no: crate::common::boxed(1),
            },
            Command::SetSign {
                sign: house.table.sign().clone(),
                newcomers: false,
            },
            Command::Restarted,
        ];
        for command in commands {
            refused!(house.staff(command), Reason::Closed, "not stated");
        }
        for command in [
            Command::Depart,
            Command::Ready,
            Command::RefuseCut,
            Command::WithdrawFromRound,
        ] {
            refused!(house.by(1, command), Reason::Closed, "not stated");
        }
        assert_eq!(house.wait(3600), []);
        assert_eq!(
            (house.table.next_time(), house.table.needs()),
            (None, table::Needs::Nothing)
        );
    }
}
