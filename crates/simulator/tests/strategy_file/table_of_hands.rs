//! Every hand that somebody can be asked about, and where two ways to play differ.

use cards::{Card, Suit};
use rules::DoubleOn;
use simulator::{Code, Play};
use solver::{CardValue, From, Hand, Hands, SuitClass, Terms};

/// A card of a value.
fn card(value: CardValue) -> Card {
    Code::all()
        .find(|code| code.value() == value)
        .unwrap()
        .card()
}

/// The cards of a hand, an Ace that came later last.
fn cards_of(hand: &Hand, first: Option<CardValue>) -> Vec<Card> {
    let mut counts = hand.counts;
    let mut cards = Vec::new();
    if let Some(first) = first {
        counts[first.index()] -= 1;
        cards.push(card(first));
    }
    let of =
        |value: CardValue| std::iter::repeat_n(card(value), usize::from(counts[value.index()]));
    let others = CardValue::all()
        .filter(|&value| value != CardValue::ACE)
        .flat_map(of);
    if hand.later_ace {
        cards.extend(others.chain(of(CardValue::ACE)))
    } else {
        cards.extend(of(CardValue::ACE).chain(others))
    }
    cards
}

/// The hands below 21 with so many cards or more; of two cards by suit.
pub(crate) fn hands_of(cards: u8) -> impl Iterator<Item = Vec<Card>> {
    let below = |hand: &Hand| hand.points() < 21;
    let twos =
        Code::all().flat_map(|one| Code::all().map(move |other| vec![one.card(), other.card()]));
    let twos = twos.filter(move |two| {
        let no = Hands::list()
            .of(two.iter().map(|card| CardValue::of(card.rank)))
            .unwrap();
        cards == 2 && below(Hands::list().get(no))
    });
    let more = Hands::list()
        .downwards()
        .map(|(_, hand)| hand)
        .filter(move |hand| hand.cards >= cards.max(3) && below(hand));
    twos.chain(more.map(|hand| cards_of(hand, None)))
}

/// How many decisions there are, and those that differ.
pub(crate) fn differing(one: &impl Play, other: &impl Play, terms: &Terms) -> (usize, Vec<String>) {
    let (mut asked, mut found) = (0, Vec::new());
    let mut same = |what: String, equal: bool| {
        asked += 1;
        if !equal {
            found.push(what);
        }
    };
    for upcard in CardValue::all().map(card) {
        for cards in hands_of(2) {
            let actions = (
                one.action(upcard, &cards, From::Dealt),
                other.action(upcard, &cards, From::Dealt),
            );
            same(
                format!("{cards:?} v {upcard}: {actions:?}"),
                actions.0 == actions.1,
            );
            doubled(terms, upcard, &cards, &mut |what, drawn: &[Card]| {
                let give_up = (
                    one.forfeits(upcard, drawn, From::Dealt),
                    other.forfeits(upcard, drawn, From::Dealt),
                );
                same(format!("{what}: {give_up:?}"), give_up.0 == give_up.1);
            });
        }
        for (cards, from) in split_hands(one, upcard, terms) {
            let actions = (
                one.action(upcard, &cards, from),
                other.action(upcard, &cards, from),
            );
            same(
                format!("split {cards:?} v {upcard} {from:?}: {actions:?}"),
                actions.0 == actions.1,
            );
        }
    }
    (asked, found)
}

fn doubled(terms: &Terms, upcard: Card, cards: &[Card], each: &mut impl FnMut(String, &[Card])) {
    let hand = Hands::list().get(
        Hands::list()
            .of(cards.iter().map(|card| CardValue::of(card.rank)))
            .unwrap(),
    );
    let may = match terms.double.on {
        DoubleOn::AnyCards => true,
        DoubleOn::FirstTwo => hand.cards == 2,
        DoubleOn::Hard9To11 => hand.cards == 2 && !hand.is_soft() && (9..=11).contains(&hand.hard),
    };
    if !may {
        return;
    }
    for last in CardValue::all().map(card) {
        let drawn: Vec<Card> = cards.iter().copied().chain([last]).collect();
        each(format!("doubled {drawn:?} v {upcard}"), &drawn);
    }
}

/// The hands of pairs that are split, as they are split: those that the first of two ways to play
/// does split.
fn split_hands(play: &impl Play, upcard: Card, terms: &Terms) -> Vec<(Vec<Card>, From)> {
    let mut hands = Vec::new();
    for start in CardValue::all() {
        let pair = [
            card(start),
            Card {
                suit: Suit::ALL[1],
                ..card(start)
            },
        ];
        if play.action(upcard, &pair, From::Dealt) != Some(solver::Action::Split) {
            continue;
        }
        let most = if start == CardValue::ACE {
            terms.split.most_aces
        } else {
            terms.split.most
        };
        let again = play.splits_again(upcard, pair);
        for may_again in [false, true]
            .into_iter()
            .filter(|may_again| !may_again || most > 2)
        {
            for second in Code::all().map(Code::card) {
                // The solver plays hands tied together without a look at their suits; a player with
                // a card does look.
                let suited = SuitClass::of(pair[0].suit, second.suit) != SuitClass::Mixed
                    && CardValue::of(second.rank) != start;
                let from = From::Split {
                    may_again,
                    again,
                    suited_sevens: false,
                };
                let no = Hands::list()
                    .of([start, CardValue::of(second.rank)])
                    .unwrap();
                if !suited && Hands::list().get(no).points() < 21 {
                    hands.push((vec![pair[0], second], from));
                }
            }
        }
        // Split Aces have one card more.
        let more = Hands::list()
            .downwards()
            .map(|(_, hand)| hand)
            .filter(|hand| hand.cards > 2 && hand.points() < 21);
        let from = From::Split {
            may_again: false,
            again: false,
            suited_sevens: true,
        };
        let held = more.filter(|hand| start != CardValue::ACE && hand.count(start) > 0);
        hands.extend(held.map(|hand| (cards_of(hand, Some(start)), from)));
    }
    hands
}
