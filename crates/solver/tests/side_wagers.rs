//! The side wagers against their algebra, published figures, and every ordered pair of physical
//! cards.

use cards::{Card, Composition, Rank, Suit, WordSource};
use rules::{BOOK_IDS, Clause, Odds, RuleBook, builtin};
use solver::side_wagers::pairs::{self, PairKind, PayTable};
use solver::side_wagers::pandemonium::{self, Chances, ChancesError, OUR_CHANCES};
use solver::side_wagers::{Fraction, SideWager, SideWagerError, decimal, insurance, percent};
use std::sync::Arc;

fn book(name: &str) -> Arc<RuleBook> {
    builtin(name).unwrap()
}

fn ratio(numerator: i128, denominator: i128) -> Fraction {
    Fraction::new(numerator, denominator)
}

fn shoe(decks: u8) -> Composition {
    Composition::decks_of_48(decks)
}

/// Built card by card, so that the packs of the books cannot be wrong in the same way.
fn decks_of_52(decks: u8) -> Composition {
    Card::all()
        .flat_map(|card| std::iter::repeat_n(card, decks.into()))
        .collect()
}

fn pile(text: &str) -> Composition {
    text.split_whitespace()
        .map(|card| card.parse::<Card>().unwrap())
        .collect()
}

/// A pile nobody would deal from: some ranks gone, some suits alone, two tens of a 52-card pack in
/// it.
fn odd_pile() -> Composition {
    pile(
        "As As Ah Ad Ks Ks Ks Kh Qd Qd Qc Js 2c 2c 2c 2c 2d 2h 2s 7h 7d 7d 9s Ts Th 5c 5s 8d 8h 8h \
        3c 4d 6h 6h 6h",
    )
}

/// Every result adds up, and the figures derived from the results are theirs.
fn check_sums(bet: &SideWager) {
    assert_eq!(
        bet.results
            .iter()
            .map(|result| result.probability)
            .sum::<Fraction>(),
        ratio(1, 1),
        "{}",
        bet.name
    );
    let gains: Vec<(Fraction, Fraction)> = bet
        .results
        .iter()
        .map(|result| (result.probability, result.gain()))
        .collect();
    let mean: Fraction = gains
        .iter()
        .map(|(probability, gain)| probability * gain)
        .sum();
    let spread: Fraction = gains
        .iter()
        .map(|(probability, gain)| probability * (gain - mean) * (gain - mean))
        .sum();
    assert_eq!(bet.expectation, mean);
    assert_eq!(
        bet.results
            .iter()
            .map(|result| result.contribution)
            .sum::<Fraction>(),
        mean
    );
    assert_eq!(bet.edge(), -mean);
    assert_eq!(bet.variance(), spread);
    assert_eq!(
        bet.win_frequency(),
        ratio(1, 1) - bet.results.last().unwrap().probability
    );
    assert!(bet.results.last().unwrap().odds.is_none());
}

fn check_edge(bet: &SideWager, numerator: i128, denominator: i128) {
    check_sums(bet);
    assert_eq!(bet.edge(), ratio(numerator, denominator), "{}", bet.name);
}

#[test]
fn a_wager_on_a_pair_has_the_edge_of_its_algebra_at_every_number_of_decks() {
    for decks in 1..=15 {
        let (d, shoe) = (i128::from(decks), shoe(decks));
        let [five, six, pair] =
            PayTable::PRINTED.map(|table| pairs::side_wager_at(&table, &shoe).unwrap());
        check_edge(&five, 25 - d, 48 * d - 1);
        check_edge(&six, 25 - 5 * d, 48 * d - 1);
        check_edge(&pair, 11, 48 * d - 1);
        assert_eq!(
            six.edge() < ratio(0, 1),
            decks >= 6,
            "in the player's favour from 6 decks up"
        );
    }
}

#[test]
fn perfect_pairs_from_packs_of_52_has_the_published_edge() {
    for (decks, published) in [(6, "6.11 %"), (8, "4.10 %")] {
        let bet =
            pairs::side_wager_at(&PayTable::perfect_pairs(6, 12, 25), &decks_of_52(decks)).unwrap();
        let d = i128::from(decks);
        check_edge(&bet, 25 - d, 52 * d - 1);
        assert_eq!(percent(bet.edge(), 2), published);
    }
}

#[test]
fn each_book_pays_its_pair_at_its_own_odds_and_cites_its_clauses() {
    let lines = |name| {
        let bet = pairs::side_wager(&book(name), &shoe(8)).unwrap();
        let line = |result: &solver::side_wagers::SideResult| {
            let odds = result
                .odds
                .map_or("lost".to_owned(), |odds| odds.to_string());
            format!("{} {odds} [{}]", result.name, result.clause)
        };
        (
            bet.name.clone(),
            bet.results.iter().map(line).collect::<Vec<_>>().join(", "),
        )
    };
    let (name, results) = lines("canberra");
    assert_eq!(name, "Perfect Pairs 6/12/25");
    let canberra = "mixed pair 6 to 1 [18.14a], coloured pair 12 to 1 [18.14b], perfect pair 25 to \
        1 [18.14c], no pair lost [18.11d]";
    assert_eq!(results, canberra);
    let (name, results) = lines("singapore");
    assert_eq!(
        (name.as_str(), results.as_str()),
        ("Pair 11", "pair 11 to 1 [4.1], no pair lost [1.1.9]")
    );
    assert_eq!(lines("adelaide").0, "Perfect Pairs 5/10/25");
    assert_eq!(lines("sydney").0, "Perfect Pairs 5/10/25");
    let refused = pairs::side_wager(&book("tasmania"), &shoe(8)).unwrap_err();
    assert_eq!(refused.to_string(), "tasmania@1 offers no pair wager");
}

#[test]
fn the_table_by_decks_has_the_decks_of_the_book_and_all_pay_tables() {
    for name in BOOK_IDS {
        let book = book(name);
        let rows = pairs::by_decks(&book);
        let decks: Vec<u8> = rows.iter().map(|row| row.decks).collect();
        assert_eq!(
            decks,
            book.cards.decks_with_pairs.is.counts().collect::<Vec<_>>(),
            "{name}"
        );
        for row in rows {
            assert_eq!(
                row.own,
                pairs::side_wager(&book, &shoe(row.decks)).ok(),
                "{name}"
            );
            let names: Vec<&str> = row.printed.iter().map(|bet| bet.name.as_str()).collect();
            assert_eq!(
                names,
                ["Perfect Pairs 5/10/25", "Perfect Pairs 6/12/25", "Pair 11"]
            );
            for (bet, table) in row.printed.iter().zip(PayTable::PRINTED) {
                assert_eq!(
                    *bet,
                    pairs::side_wager_at(&table, &shoe(row.decks)).unwrap()
                );
            }
            // What the book pays is one of the three, but for the clauses.
            let same = |own: &SideWager| {
                row.printed
                    .iter()
                    .any(|bet| bet.name == own.name && bet.expectation == own.expectation)
            };
            assert!(row.own.as_ref().is_none_or(same), "{name}");
        }
    }
    let canberra = pairs::by_decks(&book("canberra"));
    let edges: Vec<String> = canberra
        .iter()
        .map(|row| percent(row.own.as_ref().unwrap().edge(), 2))
        .collect();
    assert_eq!(
        edges,
        [
            "6.99 %", "2.62 %", "0.00 %", "-1.74 %", "-2.99 %", "-3.92 %"
        ]
    );
}

#[test]
fn cards_that_match_are_told_by_rank_suit_and_colour() {
    let of = |one: &str, other: &str| PairKind::of(one.parse().unwrap(), other.parse().unwrap());
    assert_eq!(of("Ks", "Ks"), Some(PairKind::Perfect));
    assert_eq!(of("Ks", "Kc"), Some(PairKind::Coloured));
    assert_eq!(of("Kh", "Kd"), Some(PairKind::Coloured));
    assert_eq!(of("Ks", "Kh"), Some(PairKind::Mixed));
    assert_eq!(of("Ks", "Qs"), None, "they count the same, but are no pair");
}

/// The results of a pile by dealing every ordered pair of its physical cards.
///
/// Cards are compared by their letters, so that nothing of the code under test is used.
fn brute_force(
    cards: &Composition,
    gain: impl Fn(&str, &str) -> (usize, i128),
) -> ([i128; 4], i128, i128, i128) {
    let cards: Vec<String> = cards.cards().map(|card| card.to_string()).collect();
    let (mut ways, mut gains, mut squares, mut all) = ([0; 4], 0, 0, 0);
    for (place, first) in cards.iter().enumerate() {
        for (_, second) in cards
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
        {
            let (result, gain) = gain(first, second);
            ways[result] += 1;
            gains += gain;
            squares += gain * gain;
            all += 1;
        }
    }
    (ways, gains, squares, all)
}

#[test]
fn an_odd_pile_gives_the_pairs_that_dealing_every_two_cards_gives() {
    let red = |card: &str| card.ends_with(['h', 'd']);
    let (ways, gains, squares, all) = brute_force(&odd_pile(), |one, other| {
        if one[..1] != other[..1] {
            (3, -1)
        } else if one == other {
            (2, 25)
        } else if red(one) == red(other) {
            (1, 12)
        } else {
            (0, 6)
        }
    });
    let bet = pairs::side_wager(&book("canberra"), &odd_pile()).unwrap();
    check_sums(&bet);
    let expected = ways.map(|ways| ratio(ways, all));
    assert_eq!(
        bet.results
            .iter()
            .map(|result| result.probability)
            .collect::<Vec<_>>(),
        expected
    );
    assert_eq!(bet.expectation, ratio(gains, all));
    assert_eq!(
        bet.variance(),
        ratio(squares, all) - ratio(gains, all) * ratio(gains, all)
    );

    let bet = pairs::side_wager(&book("singapore"), &odd_pile()).unwrap();
    check_sums(&bet);
    assert_eq!(bet.win_frequency(), ratio(all - ways[3], all));
}

#[test]
fn an_odd_pile_gives_the_pontoons_that_dealing_every_two_cards_gives() {
    let ten = |card: &str| card.starts_with(['T', 'J', 'Q', 'K']);
    let ace = |card: &str| card.starts_with('A');
    let won = |one: &str, other: &str| (ace(one) && ten(other)) || (ten(one) && ace(other));
    let (ways, _, _, all) =
        brute_force(&odd_pile(), |one, other| (usize::from(won(one, other)), 0));
    assert_eq!(
        pandemonium::pontoon(&odd_pile()).unwrap(),
        ratio(ways[1], all)
    );
    assert_eq!(
        pandemonium::break_even(&odd_pile()).unwrap(),
        Some(ratio(all - ways[1], ways[1]))
    );

    let sydney = book("sydney");
    let tens = i128::try_from(
        odd_pile()
            .cards()
            .filter(|card| ten(&card.to_string()))
            .count(),
    )
    .unwrap();
    let bet = insurance::side_wager(&sydney, &odd_pile()).unwrap();
    check_edge(&bet, 35 - 3 * tens, 35);
}

/// Match the Dealer, an American side wager: each of the box's two cards is compared with the
/// dealer's first. Six decks pay 4 to 1 for a rank and 9 to 1 for rank and suit; with two matches
/// both are paid.
#[test]
fn match_the_dealer_has_the_published_edge() {
    let (mut hit, mut expectation) = (ratio(0, 1), ratio(0, 1));
    for (up, count) in shoe(6).kinds() {
        let rest = insurance::unseen(&shoe(6), &[up]).unwrap();
        let found = pairs::matches(up, &rest);
        let (suited, other) = (
            i128::from(found.perfect),
            i128::from(found.coloured + found.mixed),
        );
        let cards = i128::from(rest.len());
        let missed = cards - suited - other;
        let none = ratio(missed * (missed - 1), cards * (cards - 1));
        let weight = ratio(count.into(), shoe(6).len().into());
        hit += weight * (ratio(1, 1) - none);
        expectation += weight * (ratio(2 * (9 * suited + 4 * other), cards) - none);
    }
    assert_eq!(percent(-expectation, 3), "3.055 %");
    assert_eq!(percent(hit, 3), "15.411 %");
}

#[test]
fn pandemonium_is_fair_at_the_mean_multiplier_of_its_algebra() {
    for decks in 1..=15 {
        let d = i128::from(decks);
        assert_eq!(
            pandemonium::pontoon(&shoe(decks)).unwrap(),
            ratio(2 * d, 48 * d - 1)
        );
        assert_eq!(
            pandemonium::break_even(&shoe(decks)).unwrap(),
            Some(ratio(46 * d - 1, 2 * d))
        );
    }
    assert_eq!(
        decimal(pandemonium::break_even(&shoe(8)).unwrap().unwrap(), 1),
        "22.9"
    );
    assert_eq!(pandemonium::break_even(&pile("As 2s")).unwrap(), None);
}

#[test]
fn our_chances_leave_the_house_about_an_eighth_at_every_number_of_decks() {
    let singapore = book("singapore");
    let ours = Chances::ours(&singapore.pandemonium.multipliers.is).unwrap();
    assert_eq!(ours.mean(), ratio(20, 1));
    let rows = pandemonium::by_decks(&singapore, &ours).unwrap();
    assert_eq!(
        rows.iter().map(|(decks, _)| *decks).collect::<Vec<_>>(),
        [4, 5, 6, 7, 8]
    );
    for (decks, bet) in &rows {
        let d = i128::from(*decks);
        check_edge(bet, 6 * d - 1, 48 * d - 1);
        assert!(bet.edge() > ratio(1, 10) && bet.edge() < ratio(15, 100));
        assert_eq!(bet.win_frequency(), ratio(2 * d, 48 * d - 1));
    }
    let (_, bet) = rows.last().unwrap();
    assert_eq!(percent(bet.edge(), 2), "12.27 %");
    let first = &bet.results[0];
    assert_eq!(
        (first.name.as_str(), first.odds),
        ("Pontoon, multiplier 100", Some(Odds::to_one(100)))
    );
    assert_eq!(
        (first.clause, first.probability),
        (Clause::printed("4.2").unwrap(), ratio(16 * 7, 383 * 100))
    );
    assert_eq!(bet.results.len(), 9);
    assert_eq!(bet.results[8].clause, Clause::printed("1.1.12").unwrap());
    // The smaller a multiplier, the less rare.
    assert!(
        ours.all()
            .windows(2)
            .all(|pair| pair[0].0 > pair[1].0 && pair[0].1 <= pair[1].1)
    );
}

/// Words that count up.
struct Counting(u32);

impl WordSource for Counting {
    fn next_word(&mut self) -> u32 {
        self.0 += 1;
        self.0 - 1
    }
}

/// Of as many words as there are parts, each multiplier has exactly its own.
#[test]
fn multipliers_are_drawn_as_often_as_their_chances_say() {
    let multipliers = &book("singapore").pandemonium.multipliers.is;
    let uneven = "2=1/3,3=1/3,5=.3,10=0.03,20=1/300,25=0,50=0,100=0";
    for (chances, of) in [
        (Chances::usual(multipliers).unwrap(), 100),
        (Chances::parse(uneven, multipliers).unwrap(), 300),
    ] {
        let mut words = Counting(0);
        let drawn: Vec<u16> = (0..of).map(|_| chances.draw(&mut words)).collect();
        for &(multiplier, chance) in chances.all() {
            let times = drawn.iter().filter(|&&drawn| drawn == multiplier).count();
            assert_eq!(
                Fraction::new(times.try_into().unwrap(), of.into()),
                chance,
                "{multiplier}"
            );
        }
    }
}

#[test]
fn without_chances_of_ours_every_multiplier_comes_as_often_as_any_other() {
    let usual = |multipliers: &str| {
        let mut book = RuleBook::clone(&book("singapore"));
        book.set("pandemonium.multipliers", multipliers).unwrap();
        Chances::usual(&book.pandemonium.multipliers.is)
    };
    assert_eq!(
        usual("100 50 25 20 10 5 3 2"),
        Chances::ours(&book("singapore").pandemonium.multipliers.is).ok()
    );
    assert_eq!(usual("30 10 2").unwrap().to_string(), "30=1/3,10=1/3,2=1/3");
    assert_eq!(usual("none"), None);
}

#[test]
fn chances_are_read_in_any_order_and_written_as_they_read() {
    let multipliers = &book("singapore").pandemonium.multipliers.is;
    let text = "2=1/3, 3=1/3 ,5=.3,10=0.03,20=1/300,25=0,50=0,100=0";
    let chances = Chances::parse(text, multipliers).unwrap();
    assert_eq!(
        chances.to_string(),
        "100=0,50=0,25=0,20=1/300,10=3/100,5=3/10,3=1/3,2=1/3"
    );
    assert_eq!(
        Chances::parse(&chances.to_string(), multipliers).unwrap(),
        chances
    );
    assert_eq!(
        Chances::parse(OUR_CHANCES, multipliers),
        Chances::ours(multipliers)
    );
    let bet = pandemonium::side_wager(&book("singapore"), &odd_pile(), &chances).unwrap();
    check_sums(&bet);
    assert_eq!(
        bet.expectation,
        bet.win_frequency() * (chances.mean() + 1) - 1
    );
}

#[test]
fn the_finest_chances_stay_within_the_range_of_a_fraction() {
    // The largest prime below the limit, so that nothing cancels.
    const PRIME: i128 = 999_999_937;
    let mut largest = (*book("singapore")).clone();
    largest
        .set("pandemonium.multipliers", "1000 999 997 991 3 2")
        .unwrap();
    let parts = [
        (1000, 1),
        (999, 2),
        (997, 3),
        (991, 5),
        (3, 7),
        (2, PRIME - 18),
    ];
    let chances = parts.map(|(multiplier, part)| (multiplier, ratio(part, PRIME)));
    let chances = Chances::new(&chances, &largest.pandemonium.multipliers.is).unwrap();
    for decks in 1..=15 {
        let bet = pandemonium::side_wager(&largest, &shoe(decks), &chances).unwrap();
        check_sums(&bet);
        assert!(decimal(bet.variance(), 12).starts_with("0."));
    }
}

#[test]
fn chances_that_do_not_fit_the_book_are_refused_by_what_is_wrong() {
    let singapore = book("singapore");
    let multipliers = &singapore.pandemonium.multipliers.is;
    let refused = |text: &str| Chances::parse(text, multipliers).unwrap_err();
    let with = |from: &str, to: &str| refused(&OUR_CHANCES.replacen(from, to, 1));
    assert_eq!(refused(""), ChancesError::Entry(String::new()));
    assert_eq!(
        with("100=", "100:"),
        ChancesError::Entry("100:0.07".to_owned())
    );
    assert_eq!(
        with("100=", "+100="),
        ChancesError::Entry("+100=0.07".to_owned())
    );
    for text in [
        "",
        ".",
        "x",
        "1/0",
        "0.07.1",
        "+0.07",
        "1e-2",
        "7%",
        "0.000000000000000000000000000000000000000000007",
        "--1",
    ] {
        assert_eq!(
            with("0.07", text),
            ChancesError::Chance {
                multiplier: 100,
                text: text.to_owned()
            },
            "{text}"
        );
    }
    let unknown = with("100=", "99=");
    assert_eq!(
        unknown.to_string(),
        "there is no multiplier 99: the book has 100, 50, 25, 20, 10, 5, 3, 2"
    );
    assert_eq!(with("100=0.07,", ""), ChancesError::Missing(100));
    assert_eq!(with("100=", "50=0,50="), ChancesError::Twice(50));
    assert_eq!(with("0.07", "-0.07"), ChancesError::Negative(100));
    assert_eq!(with("0.07", "0.08"), ChancesError::Sum(ratio(101, 100)));
    assert_eq!(
        with("0.07", "0.08").to_string(),
        "the chances add up to 101/100 (about 1.010000), not to 1"
    );
    assert_eq!(with("0.07", "0.0700000001"), ChancesError::TooFine);
    assert_eq!(
        with(
            "0.07,50=0.09",
            "1/18446744073709551615,50=1/18446744073709551613"
        ),
        ChancesError::TooFine
    );
    let none = Chances::ours(&book("sydney").pandemonium.multipliers.is).unwrap_err();
    assert_eq!(
        none.to_string(),
        "there is no multiplier 100: the book has none"
    );
}

#[test]
fn pandemonium_is_refused_where_the_book_has_none_or_other_multipliers() {
    let singapore = book("singapore");
    let ours = Chances::ours(&singapore.pandemonium.multipliers.is).unwrap();
    let refused = pandemonium::side_wager(&book("sydney"), &shoe(8), &ours).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "sydney@1 offers no Pontoon Pandemonium wager"
    );
    let mut other = (*singapore).clone();
    other
        .set("pandemonium.multipliers", "200 50 25 20 10 5 3 2")
        .unwrap();
    let known = vec![200, 50, 25, 20, 10, 5, 3, 2];
    let error = SideWagerError::Chances(ChancesError::Unknown {
        multiplier: 100,
        known,
    });
    assert_eq!(pandemonium::side_wager(&other, &shoe(8), &ours), Err(error));
}

#[test]
fn insurance_has_the_edge_of_its_algebra_in_every_book() {
    for name in BOOK_IDS {
        let book = book(name);
        assert_eq!(insurance::break_even(&book), ratio(1, 3));
        let rows = insurance::by_decks(&book);
        assert_eq!(
            rows.iter().map(|(decks, _)| *decks).collect::<Vec<_>>(),
            book.cards.decks.is.counts().collect::<Vec<_>>()
        );
        for (decks, bet) in rows {
            let d = i128::from(decks);
            check_edge(&bet, 12 * d - 1, 48 * d - 1);
            assert_eq!(bet.results[0].clause, book.insurance.pays.clause);
            assert_eq!(bet.results[1].clause, book.insurance.lost.clause);
        }
    }
    let sydney = book("sydney");
    for decks in 1..=15 {
        let d = i128::from(decks);
        check_edge(
            &insurance::side_wager(&sydney, &insurance::ace_seen(&sydney, decks)).unwrap(),
            12 * d - 1,
            48 * d - 1,
        );
    }
    let six = insurance::side_wager(&sydney, &insurance::ace_seen(&sydney, 6)).unwrap();
    assert_eq!(percent(six.edge(), 1), "24.7 %");
}

#[test]
fn insurance_by_hand_is_insurance_on_the_whole() {
    let sydney = book("sydney");
    for decks in 1..=15 {
        let unseen = insurance::ace_seen(&sydney, decks);
        let rows = insurance::by_hand(&sydney, &unseen).unwrap();
        assert_eq!(
            rows.iter().map(|row| row.own_tens).collect::<Vec<_>>(),
            [0, 1, 2]
        );
        assert_eq!(
            rows.iter().map(|row| row.probability).sum::<Fraction>(),
            ratio(1, 1)
        );
        let whole: Fraction = rows
            .iter()
            .map(|row| row.probability * row.bet.expectation)
            .sum();
        assert_eq!(
            whole,
            insurance::side_wager(&sydney, &unseen).unwrap().expectation
        );
        for (row, own) in rows.iter().zip(["2h 9d", "Ac Kd", "Js Qs"]) {
            let own: Vec<Card> = own.split(' ').map(|card| card.parse().unwrap()).collect();
            let left = insurance::unseen(&unseen, &own).unwrap();
            assert_eq!(row.bet, insurance::side_wager(&sydney, &left).unwrap());
        }
    }
    let rows = insurance::by_hand(&sydney, &pile("Ks 2s 3s")).unwrap();
    assert_eq!(
        rows.iter().map(|row| row.own_tens).collect::<Vec<_>>(),
        [0, 1]
    );
}

#[test]
fn insurance_is_worth_taking_once_a_third_of_the_unseen_cards_count_ten() {
    let sydney = book("sydney");
    let fair = insurance::side_wager(&sydney, &pile("Ks Qh 2s 3s 4s 5s")).unwrap();
    check_edge(&fair, 0, 1);
    let good = insurance::side_wager(&sydney, &pile("Ks Qh 2s 3s 4s")).unwrap();
    check_edge(&good, -1, 5);
}

#[test]
fn a_table_by_decks_is_made_of_the_packs_the_book_plays_with() {
    let mut book = (*book("singapore")).clone();
    book.set("cards.pack", "52").unwrap();
    let ours = Chances::ours(&book.pandemonium.multipliers.is).unwrap();
    let (_, bet) = pandemonium::by_decks(&book, &ours).unwrap().pop().unwrap();
    assert_eq!(
        bet,
        pandemonium::side_wager(&book, &decks_of_52(8), &ours).unwrap()
    );
    let row = pairs::by_decks(&book).pop().unwrap();
    check_edge(&row.own.unwrap(), 52 * 8 - 1 - 12 * (4 * 8 - 1), 52 * 8 - 1);
    let (_, bet) = insurance::by_decks(&book).pop().unwrap();
    check_edge(&bet, 52 * 8 - 1 - 3 * 16 * 8, 52 * 8 - 1);
}

#[test]
fn too_few_cards_or_a_card_too_many_is_refused() {
    let one = pile("As");
    let refused = SideWagerError::TooFewCards { needed: 2, left: 1 };
    assert_eq!(
        pairs::side_wager(&book("sydney"), &one),
        Err(refused.clone())
    );
    assert_eq!(pandemonium::pontoon(&one), Err(refused.clone()));
    assert_eq!(
        refused.to_string(),
        "2 cards are needed to decide the wager: 1 are left"
    );
    let none = insurance::side_wager(&book("sydney"), &Composition::default());
    assert_eq!(
        none,
        Err(SideWagerError::TooFewCards { needed: 1, left: 0 })
    );
    let ace = Card {
        rank: Rank::Ace,
        suit: Suit::Spades,
    };
    let twice = insurance::unseen(&shoe(1), &[ace, ace]).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "As was seen more often than the shoe holds it"
    );
}

#[test]
fn a_decimal_is_rounded_half_away_from_zero() {
    for (numerator, denominator, places, text) in [
        (1, 2, 0, "1"),
        (-1, 2, 0, "-1"),
        (1, 8, 2, "0.13"),
        (-1, 8, 2, "-0.13"),
        (124, 1000, 2, "0.12"),
        (1249, 10000, 2, "0.12"),
        (999, 1000, 2, "1.00"),
        (-1999, 1000, 2, "-2.00"),
        (199, 1000, 1, "0.2"),
        (1, 3, 5, "0.33333"),
        (2, 3, 5, "0.66667"),
        (-1, 1000, 2, "0.00"),
        (0, 1, 3, "0.000"),
        (367, 16, 4, "22.9375"),
        (1007, 10, 0, "101"),
    ] {
        assert_eq!(
            decimal(ratio(numerator, denominator), places),
            text,
            "{numerator}/{denominator}"
        );
    }
    assert_eq!(
        decimal(ratio(i128::MAX, 3), 1),
        "56713727820156410577229101238628035242.3"
    );
    assert_eq!(percent(ratio(1, 4), 0), "25 %");
    assert_eq!(percent(ratio(-5, 287), 2), "-1.74 %");
}
