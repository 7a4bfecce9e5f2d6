import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEEDS, may } from './may';

/** The table of the house's page on roles: by deed, the staff who may. */
function page(): Map<string, string[]> {
  const text = readFileSync(new URL('../../../docs/roles.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = '', , ...body] = rows;
  const names = cells(head).map((name) => name.replaceAll(' ', '_'));
  return new Map(
    body.map((row) => {
      const [deed = '', ...marks] = cells(row);
      const staff = names.slice(1).filter((_, no) => marks[no] === 'yes');
      return [deed, staff.filter((name) => !['software', 'visitor', 'guest', 'player'].includes(name))];
    }),
  );
}

describe('what is shown to whom', () => {
  const told = page();
  it.each(Object.entries(DEEDS))('%s: as the page on roles says', (deed, roles) => {
    expect([...roles].sort()).toEqual(told.get(deed)?.sort());
  });

  it('asks for one role that may', () => {
    expect(may(['dealer', 'supervisor'], 'declare a round void')).toBe(true);
    expect(may(['dealer'], 'declare a round void')).toBe(false);
    expect(may([], 'read the log')).toBe(false);
  });
});
