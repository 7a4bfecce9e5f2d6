//! The choices a rule book makes about what outlives a round: shuffling, the cut, seats, and what
//! the house may do.
//!
//! A round of play asks for one of them only: whether players may withdraw from it.

use crate::Value;
use crate::choices::choices;

choices! {
    /// What happens to the cards when everybody has left the table.
    EmptyTable {
        /// They stay as they are.
        Stays = "stays",
        /// They are shuffled, ready for whoever comes next.
        Shuffled = "shuffled",
    }
    /// How long dealing goes on from a rack that was shuffled in mid-round.
    AfterRanOut {
        /// To the end of the round: then all cards are shuffled. The rack gets no cutting card.
        AllCards = "all-cards",
        /// Until the cutting card comes that was placed in the rack.
        NextCuttingCard = "next-cutting-card",
    }
    /// What happens when the cutting card comes in the last rounds before closing.
    LastRounds {
        /// The cards are shuffled after the round, as always.
        Shuffled = "shuffled",
        /// The dealer may deal on.
        MayDealOn = "may-deal-on",
        /// The dealer deals on.
        DealsOn = "deals-on",
    }
    /// Who is offered the first cut of a game.
    FirstCut {
        /// The player farthest to the dealer's left.
        FarLeft = "far-left",
        /// The player who came to the table first.
        FirstToArrive = "first-to-arrive",
    }
    /// Who is offered the cut after the cards were replaced, or shuffled by order.
    CutAfterReplaced {
        /// The player farthest to the dealer's right.
        FarRight = "far-right",
        /// The one who cuts when the game begins.
        AsFirst = "as-first",
    }
    /// Who cuts when no player wants to.
    LastCut {
        /// The dealer.
        Dealer = "dealer",
        /// A supervisor.
        Supervisor = "supervisor",
    }
    /// Who is offered the cut of a rack that is shuffled in mid-round.
    RackCut {
        /// Whoever the cutting card names, in the usual order.
        AsUsual = "as-usual",
        /// The player whose hand is the next to act.
        NextToAct = "next-to-act",
        /// Nobody.
        NotCut = "not-cut",
    }
    /// What a player on several boxes does when others want boxes.
    SeveralBoxes {
        /// Wagers on, but controls one box only.
        ControlsOne = "controls-one",
        /// Gives up the control of boxes on demand, but may wager on them behind whoever takes it.
        GivesUpControl = "gives-up-control",
        /// Gives up boxes on demand.
        GivesUp = "gives-up",
    }
    /// Whoever has no wager in which rounds of a shoe may be restricted; so may whoever sits out a
    /// later one.
    LateFrom {
        /// The book does not provide for it.
        NotProvided = "not-provided",
        /// The first round.
        FirstRound = "first-round",
        /// Both of the first two rounds.
        FirstTwoRounds = "first-two-rounds",
    }
    /// Which changes of the limits on the sign wait for the notice that players are given.
    LimitsChange {
        /// Those that raise the least that can be wagered: the minimum, the smallest chip, multiples
        /// of the minimum, the minimum of a side wager, or a side wager as a condition of play.
        RaiseWaits = "raise-waits",
        /// Every change.
        EveryChangeWaits = "every-change-waits",
    }
    /// Which wagers the house may refuse one by one, before the first card.
    RefuseWager {
        /// None.
        MayNot = "may-not",
        /// Any, on reasonable grounds.
        May = "may",
        /// One on a box where somebody else wagers too: that of a partner.
        Partners = "partners",
    }
    /// What becomes of wagers that were settled before their round was declared void.
    VoidSettled {
        /// What was settled stands.
        Stands = "stands",
        /// They are returned too, and what was paid is paid back.
        Returned = "returned",
    }
    /// What happens to a round that a failure of power interrupts.
    Interrupted {
        /// It goes on.
        GoesOn = "goes-on",
        /// While no wager has been decided, players may withdraw all of theirs; otherwise it goes
        /// on.
        MayWithdraw = "may-withdraw",
    }
}
