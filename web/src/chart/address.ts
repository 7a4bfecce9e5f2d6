// What a screen shows, in the address behind the path: it can be shared, and it is there again
// after the page is loaded anew.
// What an address says wrongly is told of once.
import { address as words } from '../text/en/address';
import { toasts } from '../ui/toast.svelte';

/** Nobody reads a longer part, nor more of them in passing. */
const LONGEST = 40;
const MOST = 5;

export const asked = (): URLSearchParams => new URLSearchParams(location.search);

export function tell(params: URLSearchParams): void {
  const text = params.toString();
  const path = text === '' ? location.pathname : `${location.pathname}?${text}`;
  if (path !== location.pathname + location.search) history.replaceState(history.state, '', path);
}

/** That a part cannot be used, and what is used instead; without that, it is left out. */
export function wrong(name: string, value: string, used: string | null = null): string {
  const whole = `${name}=${value}`;
  const part = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
  return used === null ? words.left(part) : words.instead(part, used);
}

export function tellWrong(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const rest = faults.length - MOST;
  toasts.add([...faults.slice(0, MOST), ...(rest > 0 ? [words.more(rest)] : [])].join(' '), 'bad');
}
