// The browser of tests and measurements: the one that CHROMIUM names, or Debian's
// `chromium-headless-shell` where it is installed. The whole Chromium draws a window of its own
// that nobody sees, and with two cores the page waits for that.
import { existsSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';
export const BROWSER = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');
