import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, balanceText, type EventContext, type EventText, openCabinet } from './event-text.ts';
import type { EventDetails } from './events.ts';

type InvoiceKind = 'invoice_created' | 'receipt_credited' | 'receipt_reversed';
type InvoiceNotice = { [Kind in InvoiceKind]: { kind: Kind; details: EventDetails[Kind] } }[InvoiceKind];

export function describeInvoice({ kind, details }: InvoiceNotice, context: EventContext): EventText {
  const { invoiceId, number } = details;
  const sum = formatMoney(details);
  const organization = quoted(context.organizationName);
  const openInvoice = { label: 'Открыть счёт', url: `${context.publicUrl}/invoices/${invoiceId}` };
  const action = invoiceId ? openInvoice : openCabinet(context);
  const byInvoice = number ? ` по счёту № ${number}` : '';
  switch (kind) {
    case 'invoice_created':
      return {
        headline: `Счёт № ${number} на ${sum}`,
        paragraphs: [
          `Вы выставили счёт № ${number} на ${sum} для организации ${organization}. Он приложен к письму.`,
          `Оплатите его до ${details.dueDay.split('-').toReversed().join('.')}. Назначение платежа не меняйте: по нему мы узнаём, кому зачислить деньги.`,
        ],
        action,
        documentId: details.invoiceId,
      };
    case 'receipt_credited':
      return {
        headline: `Банковский перевод на ${sum}`,
        paragraphs: [
          `Баланс организации ${organization} пополнен на ${sum}: пришёл банковский перевод${byInvoice}.`,
          balanceText(context, details),
        ],
        action,
      };
    case 'receipt_reversed':
      return {
        headline: `Банковский перевод на ${sum} отменён`,
        paragraphs: [
          `Наш сотрудник отменил зачисление перевода${byInvoice}. С баланса организации ${organization} списано ${sum}.`,
          balanceText(context, details),
        ],
        action,
        note: askSupport(context),
      };
  }
}
