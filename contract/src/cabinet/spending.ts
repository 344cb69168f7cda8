import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { type Period, periods } from './dashboard.ts';
import { organizationParams } from './organizations.ts';

/** Services that are named; the others are one sum. */
export const maxServices = 5;

const spent = { count: z.int(), amountMinor: z.int() };

export const getSpending = endpoint({
  method: 'GET',
  path: '/api/dashboard/{organizationId}/spending',
  summary: 'What the period charged by service, less what it refunded of charges',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: z.object({ period: z._default(z.enum(Object.keys(periods) as [Period, ...Period[]]), '30d'), currency }),
  status: 200,
  answer: z.object({
    total: z.object(spent),
    /** The largest first; null is what was charged without a service. */
    services: z.array(z.object({ service: z.nullable(z.string()), ...spent })),
    /** Null when every service is named. */
    others: z.nullable(z.object({ services: z.int(), ...spent })),
  }),
});
export type Spending = z.output<typeof getSpending.answer>;
