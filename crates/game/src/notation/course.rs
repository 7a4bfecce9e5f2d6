//! The course of a written round: each thing that was done in it, and how many events there were
//! then.

use crate::choice::{Choice, Draw};
use crate::event::Event;
use crate::player::Player;
use crate::refusal::Refusal;
use crate::round::Round;
use rules::BoxNo;
use std::ops::Deref;

/// One thing that was done in a round, by a person, by chance or by the dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// What was done.
    pub what: Done,
    /// The line of the text that says so, or from which it follows.
    pub line: usize,
    /// How many events there were when everything had happened that followed from it. Then the
    /// round waits.
    pub events: usize,
}

/// What can be done in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// Somebody chose.
    Chose(Player, Choice),
    /// Chance answered.
    Dealt(Draw),
    /// The dealer closed wagers.
    Closed,
    /// A player was found absent from a box.
    Absent(Player, BoxNo),
    /// A player withdrew from a round that was interrupted.
    Withdrew(Player),
}

/// Something that a text said would be refused, and that was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// How many events there were when it was tried.
    pub events: usize,
    /// What the same line did before, on a copy of the round that is not kept.
    pub before: Vec<Move>,
    /// What was tried.
    pub tried: Done,
    /// Why it was refused.
    pub refusal: Refusal,
}

/// A round that remembers what was done in it.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) round: Round,
    pub(super) moves: Vec<Move>,
    /// What the round refused last.
    pub(super) tried: Option<Done>,
    /// The line that is being played.
    line: usize,
}

impl Deref for Course {
    type Target = Round;

    fn deref(&self) -> &Round {
        &self.round
    }
}

impl Course {
    /// A copy of a round that goes on from here, by this line.
    pub(super) fn of(round: &Round, line: usize) -> Self {
        Self {
            round: round.clone(),
            moves: Vec::new(),
            tried: None,
            line,
        }
    }

    pub(super) fn choose(&mut self, player: Player, choice: Choice) -> Result<(), Refusal> {
        let answer = self.round.choose(player, choice);
        self.note(Done::Chose(player, choice), answer)
    }

    pub(super) fn deal(&mut self, draw: Draw) -> Result<(), Refusal> {
        let answer = self.round.deal(draw);
        self.note(Done::Dealt(draw), answer)
    }

    pub(super) fn close_wagers(&mut self) -> Result<(), Refusal> {
        let answer = self.round.close_wagers();
        self.note(Done::Closed, answer)
    }

    pub(super) fn declare_absent(&mut self, player: Player, box_no: BoxNo) -> Result<(), Refusal> {
        let answer = self.round.declare_absent(player, box_no);
        self.note(Done::Absent(player, box_no), answer)
    }

    pub(super) fn withdraw(&mut self, player: Player) -> Result<(), Refusal> {
        let answer = self.round.withdraw(player);
        self.note(Done::Withdrew(player), answer)
    }

    fn note(&mut self, what: Done, answer: Result<(), Refusal>) -> Result<(), Refusal> {
        match answer {
            Ok(()) => self.moves.push(Move {
                what,
                line: self.line,
                events: self.round.events().len(),
            }),
            Err(_) => self.tried = Some(what),
        }
        answer
    }
}

/// The round as it was after so many of its events: those of a [`Move`], so that it waits there.
pub(super) fn after(round: &Round, events: &[Event]) -> Round {
    Round::replay(std::sync::Arc::clone(&round.setup), events.to_vec())
        .expect("the table was opened before")
}
