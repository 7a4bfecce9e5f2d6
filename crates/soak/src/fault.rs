//! What goes wrong beside the network.

use crate::chance::Chance;
use store::Failure;
use table::Span;

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Menace {
    /// The power goes.
    Crash,
    /// The power goes at a call to the disk.
    CrashAtCall,
    /// A call to the disk fails, and the house goes on.
    CallFails,
    /// There is no room on the disk for a while.
    DiskFull,
    /// There are no random bytes for a while.
    NoEntropy,
    /// The clock jumps ahead.
    ClockAhead,
    /// The clock jumps back.
    ClockBack,
    /// Many connections break at once.
    Disconnected,
    /// Writing takes seconds for a while.
    SlowDisk,
}

impl Menace {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Crash,
        Self::CrashAtCall,
        Self::CallFails,
        Self::DiskFull,
        Self::NoEntropy,
        Self::ClockAhead,
        Self::ClockBack,
        Self::Disconnected,
        Self::SlowDisk,
    ];
}

/// A fault, with its particulars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The power goes now.
    Crash,
    /// The nth call to the disk from now on fails so; the power goes with it or not.
    Call {
        /// Which call.
        nth: u64,
        /// How it fails.
        how: Failure,
        /// Whether the power goes.
        then: Then,
    },
    /// No room for so long.
    DiskFull(Span),
    /// No random bytes for so long.
    NoEntropy(Span),
    /// The clock is so much later at once.
    ClockAhead(Span),
    /// The clock is so much earlier at once.
    ClockBack(Span),
    /// One connection in three breaks.
    Disconnected,
    /// Writing takes seconds for so long.
    SlowDisk(Span),
}

/// What follows a call that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The house goes on.
    GoesOn,
    /// The power goes.
    Crash,
}

impl Fault {
    /// Some fault of a kind.
    pub fn of(menace: Menace, chance: &mut Chance) -> Self {
        let some = Span::seconds(u64::from(chance.between(1, 40)));
        match menace {
            Menace::Crash => Self::Crash,
            Menace::CrashAtCall => Self::call(Then::Crash, chance),
            Menace::CallFails => Self::call(Then::GoesOn, chance),
            Menace::DiskFull => Self::DiskFull(some),
            Menace::NoEntropy => Self::NoEntropy(some),
            Menace::ClockAhead => Self::ClockAhead(jump(chance)),
            Menace::ClockBack => Self::ClockBack(Span::seconds(u64::from(chance.between(1, 90)))),
            Menace::Disconnected => Self::Disconnected,
            Menace::SlowDisk => Self::SlowDisk(some),
        }
    }

    fn call(then: Then, chance: &mut Chance) -> Self {
        // Most of what is unknown is unknown at the commit: its place among the calls of a group
        // varies.
        let nth = u64::from(chance.between(1, 60));
        let how = [
            Failure::Before,
            Failure::After,
            Failure::After,
            Failure::Full,
        ][chance.place(4)];
        Self::Call { nth, how, then }
    }
}

/// Mostly seconds, sometimes hours: sessions end then, and days begin.
fn jump(chance: &mut Chance) -> Span {
    if chance.once_in(6) {
        return Span::minutes(u64::from(chance.between(30, 900)));
    }
    Span::seconds(u64::from(chance.between(1, 300)))
}
