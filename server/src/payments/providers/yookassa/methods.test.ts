import { declineReasons } from '@kazna/contract/cabinet/decline-reasons';
import { describe, expect, test } from 'vitest';
import { intent, paymentObject, type Recorded, yookassaDouble } from '../../../../tests/support/yookassa-double.ts';
import { ProviderRefusal } from '../provider.ts';
import { declineCodes } from './decline-codes.ts';

const { open, recorded, reply } = yookassaDouble();

const methodIntent = { methodId: crypto.randomUUID(), returnUrl: 'https://cabinet.example.ru/api/payment-methods/1' };

/** As the public API answers it. */
const bankCard = {
  type: 'bank_card',
  id: '2d9f7b8e-000f-5000-8000-1a2b3c4d5e6f',
  saved: true,
  status: 'active',
  title: 'Bank card *4477',
  card: {
    first6: '555555',
    last4: '4477',
    expiry_month: '01',
    expiry_year: '2031',
    card_type: 'MasterCard',
    card_product: { code: 'E' },
    issuer_country: 'RU',
  },
};
const saved = {
  providerId: bankCard.id,
  card: { last4: '4477', type: 'MasterCard', expiryMonth: 1, expiryYear: 2031 },
};

describe('what is asked of saved cards', () => {
  test('a payment that saves the card asks for it beside the page, and one that does not says nothing', async () => {
    reply({ body: paymentObject() }, { body: paymentObject() });
    await open().createPayment({ ...intent, savesMethod: true });
    await open().createPayment({ ...intent, savesMethod: false });
    const [saving, plain] = recorded as [Recorded, Recorded];
    expect(saving.body).toMatchObject({
      capture: true,
      save_payment_method: true,
      confirmation: { type: 'redirect', return_url: intent.returnUrl },
      payment_method_data: { type: 'bank_card' },
    });
    expect(plain.body).not.toHaveProperty('save_payment_method');
  });

  test('a payment by a saved card is captured at once and has no page, no method and no wish to save', async () => {
    reply({ body: paymentObject({ status: 'succeeded', payment_method: bankCard }) });
    await open().createPayment({ ...intent, savesMethod: true, providerMethodId: bankCard.id });
    const [{ headers, body }] = recorded as [Recorded];
    expect(headers['idempotence-key']).toBe(intent.paymentId);
    expect(Object.keys(body).toSorted()).toEqual(
      ['amount', 'capture', 'payment_method_id', 'description', 'metadata', 'receipt'].toSorted(),
    );
    expect(body).toMatchObject({ capture: true, payment_method_id: bankCard.id });
  });

  test('a card is saved without paying by a method of its own, under our key', async () => {
    const confirmation_url = 'https://yoomoney.ru/payments/external/confirmation?orderId=2d9f';
    reply({
      body: {
        ...{ type: 'bank_card', id: bankCard.id, saved: false, status: 'pending' },
        holder: { account_id: '100500', gateway_id: '1' },
        confirmation: { type: 'redirect', enforce: false, return_url: methodIntent.returnUrl, confirmation_url },
      },
    });
    expect(await open().createMethod(methodIntent)).toEqual({
      providerId: bankCard.id,
      status: 'pending',
      confirmationUrl: confirmation_url,
      saved: null,
    });
    const [{ method, path, headers, body }] = recorded as [Recorded];
    expect([method, path]).toEqual(['POST', '/v3/payment_methods']);
    expect(headers['idempotence-key']).toBe(methodIntent.methodId);
    expect(body).toEqual({
      type: 'bank_card',
      confirmation: { type: 'redirect', return_url: methodIntent.returnUrl },
    });
  });

  test('a saved card is read by its id, which cannot lead to another address', async () => {
    reply({ body: bankCard });
    await open().getMethod('../payments/1');
    const [{ method, path, headers, text }] = recorded as [Recorded];
    expect([method, path]).toEqual(['GET', '/v3/payment_methods/..%2Fpayments%2F1']);
    expect([headers['idempotence-key'], text]).toEqual([undefined, '']);
  });
});

describe('what is understood of saved cards', () => {
  test('a card that is saved comes as its mask and nothing more', async () => {
    reply({ body: paymentObject({ status: 'succeeded', payment_method: bankCard }) }, { body: bankCard });
    expect((await open().getPayment('2d9f')).savedMethod).toEqual(saved);
    expect((await open().getMethod('2d9f')).saved).toEqual(saved);
  });

  test.each([
    ['was unticked', { ...bankCard, saved: false }],
    ['is not said to be saved', { ...bankCard, saved: undefined }],
    ['is saved by a word', { ...bankCard, saved: 'true' }],
    ['has no id', { ...bankCard, id: undefined }],
    ['has no expiry', { ...bankCard, card: { last4: '4477', card_type: 'Mir' } }],
    [
      'is СБП',
      {
        type: 'sbp',
        id: bankCard.id,
        saved: true,
        status: 'active',
        sbp_operation_id: '1027088AE4CB48CB81287833347A8777',
        payer_bank_details: { bank_id: '100000000004', bic: '044525974' },
      },
    ],
  ])('a method that %s is never charged, and its payment is settled all the same', async (_, payment_method) => {
    reply({ body: paymentObject({ status: 'succeeded', payment_method }) });
    expect(await open().getPayment('2d9f')).toMatchObject({ status: 'succeeded', savedMethod: null });
  });

  test.each(['pending', 'inactive'])('a binding that is %s gives no card, whatever else it says', async (status) => {
    reply({ body: { ...bankCard, status } });
    expect(await open().getMethod('2d9f')).toMatchObject({ status, saved: null });
  });

  test('a payment by a saved card that the provider decides later is pending and has no page', async () => {
    const { confirmation: _, ...undecided } = paymentObject({ payment_method: bankCard });
    reply({ body: undecided });
    expect(await open().createPayment({ ...intent, providerMethodId: bankCard.id })).toMatchObject({
      status: 'pending',
      confirmationUrl: null,
    });
  });

  test('a saved card that the provider does not know is refused, so that nobody asks for it again', async () => {
    const description = 'Payment method not found';
    reply({
      status: 400,
      body: { type: 'error', id: '1', code: 'invalid_request', description, parameter: 'payment_method_id' },
    });
    await expect(open().createPayment({ ...intent, providerMethodId: 'unknown' })).rejects.toThrow(ProviderRefusal);
  });

  test('every decline code of YooKassa’s public API, and no other, has a reason of ours', () => {
    const documented = `3d_secure_failed call_issuer canceled_by_merchant card_expired country_forbidden deal_expired
      expired_on_capture expired_on_confirmation fraud_suspected general_decline identification_required
      insufficient_funds internal_timeout invalid_card_number invalid_csc issuer_unavailable
      payment_method_limit_exceeded payment_method_restricted permission_revoked unsupported_mobile_operator`;
    expect(Object.keys(declineCodes)).toEqual(documented.split(/\s+/));
    expect(Object.values(declineCodes).toSorted()).toEqual(declineReasons);
  });

  test.each([...Object.entries(declineCodes), ['new_at_yookassa', 'new_at_yookassa']])(
    'a payment by a saved card that YooKassa declines by %s is canceled by %s',
    async (code, reason) => {
      const cancellation_details = { party: 'payment_network', reason: code };
      reply({ body: paymentObject({ status: 'canceled', payment_method: bankCard, cancellation_details }) });
      expect(await open().getPayment('2d9f')).toMatchObject({ status: 'canceled', reason });
    },
  );
});
