import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile } from './harness/browser.ts';
import { type Product, startProduct } from './harness/product.ts';

const budgets = [
  { path: '/auth', maxKiB: 140 },
  { path: '/', maxKiB: 140 },
];

const { openPage } = browserForThisFile();
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

describe.each(budgets)('$path', ({ path, maxKiB }) => {
  test(`opened cold transfers at most ${maxKiB} KiB of code and styles`, async () => {
    const page = await openPage();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(product.url + path, { waitUntil: 'networkidle' });

    const code = responses.filter((response) => /javascript|css/.test(response.headers()['content-type'] ?? ''));
    const bytes = await Promise.all(code.map(async (response) => (await response.request().sizes()).responseBodySize));
    const totalKiB = bytes.reduce((sum, size) => sum + size, 0) / 1024;
    console.log(`${path}: ${totalKiB.toFixed(1)} of ${maxKiB} KiB in ${code.length} files`);

    expect(code.length).toBeGreaterThan(0);
    // Files too small to gain from it may go as they are.
    const plain = code.filter(
      (response, at) => (bytes[at] ?? 0) > 1024 && response.headers()['content-encoding'] !== 'br',
    );
    expect(plain.map((response) => response.url())).toEqual([]);
    expect(totalKiB).toBeLessThanOrEqual(maxKiB);
  });
});
