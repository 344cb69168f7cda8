import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { describeOrganization } from './describe-organization.ts';
import { describePayment } from './describe-payment.ts';
import { describeRefund } from './describe-refund.ts';
import type { OrganizationEvent } from './events.ts';
import { askSupport, balanceText, openCabinet, type Telling, type Told, withoutFullStop } from './telling.ts';

export function describeEvent(event: Pick<OrganizationEvent, 'kind' | 'details'>, telling: Telling): Told {
  const it = event as OrganizationEvent;
  switch (it.kind) {
    case 'payment_credited':
    case 'payment_declined':
    case 'payment_in_review':
    case 'payment_rejected':
      return describePayment(it, telling);
    case 'refund_requested':
    case 'refund_succeeded':
    case 'refund_canceled':
      return describeRefund(it, telling);
    case 'balance_adjusted':
      return describeAdjustment(it.details, telling);
    default:
      return describeOrganization(it, telling);
  }
}

function describeAdjustment({ reason, ...amount }: Money & { reason: string }, telling: Telling): Told {
  const isCredit = amount.amountMinor > 0;
  const sum = formatMoney({ ...amount, amountMinor: Math.abs(amount.amountMinor) });
  const organization = quoted(telling.organizationName);
  return {
    headline: isCredit ? `Корректировка: зачислено ${sum}` : `Корректировка: списано ${sum}`,
    paragraphs: [
      isCredit
        ? `Наш сотрудник зачислил ${sum} на баланс организации ${organization}.`
        : `Наш сотрудник списал ${sum} с баланса организации ${organization}.`,
      `Причина: ${withoutFullStop(reason)}.`,
      balanceText(telling, amount),
    ],
    action: openCabinet(telling),
    note: askSupport(telling),
  };
}
