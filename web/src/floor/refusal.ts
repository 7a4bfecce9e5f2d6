// What the house said no to, in its own words: on the floor they name the deed that is not one's
// own.
import { say, sentence } from '../text/errors';

export function refusal(error: unknown): string {
  const isOwn = error instanceof Error && (error as { code?: string }).code === 'not_allowed';
  return isOwn && error.message !== '' ? sentence(error.message) : say(error);
}
