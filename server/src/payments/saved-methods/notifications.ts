import { formatMoney, type Money, toDecimal } from '@kazna/contract/shared/money';
import type { NotificationKind } from '../../notifications/kind.ts';
import { askSupport, type NotificationText, type TextContext } from '../../notifications/texts.ts';

interface CardDetails {
  /** «Мир ·· 4477». */
  card: string;
  actorId: string;
}

/** The payer saved the card and is asked by the actor. The amount is a payment, or the monthly cap of a rule. */
interface PermissionDetails extends Money, CardDetails {
  payerId: string;
  isRule: boolean;
}

/** The payer saved the card. */
interface ReturnDetails extends Money {
  paymentId: string;
  payerId: string;
  card: string | null;
}

export const cardSaved: NotificationKind<CardDetails> = {
  name: 'card_saved',
  category: 'security',
  audience: 'owner',
  doneBy: ({ actorId }) => actorId,
  describe: ({ card, actorId }, context) => ({
    headline: `Сохранена карта ${card}`,
    paragraphs: [
      'Без того, кто её сохранил, с неё ничего не спишется: на автопополнение нужно его согласие. Удалить карту можно в любой момент.',
    ],
    facts: [
      ['Карта', card],
      ['Кто сохранил', context.nameOf(actorId)],
    ],
    action: { label: 'Открыть карты', url: cardsUrl(context) },
    note: askSupport(context),
  }),
};

export const cardRemoved: NotificationKind<CardDetails> = {
  name: 'card_removed',
  category: 'security',
  audience: 'owner',
  doneBy: ({ actorId }) => actorId,
  describe: ({ card, actorId }, context) => ({
    headline: `Удалена карта ${card}`,
    paragraphs: ['Больше с неё ничего не спишется.'],
    facts: [
      ['Карта', card],
      ['Кто удалил', context.nameOf(actorId)],
    ],
    action: { label: 'Открыть карты', url: cardsUrl(context) },
    note: askSupport(context),
  }),
};

export const cardPermissionAsked: NotificationKind<PermissionDetails> = {
  name: 'card_permission_asked',
  category: 'security',
  audience: 'person',
  affected: 'payerId',
  describe: (details, context) =>
    details.isRule ? describeRuleRequest(details, context) : describePaymentRequest(details, context),
};

export const chargeReturned: NotificationKind<ReturnDetails> = {
  name: 'charge_returned',
  category: 'money',
  audience: 'accountant',
  affected: 'payerId',
  describe: ({ card, paymentId, ...money }, context) => ({
    headline: `Возвращаем ${formatMoney(money)} на карту`,
    sum: ['Возвращаем на карту', formatMoney(money)],
    paragraphs: [
      `Банк списал деньги${card ? ` с карты ${card}` : ''} уже после того, как списания с неё запретили.`,
      'Мы сразу оформили возврат всей суммы на ту же карту. На баланс эти деньги не попадали. Банк может зачислять их несколько дней.',
    ],
    action: { label: 'Открыть платёж', url: `${context.publicUrl}/payments/${paymentId}` },
    note: askSupport(context),
  }),
};

function describeRuleRequest({ card, actorId, ...cap }: PermissionDetails, context: TextContext): NotificationText {
  return {
    headline: `Разрешите автопополнение с вашей карты ${card}`,
    sum: ['Автопополнение с вашей карты, в месяц до', formatMoney(cap)],
    paragraphs: ['Пока вы не согласитесь, с карты ничего не спишется. Условия и кнопка «Разрешить» на странице карт.'],
    facts: [
      ['Кто просит', context.nameOf(actorId)],
      ['Карта', card],
    ],
    action: { label: 'Посмотреть и решить', url: cardsUrl(context) },
    note: askSupport(context),
  };
}

function describePaymentRequest(
  { card, actorId, ...money }: PermissionDetails,
  context: TextContext,
): NotificationText {
  const sum = formatMoney(money);
  const amount = toDecimal(money).replace(/\.00$/, '');
  const search = new URLSearchParams({ amount, currency: money.currency, method: 'card' });
  return {
    headline: `Вас просят заплатить ${sum} картой ${card}`,
    sum: ['Вас просят заплатить', sum],
    paragraphs: ['Без вас с карты ничего не спишется. Если согласны, заплатите сами: сумма уже будет указана.'],
    facts: [
      ['Кто просит', context.nameOf(actorId)],
      ['Карта', card],
    ],
    action: { label: `Заплатить ${sum}`, url: `${context.publicUrl}/payments/create?${search}` },
    note: askSupport(context),
  };
}

function cardsUrl({ publicUrl, organizationId }: TextContext): string {
  return `${publicUrl}/organization/${organizationId}?tab=cards`;
}
