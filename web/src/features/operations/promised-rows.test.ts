// @vitest-environment happy-dom
import type { Operation } from '@kazna/contract/cabinet/balance';
import type { TakenPromise } from '@kazna/contract/cabinet/promised-payments';
import { expect, test } from 'vitest';
import { promisedText, withPromised } from './promised-rows.ts';

const operation = (createdAt: string) => ({ id: createdAt, createdAt }) as Operation;
const promise: TakenPromise = {
  ...{ id: 'promise', amountMinor: 80_700, currency: 'RUB' as const, until: '2026-01-13', status: 'paid' as const },
  takenAt: '2026-01-10T09:00:00.000Z',
};
const operations = [operation('2026-01-12T09:00:00.000Z'), operation('2026-01-08T09:00:00.000Z')];
const order = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('promised payments stand among operations by their time', () => {
  expect(order(withPromised(operations, [promise], {}, false))).toEqual([
    operations[0]?.id,
    'promise',
    operations[1]?.id,
  ]);
});

test('a promised payment waits for the page of operations that it belongs to', () => {
  expect(order(withPromised(operations.slice(0, 1), [promise], {}, true))).toEqual([operations[0]?.id]);
});

test('lists filtered by kind, direction or text have no promised payments', () => {
  expect(withPromised(operations, [promise], { direction: 'in' }, false)).toEqual(operations);
  expect(withPromised(operations, [promise], { from: '2026-01-11T00:00:00.000Z' }, false)).toEqual(operations);
});

test('a promised payment is described as a limit with its last day and its outcome', () => {
  expect(promisedText(promise).replaceAll('\u00a0', ' ')).toMatch(
    /^Можно было уйти в минус до 807,00 ₽ по 13 января( 2026)?, погашен$/,
  );
});
