import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, balanceText, type EventContext, type EventText, withoutFullStop } from './event-text.ts';
import type { EventDetails } from './events.ts';

type ReturnKind = 'bank_return_requested' | 'bank_return_sent' | 'bank_return_declined';
type ReturnNotice = { [Kind in ReturnKind]: { kind: Kind; details: EventDetails[Kind] } }[ReturnKind];

export function describeBankReturn({ kind, details }: ReturnNotice, context: EventContext): EventText {
  const sum = formatMoney(details);
  const organization = quoted(context.organizationName);
  const action = { label: 'Открыть переводы', url: `${context.publicUrl}/payments?status=transfers` };
  const balance = balanceText(context, details);
  switch (kind) {
    case 'bank_return_requested':
      return {
        headline: `Запрошен возврат ${sum} на счёт в банке`,
        paragraphs: [
          `С баланса организации ${organization} списано ${sum}: мы отправим их туда, откуда приходили переводы.`,
          `Кто запросил: ${context.nameOf(details.requestedById)}.`,
          balance,
        ],
        action,
        note: askSupport(context),
      };
    case 'bank_return_sent':
      return {
        headline: `Вернули ${sum} на счёт в банке`,
        paragraphs: [
          `Мы отправили ${sum} организации ${organization} платёжным поручением № ${details.orderNumber}. Банк может зачислять деньги несколько дней.`,
          balance,
        ],
        action,
      };
    case 'bank_return_declined':
      return {
        headline: `Возврат ${sum} на счёт не состоялся`,
        paragraphs: [
          `Мы не отправили ${sum}: деньги снова на балансе организации ${organization}.`,
          `Причина: ${withoutFullStop(details.reason)}.`,
          balance,
        ],
        action,
        note: askSupport(context),
      };
  }
}
