//! One cell of a chart in the letters of Spanish 21 charts: `D4`, `S5'`, `Rh`.
//!
//! What the letters look like on paper or screen is no matter here.

use super::sheet::Paint;
use rules::DoubleOn;
use solver::{Action, Advice, Chart, Kind, SuitClass, Terms};
use std::collections::BTreeMap;

/// Plays whose worths differ by less than this are equal: it is far above what doubles lose in
/// adding up.
const EQUAL: f64 = 1e-9;
/// Plays whose worths differ by less than this many wagers are nearly equal.
const NEAR: f64 = 0.001;

/// Hands that a cell puts together and the chart tells apart.
#[derive(Clone, Debug)]
pub struct Class {
    /// Which hands.
    pub kind: Kind,
    /// What to do with them.
    pub advice: Advice,
}

impl Class {
    pub(crate) fn of(chart: &Chart, upcard: solver::CardValue, kind: Kind) -> Option<Self> {
        Some(Self {
            kind,
            advice: chart.advice(upcard, kind)?.clone(),
        })
    }

    fn best(&self) -> Option<Action> {
        self.advice.best()
    }
}

/// How close the two best plays are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nearness {
    Apart,
    Near,
    Equal,
}

impl Nearness {
    /// How close the two best plays of an advice are.
    pub(crate) fn of(advice: &Advice) -> Self {
        match advice.margin() {
            Some(margin) if margin < EQUAL => Self::Equal,
            Some(margin) if margin < NEAR => Self::Near,
            Some(_) | None => Self::Apart,
        }
    }

    /// The mark behind the letters.
    pub(crate) const fn mark(self) -> &'static str {
        match self {
            Self::Apart => "",
            Self::Near => "~",
            Self::Equal => "=",
        }
    }
}

/// What a reader of the chart has to be told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Note {
    Letter(Action),
    DrawWithMore(Action),
    OtherWithMore,
    FirstTwo(Action, Action),
    DrawSixSevenEight,
    DrawSixSevenEightSuited,
    DrawSixSevenEightSpades,
    OtherSixSevenEight,
    SuperBonus,
    SevensSuited,
    SevensSpades,
    Near,
    Equal,
    Forfeit,
    Keep,
    Ten,
}

impl Note {
    /// The colour of what it explains.
    pub(crate) const fn paint(self) -> Paint {
        match self {
            Self::Letter(action) | Self::DrawWithMore(action) | Self::FirstTwo(action, _) => {
                Paint::Play(action)
            }
            Self::Forfeit => Paint::Forfeit,
            Self::OtherWithMore
            | Self::DrawSixSevenEight
            | Self::DrawSixSevenEightSuited
            | Self::DrawSixSevenEightSpades
            | Self::OtherSixSevenEight
            | Self::SuperBonus
            | Self::SevensSuited
            | Self::SevensSpades
            | Self::Near
            | Self::Equal
            | Self::Keep
            | Self::Ten => Paint::Nothing,
        }
    }
}

/// The legend: each note once, with what stands on the chart and what that means.
pub(crate) type Legend = BTreeMap<Note, (String, String)>;

/// A cell in letters, and what a reader must know to read them.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) action: Option<Action>,
    pub(crate) nearness: Nearness,
}

/// The letter of an action.
pub const fn letter(action: Action) -> &'static str {
    match action {
        Action::Stand => "S",
        Action::Draw => "H",
        Action::Double => "D",
        Action::Split => "P",
        Action::Surrender => "R",
    }
}

/// What the legend says of a letter.
fn words(action: Action) -> String {
    match action {
        Action::Draw => "draw (other charts: hit)".to_owned(),
        Action::Stand | Action::Double | Action::Split | Action::Surrender => action.to_string(),
    }
}

/// Writes the cells of one chart and keeps its legend.
pub(crate) struct Pen<'a> {
    terms: &'a Terms,
    pub(crate) legend: Legend,
}

impl<'a> Pen<'a> {
    pub(crate) fn new(terms: &'a Terms) -> Self {
        Self {
            terms,
            legend: Legend::new(),
        }
    }

    fn note(&mut self, note: Note, sample: &str, words: impl Into<String>) {
        self.legend
            .entry(note)
            .or_insert_with(|| (sample.to_owned(), words.into()));
    }

    /// Says what the letter of rows and columns means.
    pub(crate) fn ten(&mut self) {
        self.note(Note::Ten, "T", "any card that counts ten");
    }

    fn letter(&mut self, action: Action) -> &'static str {
        self.note(Note::Letter(action), letter(action), words(action));
        letter(action)
    }

    /// How close the plays of a cell are: of its first class, or at least of another that is met.
    fn nearness<'c>(
        &mut self,
        first: &Class,
        classes: impl Iterator<Item = &'c Class>,
    ) -> Nearness {
        let near = classes
            .filter(|class| class.advice.chance > 0.0)
            .any(|class| Nearness::of(&class.advice) != Nearness::Apart);
        let nearness = match Nearness::of(&first.advice) {
            Nearness::Apart if near => Nearness::Near,
            nearness @ (Nearness::Apart | Nearness::Near | Nearness::Equal) => nearness,
        };
        match nearness {
            Nearness::Apart => {}
            Nearness::Near => {
                let words = "near tie: two plays are worth the same within 0.001 of a wager, at \
                    least with some number of cards or suits";
                self.note(Note::Near, "~", words);
            }
            Nearness::Equal => self.note(
                Note::Equal,
                "=",
                "tie: two plays are worth exactly the same",
            ),
        }
        nearness
    }

    /// A total: by the number of cards, and the two cards that can become a 6-7-8.
    pub(crate) fn total(&mut self, counted: &[Class], straights: &[Class]) -> Option<Written> {
        let met: Vec<&Class> = counted
            .iter()
            .filter(|class| class.advice.chance > 0.0)
            .collect();
        let met = if met.is_empty() {
            counted.iter().collect()
        } else {
            met
        };
        let first = *met.first()?;
        let plays: Vec<(u8, Action)> = met
            .iter()
            .filter_map(|class| Some((cards(class.kind), class.best()?)))
            .collect();
        let text = self.by_cards(&plays, &first.advice)? + self.six_seven_eight(first, straights);
        Some(Written {
            text,
            action: first.best(),
            nearness: self.nearness(first, counted.iter().chain(straights)),
        })
    }

    /// The plays by the number of cards, the fewest first.
    fn by_cards(&mut self, plays: &[(u8, Action)], advice: &Advice) -> Option<String> {
        let &(cards, action) = plays.first()?;
        self.letter(action);
        if cards == 2 && self.is_for_two_cards(action) {
            let later = plays.get(1..).filter(|later| !later.is_empty());
            let instead = advice
                .ranked
                .iter()
                .map(|(other, _)| *other)
                .find(|other| matches!(other, Action::Stand | Action::Draw));
            let later = later.map_or_else(
                || instead.map(|other| vec![(3, other)]),
                |later| Some(later.to_vec()),
            )?;
            let &(_, other) = later.first()?;
            let sample = format!("{}{}", letter(action), letter(other).to_lowercase());
            self.note(
                Note::FirstTwo(action, other),
                &sample,
                format!("{action} on the first two cards, else {other}"),
            );
            return Some(sample + &self.changes(&later));
        }
        Some(letter(action).to_owned() + &self.changes(plays))
    }

    /// How the play changes with more cards.
    fn changes(&mut self, plays: &[(u8, Action)]) -> String {
        let mut runs: Vec<(u8, Action)> = plays.to_vec();
        runs.dedup_by_key(|(_, action)| *action);
        match runs[..] {
            [(_, action), (cards, Action::Draw)] => {
                let sample = format!("{}{cards}", letter(action));
                self.note(
                    Note::DrawWithMore(action),
                    &sample,
                    format!("{action}, but draw with {cards} or more cards"),
                );
                cards.to_string()
            }
            [(_, first), ref later @ ..] => {
                if let Some((cards, action)) = later.first() {
                    let sample = format!("{}/{}{cards}", letter(first), letter(*action));
                    self.note(
                        Note::OtherWithMore,
                        &sample,
                        format!("{first}, but {action} with {cards} or more cards"),
                    );
                }
                later
                    .iter()
                    .map(|(cards, action)| format!("/{}{cards}", letter(*action)))
                    .collect()
            }
            [] => String::new(),
        }
    }

    /// Whether something may be done with the first two cards only.
    fn is_for_two_cards(&self, action: Action) -> bool {
        match action {
            Action::Double => match self.terms.double.on {
                DoubleOn::FirstTwo | DoubleOn::Hard9To11 => true,
                DoubleOn::AnyCards => false,
            },
            Action::Surrender => !self.terms.surrender.any_time,
            Action::Stand | Action::Draw | Action::Split => false,
        }
    }

    fn six_seven_eight(&mut self, total: &Class, straights: &[Class]) -> &'static str {
        let best = total.best();
        let [mixed, suited, spades] =
            [SuitClass::Mixed, SuitClass::Suited, SuitClass::Spades].map(|wanted| {
                let class = straights.iter().find(
                    |class| matches!(class.kind, Kind::Straight(_, _, suits) if suits == wanted),
                );
                class.map_or(best, Class::best).filter(|_| best.is_some())
            });
        let draws = |play: Option<Action>| play == Some(Action::Draw) && play != best;
        match [mixed, suited, spades] {
            all if all.iter().all(|play| *play == best) => "",
            all if all.iter().all(|play| draws(*play)) => {
                self.note(
                    Note::DrawSixSevenEight,
                    "*",
                    "two cards that can become a 6-7-8: draw",
                );
                "*"
            }
            [mixed, suited, spades] if mixed == best && draws(suited) && draws(spades) => {
                self.note(
                    Note::DrawSixSevenEightSuited,
                    "'",
                    "two cards of one suit that can become a 6-7-8: draw",
                );
                "'"
            }
            [mixed, suited, spades] if mixed == best && suited == best && draws(spades) => {
                self.note(
                    Note::DrawSixSevenEightSpades,
                    "\"",
                    "two spades that can become a 6-7-8: draw",
                );
                "\""
            }
            _ => {
                let words = "two cards that can become a 6-7-8 are played in another way: --as csv \
                    says how";
                self.note(Note::OtherSixSevenEight, "^", words);
                "^"
            }
        }
    }

    /// A pair; for sevens there is a class for each kind of suits.
    pub(crate) fn pair(&mut self, upcard: solver::CardValue, classes: &[Class]) -> Option<Written> {
        let mixed = classes.first()?;
        let best = mixed.best()?;
        let draws = |wanted: SuitClass| {
            let class = classes
                .iter()
                .find(|class| matches!(class.kind, Kind::Pair(_, suits) if suits == wanted));
            best != Action::Draw && class.is_some_and(|class| class.best() == Some(Action::Draw))
        };
        let prize = self.terms.super_bonus.is_some() && upcard == solver::CardValue::SEVEN;
        let mark = match (draws(SuitClass::Suited), draws(SuitClass::Spades)) {
            (true, _) if prize => {
                self.note(
                    Note::SuperBonus,
                    "$",
                    "7-7 of one suit: draw, a third wins the Super Bonus",
                );
                "$"
            }
            (true, _) => {
                self.note(Note::SevensSuited, "7-7 '", "7-7 of one suit: draw");
                "'"
            }
            (false, true) => {
                self.note(Note::SevensSpades, "7-7 \"", "7-7 of spades: draw");
                "\""
            }
            (false, false) => "",
        };
        let text = self.letter(best).to_owned() + mark;
        Some(Written {
            text,
            action: Some(best),
            nearness: self.nearness(mixed, classes.iter()),
        })
    }

    /// Whether a doubled hand is given up.
    pub(crate) fn forfeit(&mut self, gives_up: bool) -> &'static str {
        if gives_up {
            self.note(Note::Forfeit, "F", "after doubling: forfeit");
            "F"
        } else {
            self.note(Note::Keep, "-", "after doubling: keep the hand");
            "-"
        }
    }
}

/// With how many cards a class begins.
pub(crate) const fn cards(kind: Kind) -> u8 {
    match kind {
        Kind::Hard(_, cards) | Kind::Soft(_, cards) | Kind::LaterSoft(_, cards) => cards,
        Kind::Pair(..) | Kind::Straight(..) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Money, RuleBook, builtin};
    use solver::CardValue;

    fn class(kind: Kind, best: Action, margin: f64) -> Class {
        let next = if best == Action::Draw {
            Action::Stand
        } else {
            Action::Draw
        };
        Class {
            kind,
            advice: Advice {
                ranked: vec![(best, 0.5), (next, 0.5 - margin)],
                chance: 0.01,
            },
        }
    }

    fn counted(plays: &str) -> Vec<Class> {
        let action = |letter: char| {
            Action::ALL
                .into_iter()
                .find(|action| super::letter(*action) == letter.to_string())
        };
        let plays = (2..)
            .zip(plays.chars())
            .filter_map(|(cards, letter)| Some((cards, action(letter)?)));
        plays
            .map(|(cards, action)| class(Kind::Hard(14, cards), action, 0.1))
            .collect()
    }

    fn straights(plays: [Action; 3]) -> Vec<Class> {
        let suits = [SuitClass::Mixed, SuitClass::Suited, SuitClass::Spades];
        let [six, eight] = [CardValue::SIX, CardValue::EIGHT];
        suits
            .into_iter()
            .zip(plays)
            .map(|(suits, play)| class(Kind::Straight(six, eight, suits), play, 0.1))
            .collect()
    }

    fn book(doubles: &str) -> RuleBook {
        let mut book = (*builtin("sydney").unwrap()).clone();
        book.set("double.on", doubles).unwrap();
        book
    }

    fn write(doubles: &str, plays: &str) -> String {
        let terms = Terms::of(&book(doubles), Money::from_dollars(25));
        Pen::new(&terms).total(&counted(plays), &[]).unwrap().text
    }

    #[test]
    fn a_number_says_with_how_many_cards_one_draws() {
        assert_eq!(write("any-cards", "SSSSSS"), "S");
        assert_eq!(write("any-cards", "SSSHHH"), "S5");
        assert_eq!(write("any-cards", "DDH"), "D4");
        assert_eq!(write("any-cards", "-SSHH"), "S5");
    }

    #[test]
    fn a_stroke_says_that_something_else_is_done_with_more_cards() {
        assert_eq!(write("any-cards", "DDS"), "D/S4");
        assert_eq!(write("any-cards", "DDSSH"), "D/S4/H6");
        assert_eq!(write("any-cards", "HHD"), "H/D4");
    }

    #[test]
    fn a_small_letter_says_what_is_done_where_two_cards_only_may_be_doubled_or_surrendered() {
        assert_eq!(write("first-two", "DHHH"), "Dh");
        assert_eq!(write("first-two", "DSSHH"), "Ds5");
        assert_eq!(write("first-two", "D"), "Dh");
        assert_eq!(write("any-cards", "RHHH"), "Rh");
        assert_eq!(write("any-cards", "RSSS"), "Rs");
    }

    #[test]
    fn marks_say_which_two_cards_are_drawn_to_for_a_6_7_8() {
        let terms = Terms::of(&book("any-cards"), Money::from_dollars(25));
        let mark = |plays| {
            Pen::new(&terms)
                .total(&counted("SSH"), &straights(plays))
                .unwrap()
                .text
        };
        assert_eq!(mark([Action::Draw; 3]), "S4*");
        assert_eq!(mark([Action::Stand, Action::Draw, Action::Draw]), "S4'");
        assert_eq!(mark([Action::Stand, Action::Stand, Action::Draw]), "S4\"");
        assert_eq!(mark([Action::Stand; 3]), "S4");
        assert_eq!(
            mark([Action::Surrender, Action::Stand, Action::Stand]),
            "S4^"
        );
    }

    #[test]
    fn plays_of_nearly_one_worth_are_marked() {
        let terms = Terms::of(&book("any-cards"), Money::from_dollars(25));
        let mark = |margins: [f64; 2]| {
            let classes = (2..)
                .zip(margins)
                .map(|(cards, margin)| class(Kind::Hard(9, cards), Action::Double, margin));
            Pen::new(&terms)
                .total(&classes.collect::<Vec<_>>(), &[])
                .unwrap()
                .nearness
                .mark()
        };
        assert_eq!(
            [
                mark([0.5, 0.5]),
                mark([0.000_9, 0.5]),
                mark([0.5, 0.000_9]),
                mark([1e-10, 0.5])
            ],
            ["", "~", "~", "="]
        );
    }
}
