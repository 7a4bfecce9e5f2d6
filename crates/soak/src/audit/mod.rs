//! stub
use crate::counts::Counts;
use crate::evidence::Evidence;
use std::fmt;
/// x
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection(String);
impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
/// x
pub fn judge(e: &Evidence) -> Result<Counts, Objection> {
    let mut replayed = house::Replayed::default();
    for line in &e.log {
        let entry = store::Entry::decode(&line.bytes).map_err(|f| Objection(f.to_string()))?;
        replayed.tell(line.position, &entry).map_err(|f| Objection(f.to_string()))?;
    }
    Ok(Counts { entries: replayed.entries, rounds: replayed.rounds, ..Counts::default() })
}
