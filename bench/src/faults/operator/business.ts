import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kazna, KaznaError } from '@kazna/client';
import { Webhook } from 'standardwebhooks';
import { fundedOrganization } from '../../../../server/tests/support/charges.ts';
import { newKey } from '../../../../server/tests/support/keys.ts';
import type { Site } from '../environment.ts';
import { workOff } from '../work-off.ts';
import { isSettled, newSale, newSetAside, type Operation, type Sale, settle, settleBatch } from './operations.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export interface Organization {
  id: string;
  fundedMinor: number;
}

/** The business's systems: programs that call the operator API, and a server that receives its webhooks. */
export interface Business {
  /** One client a server process. */
  clients: Kazna[];
  organizations: Organization[];
  receiver: Receiver;
  /** Events from here on are delivered. */
  cursor: string;
  operations: Operation[];
  /** Refusals that nothing explains. */
  surprises: number;
  end: () => Promise<void>;
}

export interface Load {
  /** Resolves after the calls in flight. */
  stop: () => Promise<void>;
}

const richMinor = 1_000_000_000_000;
/** Runs dry after a few sales, even in a short run, so that others are refused. Nothing is ever given back to it. */
const poorMinor = 15_000;
const turnsAtOnce = 4;

export async function openBusiness(environment: Site): Promise<Business> {
  const { key } = await newKey(environment);
  const clients = environment.slots.map(({ url }) => new Kazna({ url, key, maxAttempts: 3, timeoutMs: 10_000 }));
  const [kazna] = clients as [Kazna, Kazna];
  let cursor = '';
  for await (const page of kazna.events.list().pages()) cursor = page.resumeCursor;
  const receiver = await startReceiver();
  const inboxes = {
    '/all': ['*'],
    '/charges': ['charge.created', 'charge.refunded'],
    '/holds': ['hold.created', 'hold.captured', 'hold.released'],
  } as const;
  for (const [name, types] of Object.entries(inboxes)) {
    const { secret } = await kazna.webhookEndpoints.create({ url: receiver.urlOf(name), types: [...types] });
    const counts = { badSignatures: 0, altered: 0 };
    receiver.inboxes.set(name, { types: [...types], received: new Map(), ...counts, verifier: new Webhook(secret) });
  }
  const funds = [richMinor, richMinor, richMinor, poorMinor];
  const organizations: Organization[] = [];
  for (const fundedMinor of funds)
    organizations.push({ id: await fundedOrganization(environment, fundedMinor), fundedMinor });
  return { clients, organizations, receiver, cursor, operations: [], surprises: 0, end: receiver.close };
}

export function startLoad(business: Business, count: number): Load {
  let isStopping = false;
  const work = async () => {
    while (!isStopping) {
      const started = startSomething(business);
      business.operations.push(...started);
      if (started.length > 1) await attempt(business, started, (kazna) => settleBatch(kazna, started as Sale[]));
      for (let turn = 0; turn < turnsAtOnce && !isStopping; turn += 1) {
        const [open] = started.filter((operation) => !isSettled(operation));
        if (open) await attempt(business, [open], (kazna) => settle(kazna, open));
      }
      await sleep(30);
    }
  };
  const working = Promise.all(Array.from({ length: count }, work));
  working.catch(() => {}); // Whoever stops the load gets the error.
  return {
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
}

function startSomething({ organizations }: Business): Operation[] {
  const { id, fundedMinor } = organizations[randomInt(organizations.length)] as Organization;
  if (fundedMinor === poorMinor) return [newSale(id, false)];
  const chance = randomInt(10);
  if (chance === 0) return Array.from({ length: randomInt(2, 20) }, () => newSale(id));
  return chance < 5 ? [newSetAside(id)] : [newSale(id)];
}

/** Repeats what has no outcome yet, for at most two minutes. */
export async function settleTheRest(business: Business): Promise<void> {
  const left = () => business.operations.filter((operation) => !isSettled(operation));
  const settleSome = () =>
    Promise.all(
      left()
        .slice(0, 10)
        .map((operation) => attempt(business, [operation], (kazna) => settle(kazna, operation))),
    );
  await workOff(() => left().length, settleSome, 120_000);
}

/** A killed server may leave a call without an answer; any refusal but for money is a fault. */
async function attempt(
  business: Business,
  operations: Operation[],
  call: (kazna: Kazna) => Promise<void>,
): Promise<void> {
  try {
    await call(business.clients[randomInt(business.clients.length)] as Kazna);
  } catch (error) {
    if (!(error instanceof KaznaError)) throw error;
    const isPassing = error.status === 0 || error.status >= 500;
    if (isPassing) return;
    business.surprises += 1;
    console.error(new Date().toISOString(), error.message, JSON.stringify(operations));
  }
}
