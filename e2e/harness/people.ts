import { type ConsentDocument, consentDocuments } from '@kazna/contract/cabinet/info';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createAccount } from '../../server/src/people/accounts/create-account.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { cheapHash } from '../../server/tests/support/cheap-hash.ts';
import type { PageOptions } from './page-options.ts';
import type { RunningProduct } from './product.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

let count = 0;

export function newPerson(name = 'Анна Ковалёва'): Person {
  count += 1;
  return { email: `anna-${process.pid}-${count}@example.ru`, password: 'четыре слова подряд', name };
}

/**
 * Inserts a verified person without letters, for tests about something else. The person has accepted the documents of
 * `publisher`, which may be another product with other texts.
 */
export async function createPerson(
  product: RunningProduct,
  person = newPerson(),
  publisher: Pick<RunningProduct, 'url'> = product,
): Promise<Person> {
  const { email, name, password } = person;
  const consents = await documentsInForce(publisher);
  const account = { email, name, passwordHash: cheapHash(password), referrerId: null, consents };
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  try {
    expect(await db.transaction((tx) => createAccount(tx, account)), `${email} is free`).not.toBeNull();
  } finally {
    await db.close();
  }
  return person;
}

async function documentsInForce({ url }: Pick<RunningProduct, 'url'>) {
  const answer = await fetch(`${url}/api/info`);
  const { documents } = (await answer.json()) as { documents: { document: ConsentDocument; version: string }[] };
  return documents
    .filter(({ document }) => consentDocuments.includes(document))
    .map(({ document, version }) => ({ document, version, address: null }));
}

/** Registers a verified person through the API, with a letter. */
export async function registerPerson(product: RunningProduct, person = newPerson()): Promise<Person> {
  const consents = { acceptOffer: true, acceptPersonalData: true };
  const signedUp = await post(product, '/api/auth/signup', { ...person, ...consents });
  const { verifier } = signedUp as { verifier: string };
  const letter = await product.mail(person.email);
  const token = new URL(linkIn(letter, '/auth/verify')).searchParams.get('token');
  const answer = await fetch(`${product.url}/api/auth/verify?token=${token}&verifier=${verifier}`);
  expect(answer.status).toBe(200);
  return person;
}

export async function openSession(product: Pick<RunningProduct, 'url'>, { email, password }: Person): Promise<Tokens> {
  return (await post(product, '/api/auth/signin', { email, password })) as Tokens;
}

/** A browser context with the session in storage; it is not restored after a sign-out. */
export function signedIn({ url }: Pick<RunningProduct, 'url'>, tokens: Tokens): PageOptions {
  return { stored: { origin: url, items: { tokens: JSON.stringify(tokens) } } };
}

export async function storedTokens(page: Page): Promise<Tokens | null> {
  return JSON.parse(await page.evaluate(() => localStorage.getItem('tokens') ?? 'null'));
}

export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Пароль').fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
}

export async function signOut(page: Page, { email }: Person): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Боковая панель' });
  await panel.getByRole('button', { name: email }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
}

export function linkIn({ links }: { links: string[] }, path: string): string {
  const link = links.find((one) => new URL(one).pathname === path);
  if (!link) throw new Error(`No link to ${path} among ${links.join(', ')}`);
  return link;
}

async function post({ url }: Pick<RunningProduct, 'url'>, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}
