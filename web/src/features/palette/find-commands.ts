import { formatMoney, toDecimal } from '@kazna/contract/shared/money';
import type { Command } from './commands.ts';

/** Limit per group while nothing is typed. */
const shownUnasked = 5;
const shownOfGroup = 8;

/** Returns commands that match every typed word, and what the server found; without a query, the first few of each group. */
export function findCommands(
  commands: readonly Command[],
  searchText: string,
  onServer: readonly Command[] = [],
  isStaff = false,
): Command[] {
  const words = wordsOf(searchText);
  const limit = words.length > 0 ? shownOfGroup : shownUnasked;
  const found = new Map<string, Command[]>();
  for (const command of commands) {
    const text = plain(`${command.title} ${command.about ?? ''} ${command.keywords ?? ''}`);
    const group = found.get(command.group) ?? [];
    if (group.length < limit && words.every((word) => text.includes(word))) {
      found.set(command.group, [...group, command]);
    }
  }
  const all = [...found.values()].flat();
  if (words.length === 0) return all;
  const known = new Set(all.map(({ id }) => id));
  const more = onServer.filter(({ id }) => !known.has(id));
  const search = searchInPayments(searchText.trim(), isStaff);
  if (invoiceNumber.test(plain(searchText).trim())) {
    const invoices = more.filter(({ group, title }) => invoiceGroups.has(group) && title.startsWith('Счёт'));
    const rest = more.filter((command) => !invoices.includes(command));
    return byGroup([...invoices, ...topUpOf(searchText), ...all, ...rest, search]);
  }
  return byGroup([...topUpOf(searchText), ...all, ...more, search]);
}

/** «счёт 4» and «счёт № КЗ-000004» ask for the invoice; «счёт на 4» asks for a new one. */
const invoiceNumber = /^счета?\s*(?:№|n\s)?\s*(?:[а-я]{1,5}[\s-]?)?\d+$/;
const invoiceGroups: ReadonlySet<string> = new Set(['Документы', 'Счета клиентов']);

/** The list draws each group once, where its first command stands; keys go the same way. */
function byGroup(commands: readonly Command[]): Command[] {
  return [...Map.groupBy(commands, ({ group }) => group).values()].flat();
}

/** Without the word for the kind, which no number has: «счёт № 4» is found as «4». */
export function documentNumberIn(searchText: string): string {
  return plain(searchText)
    .trim()
    .replace(/^(?:счета?|акта?|упд)(?=[\s№\d])(?:\s+сверки)?\s*(?:№|n\s)?\s*/, '');
}

const asked = /^(пополнить|оплатить|счет)\s+(?:на\s+)?(.+)$/;

/** «пополнить на 5000» and «счёт на 120 000» open the form with the amount. */
function topUpOf(searchText: string): Command[] {
  const [, verb, rest = ''] = asked.exec(plain(searchText).trim()) ?? [];
  const amountMinor = verb ? typedMinor(rest) : null;
  if (!amountMinor) return [];
  const isInvoice = verb === 'счет';
  const sum = formatMoney({ amountMinor, currency: 'RUB' });
  const amount = toDecimal({ amountMinor, currency: 'RUB' });
  return [
    {
      id: 'top-up-amount',
      group: 'Действия',
      title: isInvoice ? `Счёт на ${sum}` : `Пополнить на ${sum}`,
      does: { link: { to: '/payments/create', search: { amount, ...(isInvoice && { method: 'invoice' }) } } },
    },
  ];
}

/** «5000», «12 500,50 ₽»; null for anything else. */
export function typedMinor(text: string): number | null {
  const [, whole, part = ''] = /^(\d[\d\s]{0,14})(?:[.,](\d{1,2}))?\s*(?:₽|р|руб)?\.?$/.exec(plain(text).trim()) ?? [];
  return whole === undefined ? null : Number(whole.replace(/\s/g, '')) * 100 + Number(part.padEnd(2, '0'));
}

export function matchesWords(text: string, searchText: string): boolean {
  const matched = plain(text);
  return wordsOf(searchText).every((word) => matched.includes(word));
}

function wordsOf(searchText: string): string[] {
  return plain(searchText).split(/\s+/).filter(Boolean);
}

/** Of the last resort: what is not found may still be searched for in payments. */
export const searchInPaymentsId = 'search-payments';

/** Staff mean those of all clients, and a sum of theirs is a filter of its own. */
function searchInPayments(searchText: string, isStaff: boolean): Command {
  const amountMinor = isStaff ? typedMinor(searchText) : null;
  const sum = amountMinor === null ? null : toDecimal({ amountMinor, currency: 'RUB' }).replace(/\.00$/, '');
  return {
    id: searchInPaymentsId,
    group: 'Платежи',
    title: `Искать «${searchText}» во всех платежах`,
    does: {
      link: isStaff
        ? { to: '/admin/payments', search: sum === null ? { q: searchText } : { amountMin: sum, amountMax: sum } }
        : { to: '/payments', search: { q: searchText } },
    },
  };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u00a0\u202f]/g, ' ');
}
