//! One small shoe, solved and dealt out: everything that does not agree.

use crate::support::every_order::{Deal, Halt, Orders, Plays};
use crate::support::players::{BySolver, Everything};
use crate::support::seen::Seen;
use cards::{Card, Composition};
use rules::{DealerPontoon, Money, RuleBook, builtin};
use solver::{
    Action, CardValue, Cell, Fraction, Hands, Number, Pile, Plan, Solved, Strategy, Terms, solve,
    solve_and_tally,
};
use std::cell::RefCell;
use std::sync::Arc;

/// A line of a table: `name | book | settings | shoe | wager`.
pub(crate) struct Case<'a> {
    /// The line, as a fault says it.
    pub(crate) line: String,
    book: &'a str,
    pub(crate) sets: Vec<(&'a str, &'a str)>,
    pub(crate) shoe: Composition,
    pub(crate) wager: Money,
}

impl<'a> Case<'a> {
    /// The lines of a table.
    pub(crate) fn table(text: &'a str) -> Vec<Self> {
        text.lines()
            .filter(|line| !line.trim().is_empty())
            .map(Self::read)
            .collect()
    }

    fn read(line: &'a str) -> Self {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, book, sets, shoe, wager] = &columns[..] else {
            panic!("a line has five columns: {line}")
        };
        let sets = sets
            .split(", ")
            .filter(|set| !set.is_empty())
            .map(|set| set.split_once('=').unwrap())
            .collect();
        let cards = shoe.split_whitespace().flat_map(|word| {
            let (card, times) = word.split_once('*').unwrap_or((word, "1"));
            std::iter::repeat_n(card.parse::<Card>().unwrap(), times.parse().unwrap())
        });
        Self {
            line: columns.join(" | "),
            book,
            sets,
            shoe: cards.collect(),
            wager: wager.parse().unwrap(),
        }
    }

    /// The book with its settings, all but one of them.
    pub(crate) fn book_without(&self, left_out: Option<usize>) -> Arc<RuleBook> {
        let mut book = RuleBook::clone(&builtin(self.book).unwrap());
        for (place, (key, value)) in self.sets.iter().enumerate() {
            if left_out != Some(place) {
                book.set(key, value)
                    .unwrap_or_else(|error| panic!("{}: {key}={value}: {error}", self.line));
            }
        }
        Arc::new(book)
    }

    /// Solves the shoe by the book with all its settings but one.
    pub(crate) fn solved_without<N: Number>(
        &self,
        left_out: Option<usize>,
        plan: &impl Plan,
    ) -> Solved<N> {
        solve(
            &Terms::of(&self.book_without(left_out), self.wager),
            &Pile::of(&self.shoe),
            plan,
        )
    }
}

/// A case dealt out by its book, and solved.
pub(crate) struct Comparison<'a, P> {
    case: &'a Case<'a>,
    terms: Terms,
    pile: Pile,
    plan: &'a P,
    pub(crate) solved: Solved<Fraction>,
    /// Every initial deal, with the place of its cell.
    deals: Vec<(usize, Deal)>,
    /// What happened when the strategy was played.
    pub(crate) seen: RefCell<Seen>,
    pub(crate) faults: Vec<String>,
}

impl<'a, P: Plan> Comparison<'a, P> {
    /// Solves the case by its book, or by that book with one setting left out.
    pub(crate) fn new(case: &'a Case<'a>, left_out: Option<usize>, plan: &'a P) -> Self {
        let (pile, terms) = (
            Pile::of(&case.shoe),
            Terms::of(&case.book_without(left_out), case.wager),
        );
        let solved = solve(&terms, &pile, plan);
        let mut new = Self {
            case,
            terms,
            pile,
            plan,
            solved,
            deals: Vec::new(),
            seen: RefCell::default(),
            faults: Vec::new(),
        };
        let deals = Deal::all(&case.book_without(None), &case.shoe, case.wager);
        new.deals = deals
            .into_iter()
            .map(|deal| (new.place(&deal), deal))
            .collect();
        new
    }

    fn by_solver(&self) -> Strategy<'_, Fraction, P> {
        Strategy::new(&self.terms, &self.pile, &self.solved, self.plan)
    }

    /// The place of a deal's cell.
    fn place(&self, deal: &Deal) -> usize {
        let (one, other) = deal.first_two();
        let found = self
            .by_solver()
            .first_two(deal.upcard(), one, other)
            .expect("the solver knows every deal");
        self.solved
            .cells
            .iter()
            .position(|cell| std::ptr::eq(cell, found))
            .unwrap()
    }

    /// Plays every order by the solver's strategy: each first two cards come as often and are worth
    /// as much as the solver says, to within what it allows for.
    pub(crate) fn strategy(&mut self) {
        let strategy = &self.by_solver();
        let player = |cell: &Cell<Fraction>| BySolver {
            strategy,
            first: None,
            again: cell.again,
            seen: Some(&self.seen),
        };
        let played = self.play(|cell| Some(player(cell)));
        let all: i128 = played.iter().flatten().map(|orders| orders.count).sum();
        for (place, orders) in played.into_iter().enumerate() {
            let cell = &self.solved.cells[place];
            let chance = Fraction::new(orders.map_or(0, |orders| orders.count), all);
            if chance != cell.chance {
                self.fault(place, "how often it comes", Some(chance), Some(cell.chance));
            }
            let cell = &self.solved.cells[place];
            let engine = self.per_wager(orders);
            let near = engine.is_some_and(|engine| {
                cell.worth - cell.slack <= engine && engine <= cell.worth + cell.slack
            });
            if !near {
                self.fault(
                    place,
                    &format!("{} by the strategy", word(cell.action)),
                    engine,
                    Some(cell.worth),
                );
            }
        }
    }

    /// Plays every order in every way but splitting: each option of the first two cards is allowed
    /// where the solver says so, and is worth as much when the rest is played as well as can be.
    pub(crate) fn options(&mut self) {
        let actions = [
            Action::Stand,
            Action::Draw,
            Action::Double,
            Action::Surrender,
        ]
        .map(Some);
        // Pontoon leaves nothing to do but to insure it.
        for first in actions.into_iter().chain([None]) {
            let played = self.play(|cell| {
                (cell.action.is_some() == first.is_some()).then_some(Everything { first })
            });
            for (place, orders) in played.into_iter().enumerate() {
                let cell = &self.solved.cells[place];
                let solver = match (cell.action, first) {
                    (Some(_), Some(first)) => {
                        cell.options.get(first).map(|worth| worth + cell.insurance)
                    }
                    (None, None) => Some(cell.worth),
                    (Some(_), None) | (None, Some(_)) => continue,
                };
                let engine = self.per_wager(orders);
                if engine != solver {
                    self.fault(place, word(first), engine, solver);
                }
            }
        }
    }

    /// Splits every pair, once and as often as may be: the better of the two is worth as much as
    /// the solver says. Where the book ties the hands together, the solver is exact only for pairs
    /// that it splits.
    pub(crate) fn splits(&mut self) {
        let tied = match self.terms.dealer_pontoon {
            DealerPontoon::EveryWager
            | DealerPontoon::EachOriginal
            | DealerPontoon::FirstHandOnly => false,
            DealerPontoon::BustedAndOne | DealerPontoon::OneInAll => true,
        };
        let exact = |cell: &Cell<Fraction>| {
            cell.action
                .is_some_and(|action| action == Action::Split || !tied)
                && cell.slack == Fraction::default()
        };
        let strategy = &self.by_solver();
        let first = Some(Action::Split);
        let [again, once] = [true, false].map(|again| {
            self.play(|cell| {
                exact(cell).then_some(BySolver {
                    strategy,
                    first,
                    again,
                    seen: None,
                })
            })
        });
        for place in 0..self.solved.cells.len() {
            let cell = &self.solved.cells[place];
            let engine = self
                .per_wager(again[place])
                .max(self.per_wager(once[place]));
            let solver = cell.options.split.map(|worth| worth + cell.insurance);
            if exact(cell) && engine != solver {
                self.fault(place, word(first), engine, solver);
            }
        }
    }

    /// Plays every order by the solver's strategy: as much is wagered in all as the solver's tally
    /// says. (In doubles: the distribution of split hands, counted at the same time, has fractions
    /// too long to write.)
    pub(crate) fn wagered(&mut self) {
        let (_, tally) = solve_and_tally::<f64>(&self.terms, &self.pile, self.plan);
        let strategy = &self.by_solver();
        let mut all = Orders::default();
        for (place, deal) in &self.deals {
            let player = BySolver {
                strategy,
                first: None,
                again: self.solved.cells[*place].again,
                seen: None,
            };
            let Ok(more) = deal.wagered(&player) else {
                panic!("{}: the strategy cannot be played", self.case.line)
            };
            all.count += more.count;
            all.cents += more.cents;
        }
        let engine = self
            .per_wager(Some(all))
            .map_or(f64::NAN, Number::to_double);
        let off = (engine - tally.wagered).abs();
        if off.is_nan() || off > 1e-12 {
            self.faults.push(format!(
                "{}: wagered in all: engine {engine}, solver {}",
                self.case.line, tally.wagered
            ));
        }
    }

    /// Plays all orders of each cell that has a player. None where it has none, or may not do what
    /// the player would.
    fn play<Q: Plays>(&self, player: impl Fn(&Cell<Fraction>) -> Option<Q>) -> Vec<Option<Orders>> {
        let mut played: Vec<Option<Orders>> = vec![None; self.solved.cells.len()];
        for (place, deal) in &self.deals {
            let Some(player) = player(&self.solved.cells[*place]) else {
                continue;
            };
            match deal.play(&player) {
                Ok(more) => {
                    let sum = played[*place].get_or_insert_default();
                    sum.count += more.count;
                    sum.cents += more.cents;
                }
                Err(Halt::NotAllowed) => {}
                Err(Halt::RunsOut) => panic!(
                    "{}: choose a larger shoe, this one runs out of cards",
                    self.case.line
                ),
            }
        }
        played
    }

    fn per_wager(&self, orders: Option<Orders>) -> Option<Fraction> {
        orders.map(|orders| {
            Fraction::new(
                orders.cents,
                orders.count * i128::from(self.case.wager.cents()),
            )
        })
    }

    fn fault(
        &mut self,
        place: usize,
        what: &str,
        engine: Option<Fraction>,
        solver: Option<Fraction>,
    ) {
        let say = |worth: Option<Fraction>| {
            worth.map_or("not allowed".to_owned(), |worth| worth.to_string())
        };
        let cell = cell_words(&self.solved.cells[place]);
        self.faults.push(format!(
            "{}: {cell}: {what}: engine {}, solver {}",
            self.case.line,
            say(engine),
            say(solver)
        ));
    }
}

fn word(action: Option<Action>) -> &'static str {
    action.map_or("no choice", Action::word)
}

fn cell_words(cell: &Cell<Fraction>) -> String {
    let hand = Hands::list().get(cell.hand);
    let values = CardValue::all()
        .flat_map(|value| std::iter::repeat_n(value.to_string(), usize::from(hand.count(value))));
    let suits = cell
        .suits
        .map_or(String::new(), |(low, high)| format!(" ({low:?}, {high:?})"));
    let upsuit = cell
        .upsuit
        .map_or(String::new(), |suit| format!(" ({suit:?})"));
    format!(
        "{}{suits} against {}{upsuit}",
        values.collect::<Vec<_>>().join("-"),
        cell.upcard
    )
}
