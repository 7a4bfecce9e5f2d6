//! Reading the head of a round: the table.

use super::parse::{Parsed, Words, clip, is_name};
use super::script::{Fact, Head, Line, Offer};
use cards::Card;

/// The most settings a round changes: every one there is, and more.
const SETS_MOST: usize = 500;

pub(super) fn is_head_word(word: &str) -> bool {
    let words = [
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
    words.contains(&word)
}

pub(super) fn head_item(head: &mut Head, words: &mut Words<'_>) -> Parsed<()> {
    let word = words.take("a word")?;
    if word != "book" && head.book.is_empty() {
        return Err(words.error_before("a round starts with its book, for example `book sydney`"));
    }
    match word {
        "book" => {
            if !head.book.is_empty() {
                return Err(words.error_before("the book is named already"));
            }
            let name = unquoted(words.take("the name of a book")?);
            if name.is_empty() || name.contains('"') {
                return Err(words
                    .error_before("the name of a book is not empty and holds no quotation mark"));
            }
            let (name, version) = name
                .rsplit_once('@')
                .map_or((name, None), |(name, version)| (name, Some(version)));
            name.clone_into(&mut head.book);
            let digits = |version: &&str| version.bytes().all(|byte| byte.is_ascii_digit());
            let number = |version: &str| {
                Some(version)
                    .filter(digits)
                    .and_then(|version| version.parse().ok())
            };
            let version = version.map(|version| {
                number(version).ok_or_else(|| words.error_before("a version is a whole number"))
            });
            head.version = version.transpose()?;
        }
        "decks" => head.decks = Some(words.number("a number of decks")?),
        "cards" => head.cards.extend(cards(words)?),
        "minimum" => head.minimum = Some(words.money("an amount")?),
        "maximum" => head.maximum = Some(words.money("an amount")?),
        "chip" => head.chip = Some(words.money("an amount")?),
        "multiples" => head.multiples = true,
        "pairs" if words.accept("compulsory") => head.pairs_compulsory = true,
        "pairs" => head.pairs = Some(offer(words)?),
        "pandemonium" => head.pandemonium = Some(offer(words)?),
        "bettors" => head.bettors = Some(words.number("a number of bettors")?),
        "set" if head.sets.len() >= SETS_MOST => {
            return Err(words.error_before("a round changes at most 500 settings"));
        }
        "set" => head.sets.push(setting(words)?),
        "shoe" | "device" => {
            head.device = word == "device";
            head.new_shoe = words.accept("new");
        }
        "left" => head.left = Some(words.number("a number of cards")?),
        "gone" => head.gone.extend(cards(words)?),
        "face-down" => head.face_down = true,
        "marker" => {
            let name = words.name()?;
            head.markers.push((name, words.money("an amount")?));
        }
        "raised" => {
            let box_no = words.box_no()?;
            head.raised.push((box_no, words.money("an amount")?));
        }
        "players" => {
            head.players.push(words.name()?);
            while words.peek().is_some_and(is_name) {
                head.players.push(words.name()?);
            }
        }
        _ => match Fact::ALL.into_iter().find(|fact| fact.word() == word) {
            Some(fact) => {
                let name = words.name()?;
                head.facts.push((fact, name));
            }
            None => {
                return Err(words.error_before(&format!(
                    "`{}` does not belong to the head of a round",
                    clip(word)
                )));
            }
        },
    }
    Ok(())
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
    changed_head(head, words)?;
    Ok(Line::RefusedTable { clause, items })
}

/// A head with further items.
fn changed_head(head: &Head, words: &mut Words<'_>) -> Parsed<Head> {
    let mut head = head.clone();
    head_item(&mut head, words)?;
    while words.peek().is_some() {
        head_item(&mut head, words)?;
    }
    Ok(head)
}

impl Head {
    /// This head with further items, as they are written.
    pub(super) fn with_items(&self, items: &[String]) -> Parsed<Self> {
        let text = items.join(" ");
        changed_head(self, &mut Words::new(1, &text)?)
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
