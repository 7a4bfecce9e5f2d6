import { books } from './books';
import { cards } from './cards';
import { events } from './events';
import { lobby } from './lobby';
import { session } from './session';
import { shell } from './shell';
import { table } from './table';

export const en = { shell, session, lobby, books, cards, table, events };
