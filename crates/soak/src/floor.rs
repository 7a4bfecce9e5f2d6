//! What the staff of the floor do: mostly look on, sometimes step in.

use crate::chance::Chance;
use crate::message::Wish;
use crate::running::Running;
use desk::{DeskCommand, Kind};
use game::{Held, RaisedLimits};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Money, Net};
use table::{Command, Table};

/// What a supervisor asks for next.
pub(crate) fn supervisor(
    running: &Running,
    tables: &[TableId],
    chance: &mut Chance,
) -> Option<Wish> {
    let table = running.table(*chance.pick(tables)?)?;
    let command = at_table(table, chance)?;
    Some(Wish::Table(table.id(), command))
}

/// What a gaming manager asks for next.
pub(crate) fn manager(running: &Running, tables: &[TableId], chance: &mut Chance) -> Option<Wish> {
    let players: Vec<PlayerId> = running
        .desk()
        .people()
        .filter(|person| person.kind != Kind::Staff)
        .map(|each| each.id)
        .collect();
    let &player = chance.pick(&players)?;
    let table = running.table(*chance.pick(tables)?)?;
    let why = "by the manager".to_owned();
    Some(match chance.below(12) {
        // Play goes on where somebody has something to wager.
        0..6 if running.balance(player) < Money::from_dollars(100) => {
            Wish::Desk(DeskCommand::Credit {
                player,
                amount: Money::from_dollars(chance.between(100, 900)),
                why,
            })
        }
        6 => {
            let net = Net::from_cents(i64::from(chance.below(2000)) - 1000);
            Wish::Desk(DeskCommand::Correct { player, net, why })
        }
        7 => Wish::Desk(DeskCommand::Incident {
            table: Some(table.id()),
            what: "a glass fell".to_owned(),
        }),
        8 => {
            let held = [Held::Free, Held::Late, Held::ByOrder][chance.place(3)];
            let people = table.view().people;
            let player = chance.pick(&people).map_or(player, |person| person.player);
            Wish::Table(table.id(), Command::Restrict { player, held })
        }
        10 => Wish::Desk(DeskCommand::IssueCard {
            person: player,
            number: format!("C{}", chance.below(40)),
        }),
        11 if chance.once_in(3) => Wish::Desk(DeskCommand::CancelCard { person: player }),
        9 if chance.once_in(6) => Wish::Desk(DeskCommand::Lock {
            person: player,
            why,
        }),
        _ => return supervisor(running, tables, chance),
    })
}

fn at_table(table: &Table, chance: &mut Chance) -> Option<Command> {
    if !table.is_open() {
        return Some(Command::Open);
    }
    let boxes: Vec<BoxNo> = BoxNo::all().collect();
    let &box_no = chance.pick(&boxes)?;
    let people = table.view().people;
    let somebody = chance.pick(&people).map(|person| person.player);
    Some(match chance.below(24) {
        0 => Command::AnnounceClosing {
            last_rounds: chance.once_in(2),
        },
        1 => Command::Close,
        2 | 3 => {
            let mut sign = table.sign().clone();
            sign.minimum = Money::from_dollars([5, 10, 15, 25][chance.place(4)]);
            Command::SetSign {
                sign,
                newcomers: chance.once_in(2),
            }
        }
        4 => {
            let maximum =
                (!chance.once_in(2)).then(|| Money::from_dollars(chance.between(200, 3000)));
            match (somebody, maximum) {
                (Some(player), Some(maximum)) if chance.once_in(2) => Command::RaiseLimits {
                    player,
                    limits: Some(RaisedLimits {
                        minimum: maximum,
                        maximum,
                    }),
                },
                (Some(_) | None, _) => Command::SetMaximum { box_no, maximum },
            }
        }
        5 => Command::Reserve {
            box_no,
            player: somebody.filter(|_| !chance.once_in(3)),
        },
        6 => Command::RefuseWager {
            player: somebody?,
            box_no,
        },
        7 => Command::Vacate { box_no },
        8 => Command::OrderShuffle,
        9 | 10 | 16..18 if table.round().is_some() => Command::VoidRound {
            why: "a card was exposed".to_owned(),
        },
        11 => Command::Restrict {
            player: somebody?,
            held: Held::Late,
        },
        12 => Command::FindCard {
            player: somebody?,
            valid: !chance.once_in(4),
        },
        13 => Command::NoteTouched { player: somebody? },
        14 => Command::RefuseFuture {
            player: somebody?,
            refused: chance.once_in(2),
        },
        15 if table.view().shoe.supervisor_awaited => Command::CutBySupervisor {
            place: chance.between(48, 96),
        },
        _ => return None,
    })
}
