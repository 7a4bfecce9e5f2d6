//! The hands of a pair that was split.

use crate::code::Code;
use crate::ended::Ended;
use crate::rows::{HandEnd, Row, Rows, Splits};
use solver::{CardValue, Terms};

/// Plays splits by a table of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitPlay<'a> {
    /// The table.
    pub(crate) rows: &'a Rows,
    /// The terms.
    pub(crate) terms: &'a Terms,
}

/// The next card, and the way to play that is taken once it is seen.
pub(crate) type Drawn = (Code, usize);

/// What the hands of a split win beside their odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prize {
    None,
    /// Three sevens of one suit against a seven: what that pays is the engine's business.
    SuperBonus,
}

/// No book allows more hands.
pub(crate) const MOST_HANDS: usize = 8;

impl SplitPlay<'_> {
    /// Plays the hands of a pair, adds them to a list, and says what they win beside their odds;
    /// none where cards run out.
    /// `band` is the way to play by which the pair is split. `draw` is told to which hand it draws:
    /// 0 and 1 are those of the pair, others come of pairs that came again.
    pub(crate) fn hands(
        &self,
        upcard: Code,
        pair: (Code, Code),
        band: usize,
        done: &mut Vec<Ended>,
        draw: &mut impl FnMut(usize) -> Option<Drawn>,
    ) -> Option<Prize> {
        let most = self.most(pair);
        let again = self.rows.bands[band].again(upcard, pair);
        let mut suited_sevens = is_suited_sevens(pair.0, pair.1);
        // The hands to come, each by its number and first card, the next one last.
        let mut waiting = [(1, pair.1); MOST_HANDS];
        waiting[1] = (0, pair.0);
        let (mut hands, mut number) = (2, 2);
        let before = done.len();
        let mut prize = Prize::None;
        while hands > 0 {
            hands -= 1;
            let (hand, first) = waiting[hands];
            let may_again = done.len() - before + hands + 1 < most;
            let mut place = self.rows.split_start(
                upcard,
                first,
                Splits {
                    may_again,
                    again,
                    suited_sevens,
                },
            )?;
            let end = loop {
                let (code, band) = draw(hand)?;
                place = self.rows.bands[band].after(place, code);
                if let Row::SplitDone(end) = self.rows.row(place) {
                    break end;
                }
            };
            match end {
                HandEnd::Ended(ended) => done.push(ended),
                HandEnd::SuperBonus(suit) => {
                    done.push(Ended::super_bonus(suit));
                    prize = Prize::SuperBonus;
                }
                HandEnd::Again(second) => {
                    suited_sevens |= is_suited_sevens(first, second);
                    (waiting[hands], waiting[hands + 1]) = ((number, second), (hand, first));
                    (hands, number) = (hands + 2, number + 1);
                }
            }
        }
        Some(prize)
    }

    /// Where the two hands of a pair start, while no pair has come again, by the first way to play.
    pub(crate) fn starts(&self, upcard: Code, pair: (Code, Code)) -> Option<[u16; 2]> {
        let splits = Splits {
            may_again: self.most(pair) > 2,
            again: self.rows.first().again(upcard, pair),
            suited_sevens: is_suited_sevens(pair.0, pair.1),
        };
        Some([
            self.rows.split_start(upcard, pair.0, splits)?,
            self.rows.split_start(upcard, pair.1, splits)?,
        ])
    }

    /// How many hands a pair may come to.
    fn most(&self, pair: (Code, Code)) -> usize {
        most_hands(self.terms, pair.0.value())
    }
}

/// How many hands a pair of cards of this value may come to.
pub(crate) fn most_hands(terms: &Terms, value: CardValue) -> usize {
    usize::from(if value == CardValue::ACE {
        terms.split.most_aces
    } else {
        terms.split.most
    })
}

fn is_suited_sevens(one: Code, other: Code) -> bool {
    one == other && one.value() == CardValue::SEVEN
}
