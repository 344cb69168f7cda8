import { describe, expect, test } from 'vitest';
import { signUpForm } from '../cabinet/accounts.ts';
import { companyForm, personForm, soleProprietorForm } from '../cabinet/organization-forms.ts';
import { hasExplicitAddress, hasWebAddress } from './fields.ts';
import { check } from './validation.ts';

const explicit = [
  'https://evil.example/приз',
  'Приз HTTP://evil',
  'www.evil',
  'Пишите на a@evil.com',
  '10.0.0.1',
  't.me/evil',
  'evil.com/win',
  'evil.com:8080',
];
const hosts = ['evil.com', 'Выигрыш на evil.com сейчас', 't.me', 'T.ME', 'я.ру', 'приз.рф', 'evil。com', 'evil-1.Com'];
const plain = [
  'Мария',
  'Иванов И.И.',
  'А.С. Пушкин',
  'И.Петров',
  'J.Smith',
  'O’Neil-Смирнова',
  'Петров В. А.',
  'Д-р Иванов, к.м.н.',
  'Общество № 5. Север',
];

describe('an address of a site or a mailbox', () => {
  test.each(explicit)('an explicit address in «%s» is detected for any name', (text) => {
    expect(hasExplicitAddress(text)).toBe(true);
    expect(hasWebAddress(text)).toBe(true);
  });

  test.each(hosts)('an address in «%s» is detected in a person’s name', (text) => {
    expect(hasWebAddress(text)).toBe(true);
    expect(hasExplicitAddress(text)).toBe(false);
  });

  test.each(plain)('no address is detected in «%s»', (text) => {
    expect(hasWebAddress(text)).toBe(false);
  });
});

describe('names with an address', () => {
  const messageOf = (result: { errors?: { path: string; message: string }[] | undefined }) =>
    result.errors?.find(({ path }) => path === 'name')?.message;
  const ofPerson = 'Уберите из имени адрес сайта или почты';
  const ofOrganization = 'Уберите из названия адрес сайта или почты';

  test('a person’s name with an address is refused with advice', () => {
    expect(messageOf(check(signUpForm, { name: 'evil.com' }))).toBe(ofPerson);
    expect(messageOf(check(signUpForm, { name: 'Иванов И.И.' }))).toBeUndefined();
  });

  test('an organization named after a person is refused with an address', () => {
    expect(messageOf(check(personForm, { kind: 'person', name: 'evil.com' }))).toBe(ofOrganization);
    expect(messageOf(check(soleProprietorForm, { kind: 'sole_proprietor', name: 'ИП evil.com' }))).toBe(ofOrganization);
  });

  test('a company may be named like a domain', () => {
    expect(messageOf(check(companyForm, { kind: 'company', name: 'ООО «Ромашка.ру»' }))).toBeUndefined();
    expect(messageOf(check(companyForm, { kind: 'company', name: 'ООО «Ромашка.ру/приз»' }))).toBe(ofOrganization);
    expect(messageOf(check(companyForm, { kind: 'company', name: 'https://evil.com' }))).toBe(ofOrganization);
  });
});
