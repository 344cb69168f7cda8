import { expect, test } from 'vitest';
import { chipsIn, filterIn } from './list-filters.tsx';

const choices = [{ name: 'status', label: 'Состояние', labels: { active: 'Работает', blocked: 'Заблокирован' } }];

test('invalid search parameters of a staff list are ignored', () => {
  expect(filterIn(choices, { q: '  ', status: 'constructor', user: 'x' })).toEqual({});
  expect(filterIn(choices, { q: ' anna ', status: 'blocked' })).toEqual({ q: 'anna', status: 'blocked' });
});

test('every active filter of a staff list has a removable chip', () => {
  expect(chipsIn(choices, { q: 'anna', status: 'blocked' })).toEqual([
    { names: ['q'], text: '«anna»' },
    { names: ['status'], text: 'Заблокирован' },
  ]);
});
