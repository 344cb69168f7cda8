import { describe, expect, it } from 'vitest';
import { eventually, returnUrl, runReceiver, runSandbox } from '../../tests/running-sandbox.ts';
import { memoryStore } from '../store.ts';

type Running = Awaited<ReturnType<typeof runSandbox>>;

const autopayment = (id: string, changes: object = {}) => ({
  amount: { value: '500.00', currency: 'RUB' },
  capture: true,
  payment_method_id: id,
  description: 'Автопополнение',
  ...changes,
});

/** Pays with the card saved and returns the id of the method. */
async function saveByPayment(sandbox: Running, number = '5555555555554444'): Promise<string> {
  const { id } = await sandbox.createPayment({ save_payment_method: true });
  await sandbox.submit(`${id}/card`, { number, expiry: '12/40', code: '123', save: '1' });
  return id;
}

describe('a card saved by a payment', () => {
  it('a saved card is in the answer of the payment that saved it, under the id of that payment', async () => {
    const sandbox = await runSandbox();
    const id = await saveByPayment(sandbox);
    const { body } = await sandbox.get(`/payments/${id}`);
    expect(body.payment_method).toMatchObject({
      type: 'bank_card',
      id,
      saved: true,
      status: 'active',
      title: 'Bank card *4444',
      card: { first6: '555555', last4: '4444', expiry_month: '12', expiry_year: '2040', card_type: 'MasterCard' },
    });
    expect((await sandbox.get(`/payment_methods/${id}`)).body).toMatchObject({ id, saved: true, status: 'active' });
  });

  it('a card is not saved when the payer unticks it, when the shop did not ask, before the payment or by SBP', async () => {
    const sandbox = await runSandbox();
    const unticked = await sandbox.createPayment({ save_payment_method: true });
    expect((await sandbox.get(`/payments/${unticked.id}`)).body.payment_method).toBeUndefined();
    await sandbox.payByCard(unticked.id);
    const notAsked = await sandbox.createPayment();
    await sandbox.submit(`${notAsked.id}/card`, { number: '5555555555554444', expiry: '12/40', code: '1', save: '1' });
    await sandbox.payByCard(notAsked.id);
    const bySbp = await sandbox.createPayment({
      save_payment_method: true,
      payment_method_data: { type: 'sbp' },
    });
    await sandbox.submit(`${bySbp.id}/sbp`);
    for (const { id } of [unticked, notAsked, bySbp]) {
      const { body } = await sandbox.get(`/payments/${id}`);
      expect([body.status, body.payment_method.saved]).toEqual(['succeeded', false]);
      expect((await sandbox.post('/payments', autopayment(id))).status).toBe(400);
    }
  });

  it('a card is saved after 3-D Secure too, and outlives a restart', async () => {
    const store = memoryStore();
    const sandbox = await runSandbox({ store });
    const { id } = await sandbox.createPayment({ save_payment_method: true });
    await sandbox.submit(`${id}/card`, { number: '5555555555554477', expiry: '12/40', code: '123', save: '1' });
    await sandbox.submit(`${id}/confirm-card`, { code: '1234' });
    await sandbox.close();
    const again = await runSandbox({ store });
    expect((await again.post('/payments', autopayment(id))).body.status).toBe('succeeded');
  });
});

describe('a payment by a saved card', () => {
  it('a payment by a saved card is paid at once without a page, and notifies', async () => {
    const receiver = await runReceiver();
    const sandbox = await runSandbox({ notificationUrl: receiver.url });
    const id = await saveByPayment(sandbox);
    const { body } = await sandbox.post('/payments', autopayment(id));
    expect(body).toMatchObject({ status: 'succeeded', paid: true, payment_method: { id, saved: true } });
    expect(body.confirmation).toBeUndefined();
    await eventually(() => receiver.received.map(({ event }) => event)).toEqual(['payment.succeeded']);
  });

  it.each(['confirmation', 'payment_method_data', 'save_payment_method'])(
    'a payment by a saved card refuses %s',
    async (field) => {
      const sandbox = await runSandbox();
      const id = await saveByPayment(sandbox);
      const extra = {
        confirmation: { type: 'redirect', return_url: returnUrl },
        payment_method_data: { type: 'bank_card' },
        save_payment_method: true,
      }[field];
      const { status, body } = await sandbox.post('/payments', autopayment(id, { [field]: extra }));
      expect([status, body.parameter]).toEqual([400, field]);
    },
  );

  it('a payment by a saved card is declined for the reason that its test card or the control names', async () => {
    const sandbox = await runSandbox();
    const poor = await saveByPayment(sandbox, '5555555555554451');
    const declined = (await sandbox.post('/payments', autopayment(poor))).body;
    expect([declined.status, declined.cancellation_details.reason]).toEqual(['canceled', 'insufficient_funds']);
    const good = await saveByPayment(sandbox);
    await sandbox.call('POST', `/control/payment_methods/${good}`, { decline_reason: 'card_expired' });
    expect((await sandbox.post('/payments', autopayment(good))).body.cancellation_details.reason).toBe('card_expired');
    await sandbox.call('POST', `/control/payment_methods/${good}`, {});
    expect((await sandbox.post('/payments', autopayment(good))).body.status).toBe('succeeded');
    await sandbox.call('POST', `/control/payment_methods/${good}`, { status: 'inactive' });
    const revoked = (await sandbox.post('/payments', autopayment(good))).body;
    expect(revoked.cancellation_details.reason).toBe('permission_revoked');
  });

  it('a payment by a saved card may stay pending and be settled later', async () => {
    const sandbox = await runSandbox();
    const id = await saveByPayment(sandbox);
    await sandbox.order({ on: 'autopayment', do: 'pending', ms: 60_000 });
    const { body } = await sandbox.post('/payments', autopayment(id));
    expect(body.status).toBe('pending');
    sandbox.pass(60_000);
    expect((await sandbox.get(`/payments/${body.id}`)).body.status).toBe('succeeded');
  });

  it('a payment by a saved card is made once for one key, and refused for a card that does not exist', async () => {
    const sandbox = await runSandbox();
    const id = await saveByPayment(sandbox);
    const [first, second] = [
      await sandbox.post('/payments', autopayment(id), 'key-1'),
      await sandbox.post('/payments', autopayment(id), 'key-1'),
    ];
    expect(second.body.id).toBe(first.body.id);
    const { status, body } = await sandbox.post('/payments', autopayment('nobody'));
    expect([status, body.parameter]).toEqual([400, 'payment_method_id']);
  });
});

describe('binding a card without a payment', () => {
  const binding = { type: 'bank_card', confirmation: { type: 'redirect', return_url: returnUrl } };
  const typed = { number: '5555555555554444', expiry: '12/40', code: '123' };

  it('binding a card ends at the return address with an active method, and notifies', async () => {
    const receiver = await runReceiver();
    const sandbox = await runSandbox({ notificationUrl: receiver.url });
    const { body } = await sandbox.post('/payment_methods', binding);
    expect(body).toMatchObject({ type: 'bank_card', saved: false, status: 'pending' });
    expect(body.confirmation.confirmation_url).toBe(`${sandbox.url}/checkout/methods/${body.id}`);
    const page = await sandbox.open(`methods/${body.id}`);
    expect(await page.text()).toContain('Сейчас ничего не спишется');
    const bound = await sandbox.submit(`methods/${body.id}/card`, typed);
    expect([bound.status, bound.headers.get('location')]).toEqual([303, returnUrl]);
    expect((await sandbox.get(`/payment_methods/${body.id}`)).body).toMatchObject({ saved: true, status: 'active' });
    await eventually(() => receiver.received.map(({ event }) => event)).toEqual(['payment_method.active']);
    expect((await sandbox.post('/payments', autopayment(body.id))).body.status).toBe('succeeded');
  });

  it('binding a card keeps invalid input on the page, and can be canceled, declined or left alone', async () => {
    const sandbox = await runSandbox();
    const start = async () => (await sandbox.post('/payment_methods', binding)).body.id as string;
    const wrong = await start();
    const answer = await sandbox.submit(`methods/${wrong}/card`, { ...typed, code: '' });
    expect([answer.status, (await answer.text()).includes('5555555555554444')]).toEqual([422, true]);
    const [canceled, declined, left] = [await start(), await start(), await start()];
    await sandbox.submit(`methods/${canceled}/cancel`);
    await sandbox.submit(`methods/${declined}/card`, { ...typed, number: '5555555555554600' });
    sandbox.pass(60 * 60 * 1000);
    for (const id of [canceled, declined, left]) {
      expect((await sandbox.get(`/payment_methods/${id}`)).body).toMatchObject({ saved: false, status: 'inactive' });
      expect((await sandbox.submit(`methods/${id}/card`, typed)).status).toBe(303);
      expect((await sandbox.post('/payments', autopayment(id))).status).toBe(400);
    }
  });

  it('binding a card refuses other types and a missing address', async () => {
    const sandbox = await runSandbox();
    expect((await sandbox.post('/payment_methods', { ...binding, type: 'sbp' })).body.parameter).toBe('type');
    expect((await sandbox.post('/payment_methods', { type: 'bank_card' })).body.parameter).toBe('confirmation');
    expect((await sandbox.get('/payment_methods/nobody')).status).toBe(404);
  });
});
