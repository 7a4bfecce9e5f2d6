// Where the page is. Links are plain links; a click on one of our own is taken here and does not load the page anew.

class Place {
  path = $state(location.pathname);

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, '', path);
    this.path = location.pathname;
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
  place.go(link.pathname);
});
