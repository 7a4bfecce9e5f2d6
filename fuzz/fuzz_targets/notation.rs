//! Any text read as notation is a script or an error; a script prints as itself; playing one never
//! panics, and what was played is written, read and played again to the same results.
#![no_main]

use game::notation::{Script, outcome_line, play};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(script) = Script::parse(text) else {
        return;
    };
    let printed = script.to_string();
    assert_eq!(Script::parse(&printed).as_ref(), Ok(&script), "{printed}");
    let books = |name: &str| rules::builtin(name).map_err(|error| error.to_string());
    let Ok(played) = play(&script, &books) else {
        return;
    };
    let usual = rules::builtin(&script.head.book).expect("it was played");
    let again = Script::with_results(&played.round, &usual);
    let replayed = play(
        &Script::parse(&again.to_string()).expect("it was printed"),
        &books,
    );
    let replayed = replayed.unwrap_or_else(|error| panic!("{error}\n{again}"));
    let results = |round: &game::Round| {
        let mut lines: Vec<String> = round
            .settled()
            .map(|(settled, clause)| outcome_line(round, settled, clause).to_string())
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(results(&replayed.round), results(&played.round), "{again}");
});
