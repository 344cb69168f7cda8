import { listSilentRefunds } from '@kazna/contract/admin/refunds';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { newPayer, openPayment, paidPayment, readPayment } from '../../tests/support/payments.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { paymentSettling } from './jobs.ts';
import { type PaymentProvider, providersOf } from './providers/provider.ts';
import { refundSettling, settleRefund } from './refunds/settle-refund.ts';
import { settlePayment } from './settle-payment.ts';

const shop = shopForThisFile();

/** Says yes to everything, and remembers what it was asked. */
function provider(name: string) {
  const asked: string[] = [];
  const payment = (providerId: string, paymentId: string) => ({
    providerId,
    paymentId,
    status: 'succeeded' as const,
    reason: null,
    amountMinor: 150_050,
    currency: 'RUB',
    card: null,
    savedMethod: null,
    confirmationUrl: null,
  });
  const never = () => Promise.reject(new Error('not asked for here'));
  const refund = { providerId: `${name} refund`, status: 'succeeded' as const, reason: null };
  const adapter: PaymentProvider = {
    name,
    createPayment: async ({ paymentId }) => payment(paymentId, paymentId),
    getPayment: async (id) => {
      asked.push(`payment ${id}`);
      return payment(id, id.replace('at bank ', ''));
    },
    findPayment: never,
    createRefund: async ({ refundId }) => {
      asked.push(`refund ${refundId}`);
      return refund;
    },
    getRefund: async () => refund,
    createMethod: never,
    getMethod: never,
  };
  return { adapter, asked };
}

const moveTo = (paymentId: string, name: string) =>
  shop.db.queryText("update payments set provider = $2, provider_payment_id = 'at bank ' || id where id = $1", [
    paymentId,
    name,
  ]);
const contextOf = (...adapters: [PaymentProvider, ...PaymentProvider[]]) => ({
  db: shop.db,
  queue: shop.queue,
  providers: providersOf(...adapters),
  publicUrl: shop.url,
  receiptEmail: 'shop@example.ru',
  referralRules: { percent: 0, capMinor: 0, delayDays: 0 },
});

test('a payment and its refund are asked of the provider that took it, though another takes new ones', async () => {
  const payer = await newPayer(shop);
  const { id } = await openPayment(shop, payer);
  await moveTo(id, 'bank');
  const [current, bank] = [provider('yookassa'), provider('bank')];
  const context = contextOf(current.adapter, bank.adapter);
  await settlePayment(context, id, 'poll');
  expect((await readPayment(shop, payer, id)).status).toBe('succeeded');
  const sent = { params: { paymentId: id }, body: { amountMinor: 50, reason: 'Передумали' } };
  // The worker of this product knows no such provider and leaves the refund to a person; the test's own does.
  const { body } = await shop.call(refundPayment, sent, payer);
  const refundId = body.refunds[0]?.id as string;
  await shop.run(refundSettling, { refundId, attempt: 0 });
  await shop.db.queryText('update refunds set stuck_reason = null where id = $1', [refundId]);
  await settleRefund(context, refundId, 'poll');
  expect([current.asked, bank.asked]).toEqual([[], [`payment at bank ${id}`, `refund ${refundId}`]]);
});

test('a payment of a provider that is not there any more goes to a person', async () => {
  const payer = await newPayer(shop);
  const { id } = await openPayment(shop, payer);
  await moveTo(id, 'gone');
  await shop.run(paymentSettling, { paymentId: id, attempt: 0 });
  expect(await readPayment(shop, payer, id)).toMatchObject({ status: 'review', reason: 'provider_unknown' });
});

test('a refund at a provider that is not there any more goes to a person', async () => {
  const payer = await newPayer(shop);
  const operator = await newStaff(shop, 'finance');
  const { id } = await paidPayment(shop, payer);
  await moveTo(id, 'gone');
  const sent = { params: { paymentId: id }, body: { amountMinor: 50, reason: 'Передумали' } };
  const { body } = await shop.call(refundPayment, sent, payer);
  await shop.run(refundSettling, { refundId: body.refunds[0]?.id as string, attempt: 0 });
  const { items } = (await shop.call(listSilentRefunds, {}, operator)).body;
  expect(items.map(({ paymentId }) => paymentId)).toEqual([id]);
});
