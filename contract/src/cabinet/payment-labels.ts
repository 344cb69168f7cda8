import type { PaymentMethod } from './create-payment-form.ts';
import type { DeclineReason } from './decline-reasons.ts';
import type { Payment, PaymentState, PaymentStatus, refundStatuses } from './payments.ts';

export const paymentStateLabels: Record<PaymentState, string> = {
  pending: 'Ждёт оплаты',
  succeeded: 'Оплачен',
  declined: 'Не прошёл',
  canceled: 'Отменён',
  expired: 'Срок оплаты истёк',
  review: 'На проверке',
};

export const refundStatusLabels: Record<(typeof refundStatuses)[number], string> = {
  pending: 'Возврат в процессе',
  succeeded: 'Возвращён',
  canceled: 'Возврат не прошёл',
};

/** Returns «К-1042». */
export function paymentNumber({ number }: { number: number }): string {
  return `К-${number}`;
}

/** Reads «К-1042», «k1042» or «1042»; null for anything else. */
export function parsePaymentNumber(text: string): number | null {
  const [, digits] = /^(?:[кk][\s-]?)?(\d{1,15})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns «Карта ·· 4477», or the method's name while the card is unknown. */
export function paidWith({ method, card }: Pick<Payment, 'method' | 'card'>): string {
  return card ? `Карта ·· ${card.last4}` : paymentMethodLabels[method];
}

export const paymentMethodLabels: Record<PaymentMethod, string> = { card: 'Банковская карта', sbp: 'СБП' };

const declined = 'Банк отклонил платёж без объяснения. Обратитесь в банк или смените способ.';

/** Ours beside those that a bank or a provider gives. */
type Reason = DeclineReason | 'canceled_by_user' | 'charge_revoked' | 'provider_refused';

const reasonTexts: Record<Reason, string> = {
  insufficient_funds: 'Недостаточно средств. Пополните карту или выберите другой способ.',
  card_expired: 'Срок действия карты истёк. Оплатите другой картой.',
  invalid_card_number: 'Проверьте номер карты и код с обратной стороны.',
  invalid_csc: 'Проверьте номер карты и код с обратной стороны.',
  '3d_secure_failed': 'Банк не подтвердил оплату. Повторите и введите код или обратитесь в банк.',
  call_issuer: declined,
  general_decline: declined,
  payment_method_restricted: 'Операции по карте запрещены. Обратитесь в банк.',
  payment_method_limit_exceeded: 'Превышен лимит. Смените способ или повторите завтра.',
  issuer_unavailable: 'Технический сбой. Повторите через несколько минут.',
  internal_timeout: 'Технический сбой. Повторите через несколько минут.',
  fraud_suspected: 'Платёж отклонён проверкой безопасности. Используйте другой способ.',
  country_forbidden: 'Карты этой страны не принимаются. Оплатите другой картой.',
  expired_on_confirmation: 'Время оплаты истекло. Создайте платёж заново.',
  expired_on_capture: 'Платёж отменён, деньги разблокированы.',
  canceled_by_merchant: 'Платёж отменён, деньги разблокированы.',
  permission_revoked:
    'Банк больше не разрешает списания с этой карты без подтверждения. Заплатите сами или сохраните карту заново.',
  identification_required: 'Нужно подтвердить личность в платёжной системе. Выберите другой способ.',
  method_unsupported: 'Этот способ не поддерживается. Выберите другой.',
  order_expired: 'Время оплаты истекло. Создайте платёж заново.',
  canceled_by_user: 'Вы отменили платёж. Деньги не списаны.',
  charge_revoked:
    'Карту отозвали раньше, чем банк списал деньги. Если списание всё же прошло, мы вернём деньги на карту.',
  provider_refused: 'Платёжная система не приняла платёж. Деньги не списаны. Повторите позже или смените способ.',
};

/** A short label for a row of a list. */
const shortReasons: Partial<Record<Reason, string>> = {
  insufficient_funds: 'мало денег на карте',
  card_expired: 'срок карты истёк',
  invalid_card_number: 'ошибка в данных карты',
  invalid_csc: 'ошибка в данных карты',
  '3d_secure_failed': 'банк не подтвердил',
  payment_method_restricted: 'операции запрещены',
  payment_method_limit_exceeded: 'превышен лимит',
  issuer_unavailable: 'банк недоступен',
  internal_timeout: 'технический сбой',
  fraud_suspected: 'проверка безопасности',
  country_forbidden: 'карта другой страны',
  permission_revoked: 'списания запрещены',
  identification_required: 'нужно подтвердить личность',
  provider_refused: 'не приняла система',
};

/** Returns «мало денег на карте», or an empty string where the label says it all. */
export function shortReason({ status, reason }: { status: PaymentStatus; reason: string | null }): string {
  return status === 'canceled' && reason !== null && Object.hasOwn(shortReasons, reason)
    ? (shortReasons[reason as Reason] as string)
    : '';
}

/** Cancellation reasons that are decisions; any other is a decline. */
export const cancelDecisions: readonly string[] = [
  'canceled_by_user',
  'canceled_by_merchant',
  'expired_on_capture',
  'charge_revoked',
];

export function paymentState({ status, reason }: { status: PaymentStatus; reason: string | null }): PaymentState {
  return status === 'canceled' && isDeclineReason(reason) ? 'declined' : status;
}

/** Whether the bank or the provider declined, as opposed to a cancellation by a person. */
export function isDeclineReason(reason: string | null): boolean {
  return reason !== null && !cancelDecisions.includes(reason);
}

export function reasonText(reason: string | null): string {
  return reason && Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason as Reason] : declined;
}

/** Returns «Отменён» for a decision, «Не прошёл» for a decline; refunds override «Оплачен». */
export function paymentLabel(payment: {
  status: PaymentStatus;
  reason: string | null;
  amountMinor: number;
  refundedMinor: number;
  isRefunding: boolean;
}): string {
  const { status, amountMinor, refundedMinor, isRefunding } = payment;
  if (status === 'succeeded' && isRefunding) return 'Возврат в процессе';
  if (status === 'succeeded' && refundedMinor >= amountMinor) return 'Возвращён';
  if (status === 'succeeded' && refundedMinor > 0) return 'Возвращён частично';
  return paymentStateLabels[paymentState(payment)];
}
