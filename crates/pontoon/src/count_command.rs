//! `pontoon count`: effects of removal, tags made from them, and what they are worth.

use crate::asked::Asking;
use crate::edge_command::CONVENTION;
use crate::figures::{bare, bound_note, chance, money, percent, settings, signed, within};
use crate::index_lines::{IndexLine, index_lines, whole};
use crate::output::{say, tell};
use crate::reckon;
use crate::table_out::{figures, firm, table, words_first};
use anyhow::{Result, bail};
use clap::Args;
use report::Asked;
use serde_json::{Value, json};
use solver::{
    CardValue, Chart, Count, Detail, Effects, Fraction, Level, Number, Removal, ShoeError, Solved,
    Tags, index_plays, insurance_effects,
};

/// So many index plays are listed.
const LISTED: usize = 12;

#[derive(Args)]
pub(crate) struct CountArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// The largest tag: 1, 2 or 3.
    #[arg(
        long,
        value_name = "1|2|3",
        allow_negative_numbers = true,
        default_value_t = 1
    )]
    level: i32,
    #[command(flatten)]
    asking: Asking,
}

/// All that is told of a book.
struct Counted {
    asked: Asked,
    level: Level,
    effects: Effects,
    insurance: Vec<(CardValue, Fraction)>,
    tags: Tags,
    plays: Vec<IndexLine>,
    insurance_from: Option<f64>,
}

pub(crate) fn run(arguments: &CountArguments) -> Result<()> {
    let level = Level::try_from(arguments.level)?;
    let asked = arguments
        .asking
        .terms
        .of(&arguments.book, arguments.decks)?;
    let counted = Counted::new(asked, level)?;
    if arguments.asking.json {
        say!("{:#}", counted.to_json());
    } else {
        counted.print();
    }
    Ok(())
}

impl Counted {
    fn new(asked: Asked, level: Level) -> Result<Self> {
        let removal = Removal::of(&asked.book, asked.decks, asked.wager)?;
        let solved = reckon::each(&removal.questions(), |question| question.solved());
        let solved = solved
            .into_iter()
            .collect::<Result<Vec<Solved<f64>>, ShoeError>>()?;
        let effects = removal.effects(&solved.iter().map(Solved::expectation).collect::<Vec<_>>());
        let tags = Tags::propose(&effects, level);
        if CardValue::all().all(|value| tags.of(value) == 0) {
            bail!("no balanced tags of level {level} go with these cards");
        }
        let chart = Chart::new(&removal.full.terms, &solved[0], Detail::ByCards);
        let mut plays = index_lines(&chart, &index_plays(&removal, &effects, tags, &solved));
        plays.truncate(LISTED);
        let insurance = insurance_effects(&asked.book, asked.decks)?;
        let insurance = CardValue::all()
            .zip(insurance.map(|(_, effect)| effect))
            .collect();
        let insurance_from = Count {
            tags,
            effects: &effects,
        }
        .insurance_from(&asked.book);
        Ok(Self {
            asked,
            level,
            effects,
            insurance,
            tags,
            plays,
            insurance_from,
        })
    }

    fn count(&self) -> Count<'_> {
        Count {
            tags: self.tags,
            effects: &self.effects,
        }
    }

    fn print(&self) {
        tell!("{}", self.asked.title());
        tell!("{CONVENTION}");
        tell!(
            "What one card fewer in the shoe adds: to the expectation, in per cent of the initial \
            wager, for that card and for one such card of each deck; to insurance, in per cent of \
            what is insured, the dealer's Ace being all that was seen. A tag is what a card adds \
            to the running count when it is seen."
        );
        let mut out = table(&[
            "card",
            "in the shoe",
            "effect %",
            "one a deck %",
            "insurance %",
            "tag",
        ]);
        figures(&mut out, 1..6);
        for (value, insurance) in &self.insurance {
            out.add_row(vec![
                value.to_string(),
                self.effects.cards.counts[value.index()].to_string(),
                bare(&signed(self.effects.by_value[value.index()])),
                bare(&signed(self.effects.a_deck(*value))),
                bare(&signed(Number::to_double(*insurance))),
                signed_tag(self.tags.of(*value)),
            ]);
        }
        say!("{out}");
        self.print_count();
        self.print_plays();
        tell!("As sections of a strategy file:");
        say!("{}", self.sections());
    }

    fn print_count(&self) {
        let count = self.count();
        let Effects { expectation, .. } = self.effects;
        tell!(
            "expectation {}",
            within(signed(expectation.worth), expectation.slack)
        );
        if let Some(note) = bound_note([self.effects.slack].into_iter()) {
            tell!("each effect is {note}");
        }
        tell!(
            "seeing one card that is not played: {}, the mean effect of all cards",
            signed(self.effects.mean())
        );
        tell!(
            "betting correlation {:.4}, the highest of balanced tags of level {}",
            count.correlation(),
            self.level
        );
        tell!(
            "a true count of +1 is worth {} of the initial wager",
            signed(count.slope())
        );
        tell!(
            "nobody has the edge at a true count of {:+.2}",
            count.even()
        );
        match self.insurance_from {
            Some(from) => tell!("insurance pays for itself from a true count of {from:+.2}"),
            None => tell!("these tags do not tell when insurance pays for itself"),
        }
        tell!(
            "with half of the shoe seen, the true count has a standard deviation of {:.2}",
            count.deviation_at_half()
        );
    }

    fn print_plays(&self) {
        tell!(
            "What to play by the true count, the hand and the upcard counted, in the letters of \
            `pontoon strategy`. Even at: the true count at which the play that gains most of it is \
            worth no more than the usual one. Gain: in per cent of the initial wager, with half of \
            the shoe seen and every wager the same."
        );
        let mut out = table(&["play", "usual", "even at", "met %", "gain %"]);
        words_first(&mut out);
        figures(&mut out, 2..5);
        for line in &self.plays {
            let (even, met, gain) = (
                format!("{:+.2}", line.even),
                bare(&chance(line.chance)),
                bare(&percent(line.gain)),
            );
            out.add_row(vec![
                firm(&line.to_string()),
                line.usual.clone(),
                even,
                met,
                gain,
            ]);
        }
        say!("{out}");
    }

    /// The sections of a strategy file.
    fn sections(&self) -> String {
        let tags: Vec<String> = CardValue::all()
            .map(|value| format!("{value} {}", signed_tag(self.tags.of(value))))
            .collect();
        let insurance = self
            .insurance_from
            .map(|from| format!("insurance from {}", whole(from)));
        let index: Vec<String> = insurance
            .into_iter()
            .chain(self.plays.iter().map(IndexLine::to_string))
            .collect();
        format!(
            "count\n  tags {}\nindex\n  {}",
            tags.join("  "),
            index.join("\n  ")
        )
    }

    fn to_json(&self) -> Value {
        let count = self.count();
        let Self { asked, effects, .. } = self;
        let of_value = |(value, insurance): &(CardValue, Fraction)| {
            json!({
                "card": value.to_string(),
                "cards": effects.cards.counts[value.index()],
                "effect": effects.by_value[value.index()],
                "effect_a_deck": effects.a_deck(*value),
                "insurance_effect": Number::to_double(*insurance),
                "tag": self.tags.of(*value),
            })
        };
        json!({
            "book": asked.book.id.name,
            "version": asked.book.id.version,
            "decks": asked.decks,
            "settings": settings(asked),
            "wager": money(asked.wager),
            "ev": effects.expectation.worth,
            "ev_bound": effects.expectation.slack,
            "effects": self.insurance.iter().map(of_value).collect::<Vec<_>>(),
            "effect_bound": effects.slack,
            "mean_effect": effects.mean(),
            "level": self.level.get(),
            "correlation": count.correlation(),
            "ev_per_true_count": count.slope(),
            "even_true_count": count.even(),
            "true_count_sd_at_half": count.deviation_at_half(),
            "insurance_from": self.insurance_from,
            "index_plays": self.plays.iter().map(IndexLine::to_json).collect::<Vec<_>>(),
            "sections": self.sections(),
        })
    }
}

/// A tag with its sign; nothing has none.
fn signed_tag(tag: i32) -> String {
    if tag > 0 {
        format!("+{tag}")
    } else {
        tag.to_string()
    }
}
