import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { migrateUpTo } from '../../../tests/support/migrate-up-to.ts';
import { migrate } from '../db/migrate.ts';
import { uuidv7 } from '../db/uuid.ts';
import { claimKey } from './claim-key.ts';

const actor = '00000000-0000-4000-8000-000000000001';
const organizationId = uuidv7();
const [answered, unanswered, refund, credit, debit] = Array.from({ length: 5 }, () => uuidv7()) as [
  ...[string, string, string, string, string],
];
const text = 'Кавычки "и" \\ слеш/ 😀\u007f';

let old: TestDatabase;
beforeAll(async () => {
  old = await openTestDatabase(inject('databaseUrl'));
  await migrateUpTo(old.db, '0033');
  await old.db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  await plantPayments();
  await plantCorrections();
  await migrate(old.db);
}, 120_000);
afterAll(() => old.remove());

async function plantPayments(): Promise<void> {
  const insertPayment = `insert into payments (id, organization_id, created_by, amount_minor, currency, method, description,
    provider, expires_at) values ($1, $2, $3, 150050, 'RUB', 'card', $4, 'yookassa', now())`;
  await old.db.queryText(insertPayment, [answered, organizationId, actor, text]);
  await old.db.queryText(insertPayment, [unanswered, organizationId, actor, null]);
  const insertKey = `insert into payment_keys (organization_id, key, body_hash, payment_id, answer, created_at)
    values ($1, $2, sha256(''), $3, $4, now() - interval '1 day')`;
  const answer = JSON.stringify({ id: answered, createdBy: 'Аделаида' });
  await old.db.queryText(insertKey, [organizationId, 'answered', answered, answer]);
  await old.db.queryText(insertKey, [organizationId, 'unanswered', unanswered, null]);
  await old.db.queryText(
    `insert into refunds (id, payment_id, amount_minor, reason, requested_by, key) values ($1, $2, 700, $3, $4, 'refunded'),
       (gen_random_uuid(), $2, 700, $3, $4, null)`,
    [refund, answered, text, actor],
  );
}

async function plantCorrections(): Promise<void> {
  await old.db.queryText(
    "insert into ledger_accounts (id, kind, organization_id, currency) values (gen_random_uuid(), 'organization', $1, 'USD')",
    [organizationId],
  );
  const ours = 'select id from ledger_accounts where organization_id = $2';
  const theirs = "select id from ledger_accounts where kind = 'corrections' and currency = 'USD'";
  await old.db.transaction(async (tx) => {
    // Without triggers: the entries and balances of the ledger are not the subject.
    await tx.queryText('set local session_replication_role = replica');
    for (const [id, key, from, to] of [
      [credit, 'credited', theirs, ours],
      [debit, 'debited', ours, theirs],
    ] as const) {
      await tx.queryText(
        `with entry as (insert into audit_log (id, organization_id, actor_id, action, details)
           values ($1, $2, $3, 'balance.adjusted', jsonb_build_object('reason', $4::text)))
         insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
         values (gen_random_uuid(), $5, 'adjustment', (${from}), (${to}), 500, 'audit', $1)`,
        [id, organizationId, actor, text, `adjustment:${organizationId}:${key}`],
      );
    }
  });
}

const payment = { amountMinor: 150_050, currency: 'RUB', method: 'card' };
const correction = { currency: 'USD', reason: text };
test.each([
  { of: 'payments', id: organizationId, key: 'answered', body: { ...payment, description: text }, reference: answered },
  { of: 'payments', id: organizationId, key: 'unanswered', body: payment, reference: unanswered },
  { of: 'refunds', id: answered, key: 'refunded', body: { amountMinor: 700, reason: text }, reference: refund },
  {
    of: 'adjustments',
    id: organizationId,
    key: 'credited',
    body: { ...correction, amountMinor: 500 },
    reference: credit,
  },
  {
    of: 'adjustments',
    id: organizationId,
    key: 'debited',
    body: { ...correction, amountMinor: -500 },
    reference: debit,
  },
])('after the upgrade the key «$key» of $of repeats its first call and refuses another body', async (known) => {
  const { of, id, key, body, reference } = known;
  const answer = key === 'answered' ? { status: 201, body: { id: answered } } : null;
  const claim = { scope: `${of}:${id}`, key, body, reference: uuidv7(), keepDays: null };
  const claimed = await old.db.transaction((tx) => claimKey(tx, claim));
  expect(claimed).toEqual({ isNew: false, reference, answer });
  const other = { ...claim, body: { ...body, amountMinor: 1 } };
  await expect(old.db.transaction((tx) => claimKey(tx, other))).rejects.toThrow('idempotency_conflict');
});

test('the upgrade keeps every key once, those of payments for three days from their first call', async () => {
  const { rows } = await old.db.queryText(
    'select key, expires_at - created_at = $1::interval as days from idempotency_keys order by key',
    ['3 days'],
  );
  expect(rows.map(({ key, days }) => [key, days])).toEqual([
    ['answered', true],
    ['credited', null],
    ['debited', null],
    ['refunded', null],
    ['unanswered', true],
  ]);
});
