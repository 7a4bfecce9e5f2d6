// What a screen shows, in the address behind the path: it can be shared, and it is there again after the page is loaded anew.

export const asked = (): URLSearchParams => new URLSearchParams(location.search);

export function tell(params: URLSearchParams): void {
  const text = params.toString();
  const path = text === '' ? location.pathname : `${location.pathname}?${text}`;
  if (path !== location.pathname + location.search) history.replaceState(history.state, '', path);
}
