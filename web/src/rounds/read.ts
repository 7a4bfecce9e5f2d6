// Asks the house to play a written round.
import { ApiError } from '../net/http';
import type { RoundPage, RoundQuestion } from '../wire';

/** The text cannot be read or played, and where: no line where it is about what was added to it. */
export class Fault extends Error {
  constructor(
    message: string,
    readonly line: number | null,
    readonly column: number | null,
  ) {
    super(message);
  }
}

/** The server has no such address: it is older than this page. */
export class NoReader extends Error {}

export type Reader = (question: RoundQuestion) => Promise<RoundPage>;

/** Asked apart from other requests, because the refusal says more than theirs: the place of the fault. */
export const readRound: Reader = async (question) => {
  let response: Response;
  try {
    response = await fetch('/api/rounds/read', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
  } catch {
    throw new ApiError(0, 'away', 'the house does not answer');
  }
  if (response.ok) return (await response.json()) as RoundPage;
  throw refusal(response.status, await response.json().catch(() => null));
};

function refusal(status: number, body: unknown): Error {
  const {
    code = status >= 500 ? 'away' : 'form',
    error = '',
    line = null,
    column = null,
  } = (body ?? {}) as {
    code?: string;
    error?: string;
    line?: number | null;
    column?: number | null;
  };
  if (code === 'notation') return new Fault(error, line, column);
  if (status === 404 || status === 405) return new NoReader(error);
  return new ApiError(status, code, error);
}
