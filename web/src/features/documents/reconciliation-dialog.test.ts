// @vitest-environment happy-dom
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { daysOfPast, reconciliationForm } from './reconciliation-dialog.tsx';

test('days of a reconciliation are typed as people write them', () => {
  expect(check(reconciliationForm, { from: '1.2.26', to: '28.02.2026' }).data).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
});

test('a day that is none is refused at its field, in Russian, and so is an end before the start', () => {
  const [fault] = check(reconciliationForm, { from: '01.02.2026', to: '99.99' }).errors ?? [];
  expect(fault?.path).toBe('to');
  expect(fault?.message).toMatch(/^[А-Яа-яёЁ0-9 .,:«»]+$/);
  const reversed = check(reconciliationForm, { from: '02.02.2026', to: '01.02.2026' }).errors;
  expect(reversed).toEqual([{ path: 'to', message: 'Последний день раньше первого' }]);
});

test('a reconciliation is offered for the month before, over a turn of the year too', () => {
  expect(daysOfPast('last-month', '2026-03-15')).toEqual({ from: '01.02.2026', to: '28.02.2026' });
  expect(daysOfPast('last-month', '2026-01-01')).toEqual({ from: '01.12.2025', to: '31.12.2025' });
  expect(daysOfPast('last-quarter', '2026-01-02')).toEqual({ from: '01.10.2025', to: '31.12.2025' });
  expect(daysOfPast('last-year', '2026-03-15')).toEqual({ from: '01.01.2025', to: '31.12.2025' });
});
