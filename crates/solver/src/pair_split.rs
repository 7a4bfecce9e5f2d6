//! What splitting one pair against one upcard is worth, by the suits of the pair.

use crate::against::Against;
use crate::dealer::{Chances, DealerTree, Outcome};
use crate::hands::{Hand, HandNo, Hands};
use crate::joint::{Bounded, HandEnds, Left};
use crate::number::Number;
use crate::payoff::{Payoff, Place};
use crate::pile::Pile;
use crate::pile_tree::End;
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::results::{Result, Results};
use crate::sevens::{self, SevenHand, SevenSplit, SuitedPair};
use crate::solve::{Cell, any_suits};
use crate::split::{Gone, SplitHands, split_options};
use crate::split_patterns::{Origin, Patterns, Second, Shape, Term};
use crate::suits::{suited_extra, super_bonus_extra, third_of};
use crate::terms::{SuperBonus, Terms};
use crate::value::{CardValue, Counts, VALUES};
use cards::Suit;
use rules::{DealerPontoon, ForfeitedHand, HoleCard, SplitSuperBonus, TwentyOne};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A pair against an upcard, ready to be split.
pub(crate) struct PairSplit<'a, N, P> {
    terms: &'a Terms,
    table: &'a Against<N>,
    plan: &'a P,
    pub(crate) hands: SplitHands<N>,
    /// By cards gone: what the two-card hands are worth, for the first hand of the split and for the others.
    first: Vec<[Options<N>; VALUES]>,
    other: Vec<[Options<N>; VALUES]>,
    payoffs: [Payoff<N>; 2],
    /// Splitting again as often as there may be hands, and only once.
    ways: Vec<Way<N>>,
}

/// How often the pair is split.
struct Way<N> {
    patterns: Patterns,
    /// What a dealer's Pontoon takes of all hands together, once it was asked for.
    together: OnceCell<Bounded<N>>,
}

/// How closely hands that are tied together are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HowClose {
    /// Only that a dealer's Pontoon takes one wager or none.
    Glance,
    /// As closely as can be.
    Close,
}

/// How many products of piles are multiplied out for one more hand: enough for three hands of eights, not for four.
const MOST_PRODUCTS: usize = 400_000;

/// What a split is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitWorth<N> {
    pub(crate) worth: Bounded<N>,
    /// Whether a pair that comes again is split again.
    pub(crate) again: bool,
    /// The part of it that is the Super Bonus.
    pub(crate) super_bonus: N,
}

impl<'a, N: Number, P: Plan> PairSplit<'a, N, P> {
    pub(crate) fn new(terms: &'a Terms, tree: &DealerTree, table: &'a Against<N>, pair: CardValue, plan: &'a P) -> Self {
        let most = if pair == CardValue::ACE { terms.split.most_aces } else { terms.split.most };
        let mut ways: Vec<Patterns> = [most, 2].into_iter().map(Patterns::new).collect();
        ways.truncate(if most > 2 { 2 } else { 1 });
        let most_gone = ways.iter().map(Patterns::most_gone).max().unwrap_or(0);
        let hands = SplitHands::new(terms, tree, table, pair, most_gone, plan);
        let payoffs = [Place::FirstOfSplit, Place::OtherOfSplit].map(|place| Payoff::new(terms, place));
        let mut scratch = Vec::new();
        let mut seconds = |payoff: &Payoff<N>| -> Vec<[Options<N>; VALUES]> {
            (0..=most_gone).map(|gone| Gone { terms, table, hands: &hands, payoff, gone }.seconds(plan, &mut scratch)).collect()
        };
        let other = seconds(&payoffs[1]);
        let first = if terms.dealer_pontoon == DealerPontoon::FirstHandOnly { seconds(&payoffs[0]) } else { other.clone() };
        let mut split = Self { terms, table, plan, hands, first, other, payoffs, ways: Vec::new() };
        split.ways = ways.into_iter().map(|patterns| Way { patterns, together: OnceCell::new() }).collect();
        split
    }

    /// The worth for a pair of these suits; `left` is what is left when the upcard lies.
    pub(crate) fn worth(&self, left: &Pile, suits: (Suit, Suit), how_close: HowClose) -> Option<SplitWorth<N>> {
        let pair = self.hands.pair;
        let left = &Lefts::new(left, pair, suits)?;
        if let Some(bonus) = self.split_bonus(suits) {
            return self.sevens(left, suits, bonus);
        }
        let each = self.ways.iter().map(|how| {
            let apart = self.apart(&how.patterns, left, suits);
            let together = match how_close {
                HowClose::Glance => self.at_most_one(),
                HowClose::Close => *how.together.get_or_init(|| self.together(&how.patterns.shapes)),
            };
            let worth = Bounded { worth: apart + together.worth, slack: together.slack };
            SplitWorth { worth, again: how.patterns.most_gone() > 0, super_bonus: N::zero() }
        });
        each.reduce(|best, next| if next.worth.worth > best.worth.worth { next } else { best })
    }

    /// The Super Bonus, where a hand of this split can win it.
    fn split_bonus(&self, suits: (Suit, Suit)) -> Option<SuperBonus> {
        let sevens = self.hands.pair == CardValue::SEVEN && self.table.upcard == CardValue::SEVEN && suits.0 != suits.1;
        self.terms.super_bonus.filter(|bonus| match bonus.split {
            SplitSuperBonus::Never => false,
            SplitSuperBonus::UnlessSuitedSplit => sevens,
        })
    }

    /// Sevens of two suits split against a seven: suits decide.
    fn sevens(&self, left: &Lefts<'_>, suits: (Suit, Suit), bonus: SuperBonus) -> Option<SplitWorth<N>> {
        let suited = Suit::ALL.map(|suit| self.suited_sevens(left.unsplit, suit));
        let ways = self.ways.iter().map(|how| {
            let again = how.patterns.most_gone() > 0;
            let most = if again { usize::from(self.terms.split.most) } else { 2 };
            let total = |prize: N| {
                let worth = |hand: SevenHand| self.seven_hand(left, hand, &suited, bonus, prize);
                let cards = i32::from(left.split.len());
                SevenSplit { left: left.split.sevens(), cards, most, suited, worth: &worth }.total(suits)
            };
            let (with, without) = (total(N::one()), total(N::zero()));
            SplitWorth { worth: Bounded::exact(with), again, super_bonus: with - without }
        });
        ways.reduce(|best, next| if next.worth.worth > best.worth.worth { next } else { best })
    }

    /// What is done with two sevens of one suit that come again: what would be done with them unsplit.
    pub(crate) fn suited_sevens(&self, left: &Pile, suit: Suit) -> SuitedPair {
        let Some(no) = self.hands.two(CardValue::SEVEN) else { return SuitedPair::Split };
        let two = (CardValue::SEVEN, CardValue::SEVEN);
        let mut options = self.table.options[no.index()];
        let extra =
            self.table.suited_draw(self.terms, left, two, suit) + self.table.super_bonus_draw(self.terms, left, two, suit);
        options.draw = options.draw.map(|draw| draw + extra);
        options.split = self.worth(left, (suit, suit), HowClose::Close).map(|split| split.worth.worth);
        let hand = Hands::list().get(no);
        let action = self.plan.choose(self.table.upcard, hand, SuitClass::of(suit, suit), &options).map(|(action, _)| action);
        if action == Some(Action::Split) { SuitedPair::Split } else { SuitedPair::Drawn }
    }

    /// What is done with two sevens of one suit that are not split.
    fn suited_sevens_kept(&self, left: &Pile, suit: Suit, bonus: bool) -> Option<Action> {
        let two = (CardValue::SEVEN, CardValue::SEVEN);
        let prize = if bonus { self.table.super_bonus_draw(self.terms, left, two, suit) } else { N::zero() };
        let extra = self.table.suited_draw(self.terms, left, two, suit) + prize;
        self.choose(self.hands.two(CardValue::SEVEN)?, SuitClass::of(suit, suit), extra)
    }

    /// One hand that starts with a seven of a suit, the sevens that are gone known by suit.
    fn seven_hand(&self, left: &Lefts<'_>, hand: SevenHand, suited: &[SuitedPair; 4], bonus: SuperBonus, prize: N) -> N {
        let all_gone: i32 = hand.gone.iter().sum();
        let Ok(gone) = usize::try_from(all_gone) else { return N::zero() };
        let plain = self.hand(&self.other, left, Second::NotThePair, gone, hand.suit, 0);
        let Some(no) = self.hands.two(CardValue::SEVEN) else { return plain };
        let cards = i32::from(left.split.len()) - all_gone;
        let sevens = |suit: Suit| i32::from(left.split.suited(CardValue::SEVEN, suit)) - hand.gone[sevens::index(suit)];
        let Some(options) = self.other.get(gone).map(|seconds| seconds[CardValue::SEVEN.index()]) else { return plain };
        let mixed = self.choose(no, SuitClass::Mixed, N::zero()).and_then(|action| options.get(action)).unwrap_or(N::zero());
        let mut total = plain;
        for second in Suit::ALL {
            let count = sevens(second);
            if count <= 0 {
                continue;
            }
            let chance = N::ratio(count, cards);
            if second != hand.suit {
                total += if hand.any { chance * mixed } else { N::zero() };
            } else if hand.any || suited[sevens::index(second)] == SuitedPair::Drawn {
                let class = SuitClass::of(second, second);
                let action = self.suited_sevens_kept(left.unsplit, second, hand.bonus);
                if action != Some(Action::Draw) {
                    total += chance * action.and_then(|action| options.get(action)).unwrap_or(N::zero());
                    continue;
                }
                let third = if cards > 1 { N::ratio((count - 1).max(0), cards - 1) } else { N::zero() };
                let odds = suited_extra(self.terms, &self.payoffs[1], (CardValue::SEVEN, CardValue::SEVEN), class, N::zero());
                let won = if hand.bonus { super_bonus_extra::<N>(self.terms, bonus, class) * prize } else { N::zero() };
                total += chance * (options.draw.unwrap_or(N::zero()) + third * (odds + won));
            }
        }
        total
    }

    /// The hands each for itself.
    fn apart(&self, patterns: &Patterns, left: &Lefts<'_>, suits: (Suit, Suit)) -> N {
        let mut total = N::zero();
        for term in &patterns.terms {
            let chance = self.gone_chance(&left.split, term.gone);
            if chance == N::zero() {
                continue;
            }
            let worth = match term.origin {
                Origin::First => self.hand(&self.first, left, term.second, term.gone, suits.0, 0),
                Origin::Second => self.hand(&self.other, left, term.second, term.gone, suits.1, 0),
                Origin::New => self.new_hand(left, term.second, term.gone),
            };
            total += worth * chance * N::whole(term.times);
        }
        total
    }

    /// The chance that so many cards in a row are of the pair's value.
    fn gone_chance(&self, left: &Pile, gone: usize) -> N {
        let (mut count, mut cards) = (i32::from(left.count(self.hands.pair)), i32::from(left.len()));
        let mut chance = N::one();
        for _ in 0..gone {
            if count <= 0 || cards <= 0 {
                return N::zero();
            }
            chance = chance * N::ratio(count, cards);
            count -= 1;
            cards -= 1;
        }
        chance
    }

    /// A hand that starts with a card split off again, of any suit.
    fn new_hand(&self, left: &Lefts<'_>, second: Second, gone: usize) -> N {
        let pair = self.hands.pair;
        if third_of(pair, CardValue::SEVEN).or(third_of(pair, CardValue::EIGHT)).is_none() {
            return self.hand(&self.other, left, second, gone, Suit::Spades, 1);
        }
        let suits = left.split.suits(pair).map(|(suit, count)| {
            self.hand(&self.other, left, second, gone, suit, 1) * N::ratio(i32::from(count), i32::from(left.split.count(pair)))
        });
        suits.fold(N::zero(), |sum, one| sum + one)
    }

    /// A hand that starts with a card of the pair of this suit; `drawn` such cards came from `left`.
    fn hand(&self, seconds: &[[Options<N>; VALUES]], left: &Lefts<'_>, second: Second, gone: usize, suit: Suit, drawn: i32) -> N {
        let pair = self.hands.pair;
        let cards = i32::from(left.split.len()) - whole(gone);
        let mut total = N::zero();
        for value in CardValue::all() {
            let is_pair = value == pair;
            let count = i32::from(left.split.count(value)) - if is_pair { whole(gone) } else { 0 };
            if count <= 0 || is_pair && second == Second::NotThePair {
                continue;
            }
            let options = &seconds[gone][value.index()];
            let worth = match third_of(pair, value) {
                Some(third) => self.with_suits(options, left, Two { value, third, suit, gone, drawn }),
                None => self.plain(options, value),
            };
            total += worth * N::whole(count);
        }
        total / N::whole(cards)
    }

    fn plain(&self, options: &Options<N>, second: CardValue) -> N {
        let Some(no) = self.hands.two(second) else { return N::zero() };
        let hand = Hands::list().get(no);
        if hand.points() == 21 {
            return options.stand.unwrap_or(N::zero());
        }
        self.choose(no, SuitClass::Mixed, N::zero()).and_then(|action| options.get(action)).unwrap_or(N::zero())
    }

    /// What is done with a two-card hand: what would be done with it unsplit.
    fn choose(&self, no: HandNo, class: SuitClass, extra: N) -> Option<Action> {
        let mut options = split_options(self.terms, self.table, self.hands.pair, no);
        options.draw = options.draw.map(|draw| draw + extra);
        self.plan.choose(self.table.upcard, Hands::list().get(no), class, &options).map(|(action, _)| action)
    }

    /// Two cards that a third can make a 6-7-8 or a 7-7-7.
    fn with_suits(&self, options: &Options<N>, lefts: &Lefts<'_>, two: Two) -> N {
        let (pair, left) = (self.hands.pair, &lefts.split);
        let Some(no) = self.hands.two(two.value) else { return N::zero() };
        let class = SuitClass::of(two.suit, two.suit);
        let matched = self.matched(left, two);
        let mixed = self.choose(no, SuitClass::Mixed, N::zero()).and_then(|action| options.get(action)).unwrap_or(N::zero());
        if matched == N::zero() {
            return mixed;
        }
        let as_unsplit = self.table.suited_draw(self.terms, lefts.unsplit, (pair, two.value), two.suit);
        let action = self.choose(no, class, as_unsplit);
        let extra = if action == Some(Action::Draw) { self.split_extra(left, two) } else { N::zero() };
        let same = action.and_then(|action| options.get(action)).unwrap_or(N::zero()) + extra;
        same * matched + mixed * (N::one() - matched)
    }

    /// The chance that the second card is of the first one's suit.
    fn matched(&self, left: &Pile, two: Two) -> N {
        let drawn = if two.value == self.hands.pair { two.drawn } else { 0 };
        let (suited, all) = (i32::from(left.suited(two.value, two.suit)) - drawn, i32::from(left.count(two.value)) - drawn);
        if all > 0 { N::ratio(suited.max(0), all) } else { N::zero() }
    }

    /// The chance that the next card makes a 6-7-8 or 7-7-7 of one suit of two cards of that suit.
    fn suited_chance(&self, left: &Pile, two: Two) -> N {
        let pair = self.hands.pair;
        let cards = i32::from(left.len()) - whole(two.gone) - 1;
        if cards <= 0 {
            return N::zero();
        }
        let suited = i32::from(left.suited(two.third, two.suit));
        if two.third == pair && two.value == pair {
            // Of the sevens that are left, so many are of this suit, whichever of them are gone.
            let all = i32::from(left.count(pair));
            let rank = N::ratio((all - whole(two.gone) - 1).max(0), cards);
            let below = all - two.drawn - 1;
            if below > 0 { rank * N::ratio((suited - two.drawn - 1).max(0), below) } else { N::zero() }
        } else {
            N::ratio(suited, cards)
        }
    }

    /// What the suit adds to drawing a card.
    fn split_extra(&self, left: &Pile, two: Two) -> N {
        let pair = self.hands.pair;
        let Some(hand) = self.hands.two(two.value).map(|no| Hands::list().get(no)) else { return N::zero() };
        let gone = Gone { terms: self.terms, table: self.table, hands: &self.hands, payoff: &self.payoffs[1], gone: two.gone };
        let pontoon = gone.pontoon(hand, Some(two.third));
        let class = SuitClass::of(two.suit, two.suit);
        self.suited_chance(left, two) * suited_extra(self.terms, &self.payoffs[1], (pair, two.value), class, pontoon)
    }

    /// The dealer's chances when the pair lies.
    pub(crate) fn dealer(&self, tree: &DealerTree) -> Chances<N> {
        let mut pair = [0; VALUES];
        pair[self.hands.pair.index()] = 2;
        tree.chances(self.table.left.values(), &[pair])[0]
    }

    /// The part of a split that is played: with a hole card, where the dealer has no Pontoon.
    pub(crate) fn played(&self, cell: &Cell<N>) -> N {
        match self.terms.hole {
            HoleCard::None => N::one(),
            HoleCard::Peeks => N::one() - self.table.chances_of(Hands::list().get(cell.hand))[Outcome::Pontoon.index()],
        }
    }

    /// The hands a split comes to, each with how often: `first_two` are the pair's suits.
    pub(crate) fn starts(&self, left: &Pile, cell: &Cell<N>, each: &mut impl FnMut(Start, N)) {
        let pair = self.hands.pair;
        let Some(suits) = cell.suits.or_else(|| any_suits(left, pair)) else { return };
        let Some(way) = self.ways.iter().find(|way| (way.patterns.most_gone() > 0) == cell.again) else { return };
        let Some(lefts) = Lefts::new(left, pair, suits) else { return };
        let suits_matter = cell.suits.is_some();
        for term in &way.patterns.terms {
            let weight = self.gone_chance(&lefts.split, term.gone) * N::whole(term.times);
            if weight == N::zero() {
                continue;
            }
            let start = |suit, drawn| Start { term: Term { times: 0, ..*term }, suit, drawn, pair: suits };
            match term.origin {
                Origin::First => each(start(suits.0, 0), weight),
                Origin::Second => each(start(suits.1, 0), weight),
                Origin::New if !suits_matter => each(start(suits.0, 0), weight),
                Origin::New => {
                    let all = i32::from(lefts.split.count(pair));
                    for (suit, count) in lefts.split.suits(pair) {
                        each(start(suit, 1), weight * N::ratio(i32::from(count), all));
                    }
                }
            }
        }
    }

    /// The results of one hand of a split that starts so.
    pub(crate) fn results(&self, left: &Pile, start: Start, weight: N, each: &mut impl FnMut(Result, N)) {
        let payoff = &self.payoffs[usize::from(start.term.origin != Origin::First)];
        let gone = Gone { terms: self.terms, table: self.table, hands: &self.hands, payoff, gone: start.term.gone };
        if let Some(lefts) = Lefts::new(left, self.hands.pair, start.pair) {
            self.hand_results(&gone, &lefts, start, weight, each);
        }
    }

    fn hand_results(&self, gone: &Gone<'_, N>, lefts: &Lefts<'_>, start: Start, of: N, each: &mut impl FnMut(Result, N)) {
        let pair = self.hands.pair;
        let results = Results::new(self.terms, gone.payoff);
        let mut reach = vec![N::zero(); Hands::list().len()];
        let cards = i32::from(lefts.split.len()) - whole(gone.gone);
        for value in CardValue::all() {
            let is_pair = value == pair;
            let count = i32::from(lefts.split.count(value)) - if is_pair { whole(gone.gone) } else { 0 };
            let Some(no) = self.hands.two(value) else { continue };
            if count <= 0 || is_pair && start.term.second == Second::NotThePair {
                continue;
            }
            let weight = of * N::ratio(count, cards);
            let hand = Hands::list().get(no);
            if hand.points() == 21 {
                results.twenty_one(hand, SuitClass::Mixed, weight, &gone.chances(hand), each);
                continue;
            }
            let mixed = self.choose(no, SuitClass::Mixed, N::zero()).unwrap_or(Action::Stand);
            let Some(third) = third_of(pair, value) else {
                self.act(gone, &results, hand, mixed, weight, &mut reach, each);
                continue;
            };
            let two = Two { value, third, suit: start.suit, gone: gone.gone, drawn: start.drawn };
            let matched = self.matched(&lefts.split, two);
            self.act(gone, &results, hand, mixed, weight * (N::one() - matched), &mut reach, each);
            let class = SuitClass::of(start.suit, start.suit);
            let extra = self.table.suited_draw(self.terms, lefts.unsplit, (pair, value), start.suit);
            let action = self.choose(no, class, extra).unwrap_or(mixed);
            self.act(gone, &results, hand, action, weight * matched, &mut reach, each);
            if let Some(then) = hand.then[third.index()].filter(|_| action == Action::Draw) {
                let suited = weight * matched * self.suited_chance(&lefts.split, two);
                reach[then.index()] = reach[then.index()] - suited;
                let three = Hands::list().get(then);
                results.twenty_one(three, class, suited, &gone.chances(three), each);
            }
        }
        for &(no, action) in self.hands.reached.iter().rev() {
            let (weight, hand) = (reach[no.index()], Hands::list().get(no));
            if weight == N::zero() {
                continue;
            }
            if hand.points() == 21 {
                results.twenty_one(hand, SuitClass::Mixed, weight, &gone.chances(hand), each);
            } else {
                self.act(gone, &results, hand, action, weight, &mut reach, each);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what is known of a hand, and where its results go")]
    fn act(
        &self,
        gone: &Gone<'_, N>,
        results: &Results<'_, N>,
        hand: &Hand,
        action: Action,
        weight: N,
        reach: &mut [N],
        each: &mut impl FnMut(Result, N),
    ) {
        if weight == N::zero() {
            return;
        }
        let next = |value: CardValue| weight * N::ratio(gone.count(hand, value).max(0), gone.cards(hand).max(1));
        match action {
            Action::Stand => results.stood(hand, weight, &gone.chances(hand), each),
            Action::Surrender => results.surrendered(weight, gone.pontoon(hand, None), each),
            Action::Split => {}
            Action::Draw => {
                for value in CardValue::all() {
                    match hand.then[value.index()] {
                        Some(no) => reach[no.index()] += next(value),
                        None => results.bust(next(value), gone.pontoon(hand, Some(value)), each),
                    }
                }
            }
            Action::Double => {
                for value in CardValue::all() {
                    let points = gone.payoff.doubled_points(hand, value);
                    match (points, hand.then[value.index()]) {
                        (Some(points), Some(no)) => {
                            let chances = gone.chances(Hands::list().get(no));
                            if gone.doubled(hand, value, self.plan).1 {
                                results.forfeited(next(value), chances[Outcome::Pontoon.index()], each);
                            } else {
                                results.doubled(points, next(value), &chances, each);
                            }
                        }
                        (None, _) | (_, None) => results.doubled_bust(next(value), gone.pontoon(hand, Some(value)), each),
                    }
                }
            }
        }
    }

    /// Whether the book ties the hands: the value that makes the dealer's Pontoon then.
    fn tied(&self) -> Option<CardValue> {
        let partner = self.table.upcard.partner().filter(|_| self.terms.hole == HoleCard::None);
        match self.terms.dealer_pontoon {
            DealerPontoon::EveryWager | DealerPontoon::EachOriginal | DealerPontoon::FirstHandOnly => None,
            DealerPontoon::BustedAndOne | DealerPontoon::OneInAll => partner,
        }
    }

    /// What is left when the pair lies, by value.
    fn left(&self, partner: CardValue) -> Left {
        let mut values = *self.table.left.values();
        let pair = self.hands.pair.index();
        values[pair] = values[pair].saturating_sub(2);
        Left { values, pair: self.hands.pair, partner }
    }

    /// A dealer's Pontoon takes one wager or none of the hands that are left.
    fn at_most_one(&self) -> Bounded<N> {
        let Some(partner) = self.tied() else { return Bounded::exact(N::zero()) };
        let half = self.left(partner).pontoon::<N>() / N::whole(2);
        Bounded { worth: -half, slack: half }
    }

    /// What a dealer's Pontoon takes of all hands together, where the book ties them: one wager where all hands are of one
    /// kind and not all of another.
    fn together(&self, shapes: &[Shape]) -> Bounded<N> {
        let Some(partner) = self.tied() else { return Bounded::exact(N::zero()) };
        let left = self.left(partner);
        let joint = |wanted: fn(Kind) -> bool| left.joint::<N>(&self.ends(wanted), shapes, MOST_PRODUCTS);
        let (all, not) = match (self.terms.dealer_pontoon, self.terms.forfeited_hand) {
            (DealerPontoon::OneInAll, _) => {
                (joint(|kind| !matches!(kind, Kind::Forfeited | Kind::Bust)), joint(|kind| kind == Kind::Paid))
            }
            (_, ForfeitedHand::Gone) => (Bounded::exact(left.pontoon()), joint(|kind| kind != Kind::Live)),
            (_, ForfeitedHand::IsTheOne) => {
                (joint(|kind| kind != Kind::Forfeited), joint(|kind| matches!(kind, Kind::Bust | Kind::Paid)))
            }
        };
        if self.suits_decide() {
            // What is done with a hand depends on its suits, and those of several hands on each other: only the bound holds.
            return self.at_most_one();
        }
        Bounded { worth: not.worth - all.worth, slack: not.slack + all.slack }
    }

    /// Whether the suits of a two-card hand change what is done with it.
    fn suits_decide(&self) -> bool {
        CardValue::all().filter(|&value| third_of(self.hands.pair, value).is_some()).any(|value| {
            let Some(no) = self.hands.two(value) else { return false };
            let mixed = self.choose(no, SuitClass::Mixed, N::zero());
            Suit::ALL.into_iter().any(|suit| {
                let extra = self.table.suited_draw(self.terms, &self.table.left, (self.hands.pair, value), suit);
                self.choose(no, SuitClass::of(suit, suit), extra) != mixed
            })
        })
    }

    /// The ends of one hand that are of a kind.
    fn ends(&self, wanted: fn(Kind) -> bool) -> HandEnds {
        let mut found = Found { ends: BTreeMap::new(), wanted };
        let mut orders = vec![0_i32; Hands::list().len()];
        let seconds: Vec<CardValue> = CardValue::all().filter(|&value| value != self.hands.pair).collect();
        self.follow(&seconds, &mut orders, &mut found);
        let not_the_pair = found.list(self.hands.pair);
        let mut orders = vec![0_i32; Hands::list().len()];
        self.follow(&[self.hands.pair], &mut orders, &mut found);
        HandEnds { not_the_pair, any: found.list(self.hands.pair) }
    }

    fn follow(&self, seconds: &[CardValue], orders: &mut [i32], found: &mut Found) {
        for &second in seconds {
            let Some(no) = self.hands.two(second) else { continue };
            let action = self.choose(no, SuitClass::Mixed, N::zero()).unwrap_or(Action::Stand);
            self.step(no, action, 1, orders, found);
        }
        for &(no, action) in self.hands.reached.iter().rev() {
            let times = orders[no.index()];
            if times > 0 {
                self.step(no, action, times, orders, found);
            }
        }
    }

    fn step(&self, no: HandNo, action: Action, times: i32, orders: &mut [i32], found: &mut Found) {
        let hand = Hands::list().get(no);
        if hand.points() == 21 {
            let kind = if self.terms.twenty_one == TwentyOne::AlwaysWins { Kind::Paid } else { Kind::Live };
            return found.add(hand.counts, kind, times);
        }
        match action {
            Action::Stand => found.add(hand.counts, Kind::Live, times),
            Action::Surrender | Action::Split => found.add(hand.counts, Kind::Paid, times),
            Action::Draw => {
                for value in CardValue::all() {
                    match hand.then[value.index()] {
                        Some(next) => orders[next.index()] += times,
                        None => found.add(with(&hand.counts, value), Kind::Bust, times),
                    }
                }
            }
            Action::Double => {
                for value in CardValue::all() {
                    found.add(with(&hand.counts, value), self.doubled_kind(hand, value), times);
                }
            }
        }
    }

    fn doubled_kind(&self, hand: &Hand, value: CardValue) -> Kind {
        match self.table.payoff.doubled_points(hand, value) {
            None => Kind::Bust,
            Some(21) if self.terms.twenty_one == TwentyOne::AlwaysWins => Kind::Paid,
            Some(_) if self.table.doubled(&self.table.payoff, hand, value, self.plan).1 => Kind::Forfeited,
            Some(_) => Kind::Live,
        }
    }
}

/// A card of the pair that starts a hand: what becomes of the pair, the card's suit, and whether it was drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Start {
    pub(crate) term: Term,
    suit: Suit,
    drawn: i32,
    pub(crate) pair: (Suit, Suit),
}

impl Start {
    /// Two suits that stand for any: those of the first pair that was asked about.
    pub(crate) fn any_pair(self, pair: (Suit, Suit)) -> Self {
        Self { pair, ..self }
    }
}

/// What is left when the upcard lies, without and with the pair taken out.
struct Lefts<'a> {
    unsplit: &'a Pile,
    split: Pile,
}

impl<'a> Lefts<'a> {
    fn new(unsplit: &'a Pile, pair: CardValue, suits: (Suit, Suit)) -> Option<Self> {
        Some(Self { unsplit, split: unsplit.without(pair, suits.0)?.without(pair, suits.1)? })
    }
}

/// Two cards that a third can make a 6-7-8 or a 7-7-7, the first a card of the pair.
#[derive(Clone, Copy)]
struct Two {
    value: CardValue,
    third: CardValue,
    suit: Suit,
    gone: usize,
    drawn: i32,
}

/// What a dealer's Pontoon finds of a hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A wager that it can take.
    Live,
    /// Over 21.
    Bust,
    /// Given up after doubling.
    Forfeited,
    /// Settled otherwise.
    Paid,
}

struct Found {
    ends: BTreeMap<Counts, i32>,
    wanted: fn(Kind) -> bool,
}

impl Found {
    fn add(&mut self, counts: Counts, kind: Kind, times: i32) {
        if (self.wanted)(kind) {
            *self.ends.entry(counts).or_default() += times;
        }
    }

    /// The ends without the card of the pair that the hand starts with.
    fn list(&self, pair: CardValue) -> Vec<End> {
        let without = |counts: &Counts| {
            let mut counts = *counts;
            counts[pair.index()] -= 1;
            counts
        };
        self.ends.iter().map(|(counts, &orders)| End { counts: without(counts), end: 0, orders }).collect()
    }
}

fn with(counts: &Counts, value: CardValue) -> Counts {
    let mut counts = *counts;
    counts[value.index()] += 1;
    counts
}

fn whole(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
