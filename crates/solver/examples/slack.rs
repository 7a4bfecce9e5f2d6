use rules::*; use solver::*;
fn main() {
    for id in BOOK_IDS { for decks in [4u8,6,8] {
    let book = builtin(id).unwrap();
    let shoe = Pile::of(&side_bets::new_shoe(&book, decks));
    let terms = Terms::of(&book, Money::from_dollars(25));
    let s: Solved<f64> = solve(&terms, &shoe, &Best);
    for c in &s.cells { if c.action==Some(Action::Split) && c.upcard.partner().is_some() && (c.suits.is_none() || c.suits.unwrap().0==c.suits.unwrap().1) {
        println!("{id} {decks} {:?} v {} {:?} slack {:.2e} {:?}", Hands::list().get(c.hand).pair(), c.upcard, c.options, c.slack, c.suits); } } }}
}
