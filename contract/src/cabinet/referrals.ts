import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { money } from '../shared/money.ts';

export const getReferrals = endpoint({
  method: 'GET',
  path: '/api/profile/referrals',
  summary: 'How many came by the person’s code, how many paid, and what was earned',
  access: 'signedIn',
  status: 200,
  answer: z.object({
    percent: z.number(),
    /** Maximum of one bonus, in minor units. */
    capMinor: z.int(),
    invited: z.int(),
    paid: z.int(),
    earned: z.array(money),
    /** Earned bonuses that are credited after this many days. */
    held: z.array(money),
    holdDays: z.int(),
  }),
});
