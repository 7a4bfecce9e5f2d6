// Where the page is. Links are plain links; a click on one of our own is taken here and does not load the page anew.

/** How long one who goes back is brought to where they were, in milliseconds: then they have found their way themselves. */
const PATIENCE = 3000;
const OWN_WAYS = ['wheel', 'pointerdown', 'keydown'];

/** Where one was on a screen: how far from its top, and which part of it was looked at and how far from the window's top. */
interface Left {
  y: number;
  part: { id: string; top: number } | null;
}

function goTo({ y, part }: Left): void {
  scrollTo(0, y);
  // What lies above may be another height now.
  const there = part && document.getElementById(part.id)?.getBoundingClientRect().top;
  if (part && typeof there === 'number') scrollBy(0, there - part.top);
}

class Place {
  path = $state(location.pathname);
  /** How often it was asked for the address that one is at: whoever has gone on from the place it names wants it again. */
  asked = $state(0);
  /** What the screen is about, where that says more than its name; for the title of the window. */
  about = $state('');
  /** Where whoever comes back left the screen, until they are there again. */
  returning: Left | null = null;
  private giveUp = (): void => {};

  /** Keeps something with the address one is at, for whoever comes back to it. */
  keep(name: string, what: unknown): void {
    try {
      history.replaceState({ ...history.state, [name]: what }, '');
    } catch {
      // Some browsers take only so many in half a minute: then whoever comes back finds what was kept before.
    }
  }

  kept<What>(name: string): What | null {
    return (history.state as Record<string, What> | null)?.[name] ?? null;
  }

  /** Remembers where one is on the screen, for when one comes back to it. */
  remember(): void {
    if (this.returning) return;
    const part = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('main :is(article, section)[id]');
    const left: Left = { y: scrollY, part: part ? { id: part.id, top: part.getBoundingClientRect().top } : null };
    this.keep('left', left);
  }

  /** Goes to an address of our own: a path, with what it asks for behind it. */
  go(address: string): void {
    if (address === location.pathname + location.search + location.hash) {
      this.asked += 1;
      return;
    }
    this.remember();
    this.giveUp();
    history.pushState(null, '', address);
    // Screens that read their address anew when somebody goes back do so for a link too.
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  }

  /**
   * Somebody came back to a screen: they are brought to where they were as soon as it is long enough, unless they go
   * elsewhere themselves. What the browser does for that it does at once, before the screen is drawn.
   */
  comeBack(left: Left | null): void {
    this.giveUp();
    if (!left || left.y === 0) return;
    this.returning = left;
    const own = new AbortController();
    const watch = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight - innerHeight < left.y) return;
      goTo(left);
      this.giveUp();
    });
    const timer = setTimeout(() => this.giveUp(), PATIENCE);
    this.giveUp = () => {
      clearTimeout(timer);
      own.abort();
      watch.disconnect();
      this.returning = null;
    };
    for (const way of OWN_WAYS) addEventListener(way, () => this.giveUp(), { passive: true, signal: own.signal });
    watch.observe(document.body);
  }
}

export const place = new Place();

/** Says in the title of the window what the screen is about. Called where its component begins. */
export function about(words: () => string): void {
  $effect(() => {
    place.about = words();
    return () => {
      place.about = '';
    };
  });
}

addEventListener('popstate', (event) => {
  place.path = location.pathname;
  // What `go` says is not from the browser: nobody came back.
  if (event.isTrusted) place.comeBack(place.kept('left'));
});
addEventListener('scrollend', () => place.remember());
// Whoever loads the page anew, or comes back to it from elsewhere, has been on this screen too.
place.comeBack(place.kept('left'));

document.addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
  // The server has pages of its own under /api.
  const own = link.origin === location.origin && !/^\/api\b/.test(link.pathname);
  if (!own || link.hash !== '') return;
  event.preventDefault();
  place.go(link.pathname + link.search);
});
