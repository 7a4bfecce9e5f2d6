//! The pairs that were split in one round, and the cards drawn to their hands.

use crate::by_rows::Ready;
use crate::code::Code;
use crate::ended::Ended;
use crate::shoe::{Drawer, Rest};
use crate::split::{Prize, SplitPlay};

/// The splits of a round.
#[derive(Default)]
pub(super) struct Splits {
    /// For each split box its place, and where its hands and cards end in the lists.
    pub(super) boxes: Vec<(usize, usize, usize)>,
    pub(super) hands: Vec<Ended>,
    pub(super) drawn: Vec<Code>,
    /// Whether the engine must play the round.
    pub(super) rare: bool,
}

impl Splits {
    pub(super) fn clear(&mut self) {
        self.boxes.clear();
        self.hands.clear();
        self.drawn.clear();
        self.rare = false;
    }

    /// Plays the pair of a box.
    pub(super) fn play(
        &mut self,
        place: usize,
        ready: &Ready<'_>,
        [upcard, first, second]: [Code; 3],
        rest: &mut Rest<'_>,
        words: &mut Drawer,
    ) {
        let Self { boxes, hands, drawn, rare } = self;
        let mut draw = || {
            let code = rest.draw(words)?;
            drawn.push(code);
            Some((code, 0))
        };
        let play = SplitPlay { rows: &ready.rows, terms: ready.terms() };
        *rare |= play.hands(upcard, (first, second), 0, hands, &mut draw) != Some(Prize::None);
        boxes.push((place, hands.len(), drawn.len()));
    }

    /// The hands of each split box.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &[Ended])> {
        let before = [0].into_iter().chain(self.boxes.iter().map(|&(_, hands, _)| hands));
        self.boxes.iter().zip(before).map(|(&(place, hands, _), before)| (place, &self.hands[before..hands]))
    }

    /// The cards drawn to the hands of a box.
    pub(super) fn drawn(&self, place: usize) -> &[Code] {
        let before = [0].into_iter().chain(self.boxes.iter().map(|&(_, _, drawn)| drawn));
        let found = self.boxes.iter().zip(before).find(|((of, ..), _)| *of == place);
        found.map_or(&[], |(&(_, _, drawn), before)| &self.drawn[before..drawn])
    }
}
