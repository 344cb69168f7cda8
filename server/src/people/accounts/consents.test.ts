import { listAllConsents } from '@kazna/contract/admin/consents';
import { signUp, verifyEmail } from '@kazna/contract/cabinet/accounts';
import { setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { listConsents, withdrawConsent } from '@kazna/contract/cabinet/consents';
import { getLegalText } from '@kazna/contract/cabinet/info';
import { listPaymentMethods, savePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { acceptDocuments, getProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { plantCard } from '../../../tests/support/cards.ts';
import { newPayer } from '../../../tests/support/payments.ts';
import { newPerson, signInPerson, signUpBody, tokenIn } from '../../../tests/support/people.ts';
import { newStaff } from '../../../tests/support/staff.ts';

const shop = shopForThisFile();

const consentsOf = async (token: string) => (await shop.call(listConsents, {}, { token })).body.items;
const withdraw = (token: string, document: 'advertising' | 'automatic-charges') =>
  shop.call(withdrawConsent, { params: { document } }, { token });

async function registered(acceptAdvertising: boolean) {
  const person = newPerson();
  const { verifier } = (await shop.call(signUp, { body: { ...signUpBody(person), acceptAdvertising } })).body;
  const token = tokenIn((await shop.letter(person.email, 'Подтвердите e-mail')).text);
  await shop.call(verifyEmail, { query: { token, verifier } });
  return { ...person, token: (await signInPerson(shop, person)).accessToken };
}

test('a registration stores each consent apart, advertising only if ticked, with the version of its text', async () => {
  const { version } = (await shop.call(getLegalText, { params: { document: 'advertising' } })).body;
  const agreed = await consentsOf((await registered(true)).token);
  expect(agreed.map(({ document }) => document).toSorted()).toEqual(['advertising', 'offer', 'personal-data']);
  expect(agreed).toContainEqual(expect.objectContaining({ document: 'advertising', version, withdrawnAt: null }));
  const refused = await consentsOf((await registered(false)).token);
  expect(refused.map(({ document }) => document).toSorted()).toEqual(['offer', 'personal-data']);
});

test('advertising is withdrawn and agreed to again in the profile, and every time stays on record', async () => {
  const { token } = await registered(true);
  expect((await withdraw(token, 'advertising')).status).toBe(204);
  expect((await withdraw(token, 'advertising')).status).toBe(404);
  const { version } = (await shop.call(getLegalText, { params: { document: 'advertising' } })).body;
  const documents = [{ document: 'advertising' as const, version }];
  for (let time = 0; time < 2; time += 1)
    expect((await shop.call(acceptDocuments, { body: { documents } }, { token })).status).toBe(204);
  const kept = (await consentsOf(token)).filter(({ document }) => document === 'advertising');
  expect(kept.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([false, true]);
  expect((await shop.call(getProfile, {}, { token })).body.pendingConsents).toEqual([]);
});

test('a consent that the service needs is not withdrawn apart from the account', async () => {
  const { token } = await registered(false);
  const answer = await shop.call(withdrawConsent, { params: { document: 'offer' as never } }, { token });
  expect(answer.status).toBe(404);
  expect((await shop.call(getProfile, {}, { token })).body.pendingConsents).toEqual([]);
});

test('saving a card and an automatic top-up store the consent to charges, once a version and organization', async () => {
  const payer = await newPayer(shop);
  const { token, organizationId } = payer;
  expect((await shop.call(savePaymentMethod, { body: {} }, { token })).status).toBe(201);
  const card = await plantCard(shop, organizationId, payer.id);
  const body = {
    ...{ thresholdMinor: 10_000, targetMinor: 100_000, monthlyCapMinor: 500_000, currency: 'RUB' as const },
    paymentMethodId: card,
  };
  expect((await shop.call(setAutoTopUp, { params: { organizationId }, body }, { token })).status).toBe(200);
  const charges = (await consentsOf(token)).filter(({ document }) => document === 'automatic-charges');
  expect(charges).toMatchObject([{ withdrawnAt: null, organizationName: expect.any(String) }]);
});

test('withdrawing the consent to charges removes the cards that the person has saved', async () => {
  const payer = await newPayer(shop);
  const { token, organizationId } = payer;
  await shop.call(savePaymentMethod, { body: {} }, { token });
  await plantCard(shop, organizationId, payer.id);
  expect((await withdraw(token, 'automatic-charges')).status).toBe(204);
  expect((await shop.call(listPaymentMethods, {}, { token })).body.items).toEqual([]);
});

test('staff read who agreed to what, by text, page by page', async () => {
  const { email } = await registered(true);
  const { token } = await newStaff(shop, 'support');
  const query = { document: 'advertising' as const, limit: 1 };
  const { body } = await shop.call(listAllConsents, { query: query as never }, { token });
  expect(body.items).toMatchObject([{ email, document: 'advertising', withdrawnAt: null, address: '127.0.0.1' }]);
  expect(body.nextCursor).not.toBeNull();
});
