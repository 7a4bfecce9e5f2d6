// What to say of a failure: our words where the code has some, the server's where not.
import type { ErrorDetail } from '../wire';
import { t } from '.';
import { detailWords } from './detail';

export function say(error: unknown): string {
  const { code, message, detail } = error as {
    code?: unknown;
    message: string;
    detail?: ErrorDetail | null;
  };
  if (detail) return detailWords(detail);
  // An error without a code is of the page, which found something else than it may expect: its
  // words are for programmers.
  const words = t.shell.errors[typeof code === 'string' ? code : 'unread'];
  if (words) return words;
  return message === '' ? (t.shell.errors.bug ?? '') : sentence(message);
}

/**
 * The server's messages begin small, end without a full stop, and have what they quote between
 * strokes.
 */
export function sentence(message: string): string {
  const text = (message.charAt(0).toUpperCase() + message.slice(1)).replaceAll(
    /`([^`]*)`/g,
    '“$1”',
  );
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
