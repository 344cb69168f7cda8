import { organizationRoles } from '@kazna/contract/shared/permissions';
import { expect, test } from 'vitest';
import { grantsMorePower } from './role-abilities.ts';

test('only a role with more power over others needs a confirmation', () => {
  const asked = organizationRoles.flatMap((current) =>
    organizationRoles
      .filter((role) => role !== current && grantsMorePower(role, current))
      .map((role) => [current, role]),
  );
  expect(asked).toEqual([
    ['admin', 'owner'],
    ['accountant', 'owner'],
    ['accountant', 'admin'],
    ['member', 'owner'],
    ['member', 'admin'],
  ]);
});
