//! The estimate as rounds add up, with its interval, and how far it is from the exact value.

use super::canvas::{BLUE, BOTTOM, Canvas, ORANGE, Sign};
use super::label::{plain, short, signed_percent};
use super::panel::Panel;
use super::scale::{Scale, Ticks};
use super::{Plots, Point, SURE, real};

/// Standard errors to either side that the lower field shows at least.
const ERRORS_SHOWN: f64 = 3.0;

pub(crate) fn draw(plots: &Plots) -> Option<String> {
    let usable =
        |point: &Point| point.rounds > 0 && point.mean.is_finite() && point.error.is_finite();
    let mut points: Vec<Point> = plots.convergence.iter().copied().filter(usable).collect();
    points.sort_by_key(|point| point.rounds);
    let last = *points.last()?;
    let expected = plots.expected.filter(|exact| exact.is_finite());
    let x = Scale::log(points.iter().map(|point| real(point.rounds)))?;
    let mut canvas = Canvas::new("The estimate as rounds add up", plots);

    let top = canvas.top + 42.0;
    let bottom = if expected.is_some() {
        top + (BOTTOM - top) * 0.6
    } else {
        BOTTOM
    };
    let panel = Panel::wide(top, bottom, x, heights(&points, expected)?);
    panel.name(&mut canvas, "Won per initial wager, %");
    canvas.legend(panel.top - 14.0, &legend(last, expected));
    panel.heights(&mut canvas, panel.y.ticks(8), plain);
    panel.nothing(&mut canvas);
    let curve = |side: f64| -> Vec<(f64, f64)> {
        points
            .iter()
            .map(|point| {
                panel.place((
                    real(point.rounds),
                    100.0 * (point.mean + side * point.error),
                ))
            })
            .collect()
    };
    panel.within(&mut canvas, "estimate", |canvas| {
        canvas.band(&curve(SURE), &curve(-SURE), BLUE, 0.2);
        if let Some(exact) = expected {
            let y = panel.y_of(100.0 * exact);
            canvas.dashes((panel.left, y), (panel.right, y), ORANGE);
        }
        canvas.curve(&curve(0.0), BLUE);
    });
    let (x, y) = panel.place((real(last.rounds), 100.0 * last.mean));
    canvas.dot((x, y), BLUE);

    let ticks = x_ticks(panel);
    match expected {
        None => below(&mut canvas, &panel, &ticks),
        Some(exact) => {
            panel.axis(&mut canvas, &ticks.values);
            let lower = distance(&mut canvas, &points, exact, panel)?;
            below(&mut canvas, &lower, &ticks);
        }
    }
    Some(canvas.finish())
}

fn x_ticks(panel: Panel) -> Ticks {
    panel.x.ticks(12)
}

fn below(canvas: &mut Canvas, panel: &Panel, ticks: &Ticks) {
    panel.widths(canvas, ticks, "rounds", |value, _| short(value));
}

/// The first rounds are far off. The field fits the later half of the axis, so that the end can be
/// read.
fn heights(points: &[Point], expected: Option<f64>) -> Option<Scale> {
    let (first, last) = (real(points.first()?.rounds), real(points.last()?.rounds));
    let middle = (first * last).sqrt();
    let late = points.iter().filter(|point| real(point.rounds) >= middle);
    let edges = late.flat_map(|point| {
        [
            point.mean - SURE * point.error,
            point.mean + SURE * point.error,
        ]
    });
    Scale::around(edges.chain(expected).map(|share| 100.0 * share))
}

fn legend(last: Point, expected: Option<f64>) -> Vec<(Sign, String)> {
    let within = plain(100.0 * SURE * last.error, 4);
    let estimate = format!("estimate {}", signed_percent(last.mean));
    let interval = format!("95 % interval \u{b1}{within} %");
    let mut entries = vec![
        (Sign::Line(BLUE), estimate),
        (Sign::Patch(BLUE, 0.2), interval),
    ];
    entries.extend(expected.map(|exact| {
        (
            Sign::Dashes(ORANGE),
            format!("exact {}", signed_percent(exact)),
        )
    }));
    entries
}

/// How far the estimate is from the exact value: one scale for all rounds.
fn distance(canvas: &mut Canvas, points: &[Point], exact: f64, above: Panel) -> Option<Panel> {
    let sure = points.iter().filter(|point| point.error > 0.0);
    let off: Vec<(f64, f64)> = sure
        .map(|point| (real(point.rounds), (point.mean - exact) / point.error))
        .collect();
    let y = Scale::around(
        off.iter()
            .map(|(_, errors)| *errors)
            .chain([-ERRORS_SHOWN, ERRORS_SHOWN]),
    )?;
    let panel = Panel::wide(above.bottom + 46.0, BOTTOM, above.x, y);
    panel.name(canvas, "Distance from the exact value, in standard errors");
    canvas.legend(
        panel.top - 14.0,
        &[(Sign::Patch(BLUE, 0.12), "95 in 100 lie here".to_owned())],
    );
    canvas.rect(
        (panel.left, panel.y_of(SURE)),
        (panel.right, panel.y_of(-SURE)),
        BLUE,
        0.12,
    );
    panel.heights(canvas, panel.y.ticks(4), plain);
    panel.nothing(canvas);
    let places: Vec<(f64, f64)> = off.iter().map(|&place| panel.place(place)).collect();
    canvas.curve(&places, BLUE);
    Some(panel)
}
