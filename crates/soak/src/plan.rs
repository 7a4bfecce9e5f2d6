//! What one seed stands for: the tables, the people, the weather and the faults of a run.

use crate::chance::Chance;
use crate::fault::Menace;
use game::{Dealing, Faces, WagersChecked};
use rules::{BOOK_IDS, LastCut, Money, Sign, builtin};
use table::{Config, LastCutBy, LatePolicy, PlayerCards, Span, Time, Times};

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Faults until the power goes in the middle of everything: whatever is on the disk then must
    /// hold.
    Safety,
    /// After a time all faults heal: then every round must end and everybody must be answered.
    Liveness,
}

/// Time zones of houses.
const ZONES: [&str; 4] = [
    "UTC",
    "Australia/Sydney",
    "Australia/Sydney",
    "America/New_York",
];

/// Days on which a run begins, by UTC: 15 January, 3 April and 2 October 2027. On the last two the
/// clocks of Sydney go back and forward.
const BEGINNINGS: [Time; 3] = [
    Time(1_800_000_000_000),
    Time(1_806_710_400_000),
    Time(1_822_435_200_000),
];

/// A run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed.
    pub seed: u64,
    /// How it ends.
    pub mode: Mode,
    /// The time zone of the house.
    pub zone: &'static str,
    /// It begins within a day after this: on some day, or before a night in which the clocks of
    /// Sydney change.
    pub began: Time,
    /// How long there are faults.
    pub storm: Span,
    /// The tables.
    pub tables: Vec<Config>,
    /// The bettors, one temper each.
    pub bettors: Vec<Temper>,
    /// What the network does to messages.
    pub weather: Weather,
    /// What goes wrong otherwise, and how often.
    pub menaces: Vec<Menace>,
    /// The mean time between two faults.
    pub between_faults: Span,
}

/// What a bettor is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Temper {
    /// Decides at once.
    Quick,
    /// Decides when the time is nearly over, or a little later.
    Slow,
    /// Lays wagers and decides nothing.
    Absent,
    /// Leaves in the middle of rounds.
    Leaver,
    /// Wagers more than the sign, the purse or the book allows.
    Greedy,
    /// Asks for things nobody may.
    Muddled,
    /// Wagers on several boxes.
    Several,
    /// Wagers on others' boxes.
    Follower,
    /// Sets limits, cashes out, and some day excludes oneself.
    Careful,
    /// Has no account.
    Guest,
    /// Plays at two tables at once, from two devices.
    Double,
}

impl Temper {
    /// Every one.
    pub const ALL: [Self; 11] = [
        Self::Quick,
        Self::Slow,
        Self::Absent,
        Self::Leaver,
        Self::Greedy,
        Self::Muddled,
        Self::Several,
        Self::Follower,
        Self::Careful,
        Self::Guest,
        Self::Double,
    ];
}

/// What the network does to messages; each number is how seldom, 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weather {
    /// A message is lost.
    pub loses: u32,
    /// A message comes twice.
    pub doubles: u32,
    /// A message takes seconds, so that later ones come before it.
    pub delays: u32,
    /// A connection breaks.
    pub breaks: u32,
}

impl Weather {
    /// Nothing is lost or late.
    pub const CALM: Self = Self {
        loses: 0,
        doubles: 0,
        delays: 0,
        breaks: 0,
    };
}

impl Plan {
    /// What a seed stands for.
    pub fn of(seed: u64) -> Self {
        let mut chance = Chance::of(seed, "plan");
        let mode = if seed.is_multiple_of(2) {
            Mode::Safety
        } else {
            Mode::Liveness
        };
        let mut days = Chance::of(seed, "days");
        let n_tables = chance.between(2, 4);
        let n_bettors = chance.between(8, 12) * n_tables / 2;
        Self {
            seed,
            mode,
            zone: days.pick(&ZONES).copied().unwrap_or("UTC"),
            began: days.pick(&BEGINNINGS).copied().unwrap_or(Time(0)),
            storm: Span::minutes(u64::from(chance.between(4, 10))),
            tables: (0..n_tables).map(|_| a_table(&mut chance)).collect(),
            bettors: (0..n_bettors)
                .map(|_| *chance.pick(&Temper::ALL).unwrap_or(&Temper::Quick))
                .collect(),
            weather: weather(&mut chance),
            // Each run has some faults and not others, so that rare ones are not drowned.
            menaces: Menace::ALL
                .into_iter()
                .filter(|_| !chance.once_in(3))
                .collect(),
            between_faults: Span::seconds(u64::from(chance.between(10, 90))),
        }
    }
}

fn weather(chance: &mut Chance) -> Weather {
    if chance.once_in(4) {
        return Weather {
            breaks: 400,
            ..Weather::CALM
        };
    }
    Weather {
        loses: chance.between(8, 60),
        doubles: chance.between(8, 60),
        delays: chance.between(8, 60),
        breaks: chance.between(100, 600),
    }
}

/// Some table of some book: shoe or device, few cards or many, as the book allows it. At some, as
/// once at all, wagers are held against the sign only when they are closed.
fn a_table(chance: &mut Chance) -> Config {
    let id = chance.pick(&BOOK_IDS).copied().unwrap_or("sydney");
    let book = builtin(id).expect("the five books are compiled in");
    let wagers_checked = if chance.once_in(4) {
        WagersChecked::WhenClosed
    } else {
        WagersChecked::WhenLaid
    };
    let usual = Config {
        times: times(chance),
        wagers_checked,
        player_cards: if chance.once_in(4) {
            PlayerCards::Asked
        } else {
            PlayerCards::NotAsked
        },
        last_cut: match book.cut.nobody.is {
            LastCut::Supervisor if chance.once_in(3) => LastCutBy::Supervisor,
            LastCut::Supervisor | LastCut::Dealer => LastCutBy::Software,
        },
        ..Config::for_play_money(&book)
    };
    let variants = [
        Config {
            dealing: Dealing::Device,
            ..usual.clone()
        },
        Config {
            dealing: Dealing::Device,
            decks: fewest(&usual),
            ..usual.clone()
        },
        // Few cards, and none behind the cutting card: the shoe runs out.
        Config {
            decks: fewest(&usual),
            cutting_card: 0,
            ..usual.clone()
        },
        Config {
            decks: fewest(&usual),
            ..usual.clone()
        },
        Config {
            faces: Faces::Down,
            ..usual.clone()
        },
        // It runs out while cards lie face down.
        Config {
            faces: Faces::Down,
            decks: fewest(&usual),
            cutting_card: 0,
            ..usual.clone()
        },
        Config {
            late: LatePolicy::Held,
            ..usual.clone()
        },
        usual.clone(),
    ];
    let chosen = chance
        .pick(&variants)
        .cloned()
        .unwrap_or_else(|| usual.clone());
    let signed = Config {
        sign: a_sign(&chosen.sign, chance),
        ..chosen.clone()
    };
    [signed, chosen, usual.clone()]
        .into_iter()
        .find(|config| config.check().is_ok())
        .unwrap_or(usual)
}

fn times(chance: &mut Chance) -> Times {
    let mut seconds = |least, most| Span::seconds(u64::from(chance.between(least, most)));
    Times {
        wagers: seconds(3, 15),
        decision: seconds(3, 20),
        cut: seconds(2, 10),
    }
}

fn fewest(usual: &Config) -> u8 {
    let fits = |decks: &u8| {
        Config {
            decks: *decks,
            cutting_card: 48 * u32::from(*decks) / 2,
            ..usual.clone()
        }
        .check()
        .is_ok()
    };
    (1..=8).find(fits).unwrap_or(usual.decks)
}

fn a_sign(usual: &Sign, chance: &mut Chance) -> Sign {
    let chip = Money::from_cents([1, 50, 100, 500][chance.place(4)]);
    let minimum = Money::from_dollars([5, 10, 25][chance.place(3)]);
    let maximum = Money::from_dollars([50, 300, 1000][chance.place(3)]);
    Sign {
        minimum,
        maximum,
        chip,
        multiples: chance.once_in(3),
        ..usual.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashSet};

    #[test]
    fn plans_meet_every_book_every_way_of_dealing_every_temper_and_every_fault() {
        let mut books = BTreeSet::new();
        let mut tempers = BTreeSet::new();
        let mut menaces = BTreeSet::new();
        let mut kinds = BTreeSet::new();
        let mut checks = HashSet::new();
        for seed in 0..60 {
            let plan = Plan::of(seed);
            tempers.extend(plan.bettors.iter().copied());
            menaces.extend(plan.menaces.iter().copied());
            for table in &plan.tables {
                table.check().unwrap();
                books.insert(table.book.clone());
                checks.insert(table.wagers_checked);
                kinds.insert((
                    table.dealing == Dealing::Device,
                    table.faces == Faces::Down,
                    table.cutting_card == 0,
                ));
            }
        }
        assert_eq!(books.len(), 5);
        assert_eq!(checks.len(), 2);
        assert_eq!(tempers.len(), Temper::ALL.len());
        assert_eq!(menaces.len(), Menace::ALL.len());
        for kind in [
            (false, false, false),
            (true, false, false),
            (false, true, false),
            (false, false, true),
            (false, true, true),
        ] {
            assert!(kinds.contains(&kind), "{kind:?}");
        }
    }
}
