import { formatMoney, toDecimal } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, type EventContext, type EventText } from './event-text.ts';
import type { EventDetails } from './events.ts';

type CardKind = 'card_saved' | 'card_removed' | 'charge_returned' | 'card_permission_asked';
type CardNotice = { [Kind in CardKind]: { kind: Kind; details: EventDetails[Kind] } }[CardKind];

export function describeCard(notice: CardNotice, context: EventContext): EventText {
  if (notice.kind === 'card_permission_asked') return describeRequest(notice.details, context);
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
        'Без того, кто её сохранил, с неё ничего не спишется: на автопополнение нужно его согласие. Удалить карту можно в любой момент.',
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

function describeRequest(details: EventDetails['card_permission_asked'], context: EventContext): EventText {
  const { card, actorId, isRule } = details;
  const sum = formatMoney(details);
  const organization = quoted(context.organizationName);
  const who = context.nameOf(actorId);
  const amount = toDecimal(details).replace(/\.00$/, '');
  const search = new URLSearchParams({ amount, currency: details.currency, method: 'card' });
  return isRule
    ? {
        headline: `Разрешите автопополнение с вашей карты ${card}`,
        paragraphs: [
          `${who} просит пополнять баланс организации ${organization} с вашей карты ${card}: до ${sum} в месяц.`,
          'Пока вы не согласитесь, с карты ничего не спишется. Условия и кнопка «Разрешить» на странице карт.',
        ],
        action: {
          label: 'Посмотреть и решить',
          url: `${context.publicUrl}/organization/${context.organizationId}?tab=cards`,
        },
        note: askSupport(context),
      }
    : {
        headline: `Вас просят заплатить ${sum} картой ${card}`,
        paragraphs: [
          `${who} просит пополнить баланс организации ${organization} на ${sum} вашей картой ${card}.`,
          'Без вас с карты ничего не спишется. Если согласны, заплатите сами: сумма уже будет указана.',
        ],
        action: { label: `Заплатить ${sum}`, url: `${context.publicUrl}/payments/create?${search}` },
        note: askSupport(context),
      };
}
