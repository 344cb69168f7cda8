import { jobLabel } from '@kazna/contract/admin/job-labels';
import { roleNames, staffRoles } from '@kazna/contract/shared/permissions';
import { moneyInDetails } from '../../../parts/audit-money.ts';
import { staffRoleLabels } from '../users/user-labels.tsx';

type Details = Record<string, string>;

/** Formats an action's details: amount or role, then the reason. */
export function detailsText(details: Details): string {
  const { role, from, to, job, reason } = details;
  const parts = [
    moneyInDetails(details),
    from && to && `${roleLabel(from)} → ${roleLabel(to)}`,
    role && roleLabel(role),
    job && jobLabel(job),
    reason,
  ];
  return parts.filter(Boolean).join('. ');
}

function roleLabel(role: string): string {
  const operator = staffRoles.find((one) => one === role);
  if (Object.hasOwn(roleNames, role)) return roleNames[role as keyof typeof roleNames];
  if (operator) return staffRoleLabels[operator];
  return role === 'none' ? 'Не сотрудник' : role;
}
