import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, type EventContext, type EventText } from './event-text.ts';
import type { EventDetails } from './events.ts';

type CardKind = 'card_saved' | 'card_removed' | 'charge_returned';
type CardNotice = { [Kind in CardKind]: { kind: Kind; details: EventDetails[Kind] } }[CardKind];

export function describeCard(notice: CardNotice, context: EventContext): EventText {
  if (notice.kind === 'charge_returned') return describeReturn(notice.details, context);
  const { kind, details } = notice;
  const { card, actorId } = details;
  const organization = quoted(context.organizationName);
  const action = {
    label: 'Открыть карты',
    url: `${context.publicUrl}/organization/${context.organizationId}?tab=cards`,
  };
  const note = askSupport(context);
  const who = context.nameOf(actorId);
  if (kind === 'card_saved')
    return {
      headline: `Сохранена карта ${card}`,
      paragraphs: [
        `В организации ${organization} сохранена карта ${card}. Кто сохранил: ${who}.`,
        'Владельцы, администраторы и бухгалтеры могут пополнять ею баланс без ввода данных карты. Удалить карту можно в любой момент.',
      ],
      action,
      note,
    };
  return {
    headline: `Удалена карта ${card}`,
    paragraphs: [
      `В организации ${organization} удалена карта ${card}. Кто удалил: ${who}.`,
      'Больше с неё ничего не спишется.',
    ],
    action,
    note,
  };
}

function describeReturn(details: EventDetails['charge_returned'], context: EventContext): EventText {
  const { card, paymentId } = details;
  const sum = formatMoney(details);
  return {
    headline: `Возвращаем ${sum} на карту`,
    paragraphs: [
      `Банк списал ${sum}${card ? ` с карты ${card}` : ''} для организации ${quoted(context.organizationName)} уже после того, как списания с неё запретили.`,
      'Мы сразу оформили возврат всей суммы на ту же карту. На баланс эти деньги не попадали. Банк может зачислять их несколько дней.',
    ],
    action: { label: 'Открыть платёж', url: `${context.publicUrl}/payments/${paymentId}` },
    note: askSupport(context),
  };
}
