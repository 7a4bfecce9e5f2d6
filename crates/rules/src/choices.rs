//! The choices a rule book makes, one enum for each question.
//!
//! A new difference between books is a new variant here; the compiler then shows every place that
//! must decide.

use crate::Value;

macro_rules! choices {
    ($($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $vdoc:literal])+ $variant:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $vdoc])+ $variant),+
        }

        impl Value for $name {
            fn read(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn write(&self) -> String {
                match self {
                    $(Self::$variant => $text.to_owned(),)+
                }
            }

            fn valid() -> String {
                Self::all().iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" or ")
            }

            fn all() -> Vec<String> {
                vec![$($text.to_owned()),+]
            }
        }
    )+};
}

pub(crate) use choices;

choices! {
    /// Whether something may be done.
    Allowed {
        /// It may.
        May = "may",
        /// It may not.
        MayNot = "may-not",
    }
    /// How many cards a deck has.
    PackSize {
        /// 48: no tens.
        FortyEight = "48",
        /// 52: all thirteen ranks.
        FiftyTwo = "52",
    }
    /// Whether a joker may lie in the shoe for a promotion.
    Joker {
        /// No jokers.
        None = "none",
        /// It has no value; the next card takes its place.
        Replaced = "replaced",
    }
    /// Whether the first two cards of a box may be dealt face down.
    FaceDown {
        /// Always face up.
        Never = "never",
        /// On request or with approval.
        OnRequest = "on-request",
    }
    /// How far from the back of the shoe the cutting card may be placed.
    CuttingCardPlace {
        /// Anywhere up to half way.
        UpToHalf = "up-to-half",
        /// At least one deck, and at most half way.
        OneDeckToHalf = "one-deck-to-half",
        /// The book does not say: anywhere up to half way is taken as usual.
        NotStated = "not-stated",
    }
    /// When the cards in the discard rack go back into a continuous shuffling device.
    RackReturn {
        /// At the end of the round of play.
        RoundEnd = "round-end",
        /// When about one deck has gathered.
        OneDeck = "one-deck",
        /// When the next round's initial deal is complete.
        AfterInitialDeal = "after-initial-deal",
    }
    /// Who is offered the cut after the cutting card was a round's first card.
    CutAfterFirst {
        /// The player at the dealer's far right.
        FarRight = "far-right",
        /// The one who cuts when the game begins.
        AsAtStart = "as-at-start",
    }
    /// What happens when a round needs more cards than there are.
    RunsOut {
        /// The rack is shuffled and cut, and the round goes on.
        ShuffleRack = "shuffle-rack",
        /// The rack is riffled once, the next player to act cuts, and the round goes on.
        RiffleRack = "riffle-rack",
        /// The book has no rule.
        NotProvided = "not-provided",
    }
    /// How many boxes a player may have who is alone at the table.
    LonePlayer {
        /// One.
        OneBox = "one-box",
        /// As many as there are.
        NoCap = "no-cap",
    }
    /// Who controls a box at which nobody is seated.
    Unseated {
        /// The highest wager; between equals the one nearest the dealer.
        Highest = "highest",
        /// The wager nearest the dealer.
        Nearest = "nearest",
    }
    /// Whether a bettor may decline to control a box.
    ControlDeclined {
        /// The book does not provide for it.
        NotProvided = "not-provided",
        /// Control is offered to the others from the dealer outwards; without a taker all wagers on
        /// the box are void.
        NextFromDealer = "next-from-dealer",
    }
    /// Where the controlling player's wager lies.
    ControllersWager {
        /// Nearest the dealer.
        Nearest = "nearest",
        /// Anywhere on the box.
        Anywhere = "anywhere",
    }
    /// What becomes of a wager below the minimum.
    BelowMinimum {
        /// Paid or taken once, and the bettor advised; later ones are returned.
        PaidOnce = "paid-once",
        /// It is valid.
        Valid = "valid",
        /// It is refused.
        Refused = "refused",
    }
    /// What the minimum is compared with.
    MinimumScope {
        /// Each wager.
        EachWager = "each-wager",
        /// All wagers on the box together.
        BoxTotal = "box-total",
    }
    /// What becomes of money above the maximum.
    AboveMaximum {
        /// Wagers are paid or taken to the maximum.
        Capped = "capped",
        /// The wager that breaks it is refused.
        Refused = "refused",
    }
    /// What the maximum is compared with.
    MaximumScope {
        /// Each wager.
        EachWager = "each-wager",
        /// Each wager; all together on a box with a raised maximum.
        EachUnlessRaised = "each-unless-raised",
        /// All wagers on the box together, counted in the order they were placed.
        BoxTotal = "box-total",
        /// All wagers on the box together: the controlling player's first, then from the dealer
        /// outwards.
        BoxInTurn = "box-in-turn",
    }
    /// What may have a maximum above the sign's.
    RaisedMaximum {
        /// Nothing.
        MayNot = "may-not",
        /// A box, for all who wager there.
        Box = "box",
        /// A player, with a minimum of their own too, on whatever box.
        Player = "player",
    }
    /// What becomes of a wager that is no multiple where the sign demands multiples.
    OffMultiple {
        /// It stands; if chips cannot pay it in full, it is paid as the next lower multiple.
        PaidLower = "paid-lower",
        /// It stands; if chips cannot pay it in full, what it is paid is lowered to a multiple.
        PaymentLower = "payment-lower",
        /// It is refused.
        Refused = "refused",
    }
    /// How a win on a multiple is paid that chips cannot make, where the sign demands multiples.
    MultiplePaid {
        /// To the next higher amount that chips can make.
        Up = "up",
        /// To the next lower one.
        Down = "down",
    }
    /// How an amount is paid that chips cannot make.
    Rounding {
        /// To the next higher amount that chips can make.
        Up = "up",
        /// Exactly, to the cent.
        Exact = "exact",
    }
    /// Whether a surrendered half is rounded to chips too.
    RoundingScope {
        /// Payments only.
        Payments = "payments",
        /// Halves too.
        Halves = "halves",
    }
    /// From what amount the options of a wager above the maximum are reckoned.
    OverBase {
        /// From the amount that counts.
        Capped = "capped",
        /// From the amount laid.
        Laid = "laid",
    }
    /// How a player who sat out may be held.
    LateLimit {
        /// Not at all.
        NotProvided = "not-provided",
        /// To the minimum.
        Minimum = "minimum",
        /// To the minimum on each of two boxes.
        MinimumTwoBoxes = "minimum-two-boxes",
    }
    /// How a single player may be held by order.
    OrderLimit {
        /// Not at all.
        NotProvided = "not-provided",
        /// To one box at the minimum.
        MinimumOneBox = "minimum-one-box",
    }
    /// Whether a wager needs a player card.
    PlayerCard {
        /// No.
        NotNeeded = "not-needed",
        /// Yes.
        Needed = "needed",
    }
    /// What becomes of a losing wager that is found invalid during the round.
    InvalidLoss {
        /// It is returned.
        Returned = "returned",
        /// It is kept.
        Kept = "kept",
    }
    /// The wager on a pair among the first two cards.
    PairWager {
        /// None.
        None = "none",
        /// Perfect Pairs: mixed, coloured or perfect.
        PerfectPairs = "perfect-pairs",
        /// One wager on two cards of the same rank.
        Pair = "pair",
    }
    /// Who may place a side wager on a box.
    SidePlacing {
        /// Anyone on a box with a wager; those with a wager on it first, then in the order of
        /// placing.
        MainFirst = "main-first",
        /// Anyone on a box with a wager; by nearness to the box, and so on.
        ByPreference = "by-preference",
        /// Those with a wager on the box.
        OwnWager = "own-wager",
    }
    /// Who is preferred where more side wagers are placed than a box takes.
    SidePreference {
        /// Those with a wager on any box, then in the order of placing.
        AnyWager = "any-wager",
        /// Those with a wager on this box, then in the order of placing.
        BoxWager = "box-wager",
    }
    /// What becomes of a side wager that may not be placed where it lies.
    SideWithoutWager {
        /// It is refused.
        Refused = "refused",
        /// It is void: returned.
        Void = "void",
    }
    /// In what steps insurance is taken.
    InsuranceStep {
        /// Any amount.
        Any = "any",
        /// Multiples of half the smallest chip.
        HalfChip = "half-chip",
    }
    /// Whether others may take insurance that a bettor declines.
    AnothersInsurance {
        /// No.
        MayNot = "may-not",
        /// Yes, in an order of preference.
        ByPreference = "by-preference",
    }
    /// When a 21 is paid.
    TwentyOnePaid {
        /// At once.
        AtOnce = "at-once",
        /// At the final settlement.
        AtTheEnd = "at-the-end",
    }
    /// Against which first card of the dealer a hand may be surrendered.
    SurrenderAgainst {
        /// An Ace or a card worth ten.
        AceOrPicture = "ace-or-picture",
        /// Any card.
        AnyCard = "any-card",
        /// None: no hand is surrendered.
        Nothing = "nothing",
    }
    /// When a hand may be surrendered.
    SurrenderTime {
        /// Before the subsequent deal.
        BeforeDraws = "before-draws",
        /// When the box's turn comes, on its first two cards.
        InTurn = "in-turn",
        /// In the box's turn, on any number of cards.
        AnyTime = "any-time",
    }
    /// What co-bettors do when the controlling player surrenders.
    CoSurrender {
        /// They must surrender too.
        MustFollow = "must-follow",
        /// They may; whoever does not stays, and no more cards are dealt.
        NoMoreCards = "no-more-cards",
        /// Each chooses alone; control passes to one who plays on.
        PlayOn = "play-on",
    }
    /// Whether a controlling player's no to surrender stands when control passes on.
    NoSurrenderStands {
        /// For the box: nobody on it is asked again.
        ForTheBox = "for-the-box",
        /// For that player only: whoever controls the box next is asked anew.
        ForThePlayer = "for-the-player",
    }
    /// To whom control passes when the controlling player surrenders.
    ControlNext {
        /// The first who plays on, from the dealer outwards.
        FromDealer = "from-dealer",
        /// The first who plays on behind the controlling player, then from the dealer outwards.
        Behind = "behind",
    }
    /// Below what total a hand must draw.
    MustDraw {
        /// A hard total below 12 draws or doubles.
        Under12 = "under-12",
        /// Never: a hand may stand on any total.
        Never = "never",
    }
    /// What cards an absent player's hand receives.
    AbsentDraw {
        /// As few as make 12 or more.
        To12 = "to-12",
        /// Until the total is over 11; soft totals to 17 or more.
        To12Soft17 = "to-12-soft-17",
        /// None.
        None = "none",
    }
    /// Who decides for an absent controlling player.
    AbsentControl {
        /// Nobody: the dealer acts by the book.
        Nobody = "nobody",
        /// The next bettor on the box in the order of control.
        NextInOrder = "next-in-order",
        /// The bettor on the box nearest the dealer.
        Nearest = "nearest",
    }
    /// What hands may be doubled.
    DoubleOn {
        /// The first two cards of a hand, if they make a hard 9, 10 or 11.
        Hard9To11 = "hard-9-to-11",
        /// The first two cards of a hand, any total.
        FirstTwo = "first-two",
        /// Any number of cards, any total below 21.
        AnyCards = "any-cards",
    }
    /// How much a double may be.
    DoubleAmount {
        /// Anything up to the original wager.
        UpToOriginal = "up-to-original",
        /// From the table minimum up to the original wager.
        MinimumToOriginal = "minimum-to-original",
        /// The original wager, no less.
        Full = "full",
    }
    /// Which Aces count 1 in a doubled hand.
    DoubleAces {
        /// None in particular.
        Free = "free",
        /// Those among the first two cards.
        FirstTwo = "first-two",
        /// Those held when doubling.
        Held = "held",
    }
    /// What a co-bettor who did not double is paid on a doubled hand.
    CoDouble {
        /// Even money.
        EvenMoney = "even-money",
        /// The odds of the table of payouts.
        BonusOdds = "bonus-odds",
    }
    /// Which hands of a box lose their bonus odds through a double.
    DoubleScope {
        /// The doubled hand.
        Hand = "hand",
        /// Every hand of the box that is still to be paid.
        Box = "box",
    }
    /// On what totals a doubled hand may be forfeited.
    ForfeitWhen {
        /// Below 21.
        Under21 = "under-21",
        /// On 21 too.
        NotOver21 = "not-over-21",
        /// On none.
        Never = "never",
    }
    /// When a doubled hand may be forfeited.
    ForfeitTime {
        /// Before the next hand acts.
        BeforeNextHand = "before-next-hand",
        /// Until the dealer draws.
        BeforeDealer = "before-dealer",
    }
    /// How many cards a split Ace may receive.
    AceCards {
        /// One.
        One = "one",
        /// As many as any other hand.
        Any = "any",
    }
    /// Whether declining to split ends splitting.
    SplitDeclined {
        /// No.
        NoEffect = "no-effect",
        /// For the box, for the rest of the round.
        EndsForBox = "ends-for-box",
    }
    /// Whether a co-bettor is asked at each split.
    CoResplit {
        /// At each split of a hand that carries their wager.
        AskedEachTime = "asked-each-time",
        /// The first answer binds.
        FirstBinds = "first-binds",
    }
    /// Whether the dealer has a second card before the boxes have played.
    HoleCard {
        /// No: it is drawn after the boxes have played.
        None = "none",
        /// Yes, and it is looked at for Pontoon before anybody acts. A dealer's Pontoon then ends
        /// the round and takes original wagers only.
        Peeks = "peeks",
    }
    /// What the dealer does with a soft 17.
    SoftSeventeen {
        /// Draws.
        Draws = "draws",
        /// Stands.
        Stands = "stands",
    }
    /// What the dealer does when no wager depends on the hand.
    DealerIdle {
        /// Draws nothing.
        DoesNotDraw = "does-not-draw",
        /// Completes the hand.
        Draws = "draws",
    }
    /// What the dealer draws when only insurance or surrendered wagers are open.
    DealerSecond {
        /// The second card only.
        OnlySecond = "only-second",
        /// The whole hand.
        Completed = "completed",
    }
    /// What a dealer's Pontoon takes.
    DealerPontoon {
        /// Every wager on a losing hand.
        EveryWager = "every-wager",
        /// One original wager from each losing hand.
        EachOriginal = "each-original",
        /// Busted wagers, and one original wager if any hand is left.
        BustedAndOne = "busted-and-one",
        /// The wager on the first hand only.
        FirstHandOnly = "first-hand-only",
        /// One original wager in all, busts included.
        OneInAll = "one-in-all",
    }
    /// Whether a forfeited split hand is the one original wager a dealer's Pontoon takes.
    ForfeitedHand {
        /// No: it is gone like a busted one.
        Gone = "gone",
        /// Yes.
        IsTheOne = "is-the-one",
    }
    /// What a doubled hand that is over 21 loses when the dealer makes Pontoon.
    DoubledBust {
        /// Everything, at once.
        All = "all",
        /// The original wager only; the rest waits for the dealer's second card.
        OriginalOnly = "original-only",
    }
    /// What equal totals mean.
    Tie {
        /// Stand off.
        StandOff = "stand-off",
        /// The dealer wins.
        DealerWins = "dealer-wins",
    }
    /// Whether 21 wins against a dealer's Pontoon.
    TwentyOne {
        /// Always.
        AlwaysWins = "always-wins",
        /// Not against Pontoon.
        LosesToPontoon = "loses-to-pontoon",
        /// It is compared with the dealer's total like any other.
        Compared = "compared",
    }
    /// What an Ace and a ten as the first two cards of a box are.
    PontoonPaid {
        /// Pontoon, paid at once.
        AtOnce = "at-once",
        /// A total of 21 like any other: for reference games.
        As21 = "as-21",
        /// Pontoon, paid its odds unless the dealer has Pontoon too: then it stands off. For
        /// reference games.
        Compared = "compared",
    }
    /// What hands earn the odds for five, six and seven cards.
    CountBonus {
        /// Hands of 21.
        TwentyOne = "twenty-one",
        /// Any winning hand of so many cards.
        AnyWin = "any-win",
    }
    /// Whether a split hand can win the Super Bonus.
    SplitSuperBonus {
        /// Never.
        Never = "never",
        /// Unless suited sevens were split on the box.
        UnlessSuitedSplit = "unless-suited-split",
    }
    /// Whether the Super Bonus is paid beside the odds.
    OnTop {
        /// On top of the odds.
        OnTop = "on-top",
        /// Instead of the odds.
        Instead = "instead",
    }
    /// What a wager between two printed steps wins.
    BandGap {
        /// The prize of the lower step.
        LowerStep = "lower-step",
        /// Nothing.
        Nothing = "nothing",
    }
    /// What a wager below the first step wins.
    BelowBands {
        /// Nothing.
        Nothing = "nothing",
        /// The first prize.
        FirstStep = "first-step",
    }
    /// Which bettors on the winning hand win.
    SuperBonusEach {
        /// Each by their own wager.
        Each = "each",
        /// Only the controlling player.
        Controller = "controller",
    }
    /// Who gets the bonus for the others.
    Others {
        /// Nobody.
        Nobody = "nobody",
        /// Every other wager of the round.
        Wagers = "wagers",
        /// Every other wager of the round, except on a doubled hand that wins.
        WagersButDoubledWins = "wagers-but-doubled-wins",
        /// Every other player of the round.
        Players = "players",
        /// The other wagers on the winning hand.
        CoBettors = "co-bettors",
    }
    /// When the others get theirs.
    OthersTime {
        /// When the Super Bonus is won; at the final settlement where 21 is paid then.
        AtOnce = "at-once",
        /// At the final settlement.
        AtTheEnd = "at-the-end",
    }
    /// What a doubled hand that wins costs of the others' bonus, where it costs any.
    DoubledOthers {
        /// Every wager on the hand.
        Hand = "hand",
        /// The wagers that were doubled.
        Wager = "wager",
    }
    /// Which wagers of a box count for the others' bonus.
    OthersCount {
        /// Each original wager once.
        Original = "original",
        /// Every wager, splits and doubles too.
        Every = "every",
    }
    /// Whether side wagers count for the others' bonus.
    OthersSide {
        /// No: wagers on the hand only.
        MainOnly = "main-only",
        /// Yes.
        Counts = "counts",
    }
    /// What follows when the wager on the winning hand is below the first step.
    SmallWinner {
        /// Nobody has won, so the others get nothing.
        NoWinner = "no-winner",
        /// The others still get theirs.
        OthersPaid = "others-paid",
    }
    /// What a bettor on the winning hand gets whose own wager is below the first step.
    SmallCoBettor {
        /// What the others get.
        AsOthers = "as-others",
        /// Nothing.
        Nothing = "nothing",
    }
    /// How often the others are paid when two hands win.
    TwoWinners {
        /// Once.
        Once = "once",
        /// For each.
        ForEach = "for-each",
    }
}

impl Allowed {
    /// Whether it may be done.
    pub const fn may(self) -> bool {
        match self {
            Self::May => true,
            Self::MayNot => false,
        }
    }
}
