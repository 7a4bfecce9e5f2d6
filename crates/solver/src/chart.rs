//! A strategy that fits on a card: what to do by total, by the number of cards and by the upcard.
//!
//! Hands of one total and as many cards are put together, each as often as it comes; the action
//! that is best for all of them together goes on the chart. Two-card hands that can become a 6-7-8
//! stand apart, by suit, and so do pairs.

use crate::against::Against;
use crate::dealer::Outcome;
use crate::hands::{Hand, Hands};
use crate::number::Number;
use crate::payoff::{Payoff, Place};
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::reach::{reach, reach_of_pairs};
use crate::solve::Solved;
use crate::suits::third_of;
use crate::terms::Terms;
use crate::value::CardValue;
use rules::{DoubleAces, DoubleOn};
use std::collections::BTreeMap;

/// With seven cards and more a hand is played alike: the odds do not rise any further.
pub const MOST_CARDS: u8 = 7;
/// A hand that best play never meets still counts, a little, for those who play by the chart.
const NEVER_MET: f64 = 1e-15;

/// How much a chart tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Totals, the number of cards, suits of two cards that can become a 6-7-8 or 7-7-7.
    ByCards,
    /// Totals only: first two cards and later ones.
    Totals,
}

/// What hands are put together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A hard total with so many cards (7: or more).
    Hard(u8, u8),
    /// A soft total with so many cards.
    Soft(u8, u8),
    /// A soft total with so many cards and an Ace that came after the first two, where such an Ace
    /// may count 11 in a doubled hand.
    LaterSoft(u8, u8),
    /// Two cards of equal value; the suits matter for sevens only.
    Pair(CardValue, SuitClass),
    /// Two cards that a third can make a 6-7-8.
    Straight(CardValue, CardValue, SuitClass),
}

impl Kind {
    /// Where a hand belongs.
    pub(crate) fn of(detail: Detail, aces: DoubleAces, hand: &Hand, suits: SuitClass) -> Self {
        if detail == Detail::Totals {
            return match (hand.pair(), hand.is_soft()) {
                (Some(pair), _) => Self::Pair(pair, SuitClass::Mixed),
                (None, true) => Self::Soft(hand.points(), hand.cards.min(3)),
                (None, false) => Self::Hard(hand.points(), hand.cards.min(3)),
            };
        }
        if let Some(pair) = hand.pair() {
            return Self::Pair(
                pair,
                if pair == CardValue::SEVEN {
                    suits
                } else {
                    SuitClass::Mixed
                },
            );
        }
        let two: Vec<CardValue> = CardValue::all()
            .filter(|&value| hand.count(value) == 1)
            .collect();
        match two[..] {
            [low, high] if hand.cards == 2 && third_of(low, high).is_some() => {
                Self::Straight(low, high, suits)
            }
            _ if hand.is_soft() && hand.later_ace && aces == DoubleAces::FirstTwo => {
                Self::LaterSoft(hand.points(), hand.cards.min(MOST_CARDS))
            }
            _ if hand.is_soft() => Self::Soft(hand.points(), hand.cards.min(MOST_CARDS)),
            _ => Self::Hard(hand.points(), hand.cards.min(MOST_CARDS)),
        }
    }
}

/// What to do with hands of one kind against one upcard.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The actions from the best to the worst, each with what it is worth on average.
    pub ranked: Vec<(Action, f64)>,
    /// How often best play meets such a hand.
    pub chance: f64,
}

impl Advice {
    /// The best action.
    pub fn best(&self) -> Option<Action> {
        self.ranked.first().map(|(action, _)| *action)
    }

    /// By how much it is better than the next.
    pub fn margin(&self) -> Option<f64> {
        let ((_, best), (_, next)) = (self.ranked.first()?, self.ranked.get(1)?);
        Some(best - next)
    }
}

/// The chart of a book.
#[derive(Clone, Debug)]
pub struct Chart {
    detail: Detail,
    aces: DoubleAces,
    advice: BTreeMap<(CardValue, Kind), Advice>,
    /// Whether a doubled hand of so many points is given up.
    forfeits: BTreeMap<(CardValue, u8), bool>,
}

/// A hand that the chart plays less well than can be.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The upcard.
    pub upcard: CardValue,
    /// The cards.
    pub hand: Vec<CardValue>,
    /// Their suits where those matter.
    pub suits: SuitClass,
    /// Whether an Ace came after the first two cards.
    pub later_ace: bool,
    /// What the chart does, and what would be best.
    pub chart: Action,
    /// See [`Loss::chart`].
    pub best: Action,
    /// What it costs per initial wager: how often, times how much.
    pub cost: f64,
}

#[derive(Default)]
struct Sums {
    chance: f64,
    worth: BTreeMap<Action, f64>,
}

impl Sums {
    fn add(&mut self, options: &Options<f64>, chance: f64, met: f64) {
        self.chance += met;
        for (action, worth) in options.each() {
            *self.worth.entry(action).or_default() += worth * chance;
        }
    }

    fn advice(self, weight: f64) -> Advice {
        let mut ranked: Vec<(Action, f64)> = self
            .worth
            .into_iter()
            .map(|(action, worth)| (action, worth / weight))
            .collect();
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        Advice {
            ranked,
            chance: self.chance,
        }
    }
}

impl Chart {
    /// The chart of a book solved for best play.
    pub fn new(terms: &Terms, solved: &Solved<f64>, detail: Detail) -> Self {
        let aces = aces_told(terms);
        let mut sums: BTreeMap<(CardValue, Kind), (Sums, f64)> = BTreeMap::new();
        let mut forfeits: BTreeMap<(CardValue, u8), f64> = BTreeMap::new();
        let mut add = |upcard, kind, options: &Options<f64>, met: f64| {
            let weight = met.max(NEVER_MET);
            let (sum, all) = sums.entry((upcard, kind)).or_default();
            sum.add(options, weight, met);
            *all += weight;
        };
        for cell in solved.cells.iter().filter(|cell| cell.action.is_some()) {
            let suits = cell.class();
            add(
                cell.upcard,
                Kind::of(detail, aces, Hands::list().get(cell.hand), suits),
                &cell.options,
                cell.chance,
            );
        }
        for table in &solved.tables {
            let mut met = later_hands_met(solved, table);
            for cell in solved
                .cells
                .iter()
                .filter(|cell| cell.upcard == table.upcard && cell.action == Some(Action::Double))
            {
                met[cell.hand.index()] += cell.chance;
            }
            for (no, hand) in Hands::list()
                .downwards()
                .filter(|(_, hand)| hand.points() < 21 && hand.cards > 1)
            {
                if !table.left.holds(&hand.counts) {
                    continue;
                }
                if hand.cards > 2 {
                    add(
                        table.upcard,
                        Kind::of(detail, aces, hand, SuitClass::Mixed),
                        &table.options[no.index()],
                        met[no.index()],
                    );
                }
                let doubles = table.plays[no.index()].0 == Action::Double;
                let weight = if doubles {
                    met[no.index()].max(NEVER_MET)
                } else {
                    NEVER_MET
                };
                if table.options[no.index()].double.is_some() {
                    doubled_ends(terms, table, hand, weight, &mut forfeits);
                }
            }
        }
        let advice = sums
            .into_iter()
            .map(|(key, (sum, weight))| (key, sum.advice(weight)))
            .collect();
        let forfeits = forfeits
            .into_iter()
            .map(|(key, gain)| (key, gain > 0.0))
            .collect();
        Self {
            detail,
            aces,
            advice,
            forfeits,
        }
    }

    /// The advice for hands of one kind, where such hands exist.
    pub fn advice(&self, upcard: CardValue, kind: Kind) -> Option<&Advice> {
        self.advice.get(&(upcard, kind))
    }

    /// Whether the chart gives up a doubled hand of so many points.
    pub fn gives_up(&self, upcard: CardValue, points: u8) -> bool {
        self.forfeits
            .get(&(upcard, points))
            .copied()
            .unwrap_or(false)
    }

    /// The hands the chart plays less well than can be, the dearest first. `best` is the book
    /// solved for best play, `played` the same book solved for this chart.
    pub fn losses(&self, best: &Solved<f64>, played: &Solved<f64>) -> Vec<Loss> {
        let mut losses: Vec<Loss> = Vec::new();
        let mut lose =
            |upcard, hand: &Hand, suits, chart: Action, options: &Options<f64>, chance: f64| {
                let (Some((action, worth)), Some(instead)) = (options.best(), options.get(chart))
                else {
                    return;
                };
                let cost = (worth - instead) * chance;
                if cost > 0.0 && action != chart {
                    losses.push(Loss {
                        upcard,
                        hand: cards(hand),
                        suits,
                        later_ace: hand.later_ace,
                        chart,
                        best: action,
                        cost,
                    });
                }
            };
        for (cell, mine) in best.cells.iter().zip(&played.cells) {
            let suits = cell.class();
            if let Some(chart) = mine.action {
                lose(
                    cell.upcard,
                    Hands::list().get(cell.hand),
                    suits,
                    chart,
                    &cell.options,
                    cell.chance,
                );
            }
        }
        for (table, mine) in best.tables.iter().zip(&played.tables) {
            let met = reach(mine, played.cells.iter());
            for (no, hand) in Hands::list()
                .downwards()
                .filter(|(_, hand)| hand.cards > 2 && hand.points() < 21)
            {
                let (chance, options) = (met[no.index()], &table.options[no.index()]);
                lose(
                    table.upcard,
                    hand,
                    SuitClass::Mixed,
                    mine.plays[no.index()].0,
                    options,
                    chance,
                );
            }
        }
        put_together(losses)
    }
}

/// Which Aces a chart tells apart: a later one makes a difference only where more than two cards
/// may be doubled.
pub(crate) fn aces_told(terms: &Terms) -> DoubleAces {
    if terms.double.on == DoubleOn::AnyCards {
        terms.double.aces
    } else {
        DoubleAces::Held
    }
}

/// How often each hand of three and more cards is met against an upcard, split pairs that came
/// again among them.
pub(crate) fn later_hands_met(solved: &Solved<f64>, table: &Against<f64>) -> Vec<f64> {
    let mut met = reach(table, solved.cells.iter());
    for (met, pairs) in met
        .iter_mut()
        .zip(reach_of_pairs(table, solved.cells.iter()))
    {
        *met += pairs;
    }
    met
}

/// One entry for the same cards of other suits; the dearest first.
fn put_together(mut losses: Vec<Loss>) -> Vec<Loss> {
    let same = |loss: &Loss| {
        (
            loss.upcard,
            loss.hand.clone(),
            loss.suits,
            loss.later_ace,
            loss.chart,
            loss.best,
        )
    };
    losses.sort_by_key(same);
    losses.dedup_by(|next, kept| {
        let equal = same(next) == same(kept);
        if equal {
            kept.cost += next.cost;
        }
        equal
    });
    losses.sort_by(|one, other| other.cost.total_cmp(&one.cost));
    losses
}

impl Plan for Chart {
    fn choose<N: Number>(
        &self,
        upcard: CardValue,
        hand: &Hand,
        suits: SuitClass,
        options: &Options<N>,
    ) -> Option<(Action, N)> {
        let advice = self.advice(upcard, Kind::of(self.detail, self.aces, hand, suits));
        let first = advice
            .into_iter()
            .flat_map(|advice| &advice.ranked)
            .find_map(|(action, _)| Some((*action, options.get(*action)?)));
        first.or_else(|| options.best())
    }

    fn forfeits<N: Number>(&self, upcard: CardValue, points: u8, _: N, _: N) -> bool {
        self.gives_up(upcard, points)
    }
}

/// What giving up gains over keeping, for each total a double can make.
fn doubled_ends(
    terms: &Terms,
    table: &Against<f64>,
    hand: &Hand,
    weight: f64,
    gains: &mut BTreeMap<(CardValue, u8), f64>,
) {
    let payoff = Payoff::<f64>::new(terms, Place::Alone);
    for value in CardValue::all() {
        let count = table.count_left(hand, value);
        let (Some(points), Some(no)) =
            (payoff.doubled_points(hand, value), hand.then[value.index()])
        else {
            continue;
        };
        if count <= 0 || !payoff.may_forfeit(points) || points == 21 {
            continue;
        }
        let chances = table.chances_of(Hands::list().get(no));
        let pontoon = chances[Outcome::Pontoon.index()];
        let gain = payoff.forfeited(pontoon) - payoff.doubled(points, chances);
        *gains.entry((table.upcard, points)).or_default() += gain * weight * f64::from(count);
    }
}

fn cards(hand: &Hand) -> Vec<CardValue> {
    CardValue::all()
        .flat_map(|value| std::iter::repeat_n(value, usize::from(hand.count(value))))
        .collect()
}
