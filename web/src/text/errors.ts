// What to say of a failure: our words where the code has some, the server's where not.
import { t } from '.';

export function say(error: unknown): string {
  const code = (error as { code?: string } | null)?.code;
  const words = code === undefined ? undefined : t.shell.errors[code];
  if (words) return words;
  const message = error instanceof Error ? error.message : String(error);
  return message === '' ? (t.shell.errors.bug ?? '') : sentence(message);
}

/** The server's messages begin small, end without a full stop, and have what they quote between strokes. */
export function sentence(message: string): string {
  const text = (message.charAt(0).toUpperCase() + message.slice(1)).replaceAll(/`([^`]*)`/g, '“$1”');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
