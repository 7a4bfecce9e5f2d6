//! Reading the head of a round: the table.

use super::parse::{Parsed, Words, clip, is_name};
use super::script::{Fact, Head, Line, Offer};
use crate::player::RaisedLimits;
use crate::setup::{Dealing, ShoeAge};
use cards::Card;
use std::collections::BTreeSet;

/// The most settings a round changes: every one there is, and more.
const SETS_MOST: usize = 500;

const HEAD_WORDS: [&str; 23] = [
    "book",
    "decks",
    "cards",
    "minimum",
    "maximum",
    "chip",
    "multiples",
    "pairs",
    "pandemonium",
    "bettors",
    "set",
    "shoe",
    "device",
    "left",
    "gone",
    "face-down",
    "marker",
    "raised",
    "players",
    "late",
    "held",
    "warned",
    "cardless",
];

pub(super) fn is_head_word(word: &str) -> bool {
    HEAD_WORDS.contains(&word)
}

/// A head as far as it was read. It states each thing once, so that nothing in it contradicts the
/// rest.
#[derive(Default)]
pub(super) struct HeadReader {
    pub(super) head: Head,
    stated: BTreeSet<String>,
}

impl HeadReader {
    /// Reads one item.
    pub(super) fn item(&mut self, words: &mut Words<'_>) -> Parsed<()> {
        let word = words.take("a word")?;
        if word != "book" && self.head.book.is_empty() {
            return Err(
                words.error_before("a round starts with its book, for example `book sydney`")
            );
        }
        match word {
            "book" => self.book(words)?,
            "decks" | "cards" | "shoe" | "device" | "left" | "gone" => self.shoe(word, words)?,
            "minimum" | "maximum" | "chip" | "multiples" | "pairs" | "pandemonium" | "bettors" => {
                self.sign(word, words)?;
            }
            "set" if self.head.sets.len() >= SETS_MOST => {
                return Err(words.error_before("a round changes at most 500 settings"));
            }
            "set" => {
                let (key, value) = setting(words)?;
                self.once(words, &format!("`set {}`", clip(&key)))?;
                self.head.sets.push((key, value));
            }
            "face-down" => {
                self.once(words, "`face-down`")?;
                self.head.face_down = true;
            }
            _ => self.people(word, words)?,
        }
        Ok(())
    }

    /// Notes that the word just taken states something, which nothing before it did.
    fn once(&mut self, words: &Words<'_>, what: &str) -> Parsed<()> {
        if self.stated.insert(what.to_owned()) {
            return Ok(());
        }
        Err(words.error_before(&format!(
            "this head states {what} already: keep one of the two"
        )))
    }

    /// Refuses the word just taken where the head says what contradicts it.
    fn without(&self, words: &Words<'_>, other: &str, why: &str) -> Parsed<()> {
        if self.stated.contains(other) {
            Err(words.error_before(why))
        } else {
            Ok(())
        }
    }

    fn book(&mut self, words: &mut Words<'_>) -> Parsed<()> {
        if !self.head.book.is_empty() {
            return Err(words.error_before("the book is named already"));
        }
        let name = unquoted(words.take("the name of a book")?);
        if name.is_empty() || name.contains('"') {
            return Err(
                words.error_before("the name of a book is not empty and holds no quotation mark")
            );
        }
        let (name, version) = name
            .rsplit_once('@')
            .map_or((name, None), |(name, version)| (name, Some(version)));
        name.clone_into(&mut self.head.book);
        let digits = |version: &&str| version.bytes().all(|byte| byte.is_ascii_digit());
        let number = |version: &str| {
            Some(version)
                .filter(digits)
                .and_then(|version| version.parse().ok())
        };
        let version = version.map(|version| {
            number(version).ok_or_else(|| words.error_before("a version is a whole number"))
        });
        self.head.version = version.transpose()?;
        Ok(())
    }

    /// What the cards are dealt from, and which they are.
    fn shoe(&mut self, word: &str, words: &mut Words<'_>) -> Parsed<()> {
        const BOTH: &str = "a round has decks or cards, not both";
        const ALL: &str = "a new shoe holds all its cards: leave out `left`, or `new`";
        match word {
            "decks" => {
                self.once(words, "`decks`")?;
                self.without(words, "`cards`", BOTH)?;
                self.head.decks = Some(words.number("a number of decks")?);
            }
            "cards" => {
                self.without(words, "`decks`", BOTH)?;
                self.stated.insert("`cards`".to_owned());
                self.head.cards.extend(cards(words)?);
            }
            "left" => {
                self.once(words, "`left`")?;
                self.without(words, "`new`", ALL)?;
                self.head.left = Some(words.number("a number of cards")?);
            }
            "gone" => self.head.gone.extend(cards(words)?),
            _ => {
                self.once(words, "the shoe or the device")?;
                let dealing = if word == "device" {
                    Dealing::Device
                } else {
                    Dealing::Shoe
                };
                let age = if words.accept("new") {
                    self.without(words, "`left`", ALL)?;
                    self.stated.insert("`new`".to_owned());
                    ShoeAge::New
                } else {
                    ShoeAge::Running
                };
                self.head.shoe = Some((dealing, age));
            }
        }
        Ok(())
    }

    /// What hangs at the table.
    fn sign(&mut self, word: &str, words: &mut Words<'_>) -> Parsed<()> {
        const OFF: &str = "a wager on pairs that is off is no condition of play";
        if word == "pairs" && words.accept("compulsory") {
            self.once(words, "`pairs compulsory`")?;
            self.without(words, "`pairs off`", OFF)?;
            self.head.pairs_compulsory = true;
            return Ok(());
        }
        self.once(words, &format!("`{word}`"))?;
        match word {
            "minimum" => self.head.minimum = Some(words.money("an amount")?),
            "maximum" => self.head.maximum = Some(words.money("an amount")?),
            "chip" => self.head.chip = Some(words.money("an amount")?),
            "multiples" => self.head.multiples = true,
            "pandemonium" => self.head.pandemonium = Some(offer(words)?),
            "pairs" => {
                let offer = offer(words)?;
                if offer == Offer::Off {
                    self.without(words, "`pairs compulsory`", OFF)?;
                    self.stated.insert("`pairs off`".to_owned());
                }
                self.head.pairs = Some(offer);
            }
            _ => self.head.bettors = Some(words.number("a number of bettors")?),
        }
        Ok(())
    }

    /// Who is at the table, and what is known of them.
    fn people(&mut self, word: &str, words: &mut Words<'_>) -> Parsed<()> {
        match word {
            "marker" => {
                let name = words.name()?;
                self.once(words, &format!("`marker {name}`"))?;
                self.head.markers.push((name, words.money("an amount")?));
            }
            "raised" if words.peek().is_some_and(is_name) => {
                let name = words.name()?;
                self.once(words, &format!("`raised {name}`"))?;
                let minimum = words.money("the least amount")?;
                let maximum = words.money("the most")?;
                let limits = RaisedLimits { minimum, maximum };
                self.head.raised_for.push((name, limits));
            }
            "raised" => {
                let box_no = words.box_no()?;
                self.once(words, &format!("`raised {box_no}`"))?;
                self.head.raised.push((box_no, words.money("an amount")?));
            }
            "players" => {
                self.player(words)?;
                while words.peek().is_some_and(is_name) {
                    self.player(words)?;
                }
            }
            _ => {
                let fact = Fact::ALL.into_iter().find(|fact| fact.word() == word);
                let fact = fact.ok_or_else(|| {
                    words.error_before(&format!(
                        "`{}` does not belong to the head of a round",
                        clip(word)
                    ))
                })?;
                let name = words.name()?;
                match fact {
                    Fact::Late | Fact::Held => self.once(words, &format!("how {name} is held"))?,
                    Fact::Warned | Fact::Cardless => {
                        self.once(words, &format!("`{word} {name}`"))?;
                    }
                }
                self.head.facts.push((fact, name));
            }
        }
        Ok(())
    }

    fn player(&mut self, words: &mut Words<'_>) -> Parsed<()> {
        let name = words.name()?;
        self.once(words, &format!("that {name} is a player"))?;
        self.head.players.push(name);
        Ok(())
    }
}

pub(super) fn is_refused_table(words: &Words<'_>) -> bool {
    let word = |place: usize| words.words.get(place).map(|&(_, word)| word);
    word(0) == Some("refused") && word(2) == Some("table")
}

/// A table that cannot be: the head with these items changed.
pub(super) fn refused_table(head: &Head, words: &mut Words<'_>) -> Parsed<Line> {
    words.take("refused")?;
    let clause = words.clause()?;
    words.take("table")?;
    let items: Vec<String> = words.words[words.next..]
        .iter()
        .map(|&(_, word)| word.to_owned())
        .collect();
    read_items(&head.book, words)?;
    Ok(Line::RefusedTable { clause, items })
}

/// Items of a head by themselves: they may change what the head says, and not contradict each
/// other.
fn read_items(book: &str, words: &mut Words<'_>) -> Parsed<Head> {
    let mut reader = HeadReader::default();
    book.clone_into(&mut reader.head.book);
    reader.item(words)?;
    while words.peek().is_some() {
        reader.item(words)?;
    }
    Ok(reader.head)
}

impl Head {
    /// This head with items changed, as they are written.
    pub(super) fn with_items(&self, items: &[String]) -> Parsed<Self> {
        let text = items.join(" ");
        let items = read_items(&self.book, &mut Words::new(1, &text)?)?;
        Ok(self.clone().changed_by(items))
    }

    fn changed_by(self, items: Self) -> Self {
        let both = |mut ours: Vec<Card>, theirs: Vec<Card>| {
            ours.extend(theirs);
            ours
        };
        let raised = |(box_no, _): &(_, _)| items.raised.iter().all(|(other, _)| other != box_no);
        let kept = self.raised.into_iter().filter(raised);
        let kept: Vec<_> = kept.collect();
        Self {
            book: self.book,
            version: self.version,
            decks: items
                .decks
                .or(self.decks.filter(|_| items.cards.is_empty())),
            cards: match items.decks {
                Some(_) => items.cards,
                None => both(self.cards, items.cards),
            },
            minimum: items.minimum.or(self.minimum),
            maximum: items.maximum.or(self.maximum),
            chip: items.chip.or(self.chip),
            multiples: items.multiples || self.multiples,
            pairs: items.pairs.or(self.pairs),
            pairs_compulsory: items.pairs_compulsory || self.pairs_compulsory,
            pandemonium: items.pandemonium.or(self.pandemonium),
            bettors: items.bettors.or(self.bettors),
            sets: [self.sets, items.sets].concat(),
            shoe: items.shoe.or(self.shoe),
            left: items.left.or(self.left),
            gone: both(self.gone, items.gone),
            face_down: items.face_down || self.face_down,
            raised: [kept, items.raised].concat(),
            // Of two entries for one person the later counts.
            raised_for: [self.raised_for, items.raised_for].concat(),
            markers: [self.markers, items.markers].concat(),
            players: [self.players, items.players].concat(),
            facts: [self.facts, items.facts].concat(),
        }
    }
}

fn setting(words: &mut Words<'_>) -> Parsed<(String, String)> {
    let word = words.take("a setting, for example resplit=may")?;
    let (key, value) = word.split_once('=').ok_or_else(|| {
        words.error_before("a setting is written key=value, for example resplit=may")
    })?;
    let value = unquoted(value);
    if key.contains('"') || value.contains('"') {
        return Err(
            words.error_before("a setting holds no quotation mark but those around its value")
        );
    }
    Ok((key.to_owned(), value.to_owned()))
}

/// A word without the quotation marks around it.
fn unquoted(word: &str) -> &str {
    word.strip_prefix('"')
        .and_then(|word| word.strip_suffix('"'))
        .unwrap_or(word)
}

fn offer(words: &mut Words<'_>) -> Parsed<Offer> {
    if words.accept("off") {
        return Ok(Offer::Off);
    }
    let least = words.money("the least amount, or off")?;
    Ok(Offer::Limits(least, words.money("the most")?))
}

fn cards(words: &mut Words<'_>) -> Parsed<Vec<Card>> {
    let mut cards = vec![words.parse::<Card>("a card")?];
    while let Some(card) = words.peek().and_then(|word| word.parse().ok()) {
        words.next += 1;
        cards.push(card);
    }
    Ok(cards)
}
