//! People's own limits and exclusions: the auditor's own reading of what they set and what they
//! played.

use super::days::Days;
use super::json::{cents, number, tagged, text};
use super::log::Entry;
use super::objection::{Law, Objection};
use crate::counts::Counts;
use crate::evidence::Away;
use serde_json::Value;
use std::collections::BTreeMap;

/// Everybody, and what they played.
pub(crate) struct People {
    people: BTreeMap<u64, Person>,
    plays: BTreeMap<(u64, u64), Play>,
    /// Whose a wager is that is not decided.
    holds: BTreeMap<String, (u64, i64)>,
    days: Days,
    away: Vec<Away>,
}

/// What somebody set.
#[derive(Default)]
struct Person {
    house_player: bool,
    excluded: Option<u64>,
    /// The day of the last top-up.
    topped_up: Option<i64>,
    limits: BTreeMap<String, Limit>,
    /// The play that was acknowledged at the last reality check, in milliseconds.
    acknowledged: u64,
}

/// A limit, and the looser one that comes.
#[derive(Clone, Copy, Default)]
struct Limit {
    now: Option<i64>,
    then: Option<(u64, Option<i64>)>,
}

/// What somebody played at one table.
#[derive(Clone, Copy, Default)]
struct Play {
    day: i64,
    net: i64,
    wagered: i64,
    played: u64,
    ever: u64,
    since: Option<u64>,
}

impl Limit {
    fn at(self, at: u64) -> Option<i64> {
        self.then
            .filter(|(from, _)| *from <= at)
            .map_or(self.now, |(_, then)| then)
    }
}

impl Play {
    /// Counts time until now; a clock that went back counts nothing.
    fn count(&mut self, days: &Days, at: u64) {
        let day = days.of(at);
        if day > self.day {
            (self.day, self.net, self.wagered, self.played) = (day, 0, 0, 0);
        }
        if let Some(since) = self.since {
            if day == self.day {
                self.played += at.saturating_sub(since.max(days.start(at)));
            }
            self.ever += at.saturating_sub(since);
            self.since = Some(since.max(at));
        }
    }
}

impl People {
    pub(crate) fn new(away: &[Away]) -> Self {
        Self {
            people: BTreeMap::new(),
            plays: BTreeMap::new(),
            holds: BTreeMap::new(),
            days: Days::default(),
            away: away.to_vec(),
        }
    }

    pub(crate) fn take(&mut self, entry: &Entry, counts: &mut Counts) -> Result<(), Objection> {
        self.leave_out(entry.position);
        let Some(table) = entry.table() else {
            return self.take_desk(entry, counts);
        };
        self.check(entry)?;
        for event in entry.events() {
            match tagged(&event["what"])? {
                ("arrived", event) => {
                    self.play(number(event, "player")?, table, entry.at).since = Some(entry.at)
                }
                ("departed", event) => self.leave(number(event, "player")?, table, entry.at),
                ("closed", _) => {
                    let there: Vec<u64> = self
                        .plays
                        .keys()
                        .filter(|(_, at)| *at == table)
                        .map(|(player, _)| *player)
                        .collect();
                    there
                        .into_iter()
                        .for_each(|player| self.leave(player, table, entry.at));
                }
                _ => {}
            }
        }
        for transfer in &entry.transfers {
            self.transfer(transfer, table, entry.at)?;
        }
        Ok(())
    }

    /// While the house was away nobody played.
    fn leave_out(&mut self, position: u64) {
        let (past, coming) = self.away.iter().partition(|away| away.size < position);
        self.away = coming;
        let past: Vec<Away> = past;
        for away in past {
            for ((_, table), play) in &mut self.plays {
                if *table == away.table {
                    play.since = play.since.map(|since| since.max(away.at));
                }
            }
        }
    }

    fn take_desk(&mut self, entry: &Entry, counts: &mut Counts) -> Result<(), Objection> {
        for event in entry.body["events"].as_array().into_iter().flatten() {
            let (kind, event) = tagged(event)?;
            if kind == "days_set" {
                let counted = !self.plays.is_empty()
                    || self
                        .people
                        .values()
                        .any(|person| person.topped_up.is_some());
                self.days.set(event, entry.at, counted)?;
            }
            let Some(id) = event["person"].as_u64() else {
                continue;
            };
            let (open, today) = (self.open(id), self.days.of(entry.at));
            let person = self.people.entry(id).or_default();
            match kind {
                "registered" => person.house_player = event["kind"] == "house_player",
                "moved" if event["why"] == "top_up" => {
                    let given = person.top_up(open, today, entry.at);
                    given.map_err(|what| Objection::new(Law::Limits, what))?;
                    counts.top_ups += 1;
                }
                "excluded" => {
                    person.excluded = Some(event["until"]["until"].as_u64().unwrap_or(u64::MAX))
                }
                "limit_set" => {
                    let (which, wanted) = tagged(&event["change"])?;
                    let limit = person.limits.entry(which.to_owned()).or_default();
                    let (from, wanted) = (number(event, "from")?, wanted.as_i64());
                    *limit = match from <= entry.at {
                        true => Limit {
                            now: wanted,
                            then: None,
                        },
                        false => Limit {
                            now: limit.at(entry.at),
                            then: Some((from, wanted)),
                        },
                    };
                }
                "reality_acknowledged" => person.acknowledged = number(&event["seen"], "played")?,
                "guest_closed" => self.plays.retain(|(player, _), _| *player != id),
                _ => {}
            }
        }
        Ok(())
    }

    /// What a player has wagered that is not decided.
    fn open(&self, player: u64) -> i64 {
        self.holds
            .values()
            .filter(|(whose, _)| *whose == player)
            .map(|(_, amount)| amount)
            .sum()
    }

    fn play(&mut self, player: u64, table: u64, at: u64) -> &mut Play {
        let play = self.plays.entry((player, table)).or_insert(Play {
            day: self.days.of(at),
            ..Play::default()
        });
        play.count(&self.days, at);
        play
    }

    fn leave(&mut self, player: u64, table: u64, at: u64) {
        self.play(player, table, at).since = None;
    }

    fn transfer(&mut self, transfer: &Value, table: u64, at: u64) -> Result<(), Objection> {
        let (kind, does) = tagged(&transfer["does"])?;
        match kind {
            "hold" => {
                if let Some(player) = does["from"]["player"].as_u64() {
                    self.holds
                        .insert(transfer["id"].to_string(), (player, cents(does, "amount")?));
                }
            }
            "post" | "void" => {
                let Some((player, amount)) = self.holds.remove(&does["hold"].to_string()) else {
                    return Ok(());
                };
                let taken_back =
                    ["returned", "withdrawn", "round_void"].contains(&text(transfer, "purpose")?);
                let lost = if kind == "post" {
                    cents(does, "amount")?
                } else {
                    0
                };
                let play = self.play(player, table, at);
                play.net -= lost;
                if kind == "post" || !taken_back {
                    play.wagered += amount;
                }
            }
            _ => {
                let amount = cents(does, "amount")?;
                if let Some(player) = does["to"]["player"].as_u64() {
                    self.play(player, table, at).net += amount;
                }
                if let Some(player) = does["from"]["player"].as_u64() {
                    self.play(player, table, at).net -= amount;
                }
            }
        }
        Ok(())
    }

    /// Whoever lays a wager with this entry may do so.
    fn check(&self, entry: &Entry) -> Result<(), Objection> {
        let Some(player) = entry
            .steps()
            .first()
            .and_then(|step| step["by"]["player"].as_u64())
        else {
            return Ok(());
        };
        let Some(person) = self.people.get(&player) else {
            return Ok(());
        };
        let mut day = Play::default();
        for (_, play) in self.plays.range((player, 0)..=(player, u64::MAX)) {
            let mut play = *play;
            play.count(&self.days, entry.at);
            day.net += play.net;
            day.wagered += play.wagered;
            day.played += play.played;
            day.ever += play.ever;
        }
        let mut open = self.open(player);
        // A wager above the maximum goes back, and what counts of it is laid anew.
        let mut returned = 0;
        for transfer in &entry.transfers {
            if transfer["purpose"] == "returned" {
                let back = self
                    .holds
                    .get(&transfer["does"]["void"]["hold"].to_string());
                returned += back
                    .filter(|(whose, _)| *whose == player)
                    .map_or(0, |(_, amount)| *amount);
            }
            let hold = &transfer["does"]["hold"];
            if hold["from"]["player"] == player {
                let laid = cents(hold, "amount")?;
                let amount = (laid - returned).max(0);
                returned = (returned - laid).max(0);
                if amount == 0 {
                    continue;
                }
                let new = ["wager", "side_wager"].contains(&text(transfer, "purpose")?);
                person
                    .may_wager(amount, open, &day, new, entry.at)
                    .map_err(|what| Objection::new(Law::Limits, what))?;
                open += amount;
            }
        }
        Ok(())
    }
}

impl Person {
    fn limit(&self, which: &str, at: u64) -> Option<i64> {
        self.limits.get(which).and_then(|limit| limit.at(at))
    }

    /// More play money comes once a day, to nobody who is excluded or has a wager that is not
    /// decided.
    fn top_up(&mut self, open: i64, today: i64, at: u64) -> Result<(), String> {
        if self.excluded.is_some_and(|until| at < until) {
            return Err("somebody who is excluded gets more play money".to_owned());
        }
        if open > 0 {
            return Err(format!(
                "somebody with {open} at stake gets more play money"
            ));
        }
        let last = self.topped_up.replace(today);
        if last.is_some_and(|day| day >= today) {
            return Err("somebody gets more play money twice in a day".to_owned());
        }
        Ok(())
    }

    fn may_wager(
        &self,
        amount: i64,
        open: i64,
        day: &Play,
        new: bool,
        at: u64,
    ) -> Result<(), String> {
        if self.excluded.is_some_and(|until| at < until) {
            return Err(format!("somebody who is excluded wagers {amount}"));
        }
        if new {
            let limit = self
                .limit("play_a_day", at)
                .and_then(|limit| u64::try_from(limit).ok());
            if limit.is_some_and(|limit| day.played >= limit) {
                return Err(format!(
                    "somebody who has played for {} ms wagers {amount}",
                    day.played
                ));
            }
            let every = self
                .limit("reality_every", at)
                .and_then(|every| u64::try_from(every).ok())
                .unwrap_or(60 * 60 * 1000);
            if !self.house_player && day.ever.saturating_sub(self.acknowledged) >= every {
                return Err(format!(
                    "somebody who has not read a reality check wagers {amount}"
                ));
            }
        }
        if self
            .limit("one_wager", at)
            .is_some_and(|limit| amount > limit)
        {
            return Err(format!(
                "a wager of {amount} is above its bettor's own limit"
            ));
        }
        if self
            .limit("wagered_a_day", at)
            .is_some_and(|limit| day.wagered + open + amount > limit)
        {
            return Err(format!(
                "{} is wagered in a day, above the bettor's own limit",
                day.wagered + open + amount
            ));
        }
        if self
            .limit("loss_a_day", at)
            .is_some_and(|limit| open + amount - day.net > limit)
        {
            return Err(format!(
                "{} could be lost in a day, above the bettor's own limit",
                open + amount - day.net
            ));
        }
        Ok(())
    }
}
