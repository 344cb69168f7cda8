import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { allAt, type ReadElement, readXmlFile, schemaFaults } from '../../../tests/support/exchange-files.ts';
import { monthlySamples, sampleSides, unexchangedSamples } from '../../../tests/support/sample-documents.ts';
import { amountText } from '../amounts.ts';
import { renderDocument } from '../document-files.ts';
import type { ExchangeSides } from '../parties-store.ts';
import { type ExchangeFile, isExchanged, makeExchangeFile, missingFor } from './exchange-file.ts';
import type { ExchangedRow } from './upd-elements.ts';

function rowOf(name: string): ExchangedRow {
  const row = monthlySamples[name]?.();
  if (!row || !isExchanged(row)) throw new Error(`no sample ${name}`);
  return row;
}

function fileOf(row: ExchangedRow, sides: ExchangeSides = sampleSides): ExchangeFile {
  const file = makeExchangeFile(row, sides);
  if (Array.isArray(file)) throw new Error(JSON.stringify(file));
  return file;
}

const names = Object.keys(monthlySamples).filter((name) => !name.startsWith('reconciliation'));

test('files of all samples keep the published schema of the tax service', async () => {
  expect(names.length).toBeGreaterThan(20);
  const files = names.map((name) => ({ name: `${name}.xml`, content: fileOf(rowOf(name)).content }));
  expect(await schemaFaults(files)).toEqual([]);
});

test('the published schema refuses a rate of VAT that there is none of', async () => {
  const { content } = fileOf(rowOf('upd1-5'));
  const broken = Buffer.from(content.toString('latin1').replaceAll('"5%"', '"6%"'), 'latin1');
  expect((await schemaFaults([{ name: 'broken.xml', content: broken }])).join()).toContain("'6%'");
});

const minor = (decimal: string | undefined) => Math.round(Number(decimal) * 100);
const printed = (decimal: string | undefined) => amountText(minor(decimal));
const taxOf = (one: ReadElement, name: string) => {
  const [tax] = allAt(one, name);
  return tax?.children[0]?.name === 'БезНДС' ? 'без НДС' : printed(tax?.children[0]?.text);
};

/** A row of the printed table as its text has it, from the quantity or the rate on. */
function printedRow({ kind }: ExchangedRow, line: ReadElement): string {
  const { КолТов, НаимЕдИзм, ЦенаТов, СтТовБезНДС, НалСт, СтТовУчНал } = line.attributes;
  const total = printed(СтТовУчНал);
  if (kind === 'act') return `${КолТов} ${НаимЕдИзм === 'усл. ед.' ? 'усл.' : НаимЕдИзм} ${printed(ЦенаТов)} ${total}`;
  const taxed = `${НалСт} ${taxOf(line, 'СумНал')} ${total}`;
  return kind === 'upd' ? `${КолТов} ${printed(ЦенаТов)} ${printed(СтТовБезНДС)} без акциза ${taxed}` : taxed;
}

test.each(names)('the XML of %s has the figures of its PDF', async (name) => {
  const row = rowOf(name);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await renderDocument(row))), {
    mergePages: true,
  });
  const pdf = text.replace(/\s+/g, ' ');
  const [document] = allAt(readXmlFile(fileOf(row).content), 'Документ') as [ReadElement];
  const [head] = allAt(document, 'СвСчФакт') as [ReadElement];
  expect(pdf).toContain(`№ ${head.attributes.НомерДок} от `);
  expect([head.attributes.НомерДок, head.attributes.ДатаДок]).toEqual([row.number, '30.04.2026']);
  const lines = allAt(document, 'ТаблСчФакт/СведТов');
  expect(lines.length).toBe('lines' in row.data ? row.data.lines.length : 1);
  for (const line of lines) expect(pdf).toContain(printedRow(row, line).replace(/\s+/g, ' '));
  const [totals] = allAt(document, 'ТаблСчФакт/ВсегоОпл') as [ReadElement];
  const { СтТовБезНДСВсего: net, СтТовУчНалВсего: total } = totals.attributes;
  const sums = lines.map((line) => minor(line.attributes.СтТовУчНал));
  expect([minor(total), sums.reduce((sum, one) => sum + one, 0)]).toEqual([row.amountMinor, row.amountMinor]);
  if (row.kind !== 'act') {
    const sum = `${row.kind === 'upd' ? printed(net) : '—'} Х Х ${taxOf(totals, 'СумНалВсего')} ${printed(total)}`;
    expect(pdf).toContain(sum.replace(/\s+/g, ' '));
  }
  const references = [...allAt(head, 'СвПРД'), ...allAt(head, 'ДопСвФХЖ1/СопрДокФХЖ')].map(({ attributes }) => [
    ...[attributes.НомерПРД ?? attributes.РеквНомерДок, attributes.ДатаПРД ?? attributes.РеквДатаДок],
  ]);
  for (const [number, day] of references) expect(pdf).toContain(`№ ${number} от ${day}`);
});

test('a payment order without a number is «б/н» in the XML and in the PDF', async () => {
  const row = rowOf('advance-22');
  const data = { ...row.data, payment: { number: '', day: '2026-04-01' } };
  const unnumbered = { ...row, data } as ExchangedRow;
  const file = fileOf(unnumbered);
  expect(await schemaFaults([file])).toEqual([]);
  expect(allAt(readXmlFile(file.content), 'Документ/СвСчФакт/СвПРД')[0]?.attributes.НомерПРД).toBe('б/н');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await renderDocument(unnumbered))));
  expect(text.join().replace(/\s+/g, ' ')).toContain('№ б/н от 01.04.2026');
});

test('the function of a file follows from the kind of document and the tax', () => {
  const functions = ['upd1-22-revised', 'upd1-0', 'upd2-none', 'act-none', 'advance-22'].map((name) => {
    const [document] = allAt(readXmlFile(fileOf(rowOf(name)).content), 'Документ') as [ReadElement];
    const rates = allAt(document, 'ТаблСчФакт/СведТов').map(({ attributes }) => attributes.НалСт);
    return [document.attributes.Функция, rates[0]];
  });
  expect(functions).toEqual([
    ['СЧФДОП', '22%'],
    ['СЧФДОП', '0%'],
    ['ДОП', 'без НДС'],
    ['ДОП', 'без НДС'],
    ['СЧФ', '22/122'],
  ]);
});

test('each revised sample says which revision it is, an advance alone its circumstance, and who pays no VAT names no sum of it', () => {
  for (const name of names) {
    const row = rowOf(name);
    const [document] = allAt(readXmlFile(fileOf(row).content), 'Документ') as [ReadElement];
    const revisions = allAt(document, 'СвСчФакт/ИспрДок').map(({ attributes }) => attributes);
    expect(revisions, name).toEqual(row.revision > 0 ? [{ НомИспр: '2', ДатаИспр: '12.05.2026' }] : []);
    const isAdvance = row.kind === 'advance_invoice';
    const circumstances = allAt(document, 'СвСчФакт/ДопСвФХЖ1').map(({ attributes }) => attributes.СпОбстФСЧФ);
    expect(circumstances.filter(Boolean), name).toEqual(isAdvance ? ['2'] : []);
    expect(allAt(document, 'СвПродПер').length, name).toBe(isAdvance ? 0 : 1);
    if (row.data.vat === null) {
      const taxes = [
        ...allAt(document, 'ТаблСчФакт/СведТов/СумНал'),
        ...allAt(document, 'ТаблСчФакт/ВсегоОпл/СумНалВсего'),
      ];
      expect(new Set(taxes.map(({ children }) => children[0]?.text)), name).toEqual(new Set(['без НДС']));
    }
  }
});

test('a revision is an ИспрДок with its number and day, and the contract is the ground of the transfer', () => {
  const read = (name: string) => readXmlFile(fileOf(rowOf(name)).content);
  expect(allAt(read('act-revised'), 'Документ/СвСчФакт/ИспрДок')[0]?.attributes).toEqual({
    НомИспр: '2',
    ДатаИспр: '12.05.2026',
  });
  expect(allAt(read('upd2-contract'), 'Документ/СвПродПер/СвПер/ОснПер')[0]?.attributes).toEqual({
    РеквНаимДок: 'Договор',
    РеквНомерДок: '15/2026-ВС',
    РеквДатаДок: '01.02.2026',
  });
  expect(allAt(read('upd2-contract'), 'Документ/СвСчФакт/ИнфПолФХЖ1/ТекстИнф')[0]?.attributes.Значен).toBe(
    'Без НДС: п. 2 ст. 346.11 НК РФ',
  );
});

test('a file for exchange is named by both ids, the day and its content: the same twice, another for another signer', () => {
  const row = rowOf('upd1-5');
  const { name, content } = fileOf(row);
  expect(name).toMatch(
    /^ON_NSCHFDOPPR_2LT-11002284301_2BM-7707083893-771401001-201405201234567890123_20260501_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}_0_0_0_0_0_00\.xml$/,
  );
  expect(readXmlFile(content).attributes.ИдФайл).toBe(name.slice(0, -4));
  expect(fileOf(row).content.equals(content)).toBe(true);
  const { seller } = sampleSides;
  const signer = { ...seller.signer, surname: 'Петрова' } as NonNullable<typeof seller.signer>;
  expect(fileOf(row, { ...sampleSides, seller: { ...seller, signer } }).name).not.toBe(name);
});

test('characters outside windows-1251 come back as they were written, and what XML forbids is left out', async () => {
  const row = rowOf('act-none');
  const name = 'ООО «Ąžuolas & Söhne» <中> 🌿\u0001';
  const file = fileOf({ ...row, data: { ...row.data, buyer: { ...row.data.buyer, name } } } as ExchangedRow);
  expect(file.content.every((byte) => byte < 256)).toBe(true);
  expect(file.content.includes(Buffer.from('&#260;'))).toBe(true);
  const [party] = allAt(readXmlFile(file.content), 'Документ/СвСчФакт/СвПокуп/ИдСв/СвЮЛУч');
  expect(party?.attributes.НаимОрг).toBe(name.slice(0, -1));
  expect(await schemaFaults([file])).toEqual([]);
});

test('powers of the signer by an electronic and by a paper power of attorney keep the schema', async () => {
  const { seller } = sampleSides;
  const powers = [
    {
      kind: 'electronic',
      number: '1f0b5d0a-4c1e-4b7a-9d36-2f5a7c1e8b90',
      day: '2026-01-15',
      system: 'https://m4d.nalog.gov.ru',
    },
    { kind: 'paper', number: '7', day: '2026-01-15' },
  ] as const;
  const files = powers.map((one) => {
    const signer = { ...seller.signer, powers: one } as NonNullable<typeof seller.signer>;
    return fileOf(rowOf('advance-22'), { ...sampleSides, seller: { ...seller, signer } });
  });
  expect(await schemaFaults(files)).toEqual([]);
});

test.each(Object.keys(unexchangedSamples))(
  '%s has no XML, whatever else is lacking, and the reason is said',
  (name) => {
    const row = unexchangedSamples[name]?.() as ExchangedRow;
    const reason = name.startsWith('advance')
      ? 'зачисление перевода отменили'
      : 'всё, что списали за месяц, вернули на баланс';
    const message = name.endsWith('annulled')
      ? `Документ аннулирован: ${reason}`
      : 'Суммы ниже нуля бывают только в корректировочном документе (УКД)';
    const none = { seller: { edo: null, signer: null }, buyer: { edo: null } };
    for (const sides of [sampleSides, none]) expect(makeExchangeFile(row, sides)).toEqual([{ path: 'lines', message }]);
  },
);

test.each([
  'ИП Иванова Мария Петровна, студия маникюра и педикюра «Красивые ногти на Садовой»',
  `ИП ${'Ж'.repeat(61)} Мария Петровна`,
])('a proprietor’s name with a part that the format has no room for is named by field: %s', (name) => {
  const row = rowOf('upd1-sole-proprietor');
  const party = { name, inn: '500100732259' };
  const data = { ...row.data, buyer: { ...row.data.buyer, ...party }, seller: { ...row.data.seller, ...party } };
  expect(missingFor({ ...row, data } as ExchangedRow, sampleSides).map(({ path }) => path)).toEqual([
    ...['seller.name', 'buyer.name'],
  ]);
});

test('what a document lacks for its file for exchange is named by field', () => {
  const row = rowOf('upd1-sole-proprietor');
  const data = { ...row.data, buyer: { ...row.data.buyer, name: 'Ромашка', inn: '500100732259', address: null } };
  const none = { seller: { edo: null, signer: null }, buyer: { edo: null } };
  expect(missingFor({ ...row, data } as ExchangedRow, none).map(({ path }) => path)).toEqual([
    ...['seller.edo', 'seller.signer', 'buyer.edo', 'buyer.name', 'buyer.address'],
  ]);
  const act = rowOf('act-none');
  const unaddressed = { ...act, data: { ...act.data, buyer: { ...act.data.buyer, address: null } } } as ExchangedRow;
  expect(missingFor(unaddressed, sampleSides)).toEqual([]);
});
