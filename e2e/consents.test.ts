import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { browserForThisFile, expectNoViolations, mainHeading } from './harness/browser.ts';
import { createPerson, newPerson, openSession, type Person, signedIn } from './harness/people.ts';
import { type Product, sharedProduct, startProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const before = sharedProduct();
let product: Product;
let person: Person;
let clean: () => Promise<void>;

/** The shared product has the original texts, this one a new version of the offer. */
beforeAll(async () => {
  const texts = await mkdtemp(path.join(tmpdir(), 'kazna-texts-'));
  clean = () => rm(texts, { recursive: true });
  await cp(path.join(import.meta.dirname, '../server/texts'), texts, { recursive: true });
  const offer = path.join(texts, 'offer.md');
  await writeFile(offer, (await readFile(offer, 'utf8')).replace(/^version: .+$/m, 'version: 2099-01-01'));
  product = await startProduct({ env: { TEXTS_DIR: texts } });
});
afterAll(async () => {
  await product?.stop();
  await clean?.();
});

beforeEach(async () => {
  person = await createPerson(product, newPerson(), before);
});

async function open(prepare: (page: Page) => Promise<unknown>) {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  const sent: object[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/profile/consents')) sent.push(request.postDataJSON());
  });
  await prepare(page);
  await page.goto(product.url);
  const dialog = page.getByRole('dialog', { name: 'Прочитайте и примите' });
  return { page, dialog, sent, accept: dialog.getByRole('button', { name: 'Принять' }) };
}

const seen = { documents: [{ document: 'offer', version: '2099-01-01' }] };

test('a legal text that failed to load cannot be accepted; after a retry it is accepted once', async () => {
  const { page, dialog, sent, accept } = await open((opened) =>
    opened.route('**/api/info/documents/offer', (route) => route.abort(), { times: 1 }),
  );
  await dialog.getByText('Текст не загрузился').waitFor();
  expect(await accept.isDisabled()).toBe(true);
  await expectNoViolations(page);

  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await dialog.getByText('Версия от 1 января 2099').waitFor();
  await dialog.getByLabel('Принимаю условия оферты').check();
  await accept.dblclick();
  await dialog.waitFor({ state: 'hidden' });
  await mainHeading(page, new RegExp(person.name)).waitFor();
  expect(sent).toEqual([seen]);
});

test('a legal text that changed while open is shown again before consent', async () => {
  const { dialog, sent, accept } = await open((opened) =>
    opened.route(
      '**/api/info/documents/offer',
      async (route) => {
        const old = await route.fetch({ url: `${before.url}/api/info/documents/offer` });
        await route.fulfill({ response: old });
      },
      { times: 1 },
    ),
  );
  const box = dialog.getByLabel('Принимаю условия оферты');
  await box.check();
  await accept.click();
  await dialog.getByRole('alert').getByText('Текст изменился, пока был открыт.').waitFor();
  await dialog.getByText('Версия от 1 января 2099').waitFor();
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await accept.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(seen);
});
