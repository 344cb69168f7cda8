import * as z from 'zod/mini';
import { paymentMethods } from '../cabinet/create-payment-form.ts';
import { paymentStates, refundStatuses } from '../cabinet/payments.ts';
import { amount, days, month } from '../cabinet/view-filters.ts';
import { id, search } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { subscriptionStatus } from '../shared/tariffs.ts';
import { listAllOrganizations, organizationSorts } from './organizations.ts';
import { requestLists } from './requests.ts';
import type { StaffList } from './saved-views.ts';
import { listUsers, userSorts } from './users.ts';

const q = z.optional(search);
const money = {
  q,
  method: z.optional(z.enum(paymentMethods)),
  currency: z.optional(currency),
  ...z.partial(z.object(days)).shape,
  amountMin: z.optional(amount),
  amountMax: z.optional(amount),
  organization: z.optional(id),
};
const ofCatalogue = { service: z.optional(id), tariff: z.optional(id) };

/** What staff's lists may be narrowed by, as it stands in their addresses. */
export const staffFilters = {
  organizations: z.object({
    q,
    status: listAllOrganizations.query.shape.status,
    kind: listAllOrganizations.query.shape.kind,
    inn: listAllOrganizations.query.shape.inn,
    sort: z.optional(z.enum(organizationSorts)),
    empty: z.optional(z.literal('show')),
  }),
  users: z.object({
    q,
    status: listUsers.query.shape.status,
    operator: listUsers.query.shape.operator,
    sort: z.optional(z.enum(userSorts)),
  }),
  payments: z.object({ ...money, status: z.optional(z.enum(paymentStates)) }),
  refunds: z.object({ ...money, status: z.optional(z.enum(refundStatuses)) }),
  subscriptions: z.object({
    q,
    status: z.optional(subscriptionStatus),
    ...ofCatalogue,
    version: z.optional(id),
  }),
  requests: z.object({ q, list: z.optional(z.enum(requestLists)), assignee: z.optional(z.literal('me')) }),
  unidentified: z.object({ q, status: z.optional(z.literal('returned')) }),
  revenue: z.object({
    months: z.optional(z.enum(['3', '6', '12', '24', '36'])),
    to: z.optional(month),
    currency: z.optional(currency),
    ...ofCatalogue,
    cohorts: z.optional(z.literal('money')),
  }),
} satisfies Record<StaffList, z.ZodMiniObject>;
