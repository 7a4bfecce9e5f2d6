//! What of a rule book bears on the worth of one box with one bettor. Two books with equal terms
//! are worth the same.

use crate::number::Number;
use rules::{
    AceCards, Allowed, BandGap, BelowBands, CountBonus, DealerPontoon, DoubleAces, DoubleOn,
    DoubleScope, DoubledBust, ForfeitWhen, ForfeitedHand, HoleCard, Money, MustDraw, Odds, OnTop,
    PontoonPaid, RuleBook, SoftSeventeen, SplitSuperBonus, SurrenderAgainst, SurrenderTime, Tie,
    TwentyOne, TwentyOnePaid,
};

/// The rules as the solver needs them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct Terms {
    pub soft_17: SoftSeventeen,
    pub hole: HoleCard,
    pub tie: Tie,
    pub pontoon: PontoonPaid,
    pub twenty_one: TwentyOne,
    pub twenty_one_paid: TwentyOnePaid,
    pub pays: Pays,
    pub must_draw: MustDraw,
    pub surrender: Surrender,
    pub double: Double,
    pub split: Split,
    pub dealer_pontoon: DealerPontoon,
    pub forfeited_hand: ForfeitedHand,
    pub doubled_bust: DoubledBust,
    pub insurance: Insurance,
    pub super_bonus: Option<SuperBonus>,
}

/// Odds, per unit wagered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct Pays {
    pub pontoon: Odds,
    pub other: Odds,
    pub doubled: Odds,
    pub five_cards: Odds,
    pub six_cards: Odds,
    pub seven_cards: Odds,
    pub card_count: CountBonus,
    pub six_seven_eight: BySuit,
    pub sevens: BySuit,
}

/// Odds of a hand whose suits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BySuit {
    pub mixed: Odds,
    pub suited: Odds,
    pub spades: Odds,
}

/// Surrender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct Surrender {
    pub against: SurrenderAgainst,
    pub any_time: bool,
    pub after_split: Allowed,
}

/// Doubling and forfeiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct Double {
    pub on: DoubleOn,
    pub aces: DoubleAces,
    pub after_split: Allowed,
    pub split_aces: Allowed,
    pub forfeit: ForfeitWhen,
    pub scope: DoubleScope,
}

/// Splitting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// The most hands a pair can become; 2 where it is split once only.
    pub most: u8,
    /// The same for Aces.
    pub most_aces: u8,
    /// How many cards a split Ace may get.
    pub ace_cards: AceCards,
}

/// Insurance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct Insurance {
    pub pays: Odds,
    pub with_pontoon: Allowed,
}

/// The Super Bonus for one wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuperBonus {
    /// The prize.
    pub prize: Money,
    /// The wager that wins it.
    pub wager: Money,
    /// Beside the odds or instead of them.
    pub on_top: OnTop,
    /// Whether a split hand can win it.
    pub split: SplitSuperBonus,
}

impl SuperBonus {
    /// The prize in wagers.
    pub fn in_wagers<N: Number>(self) -> N {
        N::cents(self.prize) / N::cents(self.wager)
    }
}

impl Terms {
    /// The terms of a book for a bettor who wagers so much, alone on a box and alone at the table.
    pub fn of(book: &RuleBook, wager: Money) -> Self {
        let pays = &book.pays;
        Self {
            soft_17: book.dealer.soft_17.is,
            hole: book.dealer.hole.is,
            tie: book.settlement.tie.is,
            pontoon: book.settlement.pontoon.is,
            twenty_one: book.settlement.twenty_one.is,
            twenty_one_paid: book.settlement.twenty_one_paid.is,
            pays: Pays {
                pontoon: pays.pontoon.is,
                other: pays.other.is,
                doubled: book.double.pays.is,
                five_cards: pays.five_cards.is,
                six_cards: pays.six_cards.is,
                seven_cards: pays.seven_cards.is,
                card_count: pays.card_count.is,
                six_seven_eight: BySuit {
                    mixed: pays.six_seven_eight_mixed.is,
                    suited: pays.six_seven_eight_suited.is,
                    spades: pays.six_seven_eight_spades.is,
                },
                sevens: BySuit {
                    mixed: pays.sevens_mixed.is,
                    suited: pays.sevens_suited.is,
                    spades: pays.sevens_spades.is,
                },
            },
            must_draw: book.draw.must_draw.is,
            surrender: Surrender {
                against: book.surrender.against.is,
                // A box alone at the table: in turn is as good as before anybody draws.
                any_time: book.surrender.time.is == SurrenderTime::AnyTime,
                after_split: book.surrender.after_split.is,
            },
            double: Double {
                on: book.double.on.is,
                aces: book.double.aces.is,
                after_split: book.double.after_split.is,
                split_aces: book.double.split_aces.is,
                forfeit: book.double.forfeit_when.is,
                scope: book.double.scope.is,
            },
            split: split_of(book),
            dealer_pontoon: book.dealer.pontoon.is,
            forfeited_hand: book.dealer.forfeited_hand.is,
            doubled_bust: book.dealer.doubled_bust.is,
            insurance: Insurance {
                pays: book.insurance.pays.is,
                with_pontoon: book.insurance.with_pontoon.is,
            },
            super_bonus: super_bonus_of(book, wager),
        }
    }

    /// The terms without the Super Bonus.
    pub fn without_super_bonus(&self) -> Self {
        Self {
            super_bonus: None,
            ..self.clone()
        }
    }
}

fn split_of(book: &RuleBook) -> Split {
    let most = match book.split.again.is {
        Allowed::May => book.split.most_hands.is.get(),
        Allowed::MayNot => 2,
    };
    let most_aces = match book.split.aces_again.is {
        Allowed::May => most,
        Allowed::MayNot => 2,
    };
    Split {
        most,
        most_aces,
        ace_cards: book.split.aces_cards.is,
    }
}

fn super_bonus_of(book: &RuleBook, wager: Money) -> Option<SuperBonus> {
    // A 21 that is compared with the dealer's total is settled like any hand: no Super Bonus is
    // paid for it.
    if book.settlement.twenty_one.is == TwentyOne::Compared {
        return None;
    }
    let rules = &book.super_bonus;
    let steps = rules.prizes.is.steps();
    let step = match steps.iter().rev().find(|step| wager >= step.from) {
        Some(step) if step.to.is_some_and(|to| wager > to) && rules.gap.is == BandGap::Nothing => {
            return None;
        }
        Some(step) => step,
        None if rules.below.is == BelowBands::FirstStep => steps.first()?,
        None => return None,
    };
    Some(SuperBonus {
        prize: step.pays,
        wager,
        on_top: rules.on_top.is,
        split: rules.split.is,
    })
}
