import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, time } from './fields.ts';
import { currency, money } from './money.ts';
import { organizationParams } from './organizations.ts';
import { pageOf, pageQuery } from './page.ts';

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/balance',
  summary: 'The balance by currency',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  status: 200,
  answer: z.object({ items: z.array(money) }),
});

/** What moved the balance, with what people read of it. */
export const entryKinds = {
  top_up: 'Пополнение',
  refund: 'Возврат',
  refund_reversal: 'Отмена возврата',
  adjustment: 'Корректировка',
  bonus: 'Бонус за приглашение',
  bonus_reversal: 'Отмена бонуса',
  charge: 'Списание',
} as const;
export type EntryKind = keyof typeof entryKinds;

export const ledgerEntry = z.object({
  id,
  kind: z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]),
  currency,
  /** Below zero where money left the organization. */
  amountMinor: z.int(),
  paymentId: z.nullable(id),
  createdAt: time,
});

export const listEntries = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/ledger',
  summary: 'Every movement of the balance, newest first',
  access: { organization: 'payments.read', of: 'path' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(ledgerEntry),
});
