// The way from a page that Vite serves to the house.
import type { ProxyOptions } from 'vite';

/**
 * The API of the house at this origin. It takes requests from its own origin only, so they are said
 * to come from there.
 */
export function toHouse(origin: string): Record<string, ProxyOptions> {
  const path = (ws: boolean): ProxyOptions => ({
    target: origin,
    ws,
    changeOrigin: true,
    headers: { origin },
  });
  return { '/api': path(false), '/health': path(false), '/ws': path(true) };
}
