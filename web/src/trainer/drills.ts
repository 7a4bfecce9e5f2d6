// The drills, in the order in which they are offered.
import type { Drill } from '../wire';

export const DRILLS: readonly Drill[] = ['any', 'pairs', 'soft', 'special', 'forfeit'];
