//! The solver's chart of a book as charts of a strategy file, cell by cell.

use super::cell::{Cell, Chain, place};
use super::charts::{Charts, FORFEITS_NEEDED, Of, Placed, Row, Rows, value_of};
use super::fault::At;
use rules::{Allowed, DoubleOn, ForfeitWhen};
use solver::{Action, Advice, CardValue, Chart, Kind, MOST_CARDS, Solved, SuitClass, Terms};

const SUITS: [SuitClass; 3] = [SuitClass::Mixed, SuitClass::Suited, SuitClass::Spades];

impl Charts {
    /// Writes down a chart of the solver. `played` is the book solved for this chart: it knows
    /// which pairs are split again.
    pub fn of(terms: &Terms, chart: &Chart, played: &Solved<f64>) -> Self {
        let pen = Pen {
            terms,
            chart,
            played,
        };
        let mut charts = Self::default();
        for of in Of::ALL {
            let cell = |row, upcard| match of {
                Of::Hard => pen.total(upcard, row, Kind::Hard),
                Of::Soft => pen.total(upcard, row, Kind::Soft),
                Of::LaterSoft => pen.total(upcard, row, Kind::LaterSoft),
                Of::Pair => pen.pair(upcard, row),
            };
            let rows: Rows<Cell> = of
                .rows()
                .filter_map(|row| Some((row, line(|upcard| cell(row, upcard))?)))
                .collect();
            if !rows.is_empty() {
                charts.tables.insert(of, rows);
            }
        }
        if terms.double.forfeit != ForfeitWhen::Never {
            // Below the least total that is given up, none can be made.
            let given_up =
                |total: &u8| CardValue::all().any(|upcard| chart.gives_up(upcard, *total));
            let least = FORFEITS_NEEDED
                .clone()
                .find(given_up)
                .unwrap_or(*FORFEITS_NEEDED.end());
            let row = |total: u8| {
                line(|upcard| Some(chart.gives_up(upcard, total.max(least))))
                    .map(|row| (total, row))
            };
            charts.forfeits = FORFEITS_NEEDED.filter_map(row).collect();
        }
        charts
    }
}

/// A row of what there is for every upcard; none where something is missing.
fn line<T>(cell: impl Fn(CardValue) -> Option<T>) -> Option<Row<T>> {
    let cells: Option<Vec<Placed<T>>> = CardValue::all()
        .map(|upcard| {
            Some(Placed {
                is: cell(upcard)?,
                at: At::default(),
            })
        })
        .collect();
    cells?.try_into().ok()
}

struct Pen<'a> {
    terms: &'a Terms,
    chart: &'a Chart,
    played: &'a Solved<f64>,
}

impl Pen<'_> {
    fn total(&self, upcard: CardValue, total: u8, kind: fn(u8, u8) -> Kind) -> Option<Cell> {
        let counted = |cards| {
            self.chart
                .advice(upcard, kind(total, cards))
                .and_then(|advice| Some((cards, advice, advice.best()?)))
        };
        let classes: Vec<(u8, &Advice, Action)> = (2..=MOST_CARDS).filter_map(counted).collect();
        let &(_, _, first) = classes.first()?;
        let mut cell = Cell::plain(vec![first]);
        for &(cards, advice, best) in &classes {
            let chain = if cards == 2 {
                self.two_cards(advice, best, classes.get(1).map(|(_, _, then)| *then))
            } else {
                vec![best]
            };
            cell.by_cards[usize::from(cards) - 2..].fill(chain);
        }
        // Without any hand of more cards, what is done with them is what is done instead.
        if classes.len() == 1 && cell.by_cards[0].len() > 1 {
            let more = cell.by_cards[0][1..].to_vec();
            cell.by_cards[1..].fill(more);
        }
        let own = cell.by_cards[0].clone();
        let straight = |suits| {
            straight(total)
                .filter(|_| matches!(kind(total, 2), Kind::Hard(..)))
                .and_then(|(low, high)| {
                    let advice = self
                        .chart
                        .advice(upcard, Kind::Straight(low, high, suits))?;
                    Some(self.two_cards(advice, advice.best()?, None))
                })
        };
        for suits in SUITS {
            // What differs only in what is done instead is not told apart.
            let chain = straight(suits).filter(|chain| chain[0] != own[0]);
            cell.suits[place(suits)] = chain.unwrap_or_else(|| own.clone());
        }
        Some(cell)
    }

    /// What is done with two cards, and what instead: `then` is what is done with three.
    fn two_cards(&self, advice: &Advice, best: Action, then: Option<Action>) -> Chain {
        if self.always(best) {
            return if self.only_two(best) {
                vec![best]
                    .into_iter()
                    .chain(then.filter(|then| *then != best))
                    .collect()
            } else {
                vec![best]
            };
        }
        let ranked = advice.ranked.iter().map(|(action, _)| *action);
        let mut chain = Chain::new();
        for action in ranked.filter(|action| *action == best || self.always(*action)) {
            chain.push(action);
            if matches!(action, Action::Stand | Action::Draw)
                || action != best && self.always(action)
            {
                break;
            }
        }
        chain
    }

    /// Whether something that two cards may do, two cards of a split may do as well.
    fn always(&self, action: Action) -> bool {
        match action {
            Action::Stand | Action::Draw => true,
            Action::Double => self.terms.double.after_split == Allowed::May,
            Action::Surrender => self.terms.surrender.after_split == Allowed::May,
            Action::Split => false,
        }
    }

    /// Whether something may be done with two cards only.
    fn only_two(&self, action: Action) -> bool {
        match action {
            Action::Double => self.terms.double.on != DoubleOn::AnyCards,
            Action::Surrender => !self.terms.surrender.any_time,
            Action::Stand | Action::Draw | Action::Split => false,
        }
    }

    fn pair(&self, upcard: CardValue, points: u8) -> Option<Cell> {
        let pair = value_of(points)?;
        let advice = |suits| self.chart.advice(upcard, Kind::Pair(pair, suits));
        let mixed = advice(SuitClass::Mixed)?;
        let best = mixed.best()?;
        let mut cell = Cell::plain(self.unsplit(upcard, pair, mixed, best));
        cell.once = best == Action::Split && self.is_once(upcard, pair);
        let suited = SUITS.map(|suits| advice(suits).and_then(Advice::best).unwrap_or(best));
        let prize = self.terms.super_bonus.is_some()
            && (pair, upcard) == (CardValue::SEVEN, CardValue::SEVEN);
        cell.bonus = prize && best != Action::Draw && suited[1..] == [Action::Draw; 2];
        if !cell.bonus {
            for (chain, action) in cell
                .suits
                .iter_mut()
                .zip(suited)
                .filter(|(_, action)| *action != best)
            {
                *chain = vec![action];
            }
        }
        Some(cell)
    }

    /// A pair, and what is done with it where it may not be split: left out where its total is
    /// played so.
    fn unsplit(&self, upcard: CardValue, pair: CardValue, advice: &Advice, best: Action) -> Chain {
        if best != Action::Split {
            return vec![best];
        }
        let chain = self.two_cards(advice, best, None);
        let total = match pair {
            CardValue::ACE => None,
            pair => self.total(upcard, 2 * pair.points(), Kind::Hard),
        };
        // Two twos and two Aces have no row of their own, and draw.
        let as_total = total.map_or(Action::Draw, |cell| {
            cell.by_cards[0]
                .iter()
                .copied()
                .find(|action| self.always(*action))
                .unwrap_or(Action::Draw)
        });
        if chain.get(1) == Some(&as_total) {
            vec![best]
        } else {
            chain
        }
    }

    /// Whether a pair is split once although the book allows more.
    fn is_once(&self, upcard: CardValue, pair: CardValue) -> bool {
        let most = if pair == CardValue::ACE {
            self.terms.split.most_aces
        } else {
            self.terms.split.most
        };
        let hand = solver::Hands::list().of([pair, pair]);
        let mut cells = self
            .played
            .cells
            .iter()
            .filter(|cell| cell.upcard == upcard && Some(cell.hand) == hand);
        most > 2 && cells.all(|cell| cell.action != Some(Action::Split) || !cell.again)
    }
}

/// The two cards of a total that a third can make a 6-7-8.
fn straight(total: u8) -> Option<(CardValue, CardValue)> {
    let [six, seven, eight] = [CardValue::SIX, CardValue::SEVEN, CardValue::EIGHT];
    [(six, seven), (six, eight), (seven, eight)]
        .into_iter()
        .find(|(low, high)| low.points() + high.points() == total)
}
