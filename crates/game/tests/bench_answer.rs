//! The answer that the bench must give, found another way: each of its rounds is written down, read
//! and played again.

#[path = "support/bench_play.rs"]
mod bench_play;

use bench_play::{NETS, ROUNDS, session};
use game::notation::{Script, play};
use rules::builtin;

#[test]
fn the_rounds_of_the_bench_come_to_the_same_money_when_their_texts_are_played() {
    let mut nets = NETS;
    for (name, net) in &mut nets {
        let book = builtin(name).expect("the book is built in");
        let mut total = 0;
        let mut splits = 0;
        session(&book, ROUNDS, |round| {
            let text = Script::of(round, &book).to_string();
            splits += u64::from(text.contains("split"));
            let script = Script::parse(&text).expect("it was printed");
            let played = play(&script, &|name| {
                builtin(name).map_err(|error| error.to_string())
            })
            .expect("it was played");
            total += played
                .round
                .net(played.round.setup().player("ann").expect("ann played"))
                .cents();
        });
        assert!(splits > 20, "the bench would measure rounds without splits");
        *net = total;
    }
    assert_eq!(nets, NETS);
}
