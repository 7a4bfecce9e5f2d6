// Progress in the browser's own store, by book. Where there is none, it lasts as long as the page.
import { NOTHING, type Progress, read } from './progress';

const key = (book: string): string => `pontoon.trainer.${book}`;

export function load(book: string): Progress {
  try {
    return read(localStorage.getItem(key(book)));
  } catch {
    return NOTHING;
  }
}

/** Whether it could be kept. */
export function keep(book: string, progress: Progress): boolean {
  try {
    if (progress === NOTHING) localStorage.removeItem(key(book));
    else localStorage.setItem(key(book), JSON.stringify(progress));
    return true;
  } catch {
    return false;
  }
}
