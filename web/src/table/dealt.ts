// When things are seen at a table. Cards come from the shoe to where they lie, and what is said of
// them when they have landed. Only transform and opacity move, and nothing where movement is
// unwanted.
// All times are of the clock of `performance.now()`, and every animation is told when it starts:
// the browser would let each begin with the first picture it has ready, and under load that is
// sooner for a text than for a card.
import { look } from '../theme/theme.svelte';
import { FLIGHT } from './felt';

/** How long a text takes to appear. */
const APPEARS = 180;
/** How often we look whether the browser has drawn the frame of a time, and how long we wait. */
const LOOK_AGAIN = 16;
const LOOK_MOST = 500;

let waiting: { node: HTMLElement; at: number }[] = [];

/** Lets a card come from the shoe at this time. It acts once, when the card appears. */
export function dealt(node: HTMLElement, at: number): void {
  // Nobody sees it move in a window that is hidden. One that is hidden just now shows it when it is
  // shown again.
  if (at < 0 || look.isStill || document.hidden) return;
  if (waiting.length === 0) requestAnimationFrame(move);
  // It lies nowhere before it is on its way.
  node.style.opacity = '0';
  waiting.push({ node, at });
}

/**
 * Lets a thing be seen from this time on. It acts once: later frames change nothing. What lay there
 * before is seen at once.
 */
export function late(node: HTMLElement, landed: number): void {
  if (landed <= 0 || look.isStill) return;
  start(node, [{ opacity: 0, transform: 'scale(0.8)' }, {}], { duration: APPEARS }, landed);
}

/**
 * All cards of a frame are measured before the first one moves, when the browser lays them out
 * anyway.
 */
function move(): void {
  const cards = waiting;
  waiting = [];
  for (const { node } of cards) node.style.opacity = '';
  const shoe = document.querySelector('[data-shoe]')?.getBoundingClientRect();
  if (!shoe) return;
  const places = cards.map(({ node }) => node.getBoundingClientRect());
  cards.forEach(({ node, at }, no) => {
    const own = places[no] ?? shoe;
    const from = `translate(${shoe.left - own.left}px, ${shoe.top - own.top}px) rotate(-25deg) scale(0.8)`;
    start(
      node,
      [
        { transform: from, opacity: 0 },
        { opacity: 1, offset: 0.15 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: FLIGHT, easing: 'cubic-bezier(0.2, 0.7, 0.25, 1)' },
      at,
    );
  });
}

function start(
  node: HTMLElement,
  keyframes: Keyframe[],
  timing: KeyframeAnimationOptions,
  at: number,
): void {
  node.animate(keyframes, { ...timing, fill: 'backwards' }).startTime = at;
}

/**
 * Waits until the browser has drawn the frame of this time, then acts. Under load the frames that
 * it draws are behind the clock. The function that comes back ends the wait.
 */
export function whenSeen(at: number, act: () => void): () => void {
  const look = (): void => {
    const isSeen = document.hidden || Number(document.timeline.currentTime) >= at;
    if (isSeen || performance.now() > at + LOOK_MOST) act();
    else timer = setTimeout(look, LOOK_AGAIN);
  };
  let timer = setTimeout(look, Math.max(0, at - performance.now()));
  return () => clearTimeout(timer);
}
