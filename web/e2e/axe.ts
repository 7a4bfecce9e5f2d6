// What axe finds that is serious, on a page as it is shown now.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Rows of a chart are drawn alike, and so are settings that nobody changed: the first of each stay, and the rest is taken
 * away before axe looks, which would take ten times as long for the same finding. The page is of no other use after that.
 */
const ALIKE = '.chart tbody tr:nth-child(n + 3), .settings section:nth-child(n + 3)';

/** What is serious or worse, in both themes. */
export async function serious(page: Page): Promise<unknown[]> {
  // What is still being reckoned is drawn faintly, and not for long.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate((alike) => {
    for (const each of document.querySelectorAll(alike)) each.remove();
  }, ALIKE);
  const found: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    found.push(...bad.map(({ id, nodes }) => [colorScheme, id, nodes[0]?.html]));
  }
  return found;
}
