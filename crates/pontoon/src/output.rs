//! Lines on standard output and standard error, for commands that print and end.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Prints a line. Whoever stops reading (`| head`) is not told more, but the command does its work
/// and exits as it must.
macro_rules! say {
    ($($argument:tt)*) => { $crate::output::line(format_args!($($argument)*)) };
}
pub(crate) use say;

/// Prints a sentence in lines no longer than the terminal is wide.
macro_rules! tell {
    ($($argument:tt)*) => { $crate::output::line(format_args!("{}", $crate::table_out::prose(&format!($($argument)*)))) };
}
pub(crate) use tell;

static READER_GONE: AtomicBool = AtomicBool::new(false);

pub(crate) fn line(text: fmt::Arguments<'_>) {
    if READER_GONE.load(Ordering::Relaxed) {
        return;
    }
    if let Err(error) = writeln!(std::io::stdout().lock(), "{text}") {
        READER_GONE.store(true, Ordering::Relaxed);
        if error.kind() != ErrorKind::BrokenPipe {
            complain(format_args!("cannot write to standard output: {error}"));
            std::process::exit(1);
        }
    }
}

/// Says what went wrong; where even that cannot be written, the exit status has to do.
///
/// What it repeats of a file may be anything: no terminal is to take orders from it.
pub(crate) fn complain(text: fmt::Arguments<'_>) {
    let text = text
        .to_string()
        .split('\n')
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n");
    let _ = writeln!(std::io::stderr().lock(), "pontoon: {text}");
}

/// A text on one line, with whatever is no letter to see written as what it is.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|letter| {
            if letter.is_control() {
                letter.escape_default().collect()
            } else {
                vec![letter]
            }
        })
        .collect()
}
