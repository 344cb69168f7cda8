import { expect, test } from 'vitest';
import { organizationTitle } from './organization-kind.tsx';

test.each([
  [{ kind: 'person', name: 'Личный счёт', ownerName: 'Анна Орлова' }, 'Анна Орлова'],
  [{ kind: 'person', name: 'Личный счёт', ownerName: null }, 'Личный счёт'],
  [{ kind: 'person', name: 'Мой счёт', ownerName: 'Анна Орлова' }, 'Мой счёт'],
  [{ kind: 'company', name: 'ООО «Ромашка»', ownerName: 'Анна Орлова' }, 'ООО «Ромашка»'],
] as const)('staff see %j as %s', (organization, title) => {
  expect(organizationTitle(organization)).toBe(title);
});
