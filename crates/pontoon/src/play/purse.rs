//! The player's money: what was brought to the table, what lies on it, and what is left to put up.

use game::{Kind, Player, Round, Settled, Viewer, What};
use rules::{BoxNo, Money, Net};

/// The bankroll as it was when the round began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Purse {
    pub(crate) bankroll: Money,
}

impl Purse {
    /// What could still be put up in this round; below zero when the round has taken more than
    /// there is.
    pub(crate) fn available(self, round: &Round, player: Player) -> Net {
        Net::won(self.bankroll) + round.net(player) + Net::lost(at_risk(round, player))
    }

    /// Whether the round has taken no more than there is.
    pub(crate) fn covers(self, round: &Round, player: Player) -> bool {
        self.available(round, player) >= Net::ZERO
    }

    /// The bankroll with what the round has settled.
    pub(crate) fn after(self, round: &Round, player: Player) -> Money {
        to_money(Net::won(self.bankroll) + round.net(player))
    }
}

/// An amount that is not below zero; anything below is nothing.
pub(crate) fn to_money(net: Net) -> Money {
    Money::from_cents(u64::try_from(net.cents()).unwrap_or(0))
}

/// Everything of a player's that lies on the table and is not settled.
fn at_risk(round: &Round, player: Player) -> Money {
    main_wagers(round, player) + beside(round, player)
}

fn settled(round: &Round, player: Player, fits: impl Fn(&Settled) -> bool) -> bool {
    round
        .settled()
        .any(|(settled, _)| settled.player == player && fits(settled))
}

/// Wagers and doubles on hands; before the deal, wagers on boxes.
fn main_wagers(round: &Round, player: Player) -> Money {
    let view = round.view(Viewer::Player(player));
    let mut sum = Money::ZERO;
    for each in view.boxes.iter().filter(|each| each.hands.is_empty()) {
        let returned = settled(round, player, |settled| {
            settled.box_no == each.no && settled.kind == Kind::Wager
        });
        sum = sum
            + if returned {
                Money::ZERO
            } else {
                laid(round, player, each.no)
            };
    }
    for each in &view.boxes {
        for (number, hand) in (0_u8..).zip(&each.hands) {
            // Hands are settled in their order, so a later split does not change the number of a
            // settled one.
            let is_settled = |kind: Kind| {
                settled(round, player, |settled| {
                    settled.box_no == each.no
                        && settled.hand == Some(number)
                        && settled.kind == kind
                })
            };
            for stake in hand.stakes.iter().filter(|stake| stake.player == player) {
                sum = sum
                    + if is_settled(Kind::Wager) {
                        Money::ZERO
                    } else {
                        stake.wager
                    };
                sum = sum
                    + if is_settled(Kind::Double) {
                        Money::ZERO
                    } else {
                        stake.double
                    };
            }
        }
    }
    sum
}

fn laid(round: &Round, player: Player, on: BoxNo) -> Money {
    let mut sum = Money::ZERO;
    for event in round.events() {
        if let What::WagerPlaced {
            box_no,
            player: by,
            amount,
            ..
        } = event.what
            && by == player
            && box_no == on
        {
            sum = sum + amount;
        }
    }
    sum
}

/// Side wagers and insurance: what was put up, less what was settled.
fn beside(round: &Round, player: Player) -> Money {
    let mut put_up = Money::ZERO;
    for event in round.events() {
        if let What::SidePlaced {
            player: by, amount, ..
        }
        | What::InsuranceTaken { by, amount, .. } = event.what
            && by == player
        {
            put_up = put_up + amount;
        }
    }
    let closed = round
        .settled()
        .filter(|(settled, _)| settled.player == player)
        .map(|(settled, _)| match settled.kind {
            Kind::Side(_) | Kind::Insurance => settled.stake,
            Kind::Wager | Kind::Double | Kind::SuperBonus | Kind::OthersBonus => Money::ZERO,
        });
    put_up.saturating_sub(closed.sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::notation::{Script, play};

    #[track_caller]
    fn check(text: &str, available: &str) {
        let script = Script::parse(text).unwrap();
        let played = play(&script, &|name| {
            rules::builtin(name).map_err(|error| error.to_string())
        })
        .unwrap();
        let player = played.round.setup().player("ann").unwrap();
        let purse = Purse {
            bankroll: Money::from_dollars(100),
        };
        assert_eq!(
            purse.available(&played.round, player).to_string(),
            available,
            "{text}"
        );
    }

    #[test]
    fn what_lies_on_the_table_cannot_be_put_up_again() {
        check("book sydney\nbox 1 ann* 25 pairs 5\nunfinished", "+70");
        // The wager on a pair is lost at the deal.
        check(
            "book sydney\nbox 1 ann* 25 pairs 5\ndeal 8s | 7d | 3c\nunfinished",
            "+70",
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 8s | 7d | 3c\n1 double 10 2c\nunfinished",
            "+65",
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 8s | 7d | 8c\n1 split 3c\nunfinished",
            "+50",
        );
        // The first hand is over 21 and lost.
        check(
            "book sydney\nbox 1 ann* 25\ndeal 8s | 7d | 8c\n1 split 9c draw 9d / 5c\nunfinished",
            "+50",
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 8s | Ad | 8c\ninsurance 1.ann 12\nunfinished",
            "+63",
        );
    }

    #[test]
    fn a_round_that_is_over_leaves_the_bankroll_with_its_result() {
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | 7d | Kc\n1 stand\ndealer 9c 2h",
            "+125",
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | 7d | 2c\n1 double 9c\ndealer Kh",
            "+150",
        );
    }
}
