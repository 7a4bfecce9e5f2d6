//! A pair that has come again: its hands, one after another, in the order in which they are played.

use super::cells::Against;
use crate::by_rows::Ready;
use crate::code::Code;
use crate::ended::Ended;
use crate::rows::Splits;
use crate::split::most_hands;
use solver::CardValue;

/// The hands of a box whose pair has come again.
#[derive(Clone, Debug)]
pub(super) struct Again {
    pub(super) against: Against,
    pub(super) upcard: Code,
    most: usize,
    again: bool,
    suited_sevens: bool,
    /// The first card of the hand that is played.
    first: Code,
    /// The first cards of the hands to come, the next one last.
    waiting: Vec<Code>,
    /// How hands have ended.
    pub(super) ends: Vec<Ended>,
}

impl Again {
    /// A pair whose first hand is played, or whose second, where the first one has ended. None
    /// where the ways to play differ in whether such a pair is split again.
    pub(super) fn new(
        ready: &Ready<'_>,
        (against, upcard): (Against, Code),
        pair: [Code; 2],
        ended: Option<Ended>,
    ) -> Option<Self> {
        let [one, other] = pair;
        let bands = &ready.rows.bands;
        let mut again = bands.iter().map(|band| band.again(upcard, (one, other)));
        let is_again = again.next()?;
        if again.any(|again| again != is_again) {
            return None;
        }
        let (first, waiting) = match ended {
            None => (one, vec![other]),
            Some(_) => (other, Vec::new()),
        };
        Some(Self {
            against,
            upcard,
            most: most_hands(ready.terms(), one.value()),
            again: is_again,
            suited_sevens: are_suited_sevens(one, other),
            first,
            waiting,
            ends: ended.into_iter().collect(),
        })
    }

    /// The hand that is played is split with its second card: it starts anew with its first.
    pub(super) fn split(&mut self, second: Code) -> Code {
        self.suited_sevens |= are_suited_sevens(self.first, second);
        self.waiting.push(second);
        self.first
    }

    /// The hand that is played has ended: the first card of the next one.
    pub(super) fn end(&mut self, ended: Ended) -> Option<Code> {
        self.ends.push(ended);
        let next = self.waiting.pop()?;
        self.first = next;
        Some(next)
    }

    /// What has been split when a hand starts.
    pub(super) fn splits(&self) -> Splits {
        Splits {
            may_again: self.ends.len() + self.waiting.len() + 1 < self.most,
            again: self.again,
            suited_sevens: self.suited_sevens,
        }
    }
}

fn are_suited_sevens(one: Code, other: Code) -> bool {
    one == other && one.value() == CardValue::SEVEN
}
