import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProductDrawing } from '../../parts/product-drawing.tsx';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import classes from './auth-layout.module.css';
import { useLegalDrawer } from './legal-drawer-loader.tsx';

export function AuthLayout({ children }: { children: ReactNode }) {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.layout}>
      <div className={classes.column}>
        <header className={classes.header}>
          <Link to="/" className={classes.home}>
            <BrandMark />
            Казна
          </Link>
          <ThemeToggle />
        </header>
        <main className={classes.card}>{children}</main>
        <footer className={classes.footer}>{openButton('privacy', 'Политика обработки персональных данных')}</footer>
      </div>
      <div className={classes.panel} aria-hidden="true">
        <p className={classes.promise}>Баланс, платежи и люди организации в одном месте</p>
        <ProductDrawing />
      </div>
      {drawer}
    </div>
  );
}
