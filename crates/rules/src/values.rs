//! Values of a rule book that are more than a choice from a list.

use crate::{Form, Money, Odds, Value};

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count<const LEAST: u8, const MOST: u8>(u8);

impl<const LEAST: u8, const MOST: u8> Count<LEAST, MOST> {
    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl<const LEAST: u8, const MOST: u8> Value for Count<LEAST, MOST> {
    fn read(text: &str) -> Option<Self> {
        text.parse()
            .ok()
            .filter(|number| (LEAST..=MOST).contains(number))
            .map(Self)
    }

    fn write(&self) -> String {
        self.0.to_string()
    }

    fn valid() -> String {
        format!("a whole number from {LEAST} to {MOST}")
    }

    fn form() -> Form {
        Form::Whole {
            least: LEAST,
            most: MOST,
        }
    }
}

/// The numbers of decks a book allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckCounts {
    /// Bit n is set when n decks are allowed.
    bits: u16,
}

impl DeckCounts {
    /// The most decks any book may allow.
    pub const MOST: u8 = 15;

    /// Whether `decks` decks are allowed.
    pub fn allows(self, decks: u8) -> bool {
        decks <= Self::MOST && self.bits & (1 << decks) != 0
    }

    /// The allowed numbers, smallest first.
    pub fn counts(self) -> impl Iterator<Item = u8> {
        (1..=Self::MOST).filter(move |&decks| self.allows(decks))
    }
}

impl Value for DeckCounts {
    fn read(text: &str) -> Option<Self> {
        let number = |text: &str| {
            text.trim()
                .parse::<u8>()
                .ok()
                .filter(|n| (1..=Self::MOST).contains(n))
        };
        let bits = if let Some((least, most)) = text.split_once(" to ") {
            let (least, most) = (number(least)?, number(most)?);
            (least < most).then_some(())?;
            (least..=most).fold(0, |bits, n| bits | 1 << n)
        } else {
            text.split(" or ")
                .map(number)
                .try_fold(0, |bits, n| Some(bits | 1 << n?))?
        };
        Some(Self { bits })
    }

    fn write(&self) -> String {
        let counts: Vec<u8> = self.counts().collect();
        match *counts.as_slice() {
            [least, _, .., most] if usize::from(most - least) + 1 == counts.len() => {
                format!("{least} to {most}")
            }
            _ => counts
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(" or "),
        }
    }

    fn valid() -> String {
        format!(
            "numbers of decks from 1 to {}, for example `3 to 8` or `6 or 8`",
            Self::MOST
        )
    }

    fn form() -> Form {
        Form::Decks { most: Self::MOST }
    }
}

/// One step of a Super Bonus table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// The smallest wager of the step.
    pub from: Money,
    /// The largest, if the book prints one.
    pub to: Option<Money>,
    /// The prize.
    pub pays: Money,
}

/// A Super Bonus table: its steps from the smallest wager up; none where the book has no Super
/// Bonus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bands(Vec<Band>);

impl Bands {
    /// The steps, smallest wagers first.
    pub fn steps(&self) -> &[Band] {
        &self.0
    }
}

impl Value for Bands {
    fn read(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Self(Vec::new()));
        }
        let step = |text: &str| {
            let (wagers, pays) = text.split_once(':')?;
            let (from, to) = match wagers.trim().strip_suffix(" up") {
                Some(from) => (from, None),
                None => wagers
                    .split_once(" to ")
                    .map(|(from, to)| (from, Some(to)))?,
            };
            let money = |text: &str| text.trim().parse::<Money>().ok();
            let to = match to {
                Some(to) => Some(money(to)?),
                None => None,
            };
            Some(Band {
                from: money(from)?,
                to,
                pays: money(pays)?,
            })
        };
        let steps = text
            .split(',')
            .map(|text| step(text.trim()))
            .collect::<Option<Vec<Band>>>()?;
        let rising = steps.windows(2).all(|pair| {
            pair[0]
                .to
                .is_some_and(|to| to >= pair[0].from && to < pair[1].from)
        });
        let last_open = steps.last().is_some_and(|last| last.to.is_none());
        (rising && last_open).then_some(Self(steps))
    }

    fn write(&self) -> String {
        if self.0.is_empty() {
            return "none".to_owned();
        }
        let step = |band: &Band| match band.to {
            Some(to) => format!("{} to {}: {}", band.from, to, band.pays),
            None => format!("{} up: {}", band.from, band.pays),
        };
        self.0.iter().map(step).collect::<Vec<_>>().join(", ")
    }

    fn valid() -> String {
        "`none`, or steps of wagers with their prizes, smallest first, the last one open, for \
        example `5 to 24: 1000, 25 up: 5000`"
            .to_owned()
    }

    fn form() -> Form {
        Form::Steps
    }
}

/// The multipliers a jackpot button may show; none where the book has no such wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multipliers(Vec<u16>);

impl Multipliers {
    /// The multipliers, largest first.
    pub fn all(&self) -> &[u16] {
        &self.0
    }

    /// What a multiplier pays, if the meter can show it.
    pub fn odds(&self, multiplier: u16) -> Option<Odds> {
        self.0
            .contains(&multiplier)
            .then_some(Odds::to_one(multiplier))
    }
}

impl Value for Multipliers {
    fn read(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Self(Vec::new()));
        }
        let numbers = text
            .split_whitespace()
            .map(|n| n.parse().ok().filter(|n| (1..=1000).contains(n)));
        let numbers = numbers.collect::<Option<Vec<u16>>>()?;
        (!numbers.is_empty() && numbers.windows(2).all(|pair| pair[0] > pair[1]))
            .then_some(Self(numbers))
    }

    fn write(&self) -> String {
        if self.0.is_empty() {
            return "none".to_owned();
        }
        self.0
            .iter()
            .map(u16::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn valid() -> String {
        "`none`, or multipliers from 1000 to 1, largest first, for example `100 50 25`".to_owned()
    }

    fn form() -> Form {
        Form::Multipliers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back<T: Value + std::fmt::Debug>(text: &str) {
        assert_eq!(T::read(text).unwrap().write(), text);
    }

    #[test]
    fn values_are_written_as_they_are_read() {
        read_back::<DeckCounts>("3 to 8");
        read_back::<DeckCounts>("6 or 8");
        read_back::<DeckCounts>("1");
        read_back::<Bands>("none");
        read_back::<Bands>("5 to 24: 1000, 25 up: 5000");
        read_back::<Multipliers>("100 50 25 20 10 5 3 2");
    }

    #[test]
    fn nonsense_is_not_a_value() {
        for text in ["", "0", "8 to 3", "3 to 3", "16", "6 or", "three"] {
            assert_eq!(DeckCounts::read(text), None, "{text}");
        }
        for text in [
            "",
            "5 to 24: 1000",
            "25 up: 5000, 30 up: 9",
            "25 to 5: 1, 30 up: 2",
            "5 to 24 1000, 25 up: 5000",
        ] {
            assert_eq!(Bands::read(text), None, "{text}");
        }
        for text in ["", "2 3", "0", "5 5"] {
            assert_eq!(Multipliers::read(text), None, "{text}");
        }
    }

    #[test]
    fn six_or_eight_does_not_allow_seven() {
        let counts = DeckCounts::read("6 or 8").unwrap();
        assert!(counts.allows(6));
        assert!(!counts.allows(7));
        assert!(counts.allows(8));
        assert!(!counts.allows(200));
    }
}
