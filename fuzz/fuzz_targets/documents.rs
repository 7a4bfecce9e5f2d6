//! Any bytes read as a document beside the log, or as an entry of a table, are read or refused, and
//! never panic.
#![no_main]

use desk::{Desk, SPACES, Terms};
use house::{Opened, Replayed};
use ledger::TableId;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for space in SPACES {
        let _ = Desk::restore(Terms::default(), [(space, "1", bytes)]);
    }
    let _ = Replayed::default().tell_bytes(1, bytes);
    let Ok(mut opened) =
        Opened::begin(TableId(1), Some(bytes)).or_else(|_| Opened::begin(TableId(1), None))
    else {
        return;
    };
    if let Ok(body) = serde_json::from_slice(bytes) {
        let _ = opened.tell(1, house::KIND, house::VERSION, &body);
    }
    if let Ok(mut host) = opened.finish(Some(bytes)) {
        let _ = host.remember_meter(bytes);
    }
});
