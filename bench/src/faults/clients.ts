import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../../server/src/platform/db/sql.ts';
import { signIn } from '../payer.ts';
import type { Site } from './environment.ts';
import type { ProviderObject } from './sandbox-control.ts';
import { workOff } from './work-off.ts';

/** A requested payment; its idempotency key stays the same across retries. */
export interface Order {
  key: string;
  body: { amountMinor: number; currency: 'RUB'; method: 'card' | 'sbp' };
  /** Id from the 201 response. */
  paymentId?: string;
}

export interface Clients {
  orders: Order[];
  /** Resolves after the calls in flight. */
  stop: () => Promise<void>;
}

const triesAtOnce = 4;

/** Each client makes one order after another, with a pause between them. */
export function startClients(environment: Site, count: number, pauseMs = 60): Clients {
  const orders: Order[] = [];
  let isStopping = false;
  const work = async () => {
    while (!isStopping) {
      const method = randomInt(5) === 0 ? 'sbp' : 'card';
      const order: Order = {
        key: randomUUID(),
        body: { amountMinor: randomInt(100, 1_000_000), currency: 'RUB', method },
      };
      orders.push(order);
      for (let turn = 0; turn < triesAtOnce && !order.paymentId && !isStopping; turn += 1)
        await ask(environment, order, 3000);
      await sleep(pauseMs);
    }
  };
  const working = Promise.all(Array.from({ length: count }, work));
  working.catch(() => {}); // Whoever stops the clients gets the error.
  return {
    orders,
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
}

/** Retries unacknowledged orders, a few at a time. */
export async function askForTheRest(environment: Site, orders: Order[]): Promise<void> {
  const left = () => orders.filter(({ paymentId }) => !paymentId);
  const askSome = () =>
    Promise.all(
      left()
        .slice(0, 20)
        .map((order) => ask(environment, order, 45_000)),
    );
  await workOff(() => left().length, askSome, 120_000);
}

/** Repeats acknowledged requests; returns those that got another payment. */
export async function findOtherAnswers(environment: Site, orders: Order[]): Promise<Order[]> {
  const acknowledged = orders.filter(({ paymentId }) => paymentId).slice(-50);
  const again: Order[] = acknowledged.map(({ key, body }) => ({ key, body }));
  await askForTheRest(environment, again);
  return again.filter(({ paymentId }, place) => paymentId !== acknowledged[place]?.paymentId);
}

async function ask(environment: Site, order: Order, timeoutMs: number): Promise<void> {
  const { url } = environment.slots[randomInt(2)] as { url: string };
  try {
    const answer = await fetch(`${url}/api/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${environment.payer.token}`,
        'content-type': 'application/json',
        'idempotency-key': order.key,
      },
      body: JSON.stringify(order.body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = (await answer.json()) as { id: string };
    if (answer.status === 201) order.paymentId = body.id;
    else if (answer.status === 401) Object.assign(environment.payer, await signIn(url, environment.payer));
    else if (answer.status < 500)
      throw new RefusedOrder(`an order was answered ${answer.status} ${JSON.stringify(body)}`);
  } catch (error) {
    if (error instanceof RefusedOrder) throw error;
    await sleep(100);
  }
}

/** A valid order must never be refused. */
class RefusedOrder extends Error {}

/** Chooses now the one provider, now the other for new payments by card, as staff do. */
export function startSwitching({ db }: Pick<Site, 'db'>): { stop: () => Promise<void> } {
  let isStopping = false;
  const work = async () => {
    for (let turn = 0; !isStopping; turn += 1) {
      const provider = turn % 2 === 0 ? 'tbank' : 'yookassa';
      for (const method of ['card', 'sbp'])
        await db
          .query(sql`
            insert into provider_choices (method, provider, changed_by)
            select ${method}, ${provider}, id from users limit 1
            on conflict (method) do update set provider = excluded.provider, changed_at = now()`)
          // The database may be killed at the moment.
          .catch(() => {});
      await sleep(700);
    }
  };
  const working = work();
  return {
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
}

/** T-Bank may have more of a payment, whose addresses were lost: nobody can pay there. */
export async function openPages({ db, sandbox }: Pick<Site, 'db' | 'sandbox'>): Promise<ProviderObject[]> {
  const open = await sandbox.payments('pending');
  const ids = open.map(({ id }) => id);
  const shown = await db.query<{ id: string }>(sql`
    select provider_payment_id as id from payments where provider_payment_id = any(${ids}::text[])`);
  const known = new Set(shown.map(({ id }) => id));
  return open.filter(({ id }) => known.has(id));
}

/** Pays on the pages that the shop shows: most payments succeed, some are declined. */
export function startCustomers(environment: Site): { stop: () => Promise<void> } {
  let isStopping = false;
  const work = async () => {
    while (!isStopping) {
      const open = await openPages(environment).catch(() => []); // The database may be killed at the moment.
      for (const { id, payment_method: method } of open.slice(0, 40)) {
        const isDeclined = Number.parseInt(id.slice(-2), 16) % 6 === 0;
        const way = method?.type === 'sbp' ? 'sbp' : isDeclined ? 'declined' : 'card';
        await environment.sandbox.pay(id, way);
      }
      await sleep(200);
    }
  };
  const working = work();
  working.catch(() => {}); // Whoever stops the customers gets the error.
  return {
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
}
