import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Product } from './product.ts';

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

/** Registers a verified person through the API, for tests about something else. */
export async function registerPerson(product: Product, person = newPerson()): Promise<Person> {
  const consents = { acceptOffer: true, acceptPersonalData: true };
  const signedUp = await post(product, '/api/auth/signup', { ...person, ...consents });
  const { verifier } = signedUp as { verifier: string };
  const letter = await product.mail(person.email);
  const token = new URL(linkIn(letter, '/auth/verify')).searchParams.get('token');
  const answer = await fetch(`${product.url}/api/auth/verify?token=${token}&verifier=${verifier}`);
  expect(answer.status).toBe(200);
  return person;
}

export async function openSession(product: Pick<Product, 'url'>, { email, password }: Person): Promise<Tokens> {
  return (await post(product, '/api/auth/signin', { email, password })) as Tokens;
}

/** A browser context with the session in storage; it is not restored after a sign-out. */
export function signedIn({ url }: Pick<Product, 'url'>, tokens: Tokens): BrowserContextOptions {
  const localStorage = [{ name: 'tokens', value: JSON.stringify(tokens) }];
  return { storageState: { cookies: [], origins: [{ origin: url, localStorage }] } };
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

async function post({ url }: Pick<Product, 'url'>, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}
