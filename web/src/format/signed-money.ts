import { formatMoney, type Money } from '@kazna/contract/shared/money';

export function formatSignedMoney(money: Money): string {
  return money.amountMinor > 0 ? `+${formatMoney(money)}` : formatMoney(money);
}
