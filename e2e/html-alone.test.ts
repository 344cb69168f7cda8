import { expect, test } from 'vitest';
import { browserForThisFile, mainHeading, pollTimeout } from './harness/browser.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();

test.each([
  ['/', 'light', /деньги организации/],
  ['/auth/', 'dark', 'Вход в кабинет'],
] as const)(
  '%s in the %s theme is drawn by its HTML alone as by whole stylesheets',
  async (path, colorScheme, title) => {
    const page = await openPage({ colorScheme, reducedMotion: 'reduce' });
    const styles = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', () => {});
    await page.route('**/assets/*.css', async (route) => {
      await styles.promise;
      await route.continue().catch(() => {});
    });
    await page.goto(product.url + path, { waitUntil: 'commit' });
    await mainHeading(page, title).waitFor();
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())).then(() => undefined));
    const before = await page.screenshot({ animations: 'disabled' });
    styles.resolve();
    const areLoaded = () =>
      page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
        return links.length > 0 && links.every(({ sheet }) => sheet !== null);
      });
    await expect.poll(areLoaded, pollTimeout).toBe(true);
    const after = await page.screenshot({ animations: 'disabled' });
    expect(after.equals(before), `${path} looks different`).toBe(true);
  },
);
