import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { asProblem } from './feedback/problem.ts';
import classes from './page.module.css';
import { WarningIcon } from './visitor-icons.tsx';

interface PageProps {
  title: ReactNode;
  explanation?: ReactNode;
  back?: ReactNode;
  /** Stands in one line with the title, such as a status. */
  beside?: ReactNode;
  action?: ReactNode;
  /** The article about this page, which «?» beside the title opens. */
  help?: string;
  /** Limits the line length of text pages on wide screens. */
  isNarrow?: boolean;
  children: ReactNode;
}

export function Page({ title, explanation, back, beside, action, help, isNarrow, children }: PageProps) {
  return (
    <div className={classes.page} data-narrow={isNarrow || undefined}>
      <header className={classes.header}>
        <div>
          {back && <div className={classes.back}>{back}</div>}
          <div className={classes.heading}>
            <div className={classes.named}>
              <h1 className={classes.title}>{title}</h1>
              {help && (
                <Link
                  to="/info/help/$slug"
                  params={{ slug: help }}
                  className={classes.help}
                  aria-label="Справка об этой странице"
                >
                  ?
                </Link>
              )}
            </div>
            {beside}
          </div>
          {explanation && <p className={classes.explanation}>{explanation}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

export function Card({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.card}>
      {title && <h2 className={classes.cardTitle}>{title}</h2>}
      {children}
    </section>
  );
}

interface QueryFailureProps {
  /** A sentence that names what failed: «Профиль не загрузился». */
  what: string;
  error: unknown;
  onRetry: () => void;
}

export function QueryFailure({ what, error, onRetry }: QueryFailureProps) {
  return (
    <div className={classes.failure} role="alert">
      <WarningIcon size={24} />
      <div>
        <p className={classes.what}>{what}</p>
        <p>{asProblem(error).detail}</p>
      </div>
      <Button onClick={onRetry}>Повторить</Button>
    </div>
  );
}
