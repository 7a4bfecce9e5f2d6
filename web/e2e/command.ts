// What the program says on the command line, to compare the page with: the same program, asked
// another way.
import { execFileSync } from 'node:child_process';

/** The JSON that a command prints. */
export function said<T>(...command: string[]): T {
  const binary = process.env.PONTOON_BIN;
  if (!binary) throw new Error('PONTOON_BIN names no program');
  return JSON.parse(execFileSync(binary, [...command, '--json'], { encoding: 'utf8' })) as T;
}

/** `12.34%`, `−0.50%`: what rounds to nothing has no sign. */
export function percent(share: number, digits: number): string {
  const text = `${(share * 100).toFixed(digits)}%`;
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '');
}

export const signed = (share: number, digits: number): string =>
  `${share > 0 && /[1-9]/.test(percent(share, digits)) ? '+' : ''}${percent(share, digits)}`;

/** Cents that need not be whole: `$1.03`, `$25`, `less than $0.01`. */
export function money(cents: number): string {
  if (cents > 0 && cents < 0.5) return 'less than $0.01';
  const whole = Math.round(cents);
  return `$${whole % 100 === 0 ? whole / 100 : (whole / 100).toFixed(2)}`;
}

/** What is won or lost: `+$1.03`, `−$0.50`; what is less than a cent has no sign. */
export function net(cents: number): string {
  const sign = Math.abs(cents) < 0.5 ? '' : cents < 0 ? '−' : '+';
  return `${sign}${money(Math.abs(cents))}`;
}
