//! A desk with its journal. After every command the desk in memory must be the one on disk, and the
//! log must know no secret.
#![allow(unreachable_pub, reason = "a module of tests alone")]

use desk::{
    Answer, By, Cost, Desk, DeskCommand, DeskDecision, DeskRefusal, HashMemory, Phc, Place, Role,
    SPACES, SessionNo, Stakes, TableKind, Terms, Token, hash_password,
};
use ledger::{Account, PlayerId};
use rules::{Money, Net};
use std::collections::BTreeSet;
use store::{HouseKey, Journal, Memory, Outcome, Put, Read, Stream};
use table::{Span, Time};

pub const PASSWORD: &str = "a few plain words";
/// 2026-11-16, 12:00 UTC.
pub const NOON: Time = Time(1_794_830_400_000);
pub const PLAY_MONEY: Place = Place::Table(TableKind::TRIAL);
pub const CREDIT: Place = Place::Table(TableKind {
    stakes: Stakes::Credit,
    ..TableKind::TRIAL
});

pub struct House {
    pub journal: Journal<Memory>,
    pub desk: Desk,
    pub now: Time,
    tokens: u8,
}

pub fn dollars(dollars: u32) -> Money {
    Money::from_dollars(dollars)
}

pub fn phc(handle: &str, password: &str) -> Phc {
    hash_password(
        handle,
        password,
        [9; 16],
        Cost::LEAST,
        &mut HashMemory::default(),
    )
    .unwrap()
}

/// Every document of the desk, as on disk.
pub fn documents(journal: &mut Journal<Memory>) -> Vec<(String, String, Vec<u8>)> {
    let mut all = Vec::new();
    for space in SPACES {
        let documents = journal.backend().documents(space).unwrap();
        all.extend(
            documents
                .into_iter()
                .map(|document| (space.to_owned(), document.key, document.value)),
        );
    }
    all
}

pub fn restore(documents: &[(String, String, Vec<u8>)]) -> Desk {
    let documents = documents
        .iter()
        .map(|(space, key, value)| (space.as_str(), key.as_str(), value.as_slice()));
    Desk::restore(Terms::default(), documents).unwrap()
}

impl Default for House {
    fn default() -> Self {
        let journal = Journal::open(
            Memory::new(),
            HouseKey::from_entropy([1; 32]),
            "house.example",
        )
        .unwrap();
        Self {
            journal,
            desk: Desk::new(Terms::default()),
            now: NOON,
            tokens: 0,
        }
    }
}

impl House {
    pub fn pass(&mut self, span: Span) {
        self.now = self.now.after(span);
    }

    pub fn token(&mut self) -> Token {
        self.tokens += 1;
        Token::new([self.tokens; 32])
    }

    pub fn say(&mut self, by: By, command: DeskCommand) -> Result<Answer, DeskRefusal> {
        let decision = self.desk.decide(by, self.now, &command)?;
        let answer = decision.answer.clone();
        let outcome = self.commit(decision);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
        Ok(answer)
    }

    /// Commits a decision, takes it in if it is on disk, and compares memory with disk.
    pub fn commit(&mut self, decision: DeskDecision) -> Outcome {
        let expected = self.journal.seq(Stream::House);
        let batch = decision.clone().into_batch(Some(expected), None);
        let log = format!("{:?} {}", batch.entry, batch.answer);
        assert!(!log.contains("argon2"), "a hash in the log: {log}");
        let outcome = self.journal.commit(vec![batch], self.now.0).remove(0);
        if matches!(outcome, Outcome::Done { .. }) {
            self.desk.take(&decision);
        }
        let on_disk = documents(&mut self.journal);
        assert!(
            self.desk == restore(&on_disk),
            "memory and disk do not tell the same"
        );
        outcome
    }

    /// Writes documents that belong to no entry of the desk.
    pub fn put(&mut self, puts: Vec<Put>) {
        let batch = store::Batch {
            puts,
            ..store::Batch::default()
        };
        assert_eq!(
            self.journal.commit(vec![batch], self.now.0),
            [Outcome::Noted]
        );
    }

    pub fn register(&mut self, handle: &str) -> PlayerId {
        self.enter(handle).0
    }

    pub fn enter(&mut self, handle: &str) -> (PlayerId, SessionNo, Token) {
        let (token, phc) = (self.token(), phc(handle, PASSWORD));
        let command = DeskCommand::Register {
            handle: handle.to_owned(),
            phc,
            key: token.key(),
        };
        signed_in(self.say(By::Visitor, command).unwrap(), token)
    }

    pub fn guest(&mut self, handle: &str) -> (PlayerId, SessionNo, Token) {
        let token = self.token();
        let command = DeskCommand::EnterAsGuest {
            handle: handle.to_owned(),
            key: token.key(),
        };
        signed_in(self.say(By::Visitor, command).unwrap(), token)
    }

    /// Somebody of the staff, as the console makes one.
    pub fn staff(&mut self, handle: &str, roles: &[Role]) -> By {
        let command = staff(handle, roles);
        let Answer::Created { person } = self.say(By::House, command).unwrap() else {
            panic!("staff are created")
        };
        By::Person(person)
    }

    pub fn sign_in(&mut self, handle: &str, password: &str) -> Result<Answer, DeskRefusal> {
        let key = self.token().key();
        let verdict = self
            .desk
            .challenge(handle)
            .compare(password, &mut HashMemory::default());
        self.say(By::Visitor, DeskCommand::SignIn { verdict, key })
    }

    pub fn balance(&self, player: PlayerId) -> Net {
        self.journal.ledger().balance(Account::Player(player))
    }
}

pub fn staff(handle: &str, roles: &[Role]) -> DeskCommand {
    let roles: BTreeSet<Role> = roles.iter().copied().collect();
    DeskCommand::Staff {
        handle: handle.to_owned(),
        phc: phc(handle, PASSWORD),
        roles,
    }
}

pub fn signed_in(answer: Answer, token: Token) -> (PlayerId, SessionNo, Token) {
    let Answer::SignedIn {
        person, session, ..
    } = answer
    else {
        panic!("signed in, not {answer:?}")
    };
    (person, session, token)
}
