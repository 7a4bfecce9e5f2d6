// Keys that do something. A screen adds its own while it is shown; `?` lists what is there.
import { untrack } from 'svelte';

interface Shortcut {
  key: string;
  words: string;
  run(): void;
}

class Shortcuts {
  private sets = $state.raw<readonly (readonly Shortcut[])[]>([]);
  all = $derived(this.sets.flat());

  /** Adds keys until the returned function is called. */
  add(shortcuts: readonly Shortcut[]): () => void {
    // Adding is done in effects, which must not run again for what others add.
    untrack(() => {
      this.sets = [...this.sets, shortcuts];
    });
    return () => {
      this.sets = this.sets.filter((set) => set !== shortcuts);
    };
  }
}

export const shortcuts = new Shortcuts();

/** Keys belong to a field while one is typed into, and to a dialog while one is open. */
function isTyped({ target, key }: KeyboardEvent): boolean {
  const field = (target as HTMLElement | null)?.closest?.(
    'input, textarea, select, dialog, [contenteditable]',
  );
  // What is ticked or chosen from takes arrows and the space bar, and no letters.
  const isLetter = /^\S$/.test(key);
  return !!field && !(isLetter && field.matches('[type=radio], [type=checkbox]'));
}

/**
 * A key that is held presses once: not what comes under it when a dialog opens or the table has
 * gone on. Words are typed on.
 */
addEventListener(
  'keydown',
  (event) => {
    const isWriting = (event.target as HTMLElement | null)?.matches?.('textarea');
    if (event.repeat && event.key === 'Enter' && !isWriting) event.preventDefault();
  },
  { capture: true },
);

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyped(event)) return;
  if (document.querySelector('dialog[open]')) return;
  const shortcut = shortcuts.all.findLast(
    (each) => each.key === event.key.toLowerCase() || each.key === event.key,
  );
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
});
