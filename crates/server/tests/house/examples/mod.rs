//! Every round on the rule books' pages, played at three places: the engine, a table, and the
//! server's socket. Each must tell the same events and move the same cents.

mod at_socket;
mod at_table;
mod example;
mod order;
mod undriven;

use at_socket::Places;
use example::Example;
use rules::{BOOK_IDS, Status, builtin_prose};
use std::collections::{BTreeMap, BTreeSet};
use undriven::{Fault, Undriven};

/// Each example takes a minute by the clock of its house, and nobody stays signed in for ever.
const EXAMPLES_OF_A_HOUSE: usize = 60;

/// Clauses that rounds enforce and whose examples no table can be driven by: what they need stands
/// in [`Undriven`], and the tests of tables show most of them in other ways.
const NOTATION_ALONE: [(&str, &str); 28] = [
    ("adelaide", "110"),
    ("adelaide", "21"),
    ("adelaide", "22"),
    ("adelaide", "41"),
    ("adelaide", "51"),
    ("adelaide", "53a"),
    ("adelaide", "53b"),
    ("adelaide", "54b"),
    ("canberra", "15.6"),
    ("canberra", "2.3a"),
    ("canberra", "3.1"),
    ("canberra", "3.2"),
    ("canberra", "4.7"),
    ("canberra", "5.4a"),
    ("singapore", "3.6"),
    ("singapore", "5.4"),
    ("tasmania", "How to play 5"),
    ("sydney", "18.17"),
    ("sydney", "18.9"),
    ("sydney", "2.1 burn"),
    ("sydney", "4.6"),
    ("sydney", "5.1.2"),
    ("sydney", "5.7"),
    ("sydney", "5.9"),
    ("sydney", "7.1.2"),
    ("sydney", "7.1.3"),
    ("sydney", "7.6"),
    ("sydney", "8.2"),
];

fn enforced_by_rounds(book: &str) -> impl Iterator<Item = String> {
    let entries = builtin_prose(book).unwrap().entries.into_iter();
    entries
        .filter(|entry| entry.status == Status::Enforced && entry.is_shown_by_a_round())
        .map(|entry| entry.clause)
}

/// How the examples of a book went at one place.
#[derive(Default)]
struct Place {
    driven: BTreeSet<(String, usize)>,
    refusals: usize,
    undriven: BTreeMap<Undriven, Vec<String>>,
    wrong: Vec<String>,
}

impl Place {
    fn note(&mut self, example: &Example, went: Result<usize, Fault>) {
        let name = format!("{} {} example {}", example.book, example.clause, example.no);
        match went {
            Ok(refusals) => {
                self.driven.insert((example.clause.clone(), example.no));
                self.refusals += refusals;
            }
            Err(Fault::Undriven(why)) => self.undriven.entry(why).or_default().push(name),
            Err(Fault::Wrong(what)) => self.wrong.push(format!("{name}: {what}")),
        }
    }

    fn shows(&self, clause: &str) -> bool {
        self.driven.iter().any(|(driven, _)| driven == clause)
    }

    fn print(&self, book: &str, place: &str) {
        println!(
            "{book}: {} examples at {place}, {} refusals among them",
            self.driven.len(),
            self.refusals
        );
        for (why, which) in &self.undriven {
            println!("  {} not: {why}", which.len());
            which.iter().for_each(|name| println!("    {name}"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_plays_at_a_table_and_at_a_socket_as_in_the_engine() {
    let mut wrong = Vec::new();
    for book in BOOK_IDS {
        let (mut table, mut socket) = (Place::default(), Place::default());
        let examples = Example::all(book);
        println!("{book}: {} examples in the engine", examples.len());
        for some in examples.chunks(EXAMPLES_OF_A_HOUSE) {
            let mut places = Places::open().await;
            for example in some {
                let at_table = at_table::play(example);
                if at_table.is_ok() {
                    socket.note(example, places.play(example).await);
                }
                table.note(example, at_table);
            }
            places.close().await;
        }
        table.print(book, "a table");
        socket.print(book, "the socket");
        for place in [&table, &socket] {
            wrong.extend(place.wrong.iter().cloned());
        }
        let missing = enforced_by_rounds(book).filter(|clause| !table.shows(clause));
        let known = NOTATION_ALONE.iter().filter(|(of, _)| *of == book);
        let (missing, known): (BTreeSet<String>, BTreeSet<String>) = (
            missing.collect(),
            known.map(|(_, clause)| (*clause).to_owned()).collect(),
        );
        for clause in missing.symmetric_difference(&known) {
            wrong.push(format!(
                "{book} {clause} is shown by the notation alone, or is not"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} faults:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
