import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type KillableWorker, startKillableWorker } from '../../../tests/support/killable-worker.ts';
import { newPayer, paidPayment } from '../../../tests/support/payments.ts';
import { setClock } from '../../../tests/support/services.ts';
import { providerNames, type Shop, startShop } from '../../../tests/support/shop.ts';
import { createCharge } from '../../money/charges/create-charge.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

// Enough for a busy machine, where a process takes seconds to start.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const count = 9;
/** Of the call for a settlement receipt, as the provider sees it. */
const stages = ['arrived', 'done', 'answered'] as const;
const calls = { yookassa: 'POST /v3/receipts', tbank: 'POST /cashbox/SendClosingReceipt' };

describe.each(providerNames)('%s', (name) => {
  let shop: Shop;
  let workers: KillableWorker[];
  beforeAll(async () => {
    const env = { PAYMENT_PAUSES: '1', RECEIPTS: '1', VAT_CODE: '12' };
    shop = await startShop(inject('databaseUrl'), env, { provider: name });
  });
  afterAll(async () => {
    await Promise.all(workers.map(({ end }) => end()));
    await shop.close();
  });

  async function spendingPayment() {
    const payer = await newPayer(shop);
    const { id, providerId } = await paidPayment(shop, payer, { amountMinor: 100_000 });
    const charge = {
      organizationId: payer.organizationId,
      amountMinor: 30_000,
      currency: 'RUB',
      description: 'Услуга',
    };
    await createCharge(shop.db, { actorId: uuidv7(), key: uuidv7() }, { ...charge, currency: 'RUB' });
    return { id, providerId };
  }

  /** Kills a worker at each stage of a call, once each. */
  function killAtEachStage() {
    const killed: string[] = [];
    shop.provider.watch(async (now, { method, path, host }) => {
      const stage = stages[killed.length];
      const worker = workers.find((one) => one.host === host);
      if (now !== stage || `${method} ${path}` !== calls[name] || !worker) return;
      killed.push(stage);
      await worker.kill();
      return stage !== 'arrived';
    });
    return killed;
  }

  test(`a month is settled once at ${name}, whichever worker is killed wherever`, async () => {
    await setClock(shop.db, '2030-03-10T09:00:00Z');
    const payments: Awaited<ReturnType<typeof spendingPayment>>[] = [];
    for (let turn = 0; turn < count; turn += 1) payments.push(await spendingPayment());
    const killed = killAtEachStage();
    await setClock(shop.db, '2030-04-02T09:00:00Z');
    workers = ['127.0.0.1', 'localhost'].map((host) => startKillableWorker(shop, host, 'receipt-worker.ts'));
    // Wherever they are: before, in or after the transaction that settles.
    for (const worker of workers) {
      await worker.untilReady();
      await worker.kill();
    }
    const open = async () => {
      // As if the workers outlasted their leases: both go through the same receipts.
      await shop.db.queryText("update receipts set next_attempt_at = now() where status = 'pending'");
      const { rows } = await shop.db.queryText(
        "select asked_at is not null as asked from receipts where kind = 'settlement' and status = 'pending'",
      );
      const { rows: made } = await shop.db.queryText("select from receipts where kind = 'settlement'");
      // T-Bank has no keys: a call that was cut off is not repeated.
      const waiting = rows.filter(({ asked }) => name === 'yookassa' || !asked).length;
      return [killed.length, made.length, waiting];
    };
    await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual([stages.length, count, 0]);
    shop.provider.watch();

    const { rows } = await shop.db.queryText(
      `select payment_id as id, amount_minor::int as amount, status from receipts where kind = 'settlement'`,
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(payments.map(({ id }) => id).sort());
    expect(new Set(rows.map(({ amount }) => amount))).toEqual(new Set([30_000]));
    const theirs = (await shop.provider.receipts()).filter(({ items }) => items[0].payment_mode === 'full_payment');
    const madeFor = ({ id }: { id: string }) => {
      const providerId = payments.find((payment) => payment.id === id)?.providerId;
      return theirs.filter(({ payment_id }) => payment_id === providerId).length;
    };
    const lost = rows.filter((row) => madeFor(row as { id: string }) === 0);
    expect(theirs.length).toBe(count - lost.length);
    for (const row of rows) expect(madeFor(row as { id: string })).toBeLessThanOrEqual(1);
    // The one call that never reached T-Bank goes to staff.
    expect(lost.length).toBe(name === 'yookassa' ? 0 : 1);
    expect(lost.every(({ status }) => status === 'pending')).toBe(true);
  });
});
