// What the house lets somebody do, and what is shown to them for it. The house has the last word on
// every deed; this spares people what it would refuse.
import type { Deed } from '../wire';

export type May = (deed: Deed) => boolean;

/** The parts of the log, with what is done there. */
export const LOG_PARTS = {
  entries: 'read_log',
  verify: 'verify_log',
  export: 'export_log',
  incidents: 'read_incidents',
} as const satisfies Record<string, Deed>;
export const hasLog = (may: May): boolean => Object.values(LOG_PARTS).some(may);

/** Whoever works on the floor writes down what happens there, or admits others to it. */
export const isOnFloor = (may: May): boolean => may('write_incident') || may('create_staff');
