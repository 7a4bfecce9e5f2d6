import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

// Pictures are taken by hand: `npm run screenshots` for all screens, `npm run pictures` for those
// in the README.
export default defineConfig({ ...tests, testMatch: '*.pictures.ts', timeout: 600_000 });
