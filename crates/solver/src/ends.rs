//! The ends of many hands, put together before they are told apart: hands of equal points share
//! their chances.

use crate::dealer::{Chances, Outcome};
use crate::hands::Hand;
use crate::number::Number;
use crate::plan::SuitClass;
use crate::results::{Result, Results, Row};

/// How often hands come to each end, together with the dealer's results.
#[derive(Clone, Debug)]
pub(crate) struct Ends<N> {
    /// By number of cards (fewer than five, five, six, more) and points.
    stood: [[Chances<N>; 22]; 4],
    doubled: [Mass<N>; 22],
    /// By row: a 21 and the chance that comes with it.
    paid: Vec<(Row, Hand, SuitClass, Mass<N>)>,
    bust: Mass<N>,
    doubled_bust: Mass<N>,
    forfeited: Mass<N>,
    surrendered: Mass<N>,
}

/// How often, and how often with each of the dealer's results (where only Pontoon matters, with
/// that).
#[derive(Clone, Copy, Debug)]
struct Mass<N> {
    weight: N,
    chances: Chances<N>,
}

impl<N: Number> Mass<N> {
    fn nothing() -> Self {
        Self {
            weight: N::zero(),
            chances: [N::zero(); 7],
        }
    }

    fn add(&mut self, weight: N, chances: &Chances<N>) {
        self.weight += weight;
        add(&mut self.chances, weight, chances);
    }

    fn add_pontoon(&mut self, weight: N, pontoon: N) {
        self.weight += weight;
        self.chances[Outcome::Pontoon.index()] += weight * pontoon;
    }

    /// The chance of Pontoon on average.
    fn pontoon(&self) -> N {
        self.chances[Outcome::Pontoon.index()] / self.weight
    }

    fn is_nothing(&self) -> bool {
        self.weight == N::zero()
    }
}

fn add<N: Number>(sums: &mut Chances<N>, weight: N, chances: &Chances<N>) {
    for (sum, chance) in sums.iter_mut().zip(chances) {
        *sum += weight * *chance;
    }
}

impl<N: Number> Ends<N> {
    pub(crate) fn nothing() -> Self {
        let zero = [N::zero(); 7];
        Self {
            stood: [[zero; 22]; 4],
            doubled: [Mass::nothing(); 22],
            paid: Vec::new(),
            bust: Mass::nothing(),
            doubled_bust: Mass::nothing(),
            forfeited: Mass::nothing(),
            surrendered: Mass::nothing(),
        }
    }

    pub(crate) fn stood(&mut self, hand: &Hand, weight: N, chances: &Chances<N>) {
        let many = usize::from(hand.cards.clamp(4, 7) - 4);
        add(
            &mut self.stood[many][usize::from(hand.points())],
            weight,
            chances,
        );
    }

    pub(crate) fn doubled(&mut self, points: u8, weight: N, chances: &Chances<N>) {
        self.doubled[usize::from(points)].add(weight, chances);
    }

    pub(crate) fn bust(&mut self, weight: N, pontoon: N) {
        self.bust.add_pontoon(weight, pontoon);
    }

    pub(crate) fn doubled_bust(&mut self, weight: N, pontoon: N) {
        self.doubled_bust.add_pontoon(weight, pontoon);
    }

    pub(crate) fn forfeited(&mut self, weight: N, pontoon: N) {
        self.forfeited.add_pontoon(weight, pontoon);
    }

    pub(crate) fn surrendered(&mut self, weight: N, pontoon: N) {
        self.surrendered.add_pontoon(weight, pontoon);
    }

    pub(crate) fn twenty_one(
        &mut self,
        results: &Results<'_, N>,
        hand: &Hand,
        class: SuitClass,
        weight: N,
        chances: &Chances<N>,
    ) {
        let (row, _) = results.row_of_21(hand, class);
        match self.paid.iter_mut().find(|(other, ..)| *other == row) {
            Some((.., mass)) => mass.add(weight, chances),
            None => {
                let mut mass = Mass::nothing();
                mass.add(weight, chances);
                self.paid.push((row, hand.clone(), class, mass));
            }
        }
    }

    /// Every result with its chance.
    pub(crate) fn results(&self, results: &Results<'_, N>, each: &mut impl FnMut(Result, N)) {
        for (cards, by_points) in (4..).zip(&self.stood) {
            for (points, chances) in (0..).zip(by_points).filter(|(_, chances)| some(chances)) {
                results.stood(points, cards, N::one(), chances, each);
            }
        }
        for (points, mass) in (0..)
            .zip(&self.doubled)
            .filter(|(_, mass)| !mass.is_nothing())
        {
            results.doubled(
                points,
                mass.weight,
                &mass.chances.map(|chance| chance / mass.weight),
                each,
            );
        }
        for (_, hand, class, mass) in &self.paid {
            if !mass.is_nothing() {
                results.twenty_one(
                    hand,
                    *class,
                    mass.weight,
                    &mass.chances.map(|chance| chance / mass.weight),
                    each,
                );
            }
        }
        if !self.bust.is_nothing() {
            results.bust(self.bust.weight, self.bust.pontoon(), each);
        }
        if !self.doubled_bust.is_nothing() {
            results.doubled_bust(self.doubled_bust.weight, self.doubled_bust.pontoon(), each);
        }
        if !self.forfeited.is_nothing() {
            results.forfeited(self.forfeited.weight, self.forfeited.pontoon(), each);
        }
        if !self.surrendered.is_nothing() {
            results.surrendered(self.surrendered.weight, self.surrendered.pontoon(), each);
        }
    }
}

fn some<N: Number>(chances: &Chances<N>) -> bool {
    chances.iter().any(|chance| *chance != N::zero())
}
