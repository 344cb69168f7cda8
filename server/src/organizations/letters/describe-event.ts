import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { describeAutoTopUp, describeAutoTopUpTerms } from './describe-auto-top-up.ts';
import { describeBankReturn } from './describe-bank-return.ts';
import { describeCard } from './describe-card.ts';
import { describeDocument } from './describe-document.ts';
import { describeInvoice } from './describe-invoice.ts';
import { describeNews } from './describe-news.ts';
import { describeOrganization } from './describe-organization.ts';
import { describePayment } from './describe-payment.ts';
import { describeRefund } from './describe-refund.ts';
import {
  askSupport,
  balanceText,
  type EventContext,
  type EventText,
  openCabinet,
  withoutFullStop,
} from './event-text.ts';
import type { OrganizationEvent } from './events.ts';

export function describeEvent(event: Pick<OrganizationEvent, 'kind' | 'details'>, context: EventContext): EventText {
  const known = event as OrganizationEvent;
  switch (known.kind) {
    case 'payment_credited':
    case 'payment_declined':
    case 'payment_in_review':
    case 'payment_rejected':
      return describePayment(known, context);
    case 'refund_requested':
    case 'refund_succeeded':
    case 'refund_canceled':
      return describeRefund(known, context);
    case 'invoice_created':
    case 'receipt_credited':
    case 'receipt_reversed':
      return describeInvoice(known, context);
    case 'bank_return_requested':
    case 'bank_return_sent':
    case 'bank_return_declined':
      return describeBankReturn(known, context);
    case 'document_ready':
      return describeDocument(known.details, context);
    case 'balance_adjusted':
      return describeAdjustment(known.details, context);
    case 'card_saved':
    case 'card_removed':
    case 'charge_returned':
    case 'card_permission_asked':
      return describeCard(known, context);
    case 'auto_top_up_succeeded':
    case 'auto_top_up_failed':
    case 'auto_top_up_paused':
      return describeAutoTopUp(known, context);
    case 'auto_top_up_changed':
      return describeAutoTopUpTerms(known.details, context);
    case 'balance_low':
    case 'member_joined':
      return describeNews(known, context);
    default:
      return describeOrganization(known, context);
  }
}

function describeAdjustment({ reason, ...amount }: Money & { reason: string }, context: EventContext): EventText {
  const isCredit = amount.amountMinor > 0;
  const sum = formatMoney({ ...amount, amountMinor: Math.abs(amount.amountMinor) });
  const organization = quoted(context.organizationName);
  return {
    headline: isCredit ? `Корректировка: зачислено ${sum}` : `Корректировка: списано ${sum}`,
    paragraphs: [
      isCredit
        ? `Наш сотрудник зачислил ${sum} на баланс организации ${organization}.`
        : `Наш сотрудник списал ${sum} с баланса организации ${organization}.`,
      `Причина: ${withoutFullStop(reason)}.`,
      balanceText(context, amount),
    ],
    action: openCabinet(context),
    note: askSupport(context),
  };
}
