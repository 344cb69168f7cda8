import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { businessBody } from '../../tests/support/business.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { migrateUpTo } from '../../tests/support/migrate-up-to.ts';
import { migrate } from '../platform/db/migrate.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { selectReceipts } from './bank-statements/receipts-store.ts';
import { presentStatement } from './bank-statements/routes.ts';
import { findBusiness } from './business/business-store.ts';

/** Every kind of transfer that there was before bank transfers. */
const kinds = [
  ...['top_up', 'refund', 'refund_reversal', 'adjustment', 'bonus', 'bonus_reversal', 'charge', 'charge_refund'],
  ...['hold', 'hold_capture', 'hold_release'],
];
const staff = uuidv7();
const organizationId = uuidv7();
const statementId = uuidv7();
const receiptIds = { credited: uuidv7(), unidentified: uuidv7(), returned: uuidv7(), undone: uuidv7() };

let old: TestDatabase;
beforeAll(async () => {
  old = await openTestDatabase(inject('databaseUrl'));
  await migrateUpTo(old.db, '0051');
  await plantTransfers();
  await migrateUpTo(old.db, '0055');
  await plantReceipts();
  await plantAssignment();
  await migrate(old.db);
}, 120_000);
afterAll(() => old.remove());

/** Two organizations with one ИНН and a closed one, as owners typed them. */
async function plantTransfers(): Promise<void> {
  await old.db.queryText(
    `insert into organizations (id, kind, name, inn, status, closed_at) values
       ($1, 'company', 'ООО «Первая»', '7736050003', 'active', null),
       (gen_random_uuid(), 'company', 'ООО «Вторая»', '7736050003', 'active', null),
       (gen_random_uuid(), 'company', 'ООО «Закрытая»', '7736050003', 'closed', now())`,
    [organizationId],
  );
  await old.db.transaction(async (tx) => {
    // Without triggers: the entries and balances of the ledger are not the subject.
    await tx.queryText('set local session_replication_role = replica');
    for (const kind of kinds)
      await tx.queryText(
        `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
         values (gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), 5, 'charge', gen_random_uuid())`,
        [`old:${kind}`, kind],
      );
  });
}

/** A posted statement with a receipt in every state, as the version without return orders left it. */
async function plantReceipts(): Promise<void> {
  await old.db.queryText('insert into business_versions (version, data, created_by) values (1, $1, $2)', [
    ...[JSON.stringify(businessBody), staff],
  ]);
  await old.db.queryText(
    `insert into bank_statements (id, sha256, status, faults, created_by, posted_at)
     values ($1, sha256(''), 'posted', '[]', $2, now())`,
    [statementId, staff],
  );
  for (const [place, [status, id]] of Object.entries(receiptIds).entries()) {
    const owner = status === 'credited' ? organizationId : null;
    await old.db.queryText(
      `with document as (
         insert into bank_statement_documents (id, statement_id, place, line, direction, kind, number, day, amount_minor,
           payer_name, payer_inn, payer_account, payee_name, payee_inn, purpose, fingerprint, occurrence, near_key, match)
         values (gen_random_uuid(), $1, $2, $2 + 5, 'incoming', 'Платежное поручение', '7', '2026-02-01', 100, 'ООО', null,
           '', 'ООО', null, $3, sha256(convert_to($3, 'utf8')), 1, sha256(''), $4)
         returning id, fingerprint, near_key
       )
       insert into bank_receipts (id, document_id, statement_id, fingerprint, occurrence, near_key, amount_minor, status,
         organization_id)
       select $5, id, $1, fingerprint, 1, near_key, 100, $3, $6 from document`,
      [statementId, place, status, JSON.stringify(match), id, owner],
    );
  }
}

const assignedAt = '2026-03-05T10:00:00.000Z';

/** The credited receipt was without an owner at first. */
async function plantAssignment(): Promise<void> {
  await old.db.transaction(async (tx) => {
    await tx.queryText('set local session_replication_role = replica');
    await tx.queryText(
      `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind,
         source_id, created_at)
       values (gen_random_uuid(), $1, 'bank_receipt', gen_random_uuid(), gen_random_uuid(), 100, 'bank_receipt', $2, $3)`,
      [`bank_receipt_assigned:${receiptIds.credited}`, receiptIds.credited, assignedAt],
    );
  });
}

const nothing = { invoiceId: null, invoiceNumber: null, organizationId: null, organizationName: null };
const match = { kind: 'none', why: 'Нет номера счёта', ...nothing };

test('the upgrade to bank transfers keeps every transfer and organization, one ИНН of several included', async () => {
  const { rows } = await old.db.queryText("select kind from ledger_transfers where key like 'old:%' order by key");
  expect(rows.map(({ kind }) => kind)).toEqual(kinds.toSorted());
  const { rows: organizations } = await old.db.queryText("select status from organizations where inn = '7736050003'");
  expect(organizations.map(({ status }) => status).toSorted()).toEqual(['active', 'active', 'closed']);
});

test('the upgrade to return orders keeps requisites, statements and receipts as they were', async () => {
  expect(await findBusiness(old.db)).toMatchObject({ version: 1, data: businessBody, changedBy: null });
  const statement = await presentStatement(old.db, statementId);
  expect(statement).toMatchObject({ status: 'posted', createdBy: null, balances: { count: 0, mismatched: 0 } });
  expect(statement.incoming.map(({ receipt }) => receipt)).toEqual(
    Object.entries(receiptIds).map(([status, id]) => ({
      ...{ id, status, organizationId: null, organizationName: null, invoiceNumber: null },
      ...(status === 'credited' && { organizationId, organizationName: 'ООО «Первая»' }),
    })),
  );
});

test('money that was returned before its order was asked for is listed without one', async () => {
  const listed = async (status: 'unidentified' | 'returned') =>
    (await selectReceipts(old.db, { status, limit: 10 })).map(({ id, returned }) => ({ id, returned }));
  expect(await listed('returned')).toEqual([{ id: receiptIds.returned, returned: null }]);
  expect(await listed('unidentified')).toEqual([{ id: receiptIds.unidentified, returned: null }]);
});

test('the upgrade to times of crediting takes them from the ledger, and leaves receipts without an owner without one', async () => {
  const { rows } = await old.db.queryText('select id, credited_at from bank_receipts where credited_at is not null');
  expect(rows).toEqual([{ id: receiptIds.credited, credited_at: assignedAt }]);
});

test('the database refuses a return order of money that was not returned', async () => {
  const update = "update bank_receipts set return_order = '417' where id = $1";
  await expect(old.db.queryText(update, [receiptIds.credited])).rejects.toThrow('check');
});
