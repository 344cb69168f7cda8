import type { Postgres } from '../../../server/tests/support/postgres.ts';
import { drawTable } from '../table.ts';
import { compare } from './compare.ts';
import { type Kind, kinds, load } from './load.ts';
import { openTestbed } from './testbed.ts';

/** How many times the lean server's CPU time a call may cost, with every promise kept. */
const targets: Record<Kind, number> = { session: 1.3, organizations: 1.3, list: 1.4, refresh: 1.4, create: 3.5 };
const perRound: Record<Kind, number> = { session: 320, organizations: 320, list: 320, refresh: 320, create: 128 };
const warmUps: Record<Kind, number> = { session: 4000, organizations: 4000, list: 4000, refresh: 3000, create: 1500 };

/** Prints the table and returns whether every target is met. */
export async function compareWithLean(postgres: Pick<Postgres, 'url' | 'pid'>): Promise<boolean> {
  const testbed = await openTestbed(postgres);
  try {
    const rows: (string | number)[][] = [];
    let areMet = true;
    for (const kind of kinds) {
      const { product, lean, server, database } = await compare(testbed, {
        send: (side, count) => load(side, kind, count),
        perRound: perRound[kind],
        warmUp: warmUps[kind],
      });
      const isMet = server.median <= targets[kind];
      areMet &&= isMet;
      rows.push([
        kind,
        Math.round(product.server),
        Math.round(lean.server),
        `${server.median.toFixed(2)} (${server.low.toFixed(2)}–${server.high.toFixed(2)})`,
        `≤ ${targets[kind]}`,
        isMet ? 'met' : 'MISSED',
        product.database === null ? '' : Math.round(product.database),
        lean.database === null ? '' : Math.round(lean.database),
        database === null
          ? 'no /proc here'
          : `${database.median.toFixed(2)} (${database.low.toFixed(2)}–${database.high.toFixed(2)})`,
      ]);
    }
    const headings = ['CPU µs a call', 'product', 'lean', 'ratio', 'target', '', 'database', 'lean', 'ratio'];
    console.log(drawTable(headings, rows));
    console.log('100 000 payments, 16 connections; medians of alternating rounds, and the middle half');
    return areMet;
  } finally {
    await testbed.end();
  }
}
