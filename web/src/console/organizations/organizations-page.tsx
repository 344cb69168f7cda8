import {
  type AdminOrganization,
  getOrganizationTotals,
  listAllOrganizations,
} from '@kazna/contract/admin/organizations';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import { currencies, formatMoney, toDecimal } from '@kazna/contract/shared/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import type { PluralForms } from '../../format/numbers.ts';
import { kindNames } from '../../parts/organization-kind.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { CheckboxField } from '../../ui/forms/fields.tsx';
import { Totals } from '../../ui/lists/totals.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ExportButton } from '../export-button.tsx';
import { filterIn, ListFilters, type ListSearch } from '../list-filters.tsx';
import classes from '../list-page.module.css';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { OperationDialog } from './operation-dialog.tsx';
import { OrganizationDetails } from './organization-details.tsx';
import { type OrganizationsSearch, organizationChoices, organizationStatusLabels } from './organization-labels.tsx';
import type { OrganizationFilter } from './organizations-list.tsx';
import { OrganizationsList } from './organizations-list.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

const organizationForms: PluralForms = ['организация', 'организации', 'организаций'];

const exported = [
  'Номер',
  'Название',
  'Вид',
  'ИНН',
  'Состояние',
  'Участников',
  ...currencies,
  `Создана (${businessZoneLabel})`,
];

export function OrganizationsPage({ search }: { search: OrganizationsSearch }) {
  const navigate = useNavigate();
  const chosen: OrganizationFilter = filterIn(organizationChoices, { ...search });
  // A search shows all that it finds, empty accounts too.
  const hidesEmpty = !chosen.q && search.empty !== 'show';
  const filter: OrganizationFilter = { ...chosen, ...(hidesEmpty && { empty: 'hide' }) };

  const go = (next: OrganizationsSearch) =>
    void navigate({ to: '/admin/organizations', search: next, resetScroll: false });
  // Typing arrives late: it is added to the newest search, which may have opened a record meanwhile.
  const change = (changed: ListSearch, { isTyping } = { isTyping: false }) =>
    void navigate({
      to: '/admin/organizations',
      search: (current: object) => ({ ...current, ...changed }),
      replace: isTyping,
      resetScroll: false,
    });

  return (
    <AdminPage
      title="Организации"
      action={
        <ExportButton
          fileName="organizations"
          forms={organizationForms}
          load={(cursor) => call(listAllOrganizations, { query: { ...filter, limit: 100, cursor } })}
          head={exported}
          rowOf={rowOf}
        />
      }
    >
      <div className={classes.list}>
        <ListFilters
          label="Фильтры организаций"
          searchedBy="Название, ИНН или номер"
          choices={organizationChoices}
          search={{ ...search }}
          views={<ViewsButton ofStaff list="organizations" search={search} />}
          onChange={change}
          totals={<OrganizationTotals filter={filter} />}
        />
        <CheckboxField
          label="Скрыть пустые личные счета"
          error={undefined}
          checked={hidesEmpty}
          disabled={Boolean(chosen.q)}
          onChange={({ currentTarget: { checked } }) => change({ empty: checked ? undefined : 'show' })}
        />
        <OrganizationsList filter={filter} search={search} onSort={(sort) => change({ sort })} />
      </div>
      <SideSheet
        openId={search.organization}
        onClose={() =>
          go({ ...search, organization: undefined, payment: undefined, operation: undefined, invoice: undefined })
        }
        title="Организация"
      >
        {(organizationId) => <OrganizationDetails key={organizationId} organizationId={organizationId} />}
      </SideSheet>
      <OperationDialog search={search} onClose={() => go({ ...search, operation: undefined })} />
      <PaymentDialog paymentId={search.payment} onClose={() => go({ ...search, payment: undefined })} />
      <InvoiceDialog number={search.invoice} onClose={() => go({ ...search, invoice: undefined })} />
    </AdminPage>
  );
}

function OrganizationTotals({ filter: { sort: _order, ...filter } }: { filter: OrganizationFilter }) {
  const { data, isError } = useQuery({
    queryKey: ['admin', 'organization-totals', filter],
    queryFn: ({ signal }) => call(getOrganizationTotals, { query: filter }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Totals count={data?.count} forms={organizationForms} hasFailed={isError}>
      {data?.items.map(({ currency, balanceMinor, debtMinor }) => (
        <span key={currency}>
          На балансах <b>{formatMoney({ amountMinor: balanceMinor, currency })}</b>
          {debtMinor > 0 && `, в том числе долги ${formatMoney({ amountMinor: debtMinor, currency })}`}
        </span>
      ))}
    </Totals>
  );
}

function rowOf({ id, name, kind, inn, status, members, balances, createdAt }: AdminOrganization): Cell[] {
  const amounts = currencies.map((currency) => {
    const balance = balances.find((one) => one.currency === currency);
    return balance ? { number: toDecimal(balance) } : '';
  });
  const texts = [kindNames[kind], inn ?? '', organizationStatusLabels[status]];
  return [id, name, ...texts, String(members), ...amounts, { time: createdAt }];
}
