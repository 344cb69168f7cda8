import type { PaymentDetails, PaymentEvent } from '@kazna/contract/cabinet/payments';
import { expect, test } from 'vitest';
import { connectionText, describeEvent, lossText, stateText } from './payment-texts.ts';

const event: PaymentEvent = {
  id: '',
  kind: 'status_changed',
  status: 'canceled',
  source: 'notification',
  reason: 'insufficient_funds',
  createdAt: '',
};

test('a declined payment says what happened and what to do', () => {
  expect(describeEvent(event)).toEqual({
    title: 'Платёж не прошёл',
    source: 'сообщила платёжная система',
    note: 'Недостаточно средств. Пополните карту или выберите другой способ.',
  });
});

test('a payment canceled by the person is not shown as failed', () => {
  expect(describeEvent({ ...event, source: 'user', reason: 'canceled_by_user' })).toEqual({
    title: 'Платёж отменён',
    source: 'в кабинете',
  });
});

test('a payment that staff canceled says their reason and does not blame the bank', () => {
  const reason = 'Деньги вернули вручную';
  const canceled: PaymentEvent = { ...event, source: 'operator', reason };
  const payment = { status: 'canceled', reason, events: [canceled] } as unknown as PaymentDetails;
  expect(stateText(payment)).toBe('Поддержка проверила и отменила платёж. Причина: Деньги вернули вручную.');
  expect(lossText(payment)).toBeUndefined();
  expect(describeEvent(canceled)).toMatchObject({ title: 'Платёж отменён', note: reason });
});

test('a declined payment says that no money was taken, an expired one that money may still come', () => {
  const payment = { status: 'canceled', events: [event] } as unknown as PaymentDetails;
  expect(lossText({ ...payment, reason: 'insufficient_funds' })).toBe('Деньги не списаны.');
  expect(lossText({ ...payment, reason: 'provider_refused' })).toBeUndefined();
  expect(lossText({ ...payment, reason: null, status: 'expired' })).toContain('деньги попадут на баланс');
});

test('a payment in review is never shown as declined', () => {
  const payment = { status: 'review', confirmationUrl: null } as PaymentDetails;
  expect(stateText({ ...payment, reason: 'amount_differs' })).toContain('деньги не потеряны');
  expect(stateText({ ...payment, reason: 'outcome_unknown' })).toContain('Не платите второй раз');
});

test('a refunded payment is distinct from a plain one', () => {
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

test('a payment for a tariff says what becomes of the service, and that refused money is on the balance', () => {
  const connecting = {
    ...{ tariffId: '', serviceName: 'Хостинг', tariffName: 'Старт', quantity: 1, subscriptionId: null },
    status: 'waiting',
  };
  const text = (status: string, connection: string, refundedMinor = 0) =>
    connectionText({ status, refundedMinor, connecting: { ...connecting, status: connection } } as PaymentDetails);
  expect(text('pending', 'waiting')).toBe('Услуга «Хостинг», тариф «Старт» подключится, как только деньги придут.');
  expect(text('succeeded', 'waiting')).toBe('Деньги на балансе. Подключаем услугу «Хостинг», тариф «Старт».');
  expect(text('succeeded', 'connected')).toBe(
    'Услуга «Хостинг», тариф «Старт» подключена. Плата за неё списана с баланса.',
  );
  expect(text('succeeded', 'refused')).toContain('Деньги не потеряны: они на балансе.');
  expect(text('succeeded', 'connected', 100)).toBeUndefined();
  expect(text('canceled', 'waiting')).toBeUndefined();
});
