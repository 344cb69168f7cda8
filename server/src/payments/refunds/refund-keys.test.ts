import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { balanceOf, newPayer, type Payer, paidPayment, readPayment } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type PaymentProvider, providersOf } from '../providers/provider.ts';
import { insertRefund } from './refunds-store.ts';
import { settleRefund } from './settle-refund.ts';

let shop: Shop;
let payer: Payer;
let payment: Awaited<ReturnType<typeof paidPayment>>;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
});
beforeEach(async () => {
  payer = await newPayer(shop);
  payment = await paidPayment(shop, payer, { amountMinor: 100_000 });
});
afterAll(() => shop.close());

const read = () => readPayment(shop, payer, payment.id);
const balance = async () => (await balanceOf(shop, payer)).RUB;

test('the receipt of a refund goes to the business once the payer has deleted their account', async () => {
  const id = uuidv7();
  const whose = { id, paymentId: payment.id, amountMinor: 100, reason: 'Передумали' };
  await insertRefund(shop.db, { ...whose, requestedBy: payer.id, isByStaff: false });
  await shop.db.queryText('update payments set payer_email = null where id = $1', [payment.id]);
  await shop.db.queryText('update users set deleted_at = now() where id = $1', [payer.id]);
  const receipts: string[] = [];
  const createRefund: PaymentProvider['createRefund'] = async ({ payerEmail }) => {
    receipts.push(payerEmail);
    return { providerId: `of ${id}`, status: 'pending', reason: null };
  };
  const providers = providersOf({ name: 'yookassa', createRefund } as PaymentProvider);
  await settleRefund({ db: shop.db, providers, receiptEmail: 'shop@example.ru' }, id, 'poll');
  expect(receipts).toEqual(['shop@example.ru']);
});

describe('refunds under an idempotency key', () => {
  const refundWith = (key: string, amountMinor: number) =>
    shop.call(
      refundPayment,
      { params: { paymentId: payment.id }, body: { amountMinor, reason: 'Передумали' } },
      { token: payer.token, headers: { 'idempotency-key': key } },
    );

  test('10 refunds at once under one key, and any later, are one refund', async () => {
    const key = uuidv7();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refundWith(key, 20_000)));
    answers.push(await refundWith(key, 20_000));
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(201));
    expect(new Set(answers.map(({ body }) => body.refunds.map(({ id }) => id).join())).size).toBe(1);
    expect([await balance(), (await read()).refundedMinor]).toEqual([80_000, 20_000]);
  });

  test('a refund of another sum under the same key is refused, another key is another refund', async () => {
    const key = uuidv7();
    await refundWith(key, 20_000);
    expect(await refundWith(key, 10_000)).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
    expect((await refundWith(uuidv7(), 20_000)).status).toBe(201);
    expect(await balance()).toBe(60_000);
  });

  test('the key of one payment’s refund is free for another payment', async () => {
    const key = uuidv7();
    await refundWith(key, 20_000);
    payment = await paidPayment(shop, payer, { amountMinor: 100_000 });
    expect((await refundWith(key, 20_000)).body.refundedMinor).toBe(20_000);
  });
});
