//! A line on standard error that says how far some work is; nothing where nobody looks.

use std::fmt::Arguments;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// What takes no longer is not worth a line.
const SOON: Duration = Duration::from_secs(1);
/// How often the line is written.
const OFTEN: Duration = Duration::from_millis(250);

/// The line.
pub(crate) struct Progress {
    start: Instant,
    told: Duration,
    watched: bool,
    shown: bool,
}

impl Progress {
    /// The work begins.
    pub(crate) fn start() -> Self {
        Self {
            start: now(),
            told: Duration::ZERO,
            watched: std::io::stderr().is_terminal(),
            shown: false,
        }
    }

    /// Since when it is at work.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether it is time to tell how far it is.
    pub(crate) fn is_due(&self) -> bool {
        let since = self.elapsed();
        self.watched && since > SOON && since - self.told > OFTEN
    }

    /// Tells how far it is.
    pub(crate) fn tell(&mut self, words: Arguments<'_>) {
        (self.told, self.shown) = (self.elapsed(), true);
        write(format_args!("\r{words}\x1b[K"));
    }

    /// The work is done: the line goes.
    pub(crate) fn clear(&self) {
        if self.shown {
            write(format_args!("\r\x1b[K"));
        }
    }
}

/// Where the line cannot be written, the work goes on without it.
fn write(text: Arguments<'_>) {
    let mut terminal = std::io::stderr().lock();
    let _ = terminal.write_fmt(text).and_then(|()| terminal.flush());
}

#[expect(
    clippy::disallowed_methods,
    reason = "how long it took is told, and decides nothing"
)]
fn now() -> Instant {
    Instant::now()
}
