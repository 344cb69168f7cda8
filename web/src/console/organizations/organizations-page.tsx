import { type AdminOrganization, listAllOrganizations } from '@kazna/contract/admin/organizations';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import { currencies, toDecimal } from '@kazna/contract/shared/money';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { kindNames } from '../../parts/organization-kind.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ExportButton } from '../export-button.tsx';
import { filterIn, ListFilters, type ListSearch } from '../list-filters.tsx';
import classes from '../list-page.module.css';
import { SideSheet } from '../side-sheet.tsx';
import { OrganizationDetails } from './organization-details.tsx';
import { type OrganizationsSearch, organizationChoices, organizationStatusLabels } from './organization-labels.tsx';
import type { OrganizationFilter } from './organizations-list.tsx';
import { OrganizationsList } from './organizations-list.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

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
  const filter: OrganizationFilter = filterIn(organizationChoices, { ...search });

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
          forms={['организация', 'организации', 'организаций']}
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
          onChange={change}
        />
        <OrganizationsList filter={filter} search={search} />
      </div>
      <SideSheet
        openId={search.organization}
        onClose={() => go({ ...search, organization: undefined, payment: undefined })}
        title="Организация"
      >
        {(organizationId) => (
          <OrganizationDetails key={organizationId} organizationId={organizationId} search={search} />
        )}
      </SideSheet>
      <PaymentDialog paymentId={search.payment} onClose={() => go({ ...search, payment: undefined })} />
    </AdminPage>
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
