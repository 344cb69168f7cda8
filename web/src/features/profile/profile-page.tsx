import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';
import { sections } from '../../shell/page-sections.ts';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { EmailSection } from './email-section.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { PersonalSection } from './personal-section.tsx';
import classes from './profile-page.module.css';
import { ReferralSection } from './referral-section.tsx';
import { PasswordSection, SecondFactorSection } from './security-sections.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ProfilePage() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  return (
    <Page title="Профиль" explanation="Ваши данные, вход в кабинет и его защита.">
      {error && !profile ? (
        <QueryFailure what="Профиль не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns}>
          <div className={classes.sections}>
            <PersonalSection profile={profile} />
            <EmailSection profile={profile} />
            <PasswordSection profile={profile} />
            <SessionsSection profile={profile} />
            <SecondFactorSection profile={profile} />
            <ReferralSection profile={profile} />
            <OwnDataSection profile={profile} />
          </div>
          <Contents />
        </div>
      )}
    </Page>
  );
}

export function Contents() {
  return (
    <nav className={classes.contents} aria-label="Разделы профиля">
      <ul>
        {Object.entries(sections).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
