import { describe, expect, it } from 'vitest';
import { paymentBody, runSandbox } from '../../tests/running-sandbox.ts';

const item = {
  description: 'Аванс',
  quantity: '1.00',
  amount: { value: '1000.00', currency: 'RUB' },
  vat_code: 12,
  payment_mode: 'advance',
  payment_subject: 'payment',
};
const customer = { email: 'ivan@example.ru' };

describe('receipt', () => {
  it('a receipt whose items add up is accepted and registered', async () => {
    const { createPayment, payByCard, get } = await runSandbox();
    const price = { value: '333.33', currency: 'RUB' };
    const rest = { value: '0.01', currency: 'RUB' };
    const receipt = {
      customer: { phone: '79000000000' },
      items: [
        { ...item, quantity: 3, amount: price },
        { ...item, amount: rest },
      ],
    };
    const payment = await createPayment({ receipt });
    expect(payment).toMatchObject({ status: 'pending', receipt_registration: 'pending' });
    await payByCard(payment.id);
    expect((await get(`/payments/${payment.id}`)).body.receipt_registration).toBe('succeeded');
  });

  it.each([
    ['receipt.customer', { customer: { full_name: 'Иван' }, items: [item] }],
    ['receipt.customer.email', { customer: { email: 'ivan' }, items: [item] }],
    ['receipt.items', { customer, items: [] }],
    ['receipt.items', { customer, items: Array(81).fill(item) }],
    ['receipt.items', { customer, items: [item, item] }],
    ['receipt.items[0].vat_code', { customer, items: [{ ...item, vat_code: 13 }] }],
    ['receipt.items[0].vat_code', { customer, items: [{ ...item, vat_code: undefined }] }],
    ['receipt.items[0].description', { customer, items: [{ ...item, description: 'а'.repeat(129) }] }],
    ['receipt.items[0].quantity', { customer, items: [{ ...item, quantity: 0 }] }],
    ['receipt.items[0].payment_mode', { customer, items: [{ ...item, payment_mode: 'later' }] }],
    [
      'receipt.items[0].amount.currency',
      { customer, items: [{ ...item, amount: { value: '1000.00', currency: 'USD' } }] },
    ],
  ])('a receipt with wrong %s is refused', async (parameter, receipt) => {
    const { post } = await runSandbox();
    expect(await post('/payments', paymentBody({ receipt }))).toMatchObject({ status: 400, body: { parameter } });
  });
});
