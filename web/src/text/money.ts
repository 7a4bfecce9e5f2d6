// Amounts are whole cents everywhere; they become words here and typed words become amounts here.

/**
 * `$25`, `$12.50`. Written here: to make the browser's own format ready would hold up the first
 * picture of a table.
 */
export function money(amount: number): string {
  const cents = Math.abs(amount);
  const dollars = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = cents % 100 === 0 ? '' : `.${String(cents % 100).padStart(2, '0')}`;
  return `${amount < 0 ? '−' : ''}$${dollars}${rest}`;
}

/** `+$25`, `−$12.50`, `$0`: what was won or lost. */
export function net(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

/**
 * A sentence as it is drawn: at the end of a line no minus leaves its amount, by the joiner that
 * Unicode has for that.
 */
export const unbroken = (words: string): string => words.replaceAll('−$', '−\u2060$$');

/**
 * What somebody typed, in cents; null where it is no amount of money. A comma or a space stands
 * between thousands and nowhere else.
 */
export function parseMoney(text: string): number | null {
  const plain = text.trim().replace(/^\$\s*/, '');
  if (!/^(\d{1,9}|\d{1,3}([, \u00a0]\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null;
  const [dollars = '0', rest = ''] = plain.replaceAll(/[, \u00a0]/g, '').split('.');
  return Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}
