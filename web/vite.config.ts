import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { packed } from './scripts/packed.ts';
import { toHouse } from './scripts/proxy.ts';

// Where the house is while the page is served by Vite.
const proxy = toHouse(process.env.PONTOON_HOUSE ?? 'http://127.0.0.1:8021');

// What every screen needs is one file, and what several share is in few: each file costs a request.
const shared = (name: string, folders: RegExp) => ({ name, test: folders, minShareCount: 2 });
const CHUNKS = [
  { name: 'index', tags: ['$initial' as const], priority: 1 },
  shared('parts', /src\/(ui|books|cards|text)\//),
  // What a table and the screens about tables share.
  shared('table', /src\/((table|net|lobby)\/|fair\/seen\.ts)/),
  shared('chart', /src\/chart\//),
  shared('rules', /src\/rules\//),
  shared('round', /src\/rounds\//),
  shared('staff', /src\/(floor|session)\//),
];

export default defineConfig({
  plugins: [svelte(), packed()],
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The verifier also runs in Node, and asks for what is Node's only there.
    rolldownOptions: { external: /^node:/, output: { codeSplitting: { groups: CHUNKS } } },
  },
  test: { include: ['src/**/*.test.ts'] },
});
