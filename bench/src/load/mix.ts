import { randomUUID } from 'node:crypto';
import type { Payer } from '../payer.ts';
import type { Answered, Ask, LoadClient } from './client.ts';
import type { Kind } from './open-loop.ts';

export interface Order {
  key: string;
  payer: Payer;
  paymentId: string;
  /** Whether the request was retried. */
  wasCut: boolean;
}

export interface Mix {
  kinds: Kind[];
  orders: Order[];
  /** Payments whose success notification was acknowledged. */
  notified: string[];
  /** Retried calls. */
  cuts: () => number;
}

export interface MixOptions {
  client: LoadClient;
  payers: Payer[];
  pay: (providerId: string) => Promise<void>;
  scale: number;
}

interface Paid {
  paymentId: string;
  providerId: string;
}

export const wish = { amountMinor: 150_050, currency: 'RUB', method: 'card' };

export function createMix({ client, payers, pay, scale }: MixOptions): Mix {
  const orders: Order[] = [];
  const notified: string[] = [];
  const paid: Paid[] = [];
  let cuts = 0;
  const ask = async (what: Ask, wanted: number): Promise<Answered> => {
    const answer = await client.ask(what);
    cuts += answer.cuts;
    if (answer.status !== wanted) throw new Error(`${what.path} answered ${answer.status} ${answer.body.code ?? ''}`);
    return answer;
  };
  const next = inTurn(payers);
  const nextToRefresh = inTurn(payers);
  const works: [name: string, perSecond: number, Kind['run']][] = [
    ['sign-in', 2, () => signIn(ask, next())],
    ['refresh', 4, () => refresh(ask, nextToRefresh())],
    ['list', 20, () => discard(ask({ path: '/api/payments', token: next().token }, 200))],
    [
      'dashboard',
      10,
      () => {
        const { organizationId, token } = next();
        return discard(ask({ path: `/api/dashboard/${organizationId}`, token }, 200));
      },
    ],
    [
      'create',
      4,
      async () => {
        const order = await create(ask, next());
        orders.push(order);
        return async () => {
          await pay(order.providerId);
          paid.push(order);
        };
      },
    ],
    [
      'notification',
      4,
      async () => {
        // Until a payment is paid, notifies about an unknown refund.
        const told = paid.shift();
        const object = { id: told?.providerId ?? randomUUID() };
        const body = { type: 'notification', event: told ? 'payment.succeeded' : 'refund.succeeded', object };
        await ask({ method: 'POST', path: '/api/webhooks/yookassa', body }, 200);
        if (told) notified.push(told.paymentId);
        return undefined;
      },
    ],
    ['live', 1, () => discard(ask({ path: '/api/events', token: next().token, isStream: true }, 200))],
  ];
  const kinds = works.map(([name, perSecond, run]) => ({ name, perSecond: perSecond * scale, run }));
  return { kinds, orders, notified, cuts: () => cuts };
}

type Asking = (what: Ask, wanted: number) => Promise<Answered>;

async function create(ask: Asking, payer: Payer): Promise<Order & { providerId: string }> {
  const key = randomUUID();
  const what: Ask = { method: 'POST', path: '/api/payments', token: payer.token, key, body: wish };
  const { body, cuts } = await ask(what, 201);
  const providerId = String(body.confirmationUrl).split('/').at(-1) ?? '';
  return { key, payer, paymentId: body.id as string, wasCut: cuts > 0, providerId };
}

async function signIn(ask: Asking, { email, password }: Payer): Promise<undefined> {
  await ask({ method: 'POST', path: '/api/auth/signin', body: { email, password } }, 200);
}

async function refresh(ask: Asking, payer: Payer): Promise<undefined> {
  const { body } = await ask({ path: '/api/auth/refresh', token: payer.refreshToken }, 200);
  Object.assign(payer, { token: body.accessToken, refreshToken: body.refreshToken });
}

async function discard(answer: Promise<Answered>): Promise<undefined> {
  await answer;
}

function inTurn<T>(items: T[]): () => T {
  let turn = 0;
  return () => {
    turn += 1;
    return items[turn % items.length] as T;
  };
}
