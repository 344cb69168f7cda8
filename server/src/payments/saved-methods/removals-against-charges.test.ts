import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { newKey } from '../../../tests/support/keys.ts';
import { type KillableWorker, startKillableWorker } from '../../../tests/support/killable-worker.ts';
import { create } from '../../../tests/support/payments.ts';
import {
  balanceIn,
  type CardCompany,
  chargesOf,
  clearCalls,
  openCardCompany,
  removals,
  spend,
} from '../../../tests/support/removals.ts';
import { providerNames, type Shop, startShop } from '../../../tests/support/shop.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

/** Set to remove more often, or to reproduce a failure. */
const count = Number(process.env.REMOVALS ?? 25);
const seed = Number(process.env.REMOVALS_SEED ?? 1);
/** At once, so that the faults of one company meet the calls of another. */
const lanes = 5;
/** Opened while the provider behaves, which saving a card needs. */
const batchSize = 25;

async function inLanes<T>(indexes: number[], work: (index: number, at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < indexes.length; at = next++) results[at] = await work(indexes[at] as number, at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

vi.setConfig({ testTimeout: 120_000 + count * 4000, hookTimeout: 120_000 });

let shop: Shop;
let workers: KillableWorker[];
let key: string;

let state = seed;
/** A number below `limit`, the same ones for the same seed (mulberry32). */
function random(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}

/**
 * What the provider does to calls about now: it runs as usual, is slow, does not answer, or does so again. At T-Bank the
 * call that charges comes after the one that opens the payment, and both fail.
 */
const troubles: { on: string; do: string; ms?: number; times?: number }[][] = [
  [],
  [{ on: 'create', do: 'delay', ms: 700 }],
  [{ on: 'create', do: 'error_500_before', times: 2 }],
  [{ on: 'create', do: 'error_500_after' }],
  [{ on: 'create', do: 'drop_after', times: 2 }],
  [{ on: 'autopayment', do: 'pending', ms: 900 }],
  [
    { on: 'create', do: 'drop_after' },
    { on: 'list', do: 'error_500_before', times: 3 },
  ],
  [
    { on: 'create', do: 'drop_after' },
    { on: 'refund', do: 'drop_after', times: 2 },
  ],
  [{ on: 'notification', do: 'lose', times: 3 }],
  [{ on: 'charge', do: 'delay', ms: 700 }],
  [{ on: 'charge', do: 'error_500_before', times: 2 }],
  [{ on: 'charge', do: 'error_500_after' }],
  [{ on: 'charge', do: 'drop_after', times: 2 }],
  [{ on: 'charge', do: 'html_after' }],
];

interface Round {
  company: CardCompany;
  way: string;
  answeredAt: number;
}

async function playRound(company: CardCompany, index: number): Promise<Round> {
  const names = Object.keys(removals);
  const way = names[index % names.length] as string;
  // Deleting the rule says nothing of a payment that its card's owner makes.
  const isManual = random(4) === 0 && way !== 'the rule was deleted';
  await shop.provider.misbehave(...(troubles[random(troubles.length)] ?? []));
  const charging = isManual
    ? create(shop, company.saver, { paymentMethodId: company.cardId, amountMinor: 450_000 })
    : spend(shop, key, company.organizationId);
  // Anything from before the call to well after its answer.
  await sleep(random(1500));
  await removals[way]?.(shop, company);
  const answeredAt = Date.now();
  await charging;
  return { company, way, answeredAt };
}

describe.each(providerNames)('%s', (name) => {
  beforeAll(async () => {
    const env = { PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' };
    shop = await startShop(inject('databaseUrl'), env, { provider: name });
    ({ key } = await newKey(shop));
    workers = [startKillableWorker(shop, '127.0.0.1'), startKillableWorker(shop, 'localhost')];
    await Promise.all(workers.map(({ untilReady }) => untilReady()));
  });
  afterAll(async () => {
    await Promise.all(workers.map(({ end }) => end()));
    await shop.close();
  });

  test(`after each of ${count} removals against running, unanswered and recovering calls at ${name} nothing stays charged`, async () => {
    const rounds: Round[] = [];
    while (rounds.length < count) {
      const indexes = Array.from({ length: Math.min(batchSize, count - rounds.length) }, (_, at) => rounds.length + at);
      const companies = await inLanes(indexes, () => openCardCompany(shop));
      rounds.push(...(await inLanes(indexes, (index, at) => playRound(companies[at] as CardCompany, index))));
      await shop.provider.behave();
    }
    const open = `select from payments where status = 'pending' and payment_method_id is not null
      union all select from refunds where status = 'pending'`;
    const isSettled = async () => {
      for (const { company } of rounds) await clearCalls(shop, company.organizationId);
      return (await shop.db.queryText(open)).rows.length;
    };
    await expect.poll(isSettled, { timeout: 120_000, interval: 1000 }).toBe(0);
    const figures = await judge(rounds);
    console.info(JSON.stringify({ provider: name, removals: count, seed, ...figures }));
    expect(await checkLedger(shop.db)).toEqual([]);
  });
});

/** By the provider's own books. */
async function judge(rounds: Round[]) {
  const [payments, refunds] = [await shop.provider.listAll('payments'), await shop.provider.listAll('refunds')];
  const figures = { neverCharged: 0, stands: 0, returned: 0, chargedAfterAnswer: 0, keptAfterAnswer: 0 };
  for (const { company, way, answeredAt } of rounds) {
    let expected = 150_000;
    const charges = await chargesOf(shop, company.organizationId);
    if (charges.every(({ providerId }) => !providerId)) figures.neverCharged += 1;
    for (const charge of charges) {
      const theirs = payments.filter(({ metadata }) => metadata.payment_id === charge.id);
      const charged = theirs.filter(({ status, captured_at: at }) => at || status === 'succeeded');
      expect(charged.length, `${way}: charges of one payment`).toBeLessThanOrEqual(1);
      const paid = theirs.find(({ status }) => status === 'succeeded');
      expect(charge.providerMethodId).toBeNull();
      if (!paid) {
        expect(charge.status, way).toBe('canceled');
        continue;
      }
      const back = refunds.filter(({ payment_id: id, status }) => id === paid.id && status === 'succeeded');
      const isAfter = Date.parse(paid.captured_at) > answeredAt;
      if (isAfter) figures.chargedAfterAnswer += 1;
      if (charge.status === 'succeeded') {
        if (isAfter) figures.keptAfterAnswer += 1;
        expect(isAfter, `${way}: charged after the answer and kept`).toBe(false);
        expect(back).toEqual([]);
        expected += Number(paid.amount.value) * 100;
        figures.stands += 1;
      } else {
        expect(
          back.map(({ amount }) => amount),
          `${way}: returned once, in full`,
        ).toEqual([paid.amount]);
        figures.returned += 1;
      }
    }
    expect([expected, expected - 100_000]).toContain(await balanceIn(shop, company));
  }
  return figures;
}
