import type { SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import type { Queries } from '../../platform/db/database.ts';
import { isCard, unusableReason } from './saved-card.ts';
import { selectCharging, selectMethods } from './store.ts';

export async function listMethods(db: Queries, organizationId: string, userId: string): Promise<SavedMethod[]> {
  const rows = (await selectMethods(db, organizationId)).filter(isCard);
  const charging = await selectCharging(db, organizationId);
  return rows.map((row) => {
    const { id, brand, last4, expiryMonth, expiryYear, isDefault, savedBy, savedAt, cap } = row;
    const mask = { brand, last4, expiryMonth, expiryYear };
    const whose = { savedBy, isMine: row.savedById === userId, cap, charging: charging.get(id) ?? null };
    return { id, ...mask, isDefault, unusableReason: unusableReason(row), ...whose, savedAt };
  });
}
