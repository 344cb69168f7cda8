import { expect, test } from 'vitest';
import { auditActions, organizationActions } from './audit.ts';

test('an organization’s log offers no actions on people’s accounts, jobs, keys, webhooks, the business, its services, tariffs, meters and rules, its choice of providers, its ways with requests, help, announcements, statements and documents, which only staff see', () => {
  const left = Object.keys(auditActions).filter((action) => !organizationActions.some((one) => one === action));
  expect(
    left.every((action) =>
      /^(user|job|key|webhook|business|statement|document|service|tariff|meter|promise_rules|help|announcement|provider|request_settings|prepared_answer)\./.test(
        action,
      ),
    ),
  ).toBe(true);
  expect(left.length).toBeGreaterThan(0);
  expect(organizationActions).toContain('balance.adjusted');
  expect(organizationActions).toContain('member.role_changed');
});
