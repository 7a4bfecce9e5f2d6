//! A second counter of complete rounds: one box, one bettor, plain recursion, written from the rule
//! books' words.
//! It uses nothing of the engine, not even its cards, reckons no money, and knows no co-bettors.

use std::collections::BTreeMap;

/// A card: 4 times its rank (Ace 0, 2 to 9 as 1 to 8, Jack 9, Queen 10, King 11) plus its suit (s h
/// d c).
type Card = u8;
const KINDS: u8 = 48;

/// Each first choice with the number of rounds that begin with it.
pub(crate) type Counts = BTreeMap<&'static str, u64>;

/// What a double may be made on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DoubleOn {
    HardNineToEleven,
    FirstTwoCards,
    AnyCards,
}

/// The rules that decide which rounds there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub insurance: bool,
    pub pontoon_may_insure: bool,
    pub surrender: bool,
    /// Not only to an Ace or a ten, but to any card.
    pub surrender_to_any_card: bool,
    /// Not only before the first draw, but at each decision of an unsplit hand.
    pub surrender_at_any_time: bool,
    /// A split hand may surrender too, when it has its two cards.
    pub surrender_after_split: bool,
    /// No standing on a hard total of 11 or less.
    pub must_draw: bool,
    pub double_on: DoubleOn,
    /// Every Ace held at the double counts 1, not only those among the first two cards.
    pub every_held_ace_is_1: bool,
    pub split_hands_may_double: bool,
    pub split_aces_may_double: bool,
    pub forfeit: bool,
    /// A doubled 21 may be forfeited too.
    pub forfeit_at_21: bool,
    pub hands_max: usize,
    /// A split Ace is a hand like any other.
    pub split_aces_may_draw: bool,
    pub split_aces_may_split: bool,
    /// Not splitting a split hand's pair ends splitting for the box.
    pub declining_ends_splitting: bool,
    pub dealer_draws_to_soft_17: bool,
    pub dealer_draws_for_nothing: bool,
    /// The dealer completes the hand when only surrendered wagers are left after the second card.
    pub completes_for_surrender: bool,
    /// A Pontoon is a 21 like any other.
    pub pontoon_is_21: bool,
    /// A player's 21 waits for the dealer's hand.
    pub twenty_one_is_compared: bool,
    /// A player's 21 waits for a dealer's Pontoon.
    pub twenty_one_loses_to_pontoon: bool,
    /// The double of an unsplit hand over 21 waits for a dealer's Pontoon.
    pub doubled_bust_waits_for_pontoon: bool,
}

/// Pontoon, SKYCITY Adelaide.
pub(crate) const ADELAIDE: Rules = Rules {
    insurance: true,                       // 25, 26: the dealer's first card is an Ace
    pontoon_may_insure: false,             // 59
    surrender: true,                       // 61, 70: A, K, Q or J, after the Pontoons are paid
    surrender_to_any_card: false,          // 70: A, K, Q or J
    surrender_at_any_time: false,          // 1b: at the completion of the initial deal
    surrender_after_split: false,          // 69 sends split hands to 70 to 73: a slip, as read
    must_draw: true,                       // 50a, 74c: until 12 or more, unless doubling
    double_on: DoubleOn::HardNineToEleven, // 62: first two cards, or first two of a split hand
    every_held_ace_is_1: true,             // 62: cannot arise, no Ace is in a hard 9 to 11
    split_hands_may_double: true,          // 62: split or not
    split_aces_may_double: false,          // 74a: no card after the second
    forfeit: true,                         // 64a
    forfeit_at_21: false,                  // 64a: less than 21
    hands_max: 3,                          // 67a
    split_aces_may_draw: false,            // 74a: no card after the second
    split_aces_may_split: false,           // 67c
    declining_ends_splitting: true,        // 67b
    dealer_draws_to_soft_17: true,         // 75
    dealer_draws_for_nothing: false,       // 76
    completes_for_surrender: false,        // 76, as read
    pontoon_is_21: false,                  // 58: paid at once
    twenty_one_is_compared: false,         // 9d, 60: always wins, paid at once
    twenty_one_loses_to_pontoon: false,    // 9d
    doubled_bust_waits_for_pontoon: false, // 51: collected at once
};

/// Pontoon, Casino Canberra.
pub(crate) const CANBERRA: Rules = Rules {
    insurance: true,                       // 7.1
    pontoon_may_insure: false,             // 7.1
    surrender: true,                       // 9.1
    surrender_to_any_card: false,          // 9.1
    surrender_at_any_time: false,          // 9.1: after the interim settlement
    surrender_after_split: false,          // 9.1: no split is before it
    must_draw: true,                       // 10.2c: hard totals under 12, unless they double
    double_on: DoubleOn::AnyCards,         // 12.1, 12.4
    every_held_ace_is_1: false,            // 2.5a: in the first two cards
    split_hands_may_double: true,          // 12.4
    split_aces_may_double: false,          // 11.5: one card only
    forfeit: true,                         // 12.6
    forfeit_at_21: true,                   // 12.6: has not exceeded 21
    hands_max: 4,                          // 11.3
    split_aces_may_draw: false,            // 11.5: one card only
    split_aces_may_split: false,           // 11.3
    declining_ends_splitting: false,       // no clause
    dealer_draws_to_soft_17: true,         // 13.1a
    dealer_draws_for_nothing: false,       // 13.1b
    completes_for_surrender: false,        // 13.1b, as read
    pontoon_is_21: false,                  // 8.1
    twenty_one_is_compared: false,         // 10.2b, 14.1d
    twenty_one_loses_to_pontoon: false,    // 14.1d over 14.1g, as read
    doubled_bust_waits_for_pontoon: false, // 14.1e over 12.5, as read
};

/// Pontoon Pandemonium, Marina Bay Sands.
pub(crate) const SINGAPORE: Rules = Rules {
    insurance: true,                       // 3.26
    pontoon_may_insure: true,              // nothing bars it, as read
    surrender: true,                       // 3.24
    surrender_to_any_card: false,          // 3.24
    surrender_at_any_time: false,          // 3.24: prior to the subsequent deal
    surrender_after_split: false,          // 3.24.3.1
    must_draw: false,                      // 3.27
    double_on: DoubleOn::FirstTwoCards,    // 3.25.1, 3.25.2
    every_held_ace_is_1: false,            // 3.4.2: in the first two cards
    split_hands_may_double: true,          // 3.25.2
    split_aces_may_double: false,          // 3.25.3
    forfeit: true,                         // 3.25.8
    forfeit_at_21: false,                  // 3.25.8: less than 21
    hands_max: 4,                          // 3.21
    split_aces_may_draw: false,            // 3.22.1: a single card
    split_aces_may_split: false,           // 3.21.1
    declining_ends_splitting: false,       // no clause
    dealer_draws_to_soft_17: true,         // 3.33
    dealer_draws_for_nothing: false,       // 3.34
    completes_for_surrender: false,        // 3.34, as read
    pontoon_is_21: false,                  // 3.29
    twenty_one_is_compared: false,         // 3.29, 4.3.1
    twenty_one_loses_to_pontoon: false,    // 4.3.1, 4.4.3
    doubled_bust_waits_for_pontoon: false, // 3.31 over 4.5.1, as read
};

/// Federal Pontoon, Wrest Point and Country Club.
pub(crate) const TASMANIA: Rules = Rules {
    insurance: true,                       // Insurance 1
    pontoon_may_insure: true,              // nothing bars it, as read
    surrender: true,                       // Surrenders 1
    surrender_to_any_card: false,          // Surrenders 1
    surrender_at_any_time: false,          // no time given: before anyone draws, as read
    surrender_after_split: false,          // Surrenders 1: the original bet
    must_draw: true, // How to play 10; soft totals and doubles exempt, as read
    double_on: DoubleOn::AnyCards, // Doubles 1
    every_held_ace_is_1: false, // Doubles 3: in the first two cards
    split_hands_may_double: true, // Doubles 1: split hands included
    split_aces_may_double: false, // Splits 3: one card on each
    forfeit: true,   // Forfeits 1
    forfeit_at_21: true, // Forfeits 1: any doubled hand
    hands_max: 3,    // Splits 2
    split_aces_may_draw: false, // Splits 3: one card on each
    split_aces_may_split: true, // Splits 2 does not except them
    declining_ends_splitting: false, // no clause
    dealer_draws_to_soft_17: true, // How to play 11
    dealer_draws_for_nothing: false, // as in the other books, as read
    completes_for_surrender: false, // as read
    pontoon_is_21: false, // How to play 6
    twenty_one_is_compared: false, // How to play 8
    twenty_one_loses_to_pontoon: false, // How to play 8, as read
    doubled_bust_waits_for_pontoon: false, // Aim 2 over Doubles 4, as read
};

/// Pontoon, The Star Sydney.
pub(crate) const SYDNEY: Rules = Rules {
    insurance: true,                       // 9.1
    pontoon_may_insure: false,             // 9.2
    surrender: true,                       // 10.1
    surrender_to_any_card: false,          // 10.1
    surrender_at_any_time: false,          // 10.1: before the subsequent deal
    surrender_after_split: false,          // 10.1: before the subsequent deal
    must_draw: false,                      // 12.2: may stand on any two or more cards
    double_on: DoubleOn::AnyCards,         // 13.1.1 to 13.1.3
    every_held_ace_is_1: true,             // 13.1.4: the initial point total of any double
    split_hands_may_double: true,          // 13.1.2
    split_aces_may_double: false,          // 14.6 over 13.1.2, as read
    forfeit: true,                         // 13.6
    forfeit_at_21: true,                   // 13.5: subject only to 12.5, a total over 21
    hands_max: 2,                          // 14.8; three with the permission of 14.9
    split_aces_may_draw: false,            // 14.6: exactly one card
    split_aces_may_split: true,            // 14.9.4, where 14.9 is permitted
    declining_ends_splitting: false,       // 14.9.5 names the initial two cards only
    dealer_draws_to_soft_17: true,         // 15.4
    dealer_draws_for_nothing: false,       // 15.3
    completes_for_surrender: false,        // 15.3 over 10.7, as read
    pontoon_is_21: false,                  // 11.1
    twenty_one_is_compared: false,         // 11.2.1, 17.1.2
    twenty_one_loses_to_pontoon: false,    // 17.1.2
    doubled_bust_waits_for_pontoon: false, // 12.5 over 13.8, as read
};

/// The rules of a book, by its name.
pub(crate) fn rules_of(book: &str) -> Rules {
    match book {
        "adelaide" => ADELAIDE,
        "canberra" => CANBERRA,
        "singapore" => SINGAPORE,
        "tasmania" => TASMANIA,
        "sydney" => SYDNEY,
        other => panic!("no book {other}"),
    }
}

impl Rules {
    /// Changes one rule, by the words of the rule books' settings.
    pub(crate) fn set(&mut self, key: &str, value: &str) {
        match (key, value) {
            // The wager is the table's minimum, so insurance, half of it at most, is below it.
            ("add-on-minimum", "may-not") => self.insurance = false,
            ("insure-pontoon", "may-not") => self.pontoon_may_insure = false,
            ("surrender-time", "any-time") => self.surrender_at_any_time = true,
            ("split-surrender", "may") => self.surrender_after_split = true,
            ("later-ace-double", "held") => self.every_held_ace_is_1 = true,
            ("later-ace-double", "first-two") => self.every_held_ace_is_1 = false,
            ("surrender.against", "any-card") => self.surrender_to_any_card = true,
            ("surrender.against", "nothing") => self.surrender = false,
            ("double.after-split", "may-not") => self.split_hands_may_double = false,
            ("double.forfeit-when", "never") => self.forfeit = false,
            ("split.aces-cards", "any") => self.split_aces_may_draw = true,
            ("split-ace-double", "may") => self.split_aces_may_double = true,
            ("resplit", "may") => self.hands_max = 3,
            ("resplit-aces", "may-not") => self.split_aces_may_split = false,
            ("split.aces-again", "may") => self.split_aces_may_split = true,
            ("double.split-aces", "may") => self.split_aces_may_double = true,
            ("dealer.soft-17", "stands") => self.dealer_draws_to_soft_17 = false,
            ("dealer.soft-17", "draws") => self.dealer_draws_to_soft_17 = true,
            ("dealer-draw", "draws") => self.dealer_draws_for_nothing = true,
            ("dealer-second-card", "completed") => self.completes_for_surrender = true,
            ("settlement.pontoon", "as-21") => self.pontoon_is_21 = true,
            ("settlement.twenty-one", "compared") => self.twenty_one_is_compared = true,
            ("21-against-pontoon", "loses-to-pontoon") => self.twenty_one_loses_to_pontoon = true,
            ("doubled-bust", "original-only") => self.doubled_bust_waits_for_pontoon = true,
            (key, value) => panic!("set {key}={value}: not known here"),
        }
    }
}

/// Counts every complete round of a shoe. A round that runs out of cards is not complete.
/// With `only`, no other choice is made, beside declining insurance, surrender and forfeit.
pub(crate) fn count(rules: &Rules, shoe: &str, suits_told: bool, only: &[&str]) -> Counts {
    let mut unseen = [0; 48];
    for word in shoe.split_whitespace() {
        unseen[usize::from(card(word))] += 1;
    }
    let table = Table {
        unseen,
        hands: vec![Hand::default()],
        dealer: Vec::new(),
        insured: false,
        splitting_over: false,
        first: "",
    };
    let mut counter = Counter {
        rules,
        suits_told,
        only,
        counts: Counts::new(),
    };
    counter.initial_deal(&table);
    counter.counts
}

fn card(word: &str) -> Card {
    let place =
        |letters: &str, letter: Option<char>| letters.chars().position(|each| Some(each) == letter);
    let mut letters = word.chars();
    let (rank, suit) = (
        place("A23456789JQK", letters.next()),
        place("shdc", letters.next()),
    );
    let (Some(rank), Some(suit), None) = (rank, suit, letters.next()) else {
        panic!("no card {word}")
    };
    u8::try_from(4 * rank + suit).expect("there are 48")
}

fn points(card: Card) -> u8 {
    (card / 4 + 1).min(10)
}

/// Aces at 1, then one of those that may count 11 at 11 if that is not over 21; and whether one
/// counts 11.
fn total(cards: &[Card], may_be_11: impl Fn(usize) -> bool) -> (u8, bool) {
    let hard: u8 = cards.iter().map(|&card| points(card)).sum();
    let ace = cards
        .iter()
        .enumerate()
        .any(|(place, &card)| points(card) == 1 && may_be_11(place));
    if ace && hard <= 11 {
        (hard + 10, true)
    } else {
        (hard, false)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Playing,
    Stands,
    TwentyOne,
    Pontoon,
    Bust,
    DoubledBust,
    Forfeited,
    Surrendered,
}

#[derive(Clone)]
struct Hand {
    cards: Vec<Card>,
    fate: Fate,
}

impl Default for Hand {
    fn default() -> Self {
        Self {
            cards: Vec::new(),
            fate: Fate::Playing,
        }
    }
}

#[derive(Clone)]
struct Table {
    unseen: [u8; 48],
    hands: Vec<Hand>,
    dealer: Vec<Card>,
    insured: bool,
    splitting_over: bool,
    first: &'static str,
}

impl Table {
    fn dealer_may_make_pontoon(&self) -> bool {
        matches!(points(self.dealer[0]), 1 | 10)
    }

    fn with_fate(&self, at: usize, fate: Fate) -> Self {
        let mut next = self.clone();
        next.hands[at].fate = fate;
        next
    }

    fn chose(&self, word: &'static str) -> Self {
        let mut next = self.clone();
        if next.first.is_empty() {
            next.first = word;
        }
        next
    }
}

struct Counter<'a> {
    rules: &'a Rules,
    suits_told: bool,
    only: &'a [&'a str],
    counts: Counts,
}

impl Counter<'_> {
    fn may(&self, word: &str) -> bool {
        self.only.is_empty() || self.only.contains(&word)
    }

    fn over(&mut self, table: &Table) {
        *self
            .counts
            .entry(if table.first.is_empty() {
                "no choice"
            } else {
                table.first
            })
            .or_default() += 1;
    }

    fn each_card(&mut self, table: &Table, then: &mut dyn FnMut(&mut Self, Table, Card)) {
        let mut rank_before = None;
        for card in 0..KINDS {
            let rank = card / 4;
            if table.unseen[usize::from(card)] == 0
                || (!self.suits_told && rank_before == Some(rank))
            {
                continue;
            }
            rank_before = Some(rank);
            let mut next = table.clone();
            next.unseen[usize::from(card)] -= 1;
            then(self, next, card);
        }
    }

    fn each_card_to_hand(&mut self, table: &Table, at: usize, then: fn(&mut Self, &Table, usize)) {
        self.each_card(table, &mut |counter, mut next, card| {
            next.hands[at].cards.push(card);
            then(counter, &next, at);
        });
    }

    /// One card to the box, one to the dealer, a second to the box.
    fn initial_deal(&mut self, table: &Table) {
        self.each_card_to_hand(table, 0, |counter, table, _| {
            counter.each_card(table, &mut |counter, mut next, card| {
                next.dealer.push(card);
                counter.each_card_to_hand(&next, 0, |counter, table, _| counter.insurance(table));
            });
        });
    }

    fn insurance(&mut self, table: &Table) {
        let pontoon = total(&table.hands[0].cards, |_| true).0 == 21;
        let offered = self.rules.insurance
            && points(table.dealer[0]) == 1
            && (!pontoon || self.rules.pontoon_may_insure);
        if offered && self.may("insurance") {
            let mut insured = table.chose("insurance");
            insured.insured = true;
            self.interim(&insured, pontoon);
        }
        self.interim(table, pontoon);
    }

    /// Pontoon is paid; any other hand may surrender, as a rule to an A, K, Q or J.
    fn interim(&mut self, table: &Table, pontoon: bool) {
        if pontoon {
            let fate = if self.rules.pontoon_is_21 {
                Fate::TwentyOne
            } else {
                Fate::Pontoon
            };
            return self.dealer(&table.with_fate(0, fate));
        }
        if !self.rules.surrender_at_any_time {
            self.surrender(table, 0);
        }
        self.turn(table);
    }

    fn surrender(&mut self, table: &Table, at: usize) {
        let offered = self.rules.surrender_to_any_card || table.dealer_may_make_pontoon();
        if self.rules.surrender && offered && self.may("surrender") {
            self.turn(&table.chose("surrender").with_fate(at, Fate::Surrendered));
        }
    }

    /// The first hand that is not finished, or the dealer's when all are.
    fn turn(&mut self, table: &Table) {
        let Some(at) = table
            .hands
            .iter()
            .position(|hand| hand.fate == Fate::Playing)
        else {
            return self.dealer(table);
        };
        let cards = &table.hands[at].cards;
        if cards.len() == 1 {
            return self.each_card_to_hand(table, at, |counter, table, _| counter.turn(table));
        }
        let (total, _) = total(cards, |_| true);
        if total > 21 {
            self.turn(&table.with_fate(at, Fate::Bust));
        } else if total == 21 {
            self.turn(&table.with_fate(at, Fate::TwentyOne));
        } else {
            self.decide(table, at);
        }
    }

    fn decide(&mut self, table: &Table, at: usize) {
        let split = table.hands.len() > 1;
        let cards = &table.hands[at].cards;
        let split_ace = split && points(cards[0]) == 1;
        let may_split = self.may_split(table, at);
        let may_double = self.may_double(cards)
            && (!split || self.rules.split_hands_may_double)
            && (!split_ace || self.rules.split_aces_may_double);
        if self.rules.surrender_at_any_time && !split
            || self.rules.surrender_after_split && split && cards.len() == 2
        {
            self.surrender(table, at);
        }
        let one_card = split_ace && !self.rules.split_aces_may_draw;
        if one_card && !may_split && !may_double {
            return self.turn(&table.with_fate(at, Fate::Stands));
        }
        if may_split && self.may("split") {
            self.split(table, at);
        }
        let mut stays = table.clone();
        stays.splitting_over |= may_split && split && self.rules.declining_ends_splitting;
        if may_double && self.may("double") {
            self.each_card_to_hand(&stays.chose("double"), at, Self::doubled);
        }
        if !one_card && self.may("draw") {
            self.each_card_to_hand(&stays.chose("draw"), at, |counter, table, _| {
                counter.turn(table)
            });
        }
        // An Ace counts 11 wherever it may, so that a total of 11 or less is hard.
        let must_draw = self.rules.must_draw && total(cards, |_| true).0 <= 11;
        if !must_draw && self.may("stand") {
            self.turn(&stays.chose("stand").with_fate(at, Fate::Stands));
        }
    }

    fn may_split(&self, table: &Table, at: usize) -> bool {
        let cards = &table.hands[at].cards;
        let pair = cards.len() == 2 && points(cards[0]) == points(cards[1]);
        let again = table.hands.len() > 1;
        let aces_again = again && points(cards[0]) == 1;
        pair && table.hands.len() < self.rules.hands_max
            && !table.splitting_over
            && (!aces_again || self.rules.split_aces_may_split)
    }

    fn may_double(&self, cards: &[Card]) -> bool {
        match self.rules.double_on {
            DoubleOn::HardNineToEleven => {
                cards.len() == 2 && matches!(total(cards, |_| true), (9..=11, false))
            }
            DoubleOn::FirstTwoCards => cards.len() == 2,
            DoubleOn::AnyCards => true,
        }
    }

    /// Two hands of one card each: the second waits until the first is finished.
    fn split(&mut self, table: &Table, at: usize) {
        let mut next = table.chose("split");
        let second = next.hands[at].cards.split_off(1);
        next.hands.insert(
            at + 1,
            Hand {
                cards: second,
                fate: Fate::Playing,
            },
        );
        self.turn(&next);
    }

    /// The one card to a double has been dealt: it may be an 11, and of the others those that the
    /// book lets.
    fn doubled(&mut self, table: &Table, at: usize) {
        let cards = &table.hands[at].cards;
        let last = cards.len() - 1;
        let every = self.rules.every_held_ace_is_1;
        let (total, _) = total(cards, |place| place == last || (place >= 2 && !every));
        if total > 21 {
            let fate = if table.hands.len() == 1 {
                Fate::DoubledBust
            } else {
                Fate::Bust
            };
            return self.turn(&table.with_fate(at, fate));
        }
        if self.rules.forfeit && (total < 21 || self.rules.forfeit_at_21) && self.may("forfeit") {
            self.turn(&table.with_fate(at, Fate::Forfeited));
        }
        self.turn(&table.with_fate(
            at,
            if total == 21 {
                Fate::TwentyOne
            } else {
                Fate::Stands
            },
        ));
    }

    /// The dealer draws where that may change a result.
    fn dealer(&mut self, table: &Table) {
        let pontoon_matters = |fate| match fate {
            Fate::Surrendered => table.dealer_may_make_pontoon(),
            Fate::TwentyOne => {
                self.rules.twenty_one_loses_to_pontoon && table.dealer_may_make_pontoon()
            }
            Fate::DoubledBust => {
                self.rules.doubled_bust_waits_for_pontoon && table.dealer_may_make_pontoon()
            }
            Fate::Playing | Fate::Stands | Fate::Pontoon | Fate::Bust | Fate::Forfeited => false,
        };
        // Insurance is lost at the second card at the latest: it never asks for a third.
        let total_matters = |fate| match fate {
            Fate::Stands => true,
            Fate::TwentyOne => self.rules.twenty_one_is_compared,
            Fate::Surrendered => {
                self.rules.completes_for_surrender && table.dealer_may_make_pontoon()
            }
            Fate::Playing | Fate::Pontoon | Fate::Bust | Fate::DoubledBust | Fate::Forfeited => {
                false
            }
        };
        let second = table.insured || table.hands.iter().any(|hand| pontoon_matters(hand.fate));
        let every = table.hands.iter().any(|hand| total_matters(hand.fate));
        if every || self.rules.dealer_draws_for_nothing {
            self.complete(table);
        } else if second {
            self.each_card(table, &mut |counter, next, _| counter.over(&next));
        } else {
            self.over(table);
        }
    }

    fn complete(&mut self, table: &Table) {
        let draws = match total(&table.dealer, |_| true) {
            (17, true) => self.rules.dealer_draws_to_soft_17,
            (total, _) => total < 17,
        };
        if !draws {
            return self.over(table);
        }
        self.each_card(table, &mut |counter, mut next, card| {
            next.dealer.push(card);
            counter.complete(&next);
        });
    }
}
