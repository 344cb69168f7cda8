import * as z from 'zod/mini';
import { type Label, lengthBetween, textCalled } from './validation.ts';

/** Who takes part in electronic exchange, by the operator's code and its own id: «2BM-7707083893-771401001-2014…». */
export const edo = checked(
  (text) =>
    /^2[0-9A-Z]{2}[0-9A-Za-z-]{3,43}$/.test(text) ? null : 'Идентификатор начинается с кода оператора: 2BM, 2LT',
  ['идентификатор ЭДО', 'идентификатора ЭДО'],
);

export const companyRequisites = {
  inn: checked((text) => innFault(text, 10)),
  kpp: checked(kppFault),
  ogrn: checked((text) => ogrnFault(text, 13)),
};
export const soleProprietorRequisites = {
  inn: checked((text) => innFault(text, 12)),
  ogrn: checked((text) => ogrnFault(text, 15), ['ОГРНИП', 'ОГРНИП']),
};

export const bank = z
  .object({
    bik: checked(bikFault),
    account: checked(() => null),
    /** The bank's correspondent account; optional, since the БИК identifies it. */
    correspondentAccount: z._default(z.nullable(checked(() => null)), null),
  })
  .check((context) => {
    const { bik, account, correspondentAccount } = context.value;
    if (bikFault(bik)) return;
    const faults = {
      account: accountFault(account, bik),
      correspondentAccount: correspondentAccount ? correspondentAccountFault(correspondentAccount, bik) : null,
    };
    for (const [field, message] of Object.entries(faults)) {
      if (message) context.issues.push({ code: 'custom', input: context.value, message, path: [field] });
    }
  });

/** A text validated by a function that returns an error. Spaces are stripped. */
function checked(fault: (text: string) => string | null, label?: Label) {
  return z.pipe(
    z.pipe(
      textCalled(label).check(z.maxLength(60)),
      z.transform((text) => text.replace(/[\s\u00a0\u202f]/g, '')),
    ),
    textCalled(label).check(...lengthBetween(1, 60, label), (context) => {
      const message = context.value === '' ? null : fault(context.value);
      if (message) context.issues.push({ code: 'custom', input: context.value, message });
    }),
  );
}

/** The functions below validate check digits. Each returns an error text or null. */

function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}

function weightedSum(digits: number[], weights: number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);
}

const innWeights = {
  10: [[2, 4, 10, 3, 5, 9, 4, 6, 8]],
  12: [
    [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
    [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  ],
};

export function innFault(inn: string, length: 10 | 12): string | null {
  if (!/^\d+$/.test(inn) || inn.length !== length) return `ИНН состоит из ${length} цифр`;
  if (inn.startsWith('00')) return 'ИНН не начинается с двух нулей';
  const digits = digitsOf(inn);
  const isRight = innWeights[length].every(
    (weights) => (weightedSum(digits, weights) % 11) % 10 === digits[weights.length],
  );
  return isRight ? null : 'Контрольное число ИНН не сходится. Проверьте цифры';
}

export function kppFault(kpp: string): string | null {
  return /^(?!00)\d{4}[0-9A-Z]{2}\d{3}$/.test(kpp) ? null : 'КПП состоит из 9 знаков, например 771401001';
}

/** 13 digits: ОГРН of a company; 15: ОГРНИП of a sole proprietor. */
export function ogrnFault(ogrn: string, length: 13 | 15): string | null {
  const name = length === 13 ? 'ОГРН' : 'ОГРНИП';
  if (!/^\d+$/.test(ogrn) || ogrn.length !== length) return `${name} состоит из ${length} цифр`;
  const remainder = (BigInt(ogrn.slice(0, -1)) % BigInt(length - 2)) % 10n;
  return remainder === BigInt(ogrn.slice(-1)) ? null : `Контрольное число ${name} не сходится. Проверьте цифры`;
}

export function bikFault(bik: string): string | null {
  return /^\d{9}$/.test(bik) ? null : 'БИК состоит из 9 цифр';
}

/** The sixth place may hold a letter, which counts as its place here: A is 0, X is 9. */
const clearingLetters = 'ABCEHKMPTX';
const accountPattern = /^\d{5}[\dABCEHKMPTX]\d{14}$/;

function accountMatches(prefix: string, account: string): boolean {
  const digits = digitsOf(prefix + account.replace(/[A-Z]/, (letter) => String(clearingLetters.indexOf(letter))));
  const weights = digits.map((_, index) => [7, 1, 3][index % 3] as number);
  return weightedSum(digits, weights) % 10 === 0;
}

/** Units of the Bank of Russia: their clients' accounts are checked as correspondent ones. */
const isCentralBank = (bik: string) => /00[0-2]$/.test(bik);
/** The treasury's accounts and БИК follow no formula that is published, and budget-funded customers pay from them. */
const isTreasury = (account: string, bik: string) => account.startsWith('0') || !bik.startsWith('04');

export function accountFault(account: string, bik: string): string | null {
  if (!accountPattern.test(account)) return 'Расчётный счёт состоит из 20 цифр';
  const prefix = isCentralBank(bik) ? `0${bik.slice(4, 6)}` : bik.slice(-3);
  if (isTreasury(account, bik) || accountMatches(prefix, account)) return null;
  return 'Расчётный счёт не подходит к БИК. Проверьте оба';
}

export function correspondentAccountFault(account: string, bik: string): string | null {
  if (!accountPattern.test(account)) return 'Корреспондентский счёт состоит из 20 цифр';
  if (isTreasury(account, bik) || accountMatches(`0${bik.slice(4, 6)}`, account)) return null;
  return 'Корреспондентский счёт не подходит к БИК. Проверьте оба';
}
