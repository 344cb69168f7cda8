import { lockBalances, postAtCommit } from '../../../server/src/money/ledger/post-transfer.ts';
import type { Posting } from '../../../server/src/money/ledger/posting.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { uuidv7 } from '../../../server/src/platform/db/uuid.ts';
import { organizationId } from './fill.ts';
import { connections, type Scenario } from './scenarios.ts';

/** Transfers a second by the functions that charges use, one transaction a batch. */
export async function measureProduct(db: Database, scenario: Scenario, seconds: number): Promise<number> {
  const { organizations, batch } = scenario;
  const startedAt = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const from = { organizationId: organizationId(1 + Math.floor(Math.random() * organizations)) };
      const postings = Array.from({ length: batch }, () => charge(from));
      await db.transaction(async (tx) => postAtCommit(tx, postings, await lockBalances(tx, postings)));
      count += batch;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (count * 1000) / (performance.now() - startedAt);
}

function charge(from: Posting['from']): Posting {
  const id = uuidv7();
  return { key: `charge:${id}`, kind: 'charge', from, to: 'revenue', amountMinor: 1, currency: 'RUB', sourceId: id };
}
