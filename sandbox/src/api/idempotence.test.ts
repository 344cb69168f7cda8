import { describe, expect, it } from 'vitest';
import { paymentBody, runSandbox } from '../../tests/running-sandbox.ts';

describe('Idempotence-Key', () => {
  it('64 concurrent requests with one key create one payment and get one answer', async () => {
    const { post, get } = await runSandbox();
    const answers = await Promise.all(Array.from({ length: 64 }, () => post('/payments', paymentBody(), 'one')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await get('/payments')).body.items).toHaveLength(1);
  });

  it('a repeated key gets the first answer byte for byte', async () => {
    const { post, payByCard } = await runSandbox();
    const first = await post('/payments', paymentBody(), 'one');
    await payByCard(first.body.id);
    expect(await post('/payments', paymentBody(), 'one')).toEqual(first);
  });

  it('a repeated key during a slow answer creates no second payment', async () => {
    const { post, get, order } = await runSandbox();
    await order({ on: 'create', do: 'delay', ms: 200 });
    const answers = await Promise.all([
      post('/payments', paymentBody(), 'one'),
      post('/payments', paymentBody(), 'one'),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    expect((await get('/payments')).body.items).toHaveLength(1);
  });

  it('a repeated key gets the first refusal too', async () => {
    const { post } = await runSandbox();
    const refused = await post('/payments', paymentBody({ amount: null }), 'one');
    expect(refused.status).toBe(400);
    expect(await post('/payments', paymentBody({ amount: null }), 'one')).toEqual(refused);
  });

  it('a reused key with another body or call is refused', async () => {
    const { post, get } = await runSandbox();
    const { body } = await post('/payments', paymentBody(), 'one');
    const expected = { status: 400, body: { code: 'invalid_request', parameter: 'Idempotence-Key' } };
    expect(await post('/payments', paymentBody({ description: 'другое' }), 'one')).toMatchObject(expected);
    expect(await post(`/payments/${body.id}/cancel`, {}, 'one')).toMatchObject(expected);
    expect((await get('/payments')).body.items).toHaveLength(1);
  });

  it('an idempotence key is required, up to 64 characters', async () => {
    const { post, call } = await runSandbox();
    expect((await call('POST', '/v3/payments', paymentBody())).status).toBe(400);
    expect((await post('/payments', paymentBody(), 'k'.repeat(65))).status).toBe(400);
    expect((await post('/payments', paymentBody(), 'k'.repeat(64))).status).toBe(200);
  });

  it('an idempotence key expires after 24 hours', async () => {
    const { post, pass } = await runSandbox();
    const first = await post('/payments', paymentBody(), 'one');
    pass(24 * 60 * 60 * 1000 - 1);
    expect(await post('/payments', paymentBody(), 'one')).toEqual(first);
    pass(1);
    const second = await post('/payments', paymentBody(), 'one');
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.body.id);
  });
});
