//! What a book is worth and how often everything comes, as tables.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use super::numbers::{cell, once_in, percent, probability, signed};
use crate::markup::{escape, scrolled, table};
use crate::words::{NONE, is_nothing, part_words};
use solver::{CardValue, DealerTree, Fraction, Number, Outcome, Part, Row, VALUES, Worth};

/// The figures that are asked for first, each with its convention.
pub(crate) fn summary(worth: &Worth) -> String {
    let wagers = |number: f64| format!("{number:.6}");
    let hits: f64 = worth
        .tally
        .nets
        .iter()
        .filter(|(net, _)| above_nothing(**net))
        .map(|(_, chance)| chance)
        .sum();
    let bound = if worth.slack > 0.0 {
        format!(
            "right within {:.1e} % of the initial wager",
            worth.slack * 100.0
        )
    } else {
        "exact, but for the last digits of double precision".to_owned()
    };
    let has_bonus = worth.terms.super_bonus.is_some();
    let of_bonus = |text: String| if has_bonus { text } else { NONE.to_owned() };
    let rows = [
        (
            "Expectation per initial wager",
            signed(worth.expectation),
            worth.expectation,
            bound.as_str(),
        ),
        (
            "House edge per initial wager",
            percent(worth.edge_per_initial_wager()),
            worth.edge_per_initial_wager(),
            "what the house keeps on average, divided by the wager placed before the deal",
        ),
        (
            "House edge per total wagered",
            percent(worth.edge_per_total_wagered()),
            worth.edge_per_total_wagered(),
            "the same loss divided by all that is wagered on average: initial wagers, doubles, \
            splits, insurance",
        ),
        (
            "Average total wagered",
            wagers(worth.tally.wagered),
            worth.tally.wagered,
            "in initial wagers; an amount that is forfeited counts as wagered",
        ),
        (
            "Standard deviation",
            wagers(worth.deviation()),
            worth.deviation(),
            "of the net result of a round, in initial wagers; split hands are taken as independent \
            of each other once the dealer's result and the number of hands are known",
        ),
        (
            "How often a round wins",
            percent(hits),
            hits,
            "how often a round ends with a net win; insurance apart, split hands as for the \
            standard deviation",
        ),
        (
            "Super Bonus: worth of being offered it",
            of_bonus(signed(worth.super_bonus())),
            worth.super_bonus(),
            if has_bonus {
                "what the expectation rises by because it is offered, at this wager, to one who \
                plays for it; what others at the table are paid is not in it"
            } else {
                "there is none at this wager"
            },
        ),
        (
            "House edge without the Super Bonus",
            of_bonus(percent(-worth.without_super_bonus)),
            -worth.without_super_bonus,
            "per initial wager, each hand then played best",
        ),
    ];
    let mut out = String::from(
        "<table>\n<caption>One bettor alone at the table, a full shoe, best \
        play</caption>\n<thead><tr><th scope=\"col\">figure</th><th scope=\"col\">value</th><th \
        scope=\"col\" class=\"words\">convention</th></tr></thead>\n<tbody>\n",
    );
    for (words, shown, number, convention) in rows {
        out += &format!(
            "<tr><th scope=\"row\">{words}</th>{}<td class=\"words\">{}</td></tr>\n",
            cell(&shown, number),
            escape(convention)
        );
    }
    String::from("<h2>Summary</h2>\n") + &scrolled(&(out + "</tbody>\n</table>\n"))
}

fn above_nothing(net: Fraction) -> bool {
    Number::to_double(net) > 0.0
}

/// Every result of a round. The probabilities add up to one and the returns to the expectation.
pub(crate) fn results(worth: &Worth) -> String {
    let tally = &worth.tally;
    let head = "<h2>Results</h2>\n<p class=\"small\">Each round ends in one of these. A split box \
        is one row: its hands are told apart in the distribution of net results. Return: what the \
        row adds to the expectation, per initial wager.</p>\n";
    let mut out = String::from(
        "<table id=\"results\">\n<caption>How often each result comes</caption>\n<thead><tr><th \
        scope=\"col\">result</th><th scope=\"col\">probability</th><th scope=\"col\">once \
        in</th><th scope=\"col\">return</th></tr></thead>\n<tbody>\n",
    );
    let line = |class: &str, words: &str, chance: f64, once: &str, of: f64| {
        let (chance, of) = (cell(&probability(chance), chance), cell(&signed(of), of));
        format!(
            "<tr{class}><th scope=\"row\">{}</th>{chance}<td>{once}</td>{of}</tr>\n",
            escape(words)
        )
    };
    for (words, chance, of) in result_rows(worth) {
        out += &line("", words, chance, &once_in(chance), of);
    }
    let chance: f64 = tally.rows.values().map(|share| share.chance).sum();
    let mut of: f64 = tally.rows.values().map(|share| share.worth).sum();
    if let Some(insurance) = tally.parts.get(&Part::Insurance) {
        // Insurance lies beside the hand: it is no result of its own.
        of += insurance.worth;
        let worth = cell(&signed(insurance.worth), insurance.worth);
        out += &format!(
            "<tr><th scope=\"row\">insurance, beside the hand</th><td></td><td></td>{worth}</tr>\n"
        );
    }
    out += &line(" class=\"sum\"", "together", chance, "", of);
    head.to_owned() + &scrolled(&(out + "</tbody>\n</table>\n"))
}

/// The results with their chance and worth. Where no 21 is paid more than another, they are one.
fn result_rows(worth: &Worth) -> Vec<(&'static str, f64, f64)> {
    let tally = &worth.tally;
    let plain = tally
        .parts
        .get(&Part::Bonus)
        .is_none_or(|share| is_nothing(Part::Bonus, share));
    let mut found: Vec<(&'static str, f64, f64)> = Vec::new();
    for (row, share) in &tally.rows {
        let words = if *row == Row::SuperBonus {
            "Super Bonus: hands that win it, prize and odds"
        } else if plain && is_of_21(*row) {
            "21, not Pontoon"
        } else {
            row.words()
        };
        match found.iter_mut().find(|(known, ..)| *known == words) {
            Some((_, chance, of)) => {
                *chance += share.chance;
                *of += share.worth;
            }
            None => found.push((words, share.chance, share.worth)),
        }
    }
    found
}

const fn is_of_21(row: Row) -> bool {
    match row {
        Row::SevensSpades
        | Row::SevensSuited
        | Row::SevensMixed
        | Row::SixSevenEightSpades
        | Row::SixSevenEightSuited
        | Row::SixSevenEightMixed
        | Row::SevenCards
        | Row::SixCards
        | Row::FiveCards
        | Row::Other21 => true,
        Row::Pontoon
        | Row::SuperBonus
        | Row::Won
        | Row::StandOff
        | Row::Lost
        | Row::Bust
        | Row::LostToPontoon
        | Row::DoubledWon
        | Row::DoubledStandOff
        | Row::DoubledLost
        | Row::DoubledBust
        | Row::DoubledLostToPontoon
        | Row::Forfeited
        | Row::Surrendered
        | Row::SurrenderLost
        | Row::Split => false,
    }
}

/// Where the expectation comes from.
pub(crate) fn parts(worth: &Worth) -> String {
    let row = |(part, share): (&Part, &solver::Share<f64>)| {
        vec![
            part_words(*part).to_owned(),
            probability(share.chance),
            signed(share.worth),
        ]
    };
    let mut rows: Vec<Vec<String>> = worth
        .tally
        .parts
        .iter()
        .filter(|(part, share)| !is_nothing(**part, share))
        .map(row)
        .collect();
    let sum: f64 = worth.tally.parts.values().map(|share| share.worth).sum();
    rows.push(vec!["together".to_owned(), String::new(), signed(sum)]);
    let parts = table("By part", &["part", "chance", "adds"], &rows);
    let parts = parts.replace(
        "<tr><th scope=\"row\">together",
        "<tr class=\"sum\"><th scope=\"row\">together",
    );
    let words =
        "What bonuses add is told apart from the hands that win them, so the chances overlap.";
    format!("<h2>Where the expectation comes from</h2>\n<p class=\"small\">{words}</p>\n{parts}")
}

/// The expectation against each upcard.
pub(crate) fn by_upcard(worth: &Worth) -> String {
    let all = f64::from(worth.shoe.len());
    let row = |upcard: CardValue| {
        let chance = f64::from(worth.shoe.count(upcard)) / all;
        let against = worth.solved.against(upcard);
        vec![
            upcard.to_string(),
            probability(chance),
            signed(against),
            signed(against * chance),
        ]
    };
    let mut rows: Vec<Vec<String>> = CardValue::columns().map(row).collect();
    rows.push(vec![
        "any".to_owned(),
        probability(1.0),
        signed(worth.expectation),
        signed(worth.expectation),
    ]);
    let caption = "Expectation against each card (T: any card that counts ten)";
    table(
        caption,
        &["dealer's card", "chance", "expectation", "adds"],
        &rows,
    )
}

/// The dealer's results from a full shoe.
pub(crate) fn dealer(worth: &Worth) -> String {
    let all = f64::from(worth.shoe.len());
    let mut rows = Vec::new();
    let mut sums = [0.0; 7];
    for upcard in CardValue::columns() {
        let Some(left) = worth
            .shoe
            .suits(upcard)
            .next()
            .and_then(|(suit, _)| worth.shoe.without(upcard, suit))
        else {
            continue;
        };
        let tree = DealerTree::of(upcard, worth.terms.soft_17);
        let found = tree.chances::<f64>(left.values(), &[[0; VALUES]]);
        let Some(chances) = found.first() else {
            continue;
        };
        let weight = f64::from(worth.shoe.count(upcard)) / all;
        sums.iter_mut()
            .zip(chances)
            .for_each(|(sum, chance)| *sum += chance * weight);
        rows.push(row(&upcard.to_string(), chances));
    }
    rows.push(row("any", &sums));
    let words = Outcome::ALL.map(Outcome::words);
    let header: Vec<&str> = std::iter::once("dealer's card").chain(words).collect();
    table(
        "What the dealer makes of it, from a full shoe, nothing else seen",
        &header,
        &rows,
    )
}

fn row(name: &str, chances: &[f64; 7]) -> Vec<String> {
    std::iter::once(name.to_owned())
        .chain(chances.iter().map(|chance| probability(*chance)))
        .collect()
}

/// How often each net result comes.
pub(crate) fn nets(worth: &Worth) -> String {
    let mut below = 0.0;
    let nets = worth.tally.nets.iter().filter(|(_, chance)| **chance > 0.0);
    let rows = nets.map(|(net, &chance)| {
        below += chance;
        vec![
            in_wagers(*net),
            probability(chance),
            once_in(chance),
            probability(below),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let words = "The net result of a round in initial wagers; insurance apart.";
    let header = ["net", "probability", "once in", "this or worse"];
    let halves = rows
        .chunks(rows.len().div_ceil(2).max(1))
        .zip(["From the worst result", "To the best"]);
    let halves: String = halves
        .map(|(rows, caption)| table(caption, &header, rows))
        .collect();
    format!(
        "<h2>Distribution</h2>\n<p class=\"small\">{words}</p>\n<div \
        class=\"side\">\n{halves}</div>\n"
    )
}

/// A number of wagers without needless zeros.
fn in_wagers(net: Fraction) -> String {
    let text = format!("{:+.4}", Number::to_double(net));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "+0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_result_has_a_sign_and_no_needless_zeros() {
        let nets = [(-5, 2), (0, 1), (1, 1), (203, 1), (1, 3)]
            .map(|(above, below)| in_wagers(Fraction::new(above, below)));
        assert_eq!(nets, ["-2.5", "0", "+1", "+203", "+0.3333"]);
    }
}
