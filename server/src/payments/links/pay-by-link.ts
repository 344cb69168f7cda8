import { createHash } from 'node:crypto';
import { paymentLimits } from '@kazna/contract/cabinet/create-payment-form';
import type { PayPage, payByLinkForm } from '@kazna/contract/cabinet/payment-links';
import { formatMoney } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import { jobActors } from '../../audit/actions-store.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Queries } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { countAttempt, type Limit, throttle, throttleAll } from '../../platform/throttling/throttle.ts';
import type { CreatePaymentContext } from '../create-payment.ts';
import { chooseProvider } from '../providers/choices-store.ts';
import { backoffAfter, ignoringProviderErrors } from '../providers/provider.ts';
import { openPayment } from '../settle-payment.ts';
import { findPayment, insertPayment, type PaymentRow } from '../store.ts';
import { findLinkByToken, insertInvoicePayment, type LinkRow, lockLink } from './links-store.ts';

export interface LinkContext extends CreatePaymentContext {
  /** Who takes the money, as documents name it. */
  readSellerName: (db: Queries) => Promise<string>;
  /** Null where there is no such invoice of the organization, or it is canceled. */
  findInvoice: (db: Queries, organizationId: string, id: string) => Promise<PayableInvoice | null>;
}

interface PayableInvoice {
  number: string;
  remainingMinor: number;
}

const { minimum, maximum } = paymentLimits.RUB;
const [from, to] = [minimum, maximum].map((amountMinor) => formatMoney({ amountMinor, currency: 'RUB' }));

/** A link has the limits of any other payment, also for an invoice, which may be of any sum. */
export function requirePayable(amountMinor: number, consequence: string): void {
  if (amountMinor >= minimum && amountMinor <= maximum) return;
  const detail = `По ссылке платят от ${from} до ${to}. Этот счёт оплатите переводом. ${consequence}`;
  throw new Problem('link_not_payable', { detail });
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Unknown tokens from one network: 128 bits cannot be guessed, and nobody may try for long. */
const guesses: Limit = { name: 'pay-link-guesses', hits: 20, windowSeconds: 600 };
const pagesFromNetwork: Limit = { name: 'pay-link-pages', hits: 120, windowSeconds: 60 };
const paymentsOfLink: Limit = { name: 'pay-link-payments', hits: 20, windowSeconds: 3600 };
const paymentsFromNetwork: Limit = { name: 'pay-link-network', hits: 60, windowSeconds: 3600 };

async function findLink({ db }: { db: Queries }, token: string, network: string): Promise<LinkRow> {
  await throttle(db, pagesFromNetwork, network);
  const attempt = await countAttempt(db, guesses, network);
  const link = await findLinkByToken(db, hashToken(token));
  if (!link) throw new Problem('not_found');
  await attempt.uncount();
  return link;
}

/** An invoice is paid in what is left of it; one that was canceled takes nothing. */
async function withInvoice(db: Queries, { findInvoice }: LinkContext, link: LinkRow): Promise<LinkRow> {
  if (!link.invoiceId || link.state !== 'open') return link;
  const invoice = await findInvoice(db, link.organizationId, link.invoiceId);
  if (!invoice) return { ...link, state: 'revoked' };
  if (invoice.remainingMinor <= 0) return { ...link, state: 'paid' };
  return { ...link, amountMinor: invoice.remainingMinor };
}

export async function readPayPage(context: LinkContext, token: string, network: string): Promise<PayPage> {
  const link = await withInvoice(context.db, context, await findLink(context, token, network));
  const { organizationName: organization, purpose, amountMinor, currency, state, expiresAt } = link;
  const business = await context.readSellerName(context.db);
  return { business, organization, purpose, amountMinor, currency, state, expiresAt };
}

const refusals = {
  paid: 'link_paid',
  expired: 'link_expired',
  revoked: 'link_revoked',
  closed: 'link_closed',
} as const;

export interface LinkPayment {
  token: string;
  key: string;
  network: string;
  form: z.output<typeof payByLinkForm>;
}

/** Stores the payment under the link's lock, then asks the provider for its page, as for any other payment. */
export async function payByLink(
  context: LinkContext,
  request: LinkPayment,
): Promise<{ id: string; confirmationUrl: string | null }> {
  const { id } = await findLink(context, request.token, request.network);
  const { isNew, payment } = await storePayment(context, request, id);
  if (isNew) await ignoringProviderErrors(openPayment(context, payment, null));
  const { confirmationUrl } = (await findPayment(context.db, payment.id)) as PaymentRow;
  return { id: payment.id, confirmationUrl };
}

async function storePayment(context: LinkContext, { key, network, form }: LinkPayment, linkId: string) {
  const { db, providers } = context;
  return db.transaction(async (tx) => {
    const id = uuidv7();
    const claim = { scope: `pay-link:${linkId}`, key, body: form, reference: id, keepDays: 3 };
    const claimed = await claimKey(tx, claim);
    if (!claimed.isNew) return { isNew: false, payment: (await findPayment(tx, claimed.reference)) as PaymentRow };
    const link = await withInvoice(tx, context, (await lockLink(tx, linkId)) as LinkRow);
    if (link.state !== 'open') throw new Problem(refusals[link.state]);
    const amountMinor = link.amountMinor ?? form.amountMinor;
    if (!amountMinor) throw new Problem('amount_required');
    // What is left of an invoice changes with transfers that come and are undone.
    requirePayable(amountMinor, 'Платёж не создан.');
    await throttleAll(tx, [
      { limit: paymentsOfLink, subject: linkId },
      { limit: paymentsFromNetwork, subject: network },
    ]);
    const { organizationId, currency, invoiceId, purpose } = link;
    const { method, email } = form;
    const provider = await chooseProvider(tx, providers, { method, currency, amountMinor });
    const payment = await insertPayment(tx, {
      ...{ id, organizationId, currency, amountMinor, method },
      ...{ provider: provider.name, lifetimeSeconds: provider.pageLifetimeSeconds },
      pollAfterSeconds: backoffAfter(context.pollBackoffSeconds, 0),
      createdBy: jobActors.paymentLink,
      description: invoiceId ? purpose : null,
      payerEmail: email,
      paymentLinkId: linkId,
    });
    if (invoiceId) await insertInvoicePayment(tx, id, invoiceId);
    announce(tx, { organizationId }, 'payments');
    return { isNew: true, payment };
  });
}
