//! What a book and a sign do not allow of a strategy.

use super::cell::{Cell, Chain};
use super::charts::{Charts, Of, value_of};
use super::fault::{At, Barred, FileFault, FileFaultKind};
use super::legal::Situation;
use super::{Base, StrategyFile};
use rules::{Clause, ForfeitWhen, Money, RuleBook, Sign};
use solver::{Action, CardValue, Hand, Hands, Terms};

pub(crate) fn check(file: &StrategyFile, book: &RuleBook, sign: &Sign) -> Vec<FileFault> {
    let mut faults = Vec::new();
    if let Some(written) = file
        .book
        .as_ref()
        .filter(|written| **written != book.id.name && **written != book.id.to_string())
    {
        let asked = book.id.name.clone();
        faults.push(file.places.book.fault(FileFaultKind::WrongBook {
            written: written.clone(),
            asked,
        }));
    }
    // What may be done does not depend on the wager.
    let terms = Terms::of(book, sign.minimum);
    let checker = Checker {
        book,
        terms: &terms,
    };
    if let Some(charts) = file.charts.as_ref().filter(|_| file.base == Base::Charts) {
        checker.charts(charts, &mut faults);
    }
    for play in &file.index {
        checker.cell(
            &RowHands::new(play.of, play.row),
            play.upcard,
            &play.cell,
            play.at,
            &mut faults,
        );
    }
    let ramp = file.counting.iter().flat_map(|counting| &counting.ramp);
    let wagers = ramp.map(|step| step.wager).zip(
        file.places
            .ramp
            .iter()
            .copied()
            .chain(std::iter::repeat(At::default())),
    );
    faults.extend(wagers.filter_map(|(wager, at)| limit(wager, sign).map(|what| at.fault(what))));
    faults.sort_by_key(|fault| (fault.line, fault.column));
    faults
}

/// What is wrong with a wager at a table with this sign.
fn limit(wager: Money, sign: &Sign) -> Option<FileFaultKind> {
    let unit = if sign.multiples {
        sign.minimum
    } else {
        sign.chip
    };
    if wager < sign.minimum {
        return Some(FileFaultKind::BelowMinimum {
            wager,
            minimum: sign.minimum,
        });
    }
    if wager > sign.maximum {
        return Some(FileFaultKind::AboveMaximum {
            wager,
            maximum: sign.maximum,
        });
    }
    (!wager.is_multiple_of(unit)).then_some(FileFaultKind::NotInChips { wager, chip: unit })
}

struct Checker<'a> {
    book: &'a RuleBook,
    terms: &'a Terms,
}

impl Checker<'_> {
    fn charts(&self, charts: &Charts, faults: &mut Vec<FileFault>) {
        for (of, rows) in &charts.tables {
            for (row, cells) in rows {
                let row = RowHands::new(*of, *row);
                for (upcard, cell) in CardValue::all().zip(cells) {
                    self.cell(&row, upcard, &cell.is, cell.at, faults);
                }
            }
        }
        for (total, cells) in &charts.forfeits {
            let may = match self.terms.double.forfeit {
                ForfeitWhen::Never => false,
                ForfeitWhen::Under21 => *total < 21,
                ForfeitWhen::NotOver21 => true,
            };
            let clause = self.book.double.forfeit_when.clause;
            for (upcard, cell) in CardValue::all()
                .zip(cells)
                .filter(|(_, cell)| cell.is && !may)
            {
                faults.push(cell.at.fault(FileFaultKind::ForfeitNotAllowed {
                    total: *total,
                    upcard,
                    clause,
                }));
            }
        }
    }

    /// Says once what is wrong with a cell.
    fn cell(
        &self,
        row: &RowHands,
        upcard: CardValue,
        cell: &Cell,
        at: At,
        faults: &mut Vec<FileFault>,
    ) {
        let barred = self.barred(row, upcard, cell);
        faults.extend(barred.map(|(action, why)| {
            let clause = self.clause(why);
            at.fault(FileFaultKind::NotAllowed {
                row: row.words.clone(),
                upcard,
                action,
                why,
                clause,
            })
        }));
    }

    /// The first play of a cell that is not allowed with a hand it is about.
    fn barred(&self, row: &RowHands, upcard: CardValue, cell: &Cell) -> Option<(Action, Barred)> {
        let bars = |hand: &Hand, chain: &Chain| {
            let action = *chain.first()?;
            Situation {
                terms: self.terms,
                upcard,
                hand,
                split: None,
            }
            .bars(action)
            .map(|why| (action, why))
        };
        let counted = row
            .by_cards
            .iter()
            .find_map(|hand| bars(hand, cell.with(hand.cards)));
        let two = row.by_cards.iter().find(|hand| hand.cards == 2);
        // Where no two cards are marked, this says the same once more.
        counted.or_else(|| cell.suits.iter().find_map(|chain| bars(two?, chain)))
    }

    fn clause(&self, why: Barred) -> Clause {
        let (double, surrender) = (&self.book.double, &self.book.surrender);
        match why {
            Barred::MustDraw => self.book.draw.must_draw.clause,
            Barred::DoubleFirstTwo => double.first_two.clause,
            Barred::DoubleTotal => double.on.clause,
            Barred::SurrenderAgainst | Barred::NoSurrender => surrender.against.clause,
            Barred::SurrenderTime => surrender.time.clause,
            Barred::NoPair => self.book.split.pair.clause,
        }
    }
}

/// A row and a hand of it for each number of cards: what may be done is the same for all of these.
struct RowHands {
    words: String,
    by_cards: Vec<&'static Hand>,
}

impl RowHands {
    fn new(of: Of, row: u8) -> Self {
        let mut by_cards: Vec<&Hand> = Vec::new();
        for (_, hand) in Hands::list()
            .downwards()
            .filter(|(_, hand)| hand.cards > 1 && is_of(of, row, hand))
        {
            if !by_cards.iter().any(|other| other.cards == hand.cards) {
                by_cards.push(hand);
            }
        }
        by_cards.sort_by_key(|hand| hand.cards);
        Self {
            words: of.row(row),
            by_cards,
        }
    }
}

/// Whether a row is about a hand.
fn is_of(of: Of, row: u8, hand: &Hand) -> bool {
    match of {
        Of::Pair => hand.pair() == value_of(row),
        Of::Hard => hand.pair().is_none() && !hand.is_soft() && hand.points() == row,
        // Two Aces that may not be split again are a soft 12.
        Of::Soft => hand.is_soft() && hand.points() == row,
        Of::LaterSoft => hand.is_soft() && hand.later_ace && hand.points() == row,
    }
}
