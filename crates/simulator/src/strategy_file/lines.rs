//! A strategy file as lines of words, each with its place; comments and what `pontoon strategy`
//! prints around its charts are left out.

use super::fault::At;

/// A word and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: At,
}

impl Word<'_> {
    /// The word as a message shows it: not too long, and without control characters.
    pub(crate) fn shown(&self) -> String {
        shown(self.text)
    }
}

/// A text as a message shows it.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let short: String = text.chars().take(MOST).map(plain).collect();
    if text.chars().count() > MOST {
        short + "…"
    } else {
        short
    }
}

/// A line that says something.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) words: Vec<Word<'a>>,
    /// Everything behind the first word.
    pub(crate) rest: &'a str,
}

impl<'a> Line<'a> {
    fn read(text: &'a str, line: usize) -> Option<Self> {
        let text = text.split('#').next().unwrap_or("");
        let mut words = Vec::new();
        let mut start: Option<(usize, usize)> = None;
        // A blank behind the last word ends it; a colon is a word of its own.
        for (column, (place, letter)) in (1..).zip(text.char_indices().chain([(text.len(), ' ')])) {
            let ends = letter.is_whitespace() || letter == ':';
            match start.filter(|_| ends) {
                Some((from, column)) => words.push(Word {
                    text: &text[from..place],
                    at: At { line, column },
                }),
                None if start.is_none() && !ends => start = Some((place, column)),
                None => {}
            }
            if ends {
                start = None;
            }
            if letter == ':' {
                words.push(Word {
                    text: &text[place..=place],
                    at: At { line, column },
                });
            }
        }
        let first = words.first()?;
        let rest = text
            .trim_start()
            .strip_prefix(first.text)
            .unwrap_or("")
            .trim();
        Some(Self { words, rest })
    }

    /// The place behind the last word.
    pub(crate) fn end(&self) -> At {
        let last = self.words[self.words.len() - 1];
        At {
            column: last.at.column + last.text.chars().count(),
            ..last.at
        }
    }

    /// The first word.
    pub(crate) fn first(&self) -> Word<'a> {
        self.words[0]
    }
}

/// The lines that say something. `is_known` says whether a word begins a line of a strategy file.
pub(crate) fn lines<'a>(text: &'a str, is_known: impl Fn(&Line<'a>) -> bool) -> Vec<Line<'a>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = Vec::new();
    let (mut begins, mut passing) = (true, false);
    for (number, text) in (1..).zip(text.lines()) {
        let Some(line) = Line::read(text, number) else {
            // A comment does not end a paragraph, an empty line does.
            if text.trim().is_empty() {
                (begins, passing) = (true, false);
            }
            continue;
        };
        let known = is_known(&line);
        passing = !known && (passing || begins && is_printed(&line));
        begins = false;
        if !passing {
            found.push(line);
        }
    }
    found
}

/// Whether a paragraph that begins with this line is one that `pontoon strategy` prints above or
/// below its charts.
fn is_printed(line: &Line<'_>) -> bool {
    const LEGEND: [[&str; 2]; 5] = [
        ["S", "stand"],
        ["H", "draw"],
        ["D", "double"],
        ["P", "split"],
        ["R", "surrender"],
    ];
    const STARTS: [&[&str]; 4] = [
        &["Strategy", ":"],
        &["Plain", "strategy", ":"],
        &["Best", "play,", "by", "every"],
        &["The", "hands", "that", "cost", "most"],
    ];
    let words: Vec<&str> = line.words.iter().map(|word| word.text).collect();
    let begins = |start: &[&str]| words.starts_with(start);
    LEGEND.iter().any(|start| begins(start))
        || STARTS.iter().any(|start| begins(start))
        || is_footnote(words[0])
}

/// Whether this is the number of a footnote: `[1]`.
fn is_footnote(word: &str) -> bool {
    let number = word
        .strip_prefix('[')
        .and_then(|word| word.strip_suffix(']'));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let known = |line: &Line<'_>| line.first().text == "count";
        let joined = |line: &Line<'_>| {
            line.words
                .iter()
                .map(|word| word.text)
                .collect::<Vec<_>>()
                .join(" ")
        };
        lines(text, known).iter().map(joined).collect()
    }

    #[test]
    fn words_keep_their_places_and_comments_go() {
        let lines = lines("\n  ä  hard 16: # no more\n#\n\tS", |_| false);
        let places: Vec<(&str, usize, usize)> = lines
            .iter()
            .flat_map(|line| &line.words)
            .map(|word| (word.text, word.at.line, word.at.column))
            .collect();
        assert_eq!(
            places,
            [
                ("ä", 2, 3),
                ("hard", 2, 6),
                ("16", 2, 11),
                (":", 2, 13),
                ("S", 4, 2)
            ]
        );
        assert_eq!(lines[0].rest, "hard 16:");
        assert_eq!(
            lines[0].end(),
            At {
                line: 2,
                column: 14
            }
        );
    }

    #[test]
    fn what_is_printed_around_charts_is_passed_over_up_to_an_empty_line() {
        assert_eq!(
            texts("Strategy: Pontoon\nwager 25\n\nHard totals\n"),
            ["Hard totals"]
        );
        assert_eq!(
            texts("16 S\n\nS     stand\n~     near tie\n      with some\n\n17 S"),
            ["16 S", "17 S"]
        );
        assert_eq!(texts("S     stand\ncount\ntags"), ["count", "tags"]);
        assert_eq!(texts("16 S\nS stand\n"), ["16 S", "S stand"]);
    }
}
