import type { Business } from '@kazna/contract/admin/business';
import type { Requisites } from '@kazna/contract/shared/requisites';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { Problem } from '../platform/http/problem.ts';
import { readBusiness } from './business/business-store.ts';

export type Buyer = Requisites;

/** What documents keep of the business. */
export type Seller = Omit<Business, 'bankAccounts' | 'taxPeriods' | 'invoicePrefix' | 'invoiceDays'> & {
  /** Of a sole proprietor. */
  registeredOn?: string | undefined;
};

/** Null for an unknown organization. */
export async function findBuyer(db: Queries, organizationId: string): Promise<Buyer | { inn: null } | null> {
  const [row] = await db.query<Buyer | { inn: null }>(sql`
    select name, inn, kpp, address from organizations where id = ${organizationId}`);
  return row ?? null;
}

/** Both sides as they are today, or the problem that keeps documents from being made. */
export async function findParties(db: Queries, organizationId: string): Promise<{ business: Business; buyer: Buyer }> {
  const buyer = await findBuyer(db, organizationId);
  if (!buyer) throw new Problem('not_found');
  if (buyer.inn === null) throw new Problem('buyer_requisites_required');
  const business = await readBusiness(db);
  if (!business) throw new Problem('documents_not_ready');
  return { business, buyer };
}

export function sellerOf(business: Business): Seller {
  const { bankAccounts, taxPeriods, invoicePrefix, invoiceDays, ...seller } = business;
  return seller;
}

/** «ООО «Ромашка», ИНН 7736050003, КПП 773601001, 117312, г. Москва, ул. Вавилова, д. 19». */
export function describeParty(party: Requisites & { phone?: string | null }): string {
  const { name, inn, kpp, address, phone } = party;
  // A code or a phone stays on the line of its label.
  const whole = (text: string) => text.replaceAll(' ', '\u00a0');
  const parts = [name, whole(`ИНН ${inn}`), kpp && whole(`КПП ${kpp}`), address, phone && whole(`тел. ${phone}`)];
  return parts.filter(Boolean).join(', ');
}
