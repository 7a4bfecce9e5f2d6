#![allow(warnings)]
use rules::*;
use simulator::*;
use solver::*;
fn main() {
    let id = std::env::args().nth(1).unwrap();
    let boxes: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let kind = std::env::args().nth(3).unwrap();
    let book = builtin(&id).unwrap();
    let wager = Money::from_dollars(25);
    let (terms, shoe) = (Terms::of(&book, wager), full_shoe(&book, 8).unwrap());
    let pile = Pile::of(&shoe);
    let solved = solve::<f64>(&terms, &pile, &Best);
    let strategy = Strategy::new(&terms, &pile, &solved, &Best);
    let seat = Seat { mind: Mind { plays: vec![&strategy], counting: None }, bettors: vec![Bets::of(wager)] };
    let dealing = match kind.as_str() {
        "fresh" => Dealing::Fresh,
        "shoe" => Dealing::Shoe(Cut { least: 48, most: 48 }),
        _ => Dealing::Device,
    };
    let table = Table {
        book: &book,
        sign: Sign::usual(&book),
        shoe,
        dealing,
        seats: vec![seat],
        boxes: vec![0; boxes],
        multipliers: vec![],
    };
    let t = std::time::Instant::now();
    let simulation = Simulation::new(&table).unwrap();
    println!("compiled {:?}", t.elapsed());
    let blocks = std::env::args().nth(4).map_or(100, |b| b.parse().unwrap());
    let t = std::time::Instant::now();
    let mut record = Record::default();
    (0..blocks).for_each(|block| record.merge(&simulation.block(9, block, BLOCK)));
    let s = Summary::of_seat(&record.seats[0]).unwrap();
    let e = t.elapsed().as_secs_f64();
    println!(
        "{:.2} M box-rounds/s  mean {:.6} ± {:.6} solver {:.6} by_engine {}",
        record.seats[0].boxes.times as f64 / e / 1e6,
        s.mean,
        s.error,
        solved.expectation().worth,
        record.by_engine
    );
}
