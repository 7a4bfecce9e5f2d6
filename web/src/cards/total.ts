// How a total is said and drawn. What cards count, the house says.
import { t } from '../text';
import type { Total } from '../wire';

/**
 * No total that is any good is higher: nobody asks whether it is soft, and what is more is drawn as
 * lost.
 */
const HIGHEST = 21;

export const totalWords = ({ points, kind }: Total): string =>
  t.table.total(points, kind === 'soft' && points < HIGHEST);

/** A Pontoon is another hand than 21. */
export const handWords = (total: Total, isPontoon: boolean): string =>
  isPontoon ? t.table.ending.pontoon : totalWords(total);

export const isBust = ({ points }: Total): boolean => points > HIGHEST;
