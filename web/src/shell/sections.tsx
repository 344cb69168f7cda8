import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { activeMembership } from '../queries/profile.ts';
import { RequestsIcon } from '../ui/icons.tsx';
import { Hint } from './hint.tsx';
import {
  AdminIcon,
  DashboardIcon,
  DocumentsIcon,
  HomeIcon,
  InfoIcon,
  OperationsIcon,
  OrganizationIcon,
  ServicesIcon,
} from './shell-icons.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

export function Sections({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const id = activeMembership(profile)?.organizationId;
  const section = (label: string, icon: ReactNode, link: LinkProps | undefined, alsoAt?: string) => (
    <Section label={label} icon={icon} link={link} alsoAt={alsoAt} isCollapsed={isCollapsed} />
  );
  return (
    <nav className={classes.sections} aria-label="Разделы">
      <ul className={classes.list}>
        {section('Главная', <HomeIcon />, { to: '/', activeOptions: { exact: true } })}
        {section('Услуги', <ServicesIcon />, { to: '/services' })}
        {section('Операции', <OperationsIcon />, { to: '/operations' }, '/payments')}
        {section('Расходы', <DashboardIcon />, id ? { to: '/dashboard/$id', params: { id } } : undefined)}
        {section('Документы', <DocumentsIcon />, { to: '/documents' }, '/invoices')}
        {section('Организация', <OrganizationIcon />, id ? { to: '/organization/$id', params: { id } } : undefined)}
      </ul>
      {/* Rendered once the profile is loaded, so that the staff item shifts nothing. */}
      {!isLoading && (
        <ul className={classes.list}>
          {profile?.operatorRole && section('Администрирование', <AdminIcon />, { to: '/admin' })}
          {section('Обращения', <RequestsIcon />, { to: '/requests' })}
          {section('Информация', <InfoIcon />, { to: '/info' })}
        </ul>
      )}
    </nav>
  );
}

interface SectionProps {
  label: string;
  icon: ReactNode;
  /** Undefined without an organization. */
  link: LinkProps | undefined;
  /** Other pages of the section begin with it. */
  alsoAt: string | undefined;
  isCollapsed: boolean;
}

function Section({ label, icon, link, alsoAt, isCollapsed }: SectionProps) {
  const { pathname } = useLocation();
  const isHere = alsoAt !== undefined && pathname.startsWith(alsoAt);
  const content = (
    <>
      {icon}
      <span className={classes.label}>{label}</span>
    </>
  );
  return (
    <li>
      <Hint label={label} isShown={isCollapsed}>
        {link ? (
          <Link {...link} className={classes.section} {...(isHere && { 'aria-current': 'page' as const })}>
            {content}
          </Link>
        ) : (
          <span className={classes.section} aria-disabled>
            {content}
          </span>
        )}
      </Hint>
    </li>
  );
}
