import type { SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import type { Queries } from '../../platform/db/database.ts';
import { isCard, unusableReason } from './saved-card.ts';
import { selectMethods } from './store.ts';

export async function listMethods(db: Queries, organizationId: string): Promise<SavedMethod[]> {
  const rows = (await selectMethods(db, organizationId)).filter(isCard);
  return rows.map((row) => {
    const { id, brand, last4, expiryMonth, expiryYear, isDefault, savedBy, savedAt } = row;
    const mask = { brand, last4, expiryMonth, expiryYear };
    return { id, ...mask, isDefault, unusableReason: unusableReason(row), savedBy, savedAt };
  });
}
