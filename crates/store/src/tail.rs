//! The quick check at every opening: the entries after the last checkpoint, and the sums of the ledger.
//!
//! It does not read the whole log; [`crate::audit`] does.

use crate::backend::{Identity, Loaded, Read};
use crate::chain::Head;
use crate::fault::{Fault, FaultKind};
use rules::Net;

/// How many entries are read at a time.
const AT_ONCE: usize = 512;

pub(crate) fn check(read: &mut impl Read, identity: &Identity, loaded: &Loaded) -> Result<(), Fault> {
    let corrupt = |what: String| Err(Fault::new(FaultKind::Corrupt, what));
    let sum: Net = loaded.ledger.balances().map(|(_, balance)| balance).sum();
    if sum != Net::ZERO {
        return corrupt(format!("the balances come to {sum}, not to nothing"));
    }
    let mut at = Head { size: 0, hash: identity.genesis() };
    if let Some(checkpoint) = &loaded.checkpoint {
        if let Err(fault) = checkpoint.check(identity) {
            return corrupt(format!("the last checkpoint, at {}: {fault}", checkpoint.head.size));
        }
        at = checkpoint.head;
    }
    if at.size > loaded.head.size {
        return corrupt(format!("{} entries are signed and only {} are there", at.size, loaded.head.size));
    }
    if at.size > 0 {
        let signed = read.log(at.size, 1)?;
        if signed.first().is_none_or(|raw| raw.position != at.size || raw.hash != at.hash) {
            return corrupt(format!("entry {} has not the hash that is signed, {}", at.size, at.hash));
        }
    }
    while at.size < loaded.head.size {
        let entries = read.log(at.size + 1, AT_ONCE)?;
        if entries.is_empty() {
            return corrupt(format!("entry {} is missing", at.size + 1));
        }
        for raw in entries {
            at = Head { size: at.size + 1, hash: at.hash.next(&raw.bytes) };
            if raw.position != at.size || raw.hash != at.hash {
                return corrupt(format!("entry {} breaks the chain: run `pontoon audit verify`", at.size));
            }
        }
    }
    if at != loaded.head {
        return corrupt(format!("the log ends with {}, not with {}", loaded.head.hash, at.hash));
    }
    Ok(())
}
