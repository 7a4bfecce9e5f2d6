//! Writing down a round that was played.

use super::script::{
    BettorEntry, Fact, Head, InsuranceItem, Line, Numbered, Offer, Place, Script, Token, WagerRef,
};
use crate::choice::{Draw, HandRef, Need, Question, To, Turn};
use crate::event::{Ending, Event, Stage, What};
use crate::player::{Held, Player};
use crate::round::Round;
use crate::setup::{Dealing, Faces, Pack, Setup, ShoeAge};
use rules::{BoxNo, RuleBook, Sign};

impl Script {
    /// The text of a round. `usual` is the book before the table's settings were changed.
    pub fn of(round: &Round, usual: &RuleBook) -> Self {
        let mut writer = Writer {
            round,
            lines: Vec::new(),
            waiting: Vec::new(),
            pending: pending_from(round),
            absent_until: absent_until(round),
        };
        for (place, event) in round.events().iter().enumerate() {
            writer.event(place, event);
        }
        writer.finish();
        let lines = writer
            .lines
            .into_iter()
            .map(|line| Numbered { at: 0, line })
            .collect();
        Self {
            at: Place(1),
            head: head(round.setup(), usual),
            lines,
        }
    }

    /// The same with every result stated.
    pub fn with_results(round: &Round, usual: &RuleBook) -> Self {
        let mut script = Self::of(round, usual);
        script.lines.extend(
            super::check::result_lines(round)
                .into_iter()
                .map(|line| Numbered { at: 0, line }),
        );
        script
    }
}

/// In a round that is not over: the first event after the last card or decision. Declining is
/// written out from there on, because nothing that follows implies it.
fn pending_from(round: &Round) -> usize {
    if round.stage() == Stage::Over {
        return usize::MAX;
    }
    let implies = |event: &Event| {
        matches!(
            event.what,
            What::WagerPlaced { .. }
                | What::SidePlaced { .. }
                | What::Dealt { .. }
                | What::MultiplierShown { .. }
                | What::CardAsked { by: Some(_), .. }
                | What::HandEnded {
                    how: Ending::Stood,
                    ..
                }
        )
    };
    round
        .events()
        .iter()
        .rposition(implies)
        .map_or(0, |place| place + 1)
}

/// The place of the last event that found somebody absent, or gone from the round.
fn absent_until(round: &Round) -> usize {
    round
        .events()
        .iter()
        .rposition(|event| matches!(event.what, What::Absent { .. } | What::Withdrawn { .. }))
        .unwrap_or(0)
}

fn head(setup: &Setup, usual: &RuleBook) -> Head {
    let sign = Sign::usual(&setup.book);
    let differs = |amount: rules::Money, usual: rules::Money| (amount != usual).then_some(amount);
    let offer = |limits: Option<(rules::Money, rules::Money)>,
                 usual: Option<(rules::Money, rules::Money)>| {
        (limits != usual)
            .then(|| limits.map_or(Offer::Off, |(least, most)| Offer::Limits(least, most)))
    };
    let facts = setup.patrons.iter().flat_map(|patron| {
        let held = match patron.held {
            Held::Free => None,
            Held::Late => Some(Fact::Late),
            Held::ByOrder => Some(Fact::Held),
        };
        let warned = patron.warned.then_some(Fact::Warned);
        let cardless = (!patron.card).then_some(Fact::Cardless);
        [held, warned, cardless]
            .into_iter()
            .flatten()
            .map(|fact| (fact, patron.name.clone()))
    });
    let (decks, cards) = match &setup.pack {
        Pack::Decks(decks) => (Some(*decks), Vec::new()),
        Pack::Cards(cards) => (None, cards.cards().collect()),
    };
    Head {
        book: setup.book.id.name.clone(),
        version: Some(setup.book.id.version),
        decks,
        cards,
        minimum: Some(setup.sign.minimum),
        maximum: Some(setup.sign.maximum),
        chip: differs(setup.sign.chip, sign.chip),
        multiples: setup.sign.multiples,
        pairs: offer(setup.sign.pairs, sign.pairs),
        pairs_compulsory: setup.sign.pairs_compulsory,
        pandemonium: offer(setup.sign.pandemonium, sign.pandemonium),
        bettors: setup.sign.bettors,
        sets: setup.book.changes_from(usual),
        shoe: match (setup.dealing, setup.age) {
            (Dealing::Shoe, ShoeAge::Running) => None,
            (dealing, age) => Some((dealing, age)),
        },
        // A new shoe holds all its cards.
        left: setup.left.filter(|_| setup.age == ShoeAge::Running),
        gone: setup.gone.clone(),
        face_down: setup.faces == Faces::Down,
        raised: setup.raised.clone(),
        markers: setup
            .patrons
            .iter()
            .filter_map(|patron| Some((patron.name.clone(), patron.minimum?)))
            .collect(),
        raised_for: setup
            .patrons
            .iter()
            .filter_map(|patron| Some((patron.name.clone(), patron.raised?)))
            .collect(),
        players: setup
            .patrons
            .iter()
            .map(|patron| patron.name.clone())
            .collect(),
        facts: facts.collect(),
    }
}

struct Writer<'a> {
    round: &'a Round,
    lines: Vec<Line>,
    /// Things out of the shoe whose place the next card shows.
    waiting: Vec<Draw>,
    pending: usize,
    absent_until: usize,
}

impl Writer<'_> {
    fn name(&self, player: Player) -> String {
        self.round.setup().name(player).to_owned()
    }

    fn event(&mut self, place: usize, event: &Event) {
        // Whether somebody declined before or after a player was found absent can decide who
        // controls a box.
        let explicit = place >= self.pending || place < self.absent_until;
        match event.what {
            What::WagerPlaced {
                box_no,
                player,
                amount,
                seated,
            } => {
                let entry = BettorEntry {
                    name: self.name(player),
                    seated,
                    amount: Some(amount),
                    sides: Vec::new(),
                };
                self.wager(box_no, entry);
            }
            What::SidePlaced {
                box_no,
                player,
                side,
                amount,
            } => self.side(box_no, player, side, amount),
            What::ControlDeclined { box_no, player } => {
                let name = self.name(player);
                self.lines.push(Line::Declines { box_no, name });
            }
            What::Began(Stage::InitialDeal | Stage::Burning)
                if self.is_last(place) && !self.is_closed() =>
            {
                self.lines.push(Line::Close);
            }
            What::Began(Stage::Over) if !self.dealt_any() && !self.is_closed() => {
                self.lines.push(Line::Close)
            }
            What::Burned => self.waiting.push(Draw::Burned),
            What::CuttingCardSeen | What::CuttingCardFirst => self.waiting.push(Draw::CuttingCard),
            What::JokerReplaced => self.waiting.push(Draw::Joker),
            What::RackShuffled => self.waiting.push(Draw::Shuffle),
            What::Dealt { to, card, .. } => {
                self.waiting.push(Draw::Card(card));
                self.draws(to, self.in_initial_deal(place));
            }
            What::InsuranceTaken {
                box_no,
                of,
                by,
                amount,
            } if of == by => {
                let on = WagerRef {
                    box_no,
                    name: Some(self.name(of)),
                };
                self.insurance(InsuranceItem::Take {
                    on,
                    amount: Some(amount),
                    by: None,
                });
            }
            What::InsuranceClaimed {
                box_no,
                of,
                by,
                amount,
            } => {
                let on = WagerRef {
                    box_no,
                    name: Some(self.name(of)),
                };
                self.insurance(InsuranceItem::Take {
                    on,
                    amount: Some(amount),
                    by: Some(self.name(by)),
                });
            }
            What::InsuranceDeclined { box_no, player } if explicit => {
                let on = WagerRef {
                    box_no,
                    name: Some(self.name(player)),
                };
                self.insurance(InsuranceItem::Decline { on });
            }
            What::ClaimsEnded { player } if explicit => self.insurance(InsuranceItem::Done {
                name: self.name(player),
            }),
            What::Pressed { box_no, player, by } => {
                let of = WagerRef {
                    box_no,
                    name: Some(self.name(player)),
                };
                let by = (by != player).then(|| self.name(by));
                self.lines.push(Line::Press {
                    of,
                    multiplier: None,
                    by,
                });
            }
            What::MultiplierShown { multiplier } => self.multiplier(multiplier),
            What::Surrendered { hand, player } if !self.follows_controller(place, hand, player) => {
                let name = self.name(player);
                self.token(hand.box_no, Token::Surrender(vec![name]));
            }
            What::SurrenderDeclined { hand, player } if explicit => {
                let name = self.name(player);
                self.token(hand.box_no, Token::NoSurrender(name));
            }
            What::Absent { box_no, player } => {
                let name = self.name(player);
                self.token(box_no, Token::Absent(name));
            }
            What::Withdrawn { player } => {
                // Before the first card it matters whether cards were burned already.
                if self.is_early(place) && !self.waiting.is_empty() {
                    self.draws(To::Dealer, true);
                }
                let name = self.name(player);
                self.lines.push(Line::Withdraws { name });
            }
            What::CardAsked { hand, by: Some(_) } => self.token(hand.box_no, Token::Draw(None)),
            What::Doubled {
                hand,
                player,
                amount,
            } => self.double(hand, player, amount),
            What::DoubleDeclined { hand, player } if explicit => {
                let name = self.name(player);
                self.token(hand.box_no, Token::NoDouble(name));
            }
            What::SplitMatched { hand, player } => self.split(hand, player, event),
            What::StayedOnFirst { hand, player } if explicit && !self.is_bound(event) => {
                let name = self.name(player);
                self.token(hand.box_no, Token::Stay(name));
            }
            What::Forfeited { hand, player } => {
                let name = self.name(player);
                self.token(
                    hand.box_no,
                    Token::Forfeit(vec![(name, Some(hand.hand + 1))]),
                );
            }
            // Where forfeiting waits for the dealer, no later card implies that a hand is kept.
            What::ForfeitDeclined { hand, player } if explicit || self.forfeits_wait() => {
                let name = self.name(player);
                self.token(hand.box_no, Token::Keep(name, Some(hand.hand + 1)));
            }
            What::HandEnded {
                hand,
                how: Ending::Stood,
            } => self.token(hand.box_no, Token::Stand(None)),
            What::BelowMinimum { .. }
            | What::AboveMaximum { .. }
            | What::ControlGiven { .. }
            | What::WagerMoved { .. }
            | What::Began(_)
            | What::RackReturned
            | What::Exposed { .. }
            | What::InsuranceTaken { .. }
            | What::InsuranceDeclined { .. }
            | What::ClaimRefused { .. }
            | What::ClaimsEnded { .. }
            | What::Surrendered { .. }
            | What::SurrenderDeclined { .. }
            | What::CardAsked { .. }
            | What::DoubleDeclined { .. }
            | What::StayedOnFirst { .. }
            | What::HandSplit { .. }
            | What::ForfeitDeclined { .. }
            | What::HandEnded { .. }
            | What::SuperBonusWon { .. }
            | What::Settled(_) => {}
        }
    }

    /// The meter stops: behind the press, or, where something came between, on a line of its own.
    fn multiplier(&mut self, shown: u16) {
        if let Some(Line::Press { multiplier, .. }) = self.lines.last_mut() {
            *multiplier = Some(shown);
            return;
        }
        let pressed = self.lines.iter().rev().find_map(|line| {
            if let Line::Press { of, .. } = line {
                Some(of.clone())
            } else {
                None
            }
        });
        if let Some(of) = pressed {
            self.lines.push(Line::Press {
                of,
                multiplier: Some(shown),
                by: None,
            });
        }
    }

    /// Whether an answer was not given but follows from the first one.
    fn is_bound(&self, event: &Event) -> bool {
        let rule = self.round.book().split.co_again;
        rule.is == rules::CoResplit::FirstBinds && event.clause == rule.clause
    }

    fn forfeits_wait(&self) -> bool {
        self.round.book().double.forfeit_time.is == rules::ForfeitTime::BeforeDealer
    }

    fn is_last(&self, place: usize) -> bool {
        place + 1 == self.round.events().len()
    }

    fn dealt_any(&self) -> bool {
        self.round
            .events()
            .iter()
            .any(|event| matches!(event.what, What::Dealt { .. }))
    }

    /// Whether a line that was written has closed wagers.
    fn is_closed(&self) -> bool {
        self.lines
            .iter()
            .any(|line| matches!(line, Line::Withdraws { .. } | Line::Deal(_)))
    }

    fn stage_at(&self, place: usize) -> Option<Stage> {
        let began = |event: &Event| {
            if let What::Began(stage) = event.what {
                Some(stage)
            } else {
                None
            }
        };
        self.round.events()[..place].iter().rev().find_map(began)
    }

    fn in_initial_deal(&self, place: usize) -> bool {
        self.stage_at(place) == Some(Stage::InitialDeal)
    }

    fn is_early(&self, place: usize) -> bool {
        matches!(
            self.stage_at(place),
            Some(Stage::Burning | Stage::InitialDeal)
        )
    }

    /// Whether a surrender was not chosen but follows the controlling player's.
    fn follows_controller(&self, place: usize, hand: HandRef, player: Player) -> bool {
        let events = &self.round.events()[..place];
        let must = self.round.book().surrender.co_bettors.is == rules::CoSurrender::MustFollow;
        let controls = self.round.state.box_at(hand.box_no).controller == Some(player);
        must && !controls
            && events.iter().any(|event| matches!(event.what, What::Surrendered { hand: other, .. } if other == hand))
    }

    fn wager(&mut self, box_no: BoxNo, entry: BettorEntry) {
        match self.lines.last_mut() {
            Some(Line::Wagers {
                box_no: other,
                entries,
            }) if *other == box_no => entries.push(entry),
            _ => self.lines.push(Line::Wagers {
                box_no,
                entries: vec![entry],
            }),
        }
    }

    fn side(
        &mut self,
        box_no: BoxNo,
        player: Player,
        side: crate::choice::Side,
        amount: rules::Money,
    ) {
        let name = self.name(player);
        if let Some(Line::Wagers {
            box_no: other,
            entries,
        }) = self.lines.last_mut()
            && *other == box_no
            && let Some(entry) = entries.last_mut().filter(|entry| entry.name == name)
        {
            entry.sides.push((side, amount));
            return;
        }
        self.wager(
            box_no,
            BettorEntry {
                name,
                seated: false,
                amount: None,
                sides: vec![(side, amount)],
            },
        );
    }

    fn insurance(&mut self, item: InsuranceItem) {
        match self.lines.last_mut() {
            Some(Line::Insurance(items)) => items.push(item),
            _ => self.lines.push(Line::Insurance(vec![item])),
        }
    }

    fn token(&mut self, box_no: BoxNo, token: Token) {
        match self.lines.last_mut() {
            Some(Line::Box {
                box_no: other,
                tokens,
            }) if *other == box_no => tokens.push(token),
            _ => self.lines.push(Line::Box {
                box_no,
                tokens: vec![token],
            }),
        }
    }

    fn draws(&mut self, to: To, initial: bool) {
        let draws = std::mem::take(&mut self.waiting);
        match (to, self.lines.last_mut()) {
            (_, Some(Line::Deal(cards))) if initial => cards.extend(draws),
            (_, _) if initial => self.lines.push(Line::Deal(draws)),
            (To::Dealer, Some(Line::Dealer(cards))) => cards.extend(draws),
            (To::Dealer, _) => self.lines.push(Line::Dealer(draws)),
            (To::Hand(at), _) => {
                for draw in draws {
                    self.token(at.box_no, Token::Card(draw));
                }
            }
        }
    }

    fn double(&mut self, hand: HandRef, player: Player, amount: rules::Money) {
        let name = self.name(player);
        if let Some(Line::Box { box_no, tokens }) = self.lines.last_mut()
            && *box_no == hand.box_no
            && let Some(Token::Double(who)) = tokens.last_mut()
        {
            who.push((name, Some(amount)));
            return;
        }
        self.token(hand.box_no, Token::Double(vec![(name, Some(amount))]));
    }

    fn split(&mut self, hand: HandRef, player: Player, event: &Event) {
        let name = self.name(player);
        if self.is_bound(event) && self.round.state.box_at(hand.box_no).controller != Some(player) {
            return;
        }
        if let Some(Line::Box { box_no, tokens }) = self.lines.last_mut()
            && *box_no == hand.box_no
            && let Some(Token::Split(names)) = tokens.last_mut()
        {
            names.push(name);
            return;
        }
        self.token(hand.box_no, Token::Split(vec![name]));
    }

    /// Writes what still waits for a card, and that the round is not over.
    fn finish(&mut self) {
        if !self.waiting.is_empty() {
            let (to, initial) = match self.round.turn() {
                Turn::Deal(Need::Card(to)) => (to, self.round.stage() == Stage::InitialDeal),
                Turn::Deal(Need::Burn | Need::Shuffle | Need::Multiplier)
                | Turn::Wagers
                | Turn::Decide(..)
                | Turn::Answer(
                    Question::Insurance | Question::AnothersInsurance | Question::Press,
                    _,
                )
                | Turn::Answer(
                    Question::Surrender | Question::Double | Question::Split | Question::Forfeit,
                    _,
                )
                | Turn::Over => (To::Dealer, self.round.stage() <= Stage::InitialDeal),
            };
            self.draws(to, initial);
        }
        if self.round.stage() != Stage::Over {
            self.lines.push(Line::Unfinished);
        }
    }
}
