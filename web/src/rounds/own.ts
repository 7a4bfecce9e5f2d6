// Whose a round is: whoever looks at a round of their own is called as at the table.
import { t } from '../text';
import type { PlayerId, RoundRecord } from '../wire';

/** The name that somebody has in a round the house keeps; nothing where they had no wager in it. */
export const ownName = ({ wagers }: RoundRecord, person: PlayerId | null): string | null =>
  wagers.find(({ player }) => player === person)?.name ?? null;

/** What those in a round are called where it is their own under this name. */
export const callerOf =
  (own: string | null) =>
  (name: string): string =>
    name === own ? t.table.you : name;
