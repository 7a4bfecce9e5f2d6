//! Signing in and out, passwords, locks and the roles of staff.

use crate::decide::{Trial, check_text};
use crate::decision::{Answer, Secret, Then};
use crate::event::{DeskEvent, SessionEnd};
use crate::password::{Given, Phc, Verdict};
use crate::person::{ChosenBy, Kind, Password, Person};
use crate::refusal::DeskRefusal;
use crate::role::Role;
use crate::session::{SESSIONS_MOST, SessionKey, SessionNo};
use crate::tries::{Tries, TriesOf};
use ledger::PlayerId;

impl Trial<'_> {
    pub(crate) fn sign_in(
        &mut self,
        verdict: &Verdict,
        key: SessionKey,
    ) -> Result<Answer, DeskRefusal> {
        let (person, password) = self.compared(verdict)?;
        match verdict.given {
            Given::Wrong => Ok(self.fail(person)),
            Given::Right => self.begin(person, key, password.chosen_by),
        }
    }

    pub(crate) fn reauthenticate(
        &mut self,
        verdict: &Verdict,
        session: SessionNo,
    ) -> Result<Answer, DeskRefusal> {
        let me = self.me()?;
        let (person, password) = self.compared(verdict)?;
        self.own(session)?;
        if person != me {
            return Err(DeskRefusal::WrongPassword);
        }
        if verdict.given == Given::Wrong {
            return Ok(self.fail(person));
        }
        let last = self.desk.known(person)?.last_sign_in;
        self.events
            .push(DeskEvent::Reauthenticated { person, session });
        Ok(Answer::SignedIn {
            person,
            session,
            last,
            then: then(password.chosen_by),
        })
    }

    /// Begins a session; the oldest ends where there are too many.
    pub(crate) fn begin(
        &mut self,
        person: PlayerId,
        key: SessionKey,
        chosen_by: ChosenBy,
    ) -> Result<Answer, DeskRefusal> {
        let session = self.next_session(key)?;
        let theirs: Vec<SessionNo> = self
            .desk
            .sessions()
            .of(person)
            .map(|session| session.no)
            .collect();
        let too_many = (theirs.len() + 1).saturating_sub(SESSIONS_MOST);
        self.end(
            person,
            theirs.into_iter().take(too_many),
            SessionEnd::TooMany,
        );
        self.events.push(DeskEvent::SignedIn { person, session });
        self.secrets.push(Secret::Session { no: session, key });
        let last = self
            .desk
            .person(person)
            .and_then(|person| person.last_sign_in);
        Ok(Answer::SignedIn {
            person,
            session,
            last,
            then: then(chosen_by),
        })
    }

    fn fail(&mut self, person: PlayerId) -> Answer {
        let tries = Tries::fail(self.desk.tries(person), TriesOf::Account, self.at);
        self.events.push(DeskEvent::WrongPassword { person, tries });
        Answer::WrongPassword
    }

    /// Whose password was compared, if it still is that one and may be used.
    fn compared(&self, verdict: &Verdict) -> Result<(PlayerId, Password), DeskRefusal> {
        let id = verdict.person.ok_or(DeskRefusal::WrongPassword)?;
        let person = self
            .desk
            .known(id)
            .map_err(|_| DeskRefusal::WrongPassword)?;
        if person.is_locked() {
            return Err(DeskRefusal::Locked);
        }
        // What is given during the wait is not judged, so that it neither opens the account nor
        // makes the wait longer.
        if let Some(until) = self.desk.tries(id).and_then(|tries| tries.wait(self.at)) {
            let left = until.since(self.at);
            return Err(DeskRefusal::Wait { until, left });
        }
        let password = person
            .password
            .as_ref()
            .filter(|password| password.phc == verdict.phc);
        Ok((id, password.ok_or(DeskRefusal::PasswordChanged)?.clone()))
    }

    fn own(&self, session: SessionNo) -> Result<PlayerId, DeskRefusal> {
        let me = self.me()?;
        let mine = self
            .desk
            .sessions()
            .get(session)
            .is_some_and(|session| session.person == me);
        if mine {
            Ok(me)
        } else {
            Err(DeskRefusal::NotYourSession(session))
        }
    }

    fn end(
        &mut self,
        person: PlayerId,
        sessions: impl IntoIterator<Item = SessionNo>,
        why: SessionEnd,
    ) {
        self.events
            .extend(sessions.into_iter().map(|session| DeskEvent::SessionEnded {
                person,
                session,
                why,
            }));
    }

    fn end_all(&mut self, person: PlayerId, keep: Option<SessionNo>, why: SessionEnd) -> u64 {
        let ended: Vec<SessionNo> = self
            .desk
            .sessions()
            .of(person)
            .map(|session| session.no)
            .collect();
        let ended: Vec<SessionNo> = ended
            .into_iter()
            .filter(|session| Some(*session) != keep)
            .collect();
        let sessions = u64::try_from(ended.len()).unwrap_or(u64::MAX);
        self.end(person, ended, why);
        sessions
    }

    pub(crate) fn sign_out(&mut self, session: SessionNo) -> Result<Answer, DeskRefusal> {
        let me = self.own(session)?;
        self.end(me, [session], SessionEnd::SignedOut);
        Ok(Answer::Done)
    }

    pub(crate) fn sign_out_others(&mut self, keep: SessionNo) -> Result<Answer, DeskRefusal> {
        let me = self.own(keep)?;
        let sessions = self.end_all(me, Some(keep), SessionEnd::Ended);
        if sessions == 0 {
            return Err(DeskRefusal::NoOldSessions);
        }
        Ok(Answer::Ended { sessions })
    }

    pub(crate) fn change_password(
        &mut self,
        verdict: &Verdict,
        phc: &Phc,
        keep: SessionNo,
    ) -> Result<Answer, DeskRefusal> {
        let me = self.own(keep)?;
        let (person, _) = self.compared(verdict)?;
        if person != me {
            return Err(DeskRefusal::WrongPassword);
        }
        if verdict.given == Given::Wrong {
            return Ok(self.fail(person));
        }
        self.events.push(DeskEvent::PasswordChanged { person });
        self.secrets
            .push(Secret::password(person, phc.clone(), ChosenBy::Owner));
        self.end_all(person, Some(keep), SessionEnd::PasswordChanged);
        Ok(Answer::Done)
    }

    pub(crate) fn reset_password(
        &mut self,
        person: PlayerId,
        phc: &Phc,
    ) -> Result<Answer, DeskRefusal> {
        self.other(person)?;
        if self.desk.known(person)?.password.is_none() {
            return Err(DeskRefusal::NoPassword);
        }
        self.events.push(DeskEvent::PasswordReset { person });
        self.secrets
            .push(Secret::password(person, phc.clone(), ChosenBy::Staff));
        self.end_all(person, None, SessionEnd::PasswordChanged);
        Ok(Answer::Done)
    }

    pub(crate) fn lock(&mut self, person: PlayerId, why: &str) -> Result<Answer, DeskRefusal> {
        self.other(person)?;
        check_text(why)?;
        let known = self.desk.known(person)?;
        if known.is_locked() {
            return Err(DeskRefusal::AlreadyLocked);
        }
        if known.roles.contains(&Role::Administrator) {
            self.another_administrator(person)?;
        }
        self.events.push(DeskEvent::Locked {
            person,
            why: why.to_owned(),
        });
        self.end_all(person, None, SessionEnd::Locked);
        Ok(Answer::Done)
    }

    pub(crate) fn unlock(&mut self, person: PlayerId) -> Result<Answer, DeskRefusal> {
        self.other(person)?;
        if !self.desk.known(person)?.is_locked() {
            return Err(DeskRefusal::NotLocked);
        }
        self.events.push(DeskEvent::Unlocked { person });
        Ok(Answer::Done)
    }

    pub(crate) fn give_role(
        &mut self,
        person: PlayerId,
        role: Role,
    ) -> Result<Answer, DeskRefusal> {
        let known = self.staff(person)?;
        if role == Role::Player {
            return Err(DeskRefusal::NoStaffRole(role));
        }
        if known.roles.contains(&role) {
            return Err(DeskRefusal::HasRole(role));
        }
        if let Some(&with) = known.roles.iter().find(|other| !role.goes_with(**other)) {
            return Err(DeskRefusal::RolesClash { role, with });
        }
        self.events.push(DeskEvent::RoleGiven { person, role });
        Ok(Answer::Done)
    }

    pub(crate) fn take_role(
        &mut self,
        person: PlayerId,
        role: Role,
    ) -> Result<Answer, DeskRefusal> {
        let known = self.staff(person)?;
        if !known.roles.contains(&role) {
            return Err(DeskRefusal::HasNotRole(role));
        }
        if role == Role::Administrator {
            self.another_administrator(person)?;
        }
        if known.roles.len() == 1 {
            return Err(DeskRefusal::LastRole);
        }
        self.events.push(DeskEvent::RoleTaken { person, role });
        Ok(Answer::Done)
    }

    fn staff(&self, person: PlayerId) -> Result<&Person, DeskRefusal> {
        self.other(person)?;
        let known = self.desk.known(person)?;
        if known.kind == Kind::Staff {
            Ok(known)
        } else {
            Err(DeskRefusal::NotStaff)
        }
    }

    /// Somebody must be left who can unlock accounts and give roles.
    fn another_administrator(&self, than: PlayerId) -> Result<(), DeskRefusal> {
        let able =
            |person: &&Person| person.roles.contains(&Role::Administrator) && !person.is_locked();
        let left = self
            .desk
            .people()
            .filter(able)
            .any(|person| person.id != than);
        if left {
            Ok(())
        } else {
            Err(DeskRefusal::LastAdministrator)
        }
    }
}

const fn then(chosen_by: ChosenBy) -> Then {
    match chosen_by {
        ChosenBy::Owner => Then::Welcome,
        ChosenBy::Staff => Then::ChangePassword,
    }
}
