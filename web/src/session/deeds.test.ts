import { expect, it } from 'vitest';
import { menuFor } from '../app/routes';
import type { Deed } from '../wire';
import { hasLog, isOnFloor } from './deeds';

// Some of what docs/roles.md gives to each.
const STAFF: Record<string, { deeds: Deed[]; floor: boolean; log: boolean }> = {
  dealer: { deeds: ['see_private_tables', 'write_incident'], floor: true, log: false },
  supervisor: {
    deeds: ['open', 'void_round', 'write_incident', 'read_incidents'],
    floor: true,
    log: true,
  },
  inspector: {
    deeds: ['read_people', 'read_log', 'verify_log', 'export_log'],
    floor: false,
    log: true,
  },
  administrator: {
    deeds: ['create_staff', 'read_incidents', 'verify_log'],
    floor: true,
    log: true,
  },
  player: { deeds: ['sit', 'lay', 'cash_out'], floor: false, log: false },
  visitor: { deeds: [], floor: false, log: false },
};

it.each(Object.entries(STAFF))(
  'leads a %s where there is something to do',
  (_, { deeds, floor, log }) => {
    const may = (deed: Deed) => deeds.includes(deed);
    expect([isOnFloor(may), hasLog(may)]).toEqual([floor, log]);
    const paths = menuFor(may).map(({ path }) => path);
    expect([paths.includes('/floor'), paths.includes('/log')]).toEqual([floor, log]);
  },
);
