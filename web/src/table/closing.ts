// When a table closes, for those who are there.
import { t } from '../text';
import { timeOfDay } from '../text/dates';
import type { Openness } from '../wire';

/** How many rounds are left or until when there are any; null where nothing was announced. */
export function closingWords(open: Openness): string | null {
  if (typeof open === 'string') return null;
  return 'until' in open
    ? t.table.closing.until(timeOfDay(open.until))
    : t.table.closing.rounds(open.rounds);
}
