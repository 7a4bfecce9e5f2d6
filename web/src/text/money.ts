// Amounts are whole cents everywhere; they become words here and typed words become amounts here.
import { LANGUAGE } from '.';
import { lazily } from './lazily';

const format = (digits: number) =>
  new Intl.NumberFormat(LANGUAGE, {
    style: 'currency',
    currency: 'AUD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const whole = lazily(() => format(0));
const cents = lazily(() => format(2));

/** `$25`, `$12.50`. */
export function money(amount: number): string {
  return (amount % 100 === 0 ? whole : cents)()
    .format(amount / 100)
    .replace('-', '−');
}

/** `+$25`, `−$12.50`, `$0`: what was won or lost. */
export function net(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

/** What somebody typed, in cents; null where it is no amount of money. A comma stands between thousands and nowhere else. */
export function parseMoney(text: string): number | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(' ', '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null;
  const [dollars = '0', rest = ''] = plain.replaceAll(',', '').split('.');
  return Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}
