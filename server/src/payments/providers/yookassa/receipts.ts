import { type Currency, fromDecimal, toDecimal } from '@kazna/contract/shared/money';
import * as z from 'zod/mini';
import type { ListedReceipt, ProviderReceipts, ReceiptIntent, ReceiptLine } from '../provider.ts';
import { callYookassa, type YookassaOptions } from './client.ts';

export function amountOf({ amountMinor, currency }: { amountMinor: number; currency: Currency }) {
  return { value: toDecimal({ amountMinor, currency }), currency };
}

/** An advance is for no service yet, so its subject is the payment itself. */
const subjects = { advance: 'payment', full_payment: 'service' } as const;

/** What goes along with a payment or a refund, and the main part of a receipt of its own. */
export function receiptBody(
  { payerEmail, currency, vatCode }: { payerEmail: string; currency: Currency; vatCode?: number | undefined },
  lines: readonly ReceiptLine[],
  options: Pick<YookassaOptions, 'vatCode' | 'taxSystemCode'>,
) {
  return {
    customer: { email: payerEmail },
    ...(options.taxSystemCode ? { tax_system_code: options.taxSystemCode } : {}),
    items: lines.map(({ name, amountMinor, mode, vatCode: own }) => ({
      description: name.slice(0, 128),
      quantity: '1.00',
      amount: amountOf({ amountMinor, currency }),
      vat_code: own ?? vatCode ?? options.vatCode,
      payment_mode: mode,
      payment_subject: subjects[mode],
    })),
  };
}

const text = z.optional(z.nullable(z.string()));

const receiptObject = z.object({
  id: z.string(),
  type: z.enum(['payment', 'refund']),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  items: z.catch(z.array(z.object({ quantity: z.coerce.number(), amount: z.object({ value: z.string() }) })), []),
  fiscal_document_number: text,
  fiscal_storage_number: text,
  fiscal_attribute: text,
  registered_at: text,
});
const receiptList = z.object({ items: z.array(receiptObject) });

/** No payment has more receipts than this, as YooKassa documents. */
const maxReceipts = 30;

export function yookassaReceipts(options: YookassaOptions): Required<ProviderReceipts> {
  return {
    create: async (intent) => {
      const request = { key: intent.receiptId, body: separateBody(intent, options) };
      return readReceipt(await callYookassa(options, receiptObject, 'POST', '/receipts', request));
    },
    list: async (of) => {
      const query = new URLSearchParams({ limit: String(maxReceipts) });
      if ('providerRefundId' in of) query.set('refund_id', of.providerRefundId);
      else query.set('payment_id', of.providerPaymentId);
      const { items } = await callYookassa(options, receiptList, 'GET', `/receipts?${query}`);
      return items.map(readReceipt);
    },
  };
}

/** What was paid before is set off: no money moves with a receipt of its own. */
function separateBody(intent: ReceiptIntent, options: YookassaOptions): object {
  const { direction, providerPaymentId, providerRefundId, lines } = intent;
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  const isSettlement = lines.some(({ mode }) => mode === 'full_payment') && providerRefundId === null;
  return {
    type: direction,
    ...(providerRefundId ? { refund_id: providerRefundId } : { payment_id: providerPaymentId }),
    ...receiptBody({ ...intent, currency: 'RUB' }, lines, options),
    send: true,
    settlements: [
      { type: isSettlement ? 'prepayment' : 'cashless', amount: amountOf({ amountMinor, currency: 'RUB' }) },
    ],
  };
}

const statuses = { pending: 'pending', succeeded: 'registered', canceled: 'failed' } as const;

function readReceipt(object: z.output<typeof receiptObject>): ListedReceipt {
  const amounts = object.items.map(
    ({ quantity, amount }) => (fromDecimal(amount.value, 'RUB') ?? Number.NaN) * quantity,
  );
  const amountMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    providerId: object.id,
    direction: object.type,
    amountMinor: amounts.length > 0 && Number.isFinite(amountMinor) ? Math.round(amountMinor) : null,
    status: statuses[object.status],
    reason: object.status === 'canceled' ? 'not_registered' : null,
    fiscal: {
      document: object.fiscal_document_number ?? null,
      storage: object.fiscal_storage_number ?? null,
      sign: object.fiscal_attribute ?? null,
      registeredAt: object.registered_at ?? null,
      url: null,
    },
  };
}
