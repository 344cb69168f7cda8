import * as staff from '@kazna/contract/admin/saved-views';
import * as cabinet from '@kazna/contract/cabinet/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { keys } from '../queries/keys.ts';

export type ViewedList = { list: cabinet.CabinetList; ofStaff?: never } | { list: staff.StaffList; ofStaff: true };

export type Filters = Record<string, string>;

/** A dialog open over a list is no part of its view. */
const opened = ['operation', 'payment', 'organization', 'user', 'subscription', 'request', 'document'];
/** Lists that an organization narrows instead of opening over them. */
const ofOneOrganization = ['payments', 'refunds'];

export function filtersOf(search: object, { list, ofStaff }: ViewedList): Filters {
  const isOpened = (name: string) =>
    opened.includes(name) && !(ofStaff && name === 'organization' && ofOneOrganization.includes(list));
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => typeof value === 'string' && value !== '' && !isOpened(name)),
  );
}

export function isSameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** As a person would call them. */
export const filterNames: Record<string, string> = {
  assignee: 'исполнитель',
  amountMax: 'сумма до',
  amountMin: 'сумма от',
  cohorts: 'вид когорт',
  currency: 'валюта',
  direction: 'направление',
  from: 'начало периода',
  kind: 'вид',
  list: 'очередь',
  method: 'способ оплаты',
  months: 'число месяцев',
  operator: 'сотрудник',
  organization: 'организация',
  period: 'период',
  q: 'поиск',
  service: 'услуга',
  state: 'состояние',
  status: 'состояние',
  step: 'шаг',
  tariff: 'тариф',
  to: 'конец периода',
  version: 'версия тарифа',
  zone: 'часовой пояс',
};

export function viewsQuery(viewed: ViewedList, organizationId: string | undefined) {
  const { list, ofStaff } = viewed;
  return queryOptions({
    queryKey: keys.savedViewList(ofStaff ? 'staff' : organizationId, list),
    queryFn: () =>
      ofStaff
        ? call(staff.listStaffViews, { query: { list } })
        : call(cabinet.listSavedViews, { query: { list: list as cabinet.CabinetList } }),
    enabled: ofStaff === true || organizationId !== undefined,
  });
}

interface NewView {
  name: string;
  isShared: boolean;
  filters: Filters;
}

export async function createView({ list, ofStaff }: ViewedList, view: NewView): Promise<void> {
  if (ofStaff) await call(staff.createStaffView, { body: { list, ...view } });
  else await call(cabinet.createSavedView, { body: { list: list as cabinet.CabinetList, ...view } });
  await refreshViews();
}

export async function changeView(
  { ofStaff }: ViewedList,
  viewId: string,
  body: { name?: string; filters?: Filters },
): Promise<void> {
  const sent = { params: { viewId }, body };
  await (ofStaff ? call(staff.updateStaffView, sent) : call(cabinet.updateSavedView, sent));
  await refreshViews();
}

export async function removeView({ ofStaff }: ViewedList, viewId: string): Promise<void> {
  const sent = { params: { viewId } };
  await (ofStaff ? call(staff.deleteStaffView, sent) : call(cabinet.deleteSavedView, sent));
  await refreshViews();
}

function refreshViews(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keys.savedViews });
}
