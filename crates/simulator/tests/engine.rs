//! The same cards and decisions through the engine and through the table of rows: the same cents, round by round.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::{Card, Composition};
use game::{Round, Setup};
use rules::{BOOK_IDS, Money, RuleBook, Sign, builtin};
use simulator::{Code, Drawer, Engine, Fresh, Played, Words};
use solver::{Terms, alternatives, full_shoe, is_of_side_wager};
use std::sync::Arc;
use support::Whim;

/// A wager whose half and odds are no whole dollars.
fn wager() -> Money {
    "27.35".parse().unwrap()
}

#[test]
fn adelaide_by_the_cent() {
    a_million_rounds("adelaide");
}

#[test]
fn canberra_by_the_cent() {
    a_million_rounds("canberra");
}

#[test]
fn singapore_by_the_cent() {
    a_million_rounds("singapore");
}

#[test]
fn tasmania_by_the_cent() {
    a_million_rounds("tasmania");
}

#[test]
fn sydney_by_the_cent() {
    a_million_rounds("sydney");
}

/// Every setting that a round of one box knows, with every other value it can have.
#[test]
fn every_setting_by_the_cent() {
    let mut differing = 0;
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        for alternative in alternatives(&book).iter().filter(|one| !one.is_reference_only() && !is_of_side_wager(&one.key)) {
            let changed = Arc::new(alternative.of(&book));
            let name = format!("{id} with {}={}", alternative.key, alternative.value);
            if Round::open(Setup::usual(Arc::clone(&changed), &["bettor"])).is_ok() {
                differing += 1;
                Comparison::new(&name, &changed, sevens()).play(2_000, 1);
            }
        }
    }
    assert!(differing > 300, "{differing} alternatives were played");
}

fn a_million_rounds(id: &str) {
    let book = Arc::clone(&builtin(id).unwrap());
    let full = Comparison::new(id, &book, full_shoe(&book, 8).unwrap()).play(600_000, 30);
    let rich = Comparison::new(id, &book, sevens()).play(400_000, 20);
    assert!(full.splits > 5_000 && rich.splits > 20_000, "pairs are split");
    assert_eq!(rich.bonuses > 0, Terms::of(&book, wager()).super_bonus.is_some(), "a Super Bonus is won where there is one");
}

/// A shoe in which pairs, 6-7-8, 7-7-7 of one suit and a dealer's Pontoon are common.
fn sevens() -> Composition {
    let cards = "As*12 Ah*4 2s*6 3h*4 4s*4 5d*4 6s*12 7s*40 7h*12 7d*2 8s*14 8h*6 9c*4 Ks*16 Qd*8";
    let each = cards.split(' ').map(|word| word.split_once('*').unwrap());
    each.flat_map(|(card, times)| std::iter::repeat_n(card.parse::<Card>().unwrap(), times.parse().unwrap())).collect()
}

/// One book and one shoe, played both ways.
struct Comparison<'a> {
    name: &'a str,
    book: &'a Arc<RuleBook>,
    shoe: Composition,
    splits: u64,
    bonuses: u64,
}

impl<'a> Comparison<'a> {
    fn new(name: &'a str, book: &'a Arc<RuleBook>, shoe: Composition) -> Self {
        Self { name, book, shoe, splits: 0, bonuses: 0 }
    }

    /// Plays random cards by so many random strategies.
    fn play(mut self, rounds: u64, strategies: u64) -> Self {
        let mut words = Drawer::new(Words::new(2026, 11));
        let (terms, sign) = (Terms::of(self.book, wager()), Sign::usual(self.book));
        for seed in 0..strategies {
            let whim = Whim { terms: &terms, seed };
            let engine = Engine::new(self.book, &self.shoe, wager(), &whim).unwrap();
            let fresh = Fresh::new(self.book, &sign, wager(), &self.shoe, &whim).unwrap();
            for no in 0..rounds / strategies {
                self.compare(&fresh, &engine.round(&mut words), &format!("strategy {seed}, round {no}"));
            }
        }
        self
    }

    fn compare(&mut self, fresh: &Fresh<'_>, played: &Played, which: &str) {
        let mut cards = played.cards.clone();
        // The engine deals the upcard between the two cards of the box.
        cards.swap(0, 1);
        let mut cards = cards.into_iter();
        // The dealer may be given cards that the engine does not need.
        let mut draw = || Some(cards.next().map_or(Code::of("2s".parse().unwrap()), Code::of));
        let mine = fresh.round(&mut draw).unwrap();
        assert_eq!(mine, (played.upcard, played.result), "{}, {which}: {:?}", self.name, played.cards);
        self.splits += u64::from(played.split);
        self.bonuses += u64::from(played.result.super_bonus > 0);
    }
}
