import type { BankDirectory } from '@kazna/contract/admin/bank-directory';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Bank, Directory } from './read-directory.ts';

export async function findDirectory(db: Queries): Promise<BankDirectory | null> {
  const [row] = await db.query<BankDirectory>(sql`
    select d.day::text as day, d.banks, d.loaded_at as "loadedAt", case when u.deleted_at is null then u.name end as "loadedBy"
    from bank_directory d left join users u on u.id = d.loaded_by`);
  return row ?? null;
}

export async function findBankByBik(db: Queries, bik: string): Promise<{ hasDirectory: boolean; bank: Bank | null }> {
  const [row] = await db.query<Bank & { hasDirectory: boolean }>(sql`
    select exists (select from bank_directory) as "hasDirectory", b.bik, b.name,
      b.correspondent_account as "correspondentAccount"
    from (select 1) one left join banks b on b.bik = ${bik}`);
  const { hasDirectory, ...bank } = row as Bank & { hasDirectory: boolean };
  return { hasDirectory, bank: bank.bik === null ? null : bank };
}

/** Two who load at once take turns. Returns false where a later directory is there already. */
export async function replaceDirectory(tx: Transaction, { day, banks }: Directory, loadedBy: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into bank_directory (day, banks, loaded_by) values (${day}, ${banks.length}, ${loadedBy})
    on conflict (is_only) do update set day = excluded.day, banks = excluded.banks, loaded_by = excluded.loaded_by,
      loaded_at = excluded.loaded_at
    where excluded.day >= bank_directory.day
    returning day`);
  if (rows.length === 0) return false;
  await tx.query(sql`delete from banks`);
  await tx.query(sql`
    insert into banks (bik, name, correspondent_account)
    select bik, name, "correspondentAccount"
    from jsonb_to_recordset(${JSON.stringify(banks)}::jsonb) as b (bik text, name text, "correspondentAccount" text)`);
  return true;
}
