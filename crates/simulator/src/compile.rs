//! From a book and a strategy to the table of rows.

use crate::bettor::Bettor;
use crate::code::{CODES, COLUMNS, Code};
use crate::ended::{Ended, ThreeCards};
use crate::rows::{
    Band, Cells, HandEnd, NO_END, PAIR_PLACES, RoundEnd, Row, Rows, SPLIT_PLACES, Splits, Whose,
    pair_place, split_place,
};
use cards::{Card, Suit};
use rules::{PontoonPaid, SplitSuperBonus};
use solver::{
    Action, CardValue, From, HandNo, Hands, Number, Outcome, Payoff, Place, Plan, Strategy, Terms,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is done with a hand. Several threads may ask at once.
pub trait Play: Sync {
    /// What is done with the cards of a hand below 21 against an upcard.
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action>;

    /// Whether a pair that comes again after this one was split is split again.
    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool;

    /// Whether a doubled hand is given up; the last of the cards is the one drawn to the double.
    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool;

    /// Whether the first two cards are insured against an Ace.
    fn insures(&self, _upcard: Card, _two: [Card; 2]) -> bool {
        false
    }
}

impl<P: Play + ?Sized> Play for &P {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        (**self).action(upcard, cards, from)
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        (**self).splits_again(upcard, pair)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        (**self).forfeits(upcard, cards, from)
    }

    fn insures(&self, upcard: Card, two: [Card; 2]) -> bool {
        (**self).insures(upcard, two)
    }
}

impl<N: Number + Send + Sync, P: Plan + Sync> Play for Strategy<'_, N, P> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        Self::action(self, upcard, cards, from)
    }

    fn splits_again(&self, upcard: Card, [one, other]: [Card; 2]) -> bool {
        self.first_two(upcard, one, other)
            .is_some_and(|cell| cell.again)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        Self::forfeits(self, upcard, cards, from).unwrap_or(false)
    }

    fn insures(&self, upcard: Card, [one, other]: [Card; 2]) -> bool {
        Self::insures(self, upcard, one, other).unwrap_or(false)
    }
}

impl Rows {
    /// Compiles the ways to play; none where they tell more hands apart than the table can number.
    pub(crate) fn compile(terms: &Terms, bettor: &Bettor<'_>, plays: &[&dyn Play]) -> Option<Self> {
        let mut compiler = Compiler {
            terms,
            bettor,
            plays,
            known: BTreeMap::new(),
            found: Vec::new(),
            steps: vec![Vec::new(); plays.len()],
            again: vec![vec![false; PAIR_PLACES]; plays.len()],
        };
        compiler.enter(Row::Start);
        Code::all().for_each(|upcard| _ = compiler.enter(Row::DealerFirst(upcard)));
        // In their own order, and all of them: the first is one that every upcard can come to.
        Outcome::ALL
            .into_iter()
            .for_each(|outcome| _ = compiler.enter(Row::Outcome(outcome)));
        let mut place = 0;
        while place < compiler.found.len() {
            u16::try_from(compiler.found.len()).ok()?;
            compiler.follow(compiler.found[place]);
            place += 1;
        }
        Some(compiler.flatten())
    }
}

struct Compiler<'a> {
    terms: &'a Terms,
    bettor: &'a Bettor<'a>,
    plays: &'a [&'a dyn Play],
    known: BTreeMap<Row, usize>,
    found: Vec<Row>,
    /// For each way to play, what follows each row.
    steps: Vec<Vec<[u32; CODES]>>,
    again: Vec<Vec<bool>>,
}

impl Compiler<'_> {
    fn enter(&mut self, row: Row) -> usize {
        *self.known.entry(row).or_insert_with(|| {
            self.found.push(row);
            self.found.len() - 1
        })
    }

    fn follow(&mut self, row: Row) {
        for band in 0..self.plays.len() {
            let mut next = [0_u32; CODES];
            let mut last = None;
            for code in Code::all() {
                let place = match last {
                    Some((value, place)) if value == code.value() && !tells_suits(&row) => place,
                    Some(_) | None => {
                        let then = self.then(row, code, band);
                        self.enter(then)
                    }
                };
                last = Some((code.value(), place));
                next[code.column()] =
                    u32::try_from(place).expect("they are counted while they are found");
            }
            self.steps[band].push(next);
            if let Row::Over(RoundEnd::Split(upcard, first, second)) = row {
                self.enter_splits(upcard, first, second, band);
            }
        }
    }

    /// Where the hands of a split start.
    fn enter_splits(&mut self, upcard: Code, first: Code, second: Code, band: usize) {
        let again = self.plays[band].splits_again(upcard.card(), [first.card(), second.card()]);
        self.again[band][pair_place(upcard, (first, second))] = again;
        for code in Code::all().filter(|code| code.value() == first.value()) {
            for (may_again, suited_sevens) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let splits = Splits {
                    may_again,
                    again,
                    suited_sevens,
                };
                self.enter(Row::SplitFirst {
                    upcard,
                    first: code,
                    splits,
                });
            }
        }
    }

    fn then(&self, row: Row, code: Code, band: usize) -> Row {
        let play = self.plays[band];
        match row {
            Row::Start => Row::Upcard(code),
            // What is over stays so: who deals more cards than are needed may follow them all.
            Row::Over(_) | Row::Outcome(_) | Row::SplitDone(_) => row,
            Row::Upcard(upcard) => Row::First(upcard, code),
            Row::First(upcard, first) => self.two(upcard, first, code, play),
            Row::SplitFirst {
                upcard,
                first,
                splits,
            } => self.split_two(upcard, first, code, splits, play),
            Row::Hand {
                upcard,
                hand,
                whose,
                suit,
                doubled: false,
            } => self.drawn(upcard, hand, whose, suit, (code, play)),
            Row::Hand {
                upcard,
                hand,
                whose,
                doubled: true,
                ..
            } => self.doubled(upcard, hand, whose, code, play),
            Row::Ended(upcard, _) => {
                self.dealer(upcard.points(), upcard == CardValue::ACE, code, true)
            }
            Row::DealerFirst(upcard) => self.dealer(
                upcard.value().points(),
                upcard.value() == CardValue::ACE,
                code,
                true,
            ),
            Row::Dealer { hard, ace } => self.dealer(hard, ace, code, false),
        }
    }

    fn two(&self, upcard: Code, first: Code, second: Code, play: &dyn Play) -> Row {
        let hand = Hands::list()
            .of([first.value(), second.value()])
            .expect("two cards are not over 21");
        if Hands::list().get(hand).points() == 21 {
            let ended = match self.terms.pontoon {
                PontoonPaid::AtOnce => Ended::Pontoon,
                PontoonPaid::As21 | PontoonPaid::Compared => Ended::TwentyOne {
                    cards: 2,
                    three: None,
                },
            };
            return self.end(upcard.value(), Whose::Dealt, ended);
        }
        match play.action(upcard.card(), &[first.card(), second.card()], From::Dealt) {
            Some(Action::Split) => Row::Over(RoundEnd::Split(upcard, first, second)),
            action => {
                let suit =
                    same_suit(first, second).map(|suit| (suit, self.terms.super_bonus.is_some()));
                self.act(upcard, hand, Whose::Dealt, suit, action)
            }
        }
    }

    fn split_two(
        &self,
        upcard: Code,
        first: Code,
        second: Code,
        splits: Splits,
        play: &dyn Play,
    ) -> Row {
        let whose = Whose::Split(first.value());
        let hand = Hands::list()
            .of([first.value(), second.value()])
            .expect("two cards are not over 21");
        if Hands::list().get(hand).points() == 21 {
            return self.end(
                upcard.value(),
                whose,
                Ended::TwentyOne {
                    cards: 2,
                    three: None,
                },
            );
        }
        let Splits {
            may_again,
            again,
            suited_sevens,
        } = splits;
        let from = From::Split {
            may_again,
            again,
            suited_sevens,
        };
        match play.action(upcard.card(), &[first.card(), second.card()], from) {
            Some(Action::Split) => Row::SplitDone(HandEnd::Again(second)),
            action => {
                let offered = self
                    .terms
                    .super_bonus
                    .is_some_and(|bonus| bonus.split == SplitSuperBonus::UnlessSuitedSplit);
                let suit = same_suit(first, second).map(|suit| (suit, offered && !suited_sevens));
                self.act(upcard, hand, whose, suit, action)
            }
        }
    }

    fn act(
        &self,
        upcard: Code,
        hand: HandNo,
        whose: Whose,
        suit: Option<(Suit, bool)>,
        action: Option<Action>,
    ) -> Row {
        let held = Hands::list().get(hand);
        let row = |upcard, suit, doubled| Row::Hand {
            upcard,
            hand,
            whose,
            suit,
            doubled,
        };
        match action.unwrap_or(Action::Stand) {
            Action::Stand | Action::Split => self.end(
                upcard.value(),
                whose,
                Ended::Stood {
                    points: held.points(),
                    cards: held.cards.min(7),
                },
            ),
            Action::Surrender => self.end(upcard.value(), whose, Ended::Surrendered),
            Action::Draw => row(plain(upcard), suit, false),
            Action::Double => row(plain(upcard), None, true),
        }
    }

    fn drawn(
        &self,
        upcard: Code,
        hand: HandNo,
        whose: Whose,
        suit: Option<(Suit, bool)>,
        (code, play): (Code, &dyn Play),
    ) -> Row {
        let value = upcard.value();
        let Some(next) = Hands::list().get(hand).then[code.value().index()] else {
            return self.end(value, whose, Ended::Bust);
        };
        let held = Hands::list().get(next);
        if held.points() == 21 {
            let suited = suit.filter(|&(suit, _)| code.suit() == Some(suit));
            let three = three_cards(held.counts, suited.map(|(suit, _)| suit));
            let sevens = matches!(
                three,
                Some(ThreeCards::SevensSuited | ThreeCards::SevensSpades)
            );
            return match (suited, whose) {
                (Some((suit, true)), Whose::Dealt) if sevens && value == CardValue::SEVEN => {
                    Row::Over(RoundEnd::SuperBonus(suit))
                }
                (Some((suit, true)), Whose::Split(_)) if sevens && value == CardValue::SEVEN => {
                    Row::SplitDone(HandEnd::SuperBonus(suit))
                }
                (Some(_) | None, _) => self.end(
                    value,
                    whose,
                    Ended::TwentyOne {
                        cards: held.cards.min(7),
                        three,
                    },
                ),
            };
        }
        let action = play.action(upcard.card(), &some_cards(next, whose), from(whose));
        self.act(upcard, next, whose, None, action)
    }

    fn doubled(
        &self,
        upcard: Code,
        hand: HandNo,
        whose: Whose,
        code: Code,
        play: &dyn Play,
    ) -> Row {
        let payoff: Payoff<f64> = Payoff::new(self.terms, Place::Alone);
        let Some(points) = payoff.doubled_points(Hands::list().get(hand), code.value()) else {
            return self.end(upcard.value(), whose, Ended::DoubledBust);
        };
        let mut cards = some_cards(hand, whose);
        cards.push(code.card());
        let forfeits =
            payoff.may_forfeit(points) && play.forfeits(upcard.card(), &cards, from(whose));
        self.end(
            upcard.value(),
            whose,
            if forfeits {
                Ended::Forfeited
            } else {
                Ended::Doubled { points }
            },
        )
    }

    fn dealer(&self, hard: u8, ace: bool, code: Code, second: bool) -> Row {
        let (hard, ace) = (
            hard + code.value().points(),
            ace || code.value() == CardValue::ACE,
        );
        let outcome = Outcome::of(hard, ace, second, self.terms.soft_17);
        outcome.map_or(Row::Dealer { hard, ace }, Row::Outcome)
    }

    /// The end of a hand; of a box's only one, over where it comes to the same whatever the dealer
    /// has.
    fn end(&self, upcard: CardValue, whose: Whose, ended: Ended) -> Row {
        if let Whose::Split(_) = whose {
            return Row::SplitDone(HandEnd::Ended(ended));
        }
        let mut nets = self
            .possible(upcard)
            .map(|outcome| self.bettor.net(ended, outcome));
        let first = nets.next();
        if nets.all(|net| Some(net) == first) {
            Row::Over(RoundEnd::Box(upcard, ended))
        } else {
            Row::Ended(upcard, ended)
        }
    }

    /// The dealer's outcomes that an upcard can come to.
    fn possible(&self, upcard: CardValue) -> impl Iterator<Item = Outcome> {
        Outcome::ALL
            .into_iter()
            .filter(move |outcome| *outcome != Outcome::Pontoon || upcard.partner().is_some())
    }

    fn flatten(self) -> Rows {
        let kind = |row: &Row| match row {
            Row::Start
            | Row::Upcard(_)
            | Row::First(..)
            | Row::SplitFirst { .. }
            | Row::Hand { .. }
            | Row::DealerFirst(_)
            | Row::Dealer { .. } => 0_u8,
            Row::Ended(..) => ENDED,
            Row::Over(RoundEnd::Split(..)) => SPLIT,
            Row::Over(RoundEnd::Box(..)) => OVER,
            Row::Over(RoundEnd::SuperBonus(_)) => SUPER_BONUS,
            Row::Outcome(_) => OUTCOME,
            Row::SplitDone(_) => DONE,
        };
        let mut order: Vec<usize> = (0..self.found.len()).collect();
        // What is looked up often stands together.
        let rare = |row: &Row| {
            matches!(
                row,
                Row::SplitFirst { .. }
                    | Row::Hand {
                        whose: Whose::Split(_),
                        ..
                    }
            )
        };
        order.sort_by_key(|&place| (kind(&self.found[place]), rare(&self.found[place]), place));
        let mut places = vec![0_u16; order.len()];
        for (new, &old) in (0..).zip(&order) {
            places[old] = new;
        }
        let first = |wanted: u8| {
            count(
                order
                    .iter()
                    .filter(|&&place| kind(&self.found[place]) < wanted)
                    .count(),
            )
        };
        let band = |(steps, again): (&Vec<[u32; CODES]>, &Vec<bool>)| {
            let mut next = vec![Cells([0; COLUMNS]); order.len()];
            for (Cells(cells), &old) in next.iter_mut().zip(&order) {
                for (cell, &then) in cells.iter_mut().zip(&steps[old]) {
                    *cell = places[usize::try_from(then).expect("a place in a list")];
                }
            }
            Band {
                next,
                again: again.clone(),
            }
        };
        let bands = self.steps.iter().zip(&self.again).map(band).collect();
        let rows: Vec<Row> = order.iter().map(|&place| self.found[place]).collect();
        let (ends, end_of) = ends_of(&rows);
        let (mut split_starts, mut dealer_starts) = (vec![None; SPLIT_PLACES], [0; CODES]);
        for (place, row) in (0..).zip(&rows) {
            match *row {
                Row::SplitFirst {
                    upcard,
                    first,
                    splits,
                } => split_starts[split_place(upcard, first, splits)] = Some(place),
                Row::DealerFirst(upcard) => dealer_starts[upcard.column()] = place,
                Row::Start
                | Row::Upcard(_)
                | Row::First(..)
                | Row::Hand { .. }
                | Row::Dealer { .. }
                | Row::Ended(..)
                | Row::Over(_)
                | Row::Outcome(_)
                | Row::SplitDone(_) => {}
            }
        }
        Rows {
            rows,
            bands,
            ends,
            end_of,
            split_starts,
            dealer_starts,
            start: places[0],
            ended: first(ENDED),
            over: first(OVER),
            split: first(SPLIT),
            super_bonus: first(SUPER_BONUS),
            outcomes: first(OUTCOME),
        }
    }
}

/// The order of rows: hands first, then these.
const ENDED: u8 = 1;
const OVER: u8 = 2;
const SPLIT: u8 = 3;
const SUPER_BONUS: u8 = 4;
const OUTCOME: u8 = 5;
const DONE: u8 = 6;

/// The ends of hands that rows stand for, each once, and which of them each row is; other rows are
/// none of them.
fn ends_of(rows: &[Row]) -> (Vec<Ended>, Vec<u16>) {
    let end = |row: &Row| match *row {
        Row::Ended(_, ended)
        | Row::Over(RoundEnd::Box(_, ended))
        | Row::SplitDone(HandEnd::Ended(ended)) => Some(ended),
        Row::Start
        | Row::Upcard(_)
        | Row::First(..)
        | Row::SplitFirst { .. }
        | Row::Hand { .. }
        | Row::DealerFirst(_)
        | Row::Dealer { .. }
        | Row::Over(RoundEnd::Split(..) | RoundEnd::SuperBonus(_))
        | Row::Outcome(_)
        | Row::SplitDone(HandEnd::SuperBonus(_) | HandEnd::Again(_)) => None,
    };
    let ends: Vec<Ended> = rows
        .iter()
        .filter_map(end)
        .collect::<BTreeSet<Ended>>()
        .into_iter()
        .collect();
    let place = |ended: Ended| ends.binary_search(&ended).ok().map(count);
    let end_of = rows
        .iter()
        .map(|row| end(row).and_then(place).unwrap_or(NO_END))
        .collect();
    (ends, end_of)
}

fn count(rows: usize) -> u16 {
    u16::try_from(rows).expect("they were counted while they were found")
}

/// The upcard where its suit no longer matters.
fn plain(upcard: Code) -> Code {
    let card = upcard.card();
    Code::of(Card {
        suit: Suit::ALL[0],
        ..card
    })
}

fn same_suit(one: Code, other: Code) -> Option<Suit> {
    one.suit().filter(|&suit| other.suit() == Some(suit))
}

/// Whether it matters of which suit the next card is.
fn tells_suits(row: &Row) -> bool {
    match row {
        Row::Start
        | Row::Upcard(_)
        | Row::First(..)
        | Row::SplitFirst { .. }
        | Row::Hand { suit: Some(_), .. }
        | Row::Over(_)
        | Row::Outcome(_)
        | Row::SplitDone(_) => true,
        Row::Hand { suit: None, .. }
        | Row::DealerFirst(_)
        | Row::Dealer { .. }
        | Row::Ended(..) => false,
    }
}

/// Where a hand of three or more cards comes from: no split comes of it any more.
fn from(whose: Whose) -> From {
    match whose {
        Whose::Dealt => From::Dealt,
        Whose::Split(_) => From::Split {
            may_again: false,
            again: false,
            suited_sevens: true,
        },
    }
}

/// Cards of these values, the one that a split hand starts with first.
fn some_cards(hand: HandNo, whose: Whose) -> Vec<Card> {
    let held = Hands::list().get(hand);
    let card = |value: CardValue| Code::of_value(value).card();
    let mut counts = held.counts;
    let mut cards = Vec::new();
    if let Whose::Split(start) = whose {
        counts[start.index()] -= 1;
        cards.push(card(start));
    }
    let of =
        |value: CardValue| std::iter::repeat_n(card(value), usize::from(counts[value.index()]));
    let others = CardValue::all()
        .filter(|&value| value != CardValue::ACE)
        .flat_map(of);
    // An Ace that came after the first two cards stands last.
    if held.later_ace {
        cards.extend(others.chain(of(CardValue::ACE)));
    } else {
        cards.extend(of(CardValue::ACE).chain(others));
    }
    cards
}

fn three_cards(counts: solver::Counts, suit: Option<Suit>) -> Option<ThreeCards> {
    let has = |value: CardValue| counts[value.index()];
    let cards: u8 = counts.iter().sum();
    let sevens = has(CardValue::SEVEN) == 3;
    let straight =
        has(CardValue::SIX) == 1 && has(CardValue::SEVEN) == 1 && has(CardValue::EIGHT) == 1;
    if cards != 3 || !sevens && !straight {
        return None;
    }
    Some(match (sevens, suit) {
        (true, None) => ThreeCards::SevensMixed,
        (true, Some(suit)) => ThreeCards::sevens(suit),
        (false, None) => ThreeCards::SixSevenEightMixed,
        (false, Some(suit)) => ThreeCards::six_seven_eight(suit),
    })
}
