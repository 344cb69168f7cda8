import { reasonText } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, balanceText, type TextContext, withoutFullStop } from '../notifications/texts.ts';

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
  affected: ({ payerId }) => payerId,
  describe: (details, context) => ({
    headline: `Пополнение на ${formatMoney(details)}`,
    paragraphs: [
      `Баланс организации ${quoted(context.organizationName)} пополнен на ${formatMoney(details)}. ${payerText(details, context)}`,
      ...(details.isAfterReview
        ? ['Платёж был на проверке. Теперь она окончена.', ...decisionTexts(details.reason)]
        : []),
      balanceText(context, details),
    ],
    action: openPayment(details, context),
    ...(context.isPersonal && { note: 'Это не кассовый чек: его присылает платёжная система.' }),
  }),
};

export const paymentDeclined: NotificationKind<PaymentDetails> = {
  name: 'payment_declined',
  category: 'money',
  audience: 'person',
  affected: ({ payerId }) => payerId,
  describe: (details, context) => ({
    headline: `Платёж на ${formatMoney(details)} не прошёл`,
    paragraphs: [
      `Ваш платёж на ${formatMoney(details)} для организации ${quoted(context.organizationName)} не прошёл. Баланс не изменился.`,
      reasonText(details.reason),
    ],
    action: openPayment(details, context),
  }),
};

export const paymentInReview: NotificationKind<PaymentDetails> = {
  name: 'payment_in_review',
  category: 'money',
  audience: 'accountant',
  affected: ({ payerId }) => payerId,
  describe: (details, context) => ({
    headline: `Платёж на ${formatMoney(details)} на проверке`,
    paragraphs: [
      `Платёж на ${formatMoney(details)} для организации ${quoted(context.organizationName)} проверяет наш сотрудник. ${payerText(details, context)}`,
      'Если деньги списаны, они не потеряются: мы зачислим их на баланс или вернём. О решении напишем.',
    ],
    action: openPayment(details, context),
  }),
};

export const paymentRejected: NotificationKind<PaymentDetails> = {
  name: 'payment_rejected',
  category: 'money',
  audience: 'accountant',
  affected: ({ payerId }) => payerId,
  describe: (details, context) => ({
    headline: `Платёж на ${formatMoney(details)} не зачислен`,
    paragraphs: [
      `Проверка платежа на ${formatMoney(details)} для организации ${quoted(context.organizationName)} окончена: он не зачислен. Баланс не изменился. ${payerText(details, context)}`,
      ...decisionTexts(details.reason),
    ],
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
  describe: (details, context) => ({
    headline: `Оформлен возврат ${formatMoney(details)}`,
    paragraphs: [
      `С баланса организации ${quoted(context.organizationName)} списано ${formatMoney(details)} для возврата плательщику.`,
      `Кто оформил: ${details.requestedById ? context.nameOf(details.requestedById) : 'наш сотрудник'}. ${refundReason(details)}`,
      balanceText(context, details),
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
    paragraphs: [
      `Мы вернули ${formatMoney(details)} с баланса организации ${quoted(context.organizationName)} тем же способом, каким платили. Банк может зачислять деньги несколько дней.`,
      refundReason(details),
      balanceText(context, details),
    ],
    action: openPayment(details, context),
  }),
};

export const refundCanceled: NotificationKind<RefundDetails> = {
  name: 'refund_canceled',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Возврат ${formatMoney(details)} не прошёл`,
    paragraphs: [
      `Платёжная система не выполнила возврат. Деньги, ${formatMoney(details)}, снова на балансе организации ${quoted(context.organizationName)}.`,
      refundReason(details),
      balanceText(context, details),
    ],
    action: openPayment(details, context),
  }),
};

function payerText({ payerId }: PaymentDetails, { isPersonal, nameOf }: TextContext): string {
  return isPersonal ? 'Платили вы.' : `Плательщик: ${nameOf(payerId)}.`;
}

function decisionTexts(reason: string | null): string[] {
  return reason ? [`Решение сотрудника: ${withoutFullStop(reason)}.`] : [];
}

function refundReason({ reason }: RefundDetails): string {
  return `Причина: ${withoutFullStop(reason)}.`;
}

function openPayment({ paymentId }: { paymentId: string }, { publicUrl }: TextContext) {
  return { label: 'Открыть платёж', url: `${publicUrl}/payments/${paymentId}` };
}
