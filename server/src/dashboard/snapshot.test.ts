import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { newPayer } from '../../tests/support/payments.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { getDashboard } from './get-dashboard.ts';

const app = appForThisFile();

/** Does something after the first read of balances, which is the worst moment. */
function interruptedBy(work: () => Promise<void>): Database {
  let isDone = false;
  const watched = <Q extends Queries>(queries: Q): Q => ({
    ...queries,
    query: async (statement) => {
      const rows = await queries.query(statement);
      if (!isDone && statement.text.includes('ledger_accounts')) {
        isDone = true;
        await work();
      }
      return rows as never;
    },
  });
  return { ...watched(app.db), transaction: (run) => app.db.transaction((tx) => run(watched(tx))) };
}

test('a charge amid the reads of a dashboard shows in all of its figures or in none', async () => {
  const { organizationId } = await newPayer(app);
  const ours = { organizationId };
  const post = (posting: { kind: 'top_up' | 'charge'; amountMinor: number }) =>
    app.db.transaction(async (tx) => {
      const [from, to] = posting.kind === 'top_up' ? (['clearing', ours] as const) : ([ours, 'revenue'] as const);
      await postTransfer(tx, { ...posting, key: uuidv7(), currency: 'RUB', from, to });
    });
  await post({ kind: 'top_up', amountMinor: 10_000 });
  let charges = 0;
  const db = interruptedBy(async () => {
    charges += 1;
    await post({ kind: 'charge', amountMinor: 700 });
  });
  const read = (from: Database) => getDashboard(from, { organizationId, period: '7d' });
  const before = await read(app.db);
  const during = await read(db);
  expect(charges).toBe(1);
  expect(during).toEqual(before);
  const after = await read(app.db);
  expect([after.balances[0]?.amountMinor, after.total.outMinor]).toEqual([9_300, 700]);
});
