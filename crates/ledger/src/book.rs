//! The ledger: balances, and what is held.

use crate::account::Account;
use crate::refusal::LedgerRefusal;
use crate::transfer::{Move, Series, Transfer, TransferId};
use rules::{Money, Net};
use std::collections::BTreeMap;

/// The largest balance, either way: whole numbers up to here survive every reader of JSON.
const MOST_CENTS: i64 = (1 << 53) - 1;

/// Money that waits in a held account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hold {
    /// Whose money it is until it is posted.
    pub from: Account,
    /// Where it waits.
    pub held: Account,
    /// Who gets it if it is posted.
    pub to: Account,
    /// How much.
    pub amount: Money,
}

/// Every balance, and every hold that has not ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    balances: BTreeMap<Account, Net>,
    holds: BTreeMap<TransferId, Hold>,
    /// The last number of each series.
    last: BTreeMap<Series, u64>,
}

/// What [`Ledger::revert`] needs to take transfers back that were never made durable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use = "without it the transfers cannot be reverted"]
pub struct Undo {
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Balance(Account, Option<Net>),
    Hold(TransferId, Option<Hold>),
    Last(Series, Option<u64>),
}

impl Undo {
    /// The accounts whose balances the transfers set, in their order; an account may come more than
    /// once.
    pub fn accounts(&self) -> impl Iterator<Item = Account> {
        self.steps.iter().filter_map(|step| match *step {
            Step::Balance(account, _) => Some(account),
            Step::Hold(..) | Step::Last(..) => None,
        })
    }

    /// The holds that the transfers made or ended, in their order.
    pub fn holds(&self) -> impl Iterator<Item = TransferId> {
        self.steps.iter().filter_map(|step| match *step {
            Step::Hold(id, _) => Some(id),
            Step::Balance(..) | Step::Last(..) => None,
        })
    }

    /// The series in which the transfers are numbered, one for each transfer.
    pub fn series(&self) -> impl Iterator<Item = Series> {
        self.steps.iter().filter_map(|step| match *step {
            Step::Last(series, _) => Some(series),
            Step::Balance(..) | Step::Hold(..) => None,
        })
    }
}

impl Ledger {
    /// An empty ledger.
    pub fn new() -> Self {
        Self::default()
    }

    /// The balance of an account; nothing where it was never used.
    pub fn balance(&self, account: Account) -> Net {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// Every account that was ever used, with its balance.
    pub fn balances(&self) -> impl Iterator<Item = (Account, Net)> {
        self.balances
            .iter()
            .map(|(&account, &balance)| (account, balance))
    }

    /// Every hold that has not ended.
    pub fn holds(&self) -> impl Iterator<Item = (TransferId, Hold)> {
        self.holds.iter().map(|(&id, &hold)| (id, hold))
    }

    /// A hold, while it has not ended.
    pub fn hold(&self, id: TransferId) -> Option<Hold> {
        self.holds.get(&id).copied()
    }

    /// The number the next transfer of a series has.
    pub fn next_no(&self, series: Series) -> u64 {
        self.last.get(&series).map_or(1, |last| last + 1)
    }

    /// Every series, with the last number given in it.
    pub fn series(&self) -> impl Iterator<Item = (Series, u64)> {
        self.last.iter().map(|(&series, &last)| (series, last))
    }

    /// A ledger as it was written down: the balances, the holds and the last number of each series.
    pub fn restore(
        balances: impl IntoIterator<Item = (Account, Net)>,
        holds: impl IntoIterator<Item = (TransferId, Hold)>,
        last: impl IntoIterator<Item = (Series, u64)>,
    ) -> Self {
        Self {
            balances: balances.into_iter().collect(),
            holds: holds.into_iter().collect(),
            last: last.into_iter().collect(),
        }
    }

    /// Makes all of these transfers, or none.
    ///
    /// # Errors
    ///
    /// The first transfer that cannot be made; the ledger is then as it was.
    pub fn apply(&mut self, transfers: &[Transfer]) -> Result<Undo, LedgerRefusal> {
        let mut undo = Undo::default();
        for transfer in transfers {
            if let Err(refusal) = self.make(transfer, &mut undo) {
                self.revert(undo);
                return Err(refusal);
            }
        }
        Ok(undo)
    }

    /// Takes back the transfers of one [`Ledger::apply`], the latest first.
    pub fn revert(&mut self, undo: Undo) {
        for step in undo.steps.into_iter().rev() {
            match step {
                Step::Balance(account, before) => put_back(&mut self.balances, account, before),
                Step::Hold(id, before) => put_back(&mut self.holds, id, before),
                Step::Last(series, before) => put_back(&mut self.last, series, before),
            }
        }
    }

    fn make(&mut self, transfer: &Transfer, undo: &mut Undo) -> Result<(), LedgerRefusal> {
        let id = transfer.id;
        let next = self.next_no(id.series);
        if id.no != next {
            return Err(LedgerRefusal::OutOfOrder { id, next });
        }
        match transfer.does {
            Move::Pay { from, to, amount } => {
                // Tokens can be wagered and not cashed.
                let cashes = matches!(from, Account::Tokens(_)) && is_player(to);
                fit(
                    id,
                    amount,
                    from != to && !is_held(from) && !is_held(to) && !cashes,
                )?;
                self.shift(from, to, amount, undo)?;
            }
            Move::Reclaim { from, to, amount } => {
                fit(
                    id,
                    amount,
                    is_player(from) && !is_player(to) && !is_held(to) && to != Account::House,
                )?;
                let has = Money::from_cents(self.balance(from).cents().unsigned_abs());
                let there = has.min(amount);
                self.shift(from, to, there, undo)?;
                self.shift(Account::House, to, amount.saturating_sub(there), undo)?;
            }
            Move::Hold {
                from,
                held,
                to,
                amount,
            } => {
                fit(
                    id,
                    amount,
                    is_held(held) && !is_held(from) && !is_held(to) && from != to,
                )?;
                self.shift(from, held, amount, undo)?;
                self.set_hold(
                    id,
                    Some(Hold {
                        from,
                        held,
                        to,
                        amount,
                    }),
                    undo,
                );
            }
            Move::Post { hold, amount } => {
                let ended = self.end(hold, undo)?;
                let Some(rest) = ended.amount.cents().checked_sub(amount.cents()) else {
                    return Err(LedgerRefusal::MoreThanHeld {
                        hold,
                        held: ended.amount,
                        posted: amount,
                    });
                };
                fit(id, amount, true)?;
                self.shift(ended.held, ended.to, amount, undo)?;
                self.shift(ended.held, ended.from, Money::from_cents(rest), undo)?;
            }
            Move::Void { hold } => {
                let ended = self.end(hold, undo)?;
                self.shift(ended.held, ended.from, ended.amount, undo)?;
            }
        }
        undo.steps
            .push(Step::Last(id.series, self.last.insert(id.series, id.no)));
        Ok(())
    }

    fn end(&mut self, hold: TransferId, undo: &mut Undo) -> Result<Hold, LedgerRefusal> {
        let ended = self
            .holds
            .get(&hold)
            .copied()
            .ok_or(LedgerRefusal::NoSuchHold { hold })?;
        self.set_hold(hold, None, undo);
        Ok(ended)
    }

    fn set_hold(&mut self, id: TransferId, to: Option<Hold>, undo: &mut Undo) {
        undo.steps
            .push(Step::Hold(id, self.holds.get(&id).copied()));
        put_back(&mut self.holds, id, to);
    }

    fn shift(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        undo: &mut Undo,
    ) -> Result<(), LedgerRefusal> {
        let cents = i64::try_from(amount.cents())
            .ok()
            .filter(|&cents| cents <= MOST_CENTS);
        let cents = cents.ok_or(LedgerRefusal::TooMuch { account: from })?;
        let has = self.balance(from).cents();
        if has < cents && !from.may_owe() {
            let has = Money::from_cents(has.unsigned_abs());
            return Err(LedgerRefusal::NotEnough {
                account: from,
                has,
                needs: amount,
            });
        }
        self.set_balance(from, has - cents, undo)?;
        self.set_balance(to, self.balance(to).cents() + cents, undo)
    }

    fn set_balance(
        &mut self,
        account: Account,
        cents: i64,
        undo: &mut Undo,
    ) -> Result<(), LedgerRefusal> {
        if cents.abs() > MOST_CENTS {
            return Err(LedgerRefusal::TooMuch { account });
        }
        undo.steps.push(Step::Balance(
            account,
            self.balances.insert(account, Net::from_cents(cents)),
        ));
        Ok(())
    }
}

fn put_back<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

const fn is_held(account: Account) -> bool {
    matches!(account, Account::Held(_))
}

const fn is_player(account: Account) -> bool {
    matches!(account, Account::Player(_))
}

fn fit(id: TransferId, amount: Money, accounts: bool) -> Result<(), LedgerRefusal> {
    if !accounts {
        return Err(LedgerRefusal::WrongAccounts { id });
    }
    if amount.is_zero() {
        return Err(LedgerRefusal::Nothing { id });
    }
    Ok(())
}
