import { getAutoTopUp, previewAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { createCharge } from '@kazna/contract/v1/charges';
import { beforeAll, expect, test, vi } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { autoTopUpTerms, payerWithCard } from '../../../tests/support/cards.ts';
import { callerWith } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { balanceOf, type Payer } from '../../../tests/support/payments.ts';

vi.setConfig({ testTimeout: 60_000 });

const shop = shopForThisFile({ PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(shop, (await newKey(shop)).key);
});

/** The balance of `payerWithCard` is 1500.50. */
const bodyOf = (paymentMethodId: string, changes: object) => ({ ...autoTopUpTerms, paymentMethodId, ...changes });
const preview = async ({ organizationId, token }: Payer, cardId: string, changes: object = {}) => {
  const sent = { params: { organizationId }, body: bodyOf(cardId, changes) };
  return (await shop.call(previewAutoTopUp, sent, { token })).body;
};
const attemptsOf = async ({ organizationId, token }: Payer) => {
  const { body } = await shop.call(getAutoTopUp, { params: { organizationId } }, { token });
  return body.attempts.map(({ amountMinor }) => amountMinor);
};

test('a preview of a rule names what setting it then charges, and charges nothing itself', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const { organizationId, token } = payer;
  const rule = { thresholdMinor: 200_000, targetMinor: 500_000 };
  const before = await preview(payer, cardId, rule);
  expect(before).toEqual({ balanceMinor: 150_050, amountMinor: 349_950, reason: null });
  expect([await attemptsOf(payer), (await balanceOf(shop, payer)).RUB]).toEqual([[], 150_050]);
  await shop.call(setAutoTopUp, { params: { organizationId }, body: bodyOf(cardId, rule) }, { token });
  await expect.poll(() => attemptsOf(payer)).toEqual([before.amountMinor]);
});

test('a preview of a rule charges nothing for a balance at the threshold or above', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const nothing = { balanceMinor: 150_050, amountMinor: 0, reason: null };
  expect(await preview(payer, cardId, { thresholdMinor: 150_050 })).toEqual(nothing);
});

test('a preview of a rule counts what the month has charged already against the cap', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const { organizationId, token } = payer;
  const rule = { thresholdMinor: 200_000, targetMinor: 500_000, monthlyCapMinor: 500_000 };
  await shop.call(setAutoTopUp, { params: { organizationId }, body: bodyOf(cardId, rule) }, { token });
  await expect.poll(async () => (await balanceOf(shop, payer)).RUB).toBe(500_000);
  const body = { organizationId, amountMinor: 400_000, currency: 'RUB', description: 'Трафик' } as const;
  await call(createCharge, { body });
  // 1500.50 of the cap are left; they lift the balance above 2000, not above 3000.
  const { amountMinor } = await preview(payer, cardId, rule);
  expect(amountMinor).toBe(150_050);
  const high = { ...rule, thresholdMinor: 300_000 };
  expect(await preview(payer, cardId, high)).toMatchObject({ amountMinor: 0, reason: 'monthly_cap' });
});
