//! Commands in, events out. Nothing changes here: the caller commits the decision and lets the desk
//! take it.

use crate::command::{By, DeskCommand};
use crate::decision::{Answer, DeskDecision, Secret};
use crate::deed::Deed;
use crate::desk::Desk;
use crate::document::Document;
use crate::event::{DeskEvent, MoneyWhy, SessionEnd};
use crate::incident::Incident;
use crate::limits::LimitChange;
use crate::person::{ChosenBy, Exclusion, ExclusionLength, Kind, roles_fit};
use crate::refusal::DeskRefusal;
use crate::role::{Place, Role};
use crate::session::{SessionKey, SessionNo};
use crate::zone::Zone;
use ledger::{Account, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{Clause, Money, Net};
use std::collections::BTreeSet;
use table::{HOUSE_PLAYER, Span, Time};

/// The longest reason or note, in characters.
pub const TEXT_MOST: usize = 200;
/// The shortest exclusion.
const EXCLUSION_LEAST: Span = Span::minutes(24 * 60);
/// The longest exclusion that has an end.
const EXCLUSION_MOST: Span = Span::minutes(100 * 365 * 24 * 60);
/// How many sessions are ended at once.
const SWEEP: usize = 100;

/// A decision as it comes about.
pub(crate) struct Trial<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) by: By,
    pub(crate) at: Time,
    pub(crate) events: Vec<DeskEvent>,
    pub(crate) secrets: Vec<Secret>,
    transfers: Vec<Transfer>,
    puts: Vec<store::Put>,
}

impl Desk {
    /// What a command comes to, at this time.
    ///
    /// # Errors
    ///
    /// When whoever asks may not do it, or it cannot be done.
    pub fn decide(
        &self,
        by: By,
        at: Time,
        command: &DeskCommand,
    ) -> Result<DeskDecision, DeskRefusal> {
        self.permit(by, command.deed(), Place::House)?;
        let (events, secrets, transfers, puts) = Default::default();
        let mut trial = Trial {
            desk: self,
            by,
            at,
            events,
            secrets,
            transfers,
            puts,
        };
        let answer = trial.command(command)?;
        let Trial {
            events,
            secrets,
            transfers,
            mut puts,
            ..
        } = trial;
        puts.extend(self.puts(at, &events, &secrets));
        Ok(DeskDecision {
            by,
            at,
            events,
            transfers,
            puts,
            answer,
            secrets,
        })
    }
}

impl Trial<'_> {
    fn command(&mut self, command: &DeskCommand) -> Result<Answer, DeskRefusal> {
        match command {
            DeskCommand::Register { handle, phc, key } => {
                let person = self.create(handle, Kind::Member, BTreeSet::from([Role::Player]))?;
                self.secrets
                    .push(Secret::password(person, phc.clone(), ChosenBy::Owner));
                self.newcomer(person, self.desk.terms.member);
                self.begin(person, *key, ChosenBy::Owner)
            }
            DeskCommand::EnterAsGuest { handle, key } => {
                let person = self.create(handle, Kind::Guest, BTreeSet::new())?;
                self.newcomer(person, self.desk.terms.guest);
                self.begin(person, *key, ChosenBy::Owner)
            }
            DeskCommand::HousePlayer { handle } => {
                let person = self.create(handle, Kind::HousePlayer, BTreeSet::new())?;
                self.newcomer(person, self.desk.terms.house_player);
                Ok(Answer::Created { person })
            }
            DeskCommand::Staff { handle, phc, roles } => {
                if roles.is_empty() || !roles_fit(Kind::Staff, roles) {
                    return Err(DeskRefusal::Roles);
                }
                let person = self.create(handle, Kind::Staff, roles.clone())?;
                // Whoever sits at the console chooses a password of their own.
                let chosen_by = if self.by == By::House {
                    ChosenBy::Owner
                } else {
                    ChosenBy::Staff
                };
                self.secrets
                    .push(Secret::password(person, phc.clone(), chosen_by));
                Ok(Answer::Created { person })
            }
            DeskCommand::SignIn { verdict, key } => self.sign_in(verdict, *key),
            DeskCommand::Reauthenticate { verdict, session } => {
                self.reauthenticate(verdict, *session)
            }
            DeskCommand::SignOut { session } => self.sign_out(*session),
            DeskCommand::SignOutOthers { keep } => self.sign_out_others(*keep),
            DeskCommand::ChangePassword { verdict, phc, keep } => {
                self.change_password(verdict, phc, *keep)
            }
            DeskCommand::SetLimits { changes } => self.set_limits(changes),
            DeskCommand::Acknowledge => self.acknowledge(),
            DeskCommand::Exclude { length } => self.exclude(*length),
            DeskCommand::CashOut { amount } => {
                let me = self.me()?;
                self.money(me, -won(*amount)?, MoneyWhy::CashOut, Purpose::CashOut)
            }
            DeskCommand::TopUp { open, has, least } => self.top_up(*open, *has, *least),
            DeskCommand::CloseGuest { guest, left } => self.close_guest(*guest, *left),
            DeskCommand::EndOldSessions => self.end_old_sessions(),
            DeskCommand::GiveRole { person, role } => self.give_role(*person, *role),
            DeskCommand::TakeRole { person, role } => self.take_role(*person, *role),
            DeskCommand::IssueCard { person, number } => self.issue_card(*person, number),
            DeskCommand::CancelCard { person } => self.cancel_card(*person),
            DeskCommand::Lock { person, why } => self.lock(*person, why),
            DeskCommand::Unlock { person } => self.unlock(*person),
            DeskCommand::ResetPassword { person, phc } => self.reset_password(*person, phc),
            DeskCommand::Credit {
                player,
                amount,
                why,
            } => self.credit(*player, *amount, why),
            DeskCommand::FundHousePlayer { player, amount } => {
                self.fund_house_player(*player, *amount)
            }
            DeskCommand::Correct { player, net, why } => self.correct(*player, *net, why),
            DeskCommand::Incident { table, what } => self.incident(*table, what),
            DeskCommand::SetDays { zone } => self.set_days(zone),
            DeskCommand::Record { deed, what } => self.record(*deed, what),
        }
    }

    /// Whoever asks, where only a person can.
    pub(crate) fn me(&self) -> Result<PlayerId, DeskRefusal> {
        match self.by {
            By::Person(id) => Ok(id),
            By::House | By::Visitor => Err(DeskRefusal::NotSignedIn),
        }
    }

    /// Somebody else than whoever asks.
    pub(crate) fn other(&self, person: PlayerId) -> Result<(), DeskRefusal> {
        self.desk.known(person)?;
        if self.by == By::Person(person) {
            Err(DeskRefusal::NotOneself)
        } else {
            Ok(())
        }
    }

    fn create(
        &mut self,
        handle: &str,
        kind: Kind,
        roles: BTreeSet<Role>,
    ) -> Result<PlayerId, DeskRefusal> {
        game::notation::check_name(handle).map_err(DeskRefusal::Name)?;
        if kind != Kind::HousePlayer && handle.starts_with(HOUSE_PLAYER) {
            let why = format!(
                "a name that begins with `{HOUSE_PLAYER}` is a house player's: take another"
            );
            return Err(DeskRefusal::Name(why));
        }
        if self.desk.by_handle(handle).is_some() {
            return Err(DeskRefusal::NameTaken);
        }
        let person = PlayerId(
            self.desk
                .last
                .person
                .checked_add(1)
                .ok_or(DeskRefusal::NameTaken)?,
        );
        self.events.push(DeskEvent::Registered {
            person,
            handle: handle.to_owned(),
            kind,
            roles,
        });
        Ok(person)
    }

    fn newcomer(&mut self, person: PlayerId, amount: Money) {
        if !amount.is_zero() {
            self.transfer(
                person,
                Net::won(amount),
                MoneyWhy::Newcomer,
                Purpose::PlayMoney,
            );
        }
    }

    fn close_guest(&mut self, guest: PlayerId, left: Money) -> Result<Answer, DeskRefusal> {
        if self.desk.known(guest)?.kind != Kind::Guest {
            return Err(DeskRefusal::NoGuest);
        }
        if !self.desk.is_gone(guest) {
            return Err(DeskRefusal::GuestStillHere);
        }
        if !left.is_zero() {
            self.transfer(
                guest,
                -Net::won(left),
                MoneyWhy::GuestClosed,
                Purpose::PlayMoney,
            );
        }
        self.events.push(DeskEvent::GuestClosed { person: guest });
        Ok(Answer::Done)
    }

    fn end_old_sessions(&mut self) -> Result<Answer, DeskRefusal> {
        let over: Vec<(PlayerId, SessionNo)> = self
            .desk
            .sessions()
            .over(self.at, SWEEP)
            .into_iter()
            .map(|session| (session.person, session.no))
            .collect();
        if over.is_empty() {
            return Err(DeskRefusal::NoOldSessions);
        }
        let sessions = u64::try_from(over.len()).unwrap_or(u64::MAX);
        let why = SessionEnd::TimeOver;
        self.events.extend(
            over.into_iter()
                .map(|(person, session)| DeskEvent::SessionEnded {
                    person,
                    session,
                    why,
                }),
        );
        Ok(Answer::Ended { sessions })
    }

    fn set_limits(&mut self, changes: &[LimitChange]) -> Result<Answer, DeskRefusal> {
        let person = self.me()?;
        if changes.is_empty() {
            return Err(DeskRefusal::NothingToSet);
        }
        // Changes of one limit in one command follow each other as if sent one by one.
        let mut limits = self.desk.known(person)?.limits.clone();
        let mut told = Vec::new();
        for &change in changes {
            change.check()?;
            let from = limits.from(change, self.at);
            limits.set(change, from, self.at);
            told.push((change, from));
            self.events.push(DeskEvent::LimitSet {
                person,
                change,
                from,
            });
        }
        Ok(Answer::Limits { from: told })
    }

    fn acknowledge(&mut self) -> Result<Answer, DeskRefusal> {
        let person = self.me()?;
        self.desk
            .reality_due(person, self.at)
            .ok_or(DeskRefusal::NoCheckDue)?;
        let seen = self.desk.plays().totals(person, self.at).ever;
        self.events
            .push(DeskEvent::RealityAcknowledged { person, seen });
        Ok(Answer::Done)
    }

    fn exclude(&mut self, length: ExclusionLength) -> Result<Answer, DeskRefusal> {
        let person = self.me()?;
        let until = match length {
            ExclusionLength::For(span) if span < EXCLUSION_LEAST => {
                return Err(DeskRefusal::ExclusionTooShort);
            }
            ExclusionLength::For(span) if span > EXCLUSION_MOST => {
                return Err(DeskRefusal::ExclusionTooLong);
            }
            ExclusionLength::For(span) => Exclusion::Until(self.at.after(span)),
            ExclusionLength::ForEver => Exclusion::ForEver,
        };
        if let Some(now) = self
            .desk
            .known(person)?
            .exclusion(self.at)
            .filter(|now| until < *now)
        {
            return Err(DeskRefusal::ExclusionShortened(now));
        }
        self.events.push(DeskEvent::Excluded { person, until });
        Ok(Answer::Excluded { until })
    }

    fn credit(
        &mut self,
        player: PlayerId,
        amount: Money,
        why: &str,
    ) -> Result<Answer, DeskRefusal> {
        let person = self.desk.known(player)?;
        let purpose = match person.kind {
            Kind::Guest | Kind::HousePlayer => Purpose::PlayMoney,
            Kind::Member => Purpose::Credit,
            Kind::Staff => return Err(DeskRefusal::DoesNotPlay),
        };
        if let Some(exclusion) = person.exclusion(self.at) {
            return Err(DeskRefusal::PlayerExcluded(exclusion));
        }
        check_text(why)?;
        self.money(
            player,
            won(amount)?,
            MoneyWhy::Credit(why.to_owned()),
            purpose,
        )
    }

    fn fund_house_player(
        &mut self,
        player: PlayerId,
        amount: Money,
    ) -> Result<Answer, DeskRefusal> {
        match self.desk.known(player)?.kind {
            Kind::HousePlayer => self.credit(player, amount, "play money of a house player"),
            Kind::Guest | Kind::Member | Kind::Staff => Err(DeskRefusal::NoHousePlayer),
        }
    }

    fn correct(&mut self, player: PlayerId, net: Net, why: &str) -> Result<Answer, DeskRefusal> {
        if !self.desk.known(player)?.plays() {
            return Err(DeskRefusal::DoesNotPlay);
        }
        check_text(why)?;
        won(Money::from_cents(net.cents().unsigned_abs()))?;
        self.money(
            player,
            net,
            MoneyWhy::Correction(why.to_owned()),
            Purpose::Correction,
        )
    }

    pub(crate) fn money(
        &mut self,
        person: PlayerId,
        net: Net,
        why: MoneyWhy,
        purpose: Purpose,
    ) -> Result<Answer, DeskRefusal> {
        let transfer = self.transfer(person, net, why, purpose);
        Ok(Answer::Moved { transfer })
    }

    fn transfer(
        &mut self,
        person: PlayerId,
        net: Net,
        why: MoneyWhy,
        purpose: Purpose,
    ) -> TransferId {
        let before = u64::try_from(self.transfers.len()).unwrap_or(u64::MAX);
        let id = TransferId {
            series: Series::Cashier,
            no: self.desk.last.transfer + before + 1,
        };
        let amount = Money::from_cents(net.cents().unsigned_abs());
        let (house, player) = (Account::House, Account::Player(person));
        let (from, to) = if net.cents() < 0 {
            (player, house)
        } else {
            (house, player)
        };
        self.transfers.push(Transfer {
            id,
            does: Move::Pay { from, to, amount },
            purpose,
            clause: Clause::SILENT,
        });
        self.events.push(DeskEvent::Moved { person, net, why });
        id
    }

    fn incident(&mut self, table: Option<TableId>, what: &str) -> Result<Answer, DeskRefusal> {
        check_text(what)?;
        let no = self.desk.last.incident + 1;
        let incident = Incident {
            no,
            at: self.at,
            by: self.desk.name_of(self.by),
            table,
            what: what.to_owned(),
        };
        self.puts.push(incident.put());
        self.events.push(DeskEvent::IncidentNoted {
            no,
            table,
            what: what.to_owned(),
        });
        Ok(Answer::Incident { no })
    }

    fn set_days(&mut self, zone: &Zone) -> Result<Answer, DeskRefusal> {
        let days = self.desk.days();
        if days.zone() == zone {
            return Err(DeskRefusal::SameZone);
        }
        // Where nothing was counted yet there is no day that could be cut short.
        let from = if self.desk.has_counted() {
            days.turns(zone, self.at)
        } else {
            Time(0)
        };
        self.events.push(DeskEvent::DaysSet {
            zone: zone.clone(),
            from,
        });
        Ok(Answer::Done)
    }

    fn record(&mut self, deed: Deed, what: &str) -> Result<Answer, DeskRefusal> {
        if !matches!(
            deed,
            Deed::ReadLog | Deed::VerifyLog | Deed::ExportLog | Deed::BackUp
        ) {
            return Err(DeskRefusal::NotToRecord);
        }
        check_text(what)?;
        self.events.push(DeskEvent::Done {
            deed,
            what: what.to_owned(),
        });
        Ok(Answer::Done)
    }

    pub(crate) fn next_session(&self, key: SessionKey) -> Result<SessionNo, DeskRefusal> {
        if self.desk.sessions().has_key(key) {
            return Err(DeskRefusal::TokenUsed);
        }
        Ok(SessionNo(self.desk.last.session + 1))
    }
}

/// An amount that moves.
fn won(amount: Money) -> Result<Net, DeskRefusal> {
    if amount.is_zero() || amount > Money::MOST {
        Err(DeskRefusal::Amount)
    } else {
        Ok(Net::won(amount))
    }
}

pub(crate) fn check_text(text: &str) -> Result<(), DeskRefusal> {
    let fits =
        (1..=TEXT_MOST).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(DeskRefusal::Text) }
}
