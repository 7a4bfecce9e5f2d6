//! Money by its transfers: plain sums, an account by the text of its JSON.

use super::json::{cents, number, tagged};
use super::log::Entry;
use super::objection::{Law, Objection, demand};
use serde_json::Value;
use std::collections::BTreeMap;

/// Every balance, and every hold that has not ended.
#[derive(Default)]
pub(crate) struct Purse {
    balances: BTreeMap<String, i64>,
    holds: BTreeMap<String, Hold>,
    numbers: BTreeMap<String, u64>,
}

struct Hold {
    from: String,
    held: String,
    to: String,
    amount: i64,
}

impl Purse {
    pub(crate) fn balance(&self, account: &str) -> i64 {
        self.balances.get(account).copied().unwrap_or(0)
    }

    pub(crate) fn player(&self, player: u64) -> i64 {
        self.balance(&format!("{{\"player\":{player}}}"))
    }

    pub(crate) fn balances(&self) -> &BTreeMap<String, i64> {
        &self.balances
    }

    pub(crate) fn take(&mut self, entry: &Entry) -> Result<(), Objection> {
        for transfer in &entry.transfers {
            self.transfer(transfer)?;
        }
        let sum: i64 = self.balances.values().sum();
        demand(sum == 0, Law::Sums, || {
            format!("all balances come to {sum}")
        })?;
        let mut held: BTreeMap<&str, i64> = BTreeMap::new();
        for hold in self.holds.values() {
            *held.entry(&hold.held).or_default() += hold.amount;
        }
        for (account, balance) in self
            .balances
            .iter()
            .filter(|(account, _)| account.starts_with("{\"held\""))
        {
            let open = held.get(account.as_str()).copied().unwrap_or(0);
            demand(open == *balance, Law::Held, || {
                format!("{account} has {balance}, and {open} is held")
            })?;
        }
        Ok(())
    }

    fn transfer(&mut self, transfer: &Value) -> Result<(), Objection> {
        let id = &transfer["id"];
        let (series, no) = (id["series"].to_string(), number(id, "no")?);
        let last = self.numbers.entry(series).or_insert(0);
        demand(no == *last + 1, Law::Sums, || {
            format!("transfer {id} comes after number {last}")
        })?;
        *last = no;
        let (kind, does) = tagged(&transfer["does"])?;
        match kind {
            "pay" => {
                let amount = cents(does, "amount")?;
                demand(amount > 0, Law::Sums, || {
                    format!("{transfer} moves nothing")
                })?;
                self.shift(&does["from"].to_string(), &does["to"].to_string(), amount)
            }
            "reclaim" => {
                let amount = cents(does, "amount")?;
                demand(amount > 0, Law::Sums, || {
                    format!("{transfer} moves nothing")
                })?;
                let [from, to] = ["from", "to"].map(|key| does[key].to_string());
                let there = self.balance(&from).min(amount);
                self.shift(&from, &to, there)?;
                self.shift("\"house\"", &to, amount - there)
            }
            "hold" => {
                let [from, held, to] = ["from", "held", "to"].map(|key| does[key].to_string());
                let amount = cents(does, "amount")?;
                demand(amount > 0, Law::Sums, || {
                    format!("{transfer} moves nothing")
                })?;
                self.shift(&from, &held, amount)?;
                self.holds.insert(
                    id.to_string(),
                    Hold {
                        from,
                        held,
                        to,
                        amount,
                    },
                );
                Ok(())
            }
            "post" => {
                let hold = self.end(&does["hold"])?;
                let amount = cents(does, "amount")?;
                demand((1..=hold.amount).contains(&amount), Law::Sums, || {
                    format!("{transfer} posts what is not held")
                })?;
                self.shift(&hold.held, &hold.to, amount)?;
                self.shift(&hold.held, &hold.from, hold.amount - amount)
            }
            "void" => {
                let hold = self.end(&does["hold"])?;
                self.shift(&hold.held, &hold.from, hold.amount)
            }
            _ => Err(Objection::new(
                Law::Log,
                format!("{transfer} is no transfer"),
            )),
        }
    }

    fn end(&mut self, id: &Value) -> Result<Hold, Objection> {
        self.holds
            .remove(&id.to_string())
            .ok_or_else(|| Objection::new(Law::Sums, format!("nothing is held under {id}")))
    }

    fn shift(&mut self, from: &str, to: &str, amount: i64) -> Result<(), Objection> {
        let has = self.balances.entry(from.to_owned()).or_insert(0);
        *has -= amount;
        let may_owe = ["\"house\"", "{\"float\"", "{\"pool\""]
            .iter()
            .any(|start| from.starts_with(start));
        demand(*has >= 0 || may_owe, Law::BelowNothing, || {
            format!("{from} has {has}")
        })?;
        *self.balances.entry(to.to_owned()).or_insert(0) += amount;
        Ok(())
    }

    /// The disk must have the same balances.
    pub(crate) fn compare(&self, found: &BTreeMap<String, i64>) -> Result<(), Objection> {
        for account in self.balances.keys().chain(found.keys()) {
            let (right, is) = (
                self.balance(account),
                found.get(account).copied().unwrap_or(0),
            );
            demand(right == is, Law::Sums, || {
                format!("the disk says that {account} has {is}; its transfers come to {right}")
            })?;
        }
        Ok(())
    }
}
