import { parseArgs } from 'node:util';
import { createTestDatabase, startPostgres } from '../../server/tests/support/postgres.ts';
import { type Comparison, compare } from './http/compare.ts';
import { load } from './http/load.ts';
import { openTestbed } from './http/testbed.ts';
import { compareLedger } from './ledger/compare-ledger.ts';
import { measurePgbench } from './pgbench.ts';
import { openEnvironment } from './scale/environment.ts';
import { measure } from './scale/measure.ts';
import { questions } from './scale/questions.ts';
import { drawTable } from './table.ts';

const targets = { list: 0.85, create: 0.75 };
const sizes = { small: { payments: 10_000, users: 1000 }, large: { payments: 1_000_000, users: 100_000 } };
const parts: Record<string, () => Promise<void>> = {
  http: compareHttp,
  scale: compareScale,
  ledger: async () => {
    verdict(await compareLedger(postgres));
  },
};
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = Object.keys(parts).filter((name) => !values.only || values.only === name);
let areTargetsMet = true;

const postgres = await startPostgres({ isDurable: true });
try {
  for (const part of chosen) await parts[part]?.();
} finally {
  await postgres.remove();
}
console.log('\nFirst-screen bytes of every route: npm run test:browser -- e2e/budgets.test.ts');
process.exitCode = areTargetsMet ? 0 : 1;

function verdict(isMet: boolean): string {
  areTargetsMet &&= isMet;
  return isMet ? 'met' : 'MISSED';
}

async function compareHttp(): Promise<void> {
  const { url } = await createTestDatabase(postgres.url);
  const testbed = await openTestbed(url);
  try {
    await load(testbed.product, 'create', 50);
    const create = await compare(testbed, 'create');
    const list = await compare(testbed, 'list');
    const row = ({ what, productMicros, bareMicros, ratio }: Comparison, target: number) => [
      what,
      Math.round(productMicros),
      Math.round(bareMicros),
      `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`,
      `≥ ${target}`,
      verdict(ratio.median >= target),
    ];
    const headings = ['HTTP, CPU µs a request', 'product', 'bare', 'bare : product', 'target', ''];
    console.log(`${drawTable(headings, [row(list, targets.list), row(create, targets.create)])}\n`);
    await besidePgbench(testbed.product);
  } finally {
    await testbed.end();
  }
}

/** Wall-clock, for orientation only: a pgbench transaction is five statements without HTTP. */
async function besidePgbench(product: Parameters<typeof load>[0]): Promise<void> {
  const tps = await measurePgbench(postgres.url);
  if (tps === null) return console.log('pgbench is not at hand: its comparison is skipped\n');
  const count = 500;
  const startedAt = performance.now();
  await load(product, 'create', count);
  const perSecond = (count * 1000) / (performance.now() - startedAt);
  const share = (perSecond / tps).toFixed(2);
  const headings = ['by the clock, 8 clients', 'a second'];
  const rows = [
    ["pgbench's transaction", Math.round(tps)],
    ['create over HTTP (two transactions, a provider call)', Math.round(perSecond)],
    ['create : pgbench', share],
  ];
  console.log(`${drawTable(headings, rows)}\n`);
}

async function compareScale(): Promise<void> {
  const small = await openEnvironment(postgres.url, sizes.small);
  const large = await openEnvironment(postgres.url, sizes.large);
  try {
    const rows = (await measure(small, large, questions)).map(({ what, limit, ...cost }) => {
      const ratio = cost.large.median / cost.small.median;
      return [
        what,
        cost.small.median.toFixed(2),
        `${cost.large.median.toFixed(2)} (${cost.large.low.toFixed(2)}–${cost.large.high.toFixed(2)})`,
        ratio.toFixed(2),
        ...(limit === null ? ['', ''] : [`≤ ${limit}`, verdict(ratio <= limit)]),
      ];
    });
    const headings = ['whole answers, ms', '10 000 payments', '1 000 000 payments', 'ratio', 'target', ''];
    console.log(drawTable(headings, rows));
    console.log('with 1 000 and 100 000 people; medians of turns taken by both, and the middle half');
  } finally {
    await small.end();
    await large.end();
  }
}
