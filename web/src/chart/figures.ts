// Shares of a wager as words. They are no money until a wager makes them so.
import { LANGUAGE } from '../text';
import { lazily } from '../text/lazily';
import { money, net } from '../text/money';

const formats = new Map<number, Intl.NumberFormat>();

/** To make a format takes a browser longer than to use it a hundred times. */
function inPercent(digits: number): Intl.NumberFormat {
  const known = formats.get(digits);
  if (known) return known;
  const format = new Intl.NumberFormat(LANGUAGE, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(digits, format);
  return format;
}

/** `0.404%`, with a real minus sign. */
export function percent(share: number, digits = 3): string {
  const text = inPercent(digits).format(share);
  // What rounds to nothing has no sign.
  return (/[1-9]/.test(text) ? text : text.replace('-', '')).replace('-', '−');
}

/** `+0.404%`, `−0.404%`. */
export function signed(share: number, digits = 3): string {
  const text = percent(share, digits);
  return share > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

const twoDigits = lazily(
  () =>
    new Intl.NumberFormat(LANGUAGE, {
      style: 'percent',
      maximumSignificantDigits: 2,
      roundingMode: 'ceil',
    }),
);

/** By how much a figure may be wrong, rounded up: `0.000069%`. However small, it says something. */
export const within = (share: number): string => twoDigits().format(share);

/** What a share of a wager comes to, in cents. */
export const centsOf = (share: number, wager: number): number => share * wager;

/** Cents that need not be whole: `$1.03`, or the words for less than one. */
export function about(cents: number, under: (least: string) => string): string {
  return cents > 0 && cents < 0.5 ? under(money(1)) : money(Math.round(cents));
}

/** The same of what is won or lost: `+$1.03`, `−$1.03`. What is less than a cent has no sign. */
export function signedAbout(cents: number, under: (least: string) => string): string {
  return Math.abs(cents) < 0.5 ? about(Math.abs(cents), under) : net(Math.round(cents));
}

const counts = lazily(() => new Intl.NumberFormat(LANGUAGE));
export const whole = (count: number): string => counts().format(count);
