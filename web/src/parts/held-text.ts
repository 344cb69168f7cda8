import type { Balance } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';

/** «В резерве 1 200,00 ₽», by currency; empty when nothing is set aside. */
export function heldText(balances: readonly Balance[] | undefined): string {
  const held = (balances ?? []).filter(({ heldMinor }) => heldMinor > 0);
  if (held.length === 0) return '';
  return `В резерве ${held.map(({ heldMinor, currency }) => formatMoney({ amountMinor: heldMinor, currency })).join(', ')}`;
}

export const heldExplanation = 'спишется за услугу или вернётся на баланс';
