//! A client: one device of somebody, with one request at a time that is repeated until it is
//! answered.

use crate::message::{Ask, Route, Said, Sender, To, Wish};
use crate::plan::Temper;
use desk::Token;
use ledger::{PlayerId, TableId};
use serde_json::Value;
use std::collections::BTreeMap;
use table::Time;

/// A client.
pub(crate) struct Client {
    /// The name of whoever uses it.
    pub handle: String,
    /// What they do.
    pub part: Part,
    /// Who they are, once they have signed in.
    pub person: Option<PlayerId>,
    /// The connection to the house, while there is one.
    pub connection: Option<u64>,
    /// Where they play.
    pub table: TableId,
    /// The last version seen of each table.
    pub seen: BTreeMap<TableId, u64>,
    token: Option<Token>,
    /// The token of a session that has been asked for.
    coming: Option<Token>,
    request: Option<Request>,
    /// What waits until the person has signed in again.
    parked: Option<Request>,
    asked: u64,
    place: usize,
}

/// What the person behind a client does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Plays.
    Bettor(Temper),
    /// Plays under the account of another client.
    SecondDevice,
    /// Works on the floor.
    Supervisor,
    /// Answers for games and money.
    Manager,
}

/// A request that is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Its number.
    pub no: u64,
    /// Its name.
    pub id: String,
    /// For what.
    pub wish: Wish,
    /// When it was sent first.
    pub first: Time,
    /// Who says so: the present session, or nobody.
    signed: Signed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Signed {
    In,
    Out,
}

impl Request {
    /// Whether it is asked in somebody's name.
    pub(crate) fn is_signed(&self) -> bool {
        self.signed == Signed::In
    }
}

/// What an answer means to a client.
#[derive(Debug)]
pub(crate) enum Reaction {
    /// Nothing: it came before, or too late.
    Nothing,
    /// This request is answered.
    Answered(Request, Value),
    /// It must be repeated.
    Again,
    /// The person must sign in first.
    SignIn,
}

impl Client {
    /// A client that has no connection yet.
    pub(crate) fn new(place: usize, handle: String, part: Part, table: TableId) -> Self {
        Self {
            handle,
            part,
            person: None,
            connection: None,
            table,
            seen: BTreeMap::new(),
            token: None,
            coming: None,
            request: None,
            parked: None,
            asked: 0,
            place,
        }
    }

    /// The request that is not answered.
    pub(crate) fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    /// Whether somebody waits for an answer.
    pub(crate) fn is_waiting(&self) -> bool {
        self.request.is_some() || self.parked.is_some()
    }

    /// Whether the person has a session, as far as the client knows.
    pub(crate) fn is_signed_in(&self) -> bool {
        self.token.is_some()
    }

    /// Begins a request in the person's name.
    pub(crate) fn ask(&mut self, wish: Wish, now: Time) -> u64 {
        self.begin(wish, Signed::In, now)
    }

    /// Begins a request for a session: nobody is signed in before it.
    pub(crate) fn ask_for_session(&mut self, wish: Wish, token: Token, now: Time) -> u64 {
        self.coming = Some(token);
        self.begin(wish, Signed::Out, now)
    }

    fn begin(&mut self, wish: Wish, signed: Signed, now: Time) -> u64 {
        self.asked += 1;
        let no = self.asked;
        self.request = Some(Request {
            no,
            id: format!("{}-{no}", self.place),
            wish,
            first: now,
            signed,
        });
        no
    }

    /// Gives the request the name of an earlier one, as no client should: where both ask for the
    /// same they are one, and it was asked for long ago.
    pub(crate) fn misname(&mut self, no: u64) {
        let id = format!("{}-{no}", self.place);
        if let Some(request) = &mut self.request {
            (request.id, request.first) = (id, Time(0));
        }
    }

    /// The request as it goes over the network.
    pub(crate) fn message(&self) -> Option<Ask> {
        let request = self.request.as_ref()?;
        let sender = match (request.signed, &self.token) {
            (Signed::In, Some(token)) => Sender::Token(token.clone()),
            (Signed::Out, _) | (Signed::In, None) => Sender::Visitor,
        };
        let route = Route {
            client: self.place,
            connection: self.connection?,
            no: request.no,
        };
        Some(Ask {
            sender,
            id: Some(request.id.clone()),
            wish: request.wish.clone(),
            to: To::Client(route),
        })
    }

    /// Takes an answer in.
    pub(crate) fn hear(&mut self, no: u64, said: Said) -> Reaction {
        let Some(request) = self.request.take_if(|request| request.no == no) else {
            return Reaction::Nothing;
        };
        match said {
            Said::Answer(answer) => {
                self.signed_in(&answer);
                if request.signed == Signed::Out {
                    // Whoever is not let in gives up what waited for it.
                    self.request = self.parked.take().filter(|_| self.token.is_some());
                }
                Reaction::Answered(request, answer)
            }
            Said::Fault(_) => {
                self.request = Some(request);
                Reaction::Again
            }
            Said::NotSignedIn => {
                self.token = None;
                self.parked = Some(request);
                Reaction::SignIn
            }
        }
    }

    fn signed_in(&mut self, answer: &Value) {
        let person = answer
            .pointer("/signed_in/person")
            .and_then(Value::as_u64)
            .and_then(|no| u32::try_from(no).ok());
        if let Some(person) = person.map(PlayerId) {
            // Somebody else's request is not repeated in one's own name.
            if self.person.is_some_and(|before| before != person) {
                self.parked = None;
            }
            self.person = Some(person);
            self.token = self.coming.take();
        }
    }

    /// Forgets who used it: a guest's session is over and the guest is gone.
    pub(crate) fn forget(&mut self) {
        self.token = None;
        self.parked = None;
    }
}
