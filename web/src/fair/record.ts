// The records of a house's own tables, as it publishes them.
import { ApiError, get } from '../net/http';
import { withKey } from '../net/keys';
import { readRound } from '../rounds/read';
import { fair } from '../text/en/fair';
import type { Card, RoundRecord, ShoeRecord, TableView } from '../wire';
import { cardsOn } from './run';
import { type Sight, sightOf } from './seen';

interface Published {
  shoe: number;
  text: string;
  /** Where it can be had. */
  path: string;
  isPresent: boolean;
  sight: Sight | null;
  ofRound: Card[] | null;
}

/** There is no such record, and why. */
export class Missing extends Error {}

/** The shoe of this number, or the one that is being dealt. */
export async function shoeOf(table: string, shoe: string | null): Promise<Published> {
  const at = `/api/tables/${encodeURIComponent(table)}`;
  if (shoe !== null) {
    const path = withKey(`${at}/shoes/${encodeURIComponent(shoe)}`, table);
    const record = await found<ShoeRecord>(path);
    if (record) return published(table, Number(shoe), path, record, false);
  }
  const view = await found<TableView>(withKey(at, table));
  if (!view) throw new Missing(fair.missing.table);
  if (shoe !== null && view.shoe.no !== Number(shoe)) throw new Missing(fair.missing.words);
  if (view.shoe.dealing === 'device') throw new Missing(fair.missing.device);
  const path = withKey(`${at}/shoe`, table);
  const record = await found<ShoeRecord>(path);
  if (!record) throw new Missing(fair.missing.none);
  // A shuffle between the two answers would give one shoe's number to the record of the next.
  const after = await found<TableView>(withKey(at, table));
  if (after && after.shoe.no !== view.shoe.no) return shoeOf(table, shoe);
  return published(table, view.shoe.no, path, record, true);
}

/** The shoe of a round that is over, with the cards that were the round's. */
export async function shoeOfRound(table: string, no: string): Promise<Published> {
  const at = `/api/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(no)}`;
  const round = await found<RoundRecord>(withKey(at, table));
  if (!round) throw new Missing(fair.missing.round);
  const [shoe, page] = await Promise.all([
    shoeOf(table, String(round.shoe)),
    readRound({ text: round.text, values: false }),
  ]);
  const last = page.steps.at(-1);
  return { ...shoe, ofRound: last ? cardsOn(last.view) : [] };
}

function published(
  table: string,
  shoe: number,
  path: string,
  record: ShoeRecord,
  isPresent: boolean,
): Published {
  const sight = sightOf(Number(table), shoe);
  return { shoe, text: JSON.stringify(record), path, isPresent, sight, ofRound: null };
}

/** What is at this address; null where nothing is, or where it is no address at all. */
async function found<T>(path: string): Promise<T | null> {
  try {
    return await get<T>(path);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
