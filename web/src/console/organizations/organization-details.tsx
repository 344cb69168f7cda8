import { getOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { formatMoney } from '@kazna/contract/shared/money';
import { roleNames } from '@kazna/contract/shared/permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { Moment } from '../../parts/moment.tsx';
import { heldExplanation, heldText } from '../../parts/money-texts.ts';
import { kindNames, organizationTitle } from '../../parts/organization-kind.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { OrganizationDiscounts } from '../services/organization-discounts.tsx';
import { OrganizationServices } from '../services/organization-services.tsx';
import { OrganizationUsage } from '../services/staff-usage.tsx';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { OrganizationActions } from './organization-actions.tsx';
import { OrganizationCharges, OrganizationHolds } from './organization-charges.tsx';
import { OrganizationExchange } from './organization-exchange.tsx';
import { OrganizationInvoices } from './organization-invoices.tsx';
import { balancesInOrder, type OrganizationDetailsData, OrganizationStatusMark } from './organization-labels.tsx';
import { OrganizationLedger } from './organization-ledger.tsx';
import { OrganizationPayments } from './organization-payments.tsx';
import { SameInn } from './same-inn.tsx';

/** A quick look over the list; the page of the organization has all of it. */
export function OrganizationDetails({ organizationId }: { organizationId: string }) {
  const { data: organization, error, refetch } = useQuery(organizationQuery(organizationId));
  if (error && !organization) {
    return <QueryFailure what="Организация не загрузилась" error={error} onRetry={() => void refetch()} />;
  }
  if (!organization) return <SkeletonText lines={12} />;
  const { kind, inn, status, balances, members, recentPayments } = organization;
  return (
    <>
      <div>
        <h2 className={classes.name}>{organizationTitle(organization)}</h2>
        <div className={classes.marks}>
          <OrganizationStatusMark status={status} />
          <LinkAnchor to="/admin/organizations/$organizationId" params={{ organizationId }}>
            Открыть страницу
          </LinkAnchor>
        </div>
      </div>
      <SheetPart title="Баланс">
        <ul className={classes.balances}>
          {balancesInOrder(balances).map((balance) => (
            <li key={balance.currency}>{formatMoney(balance)}</li>
          ))}
        </ul>
        <BalanceNotes balances={balances} />
        <OrganizationActions organization={organization} />
      </SheetPart>
      <div>
        <SameInn organization={organization} />
        <Facts
          facts={[
            ['Вид', kindNames[kind]],
            ['ИНН', inn],
            ['Номер', <CopyValue key="id" value={organization.id} what="номер" />],
            ['Создана', <Moment key="created" at={organization.createdAt} />],
          ]}
        />
      </div>
      <SheetPart title={`Участники: ${members.toLocaleString('ru')}`}>
        <OrganizationPeople organization={organization} />
      </SheetPart>
      <SheetPart title="Услуги">
        <OrganizationServices organization={organization} />
      </SheetPart>
      <OrganizationUsage organizationId={organizationId} />
      <SheetPart title="Скидки">
        <OrganizationDiscounts organization={organization} />
      </SheetPart>
      <SheetPart title="Списания за услуги">
        <OrganizationCharges organizationId={organizationId} />
      </SheetPart>
      <SheetPart title="Резервы">
        <OrganizationHolds organizationId={organizationId} />
      </SheetPart>
      {kind !== 'person' && (
        <SheetPart title="Договор и ЭДО">
          <OrganizationExchange organization={organization} />
        </SheetPart>
      )}
      {kind !== 'person' && (
        <SheetPart title="Счета">
          <OrganizationInvoices organizationId={organizationId} />
        </SheetPart>
      )}
      <SheetPart title="Последние платежи">
        <OrganizationPayments payments={recentPayments} />
      </SheetPart>
      <SheetPart title="Движение денег">
        <OrganizationLedger organizationId={organizationId} />
      </SheetPart>
    </>
  );
}

export function OrganizationPeople({ organization: { people, members } }: { organization: OrganizationDetailsData }) {
  return (
    <>
      <ul className={classes.lines}>
        {people.map((person) => (
          <li key={person.userId}>
            <span>
              <LinkAnchor to="/admin/users" search={{ user: person.userId }}>
                {person.name}
              </LinkAnchor>
              <span className={classes.secondary}>{person.email}</span>
            </span>
            <span className={classes.quiet}>{roleNames[person.role]}</span>
          </li>
        ))}
      </ul>
      {members > people.length && <p className={classes.quiet}>Показаны первые {people.length}.</p>}
    </>
  );
}

export function BalanceNotes({ balances }: Pick<OrganizationDetailsData, 'balances'>) {
  const held = heldText(balances);
  const limits = balances.filter(({ creditLimitMinor }) => creditLimitMinor > 0);
  if (!held && limits.length === 0) return null;
  return (
    <div className={classes.notes}>
      {held && (
        <p>
          {held}: {heldExplanation}.
        </p>
      )}
      {limits.map(({ currency, amountMinor, creditLimitMinor }) => (
        <p key={currency}>
          Кредитный лимит {formatMoney({ amountMinor: creditLimitMinor, currency })}, можно потратить{' '}
          {formatMoney({ amountMinor: Math.max(0, amountMinor + creditLimitMinor), currency })}.
        </p>
      ))}
    </div>
  );
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['admin', 'organization', organizationId],
    queryFn: () => call(getOrganizationAsStaff, { params: { organizationId } }),
  });
}
