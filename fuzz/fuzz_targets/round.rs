//! Any sequence of choices and cards: nothing panics, a refusal changes nothing, what is listed as
//! legal is accepted, and the events replay to the same round.
#![no_main]

use game::{Draw, Need, Round, Setup, Turn};
use libfuzzer_sys::fuzz_target;
use rules::{BOOK_IDS, BoxNo, Money, builtin};

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let mut next = || usize::from(bytes.next().unwrap_or(0));
    let book = builtin(BOOK_IDS[next() % BOOK_IDS.len()]).expect("the book is built in");
    let mut round = Round::open(Setup::usual(book, &["ann", "bob", "cho"])).expect("a usual table");
    for name in ["ann", "bob", "cho"] {
        let player = round.setup().player(name).expect("they are there");
        let box_no = BoxNo::new(u8::try_from(next() % 3 + 1).expect("small")).expect("a box");
        let amount = Money::from_dollars(u32::try_from(next() % 60).expect("small"));
        let before = round.clone();
        if round
            .choose(
                player,
                game::Choice::Wager {
                    box_no,
                    amount,
                    seated: next() % 3 == 0,
                },
            )
            .is_err()
        {
            assert_eq!(round, before);
        }
    }
    if round.close_wagers().is_err() {
        return;
    }
    for _ in 0..400 {
        match round.turn() {
            Turn::Over => break,
            Turn::Wagers => unreachable!("wagers are closed"),
            Turn::Deal(need) => {
                let cards: Vec<_> = round.unseen().kinds().map(|(card, _)| card).collect();
                let draw = match need {
                    Need::Burn => Draw::Burned,
                    Need::Shuffle => Draw::Shuffle,
                    Need::Multiplier => Draw::Multiplier(10),
                    Need::Card(_) if next() % 40 == 39 => Draw::CuttingCard,
                    Need::Card(_) => Draw::Card(cards[next() % cards.len()]),
                };
                let before = round.clone();
                if round.deal(draw).is_err() {
                    assert_eq!(round, before);
                }
            }
            Turn::Decide(..) | Turn::Answer(..) => {
                let legal = round.legal();
                let chosen = legal[next() % legal.len()];
                round
                    .choose(chosen.player, chosen.choice)
                    .expect("what is listed as legal is accepted");
            }
        }
    }
    let replayed =
        Round::replay(round.setup().clone(), round.events().to_vec()).expect("the same table");
    assert_eq!(replayed, round);
});
