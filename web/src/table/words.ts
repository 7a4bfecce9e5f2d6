// What happened, in sentences: for the list beside the table and for those who hear it.
import type { Named } from '../net/named';
import { t } from '../text';
import { timeOfDay } from '../text/dates';
import { money } from '../text/money';
import type {
  Clause,
  Cutter,
  Frame,
  PlayerId,
  RoundWhat,
  Sign,
  TableEvent,
  TableView,
  Time,
} from '../wire';
import { readRound, readTable } from './event';
import { nameOf } from './people';
import { box, kindName, roundWords } from './round-words';

export interface Happened {
  words: string;
  clause: Clause;
}

/** What was told when it was laid. */
const LAID: ReadonlySet<Named<RoundWhat>['name']> = new Set(['wager_placed', 'side_placed']);

/** The sentences of a frame; what nobody needs to be told has none. */
export function happened(frame: Frame, players: readonly PlayerId[], pairs: string): Happened[] {
  return sentences(frame.events, new Teller(frame.view, players, pairs, frame.at));
}

/** The sentences of what happened in the round before a frame, for whoever comes to it. */
export function happenedBefore({ view, earlier, at }: Frame, pairs: string): Happened[] {
  const events = earlier.map((event) => ({ what: { round: event }, clause: event.clause }));
  return sentences(events, new Teller(view, [], pairs, at));
}

function sentences(events: readonly TableEvent[], tell: Teller): Happened[] {
  const lines = events.map((event) => ({ words: tell.table(event), clause: event.clause }));
  return lines.filter((line): line is Happened => line.words !== null);
}

const limits = ({ minimum, maximum }: Sign): string =>
  t.table.about.limits(money(minimum), money(maximum));

class Teller {
  private players: readonly PlayerId[];

  constructor(
    private readonly view: TableView,
    players: readonly PlayerId[],
    private readonly pairs: string,
    private readonly now: Time,
  ) {
    this.players = view.round?.players ?? players;
  }

  private name(player: PlayerId): string {
    return nameOf(this.view, player);
  }

  private at(place: number): string {
    return this.name(this.players[place] ?? -1);
  }

  private cutter(by: Cutter): string {
    return typeof by === 'string' ? t.events[by] : this.name(by.player);
  }

  table(event: TableEvent): string | null {
    const e = t.events;
    const seen = readTable(event);
    switch (seen.name) {
      case 'round':
        return this.round(seen.is.what);
      case 'round_began':
        this.players = seen.is.players;
        return e.roundBegan(seen.is.no);
      case 'opened':
        return e.opened;
      case 'closing_announced':
        return seen.is.at === null
          ? e.closingRounds(seen.is.rounds ?? 0)
          : e.closingAt(timeOfDay(seen.is.at));
      case 'closed':
        return e.closed;
      case 'sign_announced':
        return e.signAnnounced(limits(seen.is.sign), timeOfDay(seen.is.from));
      case 'sign_changed':
        return e.signChanged(limits(seen.is.sign));
      case 'marker_placed':
        return e.markerPlaced(this.name(seen.is.player), money(seen.is.minimum));
      case 'marker_removed':
        return e.markerRemoved(this.name(seen.is.player));
      case 'maximum_set':
        return seen.is.maximum === null
          ? e.maximumGone(box(seen.is.box_no))
          : e.maximumSet(box(seen.is.box_no), money(seen.is.maximum));
      case 'limits_raised':
        return seen.is.limits === null
          ? e.limitsGone(this.name(seen.is.player))
          : e.limitsSet(
              this.name(seen.is.player),
              money(seen.is.limits.minimum),
              money(seen.is.limits.maximum),
            );
      case 'reserved':
        return seen.is.player === null
          ? e.unreserved(box(seen.is.box_no))
          : e.reserved(box(seen.is.box_no), this.name(seen.is.player));
      case 'restricted':
        return (seen.is.held === 'free' ? e.unrestricted : e.restricted)(this.name(seen.is.player));
      case 'several_refused':
        return (seen.is.refused ? e.severalRefused : e.severalAllowed)(this.name(seen.is.player));
      case 'arrived':
        return e.arrived(seen.is.name);
      case 'card_found':
        return (seen.is.valid ? e.cardFound : e.noCardFound)(this.name(seen.is.player));
      case 'wagers_touched':
        return e.wagersTouched(this.name(seen.is.player), seen.is.instances);
      case 'future_refused':
        return (seen.is.refused ? e.futureRefused : e.futureTaken)(this.name(seen.is.player));
      case 'departed':
        return e.departed(this.name(seen.is.player));
      case 'seated':
        return e.seated(this.name(seen.is.player), box(seen.is.box_no));
      case 'seat_lost':
        return e.seatLost(this.name(seen.is.player), box(seen.is.box_no), seen.is.why);
      case 'shuffle_ordered':
        return e.shuffleOrdered;
      case 'shuffle_due':
        return e.shuffleDue(seen.is.why);
      case 'shuffled':
        return e.shuffled;
      case 'seed_given':
        return e.seedGiven(this.cutter(seen.is.by));
      case 'cut_offered':
        return e.cutOffered(this.name(seen.is.to));
      case 'cut_refused':
        return e.cutRefused(this.name(seen.is.by));
      case 'supervisor_awaited':
        return e.supervisorAwaited;
      case 'supervisor_missed':
        return e.supervisorMissed;
      case 'cut':
        return e.cut(this.cutter(seen.is.by), seen.is.place);
      case 'cutting_card_placed':
        return e.cuttingCardPlaced(seen.is.from_back);
      case 'cutting_card_aside':
        return e.cuttingCardAside;
      case 'wagers_until':
        // The first wager sets the time, and a last call sets it again: what is told is how long
        // there is.
        return e.wagersUntil(Math.round((seen.is.until - this.now) / 1000));
      case 'laid': {
        const { player, lay } = seen.is;
        if ('wager' in lay)
          return e.laid(this.name(player), money(lay.wager.amount), box(lay.wager.box_no));
        if ('decline_control' in lay)
          return e.controlDeclined(this.name(player), box(lay.decline_control.box_no));
        return e.laidSide(
          this.name(player),
          money(lay.side.amount),
          kindName({ side: lay.side.side }, this.pairs),
          box(lay.side.box_no),
        );
      }
      case 'wagers_withdrawn':
        return e.withdrawn(this.name(seen.is.player), box(seen.is.box_no));
      case 'ready':
        return e.ready(this.name(seen.is.player));
      case 'chosen':
        return seen.is.by === 'clock' ? e.byClock(this.name(seen.is.player)) : null;
      // The round tells it, in the same frame.
      case 'found_absent':
      case 'decision_until':
        return null;
      case 'interrupted':
        return e.interrupted;
      case 'withdrew_from_round':
        return e.withdrew(this.name(seen.is.player));
      case 'resumed':
        return e.resumed;
      case 'round_over':
        return e.roundOver;
      case 'round_void':
        return e.roundVoid(seen.is.why);
    }
  }

  private round(what: RoundWhat): string | null {
    return LAID.has(readRound(what).name)
      ? null
      : roundWords(what, (place) => this.at(place), this.pairs);
  }
}
