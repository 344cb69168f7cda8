import { randomUUID } from 'node:crypto';
import { makeAdvanceData } from '../../src/documents/monthly/document-data.ts';
import { insertDocument } from '../../src/documents/monthly/store.ts';
import { importTransfers } from '../../src/money/ledger/import-transfers.ts';
import type { TransferKind } from '../../src/money/ledger/posting.ts';
import { openAccounts } from '../../src/money/ledger/transfers-store.ts';
import type { Transaction } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';
import { businessBody } from './business.ts';

export interface PastMovement {
  /** In Moscow; at noon, in the order of the list. */
  day: string;
  kind: TransferKind;
  /** Below zero where money left the organization. */
  amountMinor: number;
  sourceId?: string;
  /** The transfer of the charge that a refund gives back: its place in the list, or its id where it came before. */
  undoes?: number | string;
}

export const paid: PastMovement = { day: '2025-01-01', kind: 'top_up', amountMinor: 100_000_000 };

export const charged = (day: string, amountMinor: number): PastMovement => ({
  ...{ day, kind: 'charge', amountMinor: -amountMinor },
});

export const givenBack = (day: string, amountMinor: number, undoes: number | string): PastMovement => ({
  ...{ day, kind: 'charge_refund', amountMinor, undoes },
});

/** Writes an organization's past into the ledger; returns the ids of the transfers. */
export async function importPast(
  { db }: Pick<TestApp, 'db'>,
  organizationId: string,
  past: PastMovement[],
): Promise<string[]> {
  const transfers = past.map(({ day, kind, amountMinor, sourceId = null }, index) => {
    const createdAt = new Date(Date.parse(`${day}T12:00:00+03:00`) + index);
    const ids = { id: uuidv7(createdAt.getTime()), key: `past:${randomUUID()}`, organizationId, sourceId };
    return { ...ids, currency: 'RUB' as const, kind, amountMinor, createdAt };
  });
  const ids = transfers.map(({ id }) => id);
  const undone = past.flatMap(({ undoes }, index) => {
    const charge = typeof undoes === 'number' ? ids[undoes] : undoes;
    return charge ? [[ids[index], charge] as const] : [];
  });
  await db.transaction(async (tx) => {
    await importTransfers(tx, transfers);
    if (undone.length > 0) await linkUndone(tx, undone);
  });
  return ids;
}

/** An import says of no transfer what it undoes. */
async function linkUndone(
  tx: Transaction,
  undone: (readonly [id: string | undefined, charge: string])[],
): Promise<void> {
  await tx.queryText('set local session_replication_role = replica');
  await tx.queryText(
    `update ledger_transfers t set undoes_id = u.charge
    from unnest($1::uuid[], $2::uuid[]) u (id, charge) where t.id = u.id`,
    [undone.map(([id]) => id), undone.map(([, charge]) => charge)],
  );
  await tx.queryText('set local session_replication_role = origin');
}

/** A month that every test may close: it is over, and charged once. */
export const chargedPeriod = '2026-01';

/** Beside whatever else the organization's ledger has; the balance stays. */
export async function ensureCharged({ db }: TestApp, organizationId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await openAccounts(tx, [{ organizationId, kind: 'organization', currency: 'RUB' }]);
    // The days may have been checked already.
    await tx.queryText('set local session_replication_role = replica');
    await tx.queryText(
      `with account as (
        select id from ledger_accounts where organization_id = $1 and kind = 'organization' and currency = 'RUB'
      ), system as (
        select id, kind from ledger_accounts where organization_id is null and currency = 'RUB'
      ), moved as (
        insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, created_at)
        select gen_random_uuid(), 'charged:' || $1 || m.kind, m.kind,
          case m.kind when 'top_up' then s.id else a.id end, case m.kind when 'top_up' then a.id else s.id end, 10000,
          case m.kind when 'top_up' then 'payment' else 'charge' end, m.at
        from (values ('top_up', 'clearing', timestamptz '2026-01-10 12:00+3'),
          ('charge', 'revenue', timestamptz '2026-01-15 12:00+3')) m (kind, account, at)
        join system s on s.kind = m.account, account a
        on conflict do nothing returning id, kind, created_at
      )
      insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
        balance_after_minor, created_at)
      select m.id, $1, a.id, 'RUB', m.kind, case m.kind when 'top_up' then 10000 else -10000 end,
        case m.kind when 'top_up' then 10000 else 0 end, m.created_at
      from moved m, account a`,
      [organizationId],
    );
  });
}

/** An advance invoice without the money that it is for, and with a name of the buyer that can be corrected. */
export async function plantDocument({ db }: TestApp, organizationId: string): Promise<string> {
  const buyer = { name: 'ООО «Прежнее имя»', inn: '7736050003', kpp: null, address: '117312, г. Москва' };
  const drafted = makeAdvanceData(businessBody, buyer, { receivedOn: '2026-02-01', payment: null, amountMinor: 1000 });
  if (!drafted) throw new Error('the business pays no VAT');
  const id = uuidv7();
  await db.transaction((tx) =>
    insertDocument(tx, {
      ...{ id, organizationId, kind: 'advance_invoice', number: randomUUID(), revision: 0, day: '2026-02-06' },
      ...{ period: '2026-02', from: null, to: null, sourceId: randomUUID(), createdBy: null, currency: 'RUB' },
      ...drafted,
    }),
  );
  return id;
}
