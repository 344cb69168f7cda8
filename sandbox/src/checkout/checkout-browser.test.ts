import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runReceiver, runSandbox } from '../../tests/running-sandbox.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const screenshots = join(import.meta.dirname, '../../../var/screenshots');

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath, args });
});
afterAll(() => browser?.close());

async function openPage(url: string) {
  const context = await browser.newContext({ locale: 'ru-RU' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(url);
  return { page, complaints };
}

/** SCREENSHOTS=1 saves every page. Legacy mode avoids the blank page that axe opens for frames, which we do not have. */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(axeFile, 'utf8'));
  return page.evaluate(async () => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), `${name} in the ${colorScheme} theme`).toEqual([]);
    for (const width of [1440, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
      const path = join(screenshots, `sandbox-${name}-${colorScheme}-${width}.png`);
      if (process.env.SCREENSHOTS && width !== 360) await page.screenshot({ path, fullPage: true });
    }
  }
}

/** A shop whose return URL redirects to a third origin, like an API separate from its web. */
async function withShop() {
  const web = await runReceiver();
  const api = await runReceiver(...Array(5).fill({ redirectTo: web.url }));
  const sandbox = await runSandbox();
  const confirmation = { type: 'redirect', return_url: api.url };
  const create = (changes: object = {}) => sandbox.createPayment({ confirmation, ...changes });
  return { ...sandbox, landingUrl: web.url, create };
}

describe('checkout in a browser', () => {
  it('every checkout page is accessible in both themes, fits a phone and violates no CSP', async () => {
    const { create, url, payByCard, submit } = await withShop();
    const card = await create({ description: 'Пополнение баланса организации ООО «Длинноеназваниебезпробеловвсё»' });
    const { page, complaints } = await openPage(card.confirmation.confirmation_url);
    await expectGoodLooks(page, 'card');
    await page.getByRole('link', { name: '5555 5555 5555 4600' }).click();
    await expectGoodLooks(page, 'card-chosen');
    await page.getByLabel('Номер карты').fill('5555 5555 5555 4445');
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await expectGoodLooks(page, 'card-errors');
    await page.goto(`${url}/checkout/${card.id}?method=sbp`);
    await expectGoodLooks(page, 'sbp');
    await page.goto(`${url}/checkout/${card.id}/sbp`);
    await expectGoodLooks(page, 'bank');
    await payByCard(card.id, '5555555555554477');
    await page.goto(`${url}/checkout/${card.id}`);
    await expectGoodLooks(page, 'confirm-card');
    await submit(`${card.id}/confirm-card`, { code: '1234' });
    await page.reload();
    await expectGoodLooks(page, 'paid');
    const declined = await create();
    await payByCard(declined.id, '4111111111111111');
    await page.goto(`${url}/checkout/${declined.id}`);
    await expectGoodLooks(page, 'declined');
    const held = await create({ capture: false });
    await payByCard(held.id);
    await page.goto(`${url}/checkout/${held.id}`);
    await expectGoodLooks(page, 'held');
    // Chromium logs responses 422 and 404 to the console.
    expect(complaints.filter((text) => !/status of (422|404)/.test(text))).toEqual([]);
    await page.goto(`${url}/checkout/none`);
    await expectGoodLooks(page, 'not-found');
  }, 120_000);

  it('a 3-D Secure card payment returns to a shop on another origin', async () => {
    const { create, get, landingUrl } = await withShop();
    const payment = await create({ payment_method_data: { type: 'bank_card' } });
    const { page, complaints } = await openPage(payment.confirmation.confirmation_url);
    await page.getByLabel('Номер карты').fill('5555 5555 5555 4477');
    await page.getByLabel('Срок действия').fill('12/40');
    await page.getByLabel('Код', { exact: true }).fill('123');
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await page.getByLabel('Код из сообщения').fill('1234');
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await page.waitForURL(landingUrl);
    expect((await get(`/payments/${payment.id}`)).body.status).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a click fills in a test card that pays without JavaScript', async () => {
    const { create, get, landingUrl } = await withShop();
    const context = await browser.newContext({ javaScriptEnabled: false });
    for (const [card, status, reason] of [
      ['2202 4743 0132 2987', 'succeeded', undefined],
      ['5555 5555 5555 4600', 'canceled', 'insufficient_funds'],
    ] as const) {
      const payment = await create();
      const page = await context.newPage();
      await page.goto(payment.confirmation.confirmation_url);
      await page.getByRole('link', { name: card }).click();
      await page.getByRole('button', { name: 'Оплатить' }).click();
      await page.waitForURL(landingUrl);
      const { body } = await get(`/payments/${payment.id}`);
      expect([body.status, body.cancellation_details?.reason]).toEqual([status, reason]);
    }
  });

  it('SBP payment and cancellation work without JavaScript', async () => {
    const { create, get, landingUrl } = await withShop();
    const context = await browser.newContext({ javaScriptEnabled: false });
    for (const [button, status] of [
      ['Подтвердить оплату', 'succeeded'],
      ['Отменить', 'canceled'],
    ] as const) {
      const payment = await create({ payment_method_data: { type: 'sbp' } });
      const page = await context.newPage();
      await page.goto(payment.confirmation.confirmation_url);
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(landingUrl);
      expect((await get(`/payments/${payment.id}`)).body.status).toBe(status);
    }
  });
});
