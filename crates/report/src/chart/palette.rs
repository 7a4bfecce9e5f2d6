//! The colours of a sheet: told apart by their lightness too, so that no eye needs the hue. The
//! letters are always there.

use super::sheet::Paint;
use solver::Action;

/// Every paint there is.
pub(crate) const PAINTS: [Paint; 7] = [
    Paint::Play(Action::Stand),
    Paint::Play(Action::Draw),
    Paint::Play(Action::Double),
    Paint::Play(Action::Split),
    Paint::Play(Action::Surrender),
    Paint::Forfeit,
    Paint::Nothing,
];

/// What a cell is filled with; dark letters can be read on all of them.
pub(crate) const fn fill(paint: Paint) -> &'static str {
    match paint {
        Paint::Play(Action::Stand) => "#fbe6a2",
        Paint::Play(Action::Draw) | Paint::Nothing => "#ffffff",
        Paint::Play(Action::Double) => "#9fd0f0",
        Paint::Play(Action::Split) => "#5fb89a",
        Paint::Play(Action::Surrender) | Paint::Forfeit => "#e08a5b",
    }
}

/// The colour of all letters.
pub(crate) const INK: &str = "#14181c";
