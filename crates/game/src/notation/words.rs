//! Events and choices in words.

use crate::choice::{Choice, HandRef, Legal, Question, To};
use crate::event::{Ending, Event, Face, Kind, Outcome, Settled, Stage, What};
use crate::player::Player;
use crate::round::Round;
use rules::Clause;

/// What may be chosen now, each in a few words.
pub fn legal_words(round: &Round) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for legal in round.legal() {
        let word = choice_words(round, &legal);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.len() > 12 {
        words.truncate(12);
        words.push("…".to_owned());
    }
    words
}

/// One thing that may be chosen now, in a few words.
pub fn choice_words(round: &Round, legal: &Legal) -> String {
    let name = |player: Player| round.setup().name(player).to_owned();
    let upto = |amount: rules::Money| match legal.least {
        Some(least) if least < amount => format!("{least} to {amount}"),
        Some(_) | None => amount.to_string(),
    };
    match legal.choice {
        Choice::Wager { box_no, amount, .. } => format!(
            "{} wagers {} on box {box_no}",
            name(legal.player),
            upto(amount)
        ),
        Choice::SideWager {
            box_no,
            side,
            amount,
        } => {
            format!(
                "{} wagers {} on {} of box {box_no}",
                name(legal.player),
                upto(amount),
                side.word()
            )
        }
        Choice::DeclineControl { box_no } => {
            format!("{} declines control of box {box_no}", name(legal.player))
        }
        Choice::Insure { box_no, amount } => {
            format!("insurance {box_no}.{} {}", name(legal.player), upto(amount))
        }
        Choice::NoInsurance { .. } | Choice::NoMoreInsurance => {
            format!("no insurance for {}", name(legal.player))
        }
        Choice::TakeInsurance { box_no, of, amount } => {
            format!(
                "insurance {box_no}.{} {} by {}",
                name(of),
                upto(amount),
                name(legal.player)
            )
        }
        Choice::Press { box_no } => format!("press {box_no}.{}", name(legal.player)),
        Choice::Nominate { box_no, nominee } => {
            format!("press {box_no}.{} by {}", name(legal.player), name(nominee))
        }
        Choice::Surrender { .. } => format!("surrender {}", name(legal.player)),
        Choice::NoSurrender { .. } => format!("no-surrender {}", name(legal.player)),
        Choice::Stand { .. } => "stand".to_owned(),
        Choice::Draw { .. } => "draw".to_owned(),
        Choice::Double { amount, .. } => format!("double {}", upto(amount)),
        Choice::NoDouble { .. } => format!("no-double {}", name(legal.player)),
        Choice::Split { .. } => "split".to_owned(),
        Choice::StayOnFirst { .. } => format!("stay {}", name(legal.player)),
        Choice::Forfeit { .. } => format!("forfeit {}", name(legal.player)),
        Choice::NoForfeit { .. } => format!("keep {}", name(legal.player)),
    }
}

/// What is asked, in words.
pub fn question_words(question: Question) -> &'static str {
    match question {
        Question::Insurance => "insurance or not",
        Question::AnothersInsurance => "insurance that another declined",
        Question::Press => "press the jackpot button (`press 1.ann 25`)",
        Question::Surrender => "surrender or not",
        Question::Double => "double too or not",
        Question::Split => "match the split or stay on the first hand",
        Question::Forfeit => "forfeit or keep the doubled hand",
    }
}

/// Every event in words, with its clause.
pub fn narrate(round: &Round) -> impl Iterator<Item = (String, Clause)> {
    (0..)
        .zip(round.events())
        .map(|(place, event)| (describe(round, place), event.clause))
}

/// An event in words, without its clause.
///
/// # Panics
///
/// When the round has no event at `place`.
pub fn describe(round: &Round, place: usize) -> String {
    let event = &round.events()[place];
    let name = |player: Player| round.setup().name(player);
    let earlier = &round.events()[..place];
    let hand = |at: HandRef| {
        let is_split = |event: &Event| matches!(event.what, What::HandSplit { hand } if hand.box_no == at.box_no);
        if earlier.iter().any(is_split) {
            format!("box {} hand {}", at.box_no, at.hand + 1)
        } else {
            format!("box {}", at.box_no)
        }
    };
    match event.what {
        What::WagerPlaced {
            box_no,
            player,
            amount,
            seated,
        } => {
            format!(
                "{} wagers {amount} on box {box_no}{}",
                name(player),
                if seated { ", seated there" } else { "" }
            )
        }
        What::SidePlaced {
            box_no,
            player,
            side,
            amount,
        } => {
            format!(
                "{} wagers {amount} on {} of box {box_no}",
                name(player),
                side.word()
            )
        }
        What::BelowMinimum { box_no, player } => {
            format!(
                "{} is advised: the wager on box {box_no} is below the minimum",
                name(player)
            )
        }
        What::AboveMaximum {
            box_no,
            player,
            counted,
            returned,
        } => {
            format!(
                "only {counted} of {}'s wager on box {box_no} is in play, {returned} is returned",
                name(player)
            )
        }
        What::ControlDeclined { box_no, player } => {
            format!("{} declines control of box {box_no}", name(player))
        }
        What::ControlGiven { box_no, player } => format!("{} controls box {box_no}", name(player)),
        What::WagerMoved { box_no, player } => format!(
            "{}'s wager is moved nearest the dealer on box {box_no}",
            name(player)
        ),
        What::Began(stage) => stage_words(stage).to_owned(),
        What::Burned => "a card is burned".to_owned(),
        What::CuttingCardSeen => "the cutting card appears: shuffle after this round".to_owned(),
        What::CuttingCardFirst => {
            "the cutting card comes first: the cards are shuffled before the round".to_owned()
        }
        What::JokerReplaced => "a joker: the next card takes its place".to_owned(),
        What::RackShuffled => "the shoe is empty: the discard rack is shuffled and cut".to_owned(),
        What::RackReturned => "the discard rack goes back into the device".to_owned(),
        What::Dealt {
            to: To::Dealer,
            card,
            ..
        } => format!("{card} to the dealer"),
        What::Dealt {
            to: To::Hand(at),
            card,
            face,
        } => {
            format!(
                "{card} to {}{}",
                hand(at),
                if face == Face::Down {
                    ", face down"
                } else {
                    ""
                }
            )
        }
        What::Exposed { box_no } => format!("the first two cards of box {box_no} are turned up"),
        What::InsuranceTaken {
            box_no,
            of,
            by,
            amount,
        } if of == by => format!("{} insures box {box_no} for {amount}", name(by)),
        What::InsuranceTaken {
            box_no,
            of,
            by,
            amount,
        } => {
            format!(
                "{} takes {}'s insurance on box {box_no} for {amount}",
                name(by),
                name(of)
            )
        }
        What::InsuranceDeclined { box_no, player } => {
            format!("{} declines insurance on box {box_no}", name(player))
        }
        What::InsuranceClaimed {
            box_no,
            of,
            by,
            amount,
        } => {
            format!(
                "{} asks for {}'s insurance on box {box_no}, {amount}",
                name(by),
                name(of)
            )
        }
        What::ClaimRefused { box_no, of, by } => format!(
            "{} does not get {}'s insurance on box {box_no}",
            name(by),
            name(of)
        ),
        What::ClaimsEnded { player } => format!("{} wants no more insurance", name(player)),
        What::Pressed { box_no, player, by } if player == by => {
            format!("{} presses the button for box {box_no}", name(by))
        }
        What::Pressed { box_no, player, by } => format!(
            "{} presses the button for {} on box {box_no}",
            name(by),
            name(player)
        ),
        What::MultiplierShown { multiplier } => format!("the meter shows {multiplier}"),
        What::Surrendered { hand: at, player } => {
            format!("{} surrenders {}", name(player), hand(at))
        }
        What::SurrenderDeclined { hand: at, player } => {
            format!("{} does not surrender {}", name(player), hand(at))
        }
        What::Absent { box_no, player } => format!("{} is absent from box {box_no}", name(player)),
        What::Withdrawn { player } => format!("{} withdraws from the round", name(player)),
        What::CardAsked {
            hand: at,
            by: Some(by),
        } => format!("{} draws on {}", name(by), hand(at)),
        What::CardAsked { hand: at, by: None } => {
            format!("the dealer draws to {} for an absent player", hand(at))
        }
        What::Doubled {
            hand: at,
            player,
            amount,
        } => format!("{} doubles {} with {amount}", name(player), hand(at)),
        What::DoubleDeclined { hand: at, player } => {
            format!("{} does not double {}", name(player), hand(at))
        }
        What::SplitMatched { hand: at, player } => format!("{} splits {}", name(player), hand(at)),
        What::StayedOnFirst { hand: at, player } => {
            format!("{} stays on the first hand of {}", name(player), hand(at))
        }
        What::HandSplit { hand: at } => format!("{} becomes two hands", hand(at)),
        What::Forfeited { hand: at, player } => format!("{} forfeits {}", name(player), hand(at)),
        What::ForfeitDeclined { hand: at, player } => {
            format!("{} keeps {}", name(player), hand(at))
        }
        What::HandEnded { hand: at, how } => format!("{} {}", hand(at), ending_words(how)),
        What::SuperBonusWon { hand: at } => format!("Super Bonus on {}", hand(at)),
        What::Settled(settled) => settled_words(round, &settled),
    }
}

fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::Wagering => "wagers are open",
        Stage::Burning => "wagers are closed; a new shoe",
        Stage::InitialDeal => "no more wagers: the initial deal",
        Stage::SideSettlement => "wagers on pairs are settled",
        Stage::Insurance => "insurance is offered",
        Stage::AnothersInsurance => "insurance that was declined is offered to others",
        Stage::InterimSettlement => "Pontoons are paid",
        Stage::Jackpot => "Pontoon Pandemonium wagers are settled",
        Stage::Surrender => "surrender is offered",
        Stage::SubsequentDeal => "the subsequent deal",
        Stage::Forfeits => "doubled hands may be forfeited",
        Stage::DealersHand => "the dealer draws",
        Stage::FinalSettlement => "the final settlement",
        Stage::Over => "the round is over",
    }
}

fn ending_words(how: Ending) -> &'static str {
    match how {
        Ending::Pontoon => "is Pontoon",
        Ending::Stood => "stands",
        Ending::TwentyOne => "is 21",
        Ending::Bust => "is over 21",
        Ending::Doubled => "has its one card",
        Ending::Forfeited => "is forfeited",
        Ending::SplitAce => "has its one card",
        Ending::NoMoreCards => "receives no more cards after the surrender",
        Ending::Absent => "stands for an absent player",
        Ending::Withdrawn => "receives no more cards: everybody has withdrawn",
    }
}

fn settled_words(round: &Round, settled: &Settled) -> String {
    let name = round.setup().name(settled.player);
    let hand = settled
        .hand
        .map_or(String::new(), |hand| format!("/{}", hand + 1));
    let odds = settled
        .odds
        .map_or(String::new(), |odds| format!(" at {odds}"));
    let place = format!("box {}{hand}", settled.box_no);
    let kind = match settled.kind {
        Kind::Wager => "wager",
        Kind::Double => "double",
        Kind::Side(side) => side.word(),
        Kind::Insurance => "insurance",
        Kind::SuperBonus => "Super Bonus",
        Kind::OthersBonus => "bonus for the others",
    };
    match settled.outcome {
        Outcome::Won if settled.stake.is_zero() => {
            format!("{name}, {place}: {kind} {}", settled.net)
        }
        Outcome::Won => format!(
            "{name}, {place}: {kind} of {} wins{odds}, {}",
            settled.stake, settled.net
        ),
        Outcome::Lost => format!(
            "{name}, {place}: {kind} of {} loses, {}",
            settled.stake, settled.net
        ),
        Outcome::StandOff => format!("{name}, {place}: {kind} of {} stands off", settled.stake),
        Outcome::Surrendered => format!(
            "{name}, {place}: {kind} of {} is surrendered, {}",
            settled.stake, settled.net
        ),
        Outcome::Forfeited => format!(
            "{name}, {place}: {kind} of {} is forfeited, {}",
            settled.stake, settled.net
        ),
        Outcome::Returned => format!("{name}, {place}: {kind} of {} is returned", settled.stake),
    }
}
