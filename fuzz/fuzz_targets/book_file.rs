//! Any text read as a book's file gives a book or faults with a place in the text, and never
//! panics.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let lines = text.lines().count() + 1;
    match rules::parse(text).and_then(|draft| rules::check(&draft)) {
        Ok(book) => book.each(|key, _, setting| {
            let mut copy = book.clone();
            assert_eq!(
                copy.set(key, &setting.text()),
                Ok(()),
                "{key} does not take its own value"
            );
            assert_eq!(copy, book);
        }),
        Err(faults) => {
            assert!(!faults.is_empty());
            assert!(faults.iter().all(|fault| fault.at.line <= lines
                && fault.at.column > 0
                && !fault.what.is_empty()));
        }
    }
});
