// @vitest-environment happy-dom
import type { Profile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { type Command, commandsOf } from './commands.ts';
import { documentNumberIn, findCommands, typedMinor } from './find-commands.ts';

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
  for (const words of ['темная', 'тема', 'тему']) expect(titles(profile, words)).toContain('Сменить тему');
  expect(titles(profile, 'акт сверки')).toContain('Документы: акты сверки');
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
  expect(titles(profile, 'администрирование').filter((title) => title.startsWith('Администрирование'))).toEqual([]);
  const support = { ...profile, operatorRole: 'support' as const };
  for (const page of ['пользователи', 'организации', 'выписки', 'невыясненные', 'реквизиты', 'платежи', 'возвраты']) {
    const title = `Администрирование: ${page}`;
    expect(titles(support, title)).toContain(title);
    expect(titles(profile, title)).not.toContain(title);
  }
});

test('the palette has only those pages of staff that their role opens', () => {
  for (const [page, role] of [
    ['выручка', 'finance'],
    ['ключи API', 'admin'],
    ['вебхуки', 'admin'],
  ] as const) {
    const title = `Администрирование: ${page}`;
    expect(titles({ ...profile, operatorRole: role }, title)).toContain(title);
    expect(titles({ ...profile, operatorRole: 'support' }, title)).not.toContain(title);
  }
});

test('at their desk staff find its pages before those of the cabinet', () => {
  const support = { ...profile, operatorRole: 'support' as const };
  const pages = (isAtDesk: boolean) =>
    findCommands(commandsOf(support, [], isAtDesk), 'обращения')
      .filter(({ group }) => group === 'Страницы')
      .map(({ id }) => id);
  expect(pages(true)).toEqual(pages(false).toReversed());
  expect(pages(true)[0]).toMatch(/^admin-/);
});

test('the palette offers inviting only to roles that manage members', () => {
  expect(titles({ ...profile, activeOrganizationId: 'b' }, '')).not.toContain('Пригласить коллегу');
  expect(titles(profile, '')).toContain('Пригласить коллегу');
});

test.each([
  ['пополнить на 5000', 'Пополнить на 5\u00a0000,00\u00a0₽', { amount: '5000.00' }],
  ['Счёт на 120 000,50', 'Счёт на 120\u00a0000,50\u00a0₽', { amount: '120000.50', method: 'invoice' }],
])('«%s» offers «%s» first', (searchText, title, search) => {
  const [first] = findCommands(commandsOf(profile, []), searchText);
  expect(first).toMatchObject({ title, does: { link: { to: '/payments/create', search } } });
});

test.each(['счёт 4', 'счет 4', 'Счёт № 4', 'счет КЗ-000004'])(
  '«%s» finds invoices with that number before anything else, then the act',
  (searchText) => {
    const invoice = { id: 'i', group: 'Счета клиентов', title: 'Счёт № КЗ-000004', does: { act: 'theme' } } as const;
    const payment = { id: 'p', group: 'Платежи клиентов', title: 'К-4', does: { act: 'theme' } } as const;
    const found = findCommands(commandsOf(profile, []), searchText, [payment, invoice], true);
    expect(found[0]?.id).toBe('i');
    expect(found.slice(1).map(({ id }) => id)).not.toContain('i');
    if (searchText.endsWith('т 4')) expect(found[1]?.title).toBe('Счёт на 4,00\u00a0₽');
  },
);

test.each([
  ['счёт 4', '4'],
  ['Счет № КЗ-000004', 'кз-000004'],
  ['акт 12', '12'],
  ['акт сверки № 2', '2'],
  ['КЗ-000004', 'кз-000004'],
  ['актив 5', 'актив 5'],
])('the number in «%s» is «%s»', (searchText, number) => {
  expect(documentNumberIn(searchText)).toBe(number);
});

test('commands of a group stand together, so that arrows move as the eye does', () => {
  const groups = findCommands(commandsOf(profile, []), 'пополнить на 5', [
    { id: 'd', group: 'Документы', title: 'Счёт', does: { act: 'theme' } },
    { id: 'a', group: 'Действия', title: 'Счёт', does: { act: 'theme' } },
  ]).map(({ group }) => group);
  expect(groups).toEqual(['Действия', 'Действия', 'Документы', 'Платежи']);
});

test('a word instead of an amount offers no top-up of it', () => {
  expect(titles(profile, 'пополнить баланс')).not.toContain('Пополнить на');
  expect(['5000', '12 500,5 ₽', '5 руб.', 'К-15', '1e9', ''].map(typedMinor)).toEqual([
    ...[500_000, 1_250_050, 500],
    ...[null, null, null],
  ]);
});

test('what the server found stands once, behind what is known here', () => {
  const known = commandsOf(profile, []).find(({ id }) => id === 'documents') as Command;
  const found = { id: 'x', group: 'Документы', title: 'Счёт № КЗ-000004', does: { act: 'theme' } } as const;
  const all = findCommands(commandsOf(profile, []), 'документы', [known, found]);
  expect(all.filter(({ id }) => id === 'documents')).toHaveLength(1);
  expect(all.map(({ id }) => id)).toContain('x');
});

test.each([
  ['К-3913', { q: 'К-3913' }],
  ['4 300', { amountMin: '4300', amountMax: '4300' }],
])('staff who search «%s» in all payments come to those of all clients', (searchText, search) => {
  expect(findCommands([], searchText, [], true).at(-1)?.does).toEqual({ link: { to: '/admin/payments', search } });
  expect(findCommands([], searchText, []).at(-1)?.does).toEqual({
    link: { to: '/payments', search: { q: searchText } },
  });
});
