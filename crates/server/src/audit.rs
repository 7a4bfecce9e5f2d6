//! The log checked from its first entry to its last, and every round played again where that is
//! asked for.

use house::{LogFault, ReplayFault, Replayed};
use serde::Serialize;
use store::audit::{AuditFault, verify_database};
use store::{Fault, Read};
use utoipa::ToSchema;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Found {
    /// At which entry, where it is one.
    pub(crate) position: Option<u64>,
    /// What.
    pub(crate) what: String,
}

/// Checks the whole log.
pub(crate) fn verify(read: &mut dyn Read, replay: bool) -> Result<Audit, Fault> {
    let mut audit = match verify_database(read, None) {
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
        match Replayed::of_log(read, audit.entries) {
            Ok(replayed) => audit.rounds = Some(replayed.rounds),
            Err(LogFault::Fault(fault)) => return Err(fault),
            Err(LogFault::Replay(ReplayFault { position, what })) => {
                audit.holds = false;
                audit.fault = Some(Found {
                    position: Some(position),
                    what: what.to_string(),
                });
            }
        }
    }
    Ok(audit)
}

fn broken(fault: &AuditFault) -> Audit {
    let position = if let AuditFault::Found(finding) = fault {
        Some(finding.position)
    } else {
        None
    };
    let fault = Some(Found {
        position,
        what: fault.to_string(),
    });
    Audit {
        holds: false,
        entries: 0,
        checkpoints: 0,
        signed: 0,
        rounds: None,
        fault,
    }
}
