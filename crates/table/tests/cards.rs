//! Player cards and advice: what the house finds out, and what a table of play money does otherwise.

use crate::common::{House, boxed, by_the_round, card_of, come, usual};
use rules::{BOOK_IDS, builtin};
use table::{Actor, Advice, Command, Config, HouseClause, PlayerCards, Reason, What, Withdrawn};

/// Somebody who says something of a card of their own.
fn claiming(name: &str, card: bool) -> Command {
    Command::Arrive {
        name: name.to_owned(),
        card: Some(card),
    }
}

fn for_play_money(book: &str) -> Config {
    Config::for_play_money(&builtin(book).unwrap())
}

fn numbers(clauses: &[HouseClause]) -> Vec<&str> {
    clauses.iter().map(|clause| &*clause.number).collect()
}

#[test]
fn nobody_says_of_themselves_that_they_hold_a_card() {
    for book in BOOK_IDS {
        let clause = if book == "sydney" {
            "6.1"
        } else {
            "not stated"
        };
        for config in [usual(book), for_play_money(book)] {
            let mut house = House::open_with(config);
            let before = house.table.clone();
            for card in [true, false] {
                let refusal = house.by(1, claiming("ann", card)).unwrap_err();
                assert_eq!(refusal.reason, Reason::CardClaimed, "{book}");
                assert_eq!(refusal.clause.to_string(), clause, "{book}");
                assert!(
                    refusal.to_string().contains("come without `card`"),
                    "{refusal}"
                );
                assert_eq!(house.table, before);
            }
            house.by(1, come("ann")).unwrap();
        }
    }
}

#[test]
fn in_sydney_a_wager_needs_a_card_that_the_house_has_found() {
    let mut house = House::open("sydney");
    house.by(1, come("ann")).unwrap();
    house.sit(1, 1).unwrap();
    house.cut_by_house();
    let refusal = house.lay(1, 1, 25).unwrap_err();
    assert_eq!(by_the_round(&refusal), Some(game::Reason::NoPlayerCard));
    assert_eq!(refusal.clause.to_string(), "6.1");
    assert!(!house.table.view().people[0].card);
    let events = house.staff(card_of(1, true)).unwrap();
    says!(events, What::CardFound { valid: true, .. }, "6.1");
    assert!(house.table.view().people[0].card);
    house.lay(1, 1, 25).unwrap();
    // A card that turns out not to be valid takes what lies there with it.
    let events = house.staff(card_of(1, false)).unwrap();
    says!(
        events,
        What::WagersWithdrawn {
            why: Withdrawn::NotInPlay,
            ..
        },
        "6.1"
    );
    assert_eq!(house.balance(1), crate::common::PURSE);
    // Whoever goes and comes back is looked at anew.
    house.staff(card_of(1, true)).unwrap();
    house.depart(1);
    house.by(1, come("ann")).unwrap();
    assert!(house.lay(1, 1, 25).is_err());
    refused!(
        house.staff(card_of(9, true)),
        Reason::NotAtTable,
        "not stated"
    );
}

#[test]
fn a_card_that_is_found_wanting_in_mid_round_bars_the_next_wager() {
    let mut house = House::open("sydney");
    house.seat_all(&["ann"]);
    house.stack_with("9s 9d 9h");
    house.begin(&[1]);
    house.staff(card_of(1, false)).unwrap();
    house.play_out();
    assert_eq!(house.table.rounds(), 1);
    let refusal = house.lay(1, 1, 25).unwrap_err();
    assert_eq!(by_the_round(&refusal), Some(game::Reason::NoPlayerCard));
}

#[test]
fn a_table_of_play_money_asks_nobody_for_a_card_and_its_sign_says_so() {
    let mut house = House::open_with(for_play_money("sydney"));
    let view = house.table.view();
    assert_eq!(numbers(&view.house_clauses), ["H1", "H2"]);
    assert!(view.house_clauses[0].words.contains("player card"));
    assert!(!view.cards_asked);
    house.by(1, come("gus")).unwrap();
    house.sit(1, 1).unwrap();
    house.cut_by_house();
    house.stack_with("9s 9d 9h");
    house.begin(&[1]);
    house
        .by(1, Command::Withdraw { box_no: boxed(1) })
        .unwrap_err();
    refused!(house.staff(card_of(1, true)), Reason::NoCardAsked, "H1");
    // Where the book asks for none there is nothing to say, and nothing to look at.
    let mut house = House::open_with(for_play_money("singapore"));
    assert_eq!(house.table.view().house_clauses, []);
    house.by(1, come("gus")).unwrap();
    refused!(
        house.staff(card_of(1, true)),
        Reason::NoCardAsked,
        "not stated"
    );
    // The table as the book has it asks.
    let view = House::open("sydney").table.view();
    assert_eq!(view.house_clauses, []);
    assert!(view.cards_asked);
    refused!(
        House::open("sydney").give(&Actor::Clock, &claiming("ann", true)),
        Reason::ForPlayersOnly,
        "not stated"
    );
}

#[test]
fn advice_is_off_where_the_book_bars_it() {
    let bars = [
        ("adelaide", "116"),
        ("canberra", "17.5a"),
        ("sydney", "20.7"),
    ];
    for book in BOOK_IDS {
        let table = House::open(book).table;
        let barred = bars.iter().find(|(name, _)| *name == book);
        let Some((_, clause)) = barred else {
            assert_eq!(table.may_advise(), Ok(()), "{book}");
            let off = Config {
                advice: Advice::Off,
                ..usual(book)
            };
            let refusal = House::open_with(off).table.may_advise().unwrap_err();
            assert_eq!(refusal.clause.to_string(), "not stated");
            continue;
        };
        let refusal = table.may_advise().unwrap_err();
        assert_eq!(refusal.reason, Reason::AdviceOff);
        assert_eq!(refusal.clause.to_string(), *clause);
        assert!(
            refusal.to_string().contains("away from the table"),
            "{refusal}"
        );
        assert_eq!(table.view().advice, Advice::Off);
        // For play money by a clause of the house's own, which the sign shows.
        let table = House::open_with(for_play_money(book)).table;
        assert_eq!(table.may_advise(), Ok(()), "{book}");
        let clauses = table.view().house_clauses;
        assert_eq!(clauses.last().unwrap().number, "H2");
        assert!(clauses.last().unwrap().words.contains("advises"));
    }
}

#[test]
fn one_setting_does_not_bring_the_other() {
    let cards = Config {
        player_cards: PlayerCards::NotAsked,
        ..usual("sydney")
    };
    let advice = Config {
        advice: Advice::On,
        ..usual("sydney")
    };
    let own = |config: Config| House::open_with(config).table.view().house_clauses;
    assert_eq!(numbers(&own(cards)), ["H1"]);
    assert_eq!(numbers(&own(advice)), ["H2"]);
}
