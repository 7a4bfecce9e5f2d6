//! Rounds that are declared void.

use crate::common::{FLOAT, House, usual};
use game::{Choice, Side};
use ledger::{Account, Move, Pool, Purpose, Series, TableId, Transfer, TransferId};
use rules::{Clause, Money, Net};
use table::{Command, Config, Phase, Reason, ShuffleWhy, What};

fn void(why: &str) -> Command {
    Command::VoidRound {
        why: why.to_owned(),
    }
}

/// What each book says, whether wins that were paid stand, and the clause.
const VOID: [(&str, bool, &str); 5] = [
    ("adelaide", false, "113"),
    ("canberra", false, "17.3"),
    ("singapore", false, "5.2"),
    ("sydney", true, "18.8"),
    ("tasmania", false, "not stated"),
];

/// Bob's hand on box 1 has gone over 21, ann's on box 2 was a Pontoon and is paid, and cho is to
/// decide on box 3.
fn half_settled(book: &str) -> House {
    let mut house = House::open(book);
    for (no, name, box_no) in [(2, "bob", 1), (1, "ann", 2), (3, "cho", 3)] {
        house.arrive(no, name);
        house.sit(no, box_no).unwrap();
    }
    house.cut_by_house();
    house.lay(2, 1, 10).unwrap();
    house.lay(1, 2, 20).unwrap();
    house.lay(3, 3, 50).unwrap();
    if house.table.sign().pairs.is_some() {
        house.side(3, 3, Side::Pairs, 5).unwrap();
    }
    house.stack_with("9s As 8h 6c 7d Kd 4c 9h");
    house.close_wagers();
    house
        .choose(
            2,
            Choice::Draw {
                hand: crate::common::hand(1, 0),
            },
        )
        .unwrap();
    assert_eq!((house.won(2), house.won(1)), (-1000, 3000), "{book}");
    house
}

/// Ann has cashed out all she has, her winnings too: the round is void all the same, and the house
/// bears what is gone.
#[test]
fn a_round_is_void_also_when_what_was_won_is_spent() {
    for (book, stands, _) in VOID {
        let mut house = half_settled(book);
        let (ann, no) = (
            Account::Player(crate::common::player(1)),
            house.ledger.next_no(Series::Cashier),
        );
        let amount = Money::from_cents(house.ledger.balance(ann).cents().unsigned_abs());
        let does = Move::Pay {
            from: ann,
            to: Account::House,
            amount,
        };
        let id = TransferId {
            series: Series::Cashier,
            no,
        };
        let cash_out = Transfer {
            id,
            does,
            purpose: Purpose::CashOut,
            clause: Clause::SILENT,
        };
        let _ = house.ledger.apply(&[cash_out]).unwrap();
        let before = house.ledger.balance(Account::House).cents();
        house.staff(void("a card was found on the floor")).unwrap();
        assert_eq!(house.ledger.balance(ann), Net::ZERO, "{book}");
        assert_eq!(
            house.ledger.balance(Account::House).cents() - before,
            if stands { 0 } else { -3000 },
            "{book}"
        );
        assert_eq!(
            house.ledger.balance(FLOAT).cents(),
            if stands {
                10_000_000 - 3000
            } else {
                10_000_000
            },
            "{book}"
        );
        assert_eq!(
            house
                .ledger
                .balances()
                .map(|(_, balance)| balance)
                .sum::<Net>(),
            Net::ZERO
        );
    }
}

#[test]
fn everything_laid_and_lost_goes_back_and_what_was_won_stands_or_not_as_the_book_says() {
    for (book, stands, clause) in VOID {
        let mut house = half_settled(book);
        let events = house.staff(void("a card was found on the floor")).unwrap();
        says!(events, What::RoundVoid { no: 1, .. }, clause);
        assert_eq!(
            (house.won(2), house.won(3)),
            (0, 0),
            "{book}: lost wagers and open ones go back"
        );
        assert_eq!(house.won(1), if stands { 3000 } else { 0 }, "{book}");
        assert_eq!(house.ledger.balance(Account::Held(TableId(1))), Net::ZERO);
        let float = house.ledger.balance(FLOAT).cents();
        assert_eq!(float, 10_000_000 - house.won(1), "{book}");
        assert_eq!(
            house.ledger.balance(Account::Pool(TableId(1), Pool::Pairs)),
            Net::ZERO,
            "{book}"
        );
        let back = house
            .moved
            .iter()
            .filter(|transfer| transfer.purpose == Purpose::RoundVoid);
        assert!(
            back.clone().count() >= 2
                && back
                    .into_iter()
                    .all(|transfer| transfer.clause.to_string() == clause),
            "{book}"
        );
    }
}

#[test]
fn a_reading_lets_what_was_won_stand_or_not() {
    for (book, value, won) in [
        ("adelaide", "stands", 3000),
        ("tasmania", "stands", 3000),
        ("singapore", "stands", 3000),
    ] {
        let config = Config {
            set: vec![("void-settled".to_owned(), value.to_owned())],
            ..usual(book)
        };
        assert_eq!(
            config
                .check()
                .map(|book| book.house.void_settled.clause.to_string()),
            Ok("reading void-settled".to_owned())
        );
        let mut house = House::open_with(config);
        house.seat_all(&["ann", "bob"]);
        house.cut_by_house();
        house.lay(1, 1, 20).unwrap();
        house.lay(2, 2, 5).unwrap();
        house.stack_with("As 9h 6c Kd 8h");
        house.close_wagers();
        house.staff(void("a test")).unwrap();
        assert_eq!(house.won(1), won, "{book}");
    }
}

#[test]
fn play_goes_on_with_the_cards_that_are_left() {
    let mut house = half_settled("sydney");
    let (_, _, drawn) = house.table.shoe_place();
    let events = house.staff(void("a misdeal")).unwrap();
    never!(events, What::ShuffleDue { .. });
    assert_eq!(
        (house.table.phase(), house.table.shoe_place().2),
        (Phase::Wagers, drawn)
    );
    // Eight cards were seen, and the burned one was not.
    assert_eq!(house.table.gone().len(), 8);
    house.lay(1, 2, 20).unwrap();
    house.close_wagers();
    house.play_out();
}

#[test]
fn a_cutting_card_that_came_in_a_void_round_brings_its_shuffle_all_the_same() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.stack_with("9s 9h 9d 9c 8s");
    house.cutting_card_in = Some(2);
    house.begin(&[1, 2]);
    let events = house.staff(void("a misdeal")).unwrap();
    says!(
        events,
        What::ShuffleDue {
            why: ShuffleWhy::CuttingCard
        },
        "5.1.3"
    );
    assert_eq!(house.offered(), Some(2));
}

#[test]
fn in_sydney_a_void_round_leaves_the_others_what_a_super_bonus_brought_them() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann", "bob"]);
    house.cut_by_house();
    house.lay(1, 1, 30).unwrap();
    house.lay(2, 2, 10).unwrap();
    house.stack_with("7h 9c 7d 7h 9d 7h");
    house.close_wagers();
    house
        .choose(
            1,
            Choice::Draw {
                hand: crate::common::hand(1, 0),
            },
        )
        .unwrap();
    // Bob's own wager of 10 still lies on the layout.
    assert_eq!((house.won(1), house.won(2)), (506_000, 4_000));
    house.staff(void("a card was found on the floor")).unwrap();
    assert_eq!((house.won(1), house.won(2)), (506_000, 5_000));
}

#[test]
fn only_a_round_that_is_under_way_is_void_and_the_record_says_why() {
    let mut house = House::open("sydney");
    refused!(
        house.staff(void("nothing")),
        Reason::NoRoundUnderWay,
        "18.8"
    );
    house.seat_all(&["ann"]);
    house.stack_with("9s 9h 9d");
    house.begin(&[1]);
    let long = "x".repeat(201);
    for why in ["", "two\nlines", long.as_str()] {
        refused!(house.staff(void(why)), Reason::WhyTooLong, "18.8");
    }
    let events = house.staff(void(&long[1..])).unwrap();
    says!(events, What::RoundVoid { why, .. } if why.len() == 200, "18.8");
    refused!(house.staff(void("again")), Reason::NoRoundUnderWay, "18.8");
}

#[test]
fn where_no_clause_lets_the_rack_be_shuffled_an_empty_shoe_ends_the_round() {
    let mut config = Config {
        decks: 3,
        cutting_card: 0,
        ..usual("tasmania")
    };
    config.set = vec![("runs-out".to_owned(), "not-provided".to_owned())];
    let mut house = House::with(config, 5);
    house.staff(Command::Open).unwrap();
    house.seat_all(&["ann", "bob", "cho"]);
    house.cut_by_house();
    let mut last = Vec::new();
    while !last
        .iter()
        .any(|event: &table::Event| matches!(event.what, What::RoundVoid { .. }))
    {
        assert!(house.table.rounds() < 100, "the shoe never ran out");
        last = house.round_of(&[1, 2, 3]);
    }
    says!(last, What::RoundVoid { why, .. } if why.contains("no card is left"), "reading runs-out");
    assert_eq!(house.table.at_stake(), rules::Money::ZERO);
    says!(
        last,
        What::ShuffleDue {
            why: ShuffleWhy::AfterRanOut
        },
        "reading after-ran-out"
    );
    house.cut_by_house();
    says!(
        house.round_of(&[1, 2, 3]),
        What::RoundOver { .. },
        "not stated"
    );
}
