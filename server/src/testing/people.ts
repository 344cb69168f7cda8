import { signIn, signUp, verifyEmail } from '@kazna/contract/accounts';
import type { TokenPair } from '@kazna/contract/fields';
import type { CallOptions, TestApp } from './app.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

let count = 0;

export function newPerson(): Person {
  count += 1;
  return { email: `person-${process.pid}-${count}@example.ru`, password: 'четыре слова подряд', name: 'Мария' };
}

export function signUpBody(person: Person) {
  return { ...person, acceptOffer: true as const, acceptPersonalData: true as const };
}

export function tokenIn(text: string): string {
  const token = /token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no token in ${text}`);
  return token;
}

/** Registers somebody and confirms their address, as a person would. */
export async function registerPerson(app: TestApp, person = newPerson()): Promise<Person> {
  await app.call(signUp, { body: signUpBody(person) });
  const letter = await app.letter(person.email, 'Подтвердите e-mail');
  await app.call(verifyEmail, { query: { token: tokenIn(letter.text) } });
  return person;
}

export async function signInPerson(
  app: TestApp,
  { email, password }: Person,
  options?: CallOptions,
): Promise<TokenPair> {
  const { status, body } = await app.call(signIn, { body: { email, password } }, options);
  if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`);
  return body;
}
