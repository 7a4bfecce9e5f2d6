import { expect, it } from 'vitest';
import type { Frame, PersonView, TableView } from '../wire';
import { nameOf, withThoseGone } from './people';

const person = (player: number, name: string): PersonView => ({
  player,
  name,
  held: 'free',
  card: false,
  touched: 0,
  future_refused: false,
  marker: null,
  raised: null,
  ready: false,
  leaving: false,
});

it('knows the names of those who went away with this frame, and of those who are there by what they are now', () => {
  const view = (...people: PersonView[]) => ({ people }) as unknown as TableView;
  const frame = { view: view(person(7, 'ann')), events: [] } as unknown as Frame;
  const seen = withThoseGone(frame, view(person(7, 'ann-before'), person(17, 'bob'))).view;
  expect([nameOf(seen, 7), nameOf(seen, 17)]).toEqual(['ann', 'bob']);
  expect(frame.view.people).toHaveLength(1);
  expect(withThoseGone(frame, null)).toEqual(frame);
});
