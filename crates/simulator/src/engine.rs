//! The same rounds through the engine: everything that the tables of rows do not cover, and the
//! proof of what they do.

use crate::bettor::cents;
use crate::counters::Counters;
use crate::dealing::{Dealing, Source};
use crate::ended::{Ended, three_cards};
use crate::record::{BettorResult, Bonus};
use crate::seats::{Bets, Table};
use crate::shoe::Drawer;
use cards::{Card, Composition, Rank};
use game::{
    Asked, CardView, Choice, Draw, HandRef, HandView, Kind, Need, Outcome, Pack, Patron, Player,
    Question, Round, Settled, Setup, SetupFault, Side, Turn, View, Viewer, What,
};
use rules::{BoxNo, Money, SurrenderTime};
use solver::{Action, CardValue, From, Terms};
use std::sync::Arc;

/// A table of the engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineTable<'a> {
    table: &'a Table<'a>,
    setup: Setup,
    /// The bettors of each box, in the order of their wagers.
    players: Vec<Vec<Player>>,
    terms: Terms,
    all: Vec<Card>,
}

/// What a round starts with.
#[derive(Clone, Debug)]
pub(crate) struct Start<'a> {
    /// What the controlling player of each box wagers; none sits out.
    pub(crate) wagers: Vec<Option<Money>>,
    /// Cards of earlier rounds that are out.
    pub(crate) earlier: Vec<u8>,
    /// How many cards can be dealt, and how many nobody has seen.
    pub(crate) left: usize,
    pub(crate) unseen: usize,
    pub(crate) counters: Counters<'a>,
}

/// A round that the engine has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineRound {
    /// What each bettor of each box came to; nothing for boxes that sat out.
    pub(crate) results: Vec<Vec<BettorResult>>,
    /// The bonuses that were won: box, bettor, which, and how much in cents.
    pub(crate) bonuses: Vec<(usize, usize, Bonus, i64)>,
    pub(crate) upcard: CardValue,
    /// How many cards were dealt.
    pub(crate) dealt: usize,
    pub(crate) split: bool,
}

/// The cards ran out, and the book does not say what then: the round cannot be finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stuck;

/// What the controlling player remembers of a box.
#[derive(Clone, Copy, Default)]
struct Memory {
    /// Whether a pair that comes again is split again, once one was split.
    again: Option<bool>,
    suited_sevens: bool,
    /// What was to be done with the first two cards when surrender was declined.
    not_surrendered: Option<Action>,
}

impl<'a> EngineTable<'a> {
    /// The table as the engine sets it up.
    pub(crate) fn new(table: &'a Table<'a>) -> Result<Self, SetupFault> {
        let bettors = |place: &usize| table.seats[*place].bettors.len();
        let names: Vec<Vec<String>> = (1..)
            .zip(&table.boxes)
            .map(|(no, place)| {
                (1..=bettors(place))
                    .map(|bettor| format!("bettor{no}-{bettor}"))
                    .collect()
            })
            .collect();
        let mut setup = Setup::usual(Arc::new(table.book.clone()), &[]);
        setup.pack = Pack::Cards(table.shoe.clone());
        setup.sign = table.sign.clone();
        setup.dealing = match table.dealing {
            Dealing::Fresh | Dealing::Shoe(_) => game::Dealing::Shoe,
            Dealing::Device => game::Dealing::Device,
        };
        setup.patrons = names
            .iter()
            .flatten()
            .map(|name| Patron::new(name))
            .collect();
        let player = |name: &String| setup.player(name).expect("the patron was named");
        let players = names
            .iter()
            .map(|names| names.iter().map(player).collect())
            .collect();
        Round::open(setup.clone())?;
        let terms = Terms::of(table.book, Money::from_dollars(1));
        Ok(Self {
            table,
            setup,
            players,
            terms,
            all: Card::all().collect(),
        })
    }

    /// Plays a round with the cards that were dealt already and, after these, cards of the source.
    pub(crate) fn play(
        &self,
        start: Start<'a>,
        dealt: &[u8],
        source: &mut Source,
        words: &mut Drawer,
    ) -> Result<EngineRound, Stuck> {
        let mut setup = self.setup.clone();
        setup.gone = start
            .earlier
            .iter()
            .map(|&card| self.all[usize::from(card)])
            .collect();
        setup.left = u32::try_from(start.left).ok();
        let round = Round::open(setup).expect("the table was opened before");
        let memory = vec![Memory::default(); self.players.len()];
        let unseen = start.unseen;
        let mut sitting = Sitting {
            table: self,
            round,
            counters: start.counters,
            memory,
            unseen,
            events: 0,
        };
        sitting.wager(&start.wagers);
        let mut before = dealt.iter().copied();
        let mut count = 0;
        loop {
            match sitting.round.turn() {
                Turn::Over => break,
                Turn::Deal(Need::Card(_)) => {
                    let card = before.next().or_else(|| source.draw(words)).ok_or(Stuck)?;
                    count += 1;
                    sitting.deal(card);
                }
                Turn::Deal(Need::Shuffle) => {
                    sitting.round.deal(Draw::Shuffle).map_err(|_| Stuck)?;
                    source.refill(&sitting.out());
                    sitting.reset();
                }
                Turn::Deal(Need::Multiplier) => {
                    let multiplier = self.table.multiplier(source, words);
                    sitting
                        .round
                        .deal(Draw::Multiplier(multiplier))
                        .expect("the book has this multiplier");
                }
                turn @ (Turn::Decide(..) | Turn::Answer(..)) => sitting.answer(&turn),
                Turn::Wagers | Turn::Deal(Need::Burn) => {
                    unreachable!("wagers are closed, and the shoe is in use")
                }
            }
            if sitting.rack_went_back()
                && !source.after_initial_deal()
                && source.is_for_the_engine()
            {
                source.refill(&sitting.out());
            }
        }
        Ok(sitting.played(count))
    }
}

/// A round in play.
struct Sitting<'a, 'b> {
    table: &'b EngineTable<'a>,
    round: Round,
    counters: Counters<'a>,
    memory: Vec<Memory>,
    unseen: usize,
    /// How many events were looked at.
    events: usize,
}

impl Sitting<'_, '_> {
    fn seat(&self, place: usize) -> usize {
        self.table.table.boxes[place]
    }

    fn choose(&mut self, player: Player, choice: Choice) {
        self.round
            .choose(player, choice)
            .unwrap_or_else(|refusal| panic!("{choice:?}: {refusal}"));
    }

    fn wager(&mut self, wagers: &[Option<Money>]) {
        for (place, wager) in wagers.iter().enumerate() {
            let Some(wager) = *wager else { continue };
            let box_no = box_no(place);
            let bettors = self.table.table.seats[self.seat(place)].bettors.clone();
            for (
                bettor,
                Bets {
                    wager: flat,
                    pairs,
                    pandemonium,
                    ..
                },
            ) in bettors.into_iter().enumerate()
            {
                let player = self.table.players[place][bettor];
                let amount = if bettor == 0 { wager } else { flat };
                self.choose(
                    player,
                    Choice::Wager {
                        box_no,
                        amount,
                        seated: bettor == 0,
                    },
                );
                for (side, amount) in [(Side::Pairs, pairs), (Side::Pandemonium, pandemonium)] {
                    if let Some(amount) = amount {
                        self.choose(
                            player,
                            Choice::SideWager {
                                box_no,
                                side,
                                amount,
                            },
                        );
                    }
                }
            }
        }
        self.round.close_wagers().expect("somebody wagers");
    }

    fn deal(&mut self, card: u8) {
        self.counters.see(card);
        self.unseen -= 1;
        self.round
            .deal(Draw::Card(self.table.all[usize::from(card)]))
            .expect("the card was in the shoe");
    }

    /// The cards that are out when others went back: those on the layout, and those collected
    /// since, as of a Pontoon that was paid at once.
    fn out(&self) -> Composition {
        self.round
            .layout()
            .cards()
            .chain(self.round.rack().cards())
            .collect()
    }

    /// Cards went back: the count is that of the cards that are out.
    fn reset(&mut self) {
        let out: Vec<u8> = self
            .out()
            .cards()
            .filter_map(|card| u8::try_from(card.index()).ok())
            .collect();
        self.counters.reset(&out);
        self.unseen = self.table.table.shoe.cards().count() - out.len();
    }

    /// Whether the rack went back into the device since the last look.
    fn rack_went_back(&mut self) -> bool {
        let new = &self.round.events()[self.events..];
        let went = new.iter().any(|event| event.what == What::RackReturned);
        self.events = self.round.events().len();
        if went {
            self.reset();
        }
        went
    }

    fn answer(&mut self, turn: &Turn) {
        let (question, at, player) = match turn {
            Turn::Answer(question, asked) => {
                let Asked { player, hand } = asked[0];
                (
                    Some(*question),
                    hand.unwrap_or(HandRef {
                        box_no: box_no(0),
                        hand: 0,
                    }),
                    player,
                )
            }
            Turn::Decide(at, player) => (None, *at, *player),
            Turn::Wagers | Turn::Deal(_) | Turn::Over => unreachable!("nothing is asked"),
        };
        let wanted = self.wanted(question, at, player);
        let legal = self.round.legal();
        let mine = || {
            legal
                .iter()
                .filter(|legal| legal.player == player)
                .map(|legal| legal.choice)
        };
        let found = wanted
            .iter()
            .find_map(|wanted| mine().find(|choice| wanted.is(*choice)));
        let choice = found
            .unwrap_or_else(|| panic!("the book does not allow {wanted:?} at {at:?}: {legal:?}"));
        self.choose(player, choice);
    }

    /// What is chosen, the first that is allowed.
    fn wanted(&mut self, question: Option<Question>, at: HandRef, player: Player) -> Vec<Wanted> {
        let place = usize::from(at.box_no.number()) - 1;
        let bets = self.bets(place, player);
        match question {
            Some(Question::Insurance) => {
                let insures = self.insures(place);
                vec![if insures {
                    Wanted::Insure
                } else {
                    Wanted::NoInsurance
                }]
            }
            Some(Question::AnothersInsurance) => vec![Wanted::NoMoreInsurance],
            Some(Question::Press) => vec![Wanted::Press],
            Some(Question::Double) => vec![if bets.follows.doubles() {
                Wanted::Double
            } else {
                Wanted::NoDouble
            }],
            Some(Question::Split) => vec![if bets.follows.splits() {
                Wanted::Split
            } else {
                Wanted::StayOnFirst
            }],
            Some(Question::Forfeit) => vec![if self.forfeits(place, at) {
                Wanted::Forfeit
            } else {
                Wanted::NoForfeit
            }],
            Some(Question::Surrender) => match self.action(place, at) {
                Action::Surrender => vec![Wanted::Surrender],
                action @ (Action::Stand | Action::Draw | Action::Double | Action::Split) => {
                    self.memory[place].not_surrendered.get_or_insert(action);
                    vec![Wanted::NoSurrender]
                }
            },
            None => match self.decision(place, at) {
                Action::Stand => vec![Wanted::Stand],
                Action::Draw => vec![Wanted::Draw],
                Action::Double => vec![Wanted::Double],
                Action::Surrender => vec![Wanted::Surrender],
                Action::Split => {
                    self.remember_split(place, at);
                    vec![Wanted::Split]
                }
            },
        }
    }

    /// What is done with a hand in its turn. Where the count calls for surrender when it is too
    /// late for that, the hand is played as it would have been when there was time.
    fn decision(&self, place: usize, at: HandRef) -> Action {
        let action = self.action(place, at);
        let too_late = self.table.table.book.surrender.time.is == SurrenderTime::BeforeDraws;
        match action {
            Action::Surrender if too_late => {
                self.memory[place].not_surrendered.unwrap_or(Action::Draw)
            }
            Action::Stand | Action::Draw | Action::Double | Action::Split | Action::Surrender => {
                action
            }
        }
    }

    fn bets(&self, place: usize, player: Player) -> Bets {
        let bettor = self.table.players[place]
            .iter()
            .position(|&other| other == player)
            .unwrap_or(0);
        self.table.table.seats[self.seat(place)].bettors[bettor]
    }

    fn play(&self, place: usize) -> &dyn crate::compile::Play {
        let seat = self.seat(place);
        self.table.table.seats[seat].mind.plays[self.counters.band(seat, self.unseen)]
    }

    fn look(&self, at: HandRef) -> (Card, Vec<Card>, usize) {
        let view = self.round.view(Viewer::Onlooker);
        let each = view
            .boxes
            .iter()
            .find(|each| each.no == at.box_no)
            .expect("the box has a wager");
        (
            view.dealer[0],
            faces(&each.hands[usize::from(at.hand)]),
            each.hands.len(),
        )
    }

    fn from(&self, place: usize, first: Card, hands: usize) -> From {
        let Memory {
            again: Some(again),
            suited_sevens,
            ..
        } = self.memory[place]
        else {
            return From::Dealt;
        };
        let split = &self.table.terms.split;
        let most = if first.rank == Rank::Ace {
            split.most_aces
        } else {
            split.most
        };
        From::Split {
            may_again: hands < usize::from(most),
            again,
            suited_sevens,
        }
    }

    fn action(&self, place: usize, at: HandRef) -> Action {
        let (upcard, cards, hands) = self.look(at);
        let from = self.from(place, cards[0], hands);
        self.play(place)
            .action(upcard, &cards, from)
            .unwrap_or(Action::Stand)
    }

    fn forfeits(&self, place: usize, at: HandRef) -> bool {
        let (upcard, cards, hands) = self.look(at);
        let from = self.from(place, cards[0], hands);
        self.play(place).forfeits(upcard, &cards, from)
    }

    fn insures(&self, place: usize) -> bool {
        let (upcard, cards, _) = self.look(HandRef {
            box_no: box_no(place),
            hand: 0,
        });
        let by_play =
            matches!(cards[..], [one, other] if self.play(place).insures(upcard, [one, other]));
        by_play || self.counters.insures(self.seat(place), self.unseen)
    }

    fn remember_split(&mut self, place: usize, at: HandRef) {
        let (upcard, cards, _) = self.look(at);
        let &[one, other] = &cards[..] else { return };
        let again = self.play(place).splits_again(upcard, [one, other]);
        let memory = &mut self.memory[place];
        memory.again.get_or_insert(again);
        memory.suited_sevens |= one == other && one.rank == Rank::Seven;
    }

    fn played(&self, dealt: usize) -> EngineRound {
        let view = self.round.view(Viewer::Onlooker);
        let mut played = EngineRound {
            results: self
                .table
                .players
                .iter()
                .map(|players| vec![BettorResult::default(); players.len()])
                .collect(),
            bonuses: Vec::new(),
            upcard: CardValue::of(view.dealer[0].rank),
            dealt,
            split: self.memory.iter().any(|memory| memory.again.is_some()),
        };
        for (settled, _) in self.round.settled() {
            let place = usize::from(settled.box_no.number()) - 1;
            let bettor = self.table.players[place]
                .iter()
                .position(|&player| player == settled.player);
            let bettor = bettor.expect("everybody has a box of their own");
            add(&mut played.results[place][bettor], settled);
            if let Some(bonus) = bonus_of(settled, &view) {
                played
                    .bonuses
                    .push((place, bettor, bonus, settled.net.cents()));
            }
        }
        for ((place, player), bettor) in self.everybody() {
            let placed = self.round.events().iter().find_map(|event| {
                let What::WagerPlaced {
                    player: by, amount, ..
                } = event.what
                else {
                    return None;
                };
                (by == player).then_some(amount)
            });
            played.results[place][bettor].main.initial = placed.map_or(0, cents);
        }
        played
    }

    fn everybody(&self) -> impl Iterator<Item = ((usize, Player), usize)> + '_ {
        let on = |(place, players): (usize, &Vec<Player>)| {
            players
                .clone()
                .into_iter()
                .enumerate()
                .map(move |(bettor, player)| ((place, player), bettor))
        };
        self.table.players.iter().enumerate().flat_map(on)
    }
}

/// Adds what became of one wager to what its bettor came to.
fn add(result: &mut BettorResult, settled: &Settled) {
    let (stake, net) = (cents(settled.stake), settled.net.cents());
    match settled.kind {
        Kind::Wager | Kind::Double => {
            result.main.wagered += stake;
            result.main.net += net;
        }
        Kind::Insurance => {
            result.main.wagered += stake;
            result.main.net += net;
            result.insurance = Some((stake, net));
        }
        Kind::SuperBonus | Kind::OthersBonus => {
            result.main.net += net;
            result.main.super_bonus += net;
        }
        // Returned before a card was dealt: the box had too many of them.
        Kind::Side(_) if settled.outcome == Outcome::Returned => {}
        Kind::Side(Side::Pairs) => result.pairs = Some((stake, net)),
        Kind::Side(Side::Pandemonium) => result.pandemonium = Some((stake, net)),
    }
}

/// The bonus that a wager was paid, if one.
fn bonus_of(settled: &Settled, view: &View) -> Option<Bonus> {
    match settled.kind {
        Kind::SuperBonus => Some(Bonus::SuperBonus),
        Kind::OthersBonus => Some(Bonus::Others),
        Kind::Wager if settled.outcome == Outcome::Won => {
            let each = view.boxes.iter().find(|each| each.no == settled.box_no)?;
            let hand = each.hands.get(usize::from(settled.hand?))?;
            let is_21 = hand.total.is_some_and(|total| total.points == 21);
            let cards = faces(hand);
            match &cards[..] {
                _ if !is_21 || hand.doubled => None,
                [_, _] if each.hands.len() == 1 => Some(Bonus::Pontoon),
                cards => {
                    let count = u8::try_from(cards.len().min(7)).unwrap_or(7);
                    Bonus::of(Ended::TwentyOne {
                        cards: count,
                        three: three_cards(cards),
                    })
                }
            }
        }
        Kind::Wager | Kind::Double | Kind::Insurance | Kind::Side(_) => None,
    }
}

fn faces(hand: &HandView) -> Vec<Card> {
    let face = |card: &CardView| match card {
        CardView::Up(card) => Some(*card),
        CardView::Down => None,
    };
    hand.cards.iter().filter_map(face).collect()
}

/// A kind of choice, whatever its amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Insure,
    NoInsurance,
    NoMoreInsurance,
    Press,
    Surrender,
    NoSurrender,
    Stand,
    Draw,
    Double,
    NoDouble,
    Split,
    StayOnFirst,
    Forfeit,
    NoForfeit,
}

impl Wanted {
    fn is(self, choice: Choice) -> bool {
        let kind = match choice {
            Choice::Insure { .. } => Self::Insure,
            Choice::NoInsurance { .. } => Self::NoInsurance,
            Choice::NoMoreInsurance => Self::NoMoreInsurance,
            Choice::Press { .. } => Self::Press,
            Choice::Surrender { .. } => Self::Surrender,
            Choice::NoSurrender { .. } => Self::NoSurrender,
            Choice::Stand { .. } => Self::Stand,
            Choice::Draw { .. } => Self::Draw,
            Choice::Double { .. } => Self::Double,
            Choice::NoDouble { .. } => Self::NoDouble,
            Choice::Split { .. } => Self::Split,
            Choice::StayOnFirst { .. } => Self::StayOnFirst,
            Choice::Forfeit { .. } => Self::Forfeit,
            Choice::NoForfeit { .. } => Self::NoForfeit,
            Choice::Wager { .. }
            | Choice::SideWager { .. }
            | Choice::DeclineControl { .. }
            | Choice::TakeInsurance { .. }
            | Choice::Nominate { .. } => return false,
        };
        self == kind
    }
}

fn box_no(place: usize) -> BoxNo {
    u8::try_from(place + 1)
        .ok()
        .and_then(|no| BoxNo::new(no).ok())
        .expect("a table has at most seven boxes")
}
