//! A round dealt from every order of a small shoe, through the engine.
//!
//! Every order of all cards is as likely as any other. A round that ends with n cards left is the
//! round of n! orders, so what it wins counts n! times: sums over orders are whole numbers of
//! cents, and nothing is divided or rounded.

use crate::support::layout::Layout;
use cards::{Card, Composition};
use game::{Choice, Draw, Kind, Legal, Need, Pack, Player, Question, Round, Setup, Turn};
use rules::{BoxNo, Money, RuleBook};
use std::sync::Arc;

/// Somebody who plays.
pub(crate) trait Plays {
    /// What is tried. Of several choices the best one counts; with none the round cannot go on.
    fn choices(&self, asked: &Asked<'_>) -> Vec<Choice>;

    /// A round is over.
    fn ended(&self, _round: &Round) {}
}

/// What a player is asked, and what lies on the table.
pub(crate) struct Asked<'a> {
    /// None where the hand is to be played.
    pub(crate) question: Option<Question>,
    pub(crate) legal: &'a [Legal],
    pub(crate) upcard: Card,
    /// The cards of the hand in question.
    pub(crate) cards: Vec<Card>,
    /// Whether the box was split.
    pub(crate) split: bool,
    /// Whether the hand may be split: now, or once surrender is declined.
    pub(crate) may_split: bool,
    /// Whether sevens of one suit were split on the box.
    pub(crate) suited_sevens: bool,
}

impl Asked<'_> {
    /// The first legal choice of a kind.
    pub(crate) fn find(&self, wanted: fn(&Choice) -> bool) -> Option<Choice> {
        self.legal.iter().map(|legal| legal.choice).find(wanted)
    }
}

/// Orders of the shoe that begin alike.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Orders {
    pub(crate) count: i128,
    /// What they win together, in cents.
    pub(crate) cents: i128,
}

/// Why a round could not be played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The engine allows nothing of what the player would do.
    NotAllowed,
    /// No card is left. The solver reckons with a dealer's second card even where the engine needs
    /// none, so one must be.
    RunsOut,
}

/// An initial deal to ann, alone on box 1.
pub(crate) struct Deal {
    ann: Player,
    /// The first card, the upcard, the second card.
    cards: Vec<Card>,
    /// In how many ways these cards can be drawn.
    ways: i128,
    round: Round,
}

impl Deal {
    /// Every initial deal there is.
    pub(crate) fn all(book: &Arc<RuleBook>, shoe: &Composition, wager: Money) -> Vec<Self> {
        let mut setup = Setup::usual(Arc::clone(book), &["ann"]);
        setup.pack = Pack::Cards(shoe.clone());
        // The whole wager is in play, whatever the limits of a usual table.
        setup.sign.minimum = setup.sign.minimum.min(wager);
        setup.sign.maximum = setup.sign.maximum.max(wager);
        let ann = setup.player("ann").unwrap();
        let mut round = Round::open(setup).unwrap();
        round
            .choose(
                ann,
                Choice::Wager {
                    box_no: BoxNo::new(1).unwrap(),
                    amount: wager,
                    seated: true,
                },
            )
            .unwrap();
        round.close_wagers().unwrap();
        let mut deals = vec![Self {
            ann,
            cards: Vec::new(),
            ways: 1,
            round,
        }];
        for _ in 0..3 {
            deals = deals.iter().flat_map(Self::one_more_card).collect();
        }
        deals
    }

    fn one_more_card(&self) -> Vec<Self> {
        let each = self.round.unseen().kinds().map(|(card, count)| {
            let mut round = self.round.clone();
            round.deal(Draw::Card(card)).unwrap();
            Self {
                ann: self.ann,
                cards: [&self.cards[..], &[card]].concat(),
                ways: self.ways * i128::from(count),
                round,
            }
        });
        each.collect()
    }

    pub(crate) fn upcard(&self) -> Card {
        self.cards[1]
    }

    pub(crate) fn first_two(&self) -> (Card, Card) {
        (self.cards[0], self.cards[2])
    }

    /// Plays all orders that begin so.
    pub(crate) fn play(&self, player: &impl Plays) -> Result<Orders, Halt> {
        self.sum(player, |round, ann| i128::from(round.net(ann).cents()))
    }

    /// Adds up everything that is wagered in all orders that begin so: doubles, splits and
    /// insurance too.
    pub(crate) fn wagered(&self, player: &impl Plays) -> Result<Orders, Halt> {
        self.sum(player, |round, _| {
            let wagers = round.settled().map(|(settled, _)| settled);
            let wagers = wagers.filter(|settled| {
                matches!(settled.kind, Kind::Wager | Kind::Double | Kind::Insurance)
            });
            wagers
                .map(|settled| i128::from(settled.stake.cents()))
                .sum()
        })
    }

    fn sum(&self, player: &impl Plays, of: Measure) -> Result<Orders, Halt> {
        let cents = worth(self.round.clone(), self.ann, player, of)?;
        Ok(Orders {
            count: self.ways * factorial(self.round.unseen().len()),
            cents: self.ways * cents,
        })
    }
}

/// What is read off a finished round, in cents.
type Measure = fn(&Round, Player) -> i128;

/// What a round comes to from here in all orders of the cards that are left, in cents.
fn worth(round: Round, ann: Player, player: &impl Plays, of: Measure) -> Result<i128, Halt> {
    match round.turn() {
        Turn::Over if round.unseen().is_empty() => Err(Halt::RunsOut),
        Turn::Over => {
            player.ended(&round);
            Ok(of(&round, ann) * factorial(round.unseen().len()))
        }
        Turn::Wagers => unreachable!("wagers are closed"),
        Turn::Deal(Need::Shuffle) => Err(Halt::RunsOut),
        Turn::Deal(need @ (Need::Burn | Need::Multiplier)) => {
            unreachable!("a running shoe and no jackpot: no {need:?}")
        }
        Turn::Deal(Need::Card(_)) => {
            let cards: Vec<(Card, u16)> = round.unseen().kinds().collect();
            let mut sum = 0;
            each_its_own(round, &cards, |mut round, &(card, count)| {
                round.deal(Draw::Card(card)).unwrap();
                sum += i128::from(count) * worth(round, ann, player, of)?;
                Ok(())
            })?;
            Ok(sum)
        }
        turn @ (Turn::Decide(..) | Turn::Answer(..)) => {
            let choices = player.choices(&asked(&round, &turn, &round.legal(), ann));
            let mut best = None;
            each_its_own(round, &choices, |mut round, &choice| {
                round.choose(ann, choice).unwrap();
                best = best.max(Some(worth(round, ann, player, of)?));
                Ok(())
            })?;
            best.ok_or(Halt::NotAllowed)
        }
    }
}

/// Gives each of `all` its own round to go on with.
fn each_its_own<T>(
    round: Round,
    all: &[T],
    mut go_on: impl FnMut(Round, &T) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let Some((last, others)) = all.split_last() else {
        return Ok(());
    };
    for one in others {
        go_on(round.clone(), one)?;
    }
    go_on(round, last)
}

fn asked<'a>(round: &Round, turn: &Turn, legal: &'a [Legal], ann: Player) -> Asked<'a> {
    let (question, hand) = match turn {
        Turn::Decide(at, _) => (None, at.hand),
        Turn::Answer(question, asked) => (Some(*question), asked[0].hand.unwrap().hand),
        Turn::Wagers | Turn::Deal(_) | Turn::Over => unreachable!("nothing is asked"),
    };
    let mut layout = Layout::of(round.events());
    Asked {
        question,
        legal,
        upcard: layout.dealer[0],
        split: layout.is_split(),
        may_split: may_split(round, legal, ann),
        suited_sevens: layout.suited_sevens,
        cards: layout.hands.swap_remove(usize::from(hand)).cards,
    }
}

fn may_split(round: &Round, legal: &[Legal], ann: Player) -> bool {
    let splits = |legal: &[Legal]| {
        legal
            .iter()
            .any(|legal| matches!(legal.choice, Choice::Split { .. }))
    };
    let Some(declined) = legal
        .iter()
        .map(|legal| legal.choice)
        .find(|choice| matches!(choice, Choice::NoSurrender { .. }))
    else {
        return splits(legal);
    };
    let mut round = round.clone();
    round.choose(ann, declined).unwrap();
    splits(&round.legal())
}

fn factorial(number: u32) -> i128 {
    (1..=number).map(i128::from).product()
}
