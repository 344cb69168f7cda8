import { operatorRoles, roleNames } from '@kazna/contract/shared/permissions';
import { moneyInDetails } from '../../../parts/audit-money.ts';
import { operatorRoleWords } from '../users/user-words.tsx';
import { jobWords } from './job-words.ts';

type Details = Record<string, string>;

/** What is written down beside an action, as one line: the figure or the role, then the reason. */
export function detailsText(details: Details): string {
  const { role, from, to, job, reason } = details;
  const parts = [
    moneyInDetails(details),
    from && to && `${roleWord(from)} → ${roleWord(to)}`,
    role && roleWord(role),
    job && jobWords(job),
    reason,
  ];
  return parts.filter(Boolean).join('. ');
}

function roleWord(role: string): string {
  const operator = operatorRoles.find((one) => one === role);
  if (Object.hasOwn(roleNames, role)) return roleNames[role as keyof typeof roleNames];
  if (operator) return operatorRoleWords[operator];
  return role === 'none' ? 'Не оператор' : role;
}
