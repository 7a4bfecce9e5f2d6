//! Old records read as new ones: a kind of record may change its form, and what was written is
//! never changed.

use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Turns a body of one version into a body of the next, or says what is wrong with it.
pub type Step = Box<dyn Fn(Value) -> Result<Value, String> + Send + Sync>;

/// The kinds of records that are known, each with the steps from its first version to its newest.
#[derive(Default)]
pub struct Upcasters {
    kinds: BTreeMap<String, Vec<Step>>,
}

impl Upcasters {
    /// No kinds at all.
    pub fn new() -> Self {
        Self::default()
    }

    /// A kind, and the steps from version 1 to 2, from 2 to 3 and so on; without steps version 1 is
    /// its newest.
    #[must_use]
    pub fn kind(mut self, kind: &str, steps: Vec<Step>) -> Self {
        self.kinds.insert(kind.to_owned(), steps);
        self
    }

    /// The newest version of a kind.
    pub fn newest(&self, kind: &str) -> Option<u16> {
        self.kinds
            .get(kind)
            .and_then(|steps| u16::try_from(steps.len() + 1).ok())
    }

    /// The body of a record in the newest version of its kind.
    ///
    /// # Errors
    ///
    /// When the kind is not known, its version is newer than this program, or a step fails.
    pub fn newest_of<'a>(
        &self,
        kind: &str,
        version: u16,
        body: &'a Value,
    ) -> Result<Cow<'a, Value>, UpcastFault> {
        let (Some(steps), Some(newest)) = (self.kinds.get(kind), self.newest(kind)) else {
            let known = self.kinds.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(UpcastFault::UnknownKind {
                kind: kind.to_owned(),
                known,
            });
        };
        if !(1..=newest).contains(&version) {
            return Err(UpcastFault::UnknownVersion {
                kind: kind.to_owned(),
                found: version,
                newest,
            });
        }
        let mut steps = steps.iter().zip(1_u16..).skip(usize::from(version - 1));
        steps.try_fold(Cow::Borrowed(body), |body, (step, from)| {
            let fault = |why| UpcastFault::Step {
                kind: kind.to_owned(),
                from,
                why,
            };
            step(body.into_owned()).map(Cow::Owned).map_err(fault)
        })
    }
}

impl fmt::Debug for Upcasters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.kinds.keys().map(|kind| (kind, self.newest(kind))))
            .finish()
    }
}

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UpcastFault {
    /// A kind that nobody registered.
    #[error("records of kind `{kind}` are not known: the known kinds are {known}")]
    UnknownKind {
        /// The kind.
        kind: String,
        /// The known ones.
        known: String,
    },
    /// A version from the future, or none.
    #[error(
        "`{kind}` has version {found}, and this program reads versions 1 to {newest}: use a newer \
        program"
    )]
    UnknownVersion {
        /// The kind.
        kind: String,
        /// Its version.
        found: u16,
        /// The newest that is known.
        newest: u16,
    },
    /// A body that a step cannot turn.
    #[error("a body of `{kind}` cannot be brought from version {from} to the next: {why}")]
    Step {
        /// The kind.
        kind: String,
        /// The version it has.
        from: u16,
        /// What the step said.
        why: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Version 2 calls the box by its number; version 3 has amounts in cents.
    fn wagers() -> Upcasters {
        let number = |body: Value| Ok(json!({ "box": body["seat"], "dollars": body["dollars"] }));
        let cents = |body: Value| {
            let dollars = body["dollars"].as_u64().ok_or("no dollars")?;
            Ok(json!({ "box": body["box"], "cents": dollars * 100 }))
        };
        Upcasters::new()
            .kind("wager", vec![Box::new(number), Box::new(cents)])
            .kind("note", Vec::new())
    }

    #[test]
    fn every_version_is_read_as_the_newest() {
        let newest = json!({ "box": 4, "cents": 2500 });
        for (version, body) in [
            (1, json!({ "seat": 4, "dollars": 25 })),
            (2, json!({ "box": 4, "dollars": 25 })),
            (3, newest.clone()),
        ] {
            assert_eq!(
                *wagers().newest_of("wager", version, &body).unwrap(),
                newest,
                "{version}"
            );
        }
        assert_eq!(
            (wagers().newest("wager"), wagers().newest("note")),
            (Some(3), Some(1))
        );
    }

    #[test]
    fn what_is_not_known_is_said() {
        let refused =
            |kind, version, body: Value| wagers().newest_of(kind, version, &body).unwrap_err();
        let newer = refused("wager", 4, json!(null));
        assert_eq!(
            newer.to_string(),
            "`wager` has version 4, and this program reads versions 1 to 3: use a newer program"
        );
        assert!(matches!(
            refused("wager", 0, json!(null)),
            UpcastFault::UnknownVersion { found: 0, .. }
        ));
        let unknown = refused("shoe", 1, json!(null));
        assert_eq!(
            unknown.to_string(),
            "records of kind `shoe` are not known: the known kinds are note, wager"
        );
        let broken = refused("wager", 1, json!({ "seat": 4 }));
        assert_eq!(
            broken,
            UpcastFault::Step {
                kind: "wager".to_owned(),
                from: 2,
                why: "no dollars".to_owned()
            }
        );
    }
}
