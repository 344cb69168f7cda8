import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { businessBody } from '../../../tests/support/business.ts';
import { makeInvoiceData } from './invoice-data.ts';
import { type Rendered, renderInvoice } from './render-invoice.ts';

const buyer = { name: 'ООО «Ромашка»', inn: '7736050003', kpp: '773601001', address: 'г. Тверь, ул. Новая, д. 2' };

function invoiceOf(vat: 0 | 5 | 7 | 10 | 22 | null, name = businessBody.name): Rendered {
  const terms = { number: 'КЗ-000123', amountMinor: 12_000_005, currency: 'RUB' as const };
  const business = { ...businessBody, name, taxPeriods: [{ from: '2020-01-01', regime: 'osno' as const, vat }] };
  const days = { day: '2026-02-01', dueDay: '2026-02-06', description: 'Услуги за ноябрь' };
  const data = makeInvoiceData(business, buyer, { ...terms, ...days });
  return { ...terms, data: data as NonNullable<typeof data> };
}

async function read(pdf: Buffer): Promise<{ pages: number; text: string }> {
  const { totalPages, text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return { pages: totalPages, text: text.replace(/\s+/g, ' ') };
}

test('the PDF of an invoice, read by an independent reader, has every requisite and the sum in words', async () => {
  const { pages, text } = await read(await renderInvoice(invoiceOf(22)));
  expect(pages).toBe(1);
  for (const part of [
    'Счёт на оплату № КЗ-000123 от 1 февраля 2026 г.',
    ...['ПАО СБЕРБАНК', '044525225', '30101810400000000225', '40702810138250123017'],
    ...['ООО «Казна»', 'ИНН 7707083893', 'КПП 771401001', '125009, г. Москва', '+7 495 000-00-00'],
    ...['ООО «Ромашка»', 'ИНН 7736050003', 'КПП 773601001', 'г. Тверь, ул. Новая, д. 2'],
    ...['Пополнение баланса личного кабинета. Услуги за ноябрь', '120 000,05 ₽', 'В том числе НДС 22 %: 21 639,35 ₽'],
    'Сто двадцать тысяч рублей 05 копеек',
    'Оплата по счёту № КЗ-000123 от 01.02.2026. Пополнение баланса. В т.ч. НДС 22% 21639-35',
    ...['6 февраля 2026 г.', 'Генеральный директор', 'Иванов И. И.'],
  ]) {
    expect(text).toContain(part);
  }
});

test('the same invoice is rendered to the same bytes, another one to others', async () => {
  const [one, two, other] = await Promise.all([
    renderInvoice(invoiceOf(22)),
    renderInvoice(invoiceOf(22)),
    renderInvoice(invoiceOf(5)),
  ]);
  expect(one.equals(two)).toBe(true);
  expect(one.equals(other)).toBe(false);
});

describe('tax lines', () => {
  test.each([
    [null, 'Без НДС'],
    [0, 'НДС 0 %: 0,00 ₽'],
    [5, 'НДС 5 %: 5 714,29 ₽'],
    [7, 'НДС 7 %: 7 850,47 ₽'],
    [10, 'НДС 10 %: 10 909,10 ₽'],
  ] as const)('at a rate of %s the invoice says «%s»', async (vat, line) => {
    expect((await read(await renderInvoice(invoiceOf(vat)))).text).toContain(line);
  });
});

test('an invoice of a seller with the longest name still takes one page', async () => {
  const name = `Общество с ограниченной ответственностью «${'Промышленность и торговля '.repeat(5)}»`.slice(0, 160);
  expect((await read(await renderInvoice(invoiceOf(22, name)))).pages).toBe(1);
});
