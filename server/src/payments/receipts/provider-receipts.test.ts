import { decideReceipt, listFailedReceipts } from '@kazna/contract/admin/receipts';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { listReceipts, type Receipt, sendReceipt } from '@kazna/contract/cabinet/receipts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { newPayer, type Payer, paidPayment, readPayment } from '../../../tests/support/payments.ts';
import { setClock } from '../../../tests/support/services.ts';
import { providerNames, type Shop, startShop } from '../../../tests/support/shop.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { createCharge } from '../../money/charges/create-charge.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { receiptKeeping } from './jobs.ts';

describe.each(providerNames)('%s', (name) => {
  let shop: Shop;
  let payer: Payer;
  let year = 2030;
  beforeAll(async () => {
    const env = { PAYMENT_PAUSES: '1', RECEIPTS: '1', VAT_CODE: '12' };
    shop = await startShop(inject('databaseUrl'), env, { provider: name });
  });
  beforeEach(async () => {
    payer = await newPayer(shop);
    await shop.provider.behave();
  });
  afterAll(() => shop.close());

  async function keep(): Promise<void> {
    await shop.db.queryText("update receipts set next_attempt_at = now() where status = 'pending'");
    await shop.run(receiptKeeping, {});
  }

  async function receiptsOf(paymentId: string): Promise<Receipt[]> {
    const { body } = await shop.call(listReceipts, { params: { paymentId } }, { token: payer.token });
    return body.items;
  }

  /** Runs the job until every receipt of the payment is in the state. */
  async function untilAll(paymentId: string, status: Receipt['status'], count: number): Promise<Receipt[]> {
    const states = async () => {
      await keep();
      return (await receiptsOf(paymentId)).map((receipt) => receipt.status);
    };
    await expect.poll(states, { timeout: 20_000, interval: 200 }).toEqual(Array(count).fill(status));
    return receiptsOf(paymentId);
  }

  async function paidAndSpent(amountMinor: number) {
    year += 1;
    await setClock(shop.db, `${year}-03-10T09:00:00Z`);
    const payment = await paidPayment(shop, payer, { amountMinor: 100_000 });
    const money = { organizationId: payer.organizationId, currency: 'RUB', description: 'Услуга' } as const;
    if (amountMinor > 0) await createCharge(shop.db, { actorId: uuidv7(), key: uuidv7() }, { ...money, amountMinor });
    return payment;
  }

  const nextMonth = () => setClock(shop.db, `${year}-04-02T09:00:00Z`);
  const atProvider = async () => (await shop.provider.receipts()).filter(({ status }) => status === 'succeeded');

  test(`a top-up at ${name} gets a receipt of the advance, a month's charges one of their settlement`, async () => {
    const payment = await paidAndSpent(30_000);
    await untilAll(payment.id, 'registered', 1);
    await nextMonth();
    const [advance, settlement] = await untilAll(payment.id, 'registered', 2);
    expect(advance).toMatchObject({ kind: 'advance', amountMinor: 100_000, month: null });
    expect(settlement).toMatchObject({ kind: 'settlement', amountMinor: 30_000, month: `${year}-03` });
    expect(settlement?.fiscal?.document).toMatch(/^\d+$/);
    await keep();
    const made = (await atProvider()).filter(({ payment_id }) => payment_id === payment.providerId);
    expect(made.map(({ items }) => items[0])).toMatchObject([
      { payment_mode: 'advance', amount: { value: '1000.00' } },
      { payment_mode: 'full_payment', amount: { value: '300.00' } },
    ]);
  });

  test(`a refund at ${name} returns the advance first, and what was settled as paid in full with its own rate`, async () => {
    const payment = await paidAndSpent(80_000);
    await nextMonth();
    await untilAll(payment.id, 'registered', 2);
    await paidPayment(shop, payer, { amountMinor: 50_000 });
    const body = { amountMinor: 60_000, reason: 'Передумали' };
    await shop.call(refundPayment, { params: { paymentId: payment.id }, body }, { token: payer.token });
    await expect
      .poll(async () => (await readPayment(shop, payer, payment.id)).isRefunding, { timeout: 10_000 })
      .toBe(false);
    const receipts = await untilAll(payment.id, 'registered', 3);
    expect(receipts.at(-1)).toMatchObject({ kind: 'refund', amountMinor: 60_000 });
    const made = (await atProvider()).filter(({ type }) => type === 'refund').at(-1);
    const [ofAdvance, ofServices] = name === 'tbank' ? ['vat122', 'vat22'] : [12, 11];
    expect(made?.items).toMatchObject([
      { payment_mode: 'advance', amount: { value: '200.00' }, vat_code: ofAdvance },
      { payment_mode: 'full_payment', amount: { value: '400.00' }, vat_code: ofServices },
    ]);
  });

  test(`a receipt that ${name} refuses is listed for staff, who try it again`, async () => {
    const staff = await newStaff(shop, 'admin');
    const payment = await paidAndSpent(20_000);
    await untilAll(payment.id, 'registered', 1);
    await nextMonth();
    await shop.provider.misbehave({ on: 'receipt', do: 'refuse' });
    await keep();
    const { body } = await shop.call(listFailedReceipts, { query: { limit: 100 } }, { token: staff.token });
    const failed = body.items.find(({ paymentId }) => paymentId === payment.id);
    expect(failed).toMatchObject({ kind: 'settlement', amountMinor: 20_000, provider: name });
    const decision = {
      params: { receiptId: failed?.id ?? '' },
      body: { decision: 'retry', reason: 'Ещё раз' },
    } as const;
    expect((await shop.call(decideReceipt, decision, { token: staff.token })).status).toBe(204);
    await untilAll(payment.id, 'registered', 2);
    expect((await shop.call(decideReceipt, decision, { token: staff.token })).body.code).toBe(
      'receipt_already_decided',
    );
  });

  test(`a settlement receipt whose call at ${name} is not answered is made once`, async () => {
    const payment = await paidAndSpent(10_000);
    await untilAll(payment.id, 'registered', 1);
    await nextMonth();
    await shop.provider.misbehave({ on: 'receipt', do: 'error_500_after' });
    await untilAll(payment.id, 'registered', 2);
    const made = (await shop.provider.receipts()).filter(({ payment_id }) => payment_id === payment.providerId);
    expect(made).toHaveLength(2);
  });

  test.runIf(name === 'yookassa')(
    'a receipt that the provider accepted and made only after staff tried again is made once',
    async () => {
      const staff = await newStaff(shop, 'admin');
      const payment = await paidAndSpent(40_000);
      await untilAll(payment.id, 'registered', 1);
      await nextMonth();
      await shop.provider.misbehave({ on: 'receipt', do: 'pending', ms: 3_600_000 });
      await keep();
      const old =
        "update receipts set asked_at = now() - interval '3 days' where payment_id = $1 and kind = 'settlement'";
      await shop.db.queryText(old, [payment.id]);
      await keep();
      const failed = (await receiptsOf(payment.id)).at(-1);
      expect(failed).toMatchObject({ status: 'failed', kind: 'settlement' });
      shop.provider.pass(3_600_000);
      const params = { receiptId: failed?.id ?? '' };
      const body = { decision: 'retry', reason: 'Касса снова работает' } as const;
      expect((await shop.call(decideReceipt, { params, body }, { token: staff.token })).status).toBe(204);
      await untilAll(payment.id, 'registered', 2);
      const made = (await shop.provider.receipts()).filter(({ payment_id }) => payment_id === payment.providerId);
      expect(made).toHaveLength(2);
    },
  );

  test(`a receipt that the cash register of ${name} refuses fails, and a registered one is sent again on request`, async () => {
    await shop.provider.misbehave({ on: 'registration', do: 'decline' });
    const payment = await paidAndSpent(0);
    await untilAll(payment.id, 'failed', 1);
    const other = await paidAndSpent(0);
    const [receipt] = await untilAll(other.id, 'registered', 1);
    const params = { receiptId: receipt?.id ?? '' };
    expect((await shop.call(sendReceipt, { params }, { token: payer.token })).status).toBe(204);
    expect((await shop.letter(payer.email, 'Чек: Аванс')).text).toContain(`ФД ${receipt?.fiscal?.document}`);
    const [failed] = await receiptsOf(payment.id);
    const again = { params: { receiptId: failed?.id ?? '' } };
    expect((await shop.call(sendReceipt, again, { token: payer.token })).body.code).toBe('receipt_not_registered');
  });
});
