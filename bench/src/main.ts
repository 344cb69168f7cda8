import { parseArgs } from 'node:util';
import { type Postgres, startPostgres } from '../../server/tests/support/postgres.ts';
import { compareCharges } from './charges/compare-charges.ts';
import { measureStarts } from './cold-start.ts';
import { chargeDueSubscriptions } from './due-subscriptions.ts';
import { compareGrowth } from './growth/compare-growth.ts';
import { compareWithLean } from './lean/compare-with-lean.ts';
import { compareLedger } from './ledger/compare-ledger.ts';
import { compareSizes } from './scale/compare-sizes.ts';
import { measureUsage } from './usage/measure-usage.ts';

/** Each prints its table and returns whether its targets are met. */
const parts: Record<string, (postgres: Postgres) => Promise<boolean>> = {
  start: measureStarts,
  lean: compareWithLean,
  scale: compareSizes,
  ledger: compareLedger,
  charges: compareCharges,
  growth: compareGrowth,
  subscriptions: chargeDueSubscriptions,
  usage: measureUsage,
};

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = Object.entries(parts).filter(([name]) => !values.only || values.only === name);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}`);

const postgres = await startPostgres({ isDurable: true });
try {
  for (const [name, run] of chosen) {
    console.log(`\n${name}`);
    if (!(await run(postgres))) process.exitCode = 1;
  }
} finally {
  await postgres.remove();
}
console.log('\nFirst-screen bytes of every route: npm run test:browser -- e2e/budgets.test.ts');
