// What axe finds that is serious, on a page as it is shown now.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Rows of a chart are drawn alike, and so are settings that nobody changed: axe looks at the first of each, for with all of
 * them it would take ten times as long for the same finding.
 */
const ALIKE = '.chart tbody tr:nth-child(n + 3), .settings section:nth-child(n + 3)';

/** What is serious or worse, in both themes. */
export async function serious(page: Page): Promise<unknown[]> {
  // What is still being reckoned is drawn faintly, and not for long.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).exclude(ALIKE).analyze();
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    found.push(...bad.map(({ id, nodes }) => [colorScheme, id, nodes[0]?.html]));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
