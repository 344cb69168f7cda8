import { roleNames } from '@kazna/contract/permissions';
import type { Profile } from '@kazna/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { profileQuery, referralLinkOf } from '../../queries/profile.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { BuildingIcon, ChevronIcon, DocumentIcon, PersonIcon } from '../../ui/icons.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';
import classes from './start-page.module.css';

/** One line whatever the length of the name, so that nothing moves when it comes. */
function OrganizationLine({ memberships, activeOrganizationId }: Profile) {
  const active = memberships.find(({ organizationId }) => organizationId === activeOrganizationId);
  if (!active) return 'Вы пока не состоите в организации.';
  return (
    <span className={classes.organization}>
      <span>{active.name}</span>
      <span>, вы {roleNames[active.role].toLowerCase()}</span>
    </span>
  );
}

interface StepProps {
  link: LinkProps;
  icon: ReactNode;
  title: string;
  children: string;
}

function Step({ link, icon, title, children }: StepProps) {
  return (
    <li>
      <Link {...link} className={classes.step}>
        <span className={classes.icon}>{icon}</span>
        <span className={classes.words}>
          <strong>{title}</strong>
          <span>{children}</span>
        </span>
        <ChevronIcon />
      </Link>
    </li>
  );
}

export function StartPage() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  const hasFailed = error !== null && !profile;
  return (
    <Page
      title={
        <>
          {hasFailed ? 'Здравствуйте' : 'Здравствуйте, '}
          <span className={classes.name}>{profile?.name ?? (hasFailed ? '\u00a0' : <SkeletonLine width={200} />)}</span>
        </>
      }
      explanation={profile ? <OrganizationLine {...profile} /> : hasFailed ? ' ' : <SkeletonLine width={260} />}
    >
      <ReceivedInvitations />
      <h2 className={classes.heading}>С чего начать</h2>
      <ul className={classes.steps}>
        <Step link={{ to: '/profile' }} icon={<PersonIcon size={24} />} title="Проверьте профиль">
          Имя и адрес, по которым вас узнают коллеги.
        </Step>
        <Step
          link={{ to: '.', state: { isCreatingOrganization: true }, resetScroll: false }}
          icon={<BuildingIcon size={24} />}
          title="Создайте организацию"
        >
          Для ИП или компании: с реквизитами, коллегами и общим балансом.
        </Step>
        <Step link={{ to: '/info' }} icon={<DocumentIcon size={24} />} title="Прочитайте условия">
          Оферта, политика обработки данных и контакты.
        </Step>
      </ul>
      {hasFailed ? (
        <QueryFailure what="Данные кабинета не загрузились" error={error} onRetry={() => void refetch()} />
      ) : (
        <Card title="Пригласите коллегу">
          <p>По этой ссылке ваш код подставится при регистрации сам.</p>
          <CopyField
            label="Ссылка для приглашения"
            text={profile && referralLinkOf(profile)}
            button="Скопировать ссылку"
            copied="Ссылка скопирована"
          />
        </Card>
      )}
    </Page>
  );
}
