//! A value of a rule book together with its clause, and the ways to read and write it as text.

use crate::Clause;
use std::fmt;

/// A value with the clause that fixes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cited<T> {
    /// The value.
    pub is: T,
    /// Where the book says so.
    pub clause: Clause,
}

/// What a rule book's value must be able to do: be read from a file, be printed, and say what would
/// be valid.
pub trait Value: Clone + PartialEq {
    /// The value that `text` writes, if it writes one.
    fn read(text: &str) -> Option<Self>;
    /// The text that reads back as this value.
    fn write(&self) -> String;
    /// What may be written, in words.
    fn valid() -> String;
    /// Every value there is, where that is a short list.
    fn all() -> Vec<String> {
        Vec::new()
    }
    /// What its values look like.
    fn form() -> Form {
        Form::OneOf(Self::all())
    }
}

/// What the values of a setting look like, for whoever draws up a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// It has none: the rule is stated, or not.
    Nothing,
    /// One of these.
    OneOf(Vec<String>),
    /// A whole number.
    Whole {
        /// The smallest.
        least: u8,
        /// The largest.
        most: u8,
    },
    /// Numbers of decks, for example `6 or 8`.
    Decks {
        /// The largest.
        most: u8,
    },
    /// Odds of two whole numbers, for example `3 to 2`.
    Odds,
    /// An amount of money.
    Money,
    /// Wagers from least to most with their prizes.
    Steps,
    /// Multipliers, the largest first.
    Multipliers,
}

/// A rule that has no alternative in any book: only its clause differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stated;

impl Value for Stated {
    fn read(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write(&self) -> String {
        String::new()
    }

    fn valid() -> String {
        "no value, only a clause".to_owned()
    }

    fn form() -> Form {
        Form::Nothing
    }
}

impl Value for crate::Odds {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn valid() -> String {
        "odds of two whole numbers from 1 to 1000, for example `3 to 2`".to_owned()
    }

    fn form() -> Form {
        Form::Odds
    }
}

impl Value for crate::Money {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn valid() -> String {
        "an amount of money, for example 50 or 12.50".to_owned()
    }

    fn form() -> Form {
        Form::Money
    }
}

/// A setting of any type, seen as text.
pub trait Setting {
    /// The value as the book's file writes it; empty for a rule without alternatives.
    fn text(&self) -> String;
    /// The clause that fixes it.
    fn clause(&self) -> Clause;
    /// Every value there is, where that is a short list.
    fn all(&self) -> Vec<String>;
    /// What its values look like.
    fn form(&self) -> Form;
    /// What may be written, in words.
    fn valid(&self) -> String;
    /// Takes another value; the clause stays.
    ///
    /// # Errors
    ///
    /// When `text` is no value of this setting.
    fn set(&mut self, text: &str) -> Result<(), SettingError>;
}

impl<T: Value> Setting for Cited<T> {
    fn text(&self) -> String {
        self.is.write()
    }

    fn clause(&self) -> Clause {
        self.clause
    }

    fn all(&self) -> Vec<String> {
        T::all()
    }

    fn form(&self) -> Form {
        T::form()
    }

    fn valid(&self) -> String {
        T::valid()
    }

    fn set(&mut self, text: &str) -> Result<(), SettingError> {
        self.is = T::read(text).ok_or_else(|| SettingError::Value {
            text: text.to_owned(),
            valid: T::valid(),
        })?;
        Ok(())
    }
}

/// Why a setting could not be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// No setting has this key.
    Key {
        /// The key that was given.
        key: String,
        /// The nearest keys there are.
        near: Vec<String>,
    },
    /// The setting has no such value.
    Value {
        /// The text that was given.
        text: String,
        /// What would be valid.
        valid: String,
    },
    /// The same setting is told twice, with two values.
    Twice {
        /// The key of the setting.
        key: String,
    },
    /// The values of the book do not fit together any more.
    Together {
        /// The keys of the settings.
        keys: [&'static str; 2],
        /// What is wrong and what would be right.
        why: &'static str,
    },
}

/// What somebody wrote, or the beginning of it: nobody wants to be told again what goes on and on.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 40;
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() {
        start + "…"
    } else {
        start
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key { key, near } if near.is_empty() => {
                write!(
                    f,
                    "there is no setting or reading `{}`: `pontoon rules show BOOK` lists them",
                    short(key)
                )
            }
            Self::Key { key, near } => {
                write!(
                    f,
                    "there is no setting or reading `{}`: did you mean {}?",
                    short(key),
                    near.join(" or ")
                )
            }
            Self::Value { text, valid } => {
                write!(f, "`{}` is not valid here: write {valid}", short(text))
            }
            Self::Twice { key } => {
                write!(f, "`{key}` is told twice, with two values: tell it once")
            }
            Self::Together { why, .. } => f.write_str(why),
        }
    }
}

impl std::error::Error for SettingError {}

/// Why changes were not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeRefused {
    /// The key and the value that are wrong by themselves; none where the values do not fit
    /// together.
    pub change: Option<(String, String)>,
    /// What is wrong.
    pub why: SettingError,
}

impl ChangeRefused {
    /// The keys of the settings that it is about, as they were told.
    pub fn keys(&self) -> Vec<&str> {
        match &self.why {
            SettingError::Together { keys, .. } => keys.to_vec(),
            SettingError::Key { .. } | SettingError::Value { .. } | SettingError::Twice { .. } => {
                self.change.iter().map(|(key, _)| key.as_str()).collect()
            }
        }
    }
}

impl fmt::Display for ChangeRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for ChangeRefused {}
