// A sign between the fields of a form and what the house takes.
import { parseMoney } from '../text/money';
import type { Sign } from '../wire';
import { words } from './words';

interface SignFields {
  minimum: string;
  maximum: string;
  chip: string;
  multiples: boolean;
  pairs: boolean;
  pairsLeast: string;
  pairsMost: string;
  compulsory: boolean;
  pandemonium: boolean;
  pandemoniumLeast: string;
  pandemoniumMost: string;
  bettors: string;
}
export type SignFaults = Partial<Record<keyof SignFields, string>>;

const dollars = (cents: number): string => String(cents / 100);

export function fieldsOf(sign: Sign): SignFields {
  return {
    minimum: dollars(sign.minimum),
    maximum: dollars(sign.maximum),
    chip: dollars(sign.chip),
    multiples: sign.multiples,
    pairs: sign.pairs !== null,
    pairsLeast: sign.pairs ? dollars(sign.pairs[0]) : '',
    pairsMost: sign.pairs ? dollars(sign.pairs[1]) : '',
    compulsory: sign.pairs_compulsory,
    pandemonium: sign.pandemonium !== null,
    pandemoniumLeast: sign.pandemonium ? dollars(sign.pandemonium[0]) : '',
    pandemoniumMost: sign.pandemonium ? dollars(sign.pandemonium[1]) : '',
    bettors: sign.bettors === null ? '' : String(sign.bettors),
  };
}

/**
 * The sign that the fields ask for, or what is wrong with them. Whether the book allows it is the
 * house's to say.
 */
export function signOf(fields: SignFields): Sign | { faults: SignFaults } {
  const faults: SignFaults = {};
  const amount = (name: keyof SignFields): number => {
    const cents = parseMoney(String(fields[name]));
    if (cents === null) faults[name] = words.badMoney;
    return cents ?? 0;
  };
  const range = (least: keyof SignFields, most: keyof SignFields): [number, number] => {
    const both: [number, number] = [amount(least), amount(most)];
    if (!faults[least] && !faults[most] && both[1] < both[0]) faults[most] = words.sign.order;
    return both;
  };
  const [minimum, maximum] = range('minimum', 'maximum');
  const bettors = fields.bettors.trim();
  if (bettors !== '' && !/^\d{1,2}$/.test(bettors)) faults.bettors = words.badNumber;
  const sign: Sign = {
    minimum,
    maximum,
    chip: amount('chip'),
    multiples: fields.multiples,
    pairs: fields.pairs ? range('pairsLeast', 'pairsMost') : null,
    pairs_compulsory: fields.pairs && fields.compulsory,
    pandemonium: fields.pandemonium ? range('pandemoniumLeast', 'pandemoniumMost') : null,
    bettors: bettors === '' ? null : Number(bettors),
  };
  return Object.keys(faults).length > 0 ? { faults } : sign;
}

/** An amount that may be below nothing, in cents. */
export function parseNet(text: string): number | null {
  const plain = text.trim();
  const isTaken = /^[-−]/.test(plain);
  const cents = parseMoney(plain.replace(/^[-−+]\s*/, ''));
  if (cents === null || cents === 0) return null;
  return isTaken ? -cents : cents;
}
