import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, askAs, fieldsOf, get, isLater, isOpen, post, whenRefused } from './http';

afterEach(() => {
  vi.unstubAllGlobals();
  whenRefused(() => {});
});

/** A house that answers every question so. */
function answering(answer: () => Promise<Response>): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const refused = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ApiError)) throw new Error('it was not refused by the house');
  return error;
};

it('tells all that a refusal says, and tells the session of it', async () => {
  const body = { code: 'notation', error: 'no card', line: 3, column: 13 };
  answering(async () => Response.json(body, { status: 400 }));
  const heard: ApiError[] = [];
  whenRefused((error) => heard.push(error));
  const error = await refused(post('/api/rounds/read', {}));
  expect([error.status, error.code, error.message, error.body]).toEqual([
    400,
    'notation',
    'no card',
    body,
  ]);
  expect(heard).toEqual([error]);
});

it('knows what a refusal is about, where it says so', async () => {
  const body = { code: 'form', error: 'no such card', fields: ['upcard'] };
  answering(async () => Response.json(body, { status: 400 }));
  expect(fieldsOf(await refused(post('/api/analysis/hand', {})))).toEqual(['upcard']);
  answering(async () => Response.json({ code: 'form', error: 'no such hand' }, { status: 400 }));
  expect(fieldsOf(await refused(post('/api/analysis/hand', {})))).toEqual([]);
  expect(fieldsOf(new Error('something else'))).toEqual([]);
});

it('knows a proxy that answers for a house that is down', async () => {
  answering(
    async () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad gateway' }),
  );
  expect((await refused(get('/api/books'))).code).toBe('away');
  answering(async () => new Response('Too large', { status: 413, statusText: 'Too large' }));
  expect((await refused(get('/api/books'))).code).toBe('form');
  answering(() => Promise.reject(new TypeError('no network')));
  expect((await refused(get('/api/books'))).code).toBe('away');
});

it('asks for what is one’s own as oneself, and for what everybody may see as whoever it is', async () => {
  const fetch = answering(async () => Response.json({}));
  askAs(() => 7);
  const own = ['/api/me/statement?most=20', '/api/me/rounds', '/api/tables/5/advice'];
  for (const path of [...own, '/api/me', '/api/lobby', '/api/tables/5']) await get(path);
  await post('/api/me/cash-out', {});
  askAs(() => null);
  await get('/api/me/statement');
  const meant = fetch.mock.calls
    .filter(([, { headers }]) => headers['pontoon-person'] === '7')
    .map(([path]) => path);
  expect(meant).toEqual([...own, '/api/me/cash-out']);
});

it('gives a question up without calling the house away', async () => {
  const control = new AbortController();
  const fetch = answering(() => Promise.reject(control.signal.reason));
  control.abort();
  await expect(post('/api/analysis/chart', {}, control.signal)).rejects.toBe(control.signal.reason);
  expect(fetch).toHaveBeenCalledWith(
    '/api/analysis/chart',
    expect.objectContaining({ signal: control.signal }),
  );
});

it('takes an answer that broke off for none', async () => {
  answering(async () => new Response('{"balance": 12', { status: 200 }));
  const error = await refused(post('/api/me/cash-out', {}));
  expect([error.status, error.code]).toEqual([200, 'away']);
});

it('gives up an answer that is being read without calling the house away', async () => {
  const control = new AbortController();
  answering(async () => {
    control.abort();
    return new Response('{"lines": [', { status: 200 });
  });
  await expect(post('/api/analysis/chart', {}, control.signal)).rejects.not.toBeInstanceOf(
    ApiError,
  );
});

it('knows after which refusals the same may be asked for again', () => {
  const codes = ['busy', 'too_many', 'away', 'fault', 'unsent', 'late', 'money'];
  expect(codes.filter(isLater)).toEqual(['busy', 'too_many']);
  expect(codes.filter(isOpen)).toEqual(['busy', 'too_many', 'away', 'fault', 'unsent']);
});
