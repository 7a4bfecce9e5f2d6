import { defineConfig } from '@playwright/test';

// Debian's Chromium: browsers are not downloaded.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' },
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
  },
});
