import type { AccountantAddress } from '@kazna/contract/cabinet/accountant-letters';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export interface AddressRow {
  email: string;
  isConfirmed: boolean;
  organizationName: string;
}

export async function findAddress(db: Queries, organizationId: string): Promise<AddressRow | null> {
  const [row] = await db.query<AddressRow>(sql`
    select a.email, a.confirmed_at is not null as "isConfirmed", o.name as "organizationName"
    from accountant_addresses a join organizations o on o.id = a.organization_id
    where a.organization_id = ${organizationId}`);
  return row ?? null;
}

/** An address that has agreed stays so when it is set again. */
export async function upsertAddress(
  tx: Transaction,
  organizationId: string,
  email: string,
): Promise<AccountantAddress & { isConfirmed: boolean }> {
  const [row] = await tx.query<AccountantAddress>(sql`
    insert into accountant_addresses as a (organization_id, email) values (${organizationId}, ${email})
    on conflict (organization_id) do update set email = excluded.email, asked_at = business_now(),
      confirmed_at = case when a.email = excluded.email then a.confirmed_at end
    returning email, confirmed_at is not null as "isConfirmed"`);
  return row as AccountantAddress;
}

/** False when there was none, or another than the given one. */
export async function deleteAddress(tx: Transaction, organizationId: string, email?: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from accountant_addresses where organization_id = ${organizationId}
      and email = coalesce(${email ?? null}, email) returning email`);
  return rows.length > 0;
}

/** Of all organizations, by any of their members. */
export async function deleteAddresses(tx: Transaction, emails: string[]): Promise<void> {
  await tx.query(sql`
    delete from accountant_addresses where organization_id in (
      select organization_id from accountant_addresses where email = any(${emails}::text[])
      order by organization_id for update)`);
}

/** A question is answered within 7 days. False for another address, or later. */
export async function markConfirmed(tx: Transaction, organizationId: string, email: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update accountant_addresses set confirmed_at = coalesce(confirmed_at, business_now())
    where organization_id = ${organizationId} and email = ${email}
      and (confirmed_at is not null or asked_at > business_now() - interval '7 days') returning email`);
  return rows.length > 0;
}
