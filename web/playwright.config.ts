import { defineConfig } from '@playwright/test';
import { BROWSER } from './e2e/browser.mjs';

// Debian's Chromium: browsers are not downloaded. `--trace retain-on-failure` tells more of a
// failure, and takes its time.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Tests wait for clocks and animations more than they compute.
  workers: 4,
  use: {
    launchOptions: { executablePath: BROWSER },
    reducedMotion: 'reduce',
  },
});
