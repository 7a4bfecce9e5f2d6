//! Shoes that are dealt side by side to their cutting cards: the fast way for one box.

mod again;
mod calls;
mod cells;
#[cfg(test)]
mod checked;
mod count;
mod lanes;
mod ledger;
mod split_hands;
mod transitions;
mod ways;
mod worth;

use crate::by_rows::Ready;
use crate::code::Code;
use crate::dealing::{DECK, Dealing};
use crate::method::WhyAlone;
use crate::record::Record;
use crate::seats::Table;
use crate::shoe_words::ShoeId;
use crate::simulation::{SHOES, Simulation};
use cells::Cells;
use count::Count;
use lanes::{Common, Group, Lanes};
use ledger::Ledger;
use rules::AfterRanOut;
use transitions::Transitions;
use ways::Ways;
use worth::Worth;

/// How many shoes are dealt side by side.
const LANES: usize = 128;
/// How many with a count, which needs more for each.
const COUNTING_LANES: usize = 64;

/// A table whose shoes are dealt side by side.
#[derive(Debug)]
pub(crate) struct Shoes {
    cells: Cells,
    /// By the wager of the controlling player.
    worths: Vec<Worth>,
    count: Option<Count>,
    common: Common,
}

impl Shoes {
    /// Makes a table ready.
    ///
    /// # Errors
    ///
    /// Why its shoes are not dealt side by side.
    pub(crate) fn new(table: &Table<'_>, ready: &[Ready<'_>]) -> Result<Self, WhyAlone> {
        let Dealing::Shoe(cut) = table.dealing else {
            return Err(WhyAlone::Device);
        };
        let ([seat], [ready], [_]) = (&table.seats[..], ready, &table.boxes[..]) else {
            return Err(WhyAlone::Boxes);
        };
        if seat.bettors.len() > 1 {
            return Err(WhyAlone::Bettors);
        }
        if ready.has_sides() {
            return Err(WhyAlone::SideWagers);
        }
        // Adelaide 110: where a rack may be dealt from again and again, no shoe has so many rounds
        // at most.
        let dealt_on = table.book.shuffle.after_ran_out.is == AfterRanOut::NextCuttingCard;
        if dealt_on && cut.least < DECK {
            return Err(WhyAlone::FewCards);
        }
        // The last is the least of the sign, for those who sat out: nobody does at a lone box.
        let levels = ready.stakes[0].len() - 1;
        let mut can = (0..levels).map(|level| ready.can_insure(level));
        if ready.insures() && !can.all(|can| can) {
            return Err(WhyAlone::InsuranceOfSomeWagers);
        }
        let codes: Vec<Code> = table.shoe.cards().map(Code::of).collect();
        let burned = usize::from(table.book.shoe.burn.is.get()).min(codes.len() - 1);
        let ways = Ways::new(seat);
        let count = match seat.mind.counting {
            Some(counting) => {
                Some(Count::new(counting, &ways, &codes, burned).map_err(|_| WhyAlone::Tags)?)
            }
            None => None,
        };
        let cells = Cells::new(ready).ok_or(WhyAlone::Ends)?;
        let worths = (0..levels)
            .map(|level| Worth::new(ready, &cells, level))
            .collect::<Result<_, _>>()
            .map_err(|_| WhyAlone::LargeWagers)?;
        let next =
            Transitions::new(table.book, ready, &ways, &cells).map_err(|_| WhyAlone::Rows)?;
        let byte = |&code: &Code| match &count {
            Some(count) => count.byte(code),
            None => code.byte(),
        };
        let common = Common {
            shoe: codes.iter().map(byte).collect(),
            burned,
            cut,
            next,
        };
        Ok(Self {
            cells,
            worths,
            count,
            common,
        })
    }

    /// Plays the shoes of a block until there are so many rounds.
    pub(crate) fn block(
        &self,
        simulation: &Simulation<'_>,
        seed: u64,
        block: u64,
        rounds: u32,
    ) -> Record {
        let first = ShoeId::first(seed, block);
        match self.count {
            Some(_) => self.play::<COUNTING_LANES>(simulation, first, rounds),
            None => self.play::<LANES>(simulation, first, rounds),
        }
    }

    fn play<const LANES: usize>(
        &self,
        simulation: &Simulation<'_>,
        first: ShoeId,
        rounds: u32,
    ) -> Record {
        let mut ledger = Ledger::new(simulation, self, first);
        let mut lanes = Lanes::<LANES>::new();
        let (mut missing, mut dealt) = (u64::from(rounds), 0);
        let all = usize::try_from(SHOES).expect("a block has some thousand shoes");
        while missing > 0 && dealt < all {
            let mut shoes = LANES.min(all - dealt);
            let first = first.plus(dealt);
            if missing < self.most_rounds(shoes) {
                // The last of them may be too many: they are played once to see.
                let mut none = Ledger::new(simulation, self, first);
                self.group(&mut lanes, &mut none, first, shoes).play();
                shoes = enough(&lanes.rounds()[..shoes], missing);
            }
            self.group(&mut lanes, &mut ledger, first, shoes).play();
            let played: u64 = lanes.rounds()[..shoes]
                .iter()
                .map(|&rounds| u64::from(rounds))
                .sum();
            missing = missing.saturating_sub(played);
            dealt += shoes;
        }
        ledger.close()
    }

    fn group<'g, 's, 'a, const LANES: usize>(
        &'g self,
        lanes: &'g mut Lanes<LANES>,
        ledger: &'g mut Ledger<'s, 'a>,
        first: ShoeId,
        shoes: usize,
    ) -> Group<'g, 's, 'a, LANES> {
        Group {
            lanes,
            common: &self.common,
            count: self.count.as_ref(),
            ledger,
            first,
            shoes,
        }
    }

    /// More rounds than so many shoes have: each takes three cards or more.
    fn most_rounds(&self, shoes: usize) -> u64 {
        let each = self.common.shoe.len() / 3 + 1;
        u64::try_from(shoes * each).expect("a shoe has some hundred cards")
    }
}

/// How many of some shoes have so many rounds; all, where they have fewer.
fn enough(rounds: &[u32], wanted: u64) -> usize {
    let mut played = 0;
    for (shoes, &rounds) in (1..).zip(rounds) {
        played += u64::from(rounds);
        if played >= wanted {
            return shoes;
        }
    }
    rounds.len()
}
