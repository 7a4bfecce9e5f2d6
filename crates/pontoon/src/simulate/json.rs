//! A run for other programs.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use super::Report;
use super::figures::{BettorFigures, SideFigures};
use crate::figures::{money, settings};
use rules::Money;
use serde_json::{Value, json};
use simulator::{Cut, Dealing, Summary};

pub(crate) fn to_json(report: &Report<'_>) -> Value {
    let (figures, table, arguments, run) =
        (report.figures, report.table, report.arguments, report.run);
    let Summary {
        mean,
        error,
        deviation,
        wagered,
        super_bonus,
        initial,
        ..
    } = figures.main;
    let mut value = json!({
        "book": table.asked.book.id.name,
        "version": table.asked.book.id.version,
        "decks": table.asked.decks,
        "settings": settings(table.asked),
        "wager": money(table.kinds[0].wager),
        "deal": arguments.deal.word(),
        "boxes": table.boxes.len(),
        "strategy": table.ways[0].how.word(),
        "seed": arguments.seed,
        "rounds": figures.rounds,
        "interrupted": run.interrupted,
        "shuffles": figures.shuffles,
        "method": report.method.to_string(),
        "rounds_by_engine": figures.by_engine,
        "rounds_out_of_lanes": run.record.left_lanes,
        "rounds_void": run.record.void,
        "wagers": figures.main.rounds,
        "ev_per_initial_wager": mean,
        "ev_per_total_wagered": mean / wagered,
        "ev_without_super_bonus": mean - super_bonus,
        "super_bonus_ev": super_bonus,
        "total_wagered": wagered,
        "mean_wager": initial / 100.0,
        "exact_ev": table.worth(),
        "se": error,
        "sd": deviation,
        "by_upcard": by_upcard(report),
        "seats": seats(report),
        "covariances": covariances(report),
        "distribution": figures.distribution.iter().map(|(net, share)| json!({ "net": net, "share": share })).collect::<Vec<_>>(),
        "bonuses": bonuses(report),
        "by_true_count": by_count(report),
        "hourly": hourly(report),
        "generator": match table.dealing {
            Dealing::Shoe(_) => "xoshiro128++, one stream a shoe, seeded by Philox4x32-10",
            Dealing::Fresh | Dealing::Device => "xoshiro256++, 32 streams a block, seeded by SplitMix64",
        },
        "rounds_per_second": run.rounds_per_second(),
        "seconds": run.seconds,
    });
    if let Dealing::Shoe(Cut { least, most }) = table.dealing {
        value["cards_behind_cutting_card"] = json!([least, most]);
    }
    if let Some(bankrolls) = &report.bankrolls {
        let point = |point: &super::FanPoint| {
            json!({
                "rounds": point.rounds,
                "quantiles": point.quantiles,
            })
        };
        value["bankroll"] = json!({
            "bankroll": arguments.bankroll.map(money),
            "players": bankrolls.players,
            "rounds": bankrolls.rounds,
            "ruined": bankrolls.ruined,
            "fan": bankrolls.fan.iter().map(point).collect::<Vec<_>>(),
        });
    }
    value
}

fn summary_json(summary: &Summary) -> Value {
    json!({
        "wagers": summary.rounds,
        "mean_wager": summary.initial / 100.0,
        "ev_per_initial_wager": summary.mean,
        "ev_per_total_wagered": summary.mean / summary.wagered,
        "super_bonus_ev": summary.super_bonus,
        "se": summary.error,
        "sd": summary.deviation,
    })
}

fn by_upcard(report: &Report<'_>) -> Vec<Value> {
    let row = |(upcard, here): &(solver::CardValue, Summary)| {
        json!({
            "upcard": upcard.to_string(),
            "wagers": here.rounds,
            "ev_per_initial_wager": here.mean,
            "se": here.error,
        })
    };
    report.figures.by_upcard.iter().map(row).collect()
}

fn seats(report: &Report<'_>) -> Vec<Value> {
    let side = |side: &SideFigures| {
        json!({
            "wager": side.name,
            "times": side.times,
            "ev_per_stake": side.mean,
            "se": side.error,
            "sd": side.deviation,
            "distribution": side.results.iter().map(|(net, share)| json!({ "net": net, "share": share })).collect::<Vec<_>>(),
        })
    };
    let bettor = |bettor: &BettorFigures| {
        json!({
            "bettor": bettor.bettor + 1,
            "figures": bettor.summary.as_ref().map(summary_json),
            "side_wagers": bettor.sides.iter().map(side).collect::<Vec<_>>(),
        })
    };
    let seat = |place: usize| {
        let bettors = report
            .figures
            .bettors
            .iter()
            .filter(|bettor| bettor.seat == place);
        let numbers: Vec<usize> = (1..)
            .zip(&report.table.boxes)
            .filter(|(_, of)| **of == place)
            .map(|(no, _)| no)
            .collect();
        json!({
            "boxes": numbers,
            "strategy": report.table.ways[place].how.word(),
            "wager": money(report.table.ways[place].wager),
            "bettors": bettors.map(bettor).collect::<Vec<_>>(),
        })
    };
    (0..report.table.kinds.len()).map(seat).collect()
}

fn covariances(report: &Report<'_>) -> Vec<Value> {
    let row = |row: &super::figures::Covariance| {
        json!({
            "seats": [row.seats.0 + 1, row.seats.1 + 1],
            "covariance": row.covariance,
            "correlation": row.correlation,
        })
    };
    report.figures.covariances.iter().map(row).collect()
}

fn bonuses(report: &Report<'_>) -> Vec<Value> {
    let row = |row: &super::figures::BonusFigures| {
        json!({
            "bonus": row.bonus.words(),
            "times": row.times,
            "share": row.share,
            "won_per_initial_wager": row.value,
        })
    };
    report.figures.bonuses.iter().map(row).collect()
}

fn by_count(report: &Report<'_>) -> Vec<Value> {
    let row = |row: &super::figures::CountFigures| {
        json!({
            "true_count": row.count,
            "rounds": row.times,
            "share": row.share,
            "mean_wager": row.wager,
            "ev_per_initial_wager": row.mean,
            "se": row.error,
        })
    };
    report.figures.by_count.iter().map(row).collect()
}

fn hourly(report: &Report<'_>) -> Value {
    let (pace, hour) = (report.figures.pace, f64::from(report.arguments.hour));
    let risk = |bankroll: Money| pace.risk_of_ruin(super::dollars(bankroll));
    json!({
        "rounds": report.arguments.hour,
        "ev": pace.mean * hour,
        "sd": pace.deviation * hour.sqrt(),
        "n0": pace.n0(),
        "bankroll_for_risk_of_5_percent": pace.bankroll_for(0.05),
        "risk_of_ruin": report.arguments.bankroll.map(risk),
    })
}
