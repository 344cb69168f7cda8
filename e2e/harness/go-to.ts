import type { Page } from 'playwright-core';
import { mainHeading } from './browser.ts';

/** Client-side navigation. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

const leftClean = new WeakSet<Page>();

/** Says that the page has no open dialog or filled form. */
export function leaveClean(page: Page): void {
  leftClean.add(page);
}

/** Loads the product only on a page that was not left clean: each load costs as much as the check of a screen. */
export async function openScreen(page: Page, url: string): Promise<void> {
  if (!leftClean.delete(page)) {
    await page.goto(url);
    return;
  }
  // A screen in between, so that no text of the last one is taken for the next one's.
  await goTo(page, '/nowhere');
  await mainHeading(page, 'Not Found').waitFor();
  await goTo(page, url);
}
