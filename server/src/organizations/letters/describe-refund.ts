import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, balanceText, type EventContext, type EventText, withoutFullStop } from './event-text.ts';
import type { EventDetails } from './events.ts';

type RefundKind = 'refund_requested' | 'refund_succeeded' | 'refund_canceled';
type RefundNotice = { [Kind in RefundKind]: { kind: Kind; details: EventDetails[Kind] } }[RefundKind];

export function describeRefund({ kind, details }: RefundNotice, context: EventContext): EventText {
  const sum = formatMoney(details);
  const organization = quoted(context.organizationName);
  const action = { label: 'Открыть платёж', url: `${context.publicUrl}/payments/${details.paymentId}` };
  const reason = `Причина: ${withoutFullStop(details.reason)}.`;
  const balance = balanceText(context, details);
  switch (kind) {
    case 'refund_requested':
      return {
        headline: `Оформлен возврат ${sum}`,
        paragraphs: [
          `С баланса организации ${organization} списано ${sum} для возврата плательщику.`,
          `Кто оформил: ${details.requestedById ? context.nameOf(details.requestedById) : 'наш сотрудник'}. ${reason}`,
          balance,
        ],
        action,
        note: askSupport(context),
      };
    case 'refund_succeeded':
      return {
        headline: `Возврат ${sum} прошёл`,
        paragraphs: [
          `Мы вернули ${sum} с баланса организации ${organization} тем же способом, каким платили. Банк может зачислять деньги несколько дней.`,
          reason,
          balance,
        ],
        action,
      };
    case 'refund_canceled':
      return {
        headline: `Возврат ${sum} не прошёл`,
        paragraphs: [
          `Платёжная система не выполнила возврат. Деньги, ${sum}, снова на балансе организации ${organization}.`,
          reason,
          balance,
        ],
        action,
      };
  }
}
