//! A box as it is typed: `25,card,pairs=5,co=10`.

use rules::Money;
use simulator::{Bets, Follows};
use std::path::PathBuf;
use std::str::FromStr;

/// How hands are played: a name, or a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// The best play, by the exact cards of the hand.
    Best,
    /// The chart that fits on a card: `pontoon strategy`.
    Card,
    /// A strategy file: docs/strategy-files.md.
    File(PathBuf),
}

impl FromStr for How {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "best" => Ok(Self::Best),
            "card" => Ok(Self::Card),
            _ if text.contains(['.', '/']) => Ok(Self::File(PathBuf::from(text))),
            _ => Err("write best, card, or a strategy file such as my.strategy".to_owned()),
        }
    }
}

impl How {
    /// Its word, or the file.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Best => "best".to_owned(),
            Self::Card => "card".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

/// A box as it was asked for; what is left out is taken from the other options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BoxAsked {
    pub(crate) wager: Money,
    pub(crate) how: Option<How>,
    pub(crate) pairs: Option<Money>,
    pub(crate) pandemonium: Option<Money>,
    pub(crate) others: Vec<(Money, Follows)>,
}

impl BoxAsked {
    /// A box with one wager.
    pub(crate) fn plain(wager: Money, how: How) -> Self {
        Self {
            wager,
            how: Some(how),
            pairs: None,
            pandemonium: None,
            others: Vec::new(),
        }
    }

    /// The wagers on it.
    pub(crate) fn bets(&self) -> Vec<Bets> {
        let first = Bets {
            pairs: self.pairs,
            pandemonium: self.pandemonium,
            ..Bets::of(self.wager)
        };
        let others = self.others.iter().map(|&(wager, follows)| Bets {
            follows,
            ..Bets::of(wager)
        });
        [first].into_iter().chain(others).collect()
    }
}

impl FromStr for BoxAsked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(',').map(str::trim);
        let mut asked = Self {
            wager: amount(words.next().unwrap_or_default())?,
            how: None,
            pairs: None,
            pandemonium: None,
            others: Vec::new(),
        };
        for word in words {
            match word.split_once('=') {
                Some(("pairs", sum)) => asked.pairs = Some(amount(sum)?),
                Some(("pandemonium", sum)) => asked.pandemonium = Some(amount(sum)?),
                Some(("co", other)) => asked.others.push(co_bettor(other)?),
                None if asked.how.is_some() => {
                    return Err(format!("`{word}`: a box is played in one way only"));
                }
                None => asked.how = Some(word.parse()?),
                Some((key, _)) => {
                    return Err(format!(
                        "`{key}` is not known: write pairs=, pandemonium= or co="
                    ));
                }
            }
        }
        Ok(asked)
    }
}

fn amount(text: &str) -> Result<Money, String> {
    let amount: Money = text.parse().map_err(|_| {
        format!("`{text}` is no amount: a box is a wager first, such as 25,card,pairs=5")
    })?;
    if amount.is_zero() {
        Err("a wager must be more than nothing".to_owned())
    } else {
        Ok(amount)
    }
}

fn co_bettor(text: &str) -> Result<(Money, Follows), String> {
    let (sum, follows) = text.split_once(':').unwrap_or((text, "everything"));
    let follows = match follows {
        "everything" => Follows::Everything,
        "splits" => Follows::SplitsOnly,
        "doubles" => Follows::DoublesOnly,
        "nothing" => Follows::Nothing,
        _ => {
            return Err(format!(
                "`{follows}` is not known: a co-bettor follows everything, splits, doubles or \
                nothing"
            ));
        }
    };
    Ok((amount(sum)?, follows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_read_as_it_is_typed() {
        let asked: BoxAsked = "25,card,pairs=5,co=10,co=7.50:nothing".parse().unwrap();
        assert_eq!(
            (asked.wager, asked.how.clone()),
            (Money::from_dollars(25), Some(How::Card))
        );
        assert_eq!(asked.pairs, Some(Money::from_dollars(5)));
        assert_eq!(
            asked.others,
            [
                (Money::from_dollars(10), Follows::Everything),
                (Money::from_cents(750), Follows::Nothing)
            ]
        );
        assert_eq!(asked.bets().len(), 3);
        let file: BoxAsked = "5,my.strategy".parse().unwrap();
        assert_eq!(file.how, Some(How::File("my.strategy".into())));
        for (text, words) in [
            ("", "is no amount"),
            ("card", "is no amount"),
            ("0", "more than nothing"),
            ("25,guess", "best, card, or a strategy file"),
            ("25,tip=5", "`tip` is not known"),
            ("25,best,card", "in one way only"),
            (
                "25,co=5:half",
                "follows everything, splits, doubles or nothing",
            ),
        ] {
            let message = text.parse::<BoxAsked>().unwrap_err();
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
