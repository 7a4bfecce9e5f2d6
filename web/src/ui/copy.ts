// Text into the clipboard, and what is said of it. Browsers may refuse; then whoever asks can show
// the text instead.
import { toasts } from './toast.svelte';

/** Whether it was copied. */
export async function copy(text: string, done: string, failed: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.add(done, 'good');
    return true;
  } catch {
    toasts.add(failed);
    return false;
  }
}
