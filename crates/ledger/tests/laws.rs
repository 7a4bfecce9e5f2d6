//! The laws of the ledger: nothing is made, nothing is lost, nothing is undone by halves.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use ledger::{
    Account, Ledger, LedgerRefusal, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId,
};
use proptest::prelude::*;
use rules::{Clause, Money, Net};

const ANN: Account = Account::Player(PlayerId(1));
const BOB: Account = Account::Player(PlayerId(2));
const FLOAT: Account = Account::Float(TableId(1));
const HELD: Account = Account::Held(TableId(1));

fn id(no: u64) -> TransferId {
    TransferId {
        series: Series::Table(TableId(1)),
        no,
    }
}

fn dollars(dollars: u32) -> Money {
    Money::from_dollars(dollars)
}

fn transfer(no: u64, does: Move) -> Transfer {
    Transfer {
        id: id(no),
        does,
        purpose: Purpose::Wager,
        clause: Clause::SILENT,
    }
}

fn pay(no: u64, from: Account, to: Account, amount: Money) -> Transfer {
    transfer(no, Move::Pay { from, to, amount })
}

fn hold(no: u64, amount: Money) -> Transfer {
    transfer(
        no,
        Move::Hold {
            from: ANN,
            held: HELD,
            to: FLOAT,
            amount,
        },
    )
}

/// Ann has 100.
fn with_ann() -> Ledger {
    let mut ledger = Ledger::new();
    let _ = ledger
        .apply(&[pay(1, Account::House, ANN, dollars(100))])
        .unwrap();
    ledger
}

fn balances(ledger: &Ledger) -> [i64; 4] {
    [Account::House, ANN, FLOAT, HELD].map(|account| ledger.balance(account).cents())
}

#[test]
fn a_wager_is_held_and_a_loss_posts_it() {
    let mut ledger = with_ann();
    let _ = ledger.apply(&[hold(2, dollars(25))]).unwrap();
    assert_eq!(balances(&ledger), [-10_000, 7_500, 0, 2_500]);
    let _ = ledger
        .apply(&[transfer(
            3,
            Move::Post {
                hold: id(2),
                amount: dollars(25),
            },
        )])
        .unwrap();
    assert_eq!(balances(&ledger), [-10_000, 7_500, 2_500, 0]);
    assert_eq!(ledger.holds().count(), 0);
}

#[test]
fn a_surrender_posts_half_and_gives_half_back() {
    let mut ledger = with_ann();
    let half = transfer(
        3,
        Move::Post {
            hold: id(2),
            amount: Money::from_cents(1_250),
        },
    );
    let _ = ledger.apply(&[hold(2, dollars(25)), half]).unwrap();
    assert_eq!(balances(&ledger), [-10_000, 8_750, 1_250, 0]);
}

#[test]
fn a_void_gives_all_back_and_only_once() {
    let mut ledger = with_ann();
    let _ = ledger
        .apply(&[
            hold(2, dollars(25)),
            transfer(3, Move::Void { hold: id(2) }),
        ])
        .unwrap();
    assert_eq!(balances(&ledger), [-10_000, 10_000, 0, 0]);
    let again = ledger.apply(&[transfer(4, Move::Void { hold: id(2) })]);
    assert_eq!(again, Err(LedgerRefusal::NoSuchHold { hold: id(2) }));
    let late = ledger.apply(&[transfer(
        4,
        Move::Post {
            hold: id(2),
            amount: dollars(1),
        },
    )]);
    assert_eq!(late, Err(LedgerRefusal::NoSuchHold { hold: id(2) }));
}

#[test]
fn what_is_reclaimed_and_not_there_any_more_is_the_houses_loss() {
    let mut ledger = with_ann();
    let [house, ann, float, held] = balances(&ledger);
    let reclaim = |no, amount| {
        transfer(
            no,
            Move::Reclaim {
                from: ANN,
                to: FLOAT,
                amount,
            },
        )
    };
    let all = Money::from_cents(ann.unsigned_abs());
    let _ = ledger.apply(&[reclaim(2, dollars(10))]).unwrap();
    assert_eq!(balances(&ledger), [house, ann - 1_000, float + 1_000, held]);
    let undo = ledger.apply(&[reclaim(3, all)]).unwrap();
    assert_eq!(
        balances(&ledger),
        [house - 1_000, 0, float + 1_000 + ann, held],
        "ten dollars were gone"
    );
    ledger.revert(undo);
    assert_eq!(balances(&ledger), [house, ann - 1_000, float + 1_000, held]);
    for (from, to) in [
        (FLOAT, ANN),
        (ANN, BOB),
        (ANN, Account::House),
        (ANN, HELD),
        (Account::House, FLOAT),
    ] {
        let wrong = ledger.apply(&[transfer(
            3,
            Move::Reclaim {
                from,
                to,
                amount: dollars(1),
            },
        )]);
        assert_eq!(
            wrong.unwrap_err(),
            LedgerRefusal::WrongAccounts { id: id(3) }
        );
    }
    assert_eq!(
        ledger.apply(&[reclaim(3, Money::ZERO)]).unwrap_err(),
        LedgerRefusal::Nothing { id: id(3) }
    );
}

#[test]
fn nobody_but_the_house_owes() {
    let mut ledger = with_ann();
    let refused = ledger.apply(&[hold(2, Money::from_cents(10_001))]);
    let has = dollars(100);
    assert_eq!(
        refused,
        Err(LedgerRefusal::NotEnough {
            account: ANN,
            has,
            needs: Money::from_cents(10_001)
        })
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "100.01 is more than there is: the balance is 100"
    );
    let _ = ledger.apply(&[pay(2, FLOAT, ANN, dollars(5000))]).unwrap();
    assert_eq!(ledger.balance(FLOAT), Net::lost(dollars(5000)));
}

#[test]
fn a_refusal_leaves_no_trace_of_what_came_before_it() {
    let mut ledger = with_ann();
    let before = ledger.clone();
    let batch = [
        hold(2, dollars(25)),
        pay(3, ANN, BOB, dollars(10)),
        hold(4, dollars(70)),
    ];
    assert!(matches!(
        ledger.apply(&batch),
        Err(LedgerRefusal::NotEnough { .. })
    ));
    assert_eq!(ledger, before);
}

#[test]
fn numbers_have_no_gaps_and_none_comes_twice() {
    let mut ledger = with_ann();
    for no in [0, 1, 3] {
        let refused = ledger.apply(&[hold(no, dollars(1))]);
        assert_eq!(
            refused,
            Err(LedgerRefusal::OutOfOrder {
                id: id(no),
                next: 2
            })
        );
    }
    let other = TransferId {
        series: Series::Cashier,
        no: 1,
    };
    let _ = ledger
        .apply(&[Transfer {
            id: other,
            ..hold(1, dollars(1))
        }])
        .unwrap();
    assert_eq!(
        (
            ledger.next_no(Series::Cashier),
            ledger.next_no(Series::Table(TableId(1)))
        ),
        (2, 2)
    );
}

#[test]
fn transfers_that_make_no_sense_are_refused() {
    let cases = [
        pay(2, ANN, ANN, dollars(1)),
        pay(2, HELD, ANN, dollars(1)),
        pay(2, ANN, HELD, dollars(1)),
        // Tokens are wagered, not cashed.
        pay(2, Account::Tokens(PlayerId(1)), ANN, dollars(1)),
        transfer(
            2,
            Move::Hold {
                from: ANN,
                held: BOB,
                to: FLOAT,
                amount: dollars(1),
            },
        ),
        transfer(
            2,
            Move::Hold {
                from: HELD,
                held: HELD,
                to: FLOAT,
                amount: dollars(1),
            },
        ),
        transfer(
            2,
            Move::Hold {
                from: ANN,
                held: HELD,
                to: ANN,
                amount: dollars(1),
            },
        ),
    ];
    for case in cases {
        assert_eq!(
            with_ann().apply(&[case]),
            Err(LedgerRefusal::WrongAccounts { id: id(2) }),
            "{case:?}"
        );
    }
    assert_eq!(
        with_ann().apply(&[hold(2, Money::ZERO)]),
        Err(LedgerRefusal::Nothing { id: id(2) })
    );
    let most = Money::from_cents(u64::MAX);
    assert_eq!(
        with_ann().apply(&[hold(2, most)]),
        Err(LedgerRefusal::TooMuch { account: ANN })
    );
    let over = transfer(
        3,
        Move::Post {
            hold: id(2),
            amount: dollars(26),
        },
    );
    let refused = with_ann().apply(&[hold(2, dollars(25)), over]);
    assert_eq!(
        refused,
        Err(LedgerRefusal::MoreThanHeld {
            hold: id(2),
            held: dollars(25),
            posted: dollars(26)
        })
    );
}

#[test]
fn an_undo_names_what_was_touched_and_nothing_else() {
    let mut ledger = with_ann();
    let undo = ledger
        .apply(&[
            hold(2, dollars(25)),
            transfer(
                3,
                Move::Post {
                    hold: id(2),
                    amount: dollars(10),
                },
            ),
        ])
        .unwrap();
    assert_eq!(
        undo.accounts().collect::<Vec<_>>(),
        [ANN, HELD, HELD, FLOAT, HELD, ANN]
    );
    assert_eq!(undo.holds().collect::<Vec<_>>(), [id(2), id(2)]);
    assert_eq!(
        undo.series().collect::<Vec<_>>(),
        [Series::Table(TableId(1)); 2]
    );
    assert_eq!(ledger.hold(id(2)), None);
}

/// Any transfer at all, mostly sensible.
fn any_move() -> impl Strategy<Value = Move> {
    let account = prop_oneof![
        Just(ANN),
        Just(BOB),
        Just(FLOAT),
        Just(Account::House),
        Just(HELD)
    ];
    let amount = (0..4000_u64).prop_map(Money::from_cents);
    prop_oneof![
        (account.clone(), account.clone(), amount.clone())
            .prop_map(|(from, to, amount)| Move::Pay { from, to, amount }),
        (account.clone(), account, amount.clone()).prop_map(|(from, to, amount)| Move::Reclaim {
            from,
            to,
            amount
        }),
        amount.clone().prop_map(|amount| Move::Hold {
            from: ANN,
            held: HELD,
            to: FLOAT,
            amount
        }),
        (1..40_u64, amount).prop_map(|(no, amount)| Move::Post {
            hold: id(no),
            amount
        }),
        (1..40_u64).prop_map(|no| Move::Void { hold: id(no) }),
    ]
}

proptest! {
    #[test]
    fn whatever_is_tried_sums_are_nothing_and_holds_are_what_is_held(moves in prop::collection::vec(any_move(), 1..40)) {
        let mut ledger = with_ann();
        for does in moves {
            let before = ledger.clone();
            let no = ledger.next_no(Series::Table(TableId(1)));
            match ledger.apply(&[transfer(no, does)]) {
                Ok(undo) => {
                    let mut back = ledger.clone();
                    back.revert(undo);
                    prop_assert_eq!(back, before);
                }
                Err(_) => prop_assert_eq!(&ledger, &before),
            }
            prop_assert_eq!(ledger.balances().map(|(_, balance)| balance).sum::<Net>(), Net::ZERO);
            let held: Money = ledger.holds().map(|(_, hold)| hold.amount).sum();
            prop_assert_eq!(ledger.balance(HELD), Net::won(held));
            prop_assert!(ledger.balances().all(|(account, balance)| account.may_owe() || balance >= Net::ZERO));
        }
    }
}
