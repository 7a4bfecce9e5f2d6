//! What a house player wants to do at a table, of what the table says it can. Nothing else is ever
//! asked for.

use crate::house_player::{About, HousePlayer, is_house_player};
use cards::Card;
use game::{Asked, CardView, Choice, HandRef, Player, Question, Round, Side, Turn, Viewer};
use ledger::PlayerId;
use rules::{BoxNo, Money};
use solver::Action;
use table::{Able, BoxPlace, Can, Command, Lay, Openness, Phase, Table, TableView};

/// So many boxes are left to people who may come.
const LEFT_FREE: usize = 2;
/// It wagers up to so many times the minimum.
const MINIMA: u64 = 3;
/// One wager in so many has each of those beside it that are offered.
const SIDE_WAGERS: u64 = 10;
/// One cut in so many is refused.
const CUTS_REFUSED: u64 = 8;

/// A hand as the player sees it.
struct Seen {
    upcard: Card,
    cards: Vec<Card>,
    points: u8,
}

impl HousePlayer {
    /// What it wants to do now.
    pub(crate) fn wish(&self, table: &Table) -> Option<Command> {
        // After a failure it plays on.
        if table.interrupted().is_some() {
            return offers(&table.can(self.player), &Able::Ready).then_some(Command::Ready);
        }
        match table.phase() {
            Phase::Closed | Phase::Shuffle => None,
            Phase::Round => self.choice(table).map(|choice| Command::Choose { choice }),
            Phase::Cut | Phase::Wagers => {
                let can = table.can(self.player);
                let chance = self.cut(table, &can).or_else(|| self.seed(table, &can));
                chance.or_else(|| {
                    if table.round().is_none() {
                        self.between_rounds(table, &can)
                    } else {
                        None
                    }
                })
            }
        }
    }

    // In a round.

    fn choice(&self, table: &Table) -> Option<Choice> {
        let (_, round) = table.round()?;
        let me = table
            .round_players_now()
            .iter()
            .position(|player| *player == self.player)
            .and_then(Player::at)?;
        match round.turn() {
            Turn::Decide(hand, player) if player == me => {
                self.decide(round, me, hand, &table.can(self.player))
            }
            Turn::Answer(question, asked) => {
                let asked = asked.into_iter().find(|asked| asked.player == me)?;
                self.answer(round, question, asked, &table.can(self.player))
            }
            Turn::Decide(..) | Turn::Wagers | Turn::Deal(_) | Turn::Over => None,
        }
    }

    fn decide(&self, round: &Round, me: Player, hand: HandRef, can: &[Can]) -> Option<Choice> {
        let seen = see(round, me, hand)?;
        let open = Action::ALL
            .into_iter()
            .filter_map(|action| Some((action, self.as_choice(action, round, me, hand, can)?)));
        let open: Vec<(Action, Choice)> = open.collect();
        let allowed: Vec<Action> = open.iter().map(|(action, _)| *action).collect();
        let best = self.strategy.action(seen.upcard, &seen.cards, &allowed)?;
        open.into_iter()
            .find(|(action, _)| *action == best)
            .map(|(_, choice)| choice)
    }

    /// An action as it can be chosen now, if it can and there is money for it.
    fn as_choice(
        &self,
        action: Action,
        round: &Round,
        me: Player,
        hand: HandRef,
        can: &[Can],
    ) -> Option<Choice> {
        match action {
            Action::Stand => listed(can, Choice::Stand { hand }),
            Action::Draw => listed(can, Choice::Draw { hand }),
            Action::Double => self.double(round, hand, can),
            Action::Split => {
                let needed = round.split_amount(hand.box_no, me)?;
                listed(can, Choice::Split { hand }).filter(|_| self.affords(needed))
            }
            Action::Surrender => listed(
                can,
                Choice::Surrender {
                    box_no: hand.box_no,
                },
            ),
        }
    }

    /// The whole double, or as much of it as there is money for.
    fn double(&self, round: &Round, hand: HandRef, can: &[Can]) -> Option<Choice> {
        can.iter().find_map(|each| {
            let Able::Choose {
                choice:
                    choice @ Choice::Double {
                        hand: at,
                        amount: most,
                    },
            } = each.what
            else {
                return None;
            };
            let amount = self
                .at_most(most)
                .down_to_multiple_of(round.setup().sign.chip);
            (at == hand && amount >= each.least.unwrap_or(most)).then(|| choice.with_amount(amount))
        })
    }

    /// The answer to a question: what the card says, and no insurance, which is no wager of the
    /// card's.
    fn answer(
        &self,
        round: &Round,
        question: Question,
        asked: Asked,
        can: &[Can],
    ) -> Option<Choice> {
        let Some(hand) = asked.hand else {
            return listed(can, Choice::NoMoreInsurance);
        };
        let (box_no, seen) = (hand.box_no, see(round, asked.player, hand)?);
        let wants =
            |action| self.strategy.action(seen.upcard, &seen.cards, &Action::ALL) == Some(action);
        let does = |action| {
            if wants(action) {
                self.as_choice(action, round, asked.player, hand, can)
            } else {
                None
            }
        };
        match question {
            Question::Insurance => listed(can, Choice::NoInsurance { box_no }),
            Question::AnothersInsurance => listed(can, Choice::NoMoreInsurance),
            Question::Press => listed(can, Choice::Press { box_no }),
            Question::Surrender => {
                does(Action::Surrender).or_else(|| listed(can, Choice::NoSurrender { box_no }))
            }
            Question::Double => {
                does(Action::Double).or_else(|| listed(can, Choice::NoDouble { hand }))
            }
            Question::Split => {
                does(Action::Split).or_else(|| listed(can, Choice::StayOnFirst { hand }))
            }
            Question::Forfeit if self.strategy.forfeits(seen.upcard, seen.points) => {
                listed(can, Choice::Forfeit { hand })
            }
            Question::Forfeit => listed(can, Choice::NoForfeit { hand }),
        }
    }

    // The cards.

    fn cut(&self, table: &Table, can: &[Can]) -> Option<Command> {
        let range = can.iter().find_map(|each| {
            if let Able::Cut { least, most } = each.what {
                Some((least, most))
            } else {
                None
            }
        });
        let (least, most) = range?;
        let refuses = self.whim.below(CUTS_REFUSED, About::CutOrNot, table) == 0;
        if refuses && offers(can, &Able::RefuseCut) {
            return Some(Command::RefuseCut);
        }
        let above = self.whim.below(
            u64::from(most.saturating_sub(least)) + 1,
            About::CutPlace,
            table,
        );
        Some(Command::Cut {
            place: u32::try_from(above).map_or(least, |above| least + above),
        })
    }

    fn seed(&self, table: &Table, can: &[Can]) -> Option<Command> {
        let seed = format!(
            "{} {:016x}",
            self.name,
            self.whim.number(About::Seed, table)
        );
        offers(can, &Able::GiveSeed).then_some(Command::GiveSeed { seed })
    }

    // Between rounds.

    fn between_rounds(&self, table: &Table, can: &[Can]) -> Option<Command> {
        if offers(can, &Able::Arrive) {
            return self.arrive(table);
        }
        let view = table.view();
        let Some(own) = view
            .boxes
            .iter()
            .find(|each| each.seated == Some(self.player))
        else {
            return self.sit(&view, can);
        };
        let mut laid = own
            .laid
            .iter()
            .filter(|(player, _)| *player == self.player)
            .map(|(_, lay)| lay);
        if !laid.any(|lay| matches!(lay, Lay::Wager { .. })) {
            return if is_wanted(&view) {
                give_up(own.no, can)
            } else {
                self.wager(table, &view, own.no, can)
            };
        }
        self.side_wager(table, own.no, can)
            .or_else(|| self.ready(&view, can))
    }

    fn arrive(&self, table: &Table) -> Option<Command> {
        let comes = table.openness() == Openness::Open
            && self.affords(table.sign().minimum)
            && has_room(&table.view());
        comes.then(|| Command::Arrive {
            name: self.name.clone(),
            card: None,
        })
    }

    /// Takes a box of its own while enough are left for people; without one there is nothing to
    /// stay for.
    fn sit(&self, view: &TableView, can: &[Can]) -> Option<Command> {
        let open = view
            .boxes
            .iter()
            .filter(|each| is_free(each))
            .map(|each| each.no);
        let open: Vec<BoxNo> = open
            .filter(|&box_no| offers(can, &Able::Sit { box_no }))
            .collect();
        if !has_room(view) || open.is_empty() {
            return offers(can, &Able::Depart).then_some(Command::Depart);
        }
        let first =
            usize::try_from(self.whim.always_below(BoxNo::MOST.into(), About::Box)).unwrap_or(0);
        open.iter()
            .cycle()
            .nth(first)
            .map(|&box_no| Command::Sit { box_no })
    }

    /// The same wager every time: a few times the minimum, or the lower one that a marker shows.
    /// Who cannot pay for it leaves the box to others.
    fn wager(
        &self,
        table: &Table,
        view: &TableView,
        box_no: BoxNo,
        can: &[Can],
    ) -> Option<Command> {
        let (most, least) = lays(can, box_no).find_map(|(lay, least)| {
            if let Lay::Wager { amount, .. } = lay {
                Some((amount, least.unwrap_or(amount)))
            } else {
                None
            }
        })?;
        let sign = table.sign();
        let marker = view
            .people
            .iter()
            .find(|each| each.player == self.player)
            .and_then(|each| each.marker);
        let one = marker
            .unwrap_or(sign.minimum)
            .max(least)
            .up_to_multiple_of(sign.chip)
            .min(most);
        let times = 1 + self.whim.always_below(MINIMA, About::Wager);
        let wanted = Money::from_cents(one.cents().saturating_mul(times))
            .min(most)
            .min(sign.maximum.max(one));
        let amount = self.at_most(wanted).down_to_multiple_of(one);
        if amount.is_zero() {
            return offers(can, &Able::Depart).then_some(Command::Depart);
        }
        Some(Command::Lay {
            lay: Lay::Wager { box_no, amount },
        })
    }

    /// Now and then the smallest wager beside the hand; always one that is a condition of play.
    fn side_wager(&self, table: &Table, box_no: BoxNo, can: &[Can]) -> Option<Command> {
        let whim = match self.whim.below(SIDE_WAGERS, About::SideWager, table) {
            0 => Some(Side::Pairs),
            1 => Some(Side::Pandemonium),
            _ => None,
        };
        let wanted = if table.sign().pairs_compulsory {
            Some(Side::Pairs)
        } else {
            whim
        }?;
        let least = lays(can, box_no).find_map(|(lay, least)| match lay {
            Lay::Side { side, amount, .. } if side == wanted => Some(least.unwrap_or(amount)),
            Lay::Side { .. } | Lay::Wager { .. } | Lay::DeclineControl { .. } => None,
        })?;
        let lay = Lay::Side {
            box_no,
            side: wanted,
            amount: least,
        };
        self.affords(least).then_some(Command::Lay { lay })
    }

    /// Is ready when nobody who sits here is still to wager: it does not close wagers over people.
    fn ready(&self, view: &TableView, can: &[Can]) -> Option<Command> {
        let seated = view.boxes.iter().filter_map(|each| each.seated);
        let waits = seated
            .filter(|&player| is_person(view, player))
            .any(|player| !has_laid(view, player));
        (!waits && offers(can, &Able::Ready)).then_some(Command::Ready)
    }

    // Money.

    fn affords(&self, amount: Money) -> bool {
        self.at_most(amount) == amount
    }

    /// As much of an amount as there is.
    fn at_most(&self, amount: Money) -> Money {
        self.balance.map_or(amount, |balance| balance.min(amount))
    }
}

/// A choice, if it is listed.
fn listed(can: &[Can], choice: Choice) -> Option<Choice> {
    offers(can, &Able::Choose { choice }).then_some(choice)
}

fn offers(can: &[Can], what: &Able) -> bool {
    can.iter().any(|each| each.what == *what)
}

/// What may be laid on a box, with the least of each.
fn lays(can: &[Can], box_no: BoxNo) -> impl Iterator<Item = (Lay, Option<Money>)> + '_ {
    let lay = |each: &Can| {
        if let Able::Lay { lay } = each.what {
            Some((lay, each.least))
        } else {
            None
        }
    };
    can.iter()
        .filter_map(lay)
        .filter(move |(lay, _)| lay.box_no() == box_no)
}

fn see(round: &Round, me: Player, hand: HandRef) -> Option<Seen> {
    let view = round.view(Viewer::Player(me));
    let each = view.boxes.iter().find(|each| each.no == hand.box_no)?;
    let hand = each.hands.get(usize::from(hand.hand))?;
    let face = |card: &CardView| match card {
        CardView::Up(card) => Some(*card),
        CardView::Down => None,
    };
    Some(Seen {
        upcard: *view.dealer.first()?,
        cards: hand.cards.iter().filter_map(face).collect(),
        points: hand.total?.points,
    })
}

fn give_up(box_no: BoxNo, can: &[Can]) -> Option<Command> {
    offers(can, &Able::GiveUp { box_no }).then_some(Command::GiveUp { box_no })
}

fn is_free(each: &BoxPlace) -> bool {
    each.seated.is_none() && each.reserved.is_none()
}

/// Whether people find a box after one more is taken.
fn has_room(view: &TableView) -> bool {
    view.boxes.iter().filter(|each| is_free(each)).count() > LEFT_FREE
}

/// Whether a person stands at the table and no box is free.
fn is_wanted(view: &TableView) -> bool {
    let sits = |player: PlayerId| view.boxes.iter().any(|each| each.seated == Some(player));
    let stands = view
        .people
        .iter()
        .any(|each| is_person(view, each.player) && !sits(each.player));
    stands && !view.boxes.iter().any(is_free)
}

fn is_person(view: &TableView, player: PlayerId) -> bool {
    view.people
        .iter()
        .any(|each| each.player == player && !each.leaving && !is_house_player(&each.name))
}

fn has_laid(view: &TableView, player: PlayerId) -> bool {
    view.boxes
        .iter()
        .flat_map(|each| &each.laid)
        .any(|(by, _)| *by == player)
}
