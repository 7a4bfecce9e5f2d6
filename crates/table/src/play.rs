//! The round as the table plays it: choices, cards, time, and what follows its end.

use crate::decide::Trial;
use crate::event::{Decider, ShuffleWhy, What};
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Openness, Table};
use crate::wagers::index;
use game::{Asked, Choice, Dealing, Draw, HandRef, Need, Player, Question, Round, Turn};
use ledger::PlayerId;
use rules::{BoxNo, Cited, Clause, LastRounds, RunsOut};

/// After so many rounds a device gets new seeds, and the old ones are told.
const ROUNDS_OF_A_SEED: u32 = 100;

impl Table {
    /// Whether the cutting card is thrown aside and dealing goes on: in the last rounds, where the
    /// book says so.
    pub fn deals_on(&self) -> bool {
        match self.book.shuffle.last_rounds.is {
            LastRounds::Shuffled => false,
            LastRounds::MayDealOn | LastRounds::DealsOn => self.is_last_round(),
        }
    }

    /// Whether the round that is being played is one of the last that were declared; the one in
    /// which they were declared is not.
    pub(crate) fn is_last_round(&self) -> bool {
        let most = self.book.house.closing_rounds.is.get();
        self.live.is_some() && matches!(self.open, Openness::Rounds(left) if left < most)
    }

    pub(crate) fn shuffle_clause(&self, why: ShuffleWhy) -> Clause {
        let (shuffle, shoe) = (&self.book.shuffle, &self.book.shoe);
        match why {
            ShuffleWhy::Start => shuffle.start.clause,
            ShuffleWhy::CuttingCard => shoe.cutting_card.clause,
            ShuffleWhy::CuttingCardFirst => shoe.cutting_card_first.clause,
            ShuffleWhy::Order => shuffle.by_order.clause,
            ShuffleWhy::EmptyTable => shuffle.empty_table.clause,
            ShuffleWhy::NewSeeds => self.book.cut.device.clause,
            ShuffleWhy::AfterRanOut => shuffle.after_ran_out.clause,
            ShuffleWhy::RanOut => self.runs_out().clause,
        }
    }

    /// What the book says of a shoe or device that runs out in mid-round.
    fn runs_out(&self) -> Cited<RunsOut> {
        match self.config.dealing {
            Dealing::Shoe => self.book.shoe.runs_out,
            Dealing::Device => self.book.shoe.device_runs_out,
        }
    }

    fn can_shuffle_rack(&self) -> bool {
        match self.runs_out().is {
            RunsOut::NotProvided => false,
            RunsOut::ShuffleRack | RunsOut::RiffleRack => !self.rack_to_shuffle().is_empty(),
        }
    }
}

impl Trial {
    pub(crate) fn round(&self) -> Result<&Round, Refusal> {
        let live = self.table.live.as_ref();
        live.map(|live| &live.round)
            .ok_or(Refusal::plain(Reason::NoRoundUnderWay))
    }

    /// Tries something on a copy of the round and takes in what came of it.
    pub(crate) fn play(
        &mut self,
        act: impl FnOnce(&mut Round) -> Result<(), game::Refusal>,
        say: Option<(What, Clause)>,
    ) -> Result<(), Refusal> {
        let mut round = self.round()?.clone();
        let before = round.events().len();
        act(&mut round)?;
        if let Some((what, clause)) = say {
            self.emit(what, clause);
        }
        for event in &round.events()[before..] {
            self.emit(What::Round(*event), event.clause);
        }
        Ok(())
    }

    pub(crate) fn choose(&mut self, player: PlayerId, choice: Choice) -> Result<(), Refusal> {
        self.here(player)?;
        self.goes_on()?;
        self.choose_for(player, choice, Decider::Player)
    }

    fn choose_for(&mut self, player: PlayerId, choice: Choice, by: Decider) -> Result<(), Refusal> {
        let live = self
            .table
            .live
            .as_ref()
            .ok_or(Refusal::plain(Reason::NoRoundUnderWay))?;
        let place = index(&live.players, player).ok_or(Refusal::plain(Reason::NotAtTable))?;
        let clause = live
            .round
            .legal()
            .iter()
            .find(|legal| legal.player == place && alike(&legal.choice, &choice))
            .map_or(Clause::SILENT, |legal| legal.clause);
        let said = (What::Chosen { player, choice, by }, clause);
        self.play(|round| round.choose(place, choice), Some(said))
    }

    pub(crate) fn deal(&mut self, draw: Draw) -> Result<(), Refusal> {
        self.is_open()?;
        self.goes_on()?;
        let Turn::Deal(need) = self.round()?.turn() else {
            return Err(Refusal::new(
                Reason::NotDealt,
                self.table.book.draw.initial_deal.clause,
            ));
        };
        if need != Need::Multiplier && !self.table.shoe.is_ready()
            || draw == Draw::Shuffle
            || self.table.seed_is_due()
        {
            return Err(Refusal::new(
                Reason::NotDealt,
                self.table.book.shuffle.start.clause,
            ));
        }
        if draw == Draw::CuttingCard && self.table.deals_on() {
            if self.table.shoe.from_back.is_none() {
                let clause = self.table.book.shoe.cutting_card.clause;
                return Err(Refusal::new(
                    Reason::Game(game::Reason::NoCuttingCardHere),
                    clause,
                ));
            }
            // The round must agree that a cutting card can come now, and does not hear of it.
            self.round()?.clone().deal(draw)?;
            self.emit(
                What::CuttingCardAside,
                self.table.book.shuffle.last_rounds.clause,
            );
            return Ok(());
        }
        self.play(|round| round.deal(draw), None)
    }

    /// Moves a round on as far as it goes without anybody.
    pub(crate) fn follow_round(&mut self) -> bool {
        let Some(live) = &self.table.live else {
            return false;
        };
        match live.round.turn() {
            Turn::Over => {
                self.emit(
                    What::RoundOver { no: live.no },
                    self.table.book.shoe.round_over.clause,
                );
                self.after_round();
                true
            }
            Turn::Deal(Need::Shuffle) => self.follow_empty_shoe(),
            Turn::Deal(Need::Burn | Need::Card(_) | Need::Multiplier) | Turn::Wagers => false,
            Turn::Decide(hand, player) => {
                let player = live.players[player.index()];
                if self.is_gone(player) {
                    return self.find_absent(player, hand.box_no, Decider::Absence);
                }
                self.start_waiting();
                false
            }
            Turn::Answer(question, asked) => {
                let gone = asked
                    .iter()
                    .find(|asked| self.is_gone(live.players[asked.player.index()]));
                if let Some(asked) = gone.copied() {
                    return self.answer_for(question, &asked, Decider::Absence);
                }
                self.start_waiting();
                false
            }
        }
    }

    fn is_gone(&self, player: PlayerId) -> bool {
        self.table
            .person(player)
            .is_none_or(|person| person.leaving)
    }

    fn start_waiting(&mut self) {
        if self.table.until.is_none() {
            let until = self.at.after(self.table.config.times.decision);
            self.emit(
                What::DecisionUntil { until },
                self.table.book.draw.absent.clause,
            );
        }
    }

    /// The shoe is empty: the rack is shuffled and cut, and then it is the shoe. Where no clause
    /// provides for it, the round cannot go on.
    fn follow_empty_shoe(&mut self) -> bool {
        let shoe = &self.table.shoe;
        let refilled = shoe.drawn == 0;
        if refilled && shoe.is_ready() {
            return self.play(|round| round.deal(Draw::Shuffle), None).is_ok();
        }
        if shoe.shuffle.is_some() || !shoe.is_ready() {
            return false;
        }
        let why = ShuffleWhy::RanOut;
        if self.table.can_shuffle_rack() {
            self.emit(What::ShuffleDue { why }, self.table.shuffle_clause(why));
            return true;
        }
        let no = self.table.rounds;
        self.emit(
            What::RoundVoid {
                no,
                why: "the shoe is empty and no card is left to shuffle".to_owned(),
            },
            self.table.shuffle_clause(why),
        );
        self.after_round();
        true
    }

    /// What a round leaves behind: a shuffle, where one is due.
    pub(crate) fn after_round(&mut self) {
        // A round may be voided while its shuffle is due: then there is no layout, and all cards
        // are shuffled.
        let shoe = &self.table.shoe;
        let empty = self.table.config.dealing == Dealing::Shoe && shoe.drawn >= shoe.all;
        let due = match shoe.shuffle {
            None if empty => shoe.ends.or(Some(ShuffleWhy::AfterRanOut)),
            None => shoe.ends,
            Some(ShuffleWhy::RanOut) => Some(ShuffleWhy::AfterRanOut),
            Some(_) => None,
        };
        if let Some(why) = due {
            self.emit(What::ShuffleDue { why }, self.table.shuffle_clause(why));
        }
        self.drop_misfits();
        self.shuffle_if_empty();
        self.renew_seeds();
    }

    fn renew_seeds(&mut self) {
        let shoe = &self.table.shoe;
        let device = self.table.config.dealing == game::Dealing::Device;
        if device && shoe.is_ready() && shoe.rounds - shoe.seeded >= ROUNDS_OF_A_SEED {
            let why = ShuffleWhy::NewSeeds;
            self.emit(What::ShuffleDue { why }, self.table.shuffle_clause(why));
        }
    }

    /// Time passed.
    pub(crate) fn tick(&mut self) -> Result<(), Refusal> {
        if self.table.interrupted.is_some_and(|until| self.at >= until) {
            self.resume();
            return Ok(());
        }
        let due = self.table.until.is_some_and(|until| self.at >= until);
        if !due || !self.table.is_open() {
            return Ok(());
        }
        if matches!(
            self.table.shoe.cut,
            CutState::Offered(..) | CutState::Awaited
        ) {
            self.pass_the_cut();
            return Ok(());
        }
        let Some(live) = &self.table.live else {
            if !self.closing_has_come() {
                self.begin_round();
            }
            return Ok(());
        };
        match live.round.turn() {
            Turn::Decide(hand, player) => {
                let player = live.players[player.index()];
                self.find_absent(player, hand.box_no, Decider::Clock);
            }
            Turn::Answer(question, asked) => {
                for each in asked {
                    self.answer_for(question, &each, Decider::Clock);
                }
            }
            Turn::Wagers | Turn::Deal(_) | Turn::Over => {}
        }
        Ok(())
    }

    fn find_absent(&mut self, player: PlayerId, box_no: BoxNo, by: Decider) -> bool {
        let Some(place) = self
            .table
            .live
            .as_ref()
            .and_then(|live| index(&live.players, player))
        else {
            return false;
        };
        let said = (
            What::FoundAbsent { player, box_no, by },
            self.table.book.draw.absent.clause,
        );
        self.play(|round| round.declare_absent(place, box_no), Some(said))
            .is_ok()
    }

    /// The answer of somebody who gives none: nothing more is put at risk and nothing is given up.
    /// A jackpot button is pressed.
    fn answer_for(&mut self, question: Question, asked: &Asked, by: Decider) -> bool {
        let Some(live) = &self.table.live else {
            return false;
        };
        let player = live.players[asked.player.index()];
        let Some(choice) = silent_answer(question, asked.hand, &live.round, asked.player) else {
            return false;
        };
        self.choose_for(player, choice, by).is_ok()
    }
}

fn silent_answer(
    question: Question,
    hand: Option<HandRef>,
    round: &Round,
    player: Player,
) -> Option<Choice> {
    let legal = round.legal();
    let of_box = |box_no| hand.is_none_or(|hand| hand.box_no == box_no);
    let of_hand = |at| hand.is_none_or(|hand| hand == at);
    let fits = |choice: &Choice| match question {
        Question::Insurance => matches!(*choice, Choice::NoInsurance { box_no } if of_box(box_no)),
        Question::Surrender => matches!(*choice, Choice::NoSurrender { box_no } if of_box(box_no)),
        Question::AnothersInsurance => matches!(*choice, Choice::NoMoreInsurance),
        Question::Press => matches!(*choice, Choice::Press { .. }),
        Question::Double => matches!(*choice, Choice::NoDouble { hand: at } if of_hand(at)),
        Question::Split => matches!(*choice, Choice::StayOnFirst { hand: at } if of_hand(at)),
        Question::Forfeit => matches!(*choice, Choice::NoForfeit { hand: at } if of_hand(at)),
    };
    legal
        .iter()
        .find(|legal| legal.player == player && fits(&legal.choice))
        .map(|legal| legal.choice)
}

/// Whether two choices are the same but for the amount.
fn alike(one: &Choice, other: &Choice) -> bool {
    other
        .amount()
        .map_or(*one == *other, |amount| one.with_amount(amount) == *other)
}
