import type { Postgres } from '../../../server/tests/support/postgres.ts';
import { drawTable } from '../table.ts';
import { type LedgerRates, measureLedger } from './measure.ts';
import { hasPgbench } from './pgbench.ts';
import { connections } from './scenarios.ts';

const targets = { byHand: 0.6, organizations: 3, busy: 0.9, batches: 8 };

/** Prints transfers a second beside hand-written SQL and returns whether the targets are met. */
export async function compareLedger({ url }: Pick<Postgres, 'url'>): Promise<boolean> {
  const isPgbench = await hasPgbench();
  if (!isPgbench) console.log('pgbench is missing: a lean loop over pg runs the same statements in its place');
  const { one, many, batches } = await measureLedger(url);
  const verdicts: boolean[] = [];
  const verdict = (isMet: boolean) => {
    verdicts.push(isMet);
    return isMet ? 'met' : 'MISSED';
  };
  const row = ({ name, product, byHand, ratio, busy }: LedgerRates) => [
    name,
    Math.round(product),
    Math.round(byHand),
    `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`,
    `≥ ${targets.byHand}`,
    verdict(ratio.median >= targets.byHand),
    percent(busy),
  ];
  const byHand = isPgbench ? 'pgbench' : 'lean loop';
  const headings = ['transfers a second', 'product', byHand, 'ratio', 'target', '', 'cores busy'];
  console.log(`${drawTable(headings, [one, many, batches].map(row))}\n`);

  const spread = many.product / one.product;
  const gain = batches.product / many.product;
  const isSpread = spread >= targets.organizations || many.busy >= targets.busy;
  const rows = [
    ['64 organizations : one', spread.toFixed(2), `≥ ${targets.organizations}, or cores busy`, verdict(isSpread)],
    ['500 at once : one by one', gain.toFixed(2), `≥ ${targets.batches}`, verdict(gain >= targets.batches)],
  ];
  console.log(drawTable(['product', 'ratio', 'target', ''], rows));
  console.log(`1 000 000 transfers in the table, ${connections} connections; medians of turns taken by both`);
  return verdicts.every(Boolean);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
