// The stand-alone verifier, asked. The page adds nothing to what it finds; only where it cannot be
// asked it says why.
import {
  type Known,
  NoRecord,
  parse,
  type Report,
  verify,
  verifyCard,
} from '../../fair/verify.mjs';
import { fair } from '../text/en/fair';
import type { DeviceRecord, ShoeRecord } from '../wire';

export type Answer =
  | { record: ShoeRecord | DeviceRecord; report: Report }
  | { fault: string; isRecord: boolean };

/** Checks a record, given as text. */
export async function check(text: string, known: Known): Promise<Answer> {
  try {
    const record = parse(text);
    return { record, report: await withCrypto(() => verify(record, known)) };
  } catch (error) {
    if (error instanceof NoRecord) return { fault: error.message, isRecord: false };
    if (error instanceof NotHere) return { fault: error.message, isRecord: true };
    throw error;
  }
}

/** Checks one card of a shoe that `check` has read. */
export const checkCard = (record: ShoeRecord, nth: number, known: Known): Promise<Report> =>
  withCrypto(() => verifyCard(record, nth, known));

export const isShoe = (record: ShoeRecord | DeviceRecord): record is ShoeRecord =>
  record.format === 'pontoon-shoe-1';

/** Nothing can be checked in this browser, or by this address. */
class NotHere extends Error {}

async function withCrypto<T>(ask: () => Promise<T>): Promise<T> {
  // Browsers have digests and signatures only for pages that nobody could alter on the way.
  if (globalThis.crypto?.subtle === undefined) throw new NotHere(fair.noCrypto);
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError')
      throw new NotHere(fair.noSignatures);
    throw error;
  }
}
