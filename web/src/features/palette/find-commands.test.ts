import type { Profile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { commandsOf } from './commands.ts';
import { findCommands } from './find-commands.ts';

const own = { organizationId: 'a', name: 'Ирина Ёлкина', kind: 'person', role: 'owner' } as const;
const other = { organizationId: 'b', name: 'ООО «Ромашка»', kind: 'company', role: 'member' } as const;
const profile = {
  timezone: 'Europe/Moscow',
  operatorRole: null,
  memberships: [own, other],
  activeOrganizationId: 'a',
} as unknown as Profile;

const titles = (person: Profile, searchText: string) =>
  findCommands(commandsOf(person, []), searchText).map(({ title }) => title);

test('every typed word must be met, whatever the case and the letter ё', () => {
  expect(titles(profile, 'ПОПОЛНИТЬ бал')).toEqual(['Пополнить баланс', 'Искать «ПОПОЛНИТЬ бал» во всех платежах']);
  expect(titles(profile, 'темная')).toContain('Сменить тему');
});

test('every organization is found: the active one opens its page, another is switched to', () => {
  const found = (searchText: string) =>
    findCommands(commandsOf(profile, []), searchText).find(({ group }) => group === 'Организации');
  expect(found('ромашка')?.does).toEqual({ switchTo: 'b' });
  expect(found('елкина')?.does).toEqual({ link: { to: '/organization/$id', params: { id: 'a' } } });
});

test('sections of the organization and of the profile are found by their names and by what is done there', () => {
  expect(titles(profile, 'журнал')).toContain('Организация: журнал');
  expect(titles(profile, 'реквизиты')).toContain('Организация: реквизиты');
  expect(titles(profile, 'сеансы')).toContain('Профиль: сеансы');
  expect(titles(profile, 'удалить аккаунт')).toContain('Профиль: мои данные');
});

test('a member is not offered the sections that their role does not open', () => {
  expect(titles({ ...profile, activeOrganizationId: 'b' }, 'журнал')).not.toContain('Организация: журнал');
});

test('the operators’ pages are found by operators alone', () => {
  expect(titles(profile, 'администрирование')).toHaveLength(1);
  expect(titles({ ...profile, operatorRole: 'support' }, 'администрирование')).toHaveLength(4);
});

test('a member who manages nobody is not offered to invite', () => {
  expect(titles({ ...profile, activeOrganizationId: 'b' }, '')).not.toContain('Пригласить коллегу');
  expect(titles(profile, '')).toContain('Пригласить коллегу');
});
