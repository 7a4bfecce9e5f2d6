//! What is decided and not on disk, and what follows when it is.

use super::heard::{Heard, Turn};
use super::{Running, answer, refused};
use crate::message::{Out, Said, To};
use desk::{DeskDecision, Told};
use house::Staged;
use ledger::TableId;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::{Batch, Outcome, Refusal};
use table::Time;

/// Something that is decided and not on disk.
pub(super) struct Pending {
    pub(super) batch: Batch,
    /// Whoever waits for it; nobody asked for a sign of life.
    pub(super) asked: Option<Asked>,
}

/// A request that waits for its write.
pub(super) struct Asked {
    heard: Heard,
    turns: BTreeSet<Turn>,
    then: Then,
}

/// What follows when it is on disk.
pub(super) enum Then {
    Table(Box<Staged>, Told),
    Desk(Box<DeskDecision>),
    /// The answer is kept, nothing else.
    Noted(Value),
    /// The time while the house was away is left out, and the table goes on.
    Away(TableId, Told),
}

impl Running {
    /// Whether something waits to be written.
    pub fn has_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    pub(super) fn queue(&mut self, heard: Heard, turns: BTreeSet<Turn>, batch: Batch, then: Then) {
        self.busy.extend(turns.iter().copied());
        self.queue.push(Pending {
            batch,
            asked: Some(Asked { heard, turns, then }),
        });
    }

    /// A sign of life is written when there is something to write it with; it is nobody's answer.
    pub(super) fn touch(&mut self, session: desk::SessionNo, at: Time) {
        if let Some(put) = self.desk.touch(session, at) {
            let batch = Batch {
                puts: vec![put],
                ..Batch::default()
            };
            self.queue.push(Pending { batch, asked: None });
        }
    }

    /// Writes everything that is queued in one group, and answers.
    pub(super) fn write(&mut self, at: Time) {
        let queue = std::mem::take(&mut self.queue);
        let (batches, asked): (Vec<_>, Vec<_>) = queue
            .into_iter()
            .map(|pending| (pending.batch, pending.asked))
            .unzip();
        let outcomes = self.journal.commit(batches, at.0);
        for (asked, outcome) in asked.into_iter().zip(outcomes) {
            match asked {
                Some(Asked { heard, turns, then }) => {
                    self.busy.retain(|turn| !turns.contains(turn));
                    self.written(heard, then, outcome, turns);
                }
                None => self.put(outcome),
            }
        }
    }

    /// What became of a write that nobody asked for.
    fn put(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Noted => {}
            Outcome::Fault(_) => drop(self.unsure.insert(Turn::Desk)),
            Outcome::Done { .. } | Outcome::Repeated(_) | Outcome::Refused(_) => {
                self.out
                    .push(Out::Broken(format!("a sign of life came to {outcome:?}")));
            }
        }
    }

    fn written(&mut self, heard: Heard, then: Then, outcome: Outcome, turns: BTreeSet<Turn>) {
        let to = heard.ask.to;
        if let (Then::Table(staged, _), false) = (&then, matches!(outcome, Outcome::Done { .. })) {
            self.desk.drop_told(staged.host.table().id());
        }
        match outcome {
            Outcome::Done { seq, .. } => self.take_over(to, then, seq),
            Outcome::Noted => match then {
                Then::Noted(answer) => self.say(to, Said::Answer(answer)),
                Then::Table(staged, _) => self.say(to, Said::Answer(answer(&staged.answer))),
                Then::Away(table, told) => {
                    self.desk.take_told(told);
                    self.out.push(Out::Away(table));
                    self.waiting.push_front(Heard::restarted(table));
                }
                Then::Desk(_) => self.out.push(Out::Broken(
                    "a decision of the desk left no entry".to_owned(),
                )),
            },
            Outcome::Repeated(answer) => self.say(to, Said::Answer(answer)),
            Outcome::Refused(Refusal::Conflict { .. }) => {
                self.unsure.extend([Turn::Desk]);
                self.unsure.extend(turns);
                self.waiting.push_front(heard);
            }
            Outcome::Refused(Refusal::IdReused) => {
                self.say(to, Said::Answer(refused(&Refusal::IdReused, "id_reused")))
            }
            Outcome::Refused(refusal) => match &refusal {
                Refusal::Ledger(ledger::LedgerRefusal::NotEnough { .. }) => {
                    self.note(heard, turns, &refused(&refusal, "money"))
                }
                Refusal::Ledger(_)
                | Refusal::Unfit(_)
                | Refusal::Conflict { .. }
                | Refusal::IdReused => {
                    self.out.push(Out::Broken(format!(
                        "{:?} is refused: {refusal}",
                        heard.ask
                    )));
                }
            },
            Outcome::Fault(fault) => {
                // Nobody knows whether it was done: what is in memory may be behind the disk.
                self.unsure.insert(Turn::Desk);
                self.unsure.extend(turns);
                self.say(to, Said::Fault(fault.to_string()));
            }
        }
    }

    fn take_over(&mut self, to: To, then: Then, seq: u64) {
        match then {
            Then::Table(staged, told) => {
                self.desk.take_told(told);
                let Staged {
                    host,
                    events,
                    answer: said,
                    ..
                } = *staged;
                let (id, version) = (host.table().id(), host.version());
                if version != seq {
                    self.out.push(Out::Broken(format!(
                        "table {id} is at {version} and its entry is {seq}"
                    )));
                }
                if let Some(place) = self.tables.get_mut(&id) {
                    let frame = place.1.add(&host, &events);
                    place.0 = host;
                    self.out.push(Out::Frame(frame));
                }
                self.say(to, Said::Answer(answer(&said)));
            }
            Then::Desk(decision) => {
                self.desk.take(&decision);
                self.say(to, Said::Answer(json!(decision.answer)));
            }
            Then::Noted(_) | Then::Away(..) => self
                .out
                .push(Out::Broken("a note became an entry".to_owned())),
        }
    }
}
