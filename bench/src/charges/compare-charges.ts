import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import type { Postgres } from '../../../server/tests/support/postgres.ts';
import type { Spread } from '../spread.ts';
import { drawTable } from '../table.ts';
import { connections } from './load.ts';
import { measureBatches, measureCharge, measurePages } from './measure.ts';
import { openTestbed } from './testbed.ts';

const targets = { charge: 2.5, batches: 10, pages: 1.5 };

/** Prints what charges cost beside a lean server, batches beside single ones and deep pages beside the first. */
export async function compareCharges(postgres: Pick<Postgres, 'url' | 'pid'>): Promise<boolean> {
  const testbed = await openTestbed(postgres);
  const verdicts: boolean[] = [];
  const verdict = (isMet: boolean) => {
    verdicts.push(isMet);
    return isMet ? 'met' : 'MISSED';
  };
  const most = (ratio: Spread, limit: number) => [text(ratio), `≤ ${limit}`, verdict(ratio.median <= limit)];
  try {
    const { product, lean, server, database } = await measureCharge(testbed);
    const costs = ['POST /v1/charges', Math.round(product.server), Math.round(lean.server)];
    const ofDatabase = [
      Math.round(product.database ?? 0),
      Math.round(lean.database ?? 0),
      database ? text(database) : '',
    ];
    const headings = ['CPU µs a call', 'product', 'lean', 'ratio', 'target', '', 'database', 'lean', 'ratio'];
    console.log(`${drawTable(headings, [[...costs, ...most(server, targets.charge), ...ofDatabase]])}\n`);

    const rows: (string | number)[][] = [];
    for (const organizations of [1, 64]) {
      const { single, batches, ratio } = await measureBatches(testbed, organizations);
      const name = organizations === 1 ? 'one organization' : `${organizations} organizations`;
      const isMet = ratio.median >= targets.batches;
      rows.push([name, Math.round(single), Math.round(batches), text(ratio), `≥ ${targets.batches}`, verdict(isMet)]);
    }
    console.log(`${drawTable(['charges a second', 'single', 'batches of 500', 'ratio', 'target', ''], rows)}\n`);

    const pages = ['page 1000 : page 1', ...most(await measurePages(testbed), targets.pages)];
    console.log(drawTable(['GET /v1/ledger', 'ratio', 'target', ''], [pages]));
    console.log(`1 000 000 transfers, ${connections} connections; medians of turns taken by both, and the middle half`);
    await requireBalancedBooks(testbed.databaseUrl);
    return verdicts.every(Boolean);
  } finally {
    await testbed.end();
  }
}

function text({ median, low, high }: Spread): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

async function requireBalancedBooks(databaseUrl: string): Promise<void> {
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  const faults = await transactionWithoutTimeouts(db, checkLedger);
  await db.close();
  if (faults.length > 0) throw new Error(`the books do not agree after the run:\n${faults.join('\n')}`);
}
