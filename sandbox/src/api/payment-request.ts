import { isIP } from 'node:net';
import type { Money } from '../money.ts';
import type { MethodType } from '../payment.ts';
import type { ReceiptItem } from '../receipt.ts';
import { asBoolean, asMoney, asObject, asOneOf, asText, asWebUrl, invalid, optional } from './fields.ts';
import { checkReceipt, receiptItems } from './receipt.ts';

export interface PaymentRequest {
  amount: Money;
  isCapturedAtOnce: boolean;
  hasReceipt: boolean;
  receiptItems?: ReceiptItem[];
  description?: string;
  metadata?: Record<string, string>;
  merchantCustomerId?: string;
  returnUrl?: string;
  requestedMethod?: MethodType;
  savesMethod?: boolean;
  savedMethodId?: string;
}

export function parsePaymentRequest(input: unknown): PaymentRequest {
  const body = asObject(input, 'body');
  const amount = asMoney(body.amount, 'amount');
  optional(body.receipt, (receipt) => checkReceipt(receipt, amount));
  optional(body.client_ip, checkAddress);
  const description = optional(body.description, (text) => asText(text, 'description', 128));
  const merchantCustomerId = optional(body.merchant_customer_id, (id) => asText(id, 'merchant_customer_id', 200));
  const metadata = optional(body.metadata, parseMetadata);
  const returnUrl = optional(body.confirmation, parseConfirmation);
  const requestedMethod = optional(body.payment_method_data, parseMethod);
  const savesMethod = optional(body.save_payment_method, (flag) => asBoolean(flag, 'save_payment_method'));
  const savedMethodId = optional(body.payment_method_id, (id) => asText(id, 'payment_method_id', 64));
  // A saved method pays without its owner: no browser is redirected and nothing is chosen.
  for (const excluded of ['confirmation', 'payment_method_data', 'save_payment_method'])
    if (savedMethodId && body[excluded]) throw invalid(excluded, `${excluded} excludes payment_method_id`);
  return {
    amount,
    isCapturedAtOnce: optional(body.capture, (flag) => asBoolean(flag, 'capture')) ?? false,
    hasReceipt: Boolean(body.receipt),
    ...(body.receipt ? { receiptItems: receiptItems(body.receipt) } : {}),
    ...(description !== undefined && { description }),
    ...(merchantCustomerId !== undefined && { merchantCustomerId }),
    ...(metadata && { metadata }),
    ...(returnUrl && { returnUrl }),
    ...(requestedMethod && { requestedMethod }),
    ...(savesMethod && { savesMethod }),
    ...(savedMethodId && { savedMethodId }),
  };
}

function checkAddress(value: unknown): void {
  if (isIP(asText(value, 'client_ip', 45)) === 0) throw invalid('client_ip', 'client_ip must be an IP address');
}

function parseMetadata(value: unknown): Record<string, string> {
  const entries = Object.entries(asObject(value, 'metadata'));
  if (entries.length > 16) throw invalid('metadata', 'metadata must have at most 16 keys');
  return Object.fromEntries(
    entries.map(([key, text]) => {
      if (key.length > 32) throw invalid('metadata', 'A key of metadata must be at most 32 characters long');
      return [key, asText(text, `metadata.${key}`, 512)];
    }),
  );
}

function parseConfirmation(value: unknown): string {
  const confirmation = asObject(value, 'confirmation');
  asOneOf(confirmation.type, 'confirmation.type', ['redirect']);
  return asWebUrl(confirmation.return_url, 'confirmation.return_url');
}

function parseMethod(value: unknown): MethodType {
  return asOneOf(asObject(value, 'payment_method_data').type, 'payment_method_data.type', ['bank_card', 'sbp']);
}
