//! What the choices of a decision in a round are worth, by the cards that the decider can know.
//!
//! A card that lies face down for the decider is one of those that are left: nothing here tells
//! what it is.
#![expect(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use cards::{Card, Composition};
use game::{
    Asked, BoxView, CardView, Choice, HandRef, Legal, Player, Round, SeenEvent, Turn, View, Viewer,
    What,
};
use report::position_words;
use rules::Money;
use solver::{Action, Doubled, Options, Position, Terms, doubled_position, position};
use std::collections::BTreeSet;

/// A decision of one player's: what may be chosen, and what each choice is worth.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// What may be chosen.
    pub(crate) choices: Vec<Valued>,
    /// The hand that the player is asked about first, where it is one.
    pub(crate) hand: Option<HandRef>,
    /// Whether the worth is exact. A hand of a split is reckoned as if it were the box's only one.
    pub(crate) exact: bool,
    /// Why there is no worth, where there is none.
    pub(crate) why_not: Option<String>,
    /// How many cards the player cannot know.
    pub(crate) left: u32,
}

impl Decision {
    /// About how many hands something may be chosen.
    pub(crate) fn hands(&self) -> usize {
        self.choices
            .iter()
            .filter_map(|valued| valued.hand)
            .collect::<BTreeSet<HandRef>>()
            .len()
    }
}

/// Something that may be chosen, the hand it is about, and its worth in initial wagers where the
/// solver can tell it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Valued {
    pub(crate) legal: Legal,
    pub(crate) hand: Option<HandRef>,
    pub(crate) worth: Option<f64>,
}

/// The first of those that are worth most among the choices about one hand, by its place; nothing
/// unless all have a worth.
pub(crate) fn best_of(choices: impl Iterator<Item = (usize, Option<f64>)>) -> Option<usize> {
    let valued = choices
        .map(|(place, worth)| Some((place, worth?)))
        .collect::<Option<Vec<(usize, f64)>>>()?;
    valued
        .into_iter()
        .reduce(|best, other| if other.1 > best.1 { other } else { best })
        .map(|(place, _)| place)
}

/// What a player sees of a hand.
pub(crate) struct Seen {
    pub(crate) cards: Vec<Card>,
    pub(crate) upcard: Card,
    pub(crate) hands: usize,
    wager: Money,
}

/// Everybody who may choose something now, each once.
pub(crate) fn deciders(legal: &[Legal]) -> Vec<Player> {
    let mut players: Vec<Player> = Vec::new();
    for legal in legal {
        if !players.contains(&legal.player) {
            players.push(legal.player);
        }
    }
    players
}

/// What a player may choose now, without a worth.
pub(crate) fn unvalued(round: &Round, player: Player) -> Decision {
    let asked = asked_hands(round, player);
    let own = round
        .legal()
        .into_iter()
        .filter(|legal| legal.player == player);
    let choices = own
        .map(|legal| Valued {
            hand: hand_of(legal.choice, &asked),
            legal,
            worth: None,
        })
        .collect();
    let left = cards_left(round, Viewer::Player(player)).len();
    Decision {
        choices,
        hand: asked.first().copied(),
        exact: false,
        why_not: None,
        left,
    }
}

/// What a player may choose now, and what each choice is worth.
pub(crate) fn valued(round: &Round, player: Player) -> Decision {
    let mut decision = unvalued(round, player);
    let mut eyes: Vec<(HandRef, Eye<'_>)> = Vec::new();
    for choice in &mut decision.choices {
        let Some(hand) = choice.hand else { continue };
        if !eyes.iter().any(|(known, _)| *known == hand) {
            let Some(seen) = see(round, player, hand) else {
                continue;
            };
            eyes.push((hand, Eye::new(round, player, seen)));
        }
        let Some((_, eye)) = eyes.iter_mut().find(|(known, _)| *known == hand) else {
            continue;
        };
        match eye.worth(choice.legal.choice) {
            Ok(found) => choice.worth = found,
            Err(why) => decision.why_not = Some(why),
        }
    }
    decision.exact = !eyes.is_empty() && eyes.iter().all(|(_, eye)| eye.seen.hands == 1);
    decision
}

/// The hands that a player is asked about.
fn asked_hands(round: &Round, player: Player) -> Vec<HandRef> {
    match round.turn() {
        Turn::Decide(hand, decider) if decider == player => vec![hand],
        Turn::Answer(_, asked) => asked
            .iter()
            .filter(|asked: &&Asked| asked.player == player)
            .filter_map(|asked| asked.hand)
            .collect(),
        Turn::Decide(..) | Turn::Wagers | Turn::Deal(_) | Turn::Over => Vec::new(),
    }
}

/// The hand that a choice is about: the one it names, or the one that is asked about on its box.
fn hand_of(choice: Choice, asked: &[HandRef]) -> Option<HandRef> {
    match choice {
        Choice::Stand { hand }
        | Choice::Draw { hand }
        | Choice::Double { hand, .. }
        | Choice::NoDouble { hand }
        | Choice::Split { hand }
        | Choice::StayOnFirst { hand }
        | Choice::Forfeit { hand }
        | Choice::NoForfeit { hand } => Some(hand),
        Choice::Insure { box_no, .. }
        | Choice::NoInsurance { box_no }
        | Choice::Surrender { box_no }
        | Choice::NoSurrender { box_no } => {
            asked.iter().copied().find(|hand| hand.box_no == box_no)
        }
        Choice::Wager { .. }
        | Choice::SideWager { .. }
        | Choice::DeclineControl { .. }
        | Choice::TakeInsurance { .. }
        | Choice::NoMoreInsurance
        | Choice::Press { .. }
        | Choice::Nominate { .. } => None,
    }
}

/// What a player sees of a hand, where all of its cards are seen and the dealer has one.
pub(crate) fn see(round: &Round, player: Player, at: HandRef) -> Option<Seen> {
    let View { boxes, dealer, .. } = round.view(Viewer::Player(player));
    let &[upcard] = dealer.as_slice() else {
        return None;
    };
    let found: &BoxView = boxes.iter().find(|each| each.no == at.box_no)?;
    let hand = found.hands.get(usize::from(at.hand))?;
    let up = |card: &CardView| {
        if let CardView::Up(card) = card {
            Some(*card)
        } else {
            None
        }
    };
    let cards = hand.cards.iter().map(up).collect::<Option<Vec<Card>>>()?;
    let own = hand.stakes.iter().find(|stake| stake.player == player);
    let wager = own
        .or(hand.stakes.first())
        .map_or(Money::ZERO, |stake| stake.wager);
    Some(Seen {
        cards,
        upcard,
        hands: found.hands.len(),
        wager,
    })
}

/// The cards whose faces somebody cannot know: those in the shoe, and those that lie face down for
/// them.
pub(crate) fn cards_left(round: &Round, viewer: Viewer) -> Composition {
    let mut left = round.unseen().clone();
    let full = round.setup().full();
    for event in round.events() {
        let What::Dealt { card, .. } = event.what else {
            continue;
        };
        let hidden = match round.seen_by(event, viewer) {
            SeenEvent::FaceDown { .. } => true,
            SeenEvent::Open(_) => false,
        };
        // A device may have it back already.
        if hidden && left.count(card) < full.count(card) {
            left.put(card);
        }
    }
    left
}

/// Asks the solver about one hand, once.
struct Eye<'a> {
    round: &'a Round,
    seen: Seen,
    terms: Terms,
    shoe: Composition,
    position: Option<Result<Position, String>>,
}

impl<'a> Eye<'a> {
    fn new(round: &'a Round, player: Player, seen: Seen) -> Self {
        let mut shoe = cards_left(round, Viewer::Player(player));
        seen.cards
            .iter()
            .chain([&seen.upcard])
            .for_each(|card| shoe.put(*card));
        let terms = Terms::of(round.book(), seen.wager);
        Self {
            round,
            seen,
            terms,
            shoe,
            position: None,
        }
    }

    fn position(&mut self) -> Result<&Position, String> {
        let Self {
            round,
            seen,
            terms,
            shoe,
            position: known,
        } = self;
        let ask = || {
            let found = position(terms, shoe, &[], &seen.cards, seen.upcard);
            found.map_err(|error| position_words(round.book(), &error))
        };
        known
            .get_or_insert_with(ask)
            .as_ref()
            .map_err(String::clone)
    }

    fn doubled(&self) -> Result<Doubled, String> {
        let found = doubled_position(
            &self.terms,
            &self.shoe,
            &[],
            &self.seen.cards,
            self.seen.upcard,
        );
        found.map_err(|error| position_words(self.round.book(), &error))
    }

    fn action(&mut self, action: Action) -> Result<Option<f64>, String> {
        Ok(self.position()?.options.get(action))
    }

    /// What a choice about this hand is worth; nothing where the solver does not look at such
    /// choices.
    fn worth(&mut self, choice: Choice) -> Result<Option<f64>, String> {
        match choice {
            Choice::Stand { .. } => self.action(Action::Stand),
            Choice::Draw { .. } => self.action(Action::Draw),
            Choice::Double { .. } => self.action(Action::Double),
            Choice::Split { .. } => self.action(Action::Split),
            Choice::Surrender { .. } => self.action(Action::Surrender),
            Choice::NoSurrender { .. } => {
                let others = Options {
                    surrender: None,
                    ..self.position()?.options
                };
                Ok(others.best().map(|(_, worth)| worth))
            }
            Choice::Insure { amount, .. } => {
                let wager = self.seen.wager;
                Ok(self
                    .position()?
                    .insurance
                    .map(|unit| unit * in_wagers(amount, wager)))
            }
            Choice::NoInsurance { .. } => Ok(Some(0.0)),
            Choice::Forfeit { .. } => Ok(self.doubled()?.forfeit),
            Choice::NoForfeit { .. } => Ok(Some(self.doubled()?.keep)),
            Choice::Wager { .. }
            | Choice::SideWager { .. }
            | Choice::DeclineControl { .. }
            | Choice::TakeInsurance { .. }
            | Choice::NoMoreInsurance
            | Choice::Press { .. }
            | Choice::Nominate { .. }
            | Choice::NoDouble { .. }
            | Choice::StayOnFirst { .. } => Ok(None),
        }
    }
}

/// An amount in wagers.
pub(crate) fn in_wagers(amount: Money, wager: Money) -> f64 {
    let cents = |money: Money| u32::try_from(money.cents()).map_or(f64::MAX, f64::from);
    if wager.is_zero() {
        0.0
    } else {
        cents(amount) / cents(wager)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::notation::{Script, play_so_far};
    use rules::builtin;

    fn round(text: &str) -> Round {
        let books = |name: &str| builtin(name).map_err(|unknown| unknown.to_string());
        play_so_far(&Script::parse(text).unwrap(), &books)
            .unwrap()
            .round
    }

    fn first(round: &Round) -> Decision {
        valued(round, *deciders(&round.legal()).first().unwrap())
    }

    fn worths(round: &Round) -> Vec<(String, f64)> {
        let word = |valued: &Valued| game::notation::choice_words(round, &valued.legal);
        first(round)
            .choices
            .iter()
            .filter_map(|valued| Some((word(valued), valued.worth?)))
            .collect()
    }

    #[test]
    fn a_decision_is_worth_what_the_solver_says_of_the_cards_that_were_seen() {
        let round = round("book sydney\nbox 1  ann* 25\nbox 2  bob* 25\ndeal  Ks 5h | 6d | 9c Kd");
        let terms = Terms::of(&builtin("sydney").unwrap(), Money::from_dollars(25));
        let card = |text: &str| text.parse::<Card>().unwrap();
        let hand: Vec<Card> = ["Ks", "9c"].map(card).to_vec();
        let others: Vec<Card> = ["5h", "Kd"].map(card).to_vec();
        let right = position(
            &terms,
            &Composition::decks_of_48(8),
            &others,
            &hand,
            card("6d"),
        )
        .unwrap();
        let found = worths(&round);
        assert_eq!(found[0], ("stand".to_owned(), right.options.stand.unwrap()));
        assert_eq!(found[1], ("draw".to_owned(), right.options.draw.unwrap()));
        assert!(first(&round).exact);
    }

    #[test]
    fn whoever_has_two_boxes_is_asked_about_each() {
        let round = round(
            "book sydney\nbox 1  ann* 20\nbox 2  bob* 20\nbox 3  ann 10\ndeal  Ks 5h 9d | Ad | 9c \
            Kd 8d",
        );
        let ann = round.setup().player("ann").unwrap();
        assert_eq!(deciders(&round.legal()).len(), 2, "each once");
        let decision = valued(&round, ann);
        let boxes: Vec<(u8, bool)> = decision
            .choices
            .iter()
            .map(|valued| (valued.hand.unwrap().box_no.number(), valued.worth.is_some()))
            .collect();
        assert_eq!(
            boxes,
            [(1, true), (1, true), (3, true), (3, true)],
            "{decision:?}"
        );
        // 96 ten-point cards, of which the layout shows two, among 384 cards less the seven that
        // lie there. Half a wager insured at 2 to 1 is worth (3 · 94 / 377 - 1) / 2.
        let insured = decision.choices[0].worth.unwrap();
        assert!(
            (insured - (3.0 * 94.0 / 377.0 - 1.0) / 2.0).abs() < 1e-12,
            "{insured}"
        );
        let worth = |place: usize| (place, decision.choices[place].worth);
        assert_eq!(
            best_of([worth(0), worth(1)].into_iter()),
            Some(1),
            "nobody is insured at a loss"
        );
        assert_eq!(best_of([worth(1), (9, None)].into_iter()), None);
    }

    #[test]
    fn a_doubled_hand_is_kept_or_given_up_by_what_the_dealer_comes_to() {
        let round = round("book sydney\nbox 1  ann* 25\ndeal  6s | Kd | 5h\n1  double 25 2c");
        let found = worths(&round);
        let terms = Terms::of(&builtin("sydney").unwrap(), Money::from_dollars(25));
        let hand: Vec<Card> = ["6s", "5h", "2c"]
            .map(|card| card.parse().unwrap())
            .to_vec();
        let right = doubled_position(
            &terms,
            &Composition::decks_of_48(8),
            &[],
            &hand,
            "Kd".parse().unwrap(),
        )
        .unwrap();
        assert_eq!(
            found,
            [
                ("forfeit ann".to_owned(), right.forfeit.unwrap()),
                ("keep ann".to_owned(), right.keep)
            ]
        );
        assert!(
            right.keep < right.forfeit.unwrap(),
            "13 doubled against a ten-point card is given up"
        );
    }

    #[test]
    fn what_lies_face_down_for_the_decider_changes_nothing() {
        let book = rules::BOOK_IDS
            .into_iter()
            .find(|name| builtin(name).unwrap().cards.face_down.is != rules::FaceDown::Never);
        let book = book.expect("some book lets the first cards be dealt face down");
        let dealt = |other: &str| {
            round(&format!(
                "book {book}\nface-down\nbox 1  ann* 25\nbox 2  bob* 25\ndeal  Ks {other} | 6d | \
                9c {other}"
            ))
        };
        let (one, other) = (dealt("5h"), dealt("Kd"));
        assert!(!worths(&one).is_empty());
        assert_eq!(worths(&one), worths(&other));
        assert_eq!(
            first(&one).left,
            8 * 48 - 3,
            "everything but the upcard and one's own two"
        );
    }
}
