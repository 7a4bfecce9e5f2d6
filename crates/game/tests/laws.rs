//! Laws that hold whatever the book and whatever the play.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on has failed; it looks at some events only"
)]

mod support;

use cards::Composition;
use game::notation::{Script, outcome_line, play};
use game::{Choice, Face, Kind, Outcome, Player, Round, Settled, To, Viewer, What};
use proptest::prelude::*;
use rules::{
    BOOK_IDS, BoxNo, Citation, Money, OverBase, Rounding, RoundingScope, RuleBook, builtin,
    builtin_prose,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::{Dice, random_round, random_setup, random_step, universe};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn money_is_conserved_and_every_wager_is_settled_once(seed: u64, book in 0..BOOK_IDS.len()) {
        let round = random_round(BOOK_IDS[book], seed);
        let (placed, settled) = flows(&round);
        if round.stage() == game::Stage::Over {
            prop_assert_eq!(placed, settled);
        }
    }

    #[test]
    fn every_result_is_what_its_odds_and_its_stake_make(seed: u64, book in 0..BOOK_IDS.len()) {
        let round = random_round(BOOK_IDS[book], seed);
        for (settled, _) in round.settled() {
            let expected = expected_net(&round, settled);
            prop_assert!(expected.is_none_or(|net| net == settled.net.cents()), "{settled:?}: \
                {expected:?}");
        }
    }

    #[test]
    fn no_more_is_lost_than_was_wagered(seed: u64, book in 0..BOOK_IDS.len()) {
        let round = random_round(BOOK_IDS[book], seed);
        for (settled, _) in round.settled() {
            prop_assert!(settled.net.cents() >= -i64::try_from(settled.stake.cents()).unwrap(), "{settled:?}");
        }
    }

    #[test]
    fn every_card_is_in_the_shoe_on_the_layout_or_in_the_rack(seed: u64, book in 0..BOOK_IDS.len()) {
        let mut dice = Dice(seed);
        let mut round = Round::open(random_setup(BOOK_IDS[book], &mut dice)).unwrap();
        loop {
            let mut all = round.unseen().clone();
            all.put_all(&mut round.layout());
            all.put_all(&mut round.rack().clone());
            prop_assert_eq!(&all, &round.setup().full());
            if !random_step(&mut round, &mut dice) {
                break;
            }
        }
    }

    #[test]
    fn a_choice_is_accepted_if_and_only_if_it_is_legal(seed: u64, book in 0..BOOK_IDS.len()) {
        let mut dice = Dice(seed);
        let mut round = Round::open(random_setup(BOOK_IDS[book], &mut dice)).unwrap();
        loop {
            if dice.one_in(12) {
                check_legal(&round)?;
            }
            if !random_step(&mut round, &mut dice) {
                break;
            }
        }
    }

    #[test]
    fn replaying_the_events_gives_the_same_round(seed: u64, book in 0..BOOK_IDS.len()) {
        let mut dice = Dice(seed);
        let mut round = Round::open(random_setup(BOOK_IDS[book], &mut dice)).unwrap();
        for _ in 0..dice.below(200) {
            if !random_step(&mut round, &mut dice) {
                break;
            }
        }
        let replayed = Round::replay(round.setup().clone(), round.events().to_vec()).unwrap();
        prop_assert_eq!(replayed, round);
    }

    #[test]
    fn a_round_is_written_read_and_played_again_to_the_same_cent(seed: u64, book in 0..BOOK_IDS.len()) {
        let mut dice = Dice(seed);
        let mut round = Round::open(random_setup(BOOK_IDS[book], &mut dice)).unwrap();
        let steps = if dice.one_in(2) { usize::MAX } else { dice.below(120) };
        let mut step = 0;
        while step < steps && random_step(&mut round, &mut dice) {
            step += 1;
        }
        let usual = builtin(BOOK_IDS[book]).unwrap();
        let script = Script::with_results(&round, &usual);
        let text = script.to_string();
        prop_assert_eq!(&Script::parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?, &script);
        let played = play(&script, &|name| builtin(name).map_err(|error| error.to_string()));
        let played = played.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(results(&played.round), results(&round), "{}", text);
        prop_assert_eq!(played.round.turn(), round.turn(), "{}", text);
    }

    #[test]
    fn a_view_does_not_depend_on_what_it_hides(seed: u64, sydney: bool) {
        let mut dice = Dice(seed);
        let mut setup = random_setup(if sydney { "sydney" } else { "adelaide" }, &mut dice);
        setup.faces = game::Faces::Down;
        let mut round = Round::open(setup).unwrap();
        loop {
            for viewer in [Viewer::Onlooker, Viewer::Player(support::random_player(&round, &mut dice))] {
                if let Some((other, hidden)) = with_other_hidden_cards(&round, viewer, &mut dice) {
                    prop_assert!(hidden > 0);
                    prop_assert_eq!(other.view(viewer), round.view(viewer));
                }
            }
            if !random_step(&mut round, &mut dice) {
                break;
            }
        }
    }

    #[test]
    fn every_clause_that_is_cited_exists_and_is_enforced(seed: u64, book in 0..BOOK_IDS.len()) {
        let round = random_round(BOOK_IDS[book], seed);
        let prose = builtin_prose(BOOK_IDS[book]).unwrap();
        for event in round.events() {
            match event.clause.citation() {
                Citation::Printed(clause) => {
                    let entry = prose.entry(clause);
                    prop_assert!(entry.is_some_and(|entry| entry.by.is_some()), "{clause}");
                }
                Citation::Reading(reading) => prop_assert!(round.book().readings.iter().any(|each| each.id == reading), "{reading}"),
                Citation::Silent => {}
            }
        }
    }
}

#[test]
fn the_hidden_card_test_really_hides_something() {
    let mut dice = Dice(7);
    let mut setup = random_setup("sydney", &mut dice);
    setup.faces = game::Faces::Down;
    let mut round = Round::open(setup).unwrap();
    let mut swapped = 0;
    while random_step(&mut round, &mut dice) {
        swapped +=
            usize::from(with_other_hidden_cards(&round, Viewer::Onlooker, &mut dice).is_some());
    }
    assert!(swapped > 0, "no step of this round hid a card");
}

/// What a wager must come to, reckoned in cents without the engine; none where a bonus or a lower
/// multiple is paid.
fn expected_net(round: &Round, settled: &Settled) -> Option<i64> {
    let limits = &round.book().limits;
    let stake = i64::try_from(settled.stake.cents()).unwrap();
    let chip = match limits.rounding.is {
        Rounding::Up => i64::try_from(round.setup().sign.chip.cents()).unwrap(),
        Rounding::Exact => 1,
    };
    match settled.outcome {
        Outcome::Lost | Outcome::Forfeited => Some(-stake),
        Outcome::StandOff | Outcome::Returned => Some(0),
        Outcome::Surrendered if limits.rounding_scope.is == RoundingScope::Halves => None,
        Outcome::Surrendered => Some(-(stake / 2)),
        Outcome::Won => {
            let odds = settled.odds.filter(|_| !round.setup().sign.multiples)?;
            let exact = stake * i64::from(odds.paid());
            let unit = i64::from(odds.wagered()) * chip;
            Some((exact + unit - 1) / unit * chip)
        }
    }
}

type Flow = BTreeMap<(BoxNo, Player, Kind), Money>;

/// What was put down, and what was settled or given back, by box, player and kind.
fn flows(round: &Round) -> (Flow, Flow) {
    let mut placed = Flow::new();
    let mut settled = Flow::new();
    let add = |flow: &mut Flow, key: (BoxNo, Player, Kind), amount: Money| {
        let entry = flow.entry(key).or_default();
        *entry = *entry + amount;
    };
    let mut laid: BTreeMap<(BoxNo, Player), (Money, Money)> = BTreeMap::new();
    for event in round.events() {
        match event.what {
            What::WagerPlaced {
                box_no,
                player,
                amount,
                ..
            } => {
                laid.insert((box_no, player), (amount, amount));
                add(&mut placed, (box_no, player, Kind::Wager), amount);
            }
            What::AboveMaximum {
                box_no,
                player,
                counted,
                returned,
            } => {
                laid.get_mut(&(box_no, player)).unwrap().1 = counted;
                add(&mut settled, (box_no, player, Kind::Wager), returned);
            }
            What::SidePlaced {
                box_no,
                player,
                side,
                amount,
            } => add(&mut placed, (box_no, player, Kind::Side(side)), amount),
            What::InsuranceTaken {
                box_no, by, amount, ..
            } => add(&mut placed, (box_no, by, Kind::Insurance), amount),
            What::Doubled {
                hand,
                player,
                amount,
            } => add(&mut placed, (hand.box_no, player, Kind::Double), amount),
            What::SplitMatched { hand, player } => {
                let (all, counted) = laid[&(hand.box_no, player)];
                let amount = if round.book().limits.over_base.is == OverBase::Laid {
                    all
                } else {
                    counted
                };
                add(&mut placed, (hand.box_no, player, Kind::Wager), amount);
            }
            What::Settled(each) if !each.stake.is_zero() => add(
                &mut settled,
                (each.box_no, each.player, each.kind),
                each.stake,
            ),
            _ => {}
        }
    }
    (placed, settled)
}

fn check_legal(round: &Round) -> Result<(), TestCaseError> {
    let legal = round.legal();
    for each in &legal {
        for amount in [each.choice.amount(), each.least]
            .into_iter()
            .flatten()
            .chain(each.choice.amount().is_none().then_some(Money::ZERO))
        {
            let choice = each.choice.with_amount(amount);
            let refusal = round.clone().choose(each.player, choice).err();
            prop_assert!(
                refusal.is_none(),
                "{choice:?} is listed as legal but refused: {refusal:?}"
            );
        }
        if let Some(most) = each.choice.amount().filter(|&most| most < Money::MOST) {
            let choice = each.choice.with_amount(most + Money::from_cents(1));
            prop_assert!(
                round.clone().choose(each.player, choice).is_err(),
                "{choice:?} is above the most and accepted"
            );
        }
    }
    for patron in &round.setup().patrons {
        let player = round.setup().player(&patron.name).unwrap();
        for choice in universe(round) {
            let fits = |listed: Choice, least: Option<Money>| {
                let amount = choice.amount();
                let same = listed.with_amount(amount.unwrap_or(Money::ZERO)) == choice;
                same && amount.is_none_or(|amount| {
                    amount >= least.unwrap_or(Money::ZERO) && Some(amount) <= listed.amount()
                })
            };
            let listed = legal
                .iter()
                .any(|each| each.player == player && fits(each.choice, each.least));
            let mut copy = round.clone();
            let accepted = copy.choose(player, choice).is_ok();
            // Amounts between the least and the most may still miss a step; everything accepted
            // must be listed.
            prop_assert!(
                !accepted || listed,
                "{choice:?} by {} is accepted and not listed",
                patron.name
            );
            prop_assert!(accepted || copy == *round, "a refusal changed the round");
            if listed && choice.amount().is_none() {
                prop_assert!(
                    accepted,
                    "{choice:?} by {} is listed and refused",
                    patron.name
                );
            }
        }
    }
    Ok(())
}

fn results(round: &Round) -> Vec<String> {
    let mut lines: Vec<String> = round
        .settled()
        .map(|(settled, clause)| outcome_line(round, settled, clause).to_string())
        .collect();
    lines.sort();
    lines
}

/// The same round, with every face-down card that `viewer` may not see exchanged for another
/// possible one.
fn with_other_hidden_cards(
    round: &Round,
    viewer: Viewer,
    dice: &mut Dice,
) -> Option<(Round, usize)> {
    let exposed = |box_no: BoxNo| {
        round
            .events()
            .iter()
            .any(|event| event.what == What::Exposed { box_no })
    };
    let own = |box_no: BoxNo| match viewer {
        Viewer::Player(player) => {
            let main = |what: &What| matches!(*what, What::WagerPlaced { box_no: no, player: each, .. } if no == box_no && each == player);
            round.events().iter().any(|event| main(&event.what))
        }
        Viewer::Onlooker => false,
    };
    // Once cards went back into the shoe, what is unseen now need not have been there when these
    // cards were dealt.
    let refilled = |what: &What| {
        matches!(
            what,
            What::RackShuffled | What::RackReturned | What::CuttingCardFirst
        )
    };
    if round.events().iter().any(|event| refilled(&event.what)) {
        return None;
    }
    let mut unseen: Composition = round.unseen().clone();
    let mut events = round.events().to_vec();
    let mut hidden = 0;
    for event in &mut events {
        if let What::Dealt {
            to: To::Hand(at),
            card,
            face: Face::Down,
        } = &mut event.what
            && !exposed(at.box_no)
            && !own(at.box_no)
        {
            // Sixes to nines: no two of them are a Pontoon, and none of their totals must draw
            // under any book.
            let others: Vec<_> = unseen
                .kinds()
                .map(|(card, _)| card)
                .filter(|card| matches!(card.rank.letter(), '6'..='9'))
                .collect();
            let other = others[dice.below(others.len())];
            assert!(unseen.take(other));
            unseen.put(*card);
            *card = other;
            hidden += 1;
        }
    }
    let exchanged = hidden > 0;
    exchanged.then(|| {
        (
            Round::replay(round.setup().clone(), events).unwrap(),
            hidden,
        )
    })
}

#[test]
fn the_books_meet_every_kind_of_event_in_random_play() {
    // A law that is never put to the test proves nothing: random play must reach all of these.
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for book in BOOK_IDS {
        for seed in 0..400 {
            for event in random_round(book, seed).events() {
                let name = format!("{:?}", event.what);
                let name = name
                    .split([' ', '(', '{'])
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                *seen.entry(name).or_default() += 1;
            }
        }
    }
    let wanted = [
        "AboveMaximum",
        "Absent",
        "BelowMinimum",
        "Burned",
        "CardAsked",
        "ClaimRefused",
        "ControlDeclined",
        "ControlGiven",
        "CuttingCardFirst",
        "CuttingCardSeen",
        "Dealt",
        "DoubleDeclined",
        "Doubled",
        "Exposed",
        "ForfeitDeclined",
        "Forfeited",
        "HandEnded",
        "HandSplit",
        "InsuranceClaimed",
        "InsuranceDeclined",
        "InsuranceTaken",
        "JokerReplaced",
        "MultiplierShown",
        "Pressed",
        "RackReturned",
        "RackShuffled",
        "Settled",
        "SplitMatched",
        "StayedOnFirst",
        "SuperBonusWon",
        "Surrendered",
        "Withdrawn",
        "SurrenderDeclined",
        "WagerMoved",
        "WagerPlaced",
        "SidePlaced",
        "Began",
        "ClaimsEnded",
    ];
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|name| !seen.contains_key(*name))
        .collect();
    assert!(missing.is_empty(), "random play never met {missing:?}");
}

#[test]
fn a_book_with_changed_settings_is_written_with_them() {
    let usual = builtin("sydney").unwrap();
    let mut book = RuleBook::clone(&usual);
    book.set("resplit", "may").unwrap();
    let mut round = Round::open(game::Setup::usual(Arc::new(book), &["ann"])).unwrap();
    let ann = round.setup().player("ann").unwrap();
    round
        .choose(
            ann,
            Choice::Wager {
                box_no: BoxNo::new(1).unwrap(),
                amount: Money::from_dollars(10),
                seated: true,
            },
        )
        .unwrap();
    let text = Script::of(&round, &usual).to_string();
    assert!(text.contains("set split.again=may"), "{text}");
}
