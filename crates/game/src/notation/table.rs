//! The table of a written round: from its head to a set-up.

use super::check::is_clause;
use super::player::Books;
use super::script::{Fact, Head, Line, Offer, Script};
use crate::player::{Held, Patron};
use crate::round::Round;
use crate::setup::{Dealing, Faces, PATRONS_MOST, Pack, Setup, ShoeAge};
use cards::Composition;
use rules::{Money, RuleBook, Sign};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The most cards of a shoe that is given card by card.
const CARDS_MOST: usize = 720;

/// The set-up that a script asks for.
pub(super) fn setup(script: &Script, books: &Books<'_>) -> Result<Setup, String> {
    setup_with(&script.head, script, books)
}

/// The same with another table.
fn setup_with(head: &Head, script: &Script, books: &Books<'_>) -> Result<Setup, String> {
    let book = books(&head.book)?;
    if let Some(version) = head.version.filter(|&version| version != book.id.version) {
        return Err(format!("this is {}, not version {version}", book.id));
    }
    let mut book = RuleBook::clone(&book);
    book.set_all(head.sets.iter().map(|(key, value)| (key, value)))
        .map_err(|refused| match &refused.change {
            Some((key, value)) => format!("set {key}={value}: {refused}"),
            None => refused.to_string(),
        })?;
    let mut setup = Setup::usual(Arc::new(book), &[]);
    setup.pack = match (head.decks, head.cards.is_empty()) {
        (Some(decks), _) => Pack::Decks(decks),
        (None, true) => setup.pack,
        (None, false) if head.cards.len() > CARDS_MOST => {
            return Err(format!("a small shoe has at most {CARDS_MOST} cards"));
        }
        (None, false) => Pack::Cards(head.cards.iter().copied().collect::<Composition>()),
    };
    setup.sign = sign(head, setup.sign);
    (setup.dealing, setup.age) = head.shoe.unwrap_or((Dealing::Shoe, ShoeAge::Running));
    setup.faces = if head.face_down {
        Faces::Down
    } else {
        Faces::Up
    };
    setup.left = head.left;
    setup.gone.clone_from(&head.gone);
    setup.raised.clone_from(&head.raised);
    setup.patrons = patrons(head, script)?;
    Ok(setup)
}

/// Demands that a table with these items changed cannot be opened, and by which clause.
pub(super) fn refuse_table(
    script: &Script,
    books: &Books<'_>,
    clause: &str,
    items: &[String],
) -> Result<(), String> {
    let head = script
        .head
        .with_items(items)
        .map_err(|error| error.to_string())?;
    match Round::open(setup_with(&head, script, books)?) {
        Ok(_) => Err(format!(
            "this table was to be refused by clause {clause} and is allowed"
        )),
        Err(fault) if fault.clause().is_some_and(|cited| is_clause(cited, clause)) => Ok(()),
        Err(fault) => Err(format!(
            "this table was to be refused by clause {clause}, but: {fault}"
        )),
    }
}

fn sign(head: &Head, usual: Sign) -> Sign {
    let offer = |offer: Option<Offer>, usual: Option<(Money, Money)>| match offer {
        Some(Offer::Off) => None,
        Some(Offer::Limits(least, most)) => Some((least, most)),
        None => usual,
    };
    Sign {
        minimum: head.minimum.unwrap_or(usual.minimum),
        maximum: head.maximum.unwrap_or(usual.maximum),
        chip: head.chip.unwrap_or(usual.chip),
        multiples: head.multiples,
        pairs: offer(head.pairs, usual.pairs),
        pairs_compulsory: head.pairs_compulsory,
        pandemonium: offer(head.pandemonium, usual.pandemonium),
        bettors: head.bettors,
    }
}

/// Everybody the text names, in the order they appear.
fn patrons(head: &Head, script: &Script) -> Result<Vec<Patron>, String> {
    let mut patrons = Named::default();
    for name in &head.players {
        patrons.add(name);
    }
    for numbered in script.lines.iter().take(10 * PATRONS_MOST) {
        let line = if let Line::Refused { line, .. } = &numbered.line {
            line
        } else {
            &numbered.line
        };
        if let Line::Wagers { entries, .. } = line {
            for entry in entries {
                patrons.add(&entry.name);
            }
        }
    }
    for (fact, name) in &head.facts {
        let patron = patrons.known(fact.word(), name)?;
        match fact {
            Fact::Late => patron.held = Held::Late,
            Fact::Held => patron.held = Held::ByOrder,
            Fact::Warned => patron.warned = true,
            Fact::Cardless => patron.card = false,
        }
    }
    for (name, minimum) in &head.markers {
        patrons.known("marker", name)?.minimum = Some(*minimum);
    }
    for (name, limits) in &head.raised_for {
        patrons.known("raised", name)?.raised = Some(*limits);
    }
    Ok(patrons.patrons)
}

/// People and the places of their names: a head may name a great many.
#[derive(Default)]
struct Named<'a> {
    patrons: Vec<Patron>,
    places: BTreeMap<&'a str, usize>,
}

impl<'a> Named<'a> {
    fn add(&mut self, name: &'a str) {
        if let Entry::Vacant(place) = self.places.entry(name) {
            place.insert(self.patrons.len());
            self.patrons.push(Patron::new(name));
        }
    }

    /// The person of whom an item of the head says something.
    fn known(&mut self, item: &str, name: &str) -> Result<&mut Patron, String> {
        match self.places.get(name) {
            Some(&place) => Ok(&mut self.patrons[place]),
            None => Err(format!(
                "{item} {name}: nobody of that name is at the table"
            )),
        }
    }
}
