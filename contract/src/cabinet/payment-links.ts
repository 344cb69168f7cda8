import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email, id, idempotencyHeaders, pageOf, pageQuery, time } from '../shared/fields.ts';
import { currency, formatMoney } from '../shared/money.ts';
import { paymentLimits, paymentMethods } from './create-payment-form.ts';
import { paymentStatuses } from './payments.ts';

const { minimum, maximum } = paymentLimits.RUB;
const amount = z.int().check(
  z.refine((minor) => minor >= minimum && minor <= maximum, {
    error: `Сумма от ${formatMoney({ amountMinor: minimum, currency: 'RUB' })} до ${formatMoney({ amountMinor: maximum, currency: 'RUB' })}`,
  }),
);

/** `paid`: a link for a fixed sum or an invoice has done its work. `closed`: the organization takes no money now. */
export const linkStates = ['open', 'paid', 'expired', 'revoked', 'closed'] as const;
export type LinkState = (typeof linkStates)[number];

export const paymentLink = z.object({
  id,
  /** Null: the payer says how much. */
  amountMinor: z.nullable(z.int()),
  currency,
  invoiceId: z.nullable(id),
  /** «Пополнение баланса» or «Счёт № КЗ-000123». */
  purpose: z.string(),
  state: z.enum(linkStates),
  createdBy: z.nullable(z.string()),
  createdAt: time,
  expiresAt: z.nullable(time),
  /** What came by it. */
  paidMinor: z.int(),
  payments: z.int(),
});
export type PaymentLink = z.output<typeof paymentLink>;

export const createPaymentLinkForm = z
  .object({
    /** Without it, and without an invoice, the payer says how much. */
    amountMinor: z.optional(amount),
    invoiceId: z.optional(id),
    expiresAt: z.optional(time),
  })
  .check((context) => {
    const { amountMinor, invoiceId } = context.value;
    if (amountMinor && invoiceId)
      context.issues.push({ code: 'custom', input: amountMinor, message: 'Сумму задаёт счёт', path: ['amountMinor'] });
  });

const access = { organization: 'links.manage', of: 'session' } as const;

export const createPaymentLink = endpoint({
  method: 'POST',
  path: '/api/payment-links',
  summary: 'Make a link by which somebody without an account tops the balance up or pays an invoice',
  access,
  body: createPaymentLinkForm,
  status: 201,
  /** The address is shown once: its token is stored as a hash. */
  answer: z.object({ id, url: z.string() }),
  problems: ['not_found', 'link_not_payable', 'too_many_links'],
});

export const listPaymentLinks = endpoint({
  method: 'GET',
  path: '/api/payment-links',
  summary: 'Links of the active organization with what came by them, newest first',
  access,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(paymentLink),
});

export const revokePaymentLink = endpoint({
  method: 'DELETE',
  path: '/api/payment-links/{linkId}',
  summary: 'Revoke a link: nothing new is paid by it. What is being paid at the moment is credited',
  access,
  params: z.object({ linkId: id }),
  status: 204,
  problems: ['not_found'],
});

/** 128 random bits. */
const token = z.string().check(z.regex(/^[\w-]{22}$/));
const params = z.object({ token });

export const payPage = z.object({
  business: z.string(),
  /** Whose balance or invoice it is; null of a person. */
  organization: z.nullable(z.string()),
  purpose: z.string(),
  amountMinor: z.nullable(z.int()),
  currency,
  state: z.enum(linkStates),
  expiresAt: z.nullable(time),
});
export type PayPage = z.output<typeof payPage>;

export const getPayPage = endpoint({
  method: 'GET',
  path: '/api/pay/{token}',
  summary: 'What a link is for, for whoever has it',
  access: 'public',
  params,
  status: 200,
  answer: payPage,
  problems: ['not_found'],
});

export const payByLinkForm = z.object({
  method: z.enum(paymentMethods),
  /** Where the link has no sum of its own. */
  amountMinor: z.optional(amount),
  email,
});

export const payByLink = endpoint({
  method: 'POST',
  path: '/api/pay/{token}',
  summary: 'Begin a payment by a link: leads to the provider’s page',
  access: 'public',
  params,
  headers: idempotencyHeaders,
  body: payByLinkForm,
  status: 201,
  answer: z.object({ id, confirmationUrl: z.nullable(z.string()) }),
  problems: [
    'not_found',
    'link_paid',
    'link_expired',
    'link_revoked',
    'link_closed',
    'link_not_payable',
    'amount_required',
    'idempotency_conflict',
  ],
});

export const payResult = z.object({
  business: z.string(),
  status: z.enum(paymentStatuses),
  amountMinor: z.int(),
  currency,
});

export const getPayResult = endpoint({
  method: 'GET',
  path: '/api/pay-results/{paymentId}',
  summary: 'What became of a payment by a link',
  access: 'public',
  params: z.object({ paymentId: id }),
  status: 200,
  answer: payResult,
  problems: ['not_found'],
});
