//! Playing a written round through the engine.

use super::check;
use super::course::{Course, Move, Refused, after};
use super::parse::NotationError;
use super::script::{BettorEntry, InsuranceItem, Line, Numbered, Script, Token, WagerRef};
use super::table::{refuse_table, setup};
use super::words::legal_words;
use crate::choice::{Asked, Choice, Draw, HandRef, Need, Question, To, Turn};
use crate::event::Stage;
use crate::player::Player;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::state::Play;
use rules::{BoxNo, Money, RuleBook};
use std::sync::Arc;

/// Finds a book by its name.
pub type Books<'a> = dyn Fn(&str) -> Result<Arc<RuleBook>, String> + 'a;

/// A written round that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The round as it stands at the end of the text.
    pub round: Round,
    /// What was refused, as the text demanded.
    pub refusals: Vec<Refused>,
    /// How many lines of the text checked something: results, nets, refusals, citations.
    pub checks: usize,
    /// Everything that was done, in its order.
    pub moves: Vec<Move>,
}

impl Played {
    /// The round as it stood after so many moves; as it stands if there were fewer.
    pub fn after(&self, moves: usize) -> Round {
        let events = moves.checked_sub(1).map_or(0, |last| {
            self.moves.get(last).map_or(usize::MAX, |last| last.events)
        });
        after(
            &self.round,
            self.round
                .events()
                .get(..events)
                .unwrap_or(self.round.events()),
        )
    }

    fn take(&mut self, course: Course) {
        self.round = course.round;
        self.moves.extend(course.moves);
    }
}

/// Whether a text must tell a round to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    ToTheEnd,
    AsFarAsItGoes,
}

/// Plays a written round and checks what it states.
///
/// # Errors
///
/// The first line that is illegal, that was to be refused and was not, or that states another
/// result than the book gives.
pub fn play(script: &Script, books: &Books<'_>) -> Result<Played, NotationError> {
    play_told(script, books, Told::ToTheEnd)
}

/// The same for a text that may end before its round does, with or without the word `unfinished`.
///
/// # Errors
///
/// As [`play`], but for the end.
pub fn play_so_far(script: &Script, books: &Books<'_>) -> Result<Played, NotationError> {
    play_told(script, books, Told::AsFarAsItGoes)
}

/// Each is set up anew.
const REFUSED_TABLES_MOST: u32 = 50;

fn play_told(script: &Script, books: &Books<'_>, told: Told) -> Result<Played, NotationError> {
    let in_head = |what: String| NotationError {
        line: script.at.0,
        column: 1,
        what,
    };
    let setup = setup(script, books).map_err(in_head)?;
    let round = Round::open(setup).map_err(|fault| in_head(fault.to_string()))?;
    let mut played = Played {
        round,
        refusals: Vec::new(),
        checks: 0,
        moves: Vec::new(),
    };
    let (mut unfinished, mut refused_tables) = (false, 0);
    for numbered in &script.lines {
        let at = |what: String| NotationError {
            line: numbered.at,
            column: 1,
            what,
        };
        if unfinished && !numbered.line.is_statement() {
            return Err(at("nothing follows `unfinished` but results".to_owned()));
        }
        unfinished |= numbered.line == Line::Unfinished;
        if let Line::RefusedTable { clause, items } = &numbered.line {
            refused_tables += 1;
            if refused_tables > REFUSED_TABLES_MOST {
                return Err(at(format!(
                    "a round tells of at most {REFUSED_TABLES_MOST} tables that are refused"
                )));
            }
            refuse_table(script, books, clause, items).map_err(at)?;
            played.checks += 1;
            continue;
        }
        play_line(&mut played, numbered).map_err(at)?;
    }
    let last = script
        .lines
        .last()
        .map_or(script.at.0, |numbered| numbered.at);
    let at = |what: String| NotationError {
        line: last,
        column: 1,
        what,
    };
    if !unfinished {
        let mut course = Course::of(&played.round, last);
        match (finish(&mut course), told) {
            (Ok(()), _) => played.take(course),
            (Err(what), Told::ToTheEnd) => return Err(at(what)),
            // Nothing is declined for anybody who may still answer.
            (Err(_), Told::AsFarAsItGoes) => {}
        }
    }
    let mut false_statements: Vec<(usize, String)> = Vec::new();
    for numbered in script
        .lines
        .iter()
        .filter(|numbered| numbered.line.is_statement())
    {
        played.checks += 1;
        false_statements.extend(
            check::check_line(&played, &numbered.line)
                .err()
                .map(|what| (numbered.at, what)),
        );
    }
    // The first is told at its place, the others behind it: nobody should have to find them one by
    // one.
    let mut statements = false_statements.into_iter();
    let Some((line, mut what)) = statements.next() else {
        return Ok(played);
    };
    for (line, other) in statements {
        what.push_str(&format!("\n  and line {line}: {other}"));
    }
    Err(NotationError {
        line,
        column: 1,
        what,
    })
}

/// Lets open questions be declined, and demands that the round is over then.
fn finish(round: &mut Course) -> Result<(), String> {
    decline_all(round)?;
    let turn = round.turn();
    if turn == Turn::Over {
        Ok(())
    } else {
        Err(format!(
            "the text ends before the round does: {}",
            awaited(round, &turn)
        ))
    }
}

/// Why a line could not be played: the book refused it, or it makes no sense where it stands.
enum Stop {
    Refused(Refusal),
    Wrong(String),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<String> for Stop {
    fn from(what: String) -> Self {
        Self::Wrong(what)
    }
}

fn play_line(played: &mut Played, numbered: &Numbered) -> Result<(), String> {
    let Numbered { at, line } = numbered;
    if let Line::Refused { clause, line } = line {
        // The attempt is made on a copy: a refusal changes nothing.
        let mut copy = Course::of(&played.round, *at);
        let refusal = match attempt(&mut copy, line) {
            Err(Stop::Refused(refusal)) => refusal,
            Err(Stop::Wrong(what)) => return Err(what),
            Ok(()) => {
                return Err(format!(
                    "this was to be refused by clause {clause} and is allowed"
                ));
            }
        };
        if !check::is_clause(refusal.clause, clause) {
            return Err(format!(
                "this was to be refused by clause {clause}, but: {refusal}"
            ));
        }
        let tried = copy.tried.ok_or("nothing was tried on this line")?;
        played.refusals.push(Refused {
            events: played.round.events().len(),
            before: copy.moves,
            tried,
            refusal,
        });
        played.checks += 1;
        return Ok(());
    }
    let mut copy = Course::of(&played.round, *at);
    let result = attempt(&mut copy, line);
    match result {
        Ok(()) => {
            played.take(copy);
            Ok(())
        }
        Err(Stop::Wrong(what)) => Err(what),
        Err(Stop::Refused(refusal)) => {
            let legal = legal_words(&copy);
            let help = if legal.is_empty() {
                String::new()
            } else {
                format!("; legal now: {}", legal.join(", "))
            };
            Err(format!("{refusal}{help}"))
        }
    }
}

fn attempt(round: &mut Course, line: &Line) -> Result<(), Stop> {
    match line {
        Line::Wagers { box_no, entries } => entries
            .iter()
            .try_for_each(|entry| wager(round, *box_no, entry)),
        Line::Declines { box_no, name } => Ok(round.choose(
            named(round, name)?,
            Choice::DeclineControl { box_no: *box_no },
        )?),
        Line::Close => Ok(round.close_wagers()?),
        Line::Withdraws { name } => {
            close_if_open(round)?;
            Ok(round.withdraw(named(round, name)?)?)
        }
        Line::Deal(draws) => {
            close_if_open(round)?;
            for &draw in draws {
                burn_unless(round, matches!(draw, Draw::Burned | Draw::CuttingCard))?;
                if round.stage() > Stage::InitialDeal {
                    return Err(Stop::Wrong(
                        "the initial deal is complete: it needs no more cards".to_owned(),
                    ));
                }
                round.deal(draw)?;
            }
            Ok(())
        }
        Line::Insurance(items) => items.iter().try_for_each(|item| insurance(round, item)),
        Line::Press { of, multiplier, by } => press(round, of, *multiplier, by.as_deref()),
        Line::Box { box_no, tokens } => {
            close_if_open(round)?;
            // A line may start with the next hand that the line before has come to.
            let hand = current_hand(round, *box_no);
            let mut hand = if tokens.first() == Some(&Token::NextHand) {
                hand.saturating_sub(1)
            } else {
                hand
            };
            tokens
                .iter()
                .try_for_each(|each| token(round, *box_no, each, &mut hand))
        }
        Line::Dealer(draws) => {
            close_if_open(round)?;
            for &draw in draws {
                decline_all(round)?;
                let turn = round.turn();
                if !matches!(turn, Turn::Deal(Need::Card(To::Dealer) | Need::Shuffle)) {
                    return Err(Stop::Wrong(format!(
                        "no card is due to the dealer: {}",
                        awaited(round, &turn)
                    )));
                }
                round.deal(draw)?;
            }
            Ok(())
        }
        Line::Refused { .. }
        | Line::RefusedTable { .. }
        | Line::Result(_)
        | Line::Net { .. }
        | Line::Cites { .. }
        | Line::Unfinished => Ok(()),
    }
}

fn named(round: &Round, name: &str) -> Result<Player, Stop> {
    round
        .setup()
        .player(name)
        .ok_or_else(|| Stop::Wrong(format!("nobody called {name} is at the table")))
}

fn wager(round: &mut Course, box_no: BoxNo, entry: &BettorEntry) -> Result<(), Stop> {
    let player = named(round, &entry.name)?;
    if let Some(amount) = entry.amount {
        round.choose(
            player,
            Choice::Wager {
                box_no,
                amount,
                seated: entry.seated,
            },
        )?;
    }
    for &(side, amount) in &entry.sides {
        round.choose(
            player,
            Choice::SideWager {
                box_no,
                side,
                amount,
            },
        )?;
    }
    Ok(())
}

fn close_if_open(round: &mut Course) -> Result<(), Stop> {
    if round.stage() == Stage::Wagering {
        round.close_wagers()?;
    }
    Ok(())
}

/// Cards burned unseen need not be written.
fn burn_unless(round: &mut Course, written: bool) -> Result<(), Stop> {
    while !written && round.turn() == Turn::Deal(Need::Burn) {
        round.deal(Draw::Burned)?;
    }
    Ok(())
}

/// Declines whatever is asked now, for everybody.
fn decline_all(round: &mut Course) -> Result<(), String> {
    while let Turn::Answer(question, asked) = round.turn() {
        decline(round, question, &asked)?;
    }
    Ok(())
}

/// Declines what is asked until `question` comes up, or until nothing is asked.
fn decline_until(round: &mut Course, question: Question) -> Result<(), String> {
    while let Turn::Answer(now, asked) = round.turn() {
        if now == question {
            break;
        }
        decline(round, now, &asked)?;
    }
    Ok(())
}

/// Declines what is asked until surrender is asked of this box, or until nothing is asked.
fn decline_until_surrender(round: &mut Course, box_no: BoxNo) -> Result<(), String> {
    while let Turn::Answer(now, asked) = round.turn() {
        let here = asked
            .iter()
            .any(|asked| asked.hand.is_some_and(|hand| hand.box_no == box_no));
        if now == Question::Surrender && (here || round.stage() == Stage::Surrender) {
            break;
        }
        decline(round, now, &asked)?;
    }
    Ok(())
}

fn decline(round: &mut Course, question: Question, asked: &[Asked]) -> Result<(), String> {
    for &Asked { player, hand } in asked {
        let box_no = hand.map(|hand| hand.box_no);
        let choice = match (question, hand, box_no) {
            (Question::AnothersInsurance, ..) => Choice::NoMoreInsurance,
            (Question::Insurance, _, Some(box_no)) => Choice::NoInsurance { box_no },
            (Question::Surrender, _, Some(box_no)) => Choice::NoSurrender { box_no },
            (Question::Double, Some(hand), _) => Choice::NoDouble { hand },
            (Question::Split, Some(hand), _) => Choice::StayOnFirst { hand },
            (Question::Forfeit, Some(hand), _) => Choice::NoForfeit { hand },
            (Question::Press, ..) => return Err(awaited(round, &round.turn())),
            (
                Question::Insurance
                | Question::Surrender
                | Question::Double
                | Question::Split
                | Question::Forfeit,
                ..,
            ) => {
                return Err("nobody is asked".to_owned());
            }
        };
        // An earlier answer may have settled a later one's question.
        if let Err(refusal) = round.choose(player, choice)
            && matches!(round.turn(), Turn::Answer(now, still) if now == question && still.contains(&Asked { player, hand }))
        {
            return Err(refusal.to_string());
        }
    }
    Ok(())
}

fn controller(round: &Round, box_no: BoxNo) -> Result<Player, Stop> {
    let each = round.state.find_box(box_no);
    let found = each.and_then(|each| {
        each.controller
            .or_else(|| each.bettors.first().map(|bettor| bettor.player))
    });
    found.ok_or_else(|| Stop::Wrong(format!("box {box_no} has no wager")))
}

fn owner(round: &Round, of: &WagerRef) -> Result<Player, Stop> {
    match &of.name {
        Some(name) => named(round, name),
        None => controller(round, of.box_no),
    }
}

fn insurance(round: &mut Course, item: &InsuranceItem) -> Result<(), Stop> {
    close_if_open(round)?;
    match item {
        InsuranceItem::Take {
            on,
            amount,
            by: None,
        } => {
            let player = owner(round, on)?;
            let amount = amount.map_or_else(
                || most_of(round, player, |choice| matches!(choice, Choice::Insure { box_no, .. } if *box_no == on.box_no)),
                Ok,
            )?;
            Ok(round.choose(
                player,
                Choice::Insure {
                    box_no: on.box_no,
                    amount,
                },
            )?)
        }
        InsuranceItem::Take {
            on,
            amount,
            by: Some(by),
        } => {
            let (of, by) = (owner(round, on)?, named(round, by)?);
            decline_until(round, Question::AnothersInsurance)?;
            let wanted = |choice: &Choice| matches!(choice, Choice::TakeInsurance { box_no, of: owner, .. } if *box_no == on.box_no && *owner == of);
            let amount = amount.map_or_else(|| most_of(round, by, wanted), Ok)?;
            Ok(round.choose(
                by,
                Choice::TakeInsurance {
                    box_no: on.box_no,
                    of,
                    amount,
                },
            )?)
        }
        InsuranceItem::Decline { on } => {
            Ok(round.choose(owner(round, on)?, Choice::NoInsurance { box_no: on.box_no })?)
        }
        InsuranceItem::Done { name } => {
            decline_until(round, Question::AnothersInsurance)?;
            Ok(round.choose(named(round, name)?, Choice::NoMoreInsurance)?)
        }
    }
}

/// The most that may be put up for a choice; a token amount where it is not legal, so that the
/// engine says why.
fn most_of(round: &Round, player: Player, wanted: impl Fn(&Choice) -> bool) -> Result<Money, Stop> {
    let found = round
        .legal()
        .into_iter()
        .find(|legal| legal.player == player && wanted(&legal.choice));
    Ok(found
        .and_then(|legal| legal.choice.amount())
        .unwrap_or(Money::from_cents(1)))
}

fn press(
    round: &mut Course,
    of: &WagerRef,
    multiplier: Option<u16>,
    by: Option<&str>,
) -> Result<(), Stop> {
    close_if_open(round)?;
    decline_until(round, Question::Press)?;
    // A press that was written without its multiplier may get it later.
    if let (Turn::Deal(Need::Multiplier), Some(multiplier)) = (round.turn(), multiplier) {
        return Ok(round.deal(Draw::Multiplier(multiplier))?);
    }
    let player = owner(round, of)?;
    let choice = match by {
        Some(by) => Choice::Nominate {
            box_no: of.box_no,
            nominee: named(round, by)?,
        },
        None => Choice::Press { box_no: of.box_no },
    };
    round.choose(player, choice)?;
    if let Some(multiplier) = multiplier {
        round.deal(Draw::Multiplier(multiplier))?;
    }
    Ok(())
}

fn current_hand(round: &Round, box_no: BoxNo) -> u8 {
    round
        .state
        .current()
        .filter(|at| at.box_no == box_no)
        .map_or(0, |at| at.hand)
}

fn token(round: &mut Course, box_no: BoxNo, token: &Token, hand: &mut u8) -> Result<(), Stop> {
    match token {
        Token::Stand(who) => {
            let (hand, player) = speaker(round, box_no, who.as_deref())?;
            Ok(round.choose(player, Choice::Stand { hand })?)
        }
        Token::Draw(who) => {
            let (hand, player) = speaker(round, box_no, who.as_deref())?;
            Ok(round.choose(player, Choice::Draw { hand })?)
        }
        Token::DoubleBy(amount) => {
            let (hand, player) = decider(round, box_no)?;
            double(round, hand, player, *amount)
        }
        Token::Double(who) => {
            if !is_asked(
                round,
                Question::Double,
                who.first().map(|(name, _)| name.as_str()),
            ) {
                decline_all(round)?;
            }
            for (name, amount) in who {
                double(
                    round,
                    meant_hand(round, box_no),
                    named(round, name)?,
                    *amount,
                )?;
            }
            Ok(())
        }
        Token::Split(names) => {
            if names.is_empty() {
                let (hand, player) = decider(round, box_no)?;
                round.choose(player, Choice::Split { hand })?;
            } else if !is_asked(round, Question::Split, names.first().map(String::as_str)) {
                decline_all(round)?;
            }
            for name in names {
                round.choose(
                    named(round, name)?,
                    Choice::Split {
                        hand: meant_hand(round, box_no),
                    },
                )?;
            }
            Ok(())
        }
        Token::Surrender(names) => surrender(round, box_no, names),
        Token::Forfeit(who) => forfeit(round, box_no, who),
        Token::Absent(name) => Ok(round.declare_absent(named(round, name)?, box_no)?),
        Token::NoSurrender(name) => {
            decline_until_surrender(round, box_no)?;
            Ok(round.choose(named(round, name)?, Choice::NoSurrender { box_no })?)
        }
        Token::NoDouble(name) => {
            let hand = meant_hand(round, box_no);
            Ok(round.choose(named(round, name)?, Choice::NoDouble { hand })?)
        }
        Token::Stay(name) => {
            let hand = meant_hand(round, box_no);
            Ok(round.choose(named(round, name)?, Choice::StayOnFirst { hand })?)
        }
        Token::Keep(name, number) => {
            let player = named(round, name)?;
            let hand = asked_hand(round, box_no, player, *number);
            Ok(round.choose(player, Choice::NoForfeit { hand })?)
        }
        Token::Card(draw) => card(round, box_no, *draw),
        Token::NextHand => {
            decline_all(round)?;
            let now = current_hand(round, box_no);
            let moved = now > *hand && round.state.current().is_some_and(|at| at.box_no == box_no);
            *hand = now;
            if moved {
                Ok(())
            } else {
                Err(Stop::Wrong(format!(
                    "box {box_no} has not come to its next hand here"
                )))
            }
        }
    }
}

/// Whether this is an answer to a question that is open, and not a choice of the controlling
/// player's.
fn is_asked(round: &Round, question: Question, name: Option<&str>) -> bool {
    let player = name.and_then(|name| round.setup().player(name));
    let asked_of = |asked: &[Asked]| asked.iter().any(|asked| Some(asked.player) == player);
    matches!(round.turn(), Turn::Answer(now, asked) if now == question && asked_of(&asked))
}

/// The hand of a box that a text speaks of, once earlier questions are declined, and who decides on
/// it.
fn decider(round: &mut Course, box_no: BoxNo) -> Result<(HandRef, Player), Stop> {
    decline_all(round)?;
    match round.turn() {
        Turn::Decide(at, player) if at.box_no == box_no => Ok((at, player)),
        Turn::Decide(..) | Turn::Deal(_) | Turn::Answer(..) | Turn::Wagers | Turn::Over => {
            Ok((meant_hand(round, box_no), controller(round, box_no)?))
        }
    }
}

/// The same where the text may say who speaks, whoever may.
fn speaker(
    round: &mut Course,
    box_no: BoxNo,
    who: Option<&str>,
) -> Result<(HandRef, Player), Stop> {
    let named = who.map(|name| named(round, name)).transpose()?;
    let (hand, player) = decider(round, box_no)?;
    Ok((hand, named.unwrap_or(player)))
}

/// The hand of a box that a text speaks of: the one that is asked for a choice, else the last that
/// is complete, else the first.
fn meant_hand(round: &Round, box_no: BoxNo) -> HandRef {
    let current = round.state.current().filter(|at| at.box_no == box_no);
    let asked = current.filter(|_| matches!(round.turn(), Turn::Decide(..) | Turn::Answer(..)));
    let done = round
        .state
        .hands()
        .filter(|(at, _, hand)| at.box_no == box_no && matches!(hand.play, Play::Done(_)))
        .last();
    asked
        .or(done.map(|(at, ..)| at))
        .or(current)
        .unwrap_or(HandRef { box_no, hand: 0 })
}

fn double(
    round: &mut Course,
    hand: HandRef,
    player: Player,
    amount: Option<Money>,
) -> Result<(), Stop> {
    let amount = amount.map_or_else(
        || {
            most_of(round, player, |choice| {
                matches!(choice, Choice::Double { .. })
            })
        },
        Ok,
    )?;
    Ok(round.choose(player, Choice::Double { hand, amount })?)
}

fn surrender(round: &mut Course, box_no: BoxNo, names: &[String]) -> Result<(), Stop> {
    let controller = controller(round, box_no)?;
    decline_until_surrender(round, box_no)?;
    if names.is_empty() {
        return Ok(round.choose(controller, Choice::Surrender { box_no })?);
    }
    for name in names {
        let player = named(round, name)?;
        // A co-bettor who answers after the controlling player: the controlling player's silence is
        // a no.
        let waits = |asked: &[Asked]| {
            let asked_of = |player| {
                asked.iter().any(|asked| {
                    asked.player == player && asked.hand.is_some_and(|hand| hand.box_no == box_no)
                })
            };
            asked_of(controller) && !asked_of(player)
        };
        if matches!(round.turn(), Turn::Answer(Question::Surrender, asked) if waits(&asked)) {
            round.choose(controller, Choice::NoSurrender { box_no })?;
        }
        round.choose(player, Choice::Surrender { box_no })?;
    }
    Ok(())
}

fn forfeit(round: &mut Course, box_no: BoxNo, who: &[(String, Option<u8>)]) -> Result<(), Stop> {
    if who.is_empty() {
        let player = controller(round, box_no)?;
        let hand = asked_hand(round, box_no, player, None);
        return Ok(round.choose(player, Choice::Forfeit { hand })?);
    }
    for (name, number) in who {
        let player = named(round, name)?;
        let hand = asked_hand(round, box_no, player, *number);
        round.choose(player, Choice::Forfeit { hand })?;
    }
    Ok(())
}

/// The hand that a forfeit speaks of: the one numbered, or the first the player is asked about.
fn asked_hand(round: &Round, box_no: BoxNo, player: Player, number: Option<u8>) -> HandRef {
    if let Some(number) = number {
        return HandRef {
            box_no,
            hand: number.saturating_sub(1),
        };
    }
    let asked = match round.turn() {
        Turn::Answer(Question::Forfeit, asked) => asked,
        Turn::Wagers | Turn::Deal(_) | Turn::Decide(..) | Turn::Answer(..) | Turn::Over => {
            Vec::new()
        }
    };
    let asked = asked
        .iter()
        .filter(|asked| asked.player == player)
        .filter_map(|asked| asked.hand);
    let last = HandRef {
        box_no,
        hand: current_hand(round, box_no),
    };
    asked
        .into_iter()
        .find(|hand| hand.box_no == box_no)
        .unwrap_or(last)
}

fn card(round: &mut Course, box_no: BoxNo, draw: Draw) -> Result<(), Stop> {
    decline_all(round)?;
    match round.turn() {
        Turn::Deal(Need::Card(To::Hand(at))) if at.box_no == box_no => Ok(round.deal(draw)?),
        Turn::Deal(Need::Shuffle) => Ok(round.deal(draw)?),
        Turn::Decide(at, _) if at.box_no == box_no => Err(Stop::Wrong(format!(
            "a card comes without being asked for: {}",
            awaited(round, &round.turn())
        ))),
        turn
        @ (Turn::Wagers | Turn::Deal(_) | Turn::Decide(..) | Turn::Answer(..) | Turn::Over) => {
            let done = round.state.find_box(box_no).is_some();
            let what = if done {
                "no card is due on box"
            } else {
                "no wager lies on box"
            };
            Err(Stop::Wrong(format!(
                "{what} {box_no}: {}",
                awaited(round, &turn)
            )))
        }
    }
}

/// What the round waits for, in words.
fn awaited(round: &Round, turn: &Turn) -> String {
    let name = |player: Player| round.setup().name(player);
    match turn {
        Turn::Over => "the round is over".to_owned(),
        Turn::Wagers => "wagers are still open".to_owned(),
        Turn::Deal(need) => format!("what is due is {need}"),
        Turn::Decide(at, player) => {
            let legal = legal_words(round).join(", ");
            format!(
                "{} decides on hand {} of box {} ({legal})",
                name(*player),
                at.hand + 1,
                at.box_no
            )
        }
        Turn::Answer(question, asked) => {
            let names: Vec<&str> = asked.iter().map(|asked| name(asked.player)).collect();
            format!(
                "{} must answer: {}",
                names.join(", "),
                super::words::question_words(*question)
            )
        }
    }
}
