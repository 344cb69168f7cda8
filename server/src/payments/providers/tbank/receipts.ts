import * as z from 'zod/mini';
import {
  type CallbackHint,
  type ProviderReceipts,
  ProviderRefusal,
  type ReceiptLine,
  type ReportedReceipt,
} from '../provider.ts';
import { callTbank, type TbankOptions } from './client.ts';

/** By the numbers of 54-ФЗ that the configuration has; the last two came with the rate of 22 %. */
const taxes: Readonly<Record<number, string>> = {
  1: 'none',
  2: 'vat0',
  3: 'vat10',
  4: 'vat20',
  5: 'vat110',
  6: 'vat120',
  7: 'vat5',
  8: 'vat7',
  9: 'vat105',
  10: 'vat107',
  11: 'vat22',
  12: 'vat122',
};

const taxations = ['osn', 'usn_income', 'usn_income_outcome', 'envd', 'esn', 'patent'];

/** An advance is for no service yet, so its object is the payment itself. */
const objects = { advance: 'payment', full_payment: 'service' } as const;

export function receiptOf(
  { payerEmail, vatCode, lines }: { payerEmail: string; vatCode?: number | undefined; lines: readonly ReceiptLine[] },
  options: Pick<TbankOptions, 'vatCode' | 'taxSystemCode'>,
): object {
  const items = lines.map(({ name, amountMinor, mode, vatCode: own }) => ({
    Name: name.slice(0, 128),
    Price: amountMinor,
    Quantity: 1,
    Amount: amountMinor,
    Tax: taxes[own ?? vatCode ?? options.vatCode],
    PaymentMethod: mode,
    PaymentObject: objects[mode],
  }));
  return { Email: payerEmail, Taxation: taxations[(options.taxSystemCode ?? 1) - 1], Items: items };
}

const accepted = z.object({ Success: z.literal(true) });
const unknownFiscal = { document: null, storage: null, sign: null, url: null, registeredAt: null };

/** T-Bank reports receipts by notifications alone, and settles what was paid before by a call that has no key. */
export function tbankReceipts(options: TbankOptions): ProviderReceipts {
  return {
    create: async ({ direction, providerPaymentId, payerEmail, vatCode, lines }) => {
      if (direction === 'refund' || lines.some(({ mode }) => mode === 'advance'))
        throw new ProviderRefusal('unsupported', 'T-Bank makes receipts of its own for settlements alone');
      await callTbank(cashboxOf(options), accepted, 'SendClosingReceipt', {
        PaymentId: providerPaymentId,
        Receipt: receiptOf({ payerEmail, vatCode, lines }, options),
      });
      return { providerId: null, status: 'pending', reason: null, fiscal: unknownFiscal };
    },
  };
}

/** `https://securepay.tinkoff.ru/cashbox` beside `/v2`. */
function cashboxOf(options: TbankOptions): TbankOptions {
  return { ...options, apiUrl: options.apiUrl.replace(/\/v2$/, '/cashbox') };
}

const text = z.catch(
  z.nullable(z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String))),
  null,
);
const receiptNotification = z.looseObject({
  Status: z.literal('RECEIPT'),
  PaymentId: z.pipe(z.union([z.string(), z.int()]), z.transform(String)),
  Success: z.boolean(),
  Amount: z.int(),
  Type: z.catch(z.string(), 'Income'),
  ErrorCode: z.catch(z.optional(z.string()), undefined),
  FiscalDocumentNumber: text,
  FnNumber: text,
  FiscalDocumentAttribute: text,
  Url: text,
  ReceiptDatetime: text,
  Receipt: z.catch(z.optional(z.object({ Items: z.array(z.object({ PaymentMethod: z.string() })) })), undefined),
});

/** Null for other notifications. */
export function readReceiptNotification(body: unknown): CallbackHint | null {
  const { data } = z.safeParse(receiptNotification, body);
  if (!data) return null;
  const method = data.Receipt?.Items[0]?.PaymentMethod;
  const receipt: ReportedReceipt = {
    direction: data.Type === 'IncomeReturn' ? 'refund' : 'payment',
    amountMinor: data.Amount,
    mode: method === 'advance' || method === 'full_payment' ? method : null,
    status: data.Success ? 'registered' : 'failed',
    reason: data.Success ? null : (data.ErrorCode ?? 'not_registered'),
    fiscal: {
      document: data.FiscalDocumentNumber,
      storage: data.FnNumber,
      sign: data.FiscalDocumentAttribute,
      url: data.Url?.startsWith('https://') || data.Url?.startsWith('http://') ? data.Url : null,
      registeredAt: Number.isNaN(Date.parse(data.ReceiptDatetime ?? '')) ? null : data.ReceiptDatetime,
    },
  };
  return { kind: 'receipt', objectId: data.PaymentId, receipt };
}
