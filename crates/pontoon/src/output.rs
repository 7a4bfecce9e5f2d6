//! Lines on standard output, for commands that print and end.

use std::fmt;
use std::io::{ErrorKind, Write};

/// Prints a line. Whoever stops reading (`| head`) ends the program quietly; any other trouble is told.
macro_rules! say {
    ($($argument:tt)*) => { $crate::output::line(format_args!($($argument)*)) };
}
pub(crate) use say;

pub(crate) fn line(text: fmt::Arguments<'_>) {
    if let Err(error) = writeln!(std::io::stdout().lock(), "{text}") {
        if error.kind() != ErrorKind::BrokenPipe {
            eprintln!("pontoon: cannot write to standard output: {error}");
            std::process::exit(1);
        }
        std::process::exit(0);
    }
}
