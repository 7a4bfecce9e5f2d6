//! What a table waits for.

use crate::clock::Time;
use crate::command::Seal;
use crate::config::{Advice, Config, full_pack};
use crate::event::{Cutter, ShuffleWhy};
use crate::refusal::{Reason, Refusal};
use crate::state::{CutState, Openness, Table};
use cards::{Card, Composition};
use game::{Dealing, Held, Need, Round, Turn};
use ledger::{PlayerId, TableId};
use rules::{Money, PlayerCard, RuleBook, Sign};
use std::ops::RangeInclusive;

/// What the table needs from whoever deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing: it waits for people, or for time.
    Nothing,
    /// These cards, shuffled.
    Shuffle(Composition),
    /// The house's cut, since no player wants to: so many cards from the front.
    Cut(RangeInclusive<u32>),
    /// The house's seed for a device, since no player gave one.
    Seed,
    /// What a round waits for.
    Draw(Need),
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Phase {
    /// Closed.
    Closed,
    /// Cards are being shuffled.
    Shuffle,
    /// Cards are shuffled and not cut.
    Cut,
    /// Wagers are open.
    Wagers,
    /// A round is being played.
    Round,
}

impl Table {
    /// What is due from whoever deals.
    pub fn needs(&self) -> Needs {
        if !self.is_open() || self.interrupted.is_some() {
            return Needs::Nothing;
        }
        match self.shoe.shuffle {
            Some(ShuffleWhy::RanOut) => return Needs::Shuffle(self.rack_to_shuffle()),
            Some(_) => return Needs::Shuffle(full_pack(&self.book, self.config.decks)),
            None => {}
        }
        if self.house_must_cut() {
            return Needs::Cut(self.cuts());
        }
        match self.live.as_ref().map(|live| live.round.turn()) {
            Some(Turn::Deal(_)) if self.seed_is_due() => Needs::Seed,
            Some(Turn::Deal(need)) if self.shoe.is_ready() || need == Need::Multiplier => {
                Needs::Draw(need)
            }
            Some(
                Turn::Deal(_) | Turn::Wagers | Turn::Decide(..) | Turn::Answer(..) | Turn::Over,
            )
            | None => Needs::Nothing,
        }
    }

    /// Whether a device waits for a seed that is not its own, before its first card.
    pub(crate) fn seed_is_due(&self) -> bool {
        let device = self.config.dealing == Dealing::Device;
        device
            && self.live.is_some()
            && self.shoe.is_ready()
            && self.shoe.drawn == 0
            && self.shoe.seeds.is_empty()
    }

    /// Where the table stands.
    pub fn phase(&self) -> Phase {
        if !self.is_open() {
            Phase::Closed
        } else if self.shoe.shuffle.is_some() {
            Phase::Shuffle
        } else if self.shoe.cut != CutState::NotDue {
            Phase::Cut
        } else if self.live.is_some() {
            Phase::Round
        } else {
            Phase::Wagers
        }
    }

    /// When something is due even if nobody does anything.
    pub fn next_time(&self) -> Option<Time> {
        if !self.is_open() {
            return None;
        }
        let closing = match self.open {
            Openness::Until(time) if self.live.is_none() => Some(time),
            Openness::Until(_) | Openness::Closed | Openness::Open | Openness::Rounds(_) => None,
        };
        let sign = self
            .coming_sign
            .as_ref()
            .filter(|_| self.live.is_none() && self.laid.is_empty())
            .map(|(_, from)| *from);
        [self.until, self.interrupted, closing, sign]
            .into_iter()
            .flatten()
            .min()
    }

    /// Until when players may withdraw from a round that a failure interrupted.
    pub fn interrupted(&self) -> Option<Time> {
        self.interrupted
    }

    /// Whether the table is open.
    pub fn is_open(&self) -> bool {
        self.open != Openness::Closed
    }

    /// Whether and until when it is open.
    pub fn openness(&self) -> Openness {
        self.open
    }

    /// Which table this is.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// How it is set up.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Whether whoever wagers here must hold a valid player card.
    pub fn asks_for_cards(&self) -> bool {
        self.book.limits.player_card.is == PlayerCard::Needed
            && !self.config.waives_cards(&self.book)
    }

    /// Whether the house's software advises players at this table.
    ///
    /// # Errors
    ///
    /// When it does not; with the clause, where the book bars it.
    pub fn may_advise(&self) -> Result<(), Refusal> {
        match self.config.advice {
            Advice::On => Ok(()),
            Advice::Off => Err(Refusal::new(
                Reason::AdviceOff,
                self.book.house.advice.clause,
            )),
        }
    }

    /// The book as this table has it.
    pub fn book(&self) -> &RuleBook {
        &self.book
    }

    /// The sign at the table now.
    pub fn sign(&self) -> &Sign {
        &self.sign
    }

    /// The least main wager that a player may lay here: the sign's, the one a marker keeps, or
    /// that of the player's own limits.
    pub fn minimum_of(&self, player: PlayerId) -> Money {
        let person = self.person(player);
        let own =
            person.and_then(|person| person.raised.filter(|_| self.held(player) == Held::Free));
        let kept = person.and_then(|person| person.kept_minimum(&self.sign));
        let own = own.map(|limits| limits.minimum);
        own.or(kept).unwrap_or(self.sign.minimum)
    }

    /// The round that is being played, with its number.
    pub fn round(&self) -> Option<(u64, &Round)> {
        self.live.as_ref().map(|live| (live.no, &live.round))
    }

    /// The players of the round that is being played, in the order of its patrons.
    pub fn round_players_now(&self) -> &[PlayerId] {
        self.live.as_ref().map_or(&[], |live| &live.players)
    }

    /// The number of the last round that began.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Whether somebody is at the table.
    pub fn has_person(&self, player: PlayerId) -> bool {
        self.people.contains_key(&player)
    }

    /// What lies undecided on the layout and in front of it, by the table's own count.
    pub fn at_stake(&self) -> Money {
        self.money.holds.iter().map(|hold| hold.amount).sum()
    }

    /// The number of the shuffle whose cards are dealt.
    pub fn shoe_no(&self) -> u64 {
        self.shoe.no
    }

    /// What is known of the order of the cards: where they were cut, where the cutting card lies
    /// from the back, and how many have come out.
    pub fn shoe_place(&self) -> (Option<u32>, Option<u32>, u32) {
        (self.shoe.cut_at, self.shoe.from_back, self.shoe.drawn)
    }

    /// Whether the cutting card is the next thing out of the shoe.
    pub fn cutting_card_is_next(&self) -> bool {
        let reached = self
            .shoe
            .from_back
            .is_some_and(|back| self.shoe.drawn >= self.shoe.all.saturating_sub(back));
        reached && self.shoe.ends.is_none() && !self.deals_on()
    }

    /// What binds whoever shuffled to the order of the cards.
    pub fn seal(&self) -> &Seal {
        &self.shoe.seal
    }

    /// The seeds that were added to a device's, in their order.
    pub fn seeds(&self) -> &[(Cutter, String)] {
        &self.shoe.seeds
    }

    /// Every card of the pack.
    pub fn pack(&self) -> Composition {
        full_pack(&self.book, self.config.decks)
    }

    /// The name of somebody at the table.
    pub fn name(&self, player: PlayerId) -> Option<&str> {
        self.people.get(&player).map(|person| person.name.as_str())
    }

    /// The cards that may come out of a device now.
    pub fn in_device(&self) -> Composition {
        match (&self.live, self.config.dealing) {
            (Some(live), Dealing::Device) => live.round.unseen().clone(),
            (Some(_) | None, Dealing::Shoe | Dealing::Device) => Composition::default(),
        }
    }

    /// The cards of earlier rounds that everybody saw.
    pub fn gone(&self) -> &[Card] {
        &self.shoe.gone
    }
}
