// @vitest-environment happy-dom
import type { AdminPayment } from '@kazna/contract/admin/payments';
import { expect, test } from 'vitest';
import { canCredit, claimedText } from './payment-facts.tsx';

const asked = { amountMinor: 100_000, currency: 'RUB', reason: 'amount_differs', claim: null } as AdminPayment;
const claiming = (amountMinor: number | null, currency = 'RUB') =>
  ({ ...asked, claim: { amountMinor, currency, providerPaymentId: 'p' } }) as AdminPayment;
const shown = (payment: AdminPayment) => [claimedText(payment)?.replaceAll('\u00a0', ' ') ?? null, canCredit(payment)];

test('a payment in review shows the received sum, which staff may credit', () => {
  expect(shown(claiming(70_000))).toEqual(['700,00 ₽', true]);
  expect(shown(claiming(1_500, 'USD'))).toEqual(['15,00 $', true]);
});

test('an unknown received sum is shown as unknown and cannot be credited', () => {
  expect(shown(claiming(null, 'XAU'))).toEqual(['неизвестная сумма, валюта XAU', false]);
  expect(shown(asked)).toEqual(['неизвестная сумма', false]);
});

test('a payment of unknown outcome may be credited with the requested sum', () => {
  expect(shown({ ...asked, reason: 'outcome_unknown' })).toEqual([null, true]);
});
