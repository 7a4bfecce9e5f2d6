import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './house';
import { playRound, sitAt } from './play';

const BOOKS = ['SKYCITY Adelaide', 'Casino Canberra', 'Marina Bay Sands', 'Wrest Point', 'The Star Sydney'];

for (const book of BOOKS) {
  test(`a guest sits and plays a full round: ${book}`, async ({ page, house }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await sitAt(page, house.url, book);
    await playRound(page);
    await expect(page.getByTestId('outcome')).toContainText(/won|lost|stand off|surrendered|returned/);
    await page.getByRole('tab', { name: 'My rounds' }).click();
    await expect(page.locator('details')).toHaveCount(1);
    await page.getByRole('button', { name: 'Leave the table' }).click();
    expect(faults).toEqual([]);
  });
}

test('lobby and table have no serious finding of axe', async ({ page, house }) => {
  const serious = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0]?.html]);
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(house.url);
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
    expect(await serious()).toEqual([]);
    await page.getByRole('button', { name: /Sit down at .*Sydney/ }).click();
    await expect(page.locator('.box.own')).toBeVisible();
    expect(await serious()).toEqual([]);
  }
});

test('an address that nobody has gets a face', async ({ page, house }) => {
  await page.goto(`${house.url}nowhere`);
  await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
  await page.goto(`${house.url}table/99`);
  await expect(page.getByRole('heading', { name: 'No such table' })).toBeVisible();
});
