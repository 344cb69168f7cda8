import type { Download, Locator } from 'playwright-core';

/** What a click on the button downloads. */
export async function downloadBy(button: Locator): Promise<Download> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return download;
}
