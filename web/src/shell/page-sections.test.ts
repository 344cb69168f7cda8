import { expect, test } from 'vitest';
import { chooseTab, tabsFor } from './page-sections.ts';

test('an unknown or forbidden tab falls back to the first one', () => {
  expect(chooseTab(undefined, 'owner').id).toBe('overview');
  expect(chooseTab('nothing', 'owner').id).toBe('overview');
  expect(chooseTab('members', 'accountant').id).toBe('overview');
  expect(chooseTab('members', 'admin').id).toBe('members');
});

test('only roles that manage members see the members and log tabs, and only those that manage money see cards', () => {
  const all = ['overview', 'members', 'invitations', 'requisites', 'cards', 'log'];
  expect(tabsFor('owner').map(({ id }) => id)).toEqual(all);
  expect(tabsFor('admin').map(({ id }) => id)).toEqual(all);
  expect(tabsFor('accountant').map(({ id }) => id)).toEqual(['overview', 'requisites', 'cards']);
  expect(tabsFor('member').map(({ id }) => id)).toEqual(['overview', 'requisites']);
});
