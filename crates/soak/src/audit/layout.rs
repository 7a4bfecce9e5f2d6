//! Tables by their events: what lies on each, what rounds come to, and what every player must have.
//!
//! Nothing of it comes from the transfers: those must agree with it after every entry.

use super::hand::Cards;
use super::json::{cents, list, number, tagged, text};
use super::log::Entry;
use super::objection::{Law, Objection, demand};
use super::payment::Terms;
use super::purse::Purse;
use crate::counts::Counts;
use crate::evidence::Evidence;
use serde_json::Value;
use std::collections::BTreeMap;

/// Every table, and what every player must have.
#[derive(Default)]
pub(crate) struct Floor {
    tables: BTreeMap<u64, Layout>,
    cash: BTreeMap<u64, i64>,
}

/// One table.
#[derive(Default)]
struct Layout {
    book: String,
    first_sign: Value,
    sign: Value,
    open: bool,
    rounds: u64,
    live: Option<Live>,
    /// How each round ended.
    ended: BTreeMap<u64, &'static str>,
    laid: Vec<Laid>,
}

/// A round that is being played.
#[derive(Default)]
struct Live {
    no: u64,
    players: Vec<u64>,
    cards: Cards,
    /// What was won or lost in it so far.
    settled: Vec<(u64, i64)>,
}

/// A wager that is not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Laid {
    player: u64,
    box_no: u64,
    kind: String,
    amount: i64,
    /// Whose wager an insurance covers.
    of: Option<u64>,
}

impl Floor {
    pub(crate) fn take(&mut self, entry: &Entry, counts: &mut Counts) -> Result<(), Objection> {
        let Some(table) = entry.table() else {
            for event in entry.body["events"].as_array().into_iter().flatten() {
                if let ("moved", moved) = tagged(event)? {
                    *self.cash.entry(number(moved, "person")?).or_default() += cents(moved, "net")?;
                }
            }
            return Ok(());
        };
        let layout = self.tables.entry(table).or_default();
        if let Some(config) = entry.body.get("founded") {
            layout.book = text(config, "book")?.to_owned();
            layout.first_sign = config["sign"].clone();
        }
        for event in entry.events() {
            let (kind, inner) = tagged(&event["what"])?;
            *counts.events.entry(kind.to_owned()).or_default() += 1;
            if kind == "round" {
                let (kind, inner) = tagged(&inner["what"])?;
                *counts.events.entry(format!("round/{kind}")).or_default() += 1;
                layout.round(kind, inner, &mut self.cash)?;
                counts.settled += u64::from(kind == "settled");
            } else {
                layout.event(kind, inner, &mut self.cash)?;
                counts.rounds += u64::from(kind == "round_over" || kind == "round_void");
                counts.void += u64::from(kind == "round_void");
            }
        }
        Ok(())
    }

    /// What was transferred must be what happened.
    pub(crate) fn compare(&self, entry: &Entry, purse: &Purse) -> Result<(), Objection> {
        for (player, cash) in &self.cash {
            let has = purse.player(*player);
            demand(has == *cash, Law::Wagers, || {
                format!("player {player} has {has}, and what happened comes to {cash}")
            })?;
        }
        let Some((table, layout)) = entry
            .table()
            .and_then(|table| Some((table, self.tables.get(&table)?)))
        else {
            return Ok(());
        };
        let (held, lies) = (
            purse.balance(&format!("{{\"held\":{table}}}")),
            layout.laid.iter().map(|laid| laid.amount).sum::<i64>(),
        );
        demand(held == lies, Law::Held, || {
            format!("{held} is held for table {table}, and {lies} lies there")
        })
    }

    /// Every table is closed, and all money is the players' or the house's.
    pub(crate) fn is_closed(&self, purse: &Purse) -> Result<(), Objection> {
        for (table, layout) in &self.tables {
            demand(!layout.open && layout.live.is_none(), Law::Closed, || {
                format!("table {table} is open")
            })?;
        }
        for (account, balance) in purse.balances() {
            let whose = account == "\"house\"" || account.starts_with("{\"player\"");
            demand(whose || *balance == 0, Law::Closed, || {
                format!("{account} has {balance}")
            })?;
        }
        Ok(())
    }

    /// Every round that is over can be read, and says what became of its wagers.
    pub(crate) fn compare_documents(&self, evidence: &Evidence) -> Result<(), Objection> {
        let mut over = 0;
        for (table, layout) in &self.tables {
            for (no, how) in &layout.ended {
                over += 1;
                let key = ("round".to_owned(), format!("{table}/{no:010}"));
                let fault = || {
                    Objection::new(
                        Law::Rounds,
                        format!("round {no} of table {table} was {how} and has no such record"),
                    )
                };
                let document = evidence.documents.get(&key).ok_or_else(fault)?;
                let record: Value = serde_json::from_slice(document).map_err(|_| fault())?;
                demand(
                    record["void"].is_null() == (*how == "over"),
                    Law::Rounds,
                    || fault().what,
                )?;
            }
        }
        let found = evidence
            .documents
            .keys()
            .filter(|(space, _)| space == "round")
            .count();
        demand(found == over, Law::Rounds, || {
            format!("{over} rounds are over and {found} are on record")
        })
    }
}

impl Layout {
    fn event(
        &mut self,
        kind: &str,
        event: &Value,
        cash: &mut BTreeMap<u64, i64>,
    ) -> Result<(), Objection> {
        match kind {
            "opened" => {
                self.open = true;
                self.sign = self.first_sign.clone();
            }
            "closed" => {
                let clear = self.live.is_none() && self.laid.is_empty();
                demand(clear, Law::Rounds, || {
                    "the table closes over wagers".to_owned()
                })?;
                self.open = false;
            }
            "sign_changed" => self.sign = event["sign"].clone(),
            "laid" => {
                demand(self.live.is_none(), Law::Rounds, || {
                    "a wager is laid in a round".to_owned()
                })?;
                let player = number(event, "player")?;
                let (kind, lay) = tagged(&event["lay"])?;
                let kind = match kind {
                    "wager" => "wager".to_owned(),
                    "side" => format!("side {}", text(lay, "side")?),
                    _ => return Ok(()),
                };
                self.lay(
                    player,
                    number(lay, "box_no")?,
                    kind,
                    cents(lay, "amount")?,
                    None,
                    cash,
                );
            }
            "wagers_withdrawn" => {
                let (player, box_no) = (number(event, "player")?, number(event, "box_no")?);
                let (back, rest) = std::mem::take(&mut self.laid)
                    .into_iter()
                    .partition(|laid| laid.player == player && laid.box_no == box_no);
                self.laid = rest;
                give_back(back, cash);
            }
            "round_began" => {
                let no = number(event, "no")?;
                let next = self.live.is_none() && no == self.rounds + 1;
                demand(next, Law::Rounds, || {
                    format!("round {no} begins after {}", self.rounds)
                })?;
                self.rounds = no;
                let players = list(event, "players")?
                    .iter()
                    .filter_map(Value::as_u64)
                    .collect();
                self.live = Some(Live {
                    no,
                    players,
                    ..Live::default()
                });
            }
            "round_over" => {
                self.end(event, "over")?;
                demand(self.laid.is_empty(), Law::Rounds, || {
                    format!("a round is over, and there lie {:?}", self.laid)
                })?;
            }
            "round_void" => {
                let live = self.end(event, "void")?;
                give_back(std::mem::take(&mut self.laid), cash);
                let (lost, won): (Vec<_>, Vec<_>) =
                    live.settled.into_iter().partition(|(_, net)| *net < 0);
                for (player, net) in lost {
                    *cash.entry(player).or_default() -= net;
                }
                // Sydney lets what was paid stand. Elsewhere it is taken back, as far as the player
                // still has it.
                for (player, net) in won.into_iter().filter(|_| self.book != "sydney") {
                    let has = cash.entry(player).or_default();
                    *has -= net.min(*has);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, event: &Value, how: &'static str) -> Result<Live, Objection> {
        let no = number(event, "no")?;
        let live = self.live.take().filter(|live| live.no == no);
        let live = live.ok_or_else(|| {
            Objection::new(
                Law::Rounds,
                format!("round {no} ends and was not being played"),
            )
        })?;
        self.ended.insert(no, how);
        Ok(live)
    }

    fn round(
        &mut self,
        kind: &str,
        event: &Value,
        cash: &mut BTreeMap<u64, i64>,
    ) -> Result<(), Objection> {
        let Some(live) = self.live.as_mut() else {
            return Err(Objection::new(
                Law::Rounds,
                format!("{kind} happens in no round"),
            ));
        };
        live.cards.take(kind, event)?;
        let player = |key: &str| -> Result<u64, Objection> {
            let place = usize::try_from(number(event, key)?).unwrap_or(usize::MAX);
            let found = live.players.get(place).copied();
            found.ok_or_else(|| Objection::new(Law::Rounds, format!("{event} names nobody")))
        };
        match kind {
            "wager_placed" | "side_placed" => {
                let kind = if kind == "wager_placed" {
                    "wager".to_owned()
                } else {
                    format!("side {}", text(event, "side")?)
                };
                let (player, box_no, amount) = (
                    player("player")?,
                    number(event, "box_no")?,
                    cents(event, "amount")?,
                );
                let placed = Laid {
                    player,
                    box_no,
                    kind,
                    amount,
                    of: None,
                };
                demand(self.laid.contains(&placed), Law::Wagers, || {
                    format!("{placed:?} was never laid")
                })
            }
            "above_maximum" => {
                let (player, box_no) = (player("player")?, number(event, "box_no")?);
                let (counted, returned) = (cents(event, "counted")?, cents(event, "returned")?);
                let fits = |laid: &&mut Laid| {
                    laid.player == player && laid.box_no == box_no && laid.kind == "wager"
                };
                let laid = self
                    .laid
                    .iter_mut()
                    .find(fits)
                    .filter(|laid| laid.amount == counted + returned);
                let laid = laid.ok_or_else(|| {
                    Objection::new(Law::Wagers, format!("{event} caps what was never laid"))
                })?;
                laid.amount = counted;
                *cash.entry(player).or_default() += returned;
                Ok(())
            }
            "insurance_taken" if event["of"] == event["by"] => {
                let by = player("by")?;
                self.lay(
                    by,
                    number(event, "box_no")?,
                    "insurance".to_owned(),
                    cents(event, "amount")?,
                    Some(by),
                    cash,
                );
                Ok(())
            }
            "insurance_claimed" => {
                let (of, by) = (player("of")?, player("by")?);
                self.lay(
                    by,
                    number(event, "box_no")?,
                    "insurance".to_owned(),
                    cents(event, "amount")?,
                    Some(of),
                    cash,
                );
                Ok(())
            }
            "claim_refused" => {
                let (of, by, box_no) = (player("of")?, player("by")?, number(event, "box_no")?);
                let laid = self.strike(
                    |laid| laid.player == by && laid.box_no == box_no && laid.of == Some(of),
                    event,
                )?;
                give_back(vec![laid], cash);
                Ok(())
            }
            "doubled" => {
                let player = player("player")?;
                let box_no = number(&event["hand"], "box_no")?;
                self.lay(
                    player,
                    box_no,
                    "double".to_owned(),
                    cents(event, "amount")?,
                    None,
                    cash,
                );
                Ok(())
            }
            "split_matched" => {
                let (player, box_no) = (player("player")?, number(&event["hand"], "box_no")?);
                let first = self.laid.iter().find(|laid| {
                    laid.player == player && laid.box_no == box_no && laid.kind == "wager"
                });
                let first = first.ok_or_else(|| {
                    Objection::new(Law::Wagers, format!("{event} matches no wager"))
                })?;
                self.lay(player, box_no, "wager".to_owned(), first.amount, None, cash);
                Ok(())
            }
            "settled" => {
                let player = player("player")?;
                self.settle(player, event, cash)
            }
            _ => Ok(()),
        }
    }

    fn settle(
        &mut self,
        player: u64,
        settled: &Value,
        cash: &mut BTreeMap<u64, i64>,
    ) -> Result<(), Objection> {
        let (net, stake) = (cents(settled, "net")?, cents(settled, "stake")?);
        let right = Terms {
            book: &self.book,
            sign: &self.sign,
        }
        .net(settled)?;
        demand(net == right, Law::Payment, || {
            format!("{settled} should come to {right}")
        })?;
        if stake > 0 {
            let box_no = number(settled, "box_no")?;
            let kind = match tagged(&settled["kind"])? {
                ("side", side) => format!("side {}", side.as_str().unwrap_or_default()),
                (kind, _) => kind.to_owned(),
            };
            let fits = |laid: &Laid| {
                laid.player == player
                    && laid.box_no == box_no
                    && laid.kind == kind
                    && laid.amount == stake
            };
            give_back(vec![self.strike(fits, settled)?], cash);
        }
        *cash.entry(player).or_default() += net;
        if let Some(live) = self.live.as_mut() {
            live.settled.push((player, net));
        }
        Ok(())
    }

    fn lay(
        &mut self,
        player: u64,
        box_no: u64,
        kind: String,
        amount: i64,
        of: Option<u64>,
        cash: &mut BTreeMap<u64, i64>,
    ) {
        *cash.entry(player).or_default() -= amount;
        self.laid.push(Laid {
            player,
            box_no,
            kind,
            amount,
            of,
        });
    }

    fn strike(&mut self, fits: impl Fn(&Laid) -> bool, event: &Value) -> Result<Laid, Objection> {
        let place = self.laid.iter().position(fits);
        let place = place.ok_or_else(|| {
            Objection::new(Law::Wagers, format!("{event}: no such wager lies there"))
        })?;
        Ok(self.laid.remove(place))
    }
}

fn give_back(laid: Vec<Laid>, cash: &mut BTreeMap<u64, i64>) {
    for laid in laid {
        *cash.entry(laid.player).or_default() += laid.amount;
    }
}
