//! One hand against one card of the dealer: what each action is worth, exactly.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::analysis::{About, Asked, Question};
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::running::Running;
use axum::Json;
use axum::extract::State;
use cards::Card;
use desk::Deed;
use report::{position_words, read_cards};
use rules::{HoleCard, Money, RuleBook};
use serde::{Deserialize, Serialize};
use solver::{Action, Outcome, Position, Terms, full_shoe, position};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most cards that may be named as gone: those of the largest shoe.
const GONE_MOST: usize = 15 * 52;

/// A question about one hand.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct HandQuestion {
    /// The id of the book.
    pub(crate) book: String,
    /// How many decks; the usual number unless told.
    pub(crate) decks: Option<u8>,
    /// The initial wager, in cents; 25 dollars unless told.
    #[schema(value_type = Option<u64>)]
    pub(crate) wager: Option<Money>,
    /// Settings that are changed, by key or reading.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub(crate) set: BTreeMap<String, String>,
    /// The cards of the hand, for example `8s 8h`.
    pub(crate) hand: String,
    /// The dealer's card, for example `6d`.
    pub(crate) upcard: String,
    /// Cards of the shoe that are gone besides.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub(crate) removed: String,
}

/// How the cards lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lie {
    pub(crate) hand: Vec<Card>,
    pub(crate) upcard: Card,
    /// In their order, so that equal questions are equal.
    pub(crate) removed: Vec<Card>,
}

/// What each action is worth with a hand. All figures are in initial wagers, best play after each
/// action.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct HandPage {
    /// Which book.
    pub(crate) about: About,
    /// The cards of the hand.
    pub(crate) hand: Vec<String>,
    /// The dealer's card.
    pub(crate) upcard: String,
    /// The cards that are gone besides.
    pub(crate) removed: Vec<String>,
    /// What the hand counts.
    pub(crate) points: u8,
    /// Whether an Ace counts 11.
    pub(crate) soft: bool,
    /// Whether the dealer has looked at a hole card, and the figures are given that there is no
    /// Pontoon.
    pub(crate) given_no_dealer_pontoon: bool,
    /// What the book allows, the best first.
    pub(crate) actions: Vec<ActionLine>,
    /// By how much the best is better than the next.
    pub(crate) margin: Option<f64>,
    /// By how much the worth of a split may be wrong.
    pub(crate) split_bound: f64,
    /// How often the dealer comes to what.
    pub(crate) dealer: Vec<DealerLine>,
    /// What insuring one unit brings, where insurance is offered.
    pub(crate) insurance_per_unit: Option<f64>,
}

/// One action.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ActionLine {
    /// `stand`, `draw`, `double`, `split` or `surrender`; of a doubled hand `keep` or `forfeit`.
    pub(crate) action: &'static str,
    /// What it is worth.
    pub(crate) worth: f64,
    /// How far it is behind the best.
    pub(crate) behind: f64,
}

/// One result of the dealer's.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct DealerLine {
    /// `17` to `21`, `Pontoon` or `bust`.
    pub(crate) result: &'static str,
    /// How often.
    pub(crate) chance: f64,
}

impl HandQuestion {
    /// The book and the cards that are asked for.
    pub(crate) fn asked(self) -> Result<(Asked, Lie), ApiError> {
        let Self {
            book,
            decks,
            wager,
            set,
            hand,
            upcard,
            removed,
        } = self;
        let asked = Question {
            book,
            decks,
            wager,
            set,
        }
        .asked()?;
        let fault = |field: &str, what: String| {
            ApiError::bad("form", &format!("{field}: {what}")).at(&[field])
        };
        let read = |field: &str, text: &str| {
            read_cards(&asked.book, text).map_err(|error| fault(field, error.to_string()))
        };
        let hand = read("hand", &hand)?;
        let upcard = match *read("upcard", &upcard)?.as_slice() {
            [upcard] => upcard,
            ref other => {
                return Err(fault(
                    "upcard",
                    format!("the dealer shows one card, not {}", other.len()),
                ));
            }
        };
        let mut removed = read("removed", &removed)?;
        if removed.len() > GONE_MOST {
            return Err(fault(
                "removed",
                format!("{} cards are more than any shoe holds", removed.len()),
            ));
        }
        removed.sort_unstable();
        Ok((
            asked,
            Lie {
                hand,
                upcard,
                removed,
            },
        ))
    }
}

/// The actions from the best to the worst.
pub(crate) fn ranked(actions: impl IntoIterator<Item = (&'static str, f64)>) -> Vec<ActionLine> {
    let mut actions: Vec<(&'static str, f64)> = actions.into_iter().collect();
    // The sort is stable: of equals the first in the order of actions stays first, as where the
    // solver picks the best.
    actions.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let best = actions.first().map_or(0.0, |(_, best)| *best);
    actions
        .into_iter()
        .map(|(action, worth)| ActionLine {
            action,
            worth,
            behind: best - worth,
        })
        .collect()
}

/// The position behind a question.
pub(crate) fn look(
    book: &RuleBook,
    decks: u8,
    terms: &Terms,
    lie: &Lie,
) -> Result<Position, String> {
    let shoe = full_shoe(book, decks).map_err(|error| error.to_string())?;
    position(terms, &shoe, &lie.removed, &lie.hand, lie.upcard)
        .map_err(|error| position_words(book, &error))
}

/// The answer to a question about a hand.
pub(crate) fn hand_page(asked: &Asked, lie: &Lie) -> Result<HandPage, String> {
    let terms = Terms::of(&asked.book, asked.key.wager);
    let found = look(&asked.book, asked.key.decks, &terms, lie)?;
    let actions = ranked(
        found
            .options
            .each()
            .map(|(action, worth): (Action, f64)| (action.word(), worth)),
    );
    let names = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let dealer = Outcome::ALL.map(|outcome| DealerLine {
        result: outcome.words(),
        chance: found.dealer[outcome.index()],
    });
    Ok(HandPage {
        about: asked.about(),
        hand: names(&lie.hand),
        upcard: lie.upcard.to_string(),
        removed: names(&lie.removed),
        points: found.points,
        soft: found.soft,
        given_no_dealer_pontoon: terms.hole == HoleCard::Peeks,
        margin: actions.get(1).map(|second| second.behind),
        actions,
        split_bound: found.split_slack,
        dealer: dealer.into(),
        insurance_per_unit: found.insurance,
    })
}

/// What each action is worth with a hand against a card of the dealer, with whatever cards are
/// gone.
#[utoipa::path(post, path = "/api/analysis/hand", tag = "analysis", request_body = HandQuestion,
    responses(
        (status = 200, body = HandPage),
        (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 503, body = ErrorBody),
    ))]
pub(crate) async fn hand(
    State(running): State<Arc<Running>>,
    caller: Caller,
    Body(question): Body<HandQuestion>,
) -> Result<Json<HandPage>, ApiError> {
    running.permit(caller.by, Deed::ReadRules)?;
    let (asked, lie) = question.asked()?;
    let analyses = running.analyses();
    let key = (asked.key.clone(), lie.clone());
    let page = analyses
        .hands
        .answer(&analyses.quick, key, move || hand_page(&asked, &lie))
        .await?;
    Ok(Json(HandPage::clone(&page)))
}
