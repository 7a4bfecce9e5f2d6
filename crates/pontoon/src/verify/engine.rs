//! Rounds through the engine, one box alone, played by a strategy.

use anyhow::{Context, Result, bail};
use cards::{Card, Composition, Rank};
use game::{CardView, Choice, Draw, Legal, Need, Pack, Player, Question, Round, Setup, Turn, Viewer};
use rules::{BoxNo, Money, RuleBook};
use simulator::{Drawer, Play, Tally, Words};
use solver::{Action, CardValue, From, Terms};
use std::sync::Arc;

/// A table of the engine with one bettor.
pub(crate) struct Table<'a, P> {
    setup: Arc<Setup>,
    bettor: Player,
    terms: &'a Terms,
    play: &'a P,
    cards: Vec<Card>,
    wager: Money,
}

/// What the bettor remembers of the box.
#[derive(Default)]
struct Memory {
    first_pair: Option<[Card; 2]>,
    suited_sevens: bool,
}

impl<'a, P: Play> Table<'a, P> {
    pub(crate) fn new(book: &RuleBook, terms: &'a Terms, shoe: &Composition, wager: Money, play: &'a P) -> Result<Self> {
        let mut setup = Setup::usual(Arc::new(book.clone()), &["bettor"]);
        setup.pack = Pack::Cards(shoe.clone());
        setup.sign.minimum = setup.sign.minimum.min(wager);
        setup.sign.maximum = setup.sign.maximum.max(wager);
        let bettor = setup.player("bettor").context("the bettor sits at the table")?;
        Ok(Self { setup: Arc::new(setup), bettor, terms, play, cards: shoe.cards().collect(), wager })
    }

    /// Plays so many rounds, each from a fresh shuffle.
    pub(crate) fn play(&self, rounds: u64, seed: u64) -> Result<Tally> {
        let mut words = Drawer::new(Words::new(seed, u64::MAX));
        let mut tally = Tally::default();
        for _ in 0..rounds {
            let (upcard, net) = self.round(&mut words)?;
            tally.add(upcard, simulator::Result { net, wagered: 0, super_bonus: 0 }, 1);
        }
        Ok(tally)
    }

    fn round(&self, words: &mut Drawer) -> Result<(CardValue, i64)> {
        let mut round = Round::open(Arc::clone(&self.setup))?;
        let box_no = BoxNo::new(1).context("there is a first box")?;
        round.choose(self.bettor, Choice::Wager { box_no, amount: self.wager, seated: true })?;
        round.close_wagers()?;
        let mut left = self.cards.clone();
        let mut memory = Memory::default();
        loop {
            match round.turn() {
                Turn::Over => break,
                Turn::Deal(Need::Card(_)) => {
                    let place = usize::try_from(words.below(u64::try_from(left.len())?))?;
                    round.deal(Draw::Card(left.swap_remove(place)))?;
                }
                turn @ (Turn::Decide(..) | Turn::Answer(..)) => {
                    let choice = self.choose(&round, &turn, &mut memory)?;
                    round.choose(self.bettor, choice)?;
                }
                turn @ (Turn::Wagers | Turn::Deal(_)) => bail!("one box from a full shoe needs no {turn:?}"),
            }
        }
        let upcard = round.view(Viewer::Onlooker).dealer.first().map(|card| CardValue::of(card.rank));
        Ok((upcard.context("the dealer has a card")?, round.net(self.bettor).cents()))
    }

    fn choose(&self, round: &Round, turn: &Turn, memory: &mut Memory) -> Result<Choice> {
        let (question, hand) = match turn {
            Turn::Answer(question, asked) => {
                (Some(*question), asked.first().and_then(|asked| asked.hand).map_or(0, |at| at.hand))
            }
            Turn::Decide(at, _) => (None, at.hand),
            Turn::Wagers | Turn::Deal(_) | Turn::Over => bail!("nothing is asked"),
        };
        let view = round.view(Viewer::Player(self.bettor));
        let hands = view.boxes.first().map_or(&[][..], |each| &each.hands);
        let seen = hands.get(usize::from(hand)).context("the hand lies on the table")?;
        let faces = seen.cards.iter().filter_map(|card| match card {
            CardView::Up(card) => Some(*card),
            CardView::Down => None,
        });
        let cards: Vec<Card> = faces.collect();
        let upcard = *view.dealer.first().context("the dealer has a card")?;
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
        let found = view.legal.iter().map(|legal: &Legal| legal.choice).find(wanted);
        found.with_context(|| format!("the book does not allow what the strategy does with {cards:?} against {upcard}"))
    }

    fn from(&self, upcard: Card, cards: &[Card], hands: usize, memory: &Memory) -> From {
        let (Some(pair), Some(first)) = (memory.first_pair, cards.first()) else { return From::Dealt };
        let split = &self.terms.split;
        let most = if first.rank == Rank::Ace { split.most_aces } else { split.most };
        From::Split {
            may_again: hands < usize::from(most),
            again: self.play.splits_again(upcard, pair),
            suited_sevens: memory.suited_sevens,
        }
    }
}

/// The choice that is an action. Where surrender is asked for, anything else declines it.
fn choice_of(question: Option<Question>, action: Action) -> fn(&Choice) -> bool {
    match (question, action) {
        (_, Action::Surrender) => |choice| matches!(choice, Choice::Surrender { .. }),
        (Some(_), _) => |choice| matches!(choice, Choice::NoSurrender { .. }),
        (None, Action::Stand) => |choice| matches!(choice, Choice::Stand { .. }),
        (None, Action::Draw) => |choice| matches!(choice, Choice::Draw { .. }),
        (None, Action::Double) => |choice| matches!(choice, Choice::Double { .. }),
        (None, Action::Split) => |choice| matches!(choice, Choice::Split { .. }),
    }
}
