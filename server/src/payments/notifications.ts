import { reasonText } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, balanceFact, type TextContext, withoutFullStop } from '../notifications/texts.ts';
import type { Fact } from '../platform/mail/letter.ts';

interface PaymentDetails extends Money {
  paymentId: string;
  payerId: string;
  reason: string | null;
}

interface RefundDetails extends Money {
  paymentId: string;
  reason: string;
}

export const paymentCredited: NotificationKind<PaymentDetails & { isAfterReview: boolean }> = {
  name: 'payment_credited',
  category: 'money',
  audience: 'accountant',
  affected: 'payerId',
  // Staff decided about it, and the payer does not know yet.
  doneBy: ({ payerId, isAfterReview }) => (isAfterReview ? null : payerId),
  isReceipt: true,
  describe: (details, context) => ({
    headline: `Пополнение на ${formatMoney(details)}`,
    sum: ['Пополнение', formatMoney(details)],
    paragraphs: details.isAfterReview
      ? ['Платёж был на проверке. Теперь она окончена.', ...decisionTexts(details.reason)]
      : [],
    facts: [payerFact(details, context), balanceFact(context, details)],
    action: openPayment(details, context),
    ...(context.isPersonal && { note: 'Это не кассовый чек: его присылает платёжная система.' }),
  }),
};

export const paymentDeclined: NotificationKind<PaymentDetails> = {
  name: 'payment_declined',
  category: 'money',
  audience: 'person',
  affected: 'payerId',
  describe: (details, context) => ({
    headline: `Платёж на ${formatMoney(details)} не прошёл`,
    sum: ['Платёж не прошёл', formatMoney(details)],
    paragraphs: [reasonText(details.reason), 'Баланс не изменился.'],
    action: openPayment(details, context),
  }),
};

export const paymentInReview: NotificationKind<PaymentDetails> = {
  name: 'payment_in_review',
  category: 'money',
  audience: 'accountant',
  affected: 'payerId',
  describe: (details, context) => ({
    headline: `Платёж на ${formatMoney(details)} на проверке`,
    sum: ['Платёж на проверке', formatMoney(details)],
    paragraphs: [
      'Его проверяет наш сотрудник. Если деньги списаны, они не потеряются: мы зачислим их на баланс или вернём. О решении напишем.',
    ],
    facts: [payerFact(details, context)],
    action: openPayment(details, context),
  }),
};

export const paymentRejected: NotificationKind<PaymentDetails> = {
  name: 'payment_rejected',
  category: 'money',
  audience: 'accountant',
  affected: 'payerId',
  describe: (details, context) => ({
    headline: `Платёж на ${formatMoney(details)} не зачислен`,
    sum: ['Платёж не зачислен', formatMoney(details)],
    paragraphs: ['Проверка окончена. Баланс не изменился.', ...decisionTexts(details.reason)],
    facts: [payerFact(details, context)],
    action: openPayment(details, context),
    note: askSupport(context),
  }),
};

/** Null when staff requested it. */
type Requester = { requestedById: string | null };

export const refundRequested: NotificationKind<RefundDetails & Requester> = {
  name: 'refund_requested',
  category: 'money',
  audience: 'accountant',
  doneBy: ({ requestedById }) => requestedById,
  describe: (details, context) => ({
    headline: `Оформлен возврат ${formatMoney(details)}`,
    sum: ['Оформлен возврат', formatMoney(details)],
    paragraphs: ['Деньги списаны с баланса и вернутся плательщику.'],
    facts: [
      ['Кто оформил', details.requestedById ? context.nameOf(details.requestedById) : 'наш сотрудник'],
      reasonFact(details),
      balanceFact(context, details),
    ],
    action: openPayment(details, context),
    note: askSupport(context),
  }),
};

export const refundSucceeded: NotificationKind<RefundDetails> = {
  name: 'refund_succeeded',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Возврат ${formatMoney(details)} прошёл`,
    sum: ['Возврат прошёл', formatMoney(details)],
    paragraphs: ['Деньги вернутся тем же способом, каким платили. Банк может зачислять их несколько дней.'],
    facts: [reasonFact(details), balanceFact(context, details)],
    action: openPayment(details, context),
  }),
};

export const refundCanceled: NotificationKind<RefundDetails> = {
  name: 'refund_canceled',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Возврат ${formatMoney(details)} не прошёл`,
    sum: ['Возврат не прошёл', formatMoney(details)],
    paragraphs: ['Платёжная система его не выполнила. Деньги снова на балансе.'],
    facts: [reasonFact(details), balanceFact(context, details)],
    action: openPayment(details, context),
  }),
};

function payerFact({ payerId }: PaymentDetails, { isPersonal, nameOf }: TextContext): Fact {
  return ['Плательщик', isPersonal ? 'вы' : nameOf(payerId)];
}

function decisionTexts(reason: string | null): string[] {
  return reason ? [`Решение сотрудника: ${withoutFullStop(reason)}.`] : [];
}

function reasonFact({ reason }: RefundDetails): Fact {
  return ['Причина', withoutFullStop(reason)];
}

function openPayment({ paymentId }: { paymentId: string }, { publicUrl }: TextContext) {
  return { label: 'Открыть платёж', url: `${publicUrl}/payments/${paymentId}` };
}
