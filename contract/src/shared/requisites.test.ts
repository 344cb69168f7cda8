import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountFault, bikFault, correspondentAccountFault, innFault, kppFault, ogrnFault } from './requisites.ts';

const bik = '044525225';
const inn10 = (text: string) => innFault(text, 10);
const inn12 = (text: string) => innFault(text, 12);
const ogrn = (text: string) => ogrnFault(text, 13);
const ogrnip = (text: string) => ogrnFault(text, 15);
const account = (text: string) => accountFault(text, bik);
const correspondent = (text: string) => correspondentAccountFault(text, bik);

describe('valid requisites pass', () => {
  test.each([
    ['ИНН', '7707083893', inn10],
    ['ИНН', '7701001020', inn10],
    ['ИНН', '500100732259', inn12],
    ['ИНН', '526317984689', inn12],
    ['КПП', '771401001', kppFault],
    ['КПП with letters', '7714AZ001', kppFault],
    ['ОГРН', '1027700132195', ogrn],
    ['ОГРН', '1027700132020', ogrn],
    ['ОГРНИП', '304500116000157', ogrnip],
    ['ОГРНИП', '304463210700212', ogrnip],
    ['БИК', bik, bikFault],
    ['расчётный счёт', '40702810138250123017', account],
    ['корреспондентский счёт', '30101810400000000225', correspondent],
    ['ИНН', '7736050003', inn10],
    ['ИНН', '7750005725', inn10],
    ['ИНН', '3664069397', inn10],
    ['ИНН', '302502032671', inn12],
    ['ОГРН', '1027700067328', ogrn],
    ['ОГРН', '1027739642281', ogrn],
    ['ОГРНИП', '304540707500034', ogrnip],
  ])('%s %s', (_, text, fault) => {
    expect(fault(text)).toBeNull();
  });
});

describe('invalid requisites get an error with name and reason', () => {
  test.each([
    ['1234567890', 'Контрольное число ИНН не сходится. Проверьте цифры', inn10],
    ['635277570473', 'Контрольное число ИНН не сходится. Проверьте цифры', inn12],
    ['6200098765', 'Контрольное число ИНН не сходится. Проверьте цифры', inn10],
    ['7707083894', 'Контрольное число ИНН не сходится. Проверьте цифры', inn10],
    ['0000000000', 'ИНН не начинается с двух нулей', inn10],
    ['500100732259', 'ИНН состоит из 10 цифр', inn10],
    ['7707083893', 'ИНН состоит из 12 цифр', inn12],
    ['770708389а', 'ИНН состоит из 10 цифр', inn10],
    ['٧٧٠٧٠٨٣٨٩٣', 'ИНН состоит из 10 цифр', inn10],
    ['7707083893\n', 'ИНН состоит из 10 цифр', inn10],
    ['77140100', 'КПП состоит из 9 знаков, например 771401001', kppFault],
    ['7714az001', 'КПП состоит из 9 знаков, например 771401001', kppFault],
    ['001401001', 'КПП состоит из 9 знаков, например 771401001', kppFault],
    ['77140100А', 'КПП состоит из 9 знаков, например 771401001', kppFault],
    ['1027700132196', 'Контрольное число ОГРН не сходится. Проверьте цифры', ogrn],
    ['304500116000157', 'ОГРН состоит из 13 цифр', ogrn],
    ['304500116000158', 'Контрольное число ОГРНИП не сходится. Проверьте цифры', ogrnip],
    ['1027700132195', 'ОГРНИП состоит из 15 цифр', ogrnip],
    ['04452522', 'БИК состоит из 9 цифр', bikFault],
    ['04452522O', 'БИК состоит из 9 цифр', bikFault],
    ['40702810138250123018', 'Расчётный счёт не подходит к БИК. Проверьте оба', account],
    ['4070281013825012301', 'Расчётный счёт состоит из 20 цифр', account],
    ['30101810400000000226', 'Корреспондентский счёт не подходит к БИК. Проверьте оба', correspondent],
    ['', 'Корреспондентский счёт состоит из 20 цифр', correspondent],
  ])('%s: %s', (text, message, fault) => {
    expect(fault(text)).toBe(message);
  });
});

describe('accounts and БИК of every kind of bank match', () => {
  test.each([
    ['correspondent account of a cash centre', '30101810800000000746', '049805000', correspondentAccountFault],
    ['account at a cash centre', '40102810100000010001', '040305000', accountFault],
    ['account at a bank', '40602810700000000025', '049805746', accountFault],
    ['correspondent account with a letter', '30114B84600000000501', '044541312', accountFault],
    ['correspondent account', '30101810145250000974', '044525974', correspondentAccountFault],
    ['correspondent account', '30101810200000000593', '044525593', correspondentAccountFault],
    ['treasury account, which no formula holds', '03100643000000017300', '004525988', accountFault],
    ['single treasury account', '40102810545370000003', '004525988', correspondentAccountFault],
  ])('%s %s, БИК %s', (_, number, ofBank, fault) => {
    expect(fault(number, ofBank)).toBeNull();
  });
});

type Fault = (text: string) => string | null;

/** Accounts that begin with a zero are the treasury's, ИНН that begin with two do not exist. */
const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));

/** Returns every ending that makes the number valid. */
function validEndings(fault: Fault, beginning: string, length: number): string[] {
  const endings = Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'));
  return endings.filter((ending) => fault(beginning + ending) === null);
}

/** For each position, how many of the other digits go undetected. */
function undetectedChanges(fault: Fault, right: string): number[] {
  return Array.from(right, (digit, place) => {
    const others = Array.from('0123456789').filter((other) => other !== digit && !(place === 0 && other === '0'));
    return others.filter((other) => fault(right.slice(0, place) + other + right.slice(place + 1)) === null).length;
  });
}

// A remainder modulo 11 or 13 is squeezed into one digit: only the colliding remainders can hide a changed digit.
const kinds: [string, Fault, number, number, RegExp][] = [
  ['ИНН of a company', inn10, 10, 1, /[1-9]$/],
  ['ИНН of a person', inn12, 12, 2, /([1-9].|.[1-9])$/],
  ['ОГРН', ogrn, 13, 1, /[1-9]$/],
  ['ОГРНИП', ogrnip, 15, 1, /[3-9]$/],
  ['расчётный счёт', account, 20, 1, /./],
  ['корреспондентский счёт', correspondent, 20, 1, /./],
];

describe.each(kinds)('%s', (_, fault, length, checkDigits, alwaysTold) => {
  test('exactly one check digit is valid', () => {
    fc.assert(
      fc.property(
        digits(length - checkDigits),
        (beginning) => validEndings(fault, beginning, checkDigits).length === 1,
      ),
      { numRuns: 200 },
    );
  });

  test('a change of any single digit is detected', () => {
    fc.assert(
      fc.property(digits(length - checkDigits), (beginning) => {
        const right = beginning + validEndings(fault, beginning, checkDigits)[0];
        const unnoticed = undetectedChanges(fault, right);
        const allowed = alwaysTold.test(right) ? 0 : 1;
        expect(Math.max(...unnoticed)).toBeLessThanOrEqual(allowed);
      }),
      { numRuns: 200 },
    );
  });
});

test('the account detects a change of any of the last three digits of the БИК', () => {
  for (const other of ['044525226', '044525235', '044525325']) {
    expect(accountFault('40702810138250123017', other)).toBe('Расчётный счёт не подходит к БИК. Проверьте оба');
  }
});
