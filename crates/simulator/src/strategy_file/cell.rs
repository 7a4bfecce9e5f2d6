//! One cell of a chart: `S`, `D4`, `Ds5`, `S4*`, `P$`.
//!
//! What a book allows is no matter here.

use super::fault::FileFaultKind;
use solver::{Action, MOST_CARDS, SuitClass};
use std::fmt;

/// What is done, and what instead where that is not allowed, the first choice first.
pub(crate) type Chain = Vec<Action>;

/// From two cards to [`MOST_CARDS`], which stands for more as well.
const COUNTS: usize = 6;

/// What to do with the hands of one row against one upcard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// With two cards, with three and so on.
    pub(crate) by_cards: [Chain; COUNTS],
    /// Two cards that can become a 6-7-8 or a 7-7-7: of two suits, of one, both spades.
    pub(crate) suits: [Chain; 3],
    /// A pair is split once and not again.
    pub(crate) once: bool,
    /// Sevens of one suit draw where a third would win the Super Bonus.
    pub(crate) bonus: bool,
}

/// Which cells a cell is written among: not everything makes sense everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Among {
    /// A total that two cards of a 6-7-8 can make.
    Straights,
    /// Any other total.
    Totals,
    /// Sevens, against a seven or not.
    Sevens {
        /// Whether the dealer's card is a seven.
        against_seven: bool,
    },
    /// Any other pair.
    Pairs,
}

impl Among {
    fn is_pair(self) -> bool {
        match self {
            Self::Sevens { .. } | Self::Pairs => true,
            Self::Straights | Self::Totals => false,
        }
    }

    fn takes(self, mark: char) -> bool {
        match self {
            Self::Straights => matches!(mark, '*' | '\'' | '"'),
            Self::Sevens { against_seven } => {
                matches!(mark, '\'' | '"') || mark == '$' && against_seven
            }
            Self::Totals | Self::Pairs => false,
        }
    }
}

/// What is wrong with a cell, and how many letters in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellFault {
    pub(crate) offset: usize,
    pub(crate) what: FileFaultKind,
}

impl Cell {
    /// A cell of nothing but letters: what is done instead is done with more than two cards too.
    pub(crate) fn plain(first: Chain) -> Self {
        let more = if first.len() > 1 {
            first[1..].to_vec()
        } else {
            first.clone()
        };
        let mut by_cards: [Chain; COUNTS] = std::array::from_fn(|_| more.clone());
        by_cards[0].clone_from(&first);
        Self {
            by_cards,
            suits: [first.clone(), first.clone(), first],
            once: false,
            bonus: false,
        }
    }

    /// What is done with so many cards.
    pub(crate) fn with(&self, cards: u8) -> &Chain {
        &self.by_cards[usize::from(cards.clamp(2, MOST_CARDS)) - 2]
    }

    /// What is done with two cards that can become a 6-7-8 or a 7-7-7.
    pub(crate) fn suited(&self, suits: SuitClass) -> &Chain {
        &self.suits[place(suits)]
    }

    /// Reads a cell.
    pub(crate) fn read(text: &str, among: Among) -> Result<Self, CellFault> {
        let mut reader = Reader {
            letters: text.chars().collect(),
            at: 0,
            among,
        };
        reader.cell()
    }
}

/// Where the play for a class of suits stands.
pub(crate) const fn place(suits: SuitClass) -> usize {
    match suits {
        SuitClass::Mixed => 0,
        SuitClass::Suited => 1,
        SuitClass::Spades => 2,
    }
}

/// The letter of an action.
pub(crate) const fn letter(action: Action) -> char {
    match action {
        Action::Stand => 'S',
        Action::Draw => 'H',
        Action::Double => 'D',
        Action::Split => 'P',
        Action::Surrender => 'R',
    }
}

fn action(of: char) -> Option<Action> {
    Action::ALL.into_iter().find(|action| letter(*action) == of)
}

struct Reader {
    letters: Vec<char>,
    at: usize,
    among: Among,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn fault<T>(&self, what: FileFaultKind) -> Result<T, CellFault> {
        Err(CellFault {
            offset: self.at,
            what,
        })
    }

    fn cell(&mut self) -> Result<Cell, CellFault> {
        let head = self.capital()?;
        let once = head == Action::Split && self.peek() == Some('1');
        self.at += usize::from(once);
        let mut cell = Cell {
            once,
            ..Cell::plain(self.and_else(head)?)
        };
        self.numbers(&mut cell)?;
        self.marks(&mut cell)?;
        // How close two plays are is no matter for who plays.
        while matches!(self.peek(), Some('~' | '=')) {
            self.at += 1;
        }
        match self.peek() {
            None => Ok(cell),
            Some('^') => self.fault(FileFaultKind::Caret),
            Some('[') => self.fault(FileFaultKind::Footnote),
            Some(letter) => self.fault(FileFaultKind::CellLetter { letter }),
        }
    }

    /// A capital letter.
    fn capital(&mut self) -> Result<Action, CellFault> {
        let Some(found) = self.peek() else {
            return self.fault(FileFaultKind::CellLetter { letter: ' ' });
        };
        let Some(action) = action(found) else {
            return self.fault(FileFaultKind::CellLetter { letter: found });
        };
        if action == Action::Split && !self.among.is_pair() {
            return self.fault(FileFaultKind::SplitNoPair);
        }
        self.at += 1;
        Ok(action)
    }

    /// The small letters behind a capital one: what is done instead.
    fn and_else(&mut self, head: Action) -> Result<Chain, CellFault> {
        let mut chain = vec![head];
        while let Some(next) = self.peek().filter(char::is_ascii_lowercase) {
            let Some(action) = action(next.to_ascii_uppercase()) else {
                return self.fault(FileFaultKind::CellLetter { letter: next });
            };
            if action == Action::Split && !self.among.is_pair() {
                return self.fault(FileFaultKind::SplitNoPair);
            }
            if chain.contains(&action) {
                return self.fault(FileFaultKind::LetterTwice { letter: next });
            }
            chain.push(action);
            self.at += 1;
        }
        Ok(chain)
    }

    /// What changes with more cards: `4`, `/S4`.
    fn numbers(&mut self, cell: &mut Cell) -> Result<(), CellFault> {
        let mut least = 3;
        loop {
            let instead = match self.peek() {
                Some(digit) if digit.is_ascii_digit() && least == 3 => Action::Draw,
                Some('/') => {
                    self.at += 1;
                    self.capital()?
                }
                Some(_) | None => return Ok(()),
            };
            if self.among.is_pair() {
                return self.fault(FileFaultKind::PairNumber);
            }
            let from = self.number(least)?;
            for chain in &mut cell.by_cards[usize::from(from) - 2..] {
                *chain = vec![instead];
            }
            least = from + 1;
        }
    }

    fn number(&mut self, least: u8) -> Result<u8, CellFault> {
        let digits: String = self.letters[self.at..]
            .iter()
            .take_while(|letter| letter.is_ascii_digit())
            .collect();
        let number = digits
            .parse::<u8>()
            .ok()
            .filter(|number| (least..=MOST_CARDS).contains(number));
        let Some(number) = number else {
            return self.fault(FileFaultKind::CardNumber { least });
        };
        self.at += digits.len();
        Ok(number)
    }

    /// What is done with two cards of some suits: `*`, `'`, `"` and `$`, in this order.
    fn marks(&mut self, cell: &mut Cell) -> Result<(), CellFault> {
        const ORDER: [char; 4] = ['*', '\'', '"', '$'];
        let mut next = 0;
        while let Some((mark, place)) = self
            .peek()
            .and_then(|mark| Some((mark, ORDER.iter().position(|other| *other == mark)?)))
        {
            if !self.among.takes(mark) {
                return self.fault(FileFaultKind::Mark { mark });
            }
            if place < next {
                return self.fault(FileFaultKind::MarkOrder);
            }
            next = place + 1;
            self.at += 1;
            if mark == '$' {
                cell.bonus = true;
                continue;
            }
            let head = if self
                .peek()
                .is_some_and(|letter| letter.is_ascii_uppercase())
            {
                self.capital()?
            } else {
                Action::Draw
            };
            let chain = self.and_else(head)?;
            cell.suits[place..]
                .iter_mut()
                .for_each(|suits| suits.clone_from(&chain));
        }
        Ok(())
    }
}

fn write_chain(f: &mut fmt::Formatter<'_>, chain: &Chain) -> fmt::Result {
    for (place, action) in chain.iter().enumerate() {
        let letter = letter(*action);
        write!(
            f,
            "{}",
            if place == 0 {
                letter
            } else {
                letter.to_ascii_lowercase()
            }
        )?;
    }
    Ok(())
}

impl Cell {
    /// What changes with more cards: from how many, and to what.
    fn changes(&self) -> Vec<(usize, &Chain)> {
        let plain = Self::plain(self.by_cards[0].clone());
        let mut before = &plain.by_cards[1];
        let mut changes = Vec::new();
        for (cards, chain) in (3..).zip(&self.by_cards[1..]) {
            if chain != before {
                changes.push((cards, chain));
                before = chain;
            }
        }
        changes
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = &self.by_cards[0];
        write_chain(f, &first[..1].to_vec())?;
        if self.once {
            f.write_str("1")?;
        }
        first[1..]
            .iter()
            .try_for_each(|other| write!(f, "{}", letter(*other).to_ascii_lowercase()))?;
        match self.changes()[..] {
            [(cards, chain)] if chain[..] == [Action::Draw] => write!(f, "{cards}")?,
            ref changes => {
                for (cards, chain) in changes {
                    f.write_str("/")?;
                    write_chain(f, chain)?;
                    write!(f, "{cards}")?;
                }
            }
        }
        let mut so_far = [first, first, first];
        for (place, (mark, chain)) in ['*', '\'', '"'].into_iter().zip(&self.suits).enumerate() {
            if so_far[place] != chain {
                so_far[place..].iter_mut().for_each(|known| *known = chain);
                write!(f, "{mark}")?;
                if chain[..] != [Action::Draw] {
                    write_chain(f, chain)?;
                }
            }
        }
        if self.bonus { f.write_str("$") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, among: Among) -> Cell {
        Cell::read(text, among).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }

    /// The first choices with two to seven cards, in letters.
    fn letters(text: &str) -> String {
        read(text, Among::Straights)
            .by_cards
            .iter()
            .map(|chain| letter(chain[0]))
            .collect()
    }

    #[test]
    fn numbers_and_strokes_say_what_is_done_with_more_cards() {
        assert_eq!(letters("S"), "SSSSSS");
        assert_eq!(letters("S4"), "SSHHHH");
        assert_eq!(letters("D3"), "DHHHHH");
        assert_eq!(letters("D/S4/H6"), "DDSSHH");
        assert_eq!(letters("H/S3"), "HSSSSS");
        assert_eq!(letters("Dh"), "DHHHHH");
        assert_eq!(letters("Ds5"), "DSSHHH");
        assert_eq!(letters("Rd4"), "RDHHHH");
        assert_eq!(letters("Rs/H3"), "RHHHHH");
        assert_eq!(
            read("Rs/H3", Among::Totals).by_cards[0],
            [Action::Surrender, Action::Stand]
        );
    }

    #[test]
    fn marks_say_what_is_done_with_two_cards_of_some_suits() {
        let suits = |text: &str, among| read(text, among).suits.map(|chain| letter(chain[0]));
        assert_eq!(suits("S4", Among::Straights), ['S', 'S', 'S']);
        assert_eq!(suits("S4*", Among::Straights), ['H', 'H', 'H']);
        assert_eq!(suits("S4'", Among::Straights), ['S', 'H', 'H']);
        assert_eq!(suits("S4\"~", Among::Straights), ['S', 'S', 'H']);
        assert_eq!(suits("H*R'S\"D", Among::Straights), ['R', 'S', 'D']);
        assert_eq!(
            suits(
                "P'",
                Among::Sevens {
                    against_seven: false
                }
            ),
            ['P', 'H', 'H']
        );
        assert!(
            read(
                "P$",
                Among::Sevens {
                    against_seven: true
                }
            )
            .bonus
        );
        assert!(read("P1h", Among::Pairs).once);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "S", "H/S3", "D4", "D/S4/H6", "Dh", "Ds5", "Rh", "Rsh", "S4*", "S5'", "S5\"",
            "H*R'S\"D", "S'Rh\"S", "Ds/S3",
        ] {
            let cell = read(text, Among::Straights);
            let printed = cell.to_string();
            assert_eq!(
                read(&printed, Among::Straights),
                cell,
                "{text} as {printed}"
            );
        }
        for text in ["P", "P1", "P1h", "Ph", "P$", "P'S", "P'\"S$"] {
            assert_eq!(
                read(
                    text,
                    Among::Sevens {
                        against_seven: true
                    }
                )
                .to_string(),
                text
            );
        }
        assert_eq!(read("S4*H'H", Among::Straights).to_string(), "S4*");
        assert_eq!(read("D/H4", Among::Straights).to_string(), "D4");
    }

    #[test]
    fn what_makes_no_sense_is_refused_where_it_stands() {
        let refused = |text: &str, among| {
            Cell::read(text, among)
                .map_err(|fault| (fault.offset, fault.what))
                .unwrap_err()
        };
        assert_eq!(
            refused("X", Among::Totals),
            (0, FileFaultKind::CellLetter { letter: 'X' })
        );
        assert_eq!(
            refused("Sx", Among::Totals),
            (1, FileFaultKind::CellLetter { letter: 'x' })
        );
        assert_eq!(
            refused("Dd", Among::Totals),
            (1, FileFaultKind::LetterTwice { letter: 'd' })
        );
        assert_eq!(refused("P", Among::Totals), (0, FileFaultKind::SplitNoPair));
        assert_eq!(
            refused("Rp", Among::Totals),
            (1, FileFaultKind::SplitNoPair)
        );
        assert_eq!(
            refused("S2", Among::Totals),
            (1, FileFaultKind::CardNumber { least: 3 })
        );
        assert_eq!(
            refused("S8", Among::Totals),
            (1, FileFaultKind::CardNumber { least: 3 })
        );
        assert_eq!(
            refused("S99999", Among::Totals),
            (1, FileFaultKind::CardNumber { least: 3 })
        );
        assert_eq!(
            refused("D/S4/H4", Among::Totals),
            (6, FileFaultKind::CardNumber { least: 5 })
        );
        assert_eq!(
            refused("D/S", Among::Totals),
            (3, FileFaultKind::CardNumber { least: 3 })
        );
        assert_eq!(refused("S4", Among::Pairs), (1, FileFaultKind::PairNumber));
        assert_eq!(
            refused("S*", Among::Totals),
            (1, FileFaultKind::Mark { mark: '*' })
        );
        assert_eq!(
            refused(
                "P$",
                Among::Sevens {
                    against_seven: false
                }
            ),
            (1, FileFaultKind::Mark { mark: '$' })
        );
        assert_eq!(
            refused("S'*", Among::Straights),
            (2, FileFaultKind::MarkOrder)
        );
        assert_eq!(refused("S4^", Among::Straights), (2, FileFaultKind::Caret));
        assert_eq!(
            refused("D[1]", Among::Straights),
            (1, FileFaultKind::Footnote)
        );
    }
}
