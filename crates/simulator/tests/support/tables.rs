//! Tables to play at.

use cards::{Card, Composition};
use rules::{Money, RuleBook, Sign};
use simulator::{Bets, Compared, Dealing, Follows, Mind, Play, Seat, Simulation, Table};

/// A wager whose half and odds are no whole dollars.
pub(crate) fn wager() -> Money {
    "27.35".parse().unwrap()
}

/// A sign that takes every wager of these tests.
fn sign(book: &RuleBook) -> Sign {
    let mut sign = Sign::usual(book);
    sign.minimum = Money::from_dollars(1);
    sign.maximum = Money::from_dollars(10_000);
    sign
}

/// A shoe in which pairs, 6-7-8, 7-7-7 of one suit and a dealer's Pontoon are common.
pub(crate) fn sevens() -> Composition {
    let cards = "As*12 Ah*4 2s*6 3h*4 4s*4 5d*4 6s*12 7s*40 7h*12 7d*2 8s*14 8h*6 9c*4 Ks*16 Qd*8";
    let each = cards.split(' ').map(|word| word.split_once('*').unwrap());
    each.flat_map(|(card, times)| {
        std::iter::repeat_n(card.parse::<Card>().unwrap(), times.parse().unwrap())
    })
    .collect()
}

/// A table at which every multiplier is as likely as any other.
pub(crate) fn table<'a>(
    book: &'a RuleBook,
    shoe: Composition,
    dealing: Dealing,
    seats: Vec<Seat<'a>>,
    boxes: Vec<usize>,
) -> Table<'a> {
    let multipliers = book
        .pandemonium
        .multipliers
        .is
        .all()
        .iter()
        .map(|&multiplier| (multiplier, 1))
        .collect();
    Table {
        book,
        sign: sign(book),
        shoe,
        dealing,
        seats,
        boxes,
        multipliers,
    }
}

/// A box with one bettor.
pub(crate) fn alone<'a>(play: &'a dyn Play) -> Seat<'a> {
    Seat {
        mind: Mind {
            plays: vec![play],
            counting: None,
        },
        bettors: vec![Bets::of(wager())],
    }
}

/// Three bettors on a box, and wagers beside the hand where the book has them.
pub(crate) fn shared<'a>(book: &RuleBook, play: &'a dyn Play, follows: [Follows; 2]) -> Seat<'a> {
    let side = |dollars: u32| Some(Money::from_dollars(dollars));
    let sign = Sign::usual(book);
    let [one, other] = follows;
    let bets = |cents: u64, follows, at: u32| Bets {
        wager: Money::from_cents(cents),
        follows,
        pairs: sign.pairs.and(side(at)),
        pandemonium: sign.pandemonium.and(side(2 * at)),
    };
    Seat {
        mind: Mind {
            plays: vec![play],
            counting: None,
        },
        bettors: vec![
            bets(2_735, Follows::Everything, 3),
            bets(1_015, one, 5),
            bets(30_000, other, 7),
        ],
    }
}

/// Plays so many rounds both ways; stops the test at the first that differs.
pub(crate) fn compare(name: &str, table: &Table<'_>, seed: u64, rounds: u32) -> Compared {
    let simulation = Simulation::new(table).unwrap_or_else(|unfit| panic!("{name}: {unfit}"));
    simulation
        .compare(seed, 0, rounds)
        .unwrap_or_else(|difference| panic!("{name}: {difference}"))
}
