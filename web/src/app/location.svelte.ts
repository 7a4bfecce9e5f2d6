// Where the page is. Links are plain links; a click on one of our own is taken here and does not
// load the page anew.
import { back } from './back';
import { kept } from './kept';

class Place {
  path = $state(location.pathname);
  /**
   * How often it was asked for the address that one is at: whoever has gone on from the place it
   * names wants it again.
   */
  asked = $state(0);

  /** Goes to an address of our own: a path, with what it asks for behind it. */
  go(address: string): void {
    if (address === location.pathname + location.search + location.hash) {
      this.asked += 1;
      return;
    }
    back.remember();
    back.giveUp();
    history.pushState(null, '', address);
    // Screens that read their address anew when somebody goes back do so for a link too.
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  }
}

export const place = new Place();

addEventListener('popstate', (event) => {
  place.path = location.pathname;
  // What `go` says is not from the browser: nobody came back.
  if (event.isTrusted) back.comeTo(kept('left'));
});
addEventListener('scrollend', () => back.remember());
// Whoever loads the page anew, or comes back to it from elsewhere, has been on this screen too.
back.comeTo(kept('left'));

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
