import type {
  AdminBalance,
  AdminOrganization,
  adminOrganizationDetails,
  OrganizationSort,
} from '@kazna/contract/admin/organizations';
import type { Currency, Money } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import { kindNames } from '../../parts/organization-kind.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { PauseIcon } from '../admin-icons.tsx';
import type { Choice } from '../list-filters.tsx';

export const organizationStatusLabels: Record<AdminOrganization['status'], string> = {
  active: 'Работает',
  suspended: 'Приостановлена',
  closed: 'Закрыта',
};

export interface OrganizationsSearch {
  q?: string | undefined;
  status?: string | undefined;
  kind?: string | undefined;
  sort?: string | undefined;
  inn?: string | undefined;
  /** `show` also lists personal accounts without anything; a search always does. */
  empty?: string | undefined;
  /** Id of the open record. */
  organization?: string | undefined;
  /** Id of the payment opened on top. */
  payment?: string | undefined;
  /** Number of the invoice opened on top. */
  invoice?: string | undefined;
  /** Id of the movement of its balance opened on top, or of a charge. */
  operation?: string | undefined;
}

/** Newest first is the order without a choice. */
const organizationSortLabels: Record<Exclude<OrganizationSort, 'newest'>, string> = {
  oldest: 'Сначала старые',
  name: 'По названию',
  balance: 'Сначала с большим балансом',
  debt: 'Сначала с долгом',
};

export const organizationChoices: readonly Choice[] = [
  { name: 'status', label: 'Состояние', labels: organizationStatusLabels },
  { name: 'kind', label: 'Вид', labels: kindNames },
  { name: 'inn', label: 'ИНН', labels: { shared: 'Такой же ИНН у другой' } },
  { name: 'sort', label: 'Порядок', labels: organizationSortLabels, anyLabel: 'Сначала новые' },
];

const looks = {
  active: ['success', CheckIcon],
  suspended: ['pending', PauseIcon],
  closed: ['neutral', CrossedIcon],
} as const;

export function OrganizationStatusMark({ status }: Pick<AdminOrganization, 'status'>) {
  const [tone, Icon] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {organizationStatusLabels[status]}
    </StatusMark>
  );
}

/** Roubles come first; an empty list becomes zero roubles. */
export function balancesInOrder(balances: readonly Money[]): readonly Money[] {
  if (balances.length === 0) return [{ amountMinor: 0, currency: 'RUB' }];
  return balances.toSorted((one, other) => Number(other.currency === 'RUB') - Number(one.currency === 'RUB'));
}

export type OrganizationDetailsData = z.output<typeof adminOrganizationDetails>;

export function balanceIn(balances: readonly Money[], currency: Currency): number {
  return balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
}

export function creditLimitIn(balances: readonly AdminBalance[], currency: Currency): number {
  return balances.find((balance) => balance.currency === currency)?.creditLimitMinor ?? 0;
}
