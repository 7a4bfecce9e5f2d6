use rules::*; use solver::*; use cards::Composition;
fn main() {
    let money = |n| Money::from_dollars(n);
    let show = |name: &str, book: &RuleBook, decks: u8| {
        let shoe = side_bets::new_shoe(book, decks);
        let t = std::time::Instant::now();
        let terms = Terms::of(book, money(25));
        let s: Solved<f64> = solve(&terms, &Pile::of(&shoe), &Best);
        let e = s.expectation();
        println!("{name} {decks}: {:.9}% slack {:.2e}  {:?}", e.worth*100.0, e.slack, t.elapsed());
        let p = Pile::of(&shoe);
        let t = std::time::Instant::now();
        let tally = Tally::new(&terms, &p, &s, &Best);
        let total: f64 = tally.nets.values().sum(); let mean: f64 = tally.nets.iter().map(|(n,c)| Number::to_double(*n)*c).sum();
        let parts: f64 = tally.parts.values().map(|p| p.worth).sum();
        println!("   sd {:.7} total {:.12} mean {:.9} parts {:.9} wagered {:.6} {:?}", tally.deviation(e.worth), total, mean*100.0, parts*100.0, tally.wagered, t.elapsed());
        s
    };
    for id in BOOK_IDS { show(id, &builtin(id).unwrap(), 8); }
    let bj = reference("blackjack").unwrap();
    let set = |b: &RuleBook, kv: &[(&str,&str)]| { let mut b=b.clone(); for (k,v) in kv { b.set(k,v).unwrap(); } b };
    show("1d S17 NDAS SPL1 +0.024273905", &set(&bj,&[("double.after-split","may-not"),("split.most-hands","2")]), 1);
    show("1d S17 DAS SPL1 +0.153119996", &set(&bj,&[("split.most-hands","2")]), 1);
    show("6d S17 DAS SPL1 -0.456886297", &set(&bj,&[("split.most-hands","2")]), 6);
    let s=show("6d S17 DAS SPL3 -0.402870236", &bj, 6);
    for u in CardValue::columns() { print!("{:.9} ", s.against(u)*100.0); } println!();
    show("6d H17 DAS SPL1 -0.668950590", &set(&bj,&[("split.most-hands","2"),("dealer.soft-17","draws")]), 6);
    show("48 6d H17 -2.770194597", &set(&bj,&[("split.most-hands","2"),("dealer.soft-17","draws"),("cards.pack","48")]), 6);
    show("48 6d S17 -2.344361282", &set(&bj,&[("split.most-hands","2"),("cards.pack","48")]), 6);
    let eu = reference("european-blackjack").unwrap();
    show("euro 6 -0.72705", &eu, 6);
    show("euro 6 NDAS -0.86975", &set(&eu,&[("double.after-split","may-not")]), 6);
    let sp = reference("spanish-21").unwrap();
    show("spanish H17 -0.78", &sp, 6);
    show("spanish S17 -0.37", &set(&sp,&[("dealer.soft-17","stands")]), 6);
    show("canberra 4 -0.31", &set(&builtin("canberra").unwrap(),&[("super-bonus.prizes","none")]), 4);
    show("sydney 6 -0.41", &set(&builtin("sydney").unwrap(),&[("super-bonus.prizes","none")]), 6);
    show("canberra 4 held -0.31", &set(&builtin("canberra").unwrap(),&[("super-bonus.prizes","none"),("double.aces","held")]), 4);
    show("canberra 6 SPL1 held = sydney", &set(&builtin("canberra").unwrap(),&[("super-bonus.prizes","none"),("double.aces","held"),("split.again","may-not"),("draw.must-draw","never")]), 6);
    let _ = Composition::default();
}
