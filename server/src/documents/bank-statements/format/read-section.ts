import type { Party, StatementBalance, StatementDocument } from './statement.ts';

export interface Section {
  /** Of the first line. */
  line: number;
  /** What stands after `СекцияДокумент=`. */
  title: string;
  /** By key in lower case; of repeated keys the first one that is not empty. */
  values: Map<string, string>;
}

/** Returns why the section is no document, in Russian. */
export function readDocument({ line, title, values }: Section): StatementDocument | string {
  const value = (key: string) => values.get(key) ?? '';
  const amountMinor = toKopecks(value('сумма'));
  if (!amountMinor)
    return `В документе нет суммы, или она записана с ошибкой: «${toLine(value('сумма')).slice(0, 40)}»`;
  const [written, received, spent] = ['дата', 'датапоступило', 'датасписано'].map((key) => toIsoDay(value(key)));
  const day = written ?? received ?? spent;
  if (!day) return 'В документе нет даты, или она записана с ошибкой';
  const [payer, payee] = [readParty('плательщик', value), readParty('получатель', value)];
  if (payer.accounts.length + payee.accounts.length === 0) return 'В документе нет счетов плательщика и получателя';
  return {
    line,
    kind: toLine(title),
    number: toLine(value('номер')).slice(0, 60),
    day,
    receivedDay: received ?? spent ?? day,
    spentDay: spent ?? received ?? day,
    amountMinor,
    payer,
    payee,
    purpose: readPurpose(value),
  };
}

function readParty(side: 'плательщик' | 'получатель', value: (key: string) => string): Party {
  const accounts = [`${side}расчсчет`, `${side}счет`].map((key) => toAccount(value(key))).filter(Boolean);
  // Some banks write «ИНН 7765434566\775001001 ОАО …» in front of the name.
  const name = toLine(value(`${side}1`) || value(side)).replace(/^ИНН\s*\d+(?:[\\/]\d*)?\s*/i, '');
  return {
    accounts: [...new Set(accounts)],
    name: name.slice(0, 300),
    inn: toInn(value(`${side}инн`)),
    bik: toAccount(value(`${side}бик`)).slice(0, 20),
  };
}

function readPurpose(value: (key: string) => string): string {
  const whole = toLine(value('назначениеплатежа'));
  if (whole) return whole;
  return toLine([1, 2, 3, 4, 5, 6].map((part) => value(`назначениеплатежа${part}`)).join(' '));
}

/** Null where the section names no account or day to check. */
export function readBalance({ line, values }: Section): StatementBalance | null {
  const value = (key: string) => values.get(key) ?? '';
  const account = toAccount(value('расчсчет'));
  const from = toIsoDay(value('датаначала'));
  if (!account || !from) return null;
  return {
    line,
    account,
    from,
    to: toIsoDay(value('датаконца')) ?? from,
    openingMinor: toSignedKopecks(value('начальныйостаток')),
    receivedMinor: toKopecks(value('всегопоступило')),
    spentMinor: toKopecks(value('всегосписано')),
    closingMinor: toSignedKopecks(value('конечныйостаток')),
  };
}

const maxLength = 1000;

/** One line without control characters, which the database refuses, at most 1000 characters long. */
function toLine(text: string): string {
  const line = text
    .slice(0, maxLength * 2)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > maxLength ? line.slice(0, maxLength).toWellFormed() : line;
}

/** Roubles as «840», «107728.7» or «6 603,75» in kopecks; null for anything else. */
function toKopecks(text: string): number | null {
  const compact = text.slice(0, 60).replace(/[\s'’]/g, '');
  const match = /^(\d{1,13})(?:[.,](\d{0,2})0*)?$/.exec(compact);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  return Number(whole + fraction.padEnd(2, '0'));
}

/** A balance may be below zero: overdrafts exist. */
function toSignedKopecks(text: string): number | null {
  const line = text.trim();
  if (!line.startsWith('-')) return toKopecks(line);
  const amount = toKopecks(line.slice(1));
  return amount === null ? null : -amount;
}

/** «01.02.2026» as `2026-02-01`; null for what is no day of the calendar. */
function toIsoDay(text: string): string | null {
  const match = /^(\d{2})\.(\d{2})\.((?:19|20)\d{2})$/.exec(text.trim());
  if (!match) return null;
  const day = `${match[3]}-${match[2]}-${match[1]}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? null : day;
}

/** Accounts are compared without spaces; a foreign one may be of any length. */
function toAccount(text: string): string {
  return toLine(text).replace(/ /g, '').slice(0, 40);
}

/** Null for what cannot be an ИНН, such as «0» or «4». */
function toInn(text: string): string | null {
  const compact = text.replace(/\s/g, '');
  return /^(?:\d{10}|\d{12})$/.test(compact) && !/^00/.test(compact) ? compact : null;
}
