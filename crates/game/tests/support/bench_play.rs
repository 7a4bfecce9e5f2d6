//! The rounds that the bench plays: a fixed stream of cards and a fixed simple strategy.

use cards::{Card, Composition};
use game::{Choice, Draw, Legal, Need, Player, Question, Round, Setup, Total, Turn, What};
use rules::{BoxNo, Money, RuleBook};
use std::sync::Arc;

/// How many rounds the bench plays at a time.
pub(crate) const ROUNDS: u64 = 2000;

/// What those rounds come to in each book, in cents. The test of the bench adds the same rounds up
/// from their texts.
pub(crate) const NETS: [(&str, i64); 5] = [
    ("adelaide", -132_500),
    ("canberra", -122_500),
    ("singapore", -137_500),
    ("tasmania", -78_500),
    ("sydney", -56_500),
];

/// A stream of cards from full shoes of eight decks (xorshift; the same for ever).
pub(crate) struct Cards {
    state: u64,
    shoe: Vec<Card>,
}

impl Cards {
    pub(crate) fn new() -> Self {
        Self {
            state: 0x1234_5678_9abc_def1,
            shoe: Composition::decks_of_48(8).cards().collect(),
        }
    }

    /// A card of a full shoe; the round refuses one that it has no more of, and then another is
    /// drawn.
    pub(crate) fn next(&mut self) -> Card {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let n = u64::try_from(self.shoe.len()).expect("a shoe is small");
        let place = usize::try_from((self.state >> 11) % n).expect("an index of the shoe");
        self.shoe[place]
    }
}

/// Plays `rounds` rounds and gives the money in cents, shown each finished round.
pub(crate) fn session(book: &Arc<RuleBook>, rounds: u64, mut seen: impl FnMut(&Round)) -> i64 {
    let mut cards = Cards::new();
    let setup = Arc::new(Setup::usual(Arc::clone(book), &["ann"]));
    let ann = setup.player("ann").expect("ann is at the table");
    let mut net = 0;
    for _ in 0..rounds {
        let round = one_round(&setup, ann, &mut cards);
        net += round.net(ann).cents();
        seen(&round);
    }
    net
}

fn one_round(setup: &Arc<Setup>, ann: Player, cards: &mut Cards) -> Round {
    let mut round =
        Round::open(Arc::clone(setup)).expect("the table is set up as the book demands");
    let box_no = BoxNo::new(1).expect("box 1");
    round
        .choose(
            ann,
            Choice::Wager {
                box_no,
                amount: Money::from_dollars(10),
                seated: true,
            },
        )
        .expect("a plain wager");
    round.close_wagers().expect("there is a wager");
    loop {
        match round.turn() {
            Turn::Over => return round,
            Turn::Deal(Need::Card(_)) => while round.deal(Draw::Card(cards.next())).is_err() {},
            Turn::Deal(need) => unreachable!("a fresh shoe needs no {need}"),
            Turn::Wagers => unreachable!("wagers are closed"),
            Turn::Answer(question, _) => {
                let choice = answer(question, &round);
                round.choose(ann, choice).expect("it is legal");
            }
            Turn::Decide(..) => {
                let choice = decide(&round.legal(), &round);
                round.choose(ann, choice).expect("it is legal");
            }
        }
    }
}

fn answer(question: Question, round: &Round) -> Choice {
    let legal = round.legal();
    let give_up = question == Question::Surrender && hand(round).points == 16;
    let give_up = give_up || question == Question::Forfeit && hand(round).points < 15;
    if give_up {
        legal[0].choice
    } else {
        legal[1].choice
    }
}

/// Splits what can be split, doubles 10 and 11, draws below 16.
fn decide(legal: &[Legal], round: &Round) -> Choice {
    let find = |wanted: fn(&Choice) -> bool| legal.iter().map(|legal| legal.choice).find(wanted);
    let points = hand(round).points;
    if let Some(choice) = find(|choice| matches!(choice, Choice::Split { .. })) {
        return choice;
    }
    if let Some(choice) = find(|choice| matches!(choice, Choice::Double { .. }))
        .filter(|_| points == 10 || points == 11)
    {
        return choice;
    }
    match find(|choice| matches!(choice, Choice::Draw { .. })).filter(|_| points < 16) {
        Some(choice) => choice,
        None => find(|choice| matches!(choice, Choice::Stand { .. })).unwrap_or(legal[0].choice),
    }
}

/// The total of the cards last dealt to, read from the events alone.
fn hand(round: &Round) -> Total {
    let mut cards: [Vec<Card>; 9] = Default::default();
    let mut last = 0;
    for event in round.events() {
        if let What::Dealt {
            to: game::To::Hand(at),
            card,
            ..
        } = event.what
        {
            last = usize::from(at.hand);
            cards[last].push(card);
        } else if let What::HandSplit { hand } = event.what {
            let place = usize::from(hand.hand);
            let card = cards[place].pop().expect("a pair");
            cards[place + 1..].rotate_right(1);
            cards[place + 1] = vec![card];
        }
    }
    Total::of(&cards[last])
}
