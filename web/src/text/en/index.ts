import { books } from './books';
import { events } from './events';
import { lobby } from './lobby';
import { session } from './session';
import { shell } from './shell';
import { table } from './table';

export const en = { shell, session, lobby, books, table, events };
