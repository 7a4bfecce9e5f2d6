//! Any text read as a message on a socket, as every body of a request and as a configuration is
//! read or refused, and never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::read_as_everything;

fuzz_target!(|text: &str| {
    read_as_everything(text);
});
