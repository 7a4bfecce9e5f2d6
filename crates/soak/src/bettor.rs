//! What bettors do: each as their temper has it, from what the table says they may do.

use crate::chance::Chance;
use crate::message::Wish;
use crate::plan::Temper;
use crate::running::Running;
use desk::{DeskCommand, ExclusionLength, LimitChange};
use game::{Choice, Draw, HandRef, Side};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Money};
use table::{Able, Can, Command, Lay, Phase, Span, Table, Time};

/// A bettor who looks at a table.
pub(crate) struct Look<'a> {
    pub(crate) running: &'a Running,
    pub(crate) at: Time,
    pub(crate) player: PlayerId,
    pub(crate) handle: &'a str,
    pub(crate) table: &'a Table,
    pub(crate) temper: Temper,
}

impl Look<'_> {
    /// What the bettor asks for next; nothing where there is nothing to do or to say.
    pub(crate) fn wish(&self, chance: &mut Chance) -> Option<Wish> {
        if let Some(command) = self.at_desk(chance) {
            return Some(Wish::Desk(command));
        }
        let command = if self.temper == Temper::Muddled && chance.once_in(3) {
            nonsense(chance)
        } else {
            self.at_table(chance)?
        };
        Some(Wish::Table(self.table.id(), command))
    }

    fn at_desk(&self, chance: &mut Chance) -> Option<DeskCommand> {
        if self
            .running
            .desk()
            .reality_due(self.player, self.at)
            .is_some()
            && !chance.once_in(4)
        {
            return Some(DeskCommand::Acknowledge);
        }
        let balance = self.running.balance(self.player);
        if balance < self.table.minimum_of(self.player) && chance.once_in(6) {
            return Some(self.top_up());
        }
        let seldom = match self.temper {
            Temper::Careful | Temper::Double => 8,
            Temper::Guest => 40,
            Temper::Quick
            | Temper::Slow
            | Temper::Absent
            | Temper::Leaver
            | Temper::Greedy
            | Temper::Muddled
            | Temper::Several
            | Temper::Follower => 80,
        };
        if !chance.once_in(seldom) {
            return None;
        }
        Some(match chance.below(13) {
            // Somebody who cashes out everything needs a top-up.
            0 if chance.once_in(3) => DeskCommand::CashOut { amount: balance },
            0 => DeskCommand::CashOut {
                amount: Money::from_dollars(chance.between(1, 400)),
            },
            1 => DeskCommand::Exclude {
                length: exclusion(chance),
            },
            2 => DeskCommand::Acknowledge,
            3 => self.top_up(),
            _ => DeskCommand::SetLimits {
                changes: vec![limit(chance)],
            },
        })
    }

    fn top_up(&self) -> DeskCommand {
        DeskCommand::TopUp {
            open: self
                .running
                .desk()
                .plays()
                .totals(self.player, self.at)
                .open,
            has: self.running.balance(self.player),
            least: self.table.minimum_of(self.player),
        }
    }

    fn at_table(&self, chance: &mut Chance) -> Option<Command> {
        let can = self.table.can(self.player);
        if can.iter().any(|can| can.what == Able::Arrive) {
            let name = if chance.once_in(50) {
                "somebody".to_owned()
            } else {
                self.handle.to_owned()
            };
            return Some(Command::Arrive {
                name,
                // Some claim a card, and are refused.
                card: chance.once_in(10).then(|| chance.once_in(2)),
            });
        }
        if self.leaves(chance) {
            return Some(Command::Depart);
        }
        self.decides(&can, chance)
            .or_else(|| self.cuts(&can, chance))
            .or_else(|| self.lays(&can, chance))
    }

    fn leaves(&self, chance: &mut Chance) -> bool {
        let in_round = self.table.phase() == Phase::Round;
        match self.temper {
            Temper::Leaver if in_round => chance.once_in(6),
            Temper::Leaver => chance.once_in(20),
            Temper::Quick
            | Temper::Slow
            | Temper::Absent
            | Temper::Greedy
            | Temper::Muddled
            | Temper::Several
            | Temper::Follower
            | Temper::Careful
            | Temper::Guest
            | Temper::Double => chance.once_in(120),
        }
    }

    fn decides(&self, can: &[Can], chance: &mut Chance) -> Option<Command> {
        if self.temper == Temper::Absent && !chance.once_in(10) {
            return None;
        }
        let may: Vec<(&Can, Choice)> = can
            .iter()
            .filter_map(|can| {
                if let Able::Choose { choice } = can.what {
                    Some((can, choice))
                } else {
                    None
                }
            })
            .collect();
        let &(can, choice) = chance.pick(&may)?;
        let choice = match choice.amount() {
            Some(most) => choice.with_amount(self.amount(can.least.unwrap_or(most), most, chance)),
            None => choice,
        };
        Some(Command::Choose { choice })
    }

    /// What has to do with cards and interruptions.
    fn cuts(&self, can: &[Can], chance: &mut Chance) -> Option<Command> {
        for each in can {
            match each.what {
                Able::Cut { .. } if chance.once_in(4) => return Some(Command::RefuseCut),
                Able::Cut { .. } if chance.once_in(4) => return None,
                Able::Cut { least, most } => {
                    let place = chance.between(least, most);
                    return Some(Command::Cut {
                        place: if chance.once_in(20) { 3 } else { place },
                    });
                }
                Able::GiveSeed if chance.once_in(2) => {
                    return Some(Command::GiveSeed {
                        seed: format!("{} {}", self.handle, chance.below(1_000_000)),
                    });
                }
                Able::WithdrawFromRound if chance.once_in(3) => {
                    return Some(Command::WithdrawFromRound);
                }
                Able::WithdrawFromRound if chance.once_in(2) => return Some(Command::Ready),
                Able::WithdrawFromRound
                | Able::GiveSeed
                | Able::Arrive
                | Able::Depart
                | Able::Sit { .. }
                | Able::GiveUp { .. }
                | Able::Lay { .. }
                | Able::Withdraw { .. }
                | Able::Ready
                | Able::RefuseCut
                | Able::Choose { .. } => {}
            }
        }
        None
    }

    /// Seats, wagers and "ready".
    fn lays(&self, can: &[Can], chance: &mut Chance) -> Option<Command> {
        let sits: Vec<BoxNo> = can
            .iter()
            .filter_map(|can| {
                if let Able::Sit { box_no } = can.what {
                    Some(box_no)
                } else {
                    None
                }
            })
            .collect();
        let seats = can
            .iter()
            .filter(|can| matches!(can.what, Able::GiveUp { .. }))
            .count();
        let wants = match self.temper {
            Temper::Several => 3,
            Temper::Follower => 0,
            Temper::Quick
            | Temper::Slow
            | Temper::Absent
            | Temper::Leaver
            | Temper::Greedy
            | Temper::Muddled
            | Temper::Careful
            | Temper::Guest
            | Temper::Double => 1,
        };
        if seats < wants
            && !chance.once_in(3)
            && let Some(&box_no) = chance.pick(&sits)
        {
            return Some(Command::Sit { box_no });
        }
        let laid: Vec<BoxNo> = can
            .iter()
            .filter_map(|can| {
                if let Able::Withdraw { box_no } = can.what {
                    Some(box_no)
                } else {
                    None
                }
            })
            .collect();
        if laid.len() < wants.max(1) {
            return self.lay(can, &laid, chance);
        }
        if chance.once_in(25) {
            return laid.first().map(|&box_no| Command::Withdraw { box_no });
        }
        if chance.once_in(3) {
            return self.lay(can, &laid, chance);
        }
        can.iter()
            .any(|can| can.what == Able::Ready)
            .then_some(Command::Ready)
    }

    fn lay(&self, can: &[Can], laid: &[BoxNo], chance: &mut Chance) -> Option<Command> {
        let view = self.table.view();
        let others = |box_no: BoxNo| {
            view.boxes
                .iter()
                .any(|each| each.no == box_no && !each.laid.is_empty())
        };
        let own = |box_no: BoxNo| {
            view.boxes
                .iter()
                .any(|each| each.no == box_no && each.seated == Some(self.player))
        };
        let fits = |lay: &Lay| match *lay {
            Lay::Wager { box_no, .. } if self.temper == Temper::Follower => {
                others(box_no) && !laid.contains(&box_no)
            }
            Lay::Wager { box_no, .. } => own(box_no) || laid.len() > 1 || !others(box_no),
            Lay::Side { .. } => true,
            Lay::DeclineControl { .. } => false,
        };
        let may: Vec<(&Can, Lay)> = can
            .iter()
            .filter_map(|can| {
                if let Able::Lay { lay } = can.what {
                    Some((can, lay))
                } else {
                    None
                }
            })
            .filter(|(_, lay)| chance.once_in(10) || fits(lay))
            .collect();
        let &(can, lay) = chance.pick(&may)?;
        let least = can.least.unwrap_or(Money::ZERO);
        let usual = if chance.once_in(12) {
            least
        } else {
            least.max(self.table.sign().minimum)
        };
        let mut with = |least, most| self.amount(least, most, &mut *chance);
        let lay = match lay {
            Lay::Wager { box_no, amount } => Lay::Wager {
                box_no,
                amount: with(usual, amount),
            },
            Lay::Side {
                box_no,
                side,
                amount,
            } => Lay::Side {
                box_no,
                side,
                amount: with(least, amount),
            },
            Lay::DeclineControl { .. } => lay,
        };
        Some(Command::Lay { lay })
    }

    fn amount(&self, least: Money, most: Money, chance: &mut Chance) -> Money {
        let greedy = match self.temper {
            Temper::Greedy => 2,
            Temper::Muddled => 5,
            Temper::Quick
            | Temper::Slow
            | Temper::Absent
            | Temper::Leaver
            | Temper::Several
            | Temper::Follower
            | Temper::Careful
            | Temper::Guest
            | Temper::Double => 30,
        };
        if chance.once_in(greedy) {
            let has = self.running.balance(self.player).cents();
            let much = [
                most.cents() + 1,
                most.cents() * 3,
                has + 100,
                most.cents(),
                least.cents() / 2,
            ][chance.place(5)];
            return Money::from_cents(much.max(1));
        }
        let times = [1, 1, 1, 2, 3, 5][chance.place(6)];
        let odd = if chance.once_in(8) { 50 } else { 0 };
        Money::from_cents((least.cents() * times + odd).min(most.cents()))
    }
}

fn limit(chance: &mut Chance) -> LimitChange {
    let some = |dollars| Some(Money::from_dollars(dollars));
    match chance.below(10) {
        0 => LimitChange::LossADay(None),
        1 | 2 => LimitChange::LossADay(some(chance.between(20, 400))),
        3 | 4 => LimitChange::WageredADay(some(chance.between(20, 600))),
        5 | 6 => LimitChange::OneWager(some(chance.between(5, 100))),
        7 => LimitChange::PlayADay(Some(Span::minutes(u64::from(chance.between(3, 60))))),
        8 => LimitChange::RealityEvery(Span::minutes(u64::from(chance.between(4, 61)))),
        _ => LimitChange::OneWager(None),
    }
}

/// Something that nobody in their senses asks for.
fn nonsense(chance: &mut Chance) -> Command {
    let box_no =
        BoxNo::new(u8::try_from(chance.between(1, 7)).unwrap_or(1)).unwrap_or_else(|_| first_box());
    let amount = Money::from_cents(u64::from(
        [0, 1, 500, 2500, 123_456, u32::MAX][chance.place(6)],
    ));
    let hand = HandRef {
        box_no,
        hand: u8::try_from(chance.below(4)).unwrap_or(0),
    };
    match chance.below(14) {
        0 => Command::Open,
        1 => Command::Deal {
            draw: Draw::Shuffle,
        },
        2 => Command::Tick,
        3 => Command::VoidRound {
            why: "I was losing".to_owned(),
        },
        4 => Command::Lay {
            lay: Lay::Side {
                box_no,
                side: Side::Pandemonium,
                amount,
            },
        },
        5 => Command::Lay {
            lay: Lay::DeclineControl { box_no },
        },
        6 => Command::Choose {
            choice: Choice::Double { hand, amount },
        },
        7 => Command::Choose {
            choice: Choice::Split { hand },
        },
        8 => Command::Choose {
            choice: Choice::Wager {
                box_no,
                amount,
                seated: true,
            },
        },
        9 => Command::Cut {
            place: chance.below(1000),
        },
        10 => Command::GiveSeed {
            seed: "\u{7}".to_owned(),
        },
        11 => Command::Withdraw { box_no },
        12 => Command::GiveUp { box_no },
        _ => Command::Lay {
            lay: Lay::Wager { box_no, amount },
        },
    }
}

fn first_box() -> BoxNo {
    BoxNo::all().next().expect("a layout has boxes")
}

/// Another table than this one, if there is one.
pub(crate) fn elsewhere(here: TableId, tables: &[TableId], chance: &mut Chance) -> TableId {
    let others: Vec<TableId> = tables
        .iter()
        .copied()
        .filter(|&table| table != here)
        .collect();
    chance.pick(&others).copied().unwrap_or(here)
}

fn exclusion(chance: &mut Chance) -> ExclusionLength {
    match chance.below(4) {
        0 => ExclusionLength::ForEver,
        1 => ExclusionLength::For(Span::minutes(60)),
        _ => ExclusionLength::For(Span::minutes(25 * 60)),
    }
}
