//! Reading the part of TypeScript in which types are told here: words, texts, lists, unions and
//! objects.

use crate::shape::{Field, Shape};
use std::iter::Peekable;
use std::vec::IntoIter;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Text(String),
    Docs(String),
    Sign(char),
}

/// Reads a type.
///
/// # Errors
///
/// What cannot be read.
pub(crate) fn parse(text: &str) -> Result<Shape, String> {
    let mut reader = Reader {
        tokens: tokens(text)?.into_iter().peekable(),
    };
    let shape = reader.union()?;
    match reader.tokens.next() {
        None => Ok(shape),
        Some(token) => Err(format!("{token:?} after the end")),
    }
}

/// The first paragraph of a comment, on one line. What follows it explains the Rust type.
pub(crate) fn first_paragraph(docs: &str) -> Option<String> {
    let lines = docs
        .trim()
        .trim_start_matches("/**")
        .trim_end_matches("*/")
        .lines();
    let lines = lines
        .map(|line| line.trim().trim_start_matches('*').trim())
        .skip_while(|line| line.is_empty());
    let words: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    (!words.is_empty()).then(|| without_links(&words.join(" ")))
}

/// Links lead to Rust types: their words stay.
fn without_links(text: &str) -> String {
    let mut pieces = text.split("](");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some(open) = plain.rfind('[') {
            plain.remove(open);
        }
        plain.push_str(piece.split_once(')').map_or(piece, |(_, after)| after));
    }
    plain
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let taken = if rest.starts_with("/**") {
            let end = rest.find("*/").ok_or("a comment without an end")? + 2;
            found.extend(first_paragraph(&rest[..end]).map(Token::Docs));
            end
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or("a text without an end")? + 1;
            found.push(Token::Text(rest[1..end].to_owned()));
            end + 1
        } else if is_letter(first) {
            let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
            found.push(Token::Word(rest[..end].to_owned()));
            end
        } else {
            found.push(Token::Sign(first));
            first.len_utf8()
        };
        rest = rest[taken..].trim_start();
    }
    Ok(found)
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

struct Reader {
    tokens: Peekable<IntoIter<Token>>,
}

impl Reader {
    fn is(&mut self, sign: char) -> bool {
        self.tokens.next_if_eq(&Token::Sign(sign)).is_some()
    }

    fn sign(&mut self, sign: char) -> Result<(), String> {
        if self.is(sign) {
            Ok(())
        } else {
            Err(format!(
                "`{sign}` is missing before {:?}",
                self.tokens.peek()
            ))
        }
    }

    fn word(&mut self) -> Result<String, String> {
        match self.tokens.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(format!("a word is missing: {other:?}")),
        }
    }

    fn union(&mut self) -> Result<Shape, String> {
        // Where each stands on a line of its own, the first has a sign too.
        self.is('|');
        let mut all = vec![self.one()?];
        while self.is('|') {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Shape::Union(all)
        })
    }

    fn one(&mut self) -> Result<Shape, String> {
        if self.is('(') {
            let shape = self.union()?;
            self.sign(')')?;
            return Ok(shape);
        }
        if self.is('[') {
            return Ok(Shape::Tuple(self.list(']')?));
        }
        if self.is('{') {
            return if self.is('[') {
                self.map()
            } else {
                self.object()
            };
        }
        match self.tokens.next() {
            Some(Token::Text(text)) => Ok(Shape::Literal(text)),
            Some(Token::Word(word)) if self.is('<') => self.made_of(&word),
            Some(Token::Word(word)) => Ok(Shape::Word(word)),
            other => Err(format!("a type is missing: {other:?}")),
        }
    }

    /// `Array<…>` and `Record<string, …>`, behind the `<`.
    fn made_of(&mut self, word: &str) -> Result<Shape, String> {
        let mut of = self.list('>')?;
        match (word, of.len(), of.pop()) {
            ("Array", 1, Some(each)) => Ok(Shape::Array(Box::new(each))),
            ("Record", 2, Some(value)) => Ok(Shape::Map(Box::new(value))),
            (_, count, _) => Err(format!("`{word}` of {count} is not known")),
        }
    }

    fn list(&mut self, end: char) -> Result<Vec<Shape>, String> {
        let mut all = Vec::new();
        while !self.is(end) {
            all.push(self.union()?);
            if !self.is(',') {
                self.sign(end)?;
                break;
            }
        }
        Ok(all)
    }

    /// `{ [key in string]: … }`, behind the `[`.
    fn map(&mut self) -> Result<Shape, String> {
        for word in ["key", "in"] {
            let found = self.word()?;
            if found != word {
                return Err(format!("`{word}` is missing before {found}"));
            }
        }
        self.union()?;
        self.sign(']')?;
        self.sign(':')?;
        let value = self.union()?;
        self.is(',');
        self.sign('}')?;
        Ok(Shape::Map(Box::new(value)))
    }

    fn object(&mut self) -> Result<Shape, String> {
        let mut fields = Vec::new();
        while !self.is('}') {
            fields.push(self.field()?);
        }
        Ok(Shape::Object(fields))
    }

    fn field(&mut self) -> Result<Field, String> {
        let mut docs = None;
        let name = loop {
            match self.tokens.next() {
                Some(Token::Docs(found)) => docs = Some(found),
                Some(Token::Word(name) | Token::Text(name)) => break name,
                other => return Err(format!("the name of a field is missing: {other:?}")),
            }
        };
        let optional = self.is('?');
        self.sign(':')?;
        let shape = self.union()?;
        self.is(',');
        Ok(Field {
            docs,
            name,
            optional,
            shape,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(word: &str) -> Shape {
        Shape::Word(word.to_owned())
    }

    #[test]
    fn a_type_is_read_with_its_comments() {
        let read = parse(
            "{ \n/**\n * How much.\n *\n * More.\n */\nleast?: Money | null, \"a-b\": \
                [string, Array<Card>], }",
        )
        .unwrap();
        let least = Field {
            docs: Some("How much.".to_owned()),
            name: "least".to_owned(),
            optional: true,
            shape: Shape::Union(vec![word("Money"), word("null")]),
        };
        let pair = Shape::Tuple(vec![word("string"), Shape::Array(Box::new(word("Card")))]);
        let other = Field {
            docs: None,
            name: "a-b".to_owned(),
            optional: false,
            shape: pair,
        };
        assert_eq!(read, Shape::Object(vec![least, other]));
    }

    #[test]
    fn both_ways_to_write_a_map_are_the_same() {
        let map = Shape::Map(Box::new(word("number")));
        assert_eq!(parse("{ [key in string]: number }").unwrap(), map);
        assert_eq!(parse("Record<string, number>").unwrap(), map);
    }

    #[test]
    fn links_to_rust_types_leave_their_words() {
        let docs = "/**\n * A seed, once a [`Seed`](crate::Seed); see [it](x), not [this].\n */\n";
        assert_eq!(
            first_paragraph(docs).unwrap(),
            "A seed, once a `Seed`; see it, not [this]."
        );
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for text in [
            "{ a: number } & B",
            "Map<string, number>",
            "{ a number }",
            "\"a",
            "[a",
            "",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
