// Where the page is. Links are plain links; a click on one of our own is taken here and does not load the page anew.

class Place {
  path = $state(location.pathname);

  /** Goes to an address of our own: a path, with what it asks for behind it. */
  go(address: string): void {
    if (address === location.pathname + location.search) return;
    history.pushState(null, '', address);
    // Screens that read their address anew when somebody goes back do so for a link too.
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  }
}

export const place = new Place();

addEventListener('popstate', () => {
  place.path = location.pathname;
});

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
