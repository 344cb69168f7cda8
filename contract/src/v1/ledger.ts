import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { id, pageOf, pageQuery, time } from './fields.ts';

export const ledgerEntry = z.object({
  id,
  organizationId: id,
  /** Such as `top_up`, `charge`, `charge_refund`, `hold` or `hold_release`. More kinds may come. */
  kind: z.string(),
  currency,
  /** Below zero where money left the balance. */
  amountMinor: z.int(),
  balanceAfterMinor: z.int(),
  /** The payment, charge, hold or log entry that the movement comes from. */
  sourceId: z.nullable(id),
  createdAt: time,
});

export const listLedger = endpoint({
  method: 'GET',
  path: '/v1/ledger',
  summary: 'Every movement of an organization’s balance, newest first',
  reference: {
    title: 'Движение денег организации',
    hint: 'Каждое изменение баланса, новые сверху.',
    client: 'ledger.list',
  },
  access: { key: 'ledger:read' },
  query: z.object({ ...pageQuery, organizationId: id }),
  status: 200,
  answer: pageOf(ledgerEntry),
  problems: ['not_found'],
});
