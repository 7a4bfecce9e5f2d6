//! The last answers to questions that take time, and whose turn it is to ask the solver.
//!
//! One question at a time, since each takes a processor. Nothing here knows what is asked.

use crate::error::ApiError;
use crate::refused::Refused;
use axum::http::StatusCode;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// How many may wait for their turn.
const WAITING_MOST: usize = 8;

/// The solver's turn.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    turn: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            turn: Arc::new(Semaphore::new(1)),
            waiting: Arc::default(),
        }
    }
}

impl Turn {
    /// Does some work on a thread of its own, when its turn comes.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let waiting = Waiting::begin(&self.waiting)?;
        let turn = Arc::clone(&self.turn)
            .acquire_owned()
            .await
            .map_err(|_| Refused::Stopping)?;
        let working = tokio::task::spawn_blocking(move || {
            // The turn and the place in the queue last as long as the work, also when nobody waits
            // for it any more.
            let _held = (waiting, turn);
            work()
        });
        Ok(working.await.map_err(|_| Refused::Bug)?)
    }
}

/// A place in the queue.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn begin(count: &Arc<AtomicUsize>) -> Result<Self, ApiError> {
        let waiting = Self(Arc::clone(count));
        if count.fetch_add(1, Ordering::AcqRel) >= WAITING_MOST {
            let what = "the solver has many questions before this one: ask again in a moment";
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what));
        }
        Ok(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The last answers, by their questions.
#[derive(Debug)]
pub(crate) struct Kept<K, V> {
    most: usize,
    all: Mutex<VecDeque<(K, Arc<V>)>>,
}

impl<K: PartialEq + Send + 'static, V: Send + Sync + 'static> Kept<K, V> {
    /// Keeps so many.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            all: Mutex::default(),
        })
    }

    /// The answer that is kept, or that `work` gives when its turn comes. What cannot be answered
    /// is not kept.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        turn: &Turn,
        key: K,
        work: impl FnOnce() -> Result<V, String> + Send + 'static,
    ) -> Result<Arc<V>, ApiError> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let kept = Arc::clone(self);
        let answer = move || {
            // Somebody may have asked the same meanwhile.
            if let Some(known) = kept.known(&key) {
                return Ok(known);
            }
            let answer = Arc::new(work()?);
            kept.keep(key, Arc::clone(&answer));
            Ok::<_, String>(answer)
        };
        turn.work(answer)
            .await?
            .map_err(|what| ApiError::bad("form", &what))
    }

    fn known(&self, key: &K) -> Option<Arc<V>> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter()
            .find(|(other, _)| other == key)
            .map(|(_, answer)| Arc::clone(answer))
    }

    fn keep(&self, key: K, answer: Arc<V>) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() == self.most {
            all.pop_front();
        }
        all.push_back((key, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_is_given_once_and_the_oldest_is_forgotten() {
        let (kept, turn, asked) = (
            Kept::<u8, u8>::new(2),
            Turn::default(),
            Arc::new(AtomicUsize::new(0)),
        );
        let answer = async |key: u8| {
            let asked = Arc::clone(&asked);
            let work = move || {
                asked.fetch_add(1, Ordering::AcqRel);
                if key == 0 {
                    Err("no".to_owned())
                } else {
                    Ok(key + 1)
                }
            };
            kept.answer(&turn, key, work).await.map(|answer| *answer)
        };
        assert_eq!(
            (
                answer(1).await.ok(),
                answer(1).await.ok(),
                asked.load(Ordering::Acquire)
            ),
            (Some(2), Some(2), 1)
        );
        assert_eq!(
            (
                answer(2).await.ok(),
                answer(3).await.ok(),
                asked.load(Ordering::Acquire)
            ),
            (Some(3), Some(4), 3)
        );
        assert_eq!(
            (answer(1).await.ok(), asked.load(Ordering::Acquire)),
            (Some(2), 4),
            "one of three is forgotten"
        );
        assert!(answer(0).await.is_err() && answer(0).await.is_err());
        assert_eq!(
            asked.load(Ordering::Acquire),
            6,
            "what has no answer is not kept"
        );
    }
}
