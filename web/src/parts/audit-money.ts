import { currencies, formatMoney } from '@kazna/contract/shared/money';
import { formatSignedMoney } from '../format/signed-money.ts';

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
