// An answer of the house that is held back for as long as a test wants.
import type { Page } from '@playwright/test';

/** Holds back what is asked at this address; whoever calls the function returned lets it come. */
export async function held(page: Page, address: string): Promise<() => void> {
  let come = () => {};
  const wanted = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(address, async (route) => {
    await wanted;
    await route.continue();
  });
  return come;
}
