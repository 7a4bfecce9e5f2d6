//! The log checked from its first entry to its last, and every round played again where that is asked for.

use house::Replayed;
use serde::Serialize;
use store::audit::{AuditFault, verify_database};
use store::{Entry, Fault, Read};
use utoipa::ToSchema;

/// How many entries are read at a time.
const AT_ONCE: usize = 500;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Audit {
    /// Whether everything holds.
    pub(crate) holds: bool,
    /// How many entries there are.
    pub(crate) entries: u64,
    /// How many signed checkpoints.
    pub(crate) checkpoints: u64,
    /// How many entries a signature covers; those behind are only chained.
    pub(crate) signed: u64,
    /// How many rounds were played again, where that was asked for.
    pub(crate) rounds: Option<u64>,
    /// The first thing that does not hold.
    pub(crate) fault: Option<Found>,
}

/// What does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Found {
    /// At which entry, where it is one.
    pub(crate) position: Option<u64>,
    /// What.
    pub(crate) what: String,
}

/// Checks the whole log.
pub(crate) fn verify(mut read: impl Read, replay: bool) -> Result<Audit, Fault> {
    let mut audit = match verify_database(&mut read, None) {
        Ok(verified) => Audit {
            holds: true,
            entries: verified.head.size,
            checkpoints: verified.checkpoints,
            signed: verified.signed,
            rounds: None,
            fault: None,
        },
        Err(fault) => return Ok(broken(&fault)),
    };
    if replay {
        match play_again(&mut read, audit.entries)? {
            Ok(rounds) => audit.rounds = Some(rounds),
            Err(found) => {
                audit.holds = false;
                audit.fault = Some(found);
            }
        }
    }
    Ok(audit)
}

fn broken(fault: &AuditFault) -> Audit {
    let position = if let AuditFault::Found(finding) = fault { Some(finding.position) } else { None };
    let fault = Some(Found { position, what: fault.to_string() });
    Audit { holds: false, entries: 0, checkpoints: 0, signed: 0, rounds: None, fault }
}

/// Every round and every balance once more, up to an entry.
fn play_again(read: &mut impl Read, to: u64) -> Result<Result<u64, Found>, Fault> {
    let mut replayed = Replayed::default();
    while replayed.entries < to {
        let raws = read.log(replayed.entries + 1, AT_ONCE)?;
        if raws.is_empty() {
            break;
        }
        for raw in raws.iter().take_while(|raw| raw.position <= to) {
            let position = Some(raw.position);
            let told = match Entry::decode(&raw.bytes) {
                Ok(entry) => replayed.tell(raw.position, &entry).map_err(|fault| fault.what.to_string()),
                Err(fault) => Err(fault.to_string()),
            };
            if let Err(what) = told {
                return Ok(Err(Found { position, what }));
            }
        }
    }
    Ok(Ok(replayed.rounds))
}
