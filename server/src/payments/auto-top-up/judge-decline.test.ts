import { maxDeclinesInRow } from '@kazna/contract/cabinet/auto-top-up';
import { declineReasons } from '@kazna/contract/cabinet/decline-reasons';
import { expect, test } from 'vitest';
import { judgeDecline, policyOf } from './judge-decline.ts';

const hours = (reason: string, inRow: number) => {
  const decision = judgeDecline(reason, inRow);
  return decision.kind === 'pause' ? 'pause' : decision.afterSeconds / 3600;
};

test.each([
  //                              hours until the next attempt after the first, second, third and fourth decline
  ['permission_revoked', 'pause', 'pause', 'pause', 'pause'],
  ['card_expired', 'pause', 'pause', 'pause', 'pause'],
  ['invalid_card_number', 'pause', 'pause', 'pause', 'pause'],
  ['payment_method_restricted', 'pause', 'pause', 'pause', 'pause'],
  ['country_forbidden', 'pause', 'pause', 'pause', 'pause'],
  ['fraud_suspected', 'pause', 'pause', 'pause', 'pause'],
  ['3d_secure_failed', 'pause', 'pause', 'pause', 'pause'],
  ['identification_required', 'pause', 'pause', 'pause', 'pause'],
  ['insufficient_funds', 24, 48, 96, 'pause'],
  ['payment_method_limit_exceeded', 24, 48, 96, 'pause'],
  ['issuer_unavailable', 2, 4, 8, 'pause'],
  ['internal_timeout', 2, 4, 8, 'pause'],
  ['general_decline', 2, 4, 8, 'pause'],
  ['a reason of tomorrow', 2, 4, 8, 'pause'],
])('automatic top-ups declined by %s wait %s, %s, %s and %s', (reason, ...expected) => {
  expect([1, 2, 3, 4].map((inRow) => hours(reason, inRow))).toEqual(expected);
});

test.each(declineReasons)(
  'declines by %s pause the rule in the end, after less than a handful of attempts a day',
  (reason) => {
    expect(judgeDecline(reason, maxDeclinesInRow)).toEqual({ kind: 'pause' });
    let [at, attempts] = [0, 0];
    for (let inRow = 1; at < 24; inRow += 1) {
      attempts += 1;
      const wait = hours(reason, inRow);
      if (wait === 'pause') break;
      at += wait;
    }
    expect(attempts).toBeLessThanOrEqual(maxDeclinesInRow);
  },
);

test('only a card that the bank will never take again is dropped', () => {
  expect(declineReasons.filter((reason) => policyOf(reason) === 'card_gone')).toEqual([
    'card_expired',
    'country_forbidden',
    'invalid_card_number',
    'payment_method_restricted',
    'permission_revoked',
  ]);
});
