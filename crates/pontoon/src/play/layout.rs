//! Cards, hands and the table as lines of text.

use super::console::Paint;
use cards::{Card, Colour};
use game::{
    BoxView, CardView, HandRef, HandView, Player, Round, Total, View, Viewer, What, is_pontoon,
};
use rules::BoxNo;

/// The widths of the first columns.
const LABEL: usize = 14;
const CARDS: usize = 20;
const TOTAL: usize = 9;

/// A card as people know it: `8♠`, the red suits in red.
pub(crate) fn card(card: Card, paint: Paint) -> String {
    let text = format!("{}{}", card.rank.letter(), card.suit.pip());
    match card.suit.colour() {
        Colour::Red => paint.red(&text),
        Colour::Black => text,
    }
}

/// Several cards.
pub(crate) fn cards(cards: &[Card], paint: Paint) -> String {
    cards
        .iter()
        .map(|&each| card(each, paint))
        .collect::<Vec<String>>()
        .join(" ")
}

/// Several cards, with blanks to the width of the column.
fn cards_column(hand: &[Card], paint: Paint) -> String {
    // Codes for colour have no width, so the width is counted from the cards.
    let width = (hand.len() * 3).saturating_sub(1);
    format!(
        "{}{}",
        cards(hand, paint),
        " ".repeat(CARDS.saturating_sub(width))
    )
}

/// A hand and what it is up against, in half a line: `box 1, 8♠ Q♦ (18) against K♦`.
pub(crate) fn match_up(round: &Round, player: Player, at: HandRef, paint: Paint) -> String {
    let view = round.view(Viewer::Player(player));
    let hand = find_hand(&view, at).map(faces).unwrap_or_default();
    let dealer = cards(&view.dealer, paint);
    format!(
        "{}, {} ({}) against {dealer}",
        label(&view, at),
        cards(&hand, paint),
        total_words(&view, at)
    )
}

/// One line about a hand: whose, its cards, its total, and what there is to say.
fn row(label: &str, cards: &[Card], total: &str, note: &str, paint: Paint) -> String {
    let line = format!(
        "  {label:<LABEL$}{} {total:<TOTAL$} {note}",
        cards_column(cards, paint)
    );
    line.trim_end().to_owned()
}

/// `box 2`, or `box 2 hand 1` where the box has several.
pub(crate) fn label(view: &View, at: HandRef) -> String {
    let hands = find_box(view, at).map_or(1, |each| each.hands.len());
    if hands > 1 {
        format!("box {} hand {}", at.box_no, at.hand + 1)
    } else {
        format!("box {}", at.box_no)
    }
}

fn find_box(view: &View, at: HandRef) -> Option<&BoxView> {
    view.boxes.iter().find(|each| each.no == at.box_no)
}

/// A hand of a box.
pub(crate) fn find_hand(view: &View, at: HandRef) -> Option<&HandView> {
    find_box(view, at)?.hands.get(usize::from(at.hand))
}

/// The cards of a hand; a player sees all of their own.
pub(crate) fn faces(hand: &HandView) -> Vec<Card> {
    let face = |card: &CardView| match card {
        CardView::Up(card) => Some(*card),
        CardView::Down => None,
    };
    hand.cards.iter().filter_map(face).collect()
}

/// Whether a hand is Pontoon: the first two cards of a box that was not split.
pub(crate) fn has_pontoon(view: &View, at: HandRef) -> bool {
    find_box(view, at)
        .is_some_and(|each| each.hands.len() == 1 && is_pontoon(&faces(&each.hands[0])))
}

/// The total of a hand in words.
pub(crate) fn total_words(view: &View, at: HandRef) -> String {
    if has_pontoon(view, at) {
        return "Pontoon".to_owned();
    }
    find_hand(view, at)
        .and_then(|hand| hand.total)
        .map_or(String::new(), plain_total)
}

/// A total: 21 is 21, soft or not, and two cards or more are soft or hard.
fn plain_total(total: Total) -> String {
    if total.points >= 21 {
        total.points.to_string()
    } else {
        total.to_string()
    }
}

/// The line of a hand.
pub(crate) fn hand_row(
    round: &Round,
    player: Player,
    at: HandRef,
    note: &str,
    paint: Paint,
) -> String {
    let view = round.view(Viewer::Player(player));
    let cards = find_hand(&view, at).map(faces).unwrap_or_default();
    row(
        &label(&view, at),
        &cards,
        &total_words(&view, at),
        note,
        paint,
    )
}

/// The line of the dealer's hand.
pub(crate) fn dealer_row(round: &Round, player: Player, note: &str, paint: Paint) -> String {
    let dealer = round.view(Viewer::Player(player)).dealer;
    row("dealer", &dealer, &dealer_total(&dealer), note, paint)
}

/// The dealer's total in words; one card has none yet.
pub(crate) fn dealer_total(dealer: &[Card]) -> String {
    match dealer {
        [] | [_] => String::new(),
        _ if is_pontoon(dealer) => "Pontoon".to_owned(),
        cards => plain_total(Total::of(cards)),
    }
}

/// The whole table: the dealer's hand and every hand with the money on it.
pub(crate) fn table(round: &Round, player: Player, paint: Paint) -> Vec<String> {
    let view = round.view(Viewer::Player(player));
    let mut lines = vec![dealer_row(round, player, "", paint)];
    for each in &view.boxes {
        for (number, hand) in (0_u8..).zip(&each.hands) {
            let at = HandRef {
                box_no: each.no,
                hand: number,
            };
            let note = money_on(round, player, at, hand);
            lines.push(hand_row(round, player, at, &note, paint));
        }
    }
    lines
}

/// What lies on a hand: the wager, a double, and on the first hand the wagers beside it.
fn money_on(round: &Round, player: Player, at: HandRef, hand: &HandView) -> String {
    let mut words = Vec::new();
    for stake in hand
        .stakes
        .iter()
        .filter(|stake| stake.player == player && !stake.wager.is_zero())
    {
        words.push(format!("wager {}", stake.wager));
        if !stake.double.is_zero() {
            words.push(format!("doubled with {}", stake.double));
        }
        if stake.surrendered {
            words.push("surrendered".to_owned());
        }
    }
    for event in round.events() {
        let here = |box_no: BoxNo, by: Player| by == player && box_no == at.box_no && at.hand == 0;
        if let What::SidePlaced {
            box_no,
            player: by,
            side,
            amount,
        } = event.what
            && here(box_no, by)
        {
            words.push(format!("{} {amount}", side.word()));
        }
        if let What::InsuranceTaken {
            box_no, by, amount, ..
        } = event.what
            && here(box_no, by)
        {
            words.push(format!("insurance {amount}"));
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_suits_are_red_only_where_colours_are_wanted() {
        let queen: Card = "Qd".parse().unwrap();
        assert_eq!(card(queen, Paint::Plain), "Q♦");
        assert_eq!(card(queen, Paint::Colours), "\x1b[31mQ♦\x1b[0m");
        assert_eq!(card("8s".parse().unwrap(), Paint::Colours), "8♠");
    }

    #[test]
    fn colours_do_not_move_the_columns() {
        let hand: Vec<Card> = ["Qd", "8s"].map(|card| card.parse().unwrap()).to_vec();
        let plain = row("box 1", &hand, "18", "wager 25", Paint::Plain);
        let coloured = row("box 1", &hand, "18", "wager 25", Paint::Colours);
        assert_eq!(
            coloured.replace("\x1b[31m", "").replace("\x1b[0m", ""),
            plain
        );
        assert!(plain.starts_with("  box 1         Q♦ 8♠"), "{plain}");
    }
}
