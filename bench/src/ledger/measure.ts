import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { defaultTimeouts, transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import { createTestDatabase } from '../../../server/tests/support/postgres.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { measureByLoop, measureByPgbench } from './by-hand.ts';
import { watchCpuUse } from './cpu-use.ts';
import { fillLedger } from './fill.ts';
import { hasPgbench } from './pgbench.ts';
import { measureProduct } from './product.ts';
import { connections, type Scenario, scenarios } from './scenarios.ts';

export interface LedgerRates {
  name: string;
  /** Transfers a second: medians of the rounds. */
  product: number;
  byHand: number;
  /** Product / by hand, of the rounds' ratios. */
  ratio: Spread;
  /** Share of all cores that was busy while the product ran. */
  busy: number;
}

const rounds = 5;
const seconds = 4;

/** Measures all scenarios, product and hand-written SQL in turn, on two copies of one filled database. */
export async function measureLedger(adminUrl: string): Promise<Record<keyof typeof scenarios, LedgerRates>> {
  const own = await createTestDatabase(adminUrl);
  const filling = await open(own.url, { statement: 0, lock: 0, idleInTransaction: 0, clientMargin: 0 });
  await fillLedger(filling);
  await filling.close();
  const byHand = await createTestDatabase(adminUrl, own.name);
  await dropOurGuards(byHand.url);
  const db = await open(own.url);
  try {
    const measure = (scenario: Scenario) => compareOne(db, byHand.url, scenario);
    const one = await measure(scenarios.one);
    const many = await measure(scenarios.many);
    const batches = await measure(scenarios.batches);
    const faults = await transactionWithoutTimeouts(db, checkLedger);
    if (faults.length > 0) throw new Error(`the books do not agree after the run:\n${faults.join('\n')}`);
    return { one, many, batches };
  } finally {
    await db.close();
    await own.drop();
    await byHand.drop();
  }
}

/** One connection more than there are workers, for notifications. */
function open(databaseUrl: string, timeouts = defaultTimeouts): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir: '', poolSize: connections + 1, onConnectionLost: () => {}, timeouts });
}

/** Whoever writes by hand has keys, checks and indexes, but not the triggers that check a transfer once more. */
async function dropOurGuards(databaseUrl: string): Promise<void> {
  const db = await open(databaseUrl);
  await db.queryText('drop trigger ledger_transfers_check_accounts on ledger_transfers');
  await db.close();
}

async function compareOne(db: Database, byHandUrl: string, scenario: Scenario): Promise<LedgerRates> {
  const byHand = (await hasPgbench()) ? measureByPgbench : measureByLoop;
  await measureProduct(db, scenario, seconds);
  await byHand(byHandUrl, scenario, seconds);
  const turns: { product: number; byHand: number; busy: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const busySince = watchCpuUse();
    const product = await measureProduct(db, scenario, seconds);
    const busy = busySince();
    turns.push({ product, busy, byHand: await byHand(byHandUrl, scenario, seconds) });
  }
  return {
    name: scenario.name,
    product: spreadOf(turns.map((turn) => turn.product)).median,
    byHand: spreadOf(turns.map((turn) => turn.byHand)).median,
    ratio: spreadOf(turns.map((turn) => turn.product / turn.byHand)),
    busy: spreadOf(turns.map((turn) => turn.busy)).median,
  };
}
