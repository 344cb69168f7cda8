import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { type Answer, endpoint } from '../shared/endpoint.ts';
import { id, idempotencyHeaders, time } from '../shared/fields.ts';
import { subscribeForm } from '../shared/subscribe-form.ts';
import {
  bill,
  changeForm,
  dayRange,
  nextCharge,
  stopForm,
  subscriptionStatus,
  tariffTerms,
} from '../shared/tariffs.ts';

/** What customers know a meter by; absent from answers of servers that are older than the page. */
const meterNames = z.optional(z.array(z.object({ key: z.string(), name: z.string(), unit: z.string() })));
export type MeterNames = z.output<typeof meterNames>;

const tariff = z.extend(tariffTerms, {
  id,
  meterNames,
  versionId: z.optional(id),
  name: z.string(),
  /** The price after the organization's discount, and what the discount is; null without one. */
  discount: z.nullable(z.object({ priceMinor: z.int(), label: z.string() })),
  /** Whether the organization would still get the days of trial. */
  hasTrial: z.boolean(),
});
export type CatalogueTariff = z.output<typeof tariff>;

const service = z.object({
  id,
  name: z.string(),
  unit: z.string(),
  group: z.nullable(z.string()),
  /** Markdown. */
  description: z.nullable(z.string()),
  tariffs: z.array(tariff),
});
export type CatalogueService = z.output<typeof service>;

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  summary: 'What the active organization may connect, with its own prices',
  access: { organization: 'services.read', of: 'session' },
  status: 200,
  answer: z.object({ items: z.array(service) }),
});

const pendingChange = z.object({
  tariffId: id,
  tariffName: z.string(),
  quantity: z.int(),
  /** The first day of the new terms. */
  on: day,
});

/** A price that was announced and applies later. */
const announcedPrice = z.object({ priceMinor: z.int(), from: day });

export const subscription = z.object({
  id,
  status: subscriptionStatus,
  service: z.object({ id, name: z.string(), unit: z.string(), group: z.nullable(z.string()) }),
  tariff: z.object({ id, name: z.string(), isVisible: z.boolean() }),
  terms: tariffTerms,
  quantity: z.int(),
  /** What a whole period costs with quantity and discount. */
  periodMinor: z.int(),
  currentPeriod: z.nullable(dayRange),
  nextCharge: z.nullable(nextCharge),
  trialTo: z.nullable(day),
  /** The last day of grace, while a charge waits for money. */
  graceTo: z.nullable(day),
  /** What the balance must have, at least, for a waiting subscription to go on. */
  neededMinor: z.nullable(z.int()),
  pendingChange: z.nullable(pendingChange),
  announcedPrice: z.nullable(announcedPrice),
  discount: z.nullable(z.string()),
  startedOn: day,
  endedOn: z.nullable(day),
  createdAt: time,
});
export type Subscription = z.output<typeof subscription>;

const reading = { organization: 'services.read', of: 'session' } as const;
const managing = { organization: 'services.manage', of: 'session' } as const;
const subscriptionParams = z.object({ subscriptionId: id });

/** More than any organization has; ended ones are the newest. */
export const maxSubscriptions = 200;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions',
  summary: 'Subscriptions of the active organization, running ones first',
  access: reading,
  status: 200,
  answer: z.object({ items: z.array(subscription) }),
});

const historyLine = z.object({
  id,
  kind: z.enum(['period', 'setup', 'change', 'resume', 'grace', 'credit', 'usage', 'usage_credit']),
  description: z.string(),
  from: day,
  to: day,
  /** Below zero for what was given back. */
  amountMinor: z.int(),
  createdAt: time,
});
export type SubscriptionLine = z.output<typeof historyLine>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscriptions/{subscriptionId}',
  summary: 'A subscription with its last 100 lines',
  access: reading,
  params: subscriptionParams,
  status: 200,
  answer: z.extend(subscription, {
    meterNames,
    lines: z.array(historyLine),
    /** What pausing, or stopping now, would give back; null where nothing would be. */
    unused: z.optional(z.nullable(z.extend(dayRange, { amountMinor: z.int() }))),
    /** What going on would charge now; null unless paused. */
    resuming: z.optional(z.nullable(bill)),
  }),
});
export type SubscriptionDetails = Answer<typeof getSubscription>;

export const subscribing = z.extend(bill, {
  /** Null during a trial that nothing follows. */
  nextCharge: z.nullable(nextCharge),
  trialTo: z.nullable(day),
  availableMinor: z.int(),
  /** What the balance lacks; zero where it suffices. */
  missingMinor: z.int(),
});
export type Subscribing = z.output<typeof subscribing>;

export const previewSubscribing = endpoint({
  method: 'POST',
  path: '/api/subscriptions/preview',
  summary: 'What connecting a tariff would charge now and next',
  access: managing,
  body: subscribeForm,
  status: 200,
  answer: subscribing,
  problems: ['not_found', 'tariff_closed', 'quantity_not_allowed'],
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/subscriptions',
  summary: 'Connect a tariff: the first period is charged at once, unless a trial comes first',
  access: managing,
  headers: idempotencyHeaders,
  body: z.extend(subscribeForm, {
    /** What the customer has been shown: more is not charged. */
    expectedTotalMinor: z.optional(z.int().check(z.gte(0))),
    /** The version that was shown: another one by now is refused. */
    expectedVersionId: z.optional(id),
  }),
  status: 201,
  answer: subscription,
  problems: [
    'not_found',
    'tariff_closed',
    'quantity_not_allowed',
    'terms_changed',
    'insufficient_funds',
    'too_many_subscriptions',
    'idempotency_conflict',
  ],
});

export const previewChange = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{subscriptionId}/change/preview',
  summary: 'What another tariff or quantity would cost, line by line',
  access: managing,
  params: subscriptionParams,
  body: changeForm,
  status: 200,
  answer: z.extend(bill, {
    /** What the balance lacks for what is charged now; zero where it suffices. */
    missingMinor: z.optional(z.int()),
  }),
  problems: ['not_found', 'tariff_closed', 'quantity_not_allowed', 'nothing_to_change', 'subscription_not_changeable'],
});

export const changeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{subscriptionId}/change',
  summary: 'Change the tariff or the quantity: more now, less when the paid period ends',
  access: managing,
  params: subscriptionParams,
  body: changeForm,
  status: 200,
  answer: subscription,
  problems: [
    'not_found',
    'tariff_closed',
    'quantity_not_allowed',
    'nothing_to_change',
    'subscription_not_changeable',
    'change_pending',
    'terms_changed',
    'subscription_busy',
    'insufficient_funds',
  ],
});

export const cancelChange = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/{subscriptionId}/change',
  summary: 'Give up the pending change',
  access: managing,
  params: subscriptionParams,
  status: 200,
  answer: subscription,
  problems: ['not_found', 'nothing_to_change', 'subscription_busy'],
});

const step = (name: 'pause' | 'resume', summary: string) =>
  ({
    method: 'POST',
    path: `/api/subscriptions/{subscriptionId}/${name}`,
    summary,
    access: managing,
    params: subscriptionParams,
    status: 200,
    answer: subscription,
  }) as const;

export const pauseSubscription = endpoint({
  ...step('pause', 'Pause: unused days from tomorrow on are given back'),
  problems: ['not_found', 'subscription_not_changeable', 'subscription_busy'],
});

export const resumeSubscription = endpoint({
  ...step('resume', 'Go on after a pause, or take back a stop at the period’s end'),
  problems: ['not_found', 'subscription_not_changeable', 'subscription_busy', 'insufficient_funds'],
});

export const stopSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/{subscriptionId}/stop',
  summary: 'Stop when the paid period ends, or now, with unused days given back where the tariff allows',
  access: managing,
  params: subscriptionParams,
  body: stopForm,
  status: 200,
  answer: subscription,
  problems: ['not_found', 'subscription_not_changeable', 'subscription_busy'],
});
