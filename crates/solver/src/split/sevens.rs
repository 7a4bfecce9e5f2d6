//! Sevens split against a seven where a split hand can still win the Super Bonus: unless sevens of
//! one suit were split.
//!
//! Here suits decide what happens, so the hands of the split are listed suit by suit. A hand whose
//! two sevens are of one suit is drawn to for the Super Bonus where that is better than splitting
//! it; then it is not split again, and no seven of one suit is ever split on the box.

use super::joint::Bounded;
use super::pair::{HowClose, Lefts, PairSplit, SplitWorth};
use super::patterns::Second;
use crate::hands::Hands;
use crate::number::Number;
use crate::pile::{Pile, place as index};
use crate::plan::{Action, Plan, SuitClass};
use crate::suits::super_bonus_extra;
use crate::terms::SuperBonus;
use crate::value::CardValue;
use cards::Suit;
use rules::SplitSuperBonus;

/// More hands than these are not listed suit by suit.
const MOST_LISTED: usize = 4;

/// Sevens by suit.
pub(crate) type Sevens = [i32; 4];

/// What is done with two sevens of one suit when they come again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuitedPair {
    /// A card is drawn to them.
    Drawn,
    /// They are split like any other pair.
    Split,
}

/// A hand of the split as it must be valued: with these sevens gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SevenHand {
    /// The suit it starts with.
    pub(crate) suit: Suit,
    /// How many sevens of each suit are gone from those left when the pair lies, its own start
    /// included where it was drawn.
    pub(crate) gone: Sevens,
    /// Whether it may hold any second card; else none that would have been split again.
    pub(crate) any: bool,
    /// Whether the Super Bonus can still be won.
    pub(crate) bonus: bool,
}

impl<N: Number, P: Plan> PairSplit<'_, N, P> {
    /// The Super Bonus, where a hand of this split can win it.
    pub(super) fn split_bonus(&self, suits: (Suit, Suit)) -> Option<SuperBonus> {
        let sevens = self.hands.pair == CardValue::SEVEN
            && self.table.upcard == CardValue::SEVEN
            && suits.0 != suits.1;
        self.terms.super_bonus.filter(|bonus| match bonus.split {
            SplitSuperBonus::Never => false,
            SplitSuperBonus::UnlessSuitedSplit => sevens,
        })
    }

    /// Sevens of two suits split against a seven: suits decide.
    pub(super) fn sevens(
        &self,
        left: &Lefts<'_>,
        suits: (Suit, Suit),
        bonus: SuperBonus,
    ) -> Option<SplitWorth<N>> {
        let suited = Suit::ALL.map(|suit| self.suited_sevens(left.unsplit, suit));
        let ways = self.ways.iter().map(|how| {
            let again = how.patterns.most_gone() > 0;
            let allowed = if again {
                usize::from(self.terms.split.most)
            } else {
                2
            };
            let most = allowed.min(MOST_LISTED);
            let more = if allowed > most {
                self.gone_chance(&left.split, most - 1)
            } else {
                N::zero()
            };
            // More hands are as good as never: what they could come to at most is added to the
            // bound.
            let at_most = more * N::whole(64) * (bonus.in_wagers::<N>() + N::whole(8));
            let total = |prize: N| {
                let worth = |hand: SevenHand| self.seven_hand(left, hand, &suited, bonus, prize);
                let cards = i32::from(left.split.len());
                SevenSplit {
                    left: left.split.sevens(),
                    cards,
                    most,
                    suited,
                    worth: &worth,
                }
                .total(suits)
            };
            let (with, without) = (total(N::one()), total(N::zero()));
            let lost = self.bonus_lost(&how.patterns.shapes);
            let worth = Bounded {
                worth: with + lost.worth,
                slack: lost.slack + at_most,
            };
            SplitWorth {
                worth,
                again,
                super_bonus: with - without,
            }
        });
        ways.reduce(|best, next| {
            if next.worth.worth > best.worth.worth {
                next
            } else {
                best
            }
        })
    }

    /// What is done with two sevens of one suit that come again: what would be done with them
    /// unsplit.
    fn suited_sevens(&self, left: &Pile, suit: Suit) -> SuitedPair {
        let Some(no) = self.hands.two(CardValue::SEVEN) else {
            return SuitedPair::Split;
        };
        let two = (CardValue::SEVEN, CardValue::SEVEN);
        let mut options = self.table.options[no.index()];
        let extra = self.table.suited_draw(self.terms, left, two, suit)
            + self.table.super_bonus_draw(self.terms, left, two, suit);
        options.draw = options.draw.map(|draw| draw + extra);
        options.split = self
            .worth(left, (suit, suit), HowClose::Close)
            .map(|split| split.worth.worth);
        let hand = Hands::list().get(no);
        let action = self
            .plan
            .choose(self.table.upcard, hand, SuitClass::of(suit, suit), &options)
            .map(|(action, _)| action);
        if action == Some(Action::Split) {
            SuitedPair::Split
        } else {
            SuitedPair::Drawn
        }
    }

    /// What is done with two sevens of one suit that are not split.
    fn suited_sevens_kept(&self, left: &Pile, suit: Suit, bonus: bool) -> Option<Action> {
        let two = (CardValue::SEVEN, CardValue::SEVEN);
        let prize = if bonus {
            self.table.super_bonus_draw(self.terms, left, two, suit)
        } else {
            N::zero()
        };
        let extra = self.table.suited_draw(self.terms, left, two, suit) + prize;
        self.choose(
            self.hands.two(CardValue::SEVEN)?,
            SuitClass::of(suit, suit),
            extra,
        )
    }

    /// One hand that starts with a seven of a suit, the sevens that are gone known by suit.
    fn seven_hand(
        &self,
        left: &Lefts<'_>,
        hand: SevenHand,
        suited: &[SuitedPair; 4],
        bonus: SuperBonus,
        prize: N,
    ) -> N {
        let all_gone: i32 = hand.gone.iter().sum();
        let Ok(gone) = usize::try_from(all_gone) else {
            return N::zero();
        };
        let plain = self.hand(&self.other, left, Second::NotThePair, gone, hand.suit, 0);
        let Some(no) = self.hands.two(CardValue::SEVEN) else {
            return plain;
        };
        let cards = i32::from(left.split.len()) - all_gone;
        let sevens = |suit: Suit| {
            i32::from(left.split.suited(CardValue::SEVEN, suit)) - hand.gone[index(suit)]
        };
        let Some(options) = self
            .other
            .get(gone)
            .map(|seconds| seconds[CardValue::SEVEN.index()])
        else {
            return plain;
        };
        let mixed = self
            .choose(no, SuitClass::Mixed, N::zero())
            .and_then(|action| options.get(action))
            .unwrap_or(N::zero());
        let mut total = plain;
        for second in Suit::ALL {
            let count = sevens(second);
            if count <= 0 {
                continue;
            }
            let chance = N::ratio(count, cards);
            if second != hand.suit {
                total += if hand.any { chance * mixed } else { N::zero() };
            } else if hand.any || hand.bonus && suited[index(second)] == SuitedPair::Drawn {
                let class = SuitClass::of(second, second);
                let action = self.suited_sevens_kept(left.unsplit, second, hand.bonus);
                if action != Some(Action::Draw) {
                    total += chance
                        * action
                            .and_then(|action| options.get(action))
                            .unwrap_or(N::zero());
                    continue;
                }
                let third = if cards > 1 {
                    N::ratio((count - 1).max(0), cards - 1)
                } else {
                    N::zero()
                };
                let odds = self.suited_extra(CardValue::SEVEN, CardValue::SEVEN, second, gone);
                let won = if hand.bonus {
                    super_bonus_extra::<N>(self.terms, bonus, class) * prize
                } else {
                    N::zero()
                };
                total += chance * (options.draw.unwrap_or(N::zero()) + third * (odds + won));
            }
        }
        total
    }
}

/// All ways a pair of sevens of two suits can go.
pub(crate) struct SevenSplit<'a, N> {
    /// The sevens that are left when the pair lies, by suit, and how many cards are left in all.
    pub(crate) left: Sevens,
    pub(crate) cards: i32,
    pub(crate) most: usize,
    /// By suit.
    pub(crate) suited: [SuitedPair; 4],
    /// What a hand is worth.
    pub(crate) worth: &'a dyn Fn(SevenHand) -> N,
}

/// The hands so far.
#[derive(Clone, Default)]
struct So {
    waiting: Vec<Suit>,
    /// Hands that are played, with a second card that is not split again, and whether the Super
    /// Bonus was barred by then.
    done: Vec<(Suit, bool)>,
    gone: Sevens,
    barred: bool,
}

impl<N: Number> SevenSplit<'_, N> {
    pub(crate) fn total(&self, pair: (Suit, Suit)) -> N {
        self.walk(
            So {
                waiting: vec![pair.0, pair.1],
                ..So::default()
            },
            N::one(),
        )
    }

    /// Whether a second seven of suit `second` is split again on a hand that starts with `first`:
    /// always, but for sevens of one suit that are drawn to while the Super Bonus can be won.
    fn is_split(&self, first: Suit, second: Suit, barred: bool) -> bool {
        first != second || barred || self.suited[index(first)] == SuitedPair::Split
    }

    /// The chance that the next card is a seven of this suit.
    fn chance(&self, gone: &Sevens, suit: Suit) -> N {
        let count = self.left[index(suit)] - gone[index(suit)];
        let cards = self.cards - gone.iter().sum::<i32>();
        if count > 0 {
            N::ratio(count, cards)
        } else {
            N::zero()
        }
    }

    fn walk(&self, so: So, weight: N) -> N {
        let Some((&now, later)) = so.waiting.split_first() else {
            return self.leaf(&so, weight);
        };
        if so.waiting.len() + so.done.len() == self.most {
            return self.leaf(&so, weight);
        }
        let mut total = N::zero();
        for second in Suit::ALL
            .into_iter()
            .filter(|&second| self.is_split(now, second, so.barred))
        {
            let chance = self.chance(&so.gone, second);
            if chance > N::zero() {
                let mut next = so.clone();
                next.waiting.insert(1, second);
                next.gone[index(second)] += 1;
                next.barred |= second == now;
                total += self.walk(next, weight * chance);
            }
        }
        let mut next = so.clone();
        next.waiting = later.to_vec();
        next.done.push((now, so.barred));
        total + self.walk(next, weight)
    }

    /// All hands are known: each is valued, the other played hands holding no second card that
    /// would have been split.
    fn leaf(&self, so: &So, weight: N) -> N {
        let mut total = N::zero();
        for (place, &(suit, barred)) in so.done.iter().enumerate() {
            let mut others = so.done.clone();
            others.remove(place);
            total += self.without(
                &others,
                SevenHand {
                    suit,
                    gone: so.gone,
                    any: false,
                    bonus: !barred,
                },
                weight,
            );
        }
        for &suit in &so.waiting {
            total += self.without(
                &so.done,
                SevenHand {
                    suit,
                    gone: so.gone,
                    any: true,
                    bonus: !so.barred,
                },
                weight,
            );
        }
        total
    }

    /// The worth of a hand where none of the others holds a second card that would have been split:
    /// anything, less those.
    fn without(&self, others: &[(Suit, bool)], hand: SevenHand, weight: N) -> N {
        let Some((&(other, barred), rest)) = others.split_first() else {
            return (self.worth)(hand) * weight;
        };
        let mut total = self.without(rest, hand, weight);
        for second in Suit::ALL
            .into_iter()
            .filter(|&second| self.is_split(other, second, barred))
        {
            let chance = self.chance(&hand.gone, second);
            if chance > N::zero() {
                let mut gone = hand.gone;
                gone[index(second)] += 1;
                total = total - self.without(rest, SevenHand { gone, ..hand }, weight * chance);
            }
        }
        total
    }
}
