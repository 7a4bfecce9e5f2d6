//! A round as written, and how it is printed.

use crate::choice::{Draw, Side};
use crate::event::{Kind, Outcome};
use crate::player::RaisedLimits;
use crate::setup::{Dealing, ShoeAge};
use cards::Card;
use rules::{BoxNo, Money, Net};
use std::fmt;

/// A round as written: head, then lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Script {
    /// The line of the text on which the head starts.
    pub at: Place,
    pub head: Head,
    pub lines: Vec<Numbered>,
}

/// A line of the text; all are equal, because where a round stands is no part of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub usize);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

/// A line with its number in the text; two are equal when their contents are.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Numbered {
    pub at: usize,
    pub line: Line,
}

impl PartialEq for Numbered {
    fn eq(&self, other: &Self) -> bool {
        self.line == other.line
    }
}

impl Eq for Numbered {}

/// The table, as far as it differs from the book's usual one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(
    missing_docs,
    reason = "the names say it; docs/notation.md explains each"
)]
pub struct Head {
    pub book: String,
    pub version: Option<u32>,
    pub decks: Option<u8>,
    pub cards: Vec<Card>,
    pub minimum: Option<Money>,
    pub maximum: Option<Money>,
    pub chip: Option<Money>,
    pub multiples: bool,
    pub pairs: Option<Offer>,
    pub pairs_compulsory: bool,
    pub pandemonium: Option<Offer>,
    pub bettors: Option<u8>,
    pub sets: Vec<(String, String)>,
    pub shoe: Option<(Dealing, ShoeAge)>,
    pub left: Option<u32>,
    pub gone: Vec<Card>,
    pub face_down: bool,
    pub raised: Vec<(BoxNo, Money)>,
    pub raised_for: Vec<(String, RaisedLimits)>,
    pub markers: Vec<(String, Money)>,
    pub players: Vec<String>,
    pub facts: Vec<(Fact, String)>,
}

/// Whether a side wager is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Offer {
    Off,
    Limits(Money, Money),
}

/// Something known about a person before the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Sat out earlier in the shoe.
    Late,
    /// Restricted by order.
    Held,
    /// Told before about wagers below the minimum.
    Warned,
    /// Without a player card.
    Cardless,
}

impl Fact {
    pub(crate) const ALL: [Self; 4] = [Self::Late, Self::Held, Self::Warned, Self::Cardless];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Held => "held",
            Self::Warned => "warned",
            Self::Cardless => "cardless",
        }
    }
}

/// One line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "docs/notation.md explains each")]
pub enum Line {
    Wagers {
        box_no: BoxNo,
        entries: Vec<BettorEntry>,
    },
    Declines {
        box_no: BoxNo,
        name: String,
    },
    Close,
    Withdraws {
        name: String,
    },
    Deal(Vec<Draw>),
    Insurance(Vec<InsuranceItem>),
    Press {
        of: WagerRef,
        multiplier: Option<u16>,
        by: Option<String>,
    },
    Box {
        box_no: BoxNo,
        tokens: Vec<Token>,
    },
    Dealer(Vec<Draw>),
    Refused {
        clause: String,
        line: Box<Line>,
    },
    /// A table so changed could not be opened; the items are those of the head.
    RefusedTable {
        clause: String,
        items: Vec<String>,
    },
    Result(ResultLine),
    Net {
        name: String,
        net: Net,
    },
    Cites {
        clause: String,
    },
    Unfinished,
}

impl Line {
    /// Whether the line states something about the finished round.
    pub const fn is_statement(&self) -> bool {
        matches!(
            self,
            Self::Result(_) | Self::Net { .. } | Self::Cites { .. }
        )
    }
}

/// One bettor's wagers on a box.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BettorEntry {
    pub name: String,
    pub seated: bool,
    pub amount: Option<Money>,
    pub sides: Vec<(Side, Money)>,
}

/// A wager by its box and, unless it is the controlling player's, its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WagerRef {
    pub box_no: BoxNo,
    pub name: Option<String>,
}

/// Insurance taken or declined.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum InsuranceItem {
    /// On one's own wager, or on another's (`by`).
    Take {
        on: WagerRef,
        amount: Option<Money>,
        by: Option<String>,
    },
    Decline {
        on: WagerRef,
    },
    /// Wants none that others declined.
    Done {
        name: String,
    },
}

/// Something that happens on a box, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "docs/notation.md explains each")]
pub enum Token {
    /// Who stands, where it is not the one whose turn it is.
    Stand(Option<String>),
    /// Who draws, likewise.
    Draw(Option<String>),
    Card(Draw),
    /// Who doubles, the controlling player first; no amount means the full one.
    Double(Vec<(String, Option<Money>)>),
    /// The controlling player alone doubles so much.
    DoubleBy(Option<Money>),
    Split(Vec<String>),
    Surrender(Vec<String>),
    /// Who forfeits, and which hand where that is not plain.
    Forfeit(Vec<(String, Option<u8>)>),
    Absent(String),
    NoSurrender(String),
    NoDouble(String),
    Stay(String),
    Keep(String, Option<u8>),
    /// The next hand.
    NextHand,
}

/// What a wager is said to have come to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ResultLine {
    pub box_no: BoxNo,
    pub hand: Option<u8>,
    pub name: String,
    pub kind: Kind,
    pub outcome: Outcome,
    pub net: Option<Net>,
    pub clause: Option<String>,
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.head)?;
        for Numbered { line, .. } in &self.lines {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = self
            .version
            .map_or(String::new(), |version| format!("@{version}"));
        let plain =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | '/');
        match self.book.chars().all(plain) {
            true => write!(f, "book {}{version}", self.book)?,
            false => write!(f, "book \"{}{version}\"", self.book)?,
        }
        let numbers = [
            ("minimum", self.minimum),
            ("maximum", self.maximum),
            ("chip", self.chip),
        ];
        if let Some(decks) = self.decks {
            write!(f, "  decks {decks}")?;
        }
        for (word, amount) in numbers {
            if let Some(amount) = amount {
                write!(f, "  {word} {amount}")?;
            }
        }
        writeln!(f)?;
        if !self.cards.is_empty() {
            writeln!(f, "cards{}", spaced(&self.cards))?;
        }
        for (word, present) in [("multiples", self.multiples), ("face-down", self.face_down)] {
            if present {
                writeln!(f, "{word}")?;
            }
        }
        for (word, offer) in [("pairs", self.pairs), ("pandemonium", self.pandemonium)] {
            match offer {
                Some(Offer::Off) => writeln!(f, "{word} off")?,
                Some(Offer::Limits(least, most)) => writeln!(f, "{word} {least} {most}")?,
                None => {}
            }
        }
        if self.pairs_compulsory {
            writeln!(f, "pairs compulsory")?;
        }
        if let Some(bettors) = self.bettors {
            writeln!(f, "bettors {bettors}")?;
        }
        for (key, value) in &self.sets {
            writeln!(
                f,
                "set {key}={}",
                if value.contains(' ') {
                    format!("\"{value}\"")
                } else {
                    value.clone()
                }
            )?;
        }
        if let Some((dealing, age)) = self.shoe {
            let word = match dealing {
                Dealing::Shoe => "shoe",
                Dealing::Device => "device",
            };
            match age {
                ShoeAge::New => writeln!(f, "{word} new")?,
                ShoeAge::Running => writeln!(f, "{word}")?,
            }
        }
        if let Some(left) = self.left {
            writeln!(f, "left {left}")?;
        }
        if !self.gone.is_empty() {
            writeln!(f, "gone{}", spaced(&self.gone))?;
        }
        for (name, minimum) in &self.markers {
            writeln!(f, "marker {name} {minimum}")?;
        }
        for (box_no, maximum) in &self.raised {
            writeln!(f, "raised {box_no} {maximum}")?;
        }
        for (name, RaisedLimits { minimum, maximum }) in &self.raised_for {
            writeln!(f, "raised {name} {minimum} {maximum}")?;
        }
        if !self.players.is_empty() {
            writeln!(f, "players {}", self.players.join(" "))?;
        }
        for (fact, name) in &self.facts {
            writeln!(f, "{} {name}", fact.word())?;
        }
        Ok(())
    }
}

fn spaced(items: &[impl fmt::Display]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}

struct DrawWord(Draw);

impl fmt::Display for DrawWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Draw::Card(card) => write!(f, "{card}"),
            Draw::Burned => f.write_str("burn"),
            Draw::CuttingCard => f.write_str("cut"),
            Draw::Joker => f.write_str("joker"),
            Draw::Shuffle => f.write_str("shuffle"),
            Draw::Multiplier(multiplier) => write!(f, "{multiplier}"),
        }
    }
}

fn draws(draws: &[Draw]) -> String {
    draws
        .iter()
        .map(|&draw| format!(" {}", DrawWord(draw)))
        .collect()
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wagers { box_no, entries } => {
                let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
                write!(f, "box {box_no}  {}", entries.join(", "))
            }
            Self::Declines { box_no, name } => write!(f, "declines {box_no} {name}"),
            Self::Close => f.write_str("close"),
            Self::Withdraws { name } => write!(f, "withdraws {name}"),
            Self::Deal(cards) => write!(f, "deal {}", draws(cards)),
            Self::Insurance(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "insurance {}", items.join(", "))
            }
            Self::Press { of, multiplier, by } => {
                write!(f, "press {of}")?;
                if let Some(multiplier) = multiplier {
                    write!(f, " {multiplier}")?;
                }
                by.as_ref().map_or(Ok(()), |by| write!(f, " by {by}"))
            }
            Self::Box { box_no, tokens } => {
                let tokens: Vec<String> = tokens.iter().map(ToString::to_string).collect();
                write!(f, "{box_no}  {}", tokens.join(" "))
            }
            Self::Dealer(cards) => write!(f, "dealer {}", draws(cards)),
            Self::Refused { clause, line } => write!(f, "refused [{clause}]  {line}"),
            Self::RefusedTable { clause, items } => {
                write!(f, "refused [{clause}]  table {}", items.join(" "))
            }
            Self::Result(result) => write!(f, "{result}"),
            Self::Net { name, net } => write!(f, "net {name} {net}"),
            Self::Cites { clause } => write!(f, "cites [{clause}]"),
            Self::Unfinished => f.write_str("unfinished"),
        }
    }
}

impl fmt::Display for BettorEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, if self.seated { "*" } else { "" })?;
        if let Some(amount) = self.amount {
            write!(f, " {amount}")?;
        }
        for (side, amount) in &self.sides {
            write!(f, " {} {amount}", side.word())?;
        }
        Ok(())
    }
}

impl fmt::Display for WagerRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{}.{name}", self.box_no),
            None => write!(f, "{}", self.box_no),
        }
    }
}

impl fmt::Display for InsuranceItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take { on, amount, by } => {
                write!(f, "{on}")?;
                if let Some(amount) = amount {
                    write!(f, " {amount}")?;
                }
                by.as_ref().map_or(Ok(()), |by| write!(f, " by {by}"))
            }
            Self::Decline { on } => write!(f, "{on} no"),
            Self::Done { name } => write!(f, "{name} no"),
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |f: &mut fmt::Formatter<'_>, verb: &str, names: &[String]| {
            write!(
                f,
                "{verb}{}",
                names
                    .iter()
                    .map(|name| format!(" {name}"))
                    .collect::<String>()
            )
        };
        let of_hand = |name: &str, hand: &Option<u8>| {
            hand.map_or(name.to_owned(), |hand| format!("{name}:{hand}"))
        };
        match self {
            Self::Stand(who) => words(f, "stand", who.as_slice()),
            Self::Draw(who) => words(f, "draw", who.as_slice()),
            Self::Card(draw) => write!(f, "{}", DrawWord(*draw)),
            Self::DoubleBy(None) => f.write_str("double"),
            Self::DoubleBy(Some(amount)) => write!(f, "double {amount}"),
            Self::Double(who) => {
                f.write_str("double")?;
                for (name, amount) in who {
                    write!(f, " {name}")?;
                    if let Some(amount) = amount {
                        write!(f, " {amount}")?;
                    }
                }
                Ok(())
            }
            Self::Split(names) => words(f, "split", names),
            Self::Surrender(names) => words(f, "surrender", names),
            Self::Forfeit(who) => {
                let names: Vec<String> =
                    who.iter().map(|(name, hand)| of_hand(name, hand)).collect();
                words(f, "forfeit", &names)
            }
            Self::Absent(name) => write!(f, "absent {name}"),
            Self::NoSurrender(name) => write!(f, "no-surrender {name}"),
            Self::NoDouble(name) => write!(f, "no-double {name}"),
            Self::Stay(name) => write!(f, "stay {name}"),
            Self::Keep(name, hand) => write!(f, "keep {}", of_hand(name, hand)),
            Self::NextHand => f.write_str("/"),
        }
    }
}

impl fmt::Display for ResultLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "result {}", self.box_no)?;
        if let Some(hand) = self.hand {
            write!(f, "/{hand}")?;
        }
        write!(
            f,
            " {} {} {}",
            self.name,
            self.kind.word(),
            self.outcome.word()
        )?;
        if let Some(net) = self.net {
            write!(f, " {net}")?;
        }
        self.clause
            .as_ref()
            .map_or(Ok(()), |clause| write!(f, " [{clause}]"))
    }
}
