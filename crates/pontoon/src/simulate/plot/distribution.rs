//! How often a round comes to what. Shares are drawn by their magnitude; far results are gathered
//! beside a gap in the axis.

use super::canvas::{
    AXIS, Anchor, BOTTOM, Canvas, GREEN, GREY, LEFT, NAME, ORANGE, RIGHT, Sign, TICK, Type,
};
use super::label::{one_in, plain, round_percent, short};
use super::panel::Panel;
use super::scale::{Scale, Ticks};
use super::{Bar, Plots};

/// Results up to here have their place on the axis; what is farther is gathered.
const NEAR: f64 = 10.0;
/// Where the gathered ones are told apart.
const EDGES: [f64; 10] = [
    NEAR,
    20.0,
    50.0,
    100.0,
    200.0,
    500.0,
    1e3,
    1e4,
    1e5,
    f64::INFINITY,
];
/// How wide a gathered one is at most, which part of the axis all of them may take, and the gap
/// before.
const SLOT: f64 = 66.0;
const SLOTS_PART: f64 = 0.6;
const GAP: f64 = 28.0;
/// Room for the numbers at the right.
const ROOM: f64 = 66.0;

pub(crate) fn draw(plots: &Plots) -> Option<String> {
    let usable = |bar: &Bar| bar.net.is_finite() && bar.share.is_finite() && bar.share > 0.0;
    let bars: Vec<Bar> = plots.distribution.iter().copied().filter(usable).collect();
    let near = near(&bars);
    let (losses, gains) = (far(&bars, -1.0), far(&bars, 1.0));
    let shares = || {
        near.iter()
            .map(|bar| bar.share)
            .chain(losses.iter().chain(&gains).map(|far| far.share))
    };
    let mut canvas = Canvas::new("What a wager comes to", plots);
    let many: f64 = losses.iter().chain(&gains).map(|_| 1.0).sum();
    let slot = SLOT.min((RIGHT - ROOM - LEFT) * SLOTS_PART / many);
    let room = |far: &[Far]| {
        far.iter().map(|_| slot).sum::<f64>() + if far.is_empty() { 0.0 } else { GAP }
    };
    let panel = Panel {
        left: LEFT + room(&losses),
        right: RIGHT - ROOM - room(&gains),
        ..Panel::wide(
            canvas.top + 42.0,
            BOTTOM,
            around(&near),
            magnitudes(shares())?,
        )
    };
    let whole = Panel {
        left: LEFT,
        right: RIGHT - ROOM,
        ..panel
    };
    whole.name(&mut canvas, "Share of all wagers, logarithmic");
    canvas.legend(whole.top - 14.0, &legend(&bars));
    behind(&mut canvas, &whole);
    for bar in &near {
        let (from, to) = ((bar.net - 0.21, panel.y.low()), (bar.net + 0.21, bar.share));
        canvas.rect(panel.place(from), panel.place(to), colour(bar.net), 1.0);
    }
    beneath(&mut canvas, &panel);
    gathered(&mut canvas, &panel, &losses, (-1.0, slot));
    gathered(&mut canvas, &panel, &gains, (1.0, slot));
    let words = "result in wagers, to the nearest half";
    canvas.text(
        (f64::midpoint(whole.left, whole.right), whole.bottom + 38.0),
        NAME,
        Anchor::Middle,
        words,
    );
    Some(canvas.finish())
}

/// Far results together.
struct Far {
    from: f64,
    to: f64,
    share: f64,
}

/// Near results, to the half wager, in order.
fn near(bars: &[Bar]) -> Vec<Bar> {
    let mut near: Vec<Bar> = bars
        .iter()
        .filter(|bar| is_near(bar.net))
        .copied()
        .collect();
    for bar in &mut near {
        bar.net = (2.0 * bar.net).round() / 2.0;
    }
    near.sort_by(|one, other| one.net.total_cmp(&other.net));
    near.dedup_by(|next, kept| {
        // A loss that rounds to nothing is a minus zero: it is the same place.
        let same = (next.net - kept.net).abs() < 0.25;
        if same {
            kept.share += next.share;
        }
        same
    });
    near
}

fn is_near(net: f64) -> bool {
    net.abs() < NEAR + 0.25
}

/// Far results on one side (`sign`), from the nearest on.
fn far(bars: &[Bar], sign: f64) -> Vec<Far> {
    let slots = EDGES.windows(2).map(|edges| {
        let inside = bars
            .iter()
            .filter(|bar| !is_near(bar.net) && (edges[0]..edges[1]).contains(&(sign * bar.net)));
        Far {
            from: edges[0],
            to: edges[1],
            share: inside.map(|bar| bar.share).sum(),
        }
    });
    slots.filter(|far| far.share > 0.0).collect()
}

fn around(near: &[Bar]) -> Scale {
    let low = near.first().map_or(-1.0, |bar| bar.net.min(-1.0));
    let high = near.last().map_or(1.0, |bar| bar.net.max(1.0));
    Scale::Linear {
        low: low - 0.5,
        high: high + 0.5,
    }
}

/// Whole powers of ten; the rarest result still has a bar.
fn magnitudes(shares: impl Iterator<Item = f64> + Clone) -> Option<Scale> {
    let (rarest, commonest) = (shares.clone().reduce(f64::min)?, shares.reduce(f64::max)?);
    let low = 10_f64.powf((rarest * 0.7).log10().floor());
    let high = 10_f64.powf(commonest.log10().ceil());
    Some(Scale::Log { low, high })
}

const fn colour(net: f64) -> &'static str {
    if net > 0.0 {
        GREEN
    } else if net < 0.0 {
        ORANGE
    } else {
        GREY
    }
}

fn legend(bars: &[Bar]) -> [(Sign, String); 3] {
    let sum = |wanted: fn(f64) -> bool| {
        bars.iter()
            .filter(|bar| wanted(bar.net))
            .map(|bar| 100.0 * bar.share)
            .sum::<f64>()
    };
    let entry = |colour, words: &str, share| {
        (
            Sign::Patch(colour, 1.0),
            format!("{words} {} %", plain(share, 2)),
        )
    };
    [
        entry(ORANGE, "lost", sum(|net| net < 0.0)),
        entry(GREY, "nothing", sum(|net| net == 0.0)),
        entry(GREEN, "won", sum(|net| net > 0.0)),
    ]
}

/// Lines with per cent at the left and the same in words at the right.
fn behind(canvas: &mut Canvas, whole: &Panel) {
    let ticks = whole.y.ticks(14);
    for &share in ticks.values.iter().filter(|&&share| share < 0.5) {
        canvas.text(
            (whole.right + 8.0, whole.y_of(share) + 4.0),
            TICK,
            Anchor::Start,
            &one_in(share),
        );
    }
    whole.heights(canvas, ticks, |share, _| round_percent(share));
}

fn beneath(canvas: &mut Canvas, panel: &Panel) {
    let Ticks { values, places } = panel.x.ticks(if panel.right - panel.left > 500.0 {
        21
    } else {
        11
    });
    panel.axis(canvas, &values);
    for value in values {
        canvas.text(
            (panel.x_of(value), panel.bottom + 18.0),
            TICK,
            Anchor::Middle,
            &plain(value, places),
        );
    }
}

/// The far results of one side, beyond a gap.
fn gathered(canvas: &mut Canvas, panel: &Panel, all: &[Far], (sign, slot): (f64, f64)) {
    let edge = if sign < 0.0 { panel.left } else { panel.right };
    let bottom = panel.bottom;
    if !all.is_empty() {
        let middle = edge + sign * GAP / 2.0;
        for x in [middle - 3.0, middle + 3.0] {
            canvas.line((x - 3.0, bottom + 6.0), (x + 3.0, bottom - 6.0), AXIS, 1.2);
        }
    }
    let small = Type {
        size: if slot < 56.0 { 8.0 } else { 10.5 },
        ..TICK
    };
    let mut from = edge + sign * GAP;
    for far in all {
        let (to, x) = (from + sign * slot, from + sign * slot / 2.0);
        canvas.line((from, bottom), (to, bottom), AXIS, 1.2);
        let top = panel.y_of(far.share);
        canvas.rect(
            (x - slot / 5.0, bottom),
            (x + slot / 5.0, top),
            colour(sign),
            1.0,
        );
        canvas.text((x, top - 6.0), small, Anchor::Middle, &one_in(far.share));
        canvas.text((x, bottom + 18.0), small, Anchor::Middle, &range(far, sign));
        from = to;
    }
}

fn range(far: &Far, sign: f64) -> String {
    if far.to.is_infinite() {
        let side = if sign < 0.0 { "below" } else { "over" };
        return format!("{side} {}", short(sign * far.from));
    }
    let (low, high) = if sign < 0.0 {
        (-far.to, -far.from)
    } else {
        (far.from, far.to)
    };
    format!("{} to {}", short(low), short(high))
}
