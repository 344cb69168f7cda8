import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';
import { readExternalProviders } from '../../session/external-providers.ts';
import { sections } from '../../shell/page-sections.ts';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { ConsentsSection } from './consents-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExternalSection } from './external-section.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PersonalSection } from './personal-section.tsx';
import classes from './profile-page.module.css';
import { ReferralSection } from './referral-section.tsx';
import { PasswordSection, SecondFactorSection } from './security-sections.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ProfilePage() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  const hasExternal = readExternalProviders().length > 0 || profile?.hasExternalLink === true;
  return (
    <Page title="Профиль" help="profile" explanation="Ваши данные, вход в кабинет и его защита.">
      {error && !profile ? (
        <QueryFailure what="Профиль не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns}>
          <div className={classes.sections}>
            <PersonalSection profile={profile} />
            <EmailSection profile={profile} />
            <PasswordSection profile={profile} />
            <PasskeysSection profile={profile} />
            {hasExternal && <ExternalSection profile={profile} />}
            <SessionsSection profile={profile} />
            <SecondFactorSection profile={profile} />
            <ReferralSection profile={profile} />
            <ConsentsSection profile={profile} />
            <OwnDataSection profile={profile} />
          </div>
          <Contents hasExternal={hasExternal} />
        </div>
      )}
    </Page>
  );
}

export function Contents({ hasExternal = true }: { hasExternal?: boolean }) {
  const shown = Object.entries(sections).filter(([id]) => id !== 'external' || hasExternal);
  return (
    <nav className={classes.contents} aria-label="Разделы профиля">
      <ul>
        {shown.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
