// Events in a form that can be switched on: the name, and what it says.
import type { RoundWhat, TableEvent, TableWhat } from '../wire';

/** The variants of an enum of Rust, which is a bare word or an object with one field. A bare word says nothing more. */
export type Named<What> = What extends string
  ? { name: What; is: null }
  : { [Name in keyof What]: { name: Name; is: What[Name] } }[keyof What];

function named<What extends string | object>(what: What): Named<What> {
  const [name, is] = typeof what === 'string' ? [what, null] : (Object.entries(what)[0] ?? ['', null]);
  return { name, is } as Named<What>;
}

export const readRound = (what: RoundWhat): Named<RoundWhat> => named(what);

export const readTable = ({ what }: TableEvent): Named<TableWhat> => named(what);
