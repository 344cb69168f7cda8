// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { changesOf, requisitesValues } from './requisites-fields.tsx';

test('each kind of organization has its own requisites fields', () => {
  expect(Object.keys(requisitesValues('person'))).toEqual(['kind', 'name']);
  expect(requisitesValues('company')).toHaveProperty('kpp');
  expect(requisitesValues('sole_proprietor')).not.toHaveProperty('kpp');
});

test('empty fields of address, ЭДО and bank remove the stored values', () => {
  const form = { kind: 'sole_proprietor', name: 'ИП Иванов', inn: '500100732259', ogrn: '304500116000157' } as const;
  const { kind, ...kept } = form;
  expect(changesOf(form)).toEqual({ ...kept, address: '', edo: '', bank: null });
  expect(changesOf({ kind: 'person', name: 'Личный счёт' })).toEqual({ name: 'Личный счёт' });
});
