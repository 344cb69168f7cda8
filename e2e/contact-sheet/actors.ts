import { setTimeout as sleep } from 'node:timers/promises';
import type { startDemo } from '../harness/demo.ts';
import { operator } from '../harness/operator.ts';
import { callsOf } from './call.ts';

export type Demo = Awaited<ReturnType<typeof startDemo>>;

const newcomer = { name: 'Анна Ковалёва', email: 'anna@example.ru', password: 'четыре слова подряд' };

/** Who looks at a screen. The owner of the second company is the owner of the first, in another session. */
export type Actor = 'visitor' | 'newcomer' | 'owner' | 'secondOwner' | 'member' | 'staff' | 'admin';
export type Sessions = Record<Exclude<Actor, 'visitor'>, string>;

/** Signs everybody in and returns sessions in browser storage format. The newcomer is registered already. */
export async function signInActors(demo: Demo): Promise<Sessions> {
  return {
    newcomer: await demo.signIn(newcomer.email, newcomer.password),
    owner: await demo.signInOwner(),
    secondOwner: await demo.signInOwner(demo.secondCompany),
    member: await demo.signIn('demo3@kazna.local'),
    staff: await demo.signIn('staff@kazna.local'),
    admin: await demo.signIn(operator.email, operator.password),
  };
}

export async function registerNewcomer({ url }: Demo): Promise<void> {
  const call = callsOf(url);
  const consents = { acceptOffer: true, acceptPersonalData: true };
  const { verifier } = await call<{ verifier: string }>('POST', '/api/auth/signup', { ...newcomer, ...consents });
  const token = new URL(await linkTo(url, newcomer.email)).searchParams.get('token');
  await call('GET', `/api/auth/verify?token=${token}&verifier=${verifier}`);
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
