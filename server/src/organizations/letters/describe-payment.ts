import { reasonText } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, balanceText, type EventContext, type EventText, withoutFullStop } from './event-text.ts';
import type { EventDetails } from './events.ts';

type PaymentKind = 'payment_credited' | 'payment_declined' | 'payment_in_review' | 'payment_rejected';
type PaymentNotice = { [Kind in PaymentKind]: { kind: Kind; details: EventDetails[Kind] } }[PaymentKind];

export function describePayment({ kind, details }: PaymentNotice, context: EventContext): EventText {
  const { paymentId, payerId, reason } = details;
  const sum = formatMoney(details);
  const organization = quoted(context.organizationName);
  const payer = context.isPersonal ? 'Платили вы.' : `Плательщик: ${context.nameOf(payerId)}.`;
  const action = { label: 'Открыть платёж', url: `${context.publicUrl}/payments/${paymentId}` };
  const decision = reason ? [`Решение сотрудника: ${withoutFullStop(reason)}.`] : [];
  switch (kind) {
    case 'payment_credited':
      return {
        headline: `Пополнение на ${sum}`,
        paragraphs: [
          `Баланс организации ${organization} пополнен на ${sum}. ${payer}`,
          ...(details.isAfterReview ? ['Платёж был на проверке. Теперь она окончена.', ...decision] : []),
          balanceText(context, details),
        ],
        action,
        ...(context.isPersonal && { note: 'Это не кассовый чек: его присылает платёжная система.' }),
      };
    case 'payment_declined':
      return {
        headline: `Платёж на ${sum} не прошёл`,
        paragraphs: [
          `Ваш платёж на ${sum} для организации ${organization} не прошёл. Баланс не изменился.`,
          reasonText(reason),
        ],
        action,
      };
    case 'payment_in_review':
      return {
        headline: `Платёж на ${sum} на проверке`,
        paragraphs: [
          `Платёж на ${sum} для организации ${organization} проверяет наш сотрудник. ${payer}`,
          'Если деньги списаны, они не потеряются: мы зачислим их на баланс или вернём. О решении напишем.',
        ],
        action,
      };
    case 'payment_rejected':
      return {
        headline: `Платёж на ${sum} не зачислен`,
        paragraphs: [
          `Проверка платежа на ${sum} для организации ${organization} окончена: он не зачислен. Баланс не изменился. ${payer}`,
          ...decision,
        ],
        action,
        note: askSupport(context),
      };
  }
}
