import type { Profile } from '@kazna/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { profileQuery, referralLinkOf } from '../../queries/profile.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import classes from './profile-page.module.css';

function Facts({ profile }: { profile: Profile | undefined }) {
  const facts = [
    ['Имя', profile?.name],
    ['E-mail', profile?.email],
    ['Реферальный код', profile?.referralCode],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value ?? <SkeletonLine width={180} />}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ProfilePage() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  return (
    <Page isNarrow title="Профиль" explanation="Как вас видят коллеги и куда приходят письма.">
      {error && !profile ? (
        <QueryFailure what="Профиль не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.cards}>
          <Card title="О вас">
            <Facts profile={profile} />
          </Card>
          <Card title="Приглашение в Казну">
            <p>Отправьте ссылку тому, кому пригодится кабинет. Код подставится при регистрации сам.</p>
            <CopyField
              label="Ссылка для приглашения"
              text={profile && referralLinkOf(profile)}
              button="Скопировать ссылку"
              copied="Ссылка скопирована"
            />
          </Card>
        </div>
      )}
    </Page>
  );
}
