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

#[test]
fn who_declines_to_surrender_two_cards_may_do_it_after_a_further_one() {
    let text = "book tasmania  set surrender-time=any-time\nbox 1 ann* 20\ndeal 9s | Kd | 3h\n1 no-surrender ann\nunfinished\n";
    let mut round = round(text);
    let hand = game::HandRef { box_no: box_no(1), hand: 0 };
    let surrender = Choice::Surrender { box_no: box_no(1) };
    refused(&mut round, "ann", surrender, Reason::NotNow, "reading surrender-time");
    let ann = player(&round, "ann");
    round.choose(ann, Choice::Draw { hand }).unwrap();
    round.deal(game::Draw::Card("2c".parse().unwrap())).unwrap();
    round.choose(ann, surrender).unwrap();
}

#[test]
fn a_co_bettor_cannot_double_once_the_card_is_there() {
    let mut round = round("book sydney\nbox 1 ann* 20, bob 10\ndeal 6s | 5d | 5h\n1 double ann 20 9c\nunfinished\n");
    let hand = game::HandRef { box_no: box_no(1), hand: 0 };
    let amount = rules::Money::from_dollars(10);
    refused(&mut round, "bob", Choice::Double { hand, amount }, Reason::HandComplete, "13.4");
    // Once the hand is complete it is the rule of one card that stands against it.
    let ann = player(&round, "ann");
    round.choose(ann, Choice::NoForfeit { hand }).unwrap();
    refused(&mut round, "bob", Choice::Double { hand, amount }, Reason::HandComplete, "13.1");
}

#[test]
fn who_has_nothing_on_a_hand_has_nothing_to_forfeit() {
    let text = "book sydney\nbox 1 ann* 20, bob 10\ndeal 8s | 5d | 8h\n1 split ann 3c stand / 3d double ann 20 9c\nunfinished\n";
    let mut round = round(text);
    let hand = |hand| game::HandRef { box_no: box_no(1), hand };
    refused(&mut round, "bob", Choice::Forfeit { hand: hand(1) }, Reason::NothingToForfeit, "13.6");
    refused(&mut round, "bob", Choice::Forfeit { hand: hand(0) }, Reason::NothingToForfeit, "13.5");
}

#[test]
fn where_forfeiting_waits_for_the_dealer_it_may_be_done_while_other_boxes_play() {
    let text = "book tasmania  set forfeit-time=before-dealer\nbox 1 ann* 20\nbox 2 bob* 20\ndeal 6s 9s | 5d | 5h 3h\n1 double 4c\nunfinished\n";
    let mut round = round(text);
    let (ann, bob) = (player(&round, "ann"), player(&round, "bob"));
    let hand = game::HandRef { box_no: box_no(1), hand: 0 };
    let forfeits = |round: &Round| round.legal().iter().filter(|legal| legal.player == ann).count();
    assert_eq!(round.turn(), Turn::Decide(game::HandRef { box_no: box_no(2), hand: 0 }, bob));
    assert_eq!(forfeits(&round), 2, "forfeit it or keep it");
    round.choose(bob, Choice::Draw { hand: game::HandRef { box_no: box_no(2), hand: 0 } }).unwrap();
    assert_eq!(forfeits(&round), 2, "while a card is due too");
    round.choose(ann, Choice::Forfeit { hand }).unwrap();
    assert_eq!(forfeits(&round), 0);
    assert_eq!(round.net(ann).to_string(), "-20");
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
    let given_up = "book sydney\nbox 1 ann* 20\ndeal 9s | Kd | 7h\n1 surrender\ndealer 9c\n";
    let short = [Stage::InitialDeal, Stage::Surrender, Stage::DealersHand, Stage::FinalSettlement, Stage::Over];
    assert_eq!(stages(given_up), short, "nobody plays a hand that is given up");
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
