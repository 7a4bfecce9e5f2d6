//! The same cards and decisions through the engine and through the table of rows: the same cents, round by round.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::{Card, Composition};
use game::{Choice, Draw, Event, Kind, Legal, Need, Pack, Question, Round, Setup, Turn};
use rules::{BOOK_IDS, BoxNo, Money, RuleBook, builtin};
use simulator::{Bettor, Code, Drawer, Fresh, Play, Rows, Words};
use solver::{Action, From, Terms, alternatives, full_shoe, is_of_side_wager};
use std::sync::Arc;
use support::{Layout, Whim};

/// A wager whose half and odds are no whole dollars.
fn wager() -> Money {
    "27.35".parse().unwrap()
}

#[test]
fn adelaide_by_the_cent() {
    a_million_rounds("adelaide");
}

#[test]
fn canberra_by_the_cent() {
    a_million_rounds("canberra");
}

#[test]
fn singapore_by_the_cent() {
    a_million_rounds("singapore");
}

#[test]
fn tasmania_by_the_cent() {
    a_million_rounds("tasmania");
}

#[test]
fn sydney_by_the_cent() {
    a_million_rounds("sydney");
}

/// Every setting that a round of one box knows, with every other value it can have.
#[test]
fn every_setting_by_the_cent() {
    let mut differing = 0;
    for id in BOOK_IDS {
        let book = builtin(id).unwrap();
        for alternative in alternatives(&book).iter().filter(|one| !one.is_reference_only() && !is_of_side_wager(&one.key)) {
            let changed = Arc::new(alternative.of(&book));
            let name = format!("{id} with {}={}", alternative.key, alternative.value);
            if Round::open(setup(&changed, &sevens())).is_ok() {
                differing += 1;
                Comparison::new(&name, &changed, sevens()).play(2_000, 1);
            }
        }
    }
    assert!(differing > 300, "{differing} alternatives were played");
}

fn a_million_rounds(id: &str) {
    let book = Arc::clone(&builtin(id).unwrap());
    let full = Comparison::new(id, &book, full_shoe(&book, 8).unwrap()).play(600_000, 30);
    let rich = Comparison::new(id, &book, sevens()).play(400_000, 20);
    assert!(full.splits > 5_000 && rich.splits > 20_000, "pairs are split");
    assert_eq!(rich.bonuses > 0, Terms::of(&book, wager()).super_bonus.is_some(), "a Super Bonus is won where there is one");
}

/// A shoe in which pairs, 6-7-8, 7-7-7 of one suit and a dealer's Pontoon are common.
fn sevens() -> Composition {
    let cards = "As*12 Ah*4 2s*6 3h*4 4s*4 5d*4 6s*12 7s*40 7h*12 7d*2 8s*14 8h*6 9c*4 Ks*16 Qd*8";
    let each = cards.split(' ').map(|word| word.split_once('*').unwrap());
    each.flat_map(|(card, times)| std::iter::repeat_n(card.parse::<Card>().unwrap(), times.parse().unwrap())).collect()
}

/// One book and one shoe, played both ways.
struct Comparison<'a> {
    name: &'a str,
    book: &'a Arc<RuleBook>,
    shoe: Composition,
    splits: u64,
    bonuses: u64,
}

impl<'a> Comparison<'a> {
    fn new(name: &'a str, book: &'a Arc<RuleBook>, shoe: Composition) -> Self {
        Self { name, book, shoe, splits: 0, bonuses: 0 }
    }

    /// Plays random cards by so many random strategies.
    fn play(mut self, rounds: u64, strategies: u64) -> Self {
        let mut words = Drawer::new(Words::new(2026, 11));
        let terms = Terms::of(self.book, wager());
        let setup = setup(self.book, &self.shoe);
        let prize = terms.super_bonus.map(|bonus| bonus.prize);
        let bettor = Bettor::new(self.book, &setup.sign, wager(), prize);
        for seed in 0..strategies {
            let whim = Whim { terms: &terms, seed };
            let rows = Rows::compile(&terms, &bettor, &whim);
            let fresh = Fresh::new(&rows, &terms, bettor, &self.shoe);
            for no in 0..rounds / strategies {
                self.compare(&fresh, &play(&setup, &whim, &self.shoe, &mut words), &format!("strategy {seed}, round {no}"));
            }
        }
        self
    }

    fn compare(&mut self, fresh: &Fresh<'_>, played: &Played, which: &str) {
        let mut cards = played.cards.iter().copied();
        // The dealer may be given cards that the engine does not need.
        let mut draw = || Some(cards.next().map_or(Code::of("2s".parse().unwrap()), Code::of));
        let (_, result) = fresh.round(&mut draw).unwrap();
        let (mine, theirs) = ((result.net, result.wagered), (played.net, played.wagered));
        assert_eq!(mine, theirs, "{}, {which}: {:?}", self.name, played.cards);
        self.splits += u64::from(played.split);
        self.bonuses += u64::from(result.super_bonus > 0);
    }
}

/// What a round came to in the engine.
struct Played {
    /// The upcard, the box's two, then all as they came.
    cards: Vec<Card>,
    net: i64,
    wagered: i64,
    split: bool,
}

fn setup(book: &Arc<RuleBook>, shoe: &Composition) -> Setup {
    let mut setup = Setup::usual(Arc::clone(book), &["ann"]);
    setup.pack = Pack::Cards(shoe.clone());
    setup
}

fn play(setup: &Setup, whim: &Whim<'_>, shoe: &Composition, words: &mut Drawer) -> Played {
    let ann = setup.player("ann").unwrap();
    let mut round = Round::open(setup.clone()).unwrap();
    round.choose(ann, Choice::Wager { box_no: BoxNo::new(1).unwrap(), amount: wager(), seated: true }).unwrap();
    round.close_wagers().unwrap();
    let mut left: Vec<Card> = shoe.cards().collect();
    let mut cards = Vec::new();
    let mut layout = Layout::start();
    let mut followed = 0;
    loop {
        round.events()[followed..].iter().for_each(|event: &Event| layout.follow(&event.what));
        followed = round.events().len();
        match round.turn() {
            Turn::Over => break,
            Turn::Wagers => unreachable!("wagers are closed"),
            Turn::Deal(Need::Card(_)) => {
                let place = usize::try_from(words.below(u64::try_from(left.len()).unwrap())).unwrap();
                let card = left.swap_remove(place);
                cards.push(card);
                round.deal(Draw::Card(card)).unwrap();
            }
            Turn::Deal(need) => unreachable!("a full shoe and no jackpot: no {need:?}"),
            turn @ (Turn::Decide(..) | Turn::Answer(..)) => {
                let choice = choose(&turn, &round.legal(), &layout, whim);
                round.choose(ann, choice).unwrap();
            }
        }
    }
    // The engine deals the upcard between the two cards of the box.
    cards[..2].swap(0, 1);
    let wagers = round.settled().map(|(settled, _)| settled);
    let wagers = wagers.filter(|settled| matches!(settled.kind, Kind::Wager | Kind::Double | Kind::Insurance));
    let wagered = wagers.map(|settled| i64::try_from(settled.stake.cents()).unwrap()).sum();
    Played { cards, net: round.net(ann).cents(), wagered, split: layout.is_split() }
}

fn choose(turn: &Turn, legal: &[Legal], layout: &Layout, whim: &Whim<'_>) -> Choice {
    let (question, hand) = match turn {
        Turn::Decide(at, _) => (None, at.hand),
        Turn::Answer(question, asked) => (Some(*question), asked[0].hand.unwrap().hand),
        Turn::Wagers | Turn::Deal(_) | Turn::Over => unreachable!("nothing is asked"),
    };
    let (upcard, cards) = (layout.dealer[0], &layout.hand(hand).cards[..]);
    let find = |wanted: fn(&Choice) -> bool| {
        let found = legal.iter().map(|legal| legal.choice).find(wanted);
        found.unwrap_or_else(|| panic!("the strategy does what the book allows: {cards:?} against {upcard}, {legal:?}"))
    };
    let hands = layout.hands.len();
    let from = match hands {
        1 => From::Dealt,
        _ => From::Split {
            may_again: hands < usize::from(whim.most_hands(cards[0])),
            again: whim.splits_again(upcard, layout.first_pair.unwrap()),
            suited_sevens: layout.suited_sevens,
        },
    };
    match question {
        Some(Question::Insurance) => find(|choice| matches!(choice, Choice::NoInsurance { .. })),
        Some(Question::Forfeit) if whim.forfeits(upcard, cards, from) => find(|choice| matches!(choice, Choice::Forfeit { .. })),
        Some(Question::Forfeit) => find(|choice| matches!(choice, Choice::NoForfeit { .. })),
        Some(_) | None => match (question, whim.action(upcard, cards, from).unwrap()) {
            (_, Action::Surrender) => find(|choice| matches!(choice, Choice::Surrender { .. })),
            (Some(_), _) => find(|choice| matches!(choice, Choice::NoSurrender { .. })),
            (None, Action::Stand) => find(|choice| matches!(choice, Choice::Stand { .. })),
            (None, Action::Draw) => find(|choice| matches!(choice, Choice::Draw { .. })),
            (None, Action::Double) => find(|choice| matches!(choice, Choice::Double { .. })),
            (None, Action::Split) => find(|choice| matches!(choice, Choice::Split { .. })),
        },
    }
}
