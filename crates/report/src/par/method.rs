//! How the figures were reckoned, what is exact and what is bounded.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::Asked;
use crate::markup::escape;
use solver::Worth;

pub(crate) fn section(asked: &Asked, worth: &Worth) -> String {
    let bounded = if worth.slack > 0.0 {
        format!(
            "Bounded: where a dealer's Pontoon takes one wager for all hands of a split together, \
            and there are too many ways to list, the chance lies between two that are known. That \
            leaves the expectation open by at most {:.1e} % of the initial wager.",
            worth.slack * 100.0
        )
    } else {
        "Bounded: nothing. No figure of this sheet but the standard deviation and the distribution \
        rests on an assumption."
            .to_owned()
    };
    let texts = [
        "Exact: every first two cards against every card of the dealer, with their suits where \
        those decide a bonus; every hand that can follow, with the cards it has taken out of the \
        shoe; the dealer's chances for each of them. Nothing is simulated. The arithmetic is in \
        double precision; the same code run in exact fractions agrees with it and with a count of \
        every order of small shoes.",
        "Split hands: each is played by its own cards, as the same cards would be played unsplit, \
        whatever the other hands have become; where a dealer's Pontoon takes one wager for all \
        hands, a hand is played as one that Pontoon seldom takes, if that is better for the split \
        as a whole. The expectation of that is exact, but for a bound where one is given below. \
        The distribution of net results, and with it how often a round wins and the standard \
        deviation, take the hands of a split as independent of each other once the dealer's result \
        and their number are known.",
        &bounded,
        "Assumed: a full shoe, freshly shuffled, with no cutting card; one bettor, alone on a box \
        and alone at the table; best play by the cards of the hand; amounts as the odds give them, \
        not rounded to chips. Insurance and surrender are taken only where that is better than not \
        to.",
        "Probabilities are printed with eight places and shares with six places of a per cent; \
        sums are of the numbers behind them. The number itself stands in the value of each cell of \
        the summary and of the results.",
    ];
    let mut out = String::from("<h2>Method</h2>\n");
    for text in texts {
        out += &format!("<p>{}</p>\n", escape(text));
    }
    let foot = format!(
        "Made by pontoon {} from {} ({}). The same book, decks and wager give the same sheet to \
        the last digit. Licence of the program: {}. The rules are told in our own words; the \
        house's document is what counts at its tables.",
        env!("CARGO_PKG_VERSION"),
        asked.book.id,
        asked.book.date,
        env!("CARGO_PKG_LICENSE"),
    );
    out + &format!("<p class=\"small\">{}</p>\n", escape(&foot))
}
