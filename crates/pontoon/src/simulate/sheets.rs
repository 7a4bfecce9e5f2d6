//! The figures of a run as tables for other programs.

use super::bankroll::Bankrolls;
use super::columns::{Column, Sheet, Values};
use super::figures::Figures;
use super::plot::Point;
use simulator::Summary;

/// Every table that has rows.
pub(crate) fn sheets(
    figures: &Figures,
    points: &[Point],
    bankrolls: Option<&Bankrolls>,
) -> Vec<Sheet> {
    let mut sheets = vec![
        summary(figures),
        by_upcard(figures),
        distribution(figures),
        bonuses(figures),
        convergence(points),
        by_count(figures),
        sides(figures),
        covariances(figures),
    ];
    sheets.extend(bankrolls.map(bankroll));
    sheets.retain(|sheet| {
        sheet
            .columns
            .first()
            .is_some_and(|column| !column.values.is_empty())
    });
    sheets
}

fn whole(name: &'static str, values: impl Iterator<Item = u64>) -> Column {
    Column {
        name,
        values: Values::Whole(
            values
                .map(|value| i64::try_from(value).unwrap_or(i64::MAX))
                .collect(),
        ),
    }
}

fn real(name: &'static str, values: impl Iterator<Item = f64>) -> Column {
    Column {
        name,
        values: Values::Real(values.collect()),
    }
}

fn words(name: &'static str, values: impl Iterator<Item = String>) -> Column {
    Column {
        name,
        values: Values::Words(values.collect()),
    }
}

fn place(place: usize) -> u64 {
    u64::try_from(place).unwrap_or(u64::MAX) + 1
}

fn summary(figures: &Figures) -> Sheet {
    let known: Vec<_> = figures
        .bettors
        .iter()
        .filter_map(|bettor| Some((bettor, bettor.summary?)))
        .collect();
    let of = |name, value: fn(&Summary) -> f64| {
        real(name, known.iter().map(|(_, summary)| value(summary)))
    };
    Sheet {
        name: "summary",
        columns: vec![
            whole("seat", known.iter().map(|(bettor, _)| place(bettor.seat))),
            whole(
                "bettor",
                known.iter().map(|(bettor, _)| place(bettor.bettor)),
            ),
            whole("wagers", known.iter().map(|(_, summary)| summary.rounds)),
            of("ev_per_initial_wager", |summary| summary.mean),
            of("se", |summary| summary.error),
            of("sd", |summary| summary.deviation),
            of("total_wagered", |summary| summary.wagered),
            of("super_bonus_ev", |summary| summary.super_bonus),
            of("mean_wager_cents", |summary| summary.initial),
        ],
    }
}

fn by_upcard(figures: &Figures) -> Sheet {
    let rows = &figures.by_upcard;
    Sheet {
        name: "by-upcard",
        columns: vec![
            words("upcard", rows.iter().map(|(upcard, _)| upcard.to_string())),
            whole("wagers", rows.iter().map(|(_, summary)| summary.rounds)),
            real(
                "ev_per_initial_wager",
                rows.iter().map(|(_, summary)| summary.mean),
            ),
            real("se", rows.iter().map(|(_, summary)| summary.error)),
        ],
    }
}

fn distribution(figures: &Figures) -> Sheet {
    Sheet {
        name: "distribution",
        columns: vec![
            real(
                "net_in_wagers",
                figures.distribution.iter().map(|(net, _)| *net),
            ),
            real(
                "share",
                figures.distribution.iter().map(|(_, share)| *share),
            ),
        ],
    }
}

fn bonuses(figures: &Figures) -> Sheet {
    let rows = &figures.bonuses;
    Sheet {
        name: "bonuses",
        columns: vec![
            words("bonus", rows.iter().map(|row| row.bonus.words().to_owned())),
            whole("times", rows.iter().map(|row| row.times)),
            real("share", rows.iter().map(|row| row.share)),
            real("won_per_initial_wager", rows.iter().map(|row| row.value)),
        ],
    }
}

fn convergence(points: &[Point]) -> Sheet {
    Sheet {
        name: "convergence",
        columns: vec![
            whole("rounds", points.iter().map(|point| point.rounds)),
            real(
                "ev_per_initial_wager",
                points.iter().map(|point| point.mean),
            ),
            real("se", points.iter().map(|point| point.error)),
        ],
    }
}

fn by_count(figures: &Figures) -> Sheet {
    let rows = &figures.by_count;
    Sheet {
        name: "by-count",
        columns: vec![
            Column {
                name: "true_count",
                values: Values::Whole(rows.iter().map(|row| i64::from(row.count)).collect()),
            },
            whole("rounds", rows.iter().map(|row| row.times)),
            real("share", rows.iter().map(|row| row.share)),
            real("mean_wager", rows.iter().map(|row| row.wager)),
            real("ev_per_initial_wager", rows.iter().map(|row| row.mean)),
            real("se", rows.iter().map(|row| row.error.unwrap_or(f64::NAN))),
        ],
    }
}

fn sides(figures: &Figures) -> Sheet {
    let rows: Vec<_> = figures
        .bettors
        .iter()
        .flat_map(|bettor| bettor.sides.iter().map(move |side| (bettor, side)))
        .collect();
    Sheet {
        name: "side-wagers",
        columns: vec![
            whole("seat", rows.iter().map(|(bettor, _)| place(bettor.seat))),
            whole(
                "bettor",
                rows.iter().map(|(bettor, _)| place(bettor.bettor)),
            ),
            words("wager", rows.iter().map(|(_, side)| side.name.to_owned())),
            whole("times", rows.iter().map(|(_, side)| side.times)),
            real("ev_per_stake", rows.iter().map(|(_, side)| side.mean)),
            real("se", rows.iter().map(|(_, side)| side.error)),
            real("sd", rows.iter().map(|(_, side)| side.deviation)),
        ],
    }
}

fn covariances(figures: &Figures) -> Sheet {
    let rows = &figures.covariances;
    Sheet {
        name: "covariances",
        columns: vec![
            whole("seat", rows.iter().map(|row| place(row.seats.0))),
            whole("other_seat", rows.iter().map(|row| place(row.seats.1))),
            real("covariance", rows.iter().map(|row| row.covariance)),
            real("correlation", rows.iter().map(|row| row.correlation)),
        ],
    }
}

fn bankroll(bankrolls: &Bankrolls) -> Sheet {
    let quantile = |name, place: usize| {
        real(
            name,
            bankrolls
                .fan
                .iter()
                .map(move |point| point.quantiles[place]),
        )
    };
    Sheet {
        name: "bankroll",
        columns: vec![
            whole("rounds", bankrolls.fan.iter().map(|point| point.rounds)),
            quantile("p05", 0),
            quantile("p25", 1),
            quantile("p50", 2),
            quantile("p75", 3),
            quantile("p95", 4),
        ],
    }
}
