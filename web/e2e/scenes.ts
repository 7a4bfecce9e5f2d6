// What there is to be seen, screen by screen, for those who take pictures.
import { expect, type Page } from '@playwright/test';
import type { TableLine } from '../src/wire';
import { comeAs, comeAsPlayer } from './floor-staff';
import { finish, playRound, sitAt, untilPlaying, untilWagersAreOpen } from './play';

export interface Scene {
  name: string;
  /** Brings the page there; `who` is a name that nobody has yet. */
  show(page: Page, url: string, who: string): Promise<void>;
}

/** House players sit down one after the other, some seconds after the house has opened. */
const HOUSE_PLAYERS = 3;

/** Waits until the house players sit at every table: they are to be seen in the pictures. */
async function untilCompanyIsThere(page: Page, url: string): Promise<void> {
  const fewest = async () => {
    const tables = (await (await page.request.get(`${url}api/lobby`)).json()) as TableLine[];
    return 7 - Math.max(...tables.map(({ free }) => free));
  };
  await expect.poll(fewest, { timeout: 60_000 }).toBe(HOUSE_PLAYERS);
}

const figures = (page: Page) =>
  page.getByRole('row', { name: /House edge, of the initial wager/ }).getByRole('cell');

async function at(page: Page, url: string, path: string, seen: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(page.locator(seen).first()).toBeVisible();
}

/** A round in which this player plays a hand. */
async function table(page: Page, url: string): Promise<void> {
  await untilCompanyIsThere(page, url);
  await sitAt(page, url, 'Sydney');
  await untilPlaying(page);
}

/** A pair that was drawn to by mistake. */
async function trainer(page: Page, url: string): Promise<void> {
  await at(page, url, 'trainer?book=sydney&drill=pairs', '[data-testid=hand]');
  const verdict = page.getByTestId('verdict');
  for (;;) {
    await page.getByRole('main').getByRole('button', { name: /^Draw/ }).click();
    await expect(verdict).toBeVisible();
    if (!(await verdict.textContent())?.includes('Right')) break;
    await page.getByRole('button', { name: /^Next hand/ }).click();
    await expect(verdict).toBeHidden();
  }
  await expect(page.locator('.chart').first()).toBeVisible();
  // A click may have scrolled to its button.
  await page.evaluate(() => scrollTo(0, 0));
}

async function lab(page: Page, url: string): Promise<void> {
  await page.goto(`${url}lab?book=sydney&double.on=first-two`);
  await expect(figures(page).first()).toHaveText(/^\d\.\d{4}%$/);
  // On a phone it is drawn when it is looked at.
  await page.locator('.charts').first().scrollIntoViewIfNeeded();
  await expect(page.locator('.chart button.changed').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
}

export const scenes: readonly Scene[] = [
  {
    name: 'lobby',
    async show(page, url) {
      await untilCompanyIsThere(page, url);
      await at(page, url, '', 'h3');
    },
  },
  {
    name: 'wagers',
    async show(page, url) {
      await untilCompanyIsThere(page, url);
      await sitAt(page, url, 'Adelaide');
      await untilWagersAreOpen(page);
      await page.locator('.box.own button.spot.wager').click();
    },
  },
  { name: 'table', show: table },
  {
    name: 'settled',
    async show(page, url) {
      await untilCompanyIsThere(page, url);
      await sitAt(page, url, 'Canberra');
      await playRound(page);
    },
  },
  { name: 'trainer', show: trainer },
  { name: 'lab', show: lab },
  { name: 'rounds', show: (page, url) => at(page, url, 'rounds', 'textarea') },
  {
    name: 'round',
    async show(page, url) {
      await table(page, url);
      await finish(page);
      await page.locator('aside').scrollIntoViewIfNeeded();
      await page.getByRole('tab', { name: 'My rounds' }).click();
      await page.locator('details summary').first().click();
      await page.getByRole('link', { name: 'Open this round' }).first().click();
      await expect(page.getByRole('slider').first()).toBeVisible();
    },
  },
  { name: 'primer', show: (page, url) => at(page, url, 'primer', 'h2') },
  { name: 'rules', show: (page, url) => at(page, url, 'rules', 'h2') },
  { name: 'book', show: (page, url) => at(page, url, 'rules/sydney', 'h2') },
  {
    name: 'compare',
    show: (page, url) => at(page, url, 'rules/sydney/compare/adelaide', 'main tbody tr'),
  },
  {
    name: 'me',
    async show(page, url, who) {
      await comeAsPlayer(page, url, who);
      await at(page, url, 'me', 'h2');
    },
  },
  {
    name: 'floor',
    async show(page, url, who) {
      await comeAs(page, url, who, ['supervisor', 'gaming_manager']);
      await at(page, url, 'floor', 'h2');
    },
  },
  {
    name: 'log',
    async show(page, url, who) {
      await comeAs(page, url, who, ['inspector']);
      await at(page, url, 'log', 'details');
    },
  },
  {
    name: 'staff',
    async show(page, url, who) {
      await comeAs(page, url, who, ['supervisor']);
      await at(page, url, '', 'h3');
    },
  },
  {
    name: 'desk',
    async show(page, url, who) {
      await comeAs(page, url, who, ['supervisor', 'gaming_manager']);
      await at(page, url, 'floor/tables/1', 'h2');
    },
  },
  { name: 'fair', show: (page, url) => at(page, url, 'fair', 'li a') },
  { name: 'shoe', show: (page, url) => at(page, url, 'fair/1', '.report') },
  {
    name: 'fault',
    async show(page, url) {
      await at(page, url, 'rounds', 'textarea');
      await page
        .getByLabel('The round in the notation')
        .fill('book sydney\ndecks 8\ndealt 8s 8h and nonsense\n');
      await page.getByRole('button', { name: 'Replay' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'lost',
    async show(page, url) {
      await page.routeWebSocket(/\/ws$/, (socket) => socket.close());
      await page.goto(`${url}table/1`);
      await expect(page.getByRole('heading', { name: 'The house does not answer' })).toBeVisible();
    },
  },
  {
    name: 'private',
    async show(page, url) {
      await at(page, url, '', 'h3');
      await page.getByRole('button', { name: 'Start a private table' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'sign-in',
    async show(page, url) {
      await at(page, url, '', 'h3');
      await page.getByRole('button', { name: 'Sign in' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'nowhere', show: (page, url) => at(page, url, 'nowhere', 'main h2') },
];
