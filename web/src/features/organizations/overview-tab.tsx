import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { formatDate } from '../../format/date.ts';
import { kindNames } from '../../parts/organization-kind.tsx';
import { useTimezone } from '../../queries/timezone.ts';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { CloseOrganization } from './close-organization.tsx';
import { LeaveOrganization } from './leave-organization.tsx';
import { MissingBankAccount } from './missing-bank-account.tsx';
import classes from './overview-tab.module.css';
import { RequisitesFacts } from './requisites-facts.tsx';
import { roleAbilities } from './role-abilities.ts';

export function OverviewTab({ organization }: { organization: Organization }) {
  const timezone = useTimezone();
  const { kind, role, status, createdAt } = organization;
  return (
    <>
      <div className={classes.cards}>
        <Card title="Об организации">
          <Facts
            facts={[
              ['Вид', kindNames[kind]],
              ['Ваша роль', roleNames[role]],
              ['Права', roleAbilities[role]],
              ['Создана', formatDate(createdAt, timezone)],
              [
                'Состояние',
                status === 'suspended' && (
                  <StatusMark tone="pending" icon={<WarningIcon size={16} />}>
                    Приостановлена
                  </StatusMark>
                ),
              ],
            ]}
          />
        </Card>
        <Card title="Реквизиты">
          <RequisitesFacts organization={organization} isBrief />
        </Card>
      </div>
      <MissingBankAccount organization={organization} />
      <Card title="Выход">
        <div className={classes.ways}>
          <LeaveOrganization organization={organization} />
          {organizationRoleCan(role, 'organization.close') && <CloseOrganization organization={organization} />}
        </div>
      </Card>
    </>
  );
}
