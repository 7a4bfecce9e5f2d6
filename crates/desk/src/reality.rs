//! Reality checks: after every so many minutes of play a player is told how long and what it came
//! to.

use crate::play::Sum;
use rules::Net;
use serde::{Deserialize, Serialize};
use table::Span;

/// What a player had played in all when the last reality check was acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reality {
    /// Everything until then.
    pub seen: Sum,
}

/// What a reality check says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Check {
    /// How long was played since the last one.
    pub played: Span,
    /// What was won or lost since.
    pub net: Net,
}

impl Reality {
    /// The check that is due, once the player has played for `every` since the last.
    pub fn due(&self, ever: Sum, every: Span) -> Option<Check> {
        let since = ever.since(self.seen);
        (since.played >= every).then_some(Check {
            played: since.played,
            net: since.net,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Money;

    fn sum(minutes: u64, cents: i64) -> Sum {
        Sum {
            net: Net::from_cents(cents),
            wagered: Money::ZERO,
            played: Span::minutes(minutes),
        }
    }

    #[test]
    fn a_check_is_due_after_an_hour_of_play_and_tells_what_came_since() {
        let hour = Span::minutes(60);
        let reality = Reality {
            seen: sum(30, -500),
        };
        assert_eq!(reality.due(sum(89, -900), hour), None);
        let check = Check {
            played: hour,
            net: Net::from_cents(-400),
        };
        assert_eq!(reality.due(sum(90, -900), hour), Some(check));
        assert!(reality.due(sum(35, 0), Span::minutes(5)).is_some());
    }
}
