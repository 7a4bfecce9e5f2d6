// What one may do now, as buttons. Everything comes from `can`; nothing is added and nothing is
// left out.
import { DECLINE, KEYS } from '../chart/keys';
import { t } from '../text';
import type { Can, Choice, Command, HandRef, Money, PlayerId } from '../wire';

export interface Action {
  key: string;
  label: string;
  /** Where it acts; null where on no box. */
  at: HandRef | null;
  clause: string;
  /** The free amount, where there is one: `most` unless told. */
  amount: { least: Money; most: Money } | null;
  command(amount: Money | null): Command;
  shortcut: string | null;
  /** Playing on is what one is here for; neither answer to a question is urged. */
  look: 'main' | 'plain';
}

const SHORTCUTS: Record<string, string> = {
  ...KEYS,
  no_surrender: DECLINE,
  insure: 'i',
  no_insurance: DECLINE,
  no_more_insurance: DECLINE,
  no_forfeit: DECLINE,
  no_double: DECLINE,
  stay_on_first: DECLINE,
  press: 'j',
};

/** The choices of a round; laying, sitting and cutting have places of their own. */
export function actions(can: readonly Can[], name: (place: number) => string): Action[] {
  return can.flatMap((each) => {
    const { what, least, clause } = each;
    if (what === 'withdraw_from_round')
      return [plain('withdraw_from_round', t.table.act.withdraw_from_round, clause)];
    if (typeof what === 'string' || !('choose' in what)) return [];
    return [choice(what.choose.choice, least, clause, name)];
  });
}

function plain(command: 'withdraw_from_round', label: string, clause: string): Action {
  return {
    key: command,
    label,
    at: null,
    clause,
    amount: null,
    command: () => command,
    shortcut: null,
    look: 'plain',
  };
}

/** What is done with a hand that is played, and nothing that ends or insures it. */
const PLAYS: ReadonlySet<string> = new Set(['stand', 'draw', 'double', 'split', 'press']);

interface Fields {
  box_no?: number;
  hand?: HandRef;
  amount?: Money;
  of?: number;
  nominee?: number;
}

function read(chosen: Choice): [string, Fields] {
  return (typeof chosen === 'string' ? [chosen, {}] : Object.entries(chosen)[0]) as [
    string,
    Fields,
  ];
}

/** As the button for it is called, without an amount. */
export const choiceName = (chosen: Choice, name: (place: number) => string): string =>
  label(...read(chosen), name);

function choice(
  chosen: Choice,
  least: Money | null,
  clause: string,
  name: (place: number) => string,
): Action {
  const [kind, is] = read(chosen);
  const at = is.hand ?? (is.box_no === undefined ? null : { box_no: is.box_no, hand: 0 });
  const most = is.amount;
  return {
    key: JSON.stringify([kind, at, is.of, is.nominee]),
    label: label(kind, is, name),
    at,
    clause,
    amount: most === undefined ? null : { least: least ?? most, most },
    command: (amount) => ({
      choose: { choice: amount === null ? chosen : ({ [kind]: { ...is, amount } } as Choice) },
    }),
    shortcut: SHORTCUTS[kind] ?? null,
    look: PLAYS.has(kind) ? 'main' : 'plain',
  };
}

function label(kind: string, { of, nominee }: Fields, name: (place: number) => string): string {
  const words = t.table.act;
  if (kind === 'take_insurance') return words.take_insurance(name(of ?? -1));
  if (kind === 'nominate') return words.nominate(name(nominee ?? -1));
  const known = words[kind as keyof typeof words];
  return typeof known === 'string' ? known : kind.replaceAll('_', ' ');
}

/** What a key means now: where several hands are asked at once, the first of them. */
export const actionOf = (offered: readonly Action[], key: string): Action | undefined =>
  offered.find((action) => action.shortcut === key);

/** The hand that an action is about. */
export const placeOf = ({ at }: Action): string => (at ? `${at.box_no} ${at.hand}` : '');

/**
 * Where the same is asked of several hands and of nothing else, what declines it for each of them.
 */
export function declinedTogether(offered: readonly Action[]): Action[] {
  const found = offered.filter(({ shortcut }) => shortcut === DECLINE);
  const places = new Set(offered.map(placeOf));
  const isSame = new Set(found.map(({ label }) => label)).size === 1;
  return places.size > 1 && found.length === places.size && isSame ? found : [];
}

/** Every key of a decision and what it does, whether it is offered now or not. */
export function decisionKeys(): { key: string; words: string }[] {
  const keys = new Map<string, string>();
  for (const [kind, key] of Object.entries(SHORTCUTS)) {
    keys.set(key, key === DECLINE ? t.table.keys.no : label(kind, {}, () => ''));
  }
  return [...keys].map(([key, words]) => ({ key, words }));
}

/** The names of those who are waited for, the viewer first. */
export function waitingWords(
  waiting: readonly PlayerId[],
  me: PlayerId | null,
  name: (player: PlayerId) => string,
): string {
  if (me !== null && waiting.includes(me)) return t.table.waitingYou;
  return waiting.length === 0 ? '' : t.table.waitingFor(waiting.map(name).join(', '));
}
