import { randomUUID } from 'node:crypto';
import type { Environment } from './environment.ts';

export interface Question {
  what: string;
  /** One call; throws unless it is answered as it should be. */
  call: (environment: Environment) => Promise<void>;
}

/** What the pages of the cabinet ask for, and a charge. */
export const questions: Question[] = [
  read('payments, first page', () => '/api/payments?limit=25'),
  read('payments, half through', ({ halfway }) => `/api/payments?limit=25&cursor=${halfway.payment}`),
  read('payments, totals', () => '/api/payments/totals'),
  read('payments, totals of a quarter', () => `/api/payments/totals?${lastDays(90)}`),
  read('dashboard, 30 days', ({ organizationId }) => `/api/dashboard/${organizationId}`),
  read('dashboard, a year', ({ organizationId }) => `/api/dashboard/${organizationId}?period=365d`),
  read('operations, first page', (to) => `${ledgerOf(to)}?limit=25`),
  read('operations, half through', (to) => `${ledgerOf(to)}?limit=25&cursor=${to.halfway.entry}`),
  read('operations, totals', (to) => `${ledgerOf(to)}/totals`),
  read('operations, totals of a quarter', (to) => `${ledgerOf(to)}/totals?${lastDays(90)}`),
  { what: 'a charge of the largest organization', call: (to) => charge(to, to.organizationId) },
  {
    what: 'a charge of any other',
    call: (to) => charge(to, to.others[Math.floor(Math.random() * to.others.length)] as string),
  },
];

const ledgerOf = ({ organizationId }: Environment) => `/api/organizations/${organizationId}/ledger`;

/** Ends at no midnight, as a filter of another time zone does. */
function lastDays(days: number): string {
  const from = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  return `from=${from.toISOString()}`;
}

function read(what: string, path: (environment: Environment) => string): Question {
  return {
    what,
    call: async (environment) => {
      const headers = { authorization: `Bearer ${environment.token}` };
      const body = await send(environment.url + path(environment), { headers });
      // An empty page would be cheap for the wrong reason.
      if ((body.items as unknown[] | undefined)?.length === 0) throw new Error(`${what} found nothing`);
    },
  };
}

async function charge({ url, key }: Environment, organizationId: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const form = { organizationId, amountMinor: 1, currency: 'RUB', description: 'Трафик за час' };
  await send(`${url}/v1/charges`, { method: 'POST', headers, body: JSON.stringify(form) });
}

async function send(url: string, request: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, request);
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${JSON.stringify(body)}`);
  return body;
}
