//! `pontoon ev`: what each action is worth with a hand against a card of the dealer.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::asked::Asking;
use crate::figures::{money, percent, settings, wagers};
use crate::output::{say, tell};
use crate::table_out::{figures, firm, table};
use anyhow::{Context, Result, anyhow, bail};
use cards::Card;
use clap::Args;
use report::{Asked, position_words, read_cards};
use rules::HoleCard;
use serde_json::{Map, Value, json};
use solver::{Action, Outcome, Position, Terms, full_shoe, position};

#[derive(Args)]
pub(crate) struct EvArguments {
    /// A book by name, or a file.
    book: String,
    /// The hand, `against` (or v, vs), and the dealer's card: 8s 8h against 6d.
    #[arg(required = true, value_name = "HAND against CARD")]
    cards: Vec<String>,
    /// Cards of this shoe that have been seen elsewhere.
    #[arg(
        long,
        value_name = "CARDS",
        default_value = "",
        hide_default_value = true
    )]
    seen: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    #[command(flatten)]
    asking: Asking,
}

/// The cards that lie.
struct Lie {
    hand: Vec<Card>,
    upcard: Card,
    seen: Vec<Card>,
}

pub(crate) fn run(arguments: &EvArguments) -> Result<()> {
    let asked = arguments
        .asking
        .terms
        .of(&arguments.book, arguments.decks)?;
    let lie = Lie::read(&asked, &arguments.cards.join(" "), &arguments.seen)?;
    let terms = Terms::of(&asked.book, asked.wager);
    let shoe = full_shoe(&asked.book, asked.decks)?;
    let found = position(&terms, &shoe, &lie.seen, &lie.hand, lie.upcard)
        .map_err(|error| anyhow!(position_words(&asked.book, &error)))?;
    let ranked = ranked(&found);
    if arguments.asking.json {
        say!("{:#}", to_json(&asked, &lie, &terms, &found, &ranked));
    } else {
        print(&asked, &lie, &terms, &found, &ranked);
    }
    Ok(())
}

impl Lie {
    fn read(asked: &Asked, text: &str, seen: &str) -> Result<Self> {
        let words: Vec<&str> = text
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .collect();
        let is_against = |word: &&str| {
            ["against", "v", "vs"]
                .iter()
                .any(|against| word.eq_ignore_ascii_case(against))
        };
        let Some(place) = words.iter().position(is_against) else {
            bail!("the dealer's card is missing: write for example 8s 8h against 6d");
        };
        let cards = |words: &[&str]| read_cards(&asked.book, &words.join(" "));
        let hand = cards(&words[..place])?;
        let upcard = match *cards(&words[place + 1..])?.as_slice() {
            [upcard] => upcard,
            [] => bail!("the dealer's card is missing: write for example 8s 8h against 6d"),
            [_, ref more @ ..] => bail!(
                "the dealer shows one card, not {}: write for example 8s 8h against 6d",
                more.len() + 1
            ),
        };
        let seen = read_cards(&asked.book, seen).context("--seen")?;
        Ok(Self { hand, upcard, seen })
    }
}

/// What may be done, best first.
fn ranked(found: &Position) -> Vec<(Action, f64)> {
    let mut ranked: Vec<(Action, f64)> = found.options.each().collect();
    // The sort is stable: of equals the first in the order of actions stays first, as in
    // `Options::best`.
    ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    ranked
}

fn best_of(ranked: &[(Action, f64)]) -> f64 {
    ranked.first().map_or(0.0, |(_, best)| *best)
}

fn margin(ranked: &[(Action, f64)]) -> Option<f64> {
    ranked.get(1).map(|(_, second)| best_of(ranked) - second)
}

fn print(asked: &Asked, lie: &Lie, terms: &Terms, found: &Position, ranked: &[(Action, f64)]) {
    let show = |cards: &[Card]| {
        cards
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    tell!("{}", asked.title());
    let soft = if found.soft { "soft " } else { "" };
    let seen = if lie.seen.is_empty() {
        String::new()
    } else {
        format!(", seen {}", show(&lie.seen))
    };
    tell!(
        "{} ({soft}{}) against {}{seen}",
        show(&lie.hand),
        found.points,
        lie.upcard
    );
    if terms.hole == HoleCard::Peeks {
        tell!(
            "Each action in initial wagers, best play after it, given that the dealer has looked \
            and has no Pontoon."
        );
    } else {
        tell!("Each action in initial wagers, best play after it.");
    }
    let mut out = table(&["action", "worth", "behind the best", ""]);
    figures(&mut out, 1..3);
    for (place, (action, worth)) in ranked.iter().enumerate() {
        let behind = best_of(ranked) - worth;
        let (behind, mark) = if place == 0 {
            (String::new(), "best")
        } else {
            (format!("{behind:.6}"), "")
        };
        out.add_row(vec![
            action.to_string(),
            wagers(*worth),
            behind,
            mark.to_owned(),
        ]);
    }
    say!("{out}");
    if let (Some((action, _)), Some(margin)) = (ranked.first(), margin(ranked)) {
        tell!("{action} is best by {margin:.6} of a wager");
    }
    if found.split_slack > 0.0 {
        tell!(
            "the worth of the split is right within {:.0e}",
            found.split_slack
        );
    }
    let chances = Outcome::ALL.map(|outcome| {
        firm(&format!(
            "{} {}",
            outcome.words(),
            percent(found.dealer[outcome.index()])
        ))
    });
    // The actions are for when the dealer has looked; the dealer's chances and insurance come
    // before.
    let looks = terms.hole == HoleCard::Peeks && found.dealer[Outcome::Pontoon.index()] > 0.0;
    let when = if looks {
        ", before the dealer looks"
    } else {
        ""
    };
    tell!("dealer{when}: {}", chances.join(", "));
    if let Some(insurance) = found.insurance {
        let advice = if insurance > 0.0 {
            "take it"
        } else {
            "leave it"
        };
        tell!(
            "insurance{when}: {} for each unit insured: {advice}",
            wagers(insurance)
        );
    }
}

fn to_json(
    asked: &Asked,
    lie: &Lie,
    terms: &Terms,
    found: &Position,
    ranked: &[(Action, f64)],
) -> Value {
    let names = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let actions = ranked.iter().map(|(action, worth)| {
        json!({
            "action": action.word(),
            "ev": worth,
            "behind": best_of(ranked) - worth,
        })
    });
    let dealer = Outcome::ALL.map(|outcome| {
        (
            outcome.words().to_owned(),
            json!(found.dealer[outcome.index()]),
        )
    });
    json!({
        "book": asked.book.id.name,
        "version": asked.book.id.version,
        "decks": asked.decks,
        "settings": settings(asked),
        "wager": money(asked.wager),
        "hand": names(&lie.hand),
        "upcard": lie.upcard.to_string(),
        "seen": names(&lie.seen),
        "points": found.points,
        "soft": found.soft,
        "given_no_dealer_pontoon": terms.hole == HoleCard::Peeks,
        "actions": actions.collect::<Vec<_>>(),
        "best": ranked.first().map(|(action, _)| action.word()),
        "margin": margin(ranked),
        "split_bound": found.split_slack,
        "dealer": dealer.into_iter().collect::<Map<_, _>>(),
        "insurance_per_unit": found.insurance,
    })
}
