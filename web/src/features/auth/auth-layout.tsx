import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLegalDrawer } from '../../parts/legal/use-legal-drawer.tsx';
import { ProductDrawing } from '../../parts/product-drawing.tsx';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark, BrandName } from '../../ui/brand.tsx';
import { focusOnMount } from '../../ui/forms/fields.tsx';
import classes from './auth-layout.module.css';

export function AuthLayout({ children }: { children: ReactNode }) {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.layout}>
      <div className={classes.column}>
        <header className={classes.header}>
          <Link to="/" className={classes.home}>
            <BrandMark />
            <BrandName />
          </Link>
          <ThemeToggle />
        </header>
        <main className={classes.card}>{children}</main>
        <footer className={classes.footer}>{openButton('privacy', 'Политика обработки персональных данных')}</footer>
      </div>
      <div className={classes.panel} aria-hidden="true">
        <p className={classes.promise}>Баланс, платежи и документы организации в одном месте</p>
        <ProductDrawing />
      </div>
      {drawer}
    </div>
  );
}

interface AuthTextProps {
  title: string;
  /** One of ui/drawings.tsx. */
  drawing?: ReactNode;
  /** Set when it replaces another screen: the title takes the focus. */
  isOutcome?: boolean;
  children?: ReactNode;
}

export function AuthText({ title, drawing, isOutcome = false, children }: AuthTextProps) {
  return (
    <div className={classes.text}>
      {drawing}
      <h1 className={classes.title} tabIndex={-1} ref={isOutcome ? focusOnMount : undefined}>
        {title}
      </h1>
      {children}
    </div>
  );
}

export function AuthLinks({ children }: { children: ReactNode }) {
  return <div className={classes.links}>{children}</div>;
}
