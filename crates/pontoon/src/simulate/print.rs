//! A run on the terminal.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use super::Report;
use super::figures::{BettorFigures, FARTHEST, Figures, SURE};
use super::table_asked::in_words;
use crate::figures::{chance, percent, signed};
use crate::output::{say, tell};
use crate::table_out::{figures as at_the_right, firm, table, words_first};
use report::NONE;
use simulator::{Follows, Method, Summary};
use std::cmp::Ordering;

pub(crate) fn print(report: &Report<'_>) {
    let words = in_words(report.table, report.arguments).join(", ");
    let mut letters = words.chars();
    let words: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect();
    tell!("{}.", title(report));
    tell!(
        "{words}. Each round to the cent, by the book; {}.",
        played(report)
    );
    if report.figures.bettors.len() > 1 {
        tell!(
            "Where nothing else is said, the figures are those of the first bettor of box {}.",
            report.table.box_numbers(0)
        );
    }
    print_main(report);
    print_bettors(report);
    print_by_upcard(report.figures);
    print_bonuses(report.figures);
    print_sides(report);
    print_by_count(report.figures);
    print_covariances(report);
    print_bankrolls(report);
}

/// How the rounds were played, and how many of them left the fast way.
fn played(report: &Report<'_>) -> String {
    let record = &report.run.record;
    match report.method {
        Method::FreshSideBySide | Method::RoundByRound(_) => report.method.to_string(),
        Method::ShoesSideBySide => {
            let left = percent(ratio(record.left_lanes, record.rounds));
            format!("{}, {left} of the rounds by themselves", report.method)
        }
    }
}

/// The book with its changes, the decks and the wager.
fn title(report: &Report<'_>) -> String {
    let title = report.table.asked.title();
    let has_ramp = report.table.ways[0]
        .counting()
        .is_some_and(|counting| !counting.ramp.is_empty());
    let wager = if has_ramp {
        "by the count".to_owned()
    } else {
        report.table.kinds[0].wager.to_string()
    };
    title.replacen(
        &format!("wager {}", report.table.asked.wager),
        &format!("wager {wager}"),
        1,
    )
}

fn print_main(report: &Report<'_>) {
    let figures = report.figures;
    let Summary {
        mean,
        error,
        deviation,
        wagered,
        super_bonus,
        initial,
        ..
    } = figures.main;
    let mut out = table(&["figure", "value"]);
    words_first(&mut out);
    at_the_right(&mut out, 1..2);
    let mut line = |what: &str, figure: String| out.add_row(vec![what.to_owned(), firm(&figure)]);
    line("rounds", figures.rounds.to_string());
    line("per initial wager", signed(mean));
    line(
        "95 % interval",
        format!(
            "{} to {}",
            signed(mean - SURE * error),
            signed(mean + SURE * error)
        ),
    );
    line("standard error", percent(error));
    line("per total wagered", signed(mean / wagered));
    line("standard deviation", format!("{deviation:.4}"));
    line("wagered per initial wager", format!("{wagered:.4}"));
    if !report
        .table
        .asked
        .book
        .super_bonus
        .prizes
        .is
        .steps()
        .is_empty()
    {
        line("of it Super Bonus", signed(super_bonus));
        line("without Super Bonus", signed(mean - super_bonus));
    }
    if let Some(worth) = report.table.worth() {
        line("exact, by the solver", signed(worth));
        line(
            "off that, in errors",
            format!("{:+.2}", (mean - worth) / error),
        );
    }
    if !figures.by_count.is_empty() {
        line("mean wager", format!("{:.2}", initial / 100.0));
        let wagers = figures.by_count.iter().map(|row| row.times).sum();
        line(
            "rounds with a wager",
            percent(ratio(wagers, figures.rounds)),
        );
    }
    if report.run.record.void > 0 {
        line("rounds void", report.run.record.void.to_string());
    }
    if figures.shuffles > 0 && figures.shuffles < figures.rounds {
        line(
            "rounds of a shoe",
            format!("{:.2}", ratio(figures.rounds, figures.shuffles)),
        );
    }
    hourly(report, &mut line);
    line(
        "rounds a second",
        format!("{:.1} million", report.run.rounds_per_second() / 1e6),
    );
    say!("{out}");
}

/// What all boxes of the first seat come to by the hour.
fn hourly(report: &Report<'_>, line: &mut impl FnMut(&str, String)) {
    let pace = report.figures.pace;
    let hour = f64::from(report.arguments.hour);
    let boxes = match report.table.boxes.iter().filter(|&&kind| kind == 0).count() {
        1 => String::new(),
        boxes => format!(", {boxes} boxes"),
    };
    line(
        &format!("won in {} rounds{boxes}", report.arguments.hour),
        format!("{:+.2}", pace.mean * hour),
    );
    line(
        "its standard deviation",
        format!("{:.2}", pace.deviation * hour.sqrt()),
    );
    if let Some(n0) = pace.n0() {
        line("N0, in rounds", format!("{n0:.0}"));
    }
    if let Some(bankroll) = pace.bankroll_for(0.05) {
        line("bankroll, risk of ruin 5 %", format!("{bankroll:.0}"));
    }
    if let Some(bankroll) = report.arguments.bankroll {
        let risk = 100.0 * pace.risk_of_ruin(super::dollars(bankroll));
        line(
            &format!("risk of ruin with {bankroll}"),
            format!("{risk:.1} %"),
        );
    }
}

fn print_bettors(report: &Report<'_>) {
    if report.figures.bettors.len() < 2 {
        return;
    }
    let mut out = table(&[
        "boxes",
        "bettor",
        "plays",
        "mean wager",
        "per initial wager",
        "standard error",
        "SD",
    ]);
    words_first(&mut out);
    at_the_right(&mut out, 3..7);
    for BettorFigures {
        seat,
        bettor,
        summary,
        ..
    } in &report.figures.bettors
    {
        let Some(summary) = summary else { continue };
        let plays = match bettor
            .checked_sub(1)
            .map(|other| report.table.kinds[*seat].others[other].1)
        {
            None => report.table.ways[*seat].name(),
            Some(Follows::Everything) => "follows".to_owned(),
            Some(Follows::SplitsOnly) => "follows splits".to_owned(),
            Some(Follows::DoublesOnly) => "follows doubles".to_owned(),
            Some(Follows::Nothing) => "follows nothing".to_owned(),
        };
        out.add_row(vec![
            report.table.box_numbers(*seat),
            (bettor + 1).to_string(),
            plays,
            format!("{:.2}", summary.initial / 100.0),
            signed(summary.mean),
            percent(summary.error),
            format!("{:.4}", summary.deviation),
        ]);
    }
    say!("{out}");
}

fn print_by_upcard(figures: &Figures) {
    let mut out = table(&[
        "against",
        "of wagers",
        "per initial wager",
        "standard error",
    ]);
    at_the_right(&mut out, 1..4);
    for (upcard, here) in &figures.by_upcard {
        let share = percent(ratio(here.rounds, figures.main.rounds));
        out.add_row(vec![
            upcard.to_string(),
            share,
            signed(here.mean),
            percent(here.error),
        ]);
    }
    say!("{out}");
}

fn print_bonuses(figures: &Figures) {
    if figures.bonuses.is_empty() {
        return;
    }
    let mut out = table(&["bonus", "times", "of wagers", "won per initial wager"]);
    words_first(&mut out);
    at_the_right(&mut out, 1..4);
    for row in &figures.bonuses {
        out.add_row(vec![
            row.bonus.words().to_owned(),
            row.times.to_string(),
            chance(row.share),
            signed(row.value),
        ]);
    }
    say!("{out}");
}

fn print_sides(report: &Report<'_>) {
    let sides: Vec<_> = report
        .figures
        .bettors
        .iter()
        .flat_map(|bettor| bettor.sides.iter().map(move |side| (bettor, side)))
        .collect();
    if sides.is_empty() {
        return;
    }
    let mut out = table(&[
        "side wager",
        "boxes",
        "bettor",
        "times",
        "per stake",
        "standard error",
        "SD",
    ]);
    words_first(&mut out);
    at_the_right(&mut out, 3..7);
    for (bettor, side) in sides {
        out.add_row(vec![
            side.name.to_owned(),
            report.table.box_numbers(bettor.seat),
            (bettor.bettor + 1).to_string(),
            side.times.to_string(),
            signed(side.mean),
            percent(side.error),
            format!("{:.4}", side.deviation),
        ]);
    }
    say!("{out}");
}

fn print_by_count(figures: &Figures) {
    if figures.by_count.is_empty() {
        return;
    }
    let mut out = table(&[
        "true count",
        "of rounds",
        "mean wager",
        "per initial wager",
        "standard error",
    ]);
    words_first(&mut out);
    at_the_right(&mut out, 0..5);
    for row in &figures.by_count {
        let more = match row.count.cmp(&0) {
            Ordering::Less if row.count <= -FARTHEST => " or less",
            Ordering::Greater if row.count >= FARTHEST => " or more",
            Ordering::Less | Ordering::Equal | Ordering::Greater => "",
        };
        let count = firm(&format!("{:+}{more}", row.count));
        out.add_row(vec![
            count,
            chance(row.share),
            format!("{:.2}", row.wager),
            signed(row.mean),
            row.error.map_or(NONE.to_owned(), percent),
        ]);
    }
    say!("{out}");
}

fn print_covariances(report: &Report<'_>) {
    if report.figures.covariances.is_empty() {
        return;
    }
    let mut out = table(&["two boxes", "covariance", "correlation"]);
    words_first(&mut out);
    at_the_right(&mut out, 1..3);
    for row in &report.figures.covariances {
        let (one, other) = row.seats;
        let boxes = match one == other {
            true => format!("of {}", report.table.box_numbers(one)),
            false => format!(
                "{} and {}",
                report.table.box_numbers(one),
                report.table.box_numbers(other)
            ),
        };
        out.add_row(vec![
            boxes,
            format!("{:+.4}", row.covariance),
            format!("{:+.4}", row.correlation),
        ]);
    }
    say!("{out}");
}

fn print_bankrolls(report: &Report<'_>) {
    let (Some(bankrolls), Some(bankroll)) = (&report.bankrolls, report.arguments.bankroll) else {
        return;
    };
    let Some(last) = bankrolls.fan.last() else {
        return;
    };
    let [low, quarter, half, three, high] = last.quantiles;
    tell!(
        "{} players followed for {} rounds, none of whom stops when the money is gone: {:.1} % \
        were {bankroll} down at some time. In the end 5 of 100 are below {low:+.0}, 25 below \
        {quarter:+.0}, half below {half:+.0}, 75 below {three:+.0}, 95 below {high:+.0}.",
        bankrolls.players,
        bankrolls.rounds,
        100.0 * bankrolls.ruined.unwrap_or(0.0),
    );
}

#[expect(clippy::as_conversions, reason = "counts of rounds are far below 2^53")]
fn ratio(part: u64, of: u64) -> f64 {
    part as f64 / of as f64
}
