import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../../faults/environment.ts';
import { newPayer, type Payer, signIn } from '../../payer.ts';

export interface Sessions {
  /** People whose session ended, or who could not sign in with the right password. */
  signedOut: string[];
  refreshes: number;
  signIns: number;
  stop: () => Promise<void>;
}

const callTimeoutMs = 10_000;
const refreshEveryTurns = 8;

/** People who stay signed in, as browsers do, and one who signs in again and again. The payer is among the former. */
export async function startSessions(site: Site, count: number): Promise<Sessions> {
  const [{ url }] = site.slots;
  const people = [site.payer];
  while (people.length < count) people.push(await newPayer(url));
  let isStopping = false;
  const sessions: Sessions = { signedOut: [], refreshes: 0, signIns: 0, stop: async () => {} };
  const stay = async (person: Payer) => {
    for (let turn = randomInt(refreshEveryTurns); !isStopping; turn += 1) {
      const isDue = turn % refreshEveryTurns === 0;
      const failure = await (isDue ? refresh(site, person, sessions) : look(site, person)).catch(() => null);
      if (failure) {
        sessions.signedOut.push(`${person.email}: ${failure}`);
        await sleep(5000);
      }
      await sleep(1000);
    }
  };
  const newcomer = async () => {
    const person = people.at(-1) as Payer;
    while (!isStopping) {
      await signIn(anyUrl(site), person).then(
        () => {
          sessions.signIns += 1;
        },
        ({ message }: Error) => {
          if (/ answered 4(?!29)/.test(message)) sessions.signedOut.push(message);
        },
      );
      await sleep(3000);
    }
  };
  const working = Promise.all([...people.map(stay), newcomer()]);
  sessions.stop = async () => {
    isStopping = true;
    await working;
  };
  return sessions;
}

/** Returns why the person was turned away. Rejects or returns null when nothing was said about that. */
async function look(site: Site, { token }: Payer): Promise<string | null> {
  return refusalOf(await call(site, '/api/profile', token));
}

/** A lost answer is asked for again with the same token, as the browser does. */
async function refresh(site: Site, person: Payer, sessions: Sessions): Promise<string | null> {
  const answer = await call(site, '/api/auth/refresh', person.refreshToken);
  if (!answer.ok) return refusalOf(answer);
  const { accessToken, refreshToken } = (await answer.json()) as { accessToken: string; refreshToken: string };
  Object.assign(person, { token: accessToken, refreshToken });
  sessions.refreshes += 1;
  return null;
}

const anyUrl = ({ slots }: Site) => (slots[randomInt(slots.length)] as { url: string }).url;

function call(site: Site, path: string, bearer: string): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}` };
  return fetch(anyUrl(site) + path, { headers, signal: AbortSignal.timeout(callTimeoutMs) });
}

async function refusalOf(answer: Response): Promise<string | null> {
  const text = await answer.text();
  return answer.status === 401 || answer.status === 403 ? text : null;
}
