import type { Business } from '@kazna/contract/admin/business';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readBusiness } from '../business/reads.ts';
import { readBuyer } from '../invoices/reads.ts';
import type { Buyer } from '../parties.ts';

/** Both sides as they are today, or the problem that keeps documents from being made. */
export async function findParties(db: Queries, organizationId: string): Promise<{ business: Business; buyer: Buyer }> {
  const buyer = await readBuyer(db, organizationId);
  if (!buyer) throw new Problem('not_found');
  const { name, inn, kpp, address } = buyer;
  if (!inn) throw new Problem('buyer_requisites_required');
  const business = await readBusiness(db);
  if (!business) throw new Problem('documents_not_ready');
  return { business, buyer: { name, inn, kpp, address } };
}
