//! Any bytes read as an entry of the log give an entry or an error; what was read exactly is
//! written as the same bytes, and what was read at all is written so that it reads as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use store::Entry;

fuzz_target!(|bytes: &[u8]| {
    let Ok(entry) = Entry::decode(bytes) else {
        assert!(Entry::decode_exact(bytes).is_err());
        return;
    };
    let exact = Entry::decode_exact(bytes).is_ok();
    // A body with fractions or too many levels is read, and never written.
    let Ok(written) = entry.encode() else {
        assert!(!exact);
        return;
    };
    assert_eq!(exact, written == bytes);
    assert_eq!(Entry::decode_exact(&written).as_ref(), Ok(&entry));
});
