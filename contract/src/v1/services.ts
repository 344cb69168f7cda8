import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
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
import { id, idempotencyHeaders, pageOf, pageQuery, time } from './fields.ts';

const service = z.object({
  id,
  name: z.string(),
  documentName: z.string(),
  unit: z.string(),
  group: z.nullable(z.string()),
  isVisible: z.boolean(),
  /** Those that are open for new subscriptions, with the version in force. */
  tariffs: z.array(z.extend(tariffTerms, { id, name: z.string(), isVisible: z.boolean() })),
});

export const listServices = endpoint({
  method: 'GET',
  path: '/v1/services',
  summary: 'Services with the tariffs that may be connected',
  reference: { title: 'Услуги и тарифы', client: 'services.list' },
  access: { key: 'services:read' },
  status: 200,
  answer: z.object({ items: z.array(service) }),
});

export const subscription = z.object({
  id,
  organizationId: id,
  status: subscriptionStatus,
  serviceId: id,
  tariffId: id,
  quantity: z.int(),
  currency,
  /** What a whole period costs with quantity and discount. */
  periodMinor: z.int(),
  currentPeriod: z.nullable(dayRange),
  nextCharge: z.nullable(nextCharge),
  trialTo: z.nullable(day),
  pendingChange: z.nullable(z.object({ tariffId: id, quantity: z.int(), on: day })),
  endedOn: z.nullable(day),
  createdAt: time,
});
export type Subscription = z.output<typeof subscription>;

const subscriptionParams = z.object({ subscriptionId: id });
const writing = { key: 'subscriptions:write' } as const;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/v1/subscriptions',
  summary: 'Subscriptions, newest first',
  reference: { title: 'Список подписок', client: 'subscriptions.list' },
  access: { key: 'services:read' },
  query: z.object({ ...pageQuery, organizationId: z.optional(id), status: z.optional(subscriptionStatus) }),
  status: 200,
  answer: pageOf(subscription),
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}',
  summary: 'A subscription',
  reference: { title: 'Подписка', client: 'subscriptions.get' },
  access: { key: 'services:read' },
  params: subscriptionParams,
  status: 200,
  answer: subscription,
  problems: ['not_found'],
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/v1/subscriptions',
  summary: 'Connect a tariff for an organization: the first period is charged at once, unless a trial comes first',
  reference: { title: 'Подключить тариф', client: 'subscriptions.create' },
  access: writing,
  headers: idempotencyHeaders,
  body: z.extend(subscribeForm, { organizationId: id }),
  status: 201,
  answer: subscription,
  problems: [
    'not_found',
    'organization_closed',
    'organization_suspended',
    'tariff_closed',
    'quantity_not_allowed',
    'insufficient_funds',
    'too_many_subscriptions',
  ],
});

const changeProblems = [
  'not_found',
  'tariff_closed',
  'quantity_not_allowed',
  'nothing_to_change',
  'subscription_not_changeable',
] as const;

export const previewChange = endpoint({
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/change/preview',
  summary: 'What another tariff or quantity would cost, line by line',
  reference: { title: 'Рассчитать смену тарифа', client: 'subscriptions.previewChange' },
  access: writing,
  params: subscriptionParams,
  headers: idempotencyHeaders,
  body: changeForm,
  status: 200,
  answer: bill,
  problems: changeProblems,
});

export const changeSubscription = endpoint({
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/change',
  summary: 'Change tariff or quantity: more now, less when the paid period ends',
  reference: { title: 'Сменить тариф или количество', client: 'subscriptions.change' },
  access: writing,
  params: subscriptionParams,
  headers: idempotencyHeaders,
  body: changeForm,
  status: 200,
  answer: subscription,
  problems: [...changeProblems, 'change_pending', 'terms_changed', 'subscription_busy', 'insufficient_funds'],
});

const stepProblems = ['not_found', 'subscription_not_changeable', 'subscription_busy'] as const;
const step = {
  method: 'POST',
  access: writing,
  params: subscriptionParams,
  headers: idempotencyHeaders,
  status: 200,
  answer: subscription,
} as const;

export const pauseSubscription = endpoint({
  ...step,
  path: '/v1/subscriptions/{subscriptionId}/pause',
  summary: 'Pause: unused days from tomorrow on are given back',
  reference: { title: 'Приостановить подписку', client: 'subscriptions.pause' },
  problems: stepProblems,
});

export const resumeSubscription = endpoint({
  ...step,
  path: '/v1/subscriptions/{subscriptionId}/resume',
  summary: 'Go on after a pause, or take back a stop at the end of the period',
  reference: { title: 'Возобновить подписку', client: 'subscriptions.resume' },
  problems: [...stepProblems, 'insufficient_funds'],
});

export const stopSubscription = endpoint({
  ...step,
  path: '/v1/subscriptions/{subscriptionId}/stop',
  summary: 'Stop when the paid period ends, or now',
  reference: { title: 'Остановить подписку', client: 'subscriptions.stop' },
  body: stopForm,
  problems: stepProblems,
});
