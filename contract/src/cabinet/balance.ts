import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { currency, money } from '../shared/money.ts';
import { organizationParams } from './organizations.ts';

/** Days until the balance runs out: charges of subscriptions ahead, all else as in the last 30 days; null without either. */
export const daysLeft = z.nullable(z.int());

export const balance = z.extend(money, {
  /** Set aside by open holds, no longer in `amountMinor`: charged or returned later. */
  heldMinor: z.int(),
});
export type Balance = z.output<typeof balance>;

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/balance',
  summary: 'The balance by currency, how long the first of them lasts and what it spends',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  status: 200,
  answer: z.object({
    items: z.array(balance),
    daysLeft,
    /** What a month costs: charges of subscriptions ahead, all else as in the last 30 days; null without either. */
    monthMinor: z.nullable(z.int()),
  }),
});

export const lowThreshold = z.object({ currency, thresholdMinor: z.int() });

export const getLowBalance = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/low-balance',
  summary: 'Below which balance members are warned, besides one that lasts for less than three days',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  status: 200,
  answer: z.object({ items: z.array(lowThreshold) }),
});

export const setLowBalance = endpoint({
  method: 'PUT',
  path: '/api/organizations/{organizationId}/low-balance',
  summary: 'Choose that balance, or none',
  access: { organization: 'payments.refund', of: 'path' },
  params: organizationParams,
  body: z.object({
    currency,
    thresholdMinor: z.nullable(z.int().check(z.gte(1), z.lte(100_000_000_000))),
  }),
  status: 204,
});

export const entryKinds = {
  top_up: 'Пополнение',
  refund: 'Возврат',
  refund_reversal: 'Возврат не прошёл',
  adjustment: 'Корректировка',
  bonus: 'Бонус за приглашение',
  bonus_reversal: 'Отмена бонуса',
  charge: 'Списание',
  charge_refund: 'Возврат списания',
  hold: 'Резерв',
  hold_release: 'Снятие резерва',
  bank_receipt: 'Банковский перевод',
  bank_receipt_reversal: 'Отмена банковского перевода',
  bank_return: 'Возврат на счёт в банке',
  bank_return_reversal: 'Возврат на счёт не состоялся',
} as const;
export type EntryKind = keyof typeof entryKinds;

const kind = z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]);

export const ledgerEntry = z.object({
  id,
  kind,
  currency,
  /** Negative for debits. */
  amountMinor: z.int(),
  balanceAfterMinor: z.int(),
  paymentId: z.nullable(id),
  createdAt: time,
});

export const directions = { in: 'Приход', out: 'Расход' } as const;
export type Direction = keyof typeof directions;

export const operation = z.extend(ledgerEntry, {
  /** The payment's purpose, the charged service with its description, or the reason of a refund or correction. */
  description: z.nullable(z.string()),
  /** Null unless a member acted. */
  actorName: z.nullable(z.string()),
  /** Customers do not see which staff member acted. */
  isByStaff: z.boolean(),
  /** Of a bank transfer that came for an invoice. */
  invoiceId: z.nullable(id),
  /** Of a charge and of its refunds. */
  chargeId: z.nullable(id),
});
export type Operation = z.output<typeof operation>;

/** Returns the actor's display name, empty for system entries. */
export function actorOf({ isByStaff, actorName }: Pick<Operation, 'isByStaff' | 'actorName'>): string {
  return isByStaff ? 'Поддержка' : (actorName ?? '');
}

const filters = {
  kind: z.optional(kind),
  direction: z.optional(z.enum(Object.keys(directions) as [Direction, ...Direction[]])),
  currency: z.optional(currency),
  from: z.optional(time),
  to: z.optional(time),
  /** Charges of this service and their refunds. */
  service: z.optional(search),
  q: z.optional(search),
};
const operationFilter = z.object(filters);
export type OperationFilter = z.output<typeof operationFilter>;

export const listEntries = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/ledger',
  summary: 'Movements of the balance that the filters select, newest first',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: z.object({ ...pageQuery, ...filters }),
  status: 200,
  answer: pageOf(operation),
});

export const getEntryTotals = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/ledger/totals',
  summary: 'How many movements the filters select, and their sums by currency and kind',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: operationFilter,
  status: 200,
  answer: z.object({
    count: z.int(),
    items: z.array(z.object({ currency, kind, count: z.int(), inMinor: z.int(), outMinor: z.int() })),
  }),
});
export type EntryTotal = z.output<typeof getEntryTotals.answer>['items'][number];

export const exportEntries = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/ledger/export',
  summary: 'The movements that the filters select, as a file',
  access: { organization: 'payments.export', of: 'path' },
  params: organizationParams,
  query: z.object({ ...filters, format: z.enum(['csv', 'xlsx']) }),
  status: 200,
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});
