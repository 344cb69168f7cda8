import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserForThisFile } from './harness/browser.ts';
import { topUp } from './harness/checkout.ts';
import { openDripProxy } from './harness/drip-proxy.ts';
import { maxShift, readShifts, sumOf, untilDrawn, watchShifts } from './harness/layout-shift.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

/** A place that depends on what follows it moves at any load; `DRIPPED_LOADS=20` looks for what moves seldom. */
const loadsPerWidth = Number(process.env.DRIPPED_LOADS ?? 2);
const loadsAtOnce = 4;
const pieces = 30;
const widths = [390, 1350, 1440, 1600];

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();
let proxy: Awaited<ReturnType<typeof openDripProxy>>;
let tokens: Tokens;

beforeAll(async () => {
  proxy = await openDripProxy(product.url, pieces);
  tokens = await openSession(product, await createPerson(product));
  await topUp(product, tokens, { description: 'За первый месяц' });
});
afterAll(() => proxy.close());

interface Load {
  width: number;
  total: number;
  shifts: unknown;
}

async function load(path: string, width: number): Promise<Load> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const page = await openPage({ viewport, ...(path.startsWith('/payments') && signedIn(proxy, tokens)) });
  await watchShifts(page);
  await page.goto(proxy.url + path, { timeout: 60_000 });
  await untilDrawn(page);
  // Shifts of a frame are reported after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shifts = await readShifts(page);
  await page.context().close();
  return { width, total: sumOf(shifts), shifts };
}

test.each(['/auth/', '/auth/?mode=register', '/', '/payments/'])(
  `%s, whose HTML comes in small pieces by a slow network, shifts by at most ${maxShift} at any width`,
  async (path) => {
    const planned = Array.from({ length: loadsPerWidth }, () => widths).flat();
    const loads: Load[] = [];
    while (planned.length > 0)
      loads.push(...(await Promise.all(planned.splice(0, loadsAtOnce).map((width) => load(path, width)))));
    const worst = loads.reduce((most, one) => (one.total > most.total ? one : most));
    console.log(`${path}: shifts by ${worst.total.toFixed(4)} at most, in ${loads.length} loads`);
    expect(worst.total, JSON.stringify(worst)).toBeLessThanOrEqual(maxShift);
  },
  600_000,
);
