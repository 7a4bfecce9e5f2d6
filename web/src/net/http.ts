// Requests that are asked once. What the house refuses comes as an `ApiError` with its code; a house that does not
// answer comes as one with the code `away`.
import type { ErrorBody } from '../wire';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Listener = (error: ApiError) => void;
let onRefused: Listener = () => {};

/** Who wants to know of every refusal: the session, which notices that it is over. */
export function whenRefused(listener: Listener): void {
  onRefused = listener;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, 'away', 'the house does not answer');
  }
  if (response.ok) return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  const error = await refusal(response);
  onRefused(error);
  throw error;
}

async function refusal(response: Response): Promise<ApiError> {
  try {
    const { code, error } = (await response.json()) as ErrorBody;
    return new ApiError(response.status, code, error);
  } catch {
    // A proxy in front answers in its own words when the house is down.
    return new ApiError(response.status, response.status >= 500 ? 'away' : 'form', response.statusText);
  }
}

export const get = <T>(path: string): Promise<T> => request('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => request('POST', path, body);
export const del = <T>(path: string): Promise<T> => request('DELETE', path);
