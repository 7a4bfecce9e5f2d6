//! What splitting one pair against one upcard is worth, by the suits of the pair.

use super::hands::{Gone, SplitHands, split_options};
use super::joint::Bounded;
use super::patterns::{Origin, Patterns, Second};
use crate::against::Against;
use crate::dealer::DealerTree;
use crate::hands::{HandNo, Hands};
use crate::number::Number;
use crate::payoff::{Payoff, Place};
use crate::pile::Pile;
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::suits::{suited_extra, third_of};
use crate::terms::Terms;
use crate::value::{CardValue, VALUES};
use cards::Suit;
use rules::DealerPontoon;
use std::cell::OnceCell;

/// A pair against an upcard, ready to be split.
pub(crate) struct PairSplit<'a, N, P> {
    pub(super) terms: &'a Terms,
    pub(super) table: &'a Against<N>,
    pub(super) plan: &'a P,
    pub(crate) hands: SplitHands<N>,
    /// By cards gone: what the two-card hands are worth, for the first hand of the split and for the others.
    first: Vec<[Options<N>; VALUES]>,
    pub(super) other: Vec<[Options<N>; VALUES]>,
    pub(super) payoffs: [Payoff<N>; 2],
    /// Splitting again as often as there may be hands, and only once.
    pub(super) ways: Vec<Way<N>>,
}

/// How often the pair is split.
pub(super) struct Way<N> {
    pub(super) patterns: Patterns,
    /// What a dealer's Pontoon takes of all hands together, once it was asked for.
    together: OnceCell<Bounded<N>>,
    /// What a double takes from later hands, once it was asked for.
    bonus_lost: OnceCell<Bounded<N>>,
}

/// How closely hands that are tied together are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HowClose {
    /// Only that a dealer's Pontoon takes one wager or none.
    Glance,
    /// As closely as can be.
    Close,
}

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
        split.ways =
            ways.into_iter().map(|patterns| Way { patterns, together: OnceCell::new(), bonus_lost: OnceCell::new() }).collect();
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
            let lost = how.bonus_lost.get_or_init(|| self.bonus_lost(&how.patterns.shapes));
            let together = match how_close {
                HowClose::Glance => self.at_most_one(),
                HowClose::Close => *how.together.get_or_init(|| self.together(&how.patterns.shapes)),
            };
            let worth = Bounded { worth: apart + together.worth + lost.worth, slack: together.slack + lost.slack };
            SplitWorth { worth, again: how.patterns.most_gone() > 0, super_bonus: N::zero() }
        });
        each.reduce(|best, next| if next.worth.worth > best.worth.worth { next } else { best })
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
    pub(super) fn gone_chance(&self, left: &Pile, gone: usize) -> N {
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
    pub(super) fn hand(
        &self,
        seconds: &[[Options<N>; VALUES]],
        left: &Lefts<'_>,
        second: Second,
        gone: usize,
        suit: Suit,
        drawn: i32,
    ) -> N {
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
    pub(super) fn choose(&self, no: HandNo, class: SuitClass, extra: N) -> Option<Action> {
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
    pub(super) fn matched(&self, left: &Pile, two: Two) -> N {
        let drawn = if two.value == self.hands.pair { two.drawn } else { 0 };
        let (suited, all) = (i32::from(left.suited(two.value, two.suit)) - drawn, i32::from(left.count(two.value)) - drawn);
        if all > 0 { N::ratio(suited.max(0), all) } else { N::zero() }
    }

    /// The chance that the next card makes a 6-7-8 or 7-7-7 of one suit of two cards of that suit.
    pub(super) fn suited_chance(&self, left: &Pile, two: Two) -> N {
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
}

/// What is left when the upcard lies, without and with the pair taken out.
pub(super) struct Lefts<'a> {
    pub(super) unsplit: &'a Pile,
    pub(super) split: Pile,
}

impl<'a> Lefts<'a> {
    pub(super) fn new(unsplit: &'a Pile, pair: CardValue, suits: (Suit, Suit)) -> Option<Self> {
        Some(Self { unsplit, split: unsplit.without(pair, suits.0)?.without(pair, suits.1)? })
    }
}

/// Two cards that a third can make a 6-7-8 or a 7-7-7, the first a card of the pair.
#[derive(Clone, Copy)]
pub(super) struct Two {
    pub(super) value: CardValue,
    pub(super) third: CardValue,
    pub(super) suit: Suit,
    pub(super) gone: usize,
    pub(super) drawn: i32,
}

pub(super) fn whole(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
