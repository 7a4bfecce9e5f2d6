//! One thing at a time for each person, in the whole house.
//!
//! What somebody does at one table counts at every other, and at the desk: whoever excludes oneself
//! must not be overtaken by a wager of one's own that was looked at before.

use desk::By;
use ledger::PlayerId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::OwnedMutexGuard;

/// Whose turn it is.
#[derive(Debug, Default)]
pub(crate) struct Turns(Mutex<BTreeMap<PlayerId, Weak<tokio::sync::Mutex<()>>>>);

impl Turns {
    /// Waits until whoever asks has nothing else under way. Visitors and the house itself need not
    /// wait for themselves.
    pub(crate) async fn take(&self, by: By) -> Option<OwnedMutexGuard<()>> {
        match by {
            By::Person(person) => Some(self.of(person).lock_owned().await),
            By::House | By::Visitor => None,
        }
    }

    fn of(&self, person: PlayerId) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&person).and_then(Weak::upgrade) {
            return turn;
        }
        // Those who have nothing under way any more are forgotten.
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(person, Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_person_has_one_thing_under_way_and_others_do_not_wait_for_it() {
        let turns = Turns::default();
        let [ann, bob] = [By::Person(PlayerId(1)), By::Person(PlayerId(2))];
        let first = turns.take(ann).await.unwrap();
        assert!(turns.of(PlayerId(1)).try_lock().is_err());
        let _bobs = turns.take(bob).await.unwrap();
        assert!(turns.take(By::House).await.is_none());
        drop(first);
        assert!(turns.of(PlayerId(1)).try_lock().is_ok());
    }
}
