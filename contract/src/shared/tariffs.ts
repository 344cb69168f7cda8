import * as z from 'zod/mini';
import { day } from './calendar.ts';
import { id } from './fields.ts';
import { currency } from './money.ts';
import { maxSeats, quantity } from './subscribe-form.ts';
import { meterTerms } from './usage-price.ts';
import { addLabels } from './validation.ts';

addLabels({
  runningFrom: ['дату для подключённых', 'даты для подключённых'],
  priceMinor: ['цену', 'цены'],
  setupFeeMinor: ['плату за подключение', 'платы за подключение'],
  count: ['длину периода', 'длины периода'],
  trialDays: ['дни пробного периода', 'дней пробного периода'],
  graceDays: ['дни отсрочки', 'дней отсрочки'],
  maxQuantity: ['наибольшее количество', 'наибольшего количества'],
  quantity: ['количество', 'количества'],
  percent: ['процент', 'процента'],
  periods: ['число периодов', 'числа периодов'],
  maxMinor: ['сумму', 'суммы'],
  days: ['число дней', 'числа дней'],
  everyDays: ['число дней', 'числа дней'],
});

export const periodUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** `calendar`: by the calendar's own weeks, months and years; `connection`: from the day of the first paid one. */
const anchors = ['calendar', 'connection'] as const;

export const subscriptionStatuses = [
  'trial',
  'active',
  'past_due',
  'suspended',
  'paused',
  'stopping',
  'ended',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionStatus = z.enum(subscriptionStatuses);

const price = z
  .int()
  .check(
    z.gte(0, { error: 'Сумма не может быть меньше нуля' }),
    z.lte(100_000_000_000, { error: 'Сумма слишком велика' }),
  );

/** Running subscriptions get a new price this many days after the notice at the earliest. */
export const priceNoticeDays = 14;

/** What a tariff costs and promises; a version never changes. */
export const tariffTerms = z.object({
  priceMinor: price,
  currency,
  period: z.object({ unit: z.enum(periodUnits), count: z.int().check(z.gte(1), z.lte(36)) }),
  anchor: z.enum(anchors),
  setupFeeMinor: price,
  trialDays: z.int().check(z.gte(0), z.lte(365)),
  /** 1 where there are no seats. */
  maxQuantity: z.int().check(z.gte(1), z.lte(maxSeats)),
  graceDays: z.int().check(z.gte(0), z.lte(90)),
  mayPause: z.boolean(),
  /** Whether unused days are given back when a customer stops at once. */
  refundOnStop: z.boolean(),
  meters: z.array(meterTerms).check(
    z.maxLength(20),
    z.refine((meters) => new Set(meters.map(({ meter }) => meter)).size === meters.length, {
      error: 'Счётчик указан дважды',
    }),
  ),
  /** When usage is charged: after each period, which is what stands for a missing one, or after each day. */
  usageCharged: z.optional(z.enum(['period', 'day'])),
});
export type TariffTerms = z.output<typeof tariffTerms>;

/** A half-open range of local days. */
export const dayRange = z.object({ from: day, to: day });
export type DayRange = z.output<typeof dayRange>;

/** What a change costs: a credit is below zero. */
const billLine = z.object({ description: z.string(), from: day, to: day, amountMinor: z.int() });
export type BillLine = z.output<typeof billLine>;

/** Lines that are charged or given back, and when. */
export const bill = z.object({
  lines: z.array(billLine),
  totalMinor: z.int(),
  currency,
  when: z.enum(['now', 'period_end']),
  /** What it is priced by: of what is due later the total says nothing. */
  versionId: z.optional(id),
});
export type Bill = z.output<typeof bill>;

export const nextCharge = z.object({ on: day, amountMinor: z.int() });

export const stopForm = z.object({ when: z.enum(['now', 'period_end']) });

export const changeForm = z
  .object({
    tariffId: z.optional(id),
    quantity: z.optional(quantity),
    /** What the preview showed: another sum by now is refused. */
    expectedTotalMinor: z.optional(z.int()),
    /** The version that was shown: another one by now is refused. */
    expectedVersionId: z.optional(id),
  })
  .check((context) => {
    if (context.value.tariffId !== undefined || context.value.quantity !== undefined) return;
    context.issues.push({ code: 'custom', input: context.value, message: 'tariffId or quantity', path: ['tariffId'] });
  });
export type ChangeForm = z.output<typeof changeForm>;
