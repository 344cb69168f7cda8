import { randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/cabinet/payment-links';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { setBusiness } from '../../../tests/support/business.ts';
import { notificationsOf } from '../../../tests/support/notifications.ts';
import { linksOf } from '../../../tests/support/payment-links.ts';
import { balanceOf, newPayer, type Payer, readPayment } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { countLinkPayments } from '../../documents/invoices/count-link-payments.ts';
import { selectInvoicePayments } from '../../documents/invoices/invoices-store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { refundSettling } from '../refunds/settle-refund.ts';

let shop: Shop;
let owner: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1' });
});
beforeEach(async () => {
  owner = await newPayer(shop);
});
afterAll(() => shop.close());

const {
  newLink: newLinkBy,
  pageOf,
  pay,
  payOnPage,
  resultOf,
  listLinks,
  openInvoice,
  countedFor,
} = linksOf(() => shop);
const newLink = (form: object = {}, by: { token: string } = owner) => newLinkBy(form, by);
const links = () => listLinks(owner);

test('somebody without an account pays by a link, and the result page shows the outcome and nothing else', async () => {
  const { token, url } = await newLink({ amountMinor: 70_000 });
  expect(url).toMatch(/\/pay\/[\w-]{22}$/);
  expect((await pageOf(token)).body).toEqual({
    ...{ business: 'Казна', organization: null, purpose: 'Пополнение баланса', amountMinor: 70_000 },
    ...{ currency: 'RUB', state: 'open', expiresAt: null },
  });
  const { body } = await pay(token);
  expect(await payOnPage(body)).toBe(`http://localhost:3000/pay/result?paymentId=${body.id}`);
  expect((await resultOf(body.id)).body).toEqual({
    ...{ business: 'Казна', status: 'succeeded', amountMinor: 70_000, currency: 'RUB' },
  });
  expect(await balanceOf(shop, owner)).toEqual({ RUB: 70_000 });
  expect(await links()).toMatchObject([{ state: 'paid', paidMinor: 70_000, payments: 1 }]);
  expect((await readPayment(shop, owner, body.id)).createdBy).toBe('Оплата по ссылке');
  await expect
    .poll(async () => (await notificationsOf(shop, owner)).map(({ text }) => text).join(), { timeout: 10_000 })
    .toContain('Оплата по ссылке');
});

test('the token of a link is stored as a hash', async () => {
  const { token } = await newLink();
  const { rows } = await shop.db.queryText('select l::text as row from payment_links l');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('a link paid twice at once credits both payments, and takes no third', async () => {
  const { token } = await newLink({ amountMinor: 50_000 });
  const [one, other] = await Promise.all([pay(token), pay(token)]);
  await Promise.all([payOnPage(one.body), payOnPage(other.body)]);
  expect(await balanceOf(shop, owner)).toEqual({ RUB: 100_000 });
  expect(await links()).toMatchObject([{ paidMinor: 100_000, payments: 2 }]);
  expect((await pay(token)).body).toMatchObject({ code: 'link_paid' });
});

test('a repeated call by its key is the same payment by a link', async () => {
  const { token } = await newLink({ amountMinor: 50_000 });
  const key = randomUUID();
  const [one, other] = await Promise.all([pay(token, {}, key), pay(token, {}, key)]);
  expect(one.body.id).toBe(other.body.id);
  expect((await pay(token, { method: 'sbp' }, key)).body).toMatchObject({ code: 'idempotency_conflict' });
});

test('a link for any sum is paid again and again, and wants a sum', async () => {
  const { token } = await newLink();
  expect((await pay(token)).body).toMatchObject({ code: 'amount_required' });
  expect((await pay(token, { amountMinor: 99 })).status).toBe(400);
  for (const amountMinor of [10_000, 20_000]) await payOnPage((await pay(token, { amountMinor })).body);
  expect(await balanceOf(shop, owner)).toEqual({ RUB: 30_000 });
  expect((await pageOf(token)).body.state).toBe('open');
});

test('an expired, a revoked and a made-up link take no money and say why', async () => {
  const expired = await newLink({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  await shop.db.queryText("update payment_links set expires_at = now() - interval '1 second' where id = $1", [
    expired.id,
  ]);
  expect((await pageOf(expired.token)).body.state).toBe('expired');
  expect((await pay(expired.token, { amountMinor: 1000 })).body).toMatchObject({ code: 'link_expired' });
  const revoked = await newLink();
  const params = { linkId: revoked.id };
  expect((await shop.call(contract.revokePaymentLink, { params }, owner)).status).toBe(204);
  expect((await shop.call(contract.revokePaymentLink, { params }, owner)).status).toBe(404);
  expect((await pay(revoked.token, { amountMinor: 1000 })).body).toMatchObject({ code: 'link_revoked' });
  expect((await pageOf('AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
  const past = { expiresAt: new Date(Date.now() - 1000).toISOString() };
  expect((await shop.call(contract.createPaymentLink, { body: past }, owner)).body).toMatchObject({
    code: 'link_not_payable',
  });
});

test('a link of a suspended or closed organization takes no money', async () => {
  const { token } = await newLink();
  for (const status of ['suspended', 'closed']) {
    await shop.db.queryText(
      "update organizations set status = $2, closed_at = case $2 when 'closed' then now() end where id = $1",
      [owner.organizationId, status],
    );
    expect((await pageOf(token)).body.state).toBe('closed');
    expect((await pay(token, { amountMinor: 1000 })).body).toMatchObject({ code: 'link_closed' });
  }
});

test('a payment that is no link’s has no public result', async () => {
  const { rows } = await shop.db.queryText('select id from payments where payment_link_id is null limit 1');
  for (const { id } of [...rows, { id: uuidv7() }]) expect((await resultOf(id as string)).status).toBe(404);
});

const refund = async (paymentId: string, amountMinor: number, by: { token: string }) => {
  const body = { amountMinor, reason: 'Ошибка' };
  const answer = await shop.call(refundPayment, { params: { paymentId }, body }, by);
  if (answer.status !== 201) throw new Error(`a refund was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.refunds.at(-1)?.id as string;
};

test('an invoice is paid by a link once, and counts as paid', async () => {
  const { company, invoiceId, number } = await openInvoice();
  const { token } = await newLink({ invoiceId }, company);
  expect((await pageOf(token)).body).toMatchObject({ purpose: `Оплата счёта № ${number}`, amountMinor: 120_000 });
  await payOnPage((await pay(token)).body);
  expect((await pageOf(token)).body.state).toBe('paid');
  for (let turn = 0; turn < 2; turn += 1) expect(await countedFor(invoiceId)).toBe(120_000);
  const [paidBy] = await selectInvoicePayments(shop.db, invoiceId);
  expect(paidBy).toMatchObject({ amountMinor: 120_000, number: expect.stringMatching(/^К-\d+$/) });
  expect(paidBy?.paymentId).toBeTruthy();
  const again = await shop.call(contract.createPaymentLink, { body: { invoiceId } }, company);
  expect(again.body).toMatchObject({ code: 'link_not_payable' });
  const foreign = await shop.call(contract.createPaymentLink, { body: { invoiceId } }, owner);
  expect(foreign.status).toBe(404);
});

test('an invoice counts of a payment by a link what is not returned, and is paid by a new link after a refund', async () => {
  const { company, invoiceId } = await openInvoice();
  const first = await newLink({ invoiceId }, company);
  const { body } = await pay(first.token);
  await payOnPage(body);
  await refund(body.id, 50_000, company);
  // Nothing was counted before the refund.
  expect(await countedFor(invoiceId)).toBe(70_000);
  expect(await selectInvoicePayments(shop.db, invoiceId)).toMatchObject([{ amountMinor: 70_000 }]);
  await refund(body.id, 70_000, company);
  expect(await countedFor(invoiceId)).toBe(0);
  expect(await selectInvoicePayments(shop.db, invoiceId)).toEqual([]);
  // The address that was paid does not ask for the money a second time.
  expect((await pageOf(first.token)).body.state).toBe('paid');
  const next = await newLink({ invoiceId }, company);
  expect((await pageOf(next.token)).body).toMatchObject({ state: 'open', amountMinor: 120_000 });
  await payOnPage((await pay(next.token)).body);
  expect(await countedFor(invoiceId)).toBe(120_000);
});

test('a refund that the provider declines counts for its invoice again', async () => {
  const { company, invoiceId } = await openInvoice();
  const { body } = await pay((await newLink({ invoiceId }, company)).token);
  await payOnPage(body);
  expect(await countedFor(invoiceId)).toBe(120_000);
  await shop.provider.misbehave({ on: 'refund', do: 'decline' });
  const refundId = await refund(body.id, 120_000, company);
  expect(await countedFor(invoiceId)).toBe(0);
  await shop.run(refundSettling, { refundId, attempt: 0 });
  expect(await countedFor(invoiceId)).toBe(120_000);
});

test('refunds while invoices are being counted are all counted', async () => {
  const { company, invoiceId } = await openInvoice();
  const { body } = await pay((await newLink({ invoiceId }, company)).token);
  await payOnPage(body);
  const work = Array.from({ length: 12 }, () => [refund(body.id, 1000, company), countLinkPayments(shop.db)]);
  await Promise.all(work.flat());
  expect(await countedFor(invoiceId)).toBe(108_000);
});

test('pages of links name who takes the money as the requisites do', async () => {
  const { token } = await newLink({ amountMinor: 70_000 });
  const { rows } = await shop.db.queryText('select max(version)::int as version from business_versions');
  await setBusiness(shop, { name: 'ООО «Ромашка»', shortName: 'Ромашка' }, Number(rows[0]?.version ?? 0));
  expect((await pageOf(token)).body).toMatchObject({ business: 'ООО «Ромашка»' });
});

test('guesses of a link from one network are limited', async () => {
  const answers: number[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    answers.push((await pageOf(Buffer.from(randomUUID().slice(0, 16)).toString('base64url'))).status);
  expect(answers.slice(0, 3)).toEqual([404, 404, 404]);
  expect(answers.at(-1)).toBe(429);
});
