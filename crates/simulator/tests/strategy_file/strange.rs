//! Texts that nobody would write.

use super::{Asked, CAREFUL, COUNTER, SPLIT, SYDNEY, book, cards, lines, terms};
use proptest::prelude::*;
use rules::{BOOK_IDS, Sign};
use simulator::{Play as _, StrategyFile};
use solver::From;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done to a text, it is read or refused; what is read is written and read again,
    /// and can be played.
    #[test]
    fn no_text_is_too_strange(
        which in 0_usize..3,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..8, any::<prop::sample::Index>()), 1..8),
    ) {
        let mut text = [COUNTER, CAREFUL, SYDNEY][which].to_owned();
        for (at, how, other) in changes {
            text = change(&text, at, how, other);
        }
        if let Ok(file) = StrategyFile::parse(&text) {
            let written = file.to_string();
            let again = StrategyFile::parse(&written).map_err(|faults| TestCaseError::fail(format!("{}\n{written}", lines(&faults))))?;
            prop_assert_eq!(again.to_string(), written);
            prop_assert_eq!(again.bands(), file.bands());
            for id in BOOK_IDS {
                let (book, terms) = (book(id), terms(id));
                file.check(&book, &Sign::usual(&book)).iter().for_each(|fault| assert!(!fault.to_string().is_empty()));
                for band in 0..=file.bands() {
                    let play = file.play(band, &terms, &Asked);
                    for hand in ["7c 7c", "Ac Ac", "Kc 6c", "2c 2d", "Ac 2c 3c 4c 5c", "6s 8s"] {
                        prop_assert!(play.action("Ac".parse().unwrap(), &cards(hand), SPLIT).is_some());
                        prop_assert_eq!(play.action("7c".parse().unwrap(), &cards(hand), From::Dealt).is_some(), true);
                    }
                }
            }
        }
    }

    /// Texts of nothing but words of the form.
    #[test]
    fn no_words_are_too_many(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60)) {
        let text = words.concat();
        if let Err(faults) = StrategyFile::parse(&text) {
            prop_assert!(!faults.is_empty() && faults.len() <= 100);
            prop_assert!(faults.iter().all(|fault| fault.line >= 1 && fault.column >= 1));
        }
    }
}

const WORDS: [&str; 40] = [
    "\n",
    "\n",
    "\n",
    "\n\n",
    " ",
    " ",
    " ",
    ":",
    ": ",
    "#",
    "hard",
    "soft",
    "later soft",
    "pairs",
    "forfeit",
    "count",
    "ramp",
    "wonging",
    "index",
    "tags",
    "start",
    "true",
    "2 3 4 5 6 7 8 9 T A",
    "16 S S S S S S S S S S",
    "to ",
    "from ",
    "below ",
    "S4*",
    "D/S4",
    "P$",
    "é",
    "\u{feff}",
    "99999999999999999999",
    "-1",
    "+1.5",
    "insurance",
    "hard 16 v T: S from ",
    "base best",
    "name ",
    "\t",
];

/// A text with something changed in one place.
fn change(text: &str, at: prop::sample::Index, how: usize, other: prop::sample::Index) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return WORDS[other.index(WORDS.len())].to_owned();
    }
    let place = at.index(letters.len());
    let (before, after): (String, String) = (
        letters[..place].iter().collect(),
        letters[place..].iter().collect(),
    );
    let lines: Vec<&str> = text.lines().collect();
    let mut changed: Vec<&str> = lines.clone();
    match how {
        0 => format!("{before}{}", after.chars().skip(1).collect::<String>()),
        1 => format!("{before}{}{after}", WORDS[other.index(WORDS.len())]),
        2 => format!(
            "{before}{}{}",
            letters[other.index(letters.len())],
            after.chars().skip(1).collect::<String>()
        ),
        3 => before,
        4 => {
            changed.remove(at.index(lines.len()));
            changed.join("\n")
        }
        5 => {
            changed.insert(at.index(lines.len()), lines[other.index(lines.len())]);
            changed.join("\n")
        }
        6 => {
            changed.swap(at.index(lines.len()), other.index(lines.len()));
            changed.join("\n")
        }
        _ => format!(
            "{before}{}{after}",
            char::from_u32(u32::try_from(other.index(0x3000)).unwrap()).unwrap_or('x')
        ),
    }
}
