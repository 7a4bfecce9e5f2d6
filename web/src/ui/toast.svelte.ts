// Short notices that go away by themselves. Each is announced as well.
import { untrack } from 'svelte';
import { announce } from './announcer.svelte';

interface Toast {
  id: number;
  words: string;
  tone: 'plain' | 'bad' | 'good';
}

const SHOWN_FOR = 6000;
const MOST = 3;

class Toasts {
  list = $state<Toast[]>([]);
  /** Whether a table's layout shows them: it has a place for them, and is in sight. */
  onFelt = $state(false);
  private count = 0;

  add(words: string, tone: Toast['tone'] = 'plain'): void {
    const id = ++this.count;
    untrack(() => {
      this.list = [
        ...this.list.filter((toast) => toast.words !== words),
        { id, words, tone },
      ].slice(-MOST);
    });
    announce(words);
    setTimeout(() => this.remove(id), SHOWN_FOR);
  }

  remove(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
