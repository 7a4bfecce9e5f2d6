//! Every setting of every book with every other value it can have: by rows and by the engine the
//! same cents.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use rules::builtin;
use simulator::{Cut, Dealing, Follows, Simulation};
use solver::{Terms, alternatives};
use support::{Hasty, Whim, sevens, shared, table, wager};

#[test]
fn every_setting_of_adelaide() {
    every_setting("adelaide");
}

#[test]
fn every_setting_of_canberra() {
    every_setting("canberra");
}

#[test]
fn every_setting_of_singapore() {
    every_setting("singapore");
}

#[test]
fn every_setting_of_sydney() {
    every_setting("sydney");
}

#[test]
fn every_setting_of_tasmania() {
    every_setting("tasmania");
}

/// Three boxes with three bettors each: two boxes with co-bettors who follow, and one with some who
/// do not.
fn every_setting(id: &str) {
    let book = builtin(id).unwrap();
    let mut played = 0;
    for alternative in alternatives(&book)
        .iter()
        .filter(|one| !one.is_reference_only())
    {
        let changed = alternative.of(&book);
        let name = format!("{id} with {}={}", alternative.key, alternative.value);
        let terms = Terms::of(&changed, wager());
        let (whim, hasty) = (
            Whim {
                terms: &terms,
                seed: 0,
            },
            Hasty(Whim {
                terms: &terms,
                seed: 1,
            }),
        );
        let seats = vec![
            shared(&changed, &whim, [Follows::Everything, Follows::Everything]),
            shared(
                &changed,
                &hasty,
                [Follows::SplitsOnly, Follows::DoublesOnly],
            ),
        ];
        let dealing = Dealing::Shoe(Cut {
            least: 48,
            most: 60,
        });
        let mut table = table(&changed, sevens(), dealing, seats, vec![0, 1, 0]);
        table.multipliers.truncate(1);
        let simulation = Simulation::new(&table).unwrap_or_else(|unfit| panic!("{name}: {unfit}"));
        let compared = simulation
            .compare(1, 0, 200)
            .unwrap_or_else(|difference| panic!("{name}: {difference}"));
        assert!(
            compared.both > 40 && compared.splits > 5,
            "{name}: {compared:?}"
        );
        played += 1;
    }
    assert!(played > 40, "{id}: {played} alternatives were played");
}
