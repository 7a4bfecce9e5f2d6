// What happened in a round of play, in sentences: at its table, in the log and in its replay.
import { cardName } from '../cards/card';
import { t } from '../text';
import { money, net } from '../text/money';
import type { BoxNo, HandRef, RoundWhat, WagerKind } from '../wire';
import { readRound } from './event';

export function kindName(kind: WagerKind, pairs: string): string {
  if (typeof kind === 'string') return t.table.kind[kind];
  return kind.side === 'pairs' ? pairs : t.table.side.pandemonium;
}

export const box = (no: BoxNo): string => t.table.box(no);
const hand = ({ box_no, hand: place }: HandRef): string =>
  t.table.hand(box_no, place + 1, place > 0);

/**
 * One sentence; what nobody needs to be told has none. Players are told by their places in the
 * round.
 */
export function roundWords(
  what: RoundWhat,
  at: (place: number) => string,
  pairs: string,
): string | null {
  const e = t.events;
  const seen = readRound(what);
  switch (seen.name) {
    case 'wager_placed':
      return e.laid(at(seen.is.player), money(seen.is.amount), box(seen.is.box_no));
    case 'side_placed': {
      const side = kindName({ side: seen.is.side }, pairs);
      return e.laidSide(at(seen.is.player), money(seen.is.amount), side, box(seen.is.box_no));
    }
    case 'wager_moved':
    case 'claims_ended':
    case 'withdrawn':
      return null;
    case 'below_minimum':
      return e.belowMinimum(at(seen.is.player));
    case 'above_maximum':
      return e.aboveMaximum(at(seen.is.player), money(seen.is.counted));
    case 'control_declined':
      return e.controlDeclined(at(seen.is.player), box(seen.is.box_no));
    case 'control_given':
      return e.control(at(seen.is.player), box(seen.is.box_no));
    case 'began':
      return e.began[seen.is] ?? null;
    case 'burned':
      return e.burned;
    case 'cutting_card_seen':
    case 'cutting_card_first':
      return e.cuttingCard;
    case 'joker_replaced':
      return e.joker;
    case 'rack_shuffled':
      return e.rackShuffled;
    case 'rack_returned':
      return e.rackReturned;
    case 'dealt':
      return e.dealt(
        cardName(seen.is.card),
        seen.is.to === 'dealer' ? e.toDealer : hand(seen.is.to.hand),
      );
    case 'exposed':
      return e.exposed(box(seen.is.box_no));
    case 'insurance_taken':
      return e.insured(at(seen.is.by), box(seen.is.box_no), money(seen.is.amount));
    case 'insurance_declined':
      return e.notInsured(at(seen.is.player), box(seen.is.box_no));
    case 'insurance_claimed':
      return e.claimed(at(seen.is.by), box(seen.is.box_no));
    case 'claim_refused':
      return e.claimRefused(at(seen.is.by), box(seen.is.box_no));
    case 'pressed':
      return e.pressed(at(seen.is.by));
    case 'multiplier_shown':
      return e.multiplier(seen.is.multiplier);
    case 'surrendered':
      return e.surrendered(at(seen.is.player), hand(seen.is.hand));
    case 'surrender_declined':
      return e.notSurrendered(at(seen.is.player), hand(seen.is.hand));
    case 'absent':
      return e.absent(at(seen.is.player), box(seen.is.box_no));
    case 'card_asked':
      return seen.is.by === null
        ? e.drawnAbsent(hand(seen.is.hand))
        : e.drawn(at(seen.is.by), hand(seen.is.hand));
    case 'doubled':
      return e.doubled(at(seen.is.player), hand(seen.is.hand), money(seen.is.amount));
    case 'double_declined':
      return e.notDoubled(at(seen.is.player), hand(seen.is.hand));
    case 'split_matched':
      return e.matched(at(seen.is.player), hand(seen.is.hand));
    case 'stayed_on_first':
      return e.stayed(at(seen.is.player), hand(seen.is.hand));
    case 'hand_split':
      return e.split(hand(seen.is.hand));
    case 'forfeited':
      return e.forfeited(at(seen.is.player), hand(seen.is.hand));
    case 'forfeit_declined':
      return e.notForfeited(at(seen.is.player), hand(seen.is.hand));
    case 'hand_ended':
      return e.ended(hand(seen.is.hand), seen.is.how);
    case 'super_bonus_won':
      return e.superBonus(hand(seen.is.hand));
    case 'settled': {
      const { player, kind, box_no, hand: place, outcome } = seen.is;
      const where = place === null ? box(box_no) : hand({ box_no, hand: place });
      return e.settled(
        at(player),
        kindName(kind, pairs),
        where,
        t.table.outcome[outcome],
        net(seen.is.net),
      );
    }
  }
}
