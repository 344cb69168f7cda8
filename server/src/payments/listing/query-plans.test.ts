import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newPayer, type Payer, seedPayments } from '../../../tests/support/payments.ts';
import { stepsOn } from '../../../tests/support/query-plans.ts';
import { findSession } from '../../people/accounts/sessions/callers-store.ts';
import { paymentsOfCaller } from './store.ts';

const app = appForThisFile();
const limit = 26;
let payer: Payer;
let sessionId: string;
let payments: { id: string }[];

beforeAll(async () => {
  payer = await newPayer(app);
  const { rows } = await app.db.queryText('select id from sessions where user_id = $1', [payer.id]);
  sessionId = rows[0]?.id as string;
  await app.db.queryText(
    `with others as (
       insert into organizations (id, kind, name) select gen_random_uuid(), 'company', 'ООО «Ромашка»'
       from generate_series(1, 1000) returning id
     )
     insert into payments (id, organization_id, created_by, amount_minor, currency, method, status, provider,
       created_at, paid_at, expires_at)
     select gen_random_uuid(), id, $1, 1000, 'RUB', 'card', 'succeeded', 'yookassa', at, at, at + interval '1 hour'
     from others, generate_series(1, 10) n, lateral (select now() - n * interval '1 day' as at) made`,
    [payer.id],
  );
  const minute = 60_000;
  payments = await seedPayments(app, payer, 2000, (index) => ({ createdAt: new Date(Date.now() - index * minute) }));
  await app.db.queryText('vacuum analyze');
}, 120_000);

test.each([
  ['the newest page', () => undefined],
  ['a page half through', () => payments[1000]?.id],
])('%s of an organization far larger than the others reads no more payments than it shows', async (_what, cursorOf) => {
  const cursor = cursorOf();
  const rows = paymentsOfCaller({}, { limit, ...(cursor && { cursor }) });
  const steps = await stepsOn('payments', app.db, (db) => findSession(db, sessionId, { rows }));
  for (const step of steps) {
    expect(step['Node Type']).toMatch(/^Index/);
    expect(step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(limit);
  }
});
