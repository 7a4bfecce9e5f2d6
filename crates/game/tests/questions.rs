//! Who is asked what, and in what order: things that the notation leaves out because silence declines.
#![allow(clippy::unwrap_used, clippy::wildcard_enum_match_arm, reason = "a test that cannot go on has failed")]

use game::notation::{Script, play};
use game::{Choice, Player, Question, Reason, Refusal, Round, Stage, Turn, What};
use rules::{BoxNo, builtin};

/// A round as far as a text takes it.
fn round(text: &str) -> Round {
    let script = Script::parse(text).unwrap();
    play(&script, &|name| builtin(name).map_err(|error| error.to_string())).unwrap().round
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
        Turn::Answer(question, asked) if question == wanted => {
            asked.iter().map(|asked| round.setup().name(asked.player)).collect()
        }
        turn => panic!("{wanted:?} is not asked: {turn:?}"),
    }
}

#[track_caller]
fn refused(round: &mut Round, name: &str, choice: Choice, reason: Reason, clause: &str) {
    let player = player(round, name);
    let refusal: Refusal = round.choose(player, choice).unwrap_err();
    assert_eq!((refusal.reason, refusal.clause.to_string().as_str()), (reason, clause));
}

#[test]
fn where_the_controlling_player_decides_first_nobody_else_is_asked_about_surrender() {
    let text = "box 1 ann* 20, bob 10\nbox 2 cho* 20\ndeal 9s 9d | Kd | 7h 8c\nunfinished\n";
    for (book, clause) in [("sydney", "10.4"), ("canberra", "9.2"), ("tasmania", "Surrenders 3")] {
        let mut round = round(&format!("book {book}\n{text}"));
        assert_eq!(asked(&round, Question::Surrender), ["ann", "cho"], "{book}");
        refused(&mut round, "bob", Choice::Surrender { box_no: box_no(1) }, Reason::WaitForController, clause);
    }
    for book in ["adelaide", "singapore"] {
        let round = round(&format!("book {book}\n{text}"));
        assert_eq!(asked(&round, Question::Surrender), ["ann", "bob", "cho"], "{book}: each chooses alone");
    }
}

#[test]
fn after_the_controlling_players_surrender_the_others_are_asked_or_must_follow() {
    let text = "box 1 ann* 20, bob 10\nbox 2 cho* 20\ndeal 9s 9d | Kd | 7h 8c\n1 surrender ann\nunfinished\n";
    assert_eq!(asked(&round(&format!("book sydney\n{text}")), Question::Surrender), ["bob", "cho"]);
    assert_eq!(asked(&round(&format!("book canberra\n{text}")), Question::Surrender), ["cho"]);
}

#[test]
fn surrender_is_over_when_the_cards_are_drawn_on_every_box() {
    let text = "book sydney\nbox 1 ann* 20\nbox 2 ann* 20\ndeal 9s 9d | Kd | 7h 8c\n1 draw 2c\nunfinished\n";
    for number in [1, 2] {
        refused(&mut round(text), "ann", Choice::Surrender { box_no: box_no(number) }, Reason::NotNow, "10.1");
    }
    let in_turn = "book adelaide  set surrender-time=in-turn\nplayers ann bob\nbox 1 ann* 20\nbox 2 ann* 20\ndeal 9s 9d | Kd | 7h 8c\nunfinished\n";
    let mut round = round(in_turn);
    assert_eq!(asked(&round, Question::Surrender), ["ann"]);
    refused(&mut round, "ann", Choice::Surrender { box_no: box_no(2) }, Reason::NotNow, "61");
}

#[test]
fn a_choice_that_comes_late_acts_on_no_other_hand() {
    let text = "book sydney\nbox 1 ann* 20\nbox 2 ann* 10\ndeal 9s 8h | 6d | 3h 7d\n1 draw 9c\nunfinished\n";
    let mut round = round(text);
    let first = game::HandRef { box_no: box_no(1), hand: 0 };
    refused(&mut round, "ann", Choice::Draw { hand: first }, Reason::HandComplete, "12.3");
    refused(&mut round, "ann", Choice::Stand { hand: game::HandRef { box_no: box_no(3), hand: 0 } }, Reason::NoWagerHere, "6.3");
    assert_eq!(round.turn(), Turn::Decide(game::HandRef { box_no: box_no(2), hand: 0 }, player(&round, "ann")));
}

/// The stages a round went through.
fn stages(text: &str) -> Vec<Stage> {
    let began = |event: &game::Event| if let What::Began(stage) = event.what { Some(stage) } else { None };
    round(text).events().iter().filter_map(began).collect()
}

#[test]
fn a_round_goes_through_the_stages_it_needs_and_no_others() {
    let plain = "book sydney\nbox 1 ann* 20\ndeal 9s | 6d | Kh\n1 stand\ndealer Kc 5c\n";
    let usual = [Stage::InitialDeal, Stage::SubsequentDeal, Stage::DealersHand, Stage::FinalSettlement, Stage::Over];
    assert_eq!(stages(plain), usual);
    let pontoon = "book sydney\nbox 1 ann* 20\ndeal As | 6d | Kh\n";
    assert_eq!(stages(pontoon), [Stage::InitialDeal, Stage::InterimSettlement, Stage::FinalSettlement, Stage::Over]);
    let everything = "book singapore  shoe new\nbox 1 ann* 20 pairs 5 pandemonium 5, bob 10\nbox 2 cho* 20\ndeal As 9s | Ad | Kh 7h\npress 1 10\n2 stand\ndealer 9c\n";
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
