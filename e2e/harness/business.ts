import { type Business, getBusiness, updateBusiness } from '@kazna/contract/admin/business';
import { businessBody } from '../../server/tests/support/business.ts';
import { ask } from './calls.ts';
import type { RunningProduct } from './product.ts';
import { openStaffSession } from './staff.ts';

/** Says who sells, unless it was said before. */
export async function fillBusiness(product: RunningProduct, changes: Partial<Business> = {}): Promise<void> {
  const staff = await openStaffSession(product);
  const { version } = await ask<{ version: number }>(product, staff, getBusiness.path);
  const data = { ...businessBody, ...changes };
  if (version === 0) await ask(product, staff, updateBusiness.path, { method: 'PATCH', body: { version, data } });
}
