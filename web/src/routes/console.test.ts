// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { groupOf } from '../console/desk-sections.tsx';
import { consoleRoutes } from './console.tsx';

test('every page of staff belongs to a group of the navigation', () => {
  const paths = Object.values(consoleRoutes.children ?? {}).map(
    ({ options }) => `/admin${Reflect.get(options, 'path')}`,
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => groupOf(path) === undefined)).toEqual([]);
});

test('a page within a part is of the part’s group, and the overview of its own alone', () => {
  expect(groupOf('/admin/services/1/2/new-version')?.title).toBe('Услуги');
  expect(groupOf('/admin/')?.title).toBe('Сводка');
  expect(groupOf('/admin/users')?.title).toBe('Клиенты');
});
