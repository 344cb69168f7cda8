import { expect, test } from 'vitest';
import { eventually, runReceiver, runSandbox, shop } from '../../tests/running-sandbox.ts';
import { tbankCards } from './cards.ts';
import { isSigned, tokenOf } from './token.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the provider would send
type Json = any;

async function runTbank(options: Parameters<typeof runSandbox>[0] = {}) {
  const sandbox = await runSandbox({ provider: 'tbank', ...options });
  const call = async (name: string, fields: object = {}, password = shop.secretKey): Promise<Json> => {
    const whole = { TerminalKey: shop.shopId, ...fields };
    const body = JSON.stringify({ ...whole, Token: tokenOf(whole, password) });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${sandbox.url}/v2/${name}`, { method: 'POST', headers, body })).json();
  };
  const init = (fields: object = {}) =>
    call('Init', { Amount: 150_050, OrderId: 'order', SuccessURL: 'http://shop.test/ok', ...fields });
  const pay = (id: string, number = '2201382000000013') => sandbox.payByCard(id, number);
  const stateOf = async (id: string) => (await call('GetState', { PaymentId: id })).Status;
  return { ...sandbox, tbank: call, init, pay, stateOf };
}

test('a signature of T-Bank’s documentation comes out, of a request and of a notification', () => {
  const request = { Amount: 19200, Description: 'Подарочная карта на 1000 рублей', OrderId: '21090' };
  expect(tokenOf({ ...request, TerminalKey: 'MerchantTerminalKey' }, 'usaf8fw8fsw21g')).toBe(
    '0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9',
  );
  const fields = { Success: true, Status: 'AUTHORIZED', PaymentId: 8742591, ErrorCode: '0', Amount: 9855 };
  const card = { CardId: 322264, Pan: '430000******0777', ExpDate: '1122', RebillId: '101709' };
  const whole = { TerminalKey: '1321054611234DEMO', OrderId: '201709', ...fields, ...card, DATA: { a: 'b' } };
  expect(tokenOf(whole, 'Dfsfh56dgKl')).toBe('b906d28e76c6428e37b25fcf86c0adc52c63d503013fdd632e300593d165766b');
});

test('a call with a wrong signature or another terminal is refused with 200', async () => {
  const { tbank, init } = await runTbank();
  expect(await tbank('Init', { Amount: 1000, OrderId: '1' }, 'other')).toMatchObject({
    Success: false,
    ErrorCode: '204',
  });
  expect(await init({ TerminalKey: 'other' })).toMatchObject({ Success: false, ErrorCode: '205' });
  expect(await init({ Amount: 12.5 })).toMatchObject({ Success: false, ErrorCode: '9' });
});

const ends: Record<string, string> = { success: 'CONFIRMED', three_d_secure: '3DS_CHECKING', decline: 'REJECTED' };

test.each(tbankCards)('the test card $number of T-Bank ends as $outcome', async ({ number, outcome, reason }) => {
  const { init, pay, stateOf, submit, tbank, open } = await runTbank();
  const { PaymentId: id, PaymentURL: url, Status } = await init();
  expect([Status, url]).toEqual(['NEW', expect.stringContaining(`/checkout/${id}`)]);
  expect(await (await open(id)).text()).toContain('2201 3820 0000 0013');
  expect(await stateOf(id)).toBe('FORM_SHOWED');
  await pay(id, number);
  expect(await stateOf(id)).toBe(ends[outcome]);
  if (outcome === 'three_d_secure') {
    await submit(`${id}/confirm-card`, { code: '1qwezxc' });
    expect(await stateOf(id)).toBe('CONFIRMED');
  }
  const { Payments } = await tbank('CheckOrder', { OrderId: 'order' });
  expect(Payments).toMatchObject([{ PaymentId: id, Success: outcome !== 'decline' }]);
  if (reason === 'insufficient_funds') expect(Payments[0].ErrorCode).toBe('1051');
});

test('T-Bank notifies of AUTHORIZED and CONFIRMED with a signature, again until the answer is OK', async () => {
  const receiver = await runReceiver();
  const { init, pay, attempts, close } = await runTbank({ notificationUrl: receiver.url, clock: Date.now });
  const { PaymentId: id } = await init();
  await pay(id);
  // The receiver answers 200 with no text, which is no receipt here.
  await eventually(async () => Math.max(0, ...(await attempts()))).toBeGreaterThan(1);
  await close();
  const [first] = receiver.received;
  expect(first).toMatchObject({ OrderId: 'order', Status: 'AUTHORIZED', Amount: 150_050, Pan: '220138******0013' });
  expect(receiver.received.every((one) => isSigned(one, shop.secretKey))).toBe(true);
});

test('refunds in parts at T-Bank are idempotent by ExternalRequestId', async () => {
  const { init, pay, tbank, stateOf } = await runTbank();
  const { PaymentId } = await init();
  await pay(PaymentId);
  const part = { PaymentId, Amount: 50, ExternalRequestId: 'one' };
  for (let turn = 0; turn < 2; turn += 1)
    expect(await tbank('Cancel', part)).toMatchObject({ Success: true, Status: 'PARTIAL_REFUNDED' });
  expect(await tbank('Cancel', { PaymentId, Amount: 150_001, ExternalRequestId: 'two' })).toMatchObject({
    Success: false,
  });
  expect(await tbank('Cancel', { PaymentId, Amount: 150_000, ExternalRequestId: 'three' })).toMatchObject({
    NewAmount: 0,
  });
  expect(await stateOf(PaymentId)).toBe('REFUNDED');
});

test('a payment by СБП is opened by GetQr and returned later', async () => {
  const { init, tbank, submit, stateOf } = await runTbank();
  const { PaymentId } = await init();
  const { Data } = await tbank('GetQr', { PaymentId, DataType: 'PAYLOAD' });
  expect(Data).toContain(PaymentId);
  await submit(`${PaymentId}/sbp`);
  expect(await stateOf(PaymentId)).toBe('CONFIRMED');
  expect((await tbank('Cancel', { PaymentId })).Status).toBe('ASYNC_REFUNDING');
  await eventually(() => stateOf(PaymentId)).toBe('REFUNDED');
  const { PaymentId: small } = await init({ Amount: 999, OrderId: 'small' });
  expect(await tbank('GetQr', { PaymentId: small })).toMatchObject({ Success: false });
});

test('a card saved by a payment or by AddCard is charged once, and no more after RemoveCard', async () => {
  const cardReturnUrl = 'http://shop.test/cards/{CustomerKey}';
  const { init, tbank, submit, stateOf } = await runTbank({ cardReturnUrl });
  const { PaymentId: first } = await init({ Recurrent: 'Y', CustomerKey: 'maria' });
  await submit(`${first}/card`, { number: '2201382000000013', expiry: '12/40', code: '123', save: '1' });
  await tbank('AddCustomer', { CustomerKey: 'ivan' });
  const { RequestKey } = await tbank('AddCard', { CustomerKey: 'ivan', CheckType: '3DS' });
  const back = await submit(`methods/${RequestKey}/card`, { number: '2201382000000013', expiry: '12/40', code: '123' });
  expect(back.headers.get('location')).toBe('http://shop.test/cards/ivan');
  expect(await tbank('GetAddCardState', { RequestKey })).toMatchObject({ Status: 'COMPLETED' });
  for (const CustomerKey of ['maria', 'ivan']) {
    const [card] = await tbank('GetCardList', { CustomerKey });
    expect(card).toMatchObject({ Status: 'A', Pan: '220138******0013', ExpDate: '1240' });
    const { PaymentId } = await init({ OrderId: `charge of ${CustomerKey}` });
    const charge = { PaymentId, RebillId: card.RebillId };
    expect(await tbank('Charge', charge)).toMatchObject({ Success: true, Status: 'CONFIRMED' });
    expect(await tbank('Charge', charge)).toMatchObject({ Success: false, ErrorCode: '8' });
    expect(await tbank('RemoveCard', { CustomerKey, CardId: card.CardId })).toMatchObject({ Status: 'D' });
    const { PaymentId: later } = await init({ OrderId: `later of ${CustomerKey}` });
    expect(await tbank('Charge', { PaymentId: later, RebillId: card.RebillId })).toMatchObject({ Status: 'REJECTED' });
    expect(await stateOf(later)).toBe('REJECTED');
  }
});

test('a repeated Init makes another payment of the same order, and one that was not paid can be canceled', async () => {
  const { init, tbank, stateOf } = await runTbank();
  const [one, other] = [await init(), await init()];
  expect((await tbank('CheckOrder', { OrderId: 'order' })).Payments).toHaveLength(2);
  expect(await tbank('Cancel', { PaymentId: one.PaymentId })).toMatchObject({ Status: 'CANCELED' });
  expect([await stateOf(one.PaymentId), await stateOf(other.PaymentId)]).toEqual(['CANCELED', 'NEW']);
});

test('a receipt of T-Bank must add up to the amount', async () => {
  const { init } = await runTbank();
  const item = { Name: 'Аванс', Price: 150_050, Quantity: 1, Amount: 150_050, Tax: 'vat122', PaymentMethod: 'advance' };
  const receipt = (more: object) => ({ Receipt: { Email: 'a@b.ru', Taxation: 'osn', Items: [{ ...item, ...more }] } });
  expect(await init(receipt({}))).toMatchObject({ Success: true });
  expect(await init(receipt({ Price: 1, Amount: 1 }))).toMatchObject({ Success: false });
  expect(await init(receipt({ Tax: 'vat99' }))).toMatchObject({ Success: false });
});

test('calls of T-Bank fail as ordered: no answer, an error, a page instead of JSON', async () => {
  const { init, order, tbank, stateOf } = await runTbank();
  await order({ on: 'create', do: 'drop_after' }, { on: 'create', do: 'html_after' });
  await expect(init()).rejects.toThrow('fetch failed');
  await expect(init()).rejects.toThrow('JSON');
  const { Payments } = await tbank('CheckOrder', { OrderId: 'order' });
  expect(Payments).toHaveLength(2);
  await order({ on: 'get', do: 'error_500_before' });
  expect(await tbank('GetState', { PaymentId: Payments[0].PaymentId })).not.toHaveProperty('Status');
  expect(await stateOf(Payments[0].PaymentId)).toBe('NEW');
});
