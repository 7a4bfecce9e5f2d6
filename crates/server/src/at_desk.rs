//! Deciding something at the desk: one thing after the other, written down before it holds.

use crate::denial::answered_before;
use crate::opening::{read_desk, read_table, terms};
use crate::refused::Refused;
use crate::running::Running;
use crate::statement::cash_puts;
use desk::{By, DeskCommand, DeskDecision, DeskEvent};
use house::Host;
use ledger::{Account, TableId};
use rules::Net;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use store::{Batch, Command, CommandId, Outcome};

impl Running {
    /// Does something at the desk, durably.
    ///
    /// # Errors
    ///
    /// When the desk or the journal refuses it, or it cannot be written down.
    pub async fn at_desk(
        self: &Arc<Self>,
        by: By,
        command: DeskCommand,
    ) -> Result<desk::Answer, Refused> {
        self.at_desk_named(by, None, command).await
    }

    /// The same for what must not be done twice: whoever asks again under the same name is answered
    /// the same. `content` is what is asked for, as text; the same name for something else is
    /// refused.
    ///
    /// # Errors
    ///
    /// As before, and when the name is none.
    pub async fn at_desk_once(
        self: &Arc<Self>,
        by: By,
        id: &str,
        content: &str,
        command: DeskCommand,
    ) -> Result<desk::Answer, Refused> {
        self.at_desk_named(by, name_of_command(by, id, content)?, command)
            .await
    }

    /// Whoever asks may go away in the middle; what was begun is finished all the same.
    async fn at_desk_named(
        self: &Arc<Self>,
        by: By,
        named: Option<Command>,
        command: DeskCommand,
    ) -> Result<desk::Answer, Refused> {
        let running = Arc::clone(self);
        to_the_end(async move { running.decide_at_desk(by, named, command).await }).await
    }

    async fn decide_at_desk(
        self: &Arc<Self>,
        by: By,
        named: Option<Command>,
        command: DeskCommand,
    ) -> Result<desk::Answer, Refused> {
        let _own = self.turns().take(by).await;
        self.decide_in_turn(by, named, command).await
    }

    /// The same for a caller who holds the person's turn.
    pub(crate) async fn decide_in_turn(
        self: &Arc<Self>,
        by: By,
        named: Option<Command>,
        command: DeskCommand,
    ) -> Result<desk::Answer, Refused> {
        let _turn = self.desk_turn.lock().await;
        self.make_desk_sure().await?;
        let decided = self.desk().decide(by, self.now(), &command);
        let decision = match decided {
            Ok(decision) => decision,
            Err(refusal) => return self.deny(named, refusal.into()).await.and_then(to_answer),
        };
        let mut batch = decision.clone().into_batch(None, named.clone());
        batch.puts.extend(cash_puts(&decision));
        match self.commit(batch).await? {
            Outcome::Done { balances, .. } => {
                self.desk_mut().take(&decision);
                self.tell_people(&decision, &balances);
                Ok(decision.answer)
            }
            Outcome::Noted => Ok(decision.answer),
            Outcome::Repeated(answer) => answered_before(answer).and_then(to_answer),
            Outcome::Refused(refusal) => self.deny(named, refusal.into()).await.and_then(to_answer),
            Outcome::Fault(fault) => {
                self.doubt_desk();
                Err(Refused::Fault(fault.to_string()))
            }
        }
    }

    /// Nobody knows whether what the desk knows is what is on disk.
    pub(crate) fn doubt_desk(&self) {
        self.desk_unsure.store(true, Ordering::Release);
    }

    /// The desk as it is on disk, where nobody knew. It must be the caller's turn at it.
    async fn make_desk_sure(self: &Arc<Self>) -> Result<(), Refused> {
        if !self.desk_unsure.load(Ordering::Acquire) {
            return Ok(());
        }
        self.settle().await?;
        let running = Arc::clone(self);
        let reading = tokio::task::spawn_blocking(move || {
            let mut reader = running.reader();
            // Nobody may look at the desk meanwhile: what a table writes is then either read here
            // or taken in afterwards.
            let mut desk = running.desk_mut();
            running.desk_unsure.store(false, Ordering::Release);
            let read = read_desk(&mut **reader, terms(&running.config));
            read.map(|read| *desk = read)
                .inspect_err(|_| running.doubt_desk())
        });
        let read = reading.await.map_err(|_| Refused::Bug)?;
        read.map_err(|fault| Refused::Unreadable(fault.to_string()))
    }

    /// A table as it is on disk, after a fault; the desk, which every table tells something, with
    /// it.
    pub(crate) async fn read_table_again(self: &Arc<Self>, id: TableId) -> Result<Host, Refused> {
        let _turn = self.desk_turn.lock().await;
        self.make_desk_sure().await?;
        self.settle().await?;
        let running = Arc::clone(self);
        let reading = tokio::task::spawn_blocking(move || read_table(&mut **running.reader(), id));
        reading
            .await
            .map_err(|_| Refused::Bug)?
            .map_err(|fault| Refused::Unreadable(fault.to_string()))
    }

    /// Waits until the journal knows what is on disk: it finds out before it writes anything, even
    /// nothing.
    async fn settle(&self) -> Result<(), Refused> {
        match self.commit(Batch::default()).await? {
            Outcome::Fault(fault) => Err(Refused::Fault(fault.to_string())),
            Outcome::Done { .. } | Outcome::Noted | Outcome::Repeated(_) | Outcome::Refused(_) => {
                Ok(())
            }
        }
    }

    /// Tells those whom a decision of the desk concerns and who are connected.
    fn tell_people(&self, decision: &DeskDecision, balances: &[(Account, Net)]) {
        self.tell_balances(balances);
        for event in &decision.events {
            if let DeskEvent::SessionEnded { session, .. } = event {
                self.sockets().end_session(*session);
            }
        }
    }
}

/// Visitors share one name: nothing of theirs is kept.
pub(crate) fn name_of_command(by: By, id: &str, content: &str) -> Result<Option<Command>, Refused> {
    let named = Command::new(CommandId::new(by.to_string(), id)?, content.as_bytes());
    Ok((by != By::Visitor).then_some(named))
}

/// Does something to its end, also when nobody waits for it any more.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refused>> + Send + 'static,
) -> Result<T, Refused> {
    tokio::spawn(work).await.unwrap_or(Err(Refused::Bug))
}

fn to_answer(answer: Value) -> Result<desk::Answer, Refused> {
    serde_json::from_value(answer).map_err(|_| Refused::Bug)
}
