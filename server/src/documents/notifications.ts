import { documentKinds } from '@kazna/contract/cabinet/documents';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, balanceText, openCabinet, type TextContext, withoutFullStop } from '../notifications/texts.ts';

interface InvoiceDetails extends Money {
  invoiceId: string;
  number: string;
  dueDay: string;
  requesterId: string;
}

/** Without invoice, number and requester for a transfer that staff assigned to the organization as such. */
interface ReceiptDetails extends Money {
  invoiceId: string | null;
  number: string | null;
  requesterId: string | null;
}

interface DocumentDetails extends Money {
  documentId: string;
  documentKind: 'act' | 'upd' | 'advance_invoice';
  number: string;
  revision: number;
  /** The month, `2026-02`. */
  period: string;
}

export const invoiceCreated: NotificationKind<InvoiceDetails> = {
  name: 'invoice_created',
  category: 'documents',
  audience: 'person',
  affected: ({ requesterId }) => requesterId,
  describe: ({ invoiceId, number, dueDay, ...money }, context) => ({
    headline: `Счёт № ${number} на ${formatMoney(money)}`,
    paragraphs: [
      `Вы выставили счёт № ${number} на ${formatMoney(money)} для организации ${quoted(context.organizationName)}. Он приложен к письму.`,
      `Оплатите его до ${dueDay.split('-').toReversed().join('.')}. Назначение платежа не меняйте: по нему мы узнаём, кому зачислить деньги.`,
    ],
    action: openInvoice(invoiceId, context),
    documentId: invoiceId,
  }),
};

export const receiptCredited: NotificationKind<ReceiptDetails> = {
  name: 'receipt_credited',
  category: 'money',
  audience: 'accountant',
  affected: ({ requesterId }) => requesterId,
  describe: (details, context) => ({
    headline: `Банковский перевод на ${formatMoney(details)}`,
    paragraphs: [
      `Баланс организации ${quoted(context.organizationName)} пополнен на ${formatMoney(details)}: пришёл банковский перевод${invoiceText(details)}.`,
      balanceText(context, details),
    ],
    action: details.invoiceId ? openInvoice(details.invoiceId, context) : openCabinet(context),
  }),
};

export const receiptReversed: NotificationKind<ReceiptDetails> = {
  name: 'receipt_reversed',
  category: 'money',
  audience: 'accountant',
  affected: ({ requesterId }) => requesterId,
  describe: (details, context) => ({
    headline: `Банковский перевод на ${formatMoney(details)} отменён`,
    paragraphs: [
      `Наш сотрудник отменил зачисление перевода${invoiceText(details)}. С баланса организации ${quoted(context.organizationName)} списано ${formatMoney(details)}.`,
      balanceText(context, details),
    ],
    action: details.invoiceId ? openInvoice(details.invoiceId, context) : openCabinet(context),
    note: askSupport(context),
  }),
};

export const bankReturnRequested: NotificationKind<Money & { requestedById: string }> = {
  name: 'bank_return_requested',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Запрошен возврат ${formatMoney(details)} на счёт в банке`,
    paragraphs: [
      `С баланса организации ${quoted(context.organizationName)} списано ${formatMoney(details)}: мы отправим их туда, откуда приходили переводы.`,
      `Кто запросил: ${context.nameOf(details.requestedById)}.`,
      balanceText(context, details),
    ],
    action: openTransfers(context),
    note: askSupport(context),
  }),
};

export const bankReturnSent: NotificationKind<Money & { orderNumber: string }> = {
  name: 'bank_return_sent',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Вернули ${formatMoney(details)} на счёт в банке`,
    paragraphs: [
      `Мы отправили ${formatMoney(details)} организации ${quoted(context.organizationName)} платёжным поручением № ${details.orderNumber}. Банк может зачислять деньги несколько дней.`,
      balanceText(context, details),
    ],
    action: openTransfers(context),
  }),
};

export const bankReturnDeclined: NotificationKind<Money & { reason: string }> = {
  name: 'bank_return_declined',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Возврат ${formatMoney(details)} на счёт не состоялся`,
    paragraphs: [
      `Мы не отправили ${formatMoney(details)}: деньги снова на балансе организации ${quoted(context.organizationName)}.`,
      `Причина: ${withoutFullStop(details.reason)}.`,
      balanceText(context, details),
    ],
    action: openTransfers(context),
    note: askSupport(context),
  }),
};

export const documentReady: NotificationKind<DocumentDetails> = {
  name: 'document_ready',
  category: 'documents',
  audience: 'accountant',
  describe: ({ documentId, documentKind, number, revision, period, ...money }, context) => {
    const organization = quoted(context.organizationName);
    const name = `${documentKinds[documentKind]} № ${number}`;
    const month = monthFormat.format(new Date(`${period}-01`)).replace(/ г\.$/, ' года');
    return {
      headline: revision > 0 ? `${name}: исправление № ${revision}` : `${name} за ${month}`,
      paragraphs: [
        revision > 0
          ? `Мы исправили документ организации ${organization}: ${name} за ${month}. Прежний тоже сохранён.`
          : `Готов документ организации ${organization}: ${name} за ${month}.`,
        `Сумма: ${formatMoney(money)}. Документ приложен к письму.`,
      ],
      documentId,
      action: { label: 'Открыть документы', url: `${context.publicUrl}/documents` },
    };
  },
};

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function invoiceText({ number }: ReceiptDetails): string {
  return number ? ` по счёту № ${number}` : '';
}

function openInvoice(invoiceId: string, { publicUrl }: TextContext) {
  return { label: 'Открыть счёт', url: `${publicUrl}/invoices/${invoiceId}` };
}

function openTransfers({ publicUrl }: TextContext) {
  return { label: 'Открыть переводы', url: `${publicUrl}/payments?status=transfers` };
}
