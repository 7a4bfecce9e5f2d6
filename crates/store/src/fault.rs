//! What goes wrong on the disk's side. Nothing of it is anybody's command being wrong.

use std::fmt;
use std::path::Path;

/// Why the store could not do what it was asked. The command may be sent again under the same name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of thing went wrong.
    pub kind: FaultKind,
    /// What the layer below said.
    pub detail: String,
}

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// There is no room left. It goes on by itself when there is room again.
    Full,
    /// Reading or writing failed.
    Io,
    /// Somebody else holds the database.
    Locked,
    /// What was read is not what was written.
    Corrupt,
    /// The journal has stopped.
    Stopped,
    /// Anything else.
    Other,
}

impl Fault {
    /// A fault of a kind, with what is known of it.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
        }
    }

    /// The same with the file that could not be read or written.
    pub(crate) fn at(self, path: &Path) -> Self {
        match self.kind {
            FaultKind::Full | FaultKind::Io => Self {
                detail: format!("{}: {}", path.display(), self.detail),
                ..self
            },
            FaultKind::Locked | FaultKind::Corrupt | FaultKind::Stopped | FaultKind::Other => self,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "there is no room left on the disk",
            Self::Io => "the disk could not be read or written",
            Self::Locked => "the database is held by somebody else",
            Self::Corrupt => "the database is damaged",
            Self::Stopped => "the journal has stopped",
            Self::Other => "the database failed",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.detail)
    }
}

impl std::error::Error for Fault {}
