//! Reading a round.

use super::head::{HeadReader, is_head_word, is_refused_table, refused_table};
use super::script::{
    BettorEntry, InsuranceItem, Line, Numbered, Place, ResultLine, Script, Token, WagerRef,
};
use crate::choice::{Draw, Side};
use crate::event::{Kind, Outcome};
use cards::Card;
use rules::{BoxNo, Money, Net};
use std::fmt;
use std::str::FromStr;

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Words that no player may be called.
const RESERVED: [&str; 47] = [
    "absent",
    "bettors",
    "book",
    "box",
    "burn",
    "by",
    "cardless",
    "cards",
    "chip",
    "cites",
    "close",
    "cut",
    "deal",
    "dealer",
    "decks",
    "declines",
    "device",
    "double",
    "draw",
    "face-down",
    "forfeit",
    "gone",
    "held",
    "insurance",
    "joker",
    "keep",
    "late",
    "left",
    "maximum",
    "minimum",
    "multiples",
    "net",
    "new",
    "no",
    "off",
    "pairs",
    "pandemonium",
    "players",
    "press",
    "raised",
    "refused",
    "result",
    "set",
    "shoe",
    "shuffle",
    "split",
    "stand",
];
const MORE_RESERVED: [&str; 11] = [
    "marker",
    "table",
    "stay",
    "surrender",
    "unfinished",
    "warned",
    "withdraws",
    "compulsory",
    "no-double",
    "no-surrender",
    "house",
];

/// What is wrong with a written round, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NotationError {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for NotationError {}

pub(super) type Parsed<T> = Result<T, NotationError>;

impl Script {
    /// Reads the rounds of a text, one after another: each starts with its `book`.
    ///
    /// A round that is not notation hides no other: each is a script, or the first place in it
    /// that is wrong and what would be right.
    pub fn parse_all(text: &str) -> Vec<Result<Self, NotationError>> {
        if text.len() > LONGEST {
            return vec![Self::parse(text)];
        }
        let starts_round = |line: &str| line.split_whitespace().next() == Some("book");
        let mut starts: Vec<usize> = (0..)
            .zip(text.lines())
            .filter(|(_, line)| starts_round(line))
            .map(|(at, _)| at)
            .collect();
        if starts.len() < 2 {
            return vec![Self::parse(text)];
        }
        // What stands before the first round belongs to it.
        starts[0] = 0;
        let lines: Vec<&str> = text.lines().collect();
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| Self::parse_from(start + 1, &lines[start..end].join("\n")))
            .collect()
    }

    /// Reads a round.
    ///
    /// # Errors
    ///
    /// The first place that is not notation, and what would be.
    pub fn parse(text: &str) -> Parsed<Self> {
        Self::parse_from(1, text)
    }

    /// Reads a round whose first line has this number.
    fn parse_from(first: usize, text: &str) -> Parsed<Self> {
        let at = |line, what: &str| NotationError {
            line,
            column: 1,
            what: what.to_owned(),
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > LONGEST {
            return Err(at(
                first,
                &format!(
                    "the text has {} bytes: a round has at most {LONGEST}",
                    text.len()
                ),
            ));
        }
        let mut script = Self::default();
        let mut reader = HeadReader::default();
        let mut head_done = false;
        for (number, text) in (first..).zip(text.lines()) {
            let mut words = Words::new(number, text)?;
            if words.peek().is_none() {
                continue;
            }
            if !head_done && is_head_word(words.peek().unwrap_or_default()) {
                if reader.head.book.is_empty() {
                    script.at = Place(number);
                }
                while words.peek().is_some() {
                    reader.item(&mut words)?;
                }
            } else {
                if reader.head.book.is_empty() {
                    return Err(at(
                        number,
                        "a round starts with its book, for example `book sydney`",
                    ));
                }
                head_done = true;
                let line = if is_refused_table(&words) {
                    refused_table(&reader.head, &mut words)?
                } else {
                    line(&mut words)?
                };
                words.end()?;
                script.lines.push(Numbered { at: number, line });
            }
        }
        script.head = reader.head;
        if script.head.book.is_empty() {
            return Err(at(
                first,
                "the text is empty: a round starts with its book, for example `book sydney`",
            ));
        }
        Ok(script)
    }
}

/// The words of one line, each with the byte it starts at.
pub(super) struct Words<'a> {
    line: usize,
    text: &'a str,
    pub(super) words: Vec<(usize, &'a str)>,
    pub(super) next: usize,
    length: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: usize, text: &'a str) -> Parsed<Self> {
        let mut words = Vec::new();
        let mut start: Option<usize> = None;
        let mut bracket = false;
        let mut quote = false;
        for (at, letter) in text.char_indices() {
            if bracket || quote {
                if (bracket && letter == ']') || (quote && letter == '"') {
                    let from = start.take().unwrap_or(at);
                    words.push((from, &text[from..at + 1]));
                    (bracket, quote) = (false, false);
                }
                continue;
            }
            let ends = letter.is_whitespace() || matches!(letter, ',' | '#' | '[' | '|');
            if ends && let Some(from) = start.take() {
                words.push((from, &text[from..at]));
            }
            match letter {
                '#' => {
                    return Ok(Self {
                        line,
                        text,
                        words,
                        next: 0,
                        length: at,
                    });
                }
                ',' | '|' => words.push((at, &text[at..at + 1])),
                '[' => (bracket, start) = (true, Some(at)),
                '"' => {
                    quote = true;
                    start = start.or(Some(at));
                }
                _ if ends => {}
                _ => start = start.or(Some(at)),
            }
        }
        if bracket || quote {
            let what = if bracket {
                "this bracket is not closed: write ]"
            } else {
                "this quotation mark is not closed"
            };
            return Err(error_at(line, text, start.unwrap_or(0), what));
        }
        if let Some(from) = start {
            words.push((from, &text[from..]));
        }
        Ok(Self {
            line,
            text,
            words,
            next: 0,
            length: text.len(),
        })
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(|&(_, word)| word)
    }

    pub(super) fn take(&mut self, wanted: &str) -> Parsed<&'a str> {
        let word = self
            .peek()
            .ok_or_else(|| self.error(&format!("{wanted} is missing here")))?;
        self.next += 1;
        Ok(word)
    }

    pub(super) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    /// An error at the next word.
    fn error(&self, what: &str) -> NotationError {
        error_at(
            self.line,
            self.text,
            self.words.get(self.next).map_or(self.length, |&(at, _)| at),
            what,
        )
    }

    /// An error at the word just taken.
    pub(super) fn error_before(&self, what: &str) -> NotationError {
        error_at(
            self.line,
            self.text,
            self.words
                .get(self.next.saturating_sub(1))
                .map_or(0, |&(at, _)| at),
            what,
        )
    }

    fn end(&self) -> Parsed<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(self.error(&format!("`{}` does not belong here", clip(word)))),
        }
    }

    pub(super) fn parse<T: FromStr>(&mut self, wanted: &str) -> Parsed<T>
    where
        T::Err: fmt::Display,
    {
        let word = self.take(wanted)?;
        word.parse()
            .map_err(|error: T::Err| self.error_before(&format!("`{}`: {error}", clip(word))))
    }

    pub(super) fn number<T: FromStr>(&mut self, wanted: &str) -> Parsed<T> {
        let word = self.take(wanted)?;
        word.parse()
            .map_err(|_| self.error_before(&format!("`{}` is not {wanted}", clip(word))))
    }

    pub(super) fn money(&mut self, wanted: &str) -> Parsed<Money> {
        self.parse(wanted)
    }

    pub(super) fn box_no(&mut self) -> Parsed<BoxNo> {
        self.parse("the number of a box")
    }

    pub(super) fn name(&mut self) -> Parsed<String> {
        let word = self.take("a name")?;
        check_name(word).map_err(|what| self.error_before(&what))?;
        Ok(word.to_owned())
    }

    /// A clause in brackets.
    pub(super) fn clause(&mut self) -> Parsed<String> {
        let word = self.take("a clause in brackets")?;
        let inner = word
            .strip_prefix('[')
            .and_then(|word| word.strip_suffix(']'));
        let inner = inner.map(str::trim).filter(|inner| !inner.is_empty());
        inner.map(clause_name).ok_or_else(|| {
            self.error_before(&format!(
                "`{}` is not a clause in brackets, for example [14.8]",
                clip(word)
            ))
        })
    }
}

/// The name of a clause as the books print it: `62a`, also where it is written `62(a)`.
pub(super) fn clause_name(written: &str) -> String {
    let mut name = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let letter = rest.strip_prefix('(').and_then(|rest| {
            let (letter, rest) = rest.split_at_checked(1)?;
            let plain = letter.bytes().all(|byte| byte.is_ascii_lowercase());
            Some((letter, rest.strip_prefix(')')?)).filter(|_| plain)
        });
        match letter {
            Some((letter, after)) if name.ends_with(|last: char| last.is_ascii_digit()) => {
                name.push_str(letter);
                rest = after;
            }
            Some(_) | None => {
                name.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    name
}

/// An error at a byte of a line.
fn error_at(line: usize, text: &str, at: usize, what: &str) -> NotationError {
    let column = text
        .get(..at)
        .map_or(1, |before| before.chars().count() + 1);
    NotationError {
        line,
        column,
        what: what.to_owned(),
    }
}

pub(super) fn clip(word: &str) -> String {
    word.chars().take(40).collect()
}

pub(super) fn is_name(word: &str) -> bool {
    check_name(word).is_ok()
}

/// Whether a name can stand in a written round.
///
/// # Errors
///
/// What is wrong with it.
pub fn check_name(word: &str) -> Result<(), String> {
    let letters = word.bytes().all(|byte| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_'
    });
    let starts = word
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_lowercase());
    if RESERVED.contains(&word) || MORE_RESERVED.contains(&word) {
        return Err(format!("`{word}` is a word of the notation, not a name"));
    }
    if !letters || !starts || word.len() > 20 {
        return Err(format!(
            "`{}` is not a name: write 1 to 20 small letters, digits, `-` and `_`, a letter first",
            clip(word)
        ));
    }
    Ok(())
}

fn line(words: &mut Words<'_>) -> Parsed<Line> {
    let word = words.take("a word")?;
    match word {
        "box" => {
            let box_no = words.box_no()?;
            let mut entries = vec![entry(words)?];
            while words.accept(",") {
                entries.push(entry(words)?);
            }
            Ok(Line::Wagers { box_no, entries })
        }
        "declines" => {
            let box_no = words.box_no()?;
            Ok(Line::Declines {
                box_no,
                name: words.name()?,
            })
        }
        "close" => Ok(Line::Close),
        "withdraws" => Ok(Line::Withdraws {
            name: words.name()?,
        }),
        "deal" => draws(words).map(Line::Deal),
        "dealer" => draws(words).map(Line::Dealer),
        "insurance" => {
            let mut items = vec![insurance(words)?];
            while words.accept(",") {
                items.push(insurance(words)?);
            }
            Ok(Line::Insurance(items))
        }
        "press" => {
            let of = wager_ref(words)?;
            let multiplier = match words.peek() {
                Some("by") | None => None,
                Some(_) => Some(words.number("a multiplier")?),
            };
            let by = if words.accept("by") {
                Some(words.name()?)
            } else {
                None
            };
            Ok(Line::Press { of, multiplier, by })
        }
        "refused" => {
            let clause = words.clause()?;
            // Looked at before it is read: a refusal within a refusal would go as deep as the text
            // is long.
            if words.peek() == Some("refused") {
                return Err(words.error("only wagers, cards and choices can be refused"));
            }
            let line = line(words)?;
            if line.is_statement() || line == Line::Unfinished {
                return Err(words.error_before("only wagers, cards and choices can be refused"));
            }
            Ok(Line::Refused {
                clause,
                line: Box::new(line),
            })
        }
        "result" => result(words).map(Line::Result),
        "net" => {
            let name = words.name()?;
            Ok(Line::Net {
                name,
                net: words.parse("an amount, for example +25 or -12.50")?,
            })
        }
        "cites" => Ok(Line::Cites {
            clause: words.clause()?,
        }),
        "unfinished" => Ok(Line::Unfinished),
        _ => {
            let known = "a line starts with box, declines, close, deal, insurance, press, the \
                number of a box, dealer, withdraws, refused, result, net, cites or unfinished";
            let box_no = word.parse().map_err(|_| {
                words.error_before(&format!("`{}` starts no line: {known}", clip(word)))
            })?;
            let mut tokens = Vec::new();
            while words.peek().is_some() {
                tokens.push(token(words)?);
            }
            if tokens.is_empty() {
                return Err(words.error(
                    "what happens on the box is missing: stand, draw, double, split, \
                        surrender, forfeit, a card …",
                ));
            }
            Ok(Line::Box { box_no, tokens })
        }
    }
}

fn entry(words: &mut Words<'_>) -> Parsed<BettorEntry> {
    let word = words.take("a bettor's name")?;
    let seated = word.ends_with('*');
    let name = word.strip_suffix('*').unwrap_or(word);
    check_name(name).map_err(|what| words.error_before(&what))?;
    let mut entry = BettorEntry {
        name: name.to_owned(),
        seated,
        amount: None,
        sides: Vec::new(),
    };
    if !matches!(words.peek(), Some("pairs" | "pandemonium")) {
        entry.amount = Some(words.money("the amount of the wager")?);
    }
    while let Some(side) = words
        .peek()
        .and_then(|word| Side::ALL.into_iter().find(|side| side.word() == word))
    {
        words.next += 1;
        entry
            .sides
            .push((side, words.money("the amount of the side wager")?));
    }
    Ok(entry)
}

fn draw(word: &str) -> Option<Draw> {
    match word {
        "burn" => Some(Draw::Burned),
        "cut" => Some(Draw::CuttingCard),
        "joker" => Some(Draw::Joker),
        "shuffle" => Some(Draw::Shuffle),
        _ => word.parse().ok().map(Draw::Card),
    }
}

fn draws(words: &mut Words<'_>) -> Parsed<Vec<Draw>> {
    let mut draws = Vec::new();
    while let Some(word) = words.peek() {
        words.next += 1;
        // Bars only help the eye.
        if word == "|" {
            continue;
        }
        match draw(word) {
            Some(draw) => draws.push(draw),
            None => {
                return Err(words.error_before(
                    &word
                        .parse::<Card>()
                        .map_or_else(|error| error.to_string(), |_| String::new()),
                ));
            }
        }
    }
    if draws.is_empty() {
        Err(words.error("a card is missing here"))
    } else {
        Ok(draws)
    }
}

fn wager_ref(words: &mut Words<'_>) -> Parsed<WagerRef> {
    let word = words.take("a wager, for example 1 or 1.ann")?;
    let (number, name) = word
        .split_once('.')
        .map_or((word, None), |(number, name)| (number, Some(name)));
    let box_no = number
        .parse()
        .map_err(|error| words.error_before(&format!("`{}`: {error}", clip(word))))?;
    if let Some(name) = name {
        check_name(name).map_err(|what| words.error_before(&what))?;
    }
    Ok(WagerRef {
        box_no,
        name: name.map(str::to_owned),
    })
}

fn insurance(words: &mut Words<'_>) -> Parsed<InsuranceItem> {
    if words.peek().is_some_and(is_name) {
        let name = words.name()?;
        return if words.accept("no") {
            Ok(InsuranceItem::Done { name })
        } else {
            Err(words.error("write `no` behind the name"))
        };
    }
    let on = wager_ref(words)?;
    if words.accept("no") {
        return Ok(InsuranceItem::Decline { on });
    }
    let amount = match words.peek() {
        Some("," | "by") | None => None,
        Some(_) => Some(words.money("an amount")?),
    };
    let by = if words.accept("by") {
        Some(words.name()?)
    } else {
        None
    };
    Ok(InsuranceItem::Take { on, amount, by })
}

fn token(words: &mut Words<'_>) -> Parsed<Token> {
    let word = words.take("a word")?;
    match word {
        "stand" => who(words).map(Token::Stand),
        "draw" => who(words).map(Token::Draw),
        "double" => double(words),
        "split" => Ok(Token::Split(names(words)?)),
        "surrender" => Ok(Token::Surrender(names(words)?)),
        "forfeit" => {
            let mut who = Vec::new();
            while words
                .peek()
                .is_some_and(|word| is_name(word.split(':').next().unwrap_or_default()))
            {
                who.push(name_and_hand(words)?);
            }
            Ok(Token::Forfeit(who))
        }
        "absent" => words.name().map(Token::Absent),
        "no-surrender" => words.name().map(Token::NoSurrender),
        "no-double" => words.name().map(Token::NoDouble),
        "stay" => words.name().map(Token::Stay),
        "keep" => name_and_hand(words).map(|(name, hand)| Token::Keep(name, hand)),
        "/" => Ok(Token::NextHand),
        "hit" | "twist" | "card" => {
            Err(words.error_before(&format!("`{word}`: the books say draw")))
        }
        "stick" | "sit" => Err(words.error_before(&format!("`{word}`: the books say stand"))),
        _ => match draw(word) {
            Some(draw) => Ok(Token::Card(draw)),
            None => {
                let known =
                    "write stand, draw, double, split, surrender, forfeit, absent, / or a card";
                Err(words.error_before(&format!(
                    "`{}` does not happen on a box: {known}",
                    clip(word)
                )))
            }
        },
    }
}

fn double(words: &mut Words<'_>) -> Parsed<Token> {
    let is_amount = |word: &str| {
        word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '$')
            && word.parse::<Card>().is_err()
    };
    if words.peek().is_some_and(is_amount) {
        return Ok(Token::DoubleBy(Some(words.money("an amount")?)));
    }
    let mut who = Vec::new();
    while words.peek().is_some_and(is_name) {
        let name = words.name()?;
        let amount = match words.peek() {
            Some(word) if is_amount(word) => Some(words.money("an amount")?),
            Some(_) | None => None,
        };
        who.push((name, amount));
    }
    Ok(if who.is_empty() {
        Token::DoubleBy(None)
    } else {
        Token::Double(who)
    })
}

/// Who does something, where the text says so.
fn who(words: &mut Words<'_>) -> Parsed<Option<String>> {
    words
        .peek()
        .is_some_and(is_name)
        .then(|| words.name())
        .transpose()
}

fn names(words: &mut Words<'_>) -> Parsed<Vec<String>> {
    let mut names = Vec::new();
    while words.peek().is_some_and(is_name) {
        names.push(words.name()?);
    }
    Ok(names)
}

fn name_and_hand(words: &mut Words<'_>) -> Parsed<(String, Option<u8>)> {
    let word = words.take("a name")?;
    let (name, hand) = word
        .split_once(':')
        .map_or((word, None), |(name, hand)| (name, Some(hand)));
    check_name(name).map_err(|what| words.error_before(&what))?;
    let number = |hand: &str| hand.parse().ok().filter(|&hand: &u8| hand > 0);
    let hand = hand.map(|hand| {
        number(hand)
            .ok_or_else(|| words.error_before("a hand is numbered from 1, for example ann:2"))
    });
    Ok((name.to_owned(), hand.transpose()?))
}

fn result(words: &mut Words<'_>) -> Parsed<ResultLine> {
    let place = words.take("a box and its hand, for example 1/1")?;
    let (box_no, hand) = place
        .split_once('/')
        .map_or((place, None), |(box_no, hand)| (box_no, Some(hand)));
    let box_no = box_no
        .parse()
        .map_err(|error| words.error_before(&format!("`{}`: {error}", clip(place))))?;
    let number = |hand: &str| hand.parse().ok().filter(|&hand: &u8| hand > 0);
    let hand = hand.map(|hand| {
        number(hand).ok_or_else(|| words.error_before("a hand is numbered from 1, for example 1/2"))
    });
    let hand = hand.transpose()?;
    let name = words.name()?;
    let kind = words.take("a kind of wager")?;
    let kinds = Kind::ALL.map(Kind::word).join(", ");
    let kind = Kind::ALL.into_iter().find(|each| each.word() == kind);
    let kind =
        kind.ok_or_else(|| words.error_before(&format!("a kind of wager is one of {kinds}")))?;
    let outcome = words.take("an outcome")?;
    let outcomes = Outcome::ALL.map(Outcome::word).join(", ");
    let outcome = Outcome::ALL.into_iter().find(|each| each.word() == outcome);
    let outcome =
        outcome.ok_or_else(|| words.error_before(&format!("an outcome is one of {outcomes}")))?;
    let net: Option<Net> = match words.peek() {
        Some(word) if !word.starts_with('[') => Some(words.parse("an amount")?),
        Some(_) | None => None,
    };
    let clause = if words.peek().is_some() {
        Some(words.clause()?)
    } else {
        None
    };
    Ok(ResultLine {
        box_no,
        hand,
        name,
        kind,
        outcome,
        net,
        clause,
    })
}
