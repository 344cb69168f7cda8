import { toAccount, toInn, toIsoDay, toKopecks, toLine, toSignedKopecks } from './field-values.ts';
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
