import type { ReactNode } from 'react';
import { IdentityDialog } from '../parts/identity-dialog.tsx';
import { Page } from '../ui/page.tsx';
import classes from './admin-page.module.css';

interface AdminPageProps {
  title: ReactNode;
  explanation?: ReactNode;
  back?: ReactNode;
  beside?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ children, action, ...header }: AdminPageProps) {
  return (
    <Page {...header} action={action && <div className={classes.actions}>{action}</div>}>
      {children}
      <IdentityDialog />
    </Page>
  );
}
