//! A number of rounds as people write it.

use std::str::FromStr;

/// A number of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rounds(u64);

/// More rounds than these would take years.
const MOST: u64 = 1_000_000_000_000_000;

impl Rounds {
    pub(crate) const fn number(self) -> u64 {
        self.0
    }

    /// A number of rounds as short as it can be written without losing any: `20M`, `250k`, `1234`.
    pub(crate) fn short(rounds: u64) -> String {
        let unit = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
            .into_iter()
            .find(|(unit, _)| rounds >= *unit && rounds.is_multiple_of(*unit));
        unit.map_or_else(
            || rounds.to_string(),
            |(unit, letter)| format!("{}{letter}", rounds / unit),
        )
    }
}

impl FromStr for Rounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "write a whole number of rounds from 2 to {MOST}, such as 1000000, 1e9, 250k, 20M \
                or 3G"
            )
        };
        let plain: String = text.chars().filter(|letter| *letter != '_').collect();
        let (digits, zeros) = match plain.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, power.parse::<u32>().map_err(|_| wrong())?),
            None => match plain.char_indices().next_back() {
                Some((place, 'k' | 'K')) => (&plain[..place], 3),
                Some((place, 'M')) => (&plain[..place], 6),
                Some((place, 'G')) => (&plain[..place], 9),
                Some(_) | None => (&plain[..], 0),
            },
        };
        // Digits after a point use up zeros.
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let used = u32::try_from(part.len()).map_err(|_| wrong())?;
        let zeros = zeros.checked_sub(used).ok_or_else(wrong)?;
        let number = format!("{whole}{part}")
            .parse::<u64>()
            .ok()
            .and_then(|number| number.checked_mul(10_u64.checked_pow(zeros)?));
        number
            .filter(|number| (2..=MOST).contains(number))
            .map(Self)
            .ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_as_people_write_them() {
        let read = |text: &str| text.parse::<Rounds>().map(Rounds::number).ok();
        assert_eq!(read("1000000"), Some(1_000_000));
        assert_eq!(
            [
                read("1e6"),
                read("1E6"),
                read("1M"),
                read("1_000k"),
                read("0.001G")
            ],
            [Some(1_000_000); 5]
        );
        assert_eq!(read("2.5e2"), Some(250));
        assert_eq!(
            [1_234, 250_000, 20_000_000, 3_000_000_000].map(Rounds::short),
            ["1234", "250k", "20M", "3G"]
        );
        for wrong in [
            "", "0", "1", "-5", "1.5", "2.55e1", "e9", "ten", "1e99", "2e15", "1e-3", "M",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
