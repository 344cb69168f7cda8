import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import classes from './auth-layout.module.css';
import { useLegalDrawer } from './legal-drawer-loader.tsx';

export function AuthLayout({ children }: { children: ReactNode }) {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.layout}>
      <header className={classes.header}>
        <Link to="/" className={classes.home}>
          <BrandMark />
          Казна
        </Link>
        <ThemeToggle />
      </header>
      <main className={classes.card}>{children}</main>
      <footer className={classes.footer}>{openButton('privacy', 'Политика обработки персональных данных')}</footer>
      {drawer}
    </div>
  );
}
