import { isDeclineReason, reasonText } from '@kazna/contract/cabinet/payment-labels';
import type { Payment, PaymentDetails, PaymentEvent } from '@kazna/contract/cabinet/payments';
import { quoted } from '@kazna/contract/shared/quoted';

function reviewText(reason: string | null): string {
  if (reason === 'outcome_unknown') {
    return 'Платёжная система не сообщила, прошла ли оплата. Мы выясняем это вручную. Не платите второй раз.';
  }
  return 'Ответ платёжной системы не сошёлся с платежом. Мы проверяем его вручную, деньги не потеряны.';
}

export function stateText(payment: PaymentDetails): string {
  const { status, reason, confirmationUrl } = payment;
  switch (status) {
    case 'pending':
      if (confirmationUrl) return 'Деньги попадут на баланс сразу после оплаты.';
      return 'Готовим страницу оплаты. Обычно это занимает несколько секунд.';
    case 'succeeded':
      return paidText(payment);
    case 'review':
      return reviewText(reason);
    case 'expired':
      return reasonText(reason ?? 'expired_on_confirmation');
    case 'canceled':
      return isCanceledByStaff(payment) ? staffText(reason) : reasonText(reason);
  }
}

/** Says where the money is after a payment that did not succeed; undefined where the state's text does. */
export function lossText(payment: PaymentDetails): string | undefined {
  const { status, reason } = payment;
  if (status === 'expired') return 'Если вы успели заплатить, деньги попадут на баланс.';
  if (status !== 'canceled' || isCanceledByStaff(payment) || !isDeclineReason(reason)) return undefined;
  return reasonText(reason).includes('Деньги не списаны') ? undefined : 'Деньги не списаны.';
}

/** What became of the service that the payment was made for; undefined for a plain top-up, and once the money went back. */
export function connectionText({ connecting, status, refundedMinor }: PaymentDetails): string | undefined {
  if (!connecting || refundedMinor > 0) return undefined;
  const what = `${quoted(connecting.serviceName)}, тариф ${quoted(connecting.tariffName)}`;
  if (status === 'pending') return `Услуга ${what} подключится, как только деньги придут.`;
  if (status !== 'succeeded') return undefined;
  switch (connecting.status) {
    case 'waiting':
      return `Деньги на балансе. Подключаем услугу ${what}.`;
    case 'connected':
      return `Услуга ${what} подключена. Плата за неё списана с баланса.`;
    case 'refused':
      return `Услугу ${what} подключить не удалось. Деньги не потеряны: они на балансе. Выберите тариф ещё раз или напишите в поддержку.`;
  }
}

function isCanceledByStaff({ events }: PaymentDetails): boolean {
  return events.some(({ status, source }) => status === 'canceled' && source === 'operator');
}

/** Staff write the reason themselves; the bank has nothing to do with it. */
function staffText(reason: string | null): string {
  const why = reason?.trim().replace(/\.$/, '');
  return `Поддержка проверила и отменила платёж. ${why ? `Причина: ${why}.` : 'Если остались вопросы, напишите ей.'}`;
}

function paidText({ reason, isRefunding, refundedMinor, amountMinor }: PaymentDetails): string {
  if (isRefunding) {
    return 'Возврат в процессе. Обычно он занимает несколько минут, иногда до трёх дней.';
  }
  if (refundedMinor >= amountMinor) return 'Деньги возвращены тому, кто платил.';
  if (refundedMinor > 0) return 'Часть денег возвращена тому, кто платил, остальное на балансе.';
  if (reason === 'late_success') return 'Оплата пришла позже срока. Деньги зачислены на баланс.';
  return 'Деньги зачислены на баланс.';
}

const sourceLabels: Record<PaymentEvent['source'], string> = {
  user: 'в кабинете',
  notification: 'сообщила платёжная система',
  poll: 'ответила платёжная система',
  operator: 'сотрудник поддержки',
  auto_top_up: 'автопополнение',
};

const statusEventTitles: Record<Payment['status'], string> = {
  pending: 'Ждёт оплаты',
  succeeded: 'Оплата прошла, деньги на балансе',
  canceled: 'Платёж не прошёл',
  expired: 'Срок оплаты истёк',
  review: 'Отправлен на проверку',
};

interface EventDescription {
  title: string;
  source: string;
  note?: string;
}

export function describeEvent({ kind, status, source, reason }: PaymentEvent): EventDescription {
  const about = { source: sourceLabels[source] };
  switch (kind) {
    case 'created':
      return { ...about, title: 'Платёж создан' };
    case 'refund_requested':
      return { ...about, title: 'Запрошен возврат', ...(reason ? { note: reason } : {}) };
    case 'refund_succeeded':
      return { ...about, title: 'Деньги возвращены' };
    case 'refund_canceled':
      return { ...about, title: 'Возврат не прошёл', note: 'Деньги снова на балансе.' };
    case 'status_changed':
      if (source === 'operator' && status === 'canceled') {
        return { ...about, title: 'Платёж отменён', ...(reason ? { note: reason } : {}) };
      }
      return { ...about, ...describeStatusChange(status ?? 'pending', reason) };
  }
}

function describeStatusChange(status: Payment['status'], reason: string | null): Omit<EventDescription, 'source'> {
  if (status === 'canceled' && reason === 'canceled_by_user') return { title: 'Платёж отменён' };
  if (status === 'canceled') return { title: statusEventTitles.canceled, note: reasonText(reason) };
  if (status === 'review') return { title: statusEventTitles.review, note: reviewText(reason) };
  if (status === 'succeeded' && reason === 'late_success') {
    return { title: statusEventTitles.succeeded, note: 'Оплата пришла позже срока.' };
  }
  return { title: statusEventTitles[status] };
}
