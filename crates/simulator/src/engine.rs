//! The same rounds through the engine: one bettor on one box, by the same strategy, card by card.

use crate::compile::Play;
use crate::shoe::Drawer;
use crate::tally::BoxResult;
use cards::{Card, Composition, Rank};
use game::{CardView, Choice, Draw, Kind, Pack, Player, Question, Round, Setup, SetupFault, Turn, View, Viewer};
use rules::{BoxNo, Money, RuleBook};
use solver::{Action, CardValue, From, Terms};
use std::sync::Arc;

/// A table of the engine.
#[derive(Debug)]
pub struct Engine<'a, P> {
    setup: Arc<Setup>,
    bettor: Player,
    terms: Terms,
    play: &'a P,
    cards: Vec<Card>,
    wager: Money,
}

/// A round that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its cards as they came.
    pub cards: Vec<Card>,
    /// The dealer's first card.
    pub upcard: CardValue,
    /// What the box came to.
    pub result: BoxResult,
    /// Whether a pair was split.
    pub split: bool,
}

/// What the bettor remembers of the box.
#[derive(Default)]
struct Memory {
    first_pair: Option<[Card; 2]>,
    suited_sevens: bool,
}

impl<'a, P: Play> Engine<'a, P> {
    /// A table by a book with its usual sign, and a full shoe.
    ///
    /// # Errors
    ///
    /// What no round can be played with.
    pub fn new(book: &RuleBook, shoe: &Composition, wager: Money, play: &'a P) -> Result<Self, SetupFault> {
        let mut setup = Setup::usual(Arc::new(book.clone()), &["bettor"]);
        setup.pack = Pack::Cards(shoe.clone());
        // The whole wager is in play, whatever the limits of a usual table.
        setup.sign.minimum = setup.sign.minimum.min(wager);
        setup.sign.maximum = setup.sign.maximum.max(wager);
        let bettor = setup.player("bettor").expect("the bettor was seated");
        let setup = Arc::new(setup);
        Round::open(Arc::clone(&setup))?;
        Ok(Self { setup, bettor, terms: Terms::of(book, wager), play, cards: shoe.cards().collect(), wager })
    }

    /// Plays a round from a fresh shuffle.
    ///
    /// # Panics
    ///
    /// When the strategy does what the book does not allow: then one of the two is wrong.
    pub fn round(&self, words: &mut Drawer) -> Played {
        let mut round = Round::open(Arc::clone(&self.setup)).expect("the table was opened before");
        let box_no = BoxNo::new(1).expect("there is a first box");
        self.choose(&mut round, Choice::Wager { box_no, amount: self.wager, seated: true });
        round.close_wagers().expect("a wager was placed");
        let mut left = self.cards.clone();
        let (mut cards, mut memory) = (Vec::new(), Memory::default());
        loop {
            match round.turn() {
                Turn::Over => break,
                Turn::Deal(_) => {
                    let place = words.below(left.len().try_into().expect("a shoe has some hundred cards"));
                    let card = left.swap_remove(usize::try_from(place).expect("a place in the shoe"));
                    cards.push(card);
                    round.deal(Draw::Card(card)).expect("the card was in the shoe");
                }
                turn @ (Turn::Decide(..) | Turn::Answer(..)) => {
                    let choice = self.answer(&round.view(Viewer::Player(self.bettor)), &turn, &mut memory);
                    self.choose(&mut round, choice);
                }
                Turn::Wagers => unreachable!("wagers are closed"),
            }
        }
        self.played(&round, cards, &memory)
    }

    fn choose(&self, round: &mut Round, choice: Choice) {
        round.choose(self.bettor, choice).unwrap_or_else(|refusal| panic!("{choice:?}: {refusal}"));
    }

    fn played(&self, round: &Round, cards: Vec<Card>, memory: &Memory) -> Played {
        let cents = |of: fn(Kind) -> bool, amount: fn(&game::Settled) -> i64| {
            round.settled().map(|(settled, _)| settled).filter(|settled| of(settled.kind)).map(amount).sum::<i64>()
        };
        let is_wager = |kind| matches!(kind, Kind::Wager | Kind::Double | Kind::Insurance);
        let result = BoxResult {
            net: round.net(self.bettor).cents(),
            wagered: cents(is_wager, |settled| i64::try_from(settled.stake.cents()).unwrap_or(i64::MAX)),
            super_bonus: cents(|kind| kind == Kind::SuperBonus, |settled| settled.net.cents()),
        };
        // The dealer's first card comes between the two of the box.
        let upcard = CardValue::of(cards[1].rank);
        Played { cards, upcard, result, split: memory.first_pair.is_some() }
    }

    fn answer(&self, view: &View, turn: &Turn, memory: &mut Memory) -> Choice {
        let (question, hand) = match turn {
            Turn::Answer(question, asked) => (Some(*question), asked[0].hand.map_or(0, |at| at.hand)),
            Turn::Decide(at, _) => (None, at.hand),
            Turn::Wagers | Turn::Deal(_) | Turn::Over => unreachable!("nothing is asked"),
        };
        let (upcard, hands) = (view.dealer[0], &view.boxes[0].hands);
        let faces = hands[usize::from(hand)].cards.iter().filter_map(|card| match card {
            CardView::Up(card) => Some(*card),
            CardView::Down => None,
        });
        let cards: Vec<Card> = faces.collect();
        let from = self.from(upcard, &cards, hands.len(), memory);
        let wanted: fn(&Choice) -> bool = match question {
            Some(Question::Insurance) => |choice| matches!(choice, Choice::NoInsurance { .. }),
            Some(Question::Forfeit) if self.play.forfeits(upcard, &cards, from) => {
                |choice| matches!(choice, Choice::Forfeit { .. })
            }
            Some(Question::Forfeit) => |choice| matches!(choice, Choice::NoForfeit { .. }),
            Some(_) | None => {
                let action = self.play.action(upcard, &cards, from).unwrap_or(Action::Stand);
                if let (Action::Split, None, &[one, other]) = (action, question, &cards[..]) {
                    memory.first_pair.get_or_insert([one, other]);
                    memory.suited_sevens |= one == other && one.rank == Rank::Seven;
                }
                choice_of(question, action)
            }
        };
        let found = view.legal.iter().map(|legal| legal.choice).find(wanted);
        found.unwrap_or_else(|| panic!("the book does not allow what is done with {cards:?} against {upcard}"))
    }

    fn from(&self, upcard: Card, cards: &[Card], hands: usize, memory: &Memory) -> From {
        let Some(pair) = memory.first_pair else { return From::Dealt };
        let split = &self.terms.split;
        let most = if cards[0].rank == Rank::Ace { split.most_aces } else { split.most };
        let again = self.play.splits_again(upcard, pair);
        From::Split { may_again: hands < usize::from(most), again, suited_sevens: memory.suited_sevens }
    }
}

/// The choice that is an action. Where surrender is asked for, anything else declines it.
fn choice_of(question: Option<Question>, action: Action) -> fn(&Choice) -> bool {
    match (question, action) {
        (_, Action::Surrender) => |choice| matches!(choice, Choice::Surrender { .. }),
        (Some(_), Action::Stand | Action::Draw | Action::Double | Action::Split) => {
            |choice| matches!(choice, Choice::NoSurrender { .. })
        }
        (None, Action::Stand) => |choice| matches!(choice, Choice::Stand { .. }),
        (None, Action::Draw) => |choice| matches!(choice, Choice::Draw { .. }),
        (None, Action::Double) => |choice| matches!(choice, Choice::Double { .. }),
        (None, Action::Split) => |choice| matches!(choice, Choice::Split { .. }),
    }
}
