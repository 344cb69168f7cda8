import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { EventDetails } from './events.ts';
import { askSupport, balanceText, type Telling, type Told, withoutFullStop } from './telling.ts';

type RefundKind = 'refund_requested' | 'refund_succeeded' | 'refund_canceled';
type RefundTold = { [Kind in RefundKind]: { kind: Kind; details: EventDetails[Kind] } }[RefundKind];

export function describeRefund({ kind, details }: RefundTold, telling: Telling): Told {
  const sum = formatMoney(details);
  const organization = quoted(telling.organizationName);
  const action = { label: 'Открыть платёж', url: `${telling.publicUrl}/payments/${details.paymentId}` };
  const reason = `Причина: ${withoutFullStop(details.reason)}.`;
  const balance = balanceText(telling, details);
  switch (kind) {
    case 'refund_requested':
      return {
        headline: `Оформлен возврат ${sum}`,
        paragraphs: [
          `С баланса организации ${organization} списано ${sum} для возврата плательщику.`,
          `Кто оформил: ${details.requestedById ? telling.nameOf(details.requestedById) : 'наш сотрудник'}. ${reason}`,
          balance,
        ],
        action,
        note: askSupport(telling),
      };
    case 'refund_succeeded':
      return {
        headline: `Возврат ${sum} выполнен`,
        paragraphs: [
          `${sum} с баланса организации ${organization} возвращены тем же способом, каким платили. Банк может зачислять их несколько дней.`,
          reason,
          balance,
        ],
        action,
      };
    case 'refund_canceled':
      return {
        headline: `Возврат ${sum} не выполнен`,
        paragraphs: [
          `Платёжная система не выполнила возврат. ${sum} снова на балансе организации ${organization}.`,
          reason,
          balance,
        ],
        action,
      };
  }
}
