//! Every hand against one upcard: what standing, drawing and doubling are worth, and which the plan
//! takes.

use crate::dealer::{Chances, DealerTree, Outcome};
use crate::hands::{Hand, Hands, points};
use crate::number::Number;
use crate::payoff::{Payoff, Place};
use crate::pile::Pile;
use crate::plan::{Action, Options, Plan, SuitClass};
use crate::suits::{suited_extra, super_bonus_extra, third_of};
use crate::terms::Terms;
use crate::value::{CardValue, Counts, VALUES};
use cards::Suit;
use rules::{DoubleOn, MustDraw, SurrenderAgainst, TwentyOne};
use std::sync::Arc;

/// The table of all hands against one upcard.
#[derive(Debug)]
pub struct Against<N> {
    /// What an unsplit hand is paid.
    pub(crate) payoff: Payoff<N>,
    pub(crate) upcard: CardValue,
    /// Whether hands are played without a look at their suits.
    pub(crate) suit_blind: bool,
    /// The cards that are left when the upcard lies.
    pub(crate) left: Pile,
    /// The dealer's chances, by pile of the hand.
    pub(crate) chances: Arc<Vec<Chances<N>>>,
    /// Hand by hand: what each action is worth (no splits, no suits).
    pub(crate) options: Vec<Options<N>>,
    /// What is done with the hand, and what that is worth.
    pub(crate) plays: Vec<(Action, N)>,
}

impl<N: Number> Against<N> {
    /// Reckons the table. `left` is without the upcard.
    pub fn new(
        terms: &Terms,
        tree: &DealerTree,
        upcard: CardValue,
        left: Pile,
        plan: &impl Plan,
    ) -> Self {
        Self::within(terms, tree, upcard, left, &[0; VALUES], plan)
    }

    /// Reckons the table for the hands that hold at least the cards of `within`.
    pub(crate) fn within(
        terms: &Terms,
        tree: &DealerTree,
        upcard: CardValue,
        left: Pile,
        within: &Counts,
        plan: &impl Plan,
    ) -> Self {
        let holds = |counts: &Counts| counts.iter().zip(within).all(|(has, wanted)| has >= wanted);
        let chances = Arc::new(chances_of_all(terms, tree, &left, holds));
        let payoff = Payoff::new(terms, Place::Alone);
        Self {
            payoff,
            upcard,
            suit_blind: false,
            left,
            chances,
            options: Vec::new(),
            plays: Vec::new(),
        }
        .play(terms, within, plan)
    }

    /// The same cards where hands are paid otherwise and suits are not looked at, for hands that
    /// hold at least the cards of `within`.
    pub(crate) fn paid(
        &self,
        terms: &Terms,
        payoff: Payoff<N>,
        within: &Counts,
        plan: &impl Plan,
    ) -> Self {
        let (left, chances) = (self.left.clone(), Arc::clone(&self.chances));
        Self {
            payoff,
            upcard: self.upcard,
            suit_blind: true,
            left,
            chances,
            options: Vec::new(),
            plays: Vec::new(),
        }
        .play(terms, within, plan)
    }

    fn play(mut self, terms: &Terms, within: &Counts, plan: &impl Plan) -> Self {
        let hands = Hands::list();
        self.options = vec![Options::NONE; hands.len()];
        self.plays = vec![(Action::Stand, N::zero()); hands.len()];
        let holds = |counts: &Counts| counts.iter().zip(within).all(|(has, wanted)| has >= wanted);
        for (no, hand) in hands
            .downwards()
            .filter(|(_, hand)| hand.cards > 1 && holds(&hand.counts))
        {
            if !self.left.holds(&hand.counts) {
                continue;
            }
            if hand.points() == 21 {
                let worth = self
                    .payoff
                    .twenty_one(self.payoff.odds_of_21(hand), self.chances_of(hand));
                self.plays[no.index()] = (Action::Stand, worth);
                continue;
            }
            let options = self.options_of(terms, &self.payoff, hand, plan);
            self.options[no.index()] = options;
            if let Some(play) = plan.choose(self.upcard, hand, SuitClass::Mixed, &options) {
                self.plays[no.index()] = play;
            }
        }
        self
    }

    pub(crate) fn chances_of(&self, hand: &Hand) -> &Chances<N> {
        &self.chances[usize::from(hand.pile)]
    }

    /// How many cards are left when a hand lies too.
    pub(crate) fn cards_left(&self, hand: &Hand) -> N {
        N::whole((i32::from(self.left.len()) - i32::from(hand.cards)).max(1))
    }

    /// How many cards of a value are left when a hand lies too.
    pub(crate) fn count_left(&self, hand: &Hand, value: CardValue) -> i32 {
        i32::from(self.left.count(value)) - i32::from(hand.count(value))
    }

    /// The chance that the dealer makes Pontoon when a hand and one more card lie.
    pub(crate) fn pontoon_after(&self, hand: &Hand, value: CardValue) -> N {
        let Some(partner) = self.upcard.partner() else {
            return N::zero();
        };
        let count = self.count_left(hand, partner) - i32::from(partner == value);
        let cards = i32::from(self.left.len()) - i32::from(hand.cards) - 1;
        if cards > 0 {
            N::ratio(count, cards)
        } else {
            N::zero()
        }
    }

    fn options_of(
        &self,
        terms: &Terms,
        payoff: &Payoff<N>,
        hand: &Hand,
        plan: &impl Plan,
    ) -> Options<N> {
        let stand = may_stand(terms, hand)
            .then(|| payoff.stood(hand.points(), hand.cards, self.chances_of(hand)));
        let pontoon = self.chances_of(hand)[Outcome::Pontoon.index()];
        let in_time = terms.surrender.any_time || hand.cards == 2;
        let surrender =
            (in_time && surrenders(terms, self.upcard)).then(|| payoff.surrendered(pontoon));
        Options {
            stand,
            draw: Some(self.draw(payoff, hand)),
            double: may_double(terms, hand).then(|| self.double(payoff, hand, plan)),
            split: None,
            surrender,
        }
    }

    fn draw(&self, payoff: &Payoff<N>, hand: &Hand) -> N {
        let mut worth = N::zero();
        for value in CardValue::all() {
            let count = self.count_left(hand, value);
            if count <= 0 {
                continue;
            }
            let then = match hand.then[value.index()] {
                Some(no) => self.plays[no.index()].1,
                None => payoff.bust(self.pontoon_after(hand, value)),
            };
            worth += then * N::whole(count);
        }
        worth / self.cards_left(hand)
    }

    fn double(&self, payoff: &Payoff<N>, hand: &Hand, plan: &impl Plan) -> N {
        let mut worth = N::zero();
        for value in CardValue::all() {
            let count = self.count_left(hand, value);
            if count > 0 {
                worth += self.doubled(payoff, hand, value, plan).0 * N::whole(count);
            }
        }
        worth / self.cards_left(hand)
    }

    /// A doubled hand to which a card has come: its worth, and whether it is forfeited.
    pub(crate) fn doubled(
        &self,
        payoff: &Payoff<N>,
        hand: &Hand,
        value: CardValue,
        plan: &impl Plan,
    ) -> (N, bool) {
        let (Some(points), Some(no)) =
            (payoff.doubled_points(hand, value), hand.then[value.index()])
        else {
            return (payoff.doubled_bust(self.pontoon_after(hand, value)), false);
        };
        let chances = self.chances_of(Hands::list().get(no));
        let kept = if points == 21 {
            payoff.doubled_21(chances)
        } else {
            payoff.doubled(points, chances)
        };
        if !payoff.may_forfeit(points) {
            return (kept, false);
        }
        let forfeited = payoff.forfeited(chances[Outcome::Pontoon.index()]);
        if plan.forfeits(self.upcard, points, kept, forfeited) {
            (forfeited, true)
        } else {
            (kept, false)
        }
    }
}

impl<N: Number> Against<N> {
    /// What it adds to drawing that two cards are of one suit and can become a 6-7-8 or a 7-7-7;
    /// `left` are the cards left when the upcard of its suit lies.
    pub(crate) fn suited_draw(
        &self,
        terms: &Terms,
        left: &Pile,
        two: (CardValue, CardValue),
        suit: Suit,
    ) -> N {
        let class = SuitClass::of(suit, suit);
        let Some((third, chance)) = self.suited_third(left, two, suit) else {
            return N::zero();
        };
        let Some(three) = Hands::list()
            .of([two.0, two.1, third])
            .map(|no| Hands::list().get(no))
        else {
            return N::zero();
        };
        if !self.left.holds(&three.counts) {
            return N::zero();
        }
        chance * suited_extra(terms, &self.payoff, two, class, self.chances_of(three))
    }

    /// What the Super Bonus adds to drawing to two sevens of one suit.
    pub(crate) fn super_bonus_draw(
        &self,
        terms: &Terms,
        left: &Pile,
        two: (CardValue, CardValue),
        suit: Suit,
    ) -> N {
        let sevens = two == (CardValue::SEVEN, CardValue::SEVEN) && self.upcard == CardValue::SEVEN;
        let bonus = terms
            .super_bonus
            .filter(|_| sevens)
            .zip(self.suited_third(left, two, suit));
        bonus.map_or(N::zero(), |(bonus, (_, chance))| {
            chance * super_bonus_extra(terms, bonus, SuitClass::of(suit, suit))
        })
    }

    /// The value that makes the hand, and the chance that the next card is of it and of the suit.
    pub(crate) fn suited_third(
        &self,
        left: &Pile,
        two: (CardValue, CardValue),
        suit: Suit,
    ) -> Option<(CardValue, N)> {
        let third = third_of(two.0, two.1)?;
        let hand = Hands::list().get(Hands::list().of([two.0, two.1])?);
        let own = if two.0 == two.1 { 2 } else { 0 };
        let count = i32::from(left.suited(third, suit)) - own;
        Some((third, N::whole(count.max(0)) / self.cards_left(hand)))
    }
}

/// Whether all of the dealer's chances are asked for: a hard 21 asks for more than the chance of
/// Pontoon only where it is compared with the dealer's total.
pub(crate) fn is_asked(terms: &Terms, hard: u8) -> bool {
    hard < 21 || terms.twenty_one == TwentyOne::Compared
}

fn chances_of_all<N: Number>(
    terms: &Terms,
    tree: &DealerTree,
    left: &Pile,
    holds: impl Fn(&Counts) -> bool,
) -> Vec<Chances<N>> {
    let piles = Hands::list().piles();
    let wanted: Vec<usize> = (0..piles.len())
        .filter(|&pile| {
            piles[pile].iter().sum::<u8>() > 1
                && is_asked(terms, points(&piles[pile]))
                && holds(&piles[pile])
                && left.holds(&piles[pile])
        })
        .collect();
    let taken: Vec<Counts> = wanted.iter().map(|&pile| piles[pile]).collect();
    let mut all = vec![[N::zero(); 7]; piles.len()];
    for (&pile, chances) in wanted.iter().zip(tree.chances(left.values(), &taken)) {
        all[pile] = chances;
    }
    let Some(partner) = tree.upcard().partner() else {
        return all;
    };
    for (pile, counts) in piles
        .iter()
        .enumerate()
        .filter(|(_, counts)| !is_asked(terms, points(counts)) && left.holds(counts))
    {
        let cards = i32::from(left.len()) - i32::from(counts.iter().sum::<u8>());
        if cards > 0 {
            let count = i32::from(left.count(partner)) - i32::from(counts[partner.index()]);
            all[pile][Outcome::Pontoon.index()] = N::ratio(count, cards);
        }
    }
    all
}

/// Whether a hand may stand.
pub(crate) fn may_stand(terms: &Terms, hand: &Hand) -> bool {
    match terms.must_draw {
        MustDraw::Never => true,
        MustDraw::Under12 => hand.points() >= 12,
    }
}

/// Whether a hand may be doubled, a split one apart.
pub(crate) fn may_double(terms: &Terms, hand: &Hand) -> bool {
    match terms.double.on {
        DoubleOn::AnyCards => true,
        DoubleOn::FirstTwo => hand.cards == 2,
        DoubleOn::Hard9To11 => hand.cards == 2 && !hand.is_soft() && (9..=11).contains(&hand.hard),
    }
}

/// Whether a hand may be surrendered against an upcard.
pub(crate) fn surrenders(terms: &Terms, upcard: CardValue) -> bool {
    match terms.surrender.against {
        SurrenderAgainst::AceOrPicture => upcard.partner().is_some(),
        SurrenderAgainst::AnyCard => true,
        SurrenderAgainst::Nothing => false,
    }
}
