import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { intent, refundIntent } from '../../../../tests/support/yookassa-double.ts';
import { type ProviderCallback, ProviderRefusal, ProviderUnavailable } from '../provider.ts';
import { isSigned, tokenOf } from './client.ts';
import { tbankStatuses } from './statuses.ts';
import { createTbank } from './tbank.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever was sent
const recorded: { name: string; body: any }[] = [];
const replies: { status?: number; text: string; isHanging?: boolean }[] = [];
let apiUrl = '';
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  recorded.push({ name: request.url?.split('/').at(-1) ?? '', body: JSON.parse(text) });
  const { status = 200, text: answer, isHanging } = replies.shift() ?? { text: '{"Success":false,"ErrorCode":"255"}' };
  if (isHanging) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
});
beforeEach(() => {
  recorded.length = 0;
  replies.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const terminal = { terminalKey: 'MerchantTerminalKey', password: 'usaf8fw8fsw21g' };
const open = (more: object = {}) =>
  createTbank({ apiUrl, ...terminal, timeoutMs: 5000, vatCode: 12, taxSystemCode: 2, ...more });
const reply = (...next: object[]) => replies.push(...next.map((body) => ({ text: JSON.stringify(body) })));
const state = (more: object = {}) => ({
  ...{ Success: true, ErrorCode: '0', TerminalKey: terminal.terminalKey, Status: 'NEW', PaymentId: '8742591' },
  ...{ OrderId: intent.paymentId, Amount: intent.amountMinor, ...more },
});
const callback = (body: unknown): ProviderCallback => ({ address: '1.2.3.4', query: {}, body });

test('a signature of T-Bank’s documentation comes out, of a request and of a notification', () => {
  const request = { Amount: 19200, Description: 'Подарочная карта на 1000 рублей', OrderId: '21090' };
  expect(tokenOf({ ...request, TerminalKey: terminal.terminalKey, Token: 'ignored' }, terminal.password)).toBe(
    '0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9',
  );
  const fields = { Success: true, Status: 'AUTHORIZED', PaymentId: 8742591, ErrorCode: '0', Amount: 9855 };
  const card = { CardId: 322264, Pan: '430000******0777', ExpDate: '1122', RebillId: 101709 };
  const whole = {
    TerminalKey: '1321054611234DEMO',
    OrderId: '201709',
    ...fields,
    ...card,
    Data: { a: 1 },
    Receipt: [],
  };
  const token = 'b906d28e76c6428e37b25fcf86c0adc52c63d503013fdd632e300593d165766b';
  expect(isSigned({ ...whole, Token: token }, 'Dfsfh56dgKl')).toBe(true);
  expect(isSigned({ ...whole, Amount: 9856, Token: token }, 'Dfsfh56dgKl')).toBe(false);
});

test('every status of T-Bank has a meaning here, and only CONFIRMED is money as asked for', () => {
  const rows = Object.entries(tbankStatuses).map(([name, { payment, isOdd, reason, refund }]) =>
    [name.padEnd(18), isOdd ? 'review' : payment, reason ?? '', refund ? `refund ${refund}` : ''].join(' ').trimEnd(),
  );
  console.info(rows.join('\n'));
  expect(rows).toHaveLength(22);
  const money = Object.entries(tbankStatuses).filter(([, { payment, isOdd }]) => payment === 'succeeded' && !isOdd);
  expect(money.map(([name]) => name)).toEqual(['CONFIRMED']);
});

test('a payment at T-Bank is asked for with a signature and a receipt of an advance at 22/122', async () => {
  reply(state({ PaymentURL: 'https://securepay.tinkoff.ru/a1b2' }));
  const payment = await open().createPayment(intent);
  expect(payment).toMatchObject({ providerId: '8742591', status: 'pending', paymentId: intent.paymentId });
  expect(payment.confirmationUrl).toBe('https://securepay.tinkoff.ru/a1b2');
  const [{ name, body }] = recorded as [(typeof recorded)[0]];
  expect(name).toBe('Init');
  expect(isSigned(body, terminal.password)).toBe(true);
  expect(body).toMatchObject({ Amount: 150_050, OrderId: intent.paymentId, PayType: 'O' });
  expect(body.Receipt).toMatchObject({
    Taxation: 'usn_income',
    Items: [{ Tax: 'vat122', PaymentMethod: 'advance', Amount: 150_050, Quantity: 1 }],
  });
});

test('a repeated creation at T-Bank asks for the order first, and opens another page where the first was not seen', async () => {
  reply({ Success: true, Payments: [{ PaymentId: 1, Status: 'NEW', Amount: 150_050 }] });
  reply(state({ PaymentId: '2', PaymentURL: 'https://pay/2' }));
  const payment = await open().createPayment({ ...intent, isRepeated: true });
  expect([payment.providerId, payment.confirmationUrl]).toEqual(['2', 'https://pay/2']);
  // A slow call may still answer with the first page, which then is shown.
  expect(recorded.map(({ name }) => name)).toEqual(['CheckOrder', 'Init']);
});

test('an order that T-Bank does not take again is canceled only where no page of it can be open', async () => {
  const refusal = { Success: false, ErrorCode: '8', Message: 'Неверный статус транзакции' };
  const known = (Status: string) => ({ Success: true, Payments: [{ PaymentId: 1, Status, Amount: 150_050 }] });
  reply(known('NEW'), refusal);
  await expect(open().createPayment({ ...intent, isRepeated: true })).rejects.toThrow(ProviderUnavailable);
  reply(known('CANCELED'), refusal);
  expect(await open().createPayment({ ...intent, isRepeated: true })).toMatchObject({ status: 'canceled' });
});

test('a repeated creation at T-Bank finds a payment that was paid meanwhile', async () => {
  reply({ Success: true, Payments: [{ PaymentId: 1, Status: 'CONFIRMED', Amount: 150_050 }] });
  const payment = await open().createPayment({ ...intent, isRepeated: true });
  expect(payment).toMatchObject({ providerId: '1', status: 'succeeded', amountMinor: 150_050 });
  expect(recorded).toHaveLength(1);
});

test('a saved card at T-Bank is charged for the payment that was stored first', async () => {
  reply(state({ PaymentId: '2' }), state({ PaymentId: '1', Status: 'CONFIRMED' }));
  const charge = { ...intent, providerMethodId: 'customer:77:88', prepare: async () => '1' };
  expect(await open().createPayment(charge)).toMatchObject({ providerId: '1', status: 'succeeded' });
  expect(recorded[1]).toMatchObject({ name: 'Charge', body: { PaymentId: '1', RebillId: '88' } });
});

test('a declined charge at T-Bank is an outcome with a reason of ours', async () => {
  reply(state(), state({ Success: false, ErrorCode: '1051', Status: 'REJECTED' }));
  const charge = { ...intent, providerMethodId: 'customer:77:88' };
  expect(await open().createPayment(charge)).toMatchObject({ status: 'canceled', reason: 'insufficient_funds' });
});

test.each([
  { text: '<html>Bad gateway</html>' },
  { status: 502, text: '{}' },
  { text: '{"Success":false,"ErrorCode":"9999"}' },
  { text: JSON.stringify({ ...{ Success: true, Status: 'BRAND_NEW' }, PaymentId: '1', OrderId: '1', Amount: 1 }) },
])('an answer of T-Bank that is none leaves the outcome unknown: %o', async (answer) => {
  replies.push(answer);
  await expect(open().getPayment('1', false)).rejects.toThrow(ProviderUnavailable);
});

test('a call that T-Bank does not answer in time leaves the outcome unknown', async () => {
  replies.push({ text: '', isHanging: true });
  await expect(open({ timeoutMs: 100 }).createPayment(intent)).rejects.toThrow(ProviderUnavailable);
  expect(recorded).toHaveLength(1);
});

test('a refusal of T-Bank with 200 is a refusal', async () => {
  reply({ Success: false, ErrorCode: '204', Message: 'Неверный токен' });
  await expect(open().createPayment(intent)).rejects.toThrow(ProviderRefusal);
});

test('a refund at T-Bank has a key, and one by СБП that was not answered is looked up instead of repeated', async () => {
  reply(state({ Status: 'PARTIAL_REFUNDED' }));
  expect(await open().createRefund(refundIntent)).toMatchObject({ status: 'succeeded' });
  expect(recorded[0]).toMatchObject({ name: 'Cancel', body: { ExternalRequestId: refundIntent.refundId } });
  reply(state({ Status: 'ASYNC_REFUNDING' }));
  const sbp = { ...refundIntent, method: 'sbp' as const, isRepeated: true };
  expect(await open().createRefund(sbp)).toMatchObject({ status: 'pending' });
  expect(recorded[1]?.name).toBe('GetState');
  reply(state({ Status: 'PARTIAL_REFUNDED' }));
  await expect(open().createRefund({ ...sbp, hasOtherRefunds: true })).rejects.toThrow(ProviderUnavailable);
});

test('T-Bank takes roubles alone, and by СБП from ten of them', () => {
  const { accepts } = open();
  const by = (method: 'card' | 'sbp', amountMinor: number, currency: 'RUB' | 'USD' = 'RUB') =>
    accepts?.({ method, amountMinor, currency });
  expect([by('card', 100), by('sbp', 999), by('sbp', 1000), by('card', 100, 'USD')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('a notification of T-Bank is believed to be its own by its signature and terminal', () => {
  const { callbacks } = open();
  const signed = (fields: object, password = terminal.password) => {
    const whole = { TerminalKey: terminal.terminalKey, ...fields };
    return callback({ ...whole, Token: tokenOf(whole, password) });
  };
  const paid = { PaymentId: 8742591, Status: 'CONFIRMED', Success: true, Pan: '220138******0013' };
  expect(callbacks.isGenuine(signed(paid))).toBe(true);
  expect(callbacks.isGenuine(signed(paid, 'other'))).toBe(false);
  expect(callbacks.isGenuine(signed({ ...paid, TerminalKey: 'other' }))).toBe(false);
  for (const body of [null, 'OK', [], { ...paid, TerminalKey: terminal.terminalKey }])
    expect(callbacks.isGenuine(callback(body))).toBe(false);
  expect(callbacks.read(paid)).toEqual({ kind: 'payment', objectId: '8742591', card: { last4: '0013', type: 'Mir' } });
  expect(callbacks.read({ NotificationType: 'LINKCARD', RequestKey: 'a-1' })).toMatchObject({ kind: 'payment_method' });
  expect(() => callbacks.read({ Status: 'CONFIRMED' })).toThrow();
  expect(callbacks.acknowledgement.text).toBe('OK');
});
