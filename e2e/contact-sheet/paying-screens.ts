import { openDialog, press } from './reach.ts';
import type { Screen } from './screen.ts';

const id = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
const [day, later] = ['2026-10-03T12:00:00.000Z', '2026-11-01T01:00:00.000Z'];
const fiscal = { document: '40817', storage: '9960440301234567', sign: '3218541907', registeredAt: day };

/** Advance, a month of services, a refund under way and one that the register delays. */
const receipts = {
  email: 'payer@example.ru',
  items: [
    {
      id: id(1),
      kind: 'advance',
      month: null,
      amountMinor: 1_250_050,
      status: 'registered',
      fiscal,
      url: 'https://ofd.example.ru/1',
      createdAt: day,
    },
    {
      id: id(2),
      kind: 'settlement',
      month: '2026-10',
      amountMinor: 349_000,
      status: 'registered',
      fiscal: { ...fiscal, registeredAt: later },
      url: null,
      createdAt: later,
    },
    {
      id: id(3),
      kind: 'settlement_return',
      month: '2026-10',
      amountMinor: 50_000,
      status: 'failed',
      fiscal: null,
      url: null,
      createdAt: later,
    },
    {
      id: id(4),
      kind: 'refund',
      month: null,
      amountMinor: 100_000,
      status: 'waiting',
      fiscal: null,
      url: null,
      createdAt: later,
    },
  ],
};

const failed = (count: number, more: object) => ({
  ...{ id: id(count), kind: 'settlement', month: '2026-10', provider: 'tbank', paymentId: id(count) },
  ...{ organizationId: id(9), organizationName: 'ООО «Ромашка и партнёры»', amountMinor: 349_000, attempts: 4 },
  ...{ reason: 'outcome_unknown', createdAt: later, ...more },
});

const failedReceipts = {
  nextCursor: null,
  items: [
    failed(1, {}),
    failed(2, { kind: 'settlement_return', reason: 'unsupported', amountMinor: 50_000 }),
    failed(3, { kind: 'advance', month: null, provider: 'yookassa', reason: 'not_registered', amountMinor: 1_250_050 }),
  ],
};

const attention = {
  ...{ reviewPayments: 0, silentRefunds: 0, failedReceipts: 3 },
  ...{ bankReturns: 0, failedJobs: 0, unidentifiedReceipts: 0, waitingRequests: 0 },
};

/** Paying by link, the second provider's pages, receipts. */
export const payingScreens: Screen[] = [
  { name: 'pay-links', by: 'owner', path: '/payments/links' },
  { name: 'pay-links-empty', by: 'newcomer', path: '/payments/links' },
  { name: 'pay-links-new', by: 'owner', path: '/payments/links', reach: openDialog('Создать ссылку') },
  { name: 'pay-links-revoke', by: 'owner', path: '/payments/links', reach: openDialog(/^Отозвать/) },
  { name: 'pay-fixed', by: 'visitor', path: '{payFixed}' },
  { name: 'pay-any', by: 'visitor', path: '{payAny}' },
  { name: 'pay-errors', by: 'visitor', path: '{payAny}', reach: press(/^Оплатить/) },
  { name: 'pay-paid', by: 'visitor', path: '{payPaid}' },
  { name: 'pay-revoked', by: 'visitor', path: '{payRevoked}' },
  { name: 'pay-unknown', by: 'visitor', path: '/pay/AAAAAAAAAAAAAAAAAAAAAA' },
  { name: 'pay-failed', by: 'visitor', path: '{payAny}', calls: 'failed' },
  { name: 'pay-result', by: 'visitor', path: '/pay/result?paymentId={payResult}' },
  { name: 'pay-result-waiting', by: 'visitor', path: '/pay/result?paymentId={payWaiting}' },
  { name: 'pay-result-declined', by: 'visitor', path: '/pay/result?paymentId={payDeclined}' },
  { name: 'pay-tbank-checkout', by: 'visitor', path: '{tbankCheckout}' },
  { name: 'pay-tbank-secure', by: 'visitor', path: '{tbankSecure}' },
  { name: 'pay-receipts', by: 'owner', path: '/payments/{paid}', answers: { '/api/payments/*/receipts': receipts } },
  {
    name: 'pay-failed-receipts',
    by: 'staff',
    path: '/admin/',
    answers: { '/api/admin/receipts': failedReceipts },
    changes: { '/api/admin/overview': { attention } },
  },
];
