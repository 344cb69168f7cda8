import type { Postgres } from '../../../server/tests/support/postgres.ts';
import { drawTable } from '../table.ts';
import { openEnvironment } from './environment.ts';
import { measure } from './measure.ts';
import { questions } from './questions.ts';

const sizes = { small: { payments: 10_000, users: 1000 }, large: { payments: 1_000_000, users: 100_000 } };

/** Prints the table and returns whether every target is met. */
export async function compareSizes(postgres: Pick<Postgres, 'url'>): Promise<boolean> {
  const small = await openEnvironment(postgres.url, sizes.small);
  const large = await openEnvironment(postgres.url, sizes.large);
  try {
    const costs = (await measure(small, large, questions)).map((cost) => {
      const ratio = cost.large.median / cost.small.median;
      return { ...cost, ratio, isMet: cost.limit === null || ratio <= cost.limit };
    });
    const rows = costs.map(({ what, limit, isMet, ratio, small, large }) => [
      what,
      small.median.toFixed(2),
      `${large.median.toFixed(2)} (${large.low.toFixed(2)}–${large.high.toFixed(2)})`,
      ratio.toFixed(2),
      ...(limit === null ? ['', ''] : [`≤ ${limit}`, isMet ? 'met' : 'MISSED']),
    ]);
    const headings = ['whole answers, ms', '10 000 payments', '1 000 000 payments', 'ratio', 'target', ''];
    console.log(drawTable(headings, rows));
    console.log('with 1 000 and 100 000 people; medians of turns taken by both, and the middle half');
    return costs.every(({ isMet }) => isMet);
  } finally {
    await small.end();
    await large.end();
  }
}
