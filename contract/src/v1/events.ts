import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { organizationRoles } from '../shared/permissions.ts';
import { charge } from './charges.ts';
import { type EventType, eventTypes } from './event-types.ts';
import { id, pageOf, pageQuery, time } from './fields.ts';
import { hold } from './holds.ts';
import { organization, organizationBalance } from './organizations.ts';
import { payment } from './payments.ts';
import { subscription } from './services.ts';

const refund = z.object({
  id,
  paymentId: id,
  organizationId: id,
  amountMinor: z.int(),
  currency,
  status: z.enum(['succeeded', 'canceled']),
  reason: z.string(),
  createdAt: time,
});
export type Refund = z.output<typeof refund>;

const balanceChange = z.object({
  organizationId: id,
  /** Of the currencies in which something changed. */
  balances: z.array(organizationBalance),
});
const balanceLow = z.extend(balanceChange, {
  balances: z.array(
    z.extend(organizationBalance, {
      /** Used and not charged yet, where that makes the balance low. */
      usedMinor: z.optional(z.int()),
    }),
  ),
});
export type BalanceChange = z.output<typeof balanceChange>;

/** A saved card: its mask is all that is known of it. */
const paymentMethod = z.object({
  id,
  organizationId: id,
  type: z.literal('card'),
  brand: z.nullable(z.string()),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});
export type PaymentMethod = z.output<typeof paymentMethod>;

const autoTopUp = z.object({
  organizationId: id,
  currency,
  paymentMethodId: z.nullable(id),
  /** Null where nothing was charged: the card is gone, or a limit of the rule is reached. */
  paymentId: z.nullable(id),
  amountMinor: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  /** Null where nothing more is charged until a person resumes it, or nothing needs to be. */
  nextAttemptAt: z.nullable(time),
});

const member = z.object({ organizationId: id, userId: id, role: z.enum(organizationRoles) });

const anyObject = z.record(z.string(), z.unknown());

export const eventData = {
  'payment.succeeded': payment,
  'payment.canceled': payment,
  'refund.succeeded': refund,
  'refund.canceled': refund,
  'charge.created': charge,
  'charge.refunded': charge,
  'hold.created': hold,
  'hold.captured': hold,
  'hold.released': hold,
  'hold.expired': hold,
  'balance.changed': balanceChange,
  'balance.low': balanceLow,
  'subscription.created': subscription,
  'subscription.changed': subscription,
  'subscription.charged': subscription,
  'subscription.past_due': subscription,
  'subscription.suspended': subscription,
  'subscription.resumed': subscription,
  'subscription.paused': subscription,
  'subscription.stopped': subscription,
  'subscription.price_announced': subscription,
  'payment_method.saved': paymentMethod,
  'payment_method.removed': paymentMethod,
  'auto_top_up.succeeded': autoTopUp,
  'auto_top_up.failed': autoTopUp,
  'auto_top_up.paused': autoTopUp,
  'organization.created': organization,
  'organization.suspended': organization,
  'organization.resumed': organization,
  'organization.closed': organization,
  'member.joined': member,
  'member.left': member,
} as const satisfies Record<EventType, z.ZodMiniType>;

export type EventData = { [Type in EventType]: z.output<(typeof eventData)[Type]> };

export const event = z.object({
  /** Also `webhook-id` of its deliveries: a receiver that has seen it may ignore it. */
  id,
  /** New types are added over time: skip the unknown ones. */
  type: z.enum(eventTypes),
  timestamp: time,
  organizationId: id,
  /** The object as it was when the event happened. */
  data: anyObject,
});

const typeList = z.string().check(
  z.maxLength(500),
  z.refine((text) => text.split(',').every((type) => eventTypes.some((known) => known === type)), {
    error: 'Expected event types separated by commas',
  }),
);

export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/events',
  summary:
    'Events of the last 30 days, oldest first, within an organization in the order in which they happened. A page may be empty and have a next one; `resumeCursor` is for the next call once there is no next page',
  reference: {
    title: 'Лента событий',
    hint: 'За 30 дней, старые сверху; события одной организации идут в том порядке, в каком случились. Страница может быть пустой и иметь продолжение. Когда продолжения нет, сохраните resumeCursor для следующего запроса.',
    client: 'events.list',
  },
  access: { key: 'events:read' },
  query: z.object({ ...pageQuery, types: z.optional(typeList) }),
  status: 200,
  answer: z.extend(pageOf(event), { resumeCursor: z.string() }),
});
