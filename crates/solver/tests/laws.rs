//! What must hold whatever the book and the cards.
#![allow(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a test that cannot go on has failed; worths are doubles"
)]

use cards::{Card, Composition};
use rules::{BOOK_IDS, Money, REFERENCE_IDS, RuleBook, SoftSeventeen, builtin, reference};
use solver::{
    Action, Best, CardValue, Chart, DealerTree, Detail, Fraction, Hand, Hands, Number, Options,
    Pile, Plan, Solved, SuitClass, Terms, Worth, check_shoe, full_shoe, solve, solve_and_tally,
};

fn wager() -> Money {
    Money::from_dollars(25)
}

fn books() -> Vec<RuleBook> {
    let five = BOOK_IDS
        .iter()
        .map(|id| RuleBook::clone(&builtin(id).unwrap()));
    five.chain(
        REFERENCE_IDS
            .iter()
            .map(|id| RuleBook::clone(&reference(id).unwrap())),
    )
    .collect()
}

fn shoe(cards: &str) -> Pile {
    Pile::of(
        &cards
            .split(' ')
            .map(|card| card.parse::<Card>().unwrap())
            .collect::<Composition>(),
    )
}

#[test]
fn the_dealers_chances_add_up_to_one_exactly() {
    // Few cards, so that counts run to nought, but enough for any dealer's hand.
    let few = shoe("As Ah 2s 2h 3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h 9s 9h Ks Kh");
    for soft_17 in [SoftSeventeen::Draws, SoftSeventeen::Stands] {
        for upcard in CardValue::all() {
            let tree = DealerTree::of(upcard, soft_17);
            let left = few
                .without(upcard, few.suits(upcard).next().unwrap().0)
                .unwrap();
            let mut taken = vec![[0; 10]];
            taken.extend(
                Hands::list()
                    .piles()
                    .iter()
                    .filter(|pile| pile.iter().sum::<u8>() <= 3 && left.holds(pile)),
            );
            for (pile, chances) in taken
                .iter()
                .zip(tree.chances::<Fraction>(left.values(), &taken))
            {
                assert_eq!(
                    chances.iter().sum::<Fraction>(),
                    <Fraction as Number>::one(),
                    "{upcard} up, {pile:?} gone"
                );
            }
        }
    }
}

#[test]
fn doubles_and_fractions_tell_the_same_chances() {
    let left = Pile::of(&Composition::decks_of_48(1))
        .without_card("As".parse().unwrap())
        .unwrap();
    let tree = DealerTree::of(CardValue::ACE, SoftSeventeen::Draws);
    let taken: Vec<_> = Hands::list()
        .piles()
        .iter()
        .filter(|pile| left.holds(pile))
        .step_by(97)
        .copied()
        .collect();
    let fast = tree.chances::<f64>(left.values(), &taken);
    let exact = tree.chances::<Fraction>(left.values(), &taken);
    for (fast, exact) in fast.iter().flatten().zip(exact.iter().flatten()) {
        assert!((fast - Number::to_double(*exact)).abs() < 1e-15);
    }
}

#[test]
fn what_is_done_is_worth_at_least_every_other_option() {
    for book in books() {
        let terms = Terms::of(&book, wager());
        let solved: Solved<f64> = solve(
            &terms,
            &Pile::of(&full_shoe(&book, book.decks()).unwrap()),
            &Best,
        );
        let total: f64 = solved.cells.iter().map(|cell| cell.chance).sum();
        assert!(
            (total - 1.0).abs() < 1e-12,
            "{}: the first two cards come with chance {total}",
            book.id
        );
        for cell in solved.cells.iter().filter(|cell| cell.action.is_some()) {
            let taken = cell.options.get(cell.action.unwrap()).unwrap();
            assert!(
                cell.options.each().all(|(_, worth)| worth <= taken),
                "{}: {cell:?}",
                book.id
            );
        }
    }
}

/// Plays by a fixed rule, where it is allowed; else best.
struct Fixed(fn(&Hand) -> Action);

impl Plan for Fixed {
    fn choose<N: Number>(
        &self,
        _: CardValue,
        hand: &Hand,
        _: SuitClass,
        options: &Options<N>,
    ) -> Option<(Action, N)> {
        let action = (self.0)(hand);
        options
            .get(action)
            .map(|worth| (action, worth))
            .or_else(|| options.best())
    }

    fn forfeits<N: Number>(&self, _: CardValue, _: u8, _: N, _: N) -> bool {
        false
    }
}

#[test]
fn best_play_is_worth_at_least_every_fixed_way_to_play() {
    let like_the_dealer = |hand: &Hand| {
        if hand.points() < 17 {
            Action::Draw
        } else {
            Action::Stand
        }
    };
    let never_bust = |hand: &Hand| {
        if hand.hard < 12 {
            Action::Draw
        } else {
            Action::Stand
        }
    };
    let split_all = |hand: &Hand| {
        if hand.pair().is_some() {
            Action::Split
        } else {
            Action::Stand
        }
    };
    let ways = [
        Fixed(like_the_dealer),
        Fixed(never_bust),
        Fixed(split_all),
        Fixed(|_| Action::Double),
        Fixed(|_| Action::Surrender),
    ];
    for book in books()
        .into_iter()
        .filter(|book| ["adelaide", "sydney", "spanish-21"].contains(&book.id.name.as_str()))
    {
        let terms = Terms::of(&book, wager());
        let pile = Pile::of(&full_shoe(&book, book.decks()).unwrap());
        let solved: Solved<f64> = solve(&terms, &pile, &Best);
        let best = solved.expectation();
        for detail in [Detail::ByCards, Detail::Totals] {
            let chart = Chart::new(&terms, &solved, detail);
            let played = solve::<f64>(&terms, &pile, &chart).expectation();
            assert!(
                played.worth <= best.worth + best.slack + played.slack,
                "{}: a chart is better",
                book.id
            );
        }
        for way in &ways {
            let fixed = solve::<f64>(&terms, &pile, way).expectation();
            assert!(
                fixed.worth <= best.worth + best.slack + fixed.slack,
                "{}: a fixed way is better",
                book.id
            );
        }
    }
}

#[test]
fn parts_rows_and_nets_add_up() {
    for book in books() {
        let worth = Worth::of(&book, book.decks(), wager()).unwrap();
        let parts: f64 = worth.tally.parts.values().map(|part| part.worth).sum();
        let rows: (f64, f64) = worth
            .tally
            .rows
            .values()
            .fold((0.0, 0.0), |(c, w), row| (c + row.chance, w + row.worth));
        let nets: f64 = worth.tally.nets.values().sum();
        assert!(
            (parts - worth.expectation).abs() < 1e-12,
            "{}: parts {parts}, {}",
            book.id,
            worth.expectation
        );
        assert!(
            (rows.0 - 1.0).abs() < 1e-12 && (rows.1 - worth.expectation).abs() < 1e-12,
            "{}: rows {rows:?}",
            book.id
        );
        assert!((nets - 1.0).abs() < 1e-12, "{}: nets {nets}", book.id);
        assert!(
            worth.tally.wagered > 1.0 && worth.tally.wagered < 1.3,
            "{}: {}",
            book.id,
            worth.tally.wagered
        );
    }
}

/// Where a dealer's Pontoon ties split hands together, their joint results are taken as
/// independent; else the mean of all results is the expectation.
#[test]
fn the_mean_of_the_distribution_is_the_expectation() {
    for book in books() {
        let worth = Worth::of(&book, book.decks(), wager()).unwrap();
        let mean: f64 = worth
            .tally
            .nets
            .iter()
            .map(|(net, chance)| Number::to_double(*net) * chance)
            .sum();
        let tied = book.dealer.pontoon.is == rules::DealerPontoon::BustedAndOne;
        let tolerance = if tied { 1e-4 } else { 1e-12 };
        assert!(
            (mean - worth.expectation).abs() < tolerance,
            "{}: mean {mean}, expectation {}",
            book.id,
            worth.expectation
        );
    }
}

/// What a player gains (+) or loses (-) by one change; 0 where it is worth nothing: without a hole
/// card a surrendered wager is lost to Pontoon as well, so that drawing is better with every hand,
/// and the right to surrender is never used (a split Ace that may not draw would use it); and no
/// hand that best play doubles against an Ace or a ten can go over 21.
const SIGNS: [(&str, &str, &str, char); 24] = [
    ("sydney", "dealer.soft-17", "stands", '+'),
    ("sydney", "split.again", "may", '+'),
    ("sydney", "double.on", "first-two", '-'),
    ("sydney", "double.on", "hard-9-to-11", '-'),
    ("sydney", "double.aces", "first-two", '+'),
    ("sydney", "double.aces", "free", '+'),
    ("sydney", "double.forfeit-when", "never", '-'),
    ("sydney", "surrender.against", "nothing", '0'),
    ("sydney", "dealer.pontoon", "every-wager", '-'),
    ("sydney", "dealer.pontoon", "each-original", '-'),
    ("sydney", "dealer.pontoon", "one-in-all", '+'),
    ("sydney", "dealer.doubled-bust", "original-only", '0'),
    ("sydney", "settlement.tie", "dealer-wins", '-'),
    ("sydney", "settlement.twenty-one", "loses-to-pontoon", '-'),
    ("sydney", "super-bonus.prizes", "none", '-'),
    ("canberra", "split.most-hands", "2", '-'),
    ("canberra", "super-bonus.split", "never", '-'),
    ("canberra", "super-bonus.on-top", "instead", '-'),
    ("adelaide", "dealer.pontoon", "busted-and-one", '+'),
    ("adelaide", "surrender.after-split", "may", '+'),
    ("adelaide", "pays.card-count", "any-win", '+'),
    ("tasmania", "split.aces-again", "may-not", '-'),
    ("tasmania", "surrender.time", "any-time", '0'),
    ("singapore", "pays.five-cards", "1 to 1", '-'),
];

#[test]
fn each_clause_has_the_price_a_player_would_expect() {
    let mut unexpected = Vec::new();
    for (book, key, value, sign) in SIGNS {
        let book = builtin(book).unwrap();
        let mut changed = RuleBook::clone(&book);
        changed.set(key, value).unwrap();
        let worth = |book: &RuleBook| {
            let pile = Pile::of(&full_shoe(book, 8).unwrap());
            solve::<f64>(&Terms::of(book, wager()), &pile, &Best).expectation()
        };
        let (before, after) = (worth(&book), worth(&changed));
        let gain = after.worth - before.worth;
        let slack = before.slack + after.slack;
        let ours = if gain > slack {
            '+'
        } else if gain < -slack {
            '-'
        } else {
            '0'
        };
        if ours != sign {
            unexpected.push(format!("{} {key}={value}: {gain:+e}", book.id));
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}

#[test]
fn a_later_surrender_of_no_use_changes_nothing() {
    // Against a dealer without hole card half a wager is given up too early to be worth much: only
    // any-time matters.
    let book = builtin("adelaide").unwrap();
    let mut changed = RuleBook::clone(&book);
    changed.set("surrender.time", "in-turn").unwrap();
    assert_eq!(
        Terms::of(&book, wager()),
        Terms::of(&changed, wager()),
        "alone at the table it is the same"
    );
}

#[test]
fn a_shoe_that_may_run_out_is_refused() {
    let terms = Terms::of(&builtin("sydney").unwrap(), wager());
    assert!(check_shoe(&terms, &Pile::of(&Composition::decks_of_48(1))).is_ok());
    assert!(check_shoe(&terms, &shoe("As 2s 3s 4s 5s 6s 7s 8s 9s Ks")).is_err());
    let few = check_shoe(&terms, &shoe("As Ah 2s 3s Ks Kh")).unwrap_err();
    assert!(few.to_string().contains("6 cards are left"), "{few}");
}

#[test]
fn a_tally_of_fractions_is_exact() {
    let book = builtin("adelaide").unwrap();
    let terms = Terms::of(&book, wager());
    let pile = shoe("5s 5h 6s 6h 9s 9h Ks Kh Kd 8s 4s Qs Qh Qd");
    let (solved, tally) = solve_and_tally::<Fraction>(&terms, &pile, &Best);
    let total: Fraction = tally.nets.values().sum();
    assert_eq!(total, <Fraction as Number>::one());
    let mean: Fraction = tally.nets.iter().map(|(net, chance)| net * chance).sum();
    assert_eq!(mean, solved.expectation().worth);
}

#[test]
fn odds_with_no_small_common_unit_are_reckoned_too() {
    let mut book = RuleBook::clone(&builtin("canberra").unwrap());
    for (key, value) in [
        ("double.scope", "box"),
        ("pays.five-cards", "3 to 997"),
        ("pays.six-cards", "7 to 991"),
        ("pays.seven-cards", "999 to 983"),
    ] {
        book.set(key, value).unwrap();
    }
    let odd = Worth::of(&book, 8, Money::from_dollars(25)).unwrap();
    let usual = Worth::of(&builtin("canberra").unwrap(), 8, Money::from_dollars(25)).unwrap();
    // Five cards of 21 that pay next to nothing cost the bettor, and no more than all such hands
    // could.
    assert!(odd.expectation < usual.expectation && odd.expectation > usual.expectation - 0.02);
}
