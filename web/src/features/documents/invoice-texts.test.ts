import type { Invoice } from '@kazna/contract/cabinet/documents';
import { expect, test } from 'vitest';
import { amountToCopy, hasUsableCode, invoiceStateText, vatText } from './invoice-texts.ts';

const invoice = { amountMinor: 12_000_005, paidMinor: 0, currency: 'RUB', status: 'open' } as const;
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test('the amount to copy is what is left to pay', () => {
  expect(amountToCopy(invoice)).toBe('120000.05');
  expect(amountToCopy({ ...invoice, status: 'partly_paid', paidMinor: 2_000_005 })).toBe('100000.00');
  expect(amountToCopy({ ...invoice, status: 'paid', paidMinor: 12_000_005 })).toBe('120000.05');
});

test('a partly paid invoice says what came and what is left', () => {
  const text = invoiceStateText({ ...invoice, status: 'partly_paid', paidMinor: 2_000_005 });
  expect(plain(text)).toBe('Пришло 20 000,05 ₽, деньги уже на балансе. Осталось 100 000,00 ₽.');
});

test('an overpaid invoice says how much came', () => {
  const text = invoiceStateText({ ...invoice, status: 'paid', paidMinor: 12_000_105 });
  expect(plain(text)).toContain('120 001,05 ₽');
});

test('the code of an invoice that money came for, or that is canceled, is not shown', () => {
  const statuses = ['open', 'overdue', 'partly_paid', 'paid', 'canceled'] as const;
  expect(statuses.filter((status) => hasUsableCode({ status }))).toEqual(['open', 'overdue']);
});

test.each([
  [22, 216_393, 'НДС 22 %: 2 163,93 ₽'],
  [0, 0, 'НДС 0 %'],
  [null, 0, 'Без НДС'],
] as const)('VAT of %s is written as the document has it', (vat, vatMinor, text) => {
  expect(plain(vatText({ vat, vatMinor, currency: 'RUB' } as Invoice))).toBe(text);
});
