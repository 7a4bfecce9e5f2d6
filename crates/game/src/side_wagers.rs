//! Wagers beside the hand: who may place them, who is preferred, and the wager on a pair.

use crate::choice::{Choice, Legal, Side};
use crate::event::{Kind, Outcome, Settled, What};
use crate::player::Player;
use crate::refusal::{Reason, Refusal};
use crate::round::Round;
use crate::state::SideState;
use cards::Card;
use rules::{
    BoxNo, Clause, Money, Net, Odds, PairWager, PlayerCard, RuleBook, SidePlacing, SidePreference,
    SideWithoutWager,
};

impl Round {
    fn side_limits(&self, side: Side) -> Option<(Money, Money)> {
        match side {
            Side::Pairs => self.setup.sign.pairs,
            Side::Pandemonium => self.setup.sign.pandemonium,
        }
    }

    /// The least and the most of a side wager.
    fn may_place_side(
        &self,
        player: Player,
        box_no: BoxNo,
        side: Side,
    ) -> Result<(Money, Money), Refusal> {
        let book = self.book();
        let rules = &book.pairs;
        self.wagers_open()
            .map_err(|refusal| Refusal::new(refusal.reason, rules.time.clause))?;
        let offered = match side {
            Side::Pairs => rules.wager.clause,
            Side::Pandemonium => book.pandemonium.multipliers.clause,
        };
        let limits = self
            .side_limits(side)
            .ok_or(Refusal::new(Reason::SideNotOffered { side }, offered))?;
        if box_no.number() > book.boxes.most.is.get() {
            return Err(Refusal::new(
                Reason::NoSuchBox {
                    most: book.boxes.most.is.get(),
                },
                book.boxes.most.clause,
            ));
        }
        if book.limits.player_card.is == PlayerCard::Needed
            && !self.setup.patrons[player.index()].card
        {
            return Err(Refusal::new(
                Reason::NoPlayerCard,
                book.limits.player_card.clause,
            ));
        }
        let each = self.state.find_box(box_no);
        if each.is_some_and(|each| each.side(player, side).is_some()) {
            return Err(Refusal::new(
                Reason::SideAlreadyWagered,
                book.boxes.one_wager.clause,
            ));
        }
        self.boxes_left(player, box_no)?;
        let own = each.is_some_and(|each| each.bettor(player).is_some());
        let any = each.is_some_and(|each| !each.bettors.is_empty());
        match (rules.without_wager.is, rules.placing.is) {
            (SideWithoutWager::Void, _) => {}
            (SideWithoutWager::Refused, SidePlacing::OwnWager) if !own => {
                return Err(Refusal::new(
                    Reason::SideNeedsOwnWager,
                    rules.own_needed.clause,
                ));
            }
            (SideWithoutWager::Refused, _) if !any => {
                return Err(Refusal::new(
                    Reason::SideNeedsBoxWager,
                    rules.box_needed.clause,
                ));
            }
            (SideWithoutWager::Refused, _) => {}
        }
        Ok(limits)
    }

    pub(crate) fn side_wager(
        &mut self,
        player: Player,
        box_no: BoxNo,
        side: Side,
        amount: Money,
    ) -> Result<(), Refusal> {
        let (least, most) = self.may_place_side(player, box_no, side)?;
        self.check_amount(amount)?;
        if amount < least || amount > most {
            return Err(Refusal::new(
                Reason::SideOutsideLimits { least, most },
                self.book().pairs.limits.clause,
            ));
        }
        self.emit(
            What::SidePlaced {
                box_no,
                player,
                side,
                amount,
            },
            self.side_clause(side),
        );
        Ok(())
    }

    fn side_clause(&self, side: Side) -> Clause {
        match side {
            Side::Pairs => self.book().pairs.time.clause,
            Side::Pandemonium => self.book().pandemonium.won.clause,
        }
    }

    pub(crate) fn legal_side_wagers(&self, player: Player, box_no: BoxNo) -> Vec<Legal> {
        let chip = self.setup.sign.chip;
        let legal = |side| {
            let (least, most) = self.may_place_side(player, box_no, side).ok()?;
            let (least, amount) = (
                least.up_to_multiple_of(chip),
                most.down_to_multiple_of(chip),
            );
            let choice = Choice::SideWager {
                box_no,
                side,
                amount,
            };
            (amount >= least).then_some(Legal {
                player,
                choice,
                least: Some(least),
                clause: self.side_clause(side),
            })
        };
        Side::ALL.into_iter().filter_map(legal).collect()
    }

    /// At the close of wagers: returns side wagers that may not stay, and all but the preferred
    /// ones where there are too many.
    pub(crate) fn close_sides(&mut self, box_no: BoxNo) {
        let rules = &self.book().pairs;
        let (most, preference, needed) = (
            usize::from(rules.most.is.get()),
            rules.preference.clause,
            rules.box_needed.clause,
        );
        let (own_only, placing) = (
            rules.placing.is == SidePlacing::OwnWager,
            rules.own_needed.clause,
        );
        let each = self.state.box_at(box_no);
        let mut returned: Vec<(Player, Side, Clause)> = Vec::new();
        for side in Side::ALL {
            let wagers: Vec<&SideState> = each
                .sides
                .iter()
                .filter(|wager| wager.side == side)
                .collect();
            let may_stay = |wager: &&SideState| match each.bettors.is_empty() {
                true => false,
                false => !own_only || each.bettor(wager.player).is_some(),
            };
            let (staying, going): (Vec<&SideState>, Vec<&SideState>) =
                wagers.into_iter().partition(may_stay);
            let why = if each.bettors.is_empty() {
                needed
            } else {
                placing
            };
            returned.extend(going.iter().map(|wager| (wager.player, side, why)));
            let kept = self.preferred(box_no, &staying, most);
            let refused = staying.iter().filter(|wager| !kept.contains(&wager.player));
            returned.extend(refused.map(|wager| (wager.player, side, preference)));
        }
        for (player, side, clause) in returned {
            self.return_side(box_no, player, side, clause);
        }
    }

    fn return_side(&mut self, box_no: BoxNo, player: Player, side: Side, clause: Clause) {
        let stake = self
            .state
            .box_at(box_no)
            .side(player, side)
            .map_or(Money::ZERO, |wager| wager.amount);
        let kind = Kind::Side(side);
        let settled = Settled {
            box_no,
            hand: None,
            player,
            kind,
            outcome: Outcome::Returned,
            odds: None,
            stake,
            net: Net::ZERO,
        };
        self.emit(What::Settled(settled), clause);
    }

    /// The players whose side wagers stay, at most `most`.
    fn preferred(&self, box_no: BoxNo, wagers: &[&SideState], most: usize) -> Vec<Player> {
        if wagers.len() <= most {
            return wagers.iter().map(|wager| wager.player).collect();
        }
        let each = self.state.box_at(box_no);
        match self.book().pairs.placing.is {
            SidePlacing::OwnWager | SidePlacing::MainFirst => {
                // The sort keeps the order of placing between equals.
                let mut order: Vec<Player> = wagers.iter().map(|wager| wager.player).collect();
                let preferred = |player: Player| match self.book().pairs.preference.is {
                    SidePreference::AnyWager => self.distance(player, box_no).is_some(),
                    SidePreference::BoxWager => each.place(player).is_some(),
                };
                order.sort_by_key(|&player| !preferred(player));
                order.truncate(most);
                order
            }
            SidePlacing::ByPreference => self.preferred_by_nearness(box_no, wagers, most),
        }
    }

    /// Singapore 3.16 and 3.17.2: first who controls the box, then its other bettors from the
    /// dealer outwards, then the nearest wager of the round, then the smaller total of side wagers;
    /// equal claims shut out each other and everyone after them; last those without a wager, in the
    /// order of placing.
    fn preferred_by_nearness(
        &self,
        box_no: BoxNo,
        wagers: &[&SideState],
        most: usize,
    ) -> Vec<Player> {
        let each = self.state.box_at(box_no);
        let mut ranked: Vec<(SideRank, Player)> = wagers
            .iter()
            .zip(0_usize..)
            .map(|(wager, order)| {
                let player = wager.player;
                let rank = match (each.place(player), self.distance(player, box_no)) {
                    (Some(_), _) if each.controller == Some(player) => SideRank::Controller,
                    (Some(place), _) => SideRank::OnBox(place),
                    (None, Some(distance)) => SideRank::InRound(distance, self.side_total(player)),
                    (None, None) => SideRank::Onlooker(order),
                };
                (rank, player)
            })
            .collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        let mut kept = Vec::new();
        for equals in ranked.chunk_by(|one, other| one.0 == other.0) {
            if kept.len() + equals.len() > most {
                // 3.17.2.4: equal claims that do not all fit shut out each other and those who come
                // after.
                break;
            }
            kept.extend(equals.iter().map(|&(_, player)| player));
        }
        kept
    }

    /// How far a player's nearest wager lies from a box.
    pub(crate) fn distance(&self, player: Player, box_no: BoxNo) -> Option<u8> {
        self.state
            .boxes
            .iter()
            .filter(|each| each.place(player).is_some())
            .map(|each| each.no.distance(box_no))
            .min()
    }

    fn side_total(&self, player: Player) -> Money {
        self.state
            .boxes
            .iter()
            .flat_map(|each| &each.sides)
            .filter(|wager| wager.player == player)
            .map(|wager| wager.amount)
            .sum()
    }

    pub(crate) fn has_pairs(&self) -> bool {
        self.state
            .boxes
            .iter()
            .flat_map(|each| &each.sides)
            .any(|wager| wager.side == Side::Pairs && wager.open)
    }

    /// Settles every wager on a pair, before anything else happens to the hands.
    pub(crate) fn settle_pairs(&mut self) {
        let mut results = Vec::new();
        for each in &self.state.boxes {
            let pays = match each.hands[0].cards[..] {
                [first, second] => pair_odds(self.book(), first, second),
                _ => None,
            };
            let open = each
                .sides
                .iter()
                .filter(|wager| wager.side == Side::Pairs && wager.open);
            results.extend(open.map(|wager| (each.no, wager.player, wager.amount, pays)));
        }
        for &(box_no, ..) in &results {
            self.expose(box_no);
        }
        for (box_no, player, stake, pays) in results {
            let clause = pays.map_or(self.book().pairs.lost.clause, |(_, clause)| clause);
            self.settle_side(
                box_no,
                player,
                Side::Pairs,
                stake,
                pays.map(|(odds, _)| odds),
                clause,
            );
        }
    }

    pub(crate) fn settle_side(
        &mut self,
        box_no: BoxNo,
        player: Player,
        side: Side,
        stake: Money,
        pays: Option<Odds>,
        clause: Clause,
    ) {
        let (outcome, net) = match pays {
            Some(odds) => (Outcome::Won, Net::won(self.payable().pay(stake, odds))),
            None => (Outcome::Lost, Net::lost(stake)),
        };
        let settled = Settled {
            box_no,
            hand: None,
            player,
            kind: Kind::Side(side),
            outcome,
            odds: pays,
            stake,
            net,
        };
        self.emit(What::Settled(settled), clause);
    }
}

/// What the first two cards of a box pay on a pair, if they are one.
pub fn pair_odds(book: &RuleBook, first: Card, second: Card) -> Option<(Odds, Clause)> {
    if first.rank != second.rank {
        return None;
    }
    let rules = &book.pairs;
    let cited = match rules.wager.is {
        PairWager::None => return None,
        PairWager::Pair => rules.pair,
        PairWager::PerfectPairs if first.suit == second.suit => rules.perfect,
        PairWager::PerfectPairs if first.suit.colour() == second.suit.colour() => rules.coloured,
        PairWager::PerfectPairs => rules.mixed,
    };
    Some((cited.is, cited.clause))
}

/// How a player stands in the queue for a side wager, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SideRank {
    Controller,
    OnBox(usize),
    InRound(u8, Money),
    Onlooker(usize),
}
