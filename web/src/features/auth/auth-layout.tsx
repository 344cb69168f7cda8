import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import classes from './auth-layout.module.css';

export function AuthLayout({ children }: { children: ReactNode }) {
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
    </div>
  );
}
