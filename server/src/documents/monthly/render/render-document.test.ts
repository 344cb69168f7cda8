import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { businessBody } from '../../../../tests/support/business.ts';
import { renderDocument } from '../../document-files.ts';
import { sellerOf } from '../../parties-store.ts';
import { type DocumentRow, makeAdvanceData, makeMonthData } from '../document-data.ts';
import type { ServiceSum } from '../month-lines.ts';

const buyer = {
  name: 'ООО «Ромашка»',
  inn: '7736050003',
  kpp: '773601001',
  address: '117312, г. Москва, ул. Вавилова, д. 19',
};
const fields = { id: '1', organizationId: '1', number: '2026-000017', day: '2026-04-30', currency: 'RUB' as const };

function monthDocument(
  vat: 5 | 7 | 10 | 20 | 22 | null,
  sums: ServiceSum[],
  changes: Partial<DocumentRow> = {},
): DocumentRow {
  const kind = vat === null ? 'act' : 'upd';
  const references = vat === null ? [] : [{ number: '1042', day: '2026-04-01' }];
  const month = {
    period: '2026-04',
    sums,
    payments: references,
    advances: references.map((one) => ({ ...one, number: '2026-000005' })),
  };
  const drafted = makeMonthData(businessBody, buyer, { kind, vat }, month);
  return { ...fields, kind, revision: 0, revisedOn: null, sourceId: null, ...drafted, ...changes } as DocumentRow;
}

async function read(document: DocumentRow): Promise<{ text: string; pages: string[] }> {
  const pdf = await getDocumentProxy(new Uint8Array(await renderDocument(document)));
  const { text } = await extractText(pdf, { mergePages: false });
  const pages = text.map((page) => page.replace(/\s+/g, ' '));
  return { pages, text: pages.join(' ') };
}

const hosting = [{ name: 'Хостинг', quantity: 3, amountMinor: 12_000_000 }];

test('an act has both sides, the month, «Без НДС», the sum in words and who signs', async () => {
  const { text } = await read(monthDocument(null, hosting));
  for (const part of ['Акт № 2026-000017 от 30 апреля 2026 г.', 'ИНН 7707083893', 'КПП 773601001', 'апрель 2026 г.']) {
    expect(text).toContain(part);
  }
  for (const part of ['Хостинг', '120 000,00', 'Без НДС', 'Сто двадцать тысяч рублей 00 копеек', 'Иванов И. И.']) {
    expect(text).toContain(part);
  }
});

describe('УПД', () => {
  test.each([
    ['шт', '796 шт. 2'],
    ['ГБ', '2553 Гбайт 2'],
    ['часа', '356 ч 2'],
    ['раб. места', '— — 2'],
    [undefined, '876 усл. ед. 1'],
  ])('УПД of lines in «%s» has code and sign of ОКЕИ, or dashes in both columns', async (unit, columns) => {
    const sums = [{ name: 'Хостинг', quantity: 2, amountMinor: 20_000, ...(unit && { unit }) }];
    const { text } = await read(monthDocument(22, sums));
    const described = columns.startsWith('—') ? `Хостинг (${unit})` : 'Хостинг';
    expect(text).toContain(`— 1 ${described} — ${columns} `);
  });

  test.each([
    [22, '21 639,34', '98 360,66'],
    [5, '5 714,29', '114 285,71'],
    [7, '7 850,47', '112 149,53'],
    [10, '10 909,09', '109 090,91'],
    [20, '20 000,00', '100 000,00'],
  ] as const)('at %i %% has the VAT of the law’s examples and the net amount', async (vat, tax, net) => {
    const { text } = await read(monthDocument(vat, hosting));
    for (const part of [`${vat}%`, tax, net, '120 000,00']) expect(text).toContain(part);
  });

  test('УПД names its payment in line 5 and its advance invoice in line 5б', async () => {
    const { text } = await read(monthDocument(22, hosting));
    expect(text).toContain('№ 1042 от 01.04.2026');
    expect(text).toContain('№ 2026-000005 от 01.04.2026');
    expect(text).toContain('(5б)');
  });

  test('УПД of 40 lines repeats the head on each page and numbers the pages', async () => {
    const sums = Array.from({ length: 40 }, (_, index) => ({
      name: `Услуга ${index}`,
      quantity: 1,
      amountMinor: 1001 + index,
    }));
    const { pages } = await read(monthDocument(22, sums));
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Страница ${index + 1} из ${pages.length}`);
    expect(pages[1]).toContain('Налоговая ставка');
  });
});

test('the PDF of a correction names its number and date', async () => {
  const revised = { revision: 2, revisedOn: '2026-05-12' } as const;
  expect((await read(monthDocument(22, hosting, revised))).text).toContain('Исправление № 2 от 12 мая 2026 г.');
  expect((await read(monthDocument(null, hosting, revised))).text).toContain('Исправление № 2 от 12.05.2026');
});

test('more refunds than charges make a correcting document', async () => {
  const { text } = await read(monthDocument(null, [{ name: 'Хостинг', quantity: 0, amountMinor: -150_050 }]));
  expect(text).toContain('Корректировочный акт');
  expect(text).toContain('К уменьшению: Одна тысяча пятьсот рублей 50 копеек');
});

test('an advance invoice has the calculated rate', async () => {
  const drafted = makeAdvanceData(businessBody, buyer, {
    receivedOn: '2026-04-01',
    payment: null,
    amountMinor: 12_000_000,
  });
  const document = { ...fields, kind: 'advance_invoice', revision: 0, revisedOn: null, sourceId: '1', ...drafted };
  const { text } = await read(document as DocumentRow);
  for (const part of ['22/122', '21 639,34', '120 000,00', 'Предварительная оплата']) expect(text).toContain(part);
});

test('a reconciliation act has both balances, the turnover and in whose favour', async () => {
  const rows = [{ day: '2026-01-31', text: 'УПД № 2026-000001', debitMinor: 30_000, creditMinor: 0 }];
  const period = { from: '2026-01-01', to: '2026-01-31', openingMinor: 100_000, closingMinor: 70_000, rows };
  const data = { seller: sellerOf(businessBody), buyer, vat: null, ...period };
  const sums = { amountMinor: 70_000, vatMinor: 0 };
  const document = { ...fields, kind: 'reconciliation', revision: 0, revisedOn: null, sourceId: null, data, ...sums };
  const { text } = await read(document as DocumentRow);
  for (const part of ['1 000,00', '300,00', '700,00', 'в пользу заказчика', 'Семьсот рублей 00 копеек']) {
    expect(text).toContain(part);
  }
});

test('the same document is rendered to the same bytes', async () => {
  const [one, two] = [
    await renderDocument(monthDocument(22, hosting)),
    await renderDocument(monthDocument(22, hosting)),
  ];
  expect(one.equals(two)).toBe(true);
});
