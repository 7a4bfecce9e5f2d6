//! What became of a wager, and why, in one line.

use super::console::Paint;
use super::layout::{dealer_total, faces, find_hand, has_pontoon, label, total_words};
use game::{HandRef, Kind, Outcome, Player, Round, Settled, Side, View, Viewer, is_pontoon};
use rules::{Clause, Net};

/// The line of one settled wager.
pub(crate) fn line(
    round: &Round,
    player: Player,
    settled: &Settled,
    clause: Clause,
    paint: Paint,
) -> String {
    let view = round.view(Viewer::Player(player));
    let place = match settled.hand {
        Some(hand) => label(
            &view,
            HandRef {
                box_no: settled.box_no,
                hand,
            },
        ),
        None => format!("box {}", settled.box_no),
    };
    let net = format!("{:>8}", settled.net.to_string());
    let net = if settled.net > Net::ZERO {
        paint.bold(&net)
    } else {
        net
    };
    format!(
        "  {place:<14}{net}   {}: {} [{clause}]",
        what(settled),
        why(&view, settled)
    )
}

fn what(settled: &Settled) -> String {
    let kind = match settled.kind {
        Kind::Wager => "wager",
        Kind::Double => "double",
        Kind::Side(side) => side.word(),
        Kind::Insurance => "insurance",
        Kind::SuperBonus => return "Super Bonus".to_owned(),
        Kind::OthersBonus => return "bonus beside a Super Bonus".to_owned(),
    };
    let stake = settled.stake;
    match (settled.outcome, settled.odds) {
        (Outcome::Won, Some(odds)) => format!("{kind} of {stake} wins at {odds}"),
        (Outcome::Won, None) => format!("{kind} of {stake} wins"),
        (Outcome::Lost, _) => format!("{kind} of {stake} loses"),
        (Outcome::StandOff, _) => format!("{kind} of {stake} stands off"),
        (Outcome::Surrendered, _) => format!("{kind} of {stake} surrendered"),
        (Outcome::Forfeited, _) => format!("{kind} of {stake} forfeited"),
        (Outcome::Returned, _) => format!("{kind} of {stake} returned"),
    }
}

fn why(view: &View, settled: &Settled) -> String {
    let at = HandRef {
        box_no: settled.box_no,
        hand: settled.hand.unwrap_or(0),
    };
    match (settled.kind, settled.outcome) {
        (_, Outcome::Returned) if settled.kind == Kind::Double => {
            "the double is taken back".to_owned()
        }
        (_, Outcome::Returned) => "it is not in play".to_owned(),
        (_, Outcome::Surrendered) => "half of it is given up".to_owned(),
        (_, Outcome::Forfeited) => "the doubled hand is given up".to_owned(),
        (Kind::Wager | Kind::Double, Outcome::Won) => why_won(view, at),
        (Kind::Wager | Kind::Double, Outcome::Lost) => why_lost(view, at),
        (Kind::Wager | Kind::Double, Outcome::StandOff) => why_stood_off(view, at),
        (Kind::Side(Side::Pairs), Outcome::Won) => "the first two cards are a pair".to_owned(),
        (Kind::Side(Side::Pairs), Outcome::Lost | Outcome::StandOff) => {
            "the first two cards are no pair".to_owned()
        }
        (Kind::Side(Side::Pandemonium), Outcome::Won) => {
            "Pontoon, and what the meter shows".to_owned()
        }
        (Kind::Side(Side::Pandemonium), Outcome::Lost | Outcome::StandOff) => {
            "no Pontoon".to_owned()
        }
        (Kind::Insurance, Outcome::Won) => "the dealer has Pontoon".to_owned(),
        (Kind::Insurance, Outcome::Lost | Outcome::StandOff) => {
            "the dealer has no Pontoon".to_owned()
        }
        (Kind::SuperBonus, Outcome::Won | Outcome::Lost | Outcome::StandOff) => {
            "7-7-7 of one suit against a 7".to_owned()
        }
        (Kind::OthersBonus, Outcome::Won | Outcome::Lost | Outcome::StandOff) => {
            "another hand won it".to_owned()
        }
    }
}

fn points(view: &View, at: HandRef) -> u8 {
    find_hand(view, at)
        .and_then(|hand| hand.total)
        .map_or(0, |total| total.points)
}

/// A total with its article of play: `21 with five cards`.
fn twenty_one(view: &View, at: HandRef) -> String {
    let cards = find_hand(view, at).map(faces).unwrap_or_default();
    match cards.len() {
        0..=4 => "21".to_owned(),
        count => format!("21 with {count} cards"),
    }
}

fn why_won(view: &View, at: HandRef) -> String {
    if has_pontoon(view, at) {
        return "Pontoon".to_owned();
    }
    if points(view, at) == 21 {
        return twenty_one(view, at);
    }
    let dealer = dealer_total(&view.dealer);
    if game::Total::of(&view.dealer).is_bust() {
        return format!("the dealer is over 21 with {dealer}");
    }
    format!("{} beats the dealer's {dealer}", total_words(view, at))
}

fn why_lost(view: &View, at: HandRef) -> String {
    let total = total_words(view, at);
    if points(view, at) > 21 {
        return format!("{total} is over 21");
    }
    if is_pontoon(&view.dealer) {
        return "the dealer has Pontoon".to_owned();
    }
    format!(
        "{total} against the dealer's {}",
        dealer_total(&view.dealer)
    )
}

fn why_stood_off(view: &View, at: HandRef) -> String {
    if is_pontoon(&view.dealer) {
        return "the dealer's Pontoon does not take it".to_owned();
    }
    format!("{} each", total_words(view, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::notation::{Script, play};

    #[track_caller]
    fn check(text: &str, lines: &[&str]) {
        let script = Script::parse(text).unwrap();
        let played = play(&script, &|name| {
            rules::builtin(name).map_err(|error| error.to_string())
        })
        .unwrap();
        let round = &played.round;
        let player = round.setup().player("ann").unwrap();
        let told: Vec<String> = round
            .settled()
            .map(|(settled, clause)| line(round, player, settled, clause, Paint::Plain))
            .collect();
        for (told, wanted) in told.iter().zip(lines) {
            let words: Vec<&str> = told.split_whitespace().collect();
            assert!(words.join(" ").starts_with(wanted), "{told}");
        }
        assert_eq!(told.len(), lines.len(), "{told:#?}");
    }

    #[test]
    fn every_way_a_wager_ends_says_why() {
        check(
            "book sydney\nbox 1 ann* 25 pairs 5\ndeal Ks | 7d | Ac",
            &[
                "box 1 -5 pairs of 5 loses: the first two cards are no pair [",
                "box 1 +37.50 wager of 25 wins at 3 to 2: Pontoon [",
            ],
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | 7d | Kc\n1 stand\ndealer 9c 2h",
            &["box 1 +25 wager of 25 wins at 1 to 1: 19 beats the dealer's 18 ["],
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | 7d | Kc\n1 stand\ndealer 9c 8h",
            &["box 1 +25 wager of 25 wins at 1 to 1: the dealer is over 21 with 24 ["],
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | 7d | 3c\n1 double Kc",
            &[
                "box 1 -25 wager of 25 loses: 22 is over 21 [",
                "box 1 -25 double of 25 loses: 22 is over 21 [",
            ],
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | Kd | 7c\n1 surrender\ndealer Kc",
            &["box 1 -12.50 wager of 25 surrendered: half of it is given up ["],
        );
        check(
            "book sydney\nbox 1 ann* 25\ndeal 9s | 7d | 2c\n1 double 3c forfeit",
            &[
                "box 1 -25 wager of 25 forfeited: the doubled hand is given up [",
                "box 1 0 double of 25 returned: the double is taken back [",
            ],
        );
        check(
            "book sydney\nbox 1 ann* 10\ndeal 9s | Ad | Kc\ninsurance 1 5\n1 stand\ndealer Kh",
            &[
                "box 1 -10 wager of 10 loses: the dealer has Pontoon [",
                "box 1 +10 insurance of 5 wins at 2 to 1: the dealer has Pontoon [",
            ],
        );
        check(
            "book sydney\nbox 1 ann* 10\ndeal 9s | 8d | Kc\n1 stand\ndealer 2h 9h",
            &["box 1 0 wager of 10 stands off: 19 each ["],
        );
    }
}
