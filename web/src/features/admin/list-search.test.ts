import { expect, test } from 'vitest';
import { chipsIn, filterIn } from './list-search.ts';

const choices = [{ name: 'status', label: 'Состояние', words: { active: 'Работает', blocked: 'Заблокирован' } }];

test('what makes no sense in the address is passed over', () => {
  expect(filterIn(choices, { q: '  ', status: 'constructor', user: 'x' })).toEqual({});
  expect(filterIn(choices, { q: ' anna ', status: 'blocked' })).toEqual({ q: 'anna', status: 'blocked' });
});

test('every condition can be read and taken away', () => {
  expect(chipsIn(choices, { q: 'anna', status: 'blocked' })).toEqual([
    { names: ['q'], words: '«anna»' },
    { names: ['status'], words: 'Заблокирован' },
  ]);
});
