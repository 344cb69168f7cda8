import type { Signer } from '@kazna/contract/admin/business';
import { expect, test } from 'vitest';
import { readXmlFile, schema } from '../../../tests/support/exchange-files.ts';
import { brokenPublishedRules, publishedRules } from '../../../tests/support/published-rules.ts';
import { monthlySamples, sampleSides } from '../../../tests/support/sample-documents.ts';
import { isExchanged, makeExchangeFile } from './exchange-file.ts';
import { brokenRules } from './rules.ts';
import { documentElement, type ExchangedRow } from './upd-elements.ts';
import { type Element, element, xmlFile } from './xml.ts';

/** Every advance invoice would break one of them as it is written: it compares a price that may be absent. */
const published = publishedRules(schema).map(({ context, test: said }) => ({
  context,
  test: said.replace(/, \(@ЦенаТов\)>=0 \)$/, ', count(@ЦенаТов)=0 or (@ЦенаТов)>=0 )'),
}));
const brokenIn = (content: Buffer) => brokenPublishedRules(published, readXmlFile(content));

test('the tax service publishes 58 conditional rules, and all of them are understood', () => {
  expect(published).toHaveLength(58);
  const everything = new Set(published.map(({ context }) => context));
  const children = [...everything].map((name) => ({ name, attributes: {}, children: [], text: '' }));
  expect(() => brokenPublishedRules(published, { name: 'Файл', attributes: {}, children, text: '' })).not.toThrow();
});

test('files of all samples keep the conditional rules as the tax service publishes them', () => {
  let made = 0;
  for (const [name, make] of Object.entries(monthlySamples)) {
    const row = make();
    const file = isExchanged(row) ? makeExchangeFile(row, sampleSides) : [];
    if (Array.isArray(file)) continue;
    expect(brokenIn(file.content), name).toEqual([]);
    made += 1;
  }
  expect(made).toBeGreaterThan(20);
});

/** What a mistake of ours could say instead. */
const otherValues: Record<string, string[]> = {
  Функция: ['СЧФ', 'СЧФДОП', 'ДОП'],
  СпОбстФСЧФ: ['1', '3'],
  СпосПодтПолном: ['1', '3', '5'],
  ЦенаТов: ['0.00', '-1.00'],
};

function copyOf(one: Element): Element {
  const children = one.children.map((child) => (typeof child === 'string' ? child : copyOf(child)));
  return { ...one, attributes: { ...one.attributes }, children };
}

function elementsOf(one: Element): Element[] {
  return [one, ...one.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child)))];
}

/** The file without each of its attributes, two of them and elements, and with other values; of a table one row. */
function* mistakesIn(file: Element): Generator<[what: string, Element]> {
  const fullest = new Map<string, [place: number, one: Element]>();
  for (const [place, one] of elementsOf(file).entries()) {
    const known = Object.keys(fullest.get(one.name)?.[1].attributes ?? {}).length;
    if (!fullest.has(one.name) || known < Object.keys(one.attributes).length) fullest.set(one.name, [place, one]);
  }
  for (const [place, { name, attributes, children }] of fullest.values()) {
    const changed = (what: string, change: (one: Element) => void): [string, Element] => {
      const copy = copyOf(file);
      change(elementsOf(copy)[place] as Element);
      return [`${name} ${what}`, copy];
    };
    for (const [attribute, value] of Object.entries(attributes)) {
      // The schema itself refuses a document without a purpose.
      for (const second of attribute === 'Функция' ? [] : Object.keys(attributes).filter((one) => one !== 'Функция'))
        yield changed(`without ${attribute} and ${second}`, (one) => {
          delete one.attributes[attribute];
          delete one.attributes[second];
        });
      for (const other of otherValues[attribute] ?? [])
        if (other !== value)
          yield changed(`with ${attribute} ${other}`, (one) => Object.assign(one.attributes, { [attribute]: other }));
    }
    if (name !== 'Документ') yield changed('without attributes', (one) => Object.assign(one, { attributes: {} }));
    for (const at of children.keys()) yield changed(`without its child ${at}`, (one) => one.children.splice(at, 1));
    if (name === 'ДопСвФХЖ1')
      yield changed('with circumstances', (one) => Object.assign(one.attributes, { СпОбстФСЧФ: '2' }));
  }
}

const signer = sampleSides.seller.signer as Signer;
const [number, day, system] = ['7', '2026-01-15', 'https://m4d.nalog.gov.ru'];
const shapes: [name: string, signer: Signer][] = [
  ['upd1-22-subscriptions', signer],
  ['act-subscriptions', signer],
  ['advance-long-revised', signer],
  ['advance-22', { ...signer, powers: { kind: 'electronic', number, day, system } }],
  ['upd2-contract', { ...signer, powers: { kind: 'paper', number, day } }],
];

test('whatever is left out of a file or said otherwise against a published rule, our rules refuse', () => {
  const seen = new Set<string>();
  for (const [name, by] of shapes) {
    const file = element('Файл', { ИдФайл: 'ON_1' }, [documentElement(monthlySamples[name]?.() as ExchangedRow, by)]);
    for (const [what, mistaken] of mistakesIn(file)) {
      const broken = brokenIn(xmlFile(mistaken));
      for (const { context, test: said } of broken) seen.add(`${context}: ${said}`);
      if (broken.length > 0) expect(brokenRules(mistaken, 'ON_1.xml').length, `${name}, ${what}`).toBeGreaterThan(0);
    }
  }
  // The others are about what we never write: goods, consignors, factors, carriers, foreigners, registered addresses.
  expect(seen.size).toBe(34);
});
