import * as z from 'zod/mini';
import {
  cancelChange,
  changeSubscription,
  getSubscription,
  previewChange,
  previewSubscribing,
  stopSubscription,
  subscribe,
  subscribing,
  subscription,
} from '../cabinet/services.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, idempotencyHeaders, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { amountMinor, currency } from '../shared/money.ts';
import { subscribeForm } from '../shared/subscribe-form.ts';
import { changeForm, stopForm, subscriptionStatus } from '../shared/tariffs.ts';
import { reason } from './reason.ts';

const created = z.object({ id });
const ofOrganization = { organization: z.object({ id, name: z.string() }) };

export const adminSubscription = z.extend(subscription, ofOrganization);
export type AdminSubscription = z.output<typeof adminSubscription>;

export const listAllSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  summary: 'Subscriptions of all organizations, newest first',
  access: { staff: 'admin.read' },
  query: z.object({
    ...pageQuery,
    status: z.optional(subscriptionStatus),
    tariffId: z.optional(id),
    /** Of the tariff. */
    versionId: z.optional(id),
    serviceId: z.optional(id),
    organizationId: z.optional(id),
    search: z.optional(search),
  }),
  status: 200,
  answer: pageOf(adminSubscription),
});

const organizationParams = z.object({ organizationId: id });
const subscriptionParams = z.object({ subscriptionId: id });
const managing = { staff: 'admin.money' } as const;

export const getSubscriptionAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions/{subscriptionId}',
  summary: 'A customer’s subscription with its last 100 lines',
  access: { staff: 'admin.read' },
  params: subscriptionParams,
  status: 200,
  answer: z.extend(getSubscription.answer, ofOrganization),
  problems: ['not_found'],
});

export const previewSubscribingFor = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/subscriptions/preview',
  summary: 'What connecting a tariff would charge a customer now and next',
  access: managing,
  params: organizationParams,
  body: subscribeForm,
  status: 200,
  answer: subscribing,
  problems: previewSubscribing.problems,
});

export const subscribeFor = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/subscriptions',
  summary: 'Connect a tariff for a customer, also one that is not shown',
  access: managing,
  params: organizationParams,
  headers: idempotencyHeaders,
  body: z.extend(subscribeForm, { reason }),
  status: 201,
  answer: adminSubscription,
  problems: ['organization_closed', ...subscribe.problems],
});

export const previewChangeFor = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/{subscriptionId}/change/preview',
  summary: 'What another tariff or quantity would cost a customer, line by line',
  access: managing,
  params: subscriptionParams,
  body: changeForm,
  status: 200,
  answer: previewChange.answer,
  problems: previewChange.problems,
});

export const changeFor = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/{subscriptionId}/change',
  summary: 'Change a customer’s tariff or quantity',
  access: managing,
  params: subscriptionParams,
  body: z.object({ ...changeForm.shape, reason }),
  status: 200,
  answer: adminSubscription,
  problems: changeSubscription.problems,
});

export const cancelChangeFor = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/{subscriptionId}/change/cancel',
  summary: 'Give up a customer’s pending change',
  access: managing,
  params: subscriptionParams,
  body: z.object({ reason }),
  status: 200,
  answer: adminSubscription,
  problems: cancelChange.problems,
});

export const stopFor = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/{subscriptionId}/stop',
  summary: 'Stop a customer’s subscription; staff may give unused days back whatever the tariff says',
  access: managing,
  params: subscriptionParams,
  body: z.object({ ...stopForm.shape, refund: z.optional(z.boolean()), reason }),
  status: 200,
  answer: adminSubscription,
  problems: stopSubscription.problems,
});

export const discount = z.object({
  id,
  tariff: z.nullable(z.object({ id, name: z.string() })),
  percent: z.nullable(z.number()),
  amountMinor: z.nullable(z.int()),
  currency: z.nullable(currency),
  periods: z.nullable(z.int()),
  reason: z.string(),
  createdAt: time,
  createdBy: z.nullable(z.string()),
});
export type Discount = z.output<typeof discount>;

const percent = z
  .number()
  .check(
    z.gt(0, { error: 'Процент должен быть больше нуля' }),
    z.lte(100, { error: 'Процент не больше 100' }),
    z.multipleOf(0.01, { error: 'Процент — с точностью до сотых' }),
  );

export const discountForm = z
  .object({
    /** Left out for every tariff. */
    tariffId: z.optional(id),
    percent: z.optional(percent),
    /** In the tariff's currency; for every tariff in roubles, and then it is taken off prices in roubles alone. */
    amountMinor: z.optional(amountMinor),
    /** Of each subscription; left out for good. */
    periods: z.optional(z.int().check(z.gte(1), z.lte(120))),
    reason,
  })
  .check((context) => {
    const { percent, amountMinor } = context.value;
    if ((percent === undefined) !== (amountMinor === undefined)) return;
    context.issues.push({ code: 'custom', input: percent, message: 'Укажите процент или сумму', path: ['percent'] });
  });
export type DiscountForm = z.output<typeof discountForm>;

export const listDiscounts = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/discounts',
  summary: 'Discounts of an organization that apply, newest first',
  access: { staff: 'admin.read' },
  params: organizationParams,
  status: 200,
  answer: z.object({ items: z.array(discount) }),
  problems: ['not_found'],
});

export const createDiscount = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/discounts',
  summary: 'Give an organization an own price',
  access: { ...managing, isConfirmed: true },
  params: organizationParams,
  body: discountForm,
  status: 201,
  answer: created,
  problems: ['confirmation_required', 'not_found', 'organization_closed', 'too_many_discounts'],
});

export const endDiscount = endpoint({
  method: 'DELETE',
  path: '/api/admin/discounts/{discountId}',
  summary: 'End a discount: charges from now on are without it',
  access: { ...managing, isConfirmed: true },
  params: z.object({ discountId: id }),
  status: 204,
  problems: ['confirmation_required', 'not_found'],
});

export const promisedPaymentRules = z.object({
  isAllowed: z.boolean(),
  maxMinor: amountMinor,
  days: z.int().check(z.gte(1), z.lte(30)),
  everyDays: z.int().check(z.gte(1), z.lte(365)),
});
export type PromisedPaymentRules = z.output<typeof promisedPaymentRules>;

export const getPromisedPaymentRules = endpoint({
  method: 'GET',
  path: '/api/admin/promised-payments',
  summary: 'Whether customers may promise to pay, how much, for how long and how often',
  access: { staff: 'admin.read' },
  status: 200,
  answer: promisedPaymentRules,
});

export const setPromisedPaymentRules = endpoint({
  method: 'PUT',
  path: '/api/admin/promised-payments',
  summary: 'Set the rules of promised payments',
  access: { staff: 'admin.manage', isConfirmed: true },
  body: promisedPaymentRules,
  status: 200,
  answer: promisedPaymentRules,
  problems: ['confirmation_required'],
});
