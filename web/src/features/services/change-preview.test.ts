// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { whenText } from './change-preview.tsx';

test('a change of a suspended service, which has no paid period, is said to begin when the service works again', () => {
  expect(whenText({ when: 'period_end', lines: [] }, undefined)).toMatch(/когда услуга снова заработает/);
  expect(whenText({ when: 'period_end', lines: [] }, '2027-02-01')).toMatch(/1.февраля.*закончится оплаченное/);
});
