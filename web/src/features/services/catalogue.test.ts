import type { CatalogueService, CatalogueTariff } from '@kazna/contract/cabinet/services';
import { expect, test } from 'vitest';
import { groupsOf, termsOf } from './catalogue.tsx';

const tariff: CatalogueTariff = {
  id: 'tariff',
  name: 'Базовый',
  priceMinor: 100_000,
  currency: 'RUB',
  period: { unit: 'month', count: 1 },
  anchor: 'calendar',
  setupFeeMinor: 0,
  trialDays: 14,
  maxQuantity: 1,
  graceDays: 0,
  mayPause: false,
  refundOnStop: false,
  meters: [],
  discount: null,
  hasTrial: true,
};
const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

test('the catalogue keeps the order of groups, and services without one come last', () => {
  const service = (name: string, group: string | null) => ({ name, group }) as CatalogueService;
  const services = [service('А', null), service('Б', 'Связь'), service('В', 'Хостинг'), service('Г', 'Связь')];
  const names = groupsOf(services).map(([group, ofGroup]) => [group, ofGroup.map(({ name }) => name)]);
  expect(names).toEqual([
    ['Связь', ['Б', 'Г']],
    ['Хостинг', ['В']],
    ['', ['А']],
  ]);
});

test('a tariff of the catalogue names its trial only while the organization may have it', () => {
  expect(plain(termsOf(tariff, 'шт.'))).toEqual(['Сначала 14 дней бесплатно']);
  expect(termsOf({ ...tariff, hasTrial: false }, 'шт.')).toEqual([]);
});

test('a tariff of the catalogue names its fee, its seats, its grace and its pause', () => {
  const terms = { ...tariff, hasTrial: false, setupFeeMinor: 50_000, maxQuantity: 1000, graceDays: 3, mayPause: true };
  expect(plain(termsOf(terms, 'место'))).toEqual([
    'Подключение 500,00 ₽, один раз',
    'Цена за единицу (место), до 1 000',
    'Работает ещё 3 дня, если денег не хватит',
    'Можно поставить на паузу',
  ]);
});
