import { randomBytes } from 'node:crypto';
import * as contract from '@kazna/contract/cabinet/payment-links';
import { type Actor, actorOf, recordAction } from '../../audit/actions-store.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findPayment } from '../store.ts';
import { countOpenLinks, insertLink, revokeLink, selectLinks } from './links-store.ts';
import { hashToken, type LinkContext, payByLink, readPayPage, requirePayable } from './pay-by-link.ts';

const maxOpenLinks = 100;

export function paymentLinkRoutes(api: Api, context: LinkContext): void {
  const { db, publicUrl, readSellerName } = context;

  api.on(contract.createPaymentLink, async (call) => {
    const { caller, body } = call;
    const token = randomBytes(16).toString('base64url');
    const id = uuidv7();
    const organizationId = caller.organizationId as string;
    await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, organizationId, caller.userId, 'links.manage');
      await createLink(tx, context, actorOf(call), { id, organizationId, token, form: body });
    });
    return { id, url: `${publicUrl}/pay/${token}` };
  });

  api.on(contract.listPaymentLinks, async ({ caller, query }) =>
    toPage(await selectLinks(db, caller.organizationId as string, query), query.limit, (row) => row.id),
  );

  api.on(contract.revokePaymentLink, async (call) => {
    const { caller, params } = call;
    const organizationId = caller.organizationId as string;
    await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, organizationId, caller.userId, 'links.manage');
      if (!(await revokeLink(tx, organizationId, params.linkId))) throw new Problem('not_found');
      await recordAction(tx, actorOf(call), { organizationId, action: 'link.revoked', details: {} });
    });
  });

  api.on(contract.getPayPage, ({ params, origin }) => readPayPage(context, params.token, networkOf(origin.address)));

  api.on(contract.payByLink, ({ params, headers, body, origin }) => {
    const network = networkOf(origin.address);
    return payByLink(context, { token: params.token, key: headers['idempotency-key'], network, form: body });
  });

  api.on(contract.getPayResult, async ({ params }) => {
    const payment = await findPayment(db, params.paymentId);
    // Any other payment answers as a missing one.
    if (!payment?.paymentLinkId) throw new Problem('not_found');
    const { status, amountMinor, currency } = payment;
    return { business: await readSellerName(db), status, amountMinor, currency };
  });
}

interface CreateLink {
  id: string;
  organizationId: string;
  token: string;
  form: { amountMinor?: number | undefined; invoiceId?: string | undefined; expiresAt?: string | undefined };
}

async function createLink(tx: Transaction, context: LinkContext, actor: Actor, request: CreateLink): Promise<void> {
  const { id, organizationId, token, form } = request;
  if (form.expiresAt && Date.parse(form.expiresAt) <= Date.now()) throw new Problem('link_not_payable');
  if ((await countOpenLinks(tx, organizationId)) >= maxOpenLinks) throw new Problem('too_many_links');
  const invoice = form.invoiceId ? await context.findInvoice(tx, organizationId, form.invoiceId) : null;
  if (form.invoiceId && !invoice) throw new Problem('not_found');
  if (invoice && invoice.remainingMinor <= 0) throw new Problem('link_not_payable');
  if (invoice) requirePayable(invoice.remainingMinor, 'Ссылка не создана.');
  const purpose = invoice ? `Оплата счёта № ${invoice.number}` : 'Пополнение баланса';
  await insertLink(tx, {
    ...{ id, organizationId, tokenHash: hashToken(token), purpose, createdBy: actor.id },
    amountMinor: invoice?.remainingMinor ?? form.amountMinor ?? null,
    invoiceId: form.invoiceId ?? null,
    expiresAt: form.expiresAt ?? null,
  });
  await recordAction(tx, actor, { organizationId, action: 'link.created', details: { purpose } });
}
