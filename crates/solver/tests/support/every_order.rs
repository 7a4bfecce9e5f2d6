//! A round dealt from every order of a small shoe, through the engine.
//!
//! Every order of all cards is as likely as any other. A round that ends with n cards left is the round of n! orders, so
//! what it wins counts n! times: sums over orders are whole numbers of cents, and nothing is rounded or divided.

use cards::{Card, Composition, Rank};
use game::{Choice, Draw, Legal, Need, Pack, Player, Question, Round, Setup, To, Turn, What};
use rules::{BoxNo, Money, RuleBook};
use std::sync::Arc;

/// What a player might do: all choices that are looked at. Of several, the best one counts.
pub(crate) trait Plays {
    fn choices(&self, at: &Moment<'_>) -> Vec<Choice>;
}

/// A question to the player, with what lies on the table.
pub(crate) struct Moment<'a> {
    pub(crate) legal: &'a [Legal],
    pub(crate) question: Option<Question>,
    pub(crate) upcard: Card,
    /// The cards of the hand in question.
    pub(crate) cards: Vec<Card>,
    /// Whether the box was split.
    pub(crate) split: bool,
    /// Whether the hand may be split, now or once surrender is declined.
    pub(crate) may_split: bool,
    /// Whether sevens of one suit were split on the box.
    pub(crate) suited_sevens: bool,
}

impl Moment<'_> {
    /// The first legal choice of a kind.
    pub(crate) fn find(&self, wanted: fn(&Choice) -> bool) -> Option<Choice> {
        self.legal.iter().map(|legal| legal.choice).find(wanted)
    }
}

/// A table with one player, ann, alone on box 1.
pub(crate) struct Table {
    pub(crate) ann: Player,
    round: Round,
}

/// What the orders that begin with some cards come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Orders {
    /// How many orders.
    pub(crate) count: i128,
    /// What they win together, in cents.
    pub(crate) cents: i128,
}

impl Table {
    pub(crate) fn new(book: &Arc<RuleBook>, shoe: &Composition, wager: Money) -> Self {
        let mut setup = Setup::usual(Arc::clone(book), &["ann"]);
        setup.pack = Pack::Cards(shoe.clone());
        let ann = setup.player("ann").unwrap();
        let mut round = Round::open(setup).unwrap();
        round.choose(ann, Choice::Wager { box_no: BoxNo::new(1).unwrap(), amount: wager, seated: true }).unwrap();
        round.close_wagers().unwrap();
        Self { ann, round }
    }

    /// Every initial deal: the first card, the dealer's, the second, and how many ways there are to draw them in this order.
    pub(crate) fn deals(&self) -> Vec<Deal> {
        let mut deals = vec![Deal { cards: Vec::new(), ways: 1, round: self.round.clone() }];
        for _ in 0..3 {
            deals = deals.iter().flat_map(Deal::next).collect();
        }
        deals
    }
}

/// An initial deal.
pub(crate) struct Deal {
    cards: Vec<Card>,
    ways: i128,
    round: Round,
}

impl Deal {
    fn next(&self) -> Vec<Self> {
        let each = self.round.unseen().kinds().map(|(card, count)| {
            let mut round = self.round.clone();
            round.deal(Draw::Card(card)).unwrap();
            Self { cards: [&self.cards[..], &[card]].concat(), ways: self.ways * i128::from(count), round }
        });
        each.collect()
    }

    pub(crate) fn upcard(&self) -> Card {
        self.cards[1]
    }

    pub(crate) fn first_two(&self) -> (Card, Card) {
        (self.cards[0], self.cards[2])
    }

    /// All orders that begin so, played by `player`.
    pub(crate) fn orders(&self, ann: Player, player: &impl Plays) -> Result<Orders, Halt> {
        let cents = worth(self.round.clone(), ann, player)?;
        Ok(Orders { count: self.ways * factorial(self.round.unseen().len()), cents: self.ways * cents })
    }
}

/// Why a round could not be played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The engine does not allow what the player would do.
    NotAllowed,
    /// No card is left. The solver reckons with a dealer's second card even where the engine needs none.
    RunsOut,
}

/// What a round wins from here in all orders of the cards that are left, in cents.
fn worth(round: Round, ann: Player, player: &impl Plays) -> Result<i128, Halt> {
    match round.turn() {
        Turn::Over if round.unseen().is_empty() => Err(Halt::RunsOut),
        Turn::Over => Ok(i128::from(round.net(ann).cents()) * factorial(round.unseen().len())),
        Turn::Wagers => unreachable!("wagers are closed"),
        Turn::Deal(Need::Card(_)) => {
            let cards: Vec<(Card, u16)> = round.unseen().kinds().collect();
            let mut sum = 0;
            each_its_own(round, &cards, |mut next, &(card, count)| {
                next.deal(Draw::Card(card)).unwrap();
                sum += i128::from(count) * worth(next, ann, player)?;
                Ok(())
            })?;
            Ok(sum)
        }
        Turn::Deal(Need::Shuffle) => Err(Halt::RunsOut),
        Turn::Deal(need @ (Need::Burn | Need::Multiplier)) => unreachable!("nobody needs a {need:?} here"),
        turn @ (Turn::Decide(..) | Turn::Answer(..)) => {
            let choices = player.choices(&moment(&round, &turn, &round.legal(), ann));
            let mut best = None;
            each_its_own(round, &choices, |mut next, &choice| {
                next.choose(ann, choice).unwrap();
                best = best.max(Some(worth(next, ann, player)?));
                Ok(())
            })?;
            best.ok_or(Halt::NotAllowed)
        }
    }
}

/// Gives each of `all` its own round to go on with.
fn each_its_own<T>(round: Round, all: &[T], mut go_on: impl FnMut(Round, &T) -> Result<(), Halt>) -> Result<(), Halt> {
    let Some((last, others)) = all.split_last() else { return Ok(()) };
    for one in others {
        go_on(round.clone(), one)?;
    }
    go_on(round, last)
}

fn moment<'a>(round: &Round, turn: &Turn, legal: &'a [Legal], ann: Player) -> Moment<'a> {
    let (question, hand) = match turn {
        Turn::Decide(hand, _) => (None, hand.hand),
        Turn::Answer(question, asked) => (Some(*question), asked[0].hand.unwrap().hand),
        Turn::Wagers | Turn::Deal(_) | Turn::Over => unreachable!("nothing is asked"),
    };
    let (mut upcard, mut hands, mut suited_sevens) = (None, vec![Vec::<Card>::new()], false);
    for event in round.events() {
        if let What::Dealt { to, card, .. } = event.what {
            match to {
                To::Dealer => upcard = upcard.or(Some(card)),
                To::Hand(at) => hands[usize::from(at.hand)].push(card),
            }
        } else if let What::HandSplit { hand } = event.what {
            let place = usize::from(hand.hand);
            let card = hands[place].pop().unwrap();
            suited_sevens |= card.rank == Rank::Seven && hands[place] == [card];
            hands.insert(place + 1, vec![card]);
        }
    }
    let (upcard, split, may_split) = (upcard.unwrap(), hands.len() > 1, may_split(round, legal, ann));
    Moment { legal, question, upcard, cards: hands.swap_remove(usize::from(hand)), split, may_split, suited_sevens }
}

fn may_split(round: &Round, legal: &[Legal], ann: Player) -> bool {
    let no_surrender = legal.iter().map(|legal| legal.choice).find(|choice| matches!(choice, Choice::NoSurrender { .. }));
    let Some(no_surrender) = no_surrender else {
        return legal.iter().any(|legal| matches!(legal.choice, Choice::Split { .. }));
    };
    let mut round = round.clone();
    round.choose(ann, no_surrender).unwrap();
    round.legal().iter().any(|legal| matches!(legal.choice, Choice::Split { .. }))
}

fn factorial(number: u32) -> i128 {
    (1..=number).map(i128::from).product()
}
