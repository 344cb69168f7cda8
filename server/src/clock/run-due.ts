import { setTimeout as delay } from 'node:timers/promises';
import { monthlyDocuments } from '../documents/monthly/make-monthly-documents.ts';
import { holdExpiry } from '../money/charges/holds/expire-holds.ts';
import { recentChargesRefresh } from '../money/ledger/jobs.ts';
import { letterDispatch, notificationFollowing } from '../notifications/jobs.ts';
import type { TopUpContext } from '../payments/auto-top-up/attempt-top-up.ts';
import { topUpAllDue } from '../payments/auto-top-up/attempt-top-up.ts';
import { hasTopUpsUnderWay } from '../payments/status-store.ts';
import { bonusCrediting } from '../people/referrals/jobs.ts';
import type { JobHandler } from '../platform/jobs/queue.ts';
import { runEngine } from '../services/subscriptions/engine-loop.ts';
import { isSomethingDue } from '../services/subscriptions/run-due.ts';
import { type EngineContext, resumeAll } from '../services/subscriptions/wait-for-money.ts';
import { usagePartitions } from '../services/usage/jobs.ts';
import { isUsageDue } from '../services/usage/run-usage.ts';

export interface DueWork {
  engine: EngineContext;
  topUps: TopUpContext;
  /** All of the product. */
  jobs: JobHandler[];
}

/** Scheduled jobs whose work the business's clock decides, before and after subscriptions. */
const jobsBefore = [holdExpiry, bonusCrediting, usagePartitions];
const jobsAfter = [recentChargesRefresh, monthlyDocuments, notificationFollowing, letterDispatch];

/** Does all that is due by the business's clock. Workers may be at the same: each step is made by one of them. */
export async function runDue({ engine, topUps, jobs }: DueWork): Promise<void> {
  const signal = new AbortController().signal;
  const run = async (kinds: { name: string }[]) => {
    for (const { name } of kinds)
      await withRetries(async () => jobs.find((job) => job.name === name)?.run({} as never, { signal }));
  };
  await run(jobsBefore);
  await runEngineToEnd(engine);
  await topUpAllDue(topUps);
  await untilSettled(topUps);
  await withRetries(() => resumeAll(engine));
  await run(jobsAfter);
}

const maxRounds = 10_000;

/** Waits for a worker that has taken a step. */
async function runEngineToEnd(engine: EngineContext): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    if (await withRetries(() => runEngine(engine))) continue;
    if (!(await isSomethingDue(engine)) && !(await isUsageDue(engine.db))) return;
    await delay(pollMs);
  }
  throw new Error('subscriptions do not come to rest');
}

const settleTimeoutMs = 5000;
const pollMs = 20;

/** A worker may have begun the charge. One whose outcome the provider leaves open is not waited for. */
async function untilSettled({ db }: TopUpContext): Promise<void> {
  const endMs = performance.now() + settleTimeoutMs;
  while (performance.now() < endMs && (await hasTopUpsUnderWay(db))) await delay(pollMs);
}

const maxAttempts = 5;
const backoffMs = 100;

/** Deadlocks and timeouts of locks pass, as workers know too. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      await delay(backoffMs * attempt);
    }
  }
}
