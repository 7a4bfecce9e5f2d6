//! Whole tables show what theory says of them: the cutting card, counters, effects of removal, side
//! wagers.
//!
//! Every figure has a fixed seed. A mean may be three standard errors off what it is compared with.
#![allow(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "a test that cannot go on has failed; figures are doubles"
)]

use cards::{Card, Composition, Rank, Suit};
use rules::{Money, RuleBook, Sign, builtin};
use simulator::{
    BLOCK, Bets, Counting, Cut, Dealing, Mind, Play, Record, Rounding, Seat, SideRecord,
    Simulation, Spread, Step, Summary, Table, UNIT,
};
use solver::side_wagers::pandemonium::{self, Chances};
use solver::side_wagers::{SideWager, insurance, pairs};
use solver::{
    Best, CardValue, Chart, Count, Detail, Effects, Fraction, Level, Number, Pile, Plan, Solved,
    Strategy, Tags, Terms, VALUES, full_shoe, solve,
};

/// How far apart two figures may be, in standard errors.
const APART: f64 = 3.0;

/// A book, some cards and a plan, solved.
struct Known<'a, P> {
    book: &'a RuleBook,
    shoe: Composition,
    pile: Pile,
    terms: Terms,
    plan: &'a P,
    solved: Solved<f64>,
}

impl<'a, P: Plan> Known<'a, P> {
    fn new(book: &'a RuleBook, shoe: Composition, plan: &'a P) -> Self {
        let (terms, pile) = (Terms::of(book, wager()), Pile::of(&shoe));
        let solved = solve::<f64>(&terms, &pile, plan);
        Self {
            book,
            shoe,
            pile,
            terms,
            plan,
            solved,
        }
    }

    fn play(&self) -> Strategy<'_, f64, P> {
        Strategy::new(&self.terms, &self.pile, &self.solved, self.plan)
    }

    /// What one wager is worth from a fresh shuffle.
    fn worth(&self) -> f64 {
        self.solved.expectation().worth
    }

    /// A table of boxes that are all played alike.
    fn table<'t>(
        &'t self,
        play: &'t dyn Play,
        counting: Option<&'t Counting>,
        dealing: Dealing,
        boxes: usize,
    ) -> Table<'t> {
        let mut sign = Sign::usual(self.book);
        sign.minimum = wager();
        let seat = Seat {
            mind: Mind {
                plays: vec![play],
                counting,
            },
            bettors: vec![Bets::of(wager())],
        };
        Table {
            book: self.book,
            sign,
            shoe: self.shoe.clone(),
            dealing,
            seats: vec![seat],
            boxes: vec![0; boxes],
            multipliers: Vec::new(),
        }
    }
}

fn wager() -> Money {
    Money::from_dollars(10)
}

/// As many rounds as so many blocks have from a fresh shuffle.
fn blocks(table: &Table<'_>, blocks: u64) -> Record {
    let simulation = Simulation::new(table).unwrap();
    let mut record = Record::default();
    for block in 0.. {
        let missing = (blocks * u64::from(BLOCK)).saturating_sub(record.rounds);
        if missing == 0 {
            break;
        }
        let rounds = u32::try_from(missing).unwrap_or(BLOCK).min(BLOCK);
        record.merge(&simulation.block(1, block, rounds));
    }
    record
}

fn summary(record: &Record) -> Summary {
    Summary::of_bettor(&record.seats[0].bettors[0]).unwrap()
}

#[track_caller]
fn agrees(name: &str, found: f64, error: f64, expected: f64) {
    let off = (found - expected) / error;
    assert!(
        off.abs() < APART,
        "{name}: {found} ± {error} is {off:.2} standard errors from {expected}"
    );
}

/// So many cards of each value, Ace first, of all suits in turn.
fn shoe_of(counts: [usize; VALUES]) -> Composition {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "K"];
    let cards = |(rank, count): (&str, usize)| -> Vec<Card> {
        (0..count)
            .map(|no| {
                format!("{rank}{}", ["s", "h", "d", "c"][no % 4])
                    .parse()
                    .unwrap()
            })
            .collect()
    };
    ranks.into_iter().zip(counts).flat_map(cards).collect()
}

/// A cutting card with so many cards behind it.
const fn behind(cards: u32) -> Dealing {
    Dealing::Shoe(Cut {
        least: cards,
        most: cards,
    })
}

/// A round with many low cards is long, one with high cards short. So where the first rounds of a
/// shoe had the low cards, the cutting card comes out after fewer rounds, and good rounds with the
/// high cards that are left are not dealt; where they had the high cards, more rounds are dealt,
/// from what is left. Whoever wagers the same every round has more bad rounds than good ones,
/// although each single round, the first as well as the fifth, is worth the same before the
/// shuffle.
///
/// The effect is the larger the fewer rounds a shoe has and the more its cards differ: here it is
/// 0.4 %.
#[test]
fn a_cutting_card_costs_those_who_wager_the_same_every_round() {
    let book = builtin("adelaide").unwrap();
    let known = Known::new(&book, shoe_of([6, 4, 4, 4, 8, 0, 0, 0, 0, 22]), &Best);
    let play = known.play();
    let cut = summary(&blocks(&known.table(&play, None, behind(24), 1), 20));
    let fresh = summary(&blocks(&known.table(&play, None, Dealing::Fresh, 1), 20));
    agrees(
        "from a fresh shuffle",
        fresh.mean,
        fresh.error,
        known.worth(),
    );
    let effect = cut.mean - known.worth();
    assert!(effect < -5.0 * cut.error, "{effect} ± {}", cut.error);
    assert!(
        (-0.006..-0.002).contains(&effect),
        "{effect} ± {}",
        cut.error
    );
}

/// Tags in hundredths, each true count told in so many parts.
fn in_parts(tags: Tags, parts: i32) -> Counting {
    let mut counting = Counting::new([0; VALUES]);
    CardValue::all().for_each(|value| counting.tags[value.index()] = UNIT * parts * tags.of(value));
    // A new shoe's count of nothing stays nothing, and counts above and below are told alike.
    counting.rounding = Rounding::Nearest;
    counting
}

/// The mean true count before a round, in units of the tags.
fn mean_count(record: &Record) -> f64 {
    let counts = &record.seats[0].by_count;
    let rounds: u64 = counts.values().map(|spread| spread.times).sum();
    let sum: f64 = counts
        .iter()
        .map(|(&count, spread)| f64::from(count) * spread.times as f64)
        .sum();
    sum / f64::from(UNIT) / rounds as f64
}

/// The mean of some figures, and its standard error.
fn mean_of(figures: &[f64]) -> (f64, f64) {
    let count = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / count;
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// The same in a real shoe, where the effect is too small to be seen in money within seconds: what
/// is left for the mean round is poorer than a full shoe. A shoe of which a fixed number of rounds
/// is dealt is not.
#[test]
fn rounds_up_to_a_cutting_card_are_dealt_from_poorer_cards_than_a_fixed_number_of_rounds() {
    let book = builtin("adelaide").unwrap();
    let known = Known::new(&book, full_shoe(&book, 3).unwrap(), &Best);
    let effects = Effects::of(&book, 3, wager()).unwrap();
    let tags = Tags::propose(&effects, Level::try_from(3).unwrap());
    let a_count = Count {
        tags,
        effects: &effects,
    }
    .slope();
    let (play, counting) = (known.play(), in_parts(tags, 1));
    let worth_of =
        |dealing: Dealing, blocks: u64, play_block: fn(&Simulation<'_>, u64) -> Record| {
            let table = known.table(&play, Some(&counting), dealing, 1);
            let simulation = Simulation::new(&table).unwrap();
            mean_of(
                &(0..blocks)
                    .map(|block| a_count * mean_count(&play_block(&simulation, block)))
                    .collect::<Vec<_>>(),
            )
        };
    let (cut, error) = worth_of(behind(72), 32, |simulation, block| {
        simulation.block(1, block, BLOCK / 4)
    });
    assert!(cut < -8.0 * error, "{cut} ± {error}");
    assert!((-0.0006..-0.0002).contains(&cut), "{cut} ± {error}");
    // A block begins with a new shoe.
    let (fixed, error) = worth_of(behind(0), 20_000, |simulation, block| {
        simulation.first_rounds(1, block, 10)
    });
    agrees("a fixed number of rounds", fixed, error, 0.0);
    assert!(cut < fixed - 5.0 * error, "{cut}, {fixed} ± {error}");
}

/// The tags of level 1 that the solver proposes for Sydney's book with six decks.
const SYDNEY: [i32; VALUES] = [-1, 0, 1, 1, 1, 1, 0, 0, 0, -1];

/// Ten dollars, and more from a true count of 2 on.
fn ramp(parts: i32) -> Vec<Step> {
    let step = |(count, dollars): (i32, u32)| Step {
        from: count * UNIT * parts,
        wager: Money::from_dollars(dollars),
    };
    [(-100, 10), (2, 50), (3, 100)].map(step).to_vec()
}

/// What the wagers would have come to with the same amount every round, and the standard error.
fn flat(record: &Record) -> (f64, f64) {
    let counts = record.seats[0]
        .by_count
        .values()
        .filter(|spread| spread.times > 1);
    let rounds: f64 = counts.clone().map(|spread| spread.times as f64).sum();
    let share = |spread: &Spread| spread.times as f64 / rounds;
    let mean = counts
        .clone()
        .map(|spread| share(spread) * spread.mean().unwrap())
        .sum();
    let square: f64 = counts
        .map(|spread| (share(spread) * spread.error().unwrap()).powi(2))
        .sum();
    (mean, square.sqrt())
}

#[test]
fn a_counter_with_a_ramp_wins_where_the_shoe_is_dealt_deeply_and_flat_wagers_lose() {
    let book = builtin("sydney").unwrap();
    let known = Known::new(&book, full_shoe(&book, 6).unwrap(), &Best);
    let effects = Effects::of(&book, 6, wager()).unwrap();
    let tags = Tags::propose(&effects, Level::try_from(1).unwrap());
    assert_eq!(tags, Tags::new(SYDNEY));
    let mut counting = in_parts(tags, 2);
    counting.ramp = ramp(2);
    let play = known.play();
    let record = blocks(&known.table(&play, Some(&counting), behind(36), 1), 16);
    let (by_ramp, (flat, flat_error)) = (summary(&record), flat(&record));
    assert!(by_ramp.mean > 5.0 * by_ramp.error, "{by_ramp:?}");
    assert!(flat < -5.0 * flat_error, "{flat} ± {flat_error}");
    // The solver's line: the worth of the full shoe, and so much for each true count, every dollar
    // at its own.
    let counts = &record.seats[0].by_count;
    let staked: f64 = counts.values().map(|spread| spread.initial as f64).sum();
    let dollars = |(&count, spread): (&i32, &Spread)| {
        f64::from(count) / f64::from(2 * UNIT) * spread.initial as f64
    };
    let count = counts.iter().map(dollars).sum::<f64>() / staked;
    let line = known.worth()
        + Count {
            tags,
            effects: &effects,
        }
        .slope()
            * count;
    agrees("a ramp", by_ramp.mean, by_ramp.error, line);
}

#[test]
fn a_shuffling_device_takes_the_advantage_away() {
    for (back, raised_most) in [("round-end", 0.0), ("after-initial-deal", 0.001)] {
        let mut book = (*builtin("sydney").unwrap()).clone();
        book.set("shoe.rack-return", back).unwrap();
        let known = Known::new(&book, full_shoe(&book, 6).unwrap(), &Best);
        let mut counting = in_parts(Tags::new(SYDNEY), 2);
        counting.ramp = ramp(2);
        let play = known.play();
        let record = blocks(&known.table(&play, Some(&counting), Dealing::Device, 1), 8);
        let by_ramp = summary(&record);
        agrees(back, by_ramp.mean, by_ramp.error, known.worth());
        assert!(by_ramp.mean < 0.0, "{back}: {by_ramp:?}");
        let raised = by_ramp.initial / wager().cents() as f64 - 1.0;
        assert!((0.0..=raised_most).contains(&raised), "{back}: {raised}");
        // Rounds hardly depend on each other, so the error is that of as many single ones.
        let of_rounds = by_ramp.deviation / (by_ramp.rounds as f64).sqrt();
        assert!(
            (by_ramp.error / of_rounds - 1.0).abs() < 0.03,
            "{back}: {by_ramp:?}, {of_rounds}"
        );
        let spread = record.seats[0].by_count.len();
        // Nothing is known before a round where everything goes back after each.
        assert_eq!(
            spread == 1,
            back == "round-end",
            "{:?}",
            record.seats[0].by_count.keys()
        );
    }
}

#[test]
fn the_advantage_rises_with_the_true_count_as_the_effects_of_removal_say() {
    let book = builtin("sydney").unwrap();
    let known = Known::new(&book, full_shoe(&book, 6).unwrap(), &Best);
    let effects = Effects::of(&book, 6, wager()).unwrap();
    let tags = Tags::new(SYDNEY);
    let counting = in_parts(tags, 2);
    let play = known.play();
    let record = blocks(&known.table(&play, Some(&counting), behind(36), 1), 24);
    // Far from nothing the line bends, since the play stays that of the full shoe.
    let counts = record.seats[0]
        .by_count
        .iter()
        .map(|(&count, spread)| (f64::from(count) / f64::from(2 * UNIT), spread));
    let counts: Vec<(f64, &Spread)> = counts
        .filter(|(count, spread)| count.abs() <= 6.0 && spread.times > 1)
        .collect();
    // Weighted least squares: each count as its error allows.
    let weight = |spread: &Spread| spread.error().unwrap().powi(-2);
    let weights: f64 = counts.iter().map(|(_, spread)| weight(spread)).sum();
    let middle = counts
        .iter()
        .map(|(count, spread)| weight(spread) * count)
        .sum::<f64>()
        / weights;
    let squares: f64 = counts
        .iter()
        .map(|(count, spread)| weight(spread) * (count - middle).powi(2))
        .sum();
    let together = counts
        .iter()
        .map(|(count, spread)| weight(spread) * (count - middle) * spread.mean().unwrap());
    let (slope, error) = (together.sum::<f64>() / squares, squares.powf(-0.5));
    assert!(slope > 20.0 * error, "{slope} ± {error}");
    agrees(
        "the slope",
        slope,
        error,
        Count {
            tags,
            effects: &effects,
        }
        .slope(),
    );
}

#[test]
fn shoes_without_some_cards_are_worth_what_the_solver_says() {
    const GONE: u32 = 12;
    let book = builtin("sydney").unwrap();
    let best = Known::new(&book, full_shoe(&book, 6).unwrap(), &Best);
    let chart = Chart::new(&best.terms, &best.solved, Detail::ByCards);
    let full = solve::<f64>(&best.terms, &best.pile, &chart)
        .expectation()
        .worth;
    let effects = Effects::of(&book, 6, wager()).unwrap();
    let cards = f64::from(best.shoe.len());
    for value in CardValue::all() {
        let mut shoe = best.shoe.clone();
        for place in 0..GONE {
            let suit = Suit::ALL[place as usize % 4];
            let gone = Card::all().find(|&card| {
                CardValue::of(card.rank) == value && card.suit == suit && shoe.take(card)
            });
            assert!(gone.is_some(), "{value:?}");
        }
        let known = Known::new(&book, shoe, &chart);
        let play = known.play();
        let found = summary(&blocks(&known.table(&play, None, Dealing::Fresh, 1), 12));
        agrees(
            &format!("{value:?}"),
            found.mean,
            found.error,
            known.worth(),
        );
        // The effect of one card, each further one weighing more the fewer are left. Beside chance
        // it is off by the bend:
        // twelve cards are not twelve times one, and the chart stays that of the full shoe.
        let line = effects.by_value[value.index()] * f64::from(GONE) * (cards - 1.0)
            / (cards - f64::from(GONE));
        let off = (found.mean - full - line).abs();
        assert!(
            off < APART * found.error + 0.0015,
            "{value:?}: {} instead of {line}",
            found.mean - full
        );
    }
}

/// Cards burned unseen are as good as cards behind the cutting card.
#[test]
fn burning_cards_changes_nothing() {
    let burned = |burn: u32| {
        let mut book = (*builtin("sydney").unwrap()).clone();
        book.set("shoe.burn", &burn.to_string()).unwrap();
        let known = Known::new(&book, full_shoe(&book, 6).unwrap(), &Best);
        let (play, counting) = (known.play(), in_parts(Tags::new(SYDNEY), 2));
        let record = blocks(
            &known.table(&play, Some(&counting), behind(140 - burn), 1),
            8,
        );
        let shoes = record.seats[0].shoes;
        // The rounds from shuffle to shuffle, told by what was wagered in them: their mean and its
        // error.
        let (count, one) = (shoes.times as f64, wager().cents() as f64);
        let length = shoes.initial as f64 / count / one;
        let square = shoes.initial_initial as f64 / count / one.powi(2) - length.powi(2);
        let error = (square / count).sqrt();
        let summary = summary(&record);
        agrees(
            &format!("{burn} burned"),
            summary.mean,
            summary.error,
            known.worth(),
        );
        (length, error)
    };
    let (none, error) = burned(0);
    for burn in [1, 5] {
        let (length, other) = burned(burn);
        agrees("rounds of a shoe", length, error.hypot(other), none);
    }
}

/// Adelaide's book has no Super Bonus, with which a box wins by what another holds.
#[test]
fn a_box_is_worth_the_same_however_many_there_are() {
    let book = builtin("adelaide").unwrap();
    let known = Known::new(&book, full_shoe(&book, 8).unwrap(), &Best);
    let play = known.play();
    for (boxes, count) in [(1, 24), (7, 12)] {
        let record = blocks(&known.table(&play, None, Dealing::Device, boxes), count);
        let found = summary(&record);
        assert_eq!(found.rounds, record.rounds * boxes as u64);
        agrees(
            &format!("{boxes} boxes"),
            found.mean,
            found.error,
            known.worth(),
        );
    }
}

/// Each result of a side wager comes as often as the solver's fraction says, and so does its mean.
fn check_side(name: &str, found: &SideRecord, expected: &SideWager) {
    let times = found.times() as f64;
    let stake = found.rounds.initial as f64 / times;
    let mut seen = 0;
    for result in &expected.results {
        let (chance, net) = (
            result.probability.to_double(),
            (result.gain().to_double() * stake).round() as i64,
        );
        let count = found.results.get(&net).copied().unwrap_or(0);
        seen += count;
        let error = (chance * (1.0 - chance) / times).sqrt();
        agrees(
            &format!("{name}, {}", result.name),
            count as f64 / times,
            error,
            chance,
        );
    }
    assert_eq!(
        seen,
        found.times(),
        "{name}: a result that the solver does not know"
    );
    let net: f64 = found
        .results
        .iter()
        .map(|(&net, &count)| net as f64 * count as f64)
        .sum();
    let error = (expected.variance().to_double() / times).sqrt();
    agrees(
        name,
        net / times / stake,
        error,
        expected.expectation.to_double(),
    );
}

#[test]
fn side_wagers_come_to_the_fractions_of_the_solver() {
    for id in ["adelaide", "canberra", "sydney", "singapore"] {
        let book = builtin(id).unwrap();
        let known = Known::new(&book, full_shoe(&book, 8).unwrap(), &Best);
        let play = known.play();
        let mut table = known.table(&play, None, Dealing::Fresh, 1);
        let chances = Chances::ours(&book.pandemonium.multipliers.is).ok();
        let bets = &mut table.seats[0].bettors[0];
        bets.pairs = Some(Money::from_dollars(5));
        if let Some(chances) = &chances {
            bets.pandemonium = Some(Money::from_dollars(5));
            let hundredths =
                |chance: Fraction| (chance * Fraction::from_integer(100)).to_integer() as u64;
            table.multipliers = chances
                .all()
                .iter()
                .map(|&(multiplier, chance)| (multiplier, hundredths(chance)))
                .collect();
            assert_eq!(
                table
                    .multipliers
                    .iter()
                    .map(|(_, parts)| parts)
                    .sum::<u64>(),
                100
            );
        }
        assert_eq!(chances.is_some(), id == "singapore");
        let record = blocks(&table, 8);
        let bettor = &record.seats[0].bettors[0];
        check_side(
            &format!("{id}, pairs"),
            &bettor.pairs,
            &pairs::side_wager(&book, &known.shoe).unwrap(),
        );
        if let Some(chances) = &chances {
            let expected = pandemonium::side_wager(&book, &known.shoe, chances).unwrap();
            check_side(
                &format!("{id}, Pontoon Pandemonium"),
                &bettor.pandemonium,
                &expected,
            );
        }
        // The wager on the hand does not change.
        let found = summary(&record);
        agrees(id, found.mean, found.error, known.worth());
    }
}

#[test]
fn insurance_that_is_always_taken_loses_what_the_solver_says() {
    // Singapore lets a Pontoon be insured, Adelaide does not.
    for id in ["singapore", "adelaide"] {
        let book = builtin(id).unwrap();
        let known = Known::new(&book, full_shoe(&book, 8).unwrap(), &Best);
        let play = known.play();
        let mut counting = Counting::new([0; VALUES]);
        counting.insurance = Some(-UNIT);
        let record = blocks(&known.table(&play, Some(&counting), Dealing::Fresh, 1), 12);
        let unseen = insurance::ace_seen(&book, 8);
        let all = insurance::side_wager(&book, &unseen).unwrap();
        let (mut share, mut expected) = (1.0, all.expectation.to_double());
        if id == "adelaide" {
            // A Pontoon has used up one of the tens: those who may insure have the others.
            let pontoon = [Rank::Ace, Rank::King].map(|rank| Card {
                rank,
                suit: Suit::Hearts,
            });
            let with_pontoon =
                insurance::side_wager(&book, &insurance::unseen(&unseen, &pontoon).unwrap())
                    .unwrap();
            share = 1.0 - pandemonium::pontoon(&unseen).unwrap().to_double();
            expected = (expected - (1.0 - share) * with_pontoon.expectation.to_double()) / share;
        }
        let insured = &record.seats[0].bettors[0].insurance;
        let times = insured.times() as f64;
        let won: f64 = insured
            .results
            .iter()
            .map(|(&net, &count)| net as f64 * count as f64)
            .sum();
        let mean = won / insured.rounds.initial as f64;
        agrees(
            id,
            mean,
            (all.variance().to_double() / times).sqrt(),
            expected,
        );
        // The dealer shows an Ace once in twelve rounds.
        let (often, rounds) = (share / 12.0, record.rounds as f64);
        agrees(
            id,
            times / rounds,
            (often * (1.0 - often) / rounds).sqrt(),
            often,
        );
        // Half a wager each time, in the figure of the whole wager.
        let found = summary(&record);
        agrees(
            id,
            found.mean,
            found.error,
            known.worth() + often * expected / 2.0,
        );
    }
}
