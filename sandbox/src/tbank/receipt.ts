import { asInteger, asObject, asOneOf, asText, type Fields, invalid } from '../api/fields.ts';
import type { Sandbox } from '../context.ts';
import { findPayment } from '../expiry.ts';
import type { Fault } from '../fault.ts';
import type { ReceiptItem } from '../receipt.ts';
import { newReceipt } from '../register-receipts.ts';
import { Refused } from './refused.ts';

const taxations = ['osn', 'usn_income', 'usn_income_outcome', 'envd', 'esn', 'patent'] as const;
const taxes = [
  'none',
  'vat0',
  'vat5',
  'vat7',
  'vat10',
  'vat20',
  'vat22',
  'vat105',
  'vat107',
  'vat110',
  'vat120',
  'vat122',
] as const;
const paymentMethods = [
  'full_prepayment',
  'prepayment',
  'advance',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
] as const;

/** Of a receipt that was checked. */
export function receiptItems(value: unknown): ReceiptItem[] {
  const { Items: items } = asObject(value, 'Receipt');
  return (items as Fields[]).map((item) => ({
    description: String(item.Name),
    minor: Number(item.Amount),
    vat: String(item.Tax),
    mode: String(item.PaymentMethod),
  }));
}

/** Closes what was paid before: of a payment that is paid, by items in full that together stay within it. */
export function sendClosingReceipt(sandbox: Sandbox, fields: Fields, fault: Fault | null): object {
  if (fault?.do === 'refuse') throw new Refused('331', 'Чек отклонён');
  const payment = findPayment(sandbox, String(fields.PaymentId));
  if (payment?.status !== 'succeeded') throw new Refused('255', 'Платёж не найден');
  const items = receiptItems(fields.Receipt);
  const total = items.reduce((sum, { minor }) => sum + minor, 0);
  checkReceipt(fields.Receipt, total);
  if (items.some(({ mode }) => mode !== 'full_payment')) throw new Refused('308', 'Неверный признак расчёта');
  const id = `closing-${payment.id}-${sandbox.state.receipts.size}`;
  const receipt = newReceipt(sandbox, { id, type: 'payment', paymentId: payment.id, items }, fault);
  sandbox.commit([{ table: 'receipts', id, value: receipt }]);
  return {};
}

/** Validates a 54-ФЗ receipt: a contact and items that add up to the amount. */
export function checkReceipt(value: unknown, amountMinor: number): void {
  const receipt = asObject(value, 'Receipt');
  if (!receipt.Email && !receipt.Phone) throw invalid('Receipt', 'Receipt must have an Email or a Phone');
  asOneOf(receipt.Taxation, 'Receipt.Taxation', taxations);
  const { Items: items } = receipt;
  if (!Array.isArray(items) || items.length === 0) throw invalid('Receipt.Items', 'Receipt.Items must not be empty');
  const total = items.reduce((sum: number, item, index) => sum + itemMinor(item, `Receipt.Items[${index}]`), 0);
  if (total !== amountMinor) throw invalid('Receipt.Items', 'The items of the receipt do not add up to the amount');
}

function itemMinor(value: unknown, at: string): number {
  const item = asObject(value, at);
  if (asText(item.Name, `${at}.Name`, 128) === '') throw invalid(`${at}.Name`, 'A name is required');
  asOneOf(item.Tax, `${at}.Tax`, taxes);
  asOneOf(item.PaymentMethod, `${at}.PaymentMethod`, paymentMethods);
  const price = asInteger(item.Price, `${at}.Price`, 1, 10 ** 10);
  const amount = asInteger(item.Amount, `${at}.Amount`, 1, 10 ** 10);
  if (Math.round(price * Number(item.Quantity)) !== amount)
    throw invalid(`${at}.Amount`, 'Price times Quantity differs');
  return amount;
}
