// What is shown to whom. The server has the last word on every deed; this spares people buttons that it would refuse.
import type { Role } from '../wire';

const SUPERVISORS: readonly Role[] = ['supervisor', 'gaming_manager'];
const MANAGER: readonly Role[] = ['gaming_manager'];
const ADMINISTRATOR: readonly Role[] = ['administrator'];

/** Deeds by the words of `docs/roles.md`, with the staff who may do them. */
export const DEEDS = {
  'open a table': SUPERVISORS,
  'announce that a table closes': SUPERVISORS,
  'close a table': SUPERVISORS,
  'change the sign at a table': SUPERVISORS,
  'give a box a maximum of its own': SUPERVISORS,
  'reserve a box': SUPERVISORS,
  'hold a player who sat out to the minimum': SUPERVISORS,
  'restrict a player by order, or lift a restriction': MANAGER,
  'refuse a wager before the first card': SUPERVISORS,
  'take a seat from a player who lets rounds pass': SUPERVISORS,
  'have the cards shuffled': SUPERVISORS,
  'refuse a player several boxes, or allow them again': SUPERVISORS,
  'declare a round void': SUPERVISORS,
  'found a table': MANAGER,
  'open an account for staff': ADMINISTRATOR,
  'give staff a role': ADMINISTRATOR,
  'lock an account': ['gaming_manager', 'administrator'],
  'unlock an account': ADMINISTRATOR,
  'give somebody a new password': ADMINISTRATOR,
  'credit a player': MANAGER,
  'correct a balance': MANAGER,
  'note an incident': ['dealer', 'supervisor', 'gaming_manager', 'tournament_director'],
  'read the incidents': ['supervisor', 'gaming_manager', 'tournament_director', 'inspector', 'administrator'],
  'read the accounts of others': ['supervisor', 'gaming_manager', 'inspector', 'administrator'],
  'read balances, floats and movements of money': ['gaming_manager', 'inspector'],
  'read the log': ['gaming_manager', 'inspector'],
  'verify the log': ['gaming_manager', 'inspector', 'administrator'],
  'export the log': ['inspector'],
} as const satisfies Record<string, readonly Role[]>;

export type Deed = keyof typeof DEEDS;

export const may = (roles: readonly string[], deed: Deed): boolean =>
  (DEEDS[deed] as readonly string[]).some((role) => roles.includes(role));

/** The parts of the log, with what is done there. */
export const LOG_PARTS = {
  entries: 'read the log',
  verify: 'verify the log',
  export: 'export the log',
  incidents: 'read the incidents',
} as const satisfies Record<string, Deed>;
export const hasLog = (roles: readonly string[]): boolean => Object.values(LOG_PARTS).some((deed) => may(roles, deed));

/** Who works on the floor. */
export const FLOOR: readonly Role[] = [
  'dealer',
  'supervisor',
  'gaming_manager',
  'tournament_director',
  'administrator',
];
export const isOnFloor = (roles: readonly string[]): boolean => FLOOR.some((role) => roles.includes(role));
