import * as contract from '@kazna/contract/cabinet/payment-links';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { linksOf } from '../../../tests/support/payment-links.ts';
import { balanceOf, newPayer, type Payer } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

let shop: Shop;
let owner: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1' });
});
beforeEach(async () => {
  owner = await newPayer(shop);
});
afterAll(async () => {
  expect(await checkLedger(shop.db)).toEqual([]);
  await shop.close();
});

const { newLink, pageOf, pay, payOnPage, resultOf, listLinks, openInvoice, countedFor } = linksOf(() => shop);

/** A page of the provider, opened before something happens to the link. */
async function openedBy(token: string) {
  const { body } = await pay(token);
  expect(body.confirmationUrl).toBeTruthy();
  return body;
}

test('money paid on a page that was opened before its link was revoked or expired is credited', async () => {
  for (const end of ['revoked_at', 'expires_at']) {
    const { id, token } = await newLink({ amountMinor: 50_000 }, owner);
    const opened = await openedBy(token);
    await shop.db.queryText(`update payment_links set ${end} = now() - interval '1 second' where id = $1`, [id]);
    expect((await pay(token)).status).toBe(409);
    await payOnPage(opened);
  }
  expect(await balanceOf(shop, owner)).toEqual({ RUB: 100_000 });
  expect((await listLinks(owner)).map(({ paidMinor }) => paidMinor)).toEqual([50_000, 50_000]);
});

test('money paid on a page that was opened before the organization was closed goes to review, and the payer sees it', async () => {
  const { token } = await newLink({ amountMinor: 50_000 }, owner);
  const { id, confirmationUrl } = await openedBy(token);
  await shop.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [
    owner.organizationId,
  ]);
  await shop.provider.payByCard(confirmationUrl?.split('/').at(-1) as string);
  await expect.poll(async () => (await resultOf(id)).body.status, { timeout: 10_000 }).toBe('review');
  const { rows } = await shop.db.queryText('select reason, claimed_minor::int as paid from payments where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ reason: 'organization_closed', paid: 50_000 }]);
});

test('money paid for an invoice that was canceled or paid meanwhile is on the balance, and its link takes no more', async () => {
  for (const [change, refusal, paidBefore] of [
    ['canceled_at = now()', 'link_revoked', 0],
    ['paid_minor = amount_minor', 'link_paid', 120_000],
  ] as const) {
    const { company, invoiceId } = await openInvoice();
    const { token } = await newLink({ invoiceId }, company);
    const opened = await openedBy(token);
    await shop.db.queryText(`update invoices set ${change} where id = $1`, [invoiceId]);
    expect((await pay(token)).body).toMatchObject({ code: refusal });
    await payOnPage(opened);
    expect(await balanceOf(shop, company)).toEqual({ RUB: 120_000 });
    expect(await countedFor(invoiceId)).toBe(paidBefore + 120_000);
    expect((await pay(token)).status).toBe(409);
  }
});

test('an invoice that is paid in part by bank asks by its link for what is left', async () => {
  const { company, invoiceId } = await openInvoice();
  const { token } = await newLink({ invoiceId }, company);
  await shop.db.queryText('update invoices set paid_minor = 20000 where id = $1', [invoiceId]);
  expect((await pageOf(token)).body).toMatchObject({ state: 'open', amountMinor: 100_000 });
  await payOnPage((await pay(token)).body);
  expect(await countedFor(invoiceId)).toBe(120_000);
});

test('a link takes no less than any other payment, however little transfers have left of its invoice', async () => {
  const { company, invoiceId } = await openInvoice();
  const { token } = await newLink({ invoiceId }, company);
  const leave = (left: number) =>
    shop.db.queryText('update invoices set paid_minor = amount_minor - $2 where id = $1', [invoiceId, left]);
  await leave(99);
  const { status, body } = await pay(token);
  expect([status, body]).toMatchObject([409, { code: 'link_not_payable' }]);
  await leave(100);
  expect((await pay(token)).status).toBe(201);
});

test('an invoice whose link is paid twice at once counts both payments, and the balance has them', async () => {
  const { company, invoiceId } = await openInvoice();
  const { token } = await newLink({ invoiceId }, company);
  const opened = await Promise.all([openedBy(token), openedBy(token)]);
  await Promise.all(opened.map(payOnPage));
  expect(await balanceOf(shop, company)).toEqual({ RUB: 240_000 });
  expect(await countedFor(invoiceId)).toBe(240_000);
  expect((await pay(token)).body).toMatchObject({ code: 'link_paid' });
});

test('a link that is revoked at the moment somebody pays by it credits that payment or takes none', async () => {
  let credited = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    const { id: linkId, token } = await newLink({ amountMinor: 50_000 }, owner);
    const revoking = shop.call(contract.revokePaymentLink, { params: { linkId } }, owner);
    const [paying, revoked] = await Promise.all([pay(token), revoking]);
    expect([paying.status, revoked.status]).toEqual([paying.status === 201 ? 201 : 409, 204]);
    if (paying.status === 201) await payOnPage(paying.body);
    credited += paying.status === 201 ? 50_000 : 0;
    expect((await pay(token)).status).toBe(409);
  }
  expect((await balanceOf(shop, owner)).RUB ?? 0).toBe(credited);
});
