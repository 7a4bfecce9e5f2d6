//! What an auditor objects to.

use std::fmt;

/// The laws of the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// The log can be read, its hashes form one chain and its numbers have no gap.
    Log,
    /// Nothing is done twice.
    Once,
    /// What was acknowledged is in the log, as it was asked.
    Acknowledged,
    /// What was refused is not.
    Refused,
    /// What was acknowledged before something else was asked comes before it.
    Order,
    /// Everybody is told what the log says, and nothing that is not in it.
    Told,
    /// Money is neither made nor lost, and transfers have their order.
    Sums,
    /// Nobody has less than nothing.
    BelowNothing,
    /// What is held is what lies on the table.
    Held,
    /// Money moves as the events say.
    Wagers,
    /// A wager is paid by its outcome, its odds and its stake.
    Payment,
    /// Hands are won and lost by their cards.
    Hands,
    /// Rounds follow each other, and each ends once.
    Rounds,
    /// No card comes twice, and what comes is what was committed to.
    Cards,
    /// A shoe that is over is opened and holds; one that is not is sealed.
    Shoes,
    /// Nobody wagers beyond their own limits or an exclusion.
    Limits,
    /// The rules come to the same once more.
    Replay,
    /// A house that was closed in order holds nobody's money but the players'.
    Closed,
}

/// Something that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// Which law is broken.
    pub law: Law,
    /// How, and where.
    pub what: String,
}

impl Objection {
    /// An objection.
    pub(crate) fn new(law: Law, what: impl Into<String>) -> Self {
        Self {
            law,
            what: what.into(),
        }
    }

    pub(crate) fn at(self, place: &str) -> Self {
        Self {
            what: format!("{place}: {}", self.what),
            ..self
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.law, self.what)
    }
}

impl std::error::Error for Objection {}

/// Objects unless something holds.
pub(crate) fn demand(
    holds: bool,
    law: Law,
    what: impl FnOnce() -> String,
) -> Result<(), Objection> {
    if holds {
        Ok(())
    } else {
        Err(Objection::new(law, what()))
    }
}
