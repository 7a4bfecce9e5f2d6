use rules::*; use solver::*;
fn main() {
    let id = std::env::args().nth(1).unwrap();
    let book = builtin(&id).or_else(|_| reference(&id)).unwrap();
    let shoe = Pile::of(&side_bets::new_shoe(&book, book.decks()));
    let terms = Terms::of(&book, Money::from_dollars(25));
    for _ in 0..5 { let t = std::time::Instant::now(); let s: Solved<f64> = solve(&terms, &shoe, &Best); let t2=t.elapsed(); let ta=Tally::new(&terms,&shoe,&s,&Best); print!("{} {:?} ", ta.wagered, t.elapsed()-t2); println!("{} {:?}", s.expectation().worth, t.elapsed()); }
}
