//! A rule book: everything that a round of play and the table around it must know, each value with
//! its clause.
//!
//! Its sections stand in [`sections`](crate::sections).

use crate::check::{Contradiction, contradictions};
use crate::sections::{
    Boxes, Cards, Cutting, Dealer, Doubling, Drawing, HouseRules, InsuranceRules, Limits,
    Pandemonium, Payouts, Seats, Settlement, ShoeRules, Shuffling, SideWagers, Splitting,
    SuperBonus, SurrenderRules,
};
use crate::{ChangeRefused, Clause, Setting, SettingError};
use std::collections::BTreeMap;
use std::fmt;

/// A question a book leaves open, and how it is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
    pub id: String,
    /// The setting it decides.
    pub key: String,
    /// The question.
    pub asks: String,
    /// The values it could have instead.
    pub or: Vec<String>,
}

/// Which book, and which version of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BookId {
    /// The short name, for example `sydney`.
    pub name: String,
    /// The version of the file; a change of rule is a new version.
    pub version: u32,
}

impl fmt::Display for BookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}@{}", self.name, self.version))
    }
}

/// A rule book, valid by construction: [`check`](crate::check) makes it from a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the sections carry the documentation")]
pub struct RuleBook {
    pub id: BookId,
    /// The game and the house, as a title.
    pub title: String,
    /// The date of the document, as it prints it.
    pub date: String,
    /// The book this one extends: clauses that are not its own are that book's.
    pub extends: Option<BookId>,
    /// The clauses a house wrote itself, and those of the book it extends that are no printed
    /// book's: number and words.
    pub own_clauses: Vec<(String, String)>,
    pub readings: Vec<Reading>,
    pub cards: Cards,
    pub shoe: ShoeRules,
    pub shuffle: Shuffling,
    pub cut: Cutting,
    pub boxes: Boxes,
    pub seats: Seats,
    pub limits: Limits,
    pub pairs: SideWagers,
    pub pandemonium: Pandemonium,
    pub insurance: InsuranceRules,
    pub surrender: SurrenderRules,
    pub draw: Drawing,
    pub double: Doubling,
    pub split: Splitting,
    pub dealer: Dealer,
    pub settlement: Settlement,
    pub pays: Payouts,
    pub super_bonus: SuperBonus,
    pub house: HouseRules,
}

impl RuleBook {
    /// Shows every setting with its key and its words, in the order of play.
    pub fn each(&self, mut visit: impl FnMut(&str, &str, &dyn Setting)) {
        let visit: &mut dyn FnMut(&'static str, &'static str, &dyn Setting) =
            &mut |key, words, setting| visit(&key.replace('_', "-"), words, setting);
        self.cards.each(visit);
        self.shoe.each(visit);
        self.shuffle.each(visit);
        self.cut.each(visit);
        self.boxes.each(visit);
        self.seats.each(visit);
        self.limits.each(visit);
        self.pairs.each(visit);
        self.pandemonium.each(visit);
        self.insurance.each(visit);
        self.surrender.each(visit);
        self.draw.each(visit);
        self.double.each(visit);
        self.split.each(visit);
        self.dealer.each(visit);
        self.settlement.each(visit);
        self.pays.each(visit);
        self.super_bonus.each(visit);
        self.house.each(visit);
    }

    fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, &mut dyn Setting)) {
        self.cards.each_mut(visit);
        self.shoe.each_mut(visit);
        self.shuffle.each_mut(visit);
        self.cut.each_mut(visit);
        self.boxes.each_mut(visit);
        self.seats.each_mut(visit);
        self.limits.each_mut(visit);
        self.pairs.each_mut(visit);
        self.pandemonium.each_mut(visit);
        self.insurance.each_mut(visit);
        self.surrender.each_mut(visit);
        self.draw.each_mut(visit);
        self.double.each_mut(visit);
        self.split.each_mut(visit);
        self.dealer.each_mut(visit);
        self.settlement.each_mut(visit);
        self.pays.each_mut(visit);
        self.super_bonus.each_mut(visit);
        self.house.each_mut(visit);
    }

    /// The value and the clause of one setting, by its key or by the name of a reading.
    pub fn setting(&self, name: &str) -> Option<(String, Clause)> {
        let wanted = self.key_of(name);
        let mut found = None;
        self.each(|key, _, setting| {
            if key == wanted {
                found = Some((setting.text(), setting.clause()));
            }
        });
        found
    }

    /// Changes one setting, by its key or by the name of a reading.
    ///
    /// # Errors
    ///
    /// When there is no such setting, when it has no such value, or when the book would contradict
    /// itself; the book is then as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        self.set_all([(name, value)]).map_err(|refused| refused.why)
    }

    /// Changes several settings at once: some values fit only together, in whatever order they are
    /// told.
    ///
    /// # Errors
    ///
    /// As for one; the book is then as it was.
    pub fn set_all<K: AsRef<str>, V: AsRef<str>>(
        &mut self,
        changes: impl IntoIterator<Item = (K, V)>,
    ) -> Result<(), ChangeRefused> {
        let mut changed = self.clone();
        let mut told = BTreeMap::new();
        for (name, value) in changes {
            let (name, value) = (name.as_ref(), value.as_ref());
            let refused = |why| ChangeRefused {
                change: Some((name.to_owned(), value.to_owned())),
                why,
            };
            changed.put(name, value).map_err(refused)?;
            let key = self.key_of(name);
            if told
                .insert(key.clone(), value.to_owned())
                .is_some_and(|before| before != value)
            {
                return Err(refused(SettingError::Twice { key }));
            }
        }
        if let Some(Contradiction { at, against, what }) =
            contradictions(&changed).into_iter().next()
        {
            return Err(ChangeRefused {
                change: None,
                why: SettingError::Together {
                    keys: [at, against],
                    why: what,
                },
            });
        }
        *self = changed;
        Ok(())
    }

    /// Changes one setting, whether it fits the others or not.
    fn put(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let wanted = self.key_of(name);
        let mut answer = None;
        self.each_mut(&mut |key, setting| {
            if key.replace('_', "-") == wanted {
                answer = Some(setting.set(value));
            }
        });
        answer.unwrap_or_else(|| {
            Err(SettingError::Key {
                key: name.to_owned(),
                near: self.keys_near(name),
            })
        })
    }

    /// The settings in which this book differs from `other`, as pairs of key and value.
    pub fn changes_from(&self, other: &Self) -> Vec<(String, String)> {
        let mut theirs = Vec::new();
        other.each(|_, _, setting| theirs.push(setting.text()));
        let mut theirs = theirs.into_iter();
        let mut changes = Vec::new();
        self.each(|key, _, setting| {
            let text = setting.text();
            if theirs.next().as_ref() != Some(&text) {
                changes.push((key.to_owned(), text));
            }
        });
        changes
    }

    /// The usual number of decks, or the largest number allowed where a changed setting bars it.
    pub fn decks(&self) -> u8 {
        let usual = self.cards.usual_decks.is.get();
        let allowed = self.cards.decks.is;
        if allowed.allows(usual) {
            usual
        } else {
            allowed.counts().max().unwrap_or(usual)
        }
    }

    fn key_of(&self, name: &str) -> String {
        let bare = name
            .strip_prefix(&format!("{}.", self.id.name))
            .unwrap_or(name);
        match self.readings.iter().find(|reading| reading.id == bare) {
            Some(reading) => reading.key.clone(),
            None => name.to_owned(),
        }
    }

    fn keys_near(&self, name: &str) -> Vec<String> {
        let last = name.rsplit('.').next().unwrap_or(name);
        let mut near = Vec::new();
        self.each(|key, _, _| {
            if !last.is_empty() && key.contains(last) {
                near.push(format!("`{key}`"));
            }
        });
        near.truncate(3);
        near
    }
}
