import { randomUUID } from 'node:crypto';
import { getBalance } from '@kazna/contract/cabinet/balance';
import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import { createPayment, getPayment, type Payment, type PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import { postTransfer } from '../../src/money/ledger/post-transfer.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';
import { type SignedIn, signedInPerson } from './organizations.ts';
import type { Shop } from './shop.ts';

export interface Payer extends SignedIn {
  organizationId: string;
}

export async function newPayer(app: TestApp): Promise<Payer> {
  const person = await signedInPerson(app);
  const { rows } = await app.db.queryText('select organization_id from memberships where user_id = $1', [person.id]);
  return { ...person, organizationId: rows[0]?.organization_id as string };
}

const form = { amountMinor: 150_050, currency: 'RUB' as const, method: 'card' as const };

export async function create(
  app: TestApp,
  { token }: { token: string },
  changes: object = {},
  key: string = randomUUID(),
) {
  const options = { token, headers: { 'idempotency-key': key } };
  const { status, body } = await app.call(createPayment, { body: { ...form, ...changes } }, options);
  return { status, body };
}

/** A pending payment and its id at the provider. */
export async function openPayment(app: TestApp, payer: { token: string }, body: object = {}) {
  const { status, body: payment } = await create(app, payer, body);
  if (status !== 201) throw new Error(`create answered ${status} ${JSON.stringify(payment)}`);
  return { ...payment, providerId: payment.confirmationUrl?.split('/').at(-1) as string };
}

export async function paidPayment(shop: Shop, payer: { token: string }, body: object = {}) {
  const payment = await openPayment(shop, payer, body);
  await shop.provider.payByCard(payment.providerId);
  await fetch(`${shop.url}/api/payments/${payment.id}/return`, { redirect: 'manual' });
  return { ...(await readPayment(shop, payer, payment.id)), providerId: payment.providerId };
}

export async function readPayment(app: TestApp, { token }: { token: string }, paymentId: string) {
  const { status, body } = await app.call(getPayment, { params: { paymentId } }, { token });
  if (status !== 200) throw new Error(`get answered ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function untilStatus(app: TestApp, payer: { token: string }, { id }: Payment, status: PaymentStatus) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const payment = await readPayment(app, payer, id);
    if (payment.status === status) return payment;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the payment did not become ${status}`);
}

export async function balanceOf(app: TestApp, { token, organizationId }: Payer): Promise<Record<string, number>> {
  const { body } = await app.call(getBalance, { params: { organizationId } }, { token });
  return Object.fromEntries(body.items.map(({ currency, amountMinor }) => [currency, amountMinor]));
}

export interface SeededPayment {
  id: string;
  amountMinor: number;
  currency: Currency;
  method: PaymentMethod;
  status: PaymentStatus;
  reason: string | null;
  description: string | null;
  refundedMinor: number;
  createdAt: Date;
}

let lastMs = 0;

function nextId(): string {
  lastMs = Math.max(lastMs + 1, Date.now());
  return uuidv7(lastMs);
}

/** Inserts payments without a provider, for lists and files; oldest first. */
export async function seedPayments(
  { db }: TestApp,
  { id: userId, organizationId }: Pick<Payer, 'id' | 'organizationId'>,
  count: number,
  describe: (index: number) => Partial<SeededPayment>,
): Promise<SeededPayment[]> {
  const planted = Array.from({ length: count }, (_, index) => ({
    id: nextId(),
    amountMinor: 1000,
    currency: 'RUB' as const,
    method: 'card' as const,
    status: 'pending' as const,
    reason: null,
    description: null,
    refundedMinor: 0,
    createdAt: new Date(),
    ...describe(index),
  }));
  await db.queryText(
    `insert into payments (id, organization_id, created_by, amount_minor, currency, method, description, status,
       reason, provider, refunded_minor, created_at, paid_at, expires_at)
     select id, $1, $2, "amountMinor", currency, method, description, status, reason, 'yookassa', "refundedMinor",
       "createdAt", case when status = 'succeeded' then "createdAt" end, "createdAt" + interval '1 hour'
     from jsonb_to_recordset($3) as planted (id uuid, "amountMinor" bigint, currency text, method text,
       description text, status text, reason text, "refundedMinor" bigint, "createdAt" timestamptz)`,
    [organizationId, userId, JSON.stringify(planted)],
  );
  return planted;
}

/** A payment that succeeded and was credited, without a provider. Returns its id. */
export async function plantPaidTopUp(
  app: TestApp,
  payer: Pick<Payer, 'id' | 'organizationId'>,
  changes: Partial<SeededPayment> = {},
): Promise<string> {
  const [payment] = await seedPayments(app, payer, 1, () => ({ status: 'succeeded', ...changes }));
  const { id, amountMinor, currency } = payment as SeededPayment;
  const posting = { kind: 'top_up', from: 'clearing', to: { organizationId: payer.organizationId } } as const;
  await app.db.transaction((tx) =>
    postTransfer(tx, { ...posting, key: `top_up:${id}`, amountMinor, currency, sourceId: id }),
  );
  return id;
}
