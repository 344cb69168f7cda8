import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile, expectPlace, mainHeading, pollTimeout } from './harness/browser.ts';
import { consoleOf, expiryOf, settle, unsignedToken, watchRefreshes } from './harness/clock.ts';
import {
  createPerson,
  openSession,
  type Person,
  signedIn,
  signOut,
  storedTokens,
  type Tokens,
} from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const leadMs = 300_000;
const hourMs = 3_600_000;

const { openPage } = browserForThisFile();
const product = sharedProduct();
let person: Person;

beforeAll(async () => {
  person = await createPerson(product);
});

/** Opens a page with a fake clock set to `time`. */
async function openWith(tokens: Tokens, time: number = Date.now(), prepare?: (page: Page) => Promise<unknown>) {
  const page = await openPage(signedIn(product, tokens));
  const refreshes = watchRefreshes(page.context());
  const lines = consoleOf(page);
  await page.clock.install({ time });
  await prepare?.(page);
  await page.goto(`${product.url}/info`);
  return { page, refreshes, lines };
}

async function expectRenewed(page: Page, old: Tokens): Promise<Tokens> {
  await expect.poll(async () => (await storedTokens(page))?.refreshToken, pollTimeout).not.toBe(old.refreshToken);
  const renewed = await storedTokens(page);
  if (!renewed) throw new Error('The session has ended');
  return renewed;
}

async function expectSignedOut(page: Page): Promise<void> {
  await expectPlace(page, '/auth');
  // The page is loaded anew after a sign-out: a read in between fails and is repeated.
  await expect.poll(() => storedTokens(page), pollTimeout).toBeNull();
}

function refuse(status: number) {
  const body = { status, title: 'Отказ', detail: 'Отказано', code: status === 401 ? 'session_ended' : 'unavailable' };
  return (route: Route) => route.fulfill({ status, contentType: 'application/problem+json', json: body });
}

describe('a refresh', () => {
  test('a refresh is sent exactly 5 minutes before the access token expires', async () => {
    const tokens = await openSession(product, person);
    const { page, refreshes } = await openWith(tokens);
    await mainHeading(page, 'Информация').waitFor();
    const dueAt = expiryOf(tokens) - leadMs;
    await page.clock.pauseAt(dueAt - 1000);
    await page.clock.runFor(999);
    await settle(page);
    expect(refreshes.requests).toEqual([]);

    await page.clock.runFor(1);
    const renewed = await expectRenewed(page, tokens);
    expect(refreshes.requests).toHaveLength(1);
    expect(await refreshes.requests[0]?.headerValue('authorization')).toBe(`Bearer ${tokens.refreshToken}`);

    await page.clock.resume();
    const [next] = await Promise.all([page.waitForRequest('**/api/profile'), page.reload()]);
    expect(await next.headerValue('authorization')).toBe(`Bearer ${renewed.accessToken}`);
  });

  test('an overdue refresh is sent at once', async () => {
    const tokens = await openSession(product, person);
    const { page, refreshes } = await openWith(tokens, expiryOf(tokens) - leadMs + 1000);
    await expectRenewed(page, tokens);
    expect(refreshes.requests).toHaveLength(1);
    await mainHeading(page, 'Информация').waitFor();
  });

  test('no refresh is sent after the tokens were cleared, and later calls carry no credential', async () => {
    const tokens = await openSession(product, person);
    const { page, refreshes } = await openWith(tokens);
    await mainHeading(page, 'Информация').waitFor();
    await signOut(page, person);
    await expectSignedOut(page);
    await page.clock.fastForward(24 * hourMs);
    await settle(page);
    expect(refreshes.requests).toEqual([]);

    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Пароль').fill('не тот пароль');
    const [sent] = await Promise.all([page.waitForRequest('**/api/auth/signin'), page.keyboard.press('Enter')]);
    expect(await sent.headerValue('authorization')).toBeNull();
  });

  test('a refused refresh signs out and logs to the console', async () => {
    const tokens = await openSession(product, person);
    const { page, lines } = await openWith(tokens, expiryOf(tokens) - leadMs + 1000, (opened) =>
      opened.route('**/api/auth/refresh', refuse(401)),
    );
    await expectSignedOut(page);
    expect(lines.filter((line) => line.startsWith('Token refresh failed'))).toHaveLength(1);
  });

  test('a refresh is retried while only a gateway answers', async () => {
    const tokens = await openSession(product, person);
    const { page, refreshes, lines } = await openWith(tokens, expiryOf(tokens) - leadMs + 1000, (opened) =>
      opened.route('**/api/auth/refresh', refuse(503), { times: 2 }),
    );
    await expect.poll(() => refreshes.requests.length, pollTimeout).toBe(1);
    expect(await storedTokens(page)).toEqual(tokens);
    await expectRenewed(page, tokens);
    expect(refreshes.requests).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith('Token refresh failed'))).toEqual([]);
  });

  test('a missing refresh token signs out without a request and logs to the console', async () => {
    const tokens = { accessToken: unsignedToken(Date.now() + 60_000), refreshToken: '' };
    const { page, refreshes, lines } = await openWith(tokens);
    await expectSignedOut(page);
    expect(refreshes.requests).toEqual([]);
    expect(lines.filter((line) => /^Token refresh failed.*No refresh token available/.test(line))).toHaveLength(1);
  });

  test('an undecodable token is not refreshed and is logged once', async () => {
    const { page, refreshes, lines } = await openWith(
      { accessToken: 'not-a-token', refreshToken: 'whatever' },
      Date.now(),
      (opened) => opened.route('**/api/**', refuse(503)),
    );
    await mainHeading(page, 'Информация').waitFor();
    await page.clock.fastForward(24 * hourMs);
    await settle(page);
    expect(refreshes.requests).toEqual([]);
    expect(lines.filter((line) => line === 'Failed to decode JWT token')).toHaveLength(1);
    expect(await storedTokens(page)).not.toBeNull();
  });
});

test('a night of sleep signs nobody out, and the first click in the morning works', async () => {
  const tokens = await openSession(product, person);
  const { page } = await openWith(tokens);
  await mainHeading(page, 'Информация').waitFor();
  await page.clock.fastForward(9 * hourMs);
  await page.getByRole('link', { name: 'Контакты' }).click();
  await mainHeading(page, 'Контакты').waitFor();
  await page.getByRole('link', { name: /@/ }).waitFor();
  await expectRenewed(page, tokens);
  await page.reload();
  await mainHeading(page, 'Контакты').waitFor();
  expect(await storedTokens(page)).not.toBeNull();
});

test('eight tabs due at the same moment refresh one at a time and stay signed in', async () => {
  const { page, refreshes } = await openWith(await openSession(product, person));
  const tabs = [page];
  while (tabs.length < 8) tabs.push(await page.context().newPage());
  await Promise.all(tabs.slice(1).map((tab) => tab.goto(`${product.url}/info/contacts`)));
  for (const tab of tabs) await tab.getByRole('button', { name: person.email }).waitFor();

  for (let round = 1; round <= 20; round += 1) {
    const before = await storedTokens(page);
    if (!before) throw new Error(`Signed out before round ${round}`);
    await page.context().clock.fastForward(leadMs * 2);
    await expectRenewed(page, before);
  }
  expect(refreshes.requests.length).toBeGreaterThanOrEqual(20);
  expect(refreshes.atOnce()).toBe(1);
  for (const tab of tabs) {
    await tab.reload();
    await tab.getByRole('button', { name: person.email }).waitFor();
  }
});
