import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { currency, formatMoney } from '../shared/money.ts';
import { paymentLimits } from './create-payment-form.ts';
import { organizationParams } from './organizations.ts';
import { paymentStatuses } from './payments.ts';

/** Charges of the saved card that a rule makes in any 24 hours, whatever comes of them. */
export const maxAutoTopUpsPerDay = 10;
/** Declines in a row after which a rule pauses; graver ones pause it at once. */
export const maxDeclinesInRow = 4;

export const autoTopUpForm = z
  .object({
    thresholdMinor: z.int().check(z.gte(0)),
    targetMinor: z.int(),
    monthlyCapMinor: z.int(),
    currency,
    paymentMethodId: id,
  })
  .check((context) => {
    const { thresholdMinor, targetMinor, monthlyCapMinor, currency } = context.value;
    const { minimum, maximum } = paymentLimits[currency];
    const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, message, path: [field] });
    if (targetMinor > maximum) refuse('targetMinor', `Не больше ${money(maximum)}`);
    else if (targetMinor - thresholdMinor < minimum)
      refuse('targetMinor', `Больше порога хотя бы на ${money(minimum)}`);
    if (monthlyCapMinor < targetMinor) refuse('monthlyCapMinor', `Не меньше ${money(targetMinor)}`);
    else if (monthlyCapMinor > 100 * maximum) refuse('monthlyCapMinor', `Не больше ${money(100 * maximum)}`);
  });
export type AutoTopUpForm = z.output<typeof autoTopUpForm>;

/** `waiting` goes on by itself at `nextAttemptAt`; `paused` waits for a person. */
export const autoTopUpStates = ['active', 'waiting', 'paused'] as const;

const rule = z.object({
  thresholdMinor: z.int(),
  targetMinor: z.int(),
  monthlyCapMinor: z.int(),
  currency,
  paymentMethodId: z.nullable(id),
  state: z.enum(autoTopUpStates),
  /** Why it waits or is paused: a decline, or one of `card_removed`, `card_unusable`, `saver_left`, `saver_blocked`, `saver_demoted`, `refunded`, `outcome_unknown`, `awaits_saver`, `monthly_cap`, `daily_limit`. */
  reason: z.nullable(z.string()),
  nextAttemptAt: z.nullable(time),
  /** Of the cap, in this calendar month; what is under way counts. */
  spentMinor: z.int(),
});
export type AutoTopUpRule = z.output<typeof rule>;

const attempt = z.object({
  paymentId: id,
  amountMinor: z.int(),
  currency,
  card: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  reason: z.nullable(z.string()),
  createdAt: time,
});
export type AutoTopUpAttempt = z.output<typeof attempt>;

export const autoTopUp = z.object({
  /** Null while the organization has none. */
  rule: z.nullable(rule),
  /** Newest first, 20 at most. */
  attempts: z.array(attempt),
});
export type AutoTopUp = z.output<typeof autoTopUp>;

const path = '/api/organizations/{organizationId}/auto-top-up';

export const getAutoTopUp = endpoint({
  method: 'GET',
  path,
  summary: 'The rule by which a saved card tops the balance up, how it stands, and its last attempts',
  access: { organization: 'cards.read', of: 'path' },
  params: organizationParams,
  status: 200,
  answer: autoTopUp,
});

export const setAutoTopUp = endpoint({
  method: 'PUT',
  path,
  summary:
    'Set the rule, or resume a paused one: the card is charged at once if the balance is below the threshold. With another’s card the rule waits until its saver sends the same terms',
  access: { organization: 'cards.manage', of: 'path' },
  params: organizationParams,
  body: autoTopUpForm,
  status: 200,
  answer: autoTopUp,
  problems: ['not_found', 'card_unusable', 'currency_disabled'],
});

export const previewAutoTopUp = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  summary: 'What setting this rule, or resuming it, would charge at once; nothing is changed',
  access: { organization: 'cards.manage', of: 'path' },
  params: organizationParams,
  body: autoTopUpForm,
  status: 200,
  answer: z.object({
    balanceMinor: z.int(),
    /** Zero when nothing would be charged. */
    amountMinor: z.int(),
    /** Why nothing would be charged though the balance is below the threshold; null otherwise. */
    reason: z.nullable(z.enum(['monthly_cap', 'daily_limit'])),
  }),
  problems: ['not_found'],
});
export type AutoTopUpPreview = z.output<typeof previewAutoTopUp.answer>;

export const deleteAutoTopUp = endpoint({
  method: 'DELETE',
  path,
  summary: 'Switch the rule off: nothing is charged by itself any more',
  access: { organization: 'cards.manage', of: 'path' },
  params: organizationParams,
  status: 204,
  problems: ['not_found'],
});
