import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { Page } from '../ui/page.tsx';
import { useCurrentInView } from '../ui/use-current-in-view.ts';
import classes from './admin-page.module.css';
import { IdentityDialog } from './identity-dialog.tsx';
import { useStaff } from './staff.tsx';

const parts = [
  { to: '/admin', title: 'Сводка', activeOptions: { exact: true } },
  { to: '/admin/users', title: 'Пользователи', activeOptions: {} },
  { to: '/admin/organizations', title: 'Организации', activeOptions: {} },
  { to: '/admin/statements', title: 'Выписки', activeOptions: {} },
  { to: '/admin/unidentified', title: 'Невыясненные', activeOptions: {} },
  { to: '/admin/bank-returns', title: 'Возвраты', activeOptions: {} },
  { to: '/admin/documents', title: 'Документы', activeOptions: {} },
  { to: '/admin/business', title: 'Реквизиты', activeOptions: {} },
  { to: '/admin/keys', title: 'Ключи API', activeOptions: {}, needs: 'admin.manage' },
  { to: '/admin/webhooks', title: 'Вебхуки', activeOptions: {}, needs: 'admin.manage' },
  { to: '/admin/api', title: 'Справка по API', activeOptions: {} },
] as const;

interface AdminPageProps {
  title: string;
  explanation?: ReactNode;
  back?: ReactNode;
  beside?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ children, action, ...header }: AdminPageProps) {
  const { can } = useStaff();
  const nav = useRef<HTMLElement>(null);
  const shown = parts.filter((part) => !('needs' in part) || can(part.needs));
  // Some parts come with the permissions, and move the others.
  useCurrentInView(nav, shown.length);
  return (
    <Page {...header} action={action && <div className={classes.actions}>{action}</div>}>
      <nav ref={nav} className={classes.parts} aria-label="Администрирование">
        {shown.map(({ title, to, activeOptions }) => (
          <Link key={to} to={to} activeOptions={{ ...activeOptions, includeSearch: false }} className={classes.part}>
            {title}
          </Link>
        ))}
      </nav>
      {children}
      <IdentityDialog />
    </Page>
  );
}
