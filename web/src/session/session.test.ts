import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { say } from '../text/errors';
import { toasts } from '../ui/toast.svelte';
import type { Me } from '../wire';
import { Session } from './session.svelte';

const house = vi.hoisted(() => ({
  connection: 'open',
  person: null as number | null,
  balance: null,
  socket: { start: vi.fn(), stop: vi.fn() },
}));
vi.mock('../net/house.svelte', () => ({ house }));

const ANN: Me = {
  person: 7,
  handle: 'ann',
  kind: 'member',
  roles: [],
  deeds: [],
  balance: 100,
  at_stake: 0,
  top_up: null,
};
const OPENED = { person: 7, handle: 'ann', token: '', last: null };
const refusal = (code: string) => () => Response.json({ code, error: 'no' }, { status: 401 });

/** A house that answers these addresses so and no others; what comes back is what it was asked. */
function answering(answers: Record<string, () => Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers[path];
    if (!answer) throw new TypeError('no network');
    return answer();
  });
  return asked;
}

let session: Session;

beforeEach(() => {
  house.connection = 'open';
  house.person = null;
  session = new Session();
  session.begin();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('comes in, closes the door and connects as whoever came', async () => {
  answering({ '/api/sign-in': () => Response.json(OPENED), '/api/me': () => Response.json(ANN) });
  session.door = 'sign-in';
  await session.signIn('ann', 'a-password');
  expect([session.me, session.door]).toEqual([ANN, null]);
  expect(house.socket.start).toHaveBeenCalledOnce();
});

it('says that the browser keeps no cookies, and leaves the door open to say it at', async () => {
  answering({ '/api/sign-in': () => Response.json(OPENED), '/api/me': refusal('not_signed_in') });
  session.door = 'sign-in';
  const failure = await session.signIn('ann', 'a-password').catch((error: unknown) => error);
  expect(say(failure)).toMatch(/keeps no cookies/);
  expect([session.me, session.door]).toEqual([null, 'sign-in']);
  expect(house.socket.start).not.toHaveBeenCalled();
});

it('comes in also where the house, having let them in, does not say who they are', async () => {
  answering({ '/api/sign-in': () => Response.json(OPENED) });
  session.door = 'sign-in';
  await session.signIn('ann', 'a-password');
  expect(session.door).toBeNull();
  expect(house.socket.start).toHaveBeenCalledOnce();
});

it('comes in as one guest, however often it is asked for at once', async () => {
  const asked = answering({
    '/api/guest': () => Response.json(OPENED),
    '/api/me': () => Response.json(ANN),
  });
  await Promise.all([session.guest(), session.guest()]);
  expect(asked).toEqual(['/api/guest', '/api/me']);
});

it('goes by the last answer where it was asked twice what is at stake', async () => {
  session.me = ANN;
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const both = [session.refresh(), session.refresh()];
  for (const at_stake of [500, 0]) answers.pop()?.(Response.json({ ...ANN, at_stake }));
  await Promise.all(both);
  expect(session.me.at_stake).toBe(500);
});

it('asks who is here until it is told', async () => {
  vi.useFakeTimers();
  house.person = 7;
  const asked = answering({});
  session.heard(7);
  await vi.advanceTimersByTimeAsync(10);
  expect([asked.length, session.me]).toEqual([1, null]);
  answering({ '/api/me': () => Response.json(ANN) });
  await vi.advanceTimersByTimeAsync(5000);
  expect(session.me).toEqual(ANN);
});

it('asks again who is here when the house failed at it, and says meanwhile that it is not clear', async () => {
  vi.useFakeTimers();
  house.person = 7;
  answering({ '/api/me': () => Response.json({ code: 'bug', error: '' }, { status: 500 }) });
  session.heard(7);
  await vi.advanceTimersByTimeAsync(10);
  expect([session.me, session.isUnclear]).toEqual([null, true]);
  answering({ '/api/me': () => Response.json(ANN) });
  await vi.advanceTimersByTimeAsync(5000);
  expect([session.me, session.isUnclear]).toEqual([ANN, false]);
});

it('does not ask again who is here where the house wants a password first', async () => {
  vi.useFakeTimers();
  house.person = 7;
  const asked = answering({ '/api/me': refusal('password_needed') });
  session.heard(7);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, session.due]).toEqual([['/api/me'], 'password']);
});

it('takes nobody’s place: who is here already comes in as themselves, and as a guest only where nobody is', async () => {
  house.person = 7;
  const failing = answering({ '/api/guest': () => Response.json(OPENED) });
  await expect(session.guest()).rejects.toThrow();
  expect(failing).toEqual(['/api/me']);
  const known = answering({
    '/api/guest': () => Response.json(OPENED),
    '/api/me': () => Response.json(ANN),
  });
  await session.guest();
  expect([known, session.me]).toEqual([['/api/me'], ANN]);
  session.me = null;
  const gone = answering({
    '/api/guest': () => Response.json(OPENED),
    '/api/me': refusal('not_signed_in'),
  });
  await session.guest().catch(() => {});
  expect(gone.slice(0, 2)).toEqual(['/api/me', '/api/guest']);
});

it('comes in as a guest after it was refused once', async () => {
  answering({ '/api/guest': refusal('too_many') });
  await expect(session.guest()).rejects.toThrow();
  answering({ '/api/guest': () => Response.json(OPENED), '/api/me': () => Response.json(ANN) });
  await session.guest();
  expect(session.me).toEqual(ANN);
});

it.each([
  [
    'guest',
    'not_signed_in',
    /time as a guest is over.*in another window.*cannot come back.*new guest or create an account/,
  ],
  [
    'guest',
    'session',
    /time as a guest is over.*in another window.*cannot come back.*new guest or create an account/,
  ],
  ['member', 'not_signed_in', /not signed in any more.*come in again/],
] as const)(
  'tells a %s whose session is gone (%s) what happened and what to do',
  async (kind, code, words) => {
    session.me = { ...ANN, kind };
    answering({ '/api/me': refusal(code) });
    toasts.list = [];
    await session.check();
    expect(toasts.list.map((toast) => toast.words)).toEqual([expect.stringMatching(words)]);
    expect(session.me).toBeNull();
  },
);

/** A session that waits for its password, and therefore has no connection. */
async function waitForPassword(): Promise<void> {
  answering({ '/api/me': refusal('password_needed') });
  await session.check();
  house.connection = 'stopped';
}

it('connects once the password was given, though the next answer fails', async () => {
  await waitForPassword();
  expect(session.due).toBe('password');
  const asked = answering({ '/api/me/reauthenticate': () => new Response(null, { status: 204 }) });
  await session.reauthenticate('a-password');
  expect(asked).toEqual(['/api/me/reauthenticate', '/api/me']);
  expect(session.due).toBeNull();
  expect(house.socket.start).toHaveBeenCalledOnce();
});

it('connects nobody whose password was wrong', async () => {
  await waitForPassword();
  answering({ '/api/me/reauthenticate': refusal('wrong_password') });
  await expect(session.reauthenticate('another')).rejects.toThrow();
  expect(session.due).toBe('password');
  expect(house.socket.start).not.toHaveBeenCalled();
});
