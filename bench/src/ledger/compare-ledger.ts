import type { Postgres } from '../../../server/tests/support/postgres.ts';
import { drawTable } from '../table.ts';
import { connections, type LedgerRate, measureLedger } from './measure.ts';

const targets = { organizations: 3, busy: 0.9, batches: 8 };

/** Prints transfers a second and returns whether many organizations and batches are as much faster as they should be. */
export async function compareLedger({ url }: Pick<Postgres, 'url'>): Promise<boolean> {
  const { one, many, batches } = await measureLedger(url);
  const row = ({ name, perSecond: { median, low, high }, busy }: LedgerRate) => [
    name,
    Math.round(median),
    `${Math.round(low)}–${Math.round(high)}`,
    `${Math.round(busy * 100)} %`,
  ];
  const headings = ['transfers a second', 'median', 'middle half', 'cores busy'];
  console.log(`${drawTable(headings, [one, many, batches].map(row))}\n`);

  const spread = many.perSecond.median / one.perSecond.median;
  const gain = batches.perSecond.median / many.perSecond.median;
  const isSpread = spread >= targets.organizations || many.busy >= targets.busy;
  const isGained = gain >= targets.batches;
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
  const rows = [
    ['64 organizations : one', spread.toFixed(2), `≥ ${targets.organizations}, or cores busy`, verdict(isSpread)],
    ['500 at once : one by one', gain.toFixed(2), `≥ ${targets.batches}`, verdict(isGained)],
  ];
  console.log(drawTable(['', 'ratio', 'target', ''], rows));
  console.log(`1 000 000 transfers in the table, ${connections} connections; medians of turns`);
  return isSpread && isGained;
}
