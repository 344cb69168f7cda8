import { signIn, signUp, verifyEmail } from '@kazna/contract/cabinet/accounts';
import type { TokenPair } from '@kazna/contract/shared/fields';
import { accountOfAddress, createAccount } from '../../src/people/accounts/create-account.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { CallOptions, TestApp } from './app.ts';
import { cheapHash } from './cheap-hash.ts';

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

/** Registers and confirms by letter. */
export async function registerPerson(app: TestApp, person = newPerson()): Promise<Person> {
  const { verifier } = (await app.call(signUp, { body: signUpBody(person) })).body;
  const letter = await app.letter(person.email, 'Подтвердите e-mail');
  await app.call(verifyEmail, { query: { token: tokenIn(letter.text), verifier } });
  return person;
}

/** Makes an account without letters, for tests with another subject. */
export async function createPerson({ db }: TestApp, person = newPerson()): Promise<Person & { id: string }> {
  const { email, name, password } = person;
  const id = await db.transaction((tx) => createAccount(tx, accountOfAddress(email, cheapHash(password), name)));
  if (!id) throw new Error(`${email} is taken`);
  return { ...person, id };
}

export async function createOrganization({ db }: TestApp, userId: string, role = 'member'): Promise<string> {
  const id = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО «Ромашка»')", [id]);
  await db.queryText('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    id,
    userId,
    role,
  ]);
  return id;
}

let addresses = 0;

/** An IP address, unique in this process. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
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
