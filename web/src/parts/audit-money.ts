import { currencies, formatMoney } from '@kazna/contract/shared/money';
import { formatSignedMoney } from '../format/signed-money.ts';

/** Formats the amount in an action's details: corrections are signed, refunds are not. */
export function moneyInDetails({ amount, amountMinor, currency: code }: Record<string, string>): string | undefined {
  const currency = currencies.find((one) => one === code);
  if (!currency) return undefined;
  if (amountMinor) return formatMoney({ amountMinor: Number(amountMinor), currency });
  return amount && formatSignedMoney({ amountMinor: Math.round(Number(amount) * 100), currency });
}
