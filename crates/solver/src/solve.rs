//! A whole book: every first two cards against every upcard, what is done with them and what that
//! is worth.

use crate::against::Against;
use crate::dealer::{DealerTree, Outcome};
use crate::hands::{HandNo, Hands};
use crate::number::Number;
use crate::payoff::odds;
use crate::pile::Pile;
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::split::Bounded;
use crate::split::{HowClose, PairSplit, SplitWorth};
use crate::suits::third_of;
use crate::tally::Tally;
use crate::terms::Terms;
use crate::value::CardValue;
use cards::Suit;
use rules::{Allowed, HoleCard, PontoonPaid};

/// First two cards against an upcard.
#[derive(Clone, Debug)]
pub struct Cell<N> {
    /// The dealer's card.
    pub upcard: CardValue,
    /// Its suit, where that matters.
    pub upsuit: Option<Suit>,
    /// The two cards.
    pub hand: HandNo,
    /// Their suits, where those matter.
    pub suits: Option<(Suit, Suit)>,
    /// How often it comes.
    pub chance: N,
    /// What may be done, and what it is worth; nothing for Pontoon.
    pub options: Options<N>,
    /// What is done; none for Pontoon.
    pub action: Option<Action>,
    /// What that is worth, with insurance where that is worth taking.
    pub worth: N,
    /// By how much that may be wrong.
    pub slack: N,
    /// By how much the worth of splitting may be wrong.
    pub split_slack: N,
    /// Whether a pair that comes again after a split is split again.
    pub again: bool,
    /// What insurance adds.
    pub insurance: N,
    /// The part of the worth that is the Super Bonus.
    pub super_bonus: N,
}

impl<N> Cell<N> {
    /// The class of its suits.
    pub(crate) fn class(&self) -> SuitClass {
        self.suits
            .map_or(SuitClass::Mixed, |(one, other)| SuitClass::of(one, other))
    }
}

/// A book solved.
#[derive(Debug)]
pub struct Solved<N> {
    /// Every first two cards against every upcard.
    pub cells: Vec<Cell<N>>,
    /// Every hand against every upcard.
    pub tables: Vec<Against<N>>,
    /// By what the hands of a split are played where a dealer's Pontoon takes one wager for all of
    /// them, by pair.
    pub(crate) tied: Vec<(CardValue, Against<N>)>,
}

/// Solves a book: `shoe` is every card that may come.
pub fn solve<N: Number>(terms: &Terms, shoe: &Pile, plan: &impl Plan) -> Solved<N> {
    solve_with(terms, shoe, plan, None)
}

/// What the expectation of a solved book would be without a Super Bonus. Only sevens against a
/// seven know it.
pub fn without_super_bonus<N: Number>(
    terms: &Terms,
    shoe: &Pile,
    solved: &Solved<N>,
    plan: &impl Plan,
) -> N {
    let seven = CardValue::SEVEN;
    let mut total = solved.expectation().worth;
    let table = solved
        .tables
        .iter()
        .find(|table| table.upcard == seven)
        .filter(|_| terms.super_bonus.is_some());
    let Some(table) = table.filter(|table| table.left.count(seven) > 1) else {
        return total;
    };
    let terms = &terms.without_super_bonus();
    let split = PairSplit::new(
        terms,
        DealerTree::of(seven, terms.soft_17),
        table,
        seven,
        plan,
    );
    let deal = Deal {
        terms,
        shoe,
        table,
        plan,
    };
    let sevens = |cell: &&Cell<N>| {
        cell.upcard == seven && Hands::list().get(cell.hand).pair() == Some(seven)
    };
    for cell in solved.cells.iter().filter(sevens) {
        let Some(left) = cell.upsuit.and_then(|suit| shoe.without(seven, suit)) else {
            continue;
        };
        let two = Two {
            no: cell.hand,
            low: seven,
            high: seven,
            suits: cell.suits,
        };
        let without = deal.cell(two, cell.chance, &left, Some(&split));
        total += (without.worth - cell.worth) * cell.chance;
    }
    total
}

/// Solves a book and counts how often each result comes.
pub fn solve_and_tally<N: Number>(
    terms: &Terms,
    shoe: &Pile,
    plan: &impl Plan,
) -> (Solved<N>, Tally<N>) {
    let mut tally = Tally::new();
    let solved = solve_with(terms, shoe, plan, Some(&mut tally));
    tally.settle();
    (solved, tally)
}

fn solve_with<N: Number>(
    terms: &Terms,
    shoe: &Pile,
    plan: &impl Plan,
    mut tally: Option<&mut Tally<N>>,
) -> Solved<N> {
    let mut solved = Solved {
        cells: Vec::new(),
        tables: Vec::new(),
        tied: Vec::new(),
    };
    for upcard in CardValue::all() {
        let Some((suit, _)) = shoe.suits(upcard).next() else {
            continue;
        };
        let Some(left) = shoe.without(upcard, suit) else {
            continue;
        };
        let tree = DealerTree::of(upcard, terms.soft_17);
        let table = Against::new(terms, tree, upcard, left, plan);
        let deal = Deal {
            terms,
            shoe,
            table: &table,
            plan,
        };
        let pairs = CardValue::all().filter(|&pair| table.left.count(pair) > 1);
        let mut splits: Vec<PairSplit<'_, N, _>> = pairs
            .map(|pair| PairSplit::new(terms, tree, &table, pair, plan))
            .collect();
        let mut tied: Vec<(CardValue, Against<N>)> = splits
            .iter()
            .filter_map(|split| Some((split.hands.pair, split.tied_table()?)))
            .collect();
        let better: Vec<PairSplit<'_, N, _>> = tied
            .iter()
            .map(|(pair, tied)| PairSplit::new(terms, tree, tied, *pair, plan))
            .filter(|split| splits.iter().any(|other| split.is_better_than(other)))
            .collect();
        let kept: Vec<CardValue> = better.iter().map(|split| split.hands.pair).collect();
        splits.retain(|split| !kept.contains(&split.hands.pair));
        splits.extend(better);
        let mut cells = deal.cells(&splits);
        if let Some(tally) = tally.as_deref_mut() {
            tally.count(terms, shoe, &table, &splits, &cells, plan);
        }
        drop(splits);
        tied.retain(|(pair, _)| kept.contains(pair));
        solved.tied.append(&mut tied);
        solved.cells.append(&mut cells);
        solved.tables.push(table);
    }
    solved
}

/// The initial deal against one upcard.
struct Deal<'a, N, P> {
    terms: &'a Terms,
    shoe: &'a Pile,
    table: &'a Against<N>,
    plan: &'a P,
}

impl<N: Number, P: Plan> Deal<'_, N, P> {
    fn cells(&self, splits: &[PairSplit<'_, N, P>]) -> Vec<Cell<N>> {
        let mut cells = Vec::new();
        for (upsuit, chance, left) in self.upcards() {
            for (low, high, no) in Hands::list().twos() {
                let split = splits
                    .iter()
                    .find(|split| low == high && split.hands.pair == low);
                if self.suits_matter(low, high) {
                    for (one, first) in left.suits(low) {
                        let Some(rest) = left.without(low, one) else {
                            continue;
                        };
                        for (other, second) in rest.suits(high) {
                            let both = N::whole(
                                i32::from(first)
                                    * i32::from(second)
                                    * if low == high { 1 } else { 2 },
                            );
                            let chance = chance * both / self.pairs_left();
                            let two = Two {
                                no,
                                low,
                                high,
                                suits: Some((one, other)),
                            };
                            cells.push(Cell {
                                upsuit,
                                ..self.cell(two, chance, &left, split)
                            });
                        }
                    }
                } else {
                    let (one, other) = (i32::from(left.count(low)), i32::from(left.count(high)));
                    let ways = if low == high {
                        one * (one - 1)
                    } else {
                        2 * one * other
                    };
                    if ways > 0 {
                        let chance = chance * N::whole(ways) / self.pairs_left();
                        let two = Two {
                            no,
                            low,
                            high,
                            suits: None,
                        };
                        cells.push(Cell {
                            upsuit,
                            ..self.cell(two, chance, &left, split)
                        });
                    }
                }
            }
        }
        cells
    }

    /// The upcards to tell apart: by suit where a 6, 7 or 8 is gone from those that matter.
    fn upcards(&self) -> Vec<(Option<Suit>, N, Pile)> {
        let upcard = self.table.upcard;
        let all = N::whole(i32::from(self.shoe.len()));
        let told = third_of(upcard, CardValue::SEVEN)
            .or(third_of(upcard, CardValue::EIGHT))
            .is_some();
        let each = self
            .shoe
            .suits(upcard)
            .filter_map(|(suit, count)| Some((suit, count, self.shoe.without(upcard, suit)?)));
        if told {
            return each
                .map(|(suit, count, left)| (Some(suit), N::whole(i32::from(count)) / all, left))
                .collect();
        }
        let count = N::whole(i32::from(self.shoe.count(upcard)));
        each.take(1)
            .map(|(_, _, left)| (None, count / all, left))
            .collect()
    }

    fn pairs_left(&self) -> N {
        let left = i32::from(self.table.left.len());
        N::whole(left * (left - 1))
    }

    fn suits_matter(&self, low: CardValue, high: CardValue) -> bool {
        let among = |value: CardValue| (CardValue::SIX..=CardValue::EIGHT).contains(&value);
        third_of(low, high).is_some() || low == high && among(low)
    }

    fn cell(
        &self,
        two: Two,
        chance: N,
        left: &Pile,
        split: Option<&PairSplit<'_, N, P>>,
    ) -> Cell<N> {
        let Two {
            no,
            low,
            high,
            suits,
        } = two;
        let two = (low, high);
        let hand = Hands::list().get(no);
        let chances = self.table.chances_of(hand);
        let pontoon = chances[Outcome::Pontoon.index()];
        let insurance = self.insurance(hand.points() == 21, pontoon);
        let mut cell = Cell {
            upcard: self.table.upcard,
            upsuit: None,
            hand: no,
            suits,
            chance,
            options: Options::NONE,
            action: None,
            worth: insurance,
            slack: N::zero(),
            split_slack: N::zero(),
            again: false,
            insurance,
            super_bonus: N::zero(),
        };
        if hand.points() == 21 {
            cell.worth += match self.terms.pontoon {
                PontoonPaid::AtOnce => odds(self.terms.pays.pontoon),
                PontoonPaid::Compared => odds::<N>(self.terms.pays.pontoon) * (N::one() - pontoon),
                PontoonPaid::As21 => {
                    // With a hole card, Pontoon has taken it before it could be compared.
                    let taken = if self.terms.hole == HoleCard::Peeks {
                        pontoon
                    } else {
                        N::zero()
                    };
                    self.table
                        .payoff
                        .twenty_one(odds(self.terms.pays.other), chances)
                        - taken
                }
            };
            return cell;
        }
        let mut options = self.table.options[no.index()];
        let class = cell.class();
        let suit = suits
            .map(|(one, _)| one)
            .filter(|_| class != SuitClass::Mixed);
        let extra = suit.map_or(N::zero(), |suit| {
            self.table.suited_draw(self.terms, left, two, suit)
        });
        let bonus = suit.map_or(N::zero(), |suit| {
            self.table.super_bonus_draw(self.terms, left, two, suit)
        });
        options.draw = options.draw.map(|draw| draw + extra + bonus);
        let mut worth = self.split_worth(split, two.0, suits, left, HowClose::Bound);
        if worth.is_some_and(|split| split.worth.slack > N::zero()) {
            options.split = worth.map(|split| split.worth.worth + split.worth.slack);
            let might = self
                .plan
                .choose(self.table.upcard, hand, class, &options)
                .is_some_and(|(action, _)| action == Action::Split);
            worth = self.split_worth(
                split,
                two.0,
                suits,
                left,
                if might {
                    HowClose::Close
                } else {
                    HowClose::Glance
                },
            );
        }
        cell.split_slack = worth.map_or(N::zero(), |split| split.worth.slack);
        options.split = worth.map(|split| split.worth.worth);
        cell.again = worth.is_some_and(|split| split.again);
        cell.options = options;
        if let Some((action, worth_of)) = self.plan.choose(self.table.upcard, hand, class, &options)
        {
            cell.action = Some(action);
            cell.worth += worth_of;
            if action == Action::Draw {
                cell.super_bonus = bonus;
            }
            if let Some(split) = worth.filter(|_| action == Action::Split) {
                cell.slack = split.worth.slack;
                cell.super_bonus = split.super_bonus;
            }
        }
        if self.terms.hole == HoleCard::Peeks {
            // The dealer has looked: Pontoon takes the original wager before anything is done.
            cell.worth = cell.worth - pontoon;
        }
        cell
    }

    fn split_worth(
        &self,
        split: Option<&PairSplit<'_, N, P>>,
        pair: CardValue,
        suits: Option<(Suit, Suit)>,
        left: &Pile,
        how_close: HowClose,
    ) -> Option<SplitWorth<N>> {
        let suits = suits.or_else(|| any_suits(left, pair))?;
        split.and_then(|split| split.worth(left, suits, how_close))
    }

    /// What insurance adds where it is worth taking.
    fn insurance(&self, with_pontoon: bool, pontoon: N) -> N {
        let offered = self.table.upcard == CardValue::ACE;
        if !offered || with_pontoon && self.terms.insurance.with_pontoon == Allowed::MayNot {
            return N::zero();
        }
        let unit = (odds::<N>(self.terms.insurance.pays) + N::one()) * pontoon - N::one();
        N::zero().larger(unit / N::whole(2))
    }
}

/// The first two cards of a box.
#[derive(Clone, Copy)]
struct Two {
    no: HandNo,
    low: CardValue,
    high: CardValue,
    suits: Option<(Suit, Suit)>,
}

/// Two suits of a value that are there, where they do not matter.
pub(crate) fn any_suits(left: &Pile, value: CardValue) -> Option<(Suit, Suit)> {
    let (one, _) = left.suits(value).next()?;
    let (other, _) = left.without(value, one)?.suits(value).next()?;
    Some((one, other))
}

impl<N: Number> Solved<N> {
    /// The expectation per initial wager, and by how much it may be wrong.
    pub fn expectation(&self) -> Bounded<N> {
        let mut total = Bounded::exact(N::zero());
        for cell in &self.cells {
            total.worth += cell.worth * cell.chance;
            total.slack += cell.slack * cell.chance;
        }
        total
    }

    /// The expectation against one upcard, given that it lies.
    pub fn against(&self, upcard: CardValue) -> N {
        let (mut worth, mut chance) = (N::zero(), N::zero());
        for cell in self.cells.iter().filter(|cell| cell.upcard == upcard) {
            worth += cell.worth * cell.chance;
            chance += cell.chance;
        }
        if chance > N::zero() {
            worth / chance
        } else {
            worth
        }
    }
}
