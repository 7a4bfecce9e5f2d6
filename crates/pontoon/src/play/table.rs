//! The table: shoe after shoe, round after round, until the player leaves or the money is gone.

use super::layout;
use super::menu::{Meant, Menu};
use super::purse::Purse;
use super::session::{Asking, Session};
use super::shoe::TableShoe;
use super::teller::Teller;
use super::wagers::{Laid, Wagering};
use anyhow::{Context, Result};
use cards::{Card, Drawn};
use game::{Choice, Draw, Need, Player, Round, Setup, ShoeAge, What};
use rules::{BoxNo, Clause, Money, Net};
use solver::side_wagers::pandemonium::Chances;

/// A table with one player at it.
pub(crate) struct Table<'a> {
    pub(crate) session: Session<'a>,
    /// The setup of every round, but for what the shoe and the rounds before it change.
    pub(crate) setup: Setup,
    pub(crate) shoe: TableShoe,
    pub(crate) boxes: Vec<BoxNo>,
    pub(crate) brought: Money,
    pub(crate) bankroll: Money,
    pub(crate) rounds: u32,
    pub(crate) laid: Laid,
}

/// Whether the person is still there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Here,
    Left,
}

/// Whether a round can go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dealt {
    GoesOn,
    /// The book has no rule for what happened.
    CannotGoOn,
}

impl Table<'_> {
    /// Plays until the player leaves or cannot wager any more.
    pub(crate) fn run(&mut self) -> Result<()> {
        loop {
            let minimum = self.setup.sign.minimum;
            if self.bankroll < minimum {
                let words = format!(
                    "The bankroll of {} does not cover the minimum of {minimum}: that was the last \
                    round.",
                    self.bankroll
                );
                self.session.say(words)?;
                break;
            }
            if self.shoe.shuffle_is_due() && self.new_shoe()? == Presence::Left {
                break;
            }
            if self.play_round()? == Presence::Left {
                break;
            }
        }
        self.farewell()
    }

    fn farewell(&mut self) -> Result<()> {
        let result = Net::won(self.bankroll) + Net::lost(self.brought);
        let rounds = if self.rounds == 1 {
            "1 round".to_owned()
        } else {
            format!("{} rounds", self.rounds)
        };
        let line = format!(
            "Thank you for playing. {rounds}, {result}: you brought {} and leave with {}.",
            self.brought, self.bankroll
        );
        self.session.say(line)
    }

    /// Shuffles all cards and lets the player cut them.
    fn new_shoe(&mut self) -> Result<Presence> {
        self.shoe.shuffle()?;
        let cuts = self.shoe.cuts();
        let (least, most) = (*cuts.start(), *cuts.end());
        self.session.say(format!(
            "A new shoe is shuffled. Cut it: {least} to {most} cards from the front, \
                or Enter to have it cut."
        ))?;
        let cut = loop {
            let Some(line) = self.session.ask(&Asking {
                prompt: "cut",
                why: &[],
                round: None,
            })?
            else {
                // The cards are needed even so where a round is under way.
                let cut = self.shoe.any_cut();
                self.shoe.load(cut);
                return Ok(Presence::Left);
            };
            let typed = line.strip_prefix("cut").unwrap_or(&line).trim();
            match typed.parse::<usize>() {
                Ok(cut) if cuts.contains(&cut) => break cut,
                Err(_) if typed.is_empty() => break self.shoe.any_cut(),
                Ok(_) | Err(_) => self.session.say(format!(
                    "  a cut is a number from {least} to {most}: a deck stays on either side"
                ))?,
            }
        };
        self.shoe.load(cut);
        self.session.say(format!(
            "  cut at {cut}; the cutting card goes in near the back"
        ))?;
        Ok(Presence::Here)
    }

    fn next_round(&self) -> Result<Round> {
        let mut setup = self.setup.clone();
        setup.age = if self.shoe.is_new() {
            ShoeAge::New
        } else {
            ShoeAge::Running
        };
        setup.gone = self.shoe.gone().to_vec();
        setup.left = Some(u32::try_from(self.shoe.left()).context("a shoe is small")?);
        Ok(Round::open(setup)?)
    }

    fn play_round(&mut self) -> Result<Presence> {
        let open = self.next_round()?;
        let player = self.session.player;
        let purse = Purse {
            bankroll: self.bankroll,
        };
        let results = self
            .session
            .last
            .as_ref()
            .map(|round| results(round, player))
            .unwrap_or_default();
        self.session.say(format!(
            "\nRound {}. Bankroll {}.",
            self.rounds + 1,
            self.bankroll
        ))?;
        let wagering = Wagering {
            open: &open,
            player,
            purse,
            boxes: &self.boxes,
            last: &self.laid,
            results: &results,
        };
        let Some((mut round, laid)) = wagering.ask(&mut self.session)? else {
            return Ok(Presence::Left);
        };
        self.laid = laid;
        if let Err(refusal) = round.close_wagers() {
            self.session.say(format!(
                "  refused: {} [{}]",
                refusal.reason, refusal.clause
            ))?;
            return Ok(Presence::Here);
        }
        let presence = self.play_on(&mut round, purse)?;
        self.close(round, purse)?;
        Ok(presence)
    }

    /// Plays a round from the close of wagers to its end.
    fn play_on(&mut self, round: &mut Round, purse: Purse) -> Result<Presence> {
        let player = self.session.player;
        let mut teller = Teller::new(player, self.session.paint());
        let mut presence = Presence::Here;
        loop {
            self.session.say_all(teller.tell(round))?;
            match (round.turn(), presence) {
                (game::Turn::Over | game::Turn::Wagers, _) => return Ok(presence),
                (game::Turn::Deal(need), _) => {
                    if self.deal(round, need, &mut presence)? == Dealt::CannotGoOn {
                        return Ok(presence);
                    }
                }
                (game::Turn::Decide(..) | game::Turn::Answer(..), Presence::Here) => {
                    presence = self.decide(round, purse)?;
                    if presence == Presence::Left {
                        self.leave(round)?;
                    }
                }
                (game::Turn::Decide(..) | game::Turn::Answer(..), Presence::Left) => {
                    decline(round, player)?
                }
            }
        }
    }

    fn close(&mut self, round: Round, purse: Purse) -> Result<()> {
        let player = self.session.player;
        self.rounds += 1;
        self.bankroll = purse.after(&round, player);
        let line = format!(
            "Round {}: {}. Bankroll {} before, {} now.",
            self.rounds,
            round.net(player),
            purse.bankroll,
            self.bankroll
        );
        let line = self.session.paint().bold(&line);
        self.session.say(line)?;
        // Books that play a wager below the minimum once return the next.
        let warned = round
            .events()
            .iter()
            .any(|event| matches!(event.what, What::BelowMinimum { .. }));
        if warned && let Some(patron) = self.setup.patrons.first_mut() {
            patron.warned = true;
        }
        self.session.last = Some(round);
        Ok(())
    }

    /// Brings what chance must bring.
    fn deal(&mut self, round: &mut Round, need: Need, presence: &mut Presence) -> Result<Dealt> {
        let draw = match need {
            Need::Burn if self.shoe.burn() => Draw::Burned,
            Need::Burn => Draw::CuttingCard,
            Need::Card(_) => match self
                .shoe
                .draw()
                .context("the shoe is empty, and the round does not know it")?
            {
                Drawn::Card(card) => Draw::Card(card),
                // A round meets the cutting card once; a second one only says again that a shuffle
                // is due.
                Drawn::CuttingCard if has_met_cutting_card(round) => return Ok(Dealt::GoesOn),
                Drawn::CuttingCard => Draw::CuttingCard,
            },
            Need::Shuffle => Draw::Shuffle,
            Need::Multiplier => {
                let chances = Chances::usual(&round.book().pandemonium.multipliers.is)
                    .context("the book has no multipliers")?;
                Draw::Multiplier(self.shoe.multiplier(&chances))
            }
        };
        let before = round.events().len();
        if let Err(refusal) = round.deal(draw) {
            let words = format!(
                "  the round cannot go on: {} [{}]; what is not settled is given back",
                refusal.reason, refusal.clause
            );
            self.session.say(words)?;
            return Ok(Dealt::CannotGoOn);
        }
        if need == Need::Shuffle {
            let layout: Vec<Card> = round.layout().cards().collect();
            let then = round.book().shuffle.after_ran_out.is;
            self.shoe.refill(&layout, then)?;
        }
        let first = round.events()[before..]
            .iter()
            .any(|event| matches!(event.what, What::CuttingCardFirst));
        if first && self.new_shoe()? == Presence::Left && *presence == Presence::Here {
            *presence = Presence::Left;
            self.leave(round)?;
        }
        Ok(Dealt::GoesOn)
    }

    /// Lets the player decide one thing.
    fn decide(&mut self, round: &mut Round, purse: Purse) -> Result<Presence> {
        let player = self.session.player;
        let menu = Menu::of(round, player, purse)
            .context("somebody is asked, and it is not the player")?;
        let hand = menu.at.map_or(String::new(), |at| {
            layout::match_up(round, player, at, self.session.paint())
        });
        let left = self
            .session
            .paint()
            .dim(&format!("({} left, ? for why)", menu.left));
        self.session
            .say(format!("  {hand}: {}   {left}", menu.line()))?;
        let prompt = menu.asks();
        let why = menu.clauses();
        loop {
            let Some(line) = self.session.ask(&Asking {
                prompt,
                why: &why,
                round: Some(round),
            })?
            else {
                return Ok(Presence::Left);
            };
            let choice = match menu.read(&line) {
                Meant::Option(choice) => choice,
                Meant::NotOffered(choice) => {
                    self.refuse(round, choice, &menu)?;
                    continue;
                }
                Meant::Nothing(why) => {
                    self.session.say(format!("  {why}"))?;
                    continue;
                }
            };
            let mut after = round.clone();
            match after.choose(player, choice) {
                Err(refusal) => self.session.say(format!(
                    "  refused: {} [{}]",
                    refusal.reason, refusal.clause
                ))?,
                Ok(()) if !purse.covers(&after, player) => {
                    self.session.say(too_dear(choice, menu.left))?
                }
                Ok(()) => {
                    *round = after;
                    return Ok(Presence::Here);
                }
            }
        }
    }

    /// Puts a choice that is not offered to the book, for its refusal.
    fn refuse(&mut self, round: &Round, choice: Choice, menu: &Menu) -> Result<()> {
        let why = match round.clone().choose(self.session.player, choice) {
            Err(refusal) => format!("refused: {} [{}]", refusal.reason, refusal.clause),
            Ok(()) => "that is not offered now".to_owned(),
        };
        let first = if menu.question.is_some() {
            format!("; answer this first: {}", menu.line())
        } else {
            String::new()
        };
        self.session.say(format!("  {why}{first}"))
    }

    /// The player walks away: the book says what becomes of the hands.
    fn leave(&mut self, round: &mut Round) -> Result<()> {
        let clause = round.book().draw.absent.clause;
        self.session.say(format!(
            "  You leave in mid-round: the book plays your hands on [{clause}]."
        ))?;
        for &box_no in &self.boxes {
            // A box without a wager, or one that is settled, has nobody to be absent.
            let _ = round.declare_absent(self.session.player, box_no);
        }
        Ok(())
    }
}

/// Why something cannot be paid for.
fn too_dear(choice: Choice, left: Money) -> String {
    let hint = if choice.amount().is_some() {
        "; a smaller amount may be typed behind the word, where the book allows it"
    } else {
        ""
    };
    format!("  there is not enough for that: {left} of the bankroll is left{hint}")
}

/// Answers for somebody who has left, wherever the book still asks: with what costs nothing.
fn decline(round: &mut Round, player: Player) -> Result<()> {
    let declines = |choice: Choice| match choice {
        Choice::NoInsurance { .. }
        | Choice::NoMoreInsurance
        | Choice::NoSurrender { .. }
        | Choice::NoDouble { .. } => true,
        Choice::StayOnFirst { .. }
        | Choice::NoForfeit { .. }
        | Choice::Stand { .. }
        | Choice::Draw { .. }
        | Choice::Press { .. } => true,
        Choice::Wager { .. }
        | Choice::SideWager { .. }
        | Choice::DeclineControl { .. }
        | Choice::Insure { .. } => false,
        Choice::TakeInsurance { .. }
        | Choice::Nominate { .. }
        | Choice::Surrender { .. }
        | Choice::Double { .. } => false,
        Choice::Split { .. } | Choice::Forfeit { .. } => false,
    };
    let choice = round
        .legal()
        .into_iter()
        .find(|legal| legal.player == player && declines(legal.choice));
    let choice = choice
        .context("the round asks an absent player for something that cannot be declined")?
        .choice;
    round
        .choose(player, choice)
        .map_err(|refusal| anyhow::anyhow!("{} [{}]", refusal.reason, refusal.clause))
}

/// Whether the round knows of the cutting card that lies in the cards it is dealt from.
fn has_met_cutting_card(round: &Round) -> bool {
    round
        .events()
        .iter()
        .rev()
        .take_while(|event| event.what != What::RackShuffled)
        .any(|event| matches!(event.what, What::CuttingCardSeen | What::CuttingCardFirst))
}

/// What `why` explains after a round: each result with its clause.
fn results(round: &Round, player: Player) -> Vec<(String, Clause)> {
    let own = round
        .settled()
        .filter(|(settled, _)| settled.player == player);
    own.map(|(settled, clause)| {
        let what = format!(
            "box {}: {} {} {}",
            settled.box_no,
            settled.kind.word(),
            settled.outcome.word(),
            settled.net
        );
        (what, clause)
    })
    .collect()
}
