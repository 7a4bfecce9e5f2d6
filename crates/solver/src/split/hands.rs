//! The hands a pair can become, and what each is worth.

use crate::against::{Against, is_asked, surrenders};
use crate::dealer::{Chances, DealerTree, Outcome};
use crate::hands::{Hand, HandNo, Hands};
use crate::number::Number;
use crate::payoff::Payoff;
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::suits::third_of;
use crate::terms::Terms;
use crate::value::{CardValue, Counts, VALUES};
use rules::{AceCards, Allowed, TwentyOne};

/// The hands a pair can become against one upcard.
#[derive(Debug)]
pub(crate) struct SplitHands<N> {
    pub(crate) pair: CardValue,
    /// The hands of three and more cards that come about, those with more points first, and what is
    /// done with each.
    pub(crate) reached: Vec<(HandNo, Action)>,
    /// The hands for which the dealer's chances are asked, each pile of cards once.
    needed: Vec<HandNo>,
    /// Where the dealer's chances for a pile of cards stand.
    places: Vec<Option<u16>>,
    /// By how many cards of the pair's value are gone beside the pair: the dealer's chances.
    chances: Vec<Vec<Chances<N>>>,
}

/// What may be done with a hand of a split, valued as if it were unsplit: by these values it is
/// played.
pub(crate) fn split_options<N: Number>(
    terms: &Terms,
    table: &Against<N>,
    pair: CardValue,
    no: HandNo,
) -> Options<N> {
    let hand = Hands::list().get(no);
    let unsplit = table.options[no.index()];
    let ace = pair == CardValue::ACE;
    let may_draw = !ace || terms.split.ace_cards == AceCards::Any;
    let may_double = terms.double.after_split == Allowed::May
        && (!ace || terms.double.split_aces == Allowed::May);
    let surrender = hand.cards == 2
        && terms.surrender.after_split == Allowed::May
        && surrenders(terms, table.upcard);
    Options {
        // A split Ace with its one card is complete.
        stand: unsplit.stand,
        draw: unsplit.draw.filter(|_| may_draw),
        double: unsplit.double.filter(|_| may_double),
        split: None,
        surrender: unsplit.surrender.filter(|_| surrender),
    }
}

impl<N: Number> SplitHands<N> {
    /// Finds the hands.
    pub(crate) fn new(
        terms: &Terms,
        table: &Against<N>,
        pair: CardValue,
        plan: &impl Plan,
    ) -> Self {
        let (seen, needed) = (
            vec![false; Hands::list().len()],
            vec![None; Hands::list().piles().len()],
        );
        let mut search = Search {
            terms,
            table,
            pair,
            plan,
            found: Vec::new(),
            seen,
            needed,
        };
        search.start();
        let mut reached = search.found;
        reached.sort_by_key(|(no, _)| std::cmp::Reverse(Hands::list().get(*no).hard));
        let needed: Vec<HandNo> = search.needed.into_iter().flatten().collect();
        let mut places = vec![None; Hands::list().piles().len()];
        for (place, &no) in (0..).zip(&needed) {
            places[usize::from(Hands::list().get(no).pile)] = Some(place);
        }
        Self {
            pair,
            reached,
            needed,
            places,
            chances: Vec::new(),
        }
    }

    /// Finds the dealer's chances for so many more cards of the pair's value gone, up to
    /// `most_gone`.
    pub(crate) fn look(
        &mut self,
        terms: &Terms,
        tree: &DealerTree,
        table: &Against<N>,
        most_gone: usize,
    ) {
        let pair = self.pair;
        let mut asked: Vec<(Counts, usize, usize)> = Vec::new();
        for gone in self.chances.len()..=most_gone {
            let mut chances = vec![[N::zero(); 7]; self.needed.len()];
            for (place, &no) in self.needed.iter().enumerate() {
                let with_gone = std::iter::repeat_n(pair, gone + 1)
                    .try_fold(no, |no, pair| Hands::list().get(no).then[pair.index()]);
                match with_gone
                    .map(|no| Hands::list().get(no))
                    .filter(|hand| is_asked(terms, hand.hard))
                {
                    Some(hand) => chances[place] = *table.chances_of(hand),
                    None => {
                        let mut taken = Hands::list().get(no).counts;
                        taken[pair.index()] += u8::try_from(gone + 1).unwrap_or(u8::MAX);
                        asked.push((taken, gone, place));
                    }
                }
            }
            self.chances.push(chances);
        }
        // Many piles come again with more cards gone: each is asked for once.
        asked.sort_unstable();
        let different: Vec<&[(Counts, usize, usize)]> =
            asked.chunk_by(|one, other| one.0 == other.0).collect();
        let taken: Vec<Counts> = different.iter().map(|same| same[0].0).collect();
        for (same, answer) in different
            .iter()
            .zip(tree.chances(table.left.values(), &taken))
        {
            same.iter()
                .for_each(|&(_, gone, place)| self.chances[gone][place] = answer);
        }
    }

    /// The hand of the pair's card and a second one.
    pub(crate) fn two(&self, second: CardValue) -> Option<HandNo> {
        Hands::list().of([self.pair, second])
    }
}

/// Finds the hands that can come about.
struct Search<'a, N, P> {
    terms: &'a Terms,
    table: &'a Against<N>,
    pair: CardValue,
    plan: &'a P,
    found: Vec<(HandNo, Action)>,
    seen: Vec<bool>,
    /// By pile: a hand of these cards, where the dealer's chances are asked for.
    needed: Vec<Option<HandNo>>,
}

impl<N: Number, P: Plan> Search<'_, N, P> {
    fn start(&mut self) {
        for second in CardValue::all() {
            let Some(no) = Hands::list().of([self.pair, second]) else {
                continue;
            };
            let hand = Hands::list().get(no);
            if hand.points() == 21 {
                self.end(no);
                continue;
            }
            let options = split_options(self.terms, self.table, self.pair, no);
            if third_of(self.pair, second).is_some() {
                // What is done can depend on the suits: everything that may be done is looked at.
                options
                    .each()
                    .for_each(|(action, _)| self.follow(no, action));
            } else if let Some((action, _)) =
                self.plan
                    .choose(self.table.upcard, hand, SuitClass::Mixed, &options)
            {
                self.follow(no, action);
            }
        }
    }

    fn need(&mut self, no: HandNo) {
        self.needed[usize::from(Hands::list().get(no).pile)] = Some(no);
    }

    fn end(&mut self, no: HandNo) {
        if self.terms.twenty_one == TwentyOne::Compared {
            self.need(no);
        }
    }

    fn follow(&mut self, no: HandNo, action: Action) {
        let hand = Hands::list().get(no);
        match action {
            Action::Stand => self.need(no),
            Action::Double => hand.then.into_iter().flatten().for_each(|no| self.need(no)),
            Action::Draw => hand
                .then
                .into_iter()
                .flatten()
                .for_each(|no| self.visit(no)),
            Action::Split | Action::Surrender => {}
        }
    }

    fn visit(&mut self, no: HandNo) {
        if std::mem::replace(&mut self.seen[no.index()], true) {
            return;
        }
        let hand = Hands::list().get(no);
        if !self.table.left.holds(&hand.counts) {
            return;
        }
        if hand.points() == 21 {
            self.found.push((no, Action::Stand));
            return self.end(no);
        }
        let options = split_options(self.terms, self.table, self.pair, no);
        if let Some((action, _)) =
            self.plan
                .choose(self.table.upcard, hand, SuitClass::Mixed, &options)
        {
            self.found.push((no, action));
            self.follow(no, action);
        }
    }
}

/// The hands of a split with a number of cards of the pair's value gone: what is left, and what
/// things are worth.
pub(crate) struct Gone<'a, N> {
    pub(crate) terms: &'a Terms,
    pub(crate) table: &'a Against<N>,
    pub(crate) hands: &'a SplitHands<N>,
    pub(crate) payoff: &'a Payoff<N>,
    /// How many cards of the pair's value are gone beside the pair.
    pub(crate) gone: usize,
}

impl<N: Number> Gone<'_, N> {
    fn gone(&self) -> i32 {
        i32::try_from(self.gone).unwrap_or(i32::MAX)
    }

    /// How many cards of a value are left when a hand of the split lies.
    pub(crate) fn count(&self, hand: &Hand, value: CardValue) -> i32 {
        let others = if value == self.hands.pair {
            1 + self.gone()
        } else {
            0
        };
        self.table.count_left(hand, value) - others
    }

    /// How many cards are left when a hand of the split lies.
    pub(crate) fn cards(&self, hand: &Hand) -> i32 {
        i32::from(self.table.left.len()) - i32::from(hand.cards) - 1 - self.gone()
    }

    /// The dealer's chance of Pontoon when a hand and perhaps another card lie.
    pub(crate) fn pontoon(&self, hand: &Hand, more: Option<CardValue>) -> N {
        let Some(partner) = self.table.upcard.partner() else {
            return N::zero();
        };
        let count = self.count(hand, partner) - i32::from(more == Some(partner));
        let cards = self.cards(hand) - i32::from(more.is_some());
        if cards > 0 {
            N::ratio(count.max(0), cards)
        } else {
            N::zero()
        }
    }

    /// The dealer's chances when a hand lies.
    pub(crate) fn chances(&self, hand: &Hand) -> Chances<N> {
        match self.hands.places[usize::from(hand.pile)] {
            Some(place) => self.hands.chances[self.gone][usize::from(place)],
            None => {
                let mut chances = [N::zero(); 7];
                chances[Outcome::Pontoon.index()] = self.pontoon(hand, None);
                chances
            }
        }
    }

    /// What the hands with two cards are worth, by second card and what is done with them.
    pub(crate) fn seconds(&self, plan: &impl Plan, scratch: &mut Vec<N>) -> [Options<N>; VALUES] {
        scratch.resize(Hands::list().len(), N::zero());
        for &(no, action) in &self.hands.reached {
            let hand = Hands::list().get(no);
            scratch[no.index()] = self.worth(hand, action, scratch, plan);
        }
        let mut seconds = [Options::NONE; VALUES];
        for second in CardValue::all() {
            let Some(no) = self.hands.two(second) else {
                continue;
            };
            let hand = Hands::list().get(no);
            if self.cards(hand) < 1 || self.table.count_left(hand, second) < 0 {
                continue;
            }
            let allowed = split_options(self.terms, self.table, self.hands.pair, no);
            let worth = |action: Action| {
                allowed
                    .get(action)
                    .map(|_| self.worth(hand, action, scratch, plan))
            };
            seconds[second.index()] = if hand.points() == 21 {
                Options {
                    stand: Some(self.worth(hand, Action::Stand, scratch, plan)),
                    ..Options::NONE
                }
            } else {
                Options {
                    stand: worth(Action::Stand),
                    draw: worth(Action::Draw),
                    double: worth(Action::Double),
                    split: None,
                    surrender: worth(Action::Surrender),
                }
            };
        }
        seconds
    }

    fn worth(&self, hand: &Hand, action: Action, then: &[N], plan: &impl Plan) -> N {
        if hand.points() == 21 {
            return self
                .payoff
                .twenty_one(self.payoff.odds_of_21(hand), &self.chances(hand));
        }
        match action {
            Action::Stand => self
                .payoff
                .stood(hand.points(), hand.cards, &self.chances(hand)),
            Action::Surrender => self.payoff.surrendered(self.pontoon(hand, None)),
            Action::Draw => self.average(hand, |value| match hand.then[value.index()] {
                Some(no) => then[no.index()],
                None => self.payoff.bust(self.pontoon(hand, Some(value))),
            }),
            Action::Double => self.average(hand, |value| self.doubled(hand, value, plan).0),
            Action::Split => N::zero(),
        }
    }

    /// The mean over the next card.
    fn average(&self, hand: &Hand, worth: impl Fn(CardValue) -> N) -> N {
        let mut total = N::zero();
        for value in CardValue::all() {
            let count = self.count(hand, value);
            if count > 0 {
                total += worth(value) * N::whole(count);
            }
        }
        total / N::whole(self.cards(hand).max(1))
    }

    /// A doubled hand with its card: its worth, and whether it is forfeited.
    ///
    /// It is forfeited as the unsplit hand would be, whatever becomes of the other hands.
    pub(crate) fn doubled(&self, hand: &Hand, value: CardValue, plan: &impl Plan) -> (N, bool) {
        let (Some(points), Some(no)) = (
            self.payoff.doubled_points(hand, value),
            hand.then[value.index()],
        ) else {
            return (
                self.payoff.doubled_bust(self.pontoon(hand, Some(value))),
                false,
            );
        };
        let next = Hands::list().get(no);
        let chances = self.chances(next);
        if self.table.doubled(&self.table.payoff, hand, value, plan).1 {
            return (
                self.payoff.forfeited(chances[Outcome::Pontoon.index()]),
                true,
            );
        }
        let kept = if points == 21 {
            self.payoff.doubled_21(&chances)
        } else {
            self.payoff.doubled(points, &chances)
        };
        (kept, false)
    }
}
