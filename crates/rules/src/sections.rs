//! The settings of a rule book, section by section in the order of play.
//!
//! One definition of a setting gives its field, its key in the file, its line in every table of
//! rules and its words; nothing else lists the settings.

use crate::choices::*;
use crate::draft::Source;
use crate::table_choices::*;
use crate::{Bands, Cited, Count, DeckCounts, Money, Multipliers, Odds, Setting, Stated};

macro_rules! sections {
    ($($(#[doc = $doc:literal])+ $section:ident in $prefix:literal {
        $($(#[doc = $fdoc:literal])+ $field:ident: $type:ty,)+
    })+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $section {
            $($(#[doc = $fdoc])+ pub $field: Cited<$type>,)+
        }

        impl $section {
            pub(crate) fn draw_up(source: &mut Source<'_>) -> Option<Self> {
                $(let $field = source.take::<$type>(concat!($prefix, ".", stringify!($field)));)+
                Some(Self { $($field: $field?,)+ })
            }

            pub(crate) fn each(&self, visit: &mut dyn FnMut(&'static str, &'static str, &dyn Setting)) {
                $(visit(concat!($prefix, ".", stringify!($field)), concat!($($fdoc),+).trim_ascii(), &self.$field);)+
            }

            pub(crate) fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, &mut dyn Setting)) {
                $(visit(concat!($prefix, ".", stringify!($field)), &mut self.$field);)+
            }
        }
    )+};
}

sections! {
    /// The cards.
    Cards in "cards" {
        /// cards of a deck
        pack: PackSize,
        /// decks in the shoe
        decks: DeckCounts,
        /// decks in the shoe of a table with a side wager on pairs
        decks_with_pairs: DeckCounts,
        /// decks unless the table says otherwise
        usual_decks: Count<1, 15>,
        /// promotional joker
        joker: Joker,
        /// first two cards face down
        face_down: FaceDown,
    }
    /// What the cards are dealt from.
    ShoeRules in "shoe" {
        /// cards burned at a new shoe
        burn: Count<0, 10>,
        /// cards burned at a device newly filled
        device_burn: Count<0, 10>,
        /// continuous shuffling device
        device: Allowed,
        /// when the rack goes back into a device
        rack_return: RackReturn,
        /// where the cutting card is placed, from the back
        cutting_card_place: CuttingCardPlace,
        /// cutting card seen during a round: play on, then shuffle
        cutting_card: Stated,
        /// cutting card as a round's first card: shuffle first
        cutting_card_first: Stated,
        /// who is offered the cut after the cutting card came first
        cut_after_first: CutAfterFirst,
        /// cards cleared at the end of a round
        round_over: Stated,
        /// shoe runs out in mid-round
        runs_out: RunsOut,
        /// device runs out in mid-round
        device_runs_out: RunsOut,
    }
    /// Shuffling.
    Shuffling in "shuffle" {
        /// before play starts
        start: Stated,
        /// by order of the house
        by_order: Allowed,
        /// when everybody has left the table
        empty_table: EmptyTable,
        /// cutting card in the last rounds before closing
        last_rounds: LastRounds,
        /// after a round for which the rack was shuffled
        after_ran_out: AfterRanOut,
    }
    /// The cut.
    Cutting in "cut" {
        /// who is offered the first cut of a game
        first: FirstCut,
        /// cutting card on a box: its player
        by_box: Stated,
        /// cutting card on the dealer's hand: the player farthest to the dealer's right
        on_dealer: Stated,
        /// after the cards were replaced or shuffled by order
        replaced: CutAfterReplaced,
        /// refused: offered to the next, clockwise
        refused: Stated,
        /// nobody wants it
        nobody: LastCut,
        /// decks at least from either end
        depth: Count<0, 3>,
        /// cards of a device are not cut
        device: Stated,
        /// the rack shuffled in mid-round
        rack: RackCut,
    }
    /// Boxes and who controls them.
    Boxes in "boxes" {
        /// most boxes
        most: Count<1, 7>,
        /// most bettors on a box
        bettors: Count<1, 3>,
        /// fewer bettors by order
        fewer: Stated,
        /// one wager for each bettor on a box
        one_wager: Stated,
        /// player alone at the table
        lone_player: LonePlayer,
        /// a seated bettor controls the box
        seated: Stated,
        /// control where nobody is seated
        unseated: Unseated,
        /// control between equal wagers
        tie: Stated,
        /// bettor who declines control
        declined: ControlDeclined,
        /// where the controlling player's wager lies
        controllers_wager: ControllersWager,
    }
    /// Seats, and several boxes for one player.
    Seats in "seats" {
        /// one player on several boxes when others want them
        several: SeveralBoxes,
        /// several boxes may be refused
        several_refused: Allowed,
        /// boxes reserved for one player
        reserve: Allowed,
        /// rounds without a wager at a full table before a seat is lost; 0 where no seat is
        idle_rounds: Count<0, 9>,
        /// rounds without a wager, one after the other, after which a restricted player may lose the
        /// seat at a full table; 0 where none does
        sitting_out: Count<0, 9>,
        /// from when a player who sat out may be restricted
        late_from: LateFrom,
    }
    /// Wagers and their limits.
    Limits in "limits" {
        /// wagers are placed before the first card
        placing: Stated,
        /// wagers are made in chips
        chips: Stated,
        /// wagers close before the first card
        closing: Stated,
        /// a wager once made is not altered
        unaltered: Stated,
        /// wager below the minimum
        below_minimum: BelowMinimum,
        /// what the minimum is compared with
        minimum_scope: MinimumScope,
        /// wager above the maximum
        above_maximum: AboveMaximum,
        /// what the maximum is compared with
        maximum_scope: MaximumScope,
        /// what may have a raised maximum
        raised: RaisedMaximum,
        /// wagers together on a box with a raised maximum
        raised_total: Stated,
        /// options of a wager above the maximum
        over_base: OverBase,
        /// wager that is no multiple where the sign demands multiples
        off_multiple: OffMultiple,
        /// win on a multiple that chips cannot pay where the sign demands multiples
        multiple_paid: MultiplePaid,
        /// amounts that chips cannot pay
        rounding: Rounding,
        /// rounding of surrendered halves
        rounding_scope: RoundingScope,
        /// doubles and insurance below the minimum
        add_on_below_minimum: Allowed,
        /// player who sat out
        late: LateLimit,
        /// the same at a device
        late_device: LateLimit,
        /// player restricted by order
        order: OrderLimit,
        /// player card
        player_card: PlayerCard,
        /// losing wager found invalid during the round
        invalid_loss: InvalidLoss,
    }
    /// The wager on a pair.
    SideWagers in "pairs" {
        /// wager on a pair
        wager: PairWager,
        /// most such wagers on a box
        most: Count<0, 3>,
        /// placed before the first card
        time: Stated,
        /// who may place one
        placing: SidePlacing,
        /// only with a wager of one's own, where that is the rule
        own_needed: Stated,
        /// only on a box with a wager
        box_needed: Stated,
        /// one placed without the wager it needs
        without_wager: SideWithoutWager,
        /// preference when more want it
        preference: SidePreference,
        /// mixed pair pays
        mixed: Odds,
        /// coloured pair pays
        coloured: Odds,
        /// perfect pair pays
        perfect: Odds,
        /// pair pays
        pair: Odds,
        /// no pair loses
        lost: Stated,
        /// settled before the subsequent deal
        settled: Stated,
        /// its limits have their own sign
        limits: Stated,
        /// it may be a condition of play
        compulsory: Allowed,
    }
    /// The Pontoon Pandemonium wager.
    Pandemonium in "pandemonium" {
        /// multipliers of the jackpot meter
        multipliers: Multipliers,
        /// wins on Pontoon
        won: Stated,
        /// loses otherwise
        lost: Stated,
        /// the button goes round from the dealer's right
        order: Stated,
        /// another may press who holds no winning wager of this kind
        nominee: Stated,
    }
    /// Insurance.
    InsuranceRules in "insurance" {
        /// offered against an Ace
        offered: Stated,
        /// before any further cards
        time: Stated,
        /// at most half the original wager
        most_half: Stated,
        /// with Pontoon
        with_pontoon: Allowed,
        /// steps
        step: InsuranceStep,
        /// insurance another declines
        anothers: AnothersInsurance,
        /// preference among those who want it
        preference: Stated,
        /// pays
        pays: Odds,
        /// lost at the dealer's second card
        lost: Stated,
    }
    /// Surrender.
    SurrenderRules in "surrender" {
        /// offered
        offered: Stated,
        /// against which first card of the dealer
        against: SurrenderAgainst,
        /// when
        time: SurrenderTime,
        /// co-bettors when the controlling player surrenders
        co_bettors: CoSurrender,
        /// no more cards where everybody surrenders
        all: Stated,
        /// co-bettors when the controlling player plays on
        controller_plays_on: Allowed,
        /// a no of the controlling player, when control passes on
        no_stands: NoSurrenderStands,
        /// who controls next
        control_next: ControlNext,
        /// after a split
        after_split: Allowed,
        /// half is lost
        half_lost: Stated,
        /// all is lost to a dealer's Pontoon
        against_pontoon: Stated,
    }
    /// Drawing cards.
    Drawing in "draw" {
        /// cards dealt in turn to each box, to the dealer, to each box
        initial_deal: Stated,
        /// boxes in turn from the dealer's left
        turn: Stated,
        /// draw below 21
        draw: Stated,
        /// stand
        stand: Stated,
        /// forced draw
        must_draw: MustDraw,
        /// no card to Pontoon
        no_card_to_pontoon: Stated,
        /// no card at 21
        no_card_at_21: Stated,
        /// over 21 loses at once
        bust: Stated,
        /// the controlling player decides
        controller: Stated,
        /// absent player's cards
        absent: AbsentDraw,
        /// who decides for an absent player
        absent_control: AbsentControl,
    }
    /// Doubling and forfeiting.
    Doubling in "double" {
        /// what may be doubled
        on: DoubleOn,
        /// first two cards
        first_two: Stated,
        /// how much
        amount: DoubleAmount,
        /// Aces in a doubled hand
        aces: DoubleAces,
        /// one card only
        one_card: Stated,
        /// a doubled win pays
        pays: Odds,
        /// co-bettors may double with the controlling player
        co_bettors: Stated,
        /// co-bettor who did not double
        co_pays: CoDouble,
        /// which hands lose bonus odds
        scope: DoubleScope,
        /// not unless the controlling player does
        controller_declines: Stated,
        /// split hands
        after_split: Allowed,
        /// split Aces
        split_aces: Allowed,
        /// forfeit a doubled hand
        forfeit: Stated,
        /// totals on which a doubled hand may be forfeited
        forfeit_when: ForfeitWhen,
        /// no forfeit of a hand that was not doubled
        forfeit_needs_double: Stated,
        /// until when a doubled hand may be forfeited
        forfeit_time: ForfeitTime,
        /// forfeit by a bettor who did not double
        forfeit_undoubled: Allowed,
    }
    /// Splitting.
    Splitting in "split" {
        /// two first cards of equal value
        pair: Stated,
        /// split again
        again: Allowed,
        /// a further split
        further: Stated,
        /// most hands on a box
        most_hands: Count<2, 8>,
        /// split Aces again
        aces_again: Allowed,
        /// cards to a split Ace
        aces_cards: AceCards,
        /// one card to each split Ace
        aces_one_card: Stated,
        /// a split hand over 21 loses
        bust: Stated,
        /// hands in turn, each completed before the next
        in_turn: Stated,
        /// Ace and ten on a split hand are 21, not Pontoon
        no_pontoon: Stated,
        /// declining once
        declined: SplitDeclined,
        /// declining the first pair, then drawing
        declined_first: Stated,
        /// co-bettors match every hand or stay on the first
        co_bettors: Stated,
        /// co-bettors at a further split
        co_again: CoResplit,
        /// not unless the controlling player does
        controller_declines: Stated,
    }
    /// The dealer's hand.
    Dealer in "dealer" {
        /// second card before the boxes have played
        hole: HoleCard,
        /// draws to hard 16; soft 17
        soft_17: SoftSeventeen,
        /// when no wager depends on it
        idle: DealerIdle,
        /// when only insurance or surrendered wagers are open
        second: DealerSecond,
        /// what Pontoon takes
        pontoon: DealerPontoon,
        /// the same after a double
        pontoon_doubled: Stated,
        /// the same after a split
        pontoon_split: Stated,
        /// forfeited split hand
        forfeited_hand: ForfeitedHand,
        /// doubled hand over 21
        doubled_bust: DoubledBust,
    }
    /// Who wins.
    Settlement in "settlement" {
        /// wagers left are settled after the dealer's hand
        last: Stated,
        /// the dealer is over 21
        dealer_bust: Stated,
        /// the higher total wins
        higher: Stated,
        /// the lower total loses
        lower: Stated,
        /// equal totals
        tie: Tie,
        /// Pontoon of a box
        pontoon: PontoonPaid,
        /// 21
        twenty_one: TwentyOne,
        /// when 21 is paid
        twenty_one_paid: TwentyOnePaid,
        /// Pontoon of the dealer beats other hands
        dealer_pontoon: Stated,
    }
    /// The table of payouts.
    Payouts in "pays" {
        /// Pontoon
        pontoon: Odds,
        /// 21 with five cards
        five_cards: Odds,
        /// 21 with six cards
        six_cards: Odds,
        /// 21 with seven or more cards
        seven_cards: Odds,
        /// 6-7-8 of mixed suits
        six_seven_eight_mixed: Odds,
        /// 6-7-8 of one suit
        six_seven_eight_suited: Odds,
        /// 6-7-8 of spades
        six_seven_eight_spades: Odds,
        /// 7-7-7 of mixed suits
        sevens_mixed: Odds,
        /// 7-7-7 of one suit
        sevens_suited: Odds,
        /// 7-7-7 of spades
        sevens_spades: Odds,
        /// any other win
        other: Odds,
        /// odds for the number of cards
        card_count: CountBonus,
    }
    /// The Super Bonus.
    SuperBonus in "super-bonus" {
        /// prizes by wager
        prizes: Bands,
        /// the higher prizes
        higher_prizes: Stated,
        /// wager between two steps
        gap: BandGap,
        /// wager below the first step
        below: BelowBands,
        /// beside the odds
        on_top: OnTop,
        /// split hands
        split: SplitSuperBonus,
        /// not on a doubled hand
        doubled: Stated,
        /// several bettors on the winning hand
        each: SuperBonusEach,
        /// who else is paid
        others: Others,
        /// what they are paid
        others_pay: Money,
        /// when they are paid
        others_time: OthersTime,
        /// which wagers count
        others_count: OthersCount,
        /// which wagers a doubled win costs it
        others_doubled: DoubledOthers,
        /// player with side wagers only
        others_side_only: OthersSide,
        /// side wagers
        others_side: OthersSide,
        /// winner below the first step
        small_winner: SmallWinner,
        /// co-bettor below the first step
        small_co_bettor: SmallCoBettor,
        /// two winning hands
        twice: TwoWinners,
    }
    /// What the house may do.
    HouseRules in "house" {
        /// which changes of limits need notice
        limits_change: LimitsChange,
        /// minutes' notice of such a change
        raise_notice: Count<0, 60>,
        /// a higher minimum at once for newcomers
        raise_newcomers: Allowed,
        /// wagers that may be refused before the first card
        refuse_wager: RefuseWager,
        /// recorded instances of touching wagers after which future ones may be refused; 0 where
        /// they may not
        refuse_future: Count<0, 9>,
        /// advising players on how to play
        advice: Allowed,
        /// minutes' notice of closing
        closing_notice: Count<0, 60>,
        /// last rounds declared before closing; 0 where none are
        closing_rounds: Count<0, 9>,
        /// a round may be declared void
        void: Stated,
        /// wagers settled before their round was declared void
        void_settled: VoidSettled,
        /// a round interrupted by a failure of power
        interrupted: Interrupted,
        /// interrupted when something in it is decided: it goes on
        interrupted_decided: Stated,
    }
}
