//! How often a hand comes to be decided on.

use crate::against::Against;
use crate::hands::Hands;
use crate::number::Number;
use crate::plan::Action;
use crate::solve::Cell;
use crate::value::CardValue;

/// The chance of each unsplit hand of three and more cards against one upcard, as the hands are
/// played.
pub(crate) fn reach<'a, N: Number + 'a>(
    table: &Against<N>,
    cells: impl Iterator<Item = &'a Cell<N>>,
) -> Vec<N> {
    let start = cells
        .filter(|cell| cell.action == Some(Action::Draw))
        .map(|cell| (cell, cell.chance));
    reach_from(table, start)
}

/// About how often each hand of three and more cards comes of a pair that was split, came again and
/// is split no more.
pub(crate) fn reach_of_pairs<'a, N: Number + 'a>(
    table: &Against<N>,
    cells: impl Iterator<Item = &'a Cell<N>>,
) -> Vec<N> {
    let again = |cell: &Cell<N>| {
        let hand = Hands::list().get(cell.hand);
        let count = hand
            .pair()
            .map_or(0, |pair| table.count_left(hand, pair).max(0));
        cell.chance * N::whole(2 * count) / table.cards_left(hand)
    };
    reach_from(
        table,
        cells
            .filter(|cell| cell.action == Some(Action::Split))
            .map(|cell| (cell, again(cell))),
    )
}

fn reach_from<'a, N: Number + 'a>(
    table: &Against<N>,
    start: impl Iterator<Item = (&'a Cell<N>, N)>,
) -> Vec<N> {
    let mut reach = vec![N::zero(); Hands::list().len()];
    for (cell, chance) in start.filter(|(cell, _)| cell.upcard == table.upcard) {
        spread(table, cell.hand.index(), chance, &mut reach);
    }
    for (no, _) in Hands::list()
        .downwards()
        .rev()
        .filter(|(_, hand)| hand.cards > 2 && hand.points() < 21)
    {
        let chance = reach[no.index()];
        if chance > N::zero() && table.plays[no.index()].0 == Action::Draw {
            spread(table, no.index(), chance, &mut reach);
        }
    }
    reach
}

fn spread<N: Number>(table: &Against<N>, from: usize, chance: N, reach: &mut [N]) {
    let hand = Hands::list().at(from);
    for value in CardValue::all() {
        let count = table.count_left(hand, value);
        if let Some(no) = hand.then[value.index()].filter(|_| count > 0) {
            reach[no.index()] += chance * N::whole(count) / table.cards_left(hand);
        }
    }
}
