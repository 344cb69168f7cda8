import type { AllPaymentsFilter } from '@kazna/contract/admin/payments';
import type { AllRefundsFilter } from '@kazna/contract/admin/refunds';
import { paymentMethods } from '@kazna/contract/cabinet/create-payment-form';
import { paymentMethodLabels, paymentStateLabels, refundStatusLabels } from '@kazna/contract/cabinet/payment-labels';
import { paymentStates, refundStatuses } from '@kazna/contract/cabinet/payments';
import { currencies, parseAmount } from '@kazna/contract/shared/money';
import { currentTime } from '../../format/current-time.ts';
import { instantsOf, periodText } from '../../format/period.ts';
import { oneOf } from '../../navigation/plain-search.ts';
import type { Chip } from '../../ui/lists/filter-bar.tsx';

/** Search parameters of staff's lists of payments and of refunds; invalid values are ignored. */
export type MoneySearch = Partial<Record<SearchName, string>>;
type SearchName =
  | 'q'
  | 'status'
  | 'method'
  | 'currency'
  | 'period'
  | 'from'
  | 'to'
  | 'amountMin'
  | 'amountMax'
  | 'organization'
  | 'payment';

const organizationId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Days are the business's, as everywhere in staff's figures. */
function commonFilter(search: MoneySearch, now = currentTime()) {
  return {
    method: oneOf(paymentMethods, search.method),
    currency: oneOf(currencies, search.currency),
    ...instantsOf(search, 'Europe/Moscow', now),
    amountMin: amountOf(search.amountMin),
    amountMax: amountOf(search.amountMax),
    organizationId: organizationId.test(search.organization ?? '') ? search.organization : undefined,
    q: search.q?.trim().slice(0, 128) || undefined,
  };
}

export function toPaymentsFilter(search: MoneySearch): AllPaymentsFilter {
  return given({ ...commonFilter(search), status: oneOf(paymentStates, search.status) });
}

export function toRefundsFilter(search: MoneySearch): AllRefundsFilter {
  return given({ ...commonFilter(search), status: oneOf(refundStatuses, search.status) });
}

function given<Filter extends object>(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Filter;
}

/** Active filters as text, with the search parameters that removing one clears. */
export function chipsOf(search: MoneySearch, statusLabels: Record<string, string>): Chip<SearchName>[] {
  const { status = '', method, currency, organization, amountMin, amountMax } = search;
  const sums = [amountOf(amountMin) && `от ${amountMin}`, amountOf(amountMax) && `до ${amountMax}`];
  const period = periodText(search);
  const chips: [SearchName[], string | false | undefined][] = [
    [['status'], Object.hasOwn(statusLabels, status) && statusLabels[status]],
    [['method'], methodLabel(method)],
    [['currency'], oneOf(currencies, currency)],
    [['period', 'from', 'to'], period && `Период: ${period}`],
    [['amountMin', 'amountMax'], sums.some(Boolean) && `Сумма: ${sums.filter(Boolean).join(' ')}`],
    [['organization'], organizationId.test(organization ?? '') && 'Одна организация'],
  ];
  return chips.flatMap(([names, text]) => (text ? [{ names, text }] : []));
}

function methodLabel(text: string | undefined): string | undefined {
  const method = oneOf(paymentMethods, text);
  return method && paymentMethodLabels[method];
}

function amountOf(text: string | undefined): number | undefined {
  return (text && parseAmount(text, 'RUB')) || undefined;
}

export const statusLabels = { payments: paymentStateLabels, refunds: refundStatusLabels };
