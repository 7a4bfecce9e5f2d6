//! What splitting one pair against one upcard is worth, by the suits of the pair.

use super::hands::{Gone, SplitHands, split_options};
use super::joint::Bounded;
use super::patterns::{Origin, Patterns, Second, whole};
use super::tied::Tie;
use crate::against::Against;
use crate::dealer::DealerTree;
use crate::hands::{HandNo, Hands};
use crate::number::Number;
use crate::payoff::{Payoff, Place};
use crate::pile::{Pile, place as index};
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::solve::any_suits;
use crate::suits::{suited_extra, third_of};
use crate::terms::Terms;
use crate::value::{CardValue, VALUES};
use cards::Suit;
use rules::DealerPontoon;
use std::cell::{OnceCell, RefCell};

/// A pair against an upcard, ready to be split.
pub(crate) struct PairSplit<'a, N, P> {
    pub(super) terms: &'a Terms,
    pub(super) table: &'a Against<N>,
    pub(super) plan: &'a P,
    pub(crate) hands: SplitHands<N>,
    /// By cards gone: what the two-card hands are worth, for the first hand of the split and for
    /// the others.
    first: Vec<[Options<N>; VALUES]>,
    pub(super) other: Vec<[Options<N>; VALUES]>,
    pub(super) payoffs: [Payoff<N>; 2],
    /// Splitting only once, and as often as there may be hands where that may be better.
    pub(super) ways: Vec<Way<N>>,
    /// What is done with a two-card hand of two suits, by its second card.
    mixed: [Option<Action>; VALUES],
    /// What ties the hands together, once it was asked for.
    pub(super) tie: OnceCell<Option<Tie<N>>>,
    /// What was asked before: which way, for which cards.
    asked: RefCell<Vec<(usize, Pile, Apart<N>)>>,
}

/// The hands of a split each for itself: by the suit of the pair's first
/// card, of its second, and of a card split off again.
struct Apart<N> {
    first: [N; 4],
    second: [N; 4],
    new: [N; 4],
}

/// How often the pair is split.
pub(super) struct Way<N> {
    pub(super) patterns: Patterns,
    /// What a dealer's Pontoon takes of all hands together, once it was asked for: at a glance, and
    /// closely.
    glance: OnceCell<Bounded<N>>,
    close: OnceCell<Bounded<N>>,
    /// What a double takes from later hands, once it was asked for.
    bonus_lost: OnceCell<Bounded<N>>,
}

/// How closely hands that are tied together are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HowClose {
    /// Only that a dealer's Pontoon takes one wager or none.
    Bound,
    /// More hands than are soon looked at are taken to come to their ends apart from each other.
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
    pub(crate) fn new(
        terms: &'a Terms,
        tree: &DealerTree,
        table: &'a Against<N>,
        pair: CardValue,
        plan: &'a P,
    ) -> Self {
        let payoffs =
            [Place::FirstOfSplit, Place::OtherOfSplit].map(|place| Payoff::new(terms, place));
        let mut split = Self {
            terms,
            table,
            plan,
            hands: SplitHands::new(terms, table, pair, plan),
            first: Vec::new(),
            other: Vec::new(),
            payoffs,
            ways: Vec::new(),
            mixed: [None; VALUES],
            tie: OnceCell::new(),
            asked: RefCell::default(),
        };
        for value in CardValue::all() {
            split.mixed[value.index()] = split
                .hands
                .two(value)
                .and_then(|no| split.choose(no, SuitClass::Mixed, N::zero()));
        }
        let most = if pair == CardValue::ACE {
            terms.split.most_aces
        } else {
            terms.split.most
        };
        split.add_way(tree, 2);
        if most > 2 && !split.is_plainly_kept(most) {
            split.add_way(tree, most);
        }
        split
    }

    fn add_way(&mut self, tree: &DealerTree, most: u8) {
        let patterns = Patterns::new(most);
        let gone = self.other.len()..patterns.most_gone() + 1;
        self.hands
            .look(self.terms, tree, self.table, patterns.most_gone());
        let mut scratch = Vec::new();
        let mut seconds = |payoff: &Payoff<N>, gone: usize| {
            Gone {
                terms: self.terms,
                table: self.table,
                hands: &self.hands,
                payoff,
                gone,
            }
            .seconds(self.plan, &mut scratch)
        };
        for gone in gone {
            let other = seconds(&self.payoffs[1], gone);
            let alike = self.terms.dealer_pontoon != DealerPontoon::FirstHandOnly;
            self.first.push(if alike {
                other
            } else {
                seconds(&self.payoffs[0], gone)
            });
            self.other.push(other);
        }
        self.ways.push(Way {
            patterns,
            glance: OnceCell::new(),
            close: OnceCell::new(),
            bonus_lost: OnceCell::new(),
        });
    }

    /// Whether a pair that comes again is plainly better kept than split: by more than the cards
    /// that are gone and what ties the hands together can make of it.
    fn is_plainly_kept(&self, most: u8) -> bool {
        let (left, pair) = (&self.table.left, self.hands.pair);
        if pair == CardValue::SEVEN && self.table.upcard == CardValue::SEVEN {
            // The Super Bonus may be worth more than that.
            return false;
        }
        let Some((suits, lefts)) =
            any_suits(left, pair).and_then(|suits| Some((suits, Lefts::new(left, pair, suits)?)))
        else {
            return false;
        };
        let kept = self.plain(&self.other[0][pair.index()], pair);
        let hand = self.hand(&self.other, &lefts, Second::Any, 0, suits.0, 0);
        // Each card that is gone changes a hand by no more than a few wagers among all the cards
        // left.
        let gone = N::ratio(6 * (i32::from(most) - 2), i32::from(left.len()));
        let twice = hand + hand + gone;
        twice < kept && twice + self.changed_by_two() < kept
    }

    /// The worth for a pair of these suits; `left` is what is left when the upcard lies.
    pub(crate) fn worth(
        &self,
        left: &Pile,
        suits: (Suit, Suit),
        how_close: HowClose,
    ) -> Option<SplitWorth<N>> {
        let pair = self.hands.pair;
        let left = &Lefts::new(left, pair, suits)?;
        if let Some(bonus) = self.split_bonus(suits) {
            return self.sevens(left, suits, bonus);
        }
        let look = |how_close: HowClose| {
            (0..self.ways.len()).map(move |way| self.way_worth(way, left, suits, how_close))
        };
        let better = |best: SplitWorth<N>, next: SplitWorth<N>| {
            if next.worth.worth > best.worth.worth {
                next
            } else {
                best
            }
        };
        if how_close != HowClose::Close || self.ways.len() == 1 {
            return look(how_close).reduce(better);
        }
        // Ways that are plainly worse at a glance are not looked at closely.
        let glances: Vec<SplitWorth<N>> = look(HowClose::Glance).collect();
        let best = glances.iter().copied().reduce(better)?.worth;
        let ways = (0..)
            .zip(&glances)
            .filter(|(_, glance)| !is_plainly_less(glance.worth, best));
        ways.map(|(way, _)| self.way_worth(way, left, suits, HowClose::Close))
            .reduce(better)
    }

    fn way_worth(
        &self,
        way: usize,
        left: &Lefts<'_>,
        suits: (Suit, Suit),
        how_close: HowClose,
    ) -> SplitWorth<N> {
        let how = &self.ways[way];
        let apart = self.apart(way, left, suits);
        let lost = how
            .bonus_lost
            .get_or_init(|| self.bonus_lost(&how.patterns.shapes));
        let together = match how_close {
            HowClose::Bound => self.at_most_one(),
            HowClose::Glance => *how
                .glance
                .get_or_init(|| self.together(&how.patterns.shapes, how_close)),
            HowClose::Close => *how
                .close
                .get_or_init(|| self.together(&how.patterns.shapes, how_close)),
        };
        let worth = Bounded {
            worth: apart + together.worth + lost.worth,
            slack: together.slack + lost.slack,
        };
        SplitWorth {
            worth,
            again: how.patterns.most_gone() > 0,
            super_bonus: N::zero(),
        }
    }

    /// Whether the same pair is worth more played so than so; asked of one pair of suits for all.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        let left = &self.table.left;
        if self.hands.pair != other.hands.pair || self.is_played_like(other) {
            return false;
        }
        let worth = |split: &Self, close| {
            Some(
                split
                    .worth(left, any_suits(left, self.hands.pair)?, close)?
                    .worth,
            )
        };
        let both = |close| worth(self, close).zip(worth(other, close));
        let hands = self.ways.iter().map(|way| way.patterns.most_hands()).max();
        match both(HowClose::Glance) {
            None => false,
            Some((mine, theirs)) if is_plainly_less(theirs, mine) => true,
            Some((mine, theirs)) if is_plainly_less(mine, theirs) => false,
            // Of four hands a closer look has its bound too: a glance that has looked at two is as
            // good.
            Some((mine, theirs))
                if hands > Some(3) && mine.slack + theirs.slack < N::ratio(1, 50) =>
            {
                mine.worth > theirs.worth
            }
            Some(_) => both(HowClose::Close).is_some_and(|(mine, theirs)| {
                mine.worth - mine.slack > theirs.worth + theirs.slack
            }),
        }
    }

    fn is_played_like(&self, other: &Self) -> bool {
        let two = |split: &Self, value| {
            split.choose(split.hands.two(value)?, SuitClass::Mixed, N::zero())
        };
        let twos = CardValue::all().all(|value| two(self, value) == two(other, value));
        twos && self.hands.reached == other.hands.reached
    }

    /// The hands each for itself.
    fn apart(&self, way: usize, left: &Lefts<'_>, suits: (Suit, Suit)) -> N {
        let pair = self.hands.pair;
        let of = |apart: &Apart<N>| {
            let all = i32::from(left.split.count(pair)).max(1);
            let new = left
                .split
                .suits(pair)
                .map(|(suit, count)| apart.new[index(suit)] * N::ratio(i32::from(count), all));
            apart.first[index(suits.0)]
                + apart.second[index(suits.1)]
                + new.fold(N::zero(), |sum, one| sum + one)
        };
        // The pair's own suits bear on what a hand may become of sevens only: for others one answer
        // does for all pairs.
        if pair == CardValue::SEVEN {
            return of(&self.reckon_apart(&self.ways[way].patterns, left));
        }
        let known = |asked: &(usize, Pile, Apart<N>)| asked.0 == way && asked.1 == *left.unsplit;
        if let Some((.., apart)) = self.asked.borrow().iter().find(|asked| known(asked)) {
            return of(apart);
        }
        let apart = self.reckon_apart(&self.ways[way].patterns, left);
        let worth = of(&apart);
        self.asked
            .borrow_mut()
            .push((way, left.unsplit.clone(), apart));
        worth
    }

    /// The suits a hand may start with, where they matter; else one for all.
    fn suits_told(&self) -> &'static [Suit] {
        let pair = self.hands.pair;
        let matter = third_of(pair, CardValue::SEVEN)
            .or(third_of(pair, CardValue::EIGHT))
            .is_some();
        if matter { &Suit::ALL } else { &[Suit::Spades] }
    }

    fn reckon_apart(&self, patterns: &Patterns, left: &Lefts<'_>) -> Apart<N> {
        let mut apart = Apart {
            first: [N::zero(); 4],
            second: [N::zero(); 4],
            new: [N::zero(); 4],
        };
        for term in &patterns.terms {
            let weight = self.gone_chance(&left.split, term.gone) * N::whole(term.times);
            if weight == N::zero() {
                continue;
            }
            let (seconds, drawn, sums) = match term.origin {
                Origin::First => (&self.first, 0, &mut apart.first),
                Origin::Second => (&self.other, 0, &mut apart.second),
                Origin::New => (&self.other, 1, &mut apart.new),
            };
            for suit in self.suits_told() {
                sums[index(*suit)] +=
                    self.hand(seconds, left, term.second, term.gone, *suit, drawn) * weight;
            }
        }
        if let [one] = self.suits_told() {
            let Apart { first, second, new } = &mut apart;
            [first, second, new]
                .into_iter()
                .for_each(|sums| *sums = [sums[index(*one)]; 4]);
        }
        apart
    }

    /// The chance that so many cards in a row are of the pair's value.
    pub(super) fn gone_chance(&self, left: &Pile, gone: usize) -> N {
        let (mut count, mut cards) = (
            i32::from(left.count(self.hands.pair)),
            i32::from(left.len()),
        );
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

    /// A hand that starts with a card of the pair of this suit; `drawn` such cards came from
    /// `left`.
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
                Some(third) => self.with_suits(
                    options,
                    left,
                    Two {
                        value,
                        third,
                        suit,
                        gone,
                        drawn,
                    },
                ),
                None => self.plain(options, value),
            };
            total += worth * N::whole(count);
        }
        total / N::whole(cards)
    }

    fn plain(&self, options: &Options<N>, second: CardValue) -> N {
        let Some(no) = self.hands.two(second) else {
            return N::zero();
        };
        let hand = Hands::list().get(no);
        if hand.points() == 21 {
            return options.stand.unwrap_or(N::zero());
        }
        self.mixed[second.index()]
            .and_then(|action| options.get(action))
            .unwrap_or(N::zero())
    }

    /// What is done with a two-card hand: what would be done with it unsplit.
    pub(super) fn choose(&self, no: HandNo, class: SuitClass, extra: N) -> Option<Action> {
        let mut options = split_options(self.terms, self.table, self.hands.pair, no);
        let (class, extra) = if self.table.suit_blind {
            (SuitClass::Mixed, N::zero())
        } else {
            (class, extra)
        };
        options.draw = options.draw.map(|draw| draw + extra);
        self.plan
            .choose(self.table.upcard, Hands::list().get(no), class, &options)
            .map(|(action, _)| action)
    }

    /// Two cards that a third can make a 6-7-8 or a 7-7-7.
    fn with_suits(&self, options: &Options<N>, lefts: &Lefts<'_>, two: Two) -> N {
        let (pair, left) = (self.hands.pair, &lefts.split);
        let Some(no) = self.hands.two(two.value) else {
            return N::zero();
        };
        let class = SuitClass::of(two.suit, two.suit);
        let matched = self.matched(left, two);
        let mixed = self.mixed[two.value.index()]
            .and_then(|action| options.get(action))
            .unwrap_or(N::zero());
        if matched == N::zero() {
            return mixed;
        }
        let as_unsplit =
            self.table
                .suited_draw(self.terms, lefts.unsplit, (pair, two.value), two.suit);
        let action = self.choose(no, class, as_unsplit);
        let extra = if action == Some(Action::Draw) {
            self.split_extra(left, two)
        } else {
            N::zero()
        };
        let same = action
            .and_then(|action| options.get(action))
            .unwrap_or(N::zero())
            + extra;
        same * matched + mixed * (N::one() - matched)
    }

    /// The chance that the second card is of the first one's suit.
    pub(super) fn matched(&self, left: &Pile, two: Two) -> N {
        let drawn = if two.value == self.hands.pair {
            two.drawn
        } else {
            0
        };
        let (suited, all) = (
            i32::from(left.suited(two.value, two.suit)) - drawn,
            i32::from(left.count(two.value)) - drawn,
        );
        if all > 0 {
            N::ratio(suited.max(0), all)
        } else {
            N::zero()
        }
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
            if below > 0 {
                rank * N::ratio((suited - two.drawn - 1).max(0), below)
            } else {
                N::zero()
            }
        } else {
            N::ratio(suited, cards)
        }
    }

    /// What the suit adds to drawing a card.
    fn split_extra(&self, left: &Pile, two: Two) -> N {
        self.suited_chance(left, two) * self.suited_extra(two.value, two.third, two.suit, two.gone)
    }

    /// How much more a 6-7-8 or 7-7-7 of one suit pays on a hand of the split than one of mixed
    /// suits.
    pub(super) fn suited_extra(
        &self,
        second: CardValue,
        third: CardValue,
        suit: Suit,
        gone: usize,
    ) -> N {
        let pair = self.hands.pair;
        let Some(three) = Hands::list()
            .of([pair, second, third])
            .map(|no| Hands::list().get(no))
        else {
            return N::zero();
        };
        let gone = Gone {
            terms: self.terms,
            table: self.table,
            hands: &self.hands,
            payoff: &self.payoffs[1],
            gone,
        };
        let class = SuitClass::of(suit, suit);
        suited_extra(
            self.terms,
            &self.payoffs[1],
            (pair, second),
            class,
            &gone.chances(three),
        )
    }
}

/// Whether one worth is plainly less than another at a glance. A glance is wrong by a tenth of its
/// bound or so, and two glances at one pair are wrong the same way.
fn is_plainly_less<N: Number>(one: Bounded<N>, other: Bounded<N>) -> bool {
    one.worth + (one.slack + other.slack) / N::whole(10) < other.worth
}

/// What is left when the upcard lies, without and with the pair taken out.
pub(super) struct Lefts<'a> {
    pub(super) unsplit: &'a Pile,
    pub(super) split: Pile,
}

impl<'a> Lefts<'a> {
    pub(super) fn new(unsplit: &'a Pile, pair: CardValue, suits: (Suit, Suit)) -> Option<Self> {
        Some(Self {
            unsplit,
            split: unsplit.without(pair, suits.0)?.without(pair, suits.1)?,
        })
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
