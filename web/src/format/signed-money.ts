import { formatMoney, type Money } from '@kazna/contract/shared/money';

/** With a plus or a minus: an amount that was added or taken away. */
export function formatSignedMoney(money: Money): string {
  return money.amountMinor > 0 ? `+${formatMoney(money)}` : formatMoney(money);
}
