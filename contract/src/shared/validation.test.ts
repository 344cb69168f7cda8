import { describe, expect, test } from 'vitest';
import { addressForm, resetPassword, signInForm, signUpForm } from '../cabinet/accounts.ts';
import { createPaymentForm } from '../cabinet/create-payment-form.ts';
import { organizationForm } from '../cabinet/organization-forms.ts';
import { closeOrganization } from '../cabinet/organizations.ts';
import { budgetLimitForm } from '../cabinet/spending.ts';
import { check } from './validation.ts';

const person = {
  email: 'maria@example.ru',
  password: 'четыре слова подряд',
  name: 'Мария',
  acceptOffer: true,
  acceptPersonalData: true,
};

function messages(change: object): Record<string, string> {
  const { errors = [] } = check(signUpForm, { ...person, ...change });
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

test('a valid form passes with a trimmed, lowercased e-mail and a trimmed name', () => {
  const { data } = check(signUpForm, { ...person, email: '  Maria@Example.RU ', name: ' Мария ' });
  expect(data).toEqual(person);
});

test('a password is accepted as typed, spaces included', () => {
  expect(check(signUpForm, { ...person, password: '  восемь  ' }).data?.password).toBe('  восемь  ');
});

describe('required fields', () => {
  test.each([undefined, null, ''])('a required field that is %j is asked for by its name, once', (nothing) => {
    expect(messages({ email: nothing, password: nothing, name: nothing })).toEqual({
      email: 'Пожалуйста, введите e-mail',
      password: 'Пожалуйста, введите пароль',
      name: 'Пожалуйста, введите имя',
    });
  });

  test('a required field of only spaces is asked for by its name', () => {
    expect(messages({ name: '   ', email: '  ' })).toEqual({
      name: 'Пожалуйста, введите имя',
      email: 'Пожалуйста, введите e-mail',
    });
  });

  test('required fields of other forms are asked for by their names', () => {
    expect(check(addressForm, {}).errors).toEqual([{ path: 'email', message: 'Пожалуйста, введите e-mail' }]);
    expect(check(signInForm, { email: 'a@b.ru' }).errors).toEqual([
      { path: 'password', message: 'Пожалуйста, введите пароль' },
    ]);
    expect(check(resetPassword.body, { password: person.password }).errors).toEqual([
      { path: 'token', message: 'Пожалуйста, введите код из письма' },
    ]);
  });
});

describe('lengths', () => {
  const message = 'Длина пароля от 8 до 128 символов';
  test.each([
    ['7 characters', 'семь777', message],
    ['8 characters', 'восемь88', undefined],
    ['128 characters', 'ж'.repeat(128), undefined],
    ['129 characters', 'ж'.repeat(129), message],
  ])('a password of %s: the message names both ends of its length', (_what, password, expected) => {
    expect(messages({ password }).password).toBe(expected);
  });

  test('a name of 101 characters: the message names both ends of its length', () => {
    expect(messages({ name: 'и'.repeat(101) }).name).toBe('Длина имени от 1 до 100 символов');
  });
});

describe('patterns', () => {
  test.each(['мария', 'maria@', '@example.ru', 'maria example.ru', 'maria@example'])(
    'the malformed e-mail %s shows an example',
    (email) => {
      expect(messages({ email }).email).toBe('Введите e-mail в виде name@example.ru');
    },
  );

  test.each(['<b>Мария</b>', 'Ма\u0000рия', 'Мария\nИванова', 'Мария\u202e', 'Мария\ud800'])(
    'the malformed name %j is refused',
    (name) => {
      expect(messages({ name }).name).toBe('Неверный формат: проверьте имя');
    },
  );
});

test('each consent is required separately and only true counts', () => {
  const asked = {
    acceptOffer: 'Примите условия оферты, чтобы зарегистрироваться',
    acceptPersonalData: 'Дайте согласие на обработку персональных данных',
  };
  expect(messages({ acceptOffer: false, acceptPersonalData: undefined })).toEqual(asked);
  expect(messages({ acceptOffer: 'true', acceptPersonalData: 1 })).toEqual(asked);
});

test('validation messages are Russian for any input', () => {
  for (const input of [undefined, null, 5, 'text', [], { email: {}, password: [], name: 7, referrerCode: 1 }]) {
    const { errors = [] } = check(signUpForm, input);
    expect(errors.length).toBeGreaterThan(0);
    for (const { message } of errors) expect(message).toMatch(/^[А-ЯЁ][^A-Z]*$/);
  }
});

test.each([undefined, ''])('a message uses the form’s own label when the field is %j', (nothing) => {
  const said = (schema: Parameters<typeof check>[0], input: object) =>
    check(schema, input).errors?.map(({ message }) => message);
  const company = { kind: 'company', inn: '7707083893', kpp: '773601001', ogrn: '1027700132195' };
  expect(said(organizationForm, { ...company, name: nothing })).toEqual(['Пожалуйста, введите название']);
  const trader = { kind: 'sole_proprietor', name: 'ИП Иванова', inn: '500100732259' };
  expect(said(organizationForm, { ...trader, ogrn: nothing })).toEqual(['Пожалуйста, введите ОГРНИП']);
  expect(said(closeOrganization.body, { name: nothing })).toEqual(['Пожалуйста, введите название организации']);
  expect(said(resetPassword.body, { token: 'x', password: nothing })).toEqual(['Пожалуйста, введите новый пароль']);
});

test('a length message names both limits', () => {
  expect(messages({ email: `${'a'.repeat(300)}@example.ru` }).email).toBe('Длина e-mail от 1 до 254 символов');
});

test.each([0, -5, 1])('a top-up of %i kopecks is refused by the limits of the currency', (amountMinor) => {
  const { errors } = check(createPaymentForm, { amountMinor, currency: 'RUB', method: 'card' });
  expect(errors?.map(({ message }) => message.replaceAll(/\s/g, ' '))).toEqual(['Сумма от 1,00 ₽ до 500 000,00 ₽']);
});

describe('amounts', () => {
  const message = (limitMinor: unknown) => check(budgetLimitForm, { limitMinor }).errors?.[0]?.message;

  test('each is asked for as a sum, whatever its name', () => {
    expect(message('')).toBe('Пожалуйста, введите сумму');
    expect(message('сто')).toBe('Проверьте сумму');
  });

  test('limits are said in roubles, as people type them', () => {
    expect(message(0)).toBe('Значение не меньше 0,01');
    expect(message(100_000_000_001)).toBe('Значение не больше 1\u00a0000\u00a0000\u00a0000');
  });
});
