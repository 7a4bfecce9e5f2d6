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

export type Reader = (question: RoundQuestion) => Promise<RoundPage>;

export const readRound: Reader = async (question) => {
  try {
    return await post<RoundPage>('/api/rounds/read', question);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'notation')) throw error;
    const { line, column } = error.body as NotationFault;
    throw new Fault(error.message, line, column);
  }
};
