//! A field with two axes: where a value lies on the sheet, the lines behind it and the numbers
//! beside it.

use super::canvas::{AXIS, Anchor, Canvas, GRID, LEFT, NAME, RIGHT, TICK};
use super::scale::{Scale, Ticks};

#[derive(Clone, Copy)]
pub(crate) struct Panel {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
}

impl Panel {
    /// A field as wide as the sheet allows.
    pub(crate) const fn wide(top: f64, bottom: f64, x: Scale, y: Scale) -> Self {
        Self {
            left: LEFT,
            right: RIGHT,
            top,
            bottom,
            x,
            y,
        }
    }

    pub(crate) fn x_of(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.x.part(value)
    }

    pub(crate) fn y_of(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.y.part(value)
    }

    pub(crate) fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x_of(x), self.y_of(y))
    }

    /// What the field shows, above it, and with its unit.
    pub(crate) fn name(&self, canvas: &mut Canvas, words: &str) {
        canvas.text((24.0, self.top - 14.0), NAME, Anchor::Start, words);
    }

    /// The numbers at the left, each with its line across the field.
    pub(crate) fn heights(
        &self,
        canvas: &mut Canvas,
        Ticks { values, places }: Ticks,
        word: impl Fn(f64, usize) -> String,
    ) {
        for value in values {
            let y = self.y_of(value);
            canvas.line((self.left, y), (self.right, y), GRID, 1.0);
            canvas.text(
                (self.left - 8.0, y + 4.0),
                TICK,
                Anchor::End,
                &word(value, places),
            );
        }
    }

    /// The axis at the bottom with its marks.
    pub(crate) fn axis(&self, canvas: &mut Canvas, marks: &[f64]) {
        canvas.line(
            (self.left, self.bottom),
            (self.right, self.bottom),
            AXIS,
            1.2,
        );
        for x in marks.iter().map(|&value| self.x_of(value)) {
            canvas.line((x, self.bottom), (x, self.bottom + 4.0), AXIS, 1.2);
        }
    }

    /// The numbers below the axis, and what they count.
    pub(crate) fn widths(
        &self,
        canvas: &mut Canvas,
        Ticks { values, places }: &Ticks,
        words: &str,
        word: impl Fn(f64, usize) -> String,
    ) {
        self.axis(canvas, values);
        for &value in values {
            canvas.text(
                (self.x_of(value), self.bottom + 18.0),
                TICK,
                Anchor::Middle,
                &word(value, *places),
            );
        }
        canvas.text(
            (f64::midpoint(self.left, self.right), self.bottom + 38.0),
            NAME,
            Anchor::Middle,
            words,
        );
    }

    /// The line where something is nothing, where the field holds it.
    pub(crate) fn nothing(&self, canvas: &mut Canvas) {
        if self.y.holds(0.0) {
            canvas.line(
                (self.left, self.y_of(0.0)),
                (self.right, self.y_of(0.0)),
                AXIS,
                1.2,
            );
        }
    }

    /// What is drawn inside is cut off at the field's edges.
    pub(crate) fn within(&self, canvas: &mut Canvas, name: &str, draw: impl FnOnce(&mut Canvas)) {
        canvas.within(name, (self.left, self.top), (self.right, self.bottom), draw);
    }
}
