//! Every order of a small shoe, dealt through the engine, comes to exactly what the solver says.
//!
//! A case is one line: what it is about, a book, its settings, a shoe (`Ks*4` is four of them) and
//! the wager. Each line is solved in fractions and compared in three ways: the solver's strategy is
//! played through every order of the shoe; every option of the first two cards is tried with
//! everything that may follow, splits apart; every pair is split. To add a case, add a line. A shoe
//! that runs out of cards says so: give it more tens. A setting that changes nothing on its shoe
//! says so too.
#![allow(
    clippy::float_arithmetic,
    reason = "doubles are compared with fractions"
)]

use crate::support::comparison::{Case, Comparison};
use crate::support::players::Whim;
use crate::support::seen::Seen;
use solver::{Best, Fraction, Number};

const BOOKS: &str = "
    the book as it is | adelaide  | | As*2 5s*2 8s*3 9s*1 Ks*6                     | 10
    the book as it is | canberra  | | As*2 8s*3 9s*2 Ks*5                          | 10
    the book as it is | singapore | | As*2 8s*3 9s*2 Ks*6                          | 10
    the book as it is | tasmania  | | As*1 5s*2 8s*3 9s*2 Ks*6                     | 10
    the book as it is | sydney    | | As*2 5s*1 8s*3 9s*2 Ks*5                     | 25
    of many kinds     | adelaide  | | As*2 2s*1 6h*2 7h*1 8h*2 Ks*5                | 10
    of many kinds     | canberra  | | As*1 4s*1 5s*1 6h*2 7h*1 8h*2 9s*1 Ks*4      | 10
    of many kinds     | singapore | | As*1 2s*1 6h*2 7h*1 8h*2 9s*1 Ks*6           | 10
    of many kinds     | tasmania  | | As*1 4s*1 6h*2 7h*1 8h*2 9s*1 Ks*5           | 10
    of many kinds     | sydney    | | As*1 2s*1 5s*1 6h*2 7h*1 8h*2 Ks*6           | 10
";

#[test]
fn each_book_is_worth_what_its_rounds_come_to() {
    check(
        BOOKS,
        &[
            "double",
            "forfeit",
            "surrender",
            "insurance won",
            "insurance lost",
            "split: double",
            "split: three hands",
        ],
    );
}

const DOUBLES: &str = "
    the first two Aces count 1     | tasmania | | As*1 3s*4 4s*1 Ks*4                                        | 10
    every Ace held counts 1        | tasmania | later-ace-double=held | As*1 3s*4 4s*1 Ks*4                  | 10
    every Ace may count 11         | tasmania | double.aces=free | As*1 2s*3 5s*3 Ks*4                       | 10
    every Ace held counts 1        | canberra | later-ace-double=held | As*1 3s*4 4s*1 Ks*4                  | 10
    every Ace held counts 1        | sydney   | | As*2 3s*5 Ks*5                                             | 10
    the first two Aces count 1     | sydney   | later-ace-double=first-two | As*2 3s*5 Ks*5                  | 10
    every Ace may count 11         | sydney   | double.aces=free | As*1 3s*4 4s*1 Ks*5                       | 10
    on any two cards               | adelaide | double.on=first-two | As*1 4s*1 9s*4 Ks*5                    | 10
    on any cards                   | adelaide | double.on=any-cards, double.aces=held | As*2 4s*4 Ks*7       | 10
    not at 1 to 1                  | canberra | double.pays=6 to 5 | 5s*3 8s*3 Ks*5                          | 10
    forfeited                      | sydney   | | As*1 4s*1 6s*4 Ks*4                                        | 10
    never forfeited                | sydney   | double.forfeit-when=never | As*1 4s*1 6s*4 Ks*4              | 10
    forfeited after a split        | sydney   | | 3s*2 8s*2 Ks*5                                             | 10
";

#[test]
fn a_doubled_hand_counts_its_aces_and_is_forfeited_as_the_book_says() {
    let aces = [
        "double with an Ace",
        "double with a later Ace",
        "double with three cards or more",
    ];
    check(
        DOUBLES,
        &[&aces[..], &["forfeit", "split: forfeit", "split: double"]].concat(),
    );
}

const SURRENDERS: &str = "
    before anybody draws     | canberra  | | As*1 8s*3 9s*2 Ks*6                                 | 10
    after a split            | adelaide  | split-surrender=may | As*3 8s*4 Ks*5                  | 10
    at any time              | tasmania  | surrender-time=any-time | 4s*4 Ks*5                   | 10
    at any time              | tasmania  | surrender-time=any-time | As*1 2s*1 5s*3 Ks*5         | 10
    against any card         | sydney    | surrender.against=any-card | 6s*4 8s*1 9s*1 Ks*2      | 10
    against nothing          | singapore | surrender.against=nothing | 6s*2 8s*5 Ks*5            | 10
";

#[test]
fn a_hand_is_surrendered_when_the_book_says_so() {
    check(
        SURRENDERS,
        &[
            "surrender",
            "surrender with three cards or more",
            "split: surrender",
            "Pontoon finds a surrendered hand",
        ],
    );
}

const SPLITS: &str = "
    two hands                    | sydney    | | As*2 8s*5 9s*1 Ks*4                              | 10
    three hands                  | sydney    | resplit=may | 8s*4 9s*5 Ks*3                       | 10
    three hands, three small     | sydney    | resplit=may | 3s*2 8s*5 Ks*5                       | 10
    three hands, Aces too        | sydney    | resplit=may | As*3 9s*4 Ks*6                       | 10
    three hands                  | adelaide  | | 8s*4 9s*5 Ks*4                                   | 10
    three hands, Aces too        | tasmania  | | As*3 9s*5 Ks*4                                   | 10
    three hands, not of Aces     | tasmania  | resplit-aces=may-not | As*3 9s*5 Ks*4              | 10
    four hands                   | canberra  | | 8s*4 9s*5 Ks*3                                   | 10
    four hands                   | singapore | | 8s*4 9s*4 Ks*4                                   | 10
    four hands at most           | canberra  | split.most-hands=3 | As*1 8s*4 9s*2 Ks*5           | 10
    four hands at most           | singapore | split.most-hands=3 | 8s*4 9s*2 Ks*4                | 10
    once only                    | singapore | split.again=may-not | 8s*4 9s*2 Ks*4               | 10
    any cards to split Aces      | adelaide  | split.aces-cards=any | As*3 8s*3 Ks*7              | 10
    any cards to split Aces      | sydney    | split.aces-cards=any | As*4 9s*2 Ks*7              | 10
    a double on split Aces       | sydney    | split-ace-double=may | As*2 8s*5 9s*1 Ks*4         | 10
    no double after a split      | canberra  | double.after-split=may-not | 3s*1 8s*2 9s*2 Ks*4   | 10
";

#[test]
fn a_pair_becomes_as_many_hands_as_the_book_allows() {
    let hands = [
        "split: two hands",
        "split: three hands",
        "split: four hands",
        "split: Aces again",
        "split: an Ace and a ten",
    ];
    check(
        SPLITS,
        &[
            &hands[..],
            &[
                "split: Pontoon finds a split Ace",
                "split: double with an Ace",
            ],
        ]
        .concat(),
    );
}

const PONTOONS: &str = "
    every wager                       | adelaide  | | As*1 5s*5 Ks*8                                              | 10
    busted and one                    | adelaide  | dealer-pontoon=busted-and-one | As*1 5s*5 Ks*8                | 10
    busted and one                    | adelaide  | dealer-pontoon=busted-and-one | As*1 8s*2 9s*2 Ks*5           | 10
    each original                     | singapore | | As*2 8s*4 Ks*8                                              | 10
    busted and one                    | singapore | split-pontoon=busted-and-one | As*2 8s*4 Ks*8                 | 10
    busted and one                    | singapore | split-pontoon=busted-and-one | As*1 8s*2 9s*2 Ks*7            | 10
    busted and one                    | sydney    | | As*4 9s*3 Ks*5                                              | 10
    the first hand's                  | sydney    | dealer-pontoon=first-hand-only | As*3 8s*2 9s*1 Ks*5          | 10
    one in all                        | sydney    | dealer-pontoon=one-in-all | As*3 8s*2 9s*1 Ks*3               | 10
    the first hand's                  | canberra  | dealer-pontoon=first-hand-only | As*2 8s*2 9s*1 Ks*8          | 10
    busted and one                    | tasmania  | | As*2 8s*1 9s*2 Ks*7                                         | 10
    the first hand's                  | tasmania  | dealer-pontoon=first-hand-only | As*2 8s*1 9s*2 Ks*7          | 10
    one in all                        | tasmania  | dealer-pontoon=one-in-all | As*2 8s*1 9s*2 Ks*7               | 10
    every wager                       | tasmania  | dealer.pontoon=every-wager | As*2 8s*1 9s*2 Ks*7              | 10
    each original                     | tasmania  | dealer.pontoon=each-original | As*2 8s*1 9s*2 Ks*7            | 10
    a forfeited hand is the one       | sydney    | forfeited-split-hand=is-the-one | As*4 9s*3 Ks*5              | 10
    a forfeited hand is the one       | canberra  | forfeited-split-hand=is-the-one | As*2 8s*1 9s*2 Ks*8         | 10
    a forfeited hand is the one       | tasmania  | forfeited-split-hand=is-the-one | As*3 8s*3 Ks*6              | 10
    one in all, forfeited or not      | sydney    | dealer-pontoon=one-in-all | As*1 3s*2 9s*5 Ks*4               | 10
    a doubled hand over 21            | canberra  | | As*1 5s*1 7s*5 8s*2 Ks*2                                    | 10
    the original of a doubled hand    | sydney    | doubled-bust=original-only | As*4 8s*5 Ks*3                   | 10
    the original of a doubled hand    | canberra  | doubled-bust=original-only | As*1 5s*3 8s*2 Ks*3              | 10
";

#[test]
fn a_dealers_pontoon_takes_what_the_book_says() {
    let unsplit = [
        "Pontoon finds a hand that stands",
        "Pontoon finds a doubled hand",
        "Pontoon finds a doubled hand over 21",
    ];
    let split = [
        "split: Pontoon finds a hand that stands",
        "split: Pontoon finds a hand over 21",
        "split: Pontoon finds a doubled hand",
        "split: Pontoon finds a doubled hand over 21",
        "split: Pontoon finds a forfeited hand",
        "split: Pontoon finds 21",
    ];
    check(PONTOONS, &[&unsplit[..], &split].concat());
}

const SETTLEMENTS: &str = "
    21 always wins                | tasmania  | | As*1 5s*1 6s*2 9s*1 Ks*7                                              | 10
    21 loses to Pontoon           | tasmania  | 21-against-pontoon=loses-to-pontoon | As*1 5s*1 6s*2 9s*1 Ks*7          | 10
    21 loses to Pontoon           | canberra  | 21-against-pontoon=loses-to-pontoon | As*3 8s*4 Ks*5                    | 10
    21 is compared                | sydney    | settlement.twenty-one=compared | 5s*4 6s*4 9s*2 Ks*1                    | 10
    21 is compared, 7-7-7         | adelaide  | settlement.twenty-one=compared, pays.sevens-suited=5 to 1 | 7h*3 6s*2 9s*1 Ks*5 | 10
    21 is compared                | singapore | settlement.twenty-one=compared | As*1 3s*1 8s*2 Ks*9                    | 10
    a split Ace and ten compared  | adelaide  | settlement.twenty-one=compared | As*2 8s*1 9s*1 Ks*7                    | 10
    the dealer wins a tie         | tasmania  | tie=dealer-wins | 5s*1 6s*1 8s*4 Ks*4                                   | 10
    Pontoon as any 21             | adelaide  | settlement.pontoon=as-21 | As*2 8s*4 Ks*5                               | 10
    Pontoon loses to Pontoon      | sydney    | settlement.pontoon=as-21, settlement.twenty-one=loses-to-pontoon | As*3 8s*5 Ks*3 | 10
    Pontoon is compared           | sydney    | settlement.pontoon=as-21, settlement.twenty-one=compared | As*2 8s*3 Ks*4         | 10
    the dealer stands on soft 17  | sydney    | dealer.soft-17=stands | As*2 6s*3 8s*1 Ks*4                             | 10
    other odds for Pontoon        | tasmania  | pays.pontoon=6 to 5 | As*1 8s*3 9s*2 Ks*6                               | 10
    other odds for a win          | sydney    | pays.other=6 to 5 | As*3 8s*5 Ks*4                                      | 10
";

#[test]
fn a_hand_is_settled_against_the_dealers_as_the_book_says() {
    check(
        SETTLEMENTS,
        &[
            "21",
            "split: 21",
            "Pontoon finds 21",
            "split: Pontoon finds 21",
        ],
    );
}

const BONUSES: &str = "
    five cards                     | sydney    | pays.five-cards=1 to 1 | As*1 2s*3 4s*1 Ks*5                          | 10
    six cards                      | sydney    | pays.six-cards=1 to 1 | As*2 3s*5 Ks*5                                | 10
    seven cards                    | sydney    | pays.seven-cards=1 to 1 | As*2 2s*5 Ks*5                              | 10
    five cards after a split       | sydney    | pays.five-cards=4 to 1 | 2s*4 5s*2 Ks*6                               | 10
    as many cards, any win         | adelaide  | card-count-bonus=any-win | As*2 3s*3 Ks*7                             | 10
    6-7-8 of mixed suits           | sydney    | pays.six-seven-eight-mixed=1 to 1 | 6s*2 7h*1 7s*1 8s*2 Ks*4          | 10
    6-7-8 of one suit              | sydney    | pays.six-seven-eight-suited=3 to 2 | 6h*3 6s*1 7h*1 8h*1 Ks*5         | 10
    6-7-8 of spades                | sydney    | pays.six-seven-eight-spades=3 to 2 | 6s*1 6h*1 7s*1 7d*1 8s*1 Ks*6    | 10
    7-7-7 of mixed suits           | adelaide  | pays.sevens-mixed=1 to 1 | 7s*1 7h*2 7d*1 Ks*6                        | 10
    7-7-7 of one suit              | adelaide  | pays.sevens-suited=3 to 2 | 5s*3 7h*3 Ks*5                            | 10
    7-7-7 of spades                | tasmania  | pays.sevens-spades=2 to 1 | 5s*1 7s*3 7h*1 Ks*6                       | 10
    split, lost to a double        | sydney    | double.scope=box, pays.five-cards=3 to 1 | 2s*2 3s*5 9s*1 Ks*6   | 10
    split, 6-7-8 of mixed suits    | singapore | pays.six-seven-eight-mixed=2 to 1 | 6s*2 7h*1 8h*2 9s*2 Ks*2          | 10
    split, 6-7-8 of one suit       | adelaide  | pays.six-seven-eight-suited=4 to 1 | 6h*2 7h*2 8h*2 Ks*5              | 10
    split, 6-7-8 of spades         | canberra  | pays.six-seven-eight-spades=5 to 1 | 6s*2 7s*2 8s*2 Ks*3              | 10
    split, 7-7-7 of mixed suits    | sydney    | pays.sevens-mixed=4 to 1 | 7s*2 7h*2 7d*2 Ks*3                        | 10
    split, 7-7-7 of one suit       | sydney    | pays.sevens-suited=5 to 1, pays.sevens-mixed=3 to 1 | 7h*4 7d*2 Ks*6  | 10
    split, 7-7-7 of two kinds      | singapore | pays.sevens-mixed=4 to 1, split.again=may-not | 7s*3 7h*3 8s*1 Ks*2   | 10
    split, 7-7-7 of spades         | tasmania  | pays.sevens-spades=6 to 1 | 7s*5 7h*2 Ks*6                            | 10
";

#[test]
fn a_bonus_is_paid_by_the_number_of_cards_and_by_their_suits() {
    let cards = [
        "21 with five cards",
        "21 with six cards",
        "21 with seven cards or more",
        "split: 21 with five cards",
    ];
    let any_win = ["five cards below 21"];
    let suits = [
        "6-7-8 of mixed suits",
        "6-7-8 of one suit",
        "6-7-8 of spades",
        "7-7-7 of mixed suits",
        "7-7-7 of one suit",
        "7-7-7 of spades",
        "split: 6-7-8 of mixed suits",
        "split: 6-7-8 of one suit",
        "split: 6-7-8 of spades",
        "split: 7-7-7 of mixed suits",
        "split: 7-7-7 of one suit",
        "split: 7-7-7 of spades",
    ];
    check(BONUSES, &[&cards[..], &any_win, &suits].concat());
}

const SUPER_BONUSES: &str = "
    the lower prize                | sydney    | | 5s*1 7h*4 7s*1 Ks*4                                       | 10
    the higher prize               | sydney    | | 5s*1 7h*4 7s*1 Ks*4                                       | 25
    instead of the odds            | sydney    | super-bonus.on-top=instead | 7h*4 7s*2 Ks*4                 | 10
    instead of the odds            | sydney    | super-bonus.on-top=instead | 5s*3 7h*4 Ks*4                 | 25
    of spades                      | sydney    | super-bonus.on-top=instead | 5s*1 7s*4 7h*1 Ks*4            | 25
    between the steps              | sydney    | super-bonus-gap=nothing | 7h*4 7s*1 Ks*4                    | 24.50
    the lower prize                | singapore | | 6s*1 7h*4 Ks*9                                            | 10
    the lower prize                | singapore | | 6s*1 7h*4 Ks*9                                            | 25
    instead of the odds            | singapore | super-bonus.on-top=instead | 7h*3 7s*1 9s*1 Ks*7            | 100
    below the first step           | singapore | super-bonus-under-10=first-step | 7h*4 7s*1 Ks*8            | 8
    on top of the odds             | tasmania  | | 5s*1 7h*4 7s*1 Ks*5                                       | 10
    instead of the odds            | tasmania  | super-bonus-on-top=instead | 5s*1 7h*4 7s*1 Ks*5            | 10
    instead of the odds            | tasmania  | super-bonus-on-top=instead | 7h*4 7s*1 Ks*5                 | 25
    on split sevens of two suits   | canberra  | | 7h*4 7s*2 Ks*6                                            | 10
    on split sevens of two suits   | canberra  | | 7h*4 7s*3 Ks*8                                            | 25
    on split sevens, split again   | canberra  | | 7h*5 7s*2 Ks*9                                            | 1000
    never after a split            | canberra  | super-bonus-split=never | 7h*4 7s*2 Ks*6                    | 10
    never after a split            | canberra  | super-bonus-split=never, super-bonus-on-top=instead | 7h*4 7s*2 Ks*6 | 25
";

#[test]
fn the_super_bonus_is_won_by_suited_sevens_against_a_seven() {
    check(
        SUPER_BONUSES,
        &["Super Bonus", "7-7-7 of mixed suits", "7-7-7 of one suit"],
    );
}

const INSURANCES: &str = "
    taken where it is worth it        | sydney    | | As*1 5s*3 Ks*4 Qs*3                                | 10
    not at worse odds                 | sydney    | insurance.pays=1 to 1 | As*3 5s*1 Ks*2 Qs*4          | 10
    at better odds                    | canberra  | insurance.pays=3 to 1 | As*1 5s*1 9s*3 Ks*8          | 25
    with Pontoon                      | adelaide  | insurance.with-pontoon=may | As*2 9s*4 Ks*8          | 10
    with Pontoon                      | singapore | | As*2 8s*4 Ks*7                                     | 10
    not with Pontoon                  | singapore | insure-pontoon=may-not | As*2 8s*4 Ks*7              | 10
    not with Pontoon                  | tasmania  | insure-pontoon=may-not | As*2 8s*3 Ks*6              | 10
";

#[test]
fn insurance_is_taken_where_it_is_worth_taking() {
    check(
        INSURANCES,
        &["insurance won", "insurance lost", "Pontoon finds Pontoon"],
    );
}

const WHIMS: &str = "
    a doubled 21 is forfeited       | sydney    | forfeit-21=not-over-21 | As*1 5s*1 6s*3 Ks*5                                            | 10
    a doubled 21 is forfeited       | canberra  | forfeit-21=not-over-21, 21-against-pontoon=loses-to-pontoon | As*4 8s*2 Ks*6            | 10
    below 12 a card is drawn        | singapore | draw.must-draw=under-12 | 3s*3 8s*3 Ks*6                                                | 10
    below 12 a hand may stand       | canberra  | draw.must-draw=never | 3s*1 5s*3 Ks*6                                                   | 10
    below 12 a hand may stand       | tasmania  | draw.must-draw=never | As*1 5s*2 Ks*8                                                   | 10
    surrendered after a split       | adelaide  | split-surrender=may, surrender.against=any-card | 5s*3 8s*2 Ks*6                        | 10
    surrendered at any time         | tasmania  | surrender-time=any-time, surrender.against=any-card | As*2 3s*2 Ks*7                    | 10
    any cards doubled               | singapore | double.on=any-cards | 2s*2 3s*3 Ks*6                                                    | 10
    an Ace held when doubling       | tasmania  | later-ace-double=held | As*2 3s*2 8s*1 Ks*6                                             | 10
    Aces split and doubled          | tasmania  | split.aces-cards=any, double.split-aces=may | As*3 8s*3 Ks*7                            | 10
    every wager to Pontoon          | singapore | dealer.pontoon=every-wager | As*2 5s*5 Ks*5                                             | 10
    a doubled hand over 21          | singapore | doubled-bust=original-only | As*2 5s*1 6s*2 Ks*6                                        | 10
    21 is compared                  | tasmania  | settlement.twenty-one=compared, tie=dealer-wins | As*1 5s*1 8s*5 Ks*5                   | 10
    any win of five cards           | adelaide  | card-count-bonus=any-win | As*1 2s*5 Ks*8                                               | 10
    6-7-8                           | sydney    | pays.six-seven-eight-suited=7 to 1 | 6h*1 6s*1 7h*1 7s*1 8h*1 Ks*4                      | 10
    6-7-8                           | singapore | pays.six-seven-eight-suited=7 to 1 | 6h*2 6s*1 7h*1 8h*2 Ks*5                           | 10
    7-7-7                           | adelaide  | pays.sevens-mixed=7 to 1 | 7h*3 7s*2 7d*1 Ks*7                                          | 10
    7-7-7                           | canberra  | super-bonus-split=never | 7h*3 7s*2 Ks*8                                                | 25
";

/// The best play leaves much undone. A whim does anything that may be done, and is worth what the
/// solver says all the same.
#[test]
fn any_way_to_play_is_worth_what_its_rounds_come_to() {
    let unsplit = [
        "forfeit at 21",
        "surrender with three cards or more",
        "Pontoon finds a doubled hand over 21",
        "five cards below 21",
    ];
    let split = [
        "split: forfeit at 21",
        "split: surrender",
        "split: double with three cards or more",
        "split: double with a later Ace",
        "split: double with an Ace",
        "split: Aces again",
        "split: Pontoon finds a forfeited hand",
        "split: Pontoon finds a doubled hand over 21",
        "split: five cards below 21",
        "split: 6-7-8 of mixed suits",
        "split: 6-7-8 of one suit",
        "split: 7-7-7 of mixed suits",
        "split: 7-7-7 of one suit",
    ];
    let (mut faults, mut seen) = (Vec::new(), Seen::default());
    for case in &Case::table(WHIMS) {
        let mut matters = vec![false; case.sets.len()];
        for whim in (1..=4).map(Whim) {
            let mut comparison = Comparison::new(case, None, &whim);
            comparison.strategy();
            let worth = comparison.solved.expectation().worth;
            for (place, matters) in matters.iter_mut().enumerate() {
                *matters |= case
                    .solved_without::<Fraction>(Some(place), &whim)
                    .expectation()
                    .worth
                    != worth;
            }
            let double = case.solved_without::<f64>(None, &whim).expectation().worth;
            if (double - worth.to_double()).abs() > 1e-12 {
                faults.push(format!(
                    "{}: {double} in doubles, {worth} in fractions",
                    case.line
                ));
            }
            faults.append(&mut comparison.faults);
            seen.add_all(comparison.seen.take());
        }
        let idle = case
            .sets
            .iter()
            .zip(matters)
            .filter(|(_, matters)| !matters);
        faults.extend(
            idle.map(|((key, value), _)| format!("{}: {key}={value} changes nothing", case.line)),
        );
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(
        seen.missing(&[&unsplit[..], &split].concat()),
        [""; 0],
        "no case meets these"
    );
}

/// The comparison can fail: a solver that does not know a setting of a case is found out.
#[test]
fn a_solver_that_misreads_a_book_is_found_out() {
    for case in [DOUBLES, PONTOONS, SETTLEMENTS, BONUSES, INSURANCES]
        .into_iter()
        .flat_map(Case::table)
    {
        for (place, (key, value)) in case.sets.iter().enumerate() {
            let mut comparison = Comparison::new(&case, Some(place), &Best);
            comparison.strategy();
            comparison.options();
            comparison.splits();
            assert!(
                !comparison.faults.is_empty(),
                "{}: nobody notices {key}={value}",
                case.line
            );
        }
    }
}

#[test]
fn as_much_is_wagered_in_all_as_the_rounds_say() {
    let mut faults = Vec::new();
    // Not the books as they are: one of their shoes has two plays of equal worth, and doubles may
    // take the other.
    for table in [DOUBLES, SPLITS, INSURANCES] {
        for case in &Case::table(table) {
            let mut comparison = Comparison::new(case, None, &Best);
            comparison.wagered();
            faults.append(&mut comparison.faults);
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Checks every line of a table, and that between them they meet all that is named.
#[track_caller]
fn check(table: &str, meets: &[&str]) {
    let (mut faults, mut seen) = (Vec::new(), Seen::default());
    for case in &Case::table(table) {
        let mut comparison = Comparison::new(case, None, &Best);
        comparison.strategy();
        comparison.options();
        comparison.splits();
        let expectation = comparison.solved.expectation();
        if expectation.slack != Fraction::default() {
            faults.push(format!(
                "{}: the solver is off by up to {}",
                case.line, expectation.slack
            ));
        }
        for (place, (key, value)) in case.sets.iter().enumerate() {
            if case
                .solved_without::<Fraction>(Some(place), &Best)
                .expectation()
                .worth
                == expectation.worth
            {
                faults.push(format!("{}: {key}={value} changes nothing", case.line));
            }
        }
        faults.append(&mut comparison.faults);
        seen.add_all(comparison.seen.take());
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(seen.missing(meets), [""; 0], "no case meets these");
}
