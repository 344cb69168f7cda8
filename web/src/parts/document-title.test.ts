import { expect, test } from 'vitest';
import { documentTitle } from './document-title.ts';

const invoice = { kind: 'invoice', number: 'КЗ-000123', period: null, from: null, to: null, revision: 0 } as const;

test('the title of a document names its kind, number, period and revision', () => {
  expect(documentTitle(invoice)).toBe('Счёт №\u00a0КЗ-000123');
  expect(documentTitle({ ...invoice, kind: 'act', number: '7', period: '2026-10', revision: 1 })).toBe(
    'Акт №\u00a07 за октябрь 2026, исправление 1',
  );
  const days = { from: '2026-01-01', to: '2026-03-31' };
  expect(documentTitle({ ...invoice, kind: 'reconciliation', number: '2', ...days })).toBe(
    'Акт сверки №\u00a02 с 1 января по 31 марта 2026',
  );
  expect(documentTitle({ ...invoice, kind: 'reconciliation', number: '2', ...days, from: '2025-12-01' })).toBe(
    'Акт сверки №\u00a02 с 1 декабря 2025 по 31 марта 2026',
  );
});
