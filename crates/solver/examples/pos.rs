use rules::*; use solver::*; use cards::Card;
fn main() {
    let cards = |t: &str| t.split_whitespace().map(|c| c.parse().unwrap()).collect::<Vec<Card>>();
    for id in ["canberra","sydney"] { let book = builtin(id).unwrap(); let terms = Terms::of(&book, Money::from_dollars(25)); let shoe = full_shoe(&book, 8).unwrap();
     let _ = position(&terms, &shoe, &[], &cards("2s 9h"), cards("6d")[0]);
     for (h,u) in [("8s 8h","6d"),("8s 8h","Kd"),("As Ah","Kd"),("2s 2h","Kd"),("2s 2h","2d"),("6s 7s","6d"),("7s 7h","7d"),("As 2h","Ad"),("2s 3h Ac","5d")] {
      let t = std::time::Instant::now(); let p = position(&terms, &shoe, &[], &cards(h), cards(u)[0]).unwrap(); println!("{id} {h} v {u}: {:?} {:.1e} {:?}", p.options, p.split_slack, t.elapsed()); } }
}
