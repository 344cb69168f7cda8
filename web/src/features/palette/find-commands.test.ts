// @vitest-environment happy-dom
import type { Profile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { commandsOf } from './commands.ts';
import { findCommands } from './find-commands.ts';

const own = { organizationId: 'a', name: 'Ирина Ёлкина', kind: 'person', role: 'owner', hasBank: false } as const;
const other = { organizationId: 'b', name: 'ООО «Ромашка»', kind: 'company', role: 'member', hasBank: true } as const;
const profile = {
  timezone: 'Europe/Moscow',
  operatorRole: null,
  memberships: [own, other],
  activeOrganizationId: 'a',
} as unknown as Profile;

const titles = (person: Profile, searchText: string) =>
  findCommands(commandsOf(person, []), searchText).map(({ title }) => title);

test('a command matches only if every typed word does, ignoring case and ё', () => {
  expect(titles(profile, 'ПОПОЛНИТЬ бал')).toEqual(['Пополнить баланс', 'Искать «ПОПОЛНИТЬ бал» во всех платежах']);
  expect(titles(profile, 'темная')).toContain('Сменить тему');
});

test('the palette finds every organization: the active one opens its page, another is switched to', () => {
  const found = (searchText: string) =>
    findCommands(commandsOf(profile, []), searchText).find(({ group }) => group === 'Организации');
  expect(found('ромашка')?.does).toEqual({ switchTo: 'b' });
  expect(found('елкина')?.does).toEqual({ link: { to: '/organization/$id', params: { id: 'a' } } });
});

test('the palette finds sections of the organization and the profile by name and by keyword', () => {
  expect(titles(profile, 'журнал')).toContain('Организация: журнал');
  expect(titles(profile, 'реквизиты')).toContain('Организация: реквизиты');
  expect(titles(profile, 'сеансы')).toContain('Профиль: сеансы');
  expect(titles(profile, 'удалить аккаунт')).toContain('Профиль: мои данные');
});

test('the palette hides organization sections that the role cannot open', () => {
  expect(titles({ ...profile, activeOrganizationId: 'b' }, 'журнал')).not.toContain('Организация: журнал');
});

test('only staff find the admin pages in the palette', () => {
  const ofAdmin = (person: Profile) =>
    titles(person, 'администрирование').filter((title) => title.startsWith('Администрирование'));
  expect(ofAdmin(profile)).toEqual([]);
  const found = ofAdmin({ ...profile, operatorRole: 'support' });
  for (const title of ['пользователи', 'организации', 'выписки', 'невыясненные', 'реквизиты', 'ключи API'])
    expect(found).toContain(`Администрирование: ${title}`);
});

test('the palette offers inviting only to roles that manage members', () => {
  expect(titles({ ...profile, activeOrganizationId: 'b' }, '')).not.toContain('Пригласить коллегу');
  expect(titles(profile, '')).toContain('Пригласить коллегу');
});
