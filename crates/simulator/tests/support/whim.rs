//! A strategy that does anything the book allows, for the same hand always the same: what no
//! sensible player does too.

use cards::Card;
use rules::{AceCards, Allowed, DoubleOn, MustDraw, SurrenderAgainst};
use simulator::{Code, Play};
use solver::{Action, CardValue, From, Hand, Hands, Terms};

pub(crate) struct Whim<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) seed: u64,
}

impl Whim<'_> {
    fn number(&self, of: impl IntoIterator<Item = u8>) -> u64 {
        // FNV-1a, stirred once more.
        let start = 0xcbf2_9ce4_8422_2325 ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = of.into_iter().fold(start, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^ (hash >> 31)
    }

    /// What is hashed of a hand: of two cards their suits too, where these may matter; of more only
    /// what they count.
    fn about(upcard: Card, cards: &[Card], from: From) -> Vec<u8> {
        let split = match from {
            From::Dealt => 0,
            From::Split { .. } => CardValue::of(cards[0].rank).points(),
        };
        let held = hand_of(cards);
        let mut about = vec![split, CardValue::of(upcard.rank).points()];
        if let &[one, other] = cards {
            about.extend([upcard, one, other].into_iter().flat_map(told));
        } else {
            about.extend(held.counts);
            about.push(u8::from(held.later_ace));
        }
        about
    }

    fn legal(&self, upcard: Card, cards: &[Card], from: From) -> Vec<Action> {
        let terms = self.terms;
        let hand = hand_of(cards);
        let split = from != From::Dealt;
        let split_ace = split && CardValue::of(cards[0].rank) == CardValue::ACE;
        let complete = split_ace && terms.split.ace_cards == AceCards::One;
        let must_draw = terms.must_draw == MustDraw::Under12 && hand.points() < 12 && !complete;
        let on = match terms.double.on {
            DoubleOn::AnyCards => true,
            DoubleOn::FirstTwo => hand.cards == 2,
            DoubleOn::Hard9To11 => {
                hand.cards == 2 && !hand.is_soft() && (9..=11).contains(&hand.hard)
            }
        };
        let may_double = on
            && (!split || terms.double.after_split == Allowed::May)
            && (!split_ace || terms.double.split_aces == Allowed::May);
        let against = match terms.surrender.against {
            SurrenderAgainst::AceOrPicture => CardValue::of(upcard.rank).partner().is_some(),
            SurrenderAgainst::AnyCard => true,
            SurrenderAgainst::Nothing => false,
        };
        let in_time = hand.cards == 2 || terms.surrender.any_time && !split;
        let may_surrender =
            against && in_time && (!split || terms.surrender.after_split == Allowed::May);
        [
            (Action::Stand, !must_draw),
            (Action::Draw, !complete),
            (Action::Double, may_double),
            (Action::Surrender, may_surrender),
        ]
        .into_iter()
        .filter_map(|(action, may)| may.then_some(action))
        .collect()
    }
}

/// What is told of a card: its value, and the suit of a 6, 7 or 8.
fn told(card: Card) -> [u8; 2] {
    let code = Code::of(card);
    [
        code.value().points(),
        code.suit()
            .map_or(0, |suit| suit.letter().try_into().unwrap_or(1)),
    ]
}

fn hand_of(cards: &[Card]) -> &'static Hand {
    let values = cards.iter().map(|card| CardValue::of(card.rank));
    Hands::list().get(
        Hands::list()
            .of(values)
            .expect("a hand that is asked about is not over 21"),
    )
}

/// A whim of somebody in a hurry, who draws only where the book leaves nothing else: few hands come
/// of it, and it is soon made ready.
pub(crate) struct Hasty<'a>(pub(crate) Whim<'a>);

impl Play for Hasty<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let wanted = self.0.action(upcard, cards, from)?;
        let may_stand = self.0.legal(upcard, cards, from).contains(&Action::Stand);
        Some(if wanted == Action::Draw && may_stand {
            Action::Stand
        } else {
            wanted
        })
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        self.0.splits_again(upcard, pair)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        self.0.forfeits(upcard, cards, from)
    }
}

/// A whim of somebody who looks at what a hand counts and not at its cards: so few hands are told
/// apart that whole rounds fit into one table.
pub(crate) struct Tidy<'a>(pub(crate) Whim<'a>);

impl Tidy<'_> {
    fn about(upcard: Card, hand: &Hand, from: From) -> Vec<u8> {
        let upcard = CardValue::of(upcard.rank).points();
        let (split, soft) = (u8::from(from != From::Dealt), u8::from(hand.is_soft()));
        vec![split, upcard, hand.points(), soft]
    }
}

impl Play for Tidy<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let about = Self::about(upcard, hand_of(cards), from);
        self.0.choose(about, upcard, cards, from)
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        let values = [upcard, pair[0]].map(|card| CardValue::of(card.rank).points());
        !self
            .0
            .number(values.into_iter().chain([2]))
            .is_multiple_of(4)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        let Some((last, held)) = cards.split_last() else {
            return false;
        };
        let about = Self::about(upcard, hand_of(held), from);
        let last = [CardValue::of(last.rank).points(), 3];
        self.0
            .number(about.into_iter().chain(last))
            .is_multiple_of(3)
    }
}

impl Whim<'_> {
    /// What is done, by what is known about the hand.
    fn choose(&self, about: Vec<u8>, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        let pair = hand_of(cards).pair().is_some();
        let splits = match from {
            From::Dealt => {
                pair && self
                    .number(about.iter().copied().chain([1]))
                    .is_multiple_of(2)
            }
            From::Split {
                may_again, again, ..
            } => pair && may_again && again,
        };
        if splits {
            return Some(Action::Split);
        }
        let legal = self.legal(upcard, cards, from);
        let place = self.number(about) % u64::try_from(legal.len().max(1)).ok()?;
        legal.get(usize::try_from(place).ok()?).copied()
    }
}

impl Play for Whim<'_> {
    fn action(&self, upcard: Card, cards: &[Card], from: From) -> Option<Action> {
        self.choose(Self::about(upcard, cards, from), upcard, cards, from)
    }

    fn splits_again(&self, upcard: Card, pair: [Card; 2]) -> bool {
        let about = [upcard, pair[0], pair[1]].into_iter().flat_map(told);
        !self.number(about.chain([2])).is_multiple_of(4)
    }

    fn forfeits(&self, upcard: Card, cards: &[Card], from: From) -> bool {
        let Some((last, held)) = cards.split_last() else {
            return false;
        };
        let hand = hand_of(held);
        let about = hand.counts.into_iter().chain([u8::from(hand.later_ace)]);
        let split = u8::from(from != From::Dealt);
        let values = [
            CardValue::of(last.rank).points(),
            CardValue::of(upcard.rank).points(),
            split,
            3,
        ];
        self.number(about.chain(values)).is_multiple_of(3)
    }
}
