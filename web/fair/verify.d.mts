// The types of verify.mjs, which is plain JavaScript so that it runs as it is in a browser and in Node.
import type { DeviceRecord, ShoeRecord } from '../src/wire';

/** A file that is no record, with the place in it. */
export class NoRecord extends Error {}

export interface Check {
  check: string;
  outcome: 'ok' | 'FAILED' | 'INCIDENT' | 'not made';
  text: string;
}

export interface Report {
  verdict: 'holds' | 'incident' | 'failed';
  head: string;
  checks: Check[];
  end: string;
}

export interface Known {
  /** The house's key, 64 hexadecimal digits. */
  key?: string;
  /** How many cards from either end a cut must be. */
  cutEdge?: number;
}

export function parse(json: string): ShoeRecord | DeviceRecord;
export function verify(record: ShoeRecord | DeviceRecord, known?: Known): Promise<Report>;
export function verifyCard(record: ShoeRecord, nth: number, known?: Known): Promise<Report>;
export function lines(report: Report): string[];
