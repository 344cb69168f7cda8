import { cardTitle, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import type { PaymentMethod } from '@kazna/contract/v1/events';
import type { Queries } from '../../platform/db/database.ts';
import { type MethodRow, selectCharging, selectMethods } from './store.ts';

/** A row whose card is known, as that of every card that was ever saved. */
export interface CardRow extends MethodRow {
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  savedAt: string;
}

export function isCard(row: MethodRow): row is CardRow {
  return row.last4 !== null && row.savedAt !== null;
}

/** Why the card is charged no more; null while it can be. */
export function unusableReason({ status, reason, saverRole }: MethodRow): string | null {
  if (status === 'unusable') return reason;
  if (saverRole === null) return 'saver_left';
  return organizationRoleCan(saverRole, 'cards.manage') ? null : 'saver_demoted';
}

export function titleOf({ brand, last4 }: MethodRow): string {
  return cardTitle({ brand, last4: last4 ?? '' });
}

export function presentMethodV1({ id, organizationId, brand, last4, expiryMonth, expiryYear }: CardRow): PaymentMethod {
  return { id, organizationId, type: 'card', brand, last4, expiryMonth, expiryYear };
}

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
