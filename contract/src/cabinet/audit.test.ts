import { expect, test } from 'vitest';
import { auditActions, organizationActions } from './audit.ts';

test('an organization’s log offers no actions on people’s accounts, jobs, keys, webhooks, the business, statements and documents, which only staff see', () => {
  const left = Object.keys(auditActions).filter((action) => !organizationActions.some((one) => one === action));
  expect(left.every((action) => /^(user|job|key|webhook|business|statement|document)\./.test(action))).toBe(true);
  expect(left.length).toBeGreaterThan(0);
  expect(organizationActions).toContain('balance.adjusted');
  expect(organizationActions).toContain('member.role_changed');
});
