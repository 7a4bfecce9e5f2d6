// What axe finds that is serious, on a page as it is shown now.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Rows of a chart are drawn alike, and so are settings that nobody changed: the first of each stay, and the rest is taken
 * away before axe looks, which would take ten times as long for the same finding. The page is of no other use after that.
 */
const ALIKE = '.chart tbody tr:nth-child(n + 3), .settings section:nth-child(n + 3)';

export async function serious(page: Page): Promise<[string, string | undefined][]> {
  // What is still being reckoned is drawn faintly, and not for long.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate((alike) => {
    for (const each of document.querySelectorAll(alike)) each.remove();
  }, ALIKE);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return found.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
