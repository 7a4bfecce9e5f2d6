// The page as somebody uses it who has no mouse, sees badly, or wants it quiet.
import type { Locator, Page } from '@playwright/test';
import { comeAsPlayer, expect, test, WITH_HOUSE_PLAYERS } from './floor-staff';
import { canBeAnswered } from './play';

const root = (page: Page) => page.locator('html');

/** Presses Tab until this has the focus, as somebody does who is looking for it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 40; stops += 1) {
    if (await target.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('what one chooses of the appearance is there again: in another screen, and when the page is loaded anew', async ({
  page,
  house,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.goto(house.url);
  for (const [name, value] of Object.entries({ theme: 'light', deck: 'two', motion: 'full' }))
    await expect(root(page)).toHaveAttribute(`data-${name}`, value);
  await page.getByRole('button', { name: 'Appearance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appearance' });
  await expect(dialog.getByLabel('Sound')).not.toBeChecked();
  await dialog.getByLabel('Dark').check();
  await dialog.getByLabel('None').check();
  await dialog.getByLabel('Four-colour deck').check();
  await dialog.getByLabel('Sound').check();
  const chosen = async () => {
    for (const [name, value] of Object.entries({ theme: 'dark', deck: 'four', motion: 'none' }))
      await expect(root(page)).toHaveAttribute(`data-${name}`, value);
  };
  await chosen();
  await page.reload();
  await chosen();
  await page.goto(`${house.url}me`);
  await chosen();
  for (const name of ['Dark', 'None', 'Four-colour deck', 'Sound'])
    await expect(page.getByRole('main').getByLabel(name)).toBeChecked();
});

test.describe('where cards are dealt', () => {
  test.use({ settings: WITH_HOUSE_PLAYERS });

  test('the four-colour deck has four colours, and the usual one two', async ({ page, house }) => {
    await page.goto(`${house.url}table/5`);
    const colours = () =>
      page.evaluate(() =>
        ['c', 'd', 'h', 's'].map((suit) => {
          const card = document.querySelector('svg.card')?.cloneNode(true) as SVGElement;
          card.classList.remove('c', 'd', 'h', 's', 'back');
          card.classList.add(suit);
          document.querySelector('svg.card')?.after(card);
          const { fill } = getComputedStyle(card);
          card.remove();
          return fill;
        }),
      );
    await expect(page.locator('svg.card').first()).toBeAttached({ timeout: 60_000 });
    expect(new Set(await colours()).size).toBe(2);
    await page.evaluate(() => {
      document.documentElement.dataset.deck = 'four';
    });
    expect(new Set(await colours()).size).toBe(4);
  });
});

test('movement follows the system until it is chosen otherwise', async ({ page, house }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(house.url);
  await expect(root(page)).toHaveAttribute('data-motion', 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(root(page)).toHaveAttribute('data-motion', 'full');
});

test.describe('where something happens', () => {
  test.use({ settings: WITH_HOUSE_PLAYERS });

  test('nothing sounds unless it is wanted', async ({ page, house }) => {
    await page.addInitScript(() => {
      const made = { count: 0 };
      Object.assign(window, { made });
      window.AudioContext = class extends window.AudioContext {
        constructor() {
          super();
          made.count += 1;
        }
      };
    });
    const made = () =>
      page.evaluate(() => (window as unknown as { made: { count: number } }).made.count);
    const dealt = page.getByRole('log').getByText(/: .* of (clubs|diamonds|hearts|spades)/);
    await page.goto(`${house.url}table/5`);
    await expect(dealt.first()).toBeAttached({ timeout: 60_000 });
    expect(await made()).toBe(0);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByLabel('Sound').check();
    await page.keyboard.press('Escape');
    await expect.poll(made, { timeout: 60_000 }).toBe(1);
  });
});

test('the first key leads past the menu', async ({ page, house }) => {
  await page.goto(`${house.url}rules`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => !!document.activeElement?.closest('main'))).toBe(true);
});

test('whatever has the focus by keyboard shows it', async ({ page, house }) => {
  await page.goto(`${house.url}me`);
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
  const outlines: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      if (at === document.body || 'seen' in at.dataset) return null;
      at.dataset.seen = '';
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      return `${at.outerHTML.slice(0, 80)}: ${outlineStyle} ${outlineWidth}`;
    });
    if (found === null) break;
    outlines.push(found);
  }
  expect(outlines.filter((outline) => !outline.endsWith(': solid 3px'))).toEqual([]);
  // Skip link, brand, the menu, three buttons, two to come in, and the four choices of the
  // appearance.
  expect(outlines.length).toBeGreaterThan(12);
});

test('whoever goes to another screen by keyboard is at its heading', async ({ page, house }) => {
  await page.goto(house.url);
  await tabTo(page, page.getByRole('link', { name: 'Rules', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Rules · Pontoon');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('Escape closes a dialog, and the focus is where it was', async ({ page, house }) => {
  await page.goto(house.url);
  const banner = page.getByRole('banner');
  for (const [button, title] of [
    ['Keys', 'Keys'],
    ['Appearance', 'Appearance'],
    ['Sign in', 'Sign in'],
  ] as const) {
    const opener = banner.getByRole('button', { name: button });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    // The focus goes round inside; between the last and the first it may be at the browser itself.
    for (let stops = 0; stops < 12; stops += 1) {
      await page.keyboard.press('Tab');
      const inside = await dialog.evaluate(
        (it) => it.contains(document.activeElement) || document.activeElement === document.body,
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('a dialog begins with what it is for', async ({ page, house }) => {
  await page.goto(`${house.url}me`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('keys are listed, and do nothing while something is typed', async ({ page, house }) => {
  await comeAsPlayer(page, house.url, 'care-keys');
  await page.goto(`${house.url}me`);
  await page.getByLabel('Amount').press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Amount')).toHaveValue('?');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Show these keys');
});

test('what the page says in passing is said in the live region as well', async ({
  page,
  house,
}) => {
  await comeAsPlayer(page, house.url, 'care-heard');
  await page.goto(`${house.url}me`);
  const log = page.getByRole('log');
  await expect(log).toHaveAttribute('aria-live', 'polite');
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Cash out' }).press('Enter');
  await canBeAnswered(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Cash out $10' }).press('Enter');
  await expect(log.getByText('$10 cashed out.')).toBeAttached();
});
