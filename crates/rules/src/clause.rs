//! The name of a clause, small enough to travel with every event.

use std::fmt;

/// Where in a book a rule stands.
///
/// A clause is one of three things: a number printed in the book, a reading (a question the book
/// leaves open, settled by name), or silence: the book says nothing and nothing follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Clause {
    kind: Kind,
    len: u8,
    text: [u8; Clause::LONGEST],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Printed,
    Reading,
    Silent,
}

impl Clause {
    /// The most bytes in a name.
    pub const LONGEST: usize = 30;
    /// The book says nothing.
    pub const SILENT: Self = Self {
        kind: Kind::Silent,
        len: 0,
        text: [0; Self::LONGEST],
    };

    /// A clause by its printed number.
    ///
    /// # Errors
    ///
    /// When the name is empty or longer than [`Clause::LONGEST`] bytes.
    pub fn printed(name: &str) -> Result<Self, ClauseError> {
        Self::new(Kind::Printed, name)
    }

    /// A reading by its name.
    ///
    /// # Errors
    ///
    /// When the name is empty or longer than [`Clause::LONGEST`] bytes.
    pub fn reading(name: &str) -> Result<Self, ClauseError> {
        Self::new(Kind::Reading, name)
    }

    fn new(kind: Kind, name: &str) -> Result<Self, ClauseError> {
        if name.is_empty()
            || name.len() > Self::LONGEST
            || name.chars().any(|letter| letter.is_control())
        {
            return Err(ClauseError);
        }
        let mut text = [0; Self::LONGEST];
        text[..name.len()].copy_from_slice(name.as_bytes());
        let len = u8::try_from(name.len()).map_err(|_| ClauseError)?;
        Ok(Self { kind, len, text })
    }

    /// The bare name: a number, or the id of a reading; empty where the book is silent.
    pub fn name(&self) -> &str {
        std::str::from_utf8(&self.text[..usize::from(self.len)]).expect("a name is kept whole")
    }

    /// What kind of place this is, with its name.
    pub fn citation(&self) -> Citation<'_> {
        match self.kind {
            Kind::Printed => Citation::Printed(self.name()),
            Kind::Reading => Citation::Reading(self.name()),
            Kind::Silent => Citation::Silent,
        }
    }
}

/// A clause taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Citation<'a> {
    /// A number printed in the book.
    Printed(&'a str),
    /// A named reading.
    Reading(&'a str),
    /// The book does not say.
    Silent,
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.citation() {
            Citation::Printed(name) => f.pad(name),
            Citation::Reading(name) => f.pad(&format!("reading {name}")),
            Citation::Silent => f.pad("not stated"),
        }
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Why a text is not the name of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClauseError;

impl fmt::Display for ClauseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the name of a clause has 1 to {} plain letters",
            Clause::LONGEST
        )
    }
}

impl std::error::Error for ClauseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_says_what_kind_of_place_it_is() {
        assert_eq!(Clause::printed("14.10.2").unwrap().to_string(), "14.10.2");
        assert_eq!(Clause::reading("tie").unwrap().to_string(), "reading tie");
        assert_eq!(Clause::SILENT.to_string(), "not stated");
        assert_ne!(
            Clause::printed("tie").unwrap(),
            Clause::reading("tie").unwrap()
        );
    }

    #[test]
    fn a_name_too_long_to_travel_is_refused() {
        assert!(Clause::printed(&"x".repeat(30)).is_ok());
        assert_eq!(Clause::printed(&"x".repeat(31)), Err(ClauseError));
        assert_eq!(Clause::printed(""), Err(ClauseError));
        assert_eq!(Clause::reading("a\nb"), Err(ClauseError));
    }
}
