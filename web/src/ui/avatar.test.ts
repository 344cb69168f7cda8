import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './avatar.tsx';

test.each([
  ['ООО «Северный ветер»', 'СВ'],
  ['ИП Орлова Анна Петровна', 'ОА'],
  ['Личный счёт', 'ЛС'],
  ['1С', '1'],
  ['«»', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('the hue of an id stays the same and ids share out all six', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `0190-${index}`);
  expect(new Set(ids.map(hueOf))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(ids.map(hueOf)).toEqual(ids.map(hueOf));
});
