// When things are seen at a table. Cards come from the shoe to where they lie, and what is said of them when they have
// landed. Only transform and opacity move, and nothing where movement is unwanted.
import { look } from '../theme/theme.svelte';
import { FLIGHT } from './felt';

let waiting: { node: HTMLElement; at: number }[] = [];

/** Lets a card come from the shoe so many milliseconds from now. It acts once, when the card appears. */
export function dealt(node: HTMLElement, at: number): void {
  // Nobody sees it move in a window that is hidden. One that is hidden just now shows it when it is shown again.
  if (at < 0 || look.isStill || document.hidden) return;
  if (waiting.length === 0) requestAnimationFrame(move);
  waiting.push({ node, at });
}

/** Tells a thing's style (`--after`) in how many milliseconds it may be seen. It acts once: later frames change nothing. */
export function late(node: HTMLElement, after: number): void {
  node.style.setProperty('--after', `${after}ms`);
}

/** All cards of a frame are measured before the first one moves, when the browser lays them out anyway. */
function move(): void {
  const cards = waiting;
  waiting = [];
  const shoe = document.querySelector('[data-shoe]')?.getBoundingClientRect();
  if (!shoe) return;
  const places = cards.map(({ node }) => node.getBoundingClientRect());
  cards.forEach(({ node, at }, no) => {
    const own = places[no] ?? shoe;
    const from = `translate(${shoe.left - own.left}px, ${shoe.top - own.top}px) rotate(-25deg) scale(0.8)`;
    node.animate(
      [
        { transform: from, opacity: 0 },
        { opacity: 1, offset: 0.15 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: FLIGHT, delay: at, fill: 'backwards', easing: 'cubic-bezier(0.2, 0.7, 0.25, 1)' },
    );
  });
}
