// Who is who at a table.
import type { Frame, PersonView, PlayerId, TableView } from '../wire';

/** Names that begin so are the house's own players. */
const HOUSE_PLAYER = 'house-';

export const isHousePlayer = (person: { name: string }): boolean =>
  person.name.startsWith(HOUSE_PLAYER);

/**
 * A name where a mark beside it says whose player it is: what tells one from another has the room.
 */
export const nameByMark = (person: { name: string }): string =>
  isHousePlayer(person) ? person.name.slice(HOUSE_PLAYER.length) : person.name;

export function personOf(view: TableView, player: PlayerId): PersonView | undefined {
  return view.people.find((person) => person.player === player);
}

export const nameOf = (view: TableView, player: PlayerId): string =>
  personOf(view, player)?.name ?? `#${player}`;

/**
 * A frame that also knows those who were there before it and are not any more: what happened names
 * them still.
 */
export function withThoseGone(frame: Frame, before: TableView | null): Frame {
  const { people } = frame.view;
  const gone =
    before?.people.filter(({ player }) => !people.some((person) => person.player === player)) ?? [];
  return { ...frame, view: { ...frame.view, people: [...people, ...gone] } };
}
