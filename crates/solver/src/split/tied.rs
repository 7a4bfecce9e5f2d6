//! What ties the hands of a split together: a book may let a dealer's Pontoon take one wager for
//! all that are left.

use super::joint::{Bounded, HandEnds, Joint, Left, Work};
use super::pair::{HowClose, PairSplit};
use super::patterns::Shape;
use crate::against::Against;
use crate::hands::{Hand, HandNo, Hands};
use crate::number::Number;
use crate::payoff::{Payoff, odds};
use crate::pile_tree::End;
use crate::plan::{Action, Plan, SuitClass};
use crate::results::unit;
use crate::solve::any_suits;
use crate::suits::third_of;
use crate::value::{CardValue, Counts, VALUES};
use cards::Suit;
use rules::{DealerPontoon, DoubleScope, ForfeitedHand, HoleCard, TwentyOne, TwentyOnePaid};

/// Enough to look at two hands of eights, not of twos.
const GLANCE: Work = Work {
    two_hands: 500_000,
    products: 0,
    looks: 0,
};
/// Any two hands, and enough to look at three hands of eights, not at four.
const CLOSE: Work = Work {
    two_hands: usize::MAX,
    products: 100_000,
    looks: 8_000_000,
};

/// What a dealer's Pontoon takes of hands that are tied together: one wager where all hands are of
/// one kind and not all of another.
pub(super) struct Tie<N> {
    /// Where every hand is such that one wager is taken of all; none where that is whatever they
    /// are.
    taken: Option<Joint<N>>,
    /// Where every hand is such that none is.
    spared: Joint<N>,
    /// The dealer's chance of Pontoon.
    pontoon: N,
}

impl<N: Number> Tie<N> {
    fn takes(&self, shapes: &[Shape], work: Work) -> Bounded<N> {
        let chance = |joint: &Joint<N>| joint.chance(shapes, work);
        let taken = self
            .taken
            .as_ref()
            .map_or(Bounded::exact(self.pontoon), chance);
        let spared = chance(&self.spared);
        Bounded {
            worth: spared.worth - taken.worth,
            slack: spared.slack + taken.slack,
        }
    }

    /// What two hands more can change of it, at a glance.
    fn changed_by_two(&self) -> N {
        let both = |joint: &Joint<N>| joint.ends_so() * joint.ends_so();
        let untaken = self
            .taken
            .as_ref()
            .map_or(N::zero(), |taken| N::one() - both(taken));
        self.pontoon * (both(&self.spared) + untaken)
    }
}

impl<N: Number, P: Plan> PairSplit<'_, N, P> {
    /// Whether the book ties the hands: the value that makes the dealer's Pontoon then.
    fn tied(&self) -> Option<CardValue> {
        let partner = self
            .table
            .upcard
            .partner()
            .filter(|_| self.terms.hole == HoleCard::None);
        match self.terms.dealer_pontoon {
            DealerPontoon::EveryWager
            | DealerPontoon::EachOriginal
            | DealerPontoon::FirstHandOnly => None,
            DealerPontoon::BustedAndOne | DealerPontoon::OneInAll => partner,
        }
    }

    /// What is left when the pair lies, by value.
    fn left(&self, partner: Option<CardValue>) -> Left {
        let mut values = *self.table.left.values();
        let pair = self.hands.pair.index();
        values[pair] = values[pair].saturating_sub(2);
        Left {
            values,
            pair: self.hands.pair,
            partner,
        }
    }

    /// The table by which the hands are played where the book ties them and where splitting may be
    /// worth while: a dealer's Pontoon takes a hand's wager only when no other hand is left.
    pub(crate) fn tied_table(&self) -> Option<Against<N>> {
        let partner = self.tied()?;
        let no = self.hands.two(self.hands.pair)?;
        let suits = any_suits(&self.table.left, self.hands.pair)?;
        let most = self
            .worth(&self.table.left, suits, HowClose::Bound)
            .map(|split| split.worth.worth + split.worth.slack)?;
        let (_, best) = self.table.options[no.index()].best()?;
        if most < best {
            return None;
        }
        let ended = self
            .ends(&|end: HandEnd| i64::from(!matches!(end.kind, Kind::Live | Kind::Surrendered)));
        let last = self.left(Some(partner)).ends_so::<N>(&ended);
        let mut within = [0; VALUES];
        within[self.hands.pair.index()] = 1;
        Some(self.table.paid(
            self.terms,
            Payoff::one_of_several(self.terms, last),
            &within,
            self.plan,
        ))
    }

    /// A dealer's Pontoon takes one wager or none of the hands that are left.
    pub(super) fn at_most_one(&self) -> Bounded<N> {
        let Some(partner) = self.tied() else {
            return Bounded::exact(N::zero());
        };
        let half = self.left(Some(partner)).pontoon::<N>() / N::whole(2);
        Bounded {
            worth: -half,
            slack: half,
        }
    }

    /// What two hands more can change of what a dealer's Pontoon takes, at a glance.
    pub(super) fn changed_by_two(&self) -> N {
        self.tie().map_or(N::zero(), Tie::changed_by_two)
    }

    fn tie(&self) -> Option<&Tie<N>> {
        self.tie.get_or_init(|| self.new_tie()).as_ref()
    }

    /// What a dealer's Pontoon takes of all hands together, where the book ties them.
    pub(super) fn together(&self, shapes: &[Shape], how_close: HowClose) -> Bounded<N> {
        let Some(tie) = self.tie() else {
            return Bounded::exact(N::zero());
        };
        let takes = match how_close {
            HowClose::Bound => return self.at_most_one(),
            HowClose::Glance => tie.takes(shapes, GLANCE),
            HowClose::Close => tie.takes(shapes, CLOSE),
        };
        if self.suits_decide() {
            // What is done with a hand depends on its suits, and those of several hands on each
            // other: only that one wager is taken or none holds surely.
            let lost = -takes.worth;
            return Bounded {
                worth: takes.worth,
                slack: lost.larger(tie.pontoon - lost),
            };
        }
        takes
    }

    fn new_tie(&self) -> Option<Tie<N>> {
        let partner = self.tied()?;
        let left = || self.left(Some(partner));
        let joint = |wanted: fn(Kind) -> bool| {
            Joint::new(left(), self.ends(&|end| i64::from(wanted(end.kind))))
        };
        let (taken, spared) = match (self.terms.dealer_pontoon, self.terms.forfeited_hand) {
            (DealerPontoon::OneInAll, _) => (
                Some(joint(|kind| !matches!(kind, Kind::Forfeited | Kind::Bust))),
                joint(|kind| matches!(kind, Kind::Paid | Kind::Surrendered)),
            ),
            (_, ForfeitedHand::Gone) => (None, joint(|kind| kind != Kind::Live)),
            (_, ForfeitedHand::IsTheOne) => (
                Some(joint(|kind| kind != Kind::Forfeited)),
                joint(|kind| matches!(kind, Kind::Bust | Kind::Paid | Kind::Surrendered)),
            ),
        };
        Some(Tie {
            taken,
            spared,
            pontoon: left().pontoon(),
        })
    }

    /// The bonus odds lost where a double takes them from every hand of the box that is still to be
    /// paid: exact for two hands of mixed suits, else within its bound.
    pub(super) fn bonus_lost(&self, shapes: &[Shape]) -> Bounded<N> {
        let mut total = Bounded::exact(N::zero());
        if self.terms.double.scope == DoubleScope::Hand {
            return total;
        }
        let left = self.left(None);
        let unit = unit(self.terms);
        let doubled = self.ends(&|end| i64::from(end.doubled));
        // A 6-7-8 or 7-7-7 is taken as of mixed suits; what more it may pay is added to the bound.
        let mixed = self.ends(&|end| end.bonus);
        let suited = self.ends(&|end| end.suited_bonus);
        // Paid at once, a 21 has its odds before a later hand is doubled.
        let waits = self.terms.twenty_one != TwentyOne::AlwaysWins
            || self.terms.twenty_one_paid == TwentyOnePaid::AtTheEnd;
        for shape in shapes {
            let [mixed, suited] = [&mixed, &suited].map(|bonus| {
                let before = left.pairs::<N>(&doubled, bonus, *shape);
                let after = if waits {
                    left.pairs::<N>(bonus, &doubled, *shape)
                } else {
                    N::zero()
                };
                (before + after) * N::whole(shape.times) / N::large(unit)
            });
            if shape.not_the_pair + shape.any == 2 {
                total.worth = total.worth - mixed;
                total.slack += suited;
            } else {
                total.worth = total.worth - mixed / N::whole(2);
                total.slack += mixed / N::whole(2) + suited;
            }
        }
        if self.suits_decide() || waits {
            // What is done depends on suits, or the odds on the dealer's Pontoon: no more is lost
            // than all bonus odds.
            total.slack += self.bonus_at_most();
        }
        total
    }

    /// More than the bonus odds of all hands of the split together can be: every hand of three
    /// cards a suited one.
    fn bonus_at_most(&self) -> N {
        let pays = &self.terms.pays;
        let most = [
            pays.five_cards,
            pays.six_cards,
            pays.seven_cards,
            pays.six_seven_eight.spades,
            pays.sevens.spades,
        ];
        let most = most
            .into_iter()
            .fold(N::zero(), |most, one| most.larger(odds(one)));
        let bonus = self.ends(&|end| i64::from(end.bonus + end.suited_bonus != 0));
        let suited = self.table.left.values()[CardValue::EIGHT.index()]
            .max(self.table.left.values()[CardValue::SIX.index()]);
        let pairs = N::ratio(
            2 * i32::from(suited),
            i32::from(self.table.left.len()).max(1),
        );
        let hands = N::whole(i32::from(self.terms.split.most));
        (self.left(None).ends_so::<N>(&bonus) + pairs * pairs) * most * hands
    }

    /// Whether the suits of a two-card hand change what is done with it.
    fn suits_decide(&self) -> bool {
        CardValue::all()
            .filter(|&value| third_of(self.hands.pair, value).is_some())
            .any(|value| {
                let Some(no) = self.hands.two(value) else {
                    return false;
                };
                let mixed = self.choose(no, SuitClass::Mixed, N::zero());
                Suit::ALL.into_iter().any(|suit| {
                    let extra = self.table.suited_draw(
                        self.terms,
                        &self.table.left,
                        (self.hands.pair, value),
                        suit,
                    );
                    self.choose(no, SuitClass::of(suit, suit), extra) != mixed
                })
            })
    }

    /// The ends of one hand, each as often as `wanted` says.
    fn ends(&self, wanted: &dyn Fn(HandEnd) -> i64) -> HandEnds {
        let mut found = Found {
            ends: Vec::new(),
            wanted,
        };
        let mut orders = vec![0_i64; Hands::list().len()];
        let seconds: Vec<CardValue> = CardValue::all()
            .filter(|&value| value != self.hands.pair)
            .collect();
        self.follow(&seconds, &mut orders, &mut found);
        let not_the_pair = found.take(self.hands.pair);
        orders.fill(0);
        self.follow(&[self.hands.pair], &mut orders, &mut found);
        HandEnds {
            not_the_pair,
            the_pair: found.take(self.hands.pair),
        }
    }

    fn follow(&self, seconds: &[CardValue], orders: &mut [i64], found: &mut Found<'_>) {
        for &second in seconds {
            let Some(no) = self.hands.two(second) else {
                continue;
            };
            let action = self
                .choose(no, SuitClass::Mixed, N::zero())
                .unwrap_or(Action::Stand);
            self.step(no, action, 1, orders, found);
        }
        for &(no, action) in self.hands.reached.iter().rev() {
            let times = orders[no.index()];
            if times > 0 {
                self.step(no, action, times, orders, found);
            }
        }
    }

    fn step(
        &self,
        no: HandNo,
        action: Action,
        times: i64,
        orders: &mut [i64],
        found: &mut Found<'_>,
    ) {
        let hand = Hands::list().get(no);
        if hand.points() == 21 {
            return found.add(hand.counts, self.paid(hand), times);
        }
        match action {
            Action::Stand => found.add(hand.counts, HandEnd::of(Kind::Live), times),
            Action::Surrender => found.add(hand.counts, HandEnd::of(Kind::Surrendered), times),
            Action::Split => {}
            Action::Draw => {
                for value in CardValue::all() {
                    match hand.then[value.index()] {
                        Some(next) => orders[next.index()] += times,
                        None => {
                            found.add(with(&hand.counts, value), HandEnd::of(Kind::Bust), times)
                        }
                    }
                }
            }
            Action::Double => {
                for value in CardValue::all() {
                    let end = HandEnd {
                        doubled: true,
                        ..HandEnd::of(self.doubled_kind(hand, value))
                    };
                    found.add(with(&hand.counts, value), end, times);
                }
            }
        }
    }

    /// A hand of 21: what it earns beyond the odds of a plain win, in units, and how much more if
    /// its cards were spades.
    fn paid(&self, hand: &Hand) -> HandEnd {
        let kind = if self.terms.twenty_one == TwentyOne::AlwaysWins {
            Kind::Paid
        } else {
            Kind::Live
        };
        let results = self.results(false);
        let units = |class| {
            results.units(results.row_of_21(hand, class).1) - results.units(self.terms.pays.other)
        };
        let bonus = units(SuitClass::Mixed);
        HandEnd {
            bonus,
            suited_bonus: units(SuitClass::Spades) - bonus,
            ..HandEnd::of(kind)
        }
    }

    fn doubled_kind(&self, hand: &Hand, value: CardValue) -> Kind {
        match self.table.payoff.doubled_points(hand, value) {
            None => Kind::Bust,
            Some(21) if self.terms.twenty_one == TwentyOne::AlwaysWins => Kind::Paid,
            Some(_)
                if self
                    .table
                    .doubled(&self.table.payoff, hand, value, self.plan)
                    .1 =>
            {
                Kind::Forfeited
            }
            Some(_) => Kind::Live,
        }
    }
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
    /// Surrendered.
    Surrendered,
    /// A 21 that is paid.
    Paid,
}

/// An end of a hand.
#[derive(Clone, Copy)]
struct HandEnd {
    kind: Kind,
    doubled: bool,
    bonus: i64,
    suited_bonus: i64,
}

impl HandEnd {
    const fn of(kind: Kind) -> Self {
        Self {
            kind,
            doubled: false,
            bonus: 0,
            suited_bonus: 0,
        }
    }
}

struct Found<'a> {
    ends: Vec<(Counts, i64)>,
    wanted: &'a dyn Fn(HandEnd) -> i64,
}

impl Found<'_> {
    fn add(&mut self, counts: Counts, end: HandEnd, times: i64) {
        let wanted = (self.wanted)(end);
        if wanted != 0 {
            self.ends.push((counts, times * wanted));
        }
    }

    /// Takes the ends that were found, without the card of the pair that the hand starts with.
    fn take(&mut self, pair: CardValue) -> Vec<End> {
        let without = |counts: &Counts| {
            let mut counts = *counts;
            counts[pair.index()] -= 1;
            counts
        };
        let mut ends = std::mem::take(&mut self.ends);
        ends.sort_unstable();
        let same = ends.chunk_by(|one, other| one.0 == other.0);
        same.map(|same| End {
            counts: without(&same[0].0),
            end: 0,
            orders: same.iter().map(|(_, orders)| orders).sum(),
        })
        .collect()
    }
}

fn with(counts: &Counts, value: CardValue) -> Counts {
    let mut counts = *counts;
    counts[value.index()] += 1;
    counts
}
