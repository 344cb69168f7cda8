import { createTestDatabase, startPostgres } from '../../server/src/testing/postgres.ts';
import { group, measureGrowth, type PageCost } from './growth.ts';
import { type Comparison, compare } from './http/compare.ts';
import { load } from './http/load.ts';
import { openStand } from './http/stand.ts';
import { measurePgbench } from './pgbench.ts';
import { drawTable } from './table.ts';

const targets = { list: 0.85, create: 0.75, growth: 1.5 };
const total = Number(process.env.PAYMENTS ?? 1_000_000);
let areTargetsMet = true;

const postgres = await startPostgres({ isDurable: true });
try {
  await compareHttp();
  await compareGrowth();
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
  const stand = await openStand(url);
  try {
    await load(stand.product, 'create', 50);
    const create = await compare(stand, 'create');
    const list = await compare(stand, 'list');
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
    await besidePgbench(stand.product);
  } finally {
    await stand.end();
  }
}

/** By the clock, so for orientation only: pgbench's transaction is five statements and no HTTP. */
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

async function compareGrowth(): Promise<void> {
  const startedAt = performance.now();
  const costs = await measureGrowth(postgres.url, total);
  const [small, first] = costs as [PageCost, PageCost];
  const within = (cost: PageCost, base: PageCost) => {
    const ratio = cost.millis.median / base.millis.median;
    return [ratio.toFixed(2), verdict(ratio <= targets.growth && ratio >= 1 / targets.growth)];
  };
  const rows = costs.map((cost, at) => [
    cost.what,
    cost.millis.median.toFixed(3),
    `${cost.millis.low.toFixed(3)}–${cost.millis.high.toFixed(3)}`,
    cost.buffers,
    ...(at === 0 ? ['', ''] : within(cost, small)),
    ...(at >= 2 ? within(cost, first) : ['', '']),
  ]);
  const headings = [
    'list page, a tenth of the payments ours',
    'ms',
    'middle half',
    'buffers',
    ': small',
    '',
    ': first',
    '',
  ];
  console.log(drawTable(headings, rows));
  console.log(`Plan of the last: ${costs.at(-1)?.plan}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${group(total)} payments filled and read in ${seconds} s; each page at most ${targets.growth} times another`,
  );
}
