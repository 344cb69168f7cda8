import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { startDemo } from '../harness/demo.ts';

type Demo = Awaited<ReturnType<typeof startDemo>>;

/** Who looks at a screen. */
export type Actor = 'visitor' | 'newcomer' | 'owner' | 'member' | 'staff';

/** Replaces `{name}` in the paths of screens. */
export type Ids = Record<string, string>;

const newcomer = { name: 'Анна Ковалёва', email: 'anna@example.ru', password: 'четыре слова подряд' };

export type Sessions = Record<Exclude<Actor, 'visitor'>, string>;

/** Shorter than tokens live: a page that refreshed them would leave the next page with spent ones. */
const maxAgeMs = 180_000;

/** Returns a function that returns sessions in browser storage format, new ones every few minutes. */
export async function signInActors(demo: Demo): Promise<() => Promise<Sessions>> {
  await registerNewcomer(demo);
  let signedInAt = 0;
  let sessions: Sessions;
  return async () => {
    if (Date.now() - signedInAt < maxAgeMs) return sessions;
    signedInAt = Date.now();
    sessions = {
      newcomer: await demo.signIn(newcomer.email, newcomer.password),
      owner: await demo.signInOwner(),
      member: await demo.signIn('demo3@kazna.local'),
      staff: await demo.signIn('staff@kazna.local'),
    };
    return sessions;
  };
}

/** Finds a payment of every state and starts one, so that the page to pay on is open. */
export async function findIds(demo: Demo, tokens: Sessions): Promise<Ids> {
  const paymentIn = async (state: string) => {
    const path = `/api/payments?status=${state}&limit=1`;
    const { items } = await call<{ items: { id: string }[] }>(demo, tokens.owner, path);
    return items[0]?.id ?? '';
  };
  const { activeOrganizationId: empty } = await call<{ activeOrganizationId: string }>(
    demo,
    tokens.newcomer,
    '/api/profile',
  );
  const users = await call<{ items: { id: string }[] }>(demo, tokens.staff, '/api/admin/users?search=demo1');
  const body = { amountMinor: 1_250_050, currency: 'RUB', method: 'card', description: 'Оплата по договору' };
  const started = await call<{ id: string; confirmationUrl: string }>(demo, tokens.owner, '/api/payments', body);
  return {
    company: demo.company,
    empty,
    user: users.items[0]?.id ?? '',
    pending: started.id,
    checkout: new URL(started.confirmationUrl).pathname,
    paid: await paymentIn('succeeded'),
    declined: await paymentIn('declined'),
    review: await paymentIn('review'),
  };
}

async function registerNewcomer({ url }: Demo): Promise<void> {
  const consents = { acceptOffer: true, acceptPersonalData: true };
  const { verifier } = await call<{ verifier: string }>({ url }, undefined, '/api/auth/signup', {
    ...newcomer,
    ...consents,
  });
  const token = new URL(await linkTo(url, newcomer.email)).searchParams.get('token');
  await call({ url }, undefined, `/api/auth/verify?token=${token}&verifier=${verifier}`);
}

async function linkTo(url: string, email: string): Promise<string> {
  for (let turn = 0; turn < 100; turn += 1) {
    const letters = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`);
    const link = ((await letters.json()) as { links: string[] }[])[0]?.links.find((one) => one.includes('/auth/'));
    if (link) return link;
    await sleep(100);
  }
  throw new Error(`No letter to ${email} came in time`);
}

async function call<T>({ url }: { url: string }, tokens: string | undefined, path: string, body?: object): Promise<T> {
  const bearer = tokens && (JSON.parse(tokens) as { accessToken: string }).accessToken;
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'idempotency-key': randomUUID(),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
