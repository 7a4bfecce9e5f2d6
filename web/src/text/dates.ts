import { LANGUAGE, t } from '.';
import { lazily } from './lazily';

const moment = lazily(
  () => new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' }),
);
const clock = lazily(() => new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short' }));

export const dateAndTime = (at: number): string => moment().format(at);
export const timeOfDay = (at: number): string => clock().format(at);

/** `1 h 5 min`, `2 h`, `12 min`. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  return t.shell.span(hours, minutes % 60);
}
