import type { TransferFilter } from '@kazna/contract/cabinet/bank-transfers';
import { paymentMethods } from '@kazna/contract/cabinet/create-payment-form';
import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import {
  type PaymentFilter,
  type PaymentGroup,
  type PaymentState,
  paymentGroups,
  paymentStates,
} from '@kazna/contract/cabinet/payments';
import { currencies, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { currentTime } from '../../../format/current-time.ts';
import { instantsOf, periodText } from '../../../format/period.ts';
import { oneOf } from '../../../navigation/plain-search.ts';
import type { Chip } from '../../../ui/lists/filter-bar.tsx';

/** Search parameters of the list; invalid values are ignored. */
export type PaymentsSearch = Partial<Record<SearchName, string>>;
type SearchName = 'status' | 'method' | 'currency' | 'period' | 'from' | 'to' | 'amountMin' | 'amountMax' | 'q';

export function toFilter(search: PaymentsSearch, timezone: string, now = currentTime()): PaymentFilter {
  const filter: PaymentFilter = {
    status: oneOf([...paymentStates, ...paymentGroups], search.status),
    method: oneOf(paymentMethods, search.method),
    currency: oneOf(currencies, search.currency),
    ...instantsOf(search, timezone, now),
    amountMin: amountOf(search.amountMin),
    amountMax: amountOf(search.amountMax),
    q: search.q?.trim().slice(0, 128) || undefined,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Of the tab of bank transfers, which have neither status nor method. */
export function toTransferFilter(search: PaymentsSearch, timezone: string, now = currentTime()): TransferFilter {
  const { status: _, method: __, currency: ___, ...filter } = toFilter(search, timezone, now);
  return filter;
}

/** Active filters as text, with the search parameters that removing one clears. */
export function chipsOf(search: PaymentsSearch): Chip<SearchName>[] {
  const status = oneOf(paymentStates, search.status);
  const method = oneOf(paymentMethods, search.method);
  const chips: (Chip<SearchName> | undefined | '')[] = [
    search.q?.trim() && { names: ['q'], text: `«${search.q.trim()}»` },
    status && { names: ['status'], text: paymentStateLabels[status] },
    method && { names: ['method'], text: paymentMethodLabels[method] },
    oneOf(currencies, search.currency) && { names: ['currency'], text: search.currency ?? '' },
    rangeChip(['period', 'from', 'to'], labelled('Период', periodText(search))),
    rangeChip(['amountMin', 'amountMax'], labelled('Сумма', amountText(search))),
  ];
  return chips.filter((chip) => typeof chip === 'object');
}

const groupOfState: Record<PaymentState, PaymentGroup> = {
  succeeded: 'paid',
  pending: 'waiting',
  review: 'waiting',
  declined: 'failed',
  canceled: 'failed',
  expired: 'failed',
};

/** The tab of the list that the status belongs to; undefined for all payments. */
export function groupOf({ status }: PaymentsSearch): PaymentGroup | undefined {
  const state = oneOf(paymentStates, status);
  return state ? groupOfState[state] : oneOf(paymentGroups, status);
}

/** The tab of bank transfers, which are no payments: they have a list of their own. */
export const transfersTab = 'transfers';

export function isTransfersTab({ status }: PaymentsSearch): boolean {
  return status === transfersTab;
}

/** Whether anything besides the tab selects payments. */
export function isNarrowed({ status, ...others }: PaymentsSearch): boolean {
  return oneOf(paymentStates, status) !== undefined || Object.values(others).some(Boolean);
}

function labelled(label: string, text: string): string {
  return text && `${label}: ${text}`;
}

function rangeChip(names: SearchName[], text: string): Chip<SearchName> | undefined {
  return text ? { names, text } : undefined;
}

function amountText({ amountMin, amountMax, currency }: PaymentsSearch): string {
  const amountText = (text: string | undefined) => {
    const amountMinor = amountOf(text);
    if (amountMinor === undefined) return '';
    const money = formatMoney({ amountMinor, currency: oneOf(currencies, currency) ?? 'RUB' }).replace(
      /,00(?=\D|$)/,
      '',
    );
    // Without a currency filter the amount applies to any currency.
    return oneOf(currencies, currency) ? money : money.replace(/\s*₽$/, '');
  };
  return rangeText(amountText(amountMin), amountText(amountMax), ['от', 'до']);
}

function rangeText(first: string, last: string, [from, to]: [string, string]): string {
  return [first && `${from} ${first}`, last && `${to} ${last}`].filter(Boolean).join(' ');
}

function amountOf(text: string | undefined): number | undefined {
  return (text && parseAmount(text, 'RUB')) || undefined;
}
