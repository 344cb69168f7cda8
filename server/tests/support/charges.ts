import { randomUUID } from 'node:crypto';
import type { Answer, Endpoint, Sent } from '@kazna/contract/shared/endpoint';
import type { Currency } from '@kazna/contract/shared/money';
import type { OperatorProblemBody } from '@kazna/contract/shared/operator-problems';
import { getOrganization } from '@kazna/contract/v1/organizations';
import { createCharge } from '../../src/money/charges/create-charge.ts';
import { postTransfer } from '../../src/money/ledger/post-transfer.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';

type App = Pick<TestApp, 'db' | 'call'>;

/** An open organization without members that was topped up by card. */
export async function fundedOrganization({ db }: Pick<TestApp, 'db'>, amountMinor: number): Promise<string> {
  const id = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО «Ромашка»')", [id]);
  if (amountMinor > 0) await topUp({ db }, id, amountMinor);
  return id;
}

export async function topUp({ db }: Pick<TestApp, 'db'>, organizationId: string, amountMinor: number): Promise<void> {
  const posting = { kind: 'top_up', from: 'clearing', to: { organizationId }, currency: 'RUB' } as const;
  await db.transaction((tx) => postTransfer(tx, { ...posting, key: `top_up:${randomUUID()}`, amountMinor }));
}

/** Tops the organization up and charges the same, so that its balance stays. Returns the charge's id. */
export async function plantCharge(db: Database, organizationId: string): Promise<string> {
  await topUp({ db }, organizationId, 300);
  const form = { organizationId, amountMinor: 300, currency: 'RUB', description: 'Тариф за ноябрь' } as const;
  return (await createCharge(db, { actorId: uuidv7(), key: randomUUID() }, form)).id;
}

/** Calls the operator API with one key; a POST gets an idempotency key unless one is given. */
export function callerWith(app: App, key: string) {
  return async <E extends Endpoint>(
    endpoint: E,
    sent: Partial<Sent<E>> = {},
    idempotencyKey: string = randomUUID(),
  ) => {
    const headers: Record<string, string> = endpoint.method === 'POST' ? { 'idempotency-key': idempotencyKey } : {};
    const { status, body } = await app.call(endpoint, sent, { token: key, headers });
    return { status, body: body as Answer<E> & Omit<OperatorProblemBody, 'status'> };
  };
}

/** Balance, held and available of one currency, zeros before the first movement. */
export async function amountsOf(app: App, key: string, organizationId: string, currency: Currency = 'RUB') {
  const { body } = await callerWith(app, key)(getOrganization, { params: { organizationId } });
  const found = body.balances.find((balance) => balance.currency === currency);
  const { balanceMinor = 0, heldMinor = 0, availableMinor = 0 } = found ?? {};
  return { balance: balanceMinor, held: heldMinor, available: availableMinor };
}
