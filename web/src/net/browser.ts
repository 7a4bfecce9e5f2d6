// The world of the socket client in a browser.
import type { SocketLike, World } from './socket';

const prefix = crypto
  .getRandomValues(new Uint32Array(2))
  .reduce((text, part) => text + part.toString(36), 'w');
let count = 0;

export const browser: World = {
  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws`) as SocketLike;
  },
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  // Never put back or forward, as the clock of the day may be.
  now: () => performance.now(),
  random: Math.random,
  id: () => `${prefix}-${++count}`,
};
