//! What can be wrong with a strategy file.

use rules::{Clause, Money, MoneyError};
use solver::{Action, CardValue};
use std::fmt;

/// Where something stands in a file: both from 1; nothing for what was never written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct At {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl At {
    pub(crate) fn fault(self, what: FileFaultKind) -> FileFault {
        FileFault {
            line: self.line,
            column: self.column,
            what,
        }
    }
}

/// One thing that is wrong with a strategy file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: FileFaultKind,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}

impl std::error::Error for FileFault {}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileFaultKind {
    UnknownLine {
        word: String,
    },
    Twice {
        what: &'static str,
    },
    Value {
        text: String,
        valid: &'static str,
    },
    TooMuchText {
        text: String,
    },
    TooMany {
        what: &'static str,
        most: usize,
    },
    ColumnsMissing,
    ColumnMissing {
        upcard: CardValue,
    },
    ColumnTwice {
        upcard: CardValue,
    },
    ColumnUnknown {
        text: String,
    },
    RowUnknown {
        text: String,
        valid: &'static str,
    },
    RowTwice {
        row: String,
    },
    RowMissing {
        row: String,
    },
    CellMissing {
        row: String,
        upcard: CardValue,
    },
    CellTooMany {
        text: String,
    },
    CellLetter {
        letter: char,
    },
    LetterTwice {
        letter: char,
    },
    SplitNoPair,
    PairNumber,
    CardNumber {
        least: u8,
    },
    Mark {
        mark: char,
    },
    MarkOrder,
    Caret,
    Footnote,
    ForfeitCell {
        text: String,
    },
    NothingToPlay,
    BaseAndCharts,
    SectionMissing {
        section: &'static str,
    },
    NeedsCount {
        what: &'static str,
    },
    LineMissing {
        what: &'static str,
    },
    TagMissing {
        value: CardValue,
    },
    TagTwice {
        value: CardValue,
    },
    Number {
        text: String,
        most: i32,
    },
    Wager {
        text: String,
        why: MoneyError,
    },
    NoWager,
    RampOrder,
    RampGap,
    LeaveAboveEnter,
    IndexLine {
        valid: &'static str,
    },
    IndexEmpty,
    IndexOverlap {
        row: String,
        line: usize,
    },
    WrongBook {
        written: String,
        asked: String,
    },
    NotAllowed {
        row: String,
        upcard: CardValue,
        action: Action,
        why: Barred,
        clause: Clause,
    },
    ForfeitNotAllowed {
        total: u8,
        upcard: CardValue,
        clause: Clause,
    },
    BelowMinimum {
        wager: Money,
        minimum: Money,
    },
    AboveMaximum {
        wager: Money,
        maximum: Money,
    },
    NotInChips {
        wager: Money,
        chip: Money,
    },
}

/// Why a book does not allow a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barred {
    /// A total below 12 must draw.
    MustDraw,
    /// Only the first two cards may be doubled.
    DoubleFirstTwo,
    /// Only some totals may be doubled.
    DoubleTotal,
    /// No surrender against this card.
    SurrenderAgainst,
    /// No surrender once a card was drawn.
    SurrenderTime,
    /// No surrender at all.
    NoSurrender,
    /// Nothing that is no pair is split.
    NoPair,
}

impl Barred {
    const fn words(self) -> &'static str {
        match self {
            Self::MustDraw => "a total below 12 must draw: write H",
            Self::DoubleFirstTwo => {
                "only the first two cards may be doubled: say with a small letter what is done \
                with more, Dh or Ds"
            }
            Self::DoubleTotal => "only the first two cards of a hard 9, 10 or 11 may be doubled",
            Self::SurrenderAgainst => {
                "only hands against an Ace or a card that counts ten may be surrendered"
            }
            Self::SurrenderTime => {
                "only the first two cards may be surrendered: say with a small letter what is done \
                with more, Rh or Rs"
            }
            Self::NoSurrender => "no hand may be surrendered",
            Self::NoPair => "only a pair is split",
        }
    }
}

impl fmt::Display for FileFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLine { word } => write!(
                f,
                "`{word}` begins no line here: write name, book or base, or a section: hard, soft, \
                later soft, pairs, forfeit, count, ramp, wonging or index"
            ),
            Self::Twice { what } => write!(f, "{what} is there a second time: write it once"),
            Self::Value { text, valid } => write!(f, "`{text}` is not valid here: write {valid}"),
            Self::TooMuchText { text } => write!(f, "`{text}` is too much on this line"),
            Self::TooMany { what, most } => write!(f, "more than {most} {what} are not read"),
            Self::ColumnsMissing => f.write_str(
                "the columns are missing: write the dealer's cards \
                above the rows, 2 3 4 5 6 7 8 9 T A",
            ),
            Self::ColumnMissing { upcard } => write!(
                f,
                "there is no column {upcard}: write 2 3 4 \
                5 6 7 8 9 T A, each once"
            ),
            Self::ColumnTwice { upcard } => write!(
                f,
                "there is a second column {upcard}: write 2 \
                3 4 5 6 7 8 9 T A, each once"
            ),
            Self::ColumnUnknown { text } => write!(
                f,
                "`{text}` is no column: write 2 3 4 5 6 7 8 \
                9 T A, each once"
            ),
            Self::RowUnknown { text, valid } => write!(
                f,
                "`{text}` is no row of this section: \
                write {valid}"
            ),
            Self::RowTwice { row } => write!(f, "there is a second row for {row}: write it once"),
            Self::RowMissing { row } => write!(f, "there is no row for {row}"),
            Self::CellMissing { row, upcard } => write!(
                f,
                "{row} has no cell for column {upcard}: \
                write ten cells in a row"
            ),
            Self::CellTooMany { text } => write!(
                f,
                "`{text}` is one cell too many: write ten \
                cells in a row"
            ),
            Self::CellLetter { letter: ' ' } => f.write_str(
                "the play is missing: write S, H, D, P \
                or R",
            ),
            Self::CellLetter { letter } => write!(
                f,
                "`{letter}` is no play: write S stand, H draw, D double, P split or R surrender, \
                such as S4, Dh or D/S4/H6"
            ),
            Self::LetterTwice { letter } => write!(
                f,
                "`{letter}` is in this cell already: a small \
                letter says what is done instead"
            ),
            Self::SplitNoPair => f.write_str(
                "only a pair is split: write P in the section of the \
                pairs",
            ),
            Self::PairNumber => f.write_str(
                "a pair has two cards: write no number of cards here \
                (P1 splits once and not again)",
            ),
            Self::CardNumber { least } => write!(
                f,
                "a number of cards from {least} to 7 belongs \
                here, each larger than the one before"
            ),
            Self::Mark { mark } => write!(
                f,
                "`{mark}` has no meaning here: * ' and \" belong to hard 13, 14 and 15, ' and \" \
                to 7-7, $ to 7-7 against 7"
            ),
            Self::MarkOrder => f.write_str("marks are written once and in this order: * ' \" $"),
            Self::Caret => f.write_str(
                "`^` does not say what is done: write a mark and its play, such as *R for two \
                cards of a 6-7-8, 'S for two of one suit, \"H for two spades",
            ),
            Self::Footnote => f.write_str(
                "a footnote is not read: write its text here, or take what `pontoon \
                    strategy BOOK --as strategy` writes",
            ),
            Self::ForfeitCell { text } => write!(
                f,
                "`{text}` is not valid here: write F to \
                forfeit or - to keep the hand"
            ),
            Self::NothingToPlay => f.write_str(
                "the file does not say how to play: write the \
                charts, or a line `base best` or `base card`",
            ),
            Self::BaseAndCharts => f.write_str(
                "a base stands instead of charts: write one or the \
                other",
            ),
            Self::SectionMissing { section } => write!(
                f,
                "the section {section} is missing: \
                charts need hard and soft totals"
            ),
            Self::NeedsCount { what } => write!(f, "{what} needs a section count with its tags"),
            Self::LineMissing { what } => write!(f, "this section needs {what}"),
            Self::TagMissing { value } => write!(
                f,
                "there is no tag for {value}: write one for \
                each of A 2 3 4 5 6 7 8 9 T"
            ),
            Self::TagTwice { value } => write!(
                f,
                "there is a second tag for {value}: write one \
                for each of A 2 3 4 5 6 7 8 9 T"
            ),
            Self::Number { text, most } => {
                write!(
                    f,
                    "`{text}` is not valid here: write a number from -{most} to {most} with \
                    at most two digits after the point"
                )
            }
            Self::Wager { text, why } => write!(f, "`{text}`: {why}"),
            Self::NoWager => f.write_str(
                "a wager is more than nothing: to sit out, write a \
                section wonging",
            ),
            Self::RampOrder => f.write_str("true counts of a ramp rise from line to line"),
            Self::RampGap => f.write_str(
                "the second line of a ramp begins where the line `below` \
                ends",
            ),
            Self::LeaveAboveEnter => f.write_str("`leave` is above `enter`: nobody could stay"),
            Self::IndexLine { valid } => write!(f, "this is no index play: write {valid}"),
            Self::IndexEmpty => f.write_str(
                "no true count is meant: `from` must be lower than \
                `below`",
            ),
            Self::IndexOverlap { row, line } => {
                write!(
                    f,
                    "{row} has a play for some of these true counts in line {line}: let one \
                    end where the other begins"
                )
            }
            Self::WrongBook { written, asked } => write!(
                f,
                "written for {written}, asked for \
                {asked}"
            ),
            Self::NotAllowed {
                row,
                upcard,
                action,
                why,
                clause,
            } => {
                write!(
                    f,
                    "{row} v {upcard}: the book does not allow {action} here: {} ({clause})",
                    why.words()
                )
            }
            Self::ForfeitNotAllowed {
                total,
                upcard,
                clause,
            } => {
                write!(
                    f,
                    "a doubled {total} v {upcard}: the book does not allow to forfeit it: \
                    write - ({clause})"
                )
            }
            Self::BelowMinimum { wager, minimum } => write!(
                f,
                "a wager of {wager} is below the \
                minimum of {minimum}"
            ),
            Self::AboveMaximum { wager, maximum } => write!(
                f,
                "a wager of {wager} is above the \
                maximum of {maximum}"
            ),
            Self::NotInChips { wager, chip } => write!(
                f,
                "a wager of {wager} is no multiple of \
                {chip}"
            ),
        }
    }
}
