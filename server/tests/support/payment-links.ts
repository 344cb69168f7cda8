import { randomBytes, randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/cabinet/payment-links';
import { expect } from 'vitest';
import { countLinkPayments } from '../../src/documents/invoices/count-link-payments.ts';
import { hashToken } from '../../src/payments/links/pay-by-link.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';
import { openCompany, signedInPerson } from './organizations.ts';
import { switchTo } from './sessions.ts';
import type { Shop } from './shop.ts';

/** Inserts a link of the organization for any sum. */
export async function plantLink(
  { db }: Pick<TestApp, 'db'>,
  organizationId: string,
  createdBy: string,
): Promise<{ id: string; token: string }> {
  const [id, token] = [uuidv7(), randomBytes(16).toString('base64url')];
  await db.queryText(
    `insert into payment_links (id, organization_id, token_hash, currency, purpose, created_by)
     values ($1, $2, $3, 'RUB', 'Пополнение баланса', $4)`,
    [id, organizationId, hashToken(token), createdBy],
  );
  return { id, token };
}

let invoices = 700;

/** What people do with links of a shop: those who make them, and those who pay. */
export function linksOf(app: () => Shop) {
  const resultOf = (paymentId: string) => app().call(contract.getPayResult, { params: { paymentId } });
  return {
    resultOf,
    newLink: async (form: object, by: { token: string }) => {
      const { status, body } = await app().call(contract.createPaymentLink, { body: form }, by);
      if (status !== 201) throw new Error(`a link was answered ${status} ${JSON.stringify(body)}`);
      return { id: body.id, token: body.url.split('/').at(-1) as string, url: body.url };
    },
    pageOf: (token: string) => app().call(contract.getPayPage, { params: { token } }),
    pay: (token: string, more: object = {}, key: string = randomUUID()) => {
      const body = { method: 'card' as const, email: 'payer@example.ru', ...more };
      return app().call(contract.payByLink, { params: { token }, body }, { headers: { 'idempotency-key': key } });
    },
    /** Returns where the provider leads back to. */
    payOnPage: async ({ id, confirmationUrl }: { id: string; confirmationUrl: string | null }) => {
      await app().provider.payByCard(confirmationUrl?.split('/').at(-1) as string);
      const back = await fetch(`${app().url}/api/payments/${id}/return`, { redirect: 'manual' });
      await expect.poll(async () => (await resultOf(id)).body.status, { timeout: 10_000 }).toBe('succeeded');
      return back.headers.get('location');
    },
    listLinks: async (by: { token: string }) => (await app().call(contract.listPaymentLinks, {}, by)).body.items,
    /** A company with an invoice of 1200 ₽. */
    openInvoice: async () => {
      const person = await signedInPerson(app());
      const { id: organizationId } = await openCompany(app(), person);
      const { accessToken } = await switchTo(app(), person, organizationId);
      const id = uuidv7();
      invoices += 1;
      const number = `КЗ-000${invoices}`;
      await app().db.queryText(
        `insert into invoices (id, organization_id, number, match_key, amount_minor, currency, data, created_by, due_at)
         values ($1, $2, $3, $4, 120000, 'RUB', '{}', $5, now() + interval '5 days')`,
        [id, organizationId, number, `КЗ${invoices}`, person.id],
      );
      return { company: { ...person, token: accessToken, organizationId }, invoiceId: id, number };
    },
    countedFor: async (invoiceId: string) => {
      await countLinkPayments(app().db);
      const { rows } = await app().db.queryText('select paid_minor::int as paid from invoices where id = $1', [
        invoiceId,
      ]);
      return rows[0]?.paid;
    },
  };
}
