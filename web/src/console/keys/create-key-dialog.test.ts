// @vitest-environment happy-dom
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { filledKeyForm, keyBody } from './create-key-dialog.tsx';

const ticked = { scopes: { 'charges:write': true, 'holds:write': false }, name: 'Биллинг', lifetime: 'none' };

test('ticked boxes, networks by commas and a lifetime become the body of a new key', () => {
  const { data } = check(filledKeyForm, {
    ...ticked,
    networks: '10.0.0.0/8, 192.0.2.1\n2001:db8::/32',
    lifetime: '30',
  });
  expect(data && keyBody(data, Date.parse('2026-11-01T00:00:00Z'))).toEqual({
    name: 'Биллинг',
    scopes: ['charges:write'],
    networks: ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'],
    expiresAt: '2026-12-01T00:00:00.000Z',
  });
  const { data: unlimited } = check(filledKeyForm, ticked);
  expect(unlimited && keyBody(unlimited)).toMatchObject({ networks: [], expiresAt: null });
});

test('a key without a scope and a malformed network are refused at their fields', () => {
  const errorsOf = (form: object) => check(filledKeyForm, form).errors?.map(({ path, message }) => [path, message]);
  expect(errorsOf({ ...ticked, scopes: {} })).toEqual([['scopes', 'Выберите хотя бы одно право']]);
  expect(errorsOf({ ...ticked, networks: '10.0.0.0/8, дом' })).toEqual([
    ['networks', 'Введите адреса или сети через запятую, например 10.0.0.0/8'],
  ]);
});
