import { describe, expect, it } from 'vitest';
import { returnUrl, runSandbox } from '../../tests/running-sandbox.ts';
import { testCards } from '../cards.ts';

const sbp = { payment_method_data: { type: 'sbp' } };

describe('card', () => {
  it.each(testCards.filter(({ outcome }) => outcome === 'success'))(
    'the test card $number pays',
    async ({ number }) => {
      const { createPayment, payByCard, get } = await runSandbox();
      const { id } = await createPayment();
      const answer = await payByCard(id, number.replace(/\d{4}(?=\d)/g, '$& '));
      expect([answer.status, answer.headers.get('location')]).toEqual([303, returnUrl]);
      expect((await get(`/payments/${id}`)).body).toMatchObject({
        status: 'succeeded',
        paid: true,
        refundable: true,
        income_amount: { value: '965.00', currency: 'RUB' },
        refunded_amount: { value: '0.00', currency: 'RUB' },
        captured_at: expect.any(String),
        payment_method: {
          type: 'bank_card',
          title: `Bank card *${number.slice(-4)}`,
          card: {
            first6: number.slice(0, 6),
            last4: number.slice(-4),
            expiry_month: '12',
            expiry_year: '2040',
            card_type: number.startsWith('2202') ? 'Mir' : 'MasterCard',
          },
        },
        authorization_details: { three_d_secure: { applied: false } },
      });
    },
  );

  it.each(testCards.filter(({ outcome }) => outcome === 'decline'))(
    'the test card $number is declined: $reason',
    async (card) => {
      const { createPayment, payByCard, get, open } = await runSandbox();
      const { id } = await createPayment();
      const answer = await payByCard(id, card.number);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, returnUrl]);
      expect((await get(`/payments/${id}`)).body).toMatchObject({
        status: 'canceled',
        paid: false,
        cancellation_details: { reason: card.reason },
      });
      expect(await (await open(id)).text()).toContain('Оплата не прошла');
    },
  );

  it('a valid number that is no test card is declined with an explanation', async () => {
    const { createPayment, payByCard, get, open } = await runSandbox();
    const { id } = await createPayment();
    await payByCard(id, '4111111111111111');
    expect((await get(`/payments/${id}`)).body.cancellation_details.reason).toBe('general_decline');
    expect(await (await open(id)).text()).toContain('Это не тестовая карта');
  });

  it.each([
    [{ number: '5555555555554445' }, 'В номере карты ошибка. Проверьте цифры'],
    [{ number: '55555' }, 'В номере карты от 13 до 19 цифр'],
    [{ number: '' }, 'Пожалуйста, введите номер карты'],
    [{ expiry: '12/20' }, 'Срок действия карты истёк'],
    [{ expiry: '13/40' }, 'Введите месяц и год, например 09/30'],
    [{ expiry: '' }, 'Пожалуйста, введите срок действия'],
    [{ code: '12' }, 'В коде 3 цифры'],
    [{ code: '' }, 'Пожалуйста, введите код'],
  ])('%o is asked for again: %s', async (wrong, message) => {
    const { createPayment, submit, get } = await runSandbox();
    const { id } = await createPayment();
    const typed = { number: '5555 5555 5555 4444', expiry: '12 / 40', code: '987', ...wrong };
    const answer = await submit(`${id}/card`, typed);
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain(message);
    expect(page).toContain(`value="${typed.number}"`);
    expect(page).toContain(`value="${typed.expiry}"`);
    expect(page).not.toContain('value="987"');
    expect((await get(`/payments/${id}`)).body.status).toBe('pending');
  });

  it('a card is valid through the last day of its month', async () => {
    const { createPayment, submit } = await runSandbox({ clock: () => Date.UTC(2030, 8, 30, 23, 59) });
    const { id } = await createPayment();
    const pay = (expiry: string) => submit(`${id}/card`, { number: '5555555555554444', expiry, code: '123' });
    expect((await pay('08/30')).status).toBe(422);
    expect((await pay('0930')).status).toBe(303);
  });
});

describe('3-D Secure', () => {
  async function challenged() {
    const sandbox = await runSandbox();
    const { id } = await sandbox.createPayment();
    const answer = await sandbox.payByCard(id, '5555555555554477');
    expect(answer.headers.get('location')).toBe(`/sandbox/checkout/${id}`);
    const confirm = (code: string) => sandbox.submit(`${id}/confirm-card`, { code });
    const payment = async () => (await sandbox.get(`/payments/${id}`)).body;
    return { ...sandbox, id, confirm, payment };
  }

  it('a 3-D Secure payment waits for the code, then succeeds', async () => {
    const { confirm, payment, open, id } = await challenged();
    expect(await (await open(id)).text()).toContain('Подтверждение оплаты');
    expect((await payment()).status).toBe('pending');
    expect((await confirm('1234')).headers.get('location')).toBe(returnUrl);
    expect(await payment()).toMatchObject({
      status: 'succeeded',
      authorization_details: { three_d_secure: { applied: true } },
      payment_method: { card: { last4: '4477' } },
    });
  });

  it('the third wrong 3-D Secure code cancels the payment, an empty one does not count', async () => {
    const { confirm, payment } = await challenged();
    expect((await confirm('')).status).toBe(422);
    expect((await confirm('1111')).status).toBe(422);
    expect((await confirm('2222')).status).toBe(422);
    expect((await confirm('3333')).status).toBe(303);
    expect((await payment()).cancellation_details.reason).toBe('3d_secure_failed');
  });

  it('leaving the 3-D Secure page fails the payment', async () => {
    const { submit, payment, id } = await challenged();
    await submit(`${id}/cancel`);
    expect((await payment()).cancellation_details.reason).toBe('3d_secure_failed');
  });

  it('a 3-D Secure code without a challenge does not pay', async () => {
    const { createPayment, submit, get } = await runSandbox();
    const { id } = await createPayment();
    await submit(`${id}/confirm-card`, { code: '1234' });
    expect((await get(`/payments/${id}`)).body.status).toBe('pending');
  });
});

describe('SBP', () => {
  it('an SBP payment is paid through its QR code page', async () => {
    const { createPayment, open, submit, get } = await runSandbox();
    const { id } = await createPayment(sbp);
    expect(await (await open(id)).text()).toMatch(/<svg[\s\S]+Подтвердить оплату/);
    expect(await (await open(`${id}/sbp`)).text()).toContain('Подтвердить оплату');
    expect((await submit(`${id}/sbp`)).headers.get('location')).toBe(returnUrl);
    expect((await get(`/payments/${id}`)).body).toMatchObject({ status: 'succeeded', payment_method: { type: 'sbp' } });
  });

  it('a payment meant for one method cannot be paid by the other', async () => {
    const { createPayment, submit, payByCard, get } = await runSandbox();
    const bySbp = await createPayment(sbp);
    const byCard = await createPayment({ payment_method_data: { type: 'bank_card' } });
    await payByCard(bySbp.id);
    await submit(`${byCard.id}/sbp`);
    expect((await get(`/payments/${bySbp.id}`)).body.status).toBe('pending');
    expect((await get(`/payments/${byCard.id}`)).body.status).toBe('pending');
  });
});

describe('checkout', () => {
  it('a payment with no method chosen offers both', async () => {
    const { createPayment, open } = await runSandbox();
    const { id } = await createPayment();
    const page = await (await open(id)).text();
    expect(page).toContain('Номер карты');
    expect(page).toContain('?method=sbp');
    expect(await (await open(`${id}?method=sbp`)).text()).toContain('Подтвердить оплату');
  });

  it('«Отменить» cancels and returns to the shop', async () => {
    const { createPayment, submit, get } = await runSandbox();
    const { id } = await createPayment();
    expect((await submit(`${id}/cancel`)).headers.get('location')).toBe(returnUrl);
    expect((await get(`/payments/${id}`)).body).toMatchObject({ status: 'canceled', paid: false });
  });

  it('a checkout form sent twice or too late changes nothing', async () => {
    const { createPayment, payByCard, submit, get, pass } = await runSandbox();
    const { id } = await createPayment();
    await payByCard(id);
    expect((await submit(`${id}/cancel`)).headers.get('location')).toBe(returnUrl);
    expect((await get(`/payments/${id}`)).body.status).toBe('succeeded');
    const late = await createPayment();
    pass(60 * 60 * 1000);
    await payByCard(late.id);
    expect((await get(`/payments/${late.id}`)).body.cancellation_details.reason).toBe('expired_on_confirmation');
  });

  it('the checkout of a final payment shows its outcome and the return link', async () => {
    const { createPayment, payByCard, open } = await runSandbox();
    const { id } = await createPayment();
    await payByCard(id);
    const page = await (await open(id)).text();
    expect(page).toContain('Оплачено');
    expect(page).toContain(`href="${returnUrl}"`);
    expect(page.replaceAll(/<.?small>/g, '').replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('1 000,00 ₽');
  });

  it('without a return address the outcome is shown in place', async () => {
    const { createPayment, payByCard } = await runSandbox();
    const payment = await createPayment({ confirmation: undefined });
    expect(payment).not.toHaveProperty('confirmation');
    expect((await payByCard(payment.id)).headers.get('location')).toBe(`/sandbox/checkout/${payment.id}`);
  });

  it('an unknown payment is a page that says so', async () => {
    const { open, submit } = await runSandbox();
    for (const answer of [await open('none'), await open('none/sbp'), await submit('none/card'), await open('a/b/c')]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('Платёж не найден');
    }
  });

  it('texts of the shop are escaped, and the checkout allows no script or foreign frame', async () => {
    const { createPayment, open } = await runSandbox();
    const { id } = await createPayment({ description: '<script>alert("1")</script>' });
    const answer = await open(id);
    expect(await answer.text()).not.toContain('<script');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'/);
    expect(policy).toMatch(/frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/);
  });

  it('a form from a foreign site is refused', async () => {
    const { url, createPayment, get } = await runSandbox();
    const { id } = await createPayment(sbp);
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(`${url}/checkout/${id}/sbp`, { method: 'POST', headers })).status).toBe(403);
    expect((await get(`/payments/${id}`)).body.status).toBe('pending');
  });
});
