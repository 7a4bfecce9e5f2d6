// Settings of several books side by side.
import type { BookPage } from '../wire';

export interface Row {
  key: string;
  words: string;
  /** For each book, in their order: its value and the clause that fixes it. */
  cells: { value: string; clause: string }[];
  /** Whether the books have different values. */
  differs: boolean;
}

export function sideBySide(pages: readonly BookPage[]): Row[] {
  return (pages[0]?.settings ?? []).map(({ key, words }) => {
    const cells = pages.map((page) => {
      const found = page.settings.find((setting) => setting.key === key);
      return { value: found?.value ?? '', clause: found?.clause ?? 'not stated' };
    });
    return { key, words, cells, differs: new Set(cells.map(({ value }) => value)).size > 1 };
  });
}

export function fits({ key, words, cells }: Row, query: string): boolean {
  const text = `${key} ${words} ${cells.map(({ value }) => value).join(' ')}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
