//! The wagers beside the one on the hand, in exact fractions.

use crate::markup::{escape, table};
use crate::words::edge_words;
use crate::{Asked, decks_words};
use rules::PairWager;
use solver::Number;
use solver::side_wagers::{
    SideResult, SideWager, SideWagerError, decimal, insurance, new_shoe, pairs, pandemonium,
    percent,
};

/// Every side wager of the book.
pub(crate) fn section(asked: &Asked) -> String {
    let book = &asked.book;
    let shoe = new_shoe(book, asked.decks);
    let mut out = String::from(
        "<h2>Side wagers</h2>\n<p class=\"small\">Per unit wagered on them; exact fractions from a \
        full shoe.</p>\n",
    );
    let decks = book.cards.decks_with_pairs.is;
    if book.pairs.wager.is != PairWager::None && !decks.allows(asked.decks) {
        let allowed = rules::Value::write(&decks);
        out += &note(&format!(
            "The wager on a pair is offered with {allowed} decks; below it is reckoned for {} all \
            the same.",
            decks_words(asked.decks)
        ));
    }
    out += &of(pairs::side_wager(book, &shoe), "");
    let multipliers = &book.pandemonium.multipliers.is;
    if !multipliers.all().is_empty() {
        let ours = pandemonium::Chances::ours(multipliers).map_err(SideWagerError::from);
        let bet = ours.and_then(|chances| pandemonium::side_wager(book, &shoe, &chances));
        out += &of(
            bet,
            "The book names the multipliers only. How often each comes up is the operator's \
            setting; these chances are ours, for an example.",
        );
    }
    out + &of(
        insurance::side_wager(book, &insurance::ace_seen(book, asked.decks)),
        "Nothing seen but the dealer's Ace.",
    )
}

fn of(bet: Result<SideWager, SideWagerError>, words: &str) -> String {
    match bet {
        Ok(bet) => one(&bet, words),
        Err(SideWagerError::NotOffered { wager, .. }) => {
            note(&format!("The book offers no {wager} wager."))
        }
        Err(error) => note(&error.to_string()),
    }
}

fn one(bet: &SideWager, words: &str) -> String {
    let line = |result: &SideResult| {
        vec![
            result.name.clone(),
            result
                .odds
                .map_or_else(|| "lost".to_owned(), |odds| odds.to_string()),
            result.clause.to_string(),
            result.probability.to_string(),
            decimal(result.probability, 8),
            decimal(result.contribution, 8),
        ]
    };
    let rows: Vec<Vec<String>> = bet.results.iter().map(line).collect();
    let caption = capital(&bet.name);
    let header = ["result", "pays", "clause", "probability", "", "adds"];
    let mut out = table(&caption, &header, &rows);
    out += &note(&format!(
        "House edge {}; wins {}; standard deviation {:.6}. {words}",
        edge_words(bet, 6),
        percent(bet.win_frequency(), 6),
        Number::to_double(bet.variance()).sqrt(),
    ));
    out
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn note(words: &str) -> String {
    format!("<p>{}</p>\n", escape(words.trim()))
}
