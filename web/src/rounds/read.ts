// Asks the house to play a written round.
import { ApiError, post } from '../net/http';
import type { NotationFault, RoundPage, RoundQuestion } from '../wire';

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

export const readRound: Reader = async (question) => {
  try {
    return await post<RoundPage>('/api/rounds/read', question);
  } catch (error) {
    throw error instanceof ApiError ? refusal(error) : error;
  }
};

/** Two refusals mean something here: the text is not right, or there is nobody who reads it. */
function refusal(error: ApiError): Error {
  if (error.code === 'notation') {
    const { line, column } = error.body as NotationFault;
    return new Fault(error.message, line, column);
  }
  return error.status === 404 || error.status === 405 ? new NoReader(error.message) : error;
}
