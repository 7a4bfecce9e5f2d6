//! Any text read as a strategy file gives a strategy or faults with a place in the text, and never
//! panics; a strategy is written and read back the same, and a book says of it what it does not
//! allow.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{BOOK_IDS, Sign, builtin};
use simulator::StrategyFile;

fuzz_target!(|text: &str| {
    let lines = text.lines().count() + 1;
    match StrategyFile::parse(text) {
        Ok(file) => {
            let again =
                StrategyFile::parse(&file.to_string()).expect("what was written can be read");
            assert_eq!(again.to_string(), file.to_string());
            for id in BOOK_IDS {
                let book = builtin(id).expect("the book is built in");
                assert!(
                    file.check(&book, &Sign::usual(&book))
                        .iter()
                        .all(|fault| fault.line <= lines)
                );
            }
        }
        Err(faults) => assert!(
            !faults.is_empty()
                && faults
                    .iter()
                    .all(|fault| fault.line <= lines && fault.column > 0)
        ),
    }
});
