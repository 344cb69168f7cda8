import { currencies, formatMoney } from '@kazna/contract/shared/money';
import { formatSignedMoney } from '../format/signed-money.ts';

/** The figure in the details of an action: a correction has a sign, a refund is only an amount. */
export function moneyInDetails({ amount, amountMinor, currency: code }: Record<string, string>): string | undefined {
  const currency = currencies.find((one) => one === code);
  if (!currency) return undefined;
  if (amountMinor) return formatMoney({ amountMinor: Number(amountMinor), currency });
  return amount && formatSignedMoney({ amountMinor: Math.round(Number(amount) * 100), currency });
}
