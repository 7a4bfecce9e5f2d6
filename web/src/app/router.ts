// Addresses of the page. A pattern is a path whose parts in braces are parameters:
// `/table/{table}`.

interface Match<R> {
  route: R;
  params: Record<string, string>;
}

/** The first route whose pattern fits the path. */
export function match<R extends { path: string }>(
  routes: readonly R[],
  path: string,
): Match<R> | null {
  const parts = split(path);
  for (const route of routes) {
    const params = paramsOf(split(route.path), parts);
    if (params) return { route, params };
  }
  return null;
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function paramsOf(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [place, wanted] of pattern.entries()) {
    const part = parts[place] ?? '';
    if (wanted.startsWith('{')) {
      const value = decode(part);
      if (value === null) return null;
      params[wanted.slice(1, -1)] = value;
    } else if (wanted !== part) return null;
  }
  return params;
}

/** A part with a broken escape belongs to no address. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
