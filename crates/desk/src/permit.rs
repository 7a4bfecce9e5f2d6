//! Whether somebody may do something now: the table of roles first, then their own account, then
//! their own limits.

use crate::calendar::Calendar;
use crate::command::By;
use crate::deed::Deed;
use crate::desk::Desk;
use crate::person::{ChosenBy, Kind, Person};
use crate::play_book::Totals;
use crate::reality::Check;
use crate::refusal::{DeskRefusal, LimitRefusal};
use crate::role::{Place, Standing};
use ledger::{Account, Move, PlayerId, Purpose, Transfer};
use rules::{Money, Net};
use table::{Actor, Command, Time};

/// Which wager is to be laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// One before the first card.
    New,
    /// More in a round that is being played: a double, a split, insurance. Nobody is stopped in the
    /// middle of a round by a reality check or by the clock.
    More,
}

impl Desk {
    /// Whether somebody may do this there.
    ///
    /// # Errors
    ///
    /// When the table of roles does not say so, the account is locked by the house, or its password
    /// must be changed first.
    pub fn permit(&self, by: By, deed: Deed, place: Place) -> Result<(), DeskRefusal> {
        let standings = match by {
            By::House => vec![Standing::House],
            By::Visitor => vec![Standing::Visitor],
            By::Person(id) => {
                let person = self.known(id)?;
                // Whoever is locked has no session any more; the house shows them out.
                if person.is_locked() && deed != Deed::Depart {
                    return Err(DeskRefusal::Locked);
                }
                let chosen_by = person.password.as_ref().map(|password| password.chosen_by);
                let harmless = matches!(
                    deed,
                    Deed::ChangePassword | Deed::SignOut | Deed::SignIn | Deed::Depart
                );
                if chosen_by == Some(ChosenBy::Staff) && !harmless {
                    return Err(DeskRefusal::ChangePasswordFirst);
                }
                person.standings()
            }
        };
        if standings
            .into_iter()
            .any(|standing| deed.may(standing, place))
        {
            return Ok(());
        }
        Err(if by == By::Visitor {
            DeskRefusal::NotSignedIn
        } else {
            DeskRefusal::NotAllowed(deed)
        })
    }

    /// Whether somebody may give a table this command; as whom the table shall take it.
    ///
    /// Wagers are looked at by [`Desk::may_wager`] or [`Desk::may_move`] besides.
    ///
    /// # Errors
    ///
    /// When they may not, come under another's name, or may not play now.
    pub fn permit_command(
        &self,
        by: By,
        at: Time,
        command: &Command,
        place: Place,
    ) -> Result<Actor, DeskRefusal> {
        let deed = Deed::of(command);
        self.permit(by, deed, place)?;
        let deals = matches!(
            deed,
            Deed::Shuffle | Deed::CutByHouse | Deed::SeedByHouse | Deed::Deal
        );
        let By::Person(id) = by else {
            let clock = matches!(deed, Deed::Tick | Deed::Restart);
            return Ok(if deals {
                Actor::Software
            } else if clock {
                Actor::Clock
            } else {
                Actor::Staff(self.name_of(by))
            });
        };
        let person = self.known(id)?;
        if person.kind == Kind::Staff {
            return Ok(if deals {
                Actor::Dealer
            } else {
                Actor::Staff(person.handle.clone())
            });
        }
        if let Command::Arrive { name, .. } = command
            && *name != person.handle
        {
            return Err(DeskRefusal::OtherName(person.handle.clone()));
        }
        if matches!(deed, Deed::Arrive | Deed::Sit) {
            self.may_play(id, at)?;
        }
        Ok(Actor::Player(id))
    }

    /// Whether a player may come to a table or take a seat.
    ///
    /// # Errors
    ///
    /// When they are excluded or have played long enough today.
    pub fn may_play(&self, player: PlayerId, at: Time) -> Result<(), DeskRefusal> {
        let person = self.known(player)?;
        let totals = self.plays().totals(player, at);
        Ok(may_play(person, &totals, self.days(), at)?)
    }

    /// Whether a player may lay a wager.
    ///
    /// # Errors
    ///
    /// When they are excluded, have a reality check to read, or the wager is beyond a limit of
    /// their own.
    pub fn may_wager(
        &self,
        player: PlayerId,
        amount: Money,
        stake: Stake,
        at: Time,
    ) -> Result<(), DeskRefusal> {
        let person = self.known(player)?;
        let totals = self.plays().totals(player, at);
        Ok(may_wager(person, &totals, amount, stake, self.days(), at)?)
    }

    /// Whether a player may lay the wagers that a table decided on at this player's command: the
    /// transfers of its decision, before they are committed. What went back in them may be laid
    /// again.
    ///
    /// # Errors
    ///
    /// The first wager that may not be laid.
    pub fn may_move(
        &self,
        player: PlayerId,
        at: Time,
        transfers: &[Transfer],
    ) -> Result<(), DeskRefusal> {
        let person = self.known(player)?;
        let mut totals = self.plays().totals(player, at);
        // A wager above the maximum goes back, and what counts of it is held anew: that is no new
        // wager.
        let mut returned = Money::ZERO;
        for transfer in transfers {
            match transfer.does {
                Move::Void { hold } if transfer.purpose == Purpose::Returned => {
                    returned = returned + self.plays().held(player, hold);
                }
                Move::Hold { from, amount, .. } if from == Account::Player(player) => {
                    let more = amount.saturating_sub(returned);
                    returned = returned.saturating_sub(amount);
                    if !more.is_zero() {
                        let stake = stake_of(transfer.purpose);
                        may_wager(person, &totals, more, stake, self.days(), at)?;
                        totals.open = totals.open + more;
                    }
                }
                Move::Hold { .. }
                | Move::Void { .. }
                | Move::Post { .. }
                | Move::Pay { .. }
                | Move::Reclaim { .. } => {}
            }
        }
        Ok(())
    }

    /// The reality check that a player must read before the next wager.
    pub fn reality_due(&self, player: PlayerId, at: Time) -> Option<Check> {
        let person = self.person(player)?;
        reality_due(person, &self.plays().totals(player, at), at)
    }

    pub(crate) fn known(&self, id: PlayerId) -> Result<&Person, DeskRefusal> {
        self.person(id).ok_or(DeskRefusal::NoSuchPerson(id))
    }
}

fn reality_due(person: &Person, totals: &Totals, at: Time) -> Option<Check> {
    // A house player reads nothing.
    if person.kind == Kind::HousePlayer {
        return None;
    }
    person
        .reality
        .due(totals.ever, person.limits.reality.at(at)?)
}

fn may_play(
    person: &Person,
    totals: &Totals,
    days: &Calendar,
    at: Time,
) -> Result<(), LimitRefusal> {
    if let Some(exclusion) = person.exclusion(at) {
        return Err(LimitRefusal::Excluded(exclusion));
    }
    match person.limits.play.at(at) {
        Some(limit) if totals.today.played >= limit => Err(LimitRefusal::Play {
            limit,
            until: days.next_day(at),
        }),
        Some(_) | None => Ok(()),
    }
}

fn may_wager(
    person: &Person,
    totals: &Totals,
    amount: Money,
    stake: Stake,
    days: &Calendar,
    at: Time,
) -> Result<(), LimitRefusal> {
    match stake {
        Stake::New => {
            may_play(person, totals, days, at)?;
            if let Some(check) = reality_due(person, totals, at) {
                return Err(LimitRefusal::Reality(check));
            }
        }
        Stake::More => {
            if let Some(exclusion) = person.exclusion(at) {
                return Err(LimitRefusal::Excluded(exclusion));
            }
        }
    }
    let limits = &person.limits;
    if let Some(limit) = limits.wager.at(at).filter(|limit| amount > *limit) {
        return Err(LimitRefusal::OneWager { amount, limit });
    }
    let until = days.next_day(at);
    if let Some(limit) = limits.wagered.at(at) {
        let left = limit.saturating_sub(totals.today.wagered + totals.open);
        if amount > left {
            return Err(LimitRefusal::Wagered {
                amount,
                limit,
                left,
                until,
            });
        }
    }
    if let Some(limit) = limits.loss.at(at) {
        // Everything that is not decided yet may still be lost.
        let worst = Net::lost(totals.open) + totals.today.net + Net::won(limit);
        let left = Money::from_cents(u64::try_from(worst.cents()).unwrap_or(0));
        if amount > left {
            return Err(LimitRefusal::Loss {
                amount,
                limit,
                left,
                until,
            });
        }
    }
    Ok(())
}

const fn stake_of(purpose: Purpose) -> Stake {
    match purpose {
        Purpose::Double | Purpose::Split | Purpose::Insurance => Stake::More,
        Purpose::Wager
        | Purpose::SideWager
        | Purpose::Won
        | Purpose::Lost
        | Purpose::StandOff
        | Purpose::Surrendered
        | Purpose::Forfeited
        | Purpose::Returned
        | Purpose::Withdrawn
        | Purpose::RoundVoid
        | Purpose::Fill
        | Purpose::Credit
        | Purpose::PlayMoney
        | Purpose::Tokens
        | Purpose::CashOut
        | Purpose::Correction
        | Purpose::Entry
        | Purpose::Prize => Stake::New,
    }
}
