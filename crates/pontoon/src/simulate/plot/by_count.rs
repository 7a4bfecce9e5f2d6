//! What a round is worth at each true count, and how often that count is met.

use super::canvas::{BLUE, BOTTOM, Canvas, GREEN, GREY, ORANGE, PALE, Sign};
use super::label::plain;
use super::panel::Panel;
use super::scale::Scale;
use super::{CountBar, Plots, SURE};

/// Counts that are met at least so often must be seen whole; of rarer ones those that are known
/// well.
const OFTEN: f64 = 0.002;

pub(crate) fn draw(plots: &Plots) -> Option<String> {
    let usable = |bar: &CountBar| {
        bar.count.is_finite() && bar.mean.is_finite() && bar.share > 0.0 && bar.share.is_finite()
    };
    let mut bars: Vec<CountBar> = plots.by_count.iter().copied().filter(usable).collect();
    bars.sort_by(|one, other| one.count.total_cmp(&other.count));
    let step = step(&bars);
    let (first, last) = (bars.first()?.count, bars.last()?.count);
    let x = Scale::Linear {
        low: first - step,
        high: last + step,
    };
    let mut canvas = Canvas::new("Each true count: its worth, and how often it comes", plots);

    let top = canvas.top + 42.0;
    let worth = Panel::wide(top, top + (BOTTOM - top) * 0.62, x, heights(&bars)?);
    worth.name(&mut canvas, "Won per initial wager, %");
    let mut entries = vec![
        (Sign::Dot(GREEN), "gain"),
        (Sign::Dot(ORANGE), "loss"),
        (Sign::Line(GREY), "95 % interval"),
    ];
    if bars.iter().any(|bar| !fits(&worth, bar)) {
        entries.push((Sign::Line(PALE), "the same, cut off"));
    }
    canvas.legend(
        top - 14.0,
        &entries
            .into_iter()
            .map(|(sign, words)| (sign, words.to_owned()))
            .collect::<Vec<_>>(),
    );
    worth.heights(&mut canvas, worth.y.ticks(9), plain);
    worth.nothing(&mut canvas);
    worth.within(&mut canvas, "worth", |canvas| {
        for bar in &bars {
            interval(canvas, &worth, bar);
        }
    });
    for bar in &bars {
        mark(&mut canvas, &worth, bar);
    }
    let ticks = x.ticks(20);
    worth.axis(&mut canvas, &ticks.values);

    let most = bars.iter().map(|bar| 100.0 * bar.share).fold(0.0, f64::max);
    let often = Panel::wide(
        worth.bottom + 46.0,
        BOTTOM,
        x,
        Scale::Linear {
            low: 0.0,
            high: most * 1.06,
        },
    );
    often.name(&mut canvas, "How often the count is met, % of rounds");
    often.heights(&mut canvas, often.y.ticks(4), plain);
    for bar in &bars {
        let from = often.place((bar.count - step * 0.4, 0.0));
        let to = often.place((bar.count + step * 0.4, 100.0 * bar.share));
        canvas.rect(from, to, BLUE, 0.75);
    }
    often.widths(&mut canvas, &ticks, "true count", plain);
    Some(canvas.finish())
}

/// The least distance between two counts.
fn step(bars: &[CountBar]) -> f64 {
    let gaps = bars
        .windows(2)
        .map(|pair| pair[1].count - pair[0].count)
        .filter(|&gap| gap > 0.0);
    gaps.reduce(f64::min).unwrap_or(1.0)
}

/// Half of the interval; none is drawn where none is known.
fn reach(bar: &CountBar) -> f64 {
    if bar.error.is_finite() {
        SURE * bar.error
    } else {
        0.0
    }
}

fn heights(bars: &[CountBar]) -> Option<Scale> {
    let most = bars.iter().map(|bar| bar.share).fold(0.0, f64::max);
    let is_often = |bar: &&CountBar| bar.share >= OFTEN.min(most);
    let means = || bars.iter().filter(is_often).map(|bar| bar.mean);
    let spread = means().fold(f64::MIN, f64::max) - means().fold(f64::MAX, f64::min);
    let shown = bars
        .iter()
        .filter(|bar| is_often(bar) || reach(bar) < spread / 2.0);
    let edges = shown.flat_map(|bar| [bar.mean - reach(bar), bar.mean + reach(bar)]);
    Scale::around(edges.chain([0.0]).map(|share| 100.0 * share))
}

const fn colour(bar: &CountBar) -> &'static str {
    if bar.mean > 0.0 { GREEN } else { ORANGE }
}

fn interval(canvas: &mut Canvas, panel: &Panel, bar: &CountBar) {
    let x = panel.x_of(bar.count);
    let [low, high] = [-1.0, 1.0].map(|side| panel.y_of(100.0 * (bar.mean + side * reach(bar))));
    // An interval that is cut off tells little: the eye is led to the others.
    let colour = if fits(panel, bar) { GREY } else { PALE };
    canvas.line((x, low), (x, high), colour, 1.4);
    for y in [low, high] {
        canvas.line((x - 4.0, y), (x + 4.0, y), colour, 1.4);
    }
}

fn fits(panel: &Panel, bar: &CountBar) -> bool {
    [-1.0, 1.0]
        .into_iter()
        .all(|side| panel.y.holds(100.0 * (bar.mean + side * reach(bar))))
}

/// A dot, or a pointer at the edge where the value is beyond it.
fn mark(canvas: &mut Canvas, panel: &Panel, bar: &CountBar) {
    let (x, y) = panel.place((bar.count, 100.0 * bar.mean));
    if panel.y.holds(100.0 * bar.mean) {
        canvas.dot((x, y), colour(bar));
    } else if y < panel.top {
        canvas.pointer((x, panel.top + 8.0), -8.0, colour(bar));
    } else {
        canvas.pointer((x, panel.bottom - 8.0), 8.0, colour(bar));
    }
}
