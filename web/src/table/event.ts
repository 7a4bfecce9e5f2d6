// Events in a form that can be switched on.
import { type Named, named } from '../net/named';
import type { RoundWhat, TableEvent, TableWhat } from '../wire';

export const readRound = (what: RoundWhat): Named<RoundWhat> => named(what);

export const readTable = ({ what }: TableEvent): Named<TableWhat> => named(what);
