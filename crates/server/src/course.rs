//! The course of a written round: everything that was done, each with the round after it, and what
//! is done after it instead. What it was worth is not known here.

use cards::{WordSource, index_below};
use game::notation::{Done, Move, NotationError, Played, Script, play_so_far};
use game::{Choice, Draw, Need, Round, Turn};
use rules::builtin;
use serde::{Deserialize, Serialize};
use solver::side_wagers::pandemonium::Chances;
use utoipa::ToSchema;

/// So many moves may follow a text.
const THEN_MOST: usize = 100;

/// A round to be read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct RoundQuestion {
    /// The round in the notation. It may end before the round does.
    pub(crate) text: String,
    /// Whether every choice is valued.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub(crate) values: bool,
    /// Only so many of its steps are played; all unless told.
    pub(crate) after: Option<usize>,
    /// What is done after them instead.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<ThenDo>>", optional))]
    pub(crate) then: Vec<ThenDo>,
}

/// One more thing that is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum ThenDo {
    /// Somebody chooses: a choice as a step's `legal` has it.
    Choose {
        /// Who, by name.
        player: String,
        /// What.
        #[schema(value_type = Object)]
        choice: Choice,
    },
    /// Chance answers: `{"card": "8s"}`, `"burned"`, `"cutting_card"`, `"shuffle"` or
    /// `{"multiplier": 25}`.
    Deal {
        /// With what.
        #[schema(value_type = Object)]
        draw: Draw,
    },
    /// The dealer closes wagers.
    Close,
    /// Chance answers with whatever may still come, each card as likely as any other: so long.
    Chance(Answering),
}

/// How long chance answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum Answering {
    /// Once.
    Once,
    /// Until it is somebody's turn, or the round is over.
    UntilAsked,
}

/// Why a round cannot be read, and where.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NotationFault {
    /// Always `notation`.
    pub(crate) code: &'static str,
    /// The words of the notation's own error.
    pub(crate) error: String,
    /// The line of the text, from 1; nothing where it is about what follows the text.
    pub(crate) line: Option<usize>,
    /// The column, from 1.
    pub(crate) column: Option<usize>,
}

impl NotationFault {
    fn at(error: NotationError) -> Self {
        Self {
            code: "notation",
            error: error.what,
            line: Some(error.line),
            column: Some(error.column),
        }
    }

    fn after(place: usize, what: &str) -> Self {
        Self {
            code: "notation",
            error: format!("then, entry {}: {what}", place + 1),
            line: None,
            column: None,
        }
    }
}

/// A state of the round, and what was done to come to it.
pub(crate) struct Reached {
    pub(crate) round: Round,
    pub(crate) line: Option<usize>,
    pub(crate) did: Done,
}

/// Everything that was done, each with the round after it.
pub(crate) struct Course {
    first: Round,
    pub(crate) states: Vec<Reached>,
    /// What was done instead, with what chance answered.
    pub(crate) then: Vec<ThenDo>,
}

impl Course {
    /// Plays a text, or the beginning of it, and what follows instead.
    pub(crate) fn of(
        question: &RoundQuestion,
        words: &mut impl WordSource,
    ) -> Result<(Self, Played), NotationFault> {
        let books = |name: &str| builtin(name).map_err(|unknown| unknown.to_string());
        let script = Script::parse(&question.text).map_err(NotationFault::at)?;
        let played = play_so_far(&script, &books).map_err(NotationFault::at)?;
        let kept = question.after.unwrap_or(usize::MAX).min(played.moves.len());
        let state = |(place, done): (usize, &Move)| Reached {
            round: played.after(place + 1),
            line: Some(done.line),
            did: done.what,
        };
        let states = played
            .moves
            .iter()
            .take(kept)
            .enumerate()
            .map(state)
            .collect();
        let mut course = Self {
            first: played.after(0),
            states,
            then: Vec::new(),
        };
        if question.then.len() > THEN_MOST {
            return Err(NotationFault::after(
                THEN_MOST,
                &format!("at most {THEN_MOST} things may follow a text"),
            ));
        }
        for (place, then) in question.then.iter().enumerate() {
            course
                .go_on(then, words)
                .map_err(|what| NotationFault::after(place, &what))?;
        }
        Ok((course, played))
    }

    pub(crate) fn last(&self) -> &Round {
        self.states.last().map_or(&self.first, |state| &state.round)
    }

    fn go_on(&mut self, then: &ThenDo, words: &mut impl WordSource) -> Result<(), String> {
        let mut round = self.last().clone();
        let did = match then {
            ThenDo::Choose { player, choice } => {
                let player = round
                    .setup()
                    .player(player)
                    .ok_or_else(|| format!("nobody called {player} is at the table"))?;
                round
                    .choose(player, *choice)
                    .map_err(|refusal| refusal.to_string())?;
                Done::Chose(player, *choice)
            }
            ThenDo::Deal { draw } => {
                round.deal(*draw).map_err(|refusal| refusal.to_string())?;
                Done::Dealt(*draw)
            }
            ThenDo::Close => {
                round
                    .close_wagers()
                    .map_err(|refusal| refusal.to_string())?;
                Done::Closed
            }
            ThenDo::Chance(answering) => return self.leave_to_chance(*answering, words),
        };
        self.states.push(Reached {
            round,
            line: None,
            did,
        });
        self.then.push(then.clone());
        Ok(())
    }

    fn leave_to_chance(
        &mut self,
        answering: Answering,
        words: &mut impl WordSource,
    ) -> Result<(), String> {
        let mut draw = drawn(self.last(), words);
        if draw.is_none() {
            return Err("it is not chance's turn".to_owned());
        }
        while let Some(next) = draw.filter(|_| self.then.len() < THEN_MOST) {
            self.go_on(&ThenDo::Deal { draw: next }, words)?;
            draw = match answering {
                Answering::Once => None,
                Answering::UntilAsked => drawn(self.last(), words),
            };
        }
        Ok(())
    }
}

/// What chance answers, where it is its turn.
fn drawn(round: &Round, words: &mut impl WordSource) -> Option<Draw> {
    match round.turn() {
        Turn::Deal(Need::Burn) => Some(Draw::Burned),
        Turn::Deal(Need::Shuffle) => Some(Draw::Shuffle),
        Turn::Deal(Need::Multiplier) => Chances::usual(&round.book().pandemonium.multipliers.is)
            .map(|chances| Draw::Multiplier(chances.draw(words))),
        Turn::Deal(Need::Card(_)) => any(round.unseen().cards(), words).map(Draw::Card),
        Turn::Wagers | Turn::Decide(..) | Turn::Answer(..) | Turn::Over => None,
    }
}

/// One of these, each as likely as any other.
fn any<T>(of: impl Iterator<Item = T>, words: &mut impl WordSource) -> Option<T> {
    let mut all: Vec<T> = of.collect();
    let count = u32::try_from(all.len()).ok().filter(|&count| count > 0)?;
    Some(all.swap_remove(usize::try_from(index_below(count, words)).ok()?))
}
