import type { MailPreferences } from '@kazna/contract/cabinet/notifications';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { LowBalanceForm } from './low-balance-form.tsx';
import { MailChoices } from './mail-choices.tsx';
import { MaxCard } from './max-card.tsx';
import classes from './settings-page.module.css';
import { preferencesQuery } from './settings-queries.ts';

export function SettingsPage() {
  const { data: profile } = useQuery(profileQuery());
  const { data, error, refetch } = useQuery(preferencesQuery());
  return (
    <Page
      title="Настройка уведомлений"
      help="notifications"
      explanation="Уведомления в кабинете видны всегда. Здесь можно выбрать, что ещё и куда присылать."
      back={<LinkAnchor to="/notifications">← Уведомления</LinkAnchor>}
      isNarrow={(data?.items.length ?? 0) < 2}
    >
      {error && !data && <QueryFailure what="Настройки не загрузились" error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card>
          <SkeletonText lines={6} />
        </Card>
      )}
      <MaxCard timezone={profile?.timezone} />
      <div className={classes.organizations}>
        {data?.items.map((preferences) => (
          <Organization
            key={preferences.organizationId}
            preferences={preferences}
            membership={profile?.memberships.find((one) => one.organizationId === preferences.organizationId)}
          />
        ))}
      </div>
    </Page>
  );
}

function Organization({
  preferences,
  membership,
}: {
  preferences: MailPreferences;
  membership: Membership | undefined;
}) {
  const isMoneyRole = membership !== undefined && organizationRoleCan(membership.role, 'payments.refund');
  return (
    <Card title={preferences.organizationName}>
      <div className={classes.parts}>
        <MailChoices preferences={preferences} />
        {isMoneyRole && <LowBalanceForm organizationId={preferences.organizationId} />}
      </div>
    </Card>
  );
}
