use rules::*; use solver::*;
fn main() {
    let id = std::env::args().nth(1).unwrap();
    let book = builtin(&id).or_else(|_| reference(&id)).unwrap();
    let shoe = Pile::of(&full_shoe(&book, book.decks()).unwrap());
    let terms = Terms::of(&book, Money::from_dollars(25));
    let best: Solved<f64> = solve(&terms, &shoe, &Best);
    let t = std::time::Instant::now();
    let chart = Chart::new(&terms, &best);
    let played: Solved<f64> = solve(&terms, &shoe, &chart);
    println!("best {:.6}% chart {:.6}% cost {:.6}% {:?}", best.expectation().worth*100.0, played.expectation().worth*100.0, (best.expectation().worth-played.expectation().worth)*100.0, t.elapsed());
    let l = |a: Option<Action>| match a { Some(Action::Stand)=>"S",Some(Action::Draw)=>"H",Some(Action::Double)=>"D",Some(Action::Split)=>"P",Some(Action::Surrender)=>"R",None=>"-" };
    for p in 5..=20 { print!("{p:>3} "); for u in CardValue::columns() { let mut s=String::new(); for n in 2..=7 { s+=l(chart.advice(u, Kind::Hard(p,n)).filter(|a| a.chance>0.0).and_then(|a| a.best())); } print!("{s} "); } println!(); }
    for p in 13..=20 { print!("s{p} "); for u in CardValue::columns() { let mut s=String::new(); for n in 2..=7 { s+=l(chart.advice(u, Kind::Soft(p,n)).filter(|a| a.chance>0.0).and_then(|a| a.best())); } print!("{s} "); } println!(); }
    for p in CardValue::all() { print!("{p}{p} "); for u in CardValue::columns() { print!("{} ", l(chart.advice(u, Kind::Pair(p,SuitClass::Mixed)).and_then(|a| a.best()))); } println!(); }
    for p in 4..=20 { print!("f{p} "); for u in CardValue::columns() { print!("{} ", chart.gives_up(u,p) as u8); } println!(); }
    for l in chart.losses(&best,&played).iter().take(12) { println!("{:?} {} {:?} {} {} {:.7}%", l.hand.iter().map(|c| c.to_string()).collect::<Vec<_>>().join("-"), l.upcard, l.suits, l.chart, l.best, l.cost*100.0); }
    println!("{:.7}%", chart.losses(&best,&played).iter().map(|l| l.cost).sum::<f64>()*100.0);
}
