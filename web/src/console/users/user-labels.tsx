import type { AdminUser, adminUserDetails, UserSort } from '@kazna/contract/admin/users';
import type { StaffRole } from '@kazna/contract/shared/permissions';
import type * as z from 'zod/mini';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { ShieldIcon } from '../admin-icons.tsx';
import type { Choice } from '../list-filters.tsx';

export const userStatusLabels: Record<AdminUser['status'], string> = {
  active: 'Активен',
  blocked: 'Заблокирован',
  deleted: 'Удалён',
};

export const staffRoleLabels: Record<StaffRole, string> = {
  support: 'Поддержка',
  finance: 'Финансы',
  admin: 'Администратор',
};

export interface UsersSearch {
  q?: string | undefined;
  status?: string | undefined;
  operator?: string | undefined;
  sort?: string | undefined;
  /** Id of the open record. */
  user?: string | undefined;
}

/** Newest first is the order without a choice. */
const userSortLabels: Record<Exclude<UserSort, 'newest'>, string> = { oldest: 'Сначала старые', name: 'По имени' };

export const userChoices: readonly Choice[] = [
  { name: 'status', label: 'Состояние', labels: userStatusLabels },
  { name: 'operator', label: 'Сотрудник', labels: { yes: 'Сотрудники', no: 'Не сотрудники' } },
  { name: 'sort', label: 'Порядок', labels: userSortLabels, anyLabel: 'Сначала новые' },
];

const looks = {
  active: ['success', CheckIcon],
  blocked: ['failure', CrossedIcon],
  deleted: ['neutral', CrossedIcon],
} as const;

export function UserStatusMark({ status }: Pick<AdminUser, 'status'>) {
  const [tone, Icon] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {userStatusLabels[status]}
    </StatusMark>
  );
}

export function StaffMark({ role }: { role: StaffRole }) {
  return (
    <StatusMark tone="neutral" icon={<ShieldIcon size={16} />}>
      {staffRoleLabels[role]}
    </StatusMark>
  );
}

export type UserDetailsData = z.output<typeof adminUserDetails>;
