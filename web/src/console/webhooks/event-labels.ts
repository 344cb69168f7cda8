import { type EventType, eventTypes, type testEventType } from '@kazna/contract/v1/event-types';
import { type TickItem, tickName } from '../tick-list.tsx';

const labels: Record<EventType | typeof testEventType, string> = {
  'payment.succeeded': 'Платёж прошёл',
  'payment.canceled': 'Платёж не прошёл',
  'refund.succeeded': 'Деньги возвращены',
  'refund.canceled': 'Возврат не прошёл',
  'charge.created': 'Списание',
  'charge.refunded': 'Возврат списания',
  'hold.created': 'Сумма зарезервирована',
  'hold.captured': 'Резерв списан',
  'hold.released': 'Резерв снят',
  'hold.expired': 'Срок резерва истёк',
  'subscription.created': 'Услуга подключена',
  'subscription.changed': 'Условия услуги изменены',
  'subscription.charged': 'Списано за период',
  'subscription.past_due': 'На услугу не хватило денег',
  'subscription.suspended': 'Услуга приостановлена за неуплату',
  'subscription.resumed': 'Услуга возобновлена',
  'subscription.paused': 'Услуга на паузе',
  'subscription.stopped': 'Услуга остановлена',
  'subscription.price_announced': 'Объявлена новая цена',
  'balance.changed': 'Баланс изменился',
  'balance.low': 'Баланс низкий',
  'payment_method.saved': 'Карта сохранена',
  'payment_method.removed': 'Карта удалена',
  'auto_top_up.succeeded': 'Автопополнение прошло',
  'auto_top_up.failed': 'Автопополнение не прошло',
  'auto_top_up.paused': 'Автопополнение приостановлено',
  'organization.created': 'Организация создана',
  'organization.suspended': 'Организация приостановлена',
  'organization.resumed': 'Организация возобновлена',
  'organization.closed': 'Организация закрыта',
  'member.joined': 'Участник пришёл',
  'member.left': 'Участник ушёл',
  'webhook.test': 'Проверка связи',
};

/** A type that only the server knows stays literal. */
export function eventLabel(type: string): string {
  return labels[type as EventType] ?? type;
}

export const anyType = '*';

export const typeTicks: readonly TickItem[] = [
  { name: tickName('types', anyType), label: 'Все события', code: anyType, explanation: 'И те, что появятся позже.' },
  ...eventTypes.map((type) => ({ name: tickName('types', type), label: labels[type], code: type })),
];

/** «Все события», «Списание» or «Списание и ещё 3». */
export function typesText(types: readonly string[]): string {
  if (types.includes(anyType)) return 'Все события';
  const [first = '', ...rest] = types;
  return rest.length > 0 ? `${eventLabel(first)} и ещё ${rest.length}` : eventLabel(first);
}
