import type { PaymentDetails, PaymentEvent } from '@kazna/contract/cabinet/payments';
import { expect, test } from 'vitest';
import { describeEvent, stateText } from './payment-texts.ts';

const event: PaymentEvent = {
  id: '',
  kind: 'status_changed',
  status: 'canceled',
  source: 'notification',
  reason: 'insufficient_funds',
  createdAt: '',
};

test('a decline says what happened and what to do', () => {
  expect(describeEvent(event)).toEqual({
    title: 'Платёж не прошёл',
    source: 'сообщила платёжная система',
    note: 'Недостаточно средств. Пополните карту или выберите другой способ.',
  });
});

test('a cancellation by the person is not told as a failure', () => {
  expect(describeEvent({ ...event, source: 'user', reason: 'canceled_by_user' })).toEqual({
    title: 'Платёж отменён',
    source: 'в кабинете',
  });
});

test('a payment under review is never told as declined', () => {
  const payment = { status: 'review', confirmationUrl: null } as PaymentDetails;
  expect(stateText({ ...payment, reason: 'amount_differs' })).toContain('деньги не потеряны');
  expect(stateText({ ...payment, reason: 'outcome_unknown' })).toContain('Не платите второй раз');
});

test('a refund is told from a plain payment', () => {
  const payment = {
    status: 'succeeded',
    reason: null,
    amountMinor: 500,
    refundedMinor: 0,
    isRefunding: false,
  } as PaymentDetails;
  expect(stateText(payment)).toBe('Деньги зачислены на баланс.');
  expect(stateText({ ...payment, refundedMinor: 200 })).toContain('Часть денег возвращена');
  expect(stateText({ ...payment, refundedMinor: 500, isRefunding: true })).toContain('Возврат в процессе');
});
