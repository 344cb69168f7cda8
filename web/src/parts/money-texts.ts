import type { Balance } from '@kazna/contract/cabinet/balance';
import { currencies, formatMoney } from '@kazna/contract/shared/money';
import { formatSignedMoney } from '../format/numbers.ts';

/** «В резерве 1 200,00 ₽», by currency; empty when nothing is set aside. */
export function heldText(balances: readonly Balance[] | undefined): string {
  const held = (balances ?? []).filter(({ heldMinor }) => heldMinor > 0);
  if (held.length === 0) return '';
  return `В резерве ${held.map(({ heldMinor, currency }) => formatMoney({ amountMinor: heldMinor, currency })).join(', ')}`;
}

export const heldExplanation = 'спишется за услугу или вернётся на баланс';

/** Formats the amount in an action's details: corrections are signed, refunds are not; a limit has two. */
export function moneyInDetails(details: Record<string, string>): string | undefined {
  const { amount, amountMinor, from, to } = details;
  const currency = currencies.find((one) => one === details.currency);
  if (!currency) return undefined;
  const minor = (decimal: string) => Math.round(Number(decimal) * 100);
  if (amountMinor) return formatMoney({ amountMinor: Number(amountMinor), currency });
  if (from && to) return [from, to].map((one) => formatMoney({ amountMinor: minor(one), currency })).join(' → ');
  return amount && formatSignedMoney({ amountMinor: minor(amount), currency });
}
