// Requests that are asked once. What the house refuses comes as an `ApiError` with its code; a
// house that does not answer comes as one with the code `away`.
import type { ErrorBody, ErrorDetail, PlayerId } from '../wire';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** All that the refusal says; some say more than a code and an error. */
    readonly body: unknown = null,
  ) {
    super(message);
  }

  /** Amounts and times that the refusal goes by. */
  get detail(): ErrorDetail | null {
    return (this.body as ErrorBody | null)?.detail ?? null;
  }
}

/** What a refusal says it is about, by the names in what was asked. */
export const fieldsOf = (error: unknown): string[] =>
  (error instanceof ApiError ? (error.body as ErrorBody | null)?.fields : undefined) ?? [];

const LATER: ReadonlySet<string> = new Set(['busy', 'stopping', 'too_often', 'too_many']);

/**
 * Whether a refusal says no more than that others come first: nothing happened, and it may be asked
 * for again.
 */
export const isLater = (code: string): boolean => LATER.has(code);

/** The last is of a command that the connection came back too late for. */
const OPEN: ReadonlySet<string> = new Set(['away', 'fault', 'unsent']);

/**
 * Whether nobody knows if it happened, or it did not and may be asked for again: the same id asks
 * again safely.
 */
export const isOpen = (code: string): boolean => isLater(code) || OPEN.has(code);

type Listener = (error: ApiError) => void;
let onRefused: Listener = () => {};

/** Who wants to know of every refusal: the session, which notices that it is over. */
export function whenRefused(listener: Listener): void {
  onRefused = listener;
}

let whoAsks: () => PlayerId | null = () => null;

/** As whom it is asked for something: the windows of a browser share what says who they are. */
export function askAs(who: () => PlayerId | null): void {
  whoAsks = who;
}

/**
 * What is one's own is asked for as oneself; who is here, and what everybody may see, as whoever it
 * is.
 */
const isOwn = (method: string, path: string): boolean =>
  method !== 'GET' || /^\/api\/(me\/|tables\/\d+\/advice)/.test(path);

function headersOf(method: string, path: string, body: unknown): Record<string, string> {
  const person = isOwn(method, path) ? whoAsks() : null;
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(person === null ? {} : { 'pontoon-person': String(person) }),
  };
}

/**
 * The answer as it comes, for those who read it in parts or as a file. With a signal the question
 * can be given up.
 */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: headersOf(method, path, body),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    // Who gives a question up knows that it has no answer.
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'away', 'the house does not answer');
  }
  if (response.ok) return response;
  const error = await refusal(response);
  onRefused(error);
  throw error;
}

async function refusal(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as ErrorBody;
    return new ApiError(response.status, body.code, body.error, body);
  } catch {
    // A proxy in front answers in its own words when the house is down.
    return new ApiError(
      response.status,
      response.status >= 500 ? 'away' : 'form',
      response.statusText,
    );
  }
}

/** What an answer holds. One that broke off on its way leaves open what the house did. */
export async function read<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(response.status, 'away', 'the answer of the house cannot be read');
  }
}

async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(method, path, body, signal);
  return response.status === 204 ? (undefined as T) : read(response, signal);
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  request('GET', path, undefined, signal);
export const post = <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  request('POST', path, body, signal);
export const del = <T>(path: string): Promise<T> => request('DELETE', path);
