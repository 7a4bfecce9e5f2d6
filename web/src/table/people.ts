// Who is who at a table.
import type { PersonView, PlayerId, TableView } from '../wire';

/** Names that begin so are the house's own players. */
const HOUSE_PLAYER = 'house-';

export const isHousePlayer = (person: { name: string }): boolean => person.name.startsWith(HOUSE_PLAYER);

export function personOf(view: TableView, player: PlayerId): PersonView | undefined {
  return view.people.find((person) => person.player === player);
}

export const nameOf = (view: TableView, player: PlayerId): string => personOf(view, player)?.name ?? `#${player}`;
