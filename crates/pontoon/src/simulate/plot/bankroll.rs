//! Where bankrolls stand after so many rounds: the middle one, the middle half, and nine in ten.

use super::canvas::{Anchor, BLUE, BOTTOM, Canvas, RIGHT, Sign, TICK};
use super::label::{plain, short};
use super::panel::Panel;
use super::scale::Scale;
use super::{FanPoint, Plots, real};

const NAMES: [&str; 5] = ["5 %", "25 %", "median", "75 %", "95 %"];
/// Names at the right stand at least so far apart.
const APART: f64 = 14.0;
/// Room for them.
const ROOM: f64 = 92.0;

pub(crate) fn draw(plots: &Plots) -> Option<String> {
    let usable = |point: &FanPoint| point.quantiles.iter().all(|share| share.is_finite());
    let mut points: Vec<FanPoint> = plots.fan.iter().copied().filter(usable).collect();
    points.sort_by_key(|point| point.rounds);
    let last = *points.last()?;
    // Before the first round nothing is won or lost.
    if points.first().is_some_and(|point| point.rounds > 0) {
        points.insert(
            0,
            FanPoint {
                rounds: 0,
                quantiles: [0.0; 5],
            },
        );
    }
    let x = Scale::Linear {
        low: 0.0,
        high: real(last.rounds.max(1)),
    };
    let y = Scale::around(points.iter().flat_map(|point| point.quantiles))?;
    let mut canvas = Canvas::new("Bankroll as rounds go by", plots);
    let panel = Panel {
        right: RIGHT - ROOM,
        ..Panel::wide(canvas.top + 42.0, BOTTOM, x, y)
    };
    panel.name(&mut canvas, "Won or lost, in wagers");
    let entries = [
        (Sign::Line(BLUE), "median"),
        (Sign::Patch(BLUE, 0.4), "half of all"),
        (Sign::Patch(BLUE, 0.16), "nine in ten"),
    ];
    canvas.legend(
        panel.top - 14.0,
        &entries.map(|(sign, words)| (sign, words.to_owned())),
    );
    panel.heights(&mut canvas, panel.y.ticks(10), tick);
    panel.nothing(&mut canvas);
    let [low, quarter, median, upper, high] = [0, 1, 2, 3, 4].map(|place| {
        points
            .iter()
            .map(|point| panel.place((real(point.rounds), point.quantiles[place])))
            .collect::<Vec<_>>()
    });
    canvas.band(&high, &low, BLUE, 0.16);
    canvas.band(&upper, &quarter, BLUE, 0.28);
    canvas.curve(&median, BLUE);
    panel.widths(&mut canvas, &panel.x.ticks(8), "rounds", |value, _| {
        short(value)
    });
    let heights = last.quantiles.map(|share| panel.y_of(share));
    let places = usize::from(last.quantiles.iter().all(|wagers| wagers.abs() < 100.0));
    for ((name, y), wagers) in NAMES.into_iter().zip(spread(heights)).zip(last.quantiles) {
        let sign = if wagers > 0.0 { "+" } else { "" };
        let words = format!("{name}: {sign}{}", amount(wagers, places));
        canvas.text((panel.right + 8.0, y + 4.0), TICK, Anchor::Start, &words);
    }
    Some(canvas.finish())
}

fn tick(value: f64, places: usize) -> String {
    if places == 0 {
        short(value)
    } else {
        plain(value, places)
    }
}

/// A result; of a large one only the first digits.
fn amount(wagers: f64, places: usize) -> String {
    if wagers.abs() >= 1e4 {
        short((wagers / 100.0).round() * 100.0)
    } else {
        plain(wagers, places)
    }
}

/// Heights from the lowest name up, moved where two would touch: the middle one stays.
fn spread(mut heights: [f64; 5]) -> [f64; 5] {
    for place in [3, 4] {
        heights[place] = heights[place].min(heights[place - 1] - APART);
    }
    for place in [1, 0] {
        heights[place] = heights[place].max(heights[place + 1] + APART);
    }
    heights
}
