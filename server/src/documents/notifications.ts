import { documentKinds, isAnnulled } from '@kazna/contract/cabinet/documents';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, balanceFact, openCabinet, type TextContext, withoutFullStop } from '../notifications/texts.ts';
import type { Fact } from '../platform/mail/letter.ts';

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
  /** Of a revision that was made since something was given back. */
  isGivenBack?: boolean;
}

export const invoiceCreated: NotificationKind<InvoiceDetails> = {
  name: 'invoice_created',
  category: 'documents',
  audience: 'person',
  affected: 'requesterId',
  doneBy: ({ requesterId }) => requesterId,
  isReceipt: true,
  describe: ({ invoiceId, number, dueDay, ...money }, context) => ({
    headline: `Счёт № ${number} на ${formatMoney(money)}`,
    sum: [`Счёт № ${number}`, formatMoney(money)],
    paragraphs: ['Счёт приложен к письму. Назначение платежа не меняйте: по нему мы узнаём, кому зачислить деньги.'],
    facts: [['Оплатить до', dueDay.split('-').toReversed().join('.')]],
    action: openInvoice(invoiceId, context),
    documentId: invoiceId,
  }),
};

export const receiptCredited: NotificationKind<ReceiptDetails> = {
  name: 'receipt_credited',
  category: 'money',
  audience: 'accountant',
  affected: 'requesterId',
  describe: (details, context) => ({
    headline: `Банковский перевод на ${formatMoney(details)}`,
    sum: ['Пополнение переводом из банка', formatMoney(details)],
    paragraphs: [],
    facts: [...invoiceFacts(details), balanceFact(context, details)],
    action: details.invoiceId ? openInvoice(details.invoiceId, context) : openCabinet(context),
  }),
};

export const receiptReversed: NotificationKind<ReceiptDetails> = {
  name: 'receipt_reversed',
  category: 'money',
  audience: 'accountant',
  affected: 'requesterId',
  describe: (details, context) => ({
    headline: `Банковский перевод на ${formatMoney(details)} отменён`,
    sum: ['Зачисление отменено', formatMoney(details)],
    paragraphs: ['Наш сотрудник отменил зачисление перевода, и эта сумма списана с баланса.'],
    facts: [...invoiceFacts(details), balanceFact(context, details)],
    action: details.invoiceId ? openInvoice(details.invoiceId, context) : openCabinet(context),
    note: askSupport(context),
  }),
};

export const bankReturnRequested: NotificationKind<Money & { requestedById: string }> = {
  name: 'bank_return_requested',
  category: 'money',
  audience: 'accountant',
  doneBy: ({ requestedById }) => requestedById,
  describe: (details, context) => ({
    headline: `Запрошен возврат ${formatMoney(details)} на счёт в банке`,
    sum: ['Запрошен возврат на счёт в банке', formatMoney(details)],
    paragraphs: ['Деньги списаны с баланса: мы отправим их туда, откуда приходили переводы.'],
    facts: [['Кто запросил', context.nameOf(details.requestedById)], balanceFact(context, details)],
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
    sum: ['Вернули на счёт в банке', formatMoney(details)],
    paragraphs: ['Банк может зачислять деньги несколько дней.'],
    facts: [['Платёжное поручение', `№ ${details.orderNumber}`], balanceFact(context, details)],
    action: openTransfers(context),
  }),
};

export const bankReturnDeclined: NotificationKind<Money & { reason: string }> = {
  name: 'bank_return_declined',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Возврат ${formatMoney(details)} на счёт не состоялся`,
    sum: ['Возврат на счёт не состоялся', formatMoney(details)],
    paragraphs: ['Мы не отправили эти деньги: они снова на балансе.'],
    facts: [['Причина', withoutFullStop(details.reason)], balanceFact(context, details)],
    action: openTransfers(context),
    note: askSupport(context),
  }),
};

export const documentReady: NotificationKind<DocumentDetails> = {
  name: 'document_ready',
  category: 'documents',
  audience: 'accountant',
  describe: ({ documentId, documentKind, number, revision, period, isGivenBack, ...money }, context) => {
    const name = `${documentKinds[documentKind]} № ${number}`;
    const month = monthFormat.format(new Date(`${period}-01`)).replace(/ г\.$/, ' года');
    const revised = isAnnulled({ kind: documentKind, ...money })
      ? `${name} за ${month} аннулирован`
      : `${name}: исправление № ${revision}`;
    return {
      headline: revision > 0 ? revised : `${name} за ${month}`,
      sum: [revision > 0 ? revised : name, formatMoney(money)],
      paragraphs: [
        revision > 0
          ? `${isGivenBack ? givenBackText(money) : correctionText(documentKind, money)} Прежний тоже сохранён. Новый приложен к письму.`
          : 'Файл приложен к письму и лежит в «Документах».',
      ],
      facts: [['За месяц', month]],
      documentId,
      action: { label: 'Открыть документы', url: `${context.publicUrl}/documents` },
    };
  },
};

const correctionText = (kind: DocumentDetails['documentKind'], { amountMinor }: Money) =>
  kind === 'advance_invoice' && amountMinor === 0
    ? 'Мы отменили зачисление перевода, и документ больше не действует.'
    : 'Мы исправили документ.';

const givenBackText = ({ amountMinor }: Money) =>
  amountMinor === 0
    ? 'Всё, что списали за этот месяц, мы вернули на баланс, и документ больше не действует.'
    : 'Часть списанного за этот месяц мы вернули на баланс, поэтому исправили документ.';

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function invoiceFacts({ number }: ReceiptDetails): Fact[] {
  return number ? [['По счёту', `№ ${number}`]] : [];
}

function openInvoice(invoiceId: string, { publicUrl }: TextContext) {
  return { label: 'Открыть счёт', url: `${publicUrl}/invoices/${invoiceId}` };
}

function openTransfers({ publicUrl }: TextContext) {
  return { label: 'Открыть переводы', url: `${publicUrl}/payments?status=transfers` };
}
