import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Where the house is while the page is served by Vite. The server takes requests from its own origin only, so the
// proxy says that they come from there.
const house = process.env.PONTOON_HOUSE ?? 'http://127.0.0.1:8021';
const proxy = Object.fromEntries(
  ['/api', '/health', '/ws'].map((path) => [
    path,
    { target: house, ws: path === '/ws', changeOrigin: true, headers: { origin: house } },
  ]),
);

export default defineConfig({
  plugins: [svelte()],
  server: { proxy },
  preview: { proxy },
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true },
  test: { include: ['src/**/*.test.ts'] },
});
