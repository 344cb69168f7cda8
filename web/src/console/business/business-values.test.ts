import type { Business } from '@kazna/contract/admin/business';
import { check } from '@kazna/contract/shared/validation';
import { expect, test } from 'vitest';
import { toInput } from '../../ui/forms/form.ts';
import { businessValues, emptyAccount, filledBusinessForm, rowsOf, withRows } from './business-values.ts';

const business: Business = {
  kind: 'company',
  name: 'ООО «Казна»',
  inn: '7707083893',
  kpp: '771401001',
  ogrn: '1027700132195',
  address: '125009, г. Москва, ул. Тверская, д. 1',
  phone: null,
  bankAccounts: [
    { bankName: 'СБЕР', bank: { bik: '044525225', account: '40702810138250123017', correspondentAccount: null } },
  ],
  taxPeriods: [
    { from: '2026-01-01', regime: 'osno', vat: 22 },
    { from: '2020-01-01', regime: 'usn', vat: null, ground: 'п. 2 ст. 346.11 НК РФ' },
    { from: '2019-01-01', regime: 'usn', vat: null, closing: 'upd' },
  ],
  director: { title: 'Директор', name: 'Иванов И. И.' },
  accountantName: null,
  edo: '2BM-7707083893-771401001',
  signer: {
    surname: 'Петрова',
    firstName: 'Анна',
    title: 'Бухгалтер',
    powers: {
      kind: 'electronic',
      number: '1f0b5d0a-4c1e-4b7a-9d36-2f5a7c1e8b90',
      day: '2026-01-15',
      system: 'https://m4d.nalog.gov.ru',
    },
  },
  invoicePrefix: 'КЗ',
  invoiceDays: 5,
};

const filled = (values: Record<string, string>) => check(filledBusinessForm, toInput(values));

test('unchanged requisites pass through their form as they were', () => {
  expect(filled(businessValues(business)).data).toEqual(business);
});

test('a seller without VAT keeps the choice of УПД, and a payer of VAT has none', () => {
  const periods = [
    { from: '2026-01-01', regime: 'osno' as const, vat: 22 as const },
    { from: '2020-01-01', regime: 'usn' as const, vat: null, closing: 'upd' as const },
  ];
  const values = businessValues({ ...business, taxPeriods: periods });
  expect(filled(values).data?.taxPeriods).toEqual(periods);
  expect(filled({ ...values, 'taxPeriods.0.closing': 'upd' }).data?.taxPeriods).toEqual(periods);
});

test('an empty signer is none, a begun one names what it lacks, and powers by the signature have no number', () => {
  const values = businessValues(business);
  const empty = { 'signer.surname': '', 'signer.firstName': '', 'signer.title': '', edo: '' };
  expect(filled({ ...values, ...empty }).data).not.toHaveProperty('signer');
  const begun = filled({ ...values, 'signer.title': '', 'signer.powers.number': '1', 'signer.powers.day': '' });
  expect(begun.errors?.map(({ path }) => path)).toEqual([
    ...['signer.title', 'signer.powers.number', 'signer.powers.day'],
  ]);
  expect(filled({ ...values, 'signer.powers.kind': 'signature' }).data?.signer?.powers).toEqual({ kind: 'signature' });
});

test('a sole proprietor’s form sends no КПП, whatever was typed before', () => {
  const values = { ...businessValues(business), kind: 'sole_proprietor', inn: '500100732259', ogrn: '304500116000157' };
  expect(filled(values).data).toMatchObject({ kind: 'sole_proprietor', kpp: null });
});

test('an empty form of requisites has an error at each field that must be filled', () => {
  const paths = filled(businessValues(null)).errors?.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['name', 'inn', 'kpp', 'ogrn', 'address', 'bankAccounts.0.bankName', 'bankAccounts.0.bank.bik'],
      ...['bankAccounts.0.bank.account', 'taxPeriods.0.from', 'director.title', 'director.name', 'invoicePrefix'],
    ]),
  );
});

test('a row of requisites that is added, moved or removed leaves no field of another one behind', () => {
  const values = businessValues(business);
  const [first] = rowsOf(values, 'bankAccounts');
  const two = withRows(values, 'bankAccounts', [emptyAccount, first as Record<string, string>]);
  expect(rowsOf(two, 'bankAccounts').map(({ bankName }) => bankName)).toEqual(['', 'СБЕР']);
  expect(filled(two).errors?.every(({ path }) => path.startsWith('bankAccounts.0.'))).toBe(true);
  expect(filled(withRows(two, 'bankAccounts', [first as Record<string, string>])).data).toEqual(business);
});

test('the day of ОГРНИП is sent for a sole proprietor alone, and not when it is empty', () => {
  const values = {
    ...businessValues(business),
    inn: '500100732259',
    ogrn: '304500116000157',
    registeredOn: '2004-04-25',
  };
  expect(filled({ ...values, kind: 'sole_proprietor' }).data).toMatchObject({ registeredOn: '2004-04-25' });
  const empty = filled({ ...values, kind: 'sole_proprietor', registeredOn: '' }).data;
  expect(empty).toMatchObject({ kind: 'sole_proprietor' });
  expect(empty).not.toHaveProperty('registeredOn');
});

test('days of requisites are shown and typed as in Russian papers, and an invalid day is refused at its field', () => {
  const values = businessValues(business);
  expect(values['taxPeriods.0.from']).toMatch(/^\d{2}\.\d{2}\.\d{4}$/);
  const typed = (from: string) => filled({ ...values, 'taxPeriods.0.from': from });
  expect(typed('01.02.2026').data?.taxPeriods[0]?.from).toBe('2026-02-01');
  const refused = typed('31.02.2026').errors;
  expect(refused?.map(({ path }) => path)).toEqual(['taxPeriods.0.from']);
  expect(refused?.[0]?.message).toMatch(/[а-я]/);
});
