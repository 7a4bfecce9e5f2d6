//! What is wagered before a round: reading it, repeating it, placing it.

use super::console::quoted;
use super::purse::{Purse, to_money};
use super::session::{Asking, Session};
use anyhow::Result;
use game::{Choice, Kind, Player, Refusal, Round, Side};
use rules::{BoxNo, Clause, Money};
use std::fmt;

/// What one person puts on one box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BoxWager {
    amount: Option<Money>,
    sides: Vec<(Side, Money)>,
}

impl fmt::Display for BoxWager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main = self.amount.map(|amount| amount.to_string());
        let sides = self
            .sides
            .iter()
            .map(|(side, amount)| format!("{} {amount}", side.word()));
        f.write_str(
            &main
                .into_iter()
                .chain(sides)
                .collect::<Vec<String>>()
                .join(" "),
        )
    }
}

/// What lies on each box; none on a box left out.
pub(crate) type Laid = Vec<(BoxNo, Option<BoxWager>)>;

/// What a typed line means.
#[derive(PartialEq, Eq, Debug)]
enum Typed {
    Wager(BoxWager),
    LeftOut,
    AsLastTime,
    Clear,
}

fn read(line: &str) -> Result<Typed, String> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [] | ["rebet"] => return Ok(Typed::AsLastTime),
        ["-" | "0"] => return Ok(Typed::LeftOut),
        ["clear"] => return Ok(Typed::Clear),
        _ => {}
    }
    let mut wager = BoxWager {
        amount: None,
        sides: Vec::new(),
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if let Some(side) = Side::ALL.into_iter().find(|side| side.word() == word) {
            let amount = words
                .next()
                .ok_or_else(|| format!("{word} needs an amount behind it: {word} 5"))?;
            wager.sides.push((
                side,
                amount
                    .parse()
                    .map_err(|error| format!("{word} {}: {error}", quoted(amount)))?,
            ));
        } else if wager.amount.is_none() && wager.sides.is_empty() {
            wager.amount = Some(
                word.parse()
                    .map_err(|error| format!("{}: {error}", quoted(word)))?,
            );
        } else {
            let word = quoted(word);
            return Err(format!(
                "{word} is not understood: write an amount, then side wagers, for example 25 pairs \
                5"
            ));
        }
    }
    Ok(Typed::Wager(wager))
}

/// Why a wager was not placed.
enum NotPlaced {
    Refused(Refusal),
    TooDear {
        left: Money,
    },
    /// Nobody else can make up what the wager lacks: it would go straight back.
    Returned(Clause),
}

impl fmt::Display for NotPlaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "refused: {} [{}]", refusal.reason, refusal.clause),
            Self::Returned(clause) => {
                write!(f, "that would be returned before the first card [{clause}]")
            }
            Self::TooDear { left } => write!(
                f,
                "there is not enough for that: {left} of the bankroll is left"
            ),
        }
    }
}

/// Places a wager with its side wagers, or nothing at all.
fn place(
    round: &Round,
    player: Player,
    purse: Purse,
    box_no: BoxNo,
    wager: &BoxWager,
) -> Result<Round, NotPlaced> {
    let mut after = round.clone();
    if let Some(amount) = wager.amount {
        // One person sits at one box, the first; the others are played from there.
        let seated = box_no.number() == 1;
        after
            .choose(
                player,
                Choice::Wager {
                    box_no,
                    amount,
                    seated,
                },
            )
            .map_err(NotPlaced::Refused)?;
    }
    for &(side, amount) in &wager.sides {
        after
            .choose(
                player,
                Choice::SideWager {
                    box_no,
                    side,
                    amount,
                },
            )
            .map_err(NotPlaced::Refused)?;
    }
    if !purse.covers(&after, player) {
        return Err(NotPlaced::TooDear {
            left: to_money(purse.available(round, player)),
        });
    }
    match returned_at_close(&after, box_no) {
        Some(clause) => Err(NotPlaced::Returned(clause)),
        None => Ok(after),
    }
}

/// The clause by which the wager on a box would be given back at the close, if it would.
fn returned_at_close(round: &Round, box_no: BoxNo) -> Option<Clause> {
    let mut closed = round.clone();
    closed.close_wagers().ok()?;
    let returned = closed
        .settled()
        .find(|(settled, _)| settled.box_no == box_no && settled.kind == Kind::Wager);
    returned.map(|(_, clause)| clause)
}

/// The wagers of one round while they are being placed.
pub(crate) struct Wagering<'a> {
    pub(crate) open: &'a Round,
    pub(crate) player: Player,
    pub(crate) purse: Purse,
    pub(crate) boxes: &'a [BoxNo],
    pub(crate) last: &'a Laid,
    /// What `why` explains before anything is wagered: the results of the last round.
    pub(crate) results: &'a [(String, Clause)],
}

impl Wagering<'_> {
    /// Asks for a wager on each box; none when the person leaves.
    pub(crate) fn ask(&self, session: &mut Session<'_>) -> Result<Option<(Round, Laid)>> {
        loop {
            let mut round = self.open.clone();
            let mut laid = Laid::new();
            while let Some(&box_no) = self.boxes.get(laid.len()) {
                match self.ask_box(session, &round, box_no)? {
                    None => return Ok(None),
                    Some(Typed::Clear) => {
                        round = self.open.clone();
                        laid.clear();
                    }
                    Some(Typed::LeftOut) => laid.push((box_no, None)),
                    Some(Typed::Wager(wager)) => {
                        match place(&round, self.player, self.purse, box_no, &wager) {
                            Ok(after) => {
                                round = after;
                                laid.push((box_no, Some(wager)));
                            }
                            Err(why) => session.say(format!("  box {box_no}: {why}"))?,
                        }
                    }
                    Some(Typed::AsLastTime) => match self.repeat(&round, laid.len()) {
                        Ok((after, mut rest)) => {
                            round = after;
                            laid.append(&mut rest);
                            session.say(format!("  {}", sum_up(&laid)))?;
                        }
                        Err(why) => session.say(format!("  {why}"))?,
                    },
                }
            }
            if laid.iter().any(|(_, wager)| wager.is_some()) {
                return Ok(Some((round, laid)));
            }
            session.say("  nothing is wagered: put an amount on a box, or type quit to leave")?;
        }
    }

    fn ask_box(
        &self,
        session: &mut Session<'_>,
        round: &Round,
        box_no: BoxNo,
    ) -> Result<Option<Typed>> {
        let last = self
            .last
            .iter()
            .find(|(no, _)| *no == box_no)
            .and_then(|(_, wager)| wager.as_ref());
        let last = last.map_or(String::new(), |wager| format!(" [{wager}]"));
        let prompt = format!("box {box_no} wager{last}");
        let placing = placing(round, box_no);
        let why = if self.results.is_empty() {
            &placing
        } else {
            self.results
        };
        while let Some(line) = session.ask(&Asking {
            prompt: &prompt,
            why,
            round: None,
        })? {
            match read(&line) {
                Ok(typed) => return Ok(Some(typed)),
                Err(why) => session.say(format!("  {why}"))?,
            }
        }
        Ok(None)
    }

    /// The last wagers on the boxes from number `from` on, placed again.
    fn repeat(&self, round: &Round, from: usize) -> Result<(Round, Laid), String> {
        let rest: Laid = self
            .last
            .iter()
            .filter(|(no, _)| self.boxes[from..].contains(no))
            .cloned()
            .collect();
        if rest.iter().all(|(_, wager)| wager.is_none()) && from == 0 {
            return Err(
                "there is no wager to repeat yet: type an amount, for example 25".to_owned(),
            );
        }
        if rest.is_empty() {
            return Err(
                "there is no wager to repeat on this box: type an amount, or - to leave it out"
                    .to_owned(),
            );
        }
        let mut round = round.clone();
        for (box_no, wager) in &rest {
            if let Some(wager) = wager {
                round = place(&round, self.player, self.purse, *box_no, wager)
                    .map_err(|why| format!("box {box_no}, {wager} again: {why}"))?;
            }
        }
        Ok((round, rest))
    }
}

/// What may be placed on a box, each with its clause.
fn placing(round: &Round, on: BoxNo) -> Vec<(String, Clause)> {
    let mut placing = Vec::new();
    for legal in round.legal() {
        if let Choice::Wager {
            box_no,
            seated: true,
            ..
        } = legal.choice
            && box_no == on
        {
            placing.push((format!("a wager on box {on}"), legal.clause));
        }
        if let Choice::SideWager { box_no, side, .. } = legal.choice
            && box_no == on
        {
            placing.push((side.word().to_owned(), legal.clause));
        }
    }
    placing
}

fn sum_up(laid: &Laid) -> String {
    let one = |(box_no, wager): &(BoxNo, Option<BoxWager>)| {
        wager.as_ref().map(|wager| format!("box {box_no}: {wager}"))
    };
    format!(
        "as last time: {}",
        laid.iter()
            .filter_map(one)
            .collect::<Vec<String>>()
            .join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wagers_are_read_with_their_side_wagers() {
        let Ok(Typed::Wager(wager)) = read("25 pairs 5 PANDEMONIUM 2.50") else {
            panic!()
        };
        assert_eq!(wager.to_string(), "25 pairs 5 pandemonium 2.50");
        assert_eq!(read(&wager.to_string()), Ok(Typed::Wager(wager)));
        assert_eq!(read(""), Ok(Typed::AsLastTime));
        assert_eq!(read("rebet"), Ok(Typed::AsLastTime));
        assert_eq!(read("-"), Ok(Typed::LeftOut));
        assert_eq!(read("0"), Ok(Typed::LeftOut));
    }

    #[test]
    fn nonsense_is_named() {
        for line in [
            "x",
            "25 5",
            "25 pairs",
            "25 pairs x",
            "pairs 5 25",
            "1e9",
            "-5",
            "25 pears 5",
            "٣",
        ] {
            let why = read(line).unwrap_err();
            assert!(!why.contains('\n'), "{line}: {why}");
        }
    }
}
