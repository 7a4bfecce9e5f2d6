//! A round of a whole table by its tables of rows, in the order in which a dealer deals.

use crate::bettor::{Bettor, cents};
use crate::code::Code;
use crate::counters::Counters;
use crate::dealing::Source;
use crate::ended::Ended;
use crate::record::BettorResult;
use crate::rows::{NO_END, RoundEnd, Row, Rows};
use crate::seats::{Bets, Seat, Table};
use crate::shoe::Drawer;
use crate::split::{Prize, SplitPlay};
use crate::tally::BoxResult;
use cards::{Card, Rank, Suit};
use game::{is_pontoon, pair_odds};
use rules::{
    Allowed, DealerIdle, DealerSecond, DoubledBust, InsuranceStep, Money, Payable, PontoonPaid,
    RuleBook, Sign, SurrenderTime, TwentyOne, half,
};
use solver::{CardValue, Outcome, Terms};

/// The most boxes of a table.
pub(crate) const BOXES: usize = 7;
/// The dealer's outcomes.
pub(crate) const OUTCOMES: usize = Outcome::ALL.len();

/// The round is one that rows do not tell: the engine plays it with the same cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rare;

/// How much of the dealer's hand a wager waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Waits {
    Nothing,
    SecondCard,
    WholeHand,
}

/// One wager of one amount, and what it comes to for each end of a hand and each outcome of the
/// dealer.
#[derive(Clone, Debug)]
pub(crate) struct Stake<'a> {
    pub(crate) bettor: Bettor<'a>,
    pub(crate) wager: Money,
    pub(crate) results: Vec<BoxResult>,
    /// What insurance is staked, and what it wins.
    insurance: Option<(i64, i64)>,
}

/// A seat made ready: its rows, and its wagers at every level.
#[derive(Clone, Debug)]
pub(crate) struct Ready<'a> {
    pub(crate) rows: Rows,
    terms: Terms,
    /// By bettor, then by level.
    pub(crate) stakes: Vec<Vec<Stake<'a>>>,
    /// For each end of a hand, where the dealer cannot make Pontoon and where that may be.
    waits: Vec<[Waits; 2]>,
    /// The wagers of each bettor, of those beside the hand only as many as the book lets stay.
    sides: Vec<Bets>,
    doubles_with: bool,
    splits_with: bool,
    insures: bool,
}

/// How a box has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BoxEnd {
    /// An unsplit hand, by its number among the ends.
    Hand(u16),
    /// The hands of a split.
    Split(Vec<Ended>),
}

/// A round by rows, while it is played and when it is over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dealt {
    pub(crate) first: [u8; BOXES],
    pub(crate) second: [u8; BOXES],
    pub(crate) upcard: u8,
    pub(crate) ends: Vec<Option<BoxEnd>>,
    pub(crate) outcome: usize,
    insured: [bool; BOXES],
    surrendered: [bool; BOXES],
}

/// What codes and values the cards have.
#[derive(Clone, Debug)]
pub(crate) struct Faces {
    pub(crate) codes: [Code; crate::counters::CARDS],
    pub(crate) cards: Vec<Card>,
}

impl Faces {
    pub(crate) fn new() -> Self {
        let cards: Vec<Card> = Card::all().collect();
        let mut codes = [Code::of(cards[0]); crate::counters::CARDS];
        cards
            .iter()
            .for_each(|card| codes[card.index()] = Code::of(*card));
        Self { codes, cards }
    }

    #[inline(always)]
    pub(crate) fn code(&self, card: u8) -> Code {
        self.codes[usize::from(card) % crate::counters::CARDS]
    }
}

impl Stake<'_> {
    /// What insurance is staked, and what it comes to when the dealer's hand ends so.
    pub(crate) fn insured(&self, outcome: Outcome) -> Option<(i64, i64)> {
        let (amount, win) = self.insurance?;
        let net = if outcome == Outcome::Pontoon {
            win
        } else {
            -amount
        };
        Some((amount, net))
    }
}

impl<'a> Stake<'a> {
    fn new(book: &'a RuleBook, sign: &'a Sign, wager: Money, ends: &[Ended]) -> Self {
        let bettor = Bettor::new(book, sign, wager);
        let results = ends
            .iter()
            .flat_map(|&ended| Outcome::ALL.map(|outcome| bettor.result(ended, outcome)))
            .collect();
        let step = match book.insurance.step.is {
            InsuranceStep::Any => sign.chip,
            InsuranceStep::HalfChip => half(sign.chip),
        };
        let most = half(wager).down_to_multiple_of(step);
        let least = match book.limits.add_on_below_minimum.is {
            Allowed::May => step.max(Money::from_cents(1)),
            Allowed::MayNot => sign.minimum.up_to_multiple_of(step),
        };
        let win = cents(
            Payable {
                limits: &book.limits,
                sign,
            }
            .pay(most, book.insurance.pays.is),
        );
        Self {
            bettor,
            wager,
            results,
            insurance: (least <= most).then_some((cents(most), win)),
        }
    }
}

impl<'a> Ready<'a> {
    /// Compiles a seat; none where its strategy tells too many hands apart.
    pub(crate) fn new(table: &'a Table<'a>, seat: &Seat<'a>) -> Option<Self> {
        let levels = seat.levels(table.sign.minimum);
        // Whether a hand is one of a Super Bonus does not depend on what this bettor wagers.
        let top = table
            .book
            .super_bonus
            .prizes
            .is
            .steps()
            .last()
            .map_or(levels[0], |step| step.from);
        let terms = Terms::of(table.book, top);
        let bettor = Bettor::new(table.book, &table.sign, levels[0]);
        let rows = Rows::compile(&terms, &bettor, &seat.mind.plays)?;
        let stake = |wager: Money| Stake::new(table.book, &table.sign, wager, &rows.ends);
        let mut stakes = vec![levels.into_iter().map(stake).collect::<Vec<_>>()];
        stakes.extend(seat.bettors[1..].iter().map(|bets| vec![stake(bets.wager)]));
        let waits = rows
            .ends
            .iter()
            .map(|&ended| waits(table.book, ended))
            .collect();
        Some(Self {
            waits,
            terms,
            stakes,
            sides: sides(table.book, &seat.bettors),
            doubles_with: seat.bettors[1..].iter().all(|bets| bets.follows.doubles()),
            splits_with: seat.bettors[1..].iter().all(|bets| bets.follows.splits()),
            insures: insures(&seat.mind.plays)
                || seat
                    .mind
                    .counting
                    .is_some_and(|counting| counting.insurance.is_some()),
            rows,
        })
    }

    /// How much of the dealer's hand is waited for against an upcard by an end of a hand.
    pub(crate) fn waits(&self, end: usize, upcard: CardValue) -> Waits {
        self.waits[end][usize::from(upcard.partner().is_some())]
    }

    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Whether anybody on the box has wagered enough to insure.
    pub(crate) fn can_insure(&self, level: usize) -> bool {
        (0..self.stakes.len()).any(|bettor| self.stake(bettor, level).insurance.is_some())
    }

    /// Whether insurance is ever taken.
    pub(crate) fn insures(&self) -> bool {
        self.insures
    }

    /// Whether anybody wagers beside the hand.
    pub(crate) fn has_sides(&self) -> bool {
        self.sides
            .iter()
            .any(|bets| bets.pairs.is_some() || bets.pandemonium.is_some())
    }

    /// The stake of a bettor when the controlling player wagers at a level.
    pub(crate) fn stake(&self, bettor: usize, level: usize) -> &Stake<'a> {
        &self.stakes[bettor][if bettor == 0 { level } else { 0 }]
    }
}

/// The wagers of a box without those beside the hand that are returned: the controlling player
/// comes first, then the others as they stand.
fn sides(book: &RuleBook, bettors: &[Bets]) -> Vec<Bets> {
    let most = usize::from(book.pairs.most.is.get());
    let (mut pairs, mut pandemonium) = (0, 0);
    let stays = |stake: Option<Money>, placed: &mut usize| {
        *placed += usize::from(stake.is_some());
        stake.filter(|_| *placed <= most)
    };
    let stay = |bets: &Bets| Bets {
        pairs: stays(bets.pairs, &mut pairs),
        pandemonium: stays(bets.pandemonium, &mut pandemonium),
        ..*bets
    };
    bettors.iter().map(stay).collect()
}

/// Whether a way to play ever insures.
pub(crate) fn insures(plays: &[&dyn crate::compile::Play]) -> bool {
    let ace = Card {
        rank: Rank::Ace,
        suit: Suit::Clubs,
    };
    let mut hands =
        Code::all().flat_map(|one| Code::all().map(move |other| [one.card(), other.card()]));
    hands.any(|two| plays.iter().any(|play| play.insures(ace, two)))
}

/// Whether two cards may be insured.
pub(crate) fn may_insure(book: &RuleBook, two: [Card; 2]) -> bool {
    !is_pontoon(&two) || book.insurance.with_pontoon.is == Allowed::May
}

/// How much of the dealer's hand an end of a hand waits for, where the dealer cannot make Pontoon
/// and where that may be.
fn waits(book: &RuleBook, ended: Ended) -> [Waits; 2] {
    let for_pontoon = [Waits::Nothing, Waits::for_pontoon(book)];
    let of_21 = match book.settlement.twenty_one.is {
        TwentyOne::AlwaysWins => [Waits::Nothing; 2],
        TwentyOne::LosesToPontoon => for_pontoon,
        TwentyOne::Compared => [Waits::WholeHand; 2],
    };
    match ended {
        Ended::Pontoon => match book.settlement.pontoon.is {
            PontoonPaid::AtOnce => [Waits::Nothing; 2],
            PontoonPaid::As21 | PontoonPaid::Compared => of_21,
        },
        Ended::TwentyOne { .. } | Ended::Doubled { points: 21 } => of_21,
        Ended::Stood { .. } | Ended::Doubled { .. } => [Waits::WholeHand; 2],
        Ended::DoubledBust => match book.dealer.doubled_bust.is {
            DoubledBust::OriginalOnly => for_pontoon,
            DoubledBust::All => [Waits::Nothing; 2],
        },
        Ended::Forfeited | Ended::Bust => [Waits::Nothing; 2],
        Ended::Surrendered => for_pontoon,
    }
}

impl Waits {
    /// What is dealt for a wager that a dealer's Pontoon alone decides.
    pub(crate) fn for_pontoon(book: &RuleBook) -> Self {
        match book.dealer.second.is {
            DealerSecond::OnlySecond => Self::SecondCard,
            DealerSecond::Completed => Self::WholeHand,
        }
    }

    /// How much of the dealer's hand a hand of a split waits for, where the dealer cannot make
    /// Pontoon and where that may be.
    pub(crate) fn of_split_hand(book: &RuleBook, ended: Ended) -> [Self; 2] {
        if ended == Ended::DoubledBust {
            // Of split hands, a bust one is gone whatever the dealer has.
            return [Self::Nothing; 2];
        }
        waits(book, ended)
    }
}

/// What a round needs while it is dealt.
pub(crate) struct Hands<'r, 'a> {
    pub(crate) table: &'r Table<'a>,
    pub(crate) ready: &'r [Ready<'a>],
    pub(crate) faces: &'r Faces,
    pub(crate) source: &'r mut Source,
    pub(crate) words: &'r mut Drawer,
    pub(crate) counters: &'r mut Counters<'a>,
}

impl Hands<'_, '_> {
    #[inline(always)]
    fn draw(&mut self) -> Result<u8, Rare> {
        let card = self.source.draw(self.words).ok_or(Rare)?;
        self.counters.see(card);
        Ok(card)
    }

    fn band(&self, seat: usize) -> usize {
        self.counters.band(seat, self.source.unseen())
    }

    /// Plays a round; `plays` says which boxes have a wager, and `levels` at which level.
    pub(crate) fn play(
        &mut self,
        plays: &[bool; BOXES],
        levels: &[usize; BOXES],
        dealt: &mut Dealt,
    ) -> Result<(), Rare> {
        let boxes = self.table.boxes.len();
        for place in (0..boxes).filter(|&place| plays[place]) {
            dealt.first[place] = self.draw()?;
        }
        dealt.upcard = self.draw()?;
        for place in (0..boxes).filter(|&place| plays[place]) {
            dealt.second[place] = self.draw()?;
        }
        if self.source.after_initial_deal() {
            self.counters.reset(self.source.of_round());
        }
        self.before_draws(plays, levels, dealt);
        let upcard = self.faces.code(dealt.upcard);
        let mut waits = Waits::Nothing;
        dealt.ends.clear();
        for (place, &is_played) in plays.iter().enumerate().take(boxes) {
            let end = if is_played {
                Some(self.box_end(place, upcard, dealt)?)
            } else {
                None
            };
            if let Some(end) = &end {
                waits = waits.max(self.waits(self.table.boxes[place], end, upcard.value()));
            }
            dealt.ends.push(end);
        }
        if dealt.insured.iter().any(|&insured| insured) {
            waits = waits.max(Waits::for_pontoon(self.table.book));
        }
        if self.table.book.dealer.idle.is == DealerIdle::Draws {
            waits = Waits::WholeHand;
        }
        dealt.outcome = self.dealer(upcard, waits)?.index();
        Ok(())
    }

    /// Insurance, and surrender where that is decided before anybody draws.
    fn before_draws(&mut self, plays: &[bool; BOXES], levels: &[usize; BOXES], dealt: &mut Dealt) {
        (dealt.insured, dealt.surrendered) = ([false; BOXES], [false; BOXES]);
        let upcard = self.faces.cards[usize::from(dealt.upcard)];
        let is_ace = CardValue::of(upcard.rank) == CardValue::ACE;
        let at_once = self.table.book.surrender.time.is == SurrenderTime::BeforeDraws;
        for place in (0..self.table.boxes.len()).filter(|&place| plays[place]) {
            let seat = self.table.boxes[place];
            let ready = &self.ready[seat];
            if is_ace && ready.insures && ready.can_insure(levels[place]) {
                dealt.insured[place] =
                    self.insures(seat, upcard, [dealt.first[place], dealt.second[place]]);
            }
            if at_once && ready.rows.bands.len() > 1 {
                let row = self.two_cards(seat, dealt, place);
                let end = ready.rows.end_of[usize::from(row)];
                dealt.surrendered[place] =
                    end != NO_END && ready.rows.ends[usize::from(end)] == Ended::Surrendered;
            }
        }
    }

    fn insures(&self, seat: usize, upcard: Card, two: [u8; 2]) -> bool {
        let two = two.map(|card| self.faces.cards[usize::from(card)]);
        if !may_insure(self.table.book, two) {
            return false;
        }
        let play = self.table.seats[seat].mind.plays[self.band(seat)];
        play.insures(upcard, two) || self.counters.insures(seat, self.source.unseen())
    }

    /// The row of a box's two cards.
    fn two_cards(&self, seat: usize, dealt: &Dealt, place: usize) -> u16 {
        let rows = &self.ready[seat].rows;
        let band = &rows.bands[self.band(seat)];
        let codes = [dealt.upcard, dealt.first[place], dealt.second[place]]
            .map(|card| self.faces.code(card));
        codes
            .into_iter()
            .fold(rows.start, |row, code| band.after(row, code))
    }

    /// Plays a box.
    fn box_end(&mut self, place: usize, upcard: Code, dealt: &Dealt) -> Result<BoxEnd, Rare> {
        let seat = self.table.boxes[place];
        let (ready, faces) = (&self.ready[seat], self.faces);
        let rows = &ready.rows;
        if dealt.surrendered[place] {
            let end = rows
                .ends
                .binary_search(&Ended::Surrendered)
                .map_err(|_| Rare)?;
            return Ok(BoxEnd::Hand(u16::try_from(end).map_err(|_| Rare)?));
        }
        let mut band = self.band(seat);
        let mut row = self.two_cards(seat, dealt, place);
        let two = row;
        while row < rows.ended {
            let card = self.draw()?;
            band = self.band(seat);
            row = rows.bands[band].after(row, faces.code(card));
        }
        let end = rows.end_of[usize::from(row)];
        if end != NO_END {
            let ended = rows.ends[usize::from(end)];
            let too_late = row == two
                && ended == Ended::Surrendered
                && rows.bands.len() > 1
                && self.surrender_is_over();
            let alone = !ready.doubles_with && ended.is_doubled();
            return if too_late || alone {
                Err(Rare)
            } else {
                Ok(BoxEnd::Hand(end))
            };
        }
        let Row::Over(RoundEnd::Split(_, first, second)) = rows.row(row) else {
            return Err(Rare);
        };
        if !ready.splits_with {
            return Err(Rare);
        }
        let splits = SplitPlay {
            rows,
            terms: &ready.terms,
        };
        let mut next = |_| {
            let card = self.draw().ok()?;
            Some((faces.code(card), self.band(seat)))
        };
        let mut hands = Vec::new();
        let prize = splits
            .hands(upcard, (first, second), band, &mut hands, &mut next)
            .ok_or(Rare)?;
        let alone = !ready.doubles_with && hands.iter().any(|ended| ended.is_doubled());
        if prize == Prize::SuperBonus || alone {
            Err(Rare)
        } else {
            Ok(BoxEnd::Split(hands))
        }
    }

    fn surrender_is_over(&self) -> bool {
        self.table.book.surrender.time.is == SurrenderTime::BeforeDraws
    }

    /// How much of the dealer's hand a box waits for.
    fn waits(&self, seat: usize, end: &BoxEnd, upcard: CardValue) -> Waits {
        match end {
            BoxEnd::Hand(end) => self.ready[seat].waits(usize::from(*end), upcard),
            BoxEnd::Split(hands) => {
                let pontoon = usize::from(upcard.partner().is_some());
                let each = hands
                    .iter()
                    .map(|&ended| Waits::of_split_hand(self.table.book, ended)[pontoon]);
                each.max().unwrap_or(Waits::Nothing)
            }
        }
    }

    fn dealer(&mut self, upcard: Code, waits: Waits) -> Result<Outcome, Rare> {
        if waits == Waits::Nothing {
            return Ok(Outcome::Bust);
        }
        let ready = &self.ready[0];
        let mut row = ready.rows.dealer_start(upcard);
        loop {
            let card = self.draw()?;
            row = ready.rows.first().after(row, self.faces.code(card));
            if let Row::Outcome(outcome) = ready.rows.row(row) {
                return Ok(outcome);
            }
            if waits == Waits::SecondCard {
                return Ok(Outcome::Bust);
            }
        }
    }
}

impl Ready<'_> {
    /// What a bettor came to: the cell of an unsplit hand without insurance, and the result.
    pub(crate) fn result(
        &self,
        dealt: &Dealt,
        place: usize,
        bettor: usize,
        level: usize,
    ) -> (Option<usize>, BettorResult) {
        let stake = self.stake(bettor, level);
        let outcome = Outcome::ALL[dealt.outcome];
        let (cell, main) = match &dealt.ends[place] {
            Some(BoxEnd::Hand(end)) => {
                let cell = usize::from(*end) * OUTCOMES + dealt.outcome;
                (Some(cell), stake.results[cell])
            }
            Some(BoxEnd::Split(hands)) => (None, stake.bettor.result_of_split(hands, outcome)),
            None => (None, BoxResult::default()),
        };
        let mut result = BettorResult {
            main,
            ..BettorResult::default()
        };
        let insured = stake.insured(outcome).filter(|_| dealt.insured[place]);
        if let Some((amount, net)) = insured {
            result.insurance = Some((amount, net));
            result.main.net += net;
            result.main.wagered += amount;
        }
        (cell.filter(|_| insured.is_none()), result)
    }

    /// Adds the wagers beside the hand.
    pub(crate) fn add_sides(
        &self,
        table: &Table<'_>,
        two: [Card; 2],
        bettor: usize,
        (source, words): (&mut Source, &mut Drawer),
        result: &mut BettorResult,
    ) {
        let bets = &self.sides[bettor];
        let payable = Payable {
            limits: &table.book.limits,
            sign: &table.sign,
        };
        if let Some(stake) = bets.pairs {
            let paid = pair_odds(table.book, two[0], two[1])
                .map(|(odds, _)| cents(payable.pay(stake, odds)));
            result.pairs = Some((cents(stake), paid.unwrap_or(-cents(stake))));
        }
        if let Some(stake) = bets.pandemonium {
            let odds = is_pontoon(&two)
                .then(|| {
                    table
                        .book
                        .pandemonium
                        .multipliers
                        .is
                        .odds(table.multiplier(source, words))
                })
                .flatten();
            result.pandemonium = Some((
                cents(stake),
                odds.map_or(-cents(stake), |odds| cents(payable.pay(stake, odds))),
            ));
        }
    }
}
