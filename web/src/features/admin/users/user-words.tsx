import type { AdminUser } from '@kazna/contract/admin/users';
import type { OperatorRole } from '@kazna/contract/shared/permissions';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { CheckIcon, CrossedIcon } from '../../../ui/icons.tsx';
import { ShieldIcon } from '../admin-icons.tsx';
import type { Choice } from '../list-search.ts';

export const userStatusWords: Record<AdminUser['status'], string> = {
  active: 'Активен',
  blocked: 'Заблокирован',
  deleted: 'Удалён',
};

export const operatorRoleWords: Record<OperatorRole, string> = {
  support: 'Поддержка',
  finance: 'Финансы',
  admin: 'Администратор',
};

export interface UsersSearch {
  q?: string | undefined;
  status?: string | undefined;
  operator?: string | undefined;
  /** Whose details are open. */
  user?: string | undefined;
}

export const userChoices: readonly Choice[] = [
  { name: 'status', label: 'Состояние', words: userStatusWords },
  { name: 'operator', label: 'Оператор', words: { yes: 'Операторы', no: 'Не операторы' } },
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
      {userStatusWords[status]}
    </StatusMark>
  );
}

export function OperatorMark({ role }: { role: OperatorRole }) {
  return (
    <StatusMark tone="neutral" icon={<ShieldIcon size={16} />}>
      {operatorRoleWords[role]}
    </StatusMark>
  );
}
