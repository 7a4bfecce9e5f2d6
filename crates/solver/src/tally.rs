//! How often each result comes, and where the money comes from.

use crate::against::Against;
use crate::dealer::Outcome;
use crate::ends::Ends;
use crate::hands::{Hand, Hands};
use crate::number::{Fraction, Number};
use crate::payoff::odds;
use crate::pile::Pile;
use crate::plan::{Action, Plan, SuitClass};
use crate::results::{Result, Results, Row, TieTo};
use crate::solve::Cell;
use crate::split::PairSplit;
use crate::split::SplitTally;
use crate::terms::Terms;
use crate::value::CardValue;
use rules::{HoleCard, OnTop, PontoonPaid};
use std::collections::BTreeMap;

/// What a part of the money comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Part {
    Pontoon,
    Stand,
    Draw,
    Double,
    Split,
    Surrender,
    Bonus,
    SuperBonus,
    Insurance,
}

impl Part {
    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pontoon => "Pontoon",
            Self::Stand => "stand on two cards",
            Self::Draw => "draw",
            Self::Double => "double",
            Self::Split => "split",
            Self::Surrender => "surrender",
            Self::Bonus => "bonus odds on 21",
            Self::SuperBonus => "Super Bonus",
            Self::Insurance => "insurance",
        }
    }
}

/// A chance, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Share<N> {
    /// How often.
    pub chance: N,
    /// What it adds to the expectation.
    pub worth: N,
}

/// Everything counted.
#[derive(Debug)]
pub struct Tally<N> {
    /// The chance of each net result of a box, in wagers; insurance apart.
    pub nets: BTreeMap<Fraction, N>,
    /// The same in units of a wager while they are counted.
    units: BTreeMap<(i64, i64), N>,
    /// Results as a sheet lists them.
    pub rows: BTreeMap<Row, Share<N>>,
    /// Where the expectation comes from: the worths add up to it.
    pub parts: BTreeMap<Part, Share<N>>,
    /// What is wagered in all, per initial wager: doubles, splits and insurance included.
    pub wagered: N,
}

impl<N: Number> Tally<N> {
    pub(crate) fn new() -> Self {
        Self {
            nets: BTreeMap::new(),
            units: BTreeMap::new(),
            rows: BTreeMap::new(),
            parts: BTreeMap::new(),
            wagered: N::one(),
        }
    }

    /// Counts the results against one upcard.
    pub(crate) fn count<P: Plan>(
        &mut self,
        terms: &Terms,
        shoe: &Pile,
        table: &Against<N>,
        splits: &[PairSplit<'_, N, P>],
        cells: &[Cell<N>],
        plan: &P,
    ) {
        let results = Results::new(terms, &table.payoff);
        Count {
            terms,
            shoe,
            table,
            results,
            plan,
            ends: BTreeMap::new(),
            tally: self,
        }
        .all(cells, splits);
    }

    /// The mean square of the net result.
    fn square(&self) -> f64 {
        self.nets
            .iter()
            .map(|(net, chance)| Number::to_double(*net).powi(2) * chance.to_double())
            .sum()
    }

    /// The mean of the net results.
    pub fn mean(&self) -> f64 {
        self.nets
            .iter()
            .map(|(net, chance)| Number::to_double(*net) * chance.to_double())
            .sum()
    }

    /// The standard deviation of the net result of a box.
    pub fn deviation(&self) -> f64 {
        (self.square() - self.mean().powi(2)).max(0.0).sqrt()
    }

    pub(crate) fn net(&mut self, units: i64, unit: i64, chance: N) {
        *self.units.entry((units, unit)).or_insert_with(N::zero) += chance;
    }

    /// Nets as fractions of a wager, once all are counted.
    pub(crate) fn settle(&mut self) {
        for ((units, unit), chance) in std::mem::take(&mut self.units) {
            let net = Fraction::new(i128::from(units), i128::from(unit));
            *self.nets.entry(net).or_insert_with(N::zero) += chance;
        }
    }

    pub(crate) fn row(&mut self, row: Row, chance: N, worth: N) {
        let share = self.rows.entry(row).or_insert(Share {
            chance: N::zero(),
            worth: N::zero(),
        });
        share.chance += chance;
        share.worth += worth;
    }

    pub(crate) fn part(&mut self, part: Part, chance: N, worth: N) {
        let share = self.parts.entry(part).or_insert(Share {
            chance: N::zero(),
            worth: N::zero(),
        });
        share.chance += chance;
        share.worth += worth;
    }
}

/// So many units of a wager, in wagers.
pub(crate) fn in_wagers<N: Number>(units: i64, unit: i64) -> N {
    N::large(units) / N::large(unit)
}

/// The ends that make up a part.
fn ends_of<N: Number>(ends: &mut BTreeMap<Part, Ends<N>>, part: Part) -> &mut Ends<N> {
    ends.entry(part).or_insert_with(Ends::nothing)
}

/// Counts against one upcard.
struct Count<'a, N, P> {
    terms: &'a Terms,
    shoe: &'a Pile,
    table: &'a Against<N>,
    results: Results<'a, N>,
    plan: &'a P,
    ends: BTreeMap<Part, Ends<N>>,
    tally: &'a mut Tally<N>,
}

impl<N: Number, P: Plan> Count<'_, N, P> {
    fn all(mut self, cells: &[Cell<N>], splits: &[PairSplit<'_, N, P>]) {
        let mut reach = vec![N::zero(); Hands::list().len()];
        for cell in cells {
            self.cell(cell, &mut reach);
        }
        for (no, hand) in Hands::list().downwards().rev() {
            let weight = reach[no.index()];
            if weight == N::zero() {
                continue;
            }
            if hand.points() == 21 {
                let chances = self.table.chances_of(hand);
                ends_of(&mut self.ends, Part::Draw).twenty_one(
                    &self.results,
                    hand,
                    SuitClass::Mixed,
                    weight,
                    chances,
                );
            } else {
                self.act(
                    hand,
                    self.table.plays[no.index()].0,
                    weight,
                    Part::Draw,
                    &mut reach,
                );
            }
        }
        for (part, ends) in std::mem::take(&mut self.ends) {
            let mut found = Vec::new();
            ends.results(&self.results, &mut |result, chance| {
                found.push((result, chance))
            });
            self.put(part, &found);
        }
        self.splits(cells, splits);
    }

    fn put(&mut self, part: Part, found: &[(Result, N)]) {
        let unit = self.results.unit;
        let other = self.results.units(self.terms.pays.other);
        for &(result, chance) in found.iter().filter(|(_, chance)| *chance != N::zero()) {
            let worth = in_wagers::<N>(result.net, unit) * chance;
            self.tally.net(result.net, unit, chance);
            self.tally.row(result.row, chance, worth);
            if result.row.is_bonus() {
                self.tally.part(
                    Part::Bonus,
                    chance,
                    in_wagers::<N>(result.net - other, unit) * chance,
                );
                self.tally
                    .part(part, chance, in_wagers::<N>(other, unit) * chance);
            } else {
                self.tally.part(part, chance, worth);
            }
        }
    }

    fn act(&mut self, hand: &Hand, action: Action, weight: N, stands: Part, reach: &mut [N]) {
        let chances = self.table.chances_of(hand);
        let pontoon = chances[Outcome::Pontoon.index()];
        match action {
            Action::Stand => ends_of(&mut self.ends, stands).stood(hand, weight, chances),
            Action::Surrender => {
                ends_of(&mut self.ends, Part::Surrender).surrendered(weight, pontoon)
            }
            Action::Double => {
                CardValue::all().for_each(|value| self.doubled(hand, value, weight));
                self.tally.wagered += self.results_weight(weight, pontoon);
            }
            Action::Draw => {
                for value in CardValue::all() {
                    let chance = self.next(hand, value, weight);
                    match hand.then[value.index()] {
                        Some(no) => reach[no.index()] += chance,
                        None => ends_of(&mut self.ends, Part::Draw)
                            .bust(chance, self.table.pontoon_after(hand, value)),
                    }
                }
            }
            Action::Split => {}
        }
    }

    /// How much of a weight is played: with a hole card only where the dealer has no Pontoon.
    fn results_weight(&self, weight: N, pontoon: N) -> N {
        match self.terms.hole {
            HoleCard::None => weight,
            HoleCard::Peeks => weight * (N::one() - pontoon),
        }
    }

    fn next(&self, hand: &Hand, value: CardValue, weight: N) -> N {
        weight * N::whole(self.table.count_left(hand, value).max(0)) / self.table.cards_left(hand)
    }

    fn doubled(&mut self, hand: &Hand, value: CardValue, weight: N) {
        let chance = self.next(hand, value, weight);
        let ends = ends_of(&mut self.ends, Part::Double);
        let payoff = &self.table.payoff;
        let (Some(points), Some(no)) =
            (payoff.doubled_points(hand, value), hand.then[value.index()])
        else {
            return ends.doubled_bust(chance, self.table.pontoon_after(hand, value));
        };
        let chances = self.table.chances_of(Hands::list().get(no));
        if self.table.doubled(payoff, hand, value, self.plan).1 {
            ends.forfeited(chance, chances[Outcome::Pontoon.index()]);
        } else {
            ends.doubled(points, chance, chances);
        }
    }

    fn cell(&mut self, cell: &Cell<N>, reach: &mut [N]) {
        let hand = Hands::list().get(cell.hand);
        let pontoon = self.table.chances_of(hand)[Outcome::Pontoon.index()];
        if cell.insurance > N::zero() {
            self.tally
                .part(Part::Insurance, cell.chance, cell.insurance * cell.chance);
            self.tally.wagered += cell.chance / N::whole(2);
        }
        let Some(action) = cell.action else {
            return self.pontoon(cell, hand, pontoon);
        };
        if self.terms.hole == HoleCard::Peeks {
            let lost = self.lost_at_once();
            let part = match action {
                Action::Stand => Part::Stand,
                Action::Draw => Part::Draw,
                Action::Double => Part::Double,
                Action::Split => Part::Split,
                Action::Surrender => Part::Surrender,
            };
            self.put(part, &[(lost, cell.chance * pontoon)]);
        }
        self.act(hand, action, cell.chance, Part::Stand, reach);
        if action == Action::Draw {
            self.suited(cell, hand, reach);
        }
    }

    /// With a hole card: Pontoon takes the wager before anything is done.
    fn lost_at_once(&self) -> Result {
        Result {
            row: Row::LostToPontoon,
            net: -self.results.unit,
            dealer: None,
            tie: TieTo::Nothing,
        }
    }

    fn pontoon(&mut self, cell: &Cell<N>, hand: &Hand, pontoon: N) {
        let won = |net| Result {
            row: Row::Pontoon,
            net,
            dealer: None,
            tie: TieTo::Nothing,
        };
        let pays = self.results.units(self.terms.pays.pontoon);
        match self.terms.pontoon {
            PontoonPaid::AtOnce => self.put(Part::Pontoon, &[(won(pays), cell.chance)]),
            PontoonPaid::Compared => {
                let even = Result {
                    row: Row::StandOff,
                    net: 0,
                    dealer: None,
                    tie: TieTo::Nothing,
                };
                self.put(
                    Part::Pontoon,
                    &[
                        (won(pays), cell.chance * (N::one() - pontoon)),
                        (even, cell.chance * pontoon),
                    ],
                );
            }
            PontoonPaid::As21 => {
                let mut found = Vec::new();
                let chances = self.table.chances_of(hand);
                let net = self.results.units(self.terms.pays.other);
                self.results.of_21(
                    Row::Other21,
                    net,
                    cell.chance,
                    chances,
                    &mut |result, chance| found.push((result, chance)),
                );
                if self.terms.hole == HoleCard::Peeks {
                    found.push((self.lost_at_once(), cell.chance * pontoon));
                }
                self.put(Part::Pontoon, &found);
            }
        }
    }

    /// A third card of the suit: the hand is counted as what it is, not as one of mixed suits.
    fn suited(&mut self, cell: &Cell<N>, hand: &Hand, reach: &mut [N]) {
        let Some((suit, other)) = cell.suits.filter(|(one, other)| one == other) else {
            return;
        };
        let class = SuitClass::of(suit, other);
        let Some(left) = self.left(cell) else { return };
        let two = CardValue::all()
            .flat_map(|value| std::iter::repeat_n(value, usize::from(hand.count(value))));
        let [one, other] = two.collect::<Vec<_>>()[..] else {
            return;
        };
        let Some((third, chance)) = self.table.suited_third(&left, (one, other), suit) else {
            return;
        };
        let Some(no) = hand.then[third.index()] else {
            return;
        };
        let weight = cell.chance * chance;
        reach[no.index()] = reach[no.index()] - weight;
        let three = Hands::list().get(no);
        let bonus = self
            .terms
            .super_bonus
            .filter(|_| one == other && self.table.upcard == CardValue::SEVEN);
        match bonus {
            Some(bonus) => {
                let prize = bonus.in_wagers::<N>();
                let (_, odds_of) = self.results.row_of_21(three, class);
                let beside = Some(odds_of).filter(|_| bonus.on_top == OnTop::OnTop);
                let net = bonus.in_wagers::<Fraction>()
                    + beside.map_or(<Fraction as Number>::zero(), odds);
                *self.tally.nets.entry(net).or_insert_with(N::zero) += weight;
                let (other, at_odds) = (
                    odds::<N>(self.terms.pays.other),
                    beside.map_or(N::zero(), odds),
                );
                self.tally
                    .row(Row::SuperBonus, weight, (prize + at_odds) * weight);
                self.tally.part(Part::SuperBonus, weight, prize * weight);
                self.tally.part(Part::Draw, weight, other * weight);
                self.tally
                    .part(Part::Bonus, N::zero(), (at_odds - other) * weight);
            }
            None => {
                let chances = self.table.chances_of(three);
                ends_of(&mut self.ends, Part::Draw).twenty_one(
                    &self.results,
                    three,
                    class,
                    weight,
                    chances,
                );
            }
        }
    }

    fn splits(&mut self, cells: &[Cell<N>], splits: &[PairSplit<'_, N, P>]) {
        for split in splits {
            let chosen = |cell: &&Cell<N>| {
                let pair = Hands::list().get(cell.hand).pair();
                cell.action == Some(Action::Split) && pair == Some(split.hands.pair)
            };
            let mut counted = None;
            for cell in cells.iter().filter(chosen) {
                let Some(left) = self.left(cell) else {
                    continue;
                };
                counted
                    .get_or_insert_with(|| SplitTally::new(self.terms, split))
                    .add(cell, &left);
            }
            if let Some(counted) = counted {
                counted.finish(self.tally);
            }
        }
    }

    /// What is left when the upcard of a cell lies.
    fn left(&self, cell: &Cell<N>) -> Option<Pile> {
        let upsuit = cell
            .upsuit
            .or_else(|| self.shoe.suits(cell.upcard).next().map(|(suit, _)| suit))?;
        self.shoe.without(cell.upcard, upsuit)
    }
}
