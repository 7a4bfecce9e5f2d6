// Previews the built page as the house serves it: packed where it was packed, under the same
// policy, kept for as long.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

export function packed(): Plugin {
  return {
    name: 'packed',
    configurePreviewServer({ middlewares, config }) {
      const folder = join(config.root, config.build.outDir);
      middlewares.use((request, answer, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        if (/^\/(api|health|ws)\b/.test(path)) return next();
        const file =
          existsSync(join(folder, path)) && statSync(join(folder, path)).isFile()
            ? path
            : '/index.html';
        answer.setHeader('content-security-policy', POLICY);
        answer.setHeader(
          'cache-control',
          file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        const type = TYPES[file.split('.').at(-1) ?? ''];
        if (
          type &&
          existsSync(join(folder, `${file}.br`)) &&
          request.headers['accept-encoding']?.includes('br')
        ) {
          answer.setHeader('content-encoding', 'br');
          answer.setHeader('content-type', `${type}; charset=utf-8`);
          request.url = `${file}.br`;
        }
        next();
      });
    },
  };
}
