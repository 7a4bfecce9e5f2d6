//! Any text read as a book's page gives entries, no clause twice, or faults, and never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(page) = rules::Prose::parse(text) {
        for entry in &page.entries {
            assert_eq!(page.entry(&entry.clause), Some(entry));
        }
    }
});
