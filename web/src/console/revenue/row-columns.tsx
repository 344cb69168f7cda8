import type { MoveKind } from '@kazna/contract/admin/revenue';
import type { Cell } from '@kazna/contract/shared/csv';
import { type Currency, formatMoney, toDecimal } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../format/date.ts';
import { periodName } from '../../format/months.ts';
import { formatCount, formatSignedMoney } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import type { RecordColumn } from '../../ui/lists/records.tsx';
import rowTitle from '../row-title.module.css';
import { chargeForms } from './figures.tsx';
import type { RowItems } from './queries.ts';
import type { RowList } from './search.ts';

export const moveLabels: Record<MoveKind, string> = {
  new: 'Новые',
  up: 'Рост',
  resumed: 'Возобновлённые',
  down: 'Снижение',
  stopped: 'Остановленные',
};
export const customerMoveLabels: Record<RowItems['customer-moves']['kind'], string> = {
  new: 'Новые',
  returned: 'Вернулись',
  lost: 'Ушли',
};

interface Named {
  id: string;
  name: string;
}

interface Organization extends Named {
  owner: string | null;
}

/** «Личный счёт, Анна Орлова». */
const nameOf = ({ name, owner }: Organization) => (owner ? `${name}, ${owner}` : name);

const organizationColumn: RecordColumn<{ organization: Organization }> = {
  title: 'Организация',
  render: ({ organization }) => (
    <Link to="/admin/organizations" search={{ organization: organization.id }} className={rowTitle.link} data-row-link>
      {nameOf(organization)}
    </Link>
  ),
};

/** Rows of subscriptions open the subscription. */
const subscriberColumn: RecordColumn<{ organization: Organization; subscriptionId: string }> = {
  title: 'Организация',
  render: ({ organization, subscriptionId }) => (
    <Link to="/admin/subscriptions" search={{ subscription: subscriptionId }} className={rowTitle.link} data-row-link>
      {nameOf(organization)}
    </Link>
  ),
};

const serviceColumn: RecordColumn<{ service: Named; tariff: Named }> = {
  title: 'Услуга',
  render: ({ service, tariff }) => (
    <span className={rowTitle.main}>
      <span>{service.name}</span>
      <span className={rowTitle.secondary}>{tariff.name}</span>
    </span>
  ),
};

const dayText = (day: string) => formatDay(day, 'UTC');

interface Change {
  beforeMinor: number;
  afterMinor: number;
}

const changeColumns = (currency: Currency): RecordColumn<Change>[] => [
  {
    title: 'В месяц',
    width: '240px',
    isAmount: true,
    isExtra: true,
    render: ({ beforeMinor, afterMinor }) =>
      `${formatMoney({ amountMinor: beforeMinor, currency })} → ${formatMoney({ amountMinor: afterMinor, currency })}`,
  },
  {
    title: 'Изменение',
    width: '160px',
    isAmount: true,
    render: ({ beforeMinor, afterMinor }) => formatSignedMoney({ amountMinor: afterMinor - beforeMinor, currency }),
  },
];

export const columnsOf: { [List in RowList]: (currency: Currency) => RecordColumn<RowItems[List]>[] } = {
  moves: (currency) => [
    subscriberColumn,
    serviceColumn,
    { title: 'День', width: '130px', render: ({ day }) => dayText(day) },
    { title: 'Вид', width: '150px', render: ({ kind }) => moveLabels[kind] },
    ...changeColumns(currency),
  ],
  subscriptions: (currency) => [
    subscriberColumn,
    serviceColumn,
    { title: 'С какого дня', width: '160px', render: ({ since }) => dayText(since) },
    {
      title: 'В месяц',
      width: '160px',
      isAmount: true,
      render: ({ monthlyMinor }) => formatMoney({ amountMinor: monthlyMinor, currency }),
    },
  ],
  customers: (currency) => {
    const amount = (title: string, read: (item: RowItems['customers']) => number, isExtra = true) => ({
      ...{ title, width: '140px', isAmount: true, ...(isExtra ? { isExtra } : {}) },
      render: (item: RowItems['customers']) =>
        read(item) === 0 ? '—' : formatMoney({ amountMinor: read(item), currency }),
    });
    return [
      organizationColumn,
      { title: 'Первое списание', width: '150px', render: ({ cohort }) => periodName(cohort) },
      amount('Абонентская плата', ({ fixedMinor }) => fixedMinor),
      amount('По счётчикам', ({ usageMinor }) => usageMinor),
      amount('Подключение', ({ setupMinor }) => setupMinor),
      amount('Остальное', ({ otherMinor }) => otherMinor),
      amount('Всего', ({ amountMinor }) => amountMinor, false),
    ];
  },
  'customer-moves': (currency) => [
    organizationColumn,
    { title: 'День', width: '130px', render: ({ day }) => dayText(day) },
    { title: 'Вид', width: '150px', render: ({ kind }) => customerMoveLabels[kind] },
    ...changeColumns(currency),
  ],
  debtors: (currency) => [
    organizationColumn,
    { title: 'С какого времени', width: '200px', render: ({ since }) => <Moment at={since} /> },
    {
      title: 'Кредитный лимит',
      width: '180px',
      isAmount: true,
      render: ({ creditLimitMinor }) =>
        creditLimitMinor === 0 ? '—' : formatMoney({ amountMinor: creditLimitMinor, currency }),
    },
    {
      title: 'Долг',
      width: '160px',
      isAmount: true,
      render: ({ amountMinor }) => formatMoney({ amountMinor, currency }),
    },
  ],
  upcoming: (currency) => [
    subscriberColumn,
    serviceColumn,
    { title: 'Первое', width: '150px', render: ({ on }) => dayText(on) },
    { title: 'Сколько', width: '140px', render: ({ count }) => formatCount(count, chargeForms) },
    {
      title: 'Сумма',
      width: '160px',
      isAmount: true,
      render: ({ amountMinor }) => formatMoney({ amountMinor, currency }),
    },
  ],
};

interface Exported<Item> {
  fileName: string;
  keyOf: (item: Item) => string;
  head: (currency: Currency) => string[];
  cellsOf: (item: Item, currency: Currency) => Cell[];
}

const number = (amountMinor: number, currency: Currency): Cell => ({ number: toDecimal({ amountMinor, currency }) });

export const exportOf: { [List in RowList]: Exported<RowItems[List]> } = {
  moves: {
    fileName: 'revenue-moves',
    keyOf: ({ id }) => id,
    head: (currency) => ['День', 'Организация', 'Услуга', 'Тариф', 'Вид', `Было, ${currency}`, `Стало, ${currency}`],
    cellsOf: ({ day, organization, service, tariff, kind, beforeMinor, afterMinor }, currency) => [
      ...[{ day }, nameOf(organization), service.name, tariff.name, moveLabels[kind]],
      ...[number(beforeMinor, currency), number(afterMinor, currency)],
    ],
  },
  subscriptions: {
    fileName: 'mrr',
    keyOf: ({ subscriptionId }) => subscriptionId,
    head: (currency) => ['Организация', 'Услуга', 'Тариф', 'С какого дня', `В месяц, ${currency}`],
    cellsOf: ({ organization, service, tariff, since, monthlyMinor }, currency) => [
      ...[nameOf(organization), service.name, tariff.name, { day: since }, number(monthlyMinor, currency)],
    ],
  },
  customers: {
    fileName: 'revenue-customers',
    keyOf: ({ organization }) => organization.id,
    head: (currency) => [
      ...['Организация', 'Первое списание', `Абонентская плата, ${currency}`, `По счётчикам, ${currency}`],
      ...[`Подключение, ${currency}`, `Остальное, ${currency}`, `Всего, ${currency}`],
    ],
    cellsOf: ({ organization, cohort, ...sums }, currency) => [
      ...[nameOf(organization), cohort, number(sums.fixedMinor, currency), number(sums.usageMinor, currency)],
      ...[number(sums.setupMinor, currency), number(sums.otherMinor, currency), number(sums.amountMinor, currency)],
    ],
  },
  'customer-moves': {
    fileName: 'revenue-customer-moves',
    keyOf: ({ organization, day }) => `${day} ${organization.id}`,
    head: (currency) => ['День', 'Организация', 'Вид', `Было в месяц, ${currency}`, `Стало в месяц, ${currency}`],
    cellsOf: ({ day, organization, kind, beforeMinor, afterMinor }, currency) => [
      ...[{ day }, nameOf(organization), customerMoveLabels[kind]],
      ...[number(beforeMinor, currency), number(afterMinor, currency)],
    ],
  },
  debtors: {
    fileName: 'debtors',
    keyOf: ({ organization }) => organization.id,
    head: (currency) => ['Организация', 'С какого времени, МСК', `Кредитный лимит, ${currency}`, `Долг, ${currency}`],
    cellsOf: ({ organization, since, creditLimitMinor, amountMinor }, currency) => [
      ...[nameOf(organization), { time: since }, number(creditLimitMinor, currency), number(amountMinor, currency)],
    ],
  },
  upcoming: {
    fileName: 'upcoming-charges',
    keyOf: ({ subscriptionId }) => subscriptionId,
    head: (currency) => ['Организация', 'Услуга', 'Тариф', 'Первое списание', 'Списаний', `Сумма, ${currency}`],
    cellsOf: ({ organization, service, tariff, on, count, amountMinor }, currency) => [
      ...[nameOf(organization), service.name, tariff.name, { day: on }],
      ...[{ number: String(count) }, number(amountMinor, currency)],
    ],
  },
};
