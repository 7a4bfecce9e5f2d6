// What axe finds that is serious, on a page as it is shown now.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Rows of a chart are drawn alike, and so are settings that nobody changed: axe looks at the first
 * of each, for with all of them it would take ten times as long for the same finding.
 */
const ALIKE = '.chart tbody tr:nth-child(n + 3), .settings section:nth-child(n + 3)';

/** What may be wrong in one theme and right in the other. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What is serious or worse, in both themes. */
export async function serious(page: Page): Promise<unknown[]> {
  // What is still being reckoned is drawn faintly, and not for long.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).exclude(ALIKE);
    const { violations } = await (colorScheme === 'light'
      ? axe
      : axe.withRules(OF_COLOURS)
    ).analyze();
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    found.push(...bad.map(({ id, nodes }) => [colorScheme, id, nodes[0]?.html]));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
