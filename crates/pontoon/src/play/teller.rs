//! Tells what happens at the table, as it happens: one line an event, for events that a player
//! wants to know of.

use super::console::Paint;
use super::layout;
use super::results;
use game::notation::describe;
use game::{Ending, Event, HandRef, Player, Round, Stage, To, Viewer, What};

/// How far a round has been told.
pub(crate) struct Teller {
    player: Player,
    paint: Paint,
    told: usize,
    stage: Stage,
}

impl Teller {
    pub(crate) fn new(player: Player, paint: Paint) -> Self {
        Self {
            player,
            paint,
            told: 0,
            stage: Stage::Wagering,
        }
    }

    /// The lines for everything that has happened since the last time.
    pub(crate) fn tell(&mut self, round: &Round) -> Vec<String> {
        let mut lines = Vec::new();
        let events = round.events();
        for place in self.told.min(events.len())..events.len() {
            lines.extend(self.event(round, place));
        }
        self.told = events.len();
        lines
    }

    fn event(&mut self, round: &Round, place: usize) -> Vec<String> {
        let event = &round.events()[place];
        let clause = event.clause;
        let cited = |words: String| vec![format!("  {words} [{clause}]")];
        match event.what {
            What::Began(stage) => self.begin(round, stage, place),
            What::Dealt { to, .. } => self.card(round, to, event),
            What::Settled(settled) if settled.player == self.player => {
                vec![results::line(
                    round,
                    self.player,
                    &settled,
                    clause,
                    self.paint,
                )]
            }
            What::BelowMinimum { box_no, .. } => cited(format!(
                "box {box_no}: the wager is below the minimum; it is played this \
                    once, the next is not"
            )),
            What::AboveMaximum {
                box_no, counted, ..
            } => cited(format!(
                "box {box_no}: only \
                {counted} of the wager is in play"
            )),
            What::Doubled { hand, amount, .. } => cited(format!(
                "{}: doubled with {amount}",
                self.label(round, hand)
            )),
            What::HandSplit { hand } => {
                cited(format!("box {}: the pair becomes two hands", hand.box_no))
            }
            What::Surrendered { hand, .. } => cited(format!(
                "{}: surrendered; half is kept unless the dealer makes Pontoon",
                self.label(round, hand)
            )),
            What::InsuranceTaken { box_no, amount, .. } => cited(format!(
                "box {box_no}: insured \
                for {amount}"
            )),
            What::MultiplierShown { multiplier } => vec![
                format!("  the meter shows {multiplier} [{clause}]"),
                "  (the book gives no chances for the meter: they are ours, as told when the table \
                opened)".to_owned(),
            ],
            What::SuperBonusWon { .. } => cited(self.paint.bold("Super Bonus!")),
            What::HandEnded {
                hand,
                how: how @ (Ending::SplitAce | Ending::Absent),
            } => {
                let why = if how == Ending::Absent {
                    "stands for an absent player"
                } else {
                    "a split Ace has one card only"
                };
                cited(format!("{}: {why}", self.label(round, hand)))
            }
            What::Burned
            | What::CuttingCardSeen
            | What::CuttingCardFirst
            | What::JokerReplaced
            | What::RackShuffled
            | What::RackReturned
            | What::Pressed { .. }
            | What::ClaimRefused { .. } => cited(describe(round, place)),
            What::WagerPlaced { .. }
            | What::SidePlaced { .. }
            | What::ControlDeclined { .. }
            | What::ControlGiven { .. }
            | What::WagerMoved { .. }
            | What::Exposed { .. }
            | What::InsuranceDeclined { .. }
            | What::InsuranceClaimed { .. }
            | What::ClaimsEnded { .. }
            | What::SurrenderDeclined { .. }
            | What::Absent { .. }
            | What::Withdrawn { .. }
            | What::CardAsked { .. }
            | What::DoubleDeclined { .. }
            | What::SplitMatched { .. }
            | What::StayedOnFirst { .. }
            | What::Forfeited { .. }
            | What::ForfeitDeclined { .. }
            | What::HandEnded { .. }
            | What::Settled(_) => Vec::new(),
        }
    }

    fn label(&self, round: &Round, at: HandRef) -> String {
        layout::label(&round.view(Viewer::Player(self.player)), at)
    }

    /// A stage begins: after the initial deal the whole table is shown, once.
    fn begin(&mut self, round: &Round, stage: Stage, place: usize) -> Vec<String> {
        let dealt = self.stage == Stage::InitialDeal && stage > Stage::InitialDeal;
        self.stage = stage;
        let mut lines = if dealt {
            layout::table(round, self.player, self.paint)
        } else {
            Vec::new()
        };
        match stage {
            Stage::Insurance | Stage::Surrender => lines.push(format!(
                "  {} [{}]",
                describe(round, place),
                round.events()[place].clause
            )),
            Stage::Wagering
            | Stage::Burning
            | Stage::InitialDeal
            | Stage::SideSettlement
            | Stage::AnothersInsurance
            | Stage::InterimSettlement
            | Stage::Jackpot
            | Stage::SubsequentDeal
            | Stage::Forfeits
            | Stage::DealersHand
            | Stage::FinalSettlement
            | Stage::Over => {}
        }
        lines
    }

    /// A card after the initial deal: the hand as it is now.
    fn card(&self, round: &Round, to: To, event: &Event) -> Vec<String> {
        if self.stage == Stage::InitialDeal {
            return Vec::new();
        }
        let note = format!("[{}]", event.clause);
        vec![match to {
            To::Hand(at) => layout::hand_row(round, self.player, at, &note, self.paint),
            To::Dealer => layout::dealer_row(round, self.player, &note, self.paint),
        }]
    }
}
