import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import classes from './admin-page.module.css';

const parts = [
  { to: '/admin', title: 'Сводка', activeOptions: { exact: true } },
  { to: '/admin/users', title: 'Пользователи', activeOptions: {} },
  { to: '/admin/organizations', title: 'Организации', activeOptions: {} },
] as const;

interface AdminPageProps {
  title: string;
  explanation?: string;
  action?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ children, ...header }: AdminPageProps) {
  return (
    <Page {...header}>
      <nav className={classes.parts} aria-label="Администрирование">
        {parts.map(({ title, to, activeOptions }) => (
          <Link key={to} to={to} activeOptions={{ ...activeOptions, includeSearch: false }} className={classes.part}>
            {title}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
