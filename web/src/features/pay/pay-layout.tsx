import { quoted } from '@kazna/contract/shared/quoted';
import type { ComponentProps, ReactNode } from 'react';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark, BrandName, businessName } from '../../ui/brand.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import classes from './pay.module.css';

/** Outside of the cabinet: who takes the money, and nothing that needs an account. */
export function PayLayout({ business, children }: { business: string | undefined; children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <header className={classes.header}>
        <span className={classes.business}>
          <BrandMark />
          <BrandName />
        </span>
        <ThemeToggle />
      </header>
      <main className={classes.card}>{children}</main>
      <p className={classes.seller}>
        {business && business !== businessName() && `Деньги получит ${quoted(business)}`}
      </p>
    </div>
  );
}

export function PayText({ title, mark, children }: { title: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.text} role="status">
      {mark}
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** The page has its heading then too, for those who go by headings. */
export function PayFailure(failure: ComponentProps<typeof QueryFailure>) {
  return (
    <>
      <h1 className={hidden.hidden}>Оплата по ссылке</h1>
      <QueryFailure {...failure} />
    </>
  );
}
