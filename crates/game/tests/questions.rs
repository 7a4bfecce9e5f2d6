//! Who is asked what, and in what order: things that the notation leaves out because silence
//! declines.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on has failed"
)]

use game::notation::{Script, play};
use game::{
    Choice, HandRef, Player, Question, Reason, Refusal, Round, Setup, Stage, Turn, Viewer, What,
};
use rules::{BOOK_IDS, BoxNo, REFERENCE_IDS, RuleBook, builtin, reference};
use std::sync::Arc;

/// A round as far as a text takes it.
fn round(text: &str) -> Round {
    let script = Script::parse(text).unwrap();
    play(&script, &|name| {
        builtin(name).map_err(|error| error.to_string())
    })
    .unwrap()
    .round
}

fn player(round: &Round, name: &str) -> Player {
    round.setup().player(name).unwrap()
}

fn box_no(number: u8) -> BoxNo {
    BoxNo::new(number).unwrap()
}

/// Who is asked, by name.
fn asked(round: &Round, wanted: Question) -> Vec<&str> {
    match round.turn() {
        Turn::Answer(question, asked) if question == wanted => asked
            .iter()
            .map(|asked| round.setup().name(asked.player))
            .collect(),
        turn => panic!("{wanted:?} is not asked: {turn:?}"),
    }
}

#[track_caller]
fn refused(round: &mut Round, name: &str, choice: Choice, reason: Reason, clause: &str) {
    let player = player(round, name);
    let refusal: Refusal = round.choose(player, choice).unwrap_err();
    assert_eq!(
        (refusal.reason, refusal.clause.to_string().as_str()),
        (reason, clause)
    );
}

#[test]
fn where_the_controlling_player_decides_first_nobody_else_is_asked_about_surrender() {
    let text = "box 1 ann* 20, bob 10\nbox 2 cho* 20\ndeal 9s 9d | Kd | 7h 8c\nunfinished\n";
    for (book, clause) in [
        ("sydney", "10.4"),
        ("canberra", "9.2"),
        ("tasmania", "Surrenders 3"),
    ] {
        let mut round = round(&format!("book {book}\n{text}"));
        assert_eq!(asked(&round, Question::Surrender), ["ann", "cho"], "{book}");
        refused(
            &mut round,
            "bob",
            Choice::Surrender { box_no: box_no(1) },
            Reason::WaitForController,
            clause,
        );
    }
    for book in ["adelaide", "singapore"] {
        let round = round(&format!("book {book}\n{text}"));
        assert_eq!(
            asked(&round, Question::Surrender),
            ["ann", "bob", "cho"],
            "{book}: each chooses alone"
        );
    }
}

#[test]
fn after_the_controlling_players_surrender_the_others_are_asked_or_must_follow() {
    let text = "box 1 ann* 20, bob 10\nbox 2 cho* 20\ndeal 9s 9d | Kd | 7h 8c\n1 surrender \
        ann\nunfinished\n";
    assert_eq!(
        asked(&round(&format!("book sydney\n{text}")), Question::Surrender),
        ["bob", "cho"]
    );
    assert_eq!(
        asked(
            &round(&format!("book canberra\n{text}")),
            Question::Surrender
        ),
        ["cho"]
    );
}

#[test]
fn surrender_is_over_when_the_cards_are_drawn_on_every_box() {
    let text = "book sydney\nbox 1 ann* 20\nbox 2 ann* 20\ndeal 9s 9d | Kd | 7h 8c\n1 draw \
        2c\nunfinished\n";
    for number in [1, 2] {
        refused(
            &mut round(text),
            "ann",
            Choice::Surrender {
                box_no: box_no(number),
            },
            Reason::NotNow,
            "10.1",
        );
    }
    let in_turn = "book adelaide  set surrender-time=in-turn\nplayers ann bob\nbox 1 ann* 20\nbox \
        2 ann* 20\ndeal 9s 9d | Kd | 7h 8c\nunfinished\n";
    let mut round = round(in_turn);
    assert_eq!(asked(&round, Question::Surrender), ["ann"]);
    refused(
        &mut round,
        "ann",
        Choice::Surrender { box_no: box_no(2) },
        Reason::NotNow,
        "61",
    );
}

#[test]
fn a_choice_that_comes_late_acts_on_no_other_hand() {
    let text = "book sydney\nbox 1 ann* 20\nbox 2 ann* 10\ndeal 9s 8h | 6d | 3h 7d\n1 draw \
        9c\nunfinished\n";
    let mut round = round(text);
    let first = game::HandRef {
        box_no: box_no(1),
        hand: 0,
    };
    refused(
        &mut round,
        "ann",
        Choice::Draw { hand: first },
        Reason::HandComplete,
        "12.3",
    );
    refused(
        &mut round,
        "ann",
        Choice::Stand {
            hand: game::HandRef {
                box_no: box_no(3),
                hand: 0,
            },
        },
        Reason::NoWagerHere,
        "6.3",
    );
    assert_eq!(
        round.turn(),
        Turn::Decide(
            game::HandRef {
                box_no: box_no(2),
                hand: 0
            },
            player(&round, "ann")
        )
    );
}

#[test]
fn who_declines_to_surrender_two_cards_may_do_it_after_a_further_one() {
    let text = "book tasmania  set surrender-time=any-time\nbox 1 ann* 20\ndeal 9s | Kd | 3h\n1 \
        no-surrender ann\nunfinished\n";
    let mut round = round(text);
    let hand = game::HandRef {
        box_no: box_no(1),
        hand: 0,
    };
    let surrender = Choice::Surrender { box_no: box_no(1) };
    refused(
        &mut round,
        "ann",
        surrender,
        Reason::NotNow,
        "reading surrender-time",
    );
    let ann = player(&round, "ann");
    round.choose(ann, Choice::Draw { hand }).unwrap();
    round.deal(game::Draw::Card("2c".parse().unwrap())).unwrap();
    round.choose(ann, surrender).unwrap();
}

#[test]
fn a_co_bettor_cannot_double_once_the_card_is_there() {
    let mut round = round(
        "book sydney\nbox 1 ann* 20, bob 10\ndeal 6s | 5d | 5h\n1 double ann 20 9c\nunfinished\n",
    );
    let hand = game::HandRef {
        box_no: box_no(1),
        hand: 0,
    };
    let amount = rules::Money::from_dollars(10);
    refused(
        &mut round,
        "bob",
        Choice::Double { hand, amount },
        Reason::HandComplete,
        "13.4",
    );
    // Once the hand is complete it is the rule of one card that stands against it.
    let ann = player(&round, "ann");
    round.choose(ann, Choice::NoForfeit { hand }).unwrap();
    refused(
        &mut round,
        "bob",
        Choice::Double { hand, amount },
        Reason::HandComplete,
        "13.1",
    );
}

#[test]
fn who_has_nothing_on_a_hand_has_nothing_to_forfeit() {
    let text = "book sydney\nbox 1 ann* 20, bob 10\ndeal 8s | 5d | 8h\n1 split ann 3c stand / 3d \
        double ann 20 9c\nunfinished\n";
    let mut round = round(text);
    let hand = |hand| game::HandRef {
        box_no: box_no(1),
        hand,
    };
    refused(
        &mut round,
        "bob",
        Choice::Forfeit { hand: hand(1) },
        Reason::NothingToForfeit,
        "13.6",
    );
    refused(
        &mut round,
        "bob",
        Choice::Forfeit { hand: hand(0) },
        Reason::NothingToForfeit,
        "13.5",
    );
}

#[test]
fn where_forfeiting_waits_for_the_dealer_it_may_be_done_while_other_boxes_play() {
    let text = "book tasmania  set forfeit-time=before-dealer\nbox 1 ann* 20\nbox 2 bob* 20\ndeal \
        6s 9s | 5d | 5h 3h\n1 double 4c\nunfinished\n";
    let mut round = round(text);
    let (ann, bob) = (player(&round, "ann"), player(&round, "bob"));
    let hand = game::HandRef {
        box_no: box_no(1),
        hand: 0,
    };
    let forfeits = |round: &Round| {
        round
            .legal()
            .iter()
            .filter(|legal| legal.player == ann)
            .count()
    };
    assert_eq!(
        round.turn(),
        Turn::Decide(
            game::HandRef {
                box_no: box_no(2),
                hand: 0
            },
            bob
        )
    );
    assert_eq!(forfeits(&round), 2, "forfeit it or keep it");
    round
        .choose(
            bob,
            Choice::Draw {
                hand: game::HandRef {
                    box_no: box_no(2),
                    hand: 0,
                },
            },
        )
        .unwrap();
    assert_eq!(forfeits(&round), 2, "while a card is due too");
    round.choose(ann, Choice::Forfeit { hand }).unwrap();
    assert_eq!(forfeits(&round), 0);
    assert_eq!(round.net(ann).to_string(), "-20");
}

#[test]
fn where_no_hand_is_surrendered_nobody_is_asked_about_it() {
    let text = "box 1 ann* 20\ndeal 9s | Ad | 7h\nunfinished\n";
    let tables = [
        ("adelaide  set surrender-time=in-turn", "70"),
        ("tasmania  set surrender-time=any-time", "Surrenders 1"),
        ("sydney", "10.1"),
    ];
    for (book, clause) in tables {
        let mut round = round(&format!(
            "book {book}  set surrender.against=nothing\n{text}"
        ));
        let ann = player(&round, "ann");
        round
            .choose(ann, Choice::NoInsurance { box_no: box_no(1) })
            .unwrap();
        let hand = game::HandRef {
            box_no: box_no(1),
            hand: 0,
        };
        assert_eq!(round.turn(), Turn::Decide(hand, ann), "{book}");
        refused(
            &mut round,
            "ann",
            Choice::Surrender { box_no: box_no(1) },
            Reason::NoSurrender,
            clause,
        );
        round.choose(ann, Choice::Draw { hand }).unwrap();
        round.deal(game::Draw::Card("2c".parse().unwrap())).unwrap();
        refused(
            &mut round,
            "ann",
            Choice::Surrender { box_no: box_no(1) },
            Reason::NoSurrender,
            clause,
        );
    }
}

#[test]
fn where_surrender_is_offered_against_any_card_it_is_asked_against_every_one() {
    for upcard in ["Ad", "2d", "6d", "9d", "Kd"] {
        let text = format!(
            "book canberra  set surrender.against=any-card\nbox 1 ann* 20\ndeal 9s | {upcard} | \
            7h\nunfinished\n"
        );
        let mut round = round(&text);
        let ann = player(&round, "ann");
        if upcard == "Ad" {
            round
                .choose(ann, Choice::NoInsurance { box_no: box_no(1) })
                .unwrap();
        }
        assert_eq!(asked(&round, Question::Surrender), ["ann"], "{upcard}");
    }
}

#[test]
fn where_no_double_is_forfeited_nobody_is_asked_about_it() {
    let text = "box 1 ann* 20\nbox 2 bob* 20\ndeal 6s 9s | 5d | 5h 7h\n1 double 4c\nunfinished\n";
    for book in [
        "sydney",
        "canberra",
        "tasmania  set forfeit-time=before-dealer",
        "adelaide  set forfeit-undoubled=may",
    ] {
        let mut round = round(&format!(
            "book {book}  set double.forfeit-when=never\n{text}"
        ));
        let (ann, bob) = (player(&round, "ann"), player(&round, "bob"));
        let (first, second) = (
            game::HandRef {
                box_no: box_no(1),
                hand: 0,
            },
            game::HandRef {
                box_no: box_no(2),
                hand: 0,
            },
        );
        assert_eq!(round.turn(), Turn::Decide(second, bob), "{book}");
        assert!(
            round.legal().iter().all(|legal| legal.player == bob),
            "{book}"
        );
        for choice in [
            Choice::Forfeit { hand: first },
            Choice::NoForfeit { hand: first },
        ] {
            assert_eq!(
                round.choose(ann, choice).unwrap_err().reason,
                Reason::NoForfeit,
                "{book}"
            );
        }
        round.choose(bob, Choice::Stand { hand: second }).unwrap();
        assert_eq!(round.stage(), Stage::DealersHand, "{book}");
    }
}

#[test]
fn a_split_hand_is_not_doubled_where_the_book_says_so_split_aces_neither() {
    let hand = |hand| game::HandRef {
        box_no: box_no(1),
        hand,
    };
    let amount = rules::Money::from_dollars(20);
    let table =
        "book sydney  set double.after-split=may-not  set split-ace-double=may\nbox 1 ann* 20\n";
    let mut eights = round(&format!(
        "{table}deal 8s | 5d | 8h\n1 split 3c\nunfinished\n"
    ));
    refused(
        &mut eights,
        "ann",
        Choice::Double {
            hand: hand(0),
            amount,
        },
        Reason::DoubleAfterSplit,
        "13.1.2",
    );
    assert!(
        eights
            .legal()
            .iter()
            .all(|legal| !matches!(legal.choice, Choice::Double { .. }))
    );
    // A split Ace with its one card is complete, for there is nothing else that could be done with
    // it.
    let mut aces = round(&format!(
        "{table}deal As | 5d | Ah\n1 split 3c\nunfinished\n"
    ));
    assert_eq!(
        aces.turn(),
        Turn::Deal(game::Need::Card(game::To::Hand(hand(1))))
    );
    refused(
        &mut aces,
        "ann",
        Choice::Double {
            hand: hand(0),
            amount,
        },
        Reason::DoubleAfterSplit,
        "13.1.2",
    );
}

#[test]
fn a_split_ace_may_stand_or_draw_where_it_gets_any_number_of_cards() {
    let text = "book sydney  set split.aces-cards=any\nbox 1 ann* 20\ndeal As | 5d | Ah\n1 split \
        3c\nunfinished\n";
    let mut round = round(text);
    let (ann, hand) = (
        player(&round, "ann"),
        game::HandRef {
            box_no: box_no(1),
            hand: 0,
        },
    );
    let choices: Vec<Choice> = round.legal().iter().map(|legal| legal.choice).collect();
    assert_eq!(
        choices,
        [Choice::Stand { hand }, Choice::Draw { hand }],
        "doubling split Aces is another setting"
    );
    round.choose(ann, Choice::Draw { hand }).unwrap();
    round.deal(game::Draw::Card("2c".parse().unwrap())).unwrap();
    assert_eq!(round.turn(), Turn::Decide(hand, ann));
}

#[test]
fn a_table_has_as_many_cards_as_the_books_decks() {
    for name in BOOK_IDS {
        let mut book = RuleBook::clone(&builtin(name).unwrap());
        let decks = u32::from(book.decks());
        assert_eq!(
            Setup::usual(Arc::new(book.clone()), &[]).full().len(),
            48 * decks,
            "{name}"
        );
        book.set("cards.pack", "52").unwrap();
        let full = Setup::usual(Arc::new(book), &[]).full();
        assert_eq!(full.len(), 52 * decks, "{name}");
        assert_eq!(
            u32::from(full.count("Ts".parse().unwrap())),
            decks,
            "{name}"
        );
    }
}

#[test]
fn about_one_deck_in_the_rack_is_as_many_cards_as_a_deck_has() {
    let returns = |pack: &str| {
        let gone = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d \
            8h 8s 9c 9d 9h 9s Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As";
        let text = format!(
            "book canberra  device  set device-return=one-deck  set cards.pack={pack}\ngone \
            {gone}\nbox 1 ann* 20\ndeal 9s\nunfinished\n"
        );
        round(&text)
            .events()
            .iter()
            .filter(|event| event.what == What::RackReturned)
            .count()
    };
    assert_eq!((returns("48"), returns("52")), (1, 0));
}

#[test]
fn a_setting_that_only_a_reference_game_has_opens_no_round() {
    let open = |book: Arc<RuleBook>| Round::open(Setup::usual(book, &["ann"]));
    for (key, value) in [("dealer.hole", "peeks"), ("settlement.pontoon", "compared")] {
        for name in BOOK_IDS {
            let mut book = RuleBook::clone(&builtin(name).unwrap());
            book.set(key, value).unwrap();
            let clause = book.setting(key).unwrap().1;
            let fault = open(Arc::new(book)).unwrap_err();
            let message = fault.to_string();
            let words = format!(
                "`{key}` is `{value}`, which is for the solver's reference games only: a round is \
                played with `"
            );
            assert!(message.starts_with(&words), "{message}");
            assert_eq!(fault.clause(), Some(clause), "{name}");
        }
    }
    for name in REFERENCE_IDS {
        let message = open(reference(name).unwrap()).unwrap_err().to_string();
        assert!(
            message.contains("reference games only"),
            "{name}: {message}"
        );
        // With what a table here is dealt, a round can be opened.
        let mut book = RuleBook::clone(&reference(name).unwrap());
        book.set("dealer.hole", "none").unwrap();
        book.set("settlement.pontoon", "at-once").unwrap();
        open(Arc::new(book)).unwrap();
    }
}

/// The stages a round went through.
fn stages(text: &str) -> Vec<Stage> {
    let began = |event: &game::Event| {
        if let What::Began(stage) = event.what {
            Some(stage)
        } else {
            None
        }
    };
    round(text).events().iter().filter_map(began).collect()
}

#[test]
fn a_round_goes_through_the_stages_it_needs_and_no_others() {
    let plain = "book sydney\nbox 1 ann* 20\ndeal 9s | 6d | Kh\n1 stand\ndealer Kc 5c\n";
    let usual = [
        Stage::InitialDeal,
        Stage::SubsequentDeal,
        Stage::DealersHand,
        Stage::FinalSettlement,
        Stage::Over,
    ];
    assert_eq!(stages(plain), usual);
    let pontoon = "book sydney\nbox 1 ann* 20\ndeal As | 6d | Kh\n";
    assert_eq!(
        stages(pontoon),
        [
            Stage::InitialDeal,
            Stage::InterimSettlement,
            Stage::FinalSettlement,
            Stage::Over
        ]
    );
    let given_up = "book sydney\nbox 1 ann* 20\ndeal 9s | Kd | 7h\n1 surrender\ndealer 9c\n";
    let short = [
        Stage::InitialDeal,
        Stage::Surrender,
        Stage::DealersHand,
        Stage::FinalSettlement,
        Stage::Over,
    ];
    assert_eq!(
        stages(given_up),
        short,
        "nobody plays a hand that is given up"
    );
    let everything = "book singapore  shoe new\nbox 1 ann* 20 pairs 5 pandemonium 5, bob 10\nbox 2 \
        cho* 20\ndeal As 9s | Ad | Kh 7h\npress 1 10\n2 stand\ndealer 9c\n";
    let all = [
        Stage::Burning,
        Stage::InitialDeal,
        Stage::SideSettlement,
        Stage::Insurance,
        Stage::AnothersInsurance,
        Stage::InterimSettlement,
        Stage::Jackpot,
        Stage::Surrender,
        Stage::SubsequentDeal,
        Stage::DealersHand,
        Stage::FinalSettlement,
        Stage::Over,
    ];
    assert_eq!(stages(everything), all);
}

/// A round of Singapore's book as far as a text takes it, after which somebody withdraws.
fn withdrawn(text: &str, name: &str) -> Round {
    let mut round = round(&format!("book singapore\n{text}\nunfinished\n"));
    let player = player(&round, name);
    round.withdraw(player).unwrap();
    round
}

/// What was returned by the clause on withdrawing, as the notation says it.
fn returned(round: &Round) -> Vec<String> {
    let back = round
        .settled()
        .filter(|(_, clause)| clause.to_string() == "5.29.1");
    back.map(|(settled, clause)| game::notation::outcome_line(round, settled, clause).to_string())
        .collect()
}

#[test]
fn before_the_first_card_a_box_is_withdrawn_whole_and_gets_no_cards() {
    let mut round = withdrawn("shoe new\nbox 1 ann* 20\nbox 2 bob* 10\nclose", "ann");
    assert_eq!(returned(&round), ["result 1 ann wager returned 0 [5.29.1]"]);
    round.deal(game::Draw::Burned).unwrap();
    let first = game::To::Hand(game::HandRef {
        box_no: box_no(2),
        hand: 0,
    });
    assert_eq!(round.turn(), Turn::Deal(game::Need::Card(first)));
}

#[test]
fn a_box_that_is_withdrawn_in_the_initial_deal_gets_no_second_card_and_returns_side_wagers_of_others()
 {
    let round = withdrawn(
        "box 1 ann* 20, bob pairs 5\nbox 2 bob* 10\ndeal 9s 8h 7d",
        "ann",
    );
    let all: Vec<String> = round
        .settled()
        .map(|(settled, clause)| format!("{} {clause}", settled.kind.word()))
        .collect();
    assert_eq!(all, ["wager 5.29.1", "pairs 3.15.3"]);
    let second = game::To::Hand(game::HandRef {
        box_no: box_no(2),
        hand: 0,
    });
    assert_eq!(round.turn(), Turn::Deal(game::Need::Card(second)));
}

#[test]
fn a_round_from_which_everybody_withdraws_is_over() {
    let mut round = withdrawn(
        "box 1 ann* 20\nbox 2 bob* 10\ndeal 9s 8h | 7d | 9d 3h",
        "ann",
    );
    assert_eq!(
        round.turn(),
        Turn::Decide(
            game::HandRef {
                box_no: box_no(2),
                hand: 0
            },
            player(&round, "bob")
        )
    );
    let bob = player(&round, "bob");
    round.withdraw(bob).unwrap();
    assert_eq!((round.turn(), round.stage()), (Turn::Over, Stage::Over));
    assert_eq!(round.withdraw(bob).unwrap_err().reason, Reason::RoundOver);
}

#[test]
fn nobody_withdraws_twice_and_an_onlooker_not_at_all() {
    let mut round = withdrawn(
        "players ann bob cho\nbox 1 ann* 20\nbox 2 bob* 10\ndeal 9s 8h | 7d | 9d 3h",
        "ann",
    );
    for name in ["ann", "cho"] {
        let refusal = round.withdraw(player(&round, name)).unwrap_err();
        assert_eq!(
            (refusal.reason, refusal.clause.to_string().as_str()),
            (Reason::NothingToWithdraw, "5.29.1"),
            "{name}"
        );
    }
}

#[test]
fn where_the_book_has_no_such_rule_an_interrupted_round_goes_on() {
    for book in BOOK_IDS.iter().filter(|book| **book != "singapore") {
        let mut round = round(&format!(
            "book {book}\nbox 1 ann* 20\ndeal 9s | 7d | 9d\nunfinished\n"
        ));
        let ann = player(&round, "ann");
        assert_eq!(
            round.withdraw(ann).unwrap_err().reason,
            Reason::NoWithdrawing,
            "{book}"
        );
    }
}

#[test]
fn a_pontoon_that_is_not_paid_yet_and_a_side_wager_whose_cards_lie_there_are_decided() {
    // Insurance is asked before Pontoons are paid.
    let pontoon =
        "book singapore\nbox 1 ann* 20\nbox 2 bob* 10\ndeal As 9h | Ac | Kd 7d\nunfinished\n";
    let jackpot = "book singapore\nbox 1 ann* 20 pandemonium 5\nbox 2 bob* 10\ndeal 9s 9h | Ac | \
        Kd 7d\nunfinished\n";
    for text in [pontoon, jackpot] {
        let mut round = round(text);
        assert_eq!(round.stage(), Stage::Insurance);
        let bob = player(&round, "bob");
        assert_eq!(
            round.withdraw(bob).unwrap_err().reason,
            Reason::AlreadyDecided
        );
    }
}

#[test]
fn whoever_withdraws_at_a_split_takes_back_what_was_put_up_for_it() {
    let text = "box 1 ann* 20, bob 10\ndeal 8s | 7d | 8h\n1 split ann";
    let mut round = withdrawn(text, "ann");
    assert_eq!(
        returned(&round),
        ["result 1/1 ann wager returned 0 [5.29.1]"; 2]
    );
    // Bob stays on the first hand: nothing lies on the second, and it gets no card.
    let (bob, at) = (player(&round, "bob"), |hand| game::HandRef {
        box_no: box_no(1),
        hand,
    });
    round
        .choose(bob, Choice::StayOnFirst { hand: at(0) })
        .unwrap();
    assert_eq!(
        round.turn(),
        Turn::Deal(game::Need::Card(game::To::Hand(at(0))))
    );
    round.deal(game::Draw::Card("9c".parse().unwrap())).unwrap();
    assert_eq!(round.turn(), Turn::Decide(at(0), bob));
    round.choose(bob, Choice::Stand { hand: at(0) }).unwrap();
    assert_eq!(round.turn(), Turn::Deal(game::Need::Card(game::To::Dealer)));
}

#[test]
fn whoever_withdraws_after_doubling_leaves_the_others_their_one_card() {
    let mut round = withdrawn(
        "box 1 ann* 20, bob 10\ndeal 6s | 7d | 5h\n1 double ann 20",
        "ann",
    );
    assert_eq!(
        returned(&round),
        [
            "result 1/1 ann wager returned 0 [5.29.1]",
            "result 1/1 ann double returned 0 [5.29.1]"
        ]
    );
    let (bob, at) = (
        player(&round, "bob"),
        game::HandRef {
            box_no: box_no(1),
            hand: 0,
        },
    );
    round.choose(bob, Choice::NoDouble { hand: at }).unwrap();
    round.deal(game::Draw::Card("9c".parse().unwrap())).unwrap();
    assert_eq!(round.turn(), Turn::Deal(game::Need::Card(game::To::Dealer)));
}

#[test]
fn insurance_goes_back_to_whoever_withdraws_and_stays_with_another_who_took_it() {
    let text = "players ann bob cho\nbox 1 ann* 20\nbox 2 bob* 10\ndeal 9s 8h | Ad | 9d \
        3h\ninsurance 1.ann no, 2.bob 5\ninsurance 1.ann 10 by cho";
    let mut round = withdrawn(text, "bob");
    assert_eq!(
        returned(&round),
        [
            "result 2/1 bob wager returned 0 [5.29.1]",
            "result 2 bob insurance returned 0 [5.29.1]"
        ]
    );
    // A claim that waits on a wager that goes is refused.
    let ann = player(&round, "ann");
    assert!(
        !round
            .events()
            .iter()
            .any(|event| matches!(event.what, What::ClaimRefused { .. }))
    );
    round.clone().withdraw(ann).unwrap();
    let mut waiting = round.clone();
    waiting.withdraw(ann).unwrap();
    assert!(
        waiting
            .events()
            .iter()
            .any(|event| matches!(event.what, What::ClaimRefused { .. }))
    );
    assert_eq!(waiting.stage(), Stage::Over);
    // Once it is granted it is cho's own wager, and the dealer's second card decides it.
    for name in ["ann", "cho"] {
        let player = player(&round, name);
        let _ = round.choose(player, Choice::NoMoreInsurance);
    }
    assert!(
        round
            .events()
            .iter()
            .any(|event| matches!(event.what, What::InsuranceTaken { of, by, .. } if of != by))
    );
    round.withdraw(ann).unwrap();
    assert_eq!(round.turn(), Turn::Deal(game::Need::Card(game::To::Dealer)));
    round.deal(game::Draw::Card("Kd".parse().unwrap())).unwrap();
    assert_eq!(round.net(player(&round, "cho")).to_string(), "+20");
    assert_eq!(round.turn(), Turn::Over);
}

#[test]
fn whoever_withdrew_gets_no_bonus_for_others() {
    let text = "box 1 ann* 20\nbox 2 bob* 10\nbox 3 cho* 10\ndeal 7s 8h 9h | 7d | 7s 3h 9d";
    let mut round = withdrawn(text, "bob");
    let (ann, cho) = (player(&round, "ann"), player(&round, "cho"));
    round
        .choose(
            ann,
            Choice::Draw {
                hand: game::HandRef {
                    box_no: box_no(1),
                    hand: 0,
                },
            },
        )
        .unwrap();
    round.deal(game::Draw::Card("7s".parse().unwrap())).unwrap();
    round
        .choose(
            cho,
            Choice::Stand {
                hand: game::HandRef {
                    box_no: box_no(3),
                    hand: 0,
                },
            },
        )
        .unwrap();
    round.deal(game::Draw::Card("Kc".parse().unwrap())).unwrap();
    assert_eq!(round.net(player(&round, "bob")).to_string(), "0");
    assert!(
        round
            .settled()
            .any(|(settled, _)| settled.kind == game::Kind::OthersBonus && settled.player == cho)
    );
}

#[test]
fn a_view_says_which_hand_is_in_turn_and_what_the_dealer_counts() {
    let told = |text: &str| {
        let view = round(&format!(
            "book sydney\nbox 1 ann* 20\nbox 2 bob* 10\n{text}"
        ))
        .view(Viewer::Onlooker);
        (
            view.in_turn,
            view.dealer_total.map(|total| total.to_string()),
        )
    };
    let counts = |points: &str| Some(points.to_owned());
    assert_eq!(told("unfinished\n"), (None, None), "no card is dealt");
    assert_eq!(
        told("deal 9s 9d | Kd | 7h 8c\nunfinished\n"),
        (None, counts("10")),
        "both are asked about surrender"
    );
    let second = HandRef {
        box_no: box_no(2),
        hand: 0,
    };
    assert_eq!(
        told("deal 9s 8h | 6d | 3h 7d\n1 draw 9c\nunfinished\n"),
        (Some(second), counts("6"))
    );
    assert_eq!(
        told("deal 9s 8h | 6d | 3h 7d\n1 draw 9c\n2 stand\ndealer Kd 5c\n"),
        (None, counts("21"))
    );
}
