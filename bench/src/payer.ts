import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Payer {
  email: string;
  password: string;
  userId: string;
  organizationId: string;
  token: string;
  refreshToken: string;
}

/** Registers a verified, signed-in person through the API and the e-mail. */
export async function newPayer(url: string): Promise<Payer> {
  const person = { email: `payer-${randomUUID()}@example.ru`, password: 'четыре слова подряд', name: 'Мария' };
  const signedUp = await post(`${url}/api/auth/signup`, { ...person, acceptOffer: true, acceptPersonalData: true });
  const { verifier } = signedUp as { verifier: string };
  const token = await letterToken(url, person.email);
  await fetch(`${url}/api/auth/verify?token=${token}&verifier=${verifier}`);
  return signIn(url, person);
}

/** Access tokens live for 15 minutes, so long runs need new ones. */
export async function signIn(url: string, person: { email: string; password: string }): Promise<Payer> {
  const { email, password } = person;
  const tokens = (await post(`${url}/api/auth/signin`, { email, password })) as Record<string, string>;
  const { accessToken: token = '', refreshToken = '' } = tokens;
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { email, password, userId: claims.sub, organizationId: claims.org, token, refreshToken };
}

async function letterToken(url: string, email: string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const letters = (await (await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as {
      links: string[];
    }[];
    const link = letters.flatMap(({ links }) => links).find((one) => one.includes('/auth/verify'));
    if (link) return new URL(link).searchParams.get('token') ?? '';
    await sleep(100);
  }
  throw new Error(`no letter to ${email}`);
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
