//! The money in the desk's entries, as their own events tell it.
//!
//! Who the people are and whether they might do so is not known here; nor is any event but the one
//! that money moved.

use ledger::{Account, Move, PlayerId, Purpose, Series, Transfer};
use rules::{Clause, Money, Net};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The kind of the desk's entries.
pub(crate) const KIND: &str = "desk";
/// The version of their form that is known here.
pub(crate) const VERSION: u16 = 1;

/// Money at the desk: one transfer between the house and a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moved {
    person: PlayerId,
    /// What the person has more afterwards.
    net: Net,
    why: Why,
}

/// Why it moved; the words of a credit and a correction are for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Why {
    Newcomer,
    TopUp,
    Credit(String),
    Correction(String),
    CashOut,
    GuestClosed,
}

impl Moved {
    /// What the events of an entry say moved, in their order.
    pub(crate) fn in_entry(body: &Value) -> Result<Vec<Self>, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Body {
            events: Vec<Value>,
        }
        let body = Body::deserialize(body).map_err(|error| error.to_string())?;
        let moved = body.events.iter().filter_map(|event| event.get("moved"));
        moved
            .map(|moved| Self::deserialize(moved).map_err(|error| error.to_string()))
            .collect()
    }

    /// Whether a transfer is this movement. Its number is the ledger's business: a series has no
    /// gap.
    pub(crate) fn is(&self, transfer: &Transfer) -> bool {
        let amount = Money::from_cents(self.net.cents().unsigned_abs());
        let (house, player) = (Account::House, Account::Player(self.person));
        let (from, to) = if self.net.cents() < 0 {
            (player, house)
        } else {
            (house, player)
        };
        transfer.id.series == Series::Cashier
            && transfer.does == Move::Pay { from, to, amount }
            && self.why.purposes().contains(&transfer.purpose)
            && transfer.clause == Clause::SILENT
    }
}

impl Why {
    /// What the ledger may call it. A credit is play money for some people and not for others: the
    /// desk knows who is who.
    const fn purposes(&self) -> &'static [Purpose] {
        match self {
            Self::Newcomer | Self::TopUp | Self::GuestClosed => &[Purpose::PlayMoney],
            Self::Credit(_) => &[Purpose::Credit, Purpose::PlayMoney],
            Self::Correction(_) => &[Purpose::Correction],
            Self::CashOut => &[Purpose::CashOut],
        }
    }
}
