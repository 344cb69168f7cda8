import type { Money } from '../money.ts';
import type { ReceiptItem } from '../receipt.ts';
import { asInteger, asMoney, asObject, asOneOf, asText, invalid, optional } from './fields.ts';

const modes = [
  'full_prepayment',
  'partial_prepayment',
  'advance',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
] as const;

const maxItems = 80;

/** Validates a 54-ФЗ receipt: a customer contact and items that add up to the amount. */
export function checkReceipt(value: unknown, amount: Money): void {
  const receipt = asObject(value, 'receipt');
  checkCustomer(receipt.customer ?? receipt);
  optional(receipt.tax_system_code, (code) => asInteger(code, 'receipt.tax_system_code', 1, 6));
  const { items } = receipt;
  if (!Array.isArray(items) || items.length === 0 || items.length > maxItems) {
    throw invalid('receipt.items', `receipt.items must hold from 1 to ${maxItems} items`);
  }
  const total = items.reduce((sum: number, item, index) => sum + itemMinor(item, index, amount.currency), 0);
  if (total !== amount.minor) throw invalid('receipt.items', 'The items of the receipt do not add up to the amount');
}

/** Of a receipt that was checked. */
export function receiptItems(value: unknown): ReceiptItem[] {
  const { items } = asObject(value, 'receipt');
  return (items as unknown[]).map((one, index) => {
    const item = asObject(one, 'item');
    const mode = optional(item.payment_mode, String) ?? 'full_prepayment';
    const { currency } = asMoney(item.amount, 'amount');
    const minor = itemMinor(item, index, currency);
    return { description: String(item.description), minor, vat: Number(item.vat_code), mode };
  });
}

function checkCustomer(value: unknown): void {
  const customer = asObject(value, 'receipt.customer');
  const email = optional(customer.email, (text) => asText(text, 'receipt.customer.email', 254));
  const phone = optional(customer.phone, (text) => asText(text, 'receipt.customer.phone', 16));
  optional(customer.full_name, (text) => asText(text, 'receipt.customer.full_name', 256));
  if (!email && !phone) throw invalid('receipt.customer', 'receipt.customer must have an email or a phone');
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('receipt.customer.email', 'This is not an e-mail');
  if (phone && !/^\+?\d{10,15}$/.test(phone)) throw invalid('receipt.customer.phone', 'This is not a phone number');
  const inn = optional(customer.inn, (text) => asText(text, 'receipt.customer.inn', 12));
  if (inn && !/^(\d{10}|\d{12})$/.test(inn)) throw invalid('receipt.customer.inn', 'ИНН has 10 or 12 digits');
}

function itemMinor(value: unknown, index: number, currency: string): number {
  const at = `receipt.items[${index}]`;
  const item = asObject(value, at);
  if (asText(item.description, `${at}.description`, 128) === '') {
    throw invalid(`${at}.description`, 'A description is required');
  }
  asInteger(item.vat_code, `${at}.vat_code`, 1, 12);
  optional(item.payment_mode, (mode) => asOneOf(mode, `${at}.payment_mode`, modes));
  optional(item.payment_subject, (subject) => asText(subject, `${at}.payment_subject`, 64));
  const price = asMoney(item.amount, `${at}.amount`);
  if (price.currency !== currency)
    throw invalid(`${at}.amount.currency`, 'The currency differs from that of the amount');
  return Math.round((price.minor * quantityThousandths(item.quantity, `${at}.quantity`)) / 1000);
}

function quantityThousandths(value: unknown, parameter: string): number {
  const [, whole, fraction = ''] = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(String(value)) ?? [];
  const thousandths = whole === undefined ? 0 : Number(whole + fraction.padEnd(3, '0'));
  if (thousandths === 0) throw invalid(parameter, `${parameter} must be a number above zero with at most 3 decimals`);
  return thousandths;
}
