import { expect, test } from 'vitest';
import { paymentLabel, reasonText } from './payment-labels.ts';

const payment = { status: 'succeeded' as const, reason: null, amountMinor: 1000, refundedMinor: 0, isRefunding: false };

test.each([
  [{ status: 'pending' as const }, 'Ждёт оплаты'],
  [{}, 'Оплачен'],
  [{ reason: 'late_success' }, 'Оплачен'],
  [{ refundedMinor: 1 }, 'Возвращён частично'],
  [{ refundedMinor: 999 }, 'Возвращён частично'],
  [{ refundedMinor: 1000 }, 'Возвращён'],
  [{ refundedMinor: 1, isRefunding: true }, 'Возврат в процессе'],
  [{ refundedMinor: 1000, isRefunding: true }, 'Возврат в процессе'],
  [{ status: 'canceled' as const, reason: 'insufficient_funds' }, 'Не прошёл'],
  [{ status: 'canceled' as const, reason: 'something_new' }, 'Не прошёл'],
  [{ status: 'canceled' as const, reason: 'canceled_by_user' }, 'Отменён'],
  [{ status: 'canceled' as const }, 'Отменён'],
  [{ status: 'expired' as const, reason: 'expired_on_confirmation' }, 'Срок оплаты истёк'],
  [{ status: 'review' as const, reason: 'amount_differs' }, 'На проверке'],
])('%j reads «%s»', (change, label) => {
  expect(paymentLabel({ ...payment, ...change })).toBe(label);
});

test('every cancellation reason says what to do, and an unknown one is a plain decline', () => {
  const decline = reasonText('general_decline');
  expect(decline).toBe('Банк отклонил платёж без объяснения. Обратитесь в банк или смените способ.');
  expect(reasonText('insufficient_funds')).toBe('Недостаточно средств. Пополните карту или выберите другой способ.');
  for (const unknown of [null, '', 'something_new', 'constructor', '__proto__', 'toString']) {
    expect(reasonText(unknown)).toBe(decline);
  }
});
