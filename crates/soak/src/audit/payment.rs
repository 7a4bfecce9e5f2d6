//! What a wager must be paid, reckoned anew from its outcome, its odds and its stake.
//!
//! The few facts of the five books that this takes are written down here once more, on purpose.

use super::json::{cents, tagged, text};
use super::objection::{Law, Objection, demand};
use serde_json::Value;

/// What a wager on a hand may be paid at.
const HAND: [&str; 4] = ["1 to 1", "3 to 2", "2 to 1", "3 to 1"];
/// The multipliers of the jackpot meter.
const METER: [&str; 8] = [
    "100 to 1", "50 to 1", "25 to 1", "20 to 1", "10 to 1", "5 to 1", "3 to 1", "2 to 1",
];
/// Prizes of the Super Bonus, in cents, and what everybody else gets.
const PRIZES: [i64; 2] = [100_000, 500_000];
const OTHERS: i64 = 5_000;

/// A table's book and sign, as far as payments go.
pub(crate) struct Terms<'a> {
    pub(crate) book: &'a str,
    pub(crate) sign: &'a Value,
}

impl Terms<'_> {
    /// What the bettor must have won or lost.
    pub(crate) fn net(&self, settled: &Value) -> Result<i64, Objection> {
        let stake = cents(settled, "stake")?;
        match text(settled, "outcome")? {
            "lost" | "forfeited" => Ok(-stake),
            "stand_off" | "returned" => Ok(0),
            // An odd cent is in the player's favour.
            "surrendered" => Ok(-(stake / 2)),
            "won" => self.won(settled, stake),
            other => Err(Objection::new(Law::Log, format!("`{other}` is no outcome"))),
        }
    }

    fn won(&self, settled: &Value, stake: i64) -> Result<i64, Objection> {
        let (kind, side) = tagged(&settled["kind"])?;
        let net = cents(settled, "net")?;
        let allowed: &[&str] = match kind {
            "wager" => &HAND,
            "double" => &["1 to 1"],
            "insurance" => &["2 to 1"],
            "side" if side == "pandemonium" => &METER,
            "side" => self.pairs(),
            "super_bonus" => return self.bonus(settled, &PRIZES),
            "others_bonus" => return self.bonus(settled, &[OTHERS]),
            other => {
                return Err(Objection::new(
                    Law::Log,
                    format!("`{other}` is no kind of wager"),
                ));
            }
        };
        let odds = text(settled, "odds")?;
        demand(allowed.contains(&odds), Law::Payment, || {
            format!("{kind} is paid {odds} in {}", self.book)
        })?;
        demand(stake > 0 && net > 0, Law::Payment, || {
            format!("a wager of {stake} wins {net}")
        })?;
        let (paid, wagered) = odds.split_once(" to ").unwrap_or_default();
        let numbers = (paid.parse::<i64>(), wagered.parse::<i64>());
        let (Ok(paid), Ok(wagered)) = numbers else {
            return Err(Objection::new(Law::Log, format!("`{odds}` are no odds")));
        };
        self.paid(stake, paid, wagered)
    }

    fn pairs(&self) -> &'static [&'static str] {
        match self.book {
            "canberra" => &["6 to 1", "12 to 1", "25 to 1"],
            "singapore" => &["11 to 1"],
            "tasmania" => &[],
            _ => &["5 to 1", "10 to 1", "25 to 1"],
        }
    }

    fn bonus(&self, settled: &Value, prizes: &[i64]) -> Result<i64, Objection> {
        let net = cents(settled, "net")?;
        let fits = settled["stake"] == 0
            && settled["odds"].is_null()
            && prizes.contains(&net)
            && self.book != "adelaide";
        demand(fits, Law::Payment, || {
            format!("{settled} is no bonus of {}", self.book)
        })?;
        Ok(net)
    }

    /// Adelaide and Sydney pay up to the next chip, the others to the cent. Where Adelaide's sign
    /// demands multiples, a wager that is none and cannot be paid in chips is paid as the next
    /// lower multiple.
    fn paid(&self, stake: i64, paid: i64, wagered: i64) -> Result<i64, Objection> {
        let (chip, minimum) = (cents(self.sign, "chip")?, cents(self.sign, "minimum")?);
        let unit = if ["adelaide", "sydney"].contains(&self.book) {
            chip
        } else {
            1
        };
        let lower = stake - stake % minimum;
        let odd = self.sign["multiples"] == true
            && lower != stake
            && lower > 0
            && stake * paid % (wagered * chip) != 0;
        if self.book == "adelaide" && odd {
            return Ok(lower * paid / (wagered * chip) * chip);
        }
        Ok((stake * paid + wagered * unit - 1) / (wagered * unit) * unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(book: &str, chip: i64, multiples: bool, settled: (&str, &str, i64), net: i64) {
        let sign = json!({ "chip": chip, "minimum": 1000, "multiples": multiples });
        let (outcome, odds, stake) = settled;
        let settled = json!({
            "kind": "wager",
            "outcome": outcome,
            "odds": odds,
            "stake": stake,
            "net": net,
        });
        assert_eq!(Terms { book, sign: &sign }.net(&settled), Ok(net));
    }

    #[test]
    fn wagers_are_paid_as_each_book_rounds() {
        check("canberra", 500, false, ("won", "3 to 2", 2500), 3750);
        check("sydney", 500, false, ("won", "3 to 2", 2500), 4000);
        check("adelaide", 500, false, ("won", "3 to 2", 2500), 4000);
        check("adelaide", 500, true, ("won", "3 to 2", 2500), 3000);
        check("tasmania", 1, false, ("won", "3 to 2", 5), 8);
    }

    #[test]
    fn half_is_kept_and_the_odd_cent_with_it() {
        check("sydney", 500, false, ("surrendered", "", 2505), -1252);
        check("sydney", 1, false, ("lost", "", 2505), -2505);
        check("sydney", 1, false, ("stand_off", "", 2505), 0);
    }

    #[test]
    fn odds_that_no_book_has_are_objected_to() {
        let sign = json!({ "chip": 1, "minimum": 500, "multiples": false });
        let settled = json!({
            "kind": { "side": "pairs" },
            "outcome": "won",
            "odds": "25 to 1",
            "stake": 100,
            "net": 2500,
        });
        assert_eq!(
            Terms {
                book: "sydney",
                sign: &sign
            }
            .net(&settled),
            Ok(2500)
        );
        let objection = Terms {
            book: "singapore",
            sign: &sign,
        }
        .net(&settled)
        .unwrap_err();
        assert_eq!(objection.law, Law::Payment);
    }
}
