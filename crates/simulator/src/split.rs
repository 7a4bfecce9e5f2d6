//! The rest of a round in which a pair was split.

use crate::bettor::SplitHand;
use crate::code::Code;
use crate::ended::Ended;
use crate::rows::{HandEnd, Row, Rows, Splits};
use rules::Money;
use solver::{CardValue, Outcome, Terms};

/// Plays splits by a table of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitPlay<'a> {
    /// The table.
    pub(crate) rows: &'a Rows,
    /// The terms.
    pub(crate) terms: &'a Terms,
}

impl SplitPlay<'_> {
    /// Plays the hands of a pair, and then the dealer's: the hands, and what the dealer has. None where cards run out.
    pub(crate) fn play(
        &self,
        upcard: Code,
        pair: (Code, Code),
        draw: &mut impl FnMut() -> Option<Code>,
    ) -> Option<(Vec<SplitHand>, Outcome)> {
        let most = if pair.0.value() == CardValue::ACE { self.terms.split.most_aces } else { self.terms.split.most };
        let again = self.rows.again(upcard, pair);
        let mut suited_sevens = is_suited_sevens(pair.0, pair.1);
        // The first cards of hands to come, the next one last.
        let mut waiting = vec![pair.1, pair.0];
        let mut done: Vec<SplitHand> = Vec::with_capacity(usize::from(most));
        while let Some(first) = waiting.pop() {
            let may_again = done.len() + waiting.len() + 1 < usize::from(most);
            let mut place = self.rows.split_start(upcard, first, Splits { may_again, again, suited_sevens })?;
            let end = loop {
                place = self.rows.after(place, draw()?);
                if let Row::SplitDone(end) = self.rows.row(place) {
                    break end;
                }
            };
            match end {
                HandEnd::Ended(ended) => done.push(SplitHand { ended, prize: None }),
                HandEnd::SuperBonus(suit) => done.push(SplitHand { ended: Ended::super_bonus(suit), prize: self.prize() }),
                HandEnd::Again(second) => {
                    suited_sevens |= is_suited_sevens(first, second);
                    waiting.extend([second, first]);
                }
            }
        }
        Some((done, self.dealer(upcard.value(), draw)?))
    }

    fn prize(&self) -> Option<Money> {
        self.terms.super_bonus.map(|bonus| bonus.prize)
    }

    /// Plays the dealer's hand.
    pub(crate) fn dealer(&self, upcard: CardValue, draw: &mut impl FnMut() -> Option<Code>) -> Option<Outcome> {
        let mut place = self.rows.dealer_start(upcard);
        loop {
            place = self.rows.after(place, draw()?);
            if let Row::Outcome(outcome) = self.rows.row(place) {
                return Some(outcome);
            }
        }
    }
}

fn is_suited_sevens(one: Code, other: Code) -> bool {
    one == other && one.value() == CardValue::SEVEN
}
