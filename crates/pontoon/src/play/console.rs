//! Lines in, lines out. It knows no cards and no rules.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// The longest line that is read; a longer one is refused whole.
const LONGEST: usize = 400;

/// Whether text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    /// Red suits are red, and what the eye should find is bold.
    Colours,
    /// No codes at all.
    Plain,
}

impl Paint {
    pub(crate) fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self {
            Self::Colours => format!("\x1b[{code}m{text}\x1b[0m"),
            Self::Plain => text.to_owned(),
        }
    }
}

/// The two ends of the conversation.
pub(crate) struct Console<'a> {
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) output: &'a mut dyn Write,
    pub(crate) paint: Paint,
    /// Whether what is read is written too, so that a session read from a pipe can be followed.
    pub(crate) echo: bool,
}

impl Console<'_> {
    /// Writes a line.
    pub(crate) fn say(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }

    /// Writes a prompt and reads a line without its blanks; none at the end of input.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{}> ", self.paint.bold(prompt))?;
        self.output.flush()?;
        let mut line = self.read()?;
        while line.as_ref().is_some_and(|line| line.len() >= LONGEST) {
            self.say(format!(
                "  a line has at most {LONGEST} letters; nothing was done"
            ))?;
            write!(self.output, "{}> ", self.paint.bold(prompt))?;
            self.output.flush()?;
            line = self.read()?;
        }
        match &line {
            Some(line) if self.echo => self.say(line)?,
            // The cursor still stands behind the prompt.
            None => self.say("")?,
            Some(_) => {}
        }
        Ok(line)
    }

    /// Reads a line of any length in a small space; what is no text or no letter is replaced.
    fn read(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            let kept = end
                .unwrap_or(chunk.len())
                .min(LONGEST.saturating_sub(line.len()));
            line.extend_from_slice(&chunk[..kept]);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&line);
        // Control codes would move the cursor about when the text is repeated in an answer.
        let text: String = text
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        Ok(any.then(|| text.trim().to_owned()))
    }
}

/// What somebody typed, to be repeated in an answer: a long line is shortened.
pub(crate) fn quoted(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(30).collect();
    if letters.next().is_some() {
        format!("`{start}…`")
    } else {
        format!("`{start}`")
    }
}

/// Breaks words into lines of at most `width` letters, each behind `indent` blanks.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && indent + column + 1 + length > width {
            out.push('\n');
            column = 0;
        }
        if column == 0 {
            out.push_str(&" ".repeat(indent));
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<String> {
        let mut output = Vec::new();
        let mut console = Console {
            input: &mut input,
            output: &mut output,
            paint: Paint::Plain,
            echo: false,
        };
        std::iter::from_fn(|| console.ask("?").unwrap()).collect()
    }

    #[test]
    fn lines_are_read_to_the_last_even_without_its_end() {
        assert_eq!(lines(b"one\n  two \r\n\nlast"), ["one", "two", "", "last"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_does_no_harm() {
        let long = "x".repeat(1_000_000) + "\nnext\n";
        assert_eq!(
            lines(long.as_bytes()),
            ["next"],
            "the long line is refused whole and asked for again"
        );
        assert_eq!(lines(b"\xff\xfe\x1b[2J\n"), ["\u{fffd}\u{fffd} [2J"]);
    }

    #[test]
    fn a_long_line_is_not_repeated_whole() {
        assert_eq!(quoted("draw"), "`draw`");
        assert_eq!(quoted(&"♠".repeat(400)).chars().count(), 33);
    }

    #[test]
    fn words_are_broken_at_blanks_and_a_long_word_is_left_whole() {
        assert_eq!(wrap("aa bb cc", 7, 2), "  aa bb\n  cc");
        assert_eq!(wrap("aaaaaaaaaa b", 4, 1), " aaaaaaaaaa\n b");
    }
}
