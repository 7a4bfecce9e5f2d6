//! Index plays as a strategy file has them: `hard 14 v 3: S4 from 1` puts another cell into the
//! chart from a true count on.
//!
//! What a play gains is the solver's business; here plays with the hands of one cell are put
//! together.

use report::chart::letter;
use serde_json::{Value, json};
use solver::{Action, CardValue, Chart, IndexPlay, Kind, MOST_CARDS, Side, SuitClass};
use std::fmt;

/// A cell that holds from a true count on, or below it.
pub(crate) struct IndexLine {
    row: ChartRow,
    upcard: CardValue,
    /// The cell that holds then.
    pub(crate) cell: String,
    /// The cell of the chart.
    pub(crate) usual: String,
    side: Side,
    /// The whole true count of the line.
    index: i64,
    /// Where the play that gains most is worth as much as the usual one.
    pub(crate) even: f64,
    /// How often the hands are met that are played in another way.
    pub(crate) chance: f64,
    pub(crate) gain: f64,
}

/// A row of a chart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChartRow {
    Hard(u8),
    Soft(u8),
    LaterSoft(u8),
    Pair(CardValue),
}

impl ChartRow {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Hard(total, _) => Self::Hard(total),
            Kind::Soft(total, _) => Self::Soft(total),
            Kind::LaterSoft(total, _) => Self::LaterSoft(total),
            Kind::Pair(value, _) => Self::Pair(value),
            Kind::Straight(low, high, _) => Self::Hard(low.points() + high.points()),
        }
    }

    /// The hands of the row by their number of cards, the fewest first.
    fn counted(self) -> Vec<Kind> {
        let of = |kind: fn(u8, u8) -> Kind, total| {
            (2..=MOST_CARDS).map(|cards| kind(total, cards)).collect()
        };
        match self {
            Self::Hard(total) => of(Kind::Hard, total),
            Self::Soft(total) => of(Kind::Soft, total),
            Self::LaterSoft(total) => of(Kind::LaterSoft, total),
            Self::Pair(value) => vec![Kind::Pair(value, SuitClass::Mixed)],
        }
    }

    /// Its two cards that are told apart by their suits, each kind with its mark.
    fn suited(self) -> Vec<(char, Kind)> {
        let [six, seven, eight] = [CardValue::SIX, CardValue::SEVEN, CardValue::EIGHT];
        let straight = |total| {
            [(six, seven), (six, eight), (seven, eight)]
                .into_iter()
                .find(|(low, high)| low.points() + high.points() == total)
        };
        let marks = [
            ('*', SuitClass::Mixed),
            ('\'', SuitClass::Suited),
            ('"', SuitClass::Spades),
        ];
        match self {
            Self::Hard(total) => straight(total).map_or(Vec::new(), |(low, high)| {
                marks
                    .map(|(mark, suits)| (mark, Kind::Straight(low, high, suits)))
                    .to_vec()
            }),
            Self::Pair(value) if value == seven => marks[1..]
                .iter()
                .map(|(mark, suits)| (*mark, Kind::Pair(value, *suits)))
                .collect(),
            Self::Soft(_) | Self::LaterSoft(_) | Self::Pair(_) => Vec::new(),
        }
    }
}

impl fmt::Display for ChartRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hard(total) => write!(f, "hard {total}"),
            Self::Soft(total) => write!(f, "soft {total}"),
            Self::LaterSoft(total) => write!(f, "later soft {total}"),
            Self::Pair(value) => write!(f, "pair {value}-{value}"),
        }
    }
}

/// The lines of plays that come with what gains most first; so do the lines.
///
/// A line begins at the true count of the play that gains most of its cell. What would begin later
/// waits for nobody: it is left out, and so is a line that would hold together with another one of
/// its cell.
pub(crate) fn index_lines(chart: &Chart, plays: &[IndexPlay]) -> Vec<IndexLine> {
    let mut lines: Vec<IndexLine> = Vec::new();
    for play in plays {
        let row = ChartRow::of(play.kind);
        let same = |line: &&IndexLine| line.row == row && line.upcard == play.upcard;
        let apart = |line: &IndexLine| line.side != play.side && !overlap(line, play);
        if lines.iter().filter(same).all(apart) {
            lines.push(IndexLine::new(chart, row, play, plays));
        }
    }
    lines.sort_by(|one, other| other.gain.total_cmp(&one.gain));
    lines
}

fn overlap(line: &IndexLine, play: &IndexPlay) -> bool {
    match play.side {
        Side::From => whole(play.index) < line.index,
        Side::Below => whole(play.index) > line.index,
    }
}

/// The nearest whole number: where both plays are worth nearly the same, missing it to either side
/// costs as much.
#[expect(
    clippy::as_conversions,
    reason = "a true count is far from the ends of the range, and the conversion saturates"
)]
pub(crate) fn whole(index: f64) -> i64 {
    index.round() as i64
}

impl IndexLine {
    /// The line of a play, with what else has begun by then.
    fn new(chart: &Chart, row: ChartRow, first: &IndexPlay, plays: &[IndexPlay]) -> Self {
        let index = whole(first.index);
        let has_begun = |play: &&IndexPlay| match first.side {
            Side::From => whole(play.index) <= index,
            Side::Below => whole(play.index) >= index,
        };
        let in_row = |play: &&IndexPlay| {
            ChartRow::of(play.kind) == row && (play.upcard, play.side) == (first.upcard, first.side)
        };
        let begun: Vec<&IndexPlay> = plays.iter().filter(in_row).filter(has_begun).collect();
        let usual = |kind| {
            chart
                .advice(first.upcard, kind)
                .and_then(solver::Advice::best)
        };
        let instead = |kind| {
            begun
                .iter()
                .find(|play| play.kind == kind)
                .map(|play| play.instead)
                .or_else(|| usual(kind))
        };
        Self {
            row,
            upcard: first.upcard,
            cell: cell(row, instead),
            usual: cell(row, usual),
            side: first.side,
            index,
            even: first.index,
            chance: begun.iter().map(|play| play.chance).sum(),
            gain: begun.iter().map(|play| play.gain).sum(),
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "line": self.to_string(),
            "hand": self.row.to_string(),
            "upcard": self.upcard.to_string(),
            "play": self.cell,
            "usual": self.usual,
            "side": side_word(self.side),
            "index": self.index,
            "even": self.even,
            "chance": self.chance,
            "gain": self.gain,
        })
    }
}

impl fmt::Display for IndexLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} v {}: {} {} {}",
            self.row,
            self.upcard,
            self.cell,
            side_word(self.side),
            self.index
        )
    }
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::From => "from",
        Side::Below => "below",
    }
}

/// The cell of a row: the letter for the fewest cards, what changes with more of them, and what
/// with two cards of some suits.
fn cell(row: ChartRow, play: impl Fn(Kind) -> Option<Action>) -> String {
    let by_cards = (2..)
        .zip(row.counted())
        .filter_map(|(cards, kind): (u8, _)| Some((cards, play(kind)?)));
    let mut runs: Vec<(u8, Action)> = by_cards.collect();
    runs.dedup_by_key(|(_, action)| *action);
    let Some(&(_, first)) = runs.first() else {
        return String::new();
    };
    let mut text = letter(first).to_owned();
    for (place, (cards, action)) in runs.iter().enumerate().skip(1) {
        // A number alone says that one draws with so many cards.
        let bare = place == 1 && *action == Action::Draw;
        text += &if bare {
            cards.to_string()
        } else {
            format!("/{}{cards}", letter(*action))
        };
    }
    let mut before = first;
    for (mark, action) in row
        .suited()
        .into_iter()
        .filter_map(|(mark, kind)| Some((mark, play(kind)?)))
    {
        if action != before {
            text.push(mark);
            text += if action == Action::Draw {
                ""
            } else {
                letter(action)
            };
        }
        before = action;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(row: ChartRow, plays: &[(Kind, Action)]) -> String {
        cell(row, |kind| {
            plays
                .iter()
                .find(|(other, _)| *other == kind)
                .map(|(_, action)| *action)
        })
    }

    #[test]
    fn a_cell_says_what_changes_with_more_cards_and_with_suits() {
        let (stand, draw, double) = (Action::Stand, Action::Draw, Action::Double);
        let hard = |cards| Kind::Hard(14, cards);
        let of = |suits| Kind::Straight(CardValue::SIX, CardValue::EIGHT, suits);
        let plays = [
            (hard(2), stand),
            (hard(3), stand),
            (hard(4), draw),
            (hard(5), draw),
        ];
        assert_eq!(text(ChartRow::Hard(14), &plays), "S4");
        let suits = [
            (of(SuitClass::Mixed), stand),
            (of(SuitClass::Suited), draw),
            (of(SuitClass::Spades), draw),
        ];
        assert_eq!(
            text(ChartRow::Hard(14), &[&plays[..], &suits].concat()),
            "S4'"
        );
        let suits = [
            (of(SuitClass::Mixed), draw),
            (of(SuitClass::Suited), draw),
            (of(SuitClass::Spades), stand),
        ];
        assert_eq!(
            text(ChartRow::Hard(14), &[&plays[..], &suits].concat()),
            "S4*\"S"
        );
        let plays = [(hard(2), double), (hard(3), stand), (hard(4), draw)];
        assert_eq!(text(ChartRow::Hard(14), &plays), "D/S3/H4");
        assert_eq!(
            text(ChartRow::Hard(14), &[(hard(3), draw), (hard(4), stand)]),
            "H/S4"
        );
        let sevens = |suits| Kind::Pair(CardValue::SEVEN, suits);
        let plays = [
            (sevens(SuitClass::Mixed), Action::Split),
            (sevens(SuitClass::Suited), draw),
            (sevens(SuitClass::Spades), draw),
        ];
        assert_eq!(text(ChartRow::Pair(CardValue::SEVEN), &plays), "P'");
    }
}
