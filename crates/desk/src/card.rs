//! Player cards: who holds which. Whether a table asks for one is the table's matter.

use crate::decide::Trial;
use crate::decision::Answer;
use crate::desk::Desk;
use crate::event::DeskEvent;
use crate::person::Kind;
use crate::refusal::{CardRefusal, DeskRefusal};
use ledger::PlayerId;

/// The longest number of a card.
const NUMBER_MOST: usize = 20;

impl Desk {
    /// Whether a valid player card was issued to somebody.
    pub fn holds_card(&self, person: PlayerId) -> bool {
        self.person(person)
            .is_some_and(|person| person.card.is_some())
    }
}

impl Trial<'_> {
    pub(crate) fn issue_card(
        &mut self,
        person: PlayerId,
        number: &str,
    ) -> Result<Answer, DeskRefusal> {
        self.other(person)?;
        if self.desk.known(person)?.kind != Kind::Member {
            return Err(CardRefusal::NoMember.into());
        }
        let fits = (1..=NUMBER_MOST).contains(&number.len());
        if !fits || !number.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(CardRefusal::Number { most: NUMBER_MOST }.into());
        }
        let held = |person: &crate::Person| person.card.as_deref() == Some(number);
        if self.desk.people().any(held) {
            return Err(CardRefusal::Taken.into());
        }
        let number = number.to_owned();
        self.events.push(DeskEvent::CardIssued { person, number });
        Ok(Answer::Done)
    }

    pub(crate) fn cancel_card(&mut self, person: PlayerId) -> Result<Answer, DeskRefusal> {
        self.other(person)?;
        let card = self.desk.known(person)?.card.clone();
        let number = card.ok_or(CardRefusal::None)?;
        let event = DeskEvent::CardCancelled { person, number };
        self.events.push(event);
        Ok(Answer::Done)
    }
}
