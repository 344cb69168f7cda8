import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../server/tests/support/postgres.ts';
import { browserForThisFile, mainHeading, pollTimeout } from './harness/browser.ts';
import { openSession, registerPerson, signedIn, storedTokens } from './harness/people.ts';
import { type Product, startProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
let postgres: Postgres;
let product: Product;

beforeAll(async () => {
  postgres = await startPostgres();
  product = await startProduct({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await product?.stop();
  await postgres?.remove();
});

test('a database outage answers 503 without signing anybody out, and the product recovers', async () => {
  const person = await registerPerson(product);
  const tokens = await openSession(product, person);
  await postgres.stop();

  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  for (const path of ['/api/health/ready', '/api/profile']) {
    const answer = await fetch(product.url + path, { headers });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
  }
  expect((await fetch(`${product.url}/api/health/live`)).status).toBe(200);

  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  await page.getByText('Сервис временно недоступен').first().waitFor();
  expect(await storedTokens(page)).toEqual(tokens);

  await postgres.start();
  const readiness = async () => (await fetch(`${product.url}/api/health/ready`)).status;
  await expect.poll(readiness, pollTimeout).toBe(200);
  await page.reload();
  await mainHeading(page, new RegExp(person.name)).waitFor();
});
