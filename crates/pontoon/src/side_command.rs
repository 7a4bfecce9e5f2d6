//! `pontoon side`: the wagers beside the one on the hand, exactly; and the Super Bonus by wager.

use crate::asked::Asking;
use crate::edge_command::CONVENTION;
use crate::figures::{
    bare, bound_note, is_nothing, money, percent as share, settings, signed_within, within,
};
use crate::output::{say, tell};
use crate::reckon;
use crate::table_out::{figures, firm, table, words_first};
use anyhow::{Context, Result};
use clap::Args;
use report::{Asked, Prize, edge_words, telling_wagers};
use rules::{PairWager, Value as _};
use serde_json::{Value, json};
use solver::side_wagers::pandemonium::Chances;
use solver::side_wagers::{
    Fraction, SideWager, decimal, insurance, new_shoe, pairs, pandemonium, percent,
};
use solver::{Number, ShoeError};

#[derive(Args)]
pub(crate) struct SideArguments {
    /// A book by name, or a file.
    book: String,
    /// Decks in the shoe; without it the book's usual number.
    #[arg(long, value_name = "N")]
    decks: Option<u32>,
    /// How often the jackpot button shows each multiplier: 100=0.07,50=9/100 and so on. Without it
    /// chances of our own.
    #[arg(long, value_name = "MULTIPLIER=CHANCE,…")]
    chances: Option<String>,
    #[command(flatten)]
    asking: Asking,
}

/// Everything that is told.
struct Side {
    asked: Asked,
    pairs: Pairs,
    pandemonium: Option<Jackpot>,
    insurance: Vec<(String, SideWager)>,
    super_bonus: Vec<Prize>,
}

/// The wager on a pair.
enum Pairs {
    NotInTheBook,
    NotWithTheseDecks,
    Offered {
        here: SideWager,
        by_decks: Vec<(u8, SideWager)>,
    },
}

/// The Pontoon Pandemonium wager.
struct Jackpot {
    bet: SideWager,
    chances: Chances,
    ours: bool,
    break_even: Option<Fraction>,
    by_decks: Vec<(u8, SideWager)>,
}

pub(crate) fn run(arguments: &SideArguments) -> Result<()> {
    let asked = arguments
        .asking
        .terms
        .of(&arguments.book, arguments.decks)?;
    let side = Side {
        pairs: pairs_of(&asked)?,
        pandemonium: pandemonium_of(&asked, arguments.chances.as_deref())?,
        insurance: insurance_of(&asked)?,
        super_bonus: super_bonus_of(&asked)?,
        asked,
    };
    if arguments.asking.json {
        say!("{:#}", side.to_json())
    } else {
        side.print()
    }
    Ok(())
}

fn pairs_of(asked: &Asked) -> Result<Pairs> {
    let cards = &asked.book.cards;
    if asked.book.pairs.wager.is == PairWager::None {
        return Ok(Pairs::NotInTheBook);
    }
    if !cards.decks_with_pairs.is.allows(asked.decks) {
        return Ok(Pairs::NotWithTheseDecks);
    }
    let here = pairs::side_wager(&asked.book, &new_shoe(&asked.book, asked.decks))?;
    let by_decks = pairs::by_decks(&asked.book)
        .into_iter()
        .filter_map(|row| Some((row.decks, row.own?)))
        .collect();
    Ok(Pairs::Offered { here, by_decks })
}

fn pandemonium_of(asked: &Asked, given: Option<&str>) -> Result<Option<Jackpot>> {
    let multipliers = &asked.book.pandemonium.multipliers.is;
    let chances = match given {
        Some(text) => Chances::parse(text, multipliers).context("--chances")?,
        None if multipliers.all().is_empty() => return Ok(None),
        None => Chances::ours(multipliers)
            .context("our chances do not fit this book: give --chances")?,
    };
    let shoe = new_shoe(&asked.book, asked.decks);
    let bet = pandemonium::side_wager(&asked.book, &shoe, &chances)?;
    let by_decks = pandemonium::by_decks(&asked.book, &chances)?;
    Ok(Some(Jackpot {
        bet,
        ours: given.is_none(),
        break_even: pandemonium::break_even(&shoe)?,
        by_decks,
        chances,
    }))
}

/// Insurance with nothing seen but the Ace, and by what the box holds itself.
fn insurance_of(asked: &Asked) -> Result<Vec<(String, SideWager)>> {
    let unseen = insurance::ace_seen(&asked.book, asked.decks);
    let mut rows = vec![(
        "nothing but the dealer's Ace".to_owned(),
        insurance::side_wager(&asked.book, &unseen)?,
    )];
    for row in insurance::by_hand(&asked.book, &unseen)? {
        let own = match row.own_tens {
            0 => "no ten-point card",
            1 => "one ten-point card",
            _ => "two ten-point cards",
        };
        rows.push((format!("own two cards, {own}"), row.bet));
    }
    Ok(rows)
}

fn super_bonus_of(asked: &Asked) -> Result<Vec<Prize>> {
    let prizes = reckon::each(&telling_wagers(asked), |&wager| Prize::of(asked, wager));
    Ok(prizes
        .into_iter()
        .collect::<Result<Vec<Prize>, ShoeError>>()?)
}

/// Why a prize is worth nothing.
fn remark(prize: &Prize) -> &'static str {
    if prize.prize.is_some() && is_nothing(prize.worth()) {
        "not played for at this wager"
    } else {
        ""
    }
}

impl Side {
    fn print(&self) {
        tell!("{}", self.asked.title());
        self.print_pairs();
        self.print_pandemonium();
        self.print_insurance();
        self.print_super_bonus();
    }

    fn print_pairs(&self) {
        let cards = &self.asked.book.cards;
        match &self.pairs {
            Pairs::NotInTheBook => say!("\nWager on a pair: this book has none."),
            Pairs::NotWithTheseDecks => {
                let (allowed, clause) = (
                    cards.decks_with_pairs.is.write(),
                    cards.decks_with_pairs.clause,
                );
                tell!("\nWager on a pair: offered from {allowed} decks only [{clause}].");
            }
            Pairs::Offered { here, by_decks } => {
                print_bet(here);
                print_by_decks(by_decks);
            }
        }
    }

    fn print_pandemonium(&self) {
        let Some(Jackpot {
            bet,
            chances,
            ours,
            break_even,
            by_decks,
        }) = &self.pandemonium
        else {
            return;
        };
        print_bet(bet);
        let mean = chances.mean();
        if *ours {
            tell!(
                "The book does not say how often each multiplier comes. These chances are ours: {}",
                in_decimals(chances)
            );
        } else {
            tell!(
                "How often each multiplier comes, as given: {}",
                in_decimals(chances)
            );
        }
        let fair = break_even.map_or(String::new(), |even| {
            format!("; the wager is fair at a mean of {}", both(even, 4))
        });
        tell!("Their mean is {}{fair}.", both(mean, 4));
        print_by_decks(by_decks);
    }

    fn print_insurance(&self) {
        let book = &self.asked.book;
        let rule = book.insurance.pays;
        tell!(
            "\nInsurance against the dealer's Ace, for each unit insured; pays {} [{}].",
            rule.is,
            rule.clause
        );
        let mut out = table(&["seen", "dealer's Pontoon", "%", "house edge", "%"]);
        words_first(&mut out);
        figures(&mut out, 1..5);
        for (seen, bet) in &self.insurance {
            let (hit, edge) = (bet.win_frequency(), bet.edge());
            out.add_row(vec![
                seen.clone(),
                hit.to_string(),
                bare(&percent(hit, 4)),
                edge.to_string(),
                bare(&percent(edge, 4)),
            ]);
        }
        say!("{out}");
        let even = insurance::break_even(book);
        tell!("It is fair where {even} of the unseen cards count ten.");
    }

    fn print_super_bonus(&self) {
        if self.super_bonus.is_empty() {
            say!("\nSuper Bonus: this book has none.");
            return;
        }
        let rule = &self.asked.book.super_bonus.prizes;
        tell!(
            "\nSuper Bonus by wager [{}], per initial wager: the worth of being offered it, and \
            the house edge with it.",
            rule.clause
        );
        tell!("{CONVENTION}");
        let mut out = table(&["wager", "prize", "worth", "house edge", ""]);
        figures(&mut out, 0..4);
        for row in &self.super_bonus {
            let prize = row
                .prize
                .map_or("none".to_owned(), |prize| prize.to_string());
            let slack = row.expectation.slack;
            let edge = within(share(row.edge()), slack);
            out.add_row(vec![
                row.wager.to_string(),
                prize,
                signed_within(row.worth(), slack),
                edge,
                remark(row).to_owned(),
            ]);
        }
        say!("{out}");
        if let Some(note) = bound_note(self.super_bonus.iter().map(|row| row.expectation.slack)) {
            tell!("each edge is {note}");
        }
    }

    fn to_json(&self) -> Value {
        let asked = &self.asked;
        let by_decks = |rows: &[(u8, SideWager)]| {
            let row = |(decks, bet): &(u8, SideWager)| {
                json!({
                    "decks": decks,
                    "edge": fraction_json(bet.edge()),
                })
            };
            rows.iter().map(row).collect::<Vec<_>>()
        };
        let pairs = match &self.pairs {
            Pairs::NotInTheBook | Pairs::NotWithTheseDecks => Value::Null,
            Pairs::Offered {
                here,
                by_decks: rows,
            } => {
                let mut value = bet_json(here);
                value["by_decks"] = json!(by_decks(rows));
                value
            }
        };
        let pandemonium = self.pandemonium.as_ref().map(|jackpot| {
            let mut value = bet_json(&jackpot.bet);
            value["chances"] = jackpot
                .chances
                .all()
                .iter()
                .map(|(multiplier, chance)| {
                    json!({
                        "multiplier": multiplier,
                        "chance": fraction_json(*chance),
                    })
                })
                .collect();
            value["chances_are_ours"] = json!(jackpot.ours);
            value["mean"] = fraction_json(jackpot.chances.mean());
            value["break_even_mean"] = jackpot.break_even.map_or(Value::Null, fraction_json);
            value["by_decks"] = json!(by_decks(&jackpot.by_decks));
            value
        });
        let insurance = self.insurance.iter().map(|(seen, bet)| {
            let mut value = bet_json(bet);
            value["seen"] = json!(seen);
            value
        });
        let super_bonus = self.super_bonus.iter().map(|row| {
            json!({
                "wager": money(row.wager),
                "prize": row.prize.map(money),
                "super_bonus_ev": row.worth(),
                "ev_per_initial_wager": row.expectation.worth,
                "ev_bound": row.expectation.slack,
            })
        });
        json!({
            "book": asked.book.id.name,
            "version": asked.book.id.version,
            "decks": asked.decks,
            "settings": settings(asked),
            "pairs": pairs,
            "pandemonium": pandemonium,
            "insurance": insurance.collect::<Vec<_>>(),
            "insurance_break_even": fraction_json(insurance::break_even(&asked.book)),
            "super_bonus": super_bonus.collect::<Vec<_>>(),
        })
    }
}

fn print_bet(bet: &SideWager) {
    tell!("\n{}: house edge {}", bet.name, edge_words(bet, 4));
    let mut out = table(&["result", "pays", "clause", "chance", "%", "adds", "%"]);
    words_first(&mut out);
    figures(&mut out, 3..7);
    for result in &bet.results {
        out.add_row(vec![
            result.name.clone(),
            result.odds.map_or(String::new(), |odds| odds.to_string()),
            result.clause.to_string(),
            result.probability.to_string(),
            bare(&percent(result.probability, 4)),
            result.contribution.to_string(),
            bare(&percent(result.contribution, 4)),
        ]);
    }
    say!("{out}");
}

fn print_by_decks(rows: &[(u8, SideWager)]) {
    let row = |(decks, bet): &(u8, SideWager)| firm(&format!("{decks}: {}", edge_words(bet, 4)));
    tell!(
        "House edge by decks: {}",
        rows.iter().map(row).collect::<Vec<_>>().join("; ")
    );
}

/// A fraction, and the same as a decimal number.
fn both(fraction: Fraction, places: usize) -> String {
    if fraction.is_integer() {
        fraction.to_string()
    } else {
        format!("{fraction} = {}", decimal(fraction, places))
    }
}

/// Each multiplier with its chance as a decimal number.
pub(crate) fn in_decimals(chances: &Chances) -> String {
    let entry = |(multiplier, chance): &(u16, Fraction)| {
        let decimal = decimal(*chance, 9);
        format!(
            "{multiplier}={}",
            decimal.trim_end_matches('0').trim_end_matches('.')
        )
    };
    chances
        .all()
        .iter()
        .map(entry)
        .collect::<Vec<_>>()
        .join(", ")
}

fn fraction_json(fraction: Fraction) -> Value {
    json!({ "fraction": fraction.to_string(), "decimal": Number::to_double(fraction) })
}

fn bet_json(bet: &SideWager) -> Value {
    let results = bet.results.iter().map(|result| {
        json!({
            "result": result.name,
            "pays": result.odds.map(|odds| odds.to_string()),
            "clause": result.clause.to_string(),
            "chance": fraction_json(result.probability),
            "adds": fraction_json(result.contribution),
        })
    });
    json!({
        "name": bet.name,
        "edge": fraction_json(bet.edge()),
        "win_frequency": fraction_json(bet.win_frequency()),
        "variance": fraction_json(bet.variance()),
        "results": results.collect::<Vec<_>>(),
    })
}
