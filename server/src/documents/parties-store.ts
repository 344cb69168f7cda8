import type { Signer } from '@kazna/contract/admin/business';
import type { Contract } from '@kazna/contract/admin/organizations';
import type { Requisites } from '@kazna/contract/shared/requisite-names';
import { contractJson } from '../organizations/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { Problem } from '../platform/http/problem.ts';
import { type DocumentedBusiness, findBusiness, readBusiness } from './business/business-store.ts';
import { dayInDigits } from './calendar.ts';

/** The contract that the organization signed; absent where the public offer is all that was agreed on. */
export type Buyer = Requisites & { contract?: Contract };

export type Seller = Omit<
  DocumentedBusiness,
  'bankAccounts' | 'taxPeriods' | 'invoicePrefix' | 'invoiceDays' | 'edo' | 'signer'
> & {
  /** Of a sole proprietor. */
  registeredOn?: string | undefined;
};

/** Null for an unknown organization. */
export async function findBuyer(db: Queries, organizationId: string): Promise<Buyer | { inn: null } | null> {
  const [row] = await db.query<(Requisites | { inn: null }) & { contract: Contract | null }>(sql`
    select o.name, o.inn, o.kpp, o.address, ${contractJson} as contract from organizations o where o.id = ${organizationId}`);
  if (!row) return null;
  const { contract, ...buyer } = row;
  return contract && buyer.inn !== null ? { ...buyer, contract } : buyer;
}

/** Both sides as they are today, or the problem that keeps documents from being made. */
export async function findParties(
  db: Queries,
  organizationId: string,
): Promise<{ business: DocumentedBusiness; buyer: Buyer }> {
  const buyer = await findBuyer(db, organizationId);
  if (!buyer) throw new Problem('not_found');
  if (buyer.inn === null) throw new Problem('buyer_requisites_required');
  const business = await readBusiness(db);
  if (!business) throw new Problem('documents_not_ready');
  return { business, buyer };
}

export function sellerOf(business: DocumentedBusiness): Seller {
  const { bankAccounts, taxPeriods, invoicePrefix, invoiceDays, edo, signer, ...seller } = business;
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

/** «Договор № 15/2026 от 01.02.2026», or the public offer. */
export function groundOf({ contract }: Buyer): string {
  return contract ? `Договор №\u00a0${contract.number} от\u00a0${dayInDigits(contract.day)}` : 'Договор-оферта';
}

/** «Без НДС» with its ground in law where the tax period names it. */
export function untaxedText(ground: string | undefined): string {
  return ground ? `Без НДС (${ground.replaceAll(' ', '\u00a0')})` : 'Без НДС';
}

/** What files of electronic exchange need of both sides beside the document itself, as it is today. */
export interface ExchangeSides {
  seller: { edo: string | null; signer: Signer | null };
  buyer: { edo: string | null };
}

export async function readExchangeSides(db: Queries, organizationId: string): Promise<ExchangeSides> {
  const business = (await findBusiness(db))?.data;
  const [buyer] = await db.query<{ edo: string | null }>(sql`
    select edo from organizations where id = ${organizationId}`);
  return {
    seller: { edo: business?.edo ?? null, signer: business?.signer ?? null },
    buyer: { edo: buyer?.edo ?? null },
  };
}
