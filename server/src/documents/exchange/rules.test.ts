import type { Signer } from '@kazna/contract/admin/business';
import { expect, test } from 'vitest';
import { monthlySamples, sampleSides } from '../../../tests/support/sample-documents.ts';
import { brokenRules } from './rules.ts';
import { documentElement, type ExchangedRow } from './upd-elements.ts';
import { childrenOf, type Element, element } from './xml.ts';

const samples = { СЧФДОП: 'upd1-22-subscriptions', ДОП: 'act-subscriptions', СЧФ: 'advance-22' } as const;

function fileFor(purpose: keyof typeof samples): Element {
  const row = monthlySamples[samples[purpose]]?.() as ExchangedRow;
  return element('Файл', { ИдФайл: 'ON_1' }, [documentElement(row, sampleSides.seller.signer as Signer)]);
}

function at(file: Element, path: string): Element {
  const names = path.split('/').filter(Boolean);
  return names.reduce((one, name) => childrenOf(one, name)[0] as Element, childrenOf(file, 'Документ')[0] as Element);
}

const without = (path: string, attribute: string) => (file: Element) => {
  delete at(file, path).attributes[attribute];
};
const withValue = (path: string, attribute: string, value: string) => (file: Element) => {
  at(file, path).attributes[attribute] = value;
};
const withoutChild = (path: string, name: string) => (file: Element) => {
  const one = at(file, path);
  one.children = one.children.filter((child) => typeof child === 'string' || child.name !== name);
};
const withChild = (path: string, name: string) => (file: Element) => {
  at(file, path).children.push(element(name));
};
const all =
  (...changes: ((file: Element) => void)[]) =>
  (file: Element) => {
    for (const change of changes) change(file);
  };

const line = 'ТаблСчФакт/СведТов';
const totals = 'ТаблСчФакт/ВсегоОпл';
const withCode = withValue(line, 'ОКЕИ_Тов', '796');
type Case = [message: string, purpose: keyof typeof samples, change: (file: Element) => void];

const cases: Case[] = [
  ['В счёте-фактуре нет таблицы', 'СЧФДОП', withoutChild('', 'ТаблСчФакт')],
  ['В счёте-фактуре нет таблицы', 'СЧФ', withoutChild('', 'ТаблСчФакт')],
  ['Нет сведений о передаче', 'СЧФДОП', withoutChild('', 'СвПродПер')],
  ['Нет сведений о передаче', 'ДОП', withoutChild('', 'СвПродПер')],
  [
    'Название первичного документа есть у всех документов, кроме счёта-фактуры',
    'СЧФ',
    withValue('', 'НаимДокОпр', 'Акт'),
  ],
  ['Название первичного документа есть у всех документов, кроме счёта-фактуры', 'ДОП', without('', 'НаимДокОпр')],
  ['Название первичного документа есть у всех документов, кроме счёта-фактуры', 'СЧФДОП', without('', 'НаимДокОпр')],
  ['Счёт-фактура не на аванс называет документ об отгрузке', 'СЧФ', withValue('СвСчФакт/ДопСвФХЖ1', 'СпОбстФСЧФ', '1')],
  [
    'Особые обстоятельства счёта-фактуры указаны в другом документе',
    'СЧФДОП',
    withValue('СвСчФакт/ДопСвФХЖ1', 'СпОбстФСЧФ', '1'),
  ],
  ['В счёте-фактуре нет адреса продавца', 'СЧФДОП', withoutChild('СвСчФакт/СвПрод', 'Адрес')],
  ['В счёте-фактуре нет адреса покупателя', 'СЧФ', withoutChild('СвСчФакт/СвПокуп', 'Адрес')],
  ['У строки нет названия', 'СЧФДОП', without(line, 'НаимТов')],
  ['У строки нет названия', 'ДОП', without(line, 'НаимТов')],
  ['Код единицы измерения указан без её названия', 'ДОП', all(withCode, without(line, 'НаимЕдИзм'))],
  ['В счёте-фактуре единица измерения указана без количества', 'СЧФДОП', all(withCode, without(line, 'КолТов'))],
  ['В счёте-фактуре у строки нет количества', 'СЧФДОП', all(without(line, 'ОКЕИ_Тов'), without(line, 'КолТов'))],
  ['В счёте-фактуре у строки с количеством нет цены выше нуля', 'СЧФДОП', without(line, 'ЦенаТов')],
  ['В счёте-фактуре у строки с количеством нет цены выше нуля', 'СЧФДОП', withValue(line, 'ЦенаТов', '0.00')],
  ['Цена строки ниже нуля', 'ДОП', withValue(line, 'ЦенаТов', '-0.01')],
  ['В счёте-фактуре у строки нет стоимости без налога', 'СЧФДОП', without(line, 'СтТовБезНДС')],
  ['У строки нет стоимости с налогом', 'СЧФ', without(line, 'СтТовУчНал')],
  ['У строки нет стоимости с налогом', 'ДОП', all(without(line, 'СтТовУчНал'), without(line, 'СтТовБезНДС'))],
  [
    'Строка «без НДС» не называет сумму налога и не стоит в счёте-фактуре',
    'СЧФДОП',
    withValue(line, 'НалСт', 'без НДС'),
  ],
  ['Строка «без НДС» не называет сумму налога и не стоит в счёте-фактуре', 'ДОП', withValue(line, 'НалСт', '0%')],
  ['В счёте-фактуре нет итога без налога', 'СЧФДОП', without(totals, 'СтТовБезНДСВсего')],
  ['Нет итога с налогом', 'СЧФ', without(totals, 'СтТовУчНалВсего')],
  ['Нет итога с налогом', 'ДОП', all(without(totals, 'СтТовУчНалВсего'), without(totals, 'СтТовБезНДСВсего'))],
  [
    'Нет ни даты передачи, ни обеих дат периода',
    'ДОП',
    all(without('СвПродПер/СвПер', 'ДатаПер'), without('СвПродПер/СвПер', 'ДатаНачПер')),
  ],
  [
    'Электронную доверенность называют тогда, когда подписывают по ней',
    'ДОП',
    withValue('Подписант', 'СпосПодтПолном', '3'),
  ],
  ['Электронную доверенность называют тогда, когда подписывают по ней', 'ДОП', withChild('Подписант', 'СвДоверЭл')],
  [
    'Бумажную доверенность называют тогда, когда подписывают по ней',
    'СЧФ',
    withValue('Подписант', 'СпосПодтПолном', '5'),
  ],
  ['Бумажную доверенность называют тогда, когда подписывают по ней', 'СЧФ', withChild('Подписант', 'СвДоверБум')],
  ['У подписанта нет должности', 'СЧФДОП', without('Подписант', 'Должн')],
];

test.each(Object.keys(samples) as (keyof typeof samples)[])(
  'a file of purpose %s keeps every conditional rule',
  (purpose) => {
    expect(brokenRules(fileFor(purpose), 'ON_1.xml')).toEqual([]);
  },
);

test.each(cases)('the rule «%s» refuses a file of purpose %s', (message, purpose, change) => {
  const file = fileFor(purpose);
  change(file);
  expect(brokenRules(file, 'ON_1.xml').map((fault) => fault.message)).toContain(message);
});

test('a transfer document may leave out one of both sums, and one of the days', () => {
  const file = fileFor('ДОП');
  all(
    without(line, 'СтТовУчНал'),
    without(totals, 'СтТовБезНДСВсего'),
    without('СвПродПер/СвПер', 'ДатаПер'),
    withoutChild('СвСчФакт/СвПокуп', 'Адрес'),
  )(file);
  expect(brokenRules(file, 'ON_1.xml')).toEqual([]);
});

test('a file under another name than its id is refused', () => {
  expect(brokenRules(fileFor('ДОП'), 'ON_2.xml')).toEqual([
    { path: 'Файл.ИдФайл', message: 'Имя файла не совпадает с его идентификатором' },
  ]);
});
