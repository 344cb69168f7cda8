import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { kindNames, organizationTitle } from '../../parts/organization-kind.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { GroupedNumber } from '../../ui/grouped-number.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { LatestActions } from '../overview/latest-actions.tsx';
import { OrganizationDiscounts } from '../services/organization-discounts.tsx';
import { OrganizationServices } from '../services/organization-services.tsx';
import { OrganizationUsage } from '../services/staff-usage.tsx';
import sheet from '../side-sheet.module.css';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { OperationDialog } from './operation-dialog.tsx';
import { OrganizationActions } from './organization-actions.tsx';
import { OrganizationCharges, OrganizationHolds } from './organization-charges.tsx';
import { BalanceNotes, OrganizationPeople, organizationQuery } from './organization-details.tsx';
import { OrganizationDocuments } from './organization-documents.tsx';
import { OrganizationExchange } from './organization-exchange.tsx';
import { OrganizationInvoices } from './organization-invoices.tsx';
import {
  balancesInOrder,
  type OrganizationDetailsData,
  OrganizationStatusMark,
  type OrganizationsSearch,
} from './organization-labels.tsx';
import { OrganizationLedger } from './organization-ledger.tsx';
import { OrganizationNotes } from './organization-notes.tsx';
import classes from './organization-page.module.css';
import { OrganizationPayments } from './organization-payments.tsx';
import { OrganizationRequests } from './organization-requests.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { SameInn } from './same-inn.tsx';

interface OrganizationPageProps {
  organizationId: string;
  search: Pick<OrganizationsSearch, 'payment' | 'operation' | 'invoice'>;
}

/** Everything that staff know of a customer. */
export function OrganizationPage({ organizationId, search }: OrganizationPageProps) {
  const { data: organization, error, refetch } = useQuery(organizationQuery(organizationId));
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: {}, resetScroll: false });
  return (
    <AdminPage
      title={organization ? organizationTitle(organization) : <SkeletonLine width={280} />}
      back={<LinkAnchor to="/admin/organizations">← Организации</LinkAnchor>}
      beside={organization && <OrganizationStatusMark status={organization.status} />}
    >
      {error && !organization ? (
        <QueryFailure what="Организация не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : organization ? (
        <div className={classes.columns}>
          <Money organization={organization} />
          <About organization={organization} />
        </div>
      ) : (
        <Card>
          <SkeletonText lines={12} />
        </Card>
      )}
      <LatestActions organizationId={organizationId} title="Журнал" />
      <OperationDialog search={{ ...search, organization: organizationId }} onClose={close} />
      <PaymentDialog paymentId={search.payment} onClose={close} />
      <InvoiceDialog number={search.invoice} onClose={close} />
    </AdminPage>
  );
}

interface PartProps {
  organization: OrganizationDetailsData;
}

function Money({ organization }: PartProps) {
  const { id: organizationId, kind, balances, recentPayments } = organization;
  return (
    <div className={classes.column}>
      <Card title="Баланс">
        <ul className={sheet.balances}>
          {balancesInOrder(balances).map((balance) => (
            <li key={balance.currency}>{formatMoney(balance)}</li>
          ))}
        </ul>
        <BalanceNotes balances={balances} />
        <OrganizationActions organization={organization} />
      </Card>
      <Card title="Услуги">
        <div className={classes.services}>
          <OrganizationServices organization={organization} />
          <OrganizationUsage organizationId={organizationId} />
        </div>
      </Card>
      <Card title="Скидки">
        <OrganizationDiscounts organization={organization} />
      </Card>
      <Card title="Последние платежи">
        <OrganizationPayments payments={recentPayments} />
      </Card>
      <Card title="Движение денег">
        <OrganizationLedger organizationId={organizationId} />
      </Card>
      <Card title="Списания за услуги">
        <OrganizationCharges organizationId={organizationId} />
      </Card>
      <Card title="Резервы">
        <OrganizationHolds organizationId={organizationId} />
      </Card>
      {kind !== 'person' && (
        <Card title="Счета">
          <OrganizationInvoices organizationId={organizationId} />
        </Card>
      )}
    </div>
  );
}

function About({ organization }: PartProps) {
  const { id: organizationId, kind, members } = organization;
  return (
    <div className={classes.column}>
      <Card title="Заметки">
        <OrganizationNotes organizationId={organizationId} />
      </Card>
      <Card title="Реквизиты">
        <SameInn organization={organization} />
        <Requisites organization={organization} />
      </Card>
      {kind !== 'person' && (
        <Card title="Договор и ЭДО">
          <OrganizationExchange organization={organization} />
        </Card>
      )}
      <Card title={`Участники: ${members.toLocaleString('ru')}`}>
        <OrganizationPeople organization={organization} />
      </Card>
      <Card title="Обращения">
        <OrganizationRequests organizationId={organizationId} />
      </Card>
      <Card title="Документы">
        <OrganizationDocuments organizationId={organizationId} />
      </Card>
    </div>
  );
}

function Requisites({ organization }: PartProps) {
  const { id, kind, name, inn, kpp, ogrn, address, bank, createdAt } = organization;
  const account = (text: string | null | undefined) => text && <GroupedNumber text={text} />;
  return (
    <Facts
      facts={[
        ['Вид', kindNames[kind]],
        ['Название', name],
        ['ИНН', inn && <CopyValue key="inn" value={inn} what="ИНН" />],
        ['КПП', kpp],
        [kind === 'company' ? 'ОГРН' : 'ОГРНИП', ogrn],
        [kind === 'company' ? 'Юридический адрес' : 'Адрес', address],
        ['БИК', bank?.bik],
        ['Расчётный счёт', account(bank?.account)],
        ['Корреспондентский счёт', account(bank?.correspondentAccount)],
        ['Номер', <CopyValue key="id" value={id} what="номер" />],
        ['Создана', <Moment key="created" at={createdAt} />],
      ]}
    />
  );
}
