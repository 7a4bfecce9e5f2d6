//! Random tables and random legal play for the tests of the engine.

use cards::Card;
use game::{
    Choice, Dealing, Draw, Faces, HandRef, Held, Legal, Need, Patron, Player, RaisedLimits, Round,
    Setup, ShoeAge, Side, Stage, Turn,
};
use rules::{
    BoxNo, FaceDown, LateLimit, Money, OrderLimit, RaisedMaximum, RuleBook, RunsOut, builtin,
};
use std::sync::Arc;

/// A small generator (SplitMix64): the same seed gives the same play for ever.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).unwrap();
        usize::try_from(self.next() % n).unwrap()
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Answers that none of the five books gives and no reading offers, but a house may give.
const HOUSE_SETTINGS: [(&str, &str); 7] = [
    ("house.interrupted", "may-withdraw"),
    ("cards.pack", "52"),
    ("surrender.against", "any-card"),
    ("surrender.against", "nothing"),
    ("double.after-split", "may-not"),
    ("double.forfeit-when", "never"),
    ("split.aces-cards", "any"),
];

/// A book, sometimes with some of its readings turned to an alternative, and now and then as a
/// house might have it.
pub(crate) fn random_book(name: &str, dice: &mut Dice) -> Arc<RuleBook> {
    let usual = builtin(name).unwrap();
    if dice.one_in(2) {
        return usual;
    }
    let mut book = RuleBook::clone(&usual);
    for reading in &usual.readings {
        if !reading.or.is_empty() && dice.one_in(4) {
            let other = &reading.or[dice.below(reading.or.len())];
            book.set(&reading.id, other)
                .unwrap_or_else(|error| panic!("{name} {}={other}: {error}", reading.id));
        }
    }
    if dice.one_in(3) {
        let (key, value) = dice.pick(&HOUSE_SETTINGS);
        book.set(key, value)
            .unwrap_or_else(|error| panic!("{name} {key}={value}: {error}"));
    }
    Arc::new(book)
}

/// A table with nine people, some of them restricted, at a shoe or a device.
pub(crate) fn random_setup(name: &str, dice: &mut Dice) -> Setup {
    let book = random_book(name, dice);
    let names = [
        "ann", "bob", "cho", "dan", "eve", "fay", "gus", "hal", "ivy",
    ];
    let mut setup = Setup::usual(Arc::clone(&book), &names);
    if dice.one_in(3) {
        setup.dealing = Dealing::Device;
    }
    if dice.one_in(3) {
        setup.age = ShoeAge::New;
    }
    if book.cards.face_down.is == FaceDown::OnRequest && dice.one_in(2) {
        setup.faces = Faces::Down;
    }
    if dice.one_in(3) {
        setup.sign.chip = Money::from_cents(250);
        setup.sign.minimum = Money::from_dollars(10);
    }
    if dice.one_in(4) {
        setup.sign.multiples = true;
    }
    if book.limits.raised.is == RaisedMaximum::Box && dice.one_in(3) {
        setup
            .raised
            .push((BoxNo::new(2).unwrap(), Money::from_dollars(3000)));
    }
    for patron in &mut setup.patrons {
        restrict(patron, &book, setup.dealing, dice);
    }
    if dice.one_in(2) {
        setup.gone = ["2c", "3d", "Kh", "9s"]
            .map(|card| card.parse().unwrap())
            .to_vec();
    }
    let runs_out = if setup.dealing == Dealing::Device {
        book.shoe.device_runs_out.is
    } else {
        book.shoe.runs_out.is
    };
    let running = setup.age == ShoeAge::Running;
    if runs_out != RunsOut::NotProvided && dice.one_in(3) && running {
        setup.left = Some(u32::try_from(10 + dice.below(34)).unwrap());
    }
    setup
}

fn restrict(patron: &mut Patron, book: &RuleBook, dealing: Dealing, dice: &mut Dice) {
    let late = if dealing == Dealing::Device {
        book.limits.late_device.is
    } else {
        book.limits.late.is
    };
    if late != LateLimit::NotProvided && dice.one_in(10) {
        patron.held = Held::Late;
    } else if book.limits.order.is != OrderLimit::NotProvided && dice.one_in(20) {
        patron.held = Held::ByOrder;
    }
    if book.limits.raised.is == RaisedMaximum::Player && dice.one_in(4) {
        patron.raised = Some(RaisedLimits {
            minimum: Money::from_dollars(20),
            maximum: Money::from_dollars(3000),
        });
    }
    patron.warned = dice.one_in(10);
    patron.card = !dice.one_in(20);
}

/// What chance may bring now.
pub(crate) fn random_draw(round: &Round, need: Need, dice: &mut Dice) -> Draw {
    match need {
        Need::Burn => Draw::Burned,
        Need::Shuffle => Draw::Shuffle,
        Need::Multiplier => {
            Draw::Multiplier(dice.pick(round.book().pandemonium.multipliers.is.all()))
        }
        Need::Card(_) => {
            // Now and then something else comes out of the shoe, if it may.
            for odd in [Draw::CuttingCard, Draw::Joker] {
                if dice.one_in(40) && round.clone().deal(odd).is_ok() {
                    return odd;
                }
            }
            Draw::Card(random_card(round, dice))
        }
    }
}

/// A card of the shoe; sevens, eights, Aces and tens come more often, so that rare rules are met.
fn random_card(round: &Round, dice: &mut Dice) -> Card {
    let cards: Vec<Card> = round.unseen().kinds().map(|(card, _)| card).collect();
    let rare: Vec<Card> = cards
        .iter()
        .copied()
        .filter(|card| matches!(card.rank.letter(), '7' | '8' | 'A' | 'K'))
        .collect();
    let seven: Vec<Card> = cards
        .iter()
        .copied()
        .filter(|card| card.to_string() == "7s")
        .collect();
    if !seven.is_empty() && dice.one_in(5) {
        return seven[0];
    }
    if !rare.is_empty() && dice.one_in(2) {
        dice.pick(&rare)
    } else {
        dice.pick(&cards)
    }
}

/// A legal choice with some amount it allows.
pub(crate) fn random_amount(legal: &Legal, dice: &mut Dice) -> Choice {
    let least = legal.least.filter(|_| dice.one_in(3));
    least.map_or(legal.choice, |least| legal.choice.with_amount(least))
}

/// Fills the boxes: up to seven, up to three bettors each, with side wagers and now and then one
/// who declines control.
pub(crate) fn random_wagers(round: &mut Round, dice: &mut Dice) {
    let amounts = [250, 500, 1000, 2000, 2500, 5000, 10_000, 60_000, 150_000];
    for box_no in BoxNo::all().take(1 + dice.below(7)) {
        for _ in 0..1 + dice.below(4) {
            let player = random_player(round, dice);
            let amount = Money::from_cents(dice.pick(&amounts));
            let seated = dice.one_in(3);
            let _ = round.choose(
                player,
                Choice::Wager {
                    box_no,
                    amount,
                    seated,
                },
            );
        }
        for _ in 0..dice.below(5) {
            let player = random_player(round, dice);
            let side = dice.pick(&Side::ALL);
            let _ = round.choose(
                player,
                Choice::SideWager {
                    box_no,
                    side,
                    amount: Money::from_cents(dice.pick(&amounts)),
                },
            );
        }
        if dice.one_in(4) {
            let player = random_player(round, dice);
            let _ = round.choose(player, Choice::DeclineControl { box_no });
        }
    }
}

pub(crate) fn random_player(round: &Round, dice: &mut Dice) -> Player {
    let patrons = &round.setup().patrons;
    round
        .setup()
        .player(&patrons[dice.below(patrons.len())].name)
        .unwrap()
}

/// One step of random legal play; false when the round is over or cannot go on.
pub(crate) fn random_step(round: &mut Round, dice: &mut Dice) -> bool {
    if round.stage() > Stage::InitialDeal && dice.one_in(60) {
        let player = random_player(round, dice);
        let _ = round.declare_absent(player, dice.pick(&BoxNo::all().collect::<Vec<_>>()));
    }
    if dice.one_in(40) {
        let player = random_player(round, dice);
        let _ = round.withdraw(player);
    }
    match round.turn() {
        Turn::Over => false,
        Turn::Wagers => {
            random_wagers(round, dice);
            round.close_wagers().is_ok()
        }
        Turn::Deal(need) => {
            let draw = random_draw(round, need, dice);
            round.deal(draw).is_ok()
        }
        Turn::Decide(..) | Turn::Answer(..) => {
            let legal = round.legal();
            assert!(
                !legal.is_empty(),
                "somebody must act and may do nothing: {:?}",
                round.turn()
            );
            let chosen = dice.pick(&legal);
            round
                .choose(chosen.player, random_amount(&chosen, dice))
                .unwrap();
            true
        }
    }
}

/// A whole round of random legal play.
pub(crate) fn random_round(name: &str, seed: u64) -> Round {
    let mut dice = Dice(seed);
    let mut round = Round::open(random_setup(name, &mut dice)).unwrap();
    while random_step(&mut round, &mut dice) {}
    round
}

/// Every choice there could be, legal or not, with amounts of 10.
pub(crate) fn universe(round: &Round) -> Vec<Choice> {
    let amount = Money::from_dollars(10);
    let mut all = vec![Choice::NoMoreInsurance];
    for box_no in BoxNo::all() {
        all.extend([
            Choice::Wager {
                box_no,
                amount,
                seated: true,
            },
            Choice::Wager {
                box_no,
                amount,
                seated: false,
            },
            Choice::SideWager {
                box_no,
                side: Side::Pairs,
                amount,
            },
            Choice::SideWager {
                box_no,
                side: Side::Pandemonium,
                amount,
            },
            Choice::DeclineControl { box_no },
            Choice::Insure { box_no, amount },
            Choice::NoInsurance { box_no },
            Choice::Press { box_no },
            Choice::Surrender { box_no },
            Choice::NoSurrender { box_no },
        ]);
        for hand in 0..3 {
            let at = HandRef { box_no, hand };
            all.extend([
                Choice::Stand { hand: at },
                Choice::Draw { hand: at },
                Choice::Double { hand: at, amount },
                Choice::NoDouble { hand: at },
                Choice::Split { hand: at },
                Choice::StayOnFirst { hand: at },
            ]);
            all.extend([
                Choice::Forfeit {
                    hand: HandRef { box_no, hand },
                },
                Choice::NoForfeit {
                    hand: HandRef { box_no, hand },
                },
            ]);
        }
        for patron in &round.setup().patrons {
            let other = round.setup().player(&patron.name).unwrap();
            all.extend([
                Choice::TakeInsurance {
                    box_no,
                    of: other,
                    amount,
                },
                Choice::Nominate {
                    box_no,
                    nominee: other,
                },
            ]);
        }
    }
    all
}
