//! Any bytes read as an export, a line of one, or a cover give an error or something that is
//! written as the same bytes; no export holds that the house's key did not sign.
#![no_main]

use libfuzzer_sys::fuzz_target;
use store::audit::{Cover, Line, verify_csv, verify_export};

/// A key that has signed nothing.
const STRANGER: [u8; 32] = [0x58; 32];

fuzz_target!(|bytes: &[u8]| {
    let _ = verify_export(&mut &bytes[..], None);
    assert!(verify_export(&mut &bytes[..], Some(STRANGER)).is_err());
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for line in text.lines() {
        if let Ok(read) = Line::parse(line) {
            assert_eq!(read.text(), line);
        }
    }
    if let Ok(cover) = text.parse::<Cover>() {
        assert_eq!(cover.to_string(), text);
        let _ = verify_csv(&cover, &mut &bytes[..], &mut &bytes[..], None);
    }
});
