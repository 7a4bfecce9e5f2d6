// The drills, in the order in which they are offered. The house deals all of them but one: hands
// that went wrong are asked for again by their seeds.
import type { Drill } from '../wire';

export const MISSED = 'missed';
export type Practised = Drill | typeof MISSED;
export const DRILLS: readonly Practised[] = ['any', 'pairs', 'soft', 'special', 'forfeit', MISSED];
