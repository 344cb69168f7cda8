import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { newCompany } from '../../tests/support/business.ts';
import { stepsOn } from '../../tests/support/query-plans.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { transactionWithoutTimeouts } from '../platform/db/timeouts.ts';
import { countWaiting, type QueueFilter, selectQueue, selectRequests } from './requests-store.ts';

const app = appForThisFile({ isIdle: true });

async function plantRequests(organizationId: string, authorId: string, count: number): Promise<void> {
  const insert = `insert into support_requests (id, organization_id, author_id, topic, is_about_money, title, state, waiting_since, changed_at)
    select gen_random_uuid(), $1, $2, 'other', false, 'Вопрос',
      case when n % 4 = 0 then 'ours' when n % 4 = 1 then 'theirs' else 'closed' end,
      case when n % 4 = 0 then now() - make_interval(secs => n) end, now() - make_interval(secs => n)
    from generate_series(1, $3::int) n`;
  // So many rows take a busy machine longer than any statement of the product may.
  await transactionWithoutTimeouts(app.db, (tx) => tx.queryText(insert, [organizationId, authorId, count]));
  await app.db.queryText('analyze support_requests');
}

type Steps = Awaited<ReturnType<typeof stepsOn>>;
const rowsIn = (steps: Steps) =>
  steps.reduce((sum, step) => sum + step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0), 0);

test('the list of a person who wrote 10,000 requests reads a page of rows', async () => {
  const { organizationId, id: userId } = await newCompany(app);
  await plantRequests(organizationId, userId, 10_000);
  const viewer = { userId, organizationId, sees: 'own' } as const;
  const closed = { state: 'closed', limit: 20 } as const;
  for (const filter of [{ limit: 20 }, closed])
    expect(
      rowsIn(await stepsOn('support_requests', app.db, (db) => selectRequests(db, viewer, filter))),
    ).toBeLessThanOrEqual(60);
});

test('a page of staff’s queue, its count and a customer’s list read as many rows of 100,000 requests as of 100', {
  timeout: 120_000,
}, async () => {
  const { organizationId, id: authorId } = await newCompany(app);
  const other = await newCompany(app);
  const staff = await newStaff(app, 'support');
  await plantRequests(organizationId, authorId, 100);
  const filters: QueueFilter[] = [
    ...(['waiting', 'theirs', 'closed', 'all'] as const).map((list) => ({ list, limit: 20 })),
    { list: 'waiting', limit: 20, assigneeId: staff.id },
    { list: 'waiting', limit: 20, cursor: `${new Date(Date.now() - 60_000).toISOString()}_${authorId}` },
  ];
  const viewer = { userId: authorId, organizationId, sees: 'all' } as const;
  const rowsRead = async () => {
    const asked = [
      ...filters.map((filter) => stepsOn('support_requests', app.db, (db) => selectQueue(db, filter))),
      stepsOn('support_requests', app.db, (db) => countWaiting(db, staff.id)),
      stepsOn('support_requests', app.db, (db) => selectRequests(db, viewer, { limit: 20 })),
    ];
    const plans = await Promise.all(asked);
    return plans.map(rowsIn);
  };
  await plantRequests(other.organizationId, other.id, 100_000);
  expect(Math.max(...(await rowsRead()))).toBeLessThanOrEqual(101);
});
