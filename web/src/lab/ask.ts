// Questions that may be given up before they are answered, answers that come line by line, and files.
import { ApiError } from '../net/http';
import type { ErrorBody } from '../wire';

/** Refusals that say no more than that others come first. */
const LATER = ['busy', 'too_many'];
const PAUSE = 400;
const TRIES = 8;

/** Asks, and asks again in a moment where others come first. */
async function send(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(path, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || !LATER.includes(error.code) || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE * tries));
      signal.throwIfAborted();
    }
  }
}

async function sendOnce(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'away', 'the house does not answer');
  }
  if (response.ok) return response;
  const { code, error } = (await response.json().catch(() => ({ code: 'away', error: '' }))) as ErrorBody;
  throw new ApiError(response.status, code, error);
}

export async function ask<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  return (await send(path, body, signal)).json() as Promise<T>;
}

/** The objects of an answer that has one in each line, as they come. */
export async function* lines<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const { body: stream } = await send(path, body, signal);
  if (!stream) return;
  for await (const line of split(stream.pipeThrough(new TextDecoderStream()))) {
    const said = JSON.parse(line) as T | ErrorBody;
    if (typeof said === 'object' && said !== null && 'error' in said) throw new ApiError(200, said.code, said.error);
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

/** Asks for a file and gives it to the browser to keep. */
export async function download(path: string, body: unknown, name: string, signal: AbortSignal): Promise<void> {
  const file = await (await send(path, body, signal)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
