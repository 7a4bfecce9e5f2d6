//! An example of a rule book's page, as steps that a place can be driven by.

use game::notation::{Done, Played, Refused, Script, play};
use game::{Choice, Draw, Player, Setup, ShoeAge, Stage};
use rules::{BoxNo, Net, PlayerCard, builtin, builtin_prose};
use serde_json::{Value, json};
use table::Lay;

/// A round below a clause of a page.
pub(crate) struct Example {
    pub(crate) book: &'static str,
    pub(crate) clause: String,
    /// Its number below the clause.
    pub(crate) no: usize,
    pub(crate) sets: Vec<(String, String)>,
    pub(crate) played: Played,
}

/// What happens next in an example.
pub(crate) enum Step<'a> {
    Act {
        act: Act,
        /// How much of what the engine tells has happened after it.
        told: usize,
    },
    /// The example says that this is refused.
    Refused(&'a Refused),
}

/// Something that people, the dealer or the clock do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// A wager, after sitting down at its box where the example says so.
    Lay {
        player: Player,
        lay: Lay,
        seated: bool,
    },
    /// Wagers are closed.
    Close,
    Choose(Player, Choice),
    Deal(Draw),
    Absent(Player, BoxNo),
    Withdraw(Player),
}

impl From<Done> for Act {
    fn from(done: Done) -> Self {
        let lay = |player, lay, seated| Self::Lay {
            player,
            lay,
            seated,
        };
        match done {
            Done::Chose(
                player,
                Choice::Wager {
                    box_no,
                    amount,
                    seated,
                },
            ) => lay(player, Lay::Wager { box_no, amount }, seated),
            Done::Chose(
                player,
                Choice::SideWager {
                    box_no,
                    side,
                    amount,
                },
            ) => lay(
                player,
                Lay::Side {
                    box_no,
                    side,
                    amount,
                },
                false,
            ),
            Done::Chose(player, Choice::DeclineControl { box_no }) => {
                lay(player, Lay::DeclineControl { box_no }, false)
            }
            Done::Chose(player, choice) => Self::Choose(player, choice),
            Done::Dealt(draw) => Self::Deal(draw),
            Done::Closed => Self::Close,
            Done::Absent(player, box_no) => Self::Absent(player, box_no),
            Done::Withdrew(player) => Self::Withdraw(player),
        }
    }
}

impl Example {
    /// Every example of a book's page.
    pub(crate) fn all(book: &'static str) -> Vec<Self> {
        let mut all = Vec::new();
        for entry in builtin_prose(book).unwrap().entries {
            for (no, example) in (1..).zip(&entry.examples) {
                let script = Script::parse(&example.text).unwrap();
                let find = |name: &str| builtin(name).map_err(|error| error.to_string());
                all.push(Self {
                    book,
                    clause: entry.clause.clone(),
                    no,
                    sets: script.head.sets.clone(),
                    played: play(&script, &find).unwrap(),
                });
            }
        }
        all
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.played.round.setup()
    }

    pub(crate) fn name_of(&self, player: Player) -> &str {
        self.setup().name(player)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.played.round.stage() == Stage::Over
    }

    /// Whether wagers are closed in it: at a table they are told when the round begins.
    pub(crate) fn closes(&self) -> bool {
        let moves = &self.played.moves;
        moves.iter().any(|each| each.what == Done::Closed)
    }

    /// Whether a refusal comes when nothing is left of the round but its end: a table has no round
    /// then that could be asked.
    pub(crate) fn is_after_the_end(&self, refused: &Refused) -> bool {
        self.is_over() && refused.events == self.played.round.events().len()
    }

    /// The first seat that each player takes.
    pub(crate) fn seats(&self) -> Vec<(Player, BoxNo)> {
        let mut seats: Vec<(Player, BoxNo)> = Vec::new();
        for each in &self.played.moves {
            if let Done::Chose(
                player,
                Choice::Wager {
                    box_no,
                    seated: true,
                    ..
                },
            ) = each.what
                && !seats.iter().any(|(other, _)| *other == player)
            {
                seats.push((player, box_no));
            }
        }
        seats
    }

    /// Whether its book asks for player cards.
    pub(crate) fn asks_for_cards(&self) -> bool {
        self.setup().book.limits.player_card.is == PlayerCard::Needed
    }

    /// What everybody has won or lost in the end, by name.
    pub(crate) fn nets(&self) -> Vec<(String, Net)> {
        let round = &self.played.round;
        let net = |player| (self.name_of(player).to_owned(), round.net(player));
        self.setup().players().map(net).collect()
    }

    /// What happens, in its order. A refusal stands before whatever follows it.
    pub(crate) fn steps(&self) -> Vec<Step<'_>> {
        let mut refusals = self.played.refusals.iter().peekable();
        let mut events = 0;
        let mut steps = Vec::new();
        for each in &self.played.moves {
            while let Some(refused) = refusals.next_if(|refused| refused.events <= events) {
                steps.push(Step::Refused(refused));
            }
            events = each.events;
            steps.push(Step::Act {
                act: each.what.into(),
                told: self.told_of(events),
            });
        }
        steps.extend(refusals.map(Step::Refused));
        steps
    }

    /// The cards that come out, in their order.
    pub(crate) fn cards(&self) -> Vec<cards::Card> {
        let card = |each: &game::notation::Move| match each.what {
            Done::Dealt(Draw::Card(card)) => Some(card),
            Done::Dealt(_)
            | Done::Chose(..)
            | Done::Closed
            | Done::Absent(..)
            | Done::Withdrew(_) => None,
        };
        self.played.moves.iter().filter_map(card).collect()
    }

    /// What the engine says happened.
    pub(crate) fn told(&self) -> Vec<Value> {
        self.tell(usize::MAX)
    }

    fn told_of(&self, events: usize) -> usize {
        self.tell(events).len()
    }

    fn tell(&self, most: usize) -> Vec<Value> {
        let name = |no: u64| {
            let no = usize::try_from(no).unwrap();
            self.setup().patrons[no].name.clone()
        };
        let events = self.played.round.events().iter().take(most);
        let told = events.map(|event| named(serde_json::to_value(event).unwrap(), &name));
        told.filter(|event| self.is_told(event)).collect()
    }

    /// Every table begins with a new shoe, so where the example's is in use, the cards that are
    /// burned first are not compared.
    pub(crate) fn is_told(&self, event: &Value) -> bool {
        let burning = [json!("burned"), json!({ "began": "burning" })].contains(&event["what"]);
        self.setup().age == ShoeAge::New || !burning
    }
}

/// An event with the names of its players instead of their numbers in the round.
pub(crate) fn named(event: Value, name: &impl Fn(u64) -> String) -> Value {
    match event {
        Value::Object(fields) => {
            let field = |(key, value): (String, Value)| {
                let is_player = ["player", "of", "by"].contains(&key.as_str());
                let value = match value.as_u64().filter(|_| is_player) {
                    Some(no) => json!(name(no)),
                    None => named(value, name),
                };
                (key, value)
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        Value::Array(all) => all.into_iter().map(|each| named(each, name)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => event,
    }
}

/// Where two tellings of a round part, in words.
pub(crate) fn first_difference(wanted: &[Value], got: &[Value]) -> Option<String> {
    let longest = wanted.len().max(got.len());
    let at = (0..longest).find(|&at| wanted.get(at) != got.get(at))?;
    let show = |event: Option<&Value>| event.map_or("nothing".to_owned(), Value::to_string);
    Some(format!(
        "event {}: the engine says {}, here came {}",
        at + 1,
        show(wanted.get(at)),
        show(got.get(at))
    ))
}
