// Questions that may be given up before they are answered, answers that come line by line, and
// files.
import { ApiError, isLater, read, send } from '../net/http';
import { keep } from '../ui/keep';
import type { ErrorBody } from '../wire';

const PAUSE = 400;
const TRIES = 8;

/** Asks, and asks again in a moment where others come first. */
async function patient(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(method, path, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || !isLater(error.code) || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE * tries));
      signal.throwIfAborted();
    }
  }
}

export async function ask<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  return read(await patient('POST', path, body, signal), signal);
}

/** The objects of an answer that has one in each line, as they come. */
export async function* lines<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const { body: stream } = await patient('POST', path, body, signal);
  if (!stream) return;
  for await (const line of split(stream.pipeThrough(new TextDecoderStream()))) {
    const said = JSON.parse(line) as T | ErrorBody;
    if (typeof said === 'object' && said !== null && 'error' in said)
      throw new ApiError(200, said.code, said.error);
    yield said as T;
  }
}

/** Whole lines out of pieces that break anywhere. */
export async function* split(pieces: ReadableStream<string>): AsyncGenerator<string> {
  const reader = pieces.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (parts.pop() ?? '');
    yield* parts.filter((line) => line.trim() !== '');
    if (done) return;
  }
}

/** Asks for a file and gives it to the browser to keep, under the name that the house gives it. */
export async function download(path: string, signal: AbortSignal): Promise<void> {
  const response = await patient('GET', path, undefined, signal);
  keep(await response.blob(), nameOf(response) ?? '');
}

const nameOf = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
