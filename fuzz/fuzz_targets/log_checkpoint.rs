//! Any text read as a checkpoint gives an error or a checkpoint that is written as the same text;
//! nobody's key signs it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use store::{Checkpoint, Identity};

fuzz_target!(|text: &str| {
    let Ok(checkpoint) = Checkpoint::parse(text) else {
        return;
    };
    assert_eq!(checkpoint.to_string(), text);
    let stranger = Identity {
        origin: checkpoint.origin.clone(),
        key: [0x58; 32],
    };
    assert!(checkpoint.check(&stranger).is_err());
});
