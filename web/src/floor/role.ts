import type { Role } from '../wire';

/** The roles that staff can have. */
export const STAFF_ROLES: readonly Role[] = [
  'dealer',
  'supervisor',
  'gaming_manager',
  'tournament_director',
  'inspector',
  'administrator',
];
