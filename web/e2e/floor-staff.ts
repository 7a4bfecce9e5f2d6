// A house with an administrator, and staff and players to act as. Accounts are made over the
// network, as fast as it goes; what is tested is done at the page.

import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { BUSY, test as base, EMPTY, House } from './house';

const FIRST = 'the-first-password';
const PASSWORD = 'a-password-of-my-own';

const RATE = '[rate]\nsign_ins = 10000\nrequests = 100000\n';
/** The same with house players at each demo table. */
export const WITH_HOUSE_PLAYERS = BUSY + RATE;

export const test = base.extend<{ house: House }>({
  settings: EMPTY + RATE,
  house: async ({ settings }, use) => {
    const house = await House.open(settings, { password: FIRST });
    await use(house);
    await house.close();
  },
});

/** Makes an account for somebody of the staff and signs the page in with it. */
export async function comeAs(
  page: Page,
  url: string,
  handle: string,
  roles: string[],
): Promise<void> {
  const { request } = page.context();
  await signIn(request, url, 'admin', FIRST);
  const made = await request.post(`${url}api/staff`, { data: { handle, password: FIRST, roles } });
  expect([200, 409]).toContain(made.status());
  if (made.ok()) {
    await signIn(request, url, handle, FIRST);
    const changed = await request.post(`${url}api/me/password`, {
      data: { old: FIRST, new: PASSWORD },
    });
    expect(changed.ok()).toBe(true);
  } else await signIn(request, url, handle, PASSWORD);
}

export async function comeAsAdministrator(page: Page, url: string): Promise<void> {
  await signIn(page.context().request, url, 'admin', FIRST);
}

/** Makes an account for a player and signs the page in with it. */
export async function comeAsPlayer(page: Page, url: string, handle: string): Promise<number> {
  const answer = await page
    .context()
    .request.post(`${url}api/register`, { data: { handle, password: PASSWORD } });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { person: number }).person;
}

/** Another window of the same player. */
export async function again(browser: Browser, url: string, handle: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page.context().request, url, handle, PASSWORD);
  return page;
}

async function signIn(
  request: APIRequestContext,
  url: string,
  handle: string,
  password: string,
): Promise<void> {
  const answer = await request.post(`${url}api/sign-in`, { data: { handle, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export { expect };
